//! Count sheets: the document of a stock-taking (number prefix PD), its lines and what was counted.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::ids::{AdminId, CommandKey, CountId, OrderId, UnitId, WarehouseId};
use crate::number::{Cost, Quantity};
use crate::order::process::OrderKind;
use crate::order::units::EnteredQuantity;
use crate::warehouse::stock::Place;

/// The prefix of the numbers of count sheets.
pub const PREFIX: &str = "PD";
/// Most lines of one sheet.
pub const LINES_MAX: usize = 5_000;
/// Most results that one line keeps.
pub const RESULTS_MAX: usize = 50;
/// Most units that one result is counted in.
pub const PARTS_MAX: usize = 20;

/// The status of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CountStatus {
    Counting,
    Submitted,
    Posted,
    Voided,
}

impl CountStatus {
    /// Every status, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::Counting, Self::Submitted, Self::Posted, Self::Voided];

    /// The code on the wire.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Counting => 0,
            Self::Submitted => 1,
            Self::Posted => 2,
            Self::Voided => 3,
        }
    }

    /// The status with that code.
    #[must_use]
    pub fn of_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }

    /// In the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Counting => "counting",
            Self::Submitted => "submitted",
            Self::Posted => "posted",
            Self::Voided => "voided",
        }
    }
}

/// What a sheet covers. Empty lists and a missing number of days do not limit it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountScope {
    #[serde(default)]
    pub areas: Vec<i64>,
    /// With the categories below them.
    #[serde(default)]
    pub categories: Vec<i64>,
    #[serde(default)]
    pub products: Vec<i64>,
    /// Only places whose figures changed in the last days.
    #[serde(default)]
    pub moved_days: Option<u32>,
}

/// From which difference on a second count is asked for. None asks for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tolerance {
    /// Of the book figure.
    #[serde(default)]
    pub percent: Option<Decimal>,
    /// At cost.
    #[serde(default)]
    pub value: Option<Decimal>,
}

/// What happened to a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountEvent {
    /// Unix milliseconds.
    pub at: i64,
    pub admin: AdminId,
    /// `add`, `edit`, `submit`, `recount`, `post`, `void`, `zeroRest`.
    pub action: String,
    pub from: Option<CountStatus>,
    pub to: CountStatus,
    pub reason: Option<String>,
}

/// A reservation that a posted count left without all of its goods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostReservation {
    pub kind: OrderKind,
    pub order: OrderId,
    /// The order's line.
    pub line: u32,
    pub place: Place,
    pub missing: Quantity,
}

/// What posting a sheet did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountPosting {
    pub equal: u32,
    pub different: u32,
    pub not_counted: u32,
    /// First and last ledger row; none where nothing was different.
    pub sequences: Option<(i64, i64)>,
    /// Reservations whose goods were not there, up to [`LOST_MAX`].
    pub lost: Vec<LostReservation>,
}

/// Most reservations that a posting names.
pub const LOST_MAX: usize = 500;

/// How far a sheet is. The lines say the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountTallies {
    /// Also the last line's number: those of found goods continue it.
    pub lines: u32,
    pub counted: u32,
    pub different: u32,
    /// Lines that are to be counted again.
    pub recount: u32,
}

/// A count sheet as stored, without its lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountSheet {
    pub id: CountId,
    /// Given by the system.
    pub number: String,
    pub warehouse: WarehouseId,
    pub scope: CountScope,
    /// Counters do not see the book figures.
    pub blind: bool,
    pub status: CountStatus,
    pub tolerance: Tolerance,
    pub remark: String,
    /// `YYYY-MM-DD`
    pub business_date: String,
    /// Who is in charge.
    pub admin: AdminId,
    pub created_by: AdminId,
    pub submitted_by: Option<AdminId>,
    pub posted_by: Option<AdminId>,
    pub posting: Option<CountPosting>,
    /// The history entry of this version. The entries of all versions are stored beside the sheet, a row each.
    pub entry: Option<CountEvent>,
    /// Rises by one with every change but results.
    pub version: i64,
    /// Rises by one with every result.
    pub saves: i64,
    pub tallies: CountTallies,
    /// Everybody who has counted. None of them reviews.
    pub counters: Vec<AdminId>,
    /// Unix milliseconds.
    pub created_at: i64,
    pub updated_at: i64,
}

/// What one person counted at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountResult {
    /// In base units.
    pub quantity: Quantity,
    /// As it was typed, where other units than the product's own are among it: 3 boxes and 4 pieces. Their sum is the quantity.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entered: Vec<EnteredQuantity>,
    /// What the books said when it was counted, and the ledger's last sequence then.
    pub book: Quantity,
    pub sequence: i64,
    /// What one unit cost then, for the difference's value.
    pub cost: Cost,
    pub admin: AdminId,
    /// Unix milliseconds.
    pub at: i64,
    /// Nobody looked: set with the rest.
    #[serde(default)]
    pub zeroed: bool,
}

impl CountResult {
    /// Counted less book.
    #[must_use]
    pub fn difference(&self) -> Quantity {
        self.quantity - self.book
    }
}

/// A line of a sheet: one place, and everything that was counted there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountLine {
    /// From 1.
    pub line: u32,
    #[serde(flatten)]
    pub place: Place,
    pub unit: UnitId,
    /// Not on the sheet when it was made.
    #[serde(default)]
    pub found: bool,
    /// `YYYY-MM-DD`
    #[serde(default)]
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`
    #[serde(default)]
    pub expiry_date: Option<String>,
    /// Why it is different.
    #[serde(default)]
    pub reason: Option<String>,
    /// A reviewer wants it counted again.
    #[serde(default)]
    pub asked: bool,
    /// Oldest first: the last one counts.
    #[serde(default)]
    pub results: Vec<CountResult>,
}

/// The state of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineState {
    NotCounted,
    /// Counted, and the books are right.
    Equal,
    Different,
}

impl LineState {
    /// On the wire and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotCounted => "not_counted",
            Self::Equal => "equal",
            Self::Different => "different",
        }
    }
}

/// A sheet as a person asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountDraft {
    pub warehouse: WarehouseId,
    pub scope: CountScope,
    pub blind: bool,
    pub remark: String,
    pub admin: Option<AdminId>,
}

/// Where found goods lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundPlace {
    pub place: Place,
    pub unit: UnitId,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
}

/// The count sheet that a movement was posted from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CountRef {
    pub id: CountId,
    /// The sheet's number, written on the record (`PD202601020001`).
    pub number: String,
}

/// A sheet's new state. The write is refused when the stored version is not `sheet.version - 1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountWrite {
    /// The command that changes the sheet, remembered.
    pub command: CommandKey,
    pub sheet: CountSheet,
}
