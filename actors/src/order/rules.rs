//! What a command does to an order: pure. The table of transitions (domain rules 1.1) is the order kind's
//! ([`bus_schemas::order::kinds`]); nothing here asks which kind it is.

use bus_schemas::ids::{AreaId, OrderId, ShelfId, WarehouseId};
use bus_schemas::notification::NotificationDraft;
use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::process::{At, Direction, Does, Progress, Step, To};
use bus_schemas::order::{HistoryEntry, Order, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderStatus};
use bus_schemas::warehouse::{DemandLine, Place, ReceiveLine, ShiftLine, StockAction};

use super::adjustment;
use super::edit::{self, OrderFacts};
use super::lines::{self, REFERENCE_MAX, TEXT_MAX, invalid};
use super::notices::notify;
use super::reserved;
use super::transfer;

/// The consequences of a command.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The order's next version.
    pub order: Order,
    /// What a warehouse must do in the same transaction, and which.
    pub stock: Option<StockAction>,
    pub at: WarehouseId,
    pub notifications: Vec<NotificationDraft>,
}

/// Whether any of it has moved.
#[must_use]
pub fn has_moved(order: &Order) -> bool {
    order.lines.iter().any(|line| !line.stocked.is_zero())
}

/// The actions an order's state allows.
#[must_use]
pub fn allowed(order: &Order) -> Vec<&'static str> {
    if order.deleted_at.is_some() { vec![] } else { allowed_in(order.kind, order.status, transfer::progress(order)) }
}

/// The actions a state of a kind allows, by how far the order's goods are.
#[must_use]
pub fn allowed_in(kind: OrderKind, status: OrderStatus, progress: impl Into<Progress>) -> Vec<&'static str> {
    kind.allowed(status, progress.into()).map(|step| step.name).collect()
}

pub(super) fn transition(order: &Order) -> OrderRefusal {
    OrderRefusal::Transition { status: order.status, allowed: allowed(order).into_iter().map(str::to_owned).collect() }
}

/// Decides a command on an order, or on nothing where it creates one. The facts are what the order would then refer to;
/// [`asks_for`] says which commands need them.
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
    let order = current.filter(|order| order.deleted_at.is_none()).ok_or(OrderRefusal::NotFound)?;
    if command.version.is_some_and(|version| version != order.version) {
        let changed_by = order.entry.as_ref().map_or(order.created_by, |entry| entry.admin);
        return Err(OrderRefusal::Version { current: order.version, changed_by });
    }
    if let Some(decided) = reserved::decide(order, command, now_ms, facts) {
        return decided;
    }
    let allowed = kind.allowed(order.status, transfer::progress(order)).find(|step| step.name == command.action.name());
    change(order, allowed.ok_or_else(|| transition(order))?, command, now_ms, facts)
}

/// What a command has to know of the world, beside the order.
pub enum Needs {
    Nothing,
    /// What this draft refers to.
    References(OrderDraft),
    /// Whether the order's warehouse asks for another person to review.
    FourEyes,
    /// Another order, as it is now.
    Other(OrderKind, OrderId),
}

/// What has to be looked up before a command is decided.
#[must_use]
pub fn asks_for(current: Option<&Order>, kind: OrderKind, command: &OrderCommand) -> Needs {
    match (&command.action, current) {
        (OrderAction::Create { draft }, _) => Needs::References(draft.clone()),
        (OrderAction::Edit { change }, Some(order)) => Needs::References(edit::merged(order, change)),
        (OrderAction::TakeOver { from_kind, from, .. }, _) => Needs::Other(*from_kind, *from),
        (OrderAction::Step { step, parts, .. }, Some(order))
            if let Some(Does::Arrive(way)) = kind.step(step).map(|step| step.does)
                && let Some(draft) = transfer::places(order, way, parts.as_deref()) =>
        {
            Needs::References(draft)
        }
        (OrderAction::Step { step, .. }, _) if !command.quiet && kind.step(step).is_some_and(|step| step.does == Does::Review) => Needs::FourEyes,
        _ => Needs::Nothing,
    }
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
        entry: None,
        version: 0,
        created_at: now_ms,
        updated_at: now_ms,
        deleted_at: None,
        transfer: None,
    };
    fill(&mut order, draft, command, facts)?;
    enter(&mut order, command, None, None, now_ms);
    let notifications = kind.created.map_or_else(Vec::new, |notification| notify(command, None, &order, notification));
    let at = order.warehouse;
    Ok(Decision { order, stock: None, at, notifications })
}

