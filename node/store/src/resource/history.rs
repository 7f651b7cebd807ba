//! The history of rows: who changed which field from what to what. An entry is written in the transaction of its change,
//! for resources that ask for it (`Resource::history`). A row keeps its newest [`ENTRIES_MAX`] entries: an entry takes
//! the place of the one so many versions before, so that nothing has to be deleted.
//!
//! Not here: drags, which change weights of many rows at once; deletions, which are in the recycle bin.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;

use actors::store::StoreError;
use serde::Deserialize;
use serde_json::Value as Json;
use surrealdb::types::{Array, Object, RecordId, RecordIdKey, RecordIdKeyRange, Value};

use super::declaration::{Kind, Resource};
use super::query::quoted;
use super::secrets::{MASK, is_secret};
use super::validate::Checks;
use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, id, int, object, text};

/// Entries that a row keeps.
const ENTRIES_MAX: i64 = 200;
/// Letters of a value that are kept.
const TEXT_MAX: usize = 500;
/// Parts of a list that are kept.
const LIST_MAX: usize = 50;
const TABLE: &str = "record_history";

/// Who changes a row, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Author {
    /// 0: the system.
    pub(crate) admin: i64,
    /// Unix seconds.
    pub(crate) at: i64,
}

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HistoryAction {
    Added,
    Edited,
    /// Put back from the recycle bin.
    Restored,
}

impl HistoryAction {
    /// The name on the wire and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Edited => "edited",
            Self::Restored => "restored",
        }
    }
}

/// A field that changed. Secrets are masked; long values are cut.
#[derive(Clone, Debug, Deserialize)]
pub struct FieldChange {
    pub field: String,
    #[serde(default)]
    pub before: Json,
    #[serde(default)]
    pub after: Json,
}

/// A version of a row.
#[derive(Clone, Debug, Deserialize)]
pub struct HistoryEntry {
    pub version: i64,
    /// Unix seconds.
    pub at: i64,
    /// 0: the system.
    pub admin: i64,
    pub action: HistoryAction,
    pub changes: Vec<FieldChange>,
}

