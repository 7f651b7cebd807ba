//! What has moved for an order, kept on its lines. The warehouse that decides the movements completes the order with
//! them before both are written in one transaction, and answers with them, so that the order's actor completes its own
//! copy alike. From them follow the batch and the cost of goods that are in transit, come back or are reversed.

use serde::{Deserialize, Serialize};

use crate::ids::{AreaId, ProductId, ShelfId, WarehouseId};
use crate::number::{Cost, Quantity};
use crate::warehouse::movement::{CostBasis, Movement};
use crate::warehouse::stock::{Operation, Place};

/// One movement of a line's goods: what its ledger row says of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineMove {
    /// The ledger row: its warehouse and its sequence there.
    pub warehouse: WarehouseId,
    pub sequence: i64,
    pub area: AreaId,
    pub shelf: ShelfId,
    /// Empty for goods without a batch.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub batch: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub produce_date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiry_date: Option<String>,
    /// Signed: more than zero came to the place, less went from it.
    pub quantity: Quantity,
    pub unit_cost: Cost,
    /// Unix milliseconds.
    pub at: i64,
    /// As of a [`Movement`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<i64>,
}

/// A movement with the line that it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderMove {
    pub line: u32,
    #[serde(rename = "move")]
    pub moved: LineMove,
}

impl LineMove {
    /// Where it was, for goods of this product.
    #[must_use]
    pub fn place(&self, product: ProductId) -> Place {
        Place { area: self.area, shelf: self.shelf, product, batch: self.batch.clone() }
    }
}

impl OrderMove {
    /// What a ledger row moved; nothing where it only reserved, or writes off what was lost in transit.
    #[must_use]
    pub fn of(movement: &Movement) -> Option<Self> {
        if movement.cost_basis == Some(CostBasis::Lost) {
            return None;
        }
        movement.operation.filter(|operation| !matches!(operation, Operation::Cost | Operation::Dates))?;
        let moved = LineMove {
            warehouse: movement.warehouse,
            sequence: movement.sequence,
            area: movement.place.area,
            shelf: movement.place.shelf,
            batch: movement.place.batch.clone(),
            produce_date: movement.produce_date.clone(),
            expiry_date: movement.expiry_date.clone(),
            quantity: movement.moved,
            unit_cost: movement.unit_cost,
            at: movement.at,
            received: movement.received,
        };
        Some(Self { line: movement.line, moved })
    }

    /// What ledger rows moved, in their order.
    #[must_use]
    pub fn of_all(movements: &[Movement]) -> Vec<Self> {
        movements.iter().filter_map(Self::of).collect()
    }
}
