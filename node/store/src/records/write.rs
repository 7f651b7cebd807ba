//! Writes the rows of a declared resource. Every write is one transaction with what belongs to it:
//! the recycle bin's copy, the log of sensitive fields, the note of who changed what.

use std::collections::{HashMap, HashSet};

use actors::store::StoreError;
use serde_json::{Map, Value as Json, json};
use surrealdb::types::{Object, Value};

use super::catalogue;
use super::declaration::{Field, Kind, Resource};
use super::error::{Change, Conflict, RecordError, wrong};
use super::query::quoted;
use super::read::{key_of, reachable};
use super::sortable::{Direction, plan};
use super::tree::would_loop;
use super::validate::{Checks, check, check_body};
use crate::connect::Store;
use crate::scope::Scope;
use crate::transaction::{TxError, take};
use crate::value::{array, id, int, object, text};

/// How often a change that met another one is tried.
const TRIES: usize = 6;
/// Changes of a row that are remembered.
const REVISIONS: usize = 10;
/// Most rows with the same weight that dragging sorts out at once.
const SAME_WEIGHT_MAX: usize = 5_000;

/// Who writes, and when.
#[derive(Clone, Debug)]
pub struct Act {
    pub scope: Scope,
    /// Unix seconds.
    pub now: i64,
    pub ip: String,
    pub agent: String,
    /// Values that the server sets: past the question who may write them.
    pub set: Map<String, Json>,
}

impl Act {
    /// The system itself.
    #[must_use]
    pub fn system(now: i64) -> Self {
        Self { scope: Scope::system(), now, ip: String::new(), agent: String::new(), set: Map::new() }
    }
}

/// What a write did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    pub ids: Vec<i64>,
    /// Rows as they were before an edit or a deletion.
    pub before: Vec<Json>,
    /// Fields that changed.
    pub fields: Vec<&'static str>,
}

/// A new row that has been checked.
#[derive(Clone, Debug)]
pub struct Checked {
    pub row: Value,
    /// It says its weight itself.
    pub weighed: bool,
}

/// References that were found in use, so that a long import asks for each once.
pub type Known = HashSet<(&'static str, i64)>;

fn warehouse_field(resource: &Resource) -> &'static str {
    resource.warehouse.unwrap_or_default()
}

fn integers(value: &Value) -> Vec<i64> {
    match value {
        Value::Number(number) => number.to_int().into_iter().collect(),
        Value::Array(values) => values.iter().flat_map(integers).collect(),
        _ => vec![],
    }
}

impl Store {
    /// Refuses references to what is not there, is not in use, or lies out of the caller's reach.
    async fn check_references(&self, resource: &Resource, values: &Checks, scope: &Scope, known: &mut Known) -> Result<(), RecordError> {
        for (field, value) in values {
            let table = match field.kind {
                Kind::Reference(target) | Kind::References(target) => target.table,
                Kind::Parent => resource.table,
                _ => continue,
            };
            let keys: Vec<i64> = integers(value).into_iter().filter(|key| *key != 0).collect();
            let foreign = |allowed: &[i64]| keys.iter().any(|key| !allowed.contains(key));
            if field.name == warehouse_field(resource) && scope.only_warehouses().is_some_and(foreign) {
                return Err(wrong(field.name, "error.reference"));
            }
            let unknown: Vec<i64> = keys.into_iter().filter(|key| !known.contains(&(table, *key))).collect();
            if unknown.is_empty() {
                continue;
            }
            let ids = array(unknown.iter().map(|key| id(table, *key)).collect());
            let found: Vec<Json> = self.rows("SELECT VALUE status ?? 1 FROM $ids", vec![("ids", ids.clone())]).await?;
            let usable = field.kind == Kind::Parent
                || found.iter().all(|status| !matches!(status, Json::Number(n) if n.as_i64() == Some(0)) && status != "disable");
            if found.len() != unknown.len() || !usable || !self.sees_targets(table, ids, scope).await? {
                return Err(wrong(field.name, "error.reference"));
            }
            known.extend(unknown.into_iter().map(|key| (table, key)));
        }
        Ok(())
    }

