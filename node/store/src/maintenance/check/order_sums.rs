//! What the ledgers of all warehouses have of each order.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::places::Figures;

/// What the ledgers have of an order, by line and warehouse.
pub(super) type Sums = BTreeMap<(i64, i64), Figures>;

/// Sums over the ledgers of all warehouses, by order.
#[derive(Default)]
pub(super) struct OfOrders {
    /// Moved and reserved quantity of each line in each warehouse.
    sums: HashMap<i64, Sums>,
    /// Orders that have lost reservations to a hold.
    lost: HashSet<i64>,
    /// The last row of each warehouse's ledger.
    ends: HashMap<i64, i64>,
}

impl OfOrders {
    /// Counts a ledger row of an order, at a line and a warehouse.
    pub(super) fn add(&mut self, order: i64, at: (i64, i64), moves: Figures) {
        self.sums.entry(order).or_default().entry(at).or_default().add(moves);
    }

    /// Something that is no step of the order has released what was reserved for it.
    pub(super) fn loses(&mut self, order: i64) {
        self.lost.insert(order);
    }

    /// Takes what the ledgers have of an order.
    pub(super) fn take(&mut self, order: i64) -> Option<Sums> {
        self.sums.remove(&order)
    }

    /// The orders that were not taken.
    pub(super) fn left(&self) -> impl Iterator<Item = i64> {
        self.sums.keys().copied()
    }

    /// Whether something that is no step of the order has released what was reserved for it.
    pub(super) fn is_lost(&self, order: i64) -> bool {
        self.lost.contains(&order)
    }

    /// Remembers the last row of a warehouse's ledger.
    pub(super) fn ends_at(&mut self, warehouse: i64, last: i64) {
        self.ends.insert(warehouse, last);
    }

    /// The last row of a warehouse's ledger; 0 where it has none.
    pub(super) fn end(&self, warehouse: i64) -> i64 {
        self.ends.get(&warehouse).copied().unwrap_or(0)
    }
}