/// Checks a draft, copies it into the order and computes the totals.
fn fill(order: &mut Order, draft: &OrderDraft, command: &OrderCommand, facts: &OrderFacts) -> Result<(), OrderRefusal> {
    let units = edit::check_references(order.kind, draft, facts)?;
    let reference = draft.reference.as_deref().unwrap_or_default().trim();
    if reference.chars().count() > REFERENCE_MAX {
        return Err(invalid("order_no", "error.text.long"));
    }
    if draft.remark.chars().count() > TEXT_MAX {
        return Err(invalid("remark", "error.text.long"));
    }
    lines::check_date("business_date".into(), Some(&draft.business_date))?;
    if draft.business_date > command.today {
        return Err(invalid("business_date", "error.date.future"));
    }
    order.lines = if order.kind.signed() { adjustment::check_lines(order.kind, draft, &units, facts)? } else { lines::check_lines(draft, &units)? };
    order.total_amount = order.lines.iter().map(|line| line.total).sum();
    order.total_quantity = order.lines.iter().map(|line| line.quantity).sum();
    order.warehouse = draft.warehouse;
    order.partner = draft.partner;
    order.order_type = draft.order_type;
    order.reference = reference.to_owned();
    order.remark = draft.remark.trim().to_owned();
    order.business_date.clone_from(&draft.business_date);
    order.admin = draft.admin.unwrap_or(order.admin);
    transfer::fill(order, draft)
}

fn change(current: &Order, step: &Step, command: &OrderCommand, now_ms: i64, facts: &OrderFacts) -> Result<Decision, OrderRefusal> {
    let mut order = current.clone();
    let mut reason = None;
    let mut moved = None;
    match (step.does, &command.action) {
        (Does::Edit, OrderAction::Edit { change }) => {
            fill(&mut order, &edit::merged(current, change), command, facts)?;
            if order.reference.is_empty() {
                order.reference.clone_from(&order.number);
            }
            if !order.edited_by.contains(&command.admin) {
                order.edited_by.push(command.admin);
            }
        }
        (Does::Review, OrderAction::Step { .. }) => {
            if facts.four_eyes && order.edited_by.contains(&command.admin) {
                return Err(OrderRefusal::FourEyes);
            }
            order.audited_by = Some(command.admin);
        }
        (Does::Reopen, OrderAction::Step { .. }) => order.audited_by = None,
        (Does::Move(direction), OrderAction::Step { parts, .. }) => {
            if direction == Direction::Signed && parts.is_some() {
                return Err(invalid("lines", "error.adjustment.whole"));
            }
            let parts = lines::check_parts(&order.lines, parts.as_deref())?;
            for (index, quantity) in &parts {
                order.lines[*index].stocked += *quantity;
            }
            moved = Some(Goods::Stock(direction, parts));
        }
        (Does::Shift, OrderAction::Step { parts, .. }) => {
            let parts = lines::check_parts(&order.lines, parts.as_deref())?;
            for (index, quantity) in &parts {
                order.lines[*index].stocked += *quantity;
            }
            let lines = demand(&order, &parts);
            moved = Some(Goods::Shift(transfer::shifted(&mut order, lines)));
        }
        (Does::Arrive(way), OrderAction::Step { parts, .. }) => {
            edit::check_places(parts.as_deref(), facts)?;
            moved = Some(Goods::Arrive(transfer::arrive(&mut order, way, parts.as_deref())?));
        }
        (Does::Refuse, OrderAction::Step { parts, reason: text, .. }) => {
            reason = Some(lines::check_reason(text.as_deref().unwrap_or_default())?);
            transfer::refuse(&mut order, parts.as_deref(), now_ms)?;
        }
        (Does::Lose(way), OrderAction::Step { parts, reason: text, .. }) => {
            reason = Some(lines::check_reason(text.as_deref().unwrap_or_default())?);
            transfer::lose(&mut order, way, parts.as_deref(), command.admin, now_ms)?;
        }
        (Does::End, OrderAction::Step { reason: text, .. }) => reason = Some(lines::check_reason(text.as_deref().unwrap_or_default())?),
        (Does::Delete, OrderAction::Delete) => order.deleted_at = Some(now_ms),
        // A step of that name does something else in this kind.
        _ => return Err(transition(current)),
    }
    match step.to {
        To::State(status) => order.status = status,
        To::WhenAllMoved(status) if order.lines.iter().all(|line| line.stocked == line.quantity) => order.status = status,
        To::WhenSettled(status) if transfer::is_settled(&order) => order.status = status,
        To::Road { settled, .. } if transfer::on_no_road(&order) => order.status = settled,
        To::Road { on, .. } => order.status = on,
        To::WhenAllMoved(_) | To::WhenSettled(_) | To::Same => {}
    }
    transfer::sum_up(&mut order, now_ms);
    let stock = effect(current, &order, moved)?;
    enter(&mut order, command, Some(current.status), reason, now_ms);
    let notifications = step.notifies.map_or_else(Vec::new, |notification| notify(command, Some(current), &order, notification));
    let at = match (step.at, &order.transfer) {
        (At::Target, Some(part)) => part.target,
        _ => order.warehouse,
    };
    Ok(Decision { order, stock, at, notifications })
}

