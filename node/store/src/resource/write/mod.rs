//! Writes the rows of a declared resource. Every write is one transaction with the copy for the recycle bin, the log
//! of sensitive fields and the history. New rows and common parts are here; [`change`] and [`remove`] have edits and
//! deletions, [`together`] edits of several rows at once.

mod change;
mod remove;
mod together;
pub(super) mod tree_turn;

use std::collections::HashSet;

use actors::store::StoreError;
use bus_schemas::right::WarehouseRight;
use serde_json::{Map, Value as Json, json};
use surrealdb::types::{Object, Value};

use super::alike::{folded_column, is_form};
use super::declaration::{Field, From, Kind, Resource};
use super::error::{RecordError, wrong};
use super::history::{self, Author};
use super::numbering::TakenNumbers;
use super::query::quoted;
use super::read::{key_of, number_in, reachable};
use super::schema::PAIR;
use super::secrets::{MASK, is_secret};
use super::validate::{Checks, check, check_body};
use crate::cache::Writing;
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars, last_statement, take};
use crate::engine::value::{array, id, int, object};
use crate::event::rows::{self as event, RowEvent};
use crate::scope::Scope;
use crate::task_steps::{FENCED, TaskStep};

pub use self::together::{RowEdit, TOGETHER_MAX};

/// Who writes, and when.
#[derive(Clone, Debug)]
pub struct Act {
    pub scope: Scope,
    /// Unix seconds.
    pub now: i64,
    pub ip: String,
    pub agent: String,
    /// Values that the server sets, whether the caller may write the fields or not.
    pub set: Map<String, Json>,
    /// What is written with the row.
    pub extra: ExtraStatements,
    /// A deletion refuses rows that were changed since they were made.
    pub as_made: bool,
    /// A change refuses rows that are not like this.
    pub from: Option<From>,
    /// The step of a background task that it belongs to.
    pub step: Option<TaskStep>,
}

/// Statements that run in the transaction of a row's write, after it: `$owner` is the row's id, and of a deletion `$keys` are
/// the ids of the rows that go. A guard that throws [`BESIDE`] with a field's path after it refuses that field.
#[derive(Clone, Debug, Default)]
pub struct ExtraStatements {
    pub(crate) query: String,
    pub(crate) vars: Vars,
    /// The tables that they write.
    pub(crate) tables: Vec<&'static str>,
    /// They only refuse: an edit that changes nothing does not need them.
    pub(crate) only_guards: bool,
}

impl ExtraStatements {
    /// Whether nothing is written with the row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.query.is_empty()
    }
}

/// How often rows are written with other numbers, because others have taken theirs.
const NUMBER_TRIES: usize = 50;

/// Thrown when no enabled super administrator would be left.
pub(crate) const LAST_CHIEF: &str = "LAST_CHIEF";

/// Thrown, with a path after it, when a value beside the row is another one's.
pub(crate) const BESIDE: &str = "BESIDE:";

/// What guards of [`ExtraStatements`] throw, and the field and the message that the caller gets.
const GUARDS: &[(&str, &str, &str)] = &[
    (LAST_OWNER, "role", "company.last_owner"),
    (COMPANIES_FULL, "name", "company.full"),
    (PEOPLE_FULL, "account", "company.people_full"),
    (PROVED, "id_number", "person.proved"),
    (TRIES_USED, "id_number", "person.tries"),
    (ORDERS_OPEN, "id", "member.close.orders"),
    (MONEY_LEFT, "money", "member.close.money"),
];
/// Thrown when a company would be left without an owner.
pub(crate) const LAST_OWNER: &str = "LAST_OWNER";
/// Thrown when a member has as many companies as there may be.
pub(crate) const COMPANIES_FULL: &str = "COMPANIES_FULL";
/// Thrown when a company has as many people as there may be.
pub(crate) const PEOPLE_FULL: &str = "PEOPLE_FULL";
/// Thrown when a paper has proved another member already.
pub(crate) const PROVED: &str = "PROVED";
/// Thrown when a member has tried to prove who they are as often as they may.
pub(crate) const TRIES_USED: &str = "TRIES_USED";
/// Thrown when an account is closed whose orders are not at their end.
pub(crate) const ORDERS_OPEN: &str = "ORDERS_OPEN";
/// Thrown when an account is closed that has money left.
pub(crate) const MONEY_LEFT: &str = "MONEY_LEFT";

