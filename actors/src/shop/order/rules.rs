//! What a command does to a shop order: pure. The table of states is [`super::table`].

use bus_schemas::ids::OrderId;
use bus_schemas::shop::Cents;
use bus_schemas::shop::balance::EntryKind;
use bus_schemas::shop::command::{ShippedGoods, ShopAction, ShopChange, ShopCommand, ShopRefusal};
use bus_schemas::shop::coupon::CouponChange;
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopParcel, ShopStatus, ShopTodo};
use bus_schemas::shop::pieces::LinePieces;
use bus_schemas::shop::refund::ShopRefund;
use bus_schemas::shop::write::{Bought, CouponStep, MoneyEntry, PaymentRow, ScoreEntry, ShopWrite, SkuCount};

use super::decision::{Decision, TEXT_MAX, WarehouseEffect};
use super::finish::{RETRY, cause, complete, credit, finish, score};
use super::state::{CANCELS_MAX, DAY, all_sent, nothing_left, received};
use super::{evaluation, money_back, payments, refunds, returns, table};

fn check_text(field: &str, text: &str, required: bool) -> Result<String, ShopRefusal> {
    refunds::text(field, text, required, TEXT_MAX)
}

/// Decides a command on an order that is there.
pub fn decide(order: &ShopOrder, command: &ShopCommand, now: i64) -> Result<Decision, ShopRefusal> {
    if let ShopBy::Member(member) = command.by
        && member != order.user_id
    {
        return Err(ShopRefusal::NotFound);
    }
    if command.version.is_some_and(|version| version != order.version) {
        return Err(ShopRefusal::Version { current: order.version });
    }
    if let ShopAction::Refund(action) = &command.action {
        return money_back::decide(order, command, action, now);
    }
    table::check(order, &command.action, command.by, now)?;
    let mut reason_of = String::new();
    let mut decision = match &command.action {
        ShopAction::Place { .. } | ShopAction::Refund(_) => return Err(table::refused(order, command.by, now)),
        ShopAction::Pay { method } => pay(order, *method, now)?,
        ShopAction::Cancel { reason } => {
            reason_of = check_text("reason", reason, false)?;
            close_unpaid(order, command.by, &reason_of)
        }
        ShopAction::Wake => wake(order, now)?,
        ShopAction::HoldAgain { outbound } => reserve_elsewhere(order, *outbound)?,
        ShopAction::ApplyCancel { reason } => {
            reason_of = check_text("reason", reason, false)?;
            apply_cancel(order, now)?
        }
        ShopAction::TakeBackCancel => Decision::of(ShopOrder { status: ShopStatus::ToShip, due_at: None, ..order.clone() }),
        ShopAction::DecideCancel { agree, reason } => {
            reason_of = check_text("reason", reason, !agree)?;
            if *agree {
                let mut decision = end_paid(order, command.by, &reason_of, (ShippedGoods::WriteOff, 0), now);
                decision.write.order.cancel_by = "member".into();
                decision
            } else {
                Decision::of(ShopOrder { status: ShopStatus::ToShip, due_at: None, ..order.clone() })
            }
        }
        ShopAction::Deliver { parcel, company_id, carrier, courier_number, lines, force } => {
            reason_of = check_text("reason", force, false)?;
            let number = refunds::one_line("courier_number", courier_number)?;
            let mut decision = deliver(order, *parcel, lines.as_deref(), !reason_of.is_empty(), now)?;
            if let Some(parcel) = decision.write.order.parcels.iter_mut().find(|known| known.no == *parcel) {
                (parcel.company_id, parcel.carrier, parcel.courier_number) = (*company_id, *carrier, number);
            }
            decision
        }
        ShopAction::Edit { change } => edit(order, command.by, change, now)?,
        ShopAction::Extend if order.extended => return Err(ShopRefusal::rule("shop.extended")),
        ShopAction::Extend => {
            let longer = |time: i64| time + order.terms.extend_days * DAY;
            let (due_at, paused) = (order.due_at.map(longer), order.paused.map(longer));
            Decision::of(ShopOrder { extended: true, due_at, paused, ..order.clone() })
        }
        ShopAction::Receive => receive(order, now)?,
        ShopAction::Evaluate { lines, terms } => evaluation::evaluate(order, lines, *terms, now)?,
        ShopAction::Close { reason, goods, return_address_id } => {
            reason_of = check_text("reason", reason, true)?;
            close(order, command.by, &reason_of, (*goods, *return_address_id), now)?
        }
        ShopAction::BeginPay { method, scene } => payments::begin(order, *method, scene, now)?,
        ShopAction::Paid { method, received, fault } => payments::received(order, *method, received, fault.as_deref(), now)?,
        ShopAction::PayClosed { out_trade_no } => payments::closed(order, out_trade_no)?,
        ShopAction::AcceptPay { method, received } => payments::accept(order, *method, received, now)?,
        ShopAction::Hide => Decision::of(ShopOrder { hidden: true, ..order.clone() }),
    };
    finish(&mut decision, Some(order), command, reason_of, now);
    Ok(decision)
}

