//! Lists of reservations and of held batches.

use std::collections::BTreeSet;

use actors::store::StoreError;
use bus_schemas::order::{OrderKind, OrderType};
use bus_schemas::warehouse::Place;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, array_id, id, int, text};
use crate::inventory::level_rows::LevelRow;
use crate::listing::columns::{ListFailure, Listed, conditions, order_by};
use crate::listing::names::{ProductName, References, Referring, StockNames};
use crate::listing::{Compare, ListQuery, Page};
use crate::scope::Scope;

/// Number of the order; rows of an older program do not have it.
const ORDER_NO: &str = "(order_no ?? type::record('stock_order', order).number ?? '')";

/// The warehouse order that owns a reservation. The shop's orders are rows of another table, with ids of their own.
const WAREHOUSE_ORDER: &str = "(IF kind = 'shop' { NONE } ELSE { type::record('stock_order', order) })";
/// When a reservation ends by itself: an order of the shop is paid in time, or given up.
const ENDS: &str = "(IF kind = 'shop' { type::record('shop_order', order).due_at } ELSE { NONE })";

const RESERVATION_COLUMNS: &[Listed] = &[
    Listed::new("order_id", "order", Compare::Int),
    Listed::new("order_kind", "kind", Compare::Text),
    Listed::new("operation_number", ORDER_NO, Compare::Text),
    Listed::new("warehouses_id", "warehouse", Compare::Int),
    Listed::new("warehouses_areas_id", "area", Compare::Int),
    Listed::new("warehouses_shelves_id", "shelf", Compare::Int),
    Listed::new("product_id", "product", Compare::Int),
    Listed::new("batch_number", "batch", Compare::Text),
    Listed::new("quantity", "quantity", Compare::Decimal),
    Listed::new("create_time", "since", Compare::Millis),
];

const HOLD_COLUMNS: &[Listed] = &[
    Listed::new("warehouses_id", "warehouse", Compare::Int),
    Listed::new("product_id", "product", Compare::Int),
    Listed::new("batch_number", "batch", Compare::Text),
    Listed::new("state", "state", Compare::Int),
    Listed::new("admin_id", "admin", Compare::Int),
    Listed::new("create_time", "since", Compare::Millis),
];

/// What is reserved for a line of an order at a place.
#[derive(Clone, Debug, Deserialize)]
pub struct ReservationListed {
    pub kind: OrderKind,
    pub order: i64,
    pub order_no: String,
    pub line: i64,
    pub warehouse: i64,
    pub area: i64,
    pub shelf: i64,
    pub product: i64,
    pub batch: String,
    pub quantity: Decimal,
    /// Unix milliseconds.
    pub since: i64,
    /// Who wrote the order.
    pub created_by: Option<i64>,
    /// The order's type, which says what the goods are for; an order of the shop has none.
    pub order_type: Option<OrderType>,
    /// When it ends by itself, Unix seconds; an order of a warehouse does not.
    pub ends: Option<i64>,
    pub unit: Option<i64>,
    #[serde(skip)]
    pub names: StockNames,
}

/// The state of a batch, in one warehouse or everywhere.
#[derive(Clone, Debug, Deserialize)]
pub struct HoldListed {
    /// 0: everywhere.
    pub warehouse: i64,
    pub product: i64,
    pub batch: String,
    pub state: i64,
    pub reason: String,
    pub admin: i64,
    /// Unix milliseconds.
    pub since: i64,
    pub unit: Option<i64>,
    /// What is on hand of it, where it is held and within reach.
    pub on_hand: Decimal,
    #[serde(skip)]
    pub names: StockNames,
}

/// What a command released of an order's reservations.
#[derive(Clone, Debug, Deserialize)]
pub struct LostReservation {
    pub warehouse: i64,
    pub kind: OrderKind,
    pub order: i64,
    pub order_no: String,
    pub quantity: Decimal,
}

impl Referring for ReservationListed {
    fn references(&self) -> References {
        let Self { product, warehouse, area, shelf, .. } = *self;
        References { product, unit: self.unit.unwrap_or(0), warehouse, area, shelf, admin: self.created_by.unwrap_or(0) }
    }

    fn names_mut(&mut self) -> &mut StockNames {
        &mut self.names
    }
}

impl Referring for HoldListed {
    fn references(&self) -> References {
        let Self { product, warehouse, admin, .. } = *self;
        References { product, unit: self.unit.unwrap_or(0), warehouse, area: 0, shelf: 0, admin }
    }

