//! The kind of orders that correct what lies where, and its reasons, which are its types.

use super::process::{Direction, Does, OrderProcess, OrderStatus, OrderType, State, Step, TypeRow};
use super::steps::{AUDIT, CANCEL, DELETE_PENDING, EDIT_PENDING, MOVE, POST, REOPEN, REVIEW, TAKE_MOVES_BACK};
use crate::notification::row::NotificationKind;
use crate::warehouse::stock::Operation;

impl OrderType {
    /// Goods that broke.
    pub const DAMAGE: Self = Self::new("damage");
    /// Goods that are gone.
    pub const LOSS: Self = Self::new("loss");
    /// Goods that were given away as samples.
    pub const SAMPLE: Self = Self::new("sample");
    /// Goods that nobody knew of.
    pub const FOUND: Self = Self::new("found");
    /// What was there when the books began.
    pub const OPENING: Self = Self::new("opening");

    /// Whether an adjustment for this reason adds goods.
    #[must_use]
    pub fn gains(self) -> bool {
        self == Self::FOUND || self == Self::OPENING
    }
}

const fn reason(order_type: OrderType, code: i64) -> TypeRow {
    TypeRow { order_type, code, partner: None }
}

pub(super) static ADJUSTMENT: OrderProcess = OrderProcess {
    name: "adjustment",
    prefix: "TZ",
    noun: "adjustment",
    controller: "warehouse.AdjustmentOrder",
    page: "warehouse/adjustmentOrder",
    operations: "adjustmentOrder",
    number_field: "adjustment_order_no",
    operation: Some(Operation::Adjustment),
    ships: false,
    transfers: false,
    partner: None,
    types: &[
        reason(OrderType::DAMAGE, 10),
        reason(OrderType::LOSS, 20),
        reason(OrderType::SAMPLE, 30),
        reason(OrderType::FOUND, 40),
        reason(OrderType::OPENING, 50),
    ],
    states: &[
        State { status: OrderStatus::PENDING, code: 0, text: "status.pending", reserves: false },
        State { status: OrderStatus::REVIEWED, code: 1, text: "status.reviewed", reserves: false },
        State { status: OrderStatus::STOCKED, code: 2, text: "status.stocked.adjustment", reserves: false },
        State { status: OrderStatus::VOIDED, code: 3, text: "status.voided", reserves: false },
    ],
    begins: OrderStatus::PENDING,
    steps: &[
        EDIT_PENDING,
        Step { name: AUDIT, summary: "Review an adjustment", ..REVIEW },
        Step { name: POST, summary: "Post an adjustment: all of its lines", does: Does::Move(Direction::Signed), ..MOVE },
        Step { summary: "Take back the review of an adjustment", ..REOPEN },
        Step { summary: "Void an adjustment that was not posted", ..CANCEL },
        Step { summary: "Take back what an adjustment corrected, by a counter-order", from: &[OrderStatus::STOCKED], ..TAKE_MOVES_BACK },
        DELETE_PENDING,
    ],
    created: Some(NotificationKind::ORDER_REVIEW),
};