/// The history of a row, with the names of what it refers to.
#[derive(Clone, Debug, Default)]
pub struct RowHistory {
    /// Newest first.
    pub entries: Vec<HistoryEntry>,
    pub admins: HashMap<i64, String>,
    /// By table and id, of rows that are still there.
    pub names: HashMap<(&'static str, i64), String>,
}

/// The place of a version's entry.
fn slot(version: i64) -> i64 {
    version.rem_euclid(ENTRIES_MAX)
}

/// A value as it is kept.
fn bounded(value: &Value) -> Value {
    match value {
        Value::String(long) if long.chars().count() > TEXT_MAX => text(&(long.chars().take(TEXT_MAX).collect::<String>() + "…")),
        Value::Array(values) => array(values.iter().take(LIST_MAX).map(bounded).collect()),
        other => other.clone(),
    }
}

fn entry(author: Author, version: i64, action: HistoryAction, changes: Vec<Value>) -> Value {
    object([
        ("at", int(author.at)),
        ("admin", int(author.admin)),
        ("version", int(version)),
        ("action", text(action.name())),
        ("changes", array(changes)),
    ])
}

/// The statement that keeps `$entry` under the id `$slot`; both are empty where the resource keeps no history.
pub(crate) const KEEP: &str = "IF $slot != NONE { UPSERT $slot CONTENT $entry RETURN NONE };";

/// The variables of [`KEEP`].
pub(crate) fn kept(
    resource: &Resource,
    key: i64,
    author: Author,
    version: i64,
    action: HistoryAction,
    changes: Vec<Value>,
) -> [(&'static str, Value); 2] {
    if !resource.history {
        return [("slot", Value::None), ("entry", Value::None)];
    }
    let id = array_id(TABLE, vec![text(resource.table), int(key), int(slot(version))]);
    [("slot", id), ("entry", entry(author, version, action, changes))]
}

/// What an edit changes.
pub(crate) fn changes(resource: &Resource, before: &Object, values: &Checks) -> Vec<Value> {
    if !resource.history {
        return vec![];
    }
    let one = |(field, value): &(&'static super::declaration::Field, Value)| {
        let (was, is) =
            if is_secret(field) { (text(MASK), text(MASK)) } else { (before.get(field.name).map_or(Value::None, bounded), bounded(value)) };
        object([("field", text(field.name)), ("before", was), ("after", is)])
    };
    values.iter().map(one).collect()
}

/// The statement that keeps the beginning of a new row of id `$key`, with the entry in `$begun`; nothing where the resource
/// keeps no history.
pub(crate) fn keep_new(resource: &Resource) -> String {
    if !resource.history {
        return String::new();
    }
    format!("UPSERT type::record('{TABLE}', ['{}', $key, {}]) CONTENT $begun RETURN NONE;", resource.table, slot(1))
}

/// The variable of [`keep_new`].
pub(crate) fn begun(author: Author) -> (&'static str, Value) {
    ("begun", entry(author, 1, HistoryAction::Added, vec![]))
}

/// The records of a row's whole history.
fn entries(table: &str, key: i64) -> Value {
    let end = |slot: i64| RecordIdKey::Array(Array::from(vec![text(table), int(key), int(slot)]));
    let range = RecordIdKeyRange { start: Bound::Included(end(0)), end: Bound::Included(end(ENTRIES_MAX)) };
    Value::RecordId(RecordId { table: TABLE.into(), key: RecordIdKey::Range(Box::new(range)) })
}

fn ids_of(value: &Json) -> Vec<i64> {
    match value {
        Json::Array(values) => values.iter().filter_map(Json::as_i64).collect(),
        other => other.as_i64().into_iter().collect(),
    }
}

impl Store {
    /// The history of a row, newest first. Whether the caller may see the row is theirs to ask.
    pub async fn row_history(&self, resource: &Resource, key: i64) -> Result<RowHistory, StoreError> {
        let query = "SELECT * OMIT id FROM $entries";
        let mut entries: Vec<HistoryEntry> = self.rows(query, vec![("entries", entries(resource.table, key))]).await?;
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.version));
        let admins: Vec<i64> = entries.iter().map(|entry| entry.admin).collect::<BTreeSet<_>>().into_iter().collect();
        let admins = self.admin_names(&admins).await?;
        let names = self.names_in(resource, &entries).await?;
        Ok(RowHistory { entries, admins, names })
    }

    /// The names of rows that the values of a history refer to.
    async fn names_in(&self, resource: &Resource, entries: &[HistoryEntry]) -> Result<HashMap<(&'static str, i64), String>, StoreError> {
        let mut wanted: BTreeMap<(&'static str, &'static str), BTreeSet<i64>> = BTreeMap::new();
        for change in entries.iter().flat_map(|entry| &entry.changes) {
            let Some(field) = resource.field(&change.field) else { continue };
            let (table, shown) = match (field.kind, field.target()) {
                (Kind::Parent, _) => (resource.table, resource.title_field()),
                (_, Some(target)) => (target.table, target.shows.first().copied().unwrap_or("name")),
                _ => continue,
            };
            wanted.entry((table, shown)).or_default().extend(ids_of(&change.before).into_iter().chain(ids_of(&change.after)));
        }
        let mut names = HashMap::new();
        for ((table, shown), keys) in wanted {
            let ids = array(keys.into_iter().map(|key| id(table, key)).collect());
            let query = format!("SELECT VALUE [record::id(id), <string> {}] FROM $ids", quoted(shown));
            let found: Vec<(i64, String)> = self.rows(&query, vec![("ids", ids)]).await?;
            names.extend(found.into_iter().map(|(key, name)| ((table, key), name)));
        }
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_a_value_is_bounded() {
        let long = "名".repeat(TEXT_MAX + 7);
        let Value::String(kept) = bounded(&text(&long)) else { panic!("a text") };
        assert_eq!(kept.chars().count(), TEXT_MAX + 1);
        let Value::Array(kept) = bounded(&array(vec![int(1); LIST_MAX + 3])) else { panic!("a list") };
        assert_eq!(kept.len(), LIST_MAX);
        assert_eq!(bounded(&int(7)), int(7));
    }

    #[test]
    fn the_newest_entries_take_the_places_of_the_oldest() {
        assert_eq!((slot(1), slot(ENTRIES_MAX), slot(ENTRIES_MAX + 1)), (1, 0, 1));
    }
}
