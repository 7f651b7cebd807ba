//! Scope, minimum, deduction, state and dates of coupons, and the choice among several.

use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::{CouponKind, CouponScope, CouponState, CouponTerms};
use bus_schemas::shop::shares::FreightMethod;

use super::{basket, coupon, line, terms};
use crate::shop::coupon::{CouponRefusal, MemberCoupon, ScopeLine, check_usable, in_scope, off_goods, percent_of};
use crate::shop::freight::{Rule, Template};
use crate::shop::pricing::{Basket, QuoteRefusal, best, offers, quote};

fn off(terms: &CouponTerms, amounts: &[i64]) -> Result<i64, CouponRefusal> {
    let lines: Vec<_> = (1..).zip(amounts).map(|(goods, amount)| ScopeLine { goods, classify_ids: &[20], amount: Cents(*amount) }).collect();
    off_goods(terms, &lines).map(|(off, _)| off.0)
}

#[test]
fn percent_is_rounded_half_up_and_capped() {
    assert_eq!((percent_of(Cents(5), 10), percent_of(Cents(4), 10), percent_of(Cents(3_333), 15)), (Cents(1), Cents(0), Cents(500)));
    let percent = CouponTerms { max_amount: Cents(400), ..terms(CouponKind::Percent, 0, 15) };
    assert_eq!(off(&percent, &[3_333]), Ok(400));
    assert_eq!(off(&percent, &[2_000]), Ok(300));
}

#[test]
fn an_amount_never_takes_more_than_goods_in_scope() {
    let mut terms = terms(CouponKind::Amount, 5_000, 0);
    assert_eq!(off(&terms, &[1_000, 2_000]), Ok(3_000));
    terms.scope = CouponScope::Goods;
    terms.scope_ids = vec![2];
    assert_eq!(off(&terms, &[1_000, 2_000]), Ok(2_000));
}

#[test]
fn the_minimum_looks_at_goods_in_scope() {
    let terms = CouponTerms { min_amount: Cents(3_000), exclude_goods_ids: vec![1], ..terms(CouponKind::Amount, 100, 0) };
    assert_eq!(off(&terms, &[9_000, 2_900]), Err(CouponRefusal::BelowMinimum { minimum: Cents(3_000), missing: Cents(100) }));
    assert_eq!(off(&terms, &[9_000, 3_000]), Ok(100));
}

#[test]
fn classifies_reach_those_below_and_exclusions_win() {
    let mut terms = CouponTerms { scope: CouponScope::Classify, scope_ids: vec![1], ..terms(CouponKind::Amount, 100, 0) };
    assert!(in_scope(&terms, 5, &[11, 1]) && !in_scope(&terms, 5, &[12, 2]));
    terms.exclude_goods_ids = vec![5];
    assert!(!in_scope(&terms, 5, &[11, 1]));
    assert_eq!(off(&terms, &[1_000]), Err(CouponRefusal::OutOfScope));
}

#[test]
fn a_refused_coupon_names_state_and_dates() {
    let free = coupon(1, terms(CouponKind::Amount, 100, 0));
    let at = |state, now| check_usable(&MemberCoupon { state, ..free.clone() }, now);
    assert_eq!(at(CouponState::Free, 99), Err(CouponRefusal::NotYet { start: 100 }));
    assert_eq!((at(CouponState::Free, 100), at(CouponState::Free, 199)), (Ok(()), Ok(())));
    assert_eq!(at(CouponState::Free, 200), Err(CouponRefusal::Expired));
    assert_eq!(at(CouponState::Held, 150), Err(CouponRefusal::Held));
    assert_eq!(at(CouponState::Used, 150), Err(CouponRefusal::Used));
    assert_eq!(at(CouponState::Expired, 150), Err(CouponRefusal::Expired));
    assert_eq!(at(CouponState::Withdrawn, 150), Err(CouponRefusal::Withdrawn));
}

fn sent(amount: i64) -> Basket {
    let rule = Rule { area_ids: Vec::new(), first: 1, freight: Cents(900), next: 1, continue_freight: Cents::ZERO };
    let template = Template { id: 3, method: FreightMethod::Piece, rules: vec![rule], free_rules: Vec::new(), no_area_ids: Vec::new() };
    let mut basket = basket(vec![line(1, amount, 1)]);
    basket.lines[0].template = Some(3);
    basket.templates = vec![template];
    basket
}

#[test]
fn a_freight_coupon_takes_freight_and_needs_some() {
    let mut basket = sent(10_000);
    basket.coupon = Some(coupon(1, terms(CouponKind::Freight, 0, 0)));
    let whole = quote(&basket).unwrap();
    assert_eq!(
        (whole.sums.freight, whole.sums.freight_off, whole.sums.coupon_amount, whole.sums.pay_amount),
        (Cents(900), Cents(900), Cents(0), Cents(10_000))
    );
    assert_eq!(whole.shares(1).unwrap().freight_share, Cents::ZERO);
    basket.coupon.as_mut().unwrap().terms.amount = Cents(500);
    let part = quote(&basket).unwrap();
    assert_eq!((part.sums.freight_off, part.shares(1).unwrap().freight_share), (Cents(500), Cents(400)));
    basket.lines[0].template = None;
    assert_eq!(quote(&basket), Err(QuoteRefusal::Coupon(CouponRefusal::NoFreight)));
}

#[test]
fn the_best_of_several_comes_first_and_others_say_why_not() {
    let basket = sent(10_000);
    let mut later = coupon(2, terms(CouponKind::Percent, 0, 10));
    later.end = 900;
    let dear = coupon(5, CouponTerms { min_amount: Cents(20_000), ..terms(CouponKind::Amount, 9_000, 0) });
    let all = [later, coupon(1, terms(CouponKind::Freight, 0, 0)), dear, coupon(3, terms(CouponKind::Amount, 1_000, 0))];
    let offers = offers(&basket, &all).unwrap();
    let shown: Vec<_> = offers.iter().map(|offer| (offer.id, offer.saving.0, offer.refusal.is_none())).collect();
    assert_eq!(shown, [(3, 1_000, true), (2, 1_000, true), (1, 900, true), (5, 0, false)]);
    assert_eq!(offers[3].refusal, Some(CouponRefusal::BelowMinimum { minimum: Cents(20_000), missing: Cents(10_000) }));
    assert_eq!(best(&offers), Some(3));
    assert_eq!(best(&offers[3..]), None);
}

#[test]
fn a_coupon_that_costs_the_free_freight_is_not_chosen() {
    let mut basket = sent(10_000);
    basket.settings.free_amount = Cents(10_000);
    let offers = offers(&basket, &[coupon(1, terms(CouponKind::Amount, 500, 0))]).unwrap();
    assert_eq!((offers[0].saving, best(&offers)), (Cents(-400), None));
}
