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
use crate::connect::Store;
use crate::value::{array, id, int};

/// Rows read at once.
const BLOCK: usize = 5_000;
/// More touched rows than this: all are read afresh.
const TOUCHED_MAX: usize = 2_000;
/// A write whose caller went away may commit unseen; so long at most it stays so.
const RENEW_AFTER: Duration = Duration::from_secs(600);

/// A row as the database answers it: id, weight, text.
type Read = (i64, i64, String);

#[derive(Clone, Copy)]
struct Row {
    /// Lists show the highest first.
    place: (i64, i64),
    /// Which bytes its text has, each as one of 64 bits.
    bytes: u64,
    text: (usize, usize),
}

fn bytes_of(text: &str) -> u64 {
    text.bytes().fold(0, |bits, byte| bits | 1 << (byte & 63))
}

/// The texts of a table in the order of its list.
#[derive(Default)]
struct Rows {
    rows: Vec<Row>,
    texts: String,
    /// Bytes of texts that no row has any more.
    waste: usize,
}

impl Rows {
    fn row(&mut self, (key, weigh, text): Read) -> Row {
        let begin = self.texts.len();
        self.texts.push_str(&text.to_lowercase());
        let text = (begin, self.texts.len());
        Row { place: (weigh, key), bytes: bytes_of(&self.texts[text.0..text.1]), text }
    }

    fn fill(&mut self, read: Vec<Read>) {
        for one in read {
            let row = self.row(one);
            self.rows.push(row);
        }
    }

    fn sort(&mut self) {
        self.rows.sort_unstable_by_key(|row| std::cmp::Reverse(row.place));
    }

    /// Puts what was read afresh in the place of what was known of these rows.
    fn replace(&mut self, keys: &HashSet<i64>, read: Vec<Read>) {
        let mut waste = 0;
        self.rows.retain(|row| {
            let stays = !keys.contains(&row.place.1);
            if !stays {
                waste += row.text.1 - row.text.0;
            }
            stays
        });
        self.waste += waste;
        self.fill(read);
        if self.waste > self.texts.len() / 2 {
            let texts = std::mem::take(&mut self.texts);
            self.waste = 0;
            for row in &mut self.rows {
                let begin = self.texts.len();
                self.texts.push_str(&texts[row.text.0..row.text.1]);
                row.text = (begin, self.texts.len());
            }
        }
        self.sort();
    }

    /// Ids of the rows that have every word, in the order of the list: some of them, and how many there are.
    fn search(&self, words: &[String], start: usize, limit: usize) -> (Vec<i64>, usize) {
        let wanted = words.iter().fold(0, |bits, word| bits | bytes_of(word));
        let has = |row: &&Row| row.bytes & wanted == wanted && words.iter().all(|word| self.texts[row.text.0..row.text.1].contains(word.as_str()));
        let mut total = 0;
        let mut found = Vec::new();
        for row in self.rows.iter().filter(has) {
            if total >= start && found.len() < limit {
                found.push(row.place.1);
            }
            total += 1;
        }
        (found, total)
    }
}

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
    rows: RwLock<Option<(Rows, Instant)>>,
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
        Writing { table: resource.sole.then(|| self.table(resource.table)), keys: None }
    }

    /// Rises with every write to a table that only the engine writes.
    pub(crate) fn generation(&self, table: &'static str) -> u64 {
        self.table(table).generation.load(Ordering::Acquire)
    }
}

/// A write that is under way. Unless it says which rows, any may have been touched.
pub(crate) struct Writing {
    table: Option<Arc<Table>>,
    keys: Option<Vec<i64>>,
}

