//! Pages of lists that nothing but the engine writes: the same short lists are asked for all day by every form that
//! refers to them.

use super::read::Listed;
use super::rows::RENEW_AFTER;
use crate::cache::{Age, Cache, Limits, Stamp};

/// Rows of the longest page that is kept.
const ROWS_MAX: usize = 50;

/// Pages by their table, query and reader.
pub(crate) type PageCache = Cache<String, Listed>;

/// Weighed by rows.
pub(crate) const PAGES: Limits = Limits { name: "pages", weight: 10_000, entries: 512, age: Age::sole(RENEW_AFTER) };

impl PageCache {
    /// Caches a page that was read after `stamp` was taken.
    pub(crate) fn keep(&self, name: String, stamp: Stamp, listed: &Listed) {
        let rows = match listed {
            Listed::Page { list, .. } | Listed::Tree(list) | Listed::Options(list) => list.len(),
        };
        if rows <= ROWS_MAX {
            self.put_weighing(name, stamp, listed.clone(), rows as u64);
        }
    }
}
