//! Products that cross their safety stock, and the notifications about them.

use actors::store::StoreError;
use bus_schemas::ids::{ProductId, WarehouseId};
use bus_schemas::notification::{Announcement, Fact, NotificationKind};
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{array, id, int};
use crate::inbox::commit::TransactionBody;

#[derive(Deserialize)]
pub(super) struct Crossing {
    id: i64,
    product_no: String,
    name: String,
    safety: Decimal,
    available: Decimal,
    below: bool,
}

impl Store {
    /// Products that crossed their safety stock since the last notification. 'Recovered' means above it.
    pub(super) async fn safety_crossings(&self, products: &[ProductId]) -> Result<Vec<Crossing>, StoreError> {
        let ids: Vec<Value> = products.iter().map(|product| id("product", product.0)).collect();
        let watched: Vec<i64> =
            self.rows("SELECT VALUE record::id(id) FROM $products WHERE safety_stock_num > 0", vec![("products", array(ids))]).await?;
        if watched.is_empty() {
            return Ok(Vec::new());
        }
        let ids = array(watched.into_iter().map(|product| id("product", product)).collect());
        let mut vars = vec![("products", ids)];
        let available = self.held_goods().await?.available(&mut vars);
        let query = format!(
            "SELECT id, product_no, name, safety, available, available < safety AS below FROM (
              SELECT record::id(id) AS id, product_no, name, safety_stock_num AS safety,
                     (type::record('safety_alert', record::id(id)).below ?? false) AS told,
                     <decimal>math::sum((SELECT VALUE {available} FROM place
                        WHERE product = record::id($parent.id) AND type::record('warehouse', warehouse).status = 1)) AS available
              FROM $products WHERE safety_stock_num > 0
            ) WHERE (available < safety AND !told) OR (available > safety AND told)"
        );
        self.rows(&query, vars).await
    }

    pub(super) async fn write_crossing(&self, crossing: &Crossing) -> Result<Vec<Announcement>, StoreError> {
        let mut data = serde_json::Map::new();
        data.insert("product_no".into(), crossing.product_no.clone().into());
        data.insert("product".into(), crossing.name.clone().into());
        data.insert("available".into(), crossing.available.normalize().to_string().into());
        data.insert("safety".into(), crossing.safety.normalize().to_string().into());
        let places = "SELECT VALUE warehouse FROM place WHERE product = $product AND on_hand != 0 GROUP BY warehouse";
        let warehouses: Vec<i64> = if crossing.below { self.rows(places, vec![("product", int(crossing.id))]).await? } else { vec![] };
        let warehouses = warehouses.into_iter().map(WarehouseId).collect();
        let draft = NotificationKind::STOCK_LOW.draft(Fact { id: crossing.id, warehouses, data, ..Fact::default() });
        let drafts = [draft];
        let deliveries = if crossing.below { self.deliveries(&drafts).await? } else { Vec::new() };
        let work = |_| {
            let query = "IF ($alert.below ?? false) = $below { THROW 'told' }; UPSERT $alert SET below = $below RETURN NONE;";
            let vars = vec![("alert", id("safety_alert", crossing.id)), ("below", Value::Bool(crossing.below))];
            TransactionBody { query: query.into(), vars, ..TransactionBody::default() }
        };
        match self.commit_notifying(&deliveries, None, work).await {
            Ok(committed) => Ok(committed.announcements),
            // Another node has notified already.
            Err(TxError::Thrown(_)) => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        }
    }
}
