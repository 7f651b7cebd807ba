//! Places whose rows in the store are behind the ledger.
//!
//! A place's row is the running sum of its ledger rows, kept for reading; to write it with every batch was two fifths
//! of a full one's work, and a product that sells is written hundreds of times between two looks at it (decision 4).
//! So in a store that this process alone writes, a row may stay behind, by [`BEHIND_MAX`] ledger rows at most. It is
//! brought up before somebody reads such rows, when its warehouse rests, and when the node stops; whoever loads a
//! warehouse counts the ledger rows that its places lack. A store with other writers has every row with its batch.

use std::collections::BTreeMap;

use bus_schemas::ids::UnitId;
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{Movement, Place};

use super::port::{BehindRow, PlaceRow};

/// How many of the newest ledger rows a place's stored row may lack.
pub const BEHIND_MAX: i64 = 4_096;

/// What a place's row needs of a ledger row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    pub sequence: i64,
    pub place: Place,
    pub unit: UnitId,
    pub moved: Quantity,
    pub reserved: Quantity,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    /// Unix milliseconds.
    pub at: i64,
}

impl Counting {
    #[must_use]
    pub fn of(movement: &Movement) -> Self {
        Self {
            sequence: movement.sequence,
            place: movement.place.clone(),
            unit: movement.unit,
            moved: movement.moved,
            reserved: movement.reserved,
            produce_date: movement.produce_date.clone(),
            expiry_date: movement.expiry_date.clone(),
            at: movement.at,
        }
    }
}

impl PlaceRow {
    /// A place that nothing has come to; its first ledger row is `first`.
    pub(super) fn begun_by(first: &Counting, place_no: i64) -> Self {
        Self {
            place: first.place.clone(),
            place_no,
            unit: first.unit,
            on_hand: Quantity::ZERO,
            reserved: Quantity::ZERO,
            first_sequence: first.sequence,
            produce_date: None,
            expiry_date: None,
            updated_at: first.at,
            last: 0,
            written: 0,
        }
    }

    /// Counts a ledger row. Sums stay in range because `decide` checked them.
    pub(super) fn count(&mut self, row: &Counting) {
        if self.on_hand.is_zero() && row.moved > Quantity::ZERO {
            self.first_sequence = row.sequence;
        }
        self.on_hand += row.moved;
        self.reserved += row.reserved;
        self.updated_at = row.at;
        self.last = row.sequence;
        if row.moved > Quantity::ZERO {
            self.produce_date = self.produce_date.take().or_else(|| row.produce_date.clone());
            self.expiry_date = self.expiry_date.take().or_else(|| row.expiry_date.clone());
        }
    }

    /// Whether the store has all that this row has counted.
    pub(super) fn is_written(&self) -> bool {
        self.last == self.written
    }
}

/// The places of one warehouse that are behind.
#[derive(Clone, Debug, Default)]
pub struct Behind {
    /// By the first ledger row that the stored one lacks.
    places: BTreeMap<i64, Place>,
    /// What the store says of this, if it says anything.
    told: Option<bool>,
}

impl Behind {
    /// None are, whatever the store says.
    #[must_use]
    pub const fn new(told: Option<bool>) -> Self {
        Self { places: BTreeMap::new(), told }
    }

    /// From `sequence` on, the ledger has rows that the place's stored row lacks.
    pub fn add(&mut self, sequence: i64, place: Place) {
        self.places.insert(sequence, place);
    }

    /// The first ledger row that some stored row lacks.
    #[must_use]
    pub fn first(&self) -> Option<i64> {
        self.places.keys().next().copied()
    }

    /// The place that is behind from this ledger row on; it no longer counts as behind.
    pub fn take(&mut self, sequence: i64) -> Option<Place> {
        self.places.remove(&sequence)
    }

    /// The places that are behind from `upto` or an earlier ledger row on, and more until they are `most`, the
    /// oldest first; they no longer count as behind.
    pub fn due(&mut self, upto: i64, most: usize) -> Vec<Place> {
        let mut due = Vec::new();
        while let Some(entry) = self.places.first_entry()
            && (*entry.key() <= upto || due.len() < most)
        {
            due.push(entry.remove());
        }
        due
    }

    /// What the store has to be told after these changes, if it says something else.
    pub fn news(&mut self) -> Option<BehindRow> {
        let behind = !self.places.is_empty();
        let stored = self.told.is_some();
        (self.told.unwrap_or(false) != behind).then(|| {
            self.told = Some(behind);
            BehindRow { behind, stored }
        })
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::{AreaId, ProductId, ShelfId};

    use super::*;

    fn place(product: i64) -> Place {
        Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: String::new() }
    }

    fn products(places: Vec<Place>) -> Vec<i64> {
        places.into_iter().map(|place| place.product.0).collect()
    }

    #[test]
    fn the_oldest_are_due_first_and_the_store_is_told_when_it_says_something_else() {
        let mut behind = Behind::new(None);
        assert_eq!(behind.news(), None);
        for (sequence, product) in [(3, 30), (1, 10), (9, 90), (7, 70)] {
            behind.add(sequence, place(product));
        }
        assert_eq!(behind.news(), Some(BehindRow { behind: true, stored: false }));
        assert_eq!(products(behind.due(3, 0)), [10, 30]);
        assert_eq!((behind.first(), behind.news()), (Some(7), None), "it is said once");
        assert_eq!(products(behind.due(0, 1)), [70]);
        assert_eq!(behind.take(9), Some(place(90)));
        assert_eq!(behind.news(), Some(BehindRow { behind: false, stored: true }));
        assert_eq!((behind.first(), behind.take(9), behind.news()), (None, None, None));
        assert_eq!(Behind::new(Some(true)).news(), Some(BehindRow { behind: false, stored: true }), "what was left is settled");
    }
}
