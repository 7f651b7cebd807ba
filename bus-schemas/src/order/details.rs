//! What only some commands take and what only some orders have: the sender's rights, parcels, picks changed by hand,
//! and the links between orders.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::process::{OrderKind, OrderStatus};
use crate::ids::{AdminId, AreaId, CarrierId, OrderId, ShelfId, WarehouseId};
use crate::number::Quantity;
use crate::warehouse::stock::Place;

/// Rights of a command's sender, beyond that to the step itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExtraRights {
    /// More may come in than the warehouse's tolerance allows.
    pub over: bool,
    /// A business date may lie further back than the warehouse allows.
    pub backdate: bool,
    /// Expired goods may leave.
    pub expired: bool,
    /// A super administrator, who may review what they wrote themselves.
    pub overrule: bool,
}

impl ExtraRights {
    /// Those of the system: imports and demo data.
    #[must_use]
    pub const fn all() -> Self {
        Self { over: true, backdate: true, expired: true, overrule: true }
    }
}

/// What a step takes beside its parts and its reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepDetails {
    /// Of a review: by a super administrator, although they wrote the order.
    pub overrule: bool,
    /// Of a review and of a move out: expired goods may be taken.
    pub expired: bool,
    /// Of a move: when the goods moved, `YYYY-MM-DD`. Without it the order's own date counts while anybody may date back to
    /// it, and today later.
    pub business_date: Option<String>,
    /// Of a move out: the parcels that leave. Of a correction of parcels: all of them as they are to be.
    pub parcels: Option<Vec<ParcelDraft>>,
    /// Of a change of picks.
    pub swaps: Vec<SwapDraft>,
    /// Of an end: what is open becomes a new order.
    pub back_order: bool,
    /// Of goods that a customer sends back: where they come in, if not where they had left from.
    pub back_to: Option<ReturnTarget>,
    /// Of a cost that is added.
    pub cost: Option<super::costs::CostDraft>,
    /// Of a cost that is taken back: which of the order's, from 1.
    pub cost_no: Option<u32>,
    /// The next version of the shop order that takes this step: it is written in the same transaction.
    pub shop: Option<Box<crate::shop::write::ShopWrite>>,
}

/// How much of a line moves now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartLine {
    pub line: u32,
    pub quantity: Decimal,
    /// Of goods that come in or arrive: where they are put, if not where the line says.
    #[serde(default)]
    pub to: TargetPlace,
    /// Of goods that come in: their batch, if not the line's. Of goods in transit: only those of this batch.
    #[serde(default)]
    pub batch: Option<String>,
    /// Of goods that come in: the dates of their batch, if not the line's. `YYYY-MM-DD`.
    #[serde(default)]
    pub produce_date: Option<String>,
    #[serde(default)]
    pub expiry_date: Option<String>,
    /// Of goods that arrive: they are damaged.
    #[serde(default)]
    pub damaged: bool,
    /// Of goods that go out, or to another place of the warehouse: only what is reserved for the line at this place.
    #[serde(default)]
    pub from: Option<PickedPlace>,
}

/// A place that goods of a line are taken from, and their batch. 0 and an empty text: none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PickedPlace {
    pub area: AreaId,
    pub shelf: ShelfId,
    pub batch: String,
}

/// Where a line's goods are to be put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetPlace {
    pub area: Option<AreaId>,
    pub shelf: Option<ShelfId>,
}

/// A warehouse that goods come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnTarget {
    pub warehouse: WarehouseId,
    /// The area of it, while goods are inspected there.
    pub area: Option<AreaId>,
}

/// How much of a line is in a parcel, or is reversed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineQuantity {
    pub line: u32,
    pub quantity: Quantity,
}

/// A movement of a line, by its row in the ledger of the order's warehouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedLine {
    pub line: u32,
    pub sequence: i64,
}

/// How much of a movement was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenBack {
    pub sequence: i64,
    pub quantity: Quantity,
}

/// A parcel as filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ParcelDraft {
    /// Of a parcel that is known already; it keeps its time.
    pub no: Option<u32>,
    pub carrier: Option<CarrierId>,
    pub courier_number: String,
    /// What is in it; without it, all that has left and is in no other parcel.
    pub lines: Option<Vec<PartLine>>,
}

/// A parcel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parcel {
    /// From 1.
    pub no: u32,
    pub carrier: Option<CarrierId>,
    pub courier_number: String,
    /// When it left, Unix milliseconds.
    pub at: i64,
    pub admin: AdminId,
    pub lines: Vec<LineQuantity>,
}

/// Whether an order has to be shipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShipmentStatus {
    /// Nobody ships it.
    #[default]
    None,
    Pending,
    Shipped,
}

impl ShipmentStatus {
    /// The code on the wire.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::None => 0,
            Self::Pending => 1,
            Self::Shipped => 2,
        }
    }
}

/// How an order goes to its customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shipment {
    pub status: ShipmentStatus,
    /// It is to be shipped, as its writer said.
    pub needed: bool,
    /// The carrier and number that its writer named beforehand.
    pub carrier: Option<CarrierId>,
    pub courier_number: String,
    pub parcels: Vec<Parcel>,
}

/// What an order's writer says about its shipment. `None` leaves a part as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShipmentDraft {
    pub needed: Option<bool>,
    /// 0 is no carrier.
    pub carrier: Option<CarrierId>,
    pub courier_number: Option<String>,
}

/// A change of a pick: a quantity of a line is to come from another place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwapDraft {
    pub line: u32,
    pub from: Place,
    pub to: Place,
    pub quantity: Decimal,
}

/// A pick that was changed by hand: what was proposed stays beside what is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swap {
    pub line: u32,
    pub proposed: Place,
    pub taken: Place,
    pub quantity: Quantity,
    /// Needed when it breaks the order in which goods leave.
    pub reason: Option<String>,
    pub admin: AdminId,
    /// Unix milliseconds.
    pub at: i64,
}

/// Why one order was made of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkReason {
    /// It takes back what the other moved.
    Reversal,
    /// It is for what the other did not deliver.
    BackOrder,
    /// The customer sent goods of the other back.
    Return,
    /// It sends goods of the other back to their supplier.
    SupplierReturn,
}

impl LinkReason {
    /// As on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reversal => "reversal",
            Self::BackOrder => "back_order",
            Self::Return => "return",
            Self::SupplierReturn => "supplier_return",
        }
    }
}

/// A link to another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLink {
    pub reason: LinkReason,
    pub kind: OrderKind,
    pub order: OrderId,
}

/// Where an order with this status is in its life, for what depends on it but not on its kind.
#[must_use]
pub fn moves_yet(kind: OrderKind, status: OrderStatus) -> bool {
    use super::process::Does;
    kind.process().steps.iter().any(|step| step.from.contains(&status) && matches!(step.does, Does::Move(_) | Does::Review))
}
