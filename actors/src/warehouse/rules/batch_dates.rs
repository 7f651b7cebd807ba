//! The dates that a command brings of batches.

use std::collections::{BTreeSet, HashMap};

use bus_schemas::ids::ProductId;
use bus_schemas::warehouse::{Movement, Place, StockRefusal};

/// When goods were made, and the last day on which they are usable.
pub(super) type Pair = (Option<String>, Option<String>);

/// The dates of batches while a command is being decided.
#[derive(Default)]
pub(super) struct Dates {
    /// How many of the movements are in it.
    read: usize,
    /// What the movements bring of a batch: of each date the first.
    brought: HashMap<(ProductId, String), Pair>,
    /// Batches of which the command says a date that was not known.
    pub(super) filled: BTreeSet<(ProductId, String)>,
}

impl Dates {
    /// What the movements bring of a batch. Each movement is looked at once, however many lines ask.
    pub(super) fn brought(&mut self, movements: &[Movement], place: &Place) -> Option<&Pair> {
        for movement in movements.iter().skip(self.read).filter(|movement| !movement.place.batch.is_empty()) {
            let (produced, expires) = self.brought.entry((movement.place.product, movement.place.batch.clone())).or_default();
            if produced.is_none() {
                produced.clone_from(&movement.produce_date);
            }
            if expires.is_none() {
                expires.clone_from(&movement.expiry_date);
            }
        }
        self.read = movements.len();
        self.brought.get(&(place.product, place.batch.clone()))
    }
}

/// Nobody makes goods after the day on which they expire.
pub(super) fn check_order(line: u32, produced: Option<&String>, expires: Option<&String>) -> Result<(), StockRefusal> {
    match (produced, expires) {
        (Some(produced), Some(expires)) if produced > expires => Err(StockRefusal::Line { line, reason: "produce_date is after expiry_date".into() }),
        _ => Ok(()),
    }
}