/// A new order as it is written with its last reservation.
#[must_use]
pub fn placed(draft: &ShopOrder, command: &ShopCommand, now: i64) -> Decision {
    let mut order = draft.clone();
    order.status = ShopStatus::ToPay;
    order.version = 0;
    order.create_time = now;
    let wait = if order.pay_amount.is_zero() { RETRY } else { order.terms.pay_minutes.max(1) * 60 };
    order.due_at = Some(now + wait);
    let mut decision = Decision::of(order);
    finish(&mut decision, None, command, String::new(), now);
    decision.write.command = Some(command.key.clone());
    decision
}

/// What placing takes of the member before anything is reserved; nothing where an order is written in one transaction.
#[must_use]
pub fn taken(order: &ShopOrder) -> Option<ShopWrite> {
    let mut write = ShopWrite::of(order.clone());
    write.without_order = true;
    write.coupon = order.user_coupon_id.map(|id| CouponStep { id, change: CouponChange::Hold });
    if order.score_used > 0 {
        write.score.push(score(order, -order.score_used, EntryKind::Use));
    }
    write.bought = bought(order, 1);
    write.counts = counts(order, -1);
    let nothing = write.coupon.is_none() && write.score.is_empty() && write.bought.is_empty() && write.counts.is_empty();
    if nothing && order.parcels.len() <= 1 { None } else { Some(write) }
}

fn bought(order: &ShopOrder, sign: i64) -> Vec<Bought> {
    let mut all: Vec<Bought> = Vec::new();
    for line in order.lines.iter().filter(|line| line.limit_num > 0) {
        let quantity = sign * (line.quantity - if sign < 0 { line.refunded_num } else { 0 });
        match all.iter_mut().find(|known| known.goods_id == line.goods_id) {
            Some(known) => known.quantity += quantity,
            None => all.push(Bought { goods_id: line.goods_id, quantity, limit: line.limit_num }),
        }
    }
    all
}

/// Virtual goods have a counter of their own.
fn counts(order: &ShopOrder, sign: i64) -> Vec<SkuCount> {
    order.lines.iter().filter(|line| !line.ships()).map(|line| SkuCount { sku_id: line.sku_id, change: sign * line.quantity }).collect()
}

/// Gives back what placing took of the member.
#[must_use]
pub fn given_back(order: &ShopOrder, by_shop: bool, release: bool) -> (Option<CouponStep>, Vec<ScoreEntry>, Vec<Bought>, Vec<SkuCount>) {
    let change = if release { CouponChange::Release { by_shop } } else { CouponChange::Return { by_shop } };
    let coupon = order.user_coupon_id.map(|id| CouponStep { id, change });
    let back: i64 = order.score_used - order.refunds.iter().filter(|refund| refund.pay_status == 2).map(|refund| refund.score_back).sum::<i64>();
    let score = (back > 0).then(|| score(order, back, EntryKind::Return));
    let counted = if release { counts(order, 1) } else { Vec::new() };
    (coupon, score.into_iter().collect(), bought(order, -1), counted)
}

