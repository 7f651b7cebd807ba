//! What kinds of orders share: steps, their names, the states that they lead through, and the types of orders that they
//! depend on. [`super::kinds`] makes its rows of them.

use super::process::{At, DELETE, Direction, Does, EDIT, Moved, OrderStatus, OrderType, Step, To};
use crate::notification::row::NotificationKind;

/// Steps, as routes and permission nodes call them.
pub const AUDIT: &str = "audit";
pub const TAKE_BACK: &str = "takeBack";
pub const STOCK: &str = "stock";
pub const CLOSE: &str = "close";
pub const VOID: &str = "void";
pub const POST: &str = "post";
pub const REVERSE: &str = "reverse";
pub const GIVE_BACK: &str = "giveBack";
pub const RETURN_GOODS: &str = "returnGoods";
pub const ADD_COST: &str = "addCost";
pub const TAKE_COST_BACK: &str = "takeCostBack";
pub const PICK: &str = "pick";
pub const PARCELS: &str = "parcels";

impl OrderStatus {
    /// Waits for review.
    pub const PENDING: Self = Self::new("pending");
    pub const REVIEWED: Self = Self::new("reviewed");
    /// All of it has moved, or the rest was given up.
    pub const STOCKED: Self = Self::new("stocked");
    pub const VOIDED: Self = Self::new("voided");
    /// Of kinds that only own reservations.
    pub const HELD: Self = Self::new("held");
}

impl OrderType {
    pub const PURCHASE: Self = Self::new("purchase");
    pub const PRODUCTION: Self = Self::new("production");
    pub const CUSTOMER_RETURN: Self = Self::new("customer_return");
    pub const SALES: Self = Self::new("sales");
    pub const SUPPLIER_RETURN: Self = Self::new("supplier_return");
    pub const TRANSFER_OUT: Self = Self::new("transfer_out");
}

pub(super) const EDIT_PENDING: Step = Step {
    name: EDIT,
    summary: "Change a pending order",
    from: &[OrderStatus::PENDING],
    moved: Moved::Any,
    to: To::Same,
    does: Does::Edit,
    at: At::Source,
    of: None,
    needs: None,
    notifies: None,
};

pub(super) const DELETE_PENDING: Step = Step { name: DELETE, summary: "Delete pending orders", does: Does::Delete, ..EDIT_PENDING };

pub(super) const REVIEW: Step = Step { name: AUDIT, summary: "Review", to: To::State(OrderStatus::REVIEWED), does: Does::Review, ..EDIT_PENDING };

pub(super) const REOPEN: Step = Step {
    name: TAKE_BACK,
    summary: "Take back the review",
    from: &[OrderStatus::REVIEWED],
    moved: Moved::Nothing,
    to: To::State(OrderStatus::PENDING),
    does: Does::Reopen,
    at: At::Source,
    of: None,
    needs: None,
    notifies: Some(NotificationKind::ORDER_TAKEN_BACK),
};

pub(super) const MOVE: Step = Step {
    name: STOCK,
    summary: "Move goods",
    from: &[OrderStatus::REVIEWED],
    moved: Moved::Any,
    to: To::WhenAllMoved(OrderStatus::STOCKED),
    does: Does::Move(Direction::In),
    at: At::Source,
    of: None,
    needs: None,
    notifies: Some(NotificationKind::ORDER_STOCKED),
};

pub(super) const END: Step = Step {
    name: CLOSE,
    summary: "End with a reason",
    from: &[OrderStatus::REVIEWED],
    moved: Moved::Something,
    to: To::State(OrderStatus::STOCKED),
    does: Does::End,
    at: At::Source,
    of: None,
    needs: None,
    notifies: Some(NotificationKind::ORDER_CLOSED_SHORT),
};

pub(super) const CANCEL: Step = Step {
    name: VOID,
    summary: "Void with a reason",
    from: &[OrderStatus::PENDING, OrderStatus::REVIEWED],
    moved: Moved::Nothing,
    to: To::State(OrderStatus::VOIDED),
    does: Does::End,
    at: At::Source,
    of: None,
    needs: None,
    notifies: Some(NotificationKind::ORDER_VOIDED),
};

pub(super) const TAKE_MOVES_BACK: Step = Step {
    name: REVERSE,
    summary: "Take back what was moved",
    from: &[OrderStatus::REVIEWED, OrderStatus::STOCKED],
    moved: Moved::Something,
    to: To::Same,
    does: Does::Reverse,
    notifies: None,
    ..EDIT_PENDING
};

pub(super) const CUSTOMER_GIVES_BACK: Step = Step {
    name: GIVE_BACK,
    summary: "Take in what a customer sends back, at the cost it left with",
    does: Does::Return,
    of: Some(OrderType::SALES),
    ..TAKE_MOVES_BACK
};

pub(super) const SUPPLIER_TAKES_BACK: Step = Step {
    name: RETURN_GOODS,
    summary: "Make an outbound order that sends goods back to their supplier, at the price they came for",
    does: Does::SendBack,
    of: Some(OrderType::PURCHASE),
    ..TAKE_MOVES_BACK
};

pub(super) const COST_BESIDE: Step =
    Step { name: ADD_COST, summary: "Add freight, customs or another cost to goods that have come", does: Does::Cost, ..TAKE_MOVES_BACK };

pub(super) const COST_TAKEN_BACK: Step =
    Step { name: TAKE_COST_BACK, summary: "Take back a cost that was added to goods", does: Does::TakeCostBack, ..TAKE_MOVES_BACK };

pub(super) const CHANGE_PICKS: Step = Step {
    name: PICK,
    summary: "Take reserved goods from other places or batches",
    from: &[OrderStatus::REVIEWED],
    moved: Moved::Any,
    to: To::Same,
    does: Does::Pick,
    notifies: None,
    ..EDIT_PENDING
};

pub(super) const CORRECT_PARCELS: Step = Step {
    name: PARCELS,
    summary: "Enter or correct the parcels of goods that have left",
    from: &[OrderStatus::REVIEWED, OrderStatus::STOCKED],
    moved: Moved::Something,
    to: To::Same,
    does: Does::Pack,
    notifies: None,
    ..EDIT_PENDING
};
