//! Edits of rows, with versions and conflicts.

use std::collections::HashMap;

use actors::store::StoreError;
use serde_json::{Map, Value as Json};
use surrealdb::types::{Object, Value};

use super::tree_turn::{MOVED, TreeMove};
use super::{Act, Edited, FoundReferences, Written, after_write, guarded_uniques, integers, readable, refused, unique_guard, unique_meeting};
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, pause};
use crate::engine::typed;
use crate::engine::value::{array, id, int, object, text};
use crate::event::rows::{self as event, RowEvent};
use crate::listing::ListError;
use crate::resource::body::typed_json;
use crate::resource::declaration::{Access, Field, Kind, Resource};
use crate::resource::error::{Change, Conflict, RecordError};
use crate::resource::history::{self, HistoryAction, KEEP};
use crate::resource::query::quoted;
use crate::resource::read::{key_of, number_in};
use crate::resource::secrets::is_secret;
use crate::resource::sortable::{Direction, plan};
use crate::resource::validate::{Checks, check, check_body};
use crate::scope::Scope;
use crate::task_steps::TaskStep;

/// How often a change that met another one is tried, with a pause.
pub(super) const TRIES: u32 = 12;
/// Changes of a row that are remembered.
const REVISIONS: usize = 10;
/// Most rows with the same weight that a drag can separate.
const SAME_WEIGHT_MAX: usize = 5_000;

/// The parent that a change gives a row; 0 is none.
pub(super) fn new_parent(values: &Checks) -> Option<i64> {
    let (_, value) = values.iter().find(|(field, _)| field.kind == Kind::Parent)?;
    Some(integers(value).first().copied().unwrap_or(0))
}

/// Puts the level that a row gets by its move among the values of its change.
pub(super) fn with_new_level(resource: &Resource, key: i64, moved: &TreeMove, values: &mut Checks) {
    if let Some((field, level)) = moved.level(resource, key) {
        values.retain(|(other, _)| other.name != field.name);
        values.push((field, level));
    }
}

impl Store {
    /// Changes the fields that are present. With a version, only if it is still the current one.
    pub async fn update_record(&self, resource: &Resource, key: i64, body: &Map<String, Json>, act: &Act) -> Result<Written, RecordError> {
        self.update_record_back(resource, key, body, act, &[]).await
    }

