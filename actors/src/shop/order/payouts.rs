//! Refunds that a provider pays back: pure. One is agreed first, then asked for under a number that stays, and done when
//! the provider says so. Whoever settles one claims it before any money goes out, so that nobody pays it another way
//! meanwhile.

use bus_schemas::shop::balance::{BalanceCause, CauseKind, EntryKind};
use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::order::{PayMethod, ShopOrder};
use bus_schemas::shop::payment::RefundState;
use bus_schemas::shop::refund::{PayoutClaim, ShopRefund};
use bus_schemas::shop::write::MoneyEntry;

use super::decision::Decision;
use super::payments;
use super::refunds::{ABNORMAL, BY_HAND, PROCESSING, TO_BALANCE, paid_back, recount};
use crate::shop::payment::{CLAIM, RefundOrder, refund_after};

/// The refunds that the provider is to be asked about now.
#[must_use]
pub fn due(order: &ShopOrder, now: i64) -> Vec<u32> {
    let is = |refund: &&ShopRefund| refund.pay_status == PROCESSING && refund.payout.ask_at.is_some_and(|at| at <= now);
    order.refunds.iter().filter(is).map(|refund| refund.no).collect()
}

/// What a provider is asked for.
#[must_use]
pub fn asked(order: &ShopOrder, no: u32) -> Option<(PayMethod, RefundOrder)> {
    let refund = order.refunds.iter().find(|refund| refund.no == no)?;
    let of = RefundOrder {
        out_trade_no: order.payment.paid_by.clone(),
        out_refund_no: refund.out_refund_no.clone(),
        amount: refund.refund_amount,
        total: payments::total(order),
        reason: refund.reason.clone(),
        notify_url: None,
    };
    Some((order.pay_method?, of))
}

fn in_pay_state<'a>(order: &'a mut ShopOrder, no: u32, states: &[u8]) -> Result<&'a mut ShopRefund, ShopRefusal> {
    let refund = order.refunds.iter_mut().find(|refund| refund.no == no).ok_or(ShopRefusal::NotFound)?;
    if states.contains(&refund.pay_status) { Ok(refund) } else { Err(ShopRefusal::rule("shop.refund.state")) }
}

/// Refuses what somebody else settles now.
fn check_free(refund: &ShopRefund, now: i64) -> Result<(), ShopRefusal> {
    let held = refund.payout.claim.as_ref().is_some_and(|claim| claim.until > now);
    if held { Err(ShopRefusal::rule("shop.refund.claimed")) } else { Ok(()) }
}

/// A refund is settled next under this key. The system asks the provider about what is being paid back; staff pays another
/// way what the provider could not. Where nobody says what came of it, the provider is asked again when the claim is over.
pub fn claim(order: &ShopOrder, no: u32, staff: bool, key: &str, now: i64) -> Result<Decision, ShopRefusal> {
    let mut next = order.clone();
    let refund = in_pay_state(&mut next, no, &[if staff { ABNORMAL } else { PROCESSING }])?;
    // The same command of staff may be sent again.
    let own = staff && refund.payout.claim.as_ref().is_some_and(|claim| claim.key == key);
    if !own {
        check_free(refund, now)?;
    }
    let until = now + CLAIM;
    refund.payout.claim = Some(PayoutClaim { key: key.to_owned(), until });
    if !staff {
        refund.payout.ask_at = Some(until);
    }
    Ok(Decision { refund: Some(no), ..Decision::of(next) })
}

/// Whether a refund is still claimed under this key.
#[must_use]
pub fn holds(order: &ShopOrder, no: u32, key: &str, now: i64) -> bool {
    let claim = order.refunds.iter().find(|refund| refund.no == no).and_then(|refund| refund.payout.claim.as_ref());
    claim.is_some_and(|claim| claim.key == key && claim.until > now)
}

/// What the provider says of a refund: asked under a claim, or by itself. That the money is back always counts. Anything
/// else is not taken while another claim holds: it may be older than what is being done.
pub fn apply_refund_state(order: &ShopOrder, no: u32, state: &RefundState, claim: Option<&str>, now: i64) -> Result<Decision, ShopRefusal> {
    let mut next = order.clone();
    let refund = in_pay_state(&mut next, no, &[PROCESSING, ABNORMAL])?;
    let held_by_other = refund.payout.claim.as_ref().is_some_and(|held| held.until > now && Some(held.key.as_str()) != claim);
    if held_by_other && !matches!(state, RefundState::Success { .. }) {
        return Err(ShopRefusal::rule("shop.refund.state"));
    }
    refund.payout.claim = None;
    let (status, text) = match state {
        RefundState::Success { at } => {
            (refund.payout.paid_at, refund.payout.ask_at, refund.payout.said) = (Some(*at), None, String::new());
            let mut decision = Decision { refund: Some(no), ..Decision::of(next) };
            paid_back(&mut decision, no, now);
            return Ok(decision);
        }
        RefundState::Abnormal { why } => (ABNORMAL, why.clone()),
        // What is asked for may be on its way still.
        RefundState::Processing => (refund.pay_status, String::new()),
        RefundState::NotFound => (refund.pay_status, "not found".to_owned()),
        RefundState::Unknown { why } => (refund.pay_status, why.clone()),
    };
    let wait = refund_after(refund.payout.asked);
    refund.payout.asked += 1;
    refund.payout.said = text.chars().take(200).collect();
    refund.payout.ask_at = wait.filter(|_| status == PROCESSING).map(|wait| now + wait);
    refund.pay_status = if refund.payout.ask_at.is_none() { ABNORMAL } else { status };
    recount(&mut next);
    Ok(Decision { refund: Some(no), ..Decision::of(next) })
}

/// The provider is asked again, under the same number.
pub fn again(order: &ShopOrder, no: u32, now: i64) -> Result<Decision, ShopRefusal> {
    let mut next = order.clone();
    let refund = in_pay_state(&mut next, no, &[ABNORMAL])?;
    check_free(refund, now)?;
    refund.pay_status = PROCESSING;
    (refund.payout.asked, refund.payout.ask_at) = (0, Some(now));
    Ok(Decision { refund: Some(no), ..Decision::of(next) })
}

/// A person pays it another way. It was claimed for this command, and the provider has said since that it did not and will
/// not.
pub fn otherwise(order: &ShopOrder, no: u32, (way, note): (&str, &str), key: &str, now: i64) -> Result<Decision, ShopRefusal> {
    if note.trim().is_empty() {
        return Err(ShopRefusal::invalid("note", "error.required"));
    }
    if !matches!(way, TO_BALANCE | BY_HAND) {
        return Err(ShopRefusal::invalid("how", "error.choice"));
    }
    let mut next = order.clone();
    let refund = in_pay_state(&mut next, no, &[ABNORMAL])?;
    if refund.payout.claim.take().is_none_or(|claim| claim.key != key) {
        return Err(ShopRefusal::rule("shop.refund.claimed"));
    }
    (refund.payout.paid_at, refund.payout.ask_at) = (Some(now), None);
    (refund.payout.way, refund.payout.note) = (way.to_owned(), crate::invisible::lines(note));
    let cause = BalanceCause { kind: CauseKind::Refund, id: refund.refund_no.clone() };
    let change = refund.refund_amount;
    let mut decision = Decision { refund: Some(no), ..Decision::of(next) };
    if way == TO_BALANCE {
        decision.write.money.push(MoneyEntry { change, kind: EntryKind::Refund, cause, once: true });
    }
    paid_back(&mut decision, no, now);
    Ok(decision)
}