fn pay(order: &ShopOrder, method: PayMethod, now: i64) -> Result<Decision, ShopRefusal> {
    if (method == PayMethod::Free) != order.pay_amount.is_zero() || method.outside() {
        return Err(ShopRefusal::invalid("method", "shop.pay.method"));
    }
    let mut decision = payments::paid(order, method, now);
    if method == PayMethod::Balance {
        let change = Cents::ZERO - order.pay_amount;
        decision.write.money.push(MoneyEntry { change, kind: EntryKind::Purchase, cause: cause(order), once: true });
    }
    let attempt = decision.write.order.attempts + 1;
    decision.write.order.attempts = attempt;
    decision.write.payments.push(PaymentRow {
        out_trade_no: format!("{}{attempt:02}", order.order_no),
        method,
        scene: "native".into(),
        amount: order.pay_amount,
        status: 1,
        transaction_id: format!("shop-{}-pay", order.id),
        paid_amount: order.pay_amount,
        paid_time: Some(now),
        notice: String::new(),
    });
    Ok(decision)
}

fn close_unpaid(order: &ShopOrder, by: ShopBy, reason: &str) -> Decision {
    let (coupon, score, bought, counts) = given_back(order, matches!(by, ShopBy::Staff(_)), true);
    let mut closed = order.clone();
    closed.status = ShopStatus::Closed;
    closed.due_at = None;
    (closed.payment.open, closed.payment.closing) = (None, None);
    closed.cancel_by = by.name().into();
    closed.cancel_reason = reason.to_owned();
    closed.todo = order.parcels.iter().map(|parcel| ShopTodo::Release { parcel: parcel.no }).collect();
    closed.parcels.iter_mut().for_each(|parcel| parcel.status = ShopParcel::GIVEN_UP);
    let mut decision = Decision::of(closed);
    (decision.write.coupon, decision.write.score, decision.write.bought, decision.write.counts) = (coupon, score, bought, counts);
    decision
}

fn apply_cancel(order: &ShopOrder, now: i64) -> Result<Decision, ShopRefusal> {
    if !nothing_left(order) {
        return Err(ShopRefusal::rule("shop.cancel.shipped"));
    }
    if order.cancels >= CANCELS_MAX {
        return Err(ShopRefusal::rule("shop.cancel.often"));
    }
    if order.refunds.iter().any(ShopRefund::open) {
        return Err(ShopRefusal::rule("shop.cancel.refund"));
    }
    let due_at = Some(now + order.terms.cancel_hours.max(1) * 3_600);
    Ok(Decision::of(ShopOrder { status: ShopStatus::CancelAsked, cancels: order.cancels + 1, due_at, ..order.clone() }))
}

/// Ends a paid order: everything that is paid goes back, and nothing more leaves. `goods`: whether what was shipped comes
/// back, and to which address.
fn end_paid(order: &ShopOrder, by: ShopBy, reason: &str, goods: (ShippedGoods, i64), now: i64) -> Decision {
    let mut decision = money_back::all_of(order, by, reason, goods, now);
    let closed = &mut decision.write.order;
    closed.status = ShopStatus::Closed;
    closed.due_at = None;
    closed.cancel_by = by.name().into();
    closed.cancel_reason = reason.to_owned();
    give_up_waiting(closed);
    decision
}

/// Nothing that waits leaves any more. A parcel that has no outbound order yet gives back what it holds.
pub(super) fn give_up_waiting(order: &mut ShopOrder) {
    for parcel in order.parcels.iter_mut().filter(|parcel| parcel.status == ShopParcel::WAITING) {
        parcel.status = ShopParcel::GIVEN_UP;
        order.todo.retain(|todo| todo.parcel() != parcel.no);
        order.todo.push(if parcel.outbound.is_some() { ShopTodo::Void { parcel: parcel.no } } else { ShopTodo::Release { parcel: parcel.no } });
    }
}

