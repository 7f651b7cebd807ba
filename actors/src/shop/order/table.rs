//! The table of states and commands: who may do what, and when. Guards that need more than the state are in
//! [`super::rules`].

use bus_schemas::shop::command::{ShopAction, ShopRefusal};
use bus_schemas::shop::order::{ShopBy, ShopOrder, ShopParcel, ShopStatus};

use super::refund_requests;
use super::state::{all_evaluated, cancellable, nothing_left};
use ShopStatus::{CancelAsked, Closed, Completed, ToEvaluate, ToPay, ToReceive, ToShip};

/// Who may do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedTo {
    Member,
    Staff,
    Both,
    /// A timer, or what carries an order on.
    System,
    MemberOrSystem,
}

impl AllowedTo {
    const fn takes(self, by: ShopBy) -> bool {
        match by {
            ShopBy::Member(_) => matches!(self, Self::Member | Self::Both | Self::MemberOrSystem),
            ShopBy::Staff(_) => matches!(self, Self::Staff | Self::Both),
            ShopBy::System => matches!(self, Self::System | Self::MemberOrSystem),
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The action's name.
    pub action: &'static str,
    /// What buttons call it, where two actions share one.
    pub button: &'static str,
    pub by: AllowedTo,
    pub from: &'static [ShopStatus],
}

const fn row(action: &'static str, by: AllowedTo, from: &'static [ShopStatus]) -> Row {
    Row { action, button: action, by, from }
}

/// Every command but the one that places an order, and those about refunds.
pub const TABLE: &[Row] = &[
    row("pay", AllowedTo::Member, &[ToPay]),
    row("cancel", AllowedTo::MemberOrSystem, &[ToPay]),
    row("applyCancel", AllowedTo::Member, &[ToShip]),
    row("takeBackCancel", AllowedTo::Member, &[CancelAsked]),
    Row { button: "cancel", ..row("cancelAgree", AllowedTo::Staff, &[CancelAsked]) },
    Row { button: "cancel", ..row("cancelRefuse", AllowedTo::Staff, &[CancelAsked]) },
    row("delivery", AllowedTo::Staff, &[ToShip]),
    row("edit", AllowedTo::Both, &[ToPay, ToShip, ToReceive]),
    row("extend", AllowedTo::Member, &[ToReceive]),
    row("receive", AllowedTo::MemberOrSystem, &[ToReceive]),
    row("evaluate", AllowedTo::Member, &[ToEvaluate]),
    row("close", AllowedTo::Staff, &[ToPay, ToShip, ToReceive, ToEvaluate]),
    row("payBegin", AllowedTo::Member, &[ToPay]),
    row("payAccept", AllowedTo::Staff, &[ToPay]),
    row("paid", AllowedTo::System, &ShopStatus::ALL),
    row("payClosed", AllowedTo::System, &ShopStatus::ALL),
    row("hide", AllowedTo::Member, &[Completed, Closed]),
    row("timer", AllowedTo::System, &ShopStatus::ALL),
    row("holdAgain", AllowedTo::System, &[ToShip, CancelAsked]),
];

/// Whether the state lets this person do this.
pub fn check(order: &ShopOrder, action: &ShopAction, by: ShopBy, now: i64) -> Result<(), ShopRefusal> {
    let fits = |row: &&Row| row.action == action.name() && row.by.takes(by);
    let row = TABLE.iter().find(fits).ok_or_else(|| refused(order, by, now))?;
    if row.from.contains(&order.status) { Ok(()) } else { Err(refused(order, by, now)) }
}

/// The refusal that names what is allowed instead.
#[must_use]
pub fn refused(order: &ShopOrder, by: ShopBy, now: i64) -> ShopRefusal {
    ShopRefusal::Transition { status: order.status, allowed: allowed(order, by, now).into_iter().map(str::to_owned).collect() }
}

/// The buttons of an order for a member or for staff now, without regard to their rights.
#[must_use]
pub fn allowed(order: &ShopOrder, by: ShopBy, now: i64) -> Vec<&'static str> {
    let fits = |row: &&Row| row.by.takes(by) && row.from.contains(&order.status) && sensible(order, row.action, by);
    let mut buttons: Vec<&'static str> = TABLE.iter().filter(fits).map(|row| row.button).collect();
    buttons.dedup();
    if matches!(by, ShopBy::Member(_)) && refund_requests::pieces_may_come_back(order, by, now) {
        buttons.push("refund");
    }
    if matches!(by, ShopBy::Staff(_)) {
        let edits = matches!(order.status, ToShip | ToReceive);
        if edits && !nothing_left(order) {
            buttons.push("parcel");
        }
        // Goodwill may be more than the pieces that are left.
        if refund_requests::check(order, by, now).is_ok() && order.refundable() > bus_schemas::shop::Cents::ZERO {
            buttons.push("refund");
        }
    }
    buttons
}

/// What is more than the state.
fn sensible(order: &ShopOrder, action: &str, by: ShopBy) -> bool {
    match action {
        "delivery" => order.parcels.iter().any(|parcel| parcel.status == ShopParcel::WAITING),
        "applyCancel" => cancellable(order),
        "extend" => !order.extended,
        "evaluate" => !all_evaluated(order),
        "receive" => !order.refunds.iter().any(bus_schemas::shop::refund::ShopRefund::open),
        "close" => order.refund_amount.is_zero() && order.refund_open.is_zero(),
        "edit" if matches!(by, ShopBy::Member(_)) => nothing_left(order) && order.status != ToReceive,
        // They are no buttons of the order: its page of payment and the work list have them.
        "payBegin" | "payAccept" => false,
        "pay" | "cancel" if matches!(by, ShopBy::Member(_)) => order.payment.closing.is_none(),
        "hide" => !order.hidden,
        _ => true,
    }
}
