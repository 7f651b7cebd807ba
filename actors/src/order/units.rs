//! From the quantity that a person enters in any unit of a product to the quantity in its base unit. Nothing is rounded:
//! what is not exact in the base unit is refused.

use bus_schemas::ids::UnitId;
use bus_schemas::number::{NumberError, Quantity};
use bus_schemas::order::units::EnteredQuantity;
use rust_decimal::Decimal;

/// Most decimals of a factor.
pub const FACTOR_SCALE: u32 = 4;

/// A unit, as quantities in it need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitFacts {
    pub id: UnitId,
    /// Decimals that its quantities may have, 0 to 4.
    pub decimals: u32,
}

/// Another unit of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherUnit {
    pub unit: UnitFacts,
    /// Base units in one of it: more than 0, up to 4 decimals.
    pub factor: Decimal,
}

/// The units of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineUnits {
    /// The product's own, which stock is kept in.
    pub base: UnitFacts,
    /// The one that the quantity is entered in, if it is another.
    pub entered: Option<OtherUnit>,
}

/// Why a quantity can't be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    #[error(transparent)]
    Figure(#[from] NumberError),
    /// More decimals than the unit that it is entered in has.
    #[error("has more decimals than the unit allows")]
    Precision,
    /// The base unit has not enough decimals for it.
    #[error("is no exact quantity in the base unit")]
    NotExact,
}

/// The quantity in base units, more than 0, and how it was entered if that is another unit.
pub fn in_base(entered: Decimal, units: &LineUnits) -> Result<(Quantity, Option<EnteredQuantity>), UnitError> {
    converted(entered, units, Quantity::positive)
}

/// The same of what was counted, which may be nothing.
pub fn counted_in_base(entered: Decimal, units: &LineUnits) -> Result<(Quantity, Option<EnteredQuantity>), UnitError> {
    converted(entered, units, Quantity::counted)
}

/// Both figures pass `check`.
fn converted(
    entered: Decimal,
    units: &LineUnits,
    check: fn(Decimal) -> Result<Quantity, NumberError>,
) -> Result<(Quantity, Option<EnteredQuantity>), UnitError> {
    let quantity = check(entered)?;
    let Some(other) = units.entered else {
        return if quantity.0.scale() > units.base.decimals { Err(UnitError::Precision) } else { Ok((quantity, None)) };
    };
    if quantity.0.scale() > other.unit.decimals {
        return Err(UnitError::Precision);
    }
    // Both figures have at most 4 decimals, so the product is exact where it fits at all.
    let product = quantity.0.checked_mul(other.factor).ok_or(NumberError::TooLarge)?.normalize();
    if product.scale() > units.base.decimals {
        return Err(UnitError::NotExact);
    }
    let base = check(product)?;
    Ok((base, Some(EnteredQuantity { unit: other.unit.id, quantity: quantity.0, factor: other.factor })))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn units(base: u32, entered: u32, factor: Decimal) -> LineUnits {
        let unit = |id: i64, decimals: u32| UnitFacts { id: UnitId(id), decimals };
        LineUnits { base: unit(1, base), entered: Some(OtherUnit { unit: unit(2, entered), factor }) }
    }

    fn read(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_box_of_twelve_is_twelve_pieces() {
        let (quantity, entered) = in_base(read("10"), &units(0, 0, read("12"))).unwrap();
        assert_eq!(quantity.0, read("120"));
        assert_eq!(entered, Some(EnteredQuantity { unit: UnitId(2), quantity: read("10"), factor: read("12") }));
        let own = LineUnits { entered: None, ..units(2, 0, Decimal::ONE) };
        assert_eq!(in_base(read("1.25"), &own), Ok((Quantity(read("1.25")), None)));
    }

    #[test]
    fn what_is_not_exact_or_does_not_fit_is_refused() {
        for (entered, units, expected) in [
            ("0.5", units(0, 1, read("25")), UnitError::NotExact),
            ("1", units(0, 0, read("0.3333")), UnitError::NotExact),
            ("0.0001", units(4, 4, read("0.1")), UnitError::NotExact),
            ("1.5", units(0, 0, read("12")), UnitError::Precision),
            ("1.25", LineUnits { entered: None, ..units(1, 2, Decimal::ONE) }, UnitError::Precision),
            ("0", units(0, 0, read("12")), UnitError::Figure(NumberError::NotPositive)),
            ("-1", units(0, 0, read("12")), UnitError::Figure(NumberError::NotPositive)),
            ("1000000000", units(0, 0, read("12")), UnitError::Figure(NumberError::TooLarge)),
            ("1.00001", units(4, 4, read("12")), UnitError::Figure(NumberError::TooPrecise)),
            // A half box is whole pieces, if boxes may be halved.
            ("0.5", units(0, 0, read("12")), UnitError::Precision),
        ] {
            assert_eq!(in_base(read(entered), &units), Err(expected), "{entered}");
        }
        assert_eq!(in_base(read("0.5"), &units(0, 1, read("12"))).unwrap().0.0, read("6"));
    }

    #[test]
    fn nothing_may_be_counted() {
        let boxes = units(0, 0, read("12"));
        let (quantity, entered) = counted_in_base(read("0"), &boxes).unwrap();
        assert_eq!((quantity, entered.map(|entered| entered.quantity)), (Quantity::ZERO, Some(Decimal::ZERO)));
        assert_eq!(counted_in_base(read("3"), &boxes).unwrap().0.0, read("36"));
        assert_eq!(counted_in_base(read("-1"), &boxes), Err(UnitError::Figure(NumberError::Negative)));
        assert_eq!(counted_in_base(read("0.5"), &boxes), Err(UnitError::Precision));
    }

    proptest! {
        #[test]
        fn no_piece_is_lost_or_made(
            entered in 1_i64..10_000_000_000,
            entered_scale in 0_u32..=4,
            factor in 1_i64..1_000_000_000,
            factor_scale in 0_u32..=FACTOR_SCALE,
            decimals in 0_u32..=4,
        ) {
            let (entered, factor) = (Decimal::new(entered, entered_scale), Decimal::new(factor, factor_scale));
            // Exact, by whole numbers.
            let product = i128::from(entered.mantissa() as i64) * i128::from(factor.mantissa() as i64);
            let scale = entered_scale + factor_scale;
            match in_base(entered, &units(decimals, 4, factor)) {
                Ok((quantity, Some(shown))) => {
                    prop_assert_eq!(quantity.0.mantissa() * 10_i128.pow(scale - quantity.0.scale().min(scale)), product);
                    prop_assert!(quantity.0.scale() <= decimals);
                    prop_assert_eq!((shown.quantity, shown.factor), (entered, factor));
                }
                Ok((_, None)) => prop_assert!(false, "the unit is lost"),
                // Refused only where the base unit has no such quantity.
                Err(UnitError::NotExact) => prop_assert!(product % 10_i128.pow(scale.saturating_sub(decimals)) != 0),
                Err(UnitError::Figure(NumberError::TooLarge)) => {
                    let most = 1_000_000_000 * 10_i128.pow(scale);
                    prop_assert!(product > most || entered > Decimal::from(1_000_000_000));
                }
                Err(other) => prop_assert!(false, "{other}"),
            }
        }
    }
}
