//! What a command does to an order: pure. The table of transitions (domain rules 1.1) is the order kind's
//! ([`bus_schemas::order::kinds`]); nothing here asks which kind it is.

use bus_schemas::ids::OrderId;
use bus_schemas::notification::NotificationKind;
use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::details::LinkReason;
use bus_schemas::order::process::{At, Direction, Does, Moved, RETURN_REVERSED, Step, To};
use bus_schemas::order::transfer::Way;
use bus_schemas::order::{Order, OrderAction, OrderChange, OrderCommand, OrderDraft, OrderKind, OrderRefusal, StepDetails};
use bus_schemas::warehouse::{Expired, OrderWrite, StockAction};

use crate::folding::folded;
use crate::invisible;

use super::decision::{Decision, enter, entered};
use super::demand::life_days;
use super::effect::{Goods, effect, issue_parts, nothing_moves, take_parts};
use super::facts::{OrderFacts, WarehouseRules};
use super::lines::{self, REFERENCE_MAX, TEXT_MAX, Tolerance, invalid};
use super::needs::is_dated;
use super::notices::{notify, waits, waits_again};
use super::reversal::{self, Back};
use super::state::{has, progress, takes_back, transition};
use super::{adjustment, batches, costs, decimals, edit, picks, receipt, reserved, shipping, supplier_return, transfer, unseen};

/// The key of a refusal: the warehouse has no area where goods wait for inspection.
pub const NOWHERE_TO_INSPECT: &str = "error.return.inspect";

/// Decides a command on an order, or on nothing where it creates one. The facts are what the order would then refer to;
/// [`super::needs::asks_for`] says which commands need them.
pub fn decide(
    current: Option<&Order>,
    id: OrderId,
    kind: OrderKind,
    command: &OrderCommand,
    now_ms: i64,
    facts: &OrderFacts,
) -> Result<Decision, OrderRefusal> {
    if let OrderAction::Create { draft } = &command.action {
        return create(current, id, kind, command, draft, now_ms, facts);
    }
    let restores = matches!(command.action, OrderAction::Restore);
    let order = current.filter(|order| order.deleted_at.is_some() == restores).ok_or(OrderRefusal::NotFound)?;
    if command.version.is_some_and(|version| version != order.version) {
        let changed_by = order.entry.as_ref().map_or(order.created_by, |entry| entry.admin);
        return Err(OrderRefusal::Version { current: order.version, changed_by });
    }
    if restores {
        return Ok(restore(order, command, now_ms));
    }
    // What a shop order sends is changed by the shop order alone, which writes its own next version with it.
    let by_shop = matches!(&command.action, OrderAction::Step { details, .. } if details.shop.is_some());
    let open_to_all = order.shop.is_some() == by_shop;
    if open_to_all
        && !takes_back(order.origin.as_ref())
        && let Some(decided) = reserved::decide(order, command, now_ms, facts)
    {
        return decided.and_then(|decision| decimals::check(order, command, &facts.decimals).map(|()| decision));
    }
    let allowed = kind
        .allowed(order.status, progress(order))
        .find(|step| open_to_all && step.name == command.action.name() && has(step, order.origin.as_ref()));
    change(order, allowed.ok_or_else(|| transition(order))?, command, now_ms, facts)
}

fn create(
    current: Option<&Order>,
    id: OrderId,
    kind: OrderKind,
    command: &OrderCommand,
    draft: &OrderDraft,
    now_ms: i64,
    facts: &OrderFacts,
) -> Result<Decision, OrderRefusal> {
    if let Some(order) = current {
        return Err(transition(order));
    }
    let mut order = Order {
        id,
        kind,
        number: String::new(),
        reference: String::new(),
        warehouse: draft.warehouse,
        partner: draft.partner,
        order_type: draft.order_type,
        status: kind.begins,
        lines: Vec::new(),
        total_amount: Amount::ZERO,
        total_quantity: Quantity::ZERO,
        remark: String::new(),
        business_date: String::new(),
        admin: command.admin,
        created_by: command.admin,
        edited_by: vec![command.admin],
        audited_by: None,
        shipment: None,
        swaps: Vec::new(),
        origin: None,
        made: Vec::new(),
        costs: Vec::new(),
        entry: None,
        version: 0,
        created_at: now_ms,
        updated_at: now_ms,
        deleted_at: None,
        transfer: None,
        shop: None,
    };
    fill(&mut order, draft, command, facts)?;
    enter(&mut order, command, None, None, now_ms);
    let notifications = waits(command, &order);
    let at = order.warehouse;
    Ok(Decision { order, stock: None, at, expired: Expired::Refused, business_date: None, made: None, origin: None, notifications })
}

