//! Whether a coupon can be used for a basket, and what it takes off.

use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::{CouponKind, CouponScope, CouponState, CouponTerms};
use serde::Serialize;

/// A claimed coupon of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberCoupon {
    pub id: i64,
    pub terms: CouponTerms,
    pub state: CouponState,
    /// Unix seconds, from when it may be used.
    pub start: i64,
    /// Unix seconds, until when; not that second itself.
    pub end: i64,
}

/// A line as a coupon sees it.
#[derive(Clone, Copy, Debug)]
pub struct ScopeLine<'a> {
    pub goods: i64,
    /// The goods' classifies and all above them.
    pub classify_ids: &'a [i64],
    pub amount: Cents,
}

/// Why a coupon can't be used for a basket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum CouponRefusal {
    #[error("usable from {start}")]
    NotYet { start: i64 },
    #[error("expired")]
    Expired,
    /// Another unpaid order has it.
    #[error("held by another order")]
    Held,
    #[error("used")]
    Used,
    #[error("withdrawn")]
    Withdrawn,
    #[error("no goods in the basket that it is for")]
    OutOfScope,
    #[error("goods for {missing} are missing")]
    BelowMinimum { minimum: Cents, missing: Cents },
    /// There is no freight to take off.
    #[error("there is no freight")]
    NoFreight,
}

impl CouponRefusal {
    /// The key of its message.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::NotYet { .. } => "error.shop.coupon_not_yet",
            Self::Expired => "error.shop.coupon_expired",
            Self::Held => "error.shop.coupon_held",
            Self::Used => "error.shop.coupon_used",
            Self::Withdrawn => "error.shop.coupon_withdrawn",
            Self::OutOfScope => "error.shop.coupon_out_of_scope",
            Self::BelowMinimum { .. } => "error.shop.coupon_below_minimum",
            Self::NoFreight => "error.shop.coupon_no_freight",
        }
    }
}

/// Whether a coupon is for these goods. Exclusions win.
#[must_use]
pub fn in_scope(terms: &CouponTerms, goods: i64, classify_ids: &[i64]) -> bool {
    !terms.exclude_goods_ids.contains(&goods)
        && match terms.scope {
            CouponScope::All => true,
            CouponScope::Classify => classify_ids.iter().any(|classify| terms.scope_ids.contains(classify)),
            CouponScope::Goods => terms.scope_ids.contains(&goods),
        }
}

/// Refuses a coupon by its state and dates.
pub const fn check_usable(coupon: &MemberCoupon, now: i64) -> Result<(), CouponRefusal> {
    match coupon.state {
        CouponState::Free if now >= coupon.end => Err(CouponRefusal::Expired),
        CouponState::Free if now < coupon.start => Err(CouponRefusal::NotYet { start: coupon.start }),
        CouponState::Free => Ok(()),
        CouponState::Held => Err(CouponRefusal::Held),
        CouponState::Used => Err(CouponRefusal::Used),
        CouponState::Expired => Err(CouponRefusal::Expired),
        CouponState::Withdrawn => Err(CouponRefusal::Withdrawn),
    }
}

/// What a coupon takes off the goods, and the weights by which the lines share it: their amounts in scope.
/// A freight coupon takes nothing off goods; the minimum and the scope are checked all the same.
pub fn off_goods(terms: &CouponTerms, lines: &[ScopeLine<'_>]) -> Result<(Cents, Vec<i64>), CouponRefusal> {
    let scoped = lines.iter().map(|line| in_scope(terms, line.goods, line.classify_ids)).collect::<Vec<_>>();
    if !scoped.contains(&true) {
        return Err(CouponRefusal::OutOfScope);
    }
    let weights: Vec<i64> = lines.iter().zip(scoped).map(|(line, scoped)| if scoped { line.amount.0 } else { 0 }).collect();
    let goods = Cents(weights.iter().sum());
    if goods < terms.min_amount {
        return Err(CouponRefusal::BelowMinimum { minimum: terms.min_amount, missing: terms.min_amount - goods });
    }
    let off = match terms.kind {
        CouponKind::Amount => terms.amount,
        CouponKind::Percent => capped(percent_of(goods, terms.percent), terms.max_amount),
        CouponKind::Freight => Cents::ZERO,
    };
    Ok((off.clamp(Cents::ZERO, goods), weights))
}

/// What a coupon takes off the freight: its amount at most; all of it where no amount is set.
#[must_use]
pub fn off_freight(terms: &CouponTerms, freight: Cents) -> Cents {
    match terms.kind {
        CouponKind::Freight => capped(capped(freight, terms.amount), terms.max_amount),
        CouponKind::Amount | CouponKind::Percent => Cents::ZERO,
    }
}

fn capped(off: Cents, max_amount: Cents) -> Cents {
    if max_amount > Cents::ZERO { off.min(max_amount) } else { off }
}

/// So many percent of an amount, rounded half up.
#[must_use]
pub fn percent_of(amount: Cents, percent: u8) -> Cents {
    let exact = i128::from(amount.0) * i128::from(percent);
    Cents(i64::try_from((exact + 50) / 100).unwrap_or(amount.0))
}
