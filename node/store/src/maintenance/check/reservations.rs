//! Reservations, compared with the ledger: by place, and by the order and line that each belongs to.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use super::places::{Figures, PlaceKey, Row, place_name};
use super::report::Report;

/// Order, line and place.
pub(super) type Promise = (i64, i64, PlaceKey);

/// What the ledger reserves for whom.
#[derive(Default)]
pub(super) struct Promises(BTreeMap<Promise, Decimal>);

impl Promises {
    /// Counts a ledger row; what is used up is forgotten.
    pub(super) fn add(&mut self, order: i64, line: i64, place: PlaceKey, reserved: Decimal) {
        let key = (order, line, place);
        let sum = self.0.entry(key.clone()).or_default();
        *sum += reserved;
        if sum.is_zero() {
            self.0.remove(&key);
        }
    }
}

pub(super) fn check(warehouse: i64, stored: &[Row], places: &BTreeMap<PlaceKey, Figures>, promised: &Promises, report: &mut Report) {
    report.reservations += stored.len();
    let mut by_place: BTreeMap<PlaceKey, Decimal> = BTreeMap::new();
    for row in stored {
        *by_place.entry(row.key()).or_default() += row.quantity;
    }
    // Report a place with a wrong sum once.
    let mut named: BTreeSet<PlaceKey> = BTreeSet::new();
    for (key, Figures { reserved, .. }) in places {
        let sum = by_place.remove(key).unwrap_or_default();
        if sum != *reserved {
            report.find(place_name(warehouse, key), format!("reserved is {reserved}, its reservations add up to {sum}"));
            named.insert(key.clone());
        }
    }
    for (key, sum) in by_place {
        report.find(format!("reservation of {}", place_name(warehouse, &key)), format!("{sum} of nothing"));
        named.insert(key);
    }
    let mut open = promised.0.clone();
    for row in stored {
        let key = (row.order, row.line, row.key());
        let is = open.remove(&key).unwrap_or_default();
        if is != row.quantity && !named.contains(&key.2) {
            find(warehouse, &key, format!("says {}, the ledger reserves {is}", row.quantity), report);
        }
    }
    for (key, is) in open.into_iter().filter(|(key, _)| !named.contains(&key.2)) {
        find(warehouse, &key, format!("is missing, the ledger reserves {is}"), report);
    }
}

fn find(warehouse: i64, (order, line, place): &Promise, problem: String, report: &mut Report) {
    report.find(format!("reservation of stock_order:{order} line {line} at {}", place_name(warehouse, place)), problem);
}