    fn names_mut(&mut self) -> &mut StockNames {
        &mut self.names
    }
}

/// What is selected of reservations, with what their orders say.
pub(super) fn select_reservations() -> String {
    format!(
        "SELECT *, {ORDER_NO} AS order_no, {WAREHOUSE_ORDER}.created_by AS created_by, {WAREHOUSE_ORDER}.order_type AS order_type, \
           {ENDS} AS ends, type::record('product', product).unit_id AS unit OMIT id"
    )
}

impl Store {
    /// A page of what is reserved, the oldest first unless another order is asked for.
    pub async fn list_reservations(&self, query: &ListQuery, scope: &Scope) -> Result<Page<ReservationListed>, ListFailure> {
        let (conditions, vars) = self.reservations_listed(query, scope).await?;
        let order = order_by(query, RESERVATION_COLUMNS, "since ASC, id ASC")?;
        let select = select_reservations();
        let text = format!(
            "{select} FROM (SELECT * FROM reservation {conditions} ORDER BY {order} LIMIT $limit START $start); \
             SELECT VALUE count FROM ONLY (SELECT count() FROM reservation {conditions} GROUP ALL) LIMIT 1;"
        );
        self.page(&text, vars, query).await
    }

    /// The conditions of a list of reservations, and their values.
    pub(super) async fn reservations_listed(&self, query: &ListQuery, scope: &Scope) -> Result<(String, Vars), ListFailure> {
        let mut vars = Vars::new();
        let mut base = vec!["quantity > 0".to_owned()];
        base.extend(scope.within("warehouse", &format!("{WAREHOUSE_ORDER}.created_by"), &mut vars));
        let query = self.by_product(query, &mut base, &mut vars).await?;
        let conditions = conditions(&query, RESERVATION_COLUMNS, &[], &base.join(" AND "), &mut vars)?;
        Ok((conditions, vars))
    }

    /// A page of held batches, the newest first unless another order is asked for.
    pub async fn list_holds(&self, query: &ListQuery, scope: &Scope) -> Result<Page<HoldListed>, ListFailure> {
        let (select, conditions, vars) = self.holds_listed(query, scope).await?;
        let order = order_by(query, HOLD_COLUMNS, "since DESC, id DESC")?;
        let text = format!(
            "{select} FROM (SELECT * FROM batch_hold {conditions} ORDER BY {order} LIMIT $limit START $start); \
             SELECT VALUE count FROM ONLY (SELECT count() FROM batch_hold {conditions} GROUP ALL) LIMIT 1;"
        );
        self.page(&text, vars, query).await
    }

    /// What is selected of held batches, the conditions of a list of them, and their values.
    pub(super) async fn holds_listed(&self, query: &ListQuery, scope: &Scope) -> Result<(String, String, Vars), ListFailure> {
        let mut vars = Vars::new();
        let mut base = vec!["state IN [1, 2, 3]".to_owned()];
        let mut reach = String::new();
        if let Some(within) = scope.within_warehouses("warehouse", &mut vars) {
            // What is held everywhere is held in theirs.
            base.push(format!("(warehouse = 0 OR {within})"));
            reach = format!("AND {within}");
        }
        let query = self.by_product(query, &mut base, &mut vars).await?;
        let conditions = conditions(&query, HOLD_COLUMNS, &[], &base.join(" AND "), &mut vars)?;
        let select = format!(
            "SELECT *, type::record('product', product).unit_id AS unit, \
               <decimal>math::sum((SELECT VALUE on_hand FROM place WHERE product = $parent.product AND batch = $parent.batch \
                 AND ($parent.warehouse = 0 OR warehouse = $parent.warehouse) {reach})) AS on_hand OMIT id"
        );
        Ok((select, conditions, vars))
    }

    /// What ledger rows, which a command wrote, released for orders.
    pub async fn lost_reservations(&self, warehouse: i64, (first, last): (i64, i64)) -> Result<Vec<LostReservation>, StoreError> {
        let query = "SELECT warehouse, order_kind AS kind, order_id AS order, order_no, <decimal>math::sum(-reserved) AS quantity
            FROM movement:[$w, $first]..=[$w, $last] WHERE reserved < 0 AND order_id != NONE GROUP BY warehouse, kind, order, order_no";
        self.rows(query, vec![("w", int(warehouse)), ("first", int(first)), ("last", int(last))]).await
    }

