//! What imports made, as their tasks note it, and what they changed of rows that were there, with the former values. What an
//! import changed is put back by an edit, where nobody else has changed the row since (decision 55).

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Bound;

use actors::store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use surrealdb::types::{Array, Object, RecordId, RecordIdKey, RecordIdKeyRange, Value};

use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, id, int, object, read, text};
use crate::resource::body::typed_json;
use crate::resource::query::quoted;
use crate::resource::{RecordError, Resource};

/// New rows that stand in a file one after the other and have ids one after the other: the first row, its id, how many.
pub type Run = (i64, i64, i64);

const TABLE: &str = "import_change";

/// A row that an import changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedRow {
    /// In the file, as a spreadsheet counts.
    pub row: i64,
    pub key: i64,
    /// That the import gave it.
    pub version: i64,
    /// The changed fields as they were.
    pub former: Map<String, Json>,
    /// The same fields as the import made them.
    pub given: Map<String, Json>,
}

impl ChangedRow {
    /// Whether the import hung it under one of these rows of its tree.
    #[must_use]
    pub fn hangs_under(&self, rows: &HashSet<i64>) -> bool {
        self.given.get("pid").and_then(Json::as_i64).is_some_and(|parent| rows.contains(&parent))
    }
}

/// A change of a row, as far as its revisions note it.
#[derive(Deserialize)]
struct Revision {
    version: i64,
    admin: i64,
}

/// The records of all changes of an import.
fn records(task: i64) -> Value {
    let end = |task: i64| RecordIdKey::Array(Array::from(vec![int(task)]));
    let range = RecordIdKeyRange { start: Bound::Included(end(task)), end: Bound::Excluded(end(task + 1)) };
    Value::RecordId(RecordId { table: TABLE.into(), key: RecordIdKey::Range(Box::new(range)) })
}

/// The version that a row has, if it still holds what an import gave it and nobody but its author has changed it since.
fn untouched(resource: &Resource, row: &Object, change: &ChangedRow, author: i64) -> Option<i64> {
    // What can't be read may have been changed.
    let version = row.get("version").cloned().map_or(Some(1), |version| read::<i64>(version).ok())?;
    let revisions: Vec<Revision> = row.get("revisions").cloned().map_or_else(|| Some(Vec::new()), |revisions| read(revisions).ok())?;
    let later: Vec<&Revision> = revisions.iter().filter(|revision| revision.version > change.version).collect();
    // Of older changes the row does not say any more whose they were.
    let known = i64::try_from(later.len()).is_ok_and(|count| change.version + count == version);
    let same = |(name, given): (&String, &Json)| {
        resource.field(name).is_some_and(|field| typed_json(field, row.get(field.name).unwrap_or(&Value::None)) == *given)
    };
    (known && later.iter().all(|revision| revision.admin == author) && change.given.iter().all(same)).then_some(version)
}

