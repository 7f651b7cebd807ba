//! What a command does to an order: pure. The table of transitions stands in domain rules 1.1.

use bus_schemas::ids::{AreaId, OrderId, ShelfId};
use bus_schemas::notification::{Audience, NotificationDraft, NotificationKind};
use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::{HistoryEntry, Order, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderStatus};
use bus_schemas::warehouse::{DemandLine, Place, ReceiveLine, StockAction};

use super::edit::{self, OrderFacts};
use super::lines::{self, REFERENCE_MAX, TEXT_MAX, invalid};

/// What follows from a command.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The order's next version.
    pub order: Order,
    /// What the warehouse must do in the same transaction.
    pub stock: Option<StockAction>,
    pub notifications: Vec<NotificationDraft>,
}

/// The name of an action, as in routes, permission nodes and the history.
#[must_use]
pub const fn action_name(action: &OrderAction) -> &'static str {
    match action {
        OrderAction::Create { .. } => "add",
        OrderAction::Edit { .. } => "edit",
        OrderAction::Audit => "audit",
        OrderAction::TakeBack => "takeBack",
        OrderAction::Stock { .. } => "stock",
        OrderAction::Close { .. } => "close",
        OrderAction::Void { .. } => "void",
        OrderAction::Delete => "del",
    }
}

/// Whether any of it has moved.
#[must_use]
pub fn has_moved(order: &Order) -> bool {
    order.lines.iter().any(|line| !line.stocked.is_zero())
}

/// The actions an order's state allows.
#[must_use]
pub fn allowed(order: &Order) -> Vec<&'static str> {
    if order.deleted_at.is_some() { vec![] } else { allowed_in(order.status, has_moved(order)) }
}

/// The actions a state allows, by whether any of the order has moved.
#[must_use]
pub fn allowed_in(status: OrderStatus, moved: bool) -> Vec<&'static str> {
    match status {
        OrderStatus::Pending => vec!["edit", "audit", "void", "del"],
        OrderStatus::Reviewed if moved => vec!["stock", "close"],
        OrderStatus::Reviewed => vec!["stock", "takeBack", "void"],
        OrderStatus::Stocked | OrderStatus::Voided => vec![],
    }
}

/// Decides a command on an order, or on nothing where it creates one. Only an edit asks for the facts: what the order,
/// with the change laid over it, would refer to.
pub fn decide(
    current: Option<&Order>,
    id: OrderId,
    kind: OrderKind,
    command: &OrderCommand,
    now_ms: i64,
    facts: &OrderFacts,
) -> Result<Decision, OrderRefusal> {
    if let OrderAction::Create { draft } = &command.action {
        return create(current, id, kind, command, draft, now_ms);
    }
    let order = current.filter(|order| order.deleted_at.is_none()).ok_or(OrderRefusal::NotFound)?;
    if command.version.is_some_and(|version| version != order.version) {
        let changed_by = order.entry.as_ref().map_or(order.created_by, |entry| entry.admin);
        return Err(OrderRefusal::Version { current: order.version, changed_by });
    }
    let allowed = allowed(order);
    if !allowed.contains(&action_name(&command.action)) {
        let allowed = allowed.into_iter().map(str::to_owned).collect();
        return Err(OrderRefusal::Transition { status: order.status, allowed });
    }
    change(order, command, now_ms, facts)
}

fn create(
    current: Option<&Order>,
    id: OrderId,
    kind: OrderKind,
    command: &OrderCommand,
    draft: &OrderDraft,
    now_ms: i64,
) -> Result<Decision, OrderRefusal> {
    if let Some(order) = current {
        return Err(OrderRefusal::Transition { status: order.status, allowed: allowed(order).into_iter().map(str::to_owned).collect() });
    }
    let mut order = Order {
        id,
        kind,
        number: String::new(),
        reference: String::new(),
        warehouse: draft.warehouse,
        partner: draft.partner,
        order_type: draft.order_type,
        status: OrderStatus::Pending,
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
    };
    fill(&mut order, draft, command)?;
    enter(&mut order, command, None, None, now_ms);
    let notifications = notify(command, &order, NotificationKind::OrderReview);
    Ok(Decision { order, stock: None, notifications })
}

/// Puts what a person filled in onto the order, checked, with the totals computed.
fn fill(order: &mut Order, draft: &OrderDraft, command: &OrderCommand) -> Result<(), OrderRefusal> {
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
    order.lines = lines::check_lines(draft)?;
    order.total_amount = order.lines.iter().map(|line| line.total).sum();
    order.total_quantity = order.lines.iter().map(|line| line.quantity).sum();
    order.warehouse = draft.warehouse;
    order.partner = draft.partner;
    order.order_type = draft.order_type;
    order.reference = reference.to_owned();
    order.remark = draft.remark.trim().to_owned();
    order.business_date.clone_from(&draft.business_date);
    order.admin = draft.admin.unwrap_or(order.admin);
    Ok(())
}

