//! What members and staff do with refunds: pure. What pieces are worth says [`crate::shop::refundable`]; what follows when
//! money goes back, [`super::refunds`].

use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShippedGoods, ShopCommand, ShopRefusal};
use bus_schemas::shop::coupon::CouponChange;
use bus_schemas::shop::order::{ShopBy, ShopLine, ShopOrder, ShopParcel, ShopStatus, ShopTodo};
use bus_schemas::shop::refund::{RefundType, ShopRefund};
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};
use bus_schemas::shop::shares::RefundShare;
use bus_schemas::shop::write::CouponStep;

use super::decision::{Decision, TEXT_MAX};
use super::finish::finish;
use super::refunds::{changed, in_state, of, one_line, others, pay_out, sold, text};
use super::state::{DAY, nothing_left};
use super::{payouts, refund_requests, returns, table};
use crate::shop::refundable::{self, RefundRefusal};

/// Most pictures of a request.
const IMAGES_MAX: usize = 6;
const DESCRIPTION_MAX: usize = 500;

fn refused(at: usize, refusal: RefundRefusal) -> ShopRefusal {
    let name = match refusal {
        RefundRefusal::Quantity { .. } => "quantity",
        RefundRefusal::Amount { .. } | RefundRefusal::Order { .. } => "amount",
        RefundRefusal::Freight { .. } => "freight",
    };
    ShopRefusal::invalid(format!("lines[{at}].{name}"), refusal.key())
}

/// Not too many pictures.
fn pictures(images: &[String]) -> Result<Vec<String>, ShopRefusal> {
    if images.len() > IMAGES_MAX { Err(ShopRefusal::invalid("images", "error.list.long")) } else { Ok(images.to_vec()) }
}

fn begun(order: &ShopOrder, kind: RefundType, lines: Vec<RefundShare>, now: i64) -> ShopRefund {
    let no = order.refunds.iter().map(|refund| refund.no).max().unwrap_or(0) + 1;
    let refund_no = format!("R{}{no:02}", order.order_no);
    let amount = refundable::total(&lines);
    ShopRefund {
        no,
        out_refund_no: refund_no.clone(),
        refund_no,
        kind,
        score_back: lines.iter().map(|line| line.score).sum(),
        lines,
        reason: String::new(),
        description: String::new(),
        images: Vec::new(),
        audit_status: 1,
        status: 0,
        user_ship_status: 0,
        asked_amount: amount,
        refund_amount: amount,
        earned_back: 0,
        paid_time: None,
        return_address_id: 0,
        coupon_back: false,
        company: String::new(),
        courier_number: String::new(),
        ship_images: Vec::new(),
        ship_due: None,
        warned: false,
        pay_status: 0,
        payout: bus_schemas::shop::refund::Payout::default(),
        refuse_reason: String::new(),
        end_reason: String::new(),
        arrivals: Vec::new(),
        missing: Vec::new(),
        reject_images: Vec::new(),
        create_time: now,
        update_time: now,
    }
}

/// Pieces of a line that have left and that no request sends back.
fn returnable(order: &ShopOrder, line: &ShopLine) -> i64 {
    let sent_back = order.refunds.iter().filter(|refund| refund.status != 3 && refund.kind == RefundType::GoodsAndMoney);
    let back: i64 = sent_back.flat_map(|refund| &refund.lines).filter(|share| share.line == line.line).map(|share| i64::from(share.quantity)).sum();
    line.shipped - back
}

