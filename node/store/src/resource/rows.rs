//! Rows as the list of their resource shows them, kept until one of the tables that they show is written.

use crate::cache::{Age, CacheStats, Limits, RENEW_AFTER, RowCache};
use crate::engine::memory::Memory;

pub(super) struct ListedRows(pub(super) RowCache);

const LIMITS: Limits = Limits { name: "rows", weight: 20_000, entries: 10_000, age: Age::sole(RENEW_AFTER) };

impl Memory for ListedRows {
    fn new(sole: bool) -> Self {
        Self(RowCache::new(LIMITS, sole))
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.0.stats()]
    }
}