/// A deleted order waits for review again, as it was. What it refers to is checked at its review, and that its number is
/// still its own when it is written.
fn restore(deleted: &Order, command: &OrderCommand, now_ms: i64) -> Decision {
    let mut order = Order { deleted_at: None, ..deleted.clone() };
    enter(&mut order, command, Some(deleted.status), None, now_ms);
    let notifications = waits(command, &order);
    let at = order.warehouse;
    Decision { order, stock: None, at, expired: Expired::Refused, business_date: None, made: None, origin: None, notifications }
}

/// Checks a draft, copies it into the order and computes the totals.
fn fill(order: &mut Order, draft: &OrderDraft, command: &OrderCommand, facts: &OrderFacts) -> Result<(), OrderRefusal> {
    let units = edit::check_references(order.kind, draft, facts)?;
    if let Some(position) = draft.lines.iter().position(|line| line.keeps_price) {
        return Err(invalid(format!("lines[{position}].unit_price"), "error.required"));
    }
    let reference = &invisible::one_line(draft.reference.as_deref().unwrap_or_default());
    if reference.chars().count() > REFERENCE_MAX {
        return Err(invalid("order_no", "error.text.long"));
    }
    let typed = !command.quiet && *reference != order.reference && *reference != order.number;
    if typed && lines::is_like_a_number(order.kind, &folded(reference).to_uppercase()) {
        return Err(invalid("order_no", "error.order_no.number"));
    }
    if draft.remark.chars().count() > TEXT_MAX {
        return Err(invalid("remark", "error.text.long"));
    }
    if draft.business_date != order.business_date {
        lines::check_business_date(&draft.business_date, command, &facts.rules)?;
    }
    order.shipment = shipping::draft(order, draft.shipment.as_ref(), &facts.carriers)?;
    order.lines = if order.kind.signed() { adjustment::check_lines(order.kind, draft, &units, facts)? } else { lines::check_lines(draft, &units)? };
    batches::check_lines(order, &facts.batches)?;
    order.total_amount = order.lines.iter().map(|line| line.total).sum();
    order.total_quantity = order.lines.iter().map(|line| line.quantity).sum();
    order.warehouse = draft.warehouse;
    order.partner = draft.partner;
    order.order_type = draft.order_type;
    order.reference.clone_from(reference);
    order.remark = invisible::lines(&draft.remark);
    order.business_date.clone_from(&draft.business_date);
    order.admin = draft.admin.unwrap_or(order.admin);
    transfer::fill(order, draft)
}

