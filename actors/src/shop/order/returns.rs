//! Goods of a refund that come back: when they are to be sent, what has come, and with which parcels it had left. Pure.

use bus_schemas::shop::Cents;
use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::order::{ShopOrder, ShopParcel, ShopTodo};
use bus_schemas::shop::pieces::LinePieces;
use bus_schemas::shop::refund::{Arrival, LineReason, Missing, RefundType, ShopRefund};
use bus_schemas::shop::shares::RefundShare;

use super::decision::{Decision, TEXT_MAX};
use super::refunds::{SUCCESS, changed, in_state, pay_out, recount, text};
use crate::shop::allocation::portion;
use crate::shop::refundable;

/// So many seconds before the time to send goods back runs out, the member is told.
pub(super) const WARNED_BEFORE: i64 = 2 * 86_400;

/// The order without the requests whose goods were not sent in time; nothing where there are none.
#[must_use]
pub fn overdue(order: &ShopOrder, now: i64) -> Option<ShopOrder> {
    let late = |refund: &ShopRefund| refund.open() && refund.user_ship_status == 0 && refund.ship_due.is_some_and(|due| due <= now);
    if !order.refunds.iter().any(late) {
        return None;
    }
    let mut next = order.clone();
    for refund in next.refunds.iter_mut().filter(|refund| late(refund)) {
        (refund.status, refund.end_reason, refund.update_time) = (3, "overdue".to_owned(), now);
    }
    recount(&mut next);
    Some(next)
}

/// When somebody has to look at a refund whose goods are still to be sent: to tell the member, then to end it.
#[must_use]
pub fn look_at(refund: &ShopRefund) -> Option<i64> {
    let due = refund.ship_due.filter(|_| refund.open() && refund.user_ship_status == 0)?;
    Some(if refund.warned { due } else { due - WARNED_BEFORE })
}

/// The order whose member is told that the time to send goods back runs out; nothing where there is nothing to tell.
#[must_use]
pub fn warned(order: &ShopOrder, now: i64) -> Option<ShopOrder> {
    let soon = |refund: &ShopRefund| !refund.warned && look_at(refund).is_some_and(|at| at <= now);
    if !order.refunds.iter().any(soon) {
        return None;
    }
    let mut next = order.clone();
    next.refunds.iter_mut().filter(|refund| soon(refund)).for_each(|refund| refund.warned = true);
    Some(next)
}

/// Goods have come back: so many of each line. What did not come is not paid, and it is said why.
pub(super) fn receive(order: &ShopOrder, no: u32, lines: Option<&[LinePieces]>, reasons: &[LineReason], now: i64) -> Result<Decision, ShopRefusal> {
    let mut next = order.clone();
    let before = order.refunds.clone();
    let known = in_state(&mut next, no, &[(2, 1, 1), (2, 1, 0)])?;
    // What is being paid back is not changed any more.
    let paid = known.pay_status != 0;
    // Where the money has gone ahead, goods may come that nobody has announced.
    if known.user_ship_status == 0 && !(paid && known.kind == RefundType::GoodsAndMoney) {
        return Err(ShopRefusal::rule("shop.refund.state"));
    }
    let mut missing = Vec::new();
    if let Some(lines) = lines {
        for (at, came) in lines.iter().enumerate() {
            let unknown = || ShopRefusal::invalid(format!("lines[{at}].line"), "error.line.unknown");
            let share = known.lines.iter().find(|share| share.line == came.line).ok_or_else(unknown)?;
            if lines.iter().take(at).any(|other| other.line == came.line) {
                return Err(unknown());
            }
            if came.quantity < 0 || came.quantity > i64::from(share.quantity) {
                return Err(ShopRefusal::invalid(format!("lines[{at}].quantity"), "error.quantity.open"));
            }
            if came.quantity < i64::from(share.quantity) {
                let said = reasons.iter().find(|reason| reason.line == came.line).map_or("", |reason| reason.reason.as_str());
                let reason = text(&format!("lines[{at}].reason"), said, true, TEXT_MAX)?;
                missing.push(Missing { line: came.line, quantity: i64::from(share.quantity) - came.quantity, reason });
            }
        }
        for share in known.lines.iter_mut().filter(|share| !paid && share.quantity > 0) {
            // What is not named is not paid in silence either.
            let came = lines.iter().find(|came| came.line == share.line).ok_or_else(|| ShopRefusal::invalid("lines", "error.required"))?;
            let came = u32::try_from(came.quantity).unwrap_or(0);
            let part = |whole: i64| portion(whole, came, share.quantity);
            let (worth, amount, freight) = (Cents(part(share.worth.0)), Cents(part(share.amount.0)), Cents(part(share.freight.0)));
            *share = RefundShare { quantity: came, worth, amount, freight, score: part(share.score), ..*share };
        }
    }
    let came = |share: &RefundShare| {
        let named = lines.map(|lines| lines.iter().find(|line| line.line == share.line).map_or(0, |line| line.quantity));
        LinePieces { line: share.line, quantity: named.unwrap_or_else(|| i64::from(share.quantity)) }
    };
    let pieces: Vec<LinePieces> = known.lines.iter().map(came).filter(|pieces| pieces.quantity > 0).collect();
    known.refund_amount = if paid { known.refund_amount } else { refundable::total(&known.lines) };
    known.score_back = if paid { known.score_back } else { known.lines.iter().map(|line| line.score).sum() };
    known.user_ship_status = 2;
    known.arrivals = arrivals(order, &before, &pieces);
    known.missing = missing;
    let todo: Vec<ShopTodo> = known.arrivals.iter().map(|arrival| ShopTodo::TakeIn { parcel: arrival.parcel, refund: no }).collect();
    if known.pay_status == SUCCESS {
        known.status = 2;
    }
    next.todo.extend(todo);
    let mut decision = changed(next, no);
    if !paid && !order.terms.inspect_before_refund {
        pay_out(&mut decision, no, now);
    }
    Ok(decision)
}

/// With which parcels pieces had left that come back now; those of earlier returns are not counted again.
fn arrivals(order: &ShopOrder, before: &[ShopRefund], pieces: &[LinePieces]) -> Vec<Arrival> {
    let mut arrivals: Vec<Arrival> = Vec::new();
    for came in pieces {
        let mut open = came.quantity;
        let shipped = order.parcels.iter().filter(|parcel| parcel.status == ShopParcel::SHIPPED);
        for (parcel, outbound) in shipped.filter_map(|parcel| Some((parcel, parcel.outbound?))) {
            let sent: i64 = parcel.lines.iter().filter(|line| line.line == came.line).map(|line| line.quantity).sum();
            let back: i64 = (before.iter().flat_map(|refund| &refund.arrivals).filter(|arrival| arrival.parcel == parcel.no))
                .flat_map(|arrival| &arrival.lines)
                .filter(|line| line.line == came.line)
                .map(|line| line.quantity)
                .sum();
            let quantity = (sent - back).min(open);
            if quantity <= 0 {
                continue;
            }
            open -= quantity;
            let line = LinePieces { line: came.line, quantity };
            match arrivals.iter_mut().find(|arrival| arrival.parcel == parcel.no) {
                Some(arrival) => arrival.lines.push(line),
                None => arrivals.push(Arrival { parcel: parcel.no, outbound, lines: vec![line], done: false }),
            }
        }
    }
    arrivals
}
