//! Over random baskets: shares add up and are never below 0, freight rises with what is sent and does not ask for the
//! order of lines, and any sequence of part refunds, refusals and withdrawals ends at the cent that was paid.

use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::{CouponKind, CouponScope, CouponTerms};
use bus_schemas::shop::shares::{FreightMethod, RefundShare};
use proptest::prelude::*;

use super::coupon;
use crate::shop::freight::{FreeRule, FreightMode, Rule, Template};
use crate::shop::pricing::{Basket, BasketLine, PriceSettings, QuoteRefusal, quote};
use crate::shop::refundable::{SoldLine, free_pieces, total, worth};

fn template(id: i64) -> impl Strategy<Value = Template> {
    let method = prop_oneof![Just(FreightMethod::Piece), Just(FreightMethod::Weight), Just(FreightMethod::Volume)];
    let free = prop::option::of((prop::option::of(1..50_i64), prop::option::of(0..200_000_i64)));
    (method, 1..3_000_i64, 0..3_000_i64, 1..2_000_i64, 0..1_000_i64, free).prop_map(move |(method, first, freight, next, further, free)| Template {
        id,
        method,
        rules: vec![Rule { area_ids: Vec::new(), first, freight: Cents(freight), next, continue_freight: Cents(further) }],
        free_rules: free.into_iter().map(|(num, amount)| FreeRule { area_ids: Vec::new(), num, amount: amount.map(Cents) }).collect(),
        no_area_ids: Vec::new(),
    })
}

fn lines() -> impl Strategy<Value = Vec<BasketLine>> {
    let line = (1..6_i64, 0..50_000_i64, 1..12_u32, 0..2_000_i64, 0..9_000_i64, 0..4_i64, prop::bool::weighted(0.1));
    prop::collection::vec(line, 1..9).prop_map(|all| {
        let lines = (1..).zip(all).map(|(line, (goods, price, quantity, weight_grams, volume_cm3, template, is_virtual))| BasketLine {
            line,
            goods,
            sku: goods,
            classify_ids: vec![goods % 3],
            price: Cents(price),
            quantity,
            weight_grams,
            volume_cm3,
            template: Some(template),
            is_virtual,
        });
        lines.collect()
    })
}

fn terms() -> impl Strategy<Value = CouponTerms> {
    let kind = prop_oneof![Just(CouponKind::Amount), Just(CouponKind::Percent), Just(CouponKind::Freight)];
    let scope = prop_oneof![Just(CouponScope::All), Just(CouponScope::Classify), Just(CouponScope::Goods)];
    let ids = || prop::collection::vec(0..6_i64, 0..3);
    (kind, scope, ids(), ids(), 1..60_000_i64, 1..100_u8, 0..9_000_i64, 0..30_000_i64).prop_map(
        |(kind, scope, scope_ids, exclude_goods_ids, amount, percent, max_amount, min_amount)| CouponTerms {
            kind,
            amount: Cents(amount),
            percent,
            max_amount: Cents(max_amount),
            min_amount: Cents(min_amount),
            scope,
            scope_ids,
            exclude_goods_ids,
        },
    )
}

fn baskets() -> impl Strategy<Value = Basket> {
    let settings = (0..400_000_i64, 1..3_i64, prop_oneof![Just(0), Just(1), Just(7), Just(100), 1..1_000_i64], 0..=100_u8);
    let templates = (template(1), template(2), template(3));
    (lines(), prop::option::of(terms()), 0..60_000_i64, 0..60_000_i64, templates, settings).prop_map(
        |(lines, terms, wanted, more, (a, b, c), settings)| {
            let (free_amount, mode, score_per_yuan, score_max_percent) = settings;
            let freight_mode = FreightMode::of_code(mode);
            Basket {
                lines,
                coupon: terms.map(|terms| coupon(9, terms)),
                wanted_score: wanted,
                score: wanted + more,
                areas: Some(vec![11]),
                templates: vec![a, b, c],
                settings: PriceSettings { free_amount: Cents(free_amount), freight_mode, score_per_yuan, score_max_percent },
                now: 150,
            }
        },
    )
}

/// The quote, without the coupon where it can't be used.
fn quoted(basket: &mut Basket) -> crate::shop::pricing::Quote {
    match quote(basket) {
        Err(QuoteRefusal::Coupon(_)) => {
            basket.coupon = None;
            quote(basket).unwrap()
        }
        other => other.unwrap(),
    }
}