/// All that is left of an order, apart: what nobody sends back, and where goods are to come back, what has left.
fn rest_of(order: &ShopOrder, goods: ShippedGoods) -> (Vec<RefundShare>, Vec<RefundShare>) {
    let mut taken = others(order, None);
    let (mut stays, mut comes) = (Vec::new(), Vec::new());
    for line in &order.lines {
        let sold = sold(line);
        let free = refundable::free_pieces(&sold, &taken);
        let left = if goods == ShippedGoods::Back && line.ships() { returnable(order, line) } else { 0 };
        let back = u32::try_from(left).unwrap_or(0).min(free);
        // All of the freight goes with the first pieces of a line; where none are left, it goes alone.
        let mut freight = refundable::most_freight(&sold, &taken);
        if let Ok(share) = refundable::worth(&sold, &taken, free - back, false) {
            stays.push(RefundShare { freight, ..share });
            freight = Cents::ZERO;
            taken.extend(stays.last());
        }
        // Worth the rest of the line, to the cent.
        if let Ok(share) = refundable::worth(&sold, &taken, back, false) {
            comes.push(RefundShare { freight, ..share });
        } else if freight > Cents::ZERO {
            stays.push(RefundShare { line: line.line, freight, ..RefundShare::default() });
        }
    }
    (stays, comes)
}

/// Refunds of everything that is left, agreed and paid: of an order that is cancelled or closed. One is of what nobody
/// sends back. Where goods are to come back to an address, another one is of those that have left: its money goes back
/// now too, and the member may send them.
#[must_use]
pub fn all_of(order: &ShopOrder, by: ShopBy, reason: &str, (goods, address): (ShippedGoods, i64), now: i64) -> Decision {
    let mut next = order.clone();
    for refund in next.refunds.iter_mut().filter(|refund| refund.status == 0) {
        (refund.audit_status, refund.status, refund.end_reason) = (3, 3, "closed".to_owned());
    }
    let (stays, comes) = rest_of(&next, goods);
    let mut made = Vec::new();
    let mut agreed = |kind: RefundType, lines: Vec<RefundShare>, address: i64| {
        let mut refund = begun(&next, kind, lines, now);
        reason.clone_into(&mut refund.reason);
        (refund.audit_status, refund.status, refund.return_address_id) = (2, 1, address);
        made.push(refund.no);
        next.refunds.push(refund);
    };
    if !stays.is_empty() || comes.is_empty() {
        agreed(RefundType::Money, stays, 0);
    }
    if !comes.is_empty() {
        agreed(RefundType::GoodsAndMoney, comes, address);
    }
    next.status = ShopStatus::Closed;
    let mut decision = Decision::of(next);
    decision.refund = made.last().copied();
    made.into_iter().for_each(|no| pay_out(&mut decision, no, now));
    let by_shop = matches!(by, ShopBy::Staff(_)) && order.status != ShopStatus::CancelAsked;
    decision.write.coupon = order.user_coupon_id.map(|id| CouponStep { id, change: CouponChange::Return { by_shop } });
    decision
}