impl Store {
    /// The new rows of an import that were not taken back.
    pub async fn import_made(&self, task: i64) -> Result<Vec<Run>, StoreError> {
        let found: Vec<String> = self.rows("SELECT VALUE made ?? '' FROM $task", vec![("task", id("transfer_task", task))]).await?;
        let text = found.into_iter().next().unwrap_or_default();
        if text.is_empty() {
            return Ok(Vec::new());
        }
        serde_json::from_str(&text).map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    /// Keeps what an import changed; `now` in Unix seconds.
    pub async fn keep_import_changes(&self, task: i64, now: i64, changes: &[ChangedRow]) -> Result<(), StoreError> {
        let mut rows = Vec::with_capacity(changes.len());
        for change in changes {
            let written = serde_json::to_string(change).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            rows.push(object([("id", array_id(TABLE, vec![int(task), int(change.row)])), ("at", int(now)), ("change", text(&written))]));
        }
        self.run("INSERT INTO import_change $rows RETURN NONE", vec![("rows", array(rows))]).await?;
        Ok(())
    }

    /// What an import changed and what was not put back, the last row of the file first.
    pub async fn import_changes(&self, task: i64) -> Result<Vec<ChangedRow>, StoreError> {
        let written: Vec<String> = self.rows("SELECT VALUE change FROM $records", vec![("records", records(task))]).await?;
        let mut changes = written
            .iter()
            .map(|text| serde_json::from_str(text))
            .collect::<Result<Vec<ChangedRow>, _>>()
            .map_err(|error| StoreError::Corrupt(error.to_string()))?;
        changes.sort_by_key(|change| std::cmp::Reverse(change.row));
        Ok(changes)
    }

    /// What rows of a resource are called, by id; those that are gone are left out.
    pub async fn titles_of(&self, resource: &Resource, keys: BTreeSet<i64>) -> Result<BTreeMap<i64, String>, StoreError> {
        #[derive(Deserialize)]
        struct Row {
            title: String,
            id: i64,
        }
        if keys.is_empty() {
            return Ok(BTreeMap::new());
        }
        let query = format!("SELECT <string>{} AS title, record::id(id) AS id FROM $rows", quoted(resource.title_field()));
        let rows = array(keys.into_iter().map(|key| id(resource.table, key)).collect());
        let rows: Vec<Row> = self.rows(&query, vec![("rows", rows)]).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.title)).collect())
    }

    /// Forgets changes of an import by their rows in the file.
    pub async fn forget_import_changes(&self, task: i64, rows: &[i64]) -> Result<(), StoreError> {
        let ids = rows.iter().map(|row| array_id(TABLE, vec![int(task), int(*row)])).collect();
        self.run("DELETE $ids RETURN NONE", vec![("ids", array(ids))]).await?;
        Ok(())
    }

    /// Forgets all changes of an import.
    pub async fn forget_import(&self, task: i64) -> Result<(), StoreError> {
        self.delete_where("$records", "true", vec![("records", records(task))]).await?;
        Ok(())
    }

    /// Forgets what imports changed before a moment, Unix seconds.
    pub async fn tidy_import_changes(&self, before: i64) -> Result<(), StoreError> {
        self.delete_where(TABLE, "at < $before", vec![("before", int(before))]).await?;
        Ok(())
    }

    /// The fields of the edit that puts a row back to what it was before an import; nothing where somebody but the import's
    /// author has changed it since.
    pub async fn put_back_body(&self, resource: &Resource, change: &ChangedRow, author: i64) -> Result<Option<Map<String, Json>>, RecordError> {
        let row = self.raw_row(resource, change.key).await?;
        let Some(version) = untouched(resource, &row, change, author) else { return Ok(None) };
        let mut body = change.former.clone();
        body.insert("version".to_owned(), version.into());
        Ok(Some(body))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::resource::catalogue;

    const ANN: i64 = 4;

    #[test]
    fn a_row_is_put_back_only_while_nobody_else_has_changed_it() {
        let resource = catalogue::find("warehouse.Product").expect("declared");
        let fields = |fields: Json| fields.as_object().cloned().expect("fields");
        let change = ChangedRow { row: 2, key: 9, version: 3, former: fields(json!({ "name": "Old" })), given: fields(json!({ "name": "New" })) };
        let row = |version: i64, name: &str, revisions: &[(i64, i64)]| {
            let note = |(version, admin): &(i64, i64)| object([("version", int(*version)), ("admin", int(*admin)), ("fields", array(vec![]))]);
            let revisions = array(revisions.iter().map(note).collect());
            Object::from_iter([("version".to_owned(), int(version)), ("name".to_owned(), text(name)), ("revisions".to_owned(), revisions)])
        };
        let now = |row: &Object| untouched(resource, row, &change, ANN);
        assert_eq!(now(&row(3, "New", &[(2, 7), (3, ANN)])), Some(3), "as the import left it");
        assert_eq!(now(&row(4, "New", &[(3, ANN), (4, 7)])), None, "somebody else has changed another field");
        // A later import of one's own that was taken back, and one that was not.
        assert_eq!(now(&row(5, "New", &[(3, ANN), (4, ANN), (5, ANN)])), Some(5));
        assert_eq!(now(&row(4, "Newer", &[(3, ANN), (4, ANN)])), None);
        assert_eq!(now(&row(30, "New", &[(29, ANN), (30, ANN)])), None, "too long ago to say who did it");
    }
}
