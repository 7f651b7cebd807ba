//! How often each table was written by this process, by which caches know whether an entry still holds, and which rows
//! the quick search has not seen since they were written. A write is counted before its caller gets the answer.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A write whose caller went away is committed within this time, or never. Until then nothing that is read from its
/// table is cached.
const SETTLED_AFTER: Duration = Duration::from_secs(5);
/// More rows than this that were not seen: all count as not seen.
const UNSEEN_MAX: usize = 2_000;

/// How often tables had been written, in the order in which they were asked for. Empty for what no table changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp(Vec<u64>);

/// Rows written since the last search.
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

#[derive(Debug, Default)]
struct Table {
    generation: u64,
    /// When a write was cancelled without saying which rows it touched.
    unsettled: Option<Instant>,
    unseen: Unseen,
}

type Shared = Arc<Mutex<Table>>;

fn lock(table: &Shared) -> MutexGuard<'_, Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// See the module.
#[derive(Debug, Default)]
pub struct Generations(Mutex<HashMap<String, Shared>>);

impl Generations {
    fn table(&self, table: &str) -> Shared {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tables.get(table) {
            return known.clone();
        }
        tables.entry(table.to_owned()).or_default().clone()
    }

    /// To be held while rows of a table are written: when it goes, they are known to be touched.
    pub fn writing(&self, table: &str) -> Writing {
        Writing { table: self.table(table), keys: None }
    }

    /// Counts a write of a table that somebody else has done.
    pub fn changed(&self, table: &str) {
        self.writing(table).touched(&[]);
    }

    /// To be taken before what an entry is made of is read.
    pub fn stamp<'a>(&self, tables: impl IntoIterator<Item = &'a str>) -> Stamp {
        Stamp(tables.into_iter().map(|table| self.generation(table)).collect())
    }

    /// Rises with every write of a table; with every question while a write of it is unsettled.
    fn generation(&self, table: &str) -> u64 {
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

    pub(crate) fn any_unseen(&self, table: &str) -> bool {
        lock(&self.table(table)).unseen != Unseen::default()
    }

    /// Takes the rows written since the last call.
    pub(crate) fn see(&self, table: &str) -> Unseen {
        std::mem::take(&mut lock(&self.table(table)).unseen)
    }
}

/// A write that is under way. Unless it says which rows, any may have been touched, and by the time it goes it may not
/// be done.
#[derive(Debug)]
pub struct Writing {
    table: Shared,
    keys: Option<Vec<i64>>,
}

impl Writing {
    /// These and no others, and it is done.
    pub fn touched(&mut self, keys: &[i64]) {
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

    #[test]
    fn what_was_written_is_seen_once() {
        let writes = Generations::default();
        assert!(!writes.any_unseen("brand"));
        let mut writing = writes.writing("brand");
        writing.touched(&[1, 2]);
        assert_eq!(writes.generation("brand"), 0);
        drop(writing);
        assert_eq!(writes.stamp(["brand", "unit"]), Stamp(vec![1, 0]));
        assert!(writes.any_unseen("brand"));
        assert_eq!(writes.see("brand"), Unseen::Rows(HashSet::from([1, 2])));
        assert!(!writes.any_unseen("brand"));
    }

    #[test]
    fn a_write_that_does_not_say_what_it_touched_touched_anything() {
        let writes = Generations::default();
        writes.writing("brand").touched(&[1]);
        assert_eq!((writes.generation("brand"), writes.generation("brand")), (1, 1));
        drop(writes.writing("brand"));
        assert_eq!(writes.see("brand"), Unseen::All);
        assert_ne!(writes.generation("brand"), writes.generation("brand"), "what is read now may be changed by it yet");
        writes.writing("brand").touched(&(0..=UNSEEN_MAX as i64).collect::<Vec<_>>());
        assert_eq!(writes.see("brand"), Unseen::All);
    }
}