    /// Whether rows that are referred to lie in warehouses that the caller may see.
    async fn sees_targets(&self, table: &'static str, ids: Value, scope: &Scope) -> Result<bool, StoreError> {
        let (Some(seen), Some(column)) = (scope.only_warehouses(), catalogue::of_table(table).and_then(|target| target.warehouse)) else {
            return Ok(true);
        };
        let column = if column == "id" { "record::id(id)".to_owned() } else { quoted(column) };
        let lie: Vec<i64> = self.rows(&format!("SELECT VALUE {column} FROM $ids"), vec![("ids", ids)]).await?;
        Ok(lie.iter().all(|warehouse| seen.contains(warehouse)))
    }

    fn with_set(values: &mut Checks, resource: &Resource, act: &Act) -> Result<(), RecordError> {
        for (name, json) in &act.set {
            let Some(field) = resource.field(name) else { continue };
            let value = check(&Field { required: false, rule: None, ..*field }, json)?;
            values.retain(|(other, _)| other.name != name);
            values.push((field, value));
        }
        Ok(())
    }

    /// Checks a new row.
    pub async fn checked_row(&self, resource: &Resource, body: &Map<String, Json>, act: &Act, known: &mut Known) -> Result<Value, RecordError> {
        // Who sees some warehouses only can't make one that he would not see.
        if resource.warehouse == Some("id") && act.scope.only_warehouses().is_some() {
            return Err(RecordError::OutOfScope);
        }
        let mut values = check_body(resource, body, None)?;
        Self::with_set(&mut values, resource, act)?;
        self.check_references(resource, &values, &act.scope, known).await?;
        let mut row = Object::new();
        for (field, value) in values {
            let value = match (field.kind, resource.owner) {
                (_, Some(owner)) if owner == field.name && act.scope.admin != 0 => int(act.scope.admin),
                _ => value,
            };
            if !matches!(value, Value::None) {
                row.insert(field.name, value);
            }
        }
        if resource.stamped {
            row.insert("create_time", act.now);
            row.insert("update_time", act.now);
            row.insert("version", 1_i64);
        } else if resource.field("create_time").is_some() {
            row.insert("create_time", act.now);
        }
        Ok(Value::Object(row))
    }

    /// Adds a row; answers its id.
    pub async fn insert_record(&self, resource: &Resource, body: &Map<String, Json>, act: &Act) -> Result<i64, RecordError> {
        let row = self.checked_row(resource, body, act, &mut Known::new()).await?;
        Ok(self.insert_checked(resource, vec![row], body.contains_key("weigh")).await?.first().copied().unwrap_or(0))
    }

    /// Adds rows that have been checked, all of them or none. A row without a weight gets its id as weight.
    pub async fn insert_checked(&self, resource: &Resource, rows: Vec<Value>, weighed: bool) -> Result<Vec<i64>, RecordError> {
        let table = resource.table;
        let uniques: String = optional_uniques(resource).map(|field| unique_guard(table, field.name, "")).collect();
        let content = if resource.weigh().is_some() && !weighed { "object::extend($row, { weigh: $key })" } else { "$row" };
        let query = format!(
            "BEGIN; LET $keys = $rows.map(|$row| sequence::nextval('{table}')); \
             FOR $at IN 0..array::len($rows) {{ LET $row = $rows[$at]; LET $key = $keys[$at]; {uniques} \
             CREATE type::record('{table}', $key) CONTENT {content} RETURN NONE; }}; \
             SELECT VALUE $this FROM $keys; COMMIT;"
        );
        let mut writing = self.quick_memory().writing(resource);
        let mut response = self.run(&query, vec![("rows", array(rows))]).await.map_err(|error| {
            // What was refused has touched nothing: the memory of a long list need not be read afresh.
            if !matches!(error, TxError::Unknown(_)) {
                writing.touched(&[]);
            }
            refused(resource, error)
        })?;
        let keys: Vec<i64> = take(&mut response, 3)?;
        writing.touched(&keys);
        Ok(keys)
    }

