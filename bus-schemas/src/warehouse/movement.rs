//! The rows of the ledger.

use serde::{Deserialize, Serialize};

use super::stock::{Operation, Place};
use crate::count::CountRef;
use crate::ids::{AdminId, CommandKey, OrderId, UnitId, WarehouseId};
use crate::number::{Amount, Cost, Quantity};
use crate::order::process::OrderKind;

/// The order that a movement or a reservation belongs to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OrderRef {
    pub kind: OrderKind,
    pub id: OrderId,
    /// The order's number, written on the record (`RK202601020001`).
    pub number: String,
}

/// Where the cost of a movement comes from, when it is neither a receipt's price nor the average that goods leave at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CostBasis {
    /// The price of the last receipt.
    LastPrice,
    /// The line's or the product's price: nothing of it was ever received.
    Price,
    /// What goods that had left before they came cost more or less than they left at.
    Correction,
    /// Freight, customs and the like: what of it is still there.
    Addition,
    /// The part of it whose goods have left already.
    Used,
    /// Of goods that come back: what they left with.
    Returned,
    /// Of goods that come back, where nobody says what they left with: the moving average.
    Average,
    /// What roundings have left of the value of goods that are all gone.
    Rounding,
    /// Of goods that go back to their supplier: the price they came for.
    Receipt,
    /// Of goods that were given up in transit, which come in and are written off at once: what they left with.
    Lost,
}

impl CostBasis {
    /// On the wire and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LastPrice => "last_price",
            Self::Price => "price",
            Self::Correction => "correction",
            Self::Addition => "addition",
            Self::Used => "used",
            Self::Returned => "returned",
            Self::Average => "average",
            Self::Rounding => "rounding",
            Self::Receipt => "receipt",
            Self::Lost => "lost",
        }
    }
}

/// One row of the ledger: a change of one place. Exactly one of `moved`, `reserved` may be zero; both are where the
/// state of a batch, the purpose of an area, the dates of goods or their cost have changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    pub warehouse: WarehouseId,
    /// From 1, without a gap, per warehouse.
    pub sequence: i64,
    pub command: CommandKey,
    /// Position within the command, from 0; the row with 0 carries the command's id.
    pub position: u32,
    /// `None` for a reservation or a release.
    pub operation: Option<Operation>,
    /// It takes back an earlier movement: turnover nets it against that.
    #[serde(default)]
    pub reverses: bool,
    pub order: Option<OrderRef>,
    pub line: u32,
    pub place: Place,
    pub unit: UnitId,
    /// Signed change of on hand.
    pub moved: Quantity,
    /// Signed change of reserved.
    pub reserved: Quantity,
    /// On hand at the place afterwards.
    pub balance: Quantity,
    /// Price (inbound) or moving-average cost (outbound) of one unit.
    pub unit_cost: Cost,
    /// Signed.
    pub amount: Amount,
    /// Marks a cost that is not the moving average.
    #[serde(default)]
    pub cost_basis: Option<CostBasis>,
    /// Of goods that go back to their supplier: the moving average that they would have left at.
    #[serde(default)]
    pub average_cost: Option<Cost>,
    /// The count sheet that it was posted from.
    #[serde(default)]
    pub count: Option<CountRef>,
    /// Of goods that came from another place of the warehouse, or leave for another warehouse: the sequence of the oldest
    /// receipt that lay there. Of goods that came from another warehouse: that of the last row that was here when they came
    /// there. They keep their turn of 'oldest receipt first'.
    #[serde(default)]
    pub received: Option<i64>,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    pub admin: AdminId,
    pub business_date: String,
    /// Unix milliseconds.
    pub at: i64,
}
