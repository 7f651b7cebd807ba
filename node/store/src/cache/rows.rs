//! Rows that were read, by kind and id, kept until one of the tables that they show is written.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::{Cache, Stamp};

/// Rows of all kinds.
pub(crate) type RowCache = Cache<(Arc<str>, i64), Json>;

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
    use crate::cache::{Age, Generations, Limits, RENEW_AFTER};

    const LIMITS: Limits = Limits { name: "test", weight: 100, entries: 100, age: Age::sole(RENEW_AFTER) };

    #[test]
    fn rows_hold_until_their_table_is_written() {
        let (cache, writes) = (RowCache::new(LIMITS, true), Generations::default());
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
