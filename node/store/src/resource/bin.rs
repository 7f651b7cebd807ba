//! The recycle bin and the log of sensitive fields: what a write puts there, restore and rollback.

use actors::store::StoreError;
use serde_json::{Map, Value as Json};
use surrealdb::types::{Object, Value};

use super::body::typed_json;
use super::catalogue::{Catalogue, find};
use super::declaration::{Access, Field, Kind, Resource};
use super::error::{RecordError, wrong};
use super::history::{self, HistoryAction, KEEP};
use super::read::key_of;
use super::secrets::{MASK, is_secret};
use super::validate::Checks;
use super::write::tree_turn::{meeting, parent_guard, with_level};
use super::write::{Act, FoundReferences, after_write, guarded_uniques, integers, is_set, readable, refused, unique_guard, unique_meeting};
use crate::engine::connect::Store;
use crate::engine::stored::json_text;
use crate::engine::transaction::TxError;
use crate::engine::value::{array, id, int, object, text};
use crate::event::rows::{self as event, RowEvent};

/// Most rows restored by one call.
const BATCH_MAX: usize = 200;

/// A rule of the recycle bin or of the log of sensitive fields.
#[derive(Clone, Debug, serde::Deserialize)]
struct Watch {
    id: i64,
    /// 1: switched on.
    status: i64,
    /// What the log says of each field.
    #[serde(default, deserialize_with = "json_text")]
    data_fields: Map<String, Json>,
}

/// A deleted row in the recycle bin.
#[derive(Clone, Debug)]
pub struct Deleted {
    log: i64,
    pub resource: &'static Resource,
    pub key: i64,
    row: Object,
}

/// Whether only the server writes a field.
fn is_kept(field: &Field) -> bool {
    matches!(field.access, Access::ReadOnly | Access::Hidden) || field.kind.facts().write_only
}

impl Deleted {
    fn read(catalogue: &Catalogue, log: &Object) -> Option<Self> {
        let Some(Value::Object(row)) = log.get("row") else { return None };
        Some(Self { log: key_of(log), resource: catalogue.of_table(text_of(log, "data_table"))?, key: key_of(row), row: row.clone() })
    }

    /// The body that would add this row.
    #[must_use]
    pub fn body(&self) -> Map<String, Json> {
        let said = self.resource.fields.iter().filter(|field| !is_kept(field));
        said.filter_map(|field| Some((field.name.to_owned(), typed_json(field, self.row.get(field.name)?)))).collect()
    }

    /// Whether the row refers to another one: that one must be there first.
    #[must_use]
    pub fn refers_to(&self, other: &Self) -> bool {
        let mut tables = self.resource.fields.iter().filter_map(|field| Some((field, self.resource.named_table(field)?)));
        let holds = |field: &Field| self.row.get(field.name).is_some_and(|value| integers(value).contains(&other.key));
        tables.any(|(field, table)| table == other.resource.table && holds(field))
            && !(self.key == other.key && self.resource.table == other.resource.table)
    }
}

/// Earlier values of a row's sensitive fields.
#[derive(Clone, Debug)]
pub struct Earlier {
    pub resource: &'static Resource,
    pub key: i64,
    pub body: Map<String, Json>,
    /// The log entries they come from.
    pub notes: Vec<i64>,
}

fn text_of<'a>(log: &'a Object, name: &str) -> &'a str {
    match log.get(name) {
        Some(Value::String(text)) => text,
        _ => "",
    }
}

impl Store {
    /// The rule of a resource, whether it is switched on or not.
    async fn watch(&self, rules: &'static str, resource: &Resource) -> Result<Option<Watch>, StoreError> {
        let fields = if rules == "sensitive_data" { ", data_fields" } else { "" };
        let query = format!("SELECT record::id(id) AS id, status{fields} FROM {rules} WHERE controller_as = $path ORDER BY status DESC LIMIT 1");
        Ok(self.rows(&query, vec![("path", text(&resource.path()))]).await?.into_iter().next())
    }

    /// The rule by which deleted rows of a resource are kept; nothing where it is switched off. Master data is kept by default: a
    /// resource without a rule gets one, so that people see it and can switch it off.
    async fn recycle_rule(&self, resource: &Resource, act: &Act) -> Result<Option<Watch>, StoreError> {
        if let Some(rule) = self.watch("data_recycle", resource).await? {
            return Ok(Some(rule).filter(|rule| rule.status == 1));
        }
        // Logs and files say themselves how long they stay.
        let Some(rules) = find("security.DataRecycle").filter(|_| resource.stamped) else { return Ok(None) };
        let row = [
            ("name", resource.title.zh.to_owned()),
            ("controller", format!("{}.php", resource.controller.replace('.', "/"))),
            ("data_table", resource.table.to_owned()),
            ("primary_key", "id".to_owned()),
        ];
        let row = row.into_iter().map(|(name, value)| (name.to_owned(), Json::String(value))).collect();
        let set = Map::from_iter([("controller_as".to_owned(), Json::String(resource.path()))]);
        match self.insert_record(rules, &row, &Act { set, ..Act::system(act.now) }).await {
            // Somebody else has just made one.
            Ok(_) | Err(RecordError::Field { .. }) => {}
            Err(RecordError::Store(error)) => return Err(error),
            Err(error) => return Err(StoreError::Corrupt(error.to_string())),
        }
        Ok(self.watch("data_recycle", resource).await?.filter(|rule| rule.status == 1))
    }

