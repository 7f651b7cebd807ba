//! What lists of the ledger remember. The ledger only grows, and only at its newest end: how many
//! of its rows up to a sequence meet a condition never changes, and a place in a list that so many
//! rows lie behind stays that place. So an exact total costs the rows that are new since the last
//! one, and a page however deep begins where a page before it ended.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;

/// Most lists that are remembered.
const LISTS_MAX: usize = 256;
/// Most places of one list.
const PLACES_MAX: usize = 4_096;
/// Most pages of one list.
const PAGES_MAX: usize = 64;

/// How far one warehouse's ledger goes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Head {
    pub warehouse: i64,
    /// Rows that moved goods.
    pub records: i64,
    /// The last of them.
    pub last: i64,
}

/// A row of a page: time, warehouse, sequence.
pub(crate) type Entry = (i64, i64, i64);

/// Start and length of a page.
type Span = (i64, i64);

/// The next sequence to look at, downwards, of each warehouse.
pub(crate) type Place = Vec<(i64, i64)>;

/// How many rows meet a list's conditions, up to a sequence of each warehouse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Total {
    pub rows: i64,
    pub upto: HashMap<i64, i64>,
}

#[derive(Default)]
struct List {
    total: Total,
    /// By how many rows lie behind the place.
    places: BTreeMap<i64, Place>,
    /// Pages of the ledger as it was when each warehouse's ended at its sequence there.
    pages: HashMap<Span, (Place, Vec<Entry>)>,
    used: u64,
}

/// See the module. A list is its conditions with their values.
#[derive(Default)]
pub(crate) struct LedgerMemory {
    lists: Mutex<Lists>,
    /// How many batches have been written, or may have been.
    batches: AtomicU64,
}

#[derive(Default)]
struct Lists {
    lists: HashMap<String, List>,
    clock: u64,
    /// How far the ledger went after so many batches.
    heads: Option<(u64, Vec<Head>)>,
}

/// A batch that is being written; when it goes, what was known of the ledger's ends is not any more.
pub(crate) struct Writing<'a>(&'a AtomicU64);

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

impl Lists {
    fn list(&mut self, name: &str) -> &mut List {
        self.clock += 1;
        let used = self.clock;
        if !self.lists.contains_key(name) && self.lists.len() >= LISTS_MAX {
            let oldest = self.lists.iter().min_by_key(|(_, list)| list.used).map(|(name, _)| name.clone());
            oldest.map(|oldest| self.lists.remove(&oldest));
        }
        let list = self.lists.entry(name.to_owned()).or_default();
        list.used = used;
        list
    }
}

impl LedgerMemory {
    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, name: &str, act: impl FnOnce(&mut List) -> T) -> T {
        act(self.lists().list(name))
    }

    /// To be held while a batch is written.
    pub(crate) fn writing(&self) -> Writing<'_> {
        Writing(&self.batches)
    }

    /// How many batches there were.
    pub(crate) fn batches(&self) -> u64 {
        self.batches.load(Ordering::Acquire)
    }

    /// How far the ledger goes, if no batch was written since it was read.
    pub(crate) fn heads(&self, batches: u64) -> Option<Vec<Head>> {
        self.lists().heads.as_ref().filter(|(known, _)| *known == batches).map(|(_, heads)| heads.clone())
    }

    /// Remembers heads that were read after `batches` was looked at.
    pub(crate) fn keep_heads(&self, batches: u64, heads: &[Head]) {
        self.lists().heads = Some((batches, heads.to_vec()));
    }

    /// The total as last counted.
    pub(crate) fn total(&self, list: &str) -> Total {
        self.with(list, |list| list.total.clone())
    }

    /// Remembers a total, unless a newer one is known.
    pub(crate) fn counted(&self, list: &str, total: &Total) {
        self.with(list, |list| {
            if total.rows >= list.total.rows {
                list.total = total.clone();
            }
        });
    }

    /// The nearest place before the one that `behind` rows lie behind, and how many rows lie between.
    pub(crate) fn place(&self, list: &str, behind: i64) -> Option<(Place, i64)> {
        self.with(list, |list| list.places.range(behind..).next().map(|(known, place)| (place.clone(), known - behind)))
    }

    /// A page of the ledger that ends at these sequences.
    pub(crate) fn page(&self, list: &str, span: Span, ends: &Place) -> Option<Vec<Entry>> {
        self.with(list, |list| list.pages.get(&span).filter(|(of, _)| of == ends).map(|(_, entries)| entries.clone()))
    }

    /// Remembers a page.
    pub(crate) fn read(&self, list: &str, span: Span, ends: Place, entries: Vec<Entry>) {
        self.with(list, |list| {
            if list.pages.len() >= PAGES_MAX {
                list.pages.clear();
            }
            list.pages.insert(span, (ends, entries));
        });
    }

    /// Remembers the place that `behind` rows lie behind.
    pub(crate) fn passed(&self, list: &str, behind: i64, place: Place) {
        self.with(list, |list| {
            if list.places.len() >= PLACES_MAX {
                list.places.pop_first();
            }
            list.places.insert(behind, place);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_place_before_is_found_and_old_lists_go() {
        let memory = LedgerMemory::default();
        memory.passed("a", 100, vec![(1, 100)]);
        memory.passed("a", 80, vec![(1, 80)]);
        assert_eq!(memory.place("a", 75), Some((vec![(1, 80)], 5)));
        assert_eq!(memory.place("a", 90), Some((vec![(1, 100)], 10)));
        assert_eq!(memory.place("a", 101), None);
        for number in 0..LISTS_MAX {
            memory.passed(&format!("b{number}"), 1, vec![]);
        }
        assert_eq!(memory.place("a", 75), None);
    }

    #[test]
    fn a_page_is_that_of_a_ledger_that_has_not_grown() {
        let memory = LedgerMemory::default();
        memory.read("a", (0, 20), vec![(1, 100)], vec![(5, 1, 100)]);
        assert_eq!(memory.page("a", (0, 20), &vec![(1, 100)]), Some(vec![(5, 1, 100)]));
        assert_eq!(memory.page("a", (0, 20), &vec![(1, 101)]), None);
        assert_eq!(memory.page("a", (20, 20), &vec![(1, 100)]), None);
        assert_eq!(memory.page("b", (0, 20), &vec![(1, 100)]), None);
    }

    #[test]
    fn heads_are_known_until_a_batch_is_written() {
        let memory = LedgerMemory::default();
        let heads = vec![Head { warehouse: 1, records: 4, last: 7 }];
        memory.keep_heads(memory.batches(), &heads);
        assert_eq!(memory.heads(memory.batches()), Some(heads));
        drop(memory.writing());
        assert_eq!(memory.heads(memory.batches()), None);
    }

    #[test]
    fn a_total_never_goes_back() {
        let memory = LedgerMemory::default();
        let total = |rows| Total { rows, upto: HashMap::from([(1, rows)]) };
        memory.counted("a", &total(5));
        memory.counted("a", &total(3));
        assert_eq!(memory.total("a"), total(5));
    }
}