    /// Changes the fields that are present. With a version, only when nobody saved since.
    pub async fn update_record(&self, resource: &Resource, key: i64, body: &Map<String, Json>, act: &Act) -> Result<Written, RecordError> {
        let expected = body.get("version").and_then(|version| version.as_i64().or_else(|| version.as_str()?.parse().ok()));
        for _ in 0..TRIES {
            let before = self.raw_row(resource, key).await?;
            reachable(resource, &before, key, &act.scope)?;
            let seen = stored_version(&before);
            if resource.stamped && expected.is_some_and(|expected| expected != seen.unwrap_or(1)) {
                return Err(self.conflict(resource, key, &before, expected.unwrap_or(0), body, &act.scope).await?);
            }
            let mut values = check_body(resource, body, Some(&before))?;
            Self::with_set(&mut values, resource, act)?;
            values.retain(|(field, value)| match before.get(field.name) {
                Some(stored) => stored != value,
                None => !matches!(value, Value::None),
            });
            if values.is_empty() {
                return Ok(Written { ids: vec![key], ..Written::default() });
            }
            self.check_references(resource, &values, &act.scope, &mut Known::new()).await?;
            self.check_parent(resource, key, &values).await?;
            match self.write_change(resource, key, &before, seen, &values, act).await {
                Err(TxError::Thrown(code)) if code.contains("RACE") => {}
                Err(error) => return Err(refused(resource, error)),
                Ok(()) => {
                    let fields = values.iter().map(|(field, _)| field.name).collect();
                    return Ok(Written { ids: vec![key], before: vec![readable(resource, before)], fields });
                }
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Whether an edit would change anything; refused as the edit itself would be.
    pub async fn would_change(
        &self,
        resource: &Resource,
        key: i64,
        body: &Map<String, Json>,
        act: &Act,
        known: &mut Known,
    ) -> Result<bool, RecordError> {
        let before = self.raw_row(resource, key).await?;
        reachable(resource, &before, key, &act.scope)?;
        let mut values = check_body(resource, body, Some(&before))?;
        values.retain(|(field, value)| before.get(field.name) != Some(value) && (before.contains_key(field.name) || !matches!(value, Value::None)));
        values.retain(|(field, value)| field.kind != Kind::Password || !matches!(value, Value::String(text) if text.is_empty()));
        self.check_references(resource, &values, &act.scope, known).await?;
        Ok(!values.is_empty())
    }

    async fn write_change(
        &self,
        resource: &Resource,
        key: i64,
        before: &Object,
        seen: Option<i64>,
        values: &Checks,
        act: &Act,
    ) -> Result<(), TxError> {
        let logs = self.sensitive_logs(resource, key, before, values, act).await?;
        let mut row = Object::new();
        for (field, value) in values {
            row.insert(field.name, value.clone());
        }
        if resource.stamped {
            let version = seen.unwrap_or(1) + 1;
            let names = array(values.iter().map(|(field, _)| text(field.name)).collect());
            let note = object([("version", int(version)), ("admin", int(act.scope.admin)), ("at", int(act.now)), ("fields", names)]);
            let mut revisions = match before.get("revisions") {
                Some(Value::Array(revisions)) => revisions.clone().into_vec(),
                _ => vec![],
            };
            revisions.push(note);
            let kept = revisions.split_off(revisions.len().saturating_sub(REVISIONS));
            row.insert("revisions", array(kept));
            row.insert("update_time", act.now);
            row.insert("version", version);
        }
        let uniques: String = optional_uniques(resource).map(|field| unique_guard(resource.table, field.name, "AND id != $id")).collect();
        let guard = if resource.stamped { "IF (SELECT VALUE version FROM ONLY $id) != $seen { THROW 'RACE' };" } else { "" };
        let query = format!(
            "BEGIN; {guard} {uniques} UPDATE $id MERGE $row RETURN NONE; \
             FOR $log IN $logs {{ CREATE type::record('sensitive_data_log', sequence::nextval('sensitive_data_log')) CONTENT $log RETURN NONE; }}; COMMIT;"
        );
        let vars = vec![("id", id(resource.table, key)), ("seen", seen.map_or(Value::None, int)), ("row", Value::Object(row)), ("logs", array(logs))];
        let mut writing = self.quick_memory().writing(resource);
        let written = self.run(&query, vars).await.map(|_| ());
        writing.touched(&[key]);
        written
    }

    async fn check_parent(&self, resource: &Resource, key: i64, values: &Checks) -> Result<(), RecordError> {
        let Some((field, value)) = values.iter().find(|(field, _)| field.kind == Kind::Parent) else { return Ok(()) };
        let parent = integers(value).first().copied().unwrap_or(0);
        if parent == 0 {
            return Ok(());
        }
        let rows: Vec<(i64, i64)> = self.rows(&format!("SELECT VALUE [record::id(id), pid] FROM {}", resource.table), vec![]).await?;
        let above: HashMap<i64, i64> = rows.into_iter().collect();
        if would_loop(key, parent, &above) { Err(wrong(field.name, "error.tree.loop")) } else { Ok(()) }
    }

    /// What somebody else changed since the version that was sent.
    async fn conflict(
        &self,
        resource: &Resource,
        key: i64,
        before: &Object,
        expected: i64,
        body: &Map<String, Json>,
        scope: &Scope,
    ) -> Result<RecordError, RecordError> {
        #[derive(serde::Deserialize)]
        struct Revision {
            version: i64,
            admin: i64,
            at: i64,
            fields: Vec<String>,
        }
        let current = self.record(resource, key, scope).await?;
        let revisions: Vec<Revision> = before.get("revisions").cloned().map(crate::value::read).transpose()?.unwrap_or_default();
        let oldest = revisions.first().map_or(i64::MAX, |revision| revision.version);
        let admins: Vec<i64> = revisions.iter().map(|revision| revision.admin).collect();
        let names = self.admin_names(&admins).await?;
        let mut latest: Vec<(String, i64, i64)> = Vec::new();
        for revision in revisions.into_iter().filter(|revision| revision.version > expected) {
            for field in revision.fields {
                latest.retain(|(name, ..)| *name != field);
                latest.push((field, revision.admin, revision.at));
            }
        }
        // Too long ago to know: whatever differs from what was sent.
        if expected + 1 < oldest {
            for field in resource.shown().filter(|field| body.contains_key(field.name)) {
                let differs = check(field, &body[field.name]).is_ok_and(|value| before.get(field.name) != Some(&value));
                if differs && !latest.iter().any(|(name, ..)| name == field.name) {
                    latest.push((field.name.to_owned(), 0, 0));
                }
            }
        }
        let seen = |name: &str| resource.shown().any(|field| field.name == name);
        let change = |(field, admin, at): (String, i64, i64)| Change {
            theirs: current[&field].clone(),
            yours: body.get(&field).cloned(),
            admin_name: names.get(&admin).cloned().unwrap_or_default(),
            field,
            admin,
            at,
        };
        let changes = latest.into_iter().filter(|(name, ..)| seen(name)).map(change).collect();
        Ok(RecordError::Changed(Box::new(Conflict { version: stored_version(before).unwrap_or(1), current, changes })))
    }

    async fn admin_names(&self, admins: &[i64]) -> Result<HashMap<i64, String>, StoreError> {
        let ids = array(admins.iter().map(|admin| id("admin", *admin)).collect());
        let rows: Vec<(i64, String)> = self.rows("SELECT VALUE [record::id(id), nickname] FROM $ids", vec![("ids", ids)]).await?;
        Ok(rows.into_iter().collect())
    }

    /// Deletes rows that nothing refers to: all of them or none.
    pub async fn delete_records(&self, resource: &Resource, keys: &[i64], act: &Act) -> Result<Written, RecordError> {
        let rows = self.raw_rows(resource, keys).await?;
        for row in &rows {
            reachable(resource, row, key_of(row), &act.scope)?;
        }
        if rows.is_empty() {
            return Err(RecordError::NotFound);
        }
        let keys: Vec<i64> = rows.iter().map(key_of).collect();
        self.check_unused(resource, &keys).await?;
        let copies = self.recycled(resource, &rows, act).await?;
        let guards: String = catalogue::users_of(resource)
            .into_iter()
            .filter(|(table, ..)| *table != resource.table)
            .map(|(table, field, several)| {
                format!("IF array::len((SELECT VALUE id FROM {table} WHERE {} LIMIT 1)) > 0 {{ THROW 'USED' }};", used(field, several))
            })
            .collect();
        let query = format!(
            "BEGIN; {guards} DELETE $ids RETURN NONE; \
             FOR $copy IN $copies {{ CREATE type::record('data_recycle_log', sequence::nextval('data_recycle_log')) CONTENT $copy RETURN NONE; }}; COMMIT;"
        );
        let ids = array(keys.iter().map(|key| id(resource.table, *key)).collect());
        let vars = vec![("ids", ids), ("keys", array(keys.iter().copied().map(int).collect())), ("copies", array(copies))];
        let mut writing = self.quick_memory().writing(resource);
        let deleted = self.run(&query, vars).await;
        writing.touched(&keys);
        match deleted {
            Err(TxError::Thrown(_)) => Err(RecordError::InUse(keys)),
            Err(error) => Err(RecordError::Store(error.into())),
            Ok(_) => Ok(Written { ids: keys, before: rows.into_iter().map(|row| readable(resource, row)).collect(), fields: vec![] }),
        }
    }

    async fn check_unused(&self, resource: &Resource, keys: &[i64]) -> Result<(), RecordError> {
        if resource.tree {
            let vars = vec![("keys", array(keys.iter().copied().map(int).collect()))];
            let query = format!("SELECT VALUE [record::id(id), pid] FROM {} WHERE pid IN $keys", resource.table);
            let children: Vec<(i64, i64)> = self.rows(&query, vars).await?;
            let above: Vec<i64> = children.into_iter().filter(|(child, _)| !keys.contains(child)).map(|(_, parent)| parent).collect();
            if !above.is_empty() {
                return Err(RecordError::HasChildren(above));
            }
        }
        let mut used_keys = Vec::new();
        for (table, field, several) in catalogue::users_of(resource) {
            if table == resource.table {
                continue;
            }
            for key in keys.iter().filter(|key| !used_keys.contains(*key)).copied().collect::<Vec<_>>() {
                let query = format!("SELECT VALUE true FROM {table} WHERE {} LIMIT 1", used(field, several));
                let found: Vec<bool> = self.rows(&query, vec![("keys", array(vec![int(key)]))]).await?;
                if !found.is_empty() {
                    used_keys.push(key);
                }
            }
        }
        if used_keys.is_empty() { Ok(()) } else { Err(RecordError::InUse(used_keys)) }
    }

    /// Puts a row where another one is shown.
    pub async fn sort_record(
        &self,
        resource: &Resource,
        moved: i64,
        target: i64,
        order: Option<(&str, bool)>,
        direction: Direction,
        act: &Act,
    ) -> Result<(), RecordError> {
        let weigh = resource.weigh().ok_or(RecordError::NotByWeight)?.name;
        let (field, descends) = order.unwrap_or(resource.order);
        if field != weigh {
            return Err(RecordError::NotByWeight);
        }
        if moved == target {
            return Err(RecordError::NotFound);
        }
        for _ in 0..TRIES {
            let rows = self.raw_rows(resource, &[moved, target]).await?;
            for row in &rows {
                reachable(resource, row, key_of(row), &act.scope)?;
            }
            let at = rows.iter().find(|row| key_of(row) == target).filter(|_| rows.len() == 2).ok_or(RecordError::NotFound)?;
            let weight = at.get(weigh).map(integers).and_then(|weights| weights.first().copied()).unwrap_or(0);
            let table = resource.table;
            let same = format!("SELECT VALUE record::id(id) FROM {table} WHERE {weigh} = $weight", weigh = quoted(weigh));
            let mut same: Vec<i64> = self.rows(&same, vec![("weight", int(weight))]).await?;
            same.sort_unstable_by(|a, b| b.cmp(a));
            if same.len() > SAME_WEIGHT_MAX {
                return Err(RecordError::TooMany);
            }
            let plan = plan(moved, target, weight, &same, direction, descends);
            let beyond = if plan.beyond < 0 { "<" } else { ">" };
            let sets = plan.rows.iter().map(|(row, weight)| object([("id", id(table, *row)), ("weight", int(*weight))])).collect();
            // The counter row makes two drags in one table meet each other.
            let query = format!(
                "BEGIN; UPSERT type::record('counter', $lock) SET last = (last ?? 0) + 1 RETURN NONE; \
                 IF array::len((SELECT VALUE id FROM {table} WHERE {weigh} = $weight)) != $count OR (SELECT VALUE {weigh} FROM ONLY $target) != $weight {{ THROW 'RACE' }}; \
                 UPDATE {table} SET {weigh} += $beyond WHERE {weigh} {beyond} $weight AND id != $moved RETURN NONE; \
                 FOR $set IN $sets {{ UPDATE $set.id SET {weigh} = $set.weight RETURN NONE; }}; COMMIT;",
                weigh = quoted(weigh)
            );
            let vars = vec![
                ("lock", text(&format!("sort_{table}"))),
                ("weight", int(weight)),
                ("count", int(i64::try_from(same.len()).unwrap_or(0))),
                ("target", id(table, target)),
                ("moved", id(table, moved)),
                ("beyond", int(plan.beyond)),
                ("sets", array(sets)),
            ];
            let _writing = self.quick_memory().writing(resource);
            match self.run(&query, vars).await {
                Ok(_) => return Ok(()),
                Err(TxError::Thrown(_)) => {}
                Err(error) => return Err(RecordError::Store(error.into())),
            }
        }
        Err(StoreError::Conflict.into())
    }
}

fn stored_version(row: &Object) -> Option<i64> {
    row.get("version").map(integers).and_then(|version| version.first().copied())
}

fn used(field: &str, several: bool) -> String {
    let path = field.split('.').map(quoted).collect::<Vec<_>>().join(".");
    if several { format!("{path} CONTAINSANY $keys") } else { format!("{path} IN $keys") }
}

/// Unique fields that may stay empty: an index would take two empty ones for the same.
fn optional_uniques(resource: &Resource) -> impl Iterator<Item = &'static Field> + use<> {
    resource.fields.iter().filter(|field| field.unique && !field.required)
}

fn unique_guard(table: &str, field: &str, others: &str) -> String {
    let name = quoted(field);
    format!(
        "IF ($row.{name} ?? '') != '' AND array::len((SELECT VALUE id FROM {table} WHERE {name} = $row.{name} {others} LIMIT 1)) > 0 {{ THROW 'UNIQUE:{field}' }};"
    )
}

fn refused(resource: &Resource, error: TxError) -> RecordError {
    let message = match &error {
        TxError::NotUnique(message) | TxError::Thrown(message) => message.clone(),
        _ => return RecordError::Store(error.into()),
    };
    let named = |field: &&Field| {
        field.unique && (message.contains(&format!("{}_{}", resource.table, field.name)) || message.ends_with(&format!("UNIQUE:{}", field.name)))
    };
    match resource.fields.iter().find(named) {
        Some(field) => wrong(field.name, "error.unique"),
        None => RecordError::Store(error.into()),
    }
}

/// A stored row for hooks, logs and the recycle bin's text: secrets masked.
pub(crate) fn readable(resource: &Resource, row: Object) -> Json {
    let key = key_of(&row);
    let mut json = Value::Object(row).into_json_value();
    json["id"] = json!(key);
    if let Some(fields) = json.as_object_mut() {
        fields.remove("revisions");
    }
    resource.present(&mut json);
    for field in resource.fields {
        if super::bin::is_secret(field) && json.get(field.name).is_some() {
            json[field.name] = json!(super::bin::MASK);
        }
    }
    json
}
