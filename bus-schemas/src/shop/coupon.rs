//! Coupons: their terms, which each claimed coupon keeps a copy of, and the states of a claimed coupon.

use serde::{Deserialize, Serialize};

use super::Cents;

macro_rules! coded {
    ($(#[$doc:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$each])* $variant),+ }

        impl $name {
            /// Every one, in the order of the codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code in the database and on the wire.
            #[must_use]
            pub const fn code(self) -> i64 {
                match self { $(Self::$variant => $code),+ }
            }

            /// The one with that code.
            #[must_use]
            pub fn of_code(code: i64) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.code() == code)
            }
        }
    };
}

coded! {
    /// What a coupon takes off.
    CouponKind {
        /// A fixed amount off the goods.
        Amount = 1,
        /// A percentage off the goods.
        Percent = 2,
        /// The freight.
        Freight = 3,
    }
}

coded! {
    /// Which goods a coupon is for.
    CouponScope {
        All = 0,
        /// Goods of these classifies and of those below them.
        Classify = 1,
        Goods = 2,
    }
}

coded! {
    /// How members come by a coupon.
    CouponGet {
        /// They take it.
        Take = 1,
        /// They enter its code.
        Code = 2,
        /// Staff gives it.
        Given = 3,
        /// Whoever registers has it.
        NewMembers = 4,
    }
}

coded! {
    /// The state of a claimed coupon.
    CouponState {
        Free = 0,
        /// An unpaid order holds it.
        Held = 1,
        Used = 2,
        Expired = 3,
        Withdrawn = 4,
    }
}

/// What a coupon is good for. A claimed coupon keeps these terms whatever becomes of the coupon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouponTerms {
    pub kind: CouponKind,
    /// Taken off; off the freight at most, 0 for all of it.
    #[serde(default)]
    pub amount: Cents,
    /// 1 to 99, taken off, of the kind percent.
    #[serde(default)]
    pub percent: u8,
    /// Most that a percentage or a freight coupon takes off; 0 for no limit.
    #[serde(default)]
    pub max_amount: Cents,
    /// Least amount of goods in scope.
    #[serde(default)]
    pub min_amount: Cents,
    pub scope: CouponScope,
    #[serde(default)]
    pub scope_ids: Vec<i64>,
    /// Goods that the coupon is not for, whatever its scope.
    #[serde(default)]
    pub exclude_goods_ids: Vec<i64>,
}

/// A step of a claimed coupon. Each names the state before; the store refuses a step from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CouponChange {
    /// 0 -> 1: an order of its member is placed with it.
    Hold,
    /// 1 -> 2: the order is paid.
    Use,
    /// 1 -> 0: the order ends unpaid. Expired meanwhile: 3, but free 7 days more where the shop ended it.
    Release {
        /// Whether the shop ended the order, not the member or the clock.
        by_shop: bool,
    },
    /// 2 -> 0: all of the order is refunded, or staff wants it back. Expired as with release.
    Return { by_shop: bool },
}

impl CouponChange {
    /// The state before.
    #[must_use]
    pub const fn from(self) -> CouponState {
        match self {
            Self::Hold => CouponState::Free,
            Self::Use | Self::Release { .. } => CouponState::Held,
            Self::Return { .. } => CouponState::Used,
        }
    }
}

/// Days that a coupon stays usable when the shop gives it back after its end.
pub const GRACE_DAYS: i64 = 7;
