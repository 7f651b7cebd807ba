//! Whom an order's step notifies, and of what.

use bus_schemas::ids::{AdminId, WarehouseId};
use bus_schemas::notification::{Audience, Fact, NotificationDraft, NotificationKind};
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

/// The notification that an order waits for review: none of a draft that has no lines yet.
pub(super) fn waits(command: &OrderCommand, order: &Order) -> Vec<NotificationDraft> {
    order.kind.created.filter(|_| !order.lines.is_empty()).map_or_else(Vec::new, |kind| notify(command, None, order, kind))
}

/// The notification that an order waits for review again. Reviewers get it once while it waits: all of them when its review
/// is taken back, those of another warehouse when it is moved there, or when a draft gets its first lines, and the one who took
/// its review back when somebody else has changed it.
pub(super) fn waits_again(command: &OrderCommand, before: &Order, order: &Order) -> Vec<NotificationDraft> {
    let waits = order.status == order.kind.begins && order.deleted_at.is_none() && order.shop.is_none() && !order.lines.is_empty();
    let Some(kind) = order.kind.created.filter(|_| waits) else { return Vec::new() };
    let drafts = notify(command, Some(before), order, kind);
    if before.status != order.status || before.warehouse != order.warehouse || before.lines.is_empty() {
        return drafts;
    }
    let taken_back = before.entry.as_ref().filter(|entry| entry.from.is_some_and(|from| from != entry.to));
    let Some(entry) = taken_back.filter(|entry| entry.admin != command.admin) else { return Vec::new() };
    let audience = Audience::Admins { ids: vec![entry.admin], except: Some(command.admin) };
    drafts.into_iter().map(|draft| NotificationDraft { audience: audience.clone(), ..draft }).collect()
}

/// The warehouses whose people are notified: the order's own, or both of a transfer.
fn concerned(order: &Order, kind: NotificationKind) -> Vec<WarehouseId> {
    match &order.transfer {
        Some(transfer) if kind == NotificationKind::TRANSFER_ARRIVING => vec![transfer.target],
        Some(_) if kind == NotificationKind::TRANSFER_SHORT => order.warehouses().collect(),
        _ => vec![order.warehouse],
    }
}
