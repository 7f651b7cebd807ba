//! What people change of an order's reservations: parts are released, or handed over to another order. Pure.

use bus_schemas::hold::ReservedPart;
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::order::process::HAND_OVER;
use bus_schemas::order::{Order, OrderAction, OrderCommand, OrderRefusal};
use bus_schemas::warehouse::{DemandLine, Expired, HandOverLine, OrderRef, OrderWrite, StockAction};

use super::decision::{Decision, entered};
use super::demand::life_days;
use super::facts::OrderFacts;
use super::lines::{self, invalid};
use super::state::transition;

/// Most parts of one command.
const PARTS_MAX: usize = 500;

/// Decides a command that changes reservations; `None`: it is another one.
pub(super) fn decide(order: &Order, command: &OrderCommand, now_ms: i64, facts: &OrderFacts) -> Option<Result<Decision, OrderRefusal>> {
    match &command.action {
        OrderAction::Release { parts, reason } => Some(release(order, command, parts, reason, now_ms)),
        OrderAction::TakeOver { parts, line, reason, .. } => Some(take_over(order, command, facts, (parts, *line, reason), now_ms)),
        _ => None,
    }
}

fn reserves(order: &Order) -> Result<(), OrderRefusal> {
    if order.deleted_at.is_none() && order.kind.reserves(order.status) { Ok(()) } else { Err(transition(order)) }
}

/// Parts of lines that the order has.
fn check(order: &Order, parts: &[ReservedPart]) -> Result<Quantity, OrderRefusal> {
    if parts.is_empty() || parts.len() > PARTS_MAX {
        return Err(invalid("parts", "error.required"));
    }
    let at = lines::positions(&order.lines);
    let mut sum = Quantity::ZERO;
    for (position, part) in parts.iter().enumerate() {
        let line = at.get(&part.line).and_then(|index| order.lines.get(*index));
        if line.is_none_or(|line| line.product != part.place.product) {
            return Err(invalid(format!("parts[{position}].line"), "error.reference"));
        }
        Quantity::positive(part.quantity.0).map_err(|error| invalid(format!("parts[{position}].quantity"), lines::number_key(error)))?;
        sum += part.quantity;
    }
    Ok(sum)
}

fn release_notice(order: &Order, command: &OrderCommand, quantity: Quantity, reason: &str) -> NotificationDraft {
    let mut data = serde_json::Map::new();
    data.insert("order_no".into(), order.number.clone().into());
    data.insert("quantity".into(), quantity.to_string().into());
    data.insert("reason".into(), reason.into());
    data.insert("by".into(), command.admin.0.into());
    NotificationKind::RESERVATION_RELEASED.draft(Fact {
        by: Some(command.admin),
        order_kind: Some(order.kind),
        id: order.id.0,
        warehouses: vec![order.warehouse],
        data,
        ..Fact::default()
    })
}

fn release(order: &Order, command: &OrderCommand, parts: &[ReservedPart], reason: &str, now_ms: i64) -> Result<Decision, OrderRefusal> {
    reserves(order)?;
    let sum = check(order, parts)?;
    let reason = lines::check_reason(reason)?;
    Ok(Decision {
        at: order.warehouse,
        order: entered(order, command, command.action.name(), &reason, now_ms),
        stock: Some(StockAction::ReleaseParts { parts: parts.to_vec() }),
        expired: Expired::Refused,
        business_date: None,
        made: None,
        origin: None,
        notifications: vec![release_notice(order, command, sum, &reason)],
    })
}

fn take_over(
    order: &Order,
    command: &OrderCommand,
    facts: &OrderFacts,
    (parts, line, reason): (&[ReservedPart], u32, &str),
    now_ms: i64,
) -> Result<Decision, OrderRefusal> {
    reserves(order)?;
    let from = facts.other.as_deref().filter(|from| from.warehouse == order.warehouse && (from.kind, from.id) != (order.kind, order.id));
    let from = from.ok_or_else(|| invalid("from_order_id", "error.reference"))?;
    // What a shop order sends is changed by the shop order alone.
    if from.shop.is_some() {
        return Err(transition(from));
    }
    reserves(from)?;
    let sum = check(from, parts)?;
    let reason = lines::check_reason(reason)?;
    let taking = order.lines.iter().find(|own| own.line == line).ok_or_else(|| invalid("line", "error.reference"))?;
    if let Some(position) = parts.iter().position(|part| part.place.product != taking.product) {
        return Err(invalid(format!("parts[{position}].line"), "error.reference"));
    }
    let demand = DemandLine {
        life_days: life_days(order, facts.life_days, &command.today),
        from: None,
        cost: None,
        never_below_zero: false,
        keep: Quantity::ZERO,
        line,
        product: taking.product,
        unit: taking.unit,
        area: taking.area,
        shelf: taking.shelf,
        batch: taking.batch.clone(),
        quantity: sum,
    };
    let from_write = OrderWrite { command: command.id.part(&from.number), order: entered(from, command, HAND_OVER, &reason, now_ms), numbered: None };
    Ok(Decision {
        at: order.warehouse,
        order: entered(order, command, command.action.name(), &reason, now_ms),
        stock: Some(StockAction::HandOver {
            from: OrderRef { kind: from.kind, id: from.id, number: from.number.clone() },
            from_write: Some(Box::new(from_write)),
            parts: parts.to_vec(),
            lines: vec![HandOverLine { demand, open: taking.quantity - taking.stocked }],
        }),
        expired: Expired::Refused,
        business_date: None,
        made: None,
        origin: None,
        notifications: vec![release_notice(from, command, sum, &reason)],
    })
}
