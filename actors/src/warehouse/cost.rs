//! Moving-average cost per warehouse and product (domain rules 2.7).

use bus_schemas::number::{Amount, COST_SCALE, Cost, Quantity, round_half_up};
use bus_schemas::warehouse::CostPiece;
use rust_decimal::Decimal;

/// Of receipts of a product: how much has come with them, and how much of that can still be there, when what came first
/// leaves first. Of a receipt that is what is on hand beyond all that has come since, and at most what came with it.
#[must_use]
pub fn still_there(on_hand: Quantity, pieces: &[CostPiece]) -> (Quantity, Quantity) {
    let all = pieces.iter().map(|piece| piece.quantity).sum();
    let there = |piece: &CostPiece| (on_hand - piece.since).min(piece.quantity).max(Quantity::ZERO);
    (all, pieces.iter().map(there).sum())
}

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

/// The average after goods have left at another cost than the average: `(on hand x average - q x cost) / (on hand - q)`.
/// With nothing left it stays as it is, and it never falls below 0. `None` when a figure would leave the range of a
/// decimal.
#[must_use]
pub fn after_removal(on_hand: Quantity, average: Cost, removed: Quantity, cost: Cost) -> Option<Cost> {
    let left = on_hand.0.checked_sub(removed.0)?;
    if left <= Decimal::ZERO {
        return Some(average);
    }
    let value = on_hand.0.checked_mul(average.0)?.checked_sub(removed.0.checked_mul(cost.0)?)?;
    value.max(Decimal::ZERO).checked_div(left).map(|cost| Cost(round_half_up(cost, COST_SCALE)))
}

/// The average after a cost is added to what is there: `average + amount / on hand`. `None` with nothing on hand, or when
/// a figure would leave the range of a decimal.
#[must_use]
pub fn after_addition(on_hand: Quantity, average: Cost, amount: Amount) -> Option<Cost> {
    if on_hand.0 <= Decimal::ZERO {
        return None;
    }
    let more = amount.0.checked_div(on_hand.0)?;
    average.0.checked_add(more).map(|cost| Cost(round_half_up(cost.max(Decimal::ZERO), COST_SCALE)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_leaves_at_its_own_cost_leaves_the_value_of_the_rest() {
        let after = |on_hand, average, q, cost| after_removal(Quantity(d(on_hand)), Cost(d(average)), Quantity(d(q)), Cost(d(cost)));
        // 10 at 2 and 5 at 3.5 are 15 at 2.5; without the 5 again 10 at 2.
        assert_eq!(after("15", "2.5", "5", "3.5"), Some(Cost(d("2"))));
        assert_eq!(after("5", "2.5", "5", "3.5"), Some(Cost(d("2.5"))));
        assert_eq!(after("6", "1", "5", "3.5"), Some(Cost(d("0"))));
    }

    #[test]
    fn of_receipts_that_is_there_which_goods_that_came_since_leave_room_for() {
        let q = |text: &str| Quantity(d(text));
        let piece = |quantity: &str, since: &str| CostPiece { quantity: q(quantity), since: q(since) };
        for (on_hand, pieces, there) in [
            ("5", vec![piece("5", "0")], "5"),
            ("3", vec![piece("5", "0")], "3"),
            ("5", vec![piece("5", "5")], "0"),
            ("7", vec![piece("5", "5")], "2"),
            ("20", vec![piece("5", "5")], "5"),
            ("-4", vec![piece("5", "0")], "0"),
            // Two receipts of one line, with 4 of others in between.
            ("6", vec![piece("5", "7"), piece("3", "0")], "3"),
            ("9", vec![piece("5", "7"), piece("3", "0")], "5"),
        ] {
            assert_eq!(still_there(q(on_hand), &pieces).1, q(there), "{on_hand} {pieces:?}");
        }
        assert_eq!(still_there(q("1"), &[]), (Quantity::ZERO, Quantity::ZERO));
    }

    #[test]
    fn rounds_half_up_to_six_decimals() {
        let average = after_receipt(Quantity(d("2")), Cost(d("1")), Quantity(d("1")), Cost(d("1.000001")));
        assert_eq!(average, Some(Cost(d("1.000000"))));
    }
}