fn wake(order: &ShopOrder, now: i64) -> Result<Decision, ShopRefusal> {
    if let Some(next) = returns::overdue(order, now).or_else(|| returns::warned(order, now)) {
        return Ok(Decision::of(next));
    }
    if order.due_at.is_none_or(|due| due > now) {
        return Err(ShopRefusal::rule("shop.not_due"));
    }
    let later = |days: i64| Decision::of(ShopOrder { due_at: Some(now + days * DAY), ..order.clone() });
    let asked = order.refunds.iter().any(ShopRefund::open);
    Ok(match order.status {
        // It was to be paid when it was placed, and something came between.
        ShopStatus::ToPay if order.pay_amount.is_zero() && order.payment.closing.is_none() => pay(order, PayMethod::Free, now)?,
        ShopStatus::ToPay => match &order.payment.closing {
            Some(closing) => close_unpaid(order, closing.by, &closing.reason),
            None => close_unpaid(order, ShopBy::System, ""),
        },
        // Of an order that was written before timers stood still.
        ShopStatus::ToReceive | ShopStatus::ToEvaluate if asked => later(1),
        ShopStatus::ToReceive => receive(order, now)?,
        ShopStatus::ToEvaluate => complete(order, now),
        ShopStatus::Completed => credit(order.clone()),
        ShopStatus::ToShip | ShopStatus::Closed | ShopStatus::CancelAsked => Decision::of(ShopOrder { due_at: None, ..order.clone() }),
    })
}

/// What an outbound order has lost is looked for elsewhere: another one takes its place, or the parcel is in doubt.
fn reserve_elsewhere(order: &ShopOrder, outbound: OrderId) -> Result<Decision, ShopRefusal> {
    let waits = |parcel: &&ShopParcel| parcel.status == ShopParcel::WAITING && parcel.outbound == Some(outbound);
    let todo = |no: u32| order.todo.iter().any(|todo| todo.parcel() == no);
    let parcel = order.parcels.iter().find(waits).filter(|parcel| !todo(parcel.no)).ok_or_else(|| ShopRefusal::rule("shop.not_due"))?;
    let mut next = order.clone();
    next.todo.push(ShopTodo::Shrink { parcel: parcel.no });
    Ok(Decision::of(next))
}

fn receive(order: &ShopOrder, now: i64) -> Result<Decision, ShopRefusal> {
    if order.refunds.iter().any(ShopRefund::open) {
        return Err(ShopRefusal::rule("shop.refund.open"));
    }
    let mut order = order.clone();
    received(&mut order, now);
    Ok(Decision::of(order))
}

fn close(order: &ShopOrder, by: ShopBy, reason: &str, goods: (ShippedGoods, i64), now: i64) -> Result<Decision, ShopRefusal> {
    if !order.refund_amount.is_zero() || !order.refund_open.is_zero() {
        return Err(ShopRefusal::rule("shop.close.refunded"));
    }
    Ok(if order.status == ShopStatus::ToPay { close_unpaid(order, by, reason) } else { end_paid(order, by, reason, goods, now) })
}

/// A parcel leaves, or a part of it: the rest becomes a parcel of its own. `force`: also goods that a refund is asked for.
fn deliver(order: &ShopOrder, no: u32, lines: Option<&[LinePieces]>, force: bool, now: i64) -> Result<Decision, ShopRefusal> {
    let unknown = || ShopRefusal::invalid("parcel", "error.reference");
    let at = order.parcels.iter().position(|parcel| parcel.no == no).ok_or_else(unknown)?;
    let parcel = order.parcels.get(at).filter(|parcel| parcel.status == ShopParcel::WAITING).ok_or_else(unknown)?;
    let of = parcel.outbound.ok_or_else(|| ShopRefusal::rule("shop.delivery.doubt"))?;
    // Its outbound order still holds what is not sent any more.
    if order.todo.iter().any(|todo| todo.parcel() == no) {
        return Err(ShopRefusal::rule("shop.delivery.doubt"));
    }
    let asked = |line: u32| order.refunds.iter().any(|refund| refund.audit_status == 1 && refund.lines.iter().any(|share| share.line == line));
    let sent = match lines {
        None => parcel.lines.clone(),
        Some(lines) => parts(parcel, lines)?,
    };
    if !force && sent.iter().any(|pieces| asked(pieces.line)) {
        return Err(ShopRefusal::rule("shop.delivery.refund"));
    }
    let mut next = order.clone();
    let rest: Vec<LinePieces> = (parcel.lines.iter())
        .map(|line| LinePieces {
            quantity: line.quantity - sent.iter().filter(|sent| sent.line == line.line).map(|sent| sent.quantity).sum::<i64>(),
            ..*line
        })
        .filter(|line| line.quantity > 0)
        .collect();
    if !rest.is_empty() {
        let no = next.parcels.iter().map(|parcel| parcel.no).max().unwrap_or(0) + 1;
        next.parcels.push(ShopParcel { no, lines: rest, ..parcel.clone() });
    }
    for line in &mut next.lines {
        line.shipped += sent.iter().filter(|sent| sent.line == line.line).map(|sent| sent.quantity).sum::<i64>();
    }
    if let Some(parcel) = next.parcels.get_mut(at) {
        (parcel.status, parcel.shipment_time, parcel.lines) = (ShopParcel::SHIPPED, Some(now), sent);
    }
    if all_sent(&next) {
        next.status = ShopStatus::ToReceive;
        next.due_at = Some(now + next.terms.receive_days.max(1) * DAY);
    }
    let mut decision = Decision::of(next);
    decision.through = Some(WarehouseEffect::Ship { parcel: no, of });
    Ok(decision)
}

