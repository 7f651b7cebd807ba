//! Lists of orders, and one order with the names of what it refers to.

use std::collections::{BTreeSet, HashMap, HashSet};

use actors::store::StoreError;
use bus_schemas::ids::{OrderId, ProductId, WarehouseId};
use bus_schemas::order::{OrderDraft, OrderKind, OrderType};
use serde_json::Value as Json;

use super::listing::{Column, ColumnKind, ListError, ListQuery, Page};
use crate::connect::Store;
use crate::scope::Scope;
use crate::transaction::{Vars, take};
use crate::value::{array, id, int, text};

const COLUMNS: &[Column] = &[
    Column { name: "id", expression: "id", kind: ColumnKind::Integer },
    Column { name: "inbound_order_no", expression: "number", kind: ColumnKind::Text },
    Column { name: "outbound_order_no", expression: "number", kind: ColumnKind::Text },
    Column { name: "order_no", expression: "reference", kind: ColumnKind::Text },
    Column { name: "status", expression: "status", kind: ColumnKind::Text },
    Column { name: "type", expression: "order_type", kind: ColumnKind::Text },
    Column { name: "warehouses_id", expression: "warehouse", kind: ColumnKind::Integer },
    Column { name: "supplier_id", expression: "partner", kind: ColumnKind::Integer },
    Column { name: "customer_id", expression: "partner", kind: ColumnKind::Integer },
    Column { name: "create_admin_id", expression: "created_by", kind: ColumnKind::Integer },
    Column { name: "total_amount", expression: "total_amount", kind: ColumnKind::Decimal },
    Column { name: "total_quantity", expression: "total_quantity", kind: ColumnKind::Decimal },
    Column { name: "create_time", expression: "created_at", kind: ColumnKind::Time },
    Column { name: "update_time", expression: "updated_at", kind: ColumnKind::Time },
    Column { name: "business_date", expression: "business_date", kind: ColumnKind::Text },
];

fn partner_table(kind: OrderKind) -> &'static str {
    match kind {
        OrderKind::Inbound => "supplier",
        OrderKind::Outbound => "customer",
    }
}

/// Names beside the stored fields. An inbound return comes from a customer.
fn names(kind: OrderKind) -> String {
    let own = partner_table(kind);
    format!(
        "type::record('warehouse', warehouse).{{ name }} AS warehouse_row, \
         (IF partner {{ type::record(IF order_type = 'customer_return' {{ 'customer' }} ELSE IF order_type = 'supplier_return' {{ 'supplier' }} ELSE {{ '{own}' }}, partner).{{ name }} }} ELSE {{ NONE }}) AS partner_row, \
         type::record('admin', admin).{{ nickname }} AS admin_row, \
         type::record('admin', created_by).{{ nickname }} AS created_by_row, \
         (IF audited_by {{ type::record('admin', audited_by).{{ nickname }} }} ELSE {{ NONE }}) AS audited_by_row"
    )
}

impl Store {
    /// A page of orders of one kind, without their lines, deleted ones left out.
    pub async fn list_orders(&self, kind: OrderKind, query: &ListQuery, scope: &Scope) -> Result<Page, OrderListError> {
        let mut vars: Vars = vec![("kind", text(kind.as_str()))];
        let mut base = vec!["kind = $kind AND deleted_at = NONE".to_owned()];
        base.extend(scope.within_warehouses("warehouse", &mut vars));
        base.extend(scope.within_owners("created_by", &mut vars));
        let conditions = query.conditions(COLUMNS, &["number", "reference"], &base.join(" AND "), &mut vars)?;
        let order = query.order_by(COLUMNS, "id DESC")?;
        let names = names(kind);
        let query_text = format!(
            "SELECT *, record::id(id) AS id, array::len(lines) AS line_count, <decimal>math::sum(lines.stocked) AS stocked_quantity, {names} \
               OMIT lines, entry, edited_by, reference_key FROM stock_order {conditions} ORDER BY {order} LIMIT $limit START $start; \
             SELECT VALUE count FROM ONLY (SELECT count() FROM stock_order {conditions} GROUP ALL) LIMIT 1;"
        );
        vars.push(("limit", int(query.page_size())));
        vars.push(("start", int(query.start())));
        let mut response = self.run(&query_text, vars).await.map_err(StoreError::from)?;
        let list: Vec<Json> = take(&mut response, 0)?;
        let total: Option<i64> = take(&mut response, 1)?;
        Ok(Page { list, total: total.unwrap_or(0) })
    }

    /// One order with names for its lines and history, if it is within reach.
    pub async fn order_detail(&self, kind: OrderKind, order: OrderId, scope: &Scope) -> Result<Option<Json>, StoreError> {
        let names = names(kind);
        let query_text = format!(
            "SELECT *, record::id(id) AS id, {names}, \
               (SELECT * OMIT id FROM $events).map(|$h| object::extend($h, {{ nickname: type::record('admin', $h.admin).nickname }})) AS history, \
               lines.map(|$l| object::extend($l, {{ \
                 product_row: (SELECT product_no, name, spec, unit_id, type::record('unit', unit_id).{{ name, decimals }} AS unit FROM ONLY type::record('product', $l.product)), \
                 area_row: IF $l.area {{ type::record('warehouse_area', $l.area).{{ name }} }} ELSE {{ NONE }}, \
                 shelf_row: IF $l.shelf {{ type::record('warehouse_shelf', $l.shelf).{{ name }} }} ELSE {{ NONE }} \
               }})) AS lines \
             OMIT entry, reference_key FROM $order WHERE kind = $kind AND deleted_at = NONE"
        );
        let vars = vec![("order", id("stock_order", order.0)), ("kind", text(kind.as_str())), ("events", crate::order::events(order))];
        let rows: Vec<Json> = self.rows(&query_text, vars).await?;
        let reached = |row: &Json| scope.reaches(row["warehouse"].as_i64().unwrap_or(0), row["created_by"].as_i64().unwrap_or(0));
        Ok(rows.into_iter().find(reached))
    }

