//! Whether a member may claim a coupon, and what the claimed coupon is good for. A claim is a numbered ticket; that no
//! number is given twice is the store's to keep.

use bus_schemas::shop::coupon::{CouponGet, CouponTerms};

/// Seconds of a day.
const DAY: i64 = 86_400;

/// A coupon as it is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    pub enabled: bool,
    pub get: CouponGet,
    pub terms: CouponTerms,
    /// Unix seconds from when and until when it is given out; 0 for no limit.
    pub get_start: i64,
    pub get_end: i64,
    pub valid: Validity,
    /// Tickets; 0 for no limit.
    pub total: i64,
    pub received: i64,
    /// Tickets of a member; 0 for no limit.
    pub limit: i64,
}

/// When a claimed coupon may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// Unix seconds.
    Dates { start: i64, end: i64 },
    /// So many days from the claim.
    Days(i64),
}

/// Why a coupon is not given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimRefusal {
    /// It does not exist, is switched off, or is not got in this way.
    #[error("no such coupon")]
    NotOffered,
    #[error("given out from {from}")]
    Early { from: i64 },
    #[error("no longer given out")]
    Over,
    #[error("all tickets are gone")]
    Gone,
    #[error("a member has {limit} at most")]
    Limit { limit: i64 },
}

impl ClaimRefusal {
    /// The key of its message.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::NotOffered => "shop.claim.not_offered",
            Self::Early { .. } => "shop.claim.early",
            Self::Over => "shop.claim.over",
            Self::Gone => "shop.claim.gone",
            Self::Limit { .. } => "shop.claim.limit",
        }
    }
}

impl Offered {
    /// Tickets that are left; nothing where there is no limit.
    #[must_use]
    pub fn left(&self) -> Option<i64> {
        (self.total > 0).then(|| (self.total - self.received).max(0))
    }

    /// Whether a member who has `had` tickets gets another one in this way. Staff gives coupons of every kind, also
    /// outside of the time in which others get them.
    pub fn check(&self, get: CouponGet, had: i64, now: i64) -> Result<(), ClaimRefusal> {
        if !self.enabled || (get != CouponGet::Given && get != self.get) {
            return Err(ClaimRefusal::NotOffered);
        }
        if get != CouponGet::Given && now < self.get_start {
            return Err(ClaimRefusal::Early { from: self.get_start });
        }
        if (get != CouponGet::Given && self.get_end > 0 && now >= self.get_end) || self.window(now).1 <= now {
            return Err(ClaimRefusal::Over);
        }
        if self.left() == Some(0) {
            return Err(ClaimRefusal::Gone);
        }
        if self.limit > 0 && had >= self.limit {
            return Err(ClaimRefusal::Limit { limit: self.limit });
        }
        Ok(())
    }

    /// From when and until when one that is claimed now may be used, Unix seconds.
    #[must_use]
    pub fn window(&self, now: i64) -> (i64, i64) {
        match self.valid {
            Validity::Dates { start, end } => (start, end),
            Validity::Days(days) => (now, now.saturating_add(days.saturating_mul(DAY))),
        }
    }
}
