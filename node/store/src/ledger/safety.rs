//! Products that cross their safety stock, or the minimum of a warehouse, and the notifications about them.

use actors::store::StoreError;
use bus_schemas::ids::{ProductId, WarehouseId};
use bus_schemas::notification::{Announcement, Fact, NotificationDraft, NotificationKind};
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::look_up::{look_up, take_parts};
use crate::engine::memory::Memory;
use crate::engine::transaction::{TransactionBody, TxError, take};
use crate::engine::value::{array, array_id, id, int};
use crate::order::transit::TransitFilter;
use crate::scope::Scope;

/// Held while products are compared with their safety stock: one comparison at a time, so that an earlier one does not
/// overwrite the result of a later one.
#[derive(Default)]
pub(super) struct Comparing(pub(super) tokio::sync::Mutex<()>);

impl Memory for Comparing {
    fn new(_: bool) -> Self {
        Self::default()
    }
}

/// A product that has fallen below a figure, or has recovered.
#[derive(Deserialize)]
pub(super) struct Crossing {
    id: i64,
    product_no: String,
    name: String,
    safety: Decimal,
    available: Decimal,
    below: bool,
    /// Of a warehouse's own minimum; else all warehouses in use are meant.
    #[serde(default)]
    warehouse: Option<i64>,
    #[serde(default)]
    warehouse_name: Option<String>,
}

impl Crossing {
    /// What people were last notified of.
    fn alert(&self) -> Value {
        match self.warehouse {
            Some(warehouse) => array_id("minimum_alert", vec![int(warehouse), int(self.id)]),
            None => id("safety_alert", self.id),
        }
    }
}

/// A line of an order that is to bring goods.
#[derive(Deserialize)]
struct OpenLine {
    product: i64,
    quantity: Decimal,
    stocked: Decimal,
}

