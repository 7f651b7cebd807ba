//! The recycle bin and the log of sensitive fields: what goes in with a write, and the way back.

use actors::store::StoreError;
use serde_json::Value as Json;
use surrealdb::types::{Object, Value};

use super::catalogue;
use super::declaration::{Field, Kind, Resource};
use super::error::RecordError;
use super::read::key_of;
use super::validate::Checks;
use super::write::{Act, readable};
use crate::connect::Store;
use crate::transaction::TxError;
use crate::value::{array, id, int, object, text};

/// What is shown instead of a secret.
pub const MASK: &str = "******";
/// Rows that are put back at once.
const BATCH_MAX: usize = 200;

/// Whether a field's values are never written down.
#[must_use]
pub fn is_secret(field: &Field) -> bool {
    field.kind == Kind::Password || ["password", "salt", "token", "secret"].iter().any(|word| field.name.contains(word))
}

/// A rule of the recycle bin or of the log of sensitive fields.
#[derive(Clone, Debug, serde::Deserialize)]
struct Watch {
    id: i64,
    #[serde(default)]
    data_fields: Json,
}

/// Rows that were put back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutBack {
    /// Controllers and ids.
    pub rows: Vec<(&'static str, i64)>,
}

impl Store {
    async fn watch(&self, rules: &'static str, resource: &Resource) -> Result<Option<Watch>, StoreError> {
        let fields = if rules == "sensitive_data" { ", data_fields" } else { "" };
        let query = format!("SELECT record::id(id) AS id{fields} FROM {rules} WHERE controller_as = $path AND status = 1 LIMIT 1");
        Ok(self.rows(&query, vec![("path", text(&resource.path()))]).await?.into_iter().next())
    }

    /// Copies of rows that are about to be deleted, when a rule asks for them.
    pub(crate) async fn recycled(&self, resource: &Resource, rows: &[Object], act: &Act) -> Result<Vec<Value>, StoreError> {
        if !resource.recycle {
            return Ok(vec![]);
        }
        let Some(rule) = self.watch("data_recycle", resource).await? else { return Ok(vec![]) };
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
        let rule = self.watch("sensitive_data", resource).await.map_err(|error| TxError::Unavailable(error.to_string()))?;
        let Some(rule) = rule else { return Ok(vec![]) };
        let watched: Json = rule.data_fields.as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or(Json::Null);
        let told = |value: &Value| match value.clone().into_json_value() {
            Json::String(text) => text,
            Json::Null => String::new(),
            other => other.to_string(),
        };
        let mut logs = Vec::new();
        for (field, value) in values {
            let Some(comment) = watched.get(field.name) else { continue };
            let stored = before.get(field.name).cloned().unwrap_or(Value::None);
            let secret = is_secret(field);
            let (was, is) = if secret { (MASK.to_owned(), MASK.to_owned()) } else { (told(&stored), told(value)) };
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

    /// Puts deleted rows back, all of them or none.
    pub async fn restore_records(&self, logs: &[i64]) -> Result<PutBack, RecordError> {
        #[derive(serde::Deserialize)]
        struct Copy {
            data_table: String,
            row_id: i64,
        }
        let logs = &logs[..logs.len().min(BATCH_MAX)];
        let ids = array(logs.iter().map(|log| id("data_recycle_log", *log)).collect());
        let found: Vec<Copy> = self.rows("SELECT data_table, row_id FROM $ids WHERE row != NONE", vec![("ids", ids.clone())]).await?;
        if found.is_empty() {
            return Err(RecordError::NotFound);
        }
        let mut back = PutBack::default();
        let mut writing = Vec::new();
        for copy in found {
            let resource = catalogue::of_table(&copy.data_table).ok_or(RecordError::NotRestorable)?;
            writing.push(self.writes().writing(resource));
            back.rows.push((resource.controller, copy.row_id));
        }
        let query = "BEGIN; FOR $log IN (SELECT * FROM $ids WHERE row != NONE) { CREATE $log.row.id CONTENT $log.row RETURN NONE; DELETE $log.id RETURN NONE; }; COMMIT;";
        match self.run(query, vec![("ids", ids)]).await {
            Ok(_) => Ok(back),
            Err(TxError::Exists(_) | TxError::NotUnique(_)) => Err(super::error::wrong("id", "error.unique")),
            Err(error) => Err(RecordError::Store(error.into())),
        }
    }

    /// Writes old values of sensitive fields back, all of them or none.
    pub async fn roll_back(&self, logs: &[i64], act: &Act) -> Result<PutBack, RecordError> {
        #[derive(serde::Deserialize)]
        struct Log {
            data_table: String,
            data_field: String,
            id_value: i64,
            before: String,
        }
        let logs = &logs[..logs.len().min(BATCH_MAX)];
        let ids = array(logs.iter().map(|log| id("sensitive_data_log", *log)).collect());
        let found: Vec<Log> = self.rows("SELECT data_table, data_field, id_value, before FROM $ids", vec![("ids", ids.clone())]).await?;
        if found.is_empty() {
            return Err(RecordError::NotFound);
        }
        let mut back = PutBack::default();
        let mut writing = Vec::new();
        for log in found {
            let resource = catalogue::of_table(&log.data_table).ok_or(RecordError::NotRestorable)?;
            let field = resource.field(&log.data_field).ok_or(RecordError::NotRestorable)?;
            if is_secret(field) || log.before == MASK {
                return Err(RecordError::NotRestorable);
            }
            writing.push(self.writes().writing(resource));
            back.rows.push((resource.controller, log.id_value));
        }
        // Newest first, so that the oldest value is what stays.
        let query = "BEGIN; FOR $log IN (SELECT * FROM $ids ORDER BY id DESC) { \
               LET $row = type::record($log.data_table, $log.id_value); \
               IF !record::exists($row) { THROW 'MISSING' }; \
               UPDATE $row MERGE object::from_entries([[$log.data_field, $log.stored]]) RETURN NONE; \
               UPDATE $row SET version = (version ?? 1) + 1, update_time = $now RETURN NONE; \
               DELETE $log.id RETURN NONE; }; COMMIT;";
        match self.run(query, vec![("ids", ids), ("now", int(act.now))]).await {
            Ok(_) => Ok(back),
            Err(TxError::Thrown(_)) => Err(RecordError::NotFound),
            Err(error) => Err(RecordError::Store(error.into())),
        }
    }

    /// Old notes of scheduled tasks are thrown away.
    pub async fn tidy_task_log(&self, older_than: i64) -> Result<(), StoreError> {
        self.run("DELETE crontab_log WHERE create_time < $limit RETURN NONE", vec![("limit", int(older_than))]).await?;
        Ok(())
    }

    /// Old copies are thrown away; answers how many.
    pub async fn empty_recycle_bin(&self, older_than: i64) -> Result<usize, StoreError> {
        let gone: Vec<Json> = self.rows("DELETE data_recycle_log WHERE create_time < $limit RETURN BEFORE", vec![("limit", int(older_than))]).await?;
        Ok(gone.len())
    }
}