/// Decides a command about a refund.
pub fn decide(order: &ShopOrder, command: &ShopCommand, action: &RefundAction, now: i64) -> Result<Decision, ShopRefusal> {
    let staff = matches!(command.by, ShopBy::Staff(_));
    let of_member = matches!(action, RefundAction::Apply { .. } | RefundAction::Withdraw { .. } | RefundAction::Ship { .. });
    let of_system = matches!((action, command.by), (RefundAction::PaidBack { .. } | RefundAction::Claim { .. }, ShopBy::System));
    if (!staff && !of_member && !of_system) || (staff && matches!(action, RefundAction::PaidBack { .. })) {
        return Err(table::refused(order, command.by, now));
    }
    let mut reason_of = String::new();
    let mut decision = match action {
        RefundAction::Apply { kind, lines, reason, description, images } => {
            reason_of = text("reason", reason, true, TEXT_MAX)?;
            let mut refund = apply(order, command.by, *kind, lines, now)?;
            refund.reason.clone_from(&reason_of);
            refund.description = text("description", description, false, DESCRIPTION_MAX)?;
            refund.images = pictures(images)?;
            let mut next = order.clone();
            let no = refund.no;
            next.refunds.push(refund);
            changed(next, no)
        }
        RefundAction::Withdraw { refund } => {
            let open = |refund: &ShopRefund| (refund.audit_status, refund.status, refund.user_ship_status);
            let mut next = order.clone();
            let known = of(&mut next, *refund)?;
            let fits = open(known) == (1, 0, 0) || (open(known) == (2, 1, 0) && known.kind == RefundType::GoodsAndMoney && known.pay_status == 0);
            if !fits {
                return Err(ShopRefusal::rule("shop.refund.state"));
            }
            (known.audit_status, known.status, known.end_reason) = (3, 3, "member".to_owned());
            changed(next, *refund)
        }
        RefundAction::Agree { refund, lines, freight, reason, return_address_id, coupon_back } => {
            reason_of = text("reason", reason, false, TEXT_MAX)?;
            agree(order, *refund, (lines.as_deref(), *freight), &reason_of, (*return_address_id, *coupon_back), now)?
        }
        RefundAction::Refuse { refund, reason } => {
            reason_of = text("reason", reason, true, TEXT_MAX)?;
            let mut next = order.clone();
            let known = in_state(&mut next, *refund, &[(1, 0, 0)])?;
            (known.audit_status, known.status) = (3, 3);
            known.refuse_reason.clone_from(&reason_of);
            changed(next, *refund)
        }
        RefundAction::Waive { refund, lines, reason } => {
            reason_of = text("reason", reason, false, TEXT_MAX)?;
            waive(order, *refund, lines.as_deref(), &reason_of, now)?
        }
        RefundAction::Ship { refund, company, courier_number, images } => {
            let mut next = order.clone();
            // Also where the money has gone ahead: of an order that was closed.
            let known = in_state(&mut next, *refund, &[(2, 1, 0)])?;
            if known.kind != RefundType::GoodsAndMoney {
                return Err(ShopRefusal::rule("shop.refund.state"));
            }
            known.company = one_line("company", company)?;
            known.courier_number = one_line("courier_number", courier_number)?;
            known.ship_images = pictures(images)?;
            (known.user_ship_status, known.ship_due) = (1, None);
            changed(next, *refund)
        }
        RefundAction::Receive { refund, lines, reasons } => returns::receive(order, *refund, lines.as_deref(), reasons, now)?,
        RefundAction::Retry { refund } => payouts::again(order, *refund, now)?,
        RefundAction::Claim { refund, key } if key.is_some() == staff => {
            let key = key.clone().unwrap_or_else(|| command.key.to_string());
            payouts::claim(order, *refund, staff, &key, now)?
        }
        RefundAction::Claim { .. } => return Err(table::refused(order, command.by, now)),
        RefundAction::PayOtherwise { refund, way, note } => {
            reason_of = text("note", note, true, TEXT_MAX)?;
            payouts::otherwise(order, *refund, (way.as_str(), reason_of.as_str()), &command.key.to_string(), now)?
        }
        RefundAction::PaidBack { refund, state, claim } => {
            reason_of = state.unfinished().to_owned();
            payouts::apply_refund_state(order, *refund, state, claim.as_deref(), now)?
        }
        RefundAction::Reject { refund, reason, images } => {
            reason_of = text("reason", reason, true, TEXT_MAX)?;
            let mut next = order.clone();
            let known = in_state(&mut next, *refund, &[(2, 1, 1)])?;
            let known = unpaid(known)?;
            (known.status, known.user_ship_status) = (3, 2);
            known.reject_images = pictures(images)?;
            known.refuse_reason.clone_from(&reason_of);
            changed(next, *refund)
        }
    };
    if let Some(refund) = decision.write.order.refunds.iter_mut().find(|refund| Some(refund.no) == decision.refund) {
        refund.update_time = now;
    }
    finish(&mut decision, Some(order), command, reason_of, now);
    Ok(decision)
}

/// A refund whose money is not on its way.
fn unpaid(refund: &mut ShopRefund) -> Result<&mut ShopRefund, ShopRefusal> {
    if refund.pay_status == 0 { Ok(refund) } else { Err(ShopRefusal::rule("shop.refund.state")) }
}