    /// Copies of rows that are about to be deleted, when a rule asks for them.
    pub(crate) async fn recycled(&self, resource: &Resource, rows: &[Object], act: &Act) -> Result<Vec<Value>, StoreError> {
        if !resource.recycle {
            return Ok(vec![]);
        }
        let Some(rule) = self.recycle_rule(resource, act).await? else { return Ok(vec![]) };
        let copy = |row: &Object| {
            object([
                ("admin_id", int(act.scope.admin)),
                ("recycle_id", int(rule.id)),
                ("data_table", text(resource.table)),
                ("connection", text("")),
                ("primary_key", text("id")),
                ("row_id", int(key_of(row))),
                ("data", text(&readable(resource, row.clone()).to_string())),
                ("row", Value::Object(row.clone())),
                ("ip", text(&act.ip)),
                ("useragent", text(&act.agent)),
                ("create_time", int(act.now)),
            ])
        };
        Ok(rows.iter().map(copy).collect())
    }

    /// Notes of sensitive fields that are about to change, when a rule asks for them.
    pub(crate) async fn sensitive_logs(
        &self,
        resource: &Resource,
        key: i64,
        before: &Object,
        values: &Checks,
        act: &Act,
    ) -> Result<Vec<Value>, TxError> {
        if !resource.sensitive {
            return Ok(vec![]);
        }
        let rule = self.watch("sensitive_data", resource).await.map_err(|error| match error {
            StoreError::Corrupt(reason) => TxError::Refused(reason),
            error => TxError::Unavailable(error.to_string()),
        })?;
        let Some(rule) = rule.filter(|rule| rule.status == 1) else { return Ok(vec![]) };
        let plain = |value: &Value| match value.clone().into_json_value() {
            Json::String(text) => text,
            Json::Null => String::new(),
            other => other.to_string(),
        };
        let mut logs = Vec::new();
        for (field, value) in values {
            let Some(comment) = rule.data_fields.get(field.name) else { continue };
            let stored = before.get(field.name).cloned().unwrap_or(Value::None);
            let secret = is_secret(field);
            let (was, is) = if secret { (MASK.to_owned(), MASK.to_owned()) } else { (plain(&stored), plain(value)) };
            logs.push(object([
                ("admin_id", int(act.scope.admin)),
                ("sensitive_id", int(rule.id)),
                ("data_table", text(resource.table)),
                ("connection", text("")),
                ("primary_key", text("id")),
                ("data_field", text(field.name)),
                ("data_comment", text(comment.as_str().unwrap_or(field.name))),
                ("id_value", int(key)),
                ("before", text(&was)),
                ("after", text(&is)),
                ("stored", if secret { Value::None } else { stored }),
                ("ip", text(&act.ip)),
                ("useragent", text(&act.agent)),
                ("create_time", int(act.now)),
            ]));
        }
        Ok(logs)
    }

    /// Deleted rows in the recycle bin that can be put back.
    pub async fn deleted_rows(&self, logs: &[i64]) -> Result<Vec<Deleted>, RecordError> {
        let found = self.logged("SELECT * FROM $ids WHERE row != NONE", "data_recycle_log", logs).await?;
        let catalogue = self.catalogue();
        found.into_iter().map(|log| Deleted::read(&catalogue, &log).ok_or(RecordError::NotRestorable)).collect()
    }

