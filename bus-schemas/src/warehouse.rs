//! Stock commands and their results. What they speak of stands in [`stock`], the rows of the ledger in [`movement`].

use serde::{Deserialize, Serialize};

use crate::count::CountWrite;
use crate::hold::{HoldChange, ReservedPart};
use crate::ids::{AdminId, AreaId, CommandKey, ProductId, ShelfId, UnitId, WarehouseId};
use crate::notification::NotificationDraft;
use crate::number::{Amount, Cost, Price, Quantity};
use crate::order::Order;
use crate::order::details::Swap;
use crate::order::moves::OrderMove;
use crate::shop::write::ShopWrite;

pub mod movement;
pub mod stock;

pub use movement::{CostBasis, Movement, OrderRef};
pub use stock::{AskFailure, Blocked, Obstacle, Operation, Place, Shortage, StockRefusal};

/// Goods that come in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceiveLine {
    /// The order's line, from 1; 0 where there is none.
    pub line: u32,
    pub place: Place,
    pub unit: UnitId,
    pub quantity: Quantity,
    /// For one unit: the line's price, or, of goods that had a cost already, that cost with its 6 decimals.
    pub price: Price,
    /// `YYYY-MM-DD`.
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`, usable through its end.
    pub expiry_date: Option<String>,
    /// Of goods that came before this receipt: as of a [`Movement`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<i64>,
}

/// Goods that are asked for: a missing area, shelf or batch means 'any', and the picking order chooses (domain rules 2.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemandLine {
    pub line: u32,
    pub product: ProductId,
    pub unit: UnitId,
    pub area: Option<AreaId>,
    pub shelf: Option<ShelfId>,
    pub batch: Option<String>,
    pub quantity: Quantity,
    /// Days that the goods must keep from today on, as whoever gets them asks.
    #[serde(default)]
    pub life_days: u32,
    /// So much has to stay available of the product when it is reserved.
    #[serde(default)]
    pub keep: Quantity,
    /// The product may not go below zero, whatever the warehouse allows.
    #[serde(default)]
    pub never_below_zero: bool,
    /// Of goods that leave: only what is reserved for the line at this place.
    #[serde(default)]
    pub from: Option<Place>,
    /// Of goods that go back to their supplier: what one unit came for. They leave at that instead of the average.
    #[serde(default)]
    pub cost: Option<Cost>,
}

impl DemandLine {
    /// So much of a product, wherever it lies and at its average cost.
    #[must_use]
    pub fn new(line: u32, product: ProductId, unit: UnitId, quantity: Quantity) -> Self {
        Self {
            line,
            product,
            unit,
            area: None,
            shelf: None,
            batch: None,
            quantity,
            life_days: 0,
            keep: Quantity::ZERO,
            never_below_zero: false,
            from: None,
            cost: None,
        }
    }
}

/// Goods that a line lacks and takes over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandOverLine {
    pub demand: DemandLine,
    /// What is open of the line: no more may be reserved for it.
    pub open: Quantity,
}

/// Goods that are moved to another place of their warehouse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftLine {
    /// What is taken, and from where.
    pub from: DemandLine,
    pub area: AreaId,
    pub shelf: ShelfId,
}

/// A correction of one stock balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjustLine {
    pub line: u32,
    pub place: Place,
    pub unit: UnitId,
    /// Signed: what is added or taken away.
    pub change: Quantity,
    /// What found goods cost where the warehouse knows neither an average nor a last price.
    #[serde(default)]
    pub price: Option<Price>,
    /// Of found goods. `YYYY-MM-DD`.
    #[serde(default)]
    pub produce_date: Option<String>,
    /// Of found goods. `YYYY-MM-DD`, usable through its end.
    #[serde(default)]
    pub expiry_date: Option<String>,
    /// The product may not go below zero, whatever the warehouse allows.
    #[serde(default)]
    pub never_below_zero: bool,
}

impl AdjustLine {
    /// A change of goods that are known at the place.
    #[must_use]
    pub const fn new(line: u32, place: Place, unit: UnitId, change: Quantity) -> Self {
        Self { line, place, unit, change, price: None, produce_date: None, expiry_date: None, never_below_zero: false }
    }
}

/// The difference that was counted at one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedLine {
    pub adjust: AdjustLine,
    /// The ledger's last sequence when it was counted. What moved later stays.
    pub sequence: i64,
}

/// A movement that is taken back: so much goes back to where it came from, at the cost it had then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReverseLine {
    /// The line of the order that takes back.
    pub line: u32,
    /// The line that is taken back.
    pub of_line: u32,
    pub place: Place,
    pub unit: UnitId,
    /// Signed change of on hand.
    pub change: Quantity,
    pub unit_cost: Cost,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    /// Of goods that changed their place within the warehouse: where they go back to, at what such goods cost now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Place>,
}

/// Goods of a line that came with one receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostPiece {
    /// What came and was not taken back.
    pub quantity: Quantity,
    /// What has come of the product after it, as far as the ledger was read.
    pub since: Quantity,
}

/// A cost of goods that have come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostLine {
    pub line: u32,
    pub product: ProductId,
    pub unit: UnitId,
    pub amount: Amount,
    /// The receipts of the line's goods.
    pub pieces: Vec<CostPiece>,
    /// The last ledger row that the pieces know of.
    pub as_of: i64,
    /// Of a cost that is taken back: what of it was put onto goods that were there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Amount>,
}

/// Whether expired goods may be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expired {
    #[default]
    Refused,
    /// After all that is usable.
    Last,
    /// In the order of their dates, so before all that is usable.
    First,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum StockAction {
    /// Take goods in.
    Receive { lines: Vec<ReceiveLine> },
    /// Take in goods that customers send back, where no order says what they left with: at what such goods cost here.
    ReceiveReturned { lines: Vec<ReceiveLine> },
    /// Promise goods to the order: all lines or none.
    Reserve { lines: Vec<DemandLine> },
    /// Give back what is still reserved for the order.
    Release,
    /// Send goods out: from the order's reservations first, then from what is available. All lines or none.
    Issue { lines: Vec<DemandLine>, release_rest: bool },
    /// Move goods from place to place: out and in at once, with batch, dates and cost as they are. From the order's
    /// reservations first, then from what is available. All lines or none.
    Shift { lines: Vec<ShiftLine>, release_rest: bool },
    /// Take back what an order moved: all lines or none.
    Reverse {
        lines: Vec<ReverseLine>,
        /// Of a return: the next version of the order whose goods had come back, written in the same transaction.
        #[serde(default)]
        returned_of: Option<Box<OrderWrite>>,
    },
    /// Take in goods that were given up in transit, at what they left with, and write them off at once.
    Lose { lines: Vec<ReceiveLine> },
    /// Take in goods that come back, at the costs they left with: all lines or none.
    Return { lines: Vec<ReverseLine> },
    /// Add costs to goods that have come: to the average what is still there, the rest as a record of its own.
    AddCost { lines: Vec<CostLine> },
    /// Take an added cost back: from the average what is still there of the goods that bear it, the rest as a record of its own.
    TakeCostBack { lines: Vec<CostLine> },
    /// Move the order's reservations to other places: all or none.
    Swap {
        swaps: Vec<Swap>,
        /// As of a [`DemandLine`].
        #[serde(default)]
        life_days: u32,
    },
    /// Correct figures: all lines or none.
    Adjust { lines: Vec<AdjustLine> },
    /// Change the state of a batch. What is reserved of goods that become held is released.
    Hold { change: HoldChange },
    /// The purposes of areas have changed in the store: release what is reserved of goods that are held by now.
    Enforce,
    /// Put goods of a place onto another area and shelf, also such as are held: what was inspected goes where it belongs.
    /// Free ones go first; what is reserved of the others goes with them.
    Relocate { from: Place, area: AreaId, shelf: ShelfId, quantity: Quantity },
    /// Correct the dates of goods: of a batch at all its places in the warehouse, of goods without one at this place.
    CorrectDates { place: Place, produce_date: Option<String>, expiry_date: Option<String> },
    /// Give back parts of what is reserved for the order: all parts or none.
    ReleaseParts { parts: Vec<ReservedPart> },
    /// Take parts of what is reserved for another order, whose next version is written with it, and reserve the lines
    /// for this one by the picking order: all of it or nothing.
    HandOver { from: OrderRef, from_write: Option<Box<OrderWrite>>, parts: Vec<ReservedPart>, lines: Vec<HandOverLine> },
    /// Take over all that is reserved for another order: it is released, and the lines are reserved for this one by the
    /// picking order, also what the other one had lost. The other's next version is written with it, if it has one.
    TakeOverAll { from: OrderRef, from_write: Option<Box<OrderWrite>>, lines: Vec<DemandLine> },
    /// Post a count sheet: all of its differences or none, in one transaction with the sheet.
    Count { write: Box<CountWrite>, lines: Vec<CountedLine> },
}

/// A command to a warehouse. Applied wholly or refused wholly, in one transaction with the order's new state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockCommand {
    pub id: CommandKey,
    /// Who does it.
    pub admin: AdminId,
    /// When the goods moved, for reports: `YYYY-MM-DD` in the warehouse's zone.
    pub business_date: String,
    /// The order it is done for; a free-standing adjustment has none.
    pub order: Option<OrderRef>,
    pub action: StockAction,
    #[serde(default)]
    pub expired: Expired,
    /// Written in the same transaction, guarded by its version.
    pub order_write: Option<OrderWrite>,
    /// A second order that the same transaction writes: one that is made of the first, or that the first was made of.
    #[serde(default)]
    pub also: Option<OrderWrite>,
    /// The next version of a shop order, with all that goes with it, in the same transaction.
    #[serde(default)]
    pub shop: Option<Box<ShopWrite>>,
    /// Written in the same transaction.
    pub notifications: Vec<NotificationDraft>,
}

impl StockCommand {
    /// A command that is done for no order and writes nothing beside its movements.
    #[must_use]
    pub fn new(id: CommandKey, admin: AdminId, business_date: impl Into<String>, action: StockAction) -> Self {
        Self {
            id,
            admin,
            business_date: business_date.into(),
            order: None,
            action,
            expired: Expired::Refused,
            order_write: None,
            also: None,
            shop: None,
            notifications: Vec::new(),
        }
    }

    /// The document of another order that is written in the same transaction.
    #[must_use]
    pub fn other_write(&self) -> Option<&OrderWrite> {
        match &self.action {
            StockAction::HandOver { from_write, .. } | StockAction::TakeOverAll { from_write, .. } => from_write.as_deref(),
            StockAction::Reverse { returned_of, .. } => returned_of.as_deref(),
            _ => None,
        }
    }

    /// Every document that is written in the same transaction.
    pub fn writes(&self) -> impl Iterator<Item = &OrderWrite> {
        self.order_write.iter().chain(self.other_write()).chain(&self.also)
    }
}

/// An order's new state. The write is refused when the stored version is not `order.version - 1`, or for an order that
/// it creates, when there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderWrite {
    /// The command that changes the order, remembered with its answer.
    pub command: CommandKey,
    pub order: Order,
    /// For an order that this write creates: the day of its number, `YYYY-MM-DD`. The number is given with it.
    #[serde(default)]
    pub numbered: Option<String>,
}

impl OrderWrite {
    /// Whether it creates the order, which has its number already or gets it with this write.
    #[must_use]
    pub const fn creates(&self) -> bool {
        self.numbered.is_some() || self.order.version == 1
    }
}

/// Addressed to the actor of one warehouse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockRequest {
    pub warehouse: WarehouseId,
    pub command: StockCommand,
    /// Deadline in Unix milliseconds; afterwards nobody waits for the answer.
    pub deadline: i64,
}

/// What a command did, as it is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockDone {
    pub command: CommandKey,
    /// The command had been done before; this is what it did then.
    pub repeated: bool,
    /// First and last sequence it wrote; `None` when it changed nothing (a release without reservations).
    pub sequences: Option<(i64, i64)>,
}

/// What a command did, for its sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockAnswer {
    pub command: CommandKey,
    /// The command had been done before; this is what it did then.
    pub repeated: bool,
    /// First and last sequence it wrote; `None` when it changed nothing (a release without reservations).
    pub sequences: Option<(i64, i64)>,
    /// What moved for the order that was written with it, which was completed with the same. Empty for a command that
    /// had been done before: the order is read again then.
    #[serde(default)]
    pub moves: Vec<OrderMove>,
}

impl From<StockDone> for StockAnswer {
    fn from(StockDone { command, repeated, sequences }: StockDone) -> Self {
        Self { command, repeated, sequences, moves: Vec::new() }
    }
}

/// The answer of a warehouse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "answer", content = "body")]
pub enum StockReply {
    Done(StockAnswer),
    Refused(StockRefusal),
    Failed(AskFailure),
}

impl From<AskFailure> for StockReply {
    fn from(failure: AskFailure) -> Self {
        Self::Failed(failure)
    }
}