fn apply(order: &ShopOrder, by: ShopBy, kind: RefundType, lines: &[RefundLine], now: i64) -> Result<ShopRefund, ShopRefusal> {
    refund_requests::check(order, by, now)?;
    if lines.is_empty() {
        return Err(ShopRefusal::invalid("lines", "error.required"));
    }
    let taken = others(order, None);
    let mut shares: Vec<RefundShare> = Vec::new();
    for (at, asked) in lines.iter().enumerate() {
        let unknown = || ShopRefusal::invalid(format!("lines[{at}].line"), "error.line.unknown");
        let line = order.line(asked.line).filter(|line| !shares.iter().any(|share| share.line == line.line)).ok_or_else(unknown)?;
        let quantity = || ShopRefusal::invalid(format!("lines[{at}].quantity"), "error.shop.refund_quantity");
        let pieces = u32::try_from(asked.quantity).map_err(|_| quantity())?;
        refund_requests::check_line(order, line.line, by)?;
        if kind == RefundType::GoodsAndMoney && asked.quantity > returnable(order, line) {
            return Err(ShopRefusal::invalid(format!("lines[{at}].quantity"), "error.shop.refund_not_shipped"));
        }
        if matches!(by, ShopBy::Staff(_)) && pieces == 0 {
            let amount = asked.amount.ok_or_else(quantity)?;
            let none = RefundShare { line: line.line, ..RefundShare::default() };
            shares.push(refundable::decided(&sold(line), &taken, &none, amount, Cents::ZERO).map_err(|refusal| refused(at, refusal))?);
        } else {
            shares.push(refundable::worth(&sold(line), &taken, pieces, nothing_left(order)).map_err(|refusal| refused(at, refusal))?);
        }
    }
    Ok(begun(order, kind, shares, now))
}

fn agree(
    order: &ShopOrder,
    no: u32,
    (lines, freight): (Option<&[RefundLine]>, Option<Cents>),
    reason: &str,
    (address, coupon_back): (i64, bool),
    now: i64,
) -> Result<Decision, ShopRefusal> {
    if coupon_back && order.user_coupon_id.is_none() {
        return Err(ShopRefusal::invalid("coupon_back", "error.reference"));
    }
    let mut next = order.clone();
    let taken = others(order, Some(no));
    let (kind, asked, before) = {
        let known = in_state(&mut next, no, &[(1, 0, 0)])?;
        (known.kind, known.lines.clone(), known.asked_amount)
    };
    let mut shares = asked.clone();
    for (at, decided) in lines.unwrap_or_default().iter().enumerate() {
        let unknown = || ShopRefusal::invalid(format!("lines[{at}].line"), "error.line.unknown");
        let share = shares.iter_mut().find(|share| share.line == decided.line).ok_or_else(unknown)?;
        // A request is agreed to as a whole: other pieces would be paid, or not be paid, in silence.
        if decided.quantity != i64::from(share.quantity) {
            return Err(ShopRefusal::invalid(format!("lines[{at}].quantity"), "error.shop.refund_pieces"));
        }
        let line = order.line(share.line).ok_or_else(unknown)?;
        let amount = decided.amount.unwrap_or(share.amount);
        *share = refundable::decided(&sold(line), &taken, share, amount, share.freight).map_err(|refusal| refused(at, refusal))?;
    }
    if let Some(freight) = freight {
        spread_freight(order, &taken, &mut shares, freight)?;
    }
    let amount = refundable::total(&shares);
    if amount < before && reason.is_empty() {
        return Err(ShopRefusal::invalid("reason", "error.required"));
    }
    refundable::check_order(order.paid_amount, order.refund_amount, order.refund_open, amount).map_err(|refusal| refused(0, refusal))?;
    let score = shares.iter().map(|share| share.score).sum();
    let known = of(&mut next, no)?;
    (known.lines, known.refund_amount, known.score_back) = (shares.clone(), amount, score);
    (known.audit_status, known.status, known.coupon_back) = (2, 1, coupon_back);
    if kind == RefundType::GoodsAndMoney {
        let time = order.terms.return_days.max(1) * DAY;
        (known.ship_due, known.warned) = (Some(now + time), time <= returns::WARNED_BEFORE);
        known.return_address_id = address;
        return Ok(changed(next, no));
    }
    stay(&mut next, &shares);
    let mut decision = changed(next, no);
    pay_out(&mut decision, no, now);
    Ok(decision)
}

