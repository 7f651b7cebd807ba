//! By how much the price of goods that go back to their supplier differs from the average that they would leave at: for
//! those who may see cost. Pure.

use std::collections::HashMap;

use bus_schemas::number::{Amount, Cost, Quantity};
use entrepot_store::order::movements::SentBack;
use entrepot_store::order::rows::LineRow;
use poem_openapi::Object;
use rust_decimal::Decimal;

use crate::http::views::DecimalText;

/// What a line's goods come for more than the average.
#[derive(Clone, Debug, Object)]
pub struct DifferenceView {
    pub line: u32,
    /// Of one base unit: of what has left as it was then, of the rest as it is now.
    pub average_cost: DecimalText,
    /// Price less average, for all of the line. Less than 0 where the average is more.
    pub difference: DecimalText,
}

/// Of the lines of an order. What is still to leave counts at the present averages while the order is `open`; lines of
/// which nothing leaves have no difference.
#[must_use]
pub fn differences(lines: &[LineRow], open: bool, sent: &[SentBack], averages: &HashMap<i64, Cost>) -> Vec<DifferenceView> {
    lines.iter().filter_map(|line| difference(line, open, sent, averages)).collect()
}

fn difference(line: &LineRow, open: bool, sent: &[SentBack], averages: &HashMap<i64, Cost>) -> Option<DifferenceView> {
    let left = sent.iter().filter(|sent| sent.line == line.line).map(|sent| (-sent.moved, sent.average_cost));
    let rest = (line.quantity - line.stocked).max(Quantity::ZERO);
    let rest = averages.get(&line.product).filter(|_| open).map(|average| (rest, *average));
    let (mut quantity, mut worth) = (Decimal::ZERO, Decimal::ZERO);
    for (part, average) in left.chain(rest) {
        quantity += part.0;
        worth = worth.checked_add(part.0.checked_mul(average.0)?)?;
    }
    let average = worth.checked_div(quantity).filter(|_| quantity > Decimal::ZERO)?;
    let difference = line.price.0.checked_mul(quantity)?.checked_sub(worth)?;
    Some(DifferenceView { line: line.line, average_cost: Amount(average).into(), difference: Amount(difference).into() })
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json};

    use super::*;

    #[test]
    fn what_has_left_counts_at_its_own_average_and_the_rest_at_that_of_today() {
        let line = |line: u32, stocked: &str| json!({ "line": line, "product": 4, "quantity": "5", "price": "3", "total": "15", "stocked": stocked });
        let lines: Vec<LineRow> = from_value(json!([line(1, "2"), line(2, "0")])).expect("lines");
        let sent: Vec<SentBack> = from_value(json!([{ "line": 1, "moved": "-2", "average_cost": "2" }])).expect("movements");
        let averages: HashMap<i64, Cost> = from_value(json!({ "4": "4" })).expect("averages");
        let shown = |open| {
            let of = differences(&lines, open, &sent, &averages);
            of.iter().map(|row| (row.line, row.average_cost.to_string(), row.difference.to_string())).collect::<Vec<_>>()
        };
        let figures = |line: u32, average: &str, difference: &str| (line, average.to_owned(), difference.to_owned());
        // 2 at 2 and 3 at 4 are 16 of 15; 5 at 4 are 20 of 15.
        assert_eq!(shown(true), [figures(1, "3.20", "-1.00"), figures(2, "4.00", "-5.00")]);
        assert_eq!(shown(false), [figures(1, "2.00", "2.00")]);
    }
}
