//! Refunds as such: how one stands, what all of them count up to (the counts and sums of an order are always those of its
//! refunds), and what follows when money goes back. Pure. Who may do what with one: [`super::money_back`].

use bus_schemas::shop::Cents;
use bus_schemas::shop::balance::{BalanceCause, CauseKind, EntryKind};
use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::coupon::CouponChange;
use bus_schemas::shop::order::{PayMethod, ShopLine, ShopOrder, ShopStatus};
use bus_schemas::shop::refund::{RefundType, ShopRefund};
use bus_schemas::shop::shares::RefundShare;
use bus_schemas::shop::write::{Bought, CouponStep, MoneyEntry, ScoreEntry};

use super::decision::{Decision, TEXT_MAX};
use super::state::{DAY, all_sent, nothing_left, received};
use crate::invisible;
use crate::shop::refundable::{self, SoldLine};

/// The refund is being paid back.
pub const PROCESSING: u8 = 1;
/// The money is back.
pub const SUCCESS: u8 = 2;
/// A person has to look.
pub const ABNORMAL: u8 = 3;

/// The ways that a person may choose where the provider could not.
pub const TO_BALANCE: &str = "balance";
pub const BY_HAND: &str = "hand";

/// Whether money of this refund goes through a provider.
#[must_use]
pub fn outside(order: &ShopOrder, amount: Cents) -> bool {
    order.pay_method.is_some_and(PayMethod::outside) && amount > Cents::ZERO
}

/// Whether a refund ends with its money: not where goods are still to come.
#[must_use]
pub fn ends(refund: &ShopRefund) -> bool {
    !(refund.kind == RefundType::GoodsAndMoney && refund.user_ship_status < 2)
}

/// A text that somebody has written, of several lines, without what nobody sees of it.
pub(super) fn text(field: &str, text: &str, required: bool, most: usize) -> Result<String, ShopRefusal> {
    let text = invisible::lines(text);
    if required && text.is_empty() {
        return Err(ShopRefusal::invalid(field, "error.required"));
    }
    if text.chars().count() > most { Err(ShopRefusal::invalid(field, "error.text.long")) } else { Ok(text) }
}

/// The same of one line, which must be there: a name, a number.
pub(super) fn one_line(field: &str, sent: &str) -> Result<String, ShopRefusal> {
    text(field, &invisible::one_line(sent), true, TEXT_MAX)
}

/// The order with a refund that has changed.
pub(super) fn changed(mut order: ShopOrder, refund: u32) -> Decision {
    recount(&mut order);
    Decision { refund: Some(refund), ..Decision::of(order) }
}

pub(super) fn of(order: &mut ShopOrder, no: u32) -> Result<&mut ShopRefund, ShopRefusal> {
    order.refunds.iter_mut().find(|refund| refund.no == no).ok_or(ShopRefusal::NotFound)
}

pub(super) fn in_state<'a>(order: &'a mut ShopOrder, no: u32, states: &[(u8, u8, u8)]) -> Result<&'a mut ShopRefund, ShopRefusal> {
    let known = of(order, no)?;
    let is = (known.audit_status, known.status, known.user_ship_status);
    if states.contains(&is) { Ok(known) } else { Err(ShopRefusal::rule("shop.refund.state")) }
}

/// A line, as the rules of its worth know it. Its pieces fit: they are read as a `u32`, and sold as one.
#[must_use]
pub fn sold(line: &ShopLine) -> SoldLine {
    SoldLine { line: line.line, quantity: u32::try_from(line.quantity).unwrap_or(0), shares: line.shares }
}

/// What all requests but one have of the order.
#[must_use]
pub fn others(order: &ShopOrder, except: Option<u32>) -> Vec<RefundShare> {
    let counts = |refund: &&ShopRefund| refund.status != 3 && Some(refund.no) != except;
    order.refunds.iter().filter(counts).flat_map(|refund| refund.lines.iter().copied()).collect()
}

/// Score that the order earns.
#[must_use]
pub fn earned(order: &ShopOrder) -> i64 {
    let back: Cents = order.refunds.iter().filter(|refund| refund.pay_status == 2).flat_map(|refund| &refund.lines).map(|line| line.amount).sum();
    refundable::score_given(order.lines.iter().map(|line| line.shares.pay_share).sum(), back, order.terms.score_earn_per_yuan)
}

/// Counts and sums of an order, from its refunds.
pub(super) fn recount(order: &mut ShopOrder) {
    let pieces = |refunds: &[ShopRefund], line: u32, paid: bool| -> i64 {
        let of = refunds.iter().filter(|refund| if paid { refund.pay_status == 2 } else { refund.open() && refund.pay_status != 2 });
        of.flat_map(|refund| &refund.lines).filter(|share| share.line == line).map(|share| i64::from(share.quantity)).sum()
    };
    for line in &mut order.lines {
        line.refunding_num = pieces(&order.refunds, line.line, false);
        line.refunded_num = pieces(&order.refunds, line.line, true);
        let done = order.refunds.iter().filter(|refund| refund.pay_status == 2).flat_map(|refund| &refund.lines);
        line.refunded_amount = done.filter(|share| share.line == line.line).map(|share| share.amount + share.freight).sum();
    }
    order.refund_amount = order.refunds.iter().filter(|refund| refund.pay_status == 2).map(|refund| refund.refund_amount).sum();
    let agreed = |refund: &&ShopRefund| refund.audit_status == 2 && refund.status == 1 && refund.pay_status != 2;
    order.refund_open = order.refunds.iter().filter(agreed).map(|refund| refund.refund_amount).sum();
}

