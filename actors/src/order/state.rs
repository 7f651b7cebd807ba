//! Where an order stands, and what its state allows (domain rules 1.1). Pure.

use bus_schemas::order::details::LinkReason;
use bus_schemas::order::process::{Does, Progress, Step, To};
use bus_schemas::order::transfer::Way;
use bus_schemas::order::{Order, OrderKind, OrderLink, OrderRefusal, OrderStatus};

/// Whether any of it has moved.
#[must_use]
pub fn has_moved(order: &Order) -> bool {
    order.lines.iter().any(|line| !line.stocked.is_zero())
}

/// How far an order's goods are.
#[must_use]
pub fn progress(order: &Order) -> Progress {
    let on = |way| order.kind.transfers && !order.in_transit(way).is_zero();
    let arrived = order.transfer.as_ref().is_some_and(|part| !part.arrived.is_zero());
    Progress { moved: has_moved(order), there: on(Way::There), back: on(Way::Back), arrived, order_type: Some(order.order_type) }
}

/// Whether an order was made to take back another one: then nobody changes it or takes it back.
#[must_use]
pub fn takes_back(origin: Option<&OrderLink>) -> bool {
    origin.is_some_and(|origin| origin.reason == LinkReason::Reversal)
}

/// Whether an order that was made of another one has a step that its state allows. Of one that sends goods back to their
/// supplier the lines are those of the purchase, which says how much of it went back: it is voided, not changed or deleted.
#[must_use]
pub fn has(step: &Step, origin: Option<&OrderLink>) -> bool {
    // What takes back a transfer is in transit until the warehouse where the goods had been takes them in.
    let ends = matches!(step.does, Does::Arrive(Way::There) | Does::Lose(Way::There));
    let sends_back = origin.is_some_and(|origin| origin.reason == LinkReason::SupplierReturn);
    let changes_lines = matches!(step.does, Does::Edit | Does::Delete);
    (!takes_back(origin) || ends) && (!sends_back || !changes_lines)
}

/// The actions an order's state allows.
#[must_use]
pub fn allowed(order: &Order) -> Vec<&'static str> {
    if order.deleted_at.is_some() || order.shop.is_some() {
        vec![]
    } else {
        allowed_in(order.kind, order.status, progress(order), order.origin.as_ref())
    }
}

/// The actions a state of a kind allows, by how far its goods are. An order that takes back another one is
/// the system's: nobody changes it.
#[must_use]
pub fn allowed_in(kind: OrderKind, status: OrderStatus, progress: impl Into<Progress>, origin: Option<&OrderLink>) -> Vec<&'static str> {
    kind.allowed(status, progress.into()).filter(|step| has(step, origin)).map(|step| step.name).collect()
}

/// The state in which all of an order has moved.
#[must_use]
pub fn done_status(kind: OrderKind) -> OrderStatus {
    let end = |step: &Step| if let To::WhenAllMoved(status) = step.to { Some(status) } else { None };
    kind.process().steps.iter().find_map(end).unwrap_or(kind.begins)
}

pub(super) fn transition(order: &Order) -> OrderRefusal {
    OrderRefusal::Transition { status: order.status, allowed: allowed(order).into_iter().map(str::to_owned).collect() }
}
