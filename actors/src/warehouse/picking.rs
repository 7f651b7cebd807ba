//! Which batch goes out (domain rules 2.4): earliest expiry with undated last, then earliest
//! produce date, then oldest receipt, then the smallest remainder, then area and shelf.

use std::cmp::Ordering;

use bus_schemas::number::Quantity;
use bus_schemas::warehouse::DemandLine;

use super::port::BalanceRow;

/// Whether goods are usable: through the end of their expiry date (`YYYY-MM-DD` compares as text).
#[must_use]
pub fn usable(expiry_date: Option<&str>, today: &str) -> bool {
    expiry_date.is_none_or(|expiry| expiry >= today)
}

/// Whether a place is one the line allows.
#[must_use]
pub fn matches(line: &DemandLine, row: &BalanceRow) -> bool {
    row.place.product == line.product
        && line.area.is_none_or(|area| area == row.place.area)
        && line.shelf.is_none_or(|shelf| shelf == row.place.shelf)
        && line.batch.as_ref().is_none_or(|batch| *batch == row.place.batch)
}

fn undated_last(a: Option<&String>, b: Option<&String>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.cmp(b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

/// The order in which places are emptied. The quantities are what is still free there.
#[must_use]
pub fn first_out(a: (&BalanceRow, Quantity), b: (&BalanceRow, Quantity)) -> Ordering {
    undated_last(a.0.expiry_date.as_ref(), b.0.expiry_date.as_ref())
        .then_with(|| undated_last(a.0.produce_date.as_ref(), b.0.produce_date.as_ref()))
        .then_with(|| a.0.first_sequence.cmp(&b.0.first_sequence))
        .then_with(|| a.1.cmp(&b.1))
        .then_with(|| a.0.place.cmp(&b.0.place))
}
