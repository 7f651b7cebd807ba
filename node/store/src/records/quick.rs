//! What the quick search looks into, kept in memory for the resources that say so: a search for a
//! part of a text can use no index, and reading every row costs a second at 100,000.
//!
//! Only for an embedded database, where every write goes through this process: a write names the
//! rows it touched before its caller hears of it, and the next search reads them afresh.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actors::store::StoreError;
use tokio::sync::RwLock;

use super::declaration::Resource;
use super::query::quoted;
use super::texts::{Read, Texts};
use crate::connect::Store;
use crate::value::{array, id, int};

/// Rows read at once.
const BLOCK: usize = 5_000;
/// More touched rows than this: all are read afresh.
const TOUCHED_MAX: usize = 2_000;
/// A write whose caller went away may commit unseen; so long at most it stays so.
const RENEW_AFTER: Duration = Duration::from_secs(600);

/// Rows that have been written since the last look.
#[derive(Default)]
struct Touched {
    keys: HashSet<i64>,
    all: bool,
}

#[derive(Default)]
struct Table {
    touched: Mutex<Touched>,
    /// How many writes there were.
    generation: AtomicU64,
    texts: RwLock<Option<(Texts, Instant)>>,
}

impl Table {
    fn touched(&self) -> MutexGuard<'_, Touched> {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// See the module.
#[derive(Default)]
pub(crate) struct QuickMemory(Mutex<HashMap<&'static str, Arc<Table>>>);

impl QuickMemory {
    fn table(&self, table: &'static str) -> Arc<Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(table).or_default().clone()
    }

    /// To be held while rows are written: when it goes, they are known to be touched.
    pub(crate) fn writing(&self, resource: &Resource) -> Writing {
        Writing { table: self.table(resource.table), keys: None }
    }

    /// Rises with every write of the engine to a table.
    pub(crate) fn generation(&self, table: &'static str) -> u64 {
        self.table(table).generation.load(Ordering::Acquire)
    }
}

/// A write that is under way. Unless it says which rows, any may have been touched.
pub(crate) struct Writing {
    table: Arc<Table>,
    keys: Option<Vec<i64>>,
}

impl Writing {
    /// These and no others.
    pub(crate) fn touched(&mut self, keys: &[i64]) {
        self.keys = Some(keys.to_vec());
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        let table = &self.table;
        table.generation.fetch_add(1, Ordering::AcqRel);
        let mut touched = table.touched();
        match self.keys.take() {
            Some(keys) => touched.keys.extend(keys),
            None => touched.all = true,
        }
        if touched.keys.len() > TOUCHED_MAX {
            touched.all = true;
        }
        if touched.all {
            touched.keys.clear();
        }
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
    /// Ids of rows that have every word of a quick search, as the list shows them, and how many there are.
    pub(crate) async fn quick_search(
        &self,
        resource: &Resource,
        words: &[String],
        start: usize,
        limit: usize,
    ) -> Result<(Vec<i64>, usize), StoreError> {
        let table = self.quick_memory().table(resource.table);
        {
            let known = table.texts.read().await;
            let touched = table.touched();
            if let Some((texts, since)) = &*known
                && !touched.all
                && touched.keys.is_empty()
                && since.elapsed() < RENEW_AFTER
            {
                drop(touched);
                return Ok(texts.search(words, start, limit));
            }
        }
        let mut known = table.texts.write().await;
        let touched = std::mem::take(&mut *table.touched());
        let renewed = match known.take().filter(|(_, since)| !touched.all && since.elapsed() < RENEW_AFTER) {
            Some((mut texts, since)) => {
                let read = self.read_again(resource, &touched.keys).await;
                read.map(|read| {
                    texts.replace(&touched.keys, read);
                    (texts, since)
                })
            }
            None => self.read_all(resource).await.map(|read| (Texts::new(read), Instant::now())),
        };
        // What could not be read is not known: the next search reads all.
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
        let query = format!("SELECT {} FROM {} WHERE id > $after ORDER BY id ASC LIMIT $limit", resource.remembered_selection(), resource.table);
        let mut rows = Vec::new();
        let mut after = 0;
        loop {
            let vars = vec![("after", id(resource.table, after)), ("limit", int(i64::try_from(BLOCK).unwrap_or(i64::MAX)))];
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
    use super::*;

    #[test]
    fn what_is_remembered_is_in_the_order_of_its_weight_and_has_its_own_texts() {
        let remembered: Vec<_> = catalogue::all().filter(|resource| resource.remembered).collect();
        assert!(!remembered.is_empty());
        for resource in remembered {
            assert_eq!(resource.weigh().map(|field| (field.name, true)), Some(resource.order), "{}", resource.controller);
            assert!(resource.sole, "{}", resource.controller);
            assert!(resource.quick.iter().all(|name| resource.field(name).is_some()), "{}", resource.controller);
        }
    }

    #[test]
    fn a_write_that_does_not_say_which_rows_touches_all() {
        let memory = QuickMemory::default();
        let table = memory.table("t");
        drop(Writing { table: table.clone(), keys: Some(vec![3]) });
        assert!(table.touched().keys.contains(&3) && !table.touched().all);
        drop(Writing { table: table.clone(), keys: None });
        assert!(table.touched().all);
    }
}
