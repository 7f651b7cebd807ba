//! Moving-average cost per warehouse and product (domain rules 2.7).

use bus_schemas::number::{COST_SCALE, Cost, Quantity, round_half_up};

/// The average after a receipt: `(on hand x average + q x price) / (on hand + q)`, 6 decimals, half up.
/// With nothing (or less) on hand, the price. `None` when a figure would leave the range of a decimal.
#[must_use]
pub fn after_receipt(on_hand: Quantity, average: Cost, received: Quantity, price: Cost) -> Option<Cost> {
    if on_hand.0 <= rust_decimal::Decimal::ZERO {
        return Some(price);
    }
    let before = on_hand.0.checked_mul(average.0)?;
    let added = received.0.checked_mul(price.0)?;
    let value = before.checked_add(added)?;
    let total = on_hand.0.checked_add(received.0)?;
    value.checked_div(total).map(|cost| Cost(round_half_up(cost, COST_SCALE)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::Decimal;

    fn d(text: &str) -> Decimal {
        text.parse().expect("a decimal")
    }

    #[test]
    fn averages_by_quantity() {
        let average = after_receipt(Quantity(d("10")), Cost(d("2")), Quantity(d("5")), Cost(d("3.5")));
        assert_eq!(average, Some(Cost(d("2.5"))));
    }

    #[test]
    fn begins_afresh_when_nothing_is_there() {
        assert_eq!(after_receipt(Quantity(d("0")), Cost(d("9")), Quantity(d("1")), Cost(d("4"))), Some(Cost(d("4"))));
        assert_eq!(after_receipt(Quantity(d("-3")), Cost(d("9")), Quantity(d("1")), Cost(d("4"))), Some(Cost(d("4"))));
    }

    #[test]
    fn rounds_half_up_to_six_decimals() {
        let average = after_receipt(Quantity(d("2")), Cost(d("1")), Quantity(d("1")), Cost(d("1.000001")));
        assert_eq!(average, Some(Cost(d("1.000000"))));
    }
}
