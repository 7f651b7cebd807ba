//! Rows that were read, kept until one of the tables that they show is written.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

/// Most rows of one table.
const ROWS_MAX: usize = 10_000;
/// Longest time that a cancelled write may stay unseen.
pub(crate) const RENEW_AFTER: Duration = Duration::from_secs(60);

/// Cached rows of a table, valid for these write counts.
struct Known {
    generations: Vec<u64>,
    since: Instant,
    rows: HashMap<i64, Json>,
}

/// See the module.
#[derive(Default)]
pub(crate) struct RowMemory(Mutex<HashMap<&'static str, Known>>);

impl RowMemory {
    fn tables(&self) -> MutexGuard<'_, HashMap<&'static str, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cached ones of these rows.
    pub(crate) fn find<'a>(&self, table: &'static str, generations: &[u64], wanted: impl IntoIterator<Item = &'a i64>) -> HashMap<i64, Json> {
        let tables = self.tables();
        let Some(known) = tables.get(table).filter(|known| known.generations == generations && known.since.elapsed() < RENEW_AFTER) else {
            return HashMap::new();
        };
        wanted.into_iter().filter_map(|key| known.rows.get(key).map(|row| (*key, row.clone()))).collect()
    }

    /// Caches rows that were read after `generations` were read.
    pub(crate) fn keep(&self, table: &'static str, generations: &[u64], rows: &[(i64, Json)]) {
        let mut tables = self.tables();
        let fresh = || Known { generations: generations.to_vec(), since: Instant::now(), rows: HashMap::new() };
        let known = tables.entry(table).or_insert_with(fresh);
        if known.generations != generations || known.since.elapsed() >= RENEW_AFTER || known.rows.len() + rows.len() > ROWS_MAX {
            *known = fresh();
        }
        known.rows.extend(rows.iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_are_known_until_their_table_is_written() {
        let memory = RowMemory::default();
        memory.keep("unit", &[4], &[(1, json!({ "name": "box" })), (2, json!({ "name": "kg" }))]);
        let wanted = [1, 3];
        assert_eq!(memory.find("unit", &[4], &wanted), HashMap::from([(1, json!({ "name": "box" }))]));
        assert!(memory.find("unit", &[5], &wanted).is_empty() && memory.find("brand", &[4], &wanted).is_empty());
        memory.keep("unit", &[5], &[(3, json!({ "name": "pair" }))]);
        assert_eq!(memory.find("unit", &[5], &wanted), HashMap::from([(3, json!({ "name": "pair" }))]));
    }

    #[test]
    fn the_memory_is_bounded() {
        let memory = RowMemory::default();
        let rows: Vec<(i64, Json)> = (0..ROWS_MAX as i64).map(|key| (key, Json::Null)).collect();
        memory.keep("product", &[0], &rows);
        memory.keep("product", &[0], &[(-1, Json::Null)]);
        assert_eq!(memory.find("product", &[0], &[-1, 0]).len(), 1);
    }
}
