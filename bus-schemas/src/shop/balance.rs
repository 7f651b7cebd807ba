//! Entries of a member's accounts: what changed, of which kind, and because of what. An account changes by entries
//! alone, and one cause books once.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// One of a member's two accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BalanceAccount {
    /// Money, two decimals.
    Money,
    /// Whole points.
    Score,
}

/// What kind of change an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// Money: paid in.
    Recharge,
    /// Given with a recharge.
    Bonus,
    /// Money: paid for an order. Score: earned by one, and taken back when it is refunded.
    Purchase,
    /// Money: paid back.
    Refund,
    /// Score: used for an order.
    Use,
    /// Score: what was used, given back.
    Return,
    /// Score: earned by coming every day.
    SignIn,
    /// Score: too old.
    Expiry,
    /// By hand, in the back office.
    Manual,
}

impl EntryKind {
    /// Every kind.
    pub const ALL: [Self; 9] =
        [Self::Recharge, Self::Bonus, Self::Purchase, Self::Refund, Self::Use, Self::Return, Self::SignIn, Self::Expiry, Self::Manual];

    /// The name on the wire and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recharge => "recharge",
            Self::Bonus => "bonus",
            Self::Purchase => "purchase",
            Self::Refund => "refund",
            Self::Use => "use",
            Self::Return => "return",
            Self::SignIn => "sign_in",
            Self::Expiry => "expiry",
            Self::Manual => "manual",
        }
    }

    /// Whether an account has entries of this kind.
    #[must_use]
    pub const fn fits(self, account: BalanceAccount) -> bool {
        match account {
            BalanceAccount::Money => matches!(self, Self::Recharge | Self::Bonus | Self::Purchase | Self::Refund | Self::Manual),
            BalanceAccount::Score => {
                matches!(self, Self::Bonus | Self::Purchase | Self::Use | Self::Return | Self::SignIn | Self::Expiry | Self::Manual)
            }
        }
    }
}

/// What kind of thing an entry is caused by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CauseKind {
    /// A shop order, by its number.
    Order,
    /// A refund, by its number.
    Refund,
    /// A recharge order, by its number.
    Recharge,
    /// A day on which the member came or points grew too old, as `<member>-YYYY-MM-DD`.
    Day,
    /// Somebody in the back office, by an id of the change.
    Manual,
}

impl CauseKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Order, Self::Refund, Self::Recharge, Self::Day, Self::Manual];

    /// The name on the wire and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Refund => "refund",
            Self::Recharge => "recharge",
            Self::Day => "day",
            Self::Manual => "manual",
        }
    }
}

/// Why an entry is booked. An account has at most one entry of a kind with the same cause.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BalanceCause {
    pub kind: CauseKind,
    /// The number that people know it by, such as an order's; at most 128 characters.
    pub id: String,
}

/// A change of a member's account that is to be booked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceEntry {
    pub member: i64,
    pub account: BalanceAccount,
    pub kind: EntryKind,
    /// Less than 0 where it goes out.
    pub change: Decimal,
    pub cause: BalanceCause,
    /// In the words of who booked it; empty where kind and cause say everything.
    #[serde(default)]
    pub memo: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_on_the_wire() {
        for kind in EntryKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            assert!([BalanceAccount::Money, BalanceAccount::Score].into_iter().any(|account| kind.fits(account)), "{kind:?}");
        }
        for kind in CauseKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        assert!(EntryKind::Refund.fits(BalanceAccount::Money) && !EntryKind::Refund.fits(BalanceAccount::Score));
    }
}
