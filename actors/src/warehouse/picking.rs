//! Which batch goes out (domain rules 2.4): earliest expiry with undated last, then earliest
//! produce date, then oldest receipt, then the smallest remainder, then area and shelf by their weights.

use std::cmp::Ordering;

use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{DemandLine, Expired};

use super::port::BalanceRow;
use super::weights::Weights;
use crate::dates::{days_after, days_between};

/// Whether goods keep for so many days from today on: they are usable through the end of their expiry date (`YYYY-MM-DD`
/// compares as text).
#[must_use]
pub fn keeps(expiry_date: Option<&str>, today: &str, life_days: u32) -> bool {
    let Some(expiry) = expiry_date else { return true };
    if life_days == 0 { expiry >= today } else { days_after(today, life_days).is_some_and(|day| expiry >= day.as_str()) }
}

/// Days that goods must keep from today on, where they were promised to keep until a day.
#[must_use]
pub fn life_days(keep_until: Option<&str>, today: &str) -> u32 {
    keep_until.and_then(|until| days_between(today, until)).unwrap_or(0)
}

/// Whether goods are usable.
#[must_use]
pub fn usable(expiry_date: Option<&str>, today: &str) -> bool {
    keeps(expiry_date, today, 0)
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
pub fn first_out(a: (&BalanceRow, Quantity), b: (&BalanceRow, Quantity), weights: &Weights) -> Ordering {
    undated_last(a.0.expiry_date.as_ref(), b.0.expiry_date.as_ref())
        .then_with(|| undated_last(a.0.produce_date.as_ref(), b.0.produce_date.as_ref()))
        .then_with(|| a.0.first_sequence.cmp(&b.0.first_sequence))
        .then_with(|| a.1.cmp(&b.1))
        .then_with(|| weights.compare(&a.0.place, &b.0.place))
}

/// Places that a line may be taken from, in the order in which they are emptied, each with what is free there. Goods that do
/// not keep as long as is asked count as expired.
#[must_use]
pub fn candidates<'a>(
    rows: impl Iterator<Item = (&'a BalanceRow, Quantity)>,
    line: &DemandLine,
    today: &str,
    expired: Expired,
    weights: &Weights,
) -> Vec<(&'a BalanceRow, Quantity)> {
    let past = |row: &BalanceRow| !keeps(row.expiry_date.as_deref(), today, line.life_days);
    let mut found: Vec<_> =
        rows.filter(|(row, free)| *free > Quantity::ZERO && matches(line, row) && (expired != Expired::Refused || !past(row))).collect();
    found.sort_by(|a, b| {
        let later = if expired == Expired::Last { past(a.0).cmp(&past(b.0)) } else { Ordering::Equal };
        later.then_with(|| first_out(*a, *b, weights))
    });
    found
}

/// Why a place is emptied before the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// The line names its batch or its place.
    Named,
    /// There is no other.
    Only,
    /// It expires first.
    Expiry,
    /// It was produced first.
    Produced,
    /// It came first.
    Receipt,
    /// It has the smallest remainder.
    Remainder,
    /// By its area and shelf.
    Place,
    /// Somebody chose it.
    Chosen,
    /// It was first when it was reserved; by now another place would be.
    Earlier,
}

impl Why {
    /// As on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Only => "only",
            Self::Expiry => "expiry",
            Self::Produced => "produced",
            Self::Receipt => "receipt",
            Self::Remainder => "remainder",
            Self::Place => "place",
            Self::Chosen => "chosen",
            Self::Earlier => "earlier",
        }
    }
}

/// Why a place comes before the next one.
#[must_use]
pub fn why(line: &DemandLine, first: (&BalanceRow, Quantity), next: Option<(&BalanceRow, Quantity)>, weights: &Weights) -> Why {
    if line.batch.is_some() || line.shelf.is_some() {
        return Why::Named;
    }
    let Some(next) = next else { return Why::Only };
    let (a, b) = (first.0, next.0);
    let tests = [
        (undated_last(a.expiry_date.as_ref(), b.expiry_date.as_ref()), Why::Expiry),
        (undated_last(a.produce_date.as_ref(), b.produce_date.as_ref()), Why::Produced),
        (a.first_sequence.cmp(&b.first_sequence), Why::Receipt),
        (first.1.cmp(&next.1), Why::Remainder),
        (weights.compare(&a.place, &b.place), Why::Place),
    ];
    tests
        .into_iter()
        .find(|(order, _)| *order != Ordering::Equal)
        .map_or(Why::Place, |(order, why)| if order == Ordering::Less { why } else { Why::Earlier })
}
