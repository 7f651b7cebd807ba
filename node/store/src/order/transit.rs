//! Goods in transit: of every open transfer, by order, line and lot, with what they are worth.

use std::collections::{BTreeSet, HashMap};

use actors::folding::folded;
use actors::store::StoreError;
use bus_schemas::order::transfer::{Lot, Way};
use bus_schemas::order::{Order, OrderKind, OrderStatus};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, id, int};
use crate::listing::referred::Kind;
use crate::order::states::in_states;
use crate::scope::Scope;

/// Days after which goods should have arrived.
pub const OVERDUE_AFTER: i64 = 7;
const DAY_MS: i64 = 86_400_000;
/// The states in which a transfer may have goods in transit.
pub(crate) const MOVING: &[OrderStatus] = &[OrderStatus::REVIEWED, OrderStatus::IN_TRANSIT];
/// Most orders that are looked through: a site has some hundreds in transit at once.
const ORDERS_MAX: i64 = 2_000;

const WAREHOUSES: Kind = Kind { name: "transit_warehouse", tables: &["warehouse"], fields: "name: name" };
const ADMINS: Kind = Kind { name: "transit_admin", tables: &["admin"], fields: "name: nickname" };
const PRODUCTS: Kind = Kind {
    name: "transit_product",
    tables: &["product", "unit"],
    fields: "product_no: product_no, name: name, unit: type::record('unit', unit_id).name",
};

/// What is looked for.
#[derive(Clone, Debug, Default)]
pub struct TransitFilter {
    /// An order's id.
    pub order: Option<i64>,
    pub product: Option<i64>,
    /// Either side.
    pub warehouse: Option<i64>,
    /// A part of an order's number, of a product's number or name, or of a batch.
    pub quick: String,
    /// Only what left by this moment, Unix milliseconds.
    pub left_by: Option<i64>,
}

/// A row's name.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct NameOnly {
    pub name: Option<String>,
}

/// A product in transit.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct TransitProduct {
    pub product_no: String,
    pub name: String,
    pub unit: Option<String>,
}

/// Goods of one lot in transit.
#[derive(Clone, Debug)]
pub struct TransitRow {
    pub order: i64,
    pub number: String,
    pub line: u32,
    pub way: Way,
    pub source: i64,
    pub source_name: Option<String>,
    pub target: i64,
    pub target_name: Option<String>,
    pub product: i64,
    pub product_row: Option<TransitProduct>,
    pub lot: Lot,
    /// Who is in charge of the order.
    pub admin: i64,
    pub admin_name: Option<String>,
}

fn typed<T: DeserializeOwned>(rows: HashMap<i64, Json>) -> Result<HashMap<i64, T>, StoreError> {
    let read = |(id, row): (i64, Json)| Ok((id, serde_json::from_value(row).map_err(|error| StoreError::Corrupt(error.to_string()))?));
    rows.into_iter().map(read).collect()
}

impl TransitRow {
    /// Whole days that the goods have been in transit at a moment (Unix milliseconds).
    #[must_use]
    pub fn days(&self, now_ms: i64) -> i64 {
        (now_ms - self.lot.at).max(0) / DAY_MS
    }

    /// The warehouses that the goods have left and that they go to.
    pub(crate) fn ends(&self) -> (i64, i64) {
        match self.way {
            Way::There => (self.source, self.target),
            Way::Back => (self.target, self.source),
        }
    }

    fn matches(&self, filter: &TransitFilter) -> bool {
        let quick = folded(&filter.quick);
        let has = |text: &str| folded(text).contains(&quick);
        let named = || self.product_row.as_ref().is_some_and(|product| has(&product.product_no) || has(&product.name));
        filter.product.is_none_or(|product| product == self.product) && (quick.is_empty() || has(&self.number) || has(&self.lot.batch) || named())
    }
}

impl Store {
    /// The warehouses in use, by name.
    pub async fn transfer_targets(&self) -> Result<Vec<(i64, String)>, StoreError> {
        self.rows(
            "SELECT VALUE [record::id(id), name] FROM (SELECT id, name, sorted_name FROM warehouse WHERE status = 1 ORDER BY sorted_name)",
            vec![],
        )
        .await
    }

    /// What is in transit of transfers within the scope, without the names of what it refers to.
    pub(crate) async fn lots_in_transit(&self, filter: &TransitFilter, scope: &Scope) -> Result<Vec<TransitRow>, StoreError> {
        let mut vars: Vars = vec![("most", int(ORDERS_MAX))];
        let found = found(filter, scope, &mut vars);
        let query = format!("SELECT *, record::id(id) AS id OMIT reference_key FROM stock_order WHERE {found} ORDER BY id LIMIT $most");
        let orders: Vec<Order> = self.rows(&query, vars).await?;
        Ok(orders.iter().flat_map(in_transit).collect())
    }