fn change(current: &Order, command: &OrderCommand, now_ms: i64, facts: &OrderFacts) -> Result<Decision, OrderRefusal> {
    let mut order = current.clone();
    let mut reason = None;
    let mut stock = None;
    let mut notifications = Vec::new();
    match &command.action {
        OrderAction::Create { .. } => {}
        OrderAction::Edit { change } => {
            let mut draft = edit::merged(current, change);
            edit::complete(order.kind, &mut draft, facts)?;
            fill(&mut order, &draft, command)?;
            if order.reference.is_empty() {
                order.reference.clone_from(&order.number);
            }
            if !order.edited_by.contains(&command.admin) {
                order.edited_by.push(command.admin);
            }
        }
        OrderAction::Audit => {
            if command.four_eyes && order.edited_by.contains(&command.admin) {
                return Err(OrderRefusal::FourEyes);
            }
            order.status = OrderStatus::Reviewed;
            order.audited_by = Some(command.admin);
            if order.kind == OrderKind::Outbound {
                let all = lines::check_parts(&order.lines, None)?;
                stock = Some(StockAction::Reserve { lines: demand(&order, &all) });
            }
        }
        OrderAction::TakeBack => {
            order.status = OrderStatus::Pending;
            order.audited_by = None;
            stock = release(&order);
        }
        OrderAction::Stock { parts } => {
            let moved = lines::check_parts(&order.lines, parts.as_deref())?;
            for (index, quantity) in &moved {
                order.lines[*index].stocked += *quantity;
            }
            if order.lines.iter().all(|line| line.stocked == line.quantity) {
                order.status = OrderStatus::Stocked;
            }
            stock = Some(move_goods(&order, &moved));
            notifications = notify(command, &order, NotificationKind::OrderStocked);
        }
        OrderAction::Close { reason: text } => {
            reason = Some(lines::check_reason(text)?);
            order.status = OrderStatus::Stocked;
            stock = release(&order);
        }
        OrderAction::Void { reason: text } => {
            reason = Some(lines::check_reason(text)?);
            stock = (order.status == OrderStatus::Reviewed).then(|| release(&order)).flatten();
            order.status = OrderStatus::Voided;
        }
        OrderAction::Delete => order.deleted_at = Some(now_ms),
    }
    enter(&mut order, command, Some(current.status), reason, now_ms);
    Ok(Decision { order, stock, notifications })
}

fn enter(order: &mut Order, command: &OrderCommand, from: Option<OrderStatus>, reason: Option<String>, now_ms: i64) {
    let action = action_name(&command.action).to_owned();
    order.entry = Some(HistoryEntry { at: now_ms, admin: command.admin, action, from, to: order.status, reason });
    order.version += 1;
    order.updated_at = now_ms;
}

fn release(order: &Order) -> Option<StockAction> {
    (order.kind == OrderKind::Outbound).then_some(StockAction::Release)
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

fn move_goods(order: &Order, moved: &[(usize, Quantity)]) -> StockAction {
    if order.kind == OrderKind::Outbound {
        return StockAction::Issue { lines: demand(order, moved), release_rest: order.status == OrderStatus::Stocked };
    }
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
    StockAction::Receive { lines: moved.iter().map(receive).collect() }
}

/// The controller of an order's kind, as in routes and permission nodes.
#[must_use]
pub const fn controller(kind: OrderKind) -> &'static str {
    match kind {
        OrderKind::Inbound => "inboundOrder",
        OrderKind::Outbound => "outboundOrder",
    }
}

fn notify(command: &OrderCommand, order: &Order, kind: NotificationKind) -> Vec<NotificationDraft> {
    if command.quiet {
        return Vec::new();
    }
    let controller = controller(order.kind);
    // Who reviews wants to know that there is work in a warehouse; who made an order or is in charge of it, how it fares.
    let (audience, subject, link_many) = if kind == NotificationKind::OrderReview {
        let node = format!("warehouse/{}/audit", controller.to_lowercase());
        let holders = Audience::Holders { node, except: Some(command.admin) };
        (holders, format!("{}@{}", order.kind.as_str(), order.warehouse.0), format!("/admin/warehouse/{controller}?status=0"))
    } else {
        let mut ids = vec![order.created_by];
        for other in order.audited_by.into_iter().chain([order.admin]) {
            if !ids.contains(&other) {
                ids.push(other);
            }
        }
        (Audience::Admins { ids, except: Some(command.admin) }, format!("{}:{}", order.kind.as_str(), order.id), String::new())
    };
    let mut data = serde_json::Map::new();
    data.insert("order_no".into(), order.number.clone().into());
    data.insert("order_kind".into(), order.kind.as_str().into());
    data.insert("lines".into(), order.lines.len().into());
    data.insert("quantity".into(), order.total_quantity.to_string().into());
    data.insert("warehouse".into(), order.warehouse.0.into());
    data.insert("by".into(), command.admin.0.into());
    vec![NotificationDraft {
        kind,
        audience,
        subject,
        warehouses: vec![order.warehouse],
        data,
        link: format!("/admin/warehouse/{controller}?id={}", order.id),
        link_many,
    }]
}
