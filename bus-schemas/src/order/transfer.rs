//! What only a transfer order has: where its goods go, and what has become of those that left. Goods in transit are
//! those that the source's movements took out and that have not arrived, come back, or been given up as lost; what
//! they are (batch, dates, cost) follows from the movements on the line.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::moves::LineMove;
pub use super::process::Way;
use crate::ids::{AdminId, AreaId, ShelfId, WarehouseId};
use crate::number::{Amount, Cost, Quantity};

/// Where a transfer's goods are, in one word (domain rules 2.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TransitStatus {
    /// Nothing has left yet.
    #[default]
    None,
    /// Something has left, and more is to come.
    PartlyShipped,
    /// All of it has left, and nothing has arrived.
    InTransit,
    /// Something has arrived, come back or been given up, and something has not.
    PartlyReceived,
    /// Nothing is in transit, and nothing will be.
    Settled,
}

impl TransitStatus {
    pub const ALL: [Self; 5] = [Self::None, Self::PartlyShipped, Self::InTransit, Self::PartlyReceived, Self::Settled];

    /// The code on the wire.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::None => 0,
            Self::PartlyShipped => 1,
            Self::InTransit => 2,
            Self::PartlyReceived => 3,
            Self::Settled => 4,
        }
    }

    /// As stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::PartlyShipped => "partly_shipped",
            Self::InTransit => "in_transit",
            Self::PartlyReceived => "partly_received",
            Self::Settled => "settled",
        }
    }

    /// The one with that code.
    #[must_use]
    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }
}

/// A transfer order's own part. The figures are sums over the lines, kept for lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferPart {
    pub target: WarehouseId,
    /// Where goods are taken from and put, where a line says nothing.
    #[serde(default)]
    pub source_area: Option<AreaId>,
    #[serde(default)]
    pub target_area: Option<AreaId>,
    #[serde(default)]
    pub transit: TransitStatus,
    /// In transit to the target, and back.
    #[serde(default)]
    pub there: Quantity,
    #[serde(default)]
    pub back: Quantity,
    #[serde(default)]
    pub arrived: Quantity,
    #[serde(default)]
    pub lost: Quantity,
    #[serde(default)]
    pub returned: Quantity,
    /// When goods left for the first time, in Unix milliseconds.
    #[serde(default)]
    pub shipped_at: Option<i64>,
}

impl TransferPart {
    /// Of a transfer of which nothing has left yet.
    #[must_use]
    pub const fn to(target: WarehouseId) -> Self {
        Self {
            target,
            source_area: None,
            target_area: None,
            transit: TransitStatus::None,
            there: Quantity::ZERO,
            back: Quantity::ZERO,
            arrived: Quantity::ZERO,
            lost: Quantity::ZERO,
            returned: Quantity::ZERO,
            shipped_at: None,
        }
    }
}

/// What has become of a line's goods that left (`stocked` of the line says how many).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineTransit {
    /// Where they are to be put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<AreaId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shelf: Option<ShelfId>,
    /// At the target.
    #[serde(default)]
    pub arrived: Quantity,
    /// Of those, how many were damaged.
    #[serde(default)]
    pub damaged: Quantity,
    /// Sent back by the target.
    #[serde(default)]
    pub refused: Quantity,
    /// Of those, how many are at the source again.
    #[serde(default)]
    pub returned: Quantity,
    /// Given up in transit there, and in transit back.
    #[serde(default)]
    pub lost: Quantity,
    #[serde(default)]
    pub lost_back: Quantity,
    /// The goods that were sent back, and those that were given up, as they left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refusals: Vec<Lot>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
}

/// Goods of one batch, with the cost that they left with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot {
    /// Where they left from.
    pub area: AreaId,
    pub shelf: ShelfId,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub batch: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub produce_date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiry_date: Option<String>,
    pub quantity: Quantity,
    pub unit_cost: Cost,
    /// Since when they are on this road, in Unix milliseconds.
    pub at: i64,
    /// The oldest receipt that lay where they left from, by its sequence there. Nothing of goods that left before that was noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<i64>,
}

/// Goods that were given up in transit: written off at the cost they left with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub lot: Lot,
    pub way: Way,
    pub admin: AdminId,
    /// When they were given up, in Unix milliseconds.
    pub at: i64,
    /// The ledger of the warehouse where they were given up has rows of it. Of what was given up before there were any, not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub booked: bool,
}

impl Lot {
    /// What it is worth.
    #[must_use]
    pub fn value(&self) -> Amount {
        self.unit_cost.total(self.quantity)
    }

    /// Goods that can't be told apart in transit: of one batch and one cost. Of those, the first that left arrive first.
    fn like(&self, batch: &str, cost: Cost) -> bool {
        self.batch == batch && self.unit_cost == cost
    }
}

/// Takes goods from the first lots that are like them.
fn take(lots: &mut VecDeque<Lot>, batch: &str, cost: Cost, mut quantity: Quantity) {
    for lot in lots.iter_mut().filter(|lot| lot.like(batch, cost)) {
        let taken = lot.quantity.min(quantity);
        lot.quantity -= taken;
        quantity -= taken;
    }
    lots.retain(|lot| !lot.quantity.is_zero());
}

/// What is on a road of a line's goods, first what left first. `source` is the order's warehouse.
#[must_use]
pub fn lots(moves: &[LineMove], transit: &LineTransit, way: Way, source: WarehouseId) -> Vec<Lot> {
    let left = moves.iter().filter(|moved| moved.quantity < Quantity::ZERO).map(|moved| Lot {
        area: moved.area,
        shelf: moved.shelf,
        batch: moved.batch.clone(),
        produce_date: moved.produce_date.clone(),
        expiry_date: moved.expiry_date.clone(),
        quantity: -moved.quantity,
        unit_cost: moved.unit_cost,
        at: moved.at,
        received: moved.received,
    });
    let mut lots: VecDeque<Lot> = match way {
        Way::There => left.collect(),
        Way::Back => transit.refusals.iter().cloned().collect(),
    };
    let came = moves.iter().filter(|moved| moved.quantity > Quantity::ZERO && (moved.warehouse == source) == (way == Way::Back));
    came.for_each(|moved| take(&mut lots, &moved.batch, moved.unit_cost, moved.quantity));
    if way == Way::There {
        transit.refusals.iter().for_each(|lot| take(&mut lots, &lot.batch, lot.unit_cost, lot.quantity));
    }
    transit.losses.iter().filter(|loss| loss.way == way).for_each(|loss| take(&mut lots, &loss.lot.batch, loss.lot.unit_cost, loss.lot.quantity));
    lots.into()
}
