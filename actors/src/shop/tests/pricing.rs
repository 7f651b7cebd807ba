//! Worked examples of quotes: shares, score, what is refused.

use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::CouponKind;
use bus_schemas::shop::shares::FreightMethod;

use super::{basket, coupon, line, terms};
use crate::shop::freight::{Rule, Template};
use crate::shop::pricing::{QuoteRefusal, quote};

#[test]
fn a_coupon_is_shared_by_largest_remainder() {
    let mut basket = basket(vec![line(1, 3_333, 1), line(2, 3_333, 1), line(3, 3_334, 1)]);
    basket.coupon = Some(coupon(1, terms(CouponKind::Amount, 1_000, 0)));
    let quote = quote(&basket).unwrap();
    let shares: Vec<_> = quote.lines.iter().map(|line| (line.shares.coupon_share.0, line.shares.pay_share.0)).collect();
    assert_eq!(shares, [(333, 3_000), (333, 3_000), (334, 3_000)]);
    assert_eq!(quote.sums.pay_amount, Cents(9_000));
}

#[test]
fn score_pays_whole_cents_up_to_its_share_and_takes_no_more_than_needed() {
    let mut basket = basket(vec![line(1, 999, 1)]);
    (basket.score, basket.wanted_score) = (100_000, 250);
    let some = quote(&basket).unwrap().sums;
    assert_eq!((some.score_used, some.score_amount, some.pay_amount), (250, Cents(250), Cents(749)));
    basket.wanted_score = 100_000;
    let most = quote(&basket).unwrap();
    assert_eq!((most.sums.score_used, most.sums.score_amount, most.score_max), (499, Cents(499), 499));
    basket.settings.score_per_yuan = 7;
    basket.wanted_score = 3;
    // 3 x 100 / 7 = 42.8 cents: 42, for which 2.94 of score, so 3.
    assert_eq!((quote(&basket).unwrap().sums.score_amount, quote(&basket).unwrap().sums.score_used), (Cents(42), 3));
    basket.settings.score_per_yuan = 0;
    assert_eq!(quote(&basket).unwrap().sums.score_amount, Cents::ZERO);
    basket.wanted_score = 100_001;
    assert_eq!(quote(&basket), Err(QuoteRefusal::Score { have: 100_000 }));
}

#[test]
fn freight_is_shared_by_measure_and_virtual_lines_pay_none() {
    let mut basket = basket(vec![line(3, 100, 1), line(1, 900, 2), line(2, 50, 1)]);
    basket.lines[0].template = Some(8);
    basket.lines[0].weight_grams = 500;
    basket.lines[1].template = Some(8);
    basket.lines[1].weight_grams = 250;
    basket.lines[2].template = Some(8);
    basket.lines[2].is_virtual = true;
    let rule = Rule { area_ids: Vec::new(), first: 1_000, freight: Cents(1_001), next: 1, continue_freight: Cents(1) };
    basket.templates = vec![Template { id: 8, method: FreightMethod::Weight, rules: vec![rule], free_rules: Vec::new(), no_area_ids: Vec::new() }];
    let priced = quote(&basket).unwrap();
    let shares: Vec<_> = priced.lines.iter().map(|line| (line.line, line.shares.freight_share.0)).collect();
    assert_eq!(shares, [(1, 501), (2, 0), (3, 500)]);
    assert_eq!((priced.sums.freight, priced.sums.pay_amount), (Cents(1_001), Cents(2_951)));
    basket.areas = None;
    let unknown = quote(&basket).unwrap();
    assert!(unknown.needs_area && unknown.sums.freight.is_zero() && unknown.freight_steps.is_empty());
    basket.lines.truncate(0);
    assert_eq!(quote(&basket), Err(QuoteRefusal::Empty));
}

#[test]
fn a_quote_names_what_is_missing_to_free_freight() {
    let mut basket = basket(vec![line(1, 900, 2)]);
    basket.settings.free_amount = Cents(5_000);
    basket.areas = None;
    assert_eq!(quote(&basket).unwrap().missing_to_free, None);
    basket.lines[0].template = Some(8);
    assert_eq!(quote(&basket).unwrap().missing_to_free, Some(Cents(3_200)));
}

#[test]
fn impossible_lines_are_named() {
    let refusal_of = |change: fn(&mut crate::shop::pricing::Basket)| {
        let mut basket = basket(vec![line(1, 900, 2), line(2, 900, 2)]);
        change(&mut basket);
        quote(&basket).unwrap_err()
    };
    assert_eq!(refusal_of(|basket| basket.lines[1].line = 1), QuoteRefusal::LineTwice { line: 1 });
    assert_eq!(refusal_of(|basket| basket.lines[1].quantity = 0), QuoteRefusal::Line { line: 2 });
    assert_eq!(refusal_of(|basket| basket.lines[1].price = Cents(-1)), QuoteRefusal::Line { line: 2 });
    assert_eq!(refusal_of(|basket| basket.lines[1].price = Cents(i64::MAX)), QuoteRefusal::TooLarge);
    assert_eq!(refusal_of(|basket| (basket.lines[1].price, basket.lines[1].quantity) = (Cents::MAX, u32::MAX)), QuoteRefusal::TooLarge);
}