/// The money goes out without goods, or once they were inspected: then staff may pay less than was agreed to.
fn waive(order: &ShopOrder, no: u32, lines: Option<&[RefundLine]>, reason: &str, now: i64) -> Result<Decision, ShopRefusal> {
    let mut next = order.clone();
    let taken = others(order, Some(no));
    let known = unpaid(in_state(&mut next, no, &[(2, 1, 0), (2, 1, 2)])?)?;
    let inspected = known.user_ship_status == 2;
    if !inspected {
        known.kind = RefundType::Money;
    }
    for (at, decided) in lines.unwrap_or_default().iter().enumerate() {
        let unknown = || ShopRefusal::invalid(format!("lines[{at}].line"), "error.line.unknown");
        let share = known.lines.iter_mut().find(|share| share.line == decided.line && inspected).ok_or_else(unknown)?;
        let amount = decided.amount.unwrap_or(share.amount);
        if amount > share.amount {
            return Err(refused(at, RefundRefusal::Amount { line: share.line, most: share.amount }));
        }
        let line = order.line(share.line).ok_or_else(unknown)?;
        *share = refundable::decided(&sold(line), &taken, share, amount, share.freight).map_err(|refusal| refused(at, refusal))?;
    }
    let amount = refundable::total(&known.lines);
    if amount < known.refund_amount && reason.is_empty() {
        return Err(ShopRefusal::invalid("reason", "error.required"));
    }
    (known.refund_amount, known.ship_due) = (amount, None);
    let mut decision = changed(next, no);
    pay_out(&mut decision, no, now);
    Ok(decision)
}

/// Shares out what staff pays back of the freight: as much as each line has left, from the first on.
fn spread_freight(order: &ShopOrder, taken: &[RefundShare], shares: &mut [RefundShare], freight: Cents) -> Result<(), ShopRefusal> {
    let wrong = || ShopRefusal::invalid("freight", "error.shop.refund_freight");
    if freight < Cents::ZERO {
        return Err(wrong());
    }
    let mut left = freight;
    for share in shares.iter_mut() {
        let line = order.line(share.line).ok_or_else(wrong)?;
        share.freight = refundable::most_freight(&sold(line), taken).min(left);
        left = left - share.freight;
    }
    if left.is_zero() { Ok(()) } else { Err(wrong()) }
}

/// Pieces that are paid back and have not left stay in the warehouse.
fn stay(order: &mut ShopOrder, shares: &[RefundShare]) {
    for share in shares {
        let mut open = i64::from(share.quantity);
        for parcel in order.parcels.iter_mut().filter(|parcel| parcel.status == ShopParcel::WAITING) {
            for line in parcel.lines.iter_mut().filter(|line| line.line == share.line) {
                let kept = line.quantity.min(open);
                line.quantity -= kept;
                open -= kept;
                let todo = if parcel.outbound.is_some() { ShopTodo::Shrink { parcel: parcel.no } } else { ShopTodo::HandOver { parcel: parcel.no } };
                if kept > 0 && !order.todo.contains(&todo) {
                    order.todo.push(todo);
                }
            }
        }
    }
    for parcel in order.parcels.iter_mut().filter(|parcel| parcel.status == ShopParcel::WAITING) {
        parcel.lines.retain(|line| line.quantity > 0);
        if parcel.lines.is_empty() {
            parcel.status = ShopParcel::GIVEN_UP;
            order.todo.retain(|todo| todo.parcel() != parcel.no);
            order.todo.push(if parcel.outbound.is_some() { ShopTodo::Void { parcel: parcel.no } } else { ShopTodo::Release { parcel: parcel.no } });
        }
    }
}