fn freight_of(basket: &Basket) -> i64 {
    quote(basket).unwrap().sums.freight.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn shares_add_up_and_nothing_is_below_zero(mut basket in baskets()) {
        let quote = quoted(&mut basket);
        let sums = quote.sums;
        let sum = |part: fn(&bus_schemas::shop::shares::LineShares) -> i64| quote.lines.iter().map(|line| part(&line.shares)).sum::<i64>();
        prop_assert_eq!(sum(|shares| shares.goods_amount.0), sums.goods_amount.0);
        prop_assert_eq!(sum(|shares| shares.coupon_share.0), sums.coupon_amount.0);
        prop_assert_eq!(sum(|shares| shares.score_share.0), sums.score_amount.0);
        prop_assert_eq!(sum(|shares| shares.score_used), sums.score_used);
        prop_assert_eq!(sum(|shares| shares.freight_share.0), sums.freight.0 - sums.freight_off.0);
        prop_assert_eq!(sum(|shares| shares.pay_share.0) + sums.freight.0 - sums.freight_off.0, sums.pay_amount.0);
        prop_assert_eq!(quote.freight_steps.iter().map(|step| step.freight.0).sum::<i64>(), sums.freight.0);
        for line in &quote.lines {
            let shares = line.shares;
            let parts = [shares.goods_amount.0, shares.coupon_share.0, shares.score_share.0, shares.freight_share.0, shares.pay_share.0, shares.score_used];
            prop_assert!(parts.iter().all(|part| *part >= 0), "{shares:?}");
        }
        prop_assert!(sums.pay_amount >= Cents::ZERO && sums.freight_off <= sums.freight);
        prop_assert!(sums.score_used <= basket.wanted_score && sums.score_used <= quote.score_max);
        prop_assert!(i128::from(sums.score_amount.0) * 100 <= i128::from((sums.goods_amount - sums.coupon_amount).0) * i128::from(basket.settings.score_max_percent));
    }

    #[test]
    fn a_quote_does_not_ask_for_the_order_of_lines((mut basket, seed) in (baskets(), any::<u64>())) {
        let before = quoted(&mut basket);
        let length = u64::try_from(basket.lines.len()).unwrap();
        basket.lines.sort_by_key(|line| (u64::from(line.line) + seed % 97) * 31 % (length + 7));
        basket.templates.reverse();
        prop_assert_eq!(quote(&basket).unwrap(), before);
    }

    #[test]
    fn freight_rises_with_what_is_sent((mut basket, place, more) in (baskets(), any::<prop::sample::Index>(), 1..9_u32)) {
        basket.coupon = None;
        basket.settings.free_amount = Cents::ZERO;
        basket.templates.iter_mut().for_each(|template| template.free_rules.clear());
        let before = freight_of(&basket);
        let place = place.index(basket.lines.len());
        basket.lines[place].quantity += more;
        prop_assert!(freight_of(&basket) >= before);
    }

    #[test]
    fn part_refunds_end_at_the_cent_that_was_paid(
        (mut basket, steps) in (baskets(), prop::collection::vec((any::<prop::sample::Index>(), 1..5_u32, 0..4_u8), 0..40)),
    ) {
        let quote = quoted(&mut basket);
        let sold: Vec<SoldLine> = quote.lines.iter().map(|line| {
            let quantity = basket.lines.iter().find(|one| one.line == line.line).unwrap().quantity;
            SoldLine { line: line.line, quantity, shares: line.shares }
        }).collect();
        // Requests that live: asked, agreed or done. A step ends one of them without money, or asks for pieces.
        let mut living: Vec<RefundShare> = Vec::new();
        for (place, pieces, kind) in steps {
            if kind == 0 && !living.is_empty() {
                living.swap_remove(place.index(living.len()));
                continue;
            }
            let line = &sold[place.index(sold.len())];
            match worth(line, &living, pieces, true) {
                Ok(share) => living.push(share),
                Err(_) => prop_assert!(pieces > free_pieces(line, &living)),
            }
            prop_assert!(total(&living) <= quote.sums.pay_amount);
        }
        for line in &sold {
            while free_pieces(line, &living) > 0 {
                living.push(worth(line, &living, 1, true).unwrap());
            }
            let of_line = || living.iter().filter(|share| share.line == line.line);
            prop_assert_eq!(of_line().map(|share| share.amount).sum::<Cents>(), line.shares.pay_share);
            prop_assert_eq!(of_line().map(|share| share.freight).sum::<Cents>(), line.shares.freight_share);
            prop_assert_eq!(of_line().map(|share| share.score).sum::<i64>(), line.shares.score_used);
            prop_assert!(of_line().all(|share| share.amount >= Cents::ZERO && share.score >= 0));
        }
        prop_assert_eq!(total(&living), quote.sums.pay_amount);
    }
}
