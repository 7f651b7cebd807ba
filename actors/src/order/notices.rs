//! Whom an order's step notifies, and of what.

use bus_schemas::ids::{AdminId, WarehouseId};
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::order::{Order, OrderCommand};

/// The notification about a command's result: to reviewers, or to the order's author, its reviewer (also the one whose
/// review was just taken back) and the person in charge.
pub(super) fn notify(command: &OrderCommand, before: Option<&Order>, order: &Order, kind: NotificationKind) -> Vec<NotificationDraft> {
    if command.quiet {
        return Vec::new();
    }
    let mut people: Vec<AdminId> = vec![order.created_by];
    let reviewed_by = before.and_then(|before| before.audited_by);
    for other in reviewed_by.into_iter().chain(order.audited_by).chain([order.admin]) {
        if !people.contains(&other) {
            people.push(other);
        }
    }
    let mut fact =
        Fact { by: Some(command.admin), people, order_kind: Some(order.kind), id: order.id.0, warehouses: concerned(order, kind), ..Fact::default() };
    fact.data.insert("order_no".into(), order.number.clone().into());
    fact.data.insert("lines".into(), order.lines.len().into());
    fact.data.insert("quantity".into(), order.total_quantity.to_string().into());
    fact.data.insert("warehouse".into(), order.warehouse.0.into());
    fact.data.insert("by".into(), command.admin.0.into());
    if let Some(reason) = order.entry.as_ref().and_then(|entry| entry.reason.clone()) {
        fact.data.insert("reason".into(), reason.into());
    }
    vec![kind.draft(fact)]
}

/// The warehouses whose people are notified: the order's own, or both of a transfer.
fn concerned(order: &Order, kind: NotificationKind) -> Vec<WarehouseId> {
    match &order.transfer {
        Some(transfer) if kind == NotificationKind::TRANSFER_ARRIVING => vec![transfer.target],
        Some(_) if kind == NotificationKind::TRANSFER_SHORT => order.warehouses().collect(),
        _ => vec![order.warehouse],
    }
}