fn change(current: &Order, step: &Step, command: &OrderCommand, now_ms: i64, facts: &OrderFacts) -> Result<Decision, OrderRefusal> {
    let mut order = current.clone();
    let mut reason = None;
    let mut overruled = false;
    let (mut moved, mut made, mut stock, mut origin) = (None, None, None, None);
    if let OrderAction::Step { parts, .. } = &command.action
        && !matches!(step.does, Does::Move(Direction::Out) | Does::Shift)
    {
        picks::refuse_picked(parts.as_deref())?;
    }
    decimals::check(current, command, &facts.decimals)?;
    match (step.does, &command.action) {
        (Does::Edit, OrderAction::Edit { change }) => {
            unseen::check(current, change)?;
            let order_type = change.order_type.unwrap_or(current.order_type);
            edit::check_partner(current.kind, order_type, change.supplier, change.customer)?;
            fill(&mut order, &edit::merged(current, change), command, facts)?;
            if order.reference.is_empty() {
                order.reference.clone_from(&order.number);
            }
            if !order.edited_by.contains(&command.admin) {
                order.edited_by.push(command.admin);
            }
        }
        (Does::Review, OrderAction::Step { reason: text, details, .. }) => {
            lines::require_any(&order.lines)?;
            // What an order refers to may have been disabled since it was written.
            if !command.quiet {
                edit::check_references(order.kind, &edit::merged(current, &OrderChange::default()), facts)?;
                batches::check_lines(&mut order, &facts.batches)?;
            }
            let asked = facts.four_eyes || facts.rules.four_eyes_from.is_some_and(|from| adjustment::worth(&order, facts) >= from);
            if asked && order.edited_by.contains(&command.admin) {
                if !(details.overrule && command.may.overrule) {
                    return Err(OrderRefusal::FourEyes);
                }
                reason = Some(lines::check_reason(text.as_deref().unwrap_or_default())?);
                overruled = true;
            }
            order.audited_by = Some(command.admin);
        }
        (Does::Reopen, OrderAction::Step { .. }) => order.audited_by = None,
        (Does::Move(direction), OrderAction::Step { parts, details, .. }) => {
            if direction == Direction::Signed && parts.is_some() {
                return Err(invalid("lines", "error.adjustment.whole"));
            }
            if direction == Direction::In {
                let tolerance = Tolerance { percent: facts.rules.over_receipt, over: command.may.over };
                edit::check_places(parts.as_deref(), facts)?;
                let mut receipts = receipt::check(&order.lines, parts.as_deref(), tolerance)?;
                batches::check_receipts(&order, &mut receipts, parts.is_some(), &facts.batches)?;
                receipt::count(&mut order, &receipts);
                moved = Some(Goods::Receive(receipts));
            } else if direction == Direction::Out {
                let lines = issue_parts(&mut order, parts.as_deref(), (facts, &command.today))?;
                shipping::leave(&mut order, details.parcels.as_deref(), command, &facts.carriers, now_ms)?;
                moved = Some(Goods::Issue(lines));
            } else {
                moved = Some(Goods::Adjust(take_parts(&mut order, parts.as_deref())?));
            }
        }
        (Does::Shift, OrderAction::Step { parts, .. }) => {
            let lines = issue_parts(&mut order, parts.as_deref(), (facts, &command.today))?;
            moved = Some(Goods::Shift(transfer::shifted(&mut order, lines)));
        }
        (Does::Arrive(way), OrderAction::Step { parts, reason: text, .. }) => {
            reason = lines::check_optional_reason(text.as_deref())?;
            edit::check_places(parts.as_deref(), facts)?;
            transfer::check_damaged(&order, way, parts.as_deref(), &facts.held_areas)?;
            moved = Some(Goods::Arrive(transfer::arrive(&mut order, way, parts.as_deref(), &facts.turns)?));
        }
        (Does::Refuse, OrderAction::Step { parts, reason: text, .. }) => {
            reason = Some(lines::check_reason(text.as_deref().unwrap_or_default())?);
            transfer::refuse(&mut order, parts.as_deref(), now_ms)?;
        }
        (Does::Lose(way), OrderAction::Step { parts, reason: text, .. }) => {
            reason = Some(lines::check_reason(text.as_deref().unwrap_or_default())?);
            moved = Some(Goods::Lose(transfer::write_off(&mut order, way, parts.as_deref(), command.admin, now_ms)?));
        }
        (Does::End, OrderAction::Step { reason: text, details, .. }) => {
            let text = lines::check_reason(text.as_deref().unwrap_or_default())?;
            if details.back_order {
                // The rest of an order that holds goods is given back in the transaction that makes the new one.
                // What does not go back to its supplier, or come back from a customer, stays: it is no order of its own.
                let goes_on = order.kind.ships || (order.kind.brings_in() && !order.order_type.comes_back());
                let possible = step.moved == Moved::Something && goes_on && supplier_return::purchase_of(current).is_none();
                let id = facts.next.filter(|_| possible).ok_or_else(|| invalid("back_order", "error.choice"))?;
                made = Some(reversal::back_order(&mut order, &text, command, id, now_ms)?);
            }
            let of = facts.other.as_deref().filter(|of| supplier_return::purchase_of(current) == Some((of.kind, of.id)));
            origin = of.map(|of| {
                let order = entered(&supplier_return::after_return(of, current), command, RETURN_REVERSED, &text, now_ms);
                Box::new(OrderWrite { command: command.id.part(&of.number), order, numbered: None })
            });
            reason = Some(text);
        }
        (Does::Reverse, OrderAction::Step { parts, reason: text, .. }) => {
            let text = lines::check_reason(text.as_deref().unwrap_or_default())?;
            let id = facts.next.ok_or_else(|| transition(current))?;
            costs::check_all_taken_back(current)?;
            let brought = if order.kind.transfers { transfer::brought(&order) } else { Vec::new() };
            let moves = if order.kind.transfers { &brought } else { &facts.moves };
            let back = Back { why: LinkReason::Reversal, to: None, reason: &text, moves };
            let taken = reversal::take_back(&mut order, parts.as_deref(), back, command, id, now_ms)?;
            let returned_of = facts.other.as_deref().filter(|of| reversal::returned_of(current) == Some((of.kind, of.id))).map(|of| {
                let order = reversal::give_back(of, current, &taken.counter);
                let order = entered(&order, command, RETURN_REVERSED, &text, now_ms);
                Box::new(OrderWrite { command: command.id.part(&of.number), order, numbered: None })
            });
            stock = Some(StockAction::Reverse { lines: taken.lines, returned_of });
            (reason, made) = (Some(text), Some(taken.counter));
        }
        (Does::Return, OrderAction::Step { parts, reason: text, details, .. }) => {
            let text = lines::check_reason(text.as_deref().unwrap_or_default())?;
            let id = facts.next.ok_or_else(|| transition(current))?;
            // What members of the shop send back is not offered to the next one before somebody has looked at it.
            if current.shop.is_some() && facts.inspect.is_none() {
                return Err(invalid("area", NOWHERE_TO_INSPECT));
            }
            let back = Back { why: LinkReason::Return, to: facts.inspect, reason: &text, moves: &facts.moves };
            let mut taken = reversal::take_back(&mut order, parts.as_deref(), back, command, id, now_ms)?;
            taken.counter.warehouse = details.back_to.map_or(order.warehouse, |to| to.warehouse);
            stock = Some(StockAction::Return { lines: taken.lines });
            (reason, made) = (Some(text), Some(taken.counter));
        }
        (Does::SendBack, OrderAction::Step { parts, reason: text, .. }) => {
            let text = lines::check_reason(text.as_deref().unwrap_or_default())?;
            let id = facts.next.ok_or_else(|| transition(current))?;
            made = Some(supplier_return::send_back(&mut order, parts.as_deref(), &text, facts, command, id, now_ms)?);
            stock = Some(nothing_moves());
            reason = Some(text);
        }
        (Does::Cost, OrderAction::Step { reason: text, details, .. }) => {
            let lines = costs::add(&mut order, details, text.as_ref(), facts, command, now_ms)?;
            stock = Some(StockAction::AddCost { lines });
            reason = text.clone().filter(|text| !text.trim().is_empty());
        }
        (Does::TakeCostBack, OrderAction::Step { reason: text, details, .. }) => {
            reason = Some(lines::check_reason(text.as_deref().unwrap_or_default())?);
            let lines = costs::take_back(&mut order, details, facts, command, now_ms)?;
            stock = Some(StockAction::TakeCostBack { lines });
        }
        (Does::Pick, OrderAction::Step { reason: text, details, .. }) => {
            let text = lines::check_optional_reason(text.as_deref())?;
            let swaps = picks::swaps(&order, &details.swaps, text.as_ref(), command, now_ms)?;
            order.swaps.extend(swaps.iter().cloned());
            stock = Some(StockAction::Swap { swaps, life_days: life_days(&order, facts.life_days, &command.today) });
            reason = text;
        }
        (Does::Pack, OrderAction::Step { details, .. }) => {
            let parcels = details.parcels.as_deref().ok_or_else(|| invalid("parcels", "error.required"))?;
            shipping::correct(&mut order, parcels, command, &facts.carriers, now_ms)?;
            // The next version of the shop order goes with it, in a transaction of the warehouse that moves nothing.
            stock = details.shop.is_some().then(nothing_moves);
        }
        (Does::Delete, OrderAction::Delete) => order.deleted_at = Some(now_ms),
        // A step of that name does something else in this kind.
        _ => return Err(transition(current)),
    }
    match step.to {
        To::State(status) => order.status = status,
        To::WhenAllMoved(status) if order.lines.iter().all(|line| line.stocked >= line.quantity) => order.status = status,
        To::WhenSettled(status) if transfer::is_complete(&order) => order.status = status,
        To::InTransit { settled, .. } if transfer::nothing_in_transit(&order) => order.status = settled,
        To::InTransit { on, .. } => order.status = on,
        To::WhenAllMoved(_) | To::WhenSettled(_) | To::Same => {}
    }
    transfer::sum_up(&mut order, now_ms);
    shipping::update_status(&mut order);
    let stock = match stock {
        Some(stock) => Some(stock),
        // Two orders are written by a warehouse alone, in one transaction.
        None => effect(current, &order, moved, facts, &command.today)?.or_else(|| (origin.is_some() || made.is_some()).then(nothing_moves)),
    };
    enter(&mut order, command, Some(current.status), reason, now_ms);
    if let Some(entry) = &mut order.entry {
        entry.overruled = overruled;
    }
    let mut notifications = step.notifies.map_or_else(Vec::new, |notification| notify(command, Some(current), &order, notification));
    notifications.extend(waits_again(command, current, &order));
    // The source hears that not all has come that is in transit.
    if step.does == Does::Arrive(Way::There) && !order.in_transit(Way::There).is_zero() {
        notifications.extend(notify(command, Some(current), &order, NotificationKind::TRANSFER_SHORT));
    }
    if overruled {
        notifications.extend(notify(command, Some(current), &order, NotificationKind::ORDER_OVERRULED));
    }
    // What is made of it waits for review as if somebody had written it.
    if let Some(made) = made.as_ref().filter(|made| made.status == made.kind.begins) {
        notifications.extend(made.kind.created.map_or_else(Vec::new, |notification| notify(command, None, made, notification)));
    }
    let expired = expired(&order, command)?;
    let at = match (step.at, &order.transfer) {
        (At::Target, Some(part)) => part.target,
        // What takes back movements is done where it is made for.
        _ => made.as_ref().filter(|_| matches!(stock, Some(StockAction::Return { .. }))).map_or(order.warehouse, |made| made.warehouse),
    };
    let business_date = moving_day(current, step, command, &facts.rules)?;
    Ok(Decision { order, stock, at, expired, business_date, made, origin, notifications })
}

