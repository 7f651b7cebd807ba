//! What is reserved for an order, place by place.

use actors::store::StoreError;
use bus_schemas::ids::{OrderId, WarehouseId};
use bus_schemas::number::Quantity;
use bus_schemas::order::OrderKind;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{int, text};

/// Goods of one place that are reserved for a line.
#[derive(Clone, Debug, Deserialize)]
pub struct ReservedPlace {
    pub line: u32,
    /// 0: in no area.
    pub area: i64,
    /// 0: on no shelf.
    pub shelf: i64,
    pub batch: String,
    pub expiry_date: Option<String>,
    pub quantity: Quantity,
}

impl Store {
    /// What is reserved for an order.
    pub async fn reserved_for(&self, warehouse: WarehouseId, kind: OrderKind, order: OrderId) -> Result<Vec<ReservedPlace>, StoreError> {
        let query = "SELECT line, area, shelf, batch, quantity, \
               type::record('place', [warehouse, area, shelf, product, batch]).expiry_date AS expiry_date \
             FROM reservation:[$warehouse, $kind, $order, 0]..[$warehouse, $kind, $order + 1] WHERE quantity > 0";
        let vars = vec![("warehouse", int(warehouse.0)), ("kind", text(kind.as_str())), ("order", int(order.0))];
        self.rows(query, vars).await
    }
}
