//! Pages of lists that nothing but the engine writes: the same short lists are asked for all day by every form that
//! refers to them.

use super::listed::Listed;
use crate::cache::{Age, Cache, Limits, RENEW_AFTER, Stamp};
use crate::engine::memory::one_cache;

/// Rows of the longest page that is kept.
const ROWS_MAX: usize = 50;

/// Pages by their table, query and reader.
pub(super) struct PageCache(Cache<String, Listed>);

/// Weighed by rows.
const LIMITS: Limits = Limits { name: "pages", weight: 10_000, entries: 512, age: Age::sole(RENEW_AFTER) };

one_cache!(PageCache, Cache, LIMITS);

impl PageCache {
    /// The page, if none of the tables that it shows was written since.
    pub(super) fn find(&self, name: &String, stamp: &Stamp) -> Option<Listed> {
        self.0.get(name, stamp)
    }

    /// Caches a page that was read after `stamp` was taken.
    pub(super) fn keep(&self, name: String, stamp: Stamp, listed: &Listed) {
        let rows = match listed {
            Listed::Page { list, .. } | Listed::Tree(list) | Listed::Options(list) => list.len(),
        };
        if rows <= ROWS_MAX {
            self.0.put_weighing(name, stamp, listed.clone(), rows as u64);
        }
    }
}