    /// Restores a deleted row under its id and removes it from the recycle bin. `body` is checked like a new row;
    /// fields that only the server writes get their old values.
    pub async fn restore_record(&self, deleted: &Deleted, body: &Map<String, Json>, act: &Act) -> Result<(), RecordError> {
        let resource = deleted.resource;
        let Value::Object(mut row) = self.checked_row(resource, body, act, &mut FoundReferences::new()).await? else {
            return Err(RecordError::NotRestorable);
        };
        for field in resource.fields.iter().filter(|field| is_kept(field)) {
            let decided = act.set.contains_key(field.name) && field.kind != Kind::Timestamp;
            if let Some(value) = deleted.row.get(field.name).filter(|_| !decided) {
                row.insert(field.name, value.clone());
            }
        }
        if resource.stamped {
            for (name, later) in [("create_time", 0), ("version", 1)] {
                if let Some(value) = deleted.row.get(name).and_then(|value| integers(value).first().copied()) {
                    row.insert(name, value + later);
                }
            }
        }
        resource.with_forms(&mut row);
        let version = row.get("version").and_then(|value| integers(value).first().copied()).unwrap_or(1);
        let noted = history::kept(resource, deleted.key, act.author(), version, HistoryAction::Restored, vec![]);
        let unique = |field: &Field| unique_meeting(resource.table, field.name, &is_set(field.name)) + &unique_guard(resource, field, "$row", "");
        let mut uniques: String = guarded_uniques(resource).map(unique).collect();
        if resource.tree {
            uniques.push_str(&meeting(resource.table));
            uniques.push_str(&parent_guard(resource));
        }
        let content = if resource.tree { with_level(resource, "$row") } else { "$row".to_owned() };
        let after = after_write(resource, "[$id]") + &event::seen(resource, "$id") + event::told(resource);
        let query = format!(
            "BEGIN; IF !record::exists($log) {{ THROW 'GONE' }}; {uniques} CREATE $id CONTENT {content} RETURN NONE; {KEEP} {after} DELETE $log RETURN NONE; COMMIT;"
        );
        let mut vars = vec![("log", id("data_recycle_log", deleted.log)), ("id", id(resource.table, deleted.key)), ("row", Value::Object(row))];
        vars.extend(noted);
        vars.extend(event::vars(resource, RowEvent::Restored, act.author(), std::iter::empty()));
        let mut writing = self.writes().writing(resource.table);
        let written = self.run_telling(resource, &query, vars).await;
        writing.touched(&[deleted.key]);
        self.ring();
        match written {
            Ok(_) => Ok(()),
            Err(TxError::Thrown(code)) if code == "GONE" => Err(RecordError::NotFound),
            Err(TxError::Exists(_)) => Err(wrong("id", "error.unique")),
            Err(TxError::Refused(_)) => Err(RecordError::NotRestorable),
            Err(error) => Err(refused(resource, error)),
        }
    }

    /// Earlier values of sensitive fields, row by row; of several log entries of a field the oldest counts.
    pub async fn earlier_values(&self, logs: &[i64]) -> Result<Vec<Earlier>, RecordError> {
        // Newest first, so that the oldest value is what stays.
        let found = self.logged("SELECT * FROM $ids ORDER BY id DESC", "sensitive_data_log", logs).await?;
        let catalogue = self.catalogue();
        let mut rows: Vec<Earlier> = Vec::new();
        for log in found {
            let resource = catalogue.of_table(text_of(&log, "data_table")).ok_or(RecordError::NotRestorable)?;
            let field = resource.field(text_of(&log, "data_field")).ok_or(RecordError::NotRestorable)?;
            if is_secret(field) || text_of(&log, "before") == MASK {
                return Err(RecordError::NotRestorable);
            }
            let key = log.get("id_value").and_then(|value| integers(value).first().copied()).ok_or(RecordError::NotRestorable)?;
            let value = typed_json(field, log.get("stored").unwrap_or(&Value::None));
            let position = rows.iter().position(|row| row.resource.table == resource.table && row.key == key).unwrap_or_else(|| {
                rows.push(Earlier { resource, key, body: Map::new(), notes: vec![] });
                rows.len() - 1
            });
            rows[position].body.insert(field.name.to_owned(), value);
            rows[position].notes.push(key_of(&log));
        }
        Ok(rows)
    }

    /// Takes notes out of the log of sensitive fields.
    pub(crate) async fn forget_notes(&self, notes: &[i64]) -> Result<(), StoreError> {
        if !notes.is_empty() {
            let notes = array(notes.iter().map(|note| id("sensitive_data_log", *note)).collect());
            self.run("DELETE $notes RETURN NONE", vec![("notes", notes)]).await?;
        }
        Ok(())
    }

    /// Rows of a log as they are stored; none of them is 'not found'.
    async fn logged(&self, query: &str, table: &'static str, logs: &[i64]) -> Result<Vec<Object>, RecordError> {
        let ids = array(logs.iter().take(BATCH_MAX).map(|log| id(table, *log)).collect());
        let mut response = self.run(query, vec![("ids", ids)]).await.map_err(StoreError::from)?;
        let value: Value = response.take(0).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let Value::Array(rows) = value else { return Err(RecordError::NotFound) };
        let rows: Vec<Object> = rows.into_vec().into_iter().filter_map(|row| if let Value::Object(row) = row { Some(row) } else { None }).collect();
        if rows.is_empty() { Err(RecordError::NotFound) } else { Ok(rows) }
    }

    /// Old notes of scheduled tasks are thrown away.
    pub async fn tidy_task_log(&self, older_than: i64) -> Result<(), StoreError> {
        self.delete_where("crontab_log", "create_time < $limit", vec![("limit", int(older_than))]).await?;
        Ok(())
    }

    /// Old copies are thrown away; answers how many.
    pub async fn empty_recycle_bin(&self, older_than: i64) -> Result<usize, StoreError> {
        self.delete_where("data_recycle_log", "create_time < $limit", vec![("limit", int(older_than))]).await
    }
}