impl Store {
    /// Whether a product has a minimum in a warehouse, in another row than `except`.
    pub async fn has_minimum(&self, warehouse: i64, product: i64, except: i64) -> Result<bool, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM warehouse_safety WHERE product_id = $product AND warehouses_id = $warehouse";
        let rows: Vec<i64> = self.rows(query, vec![("product", int(product)), ("warehouse", int(warehouse))]).await?;
        Ok(rows.iter().any(|row| *row != except))
    }

    /// Products that crossed their safety stock, or the minimum of a warehouse, since the last notification. 'Recovered'
    /// means above it.
    pub(super) async fn safety_crossings(&self, products: &[ProductId]) -> Result<Vec<Crossing>, StoreError> {
        let rows: Vec<Value> = products.iter().map(|product| id("product", product.0)).collect();
        let mut watched = "SELECT VALUE record::id(id) FROM $products WHERE safety_stock_num > 0;".to_owned();
        let mut vars = vec![("products", array(rows))];
        let minimums = |name: &str| format!("SELECT VALUE record::id(id) FROM warehouse_safety WHERE product_id IN ${name} AND quantity > 0;");
        let parts = look_up(products.iter().map(|product| int(product.0)).collect(), &mut watched, &mut vars, minimums);
        let mut response = self.run(&watched, vars).await?;
        let (watched, minimums): (Vec<i64>, Vec<i64>) = (take(&mut response, 0)?, take_parts(&mut response, 1, parts)?);
        if watched.is_empty() && minimums.is_empty() {
            return Ok(Vec::new());
        }
        let ids = |table: &'static str, rows: Vec<i64>| array(rows.into_iter().map(|row| id(table, row)).collect());
        let mut vars = vec![("products", ids("product", watched)), ("minimums", ids("warehouse_safety", minimums))];
        let available = self.held_goods().await?.available(&mut vars);
        // What never lay there has not fallen: a new product is on the list of what to order, and nobody is notified of it.
        let crossed = "(lay AND available < safety AND !notified_below) OR (available > safety AND notified_below)";
        let summed = "*, <decimal>math::sum(parts) AS available, array::len(parts) > 0 AS lay";
        let query = format!(
            "SELECT id, product_no, name, safety, available, available < safety AS below FROM (SELECT {summed} FROM (
              SELECT record::id(id) AS id, product_no, name, safety_stock_num AS safety,
                     (type::record('safety_alert', record::id(id)).below ?? false) AS notified_below,
                     (SELECT VALUE {available} FROM place
                        WHERE product = record::id($parent.id) AND type::record('warehouse', warehouse).status = 1) AS parts
              FROM $products WHERE safety_stock_num > 0
            )) WHERE {crossed};
            SELECT id, product_no, name, safety, available, warehouse, warehouse_name, available < safety AS below FROM (SELECT {summed} FROM (
              SELECT product_id AS id, type::record('product', product_id).product_no AS product_no, type::record('product', product_id).name AS name,
                     quantity AS safety, warehouses_id AS warehouse, type::record('warehouse', warehouses_id).name AS warehouse_name,
                     (type::record('minimum_alert', [warehouses_id, product_id]).below ?? false) AS notified_below,
                     (SELECT VALUE {available} FROM place
                        WHERE product = $parent.product_id AND warehouse = $parent.warehouses_id) AS parts
              FROM $minimums WHERE type::record('warehouse', warehouses_id).status = 1
            )) WHERE {crossed}"
        );
        let mut response = self.run(&query, vars).await?;
        let (mut crossings, of_warehouses): (Vec<Crossing>, Vec<Crossing>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        crossings.extend(of_warehouses);
        Ok(crossings)
    }

    /// What reviewed inbound orders are to bring of a product, and what of it is in transit, to a warehouse or to any.
    async fn on_its_way(&self, product: i64, warehouse: Option<i64>) -> Result<(Decimal, Decimal), StoreError> {
        let at = if warehouse.is_some() { "AND warehouse = $warehouse" } else { "" };
        let query = format!(
            "SELECT VALUE lines FROM stock_order WHERE kind = 'inbound' AND status = 'reviewed' AND deleted_at = NONE
               AND lines.product CONTAINS $product {at}"
        );
        let vars = vec![("product", int(product)), ("warehouse", int(warehouse.unwrap_or(0)))];
        let orders: Vec<Vec<OpenLine>> = self.rows(&query, vars).await?;
        let open = |line: OpenLine| if line.product == product { (line.quantity - line.stocked).max(Decimal::ZERO) } else { Decimal::ZERO };
        let expected = orders.into_iter().flatten().map(open).sum();
        let filter = TransitFilter { product: Some(product), warehouse, ..TransitFilter::default() };
        let lots = self.lots_in_transit(&filter, &Scope::system()).await?;
        let comes = lots.iter().filter(|lot| warehouse.is_none_or(|warehouse| lot.ends().1 == warehouse));
        Ok((expected, comes.map(|lot| lot.lot.quantity.0).sum()))
    }

    pub(super) async fn write_crossing(&self, crossing: &Crossing) -> Result<Vec<Announcement>, StoreError> {
        let drafts: Vec<NotificationDraft> = if crossing.below { vec![self.below(crossing).await?] } else { Vec::new() };
        let by_recipient = self.drafts_by_recipient(&drafts).await?;
        let work = |_| {
            let query = "IF ($alert.below ?? false) = $below { THROW 'notified' }; UPSERT $alert SET below = $below RETURN NONE;";
            let vars = vec![("alert", crossing.alert()), ("below", Value::Bool(crossing.below))];
            Ok(TransactionBody { query: query.into(), vars })
        };
        match self.commit_notifying(&by_recipient, None, work).await {
            Ok(committed) => Ok(committed.announcements),
            // Another node has notified already.
            Err(TxError::Thrown(_)) => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        }
    }

    /// The notification about a product that has fallen below.
    async fn below(&self, crossing: &Crossing) -> Result<NotificationDraft, StoreError> {
        let (expected, in_transit) = self.on_its_way(crossing.id, crossing.warehouse).await?;
        let mut data = serde_json::Map::new();
        data.insert("product_no".into(), crossing.product_no.clone().into());
        data.insert("product".into(), crossing.name.clone().into());
        for (name, figure) in [("available", crossing.available), ("safety", crossing.safety), ("expected", expected), ("in_transit", in_transit)] {
            data.insert(name.into(), figure.normalize().to_string().into());
        }
        if let Some(warehouse) = crossing.warehouse {
            data.insert("warehouse".into(), warehouse.into());
            data.insert("warehouse_name".into(), crossing.warehouse_name.clone().unwrap_or_default().into());
            let warehouses = vec![WarehouseId(warehouse)];
            return Ok(NotificationKind::STOCK_MINIMUM.draft(Fact { id: crossing.id, warehouses, data, ..Fact::default() }));
        }
        // A figure over all of them says what lies in each.
        let warehouses: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM warehouse", vec![]).await?;
        let warehouses = warehouses.into_iter().map(WarehouseId).collect();
        Ok(NotificationKind::STOCK_LOW.draft(Fact { id: crossing.id, warehouses, data, ..Fact::default() }))
    }
}