    /// Whether an order is within reach; an order that is not there is not.
    pub async fn reaches_order(&self, order: OrderId, scope: &Scope) -> Result<bool, StoreError> {
        let rows: Vec<(i64, i64)> =
            self.rows("SELECT VALUE [warehouse, created_by] FROM $order", vec![("order", id("stock_order", order.0))]).await?;
        Ok(rows.iter().any(|(warehouse, owner)| scope.reaches(*warehouse, *owner)))
    }
}

/// Why there is no list.
#[derive(Clone, Debug, thiserror::Error)]
pub enum OrderListError {
    #[error(transparent)]
    List(#[from] ListError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// The id of the order with that number, if there is one.
    pub async fn order_by_number(&self, number: &str) -> Result<Option<OrderId>, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM stock_order WHERE number = $number";
        let rows: Vec<i64> = self.rows(query, vec![("number", text(number))]).await?;
        Ok(rows.first().copied().map(OrderId))
    }
}

/// What an order may refer to.
#[derive(Clone, Debug, Default)]
pub struct OrderFacts {
    /// The warehouse is in use.
    pub warehouse: bool,
    /// The partner is in use, or none was named.
    pub partner: bool,
    /// Products that exist: their unit and its decimals.
    pub products: HashMap<ProductId, (i64, u32)>,
    /// Of the areas that were asked for, those of the warehouse that are in use.
    pub areas: HashSet<i64>,
    /// Of the shelves that were asked for, those of the warehouse that are in use, with their area.
    pub shelves: HashMap<i64, i64>,
}

impl Store {
    /// Looks up what an order wants to refer to.
    pub async fn order_facts(&self, kind: OrderKind, draft: &OrderDraft) -> Result<OrderFacts, StoreError> {
        let table = match draft.order_type {
            OrderType::CustomerReturn => "customer",
            OrderType::SupplierReturn => "supplier",
            _ => partner_table(kind),
        };
        // Asked by their ids: a warehouse may have thousands of shelves.
        let query = "
            SELECT VALUE status FROM $warehouse;
            SELECT VALUE status FROM $partner;
            SELECT record::id(id) AS id, unit_id, type::record('unit', unit_id).decimals AS decimals FROM $products WHERE status = 1;
            SELECT VALUE record::id(id) FROM $areas WHERE warehouses_id = $w AND status = 1;
            SELECT record::id(id) AS id, warehouses_areas_id AS area FROM $shelves WHERE warehouses_id = $w AND status = 1;";
        let ids = |table: &str, wanted: &mut dyn Iterator<Item = i64>| {
            let wanted: BTreeSet<i64> = wanted.collect();
            array(wanted.into_iter().map(|wanted| id(table, wanted)).collect())
        };
        let lines = &draft.lines;
        let vars = vec![
            ("warehouse", id("warehouse", draft.warehouse.0)),
            ("w", int(draft.warehouse.0)),
            ("partner", id(table, draft.partner.map_or(0, |partner| partner.0))),
            ("products", ids("product", &mut lines.iter().map(|line| line.product.0))),
            ("areas", ids("warehouse_area", &mut lines.iter().filter_map(|line| line.area).map(|area| area.0))),
            ("shelves", ids("warehouse_shelf", &mut lines.iter().filter_map(|line| line.shelf).map(|shelf| shelf.0))),
        ];
        #[derive(serde::Deserialize)]
        struct Product {
            id: i64,
            unit_id: i64,
            decimals: Option<u32>,
        }
        #[derive(serde::Deserialize)]
        struct Shelf {
            id: i64,
            area: i64,
        }
        let mut response = self.run(query, vars).await?;
        let in_use = |status: Vec<i64>| status.first() == Some(&1);
        let products: Vec<Product> = take(&mut response, 2)?;
        let shelves: Vec<Shelf> = take(&mut response, 4)?;
        Ok(OrderFacts {
            warehouse: in_use(take(&mut response, 0)?),
            partner: draft.partner.is_none() || in_use(take(&mut response, 1)?),
            products: products.into_iter().map(|row| (ProductId(row.id), (row.unit_id, row.decimals.unwrap_or(0)))).collect(),
            areas: take::<Vec<i64>>(&mut response, 3)?.into_iter().collect(),
            shelves: shelves.into_iter().map(|row| (row.id, row.area)).collect(),
        })
    }

    /// Whether a warehouse asks for another person to review than the one who wrote.
    pub async fn asks_four_eyes(&self, warehouse: WarehouseId) -> Result<bool, StoreError> {
        let asks: Vec<i64> = self.rows("SELECT VALUE four_eyes FROM $warehouse", vec![("warehouse", id("warehouse", warehouse.0))]).await?;
        Ok(asks.first() == Some(&1))
    }
}