impl Act {
    /// The system itself.
    #[must_use]
    pub fn system(now: i64) -> Self {
        Self {
            scope: Scope::system(),
            now,
            ip: String::new(),
            agent: String::new(),
            set: Map::new(),
            extra: ExtraStatements::default(),
            as_made: false,
            from: None,
            step: None,
        }
    }

    /// Refuses a row that is not as the change wants it. The guard of its version lets nothing come between.
    fn refuse_other_state(&self, row: &Object, key: i64) -> Result<(), RecordError> {
        let Some(from) = self.from else { return Ok(()) };
        let stored = row.get(from.field).cloned().unwrap_or(Value::None).into_json_value();
        if from.allows(&stored) { Ok(()) } else { Err(RecordError::OtherState(vec![key])) }
    }

    /// As the history names who writes.
    pub(crate) const fn author(&self) -> Author {
        Author { admin: self.scope.admin, at: self.now }
    }
}

/// Result of a write.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    pub ids: Vec<i64>,
    /// Rows as they were before an edit or a deletion.
    pub before: Vec<Json>,
    /// Fields that changed.
    pub fields: Vec<&'static str>,
    /// Of an edit.
    pub edited: Edited,
}

/// The writable fields that an edit changed, but for secrets, in the form of a typed body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edited {
    /// The row's new version; 0 where its rows have none.
    pub version: i64,
    pub former: Map<String, Json>,
    pub given: Map<String, Json>,
}

/// A new row that has been checked.
#[derive(Clone, Debug)]
pub struct Checked {
    pub row: Value,
    /// Its weight was given.
    pub weighed: bool,
    /// What is written beside it.
    pub extra: ExtraStatements,
}

impl Checked {
    /// Hangs it under a row.
    pub fn hang_under(&mut self, parent: i64) {
        if let Value::Object(row) = &mut self.row {
            row.insert("pid", parent);
        }
    }
}

/// References that were found in use, so that a long import asks for each once.
pub type FoundReferences = HashSet<(&'static str, i64)>;

fn warehouse_field(resource: &Resource) -> &'static str {
    resource.warehouse.unwrap_or_default()
}

/// The id of the one row that was added.
fn only(resource: &Resource, ids: &[i64]) -> Result<i64, RecordError> {
    let [id] = ids else { return Err(StoreError::Corrupt(format!("{} rows of {} were added, not 1", ids.len(), resource.table)).into()) };
    Ok(*id)
}

pub(super) fn integers(value: &Value) -> Vec<i64> {
    match value {
        Value::Number(number) => number.to_int().into_iter().collect(),
        Value::Array(values) => values.iter().flat_map(integers).collect(),
        _ => vec![],
    }
}

