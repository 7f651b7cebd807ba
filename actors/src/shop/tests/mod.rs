//! Tests of the shop's money: worked examples a noun, and properties over random baskets.
#![allow(clippy::unwrap_used)]

mod claims;
mod coupons;
mod freight;
mod pricing;
mod properties;
mod refunds;

use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::{CouponKind, CouponScope, CouponState, CouponTerms};

use super::coupon::MemberCoupon;
use super::pricing::{Basket, BasketLine, PriceSettings};

fn terms(kind: CouponKind, amount: i64, percent: u8) -> CouponTerms {
    CouponTerms {
        kind,
        amount: Cents(amount),
        percent,
        max_amount: Cents::ZERO,
        min_amount: Cents::ZERO,
        scope: CouponScope::All,
        scope_ids: Vec::new(),
        exclude_goods_ids: Vec::new(),
    }
}

fn coupon(id: i64, terms: CouponTerms) -> MemberCoupon {
    MemberCoupon { id, terms, state: CouponState::Free, start: 100, end: 200 }
}

fn line(number: u32, price: i64, quantity: u32) -> BasketLine {
    BasketLine {
        line: number,
        goods: i64::from(number),
        sku: i64::from(number),
        classify_ids: vec![10 + i64::from(number), 1],
        price: Cents(price),
        quantity,
        weight_grams: 0,
        volume_cm3: 0,
        template: None,
        is_virtual: false,
    }
}

fn basket(lines: Vec<BasketLine>) -> Basket {
    let settings = PriceSettings { score_per_yuan: 100, score_max_percent: 50, ..PriceSettings::default() };
    Basket { lines, areas: Some(vec![1]), settings, now: 150, ..Basket::default() }
}
