//! Texts of the quick search, kept in memory for resources that ask for it. A substring search can't use an index,
//! and reading every row takes a second at 100,000 rows.
//!
//! Only for an embedded database, where every write goes through this process ([`crate::cache`]): the
//! next search after a write reads the rows that it touched afresh.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actors::store::StoreError;
use tokio::sync::RwLock;

use super::declaration::Resource;
use super::query::quoted;
use super::texts::{Read, Texts};
use crate::cache::Unseen;
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::value::{array, id, int};

/// Rows read together.
const BLOCK: usize = 5_000;
/// Longest time that a cancelled write may stay unseen.
const RENEW_AFTER: Duration = Duration::from_secs(600);

/// See the module.
#[derive(Default)]
struct QuickMemory(Mutex<HashMap<&'static str, Arc<CachedTexts>>>);

/// The texts of a table, and when they were read.
type CachedTexts = RwLock<Option<(Texts, Instant)>>;

impl Memory for QuickMemory {
    fn new(_: bool) -> Self {
        Self::default()
    }
}

impl QuickMemory {
    fn of_table(&self, table: &'static str) -> Arc<CachedTexts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(table).or_default().clone()
    }
}

impl Resource {
    /// The texts of the quick search, with its id and weight.
    fn remembered_selection(&self) -> String {
        let texts = self.quick.iter().map(|field| format!("{} ?? ''", quoted(field))).collect::<Vec<_>>().join(", ");
        let weigh = self.weigh().map_or("0".to_owned(), |field| quoted(field.name));
        format!("VALUE [record::id(id), {weigh}, string::join('\\n', {texts})]")
    }
}

impl Store {
    /// Ids of the rows that contain every word, in the order of the list, and their number.
    pub(crate) async fn quick_search(
        &self,
        resource: &Resource,
        words: &[String],
        start: usize,
        limit: usize,
    ) -> Result<(Vec<i64>, usize), StoreError> {
        let memory = self.memory::<QuickMemory>().of_table(resource.table);
        let fresh = |since: &Instant| since.elapsed() < RENEW_AFTER;
        {
            let known = memory.read().await;
            if let Some((texts, since)) = &*known
                && fresh(since)
                && !self.writes().any_unseen(resource.table)
            {
                return Ok(texts.search(words, start, limit));
            }
        }
        let mut known = memory.write().await;
        let unseen = self.writes().see(resource.table);
        let renewed = match (known.take().filter(|(_, since)| fresh(since)), unseen) {
            (Some((mut texts, since)), Unseen::Rows(keys)) => {
                let read = self.read_again(resource, &keys).await;
                read.map(|read| {
                    texts.replace(&keys, read);
                    (texts, since)
                })
            }
            _ => self.read_all(resource).await.map(|read| (Texts::new(read), Instant::now())),
        };
        // After a failed read the next search reads everything.
        let (texts, _) = known.insert(renewed?);
        Ok(texts.search(words, start, limit))
    }

    async fn read_again(&self, resource: &Resource, keys: &HashSet<i64>) -> Result<Vec<Read>, StoreError> {
        if keys.is_empty() {
            return Ok(vec![]);
        }
        let ids = array(keys.iter().map(|key| id(resource.table, *key)).collect());
        self.rows(&format!("SELECT {} FROM $ids", resource.remembered_selection()), vec![("ids", ids)]).await
    }

    async fn read_all(&self, resource: &Resource) -> Result<Vec<Read>, StoreError> {
        let mut rows = Vec::new();
        let mut after = 0;
        loop {
            let mut vars = vec![("limit", int(i64::try_from(BLOCK).unwrap_or(i64::MAX)))];
            let source = rows_after(resource.table, "", Some(id(resource.table, after)), &mut vars);
            let query = format!("SELECT {} FROM {source} LIMIT $limit", resource.remembered_selection());
            let read: Vec<Read> = self.rows(&query, vars).await?;
            let (count, last) = (read.len(), read.last().map(|row| row.0));
            rows.extend(read);
            match last {
                Some(last) if count == BLOCK => after = last,
                _ => break,
            }
        }
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalogue;

    #[test]
    fn what_is_remembered_is_in_the_order_of_its_weight_and_has_its_own_texts() {
        let remembered: Vec<_> = catalogue::compiled().filter(|resource| resource.remembered).collect();
        assert!(!remembered.is_empty());
        for resource in remembered {
            assert_eq!(resource.weigh().map(|field| (field.name, true)), Some(resource.order), "{}", resource.controller);
            assert!(resource.sole, "{}", resource.controller);
            assert!(resource.quick.iter().all(|name| resource.field(name).is_some()), "{}", resource.controller);
        }
    }
}
