//! What the engine writes: how many writes a table has had, by which every memory knows whether what it
//! remembers still holds, and which rows the quick search has not seen since they were written. A write
//! is told of before its caller hears that it was done.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::declaration::Resource;

/// A write whose caller went away is committed within this time, or never: until then nothing that is read of its
/// table is worth remembering.
const SETTLED_AFTER: Duration = Duration::from_secs(5);
/// More rows than this that were not seen: all count as not seen.
const UNSEEN_MAX: usize = 2_000;

/// Rows that were written and not looked at since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unseen {
    Rows(HashSet<i64>),
    /// Any row of the table.
    All,
}

impl Default for Unseen {
    fn default() -> Self {
        Self::Rows(HashSet::new())
    }
}

#[derive(Default)]
struct Table {
    generation: u64,
    /// When a write went away without a word of what it touched.
    unsettled: Option<Instant>,
    unseen: Unseen,
}

type Shared = Arc<Mutex<Table>>;

fn lock(table: &Shared) -> MutexGuard<'_, Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// See the module.
#[derive(Default)]
pub(crate) struct Writes(Mutex<HashMap<&'static str, Shared>>);

impl Writes {
    fn table(&self, table: &'static str) -> Shared {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(table).or_default().clone()
    }

    /// To be held while rows are written: when it goes, they are known to be touched.
    pub(crate) fn writing(&self, resource: &Resource) -> Writing {
        Writing { table: self.table(resource.table), keys: None }
    }

    /// Rises with every write of the engine to a table; with every question while a write of it is unsettled.
    pub(crate) fn generation(&self, table: &'static str) -> u64 {
        let table = self.table(table);
        let mut table = lock(&table);
        match table.unsettled {
            Some(since) if since.elapsed() < SETTLED_AFTER => table.generation += 1,
            Some(_) => {
                table.unsettled = None;
                table.generation += 1;
            }
            None => {}
        }
        table.generation
    }

    pub(super) fn any_unseen(&self, table: &'static str) -> bool {
        lock(&self.table(table)).unseen != Unseen::default()
    }

    /// What has not been seen yet; from now on it counts as seen.
    pub(super) fn see(&self, table: &'static str) -> Unseen {
        std::mem::take(&mut lock(&self.table(table)).unseen)
    }
}

/// A write that is under way. Unless it says which rows, any may have been touched.
pub(crate) struct Writing {
    table: Shared,
    keys: Option<Vec<i64>>,
}

impl Writing {
    /// These and no others.
    pub(crate) fn touched(&mut self, keys: &[i64]) {
        self.keys = Some(keys.to_vec());
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        let mut table = lock(&self.table);
        table.generation += 1;
        let keys = self.keys.take();
        if keys.is_none() {
            table.unsettled = Some(Instant::now());
        }
        match (&mut table.unseen, keys) {
            (Unseen::Rows(rows), Some(keys)) if rows.len() + keys.len() <= UNSEEN_MAX => rows.extend(keys),
            (unseen, _) => *unseen = Unseen::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::catalogue;

    #[test]
    fn what_was_written_is_seen_once() {
        let writes = Writes::default();
        let brand = catalogue::find("warehouse.Brand").expect("a resource");
        assert!(!writes.any_unseen("brand"));
        let mut writing = writes.writing(brand);
        writing.touched(&[1, 2]);
        assert_eq!(writes.generation("brand"), 0);
        drop(writing);
        assert_eq!((writes.generation("brand"), writes.generation("unit")), (1, 0));
        assert!(writes.any_unseen("brand"));
        assert_eq!(writes.see("brand"), Unseen::Rows(HashSet::from([1, 2])));
        assert!(!writes.any_unseen("brand"));
    }

    #[test]
    fn a_write_that_does_not_say_what_it_touched_touched_anything() {
        let writes = Writes::default();
        let brand = catalogue::find("warehouse.Brand").expect("a resource");
        writes.writing(brand).touched(&[1]);
        assert_eq!((writes.generation("brand"), writes.generation("brand")), (1, 1));
        drop(writes.writing(brand));
        assert_eq!(writes.see("brand"), Unseen::All);
        assert_ne!(writes.generation("brand"), writes.generation("brand"), "what is read now may be changed by it yet");
        writes.writing(brand).touched(&(0..=UNSEEN_MAX as i64).collect::<Vec<_>>());
        assert_eq!(writes.see("brand"), Unseen::All);
    }
}
