//! Decimal figures: never floats, decimal strings on the wire.

use std::fmt;

use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Serialize};

/// Decimals of a quantity.
pub const QUANTITY_SCALE: u32 = 4;
/// Decimals of a unit price.
pub const PRICE_SCALE: u32 = 4;
/// Decimals of an amount of money.
pub const AMOUNT_SCALE: u32 = 2;
/// Decimals kept of a moving-average cost.
pub const COST_SCALE: u32 = 6;
/// Largest quantity or price of one line.
pub const LINE_MAX: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);

/// Why a figure is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberError {
    /// Zero or less where more than zero is needed.
    #[error("must be greater than zero")]
    NotPositive,
    /// Less than zero.
    #[error("must not be negative")]
    Negative,
    /// More decimals than the figure keeps.
    #[error("has too many decimals")]
    TooPrecise,
    /// Above 10^9.
    #[error("is too large")]
    TooLarge,
}

macro_rules! figure {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Decimal);

        impl $name {
            /// Nothing.
            pub const ZERO: Self = Self(Decimal::ZERO);
        }

        impl std::ops::Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self { Self(self.0 + other.0) }
        }

        impl std::ops::Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self { Self(self.0 - other.0) }
        }

        impl std::ops::Neg for $name {
            type Output = Self;
            fn neg(self) -> Self { Self(-self.0) }
        }

        impl std::ops::AddAssign for $name {
            fn add_assign(&mut self, other: Self) { self.0 += other.0; }
        }

        impl std::ops::SubAssign for $name {
            fn sub_assign(&mut self, other: Self) { self.0 -= other.0; }
        }

        impl std::iter::Sum for $name {
            fn sum<I: Iterator<Item = Self>>(all: I) -> Self { Self(all.map(|one| one.0).sum()) }
        }
    )+};
}

figure! {
    /// A quantity in base units, up to 4 decimals; signed where it is a change.
    Quantity,
    /// Money for one base unit, up to 4 decimals.
    Price,
    /// An amount of money, 2 decimals.
    Amount,
    /// A moving-average cost of one base unit, 6 decimals.
    Cost,
}

fn fits(value: Decimal, scale: u32) -> Result<Decimal, NumberError> {
    let value = value.normalize();
    if value.scale() > scale {
        Err(NumberError::TooPrecise)
    } else if value.abs() > LINE_MAX {
        Err(NumberError::TooLarge)
    } else {
        Ok(value)
    }
}

/// Rounds half away from zero, as clerks and tax invoices do.
#[must_use]
pub fn round_half_up(value: Decimal, scale: u32) -> Decimal {
    value.round_dp_with_strategy(scale, RoundingStrategy::MidpointAwayFromZero)
}

impl Quantity {
    /// A line's quantity: more than 0, at most 10^9, up to 4 decimals.
    pub fn positive(value: Decimal) -> Result<Self, NumberError> {
        if value <= Decimal::ZERO {
            return Err(NumberError::NotPositive);
        }
        fits(value, QUANTITY_SCALE).map(Self)
    }

    /// A counted quantity: 0 to 10^9, up to 4 decimals.
    pub fn counted(value: Decimal) -> Result<Self, NumberError> {
        if value < Decimal::ZERO {
            return Err(NumberError::Negative);
        }
        fits(value, QUANTITY_SCALE).map(Self)
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0.is_zero()
    }
}

impl Price {
    /// A line's price: 0 to 10^9, up to 4 decimals.
    pub fn new(value: Decimal) -> Result<Self, NumberError> {
        if value < Decimal::ZERO {
            return Err(NumberError::Negative);
        }
        fits(value, PRICE_SCALE).map(Self)
    }

    /// quantity x price, rounded half up to 2 decimals (domain rules 1.5).
    #[must_use]
    pub fn total(self, quantity: Quantity) -> Amount {
        Amount(round_half_up(self.0 * quantity.0, AMOUNT_SCALE))
    }
}

impl Cost {
    /// What goods are worth at this cost, rounded half up to 2 decimals.
    #[must_use]
    pub fn total(self, quantity: Quantity) -> Amount {
        Amount(round_half_up(self.0.saturating_mul(quantity.0), AMOUNT_SCALE))
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.normalize().fmt(f)
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut value = self.0.normalize();
        if value.scale() < AMOUNT_SCALE {
            value.rescale(AMOUNT_SCALE);
        }
        value.fmt(f)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut value = round_half_up(self.0, AMOUNT_SCALE);
        value.rescale(AMOUNT_SCALE);
        value.fmt(f)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Amount(self.0).fmt(f)
    }
}
