//! Transfer orders: goods go from one warehouse to another through transit, or from place to place within one
//! (`ops/decisions/0033-transfer-orders.md`).

use crate::notification::row::NotificationKind;
use crate::order::process::{At, Direction, Does, Moved, OrderKind, OrderProcess, OrderStatus, OrderType, State, Step, To, TypeRow, Way};
use crate::order::steps::{AUDIT, CANCEL, CHANGE_PICKS, DELETE_PENDING, EDIT_PENDING, END, MOVE, REOPEN, REVIEW, TAKE_MOVES_BACK};
use crate::warehouse::stock::Operation;

impl OrderKind {
    /// Goods that change their place.
    pub const TRANSFER: Self = Self::new(&TRANSFER);
}

/// The steps of a transfer.
pub const SHIP: &str = "ship";
pub const RECEIVE: &str = "receive";
pub const REFUSE: &str = "refuse";
pub const LOST: &str = "lost";
pub const RECEIVE_BACK: &str = "receiveBack";
pub const LOST_BACK: &str = "lostBack";
pub const SHIFT: &str = "move";

impl OrderStatus {
    /// All that is to leave has left, and some of it is in transit.
    pub const IN_TRANSIT: Self = Self::new("in_transit");
}

impl OrderType {
    pub const BETWEEN: Self = Self::new("between");
    pub const WITHIN: Self = Self::new("within");
}

static TRANSFER: OrderProcess = OrderProcess {
    name: "transfer",
    prefix: "DB",
    noun: "transfer order",
    controller: "warehouse.TransferOrder",
    page: "warehouse/transferOrder",
    operations: "transferOrder",
    number_field: "transfer_order_no",
    operation: Some(Operation::Transfer),
    ships: false,
    transfers: true,
    partner: None,
    types: &[TypeRow { order_type: OrderType::BETWEEN, code: 10, partner: None }, TypeRow { order_type: OrderType::WITHIN, code: 20, partner: None }],
    states: &[
        State { status: OrderStatus::PENDING, code: 0, text: "status.pending", reserves: false },
        State { status: OrderStatus::REVIEWED, code: 1, text: "status.reviewed", reserves: true },
        State { status: OrderStatus::IN_TRANSIT, code: 1, text: "status.in_transit", reserves: false },
        State { status: OrderStatus::STOCKED, code: 2, text: "status.stocked.transfer", reserves: false },
        State { status: OrderStatus::VOIDED, code: 3, text: "status.voided", reserves: false },
    ],
    begins: OrderStatus::PENDING,
    steps: &[
        EDIT_PENDING,
        Step { summary: "Review a transfer order: reserves its goods at the source", ..REVIEW },
        Step {
            name: SHIP,
            summary: "Ship goods: all that is open, or the named parts",
            to: To::WhenAllMoved(OrderStatus::IN_TRANSIT),
            does: Does::Move(Direction::Out),
            of: Some(OrderType::BETWEEN),
            notifies: Some(NotificationKind::TRANSFER_ARRIVING),
            ..MOVE
        },
        Step { name: SHIFT, summary: "Move goods within the warehouse, in one step", does: Does::Shift, of: Some(OrderType::WITHIN), ..MOVE },
        Step { name: RECEIVE, summary: "Take goods in at the target: all that is in transit, or the named parts", ..ARRIVE },
        Step {
            name: REFUSE,
            summary: "Send goods in transit back to the source",
            does: Does::Refuse,
            to: To::Same,
            notifies: Some(NotificationKind::TRANSFER_SHORT),
            ..ARRIVE
        },
        Step {
            name: LOST,
            summary: "Give up goods in transit to the target",
            does: Does::Lose(Way::There),
            needs: Some(AUDIT),
            notifies: Some(NotificationKind::TRANSFER_SHORT),
            ..ARRIVE
        },
        Step {
            name: RECEIVE_BACK,
            summary: "Take refused goods in at the source again",
            does: Does::Arrive(Way::Back),
            moved: Moved::Back,
            at: At::Source,
            ..ARRIVE
        },
        Step {
            name: LOST_BACK,
            summary: "Give up goods in transit back to the source",
            does: Does::Lose(Way::Back),
            moved: Moved::Back,
            at: At::Source,
            needs: Some(AUDIT),
            notifies: Some(NotificationKind::TRANSFER_SHORT),
            ..ARRIVE
        },
        Step { summary: "Take back the review of a transfer order: releases its goods", ..REOPEN },
        Step {
            summary: "Ship no more of a transfer order: releases the rest",
            to: To::InTransit { on: OrderStatus::IN_TRANSIT, settled: OrderStatus::STOCKED },
            ..END
        },
        Step { summary: "Void a transfer order that has not moved: releases its goods", ..CANCEL },
        CHANGE_PICKS,
        Step {
            summary: "Take back what a transfer order brought, by a counter-order that goes the other way",
            from: &[OrderStatus::REVIEWED, OrderStatus::IN_TRANSIT, OrderStatus::STOCKED],
            moved: Moved::Arrived,
            at: At::Target,
            ..TAKE_MOVES_BACK
        },
        DELETE_PENDING,
    ],
    created: Some(NotificationKind::ORDER_REVIEW),
};

const ARRIVE: Step = Step {
    name: RECEIVE,
    from: &[OrderStatus::REVIEWED, OrderStatus::IN_TRANSIT],
    moved: Moved::There,
    to: To::WhenSettled(OrderStatus::STOCKED),
    does: Does::Arrive(Way::There),
    at: At::Target,
    of: Some(OrderType::BETWEEN),
    ..MOVE
};
