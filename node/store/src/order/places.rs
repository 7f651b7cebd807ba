//! Where the goods of an order's lines are: taken from, put, or reserved.

use std::collections::BTreeMap;

use actors::store::StoreError;
use bus_schemas::ids::{OrderId, WarehouseId};
use bus_schemas::number::Quantity;
use bus_schemas::order::OrderKind;

use super::rows::OrderDetail;
use crate::engine::connect::Store;

/// Goods of one batch of a line at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePlace {
    pub line: u32,
    /// The area's name; nothing of goods in no area.
    pub area: Option<String>,
    pub shelf: Option<String>,
    /// Empty for goods without batches.
    pub batch: String,
    pub expiry_date: Option<String>,
    pub quantity: Quantity,
}

/// A line, area, shelf and batch.
type Key = (u32, i64, i64, String);

impl Store {
    /// The places in an order's warehouse where its goods were taken from or put, and those where some are reserved for it,
    /// line by line.
    pub async fn places_of_goods(&self, kind: OrderKind, order: &OrderDetail) -> Result<Vec<LinePlace>, StoreError> {
        let (id, warehouse) = (OrderId(order.head.id), WarehouseId(order.head.warehouse));
        let mut sums: BTreeMap<Key, (Option<String>, Quantity)> = BTreeMap::new();
        let mut add = |key: Key, expiry: Option<String>, quantity: Quantity| {
            let sum = sums.entry(key).or_insert((expiry, Quantity::ZERO));
            sum.1 += quantity;
        };
        // What a transfer brings to its target lies elsewhere.
        let leaves = |moved: Quantity| !kind.transfers || moved < Quantity::ZERO;
        let moved: BTreeMap<i64, _> = self.moves_of(id).await?.into_iter().filter(|row| leaves(row.moved)).map(|row| (row.sequence, row)).collect();
        for row in moved.into_values() {
            let quantity = if row.moved < Quantity::ZERO { -row.moved } else { row.moved };
            add((row.line, row.place.area.0, row.place.shelf.0, row.place.batch), row.expiry_date, quantity);
        }
        for row in self.reserved_for(warehouse, kind, id).await? {
            add((row.line, row.area, row.shelf, row.batch), row.expiry_date, row.quantity);
        }
        let areas = self.names("warehouse_area", "name", sums.keys().map(|(_, area, ..)| *area).collect()).await?;
        let shelves = self.names("warehouse_shelf", "name", sums.keys().map(|(_, _, shelf, _)| *shelf).collect()).await?;
        let place = |((line, area, shelf, batch), (expiry_date, quantity)): (Key, (Option<String>, Quantity))| LinePlace {
            line,
            area: areas.get(&area).cloned(),
            shelf: shelves.get(&shelf).cloned(),
            batch,
            expiry_date,
            quantity,
        };
        Ok(sums.into_iter().map(place).filter(|place| place.quantity > Quantity::ZERO).collect())
    }
}
