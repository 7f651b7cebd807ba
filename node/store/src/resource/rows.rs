//! Rows that were read, kept until one of the tables that they show is written.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value as Json;

use crate::cache::{Age, Cache, Limits, Stamp};

/// Longest time that a cancelled write may stay unseen.
pub(crate) const RENEW_AFTER: Duration = Duration::from_secs(60);

/// Rows of all kinds, by kind and id.
pub(crate) type RowCache = Cache<(Arc<str>, i64), Json>;

/// What lists show of rows of other tables, and what orders refer to: the latter decides, so that nothing is kept where
/// other nodes write.
pub(crate) const NAMES: Limits = Limits { name: "names", weight: 50_000, entries: 10_000, age: Age::sole(RENEW_AFTER) };
/// Rows as the list of their resource shows them.
pub(crate) const ROWS: Limits = Limits { name: "rows", weight: 20_000, entries: 10_000, age: Age::sole(RENEW_AFTER) };

impl RowCache {
    /// The cached of these rows.
    pub(crate) fn find<'a>(&self, kind: &str, stamp: &Stamp, wanted: impl IntoIterator<Item = &'a i64>) -> HashMap<i64, Json> {
        let kind: Arc<str> = kind.into();
        wanted.into_iter().filter_map(|key| Some((*key, self.get(&(kind.clone(), *key), stamp)?))).collect()
    }

    /// Caches rows that were read after `stamp` was taken.
    pub(crate) fn keep(&self, kind: &str, stamp: &Stamp, rows: &[(i64, Json)]) {
        let kind: Arc<str> = kind.into();
        for (key, row) in rows {
            self.put((kind.clone(), *key), stamp.clone(), row.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::cache::Generations;

    #[test]
    fn rows_hold_until_their_table_is_written() {
        let (cache, writes) = (RowCache::new(NAMES, true), Generations::default());
        let stamp = || writes.stamp(["unit"]);
        cache.keep("unit", &stamp(), &[(1, json!({ "name": "box" })), (2, json!({ "name": "kg" }))]);
        assert_eq!(cache.find("unit", &stamp(), &[1, 3]), HashMap::from([(1, json!({ "name": "box" }))]));
        assert!(cache.find("brand", &stamp(), &[1, 3]).is_empty());
        writes.writing("unit").touched(&[1]);
        assert!(cache.find("unit", &stamp(), &[1, 3]).is_empty());
        cache.keep("unit", &stamp(), &[(3, json!({ "name": "pair" }))]);
        assert_eq!(cache.find("unit", &stamp(), &[1, 3]), HashMap::from([(3, json!({ "name": "pair" }))]));
    }
}