impl Store {
    /// Refuses references to rows that don't exist, are disabled, or are out of scope.
    pub(crate) async fn check_references(
        &self,
        resource: &Resource,
        values: &Checks,
        scope: &Scope,
        known: &mut FoundReferences,
    ) -> Result<(), RecordError> {
        for (field, value) in values {
            let Some(table) = resource.named_table(field) else { continue };
            let keys: Vec<i64> = integers(value).into_iter().filter(|key| *key != 0).collect();
            let foreign = |allowed: &[i64]| keys.iter().any(|key| !allowed.contains(key));
            if field.name == warehouse_field(resource) {
                if scope.only_warehouses().is_some_and(foreign) {
                    return Err(wrong(field.name, "error.reference"));
                }
                for warehouse in &keys {
                    self.require_right(resource, *warehouse, None, scope).await?;
                }
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

    /// Refuses a row that the caller may not change.
    async fn changeable(&self, resource: &Resource, row: &Object, key: i64, scope: &Scope) -> Result<(), RecordError> {
        reachable(resource, row, key, scope)?;
        let owner = resource.owner.map(|column| number_in(row, key, column)).transpose()?;
        match resource.warehouse.map(|column| number_in(row, key, column)).transpose()? {
            // A row that names no warehouse belongs to all. What is seen by other means only can't be changed.
            None | Some(0) if scope.permits_on(WarehouseRight::See, None, owner) => Ok(()),
            None | Some(0) => Err(RecordError::NotFound),
            Some(warehouse) => self.require_right(resource, warehouse, owner, scope).await,
        }
    }

    /// Refuses changes in a warehouse where the caller may only look. The warehouse itself says what its people may
    /// do: that is for those who decide there.
    async fn require_right(&self, resource: &Resource, warehouse: i64, owner: Option<i64>, scope: &Scope) -> Result<(), RecordError> {
        let right = if resource.warehouse == Some("id") { WarehouseRight::Decide } else { WarehouseRight::Work };
        self.missing_right_on(scope, right, warehouse, owner).await?.map_or(Ok(()), |missing| Err(missing.into()))
    }

    /// Whether referenced rows are in warehouses of the caller's scope.
    async fn sees_targets(&self, table: &'static str, ids: Value, scope: &Scope) -> Result<bool, StoreError> {
        let (Some(seen), Some(column)) = (scope.only_warehouses(), self.catalogue().of_table(table).and_then(|target| target.warehouse)) else {
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
    pub async fn checked_row(
        &self,
        resource: &Resource,
        body: &Map<String, Json>,
        act: &Act,
        known: &mut FoundReferences,
    ) -> Result<Value, RecordError> {
        // A caller confined to warehouses can't create one, as they would not see it. No warehouse has the id 0: what is
        // allowed there is what is allowed in new ones.
        let may_create = act.scope.only_warehouses().is_none() && act.scope.permits(WarehouseRight::Decide, 0);
        if resource.warehouse == Some("id") && !may_create {
            return Err(RecordError::OutOfScope);
        }
        let mut values = check_body(resource, body, None)?;
        Self::with_set(&mut values, resource, act)?;
        self.check_number(resource, &values).await?;
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

    /// Says that tables beside a row are being written; what was read of them is read again after.
    fn writing_extra(&self, extra: &ExtraStatements) -> ExtraWriting {
        ExtraWriting(extra.tables.iter().map(|table| self.writes().writing(table)).collect())
    }

    /// Adds a row; answers its id.
    pub async fn insert_record(&self, resource: &Resource, body: &Map<String, Json>, act: &Act) -> Result<i64, RecordError> {
        let row = self.checked_row(resource, body, act, &mut FoundReferences::new()).await?;
        let content = weighed_content(resource, body.contains_key("weigh"));
        only(resource, &self.insert_rows(resource, vec![row], content, act, &act.extra).await?)
    }

    /// Adds rows that have been checked, all of them or none. A row without a weight gets its id as weight.
    pub async fn insert_checked(&self, resource: &Resource, rows: Vec<Value>, weighed: bool, act: &Act) -> Result<Vec<i64>, RecordError> {
        self.insert_rows(resource, rows, weighed_content(resource, weighed), act, &ExtraStatements::default()).await
    }

    /// Adds a row that has been checked, with what is written beside it.
    pub async fn insert_checked_with(&self, resource: &Resource, row: Checked, act: &Act) -> Result<i64, RecordError> {
        let content = weighed_content(resource, row.weighed);
        let ids = self.insert_rows(resource, vec![row.row], content, act, &row.extra).await?;
        only(resource, &ids)
    }

    /// Adds a row of a tree and rows right below it, all of them or none; answers their ids, the upper row's first.
    pub async fn insert_with_below(
        &self,
        resource: &Resource,
        upper: &Map<String, Json>,
        below: &[Map<String, Json>],
        act: &Act,
    ) -> Result<Vec<i64>, RecordError> {
        let mut known = FoundReferences::new();
        let mut rows = Vec::with_capacity(1 + below.len());
        for body in std::iter::once(upper).chain(below) {
            rows.push(self.checked_row(resource, body, act, &mut known).await?);
        }
        let own = weighed_content(resource, upper.contains_key("weigh"));
        let content = format!("(IF $at = 0 {{ {own} }} ELSE {{ object::extend($row, {{ pid: $keys[0] }}) }})");
        self.insert_rows(resource, rows, &content, act, &act.extra).await
    }

    /// Refuses a new row without the number that its field must have, where there is no pattern to make one by.
    async fn check_number(&self, resource: &Resource, values: &Checks) -> Result<(), RecordError> {
        let Some(numbered) = resource.numbered.filter(|numbered| values.iter().all(|(field, _)| field.name != numbered.field)) else {
            return Ok(());
        };
        self.number_pattern(numbered).await?.map(|_| ()).ok_or_else(|| wrong(numbered.field, "error.required"))
    }

    /// Adds rows; those without a number get the next ones. Where another writer takes these first, they are tried again with
    /// the numbers after.
    async fn insert_rows(
        &self,
        resource: &Resource,
        rows: Vec<Value>,
        content: &str,
        act: &Act,
        extra: &ExtraStatements,
    ) -> Result<Vec<i64>, RecordError> {
        let mut tries = 1;
        loop {
            let mut given = rows.clone();
            let numbers = self.take_numbers(resource, &mut given).await?;
            let field = resource.numbered.filter(|_| numbers.any() && tries < NUMBER_TRIES).map(|numbered| numbered.field);
            match self.insert_given(resource, given, content, act, (extra, &numbers)).await {
                Err(RecordError::Field { field: taken, key: "error.unique" }) if Some(taken.as_str()) == field => tries += 1,
                done => return done,
            }
        }
    }

    /// `content` is what is kept of `$row`, the row at `$at` of `$rows` that gets `$key`, one of `$keys`.
    async fn insert_given(
        &self,
        resource: &Resource,
        rows: Vec<Value>,
        content: &str,
        act: &Act,
        (extra, numbers): (&ExtraStatements, &TakenNumbers),
    ) -> Result<Vec<i64>, RecordError> {
        let table = resource.table;
        let with_forms = |row: Value| match row {
            Value::Object(mut row) => {
                resource.with_forms(&mut row);
                Value::Object(row)
            }
            other => other,
        };
        let rows: Vec<Value> = rows.into_iter().map(with_forms).collect();
        let mut uniques: String = guarded_uniques(resource).map(|field| unique_guard(resource, field, "$row", "")).collect();
        let some_set = |field: &Field| format!("array::any($rows, |$row| {})", is_set(field.name));
        let mut meetings: String = guarded_uniques(resource).map(|field| unique_meeting(table, field.name, &some_set(field))).collect();
        let mut content = content.to_owned();
        if resource.tree {
            meetings = format!("{meetings} IF array::any($rows, |$row| ($row.pid ?? 0) != 0) {{ {} }};", tree_turn::meeting(table));
            uniques.push_str(&tree_turn::parent_guard(resource));
            content = tree_turn::with_level(resource, &content);
        }
        let records = format!("$keys.map(|$key| type::record('{table}', $key))");
        let query = format!(
            "BEGIN; {} {} {meetings} LET $keys = $rows.map(|$row| sequence::nextval('{table}')); \
             FOR $one IN $numbered {{ LET $at = $one.at; LET $row = $one.row; LET $key = $keys[$at]; {uniques} \
             CREATE type::record('{table}', $key) CONTENT {content} RETURN NONE; {} }}; \
             {} {} {} {} {} SELECT VALUE $this FROM $keys; COMMIT;",
            TaskStep::fence(act),
            numbers.query,
            history::keep_new(resource),
            extra.of("$keys[0]"),
            TaskStep::notes_new(act),
            after_write(resource, &records),
            event::seen(resource, &records),
            event::told(resource)
        );
        // A row by its number would be a copy of all rows.
        let numbered = (0..).zip(&rows).map(|(at, row)| object([("at", int(at)), ("row", row.clone())])).collect();
        let mut vars = vec![("numbered", array(numbered)), ("rows", array(rows)), history::begun(act.author())];
        vars.extend(TaskStep::vars(act));
        vars.extend(extra.vars.iter().chain(&numbers.vars).cloned());
        vars.extend(event::vars(resource, RowEvent::Added, act.author(), std::iter::empty()));
        let extra = self.writing_extra(extra);
        let mut writing = self.writes().writing(resource.table);
        let mut response = self.run_telling(resource, &query, vars).await.map_err(|error| {
            // A refused write touched nothing, so caches stay valid.
            if !error.outcome_unknown() {
                writing.touched(&[]);
            }
            refused(resource, error)
        })?;
        extra.done();
        let answer = last_statement(self, &response);
        let keys: Vec<i64> = take(&mut response, answer)?;
        writing.touched(&keys);
        self.ring();
        Ok(keys)
    }
}

/// What a declaration wants done after rows were written.
pub(crate) fn after_write(resource: &Resource, rows: &str) -> String {
    if resource.after_write.is_empty() { String::new() } else { format!("LET $written = {rows}; {}", resource.after_write) }
}

/// Tables beside a row that are being written.
struct ExtraWriting(Vec<Writing>);

impl ExtraWriting {
    /// It is done, or nothing was written.
    fn done(mut self) {
        self.0.iter_mut().for_each(|writing| writing.touched(&[]));
    }
}

impl ExtraStatements {
    /// The statements, with the row that they belong to.
    pub(crate) fn of(&self, owner: &str) -> String {
        if self.is_empty() { String::new() } else { format!("LET $owner = {owner}; {}", self.query) }
    }
}

/// What is kept of a new row, which gets its id as weight where it has none.
fn weighed_content(resource: &Resource, weighed: bool) -> &'static str {
    if resource.weigh().is_some() && !weighed { "object::extend($row, { weigh: $key })" } else { "$row" }
}

/// Unique fields that an index does not guard, or not whole: those that may stay empty, as an index would take two empty ones
/// for the same, and those whose values are the same when they look alike, as rows of before may have such.
pub(super) fn guarded_uniques(resource: &Resource) -> impl Iterator<Item = &'static Field> + use<> {
    let (fields, resource) = (resource.fields, *resource);
    fields.iter().filter(move |field| field.unique && (!field.required || resource.folds_unique(field)))
}

/// Two writers of one value that neither sees would both pass [`unique_guard`]. So each writes the same counter as well:
/// one of them meets the other, is tried again, and then sees it. `set`: whether the field is written.
pub(super) fn unique_meeting(table: &str, field: &str, set: &str) -> String {
    format!("IF {set} {{ UPSERT type::record('counter', 'unique_{table}_{field}') SET last = (last ?? 0) + 1 RETURN NONE }};")
}

/// Whether `$row` has something in a field.
pub(super) fn is_set(field: &str) -> String {
    format!("($row.{} ?? '') != ''", quoted(field))
}

/// Refuses a value that another row has. `row` is the variable of the row as it will be.
pub(super) fn unique_guard(resource: &Resource, field: &Field, row: &str, others: &str) -> String {
    let table = resource.table;
    let within = field.within.map(|within| format!("AND {0} = {row}.{0}", quoted(within))).unwrap_or_default();
    let guard = |column: &str| {
        format!(
            "IF ({row}.{column} ?? '') != '' AND array::len((SELECT VALUE id FROM {table} WHERE {column} = {row}.{column} {within} {others} LIMIT 1)) > 0 \
             {{ THROW '{UNIQUE}{}' }};",
            field.name
        )
    };
    // As it is written only where no index sees to that.
    let as_written = if field.required { String::new() } else { guard(&quoted(field.name)) };
    if resource.folds_unique(field) { as_written + &guard(&folded_column(field.name)) } else { as_written }
}

/// Thrown, with the field's name after it, when another row has a unique field's value.
const UNIQUE: &str = "UNIQUE:";

pub(super) fn refused(resource: &Resource, error: TxError) -> RecordError {
    if let TxError::Thrown(code) = &error {
        match code.as_str() {
            tree_turn::NO_PARENT => return wrong("pid", "error.reference"),
            tree_turn::TOO_DEEP => return wrong("pid", "error.tree.depth"),
            LAST_CHIEF => return RecordError::LastChief,
            FENCED => return StoreError::Unavailable("another node has taken the task over".into()).into(),
            code => {
                if let Some((_, field, key)) = GUARDS.iter().find(|(thrown, ..)| *thrown == code) {
                    return wrong(field, key);
                }
                if let Some(path) = code.strip_prefix(BESIDE) {
                    return wrong(path, "error.unique");
                }
            }
        }
    }
    let taken = match &error {
        TxError::NotUnique(index) => index.strip_prefix(resource.table).and_then(|rest| rest.strip_prefix('_')),
        TxError::Thrown(code) => code.strip_prefix(UNIQUE),
        _ => None,
    };
    let field = match (taken, resource.pair) {
        (Some(PAIR), Some([_, named])) => Some(named),
        _ => resource.fields.iter().find(|field| field.unique && Some(field.name) == taken).map(|field| field.name),
    };
    match field {
        Some(name) => wrong(name, "error.unique"),
        None => RecordError::Store(error.into()),
    }
}

/// A stored row for hooks, logs and the recycle bin's text: secrets masked.
pub(crate) fn readable(resource: &Resource, row: Object) -> Json {
    let key = key_of(&row);
    let mut json = Value::Object(row).into_json_value();
    json["id"] = json!(key);
    if let Some(fields) = json.as_object_mut() {
        fields.retain(|name, _| name != "revisions" && !is_form(name));
    }
    resource.present(&mut json);
    for field in resource.fields {
        if is_secret(field) && json.get(field.name).is_some() {
            json[field.name] = json!(MASK);
        }
    }
    json
}