    /// The same for a rollback: deletes the log entries `notes` of sensitive fields and writes none.
    pub async fn update_record_back(
        &self,
        resource: &Resource,
        key: i64,
        body: &Map<String, Json>,
        act: &Act,
        notes: &[i64],
    ) -> Result<Written, RecordError> {
        let expected = body.get("version").and_then(typed::integer);
        for tried in 1..=TRIES {
            let before = self.raw_row(resource, key).await?;
            self.changeable(resource, &before, key, &act.scope).await?;
            let seen = stored_version(&before);
            if resource.stamped && expected.is_some_and(|expected| expected != seen.unwrap_or(1)) {
                return Err(self.conflict(resource, key, &before, expected.unwrap_or(0), body, &act.scope).await?);
            }
            act.refuse_other_state(&before, key)?;
            let mut values = check_body(resource, body, Some(&before))?;
            Self::with_set(&mut values, resource, act)?;
            values.retain(|(field, value)| match before.get(field.name) {
                Some(stored) => stored != value,
                None => !matches!(value, Value::None),
            });
            if values.is_empty() && (act.extra.is_empty() || act.extra.only_guards) {
                self.forget_notes(notes).await?;
                return Ok(Written { ids: vec![key], ..Written::default() });
            }
            // Before its parent is looked up: one that goes meanwhile is another turn of the tree.
            let moved = self.moved_in_tree(resource, key, &mut values).await?;
            self.check_references(resource, &values, &act.scope, &mut FoundReferences::new()).await?;
            match self.write_change(resource, key, &before, seen, (&values, moved), act, notes).await {
                Err(TxError::Thrown(code)) if code == "RACE" || code == MOVED => pause(tried).await,
                Err(error) => return Err(refused(resource, error)),
                Ok(()) => {
                    let fields = values.iter().map(|(field, _)| field.name).collect();
                    let edited = edited(resource, &before, seen, &values);
                    return Ok(Written { ids: vec![key], before: vec![readable(resource, before)], fields, edited });
                }
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// What an edit would change, if anything; refused as the edit itself would be. Where a row of a tree may hang is not asked:
    /// an import knows the other rows that move with it.
    pub async fn would_change(
        &self,
        resource: &Resource,
        key: i64,
        body: &Map<String, Json>,
        act: &Act,
        known: &mut FoundReferences,
    ) -> Result<Option<Edited>, RecordError> {
        let before = self.raw_row(resource, key).await?;
        self.changeable(resource, &before, key, &act.scope).await?;
        let mut values = check_body(resource, body, Some(&before))?;
        values.retain(|(field, value)| before.get(field.name) != Some(value) && (before.contains_key(field.name) || !matches!(value, Value::None)));
        values.retain(|(field, value)| field.kind != Kind::Password || !matches!(value, Value::String(text) if text.is_empty()));
        self.check_references(resource, &values, &act.scope, known).await?;
        Ok((!values.is_empty()).then(|| edited(resource, &before, stored_version(&before), &values)))
    }

    #[allow(clippy::too_many_arguments)]
    async fn write_change(
        &self,
        resource: &Resource,
        key: i64,
        before: &Object,
        seen: Option<i64>,
        (values, moved): (&Checks, Option<TreeMove>),
        act: &Act,
        notes: &[i64],
    ) -> Result<(), TxError> {
        let logs = if notes.is_empty() { self.sensitive_logs(resource, key, before, values, act).await? } else { vec![] };
        let notes = array(notes.iter().map(|note| id("sensitive_data_log", *note)).collect());
        let next = seen.unwrap_or(1) + 1;
        let row = written_row(resource, before, next, values, act);
        let noted = history::kept(resource, key, act.author(), next, HistoryAction::Edited, history::changes(resource, before, values));
        // A field that is unique within another one is compared when either changes.
        let touched = |field: &&Field| values.iter().any(|(changed, _)| changed.name == field.name || Some(changed.name) == field.within);
        let unique = |field: &Field| {
            let meeting = unique_meeting(resource.table, field.name, "true");
            meeting + &unique_guard(resource, field, "$whole", "AND id != $id")
        };
        let uniques: String = guarded_uniques(resource).filter(touched).map(unique).collect();
        let mut whole = before.clone();
        whole.remove("revisions");
        whole.extend(row.clone());
        resource.with_forms(&mut whole);
        let guard = if resource.stamped { "IF (SELECT VALUE version FROM ONLY $id) != $seen { THROW 'RACE' };" } else { "" };
        let (tree, tree_vars) = moved.as_ref().map(|moved| moved.statements(resource.table)).unzip();
        let tree = tree.unwrap_or_default();
        let query = format!(
            "BEGIN; {} {guard} {tree} {uniques} UPDATE $id MERGE $row RETURN NONE; {KEEP} \
             FOR $log IN $logs {{ CREATE type::record('sensitive_data_log', sequence::nextval('sensitive_data_log')) CONTENT $log RETURN NONE; }}; \
             FOR $note IN $notes {{ DELETE $note RETURN NONE; }}; {} {} {} {} {} COMMIT;",
            TaskStep::fence(act),
            TaskStep::notes_edits(act),
            act.extra.of("record::id($id)"),
            after_write(resource, "[$id]"),
            event::seen(resource, "$id"),
            event::told(resource)
        );
        let seen = seen.map_or(Value::None, int);
        let mut vars = vec![
            ("id", id(resource.table, key)),
            ("seen", seen),
            ("row", Value::Object(row)),
            ("whole", Value::Object(whole)),
            ("logs", array(logs)),
            ("notes", notes),
        ];
        vars.extend(tree_vars.into_iter().flatten());
        vars.extend(noted);
        vars.extend(act.extra.vars.iter().cloned());
        vars.extend(TaskStep::vars(act));
        vars.extend(TaskStep::vars_of_edits([(act, key, &edited(resource, before, Some(next - 1), values))]));
        vars.extend(event::vars(resource, RowEvent::Edited, act.author(), values.iter().map(|(field, _)| field.name)));
        let extra = self.writing_extra(&act.extra);
        let mut writing = self.writes().writing(resource.table);
        let written = self.run_telling(resource, &query, vars).await.map(|_| ());
        let below = moved.iter().flat_map(TreeMove::below);
        writing.touched(&std::iter::once(key).chain(below).collect::<Vec<_>>());
        extra.done();
        self.ring();
        written
    }

    /// Decides the move of a row in its tree, if it gets another parent; its new level is a value as well.
    async fn moved_in_tree(&self, resource: &Resource, key: i64, values: &mut Checks) -> Result<Option<TreeMove>, RecordError> {
        let Some(parent) = new_parent(values) else { return Ok(None) };
        let moved = self.tree_move(resource, &[(key, parent)]).await?;
        with_new_level(resource, key, &moved, values);
        Ok(Some(moved))
    }

    /// The changes since the version that was sent.
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
        let revisions: Vec<Revision> = before.get("revisions").cloned().map(crate::engine::value::read).transpose()?.unwrap_or_default();
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
        // Older than the history: everything that differs from what was sent.
        if expected.saturating_add(1) < oldest {
            for field in resource.visible_fields().filter(|field| body.contains_key(field.name)) {
                let differs = check(field, &body[field.name]).is_ok_and(|value| before.get(field.name) != Some(&value));
                if differs && !latest.iter().any(|(name, ..)| name == field.name) {
                    latest.push((field.name.to_owned(), 0, 0));
                }
            }
        }
        let seen = |name: &str| resource.visible_fields().any(|field| field.name == name);
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

    pub(crate) async fn admin_names(&self, admins: &[i64]) -> Result<HashMap<i64, String>, StoreError> {
        let ids = array(admins.iter().map(|admin| id("admin", *admin)).collect());
        let rows: Vec<(i64, String)> = self.rows("SELECT VALUE [record::id(id), nickname] FROM $ids", vec![("ids", ids)]).await?;
        Ok(rows.into_iter().collect())
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
        for tried in 1..=TRIES {
            let rows = self.raw_rows(resource, &[moved, target]).await?;
            for row in &rows {
                self.changeable(resource, row, key_of(row), &act.scope).await?;
            }
            let at = rows.iter().find(|row| key_of(row) == target).filter(|_| rows.len() == 2).ok_or(RecordError::NotFound)?;
            let weight = number_in(at, target, weigh)?;
            let table = resource.table;
            let same = format!("SELECT VALUE record::id(id) FROM {table} WHERE {weigh} = $weight", weigh = quoted(weigh));
            let mut same: Vec<i64> = self.rows(&same, vec![("weight", int(weight))]).await?;
            same.sort_unstable_by(|a, b| b.cmp(a));
            if same.len() > SAME_WEIGHT_MAX {
                return Err(ListError::TooMany.into());
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
            let _writing = self.writes().writing(resource.table);
            match self.run(&query, vars).await {
                Ok(_) => return Ok(()),
                Err(TxError::Thrown(_)) => pause(tried).await,
                Err(error) => return Err(RecordError::Store(error.into())),
            }
        }
        Err(StoreError::Conflict.into())
    }
}

/// The changed fields as they are written, with the row's next version and a note of who made it.
pub(super) fn written_row(resource: &Resource, before: &Object, next: i64, values: &Checks, act: &Act) -> Object {
    let mut row = Object::new();
    for (field, value) in values {
        row.insert(field.name, value.clone());
    }
    let forms = resource.forms(&row, |field| values.iter().any(|(changed, _)| changed.name == field.name));
    row.extend(forms);
    if resource.stamped {
        let names = array(values.iter().map(|(field, _)| text(field.name)).collect());
        let note = object([("version", int(next)), ("admin", int(act.scope.admin)), ("at", int(act.now)), ("fields", names)]);
        let mut revisions = match before.get("revisions") {
            Some(Value::Array(revisions)) => revisions.clone().into_vec(),
            _ => vec![],
        };
        revisions.push(note);
        let kept = revisions.split_off(revisions.len().saturating_sub(REVISIONS));
        row.insert("revisions", array(kept));
        row.insert("update_time", act.now);
        row.insert("version", next);
    }
    row
}

/// What an edit changed, in the form in which it can be sent again.
pub(super) fn edited(resource: &Resource, before: &Object, seen: Option<i64>, values: &Checks) -> Edited {
    let version = if resource.stamped { seen.unwrap_or(1) + 1 } else { 0 };
    let mut edited = Edited { version, ..Edited::default() };
    for (field, value) in values.iter().filter(|(field, _)| field.access == Access::Open && !is_secret(field)) {
        edited.former.insert(field.name.to_owned(), typed_json(field, before.get(field.name).unwrap_or(&Value::None)));
        edited.given.insert(field.name.to_owned(), typed_json(field, value));
    }
    edited
}

pub(super) fn stored_version(row: &Object) -> Option<i64> {
    row.get("version").map(integers).and_then(|version| version.first().copied())
}
