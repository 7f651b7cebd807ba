//! Rows that others refer to. Few of them change in a day and every list and every order asks for some, so an embedded
//! database's are remembered until their table is written.

use std::collections::{BTreeSet, HashMap};

use actors::store::StoreError;
use serde_json::Value as Json;

use crate::cache::{Age, Limits, RENEW_AFTER, RowCache};
use crate::engine::connect::Store;
use crate::engine::memory::one_cache;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, id};

/// What lists show of rows of other tables, and what orders refer to: the latter decides, so that nothing is kept where
/// other nodes write.
pub(crate) struct NameCache(pub(crate) RowCache);

const LIMITS: Limits = Limits { name: "names", weight: 50_000, entries: 10_000, age: Age::sole(RENEW_AFTER) };

one_cache!(NameCache, RowCache, LIMITS);

/// A table and the columns wanted of it.
pub(crate) struct Kind {
    /// In the memory, and of the values that are bound.
    pub(crate) name: &'static str,
    /// The table, and others that it shows.
    pub(crate) tables: &'static [&'static str],
    /// With their values: `{ status }` alone is a block, and answers no object.
    pub(crate) fields: &'static str,
}

impl Store {
    /// Rows by id, of each kind; those not in the cache are read by one query.
    pub(crate) async fn referred<const N: usize>(&self, wanted: [(Kind, BTreeSet<i64>); N]) -> Result<[HashMap<i64, Json>; N], StoreError> {
        let cache = &self.memory::<NameCache>().0;
        let stamps = wanted.each_ref().map(|(kind, _)| self.writes().stamp(kind.tables.iter().copied()));
        let mut found: [HashMap<i64, Json>; N] = std::array::from_fn(|_| HashMap::new());
        let (mut query, mut vars, mut asked) = (String::new(), Vars::new(), Vec::new());
        for (at, (kind, ids)) in wanted.iter().enumerate() {
            found[at] = cache.find(kind.name, &stamps[at], ids);
            let unknown: Vec<_> = ids.iter().filter(|key| !found[at].contains_key(*key)).map(|key| id(kind.tables[0], *key)).collect();
            if !unknown.is_empty() {
                query.push_str(&format!("SELECT VALUE [record::id(id), {{ {} }}] FROM ${};", kind.fields, kind.name));
                vars.push((kind.name, array(unknown)));
                asked.push(at);
            }
        }
        if asked.is_empty() {
            return Ok(found);
        }
        let mut response = self.run(&query, vars).await?;
        for (statement, at) in asked.into_iter().enumerate() {
            let read: Vec<(i64, Json)> = take(&mut response, statement)?;
            cache.keep(wanted[at].0.name, &stamps[at], &read);
            found[at].extend(read);
        }
        Ok(found)
    }
}