/// Named parts of a parcel.
fn parts(parcel: &ShopParcel, lines: &[LinePieces]) -> Result<Vec<LinePieces>, ShopRefusal> {
    let mut sent: Vec<LinePieces> = Vec::new();
    for (at, part) in lines.iter().enumerate() {
        let field = |name: &str| format!("lines[{at}].{name}");
        let open = parcel.lines.iter().find(|line| line.line == part.line).filter(|_| !sent.iter().any(|sent| sent.line == part.line));
        let open = open.ok_or_else(|| ShopRefusal::invalid(field("line"), "error.line.unknown"))?;
        if part.quantity <= 0 || part.quantity > open.quantity {
            return Err(ShopRefusal::invalid(field("quantity"), "error.quantity.open"));
        }
        sent.push(*part);
    }
    if sent.is_empty() { Err(ShopRefusal::invalid("lines", "error.required")) } else { Ok(sent) }
}

/// An address that may still be changed, a remark, or the number of a parcel.
fn edit(order: &ShopOrder, by: ShopBy, change: &ShopChange, now: i64) -> Result<Decision, ShopRefusal> {
    let mut next = order.clone();
    let mut through = None;
    let place = change.name.is_some() || change.mobile.is_some() || change.area.is_some() || change.address.is_some();
    if place && !(nothing_left(order) && matches!(order.status, ShopStatus::ToPay | ShopStatus::ToShip)) {
        return Err(ShopRefusal::rule("shop.edit.shipped"));
    }
    for (field, changed, to) in
        [("name", &change.name, &mut next.name), ("mobile", &change.mobile, &mut next.mobile), ("address", &change.address, &mut next.address)]
    {
        if let Some(text) = changed {
            *to = refunds::one_line(field, text)?;
        }
    }
    if let Some(area) = &change.area {
        next.area.clone_from(area);
        next.area_text = change.area_text.clone().unwrap_or_default();
    }
    if matches!(by, ShopBy::Staff(_)) {
        if let Some(remark) = &change.admin_remark {
            next.admin_remark = check_text("admin_remark", remark, false)?;
        }
        if let Some(no) = change.parcel {
            let sent = |parcel: &&mut ShopParcel| parcel.no == no && parcel.shipment_time.is_some_and(|at| now - at <= 7 * DAY);
            let parcel = next.parcels.iter_mut().find(sent).ok_or_else(|| ShopRefusal::invalid("parcel", "error.reference"))?;
            if let Some(number) = &change.courier_number {
                parcel.courier_number = refunds::one_line("courier_number", number)?;
            }
            if let Some(company) = change.company_id {
                (parcel.company_id, parcel.carrier) = (company, change.carrier);
            }
            let before = order.parcel(no).map(|parcel| (parcel.carrier, &parcel.courier_number));
            through = parcel
                .outbound
                .filter(|_| before != Some((parcel.carrier, &parcel.courier_number)))
                .map(|of| WarehouseEffect::Mend { parcel: no, of });
        }
    } else if change.admin_remark.is_some() || change.parcel.is_some() {
        return Err(ShopRefusal::invalid("parcel", "error.field.unknown"));
    }
    Ok(Decision { through, ..Decision::of(next) })
}