    /// Whether there is such a product.
    pub async fn has_product(&self, product: i64) -> Result<bool, StoreError> {
        let mut response = self.run("RETURN record::exists(type::record('product', $product))", vec![("product", int(product))]).await?;
        take(&mut response, 0)
    }

    /// What is shown of a product, with its unit.
    pub async fn stock_product(&self, product: i64) -> Result<Option<(ProductName, Option<String>)>, StoreError> {
        let unit: Vec<i64> = self.rows("SELECT VALUE unit_id ?? 0 FROM $product", vec![("product", id("product", product))]).await?;
        let Some(unit) = unit.first() else { return Ok(None) };
        let mut rows = [LevelRow::of_product(product, *unit)];
        self.name_rows(&mut rows).await?;
        let [LevelRow { names, .. }] = rows;
        Ok(names.product.map(|product| (product, names.unit)))
    }

    /// The ids of all warehouses, also of those that are not in use.
    pub async fn warehouse_ids(&self) -> Result<Vec<i64>, StoreError> {
        self.rows("SELECT VALUE record::id(id) FROM warehouse ORDER BY id", vec![]).await
    }

    /// Whether there is such a warehouse.
    pub async fn has_warehouse(&self, warehouse: i64) -> Result<bool, StoreError> {
        let mut response = self.run("RETURN record::exists($warehouse)", vec![("warehouse", id("warehouse", warehouse))]).await?;
        take(&mut response, 0)
    }

    /// Whether a warehouse has this area (0: none) in use, and the area this shelf.
    pub async fn has_place(&self, warehouse: i64, area: i64, shelf: i64) -> Result<(bool, bool), StoreError> {
        let query = "RETURN [$area = 0 OR (SELECT VALUE warehouses_id FROM type::record('warehouse_area', $area) WHERE status = 1) = [$warehouse],
            $shelf = 0 OR (SELECT VALUE warehouses_areas_id FROM type::record('warehouse_shelf', $shelf) WHERE status = 1) = [$area]];";
        let mut response = self.run(query, vec![("warehouse", int(warehouse)), ("area", int(area)), ("shelf", int(shelf))]).await?;
        take(&mut response, 0)
    }

    /// How many decimals a quantity may have that is taken from a place: those of the product's unit, and those of what lies
    /// there already, so that the rest of a place can always be moved.
    pub async fn decimals_at(&self, warehouse: i64, place: &Place) -> Result<u32, StoreError> {
        let query = "SELECT VALUE type::record('unit', unit_id).decimals ?? 0 FROM $product; SELECT VALUE on_hand FROM $place;";
        let key = vec![int(warehouse), int(place.area.0), int(place.shelf.0), int(place.product.0), text(&place.batch)];
        let vars = vec![("product", id("product", place.product.0)), ("place", array_id("place", key))];
        let mut response = self.run(query, vars).await?;
        let decimals: Vec<u32> = take(&mut response, 0)?;
        let on_hand: Vec<Decimal> = take(&mut response, 1)?;
        let there = on_hand.into_iter().map(|quantity| quantity.normalize().scale());
        Ok(decimals.into_iter().chain(there).max().unwrap_or(0))
    }

    /// The state of a batch in one warehouse (0: everywhere); 0 where nothing holds it.
    pub async fn hold_state(&self, warehouse: i64, product: i64, batch: &str) -> Result<i64, StoreError> {
        let hold = array_id("batch_hold", vec![int(warehouse), int(product), text(batch)]);
        let states: Vec<i64> = self.rows("SELECT VALUE state FROM $hold", vec![("hold", hold)]).await?;
        Ok(states.first().copied().unwrap_or(0))
    }

    /// The warehouses of areas or shelves.
    pub async fn warehouses_of(&self, table: &'static str, ids: &[i64]) -> Result<BTreeSet<i64>, StoreError> {
        let rows = array(ids.iter().map(|key| id(table, *key)).collect());
        let found: Vec<i64> = self.rows("SELECT VALUE warehouses_id FROM $rows", vec![("rows", rows)]).await?;
        Ok(found.into_iter().collect())
    }

    /// The warehouses and purposes of areas.
    pub async fn area_purposes(&self, areas: &[i64]) -> Result<Vec<(i64, i64)>, StoreError> {
        let ids = array(areas.iter().map(|area| id("warehouse_area", *area)).collect());
        self.rows("SELECT VALUE [warehouses_id, purpose ?? 0] FROM $areas", vec![("areas", ids)]).await
    }
}