/// The goods that a step moves.
enum Goods {
    /// These parts of the lines, in or out.
    Stock(Direction, Vec<(usize, Quantity)>),
    Shift(Vec<ShiftLine>),
    Arrive(Vec<ReceiveLine>),
}

/// What a step does to the stock: it moves goods, or what is open becomes reserved or free with the state.
fn effect(before: &Order, after: &Order, moved: Option<Goods>) -> Result<Option<StockAction>, OrderRefusal> {
    let held = after.kind.reserves(before.status);
    let holds = after.kind.reserves(after.status) && after.deleted_at.is_none();
    Ok(match moved {
        Some(Goods::Stock(Direction::In, parts)) => Some(StockAction::Receive { lines: received(after, &parts) }),
        Some(Goods::Stock(Direction::Out, parts)) => Some(StockAction::Issue { lines: demand(after, &parts), release_rest: !holds }),
        Some(Goods::Stock(Direction::Signed, parts)) => Some(StockAction::Adjust { lines: adjustment::adjusted(after, &parts) }),
        Some(Goods::Shift(lines)) => Some(StockAction::Shift { lines, release_rest: !holds }),
        Some(Goods::Arrive(lines)) => Some(StockAction::Receive { lines }),
        None if holds && !held => Some(StockAction::Reserve { lines: demand(after, &lines::check_parts(&after.lines, None)?) }),
        None if held && !holds => Some(StockAction::Release),
        None => None,
    })
}

fn enter(order: &mut Order, command: &OrderCommand, from: Option<OrderStatus>, reason: Option<String>, now_ms: i64) {
    let action = command.action.name().to_owned();
    order.entry = Some(HistoryEntry { at: now_ms, admin: command.admin, action, from, to: order.status, reason });
    order.version += 1;
    order.updated_at = now_ms;
}

fn demand(order: &Order, moved: &[(usize, Quantity)]) -> Vec<DemandLine> {
    moved
        .iter()
        .map(|(index, quantity)| {
            let line = &order.lines[*index];
            DemandLine {
                line: line.line,
                product: line.product,
                unit: line.unit,
                area: line.area,
                shelf: line.shelf,
                batch: line.batch.clone(),
                quantity: *quantity,
            }
        })
        .collect()
}

fn received(order: &Order, moved: &[(usize, Quantity)]) -> Vec<ReceiveLine> {
    let receive = |(index, quantity): &(usize, Quantity)| {
        let line = &order.lines[*index];
        let place = Place {
            area: line.area.unwrap_or(AreaId(0)),
            shelf: line.shelf.unwrap_or(ShelfId(0)),
            product: line.product,
            batch: line.batch.clone().unwrap_or_default(),
        };
        ReceiveLine {
            line: line.line,
            place,
            unit: line.unit,
            quantity: *quantity,
            price: line.price,
            produce_date: line.produce_date.clone(),
            expiry_date: line.expiry_date.clone(),
        }
    };
    moved.iter().map(receive).collect()
}