impl Writing {
    /// These and no others.
    pub(crate) fn touched(&mut self, keys: &[i64]) {
        if self.table.is_some() {
            self.keys = Some(keys.to_vec());
        }
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        let Some(table) = &self.table else { return };
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
            let known = table.rows.read().await;
            let touched = table.touched();
            if let Some((rows, since)) = &*known
                && !touched.all
                && touched.keys.is_empty()
                && since.elapsed() < RENEW_AFTER
            {
                drop(touched);
                return Ok(rows.search(words, start, limit));
            }
        }
        let mut known = table.rows.write().await;
        let touched = std::mem::take(&mut *table.touched());
        let renewed = match known.take().filter(|(_, since)| !touched.all && since.elapsed() < RENEW_AFTER) {
            Some((mut rows, since)) => {
                let read = self.read_again(resource, &touched.keys).await;
                read.map(|read| {
                    rows.replace(&touched.keys, read);
                    (rows, since)
                })
            }
            None => self.read_all(resource).await.map(|rows| (rows, Instant::now())),
        };
        // What could not be read is not known: the next search reads all.
        let (rows, _) = known.insert(renewed?);
        Ok(rows.search(words, start, limit))
    }

    async fn read_again(&self, resource: &Resource, keys: &HashSet<i64>) -> Result<Vec<Read>, StoreError> {
        if keys.is_empty() {
            return Ok(vec![]);
        }
        let ids = array(keys.iter().map(|key| id(resource.table, *key)).collect());
        self.rows(&format!("SELECT {} FROM $ids", resource.remembered_selection()), vec![("ids", ids)]).await
    }

    async fn read_all(&self, resource: &Resource) -> Result<Rows, StoreError> {
        let query = format!("SELECT {} FROM {} WHERE id > $after ORDER BY id ASC LIMIT $limit", resource.remembered_selection(), resource.table);
        let mut rows = Rows::default();
        let mut after = 0;
        loop {
            let vars = vec![("after", id(resource.table, after)), ("limit", int(i64::try_from(BLOCK).unwrap_or(i64::MAX)))];
            let read: Vec<Read> = self.rows(&query, vars).await?;
            let (count, last) = (read.len(), read.last().map(|row| row.0));
            rows.fill(read);
            match last {
                Some(last) if count == BLOCK => after = last,
                _ => break,
            }
        }
        rows.sort();
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

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_lowercase).collect()
    }

    #[test]
    fn rows_are_found_by_every_word_in_the_order_of_the_list() {
        let mut rows = Rows::default();
        rows.fill(vec![(1, 5, "P1\nBlue Pen".into()), (2, 9, "P2\nred pen".into()), (3, 5, "P3\n蓝色钢笔".into())]);
        rows.sort();
        assert_eq!(rows.search(&words("pen"), 0, 10), (vec![2, 1], 2));
        assert_eq!(rows.search(&words("PEN blue"), 0, 10), (vec![1], 1));
        assert_eq!(rows.search(&words("钢"), 0, 10), (vec![3], 1));
        assert_eq!(rows.search(&words("p"), 1, 1), (vec![3], 3));
        // No word reaches over from one field into the next.
        assert_eq!(rows.search(&words("1blue"), 0, 10), (vec![], 0));
    }

    #[test]
    fn what_was_written_replaces_what_was_known() {
        let mut rows = Rows::default();
        rows.fill((1..=50).map(|key| (key, 0, format!("thing {key}"))).collect());
        rows.sort();
        for round in 0..20 {
            rows.replace(&HashSet::from([7, 8]), vec![(7, 0, format!("round {round}"))]);
        }
        assert_eq!(rows.search(&words("round"), 0, 10), (vec![7], 1));
        assert_eq!(rows.search(&words("thing 8"), 0, 50).1, 4, "18, 28, 38 and 48");
        assert_eq!(rows.rows.len(), 49);
        assert!(rows.texts.len() < 1_000, "what no row has is given back");
    }

    #[test]
    fn a_write_that_does_not_say_which_rows_touches_all() {
        let memory = QuickMemory::default();
        let table = memory.table("t");
        drop(Writing { table: Some(table.clone()), keys: Some(vec![3]) });
        assert!(table.touched().keys.contains(&3) && !table.touched().all);
        drop(Writing { table: Some(table.clone()), keys: None });
        assert!(table.touched().all);
    }
}
