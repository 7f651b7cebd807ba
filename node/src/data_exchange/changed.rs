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
/// What a task notes when it has changed more than can be put back.
pub const TOO_MANY: &str = "too_many_changes";
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

    /// Of an import that goes on: what it has kept so far.
    pub async fn restored(store: &Store, task: i64, too_many: bool) -> Result<Self, ExchangeError> {
        let kept = store.import_changes(task).await?;
        let bytes = kept.iter().map(|change| length(&change.former) + length(&change.given)).sum();
        Ok(Self { task, waiting: Vec::new(), count: if too_many { CHANGED_MAX + 1 } else { kept.len() }, bytes })
    }

    /// Whether what a row held is kept with its change.
    #[must_use]
    pub const fn keeps(&self) -> bool {
        !self.too_many()
    }

    const fn too_many(&self) -> bool {
        self.count > CHANGED_MAX || self.bytes > BYTES_MAX
    }

    /// How many rows can be put back.
    #[must_use]
    pub const fn count(&self) -> usize {
        if self.too_many() { 0 } else { self.count }
    }

    /// A row of the file has changed a row, and what it held is kept. Rows without versions can't be told apart from changed
    /// ones later, and secrets are not kept.
    pub async fn add(&mut self, store: &Store, edited: &Edited) -> Result<(), ExchangeError> {
        let Edited { version, former, given } = edited;
        let version = *version;
        if version == 0 || given.is_empty() || self.too_many() {
            return Ok(());
        }
        self.count += 1;
        self.bytes += length(former) + length(given);
        if self.too_many() {
            store.mark_task(self.task, TOO_MANY).await?;
            store.forget_import(self.task).await?;
        }
        Ok(())
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
        let kept = |row: i64| ChangedRow { row, key: row + 100, version: 2, former: edit("a").former, given: edit("a").given };
        store.keep_import_changes(7, 5, &[kept(2), kept(4)]).await.expect("kept");
        let mut changes = Changes::restored(&store, 7, false).await.expect("read");
        assert_eq!((changes.count(), changes.keeps()), (2, true));
        changes.add(&store, &edit("c")).await.expect("counted");
        changes.add(&store, &Edited { version: 0, ..edit("b") }).await.expect("left out");
        assert_eq!(changes.count(), 3);
        assert_eq!(store.import_changes(7).await.expect("changes").iter().map(|change| change.row).collect::<Vec<_>>(), [4, 2], "the last one first");
        assert!(store.import_changes(8).await.expect("none").is_empty());
        store.forget_import_changes(7, &[4]).await.expect("forgotten");
        store.tidy_import_changes(5).await.expect("nothing is older");
        assert_eq!(store.import_changes(7).await.expect("changes").len(), 1);

        store.keep_task_source(7, &json!({}), &[]).await.expect("kept");
        changes.add(&store, &edit(&"x".repeat(BYTES_MAX))).await.expect("too much");
        assert_eq!((changes.count(), changes.keeps()), (0, false));
        assert!(store.import_changes(7).await.expect("none").is_empty(), "a part of an import is not put back");
        assert_eq!(store.task_source(7).await.expect("read").expect("kept").marks, [TOO_MANY]);
        assert!(!Changes::restored(&store, 7, true).await.expect("read").keeps(), "nor of one that goes on");

        store.keep_import_changes(7, 5, &[kept(2)]).await.expect("kept");
        store.tidy_import_changes(6).await.expect("tidied");
        assert!(store.import_changes(7).await.expect("none").is_empty());
    }
}