    /// What is in transit of transfers within the scope, what left first before the rest.
    pub async fn goods_in_transit(&self, filter: &TransitFilter, scope: &Scope) -> Result<Vec<TransitRow>, StoreError> {
        let mut rows = self.lots_in_transit(filter, scope).await?;
        self.name_transit(&mut rows).await?;
        rows.retain(|row| row.matches(filter));
        rows.sort_by_key(|row| (row.lot.at, row.order, row.line));
        Ok(rows)
    }

    /// The ids of all transfers within the scope that have goods in transit.
    pub async fn transfers_in_transit(&self, filter: &TransitFilter, scope: &Scope) -> Result<Vec<i64>, StoreError> {
        let mut vars = Vars::new();
        let found = found(filter, scope, &mut vars);
        let mut orders: Vec<i64> = self.rows(&format!("SELECT VALUE record::id(id) FROM stock_order WHERE {found}"), vars).await?;
        orders.sort_unstable();
        Ok(orders)
    }

    /// What of these transfers is in transit, order by order.
    pub async fn goods_of_transfers(&self, orders: &[i64], filter: &TransitFilter, scope: &Scope) -> Result<Vec<TransitRow>, StoreError> {
        let mut vars: Vars = vec![("orders", array(orders.iter().map(|order| id("stock_order", *order)).collect()))];
        let found = found(filter, scope, &mut vars);
        let orders: Vec<Order> = self.rows(&format!("SELECT *, record::id(id) AS id OMIT reference_key FROM $orders WHERE {found}"), vars).await?;
        let mut rows: Vec<TransitRow> = orders.iter().flat_map(in_transit).collect();
        self.name_transit(&mut rows).await?;
        rows.retain(|row| row.matches(filter));
        Ok(rows)
    }

    /// Gives rows the names of what they refer to.
    async fn name_transit(&self, rows: &mut [TransitRow]) -> Result<(), StoreError> {
        let ids = |of: fn(&TransitRow) -> i64| rows.iter().map(of).collect::<BTreeSet<i64>>();
        let warehouses = ids(|row| row.source).into_iter().chain(ids(|row| row.target)).collect();
        let wanted = [(WAREHOUSES, warehouses), (ADMINS, ids(|row| row.admin)), (PRODUCTS, ids(|row| row.product))];
        let [warehouses, admins, products] = self.referred(wanted).await?;
        let (warehouses, admins) = (typed::<NameOnly>(warehouses)?, typed::<NameOnly>(admins)?);
        let products = typed::<TransitProduct>(products)?;
        let name = |rows: &HashMap<i64, NameOnly>, id: i64| rows.get(&id).and_then(|row| row.name.clone());
        for row in rows {
            row.source_name = name(&warehouses, row.source);
            row.target_name = name(&warehouses, row.target);
            row.admin_name = name(&admins, row.admin);
            row.product_row = products.get(&row.product).cloned();
        }
        Ok(())
    }
}

/// The conditions of the transfers within a scope that have goods in transit and that a filter finds, as far as an order
/// says it.
fn found(filter: &TransitFilter, scope: &Scope, vars: &mut Vars) -> String {
    let mut base = vec![format!("{} AND (transfer.there > 0 OR transfer.back > 0)", in_states(&[OrderKind::TRANSFER], MOVING))];
    base.extend(super::list::within(OrderKind::TRANSFER, scope, vars));
    if let Some(order) = filter.order {
        vars.push(("order", int(order)));
        base.push("record::id(id) = $order".into());
    }
    if let Some(warehouse) = filter.warehouse {
        vars.push(("warehouse", int(warehouse)));
        base.push("(warehouse = $warehouse OR transfer.target = $warehouse)".into());
    }
    if let Some(moment) = filter.left_by {
        vars.push(("left_by", int(moment)));
        base.push("transfer.shipped_at != NONE AND transfer.shipped_at <= $left_by".into());
    }
    base.join(" AND ")
}

fn in_transit(order: &Order) -> Vec<TransitRow> {
    let Some(part) = &order.transfer else { return Vec::new() };
    let row = |line: &bus_schemas::order::OrderLine, way: Way, lot: Lot| TransitRow {
        order: order.id.0,
        number: order.number.clone(),
        line: line.line,
        way,
        source: order.warehouse.0,
        source_name: None,
        target: part.target.0,
        target_name: None,
        product: line.product.0,
        product_row: None,
        lot,
        admin: order.admin.0,
        admin_name: None,
    };
    let of_line = |line| {
        [Way::There, Way::Back].into_iter().flat_map(move |way| {
            let line: &bus_schemas::order::OrderLine = line;
            line.lots(way, order.warehouse).into_iter().map(move |lot| (line, way, lot))
        })
    };
    order.lines.iter().flat_map(of_line).map(|(line, way, lot)| row(line, way, lot)).collect()
}
