//! What payments through a provider do to an order: pure. An attempt is written before the provider hears of it, and
//! money that came is never lost: it pays the order, or it is an exception.

use bus_schemas::shop::Cents;
use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::coupon::CouponChange;
use bus_schemas::shop::order::{Closing, OpenPayment, PayMethod, ShopBy, ShopOrder, ShopStatus, ShopTodo};
use bus_schemas::shop::payment::{PaymentStep, Received, reason};
use bus_schemas::shop::write::CouponStep;

use super::decision::Decision;
use super::state::received as is_there;

/// Most attempts of an order: their numbers have two digits.
const ATTEMPTS_MAX: u32 = 99;
/// Seconds that an order whose provider is silent is held beyond its time.
pub const CLOSING: i64 = 15 * 60;
/// Seconds after which a silent provider is asked again.
pub const CLOSING_RETRY: i64 = 60;

/// An attempt begins. The open one was ended before.
pub fn begin(order: &ShopOrder, method: PayMethod, scene: &str, now: i64) -> Result<Decision, ShopRefusal> {
    if !method.outside() || order.pay_amount.is_zero() {
        return Err(ShopRefusal::invalid("method", "shop.pay.method"));
    }
    if order.payment.closing.is_some() {
        return Err(ShopRefusal::rule("shop.pay.closing"));
    }
    if order.attempts >= ATTEMPTS_MAX {
        return Err(ShopRefusal::rule("shop.pay.often"));
    }
    let mut next = order.clone();
    next.attempts += 1;
    let out_trade_no = format!("{}{:02}", order.order_no, next.attempts);
    next.payment.open = Some(OpenPayment { out_trade_no: out_trade_no.clone(), method, at: now });
    let mut decision = Decision::of(next);
    decision.write.payment_steps.push(PaymentStep::Begin { out_trade_no, method, scene: scene.to_owned(), amount: order.pay_amount });
    Ok(decision)
}

/// An attempt can't be paid any more.
pub fn closed(order: &ShopOrder, out_trade_no: &str) -> Result<Decision, ShopRefusal> {
    let mut next = order.clone();
    next.payment.open = next.payment.open.filter(|open| open.out_trade_no != out_trade_no);
    let mut decision = Decision::of(next);
    decision.write.payment_steps.push(PaymentStep::Close { out_trade_no: out_trade_no.to_owned() });
    Ok(decision)
}

/// Whether a number is that of an attempt to pay the order.
fn is_attempt(order: &ShopOrder, out_trade_no: &str) -> bool {
    out_trade_no.strip_prefix(order.order_no.as_str()).is_some_and(|attempt| attempt.len() == 2 && attempt.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A provider has taken money. `fault`: it is not ours or not of our currency. Refused where it is of another order.
pub fn received(order: &ShopOrder, method: PayMethod, received: &Received, fault: Option<&str>, now: i64) -> Result<Decision, ShopRefusal> {
    if !is_attempt(order, &received.out_trade_no) {
        return Err(ShopRefusal::NotFound);
    }
    let why = match fault {
        Some(fault) => Some((fault, false)),
        None if order.status == ShopStatus::ToPay && received.amount == order.pay_amount => None,
        None if order.status == ShopStatus::ToPay => Some((reason::AMOUNT, false)),
        None if order.pay_time.is_some() => Some((reason::TWICE, true)),
        None => Some((reason::LATE, true)),
    };
    let Some((why, back)) = why else { return Ok(pays(order, method, received, false, now)) };
    let mut next = order.clone();
    next.payment.open = next.payment.open.filter(|open| open.out_trade_no != received.out_trade_no);
    let mut decision = Decision::of(next);
    decision.write.payment_steps.push(PaymentStep::Exception { received: received.clone(), method, why: why.to_owned(), back });
    Ok(decision)
}

/// A person lets a payment of another amount pay the order, where it is enough.
pub fn accept(order: &ShopOrder, method: PayMethod, received: &Received, now: i64) -> Result<Decision, ShopRefusal> {
    if received.amount < order.pay_amount {
        return Err(ShopRefusal::rule("shop.pay.too_little"));
    }
    Ok(pays(order, method, received, true, now))
}

/// The order is paid: its goods go over to outbound orders, and virtual ones are delivered.
pub(super) fn paid(order: &ShopOrder, method: PayMethod, now: i64) -> Decision {
    let mut order = order.clone();
    (order.pay_method, order.pay_time, order.paid_amount) = (Some(method), Some(now), order.pay_amount);
    order.lines.iter_mut().filter(|line| !line.ships()).for_each(|line| line.shipped = line.quantity);
    order.todo = order.parcels.iter().map(|parcel| ShopTodo::HandOver { parcel: parcel.no }).collect();
    order.status = ShopStatus::ToShip;
    order.due_at = None;
    (order.payment.open, order.payment.closing) = (None, None);
    if order.parcels.is_empty() {
        is_there(&mut order, now);
    }
    let coupon = order.user_coupon_id.map(|id| CouponStep { id, change: CouponChange::Use });
    let mut decision = Decision::of(order);
    decision.write.coupon = coupon;
    decision
}

fn pays(order: &ShopOrder, method: PayMethod, received: &Received, accepted: bool, now: i64) -> Decision {
    let mut decision = paid(order, method, now);
    let next = &mut decision.write.order;
    next.payment.paid_by.clone_from(&received.out_trade_no);
    next.payment.received = received.amount;
    let surplus = received.amount - order.pay_amount;
    decision.write.payment_steps.push(PaymentStep::Paid { received: received.clone(), method, surplus, accepted });
    decision
}

/// The order is to be closed, and the provider does not say whether its attempt can still be paid: it is held until it
/// does, or for a while. Nothing where that while is over.
#[must_use]
pub fn wait_to_close(order: &ShopOrder, by: ShopBy, why: &str, now: i64) -> Option<Decision> {
    let closing = order.payment.closing.clone().unwrap_or_else(|| Closing { by, reason: why.to_owned(), until: now + CLOSING });
    if closing.until <= now {
        return None;
    }
    let mut next = order.clone();
    next.due_at = Some(closing.until.min(now + CLOSING_RETRY));
    next.payment.closing = Some(closing);
    Some(Decision::of(next))
}

/// What a refund of the order asks its provider for, in all.
#[must_use]
pub fn total(order: &ShopOrder) -> Cents {
    if order.payment.received.is_zero() { order.paid_amount } else { order.payment.received }
}