/// The day on which a step's goods move, if not the order's own: the one that is named, or today where the order's own
/// lies further back than anybody may go without the right. An order that waited for weeks dates nothing back.
fn moving_day(order: &Order, step: &Step, command: &OrderCommand, rules: &WarehouseRules) -> Result<Option<String>, OrderRefusal> {
    if !is_dated(step.does) {
        return Ok(None);
    }
    if let Some(named) = details(command).and_then(|details| details.business_date.as_ref()) {
        lines::check_business_date(named, command, rules)?;
        return Ok(Some(named.clone()));
    }
    let own = &order.business_date;
    let counts = command.quiet || *own == command.today || lines::check_open_date(own, &command.today, rules).is_ok();
    Ok((!counts).then(|| command.today.clone()))
}

fn details(command: &OrderCommand) -> Option<&StepDetails> {
    if let OrderAction::Step { details, .. } = &command.action { Some(details) } else { None }
}

/// Whether expired goods may leave: with orders that send such goods back, or if a person with that right asks for it.
fn expired(order: &Order, command: &OrderCommand) -> Result<Expired, OrderRefusal> {
    let asked = details(command).is_some_and(|details| details.expired);
    if order.order_type.takes_expired() {
        Ok(Expired::First)
    } else if asked && !command.may.expired {
        Err(invalid("expired", "error.expired.right"))
    } else if asked {
        Ok(Expired::Last)
    } else {
        Ok(Expired::Refused)
    }
}
