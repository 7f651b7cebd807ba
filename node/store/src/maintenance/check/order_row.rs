//! An order as the check reads it.

use bus_schemas::order::units::EnteredQuantity;
use bus_schemas::order::{LineMove, LineTransit, OrderKind, OrderStatus, TransferPart};
use rust_decimal::Decimal;
use serde::Deserialize;

/// What the check reads of an order; lists have an entry for each line.
#[derive(Deserialize)]
pub(super) struct OrderRow {
    pub id: i64,
    pub kind: OrderKind,
    pub warehouse: i64,
    pub status: OrderStatus,
    pub version: i64,
    pub updated_at: i64,
    pub numbers: Vec<i64>,
    pub quantities: Vec<Decimal>,
    pub stocked: Vec<Decimal>,
    /// Of the lines that were entered in another unit.
    #[serde(default)]
    pub entered: Vec<Option<EnteredQuantity>>,
    /// Of a transfer.
    #[serde(default)]
    pub transfer: Option<TransferPart>,
    #[serde(default)]
    pub transits: Vec<Option<LineTransit>>,
    #[serde(default)]
    pub moves: Vec<Option<Vec<LineMove>>>,
}

/// The fields of an [`OrderRow`].
pub(super) const ORDER_FIELDS: &str = "record::id(id) AS id, kind, warehouse, status, version, updated_at,
    lines.line AS numbers, lines.quantity AS quantities, lines.stocked AS stocked, lines.entered AS entered, transfer,
    (IF transfer { lines.transit } ELSE { [] }) AS transits, (IF transfer { lines.moves } ELSE { [] }) AS moves";

/// An order as findings name it.
pub(super) fn name(order: i64) -> String {
    format!("stock_order:{order}")
}
