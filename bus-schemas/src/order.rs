//! Orders: the document, its commands and the answers. What the kinds of orders are stands in [`kinds`].

use serde::{Deserialize, Serialize};

use crate::hold::ReservedPart;
use crate::ids::{AdminId, AreaId, CommandKey, OrderId, PartnerId, ProductId, ShelfId, UnitId, WarehouseId};
use crate::number::{Amount, Price, Quantity};
use crate::warehouse::stock::{AskFailure, StockRefusal};

pub mod adjustment;
pub mod costs;
pub mod counters;
pub mod details;
pub mod kinds;
pub mod moves;
pub mod process;
mod steps;
pub mod transfer;
mod transit;
pub mod units;

pub use details::{ExtraRights, LinkReason, OrderLink, PartLine, PickedPlace, Shipment, ShipmentDraft, StepDetails, TargetPlace};
pub use moves::{LineMove, OrderMove};
pub use process::{OrderKind, OrderStatus, OrderType};
pub use transfer::{LineTransit, TransferPart};

/// Most lines of one order.
pub const LINES_MAX: usize = 5_000;

fn nothing(quantity: &Quantity) -> bool {
    quantity.is_zero()
}

/// One line of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLine {
    /// From 1.
    pub line: u32,
    pub product: ProductId,
    /// The product's unit when the line was written.
    pub unit: UnitId,
    pub area: Option<AreaId>,
    pub shelf: Option<ShelfId>,
    pub quantity: Quantity,
    /// How the quantity was entered, if in another unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered: Option<units::EnteredQuantity>,
    pub price: Price,
    /// quantity x price, by the server.
    pub total: Amount,
    pub batch: Option<String>,
    /// `YYYY-MM-DD`.
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`.
    pub expiry_date: Option<String>,
    /// How much of it has moved.
    pub stocked: Quantity,
    /// Of a transfer: the movements of its goods, oldest first. Those of other orders are in the ledger only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<LineMove>,
    /// Of an adjustment: why this line is corrected, where that differs from the order's type.
    #[serde(default)]
    pub reason: Option<OrderType>,
    /// Of a transfer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transit: Option<LineTransit>,
    /// How much of what has moved was taken back, by reversals and by returns.
    #[serde(default, skip_serializing_if = "nothing")]
    pub reversed: Quantity,
    /// Of that, how much of which movement. What was taken back before movements were named is only in the sum.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<details::TakenBack>,
    /// Of an order that takes another one back: which movement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes_back: Option<details::MovedLine>,
}

/// What happened to an order, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// Unix milliseconds.
    pub at: i64,
    pub admin: AdminId,
    /// `add`, `edit`, `del`, or a step of the kind.
    pub action: String,
    pub from: Option<OrderStatus>,
    pub to: OrderStatus,
    pub reason: Option<String>,
    /// A super administrator did what the rules ask of another person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overruled: bool,
}

/// An order as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub id: OrderId,
    pub kind: OrderKind,
    /// `inbound_order_no` or `outbound_order_no`: given by the system.
    pub number: String,
    /// `order_no`: the partner's own number; equals `number` when none was typed.
    pub reference: String,
    pub warehouse: WarehouseId,
    /// Supplier or customer.
    pub partner: Option<PartnerId>,
    pub order_type: OrderType,
    pub status: OrderStatus,
    pub lines: Vec<OrderLine>,
    pub total_amount: Amount,
    pub total_quantity: Quantity,
    pub remark: String,
    /// `YYYY-MM-DD`.
    pub business_date: String,
    /// Who is in charge.
    pub admin: AdminId,
    pub created_by: AdminId,
    /// Everybody who created or edited the order. None of them counts as the second pair of eyes.
    pub edited_by: Vec<AdminId>,
    pub audited_by: Option<AdminId>,
    /// Of kinds that are shipped.
    #[serde(default)]
    pub shipment: Option<Shipment>,
    /// Picks that were changed by hand, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub swaps: Vec<details::Swap>,
    /// The order that it was made of.
    #[serde(default)]
    pub origin: Option<OrderLink>,
    /// The orders that were made of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<OrderLink>,
    /// What its goods cost beside their price, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<costs::AddedCost>,
    /// The history entry of this version. The entries of all versions are stored beside the order, a row each.
    pub entry: Option<HistoryEntry>,
    /// Rises by one with every change.
    pub version: i64,
    /// Unix milliseconds.
    pub created_at: i64,
    pub updated_at: i64,
    /// Soft deletion.
    pub deleted_at: Option<i64>,
    /// Of a transfer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer: Option<TransferPart>,
    /// The shop order that it sends goods of: that one alone changes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shop: Option<ShopLink>,
}

/// The shop order that an outbound order belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopLink {
    pub order: OrderId,
    pub order_no: String,
    /// As of the shop order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_until: Option<String>,
}

/// Where a transfer's goods go, as filled in. What is `None` stays as it is; an area of 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferDraft {
    pub target: Option<WarehouseId>,
    pub source_area: Option<AreaId>,
    pub target_area: Option<AreaId>,
}

/// An order as a person fills it in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDraft {
    pub warehouse: WarehouseId,
    pub partner: Option<PartnerId>,
    pub order_type: OrderType,
    pub reference: Option<String>,
    pub remark: String,
    pub business_date: String,
    /// Who is to be in charge. `None` leaves it as it is; for a new order it is its creator.
    #[serde(default)]
    pub admin: Option<AdminId>,
    /// Of kinds that are shipped. `None` leaves it as it is.
    #[serde(default)]
    pub shipment: Option<ShipmentDraft>,
    pub lines: Vec<DraftLine>,
    /// Of a transfer.
    #[serde(default)]
    pub transfer: Option<TransferDraft>,
}

impl OrderDraft {
    /// An order with these lines, `YYYY-MM-DD`, and nothing else said of it.
    #[must_use]
    pub fn new(warehouse: WarehouseId, order_type: OrderType, business_date: impl Into<String>, lines: Vec<DraftLine>) -> Self {
        Self {
            warehouse,
            partner: None,
            order_type,
            reference: None,
            remark: String::new(),
            business_date: business_date.into(),
            admin: None,
            shipment: None,
            lines,
            transfer: None,
        }
    }
}

/// A change of an order. Fields that are `None` keep the value they have when the order's actor applies the change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderChange {
    pub warehouse: Option<WarehouseId>,
    /// The order's type decides which of the two is the partner; 0 is nobody.
    pub supplier: Option<PartnerId>,
    pub customer: Option<PartnerId>,
    pub order_type: Option<OrderType>,
    /// An empty one is replaced by the order's own number.
    pub reference: Option<String>,
    pub remark: Option<String>,
    pub business_date: Option<String>,
    #[serde(default)]
    pub admin: Option<AdminId>,
    #[serde(default)]
    pub shipment: Option<ShipmentDraft>,
    pub lines: Option<Vec<DraftLine>>,
    /// Of a transfer.
    #[serde(default)]
    pub transfer: Option<TransferDraft>,
    /// What the sender sees. Of another target they know no places, and leave them as they are.
    #[serde(default)]
    pub sight: Sight,
}

/// Which warehouses a person sees. Without a word it is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Sight {
    Everything,
    Warehouses(Vec<WarehouseId>),
}

impl Default for Sight {
    fn default() -> Self {
        Self::Warehouses(Vec::new())
    }
}

impl Sight {
    #[must_use]
    pub fn sees(&self, warehouse: WarehouseId) -> bool {
        match self {
            Self::Everything => true,
            Self::Warehouses(seen) => seen.contains(&warehouse),
        }
    }
}

/// A line as filled in. Figures are checked, and the product's unit is looked up, when it becomes an [`OrderLine`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftLine {
    pub product: ProductId,
    pub area: Option<AreaId>,
    pub shelf: Option<ShelfId>,
    /// In the unit below.
    pub quantity: rust_decimal::Decimal,
    /// The product's own without.
    #[serde(default)]
    pub unit: Option<units::DraftUnit>,
    /// Of one base unit.
    pub price: rust_decimal::Decimal,
    /// Instead of a price: that of the line in its place, or else of the first one with its product.
    #[serde(default)]
    pub keeps_price: bool,
    pub batch: Option<String>,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    #[serde(default)]
    pub reason: Option<OrderType>,
    /// Of a transfer.
    #[serde(default)]
    pub target: TargetPlace,
}

impl DraftLine {
    /// So much of a product's own unit, without a price. Nothing is said of where it lies or of which batch it is.
    #[must_use]
    pub fn new(product: ProductId, quantity: rust_decimal::Decimal) -> Self {
        Self {
            product,
            area: None,
            shelf: None,
            quantity,
            unit: None,
            price: rust_decimal::Decimal::ZERO,
            keeps_price: false,
            batch: None,
            produce_date: None,
            expiry_date: None,
            reason: None,
            target: TargetPlace::default(),
        }
    }
}

/// What a command asks of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum OrderAction {
    Create {
        draft: OrderDraft,
    },
    Edit {
        change: OrderChange,
    },
    /// A step of the kind's process, with what it takes.
    Step {
        step: String,
        /// Of a step that moves goods: the named parts, or everything that is open.
        #[serde(default)]
        parts: Option<Vec<PartLine>>,
        /// Of a step that ends the order.
        #[serde(default)]
        reason: Option<String>,
        #[serde(default)]
        details: Box<StepDetails>,
    },
    /// Soft deletion.
    Delete,
    /// Takes back a deletion.
    Restore,
    /// Give back parts of what is reserved for it.
    Release {
        parts: Vec<ReservedPart>,
        reason: String,
    },
    /// Reserve what a line lacks with parts of what is reserved for another order.
    TakeOver {
        from_kind: OrderKind,
        from: OrderId,
        parts: Vec<ReservedPart>,
        line: u32,
        reason: String,
    },
}

impl OrderAction {
    /// A step that takes nothing, or moves everything that is open.
    #[must_use]
    pub fn step(step: &str) -> Self {
        Self::Step { step: step.to_owned(), parts: None, reason: None, details: Box::default() }
    }

    /// A step that moves parts.
    #[must_use]
    pub fn moving(step: &str, parts: Vec<PartLine>) -> Self {
        Self::Step { step: step.to_owned(), parts: Some(parts), reason: None, details: Box::default() }
    }

    /// A step that takes a reason.
    #[must_use]
    pub fn ending(step: &str, reason: &str) -> Self {
        Self::Step { step: step.to_owned(), parts: None, reason: Some(reason.to_owned()), details: Box::default() }
    }

    /// Its name, as in routes, permission nodes and the history.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Create { .. } => process::ADD,
            Self::Edit { .. } => process::EDIT,
            Self::Step { step, .. } => step,
            Self::Delete => process::DELETE,
            Self::Restore => process::RESTORE,
            Self::Release { .. } => process::RELEASE,
            Self::TakeOver { .. } => process::TAKE_OVER,
        }
    }
}

/// A command to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderCommand {
    pub id: CommandKey,
    pub admin: AdminId,
    /// The version the sender saw, if it knows of versions.
    pub version: Option<i64>,
    pub action: OrderAction,
    /// Bulk import: no notifications, and what was reviewed elsewhere needs no second person here.
    #[serde(default)]
    pub quiet: bool,
    /// What its sender may do beyond the action itself.
    #[serde(default)]
    pub may: ExtraRights,
    /// The day in the site's zone when the command was given, `YYYY-MM-DD`: that of numbers. For the rules, the order's actor
    /// puts the day of a warehouse with a zone of its own in its place.
    pub today: String,
}

/// Addressed to the actor of one order; for `Create`, `order` is the id that the store gave beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderRequest {
    pub kind: OrderKind,
    pub order: OrderId,
    pub command: OrderCommand,
    /// Deadline in Unix milliseconds; afterwards nobody waits for the answer.
    pub deadline: i64,
}

/// Why an order refuses a command. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "refused")]
pub enum OrderRefusal {
    /// The order's state does not allow it.
    #[error("not allowed in this state")]
    Transition { status: OrderStatus, allowed: Vec<String> },
    /// Somebody else changed it since.
    #[error("changed meanwhile by {changed_by}")]
    Version { current: i64, changed_by: AdminId },
    /// There is no such order.
    #[error("no such order")]
    NotFound,
    /// A field is missing or impossible: its path (`lines[2].quantity`) and the key of the message.
    #[error("{field}: {key}")]
    Invalid { field: String, key: String },
    /// The reviewer wrote or changed the order themselves.
    #[error("another person must review")]
    FourEyes,
    /// The typed number exists already for this partner.
    #[error("the number exists already")]
    DuplicateReference { reference: String },
    /// The person used this command id before, for another order or another action.
    #[error("the command id was used before for something else")]
    CommandReused,
    /// The warehouse refuses.
    #[error("{refusal}")]
    Stock { refusal: StockRefusal },
}

/// What a command did to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDone {
    pub id: OrderId,
    pub number: String,
    pub status: OrderStatus,
    pub version: i64,
    /// Actions the new state allows.
    pub allowed: Vec<String>,
    /// The command had been done before.
    pub repeated: bool,
}

/// The answer of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "answer", content = "body")]
pub enum OrderReply {
    Done(OrderDone),
    Refused(OrderRefusal),
    Failed(AskFailure),
}

impl From<AskFailure> for OrderReply {
    fn from(failure: AskFailure) -> Self {
        Self::Failed(failure)
    }
}
