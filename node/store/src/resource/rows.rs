//! Rows as the list of their resource shows them, kept until one of the tables that they show is written.

use crate::cache::{Age, Limits, RENEW_AFTER, RowCache};
use crate::engine::memory::one_cache;

pub(super) struct ListedRows(pub(super) RowCache);

const LIMITS: Limits = Limits { name: "rows", weight: 20_000, entries: 10_000, age: Age::sole(RENEW_AFTER) };

one_cache!(ListedRows, RowCache, LIMITS);
