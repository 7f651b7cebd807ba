//! Where goods lie, what is done with them, and why a warehouse refuses or does not answer.

use serde::{Deserialize, Serialize};

use crate::ids::{AreaId, ProductId, ShelfId};
use crate::number::Quantity;

/// A stock location within a warehouse. A missing area or shelf is 0, a missing batch the empty string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    pub area: AreaId,
    pub shelf: ShelfId,
    pub product: ProductId,
    /// Trimmed, upper case, full width folded; at most 64 characters.
    pub batch: String,
}

/// `inventory record operation_type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    Inbound,
    Outbound,
    Transfer,
    Adjustment,
    Count,
    /// What goods are worth changes; none move.
    Cost,
    /// The dates of goods are corrected; none move.
    Dates,
}

impl Operation {
    /// The code on the wire and in the database (domain rules 0.1).
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Inbound => 10,
            Self::Outbound => 20,
            Self::Transfer => 30,
            Self::Adjustment => 40,
            Self::Count => 50,
            Self::Cost => 60,
            Self::Dates => 70,
        }
    }

    /// The operation of a code.
    #[must_use]
    pub fn from_code(code: i64) -> Option<Self> {
        [Self::Inbound, Self::Outbound, Self::Transfer, Self::Adjustment, Self::Count, Self::Cost, Self::Dates]
            .into_iter()
            .find(|operation| operation.code() == code)
    }
}

/// What a line lacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortage {
    pub line: u32,
    pub product: ProductId,
    pub wanted: Quantity,
    pub available: Quantity,
    /// What is there beside, expired.
    #[serde(default)]
    pub expired: Quantity,
}

/// Why a movement can't be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// The goods are not there any more.
    Gone,
    /// Others have them reserved.
    Reserved,
    /// They are held.
    Held,
}

/// A line that can't be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocked {
    /// The line of the original order.
    pub line: u32,
    pub product: ProductId,
    pub obstacle: Obstacle,
    pub wanted: Quantity,
    pub available: Quantity,
}

/// Why a warehouse refuses a command. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "refused")]
pub enum StockRefusal {
    /// Not enough is available; the short lines are named.
    #[error("not enough stock")]
    Short { lines: Vec<Shortage> },
    /// The batch is known with other dates.
    #[error("batch {batch} has other dates")]
    BatchDates { line: u32, batch: String, produce_date: Option<String>, expiry_date: Option<String> },
    /// Nothing of the batch, or of goods without one at the place, was ever in the warehouse.
    #[error("there are no such goods")]
    NoSuchGoods,
    /// A line's figures or dates are impossible.
    #[error("line {line}: {reason}")]
    Line { line: u32, reason: String },
    /// A sum would leave the range of a decimal or of 10^15.
    #[error("line {line}: the sum would be too large")]
    Overflow { line: u32 },
    /// Less is reserved there for the line.
    #[error("line {line}: {reserved} is reserved there")]
    NotReserved { line: u32, reserved: Quantity },
    /// More would be reserved for the line than is open of it.
    #[error("line {line} lacks {lacks}")]
    Lacks { line: u32, lacks: Quantity },
    /// These lines were counted and posted elsewhere since: their difference is in the books already.
    #[error("counted elsewhere since")]
    CountedSince { lines: Vec<u32> },
    /// The order or the count sheet was changed by somebody else meanwhile.
    #[error("the order has changed meanwhile")]
    OrderChanged,
    /// The person used this command id before, for another order or in another warehouse.
    #[error("the command id was used before for something else")]
    CommandReused,
    /// Lines whose movements can't be taken back.
    #[error("goods of {} lines are not there any more", lines.len())]
    Blocked { lines: Vec<Blocked> },
    /// A pick that breaks the order in which goods leave needs a reason.
    #[error("line {line}: another pick needs a reason")]
    PickReason { line: u32 },
    /// The month is closed.
    #[error("the month {month} is closed")]
    Closed { month: String },
    /// The warehouse is disabled or unknown.
    #[error("the warehouse is not in use")]
    NotInUse,
}

/// Why no answer could be given. The command may or may not have been done: ask again under the same id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "failed")]
pub enum AskFailure {
    /// Too much is waiting already; nothing was done.
    #[error("too busy")]
    Busy,
    /// The deadline passed before it began; nothing was done.
    #[error("expired before it began")]
    Expired,
    /// The database or the owner can't be reached, or the outcome of the commit is not known.
    #[error("outcome unknown: {reason}")]
    Unknown { reason: String },
    /// The node is stopping.
    #[error("stopping")]
    Stopping,
}
