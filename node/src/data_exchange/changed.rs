//! What an import changes of rows that are there, kept with the former values so that it can be put back.

use entrepot_store::Store;
use entrepot_store::imports::ChangedRow;
use entrepot_store::resource::write::Edited;
use serde_json::{Map, Value};

use super::error::ExchangeError;

/// Changed rows of one import that can be put back.
const CHANGED_MAX: usize = 10_000;
/// Changed rows that a report has.
pub const REPORTED_MAX: usize = 1_000;
/// Bytes of all values that are kept of one import.
const BYTES_MAX: usize = 16 << 20;
/// Changes that are written together.
const BLOCK: usize = 200;

/// The changes of an import. Of more than can be put back nothing is kept.
pub struct Changes {
    task: i64,
    /// Not written yet.
    waiting: Vec<ChangedRow>,
    count: usize,
    bytes: usize,
}

fn length(fields: &Map<String, Value>) -> usize {
    fields.iter().map(|(name, value)| name.len() + value.to_string().len()).sum()
}

impl Changes {
    /// Nothing is changed yet.
    #[must_use]
    pub const fn new(task: i64) -> Self {
        Self { task, waiting: Vec::new(), count: 0, bytes: 0 }
    }

    const fn too_many(&self) -> bool {
        self.count > CHANGED_MAX || self.bytes > BYTES_MAX
    }

    /// How many rows can be put back.
    #[must_use]
    pub const fn count(&self) -> usize {
        if self.too_many() { 0 } else { self.count }
    }

    /// A row of the file has changed a row; `now` in Unix seconds. Rows without versions can't be told apart from changed
    /// ones later, and secrets are not kept.
    pub async fn add(&mut self, store: &Store, now: i64, (row, key): (i64, i64), edited: Edited) -> Result<(), ExchangeError> {
        let Edited { version, former, given } = edited;
        if version == 0 || given.is_empty() || self.too_many() {
            return Ok(());
        }
        self.count += 1;
        self.bytes += length(&former) + length(&given);
        if self.too_many() {
            self.waiting.clear();
            store.forget_import(self.task).await?;
            return Ok(());
        }
        self.waiting.push(ChangedRow { row, key, version, former, given });
        if self.waiting.len() >= BLOCK { self.write(store, now).await } else { Ok(()) }
    }

    /// A row of a trial run would change a row: the first of them are kept for its report.
    pub async fn note(&mut self, store: &Store, now: i64, (row, key): (i64, i64), edited: Edited) -> Result<(), ExchangeError> {
        let Edited { version, former, given } = edited;
        let bytes = length(&former) + length(&given);
        if given.is_empty() || self.count >= REPORTED_MAX || self.bytes + bytes > BYTES_MAX {
            return Ok(());
        }
        self.count += 1;
        self.bytes += bytes;
        self.waiting.push(ChangedRow { row, key, version, former, given });
        if self.waiting.len() >= BLOCK { self.write(store, now).await } else { Ok(()) }
    }

    /// Writes what waits.
    pub async fn write(&mut self, store: &Store, now: i64) -> Result<(), ExchangeError> {
        if !self.waiting.is_empty() {
            store.keep_import_changes(self.task, now, &std::mem::take(&mut self.waiting)).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::StoreConfig;
    use serde_json::json;

    use super::*;

    fn edit(text: &str) -> Edited {
        let fields = |value: &str| Map::from_iter([("name".to_owned(), json!(value))]);
        Edited { version: 2, former: fields(text), given: fields("new") }
    }

    #[tokio::test]
    async fn a_trial_run_keeps_the_first_changes_for_its_report() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.expect("a store");
        let mut changes = Changes::new(9);
        // Rows without versions can't be put back, but are reported.
        changes.note(&store, 5, (2, 1), Edited { version: 0, ..edit("a") }).await.expect("kept");
        changes.note(&store, 5, (3, 1), Edited::default()).await.expect("nothing to tell");
        changes.note(&store, 5, (4, 1), edit(&"x".repeat(BYTES_MAX))).await.expect("too long");
        for row in 0..REPORTED_MAX as i64 {
            changes.note(&store, 5, (10 + row, 1), edit("b")).await.expect("kept, or too many");
        }
        changes.write(&store, 5).await.expect("written");
        let kept = store.import_changes(9).await.expect("changes");
        assert_eq!((kept.len(), kept.last().map(|change| change.row), kept[0].row), (REPORTED_MAX, Some(2), 1_008));
    }

    #[tokio::test]
    async fn changes_are_kept_until_they_are_too_many() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.expect("a store");
        let mut changes = Changes::new(7);
        let row = |row: i64| (row, row + 100);
        changes.add(&store, 5, row(2), edit("a")).await.expect("kept");
        changes.add(&store, 5, row(3), Edited { version: 0, ..edit("b") }).await.expect("left out");
        changes.add(&store, 5, row(4), edit("c")).await.expect("kept");
        changes.write(&store, 5).await.expect("written");
        let kept = store.import_changes(7).await.expect("changes");
        assert_eq!(kept.iter().map(|change| (change.row, change.key)).collect::<Vec<_>>(), [(4, 104), (2, 102)], "the last one first");
        assert_eq!((changes.count(), &kept[1].former["name"]), (2, &json!("a")));
        assert!(store.import_changes(8).await.expect("none").is_empty());
        store.forget_import_changes(7, &[4]).await.expect("forgotten");
        store.tidy_import_changes(5).await.expect("nothing is older");
        assert_eq!(store.import_changes(7).await.expect("changes").len(), 1);
        store.tidy_import_changes(6).await.expect("tidied");
        assert!(store.import_changes(7).await.expect("none").is_empty());

        changes.write(&store, 5).await.expect("nothing waits");
        changes.add(&store, 5, row(5), edit("d")).await.expect("kept");
        changes.write(&store, 5).await.expect("written");
        changes.add(&store, 5, row(6), edit(&"x".repeat(BYTES_MAX))).await.expect("too much");
        assert_eq!(changes.count(), 0);
        assert!(store.import_changes(7).await.expect("none").is_empty(), "a part of an import is not put back");
    }
}