/// Pays a refund out the way the money came. The balance has it in the same transaction; a provider is asked next.
pub(super) fn pay_out(decision: &mut Decision, no: u32, now: i64) {
    let order = &mut decision.write.order;
    let method = order.pay_method;
    let through = |refund: &ShopRefund| outside(order, refund.refund_amount);
    let outside = order.refunds.iter().find(|refund| refund.no == no).is_some_and(through);
    let Some(refund) = order.refunds.iter_mut().find(|refund| refund.no == no) else { return };
    if outside {
        refund.pay_status = PROCESSING;
        refund.payout.ask_at = Some(now);
        recount(order);
        // What is on its way does not wait for the money of what is not sent any more.
        let kept = |line: &ShopLine| line.refunded_num + line.refunding_num < line.quantity;
        if !nothing_left(order) || order.lines.iter().any(|line| line.shipped > 0 && kept(line)) {
            advance_if_sent(order, now);
        }
        return;
    }
    let cause = BalanceCause { kind: CauseKind::Refund, id: refund.refund_no.clone() };
    let change = refund.refund_amount;
    if method == Some(PayMethod::Balance) && change > Cents::ZERO {
        decision.write.money.push(MoneyEntry { change, kind: EntryKind::Refund, cause, once: true });
    }
    paid_back(decision, no, now);
}

/// The money of a refund is back: what follows from it.
pub(super) fn paid_back(decision: &mut Decision, no: u32, now: i64) {
    let order = &mut decision.write.order;
    // Also of goods that had no limit then: one that was set since counts what was bought before.
    let goods: Vec<(u32, i64)> = order.lines.iter().map(|line| (line.line, line.goods_id)).collect();
    let Some(refund) = order.refunds.iter_mut().find(|refund| refund.no == no) else { return };
    refund.pay_status = SUCCESS;
    // A provider says its own time.
    refund.paid_time = Some(refund.payout.paid_at.unwrap_or(now));
    let cause = BalanceCause { kind: CauseKind::Refund, id: refund.refund_no.clone() };
    if ends(refund) {
        refund.status = 2;
    }
    let (score, coupon_back) = (refund.score_back, refund.coupon_back);
    for share in refund.lines.iter().filter(|share| share.quantity > 0) {
        if let Some((_, goods_id)) = goods.iter().find(|(line, _)| *line == share.line) {
            decision.write.bought.push(Bought { goods_id: *goods_id, quantity: -i64::from(share.quantity), limit: 0 });
        }
    }
    if score > 0 {
        decision.write.score.push(ScoreEntry { change: score, kind: EntryKind::Return, cause: cause.clone(), once: true, at_most: false });
    }
    recount(order);
    if order.score_given > 0 {
        let left = earned(order);
        let back = order.score_given - left;
        order.score_given = left;
        if back > 0 {
            order.refunds.iter_mut().filter(|refund| refund.no == no).for_each(|refund| refund.earned_back = back);
            decision.write.score.push(ScoreEntry { change: -back, kind: EntryKind::Purchase, cause, once: true, at_most: true });
        }
    }
    update_order_state(decision, now);
    if coupon_back {
        let change = CouponChange::Return { by_shop: true };
        decision.write.coupon = decision.write.order.user_coupon_id.map(|id| CouponStep { id, change });
    }
}

/// The order's state after a refund: nothing may be left of it, or nothing may wait any more.
fn update_order_state(decision: &mut Decision, now: i64) {
    let order = &mut decision.write.order;
    let coupon = order.user_coupon_id;
    if order.status != ShopStatus::Closed && order.lines.iter().all(|line| line.refunded_num >= line.quantity) {
        order.status = ShopStatus::Closed;
        order.due_at = None;
        order.cancel_by = "refund".into();
        decision.write.coupon = coupon.map(|id| CouponStep { id, change: CouponChange::Return { by_shop: false } });
    } else {
        advance_if_sent(order, now);
    }
}

/// The order goes on where nothing of it waits to be sent any more.
fn advance_if_sent(order: &mut ShopOrder, now: i64) {
    if order.status != ShopStatus::ToShip || !all_sent(order) {
        return;
    }
    if !nothing_left(order) {
        order.status = ShopStatus::ToReceive;
        order.due_at = Some(now + order.terms.receive_days.max(1) * DAY);
    } else if order.lines.iter().any(|line| line.shipped > 0) {
        // What is left of it never was sent: virtual goods are there when they are paid.
        received(order, now);
    }
}
