//! Money of the shop as a whole number of cents.

use std::fmt;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::{Deserialize, Serialize};

use crate::number::{AMOUNT_SCALE, Amount, NumberError};

/// A whole number of cents. Sums of them are exact; on the wire it is an [`Amount`], a string with two decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "Amount", try_from = "Amount")]
pub struct Cents(pub i64);

impl Cents {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest amount the shop computes with: 10^9 of the currency.
    pub const MAX: Self = Self(100_000_000_000);

    /// An amount of so many cents, unless it is below 0 or above [`Cents::MAX`].
    #[must_use]
    pub fn checked(cents: i128) -> Option<Self> {
        i64::try_from(cents).ok().map(Self).filter(|cents| (Self::ZERO..=Self::MAX).contains(cents))
    }

    /// The amount of a decimal: with two decimals at most, and not beyond [`Cents::MAX`] either way.
    pub fn of(amount: Decimal) -> Result<Self, NumberError> {
        let cents = amount.checked_mul(Decimal::ONE_HUNDRED).ok_or(NumberError::TooLarge)?.normalize();
        if cents.scale() > 0 {
            return Err(NumberError::TooPrecise);
        }
        cents.to_i64().filter(|cents| cents.abs() <= Self::MAX.0).map(Self).ok_or(NumberError::TooLarge)
    }

    /// The same as a decimal with two places.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        Decimal::new(self.0, AMOUNT_SCALE)
    }

    /// Whether nothing is left.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl From<Cents> for Amount {
    fn from(cents: Cents) -> Self {
        Self(cents.decimal())
    }
}

impl TryFrom<Amount> for Cents {
    type Error = NumberError;

    fn try_from(amount: Amount) -> Result<Self, NumberError> {
        Self::of(amount.0)
    }
}

impl std::ops::Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl std::ops::Sub for Cents {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl std::ops::AddAssign for Cents {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl std::iter::Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        Self(all.map(|one| one.0).sum())
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Amount::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_the_same_in_cents_and_on_the_wire() {
        for (text, cents) in [("0.00", 0), ("0.01", 1), ("12.00", 1200), ("99.90", 9990), ("-3.05", -305)] {
            assert_eq!(serde_json::to_string(&Cents(cents)).unwrap(), format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Cents>(&format!("\"{text}\"")).unwrap(), Cents(cents));
        }
        assert_eq!(Cents::of(Decimal::new(12, 0)), Ok(Cents(1200)));
        assert_eq!(Cents::of(Decimal::new(12_000_000, 6)), Ok(Cents(1200)));
    }

    #[test]
    fn thirds_of_a_cent_and_riches_are_refused() {
        assert_eq!(Cents::of(Decimal::new(1_005, 3)), Err(NumberError::TooPrecise));
        assert_eq!(Cents::of(Decimal::new(1_000_000_001, 0)), Err(NumberError::TooLarge));
        assert_eq!(Cents::of(Decimal::MAX), Err(NumberError::TooLarge));
        assert_eq!(Cents::checked(-1), None);
    }
}
