//! Edits of several rows in one transaction, so that rows can hand unique values on to each other: two products that
//! exchange their bar codes can't be written one after the other.

use std::fmt::Write;

use actors::store::StoreError;
use serde_json::{Map, Value as Json};
use surrealdb::types::{Object, Value};

use super::change::{TRIES, edited, new_parent, stored_version, with_new_level, written_row};
use super::tree_turn::{MOVED, TreeMove};
use super::{Act, FoundReferences, Written, after_write, guarded_uniques, readable, refused, unique_guard, unique_meeting};
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars, pause};
use crate::engine::value::{array, id, int, object, text};
use crate::event::rows::{self as event, RowEvent};
use crate::resource::declaration::{Field, Resource};
use crate::resource::error::{RecordError, wrong};
use crate::resource::history::{self, HistoryAction, KEEP};
use crate::resource::validate::check_body;
use crate::task_steps::TaskStep;

/// The rows that are edited.
const RECORDS: &str = "$changes.map(|$one| $one.id)";
/// Most rows of one transaction.
pub const TOGETHER_MAX: usize = 1_000;

/// An edit of one of the rows.
pub struct RowEdit {
    pub key: i64,
    /// Typed, and as its hook left it.
    pub body: Map<String, Json>,
    pub act: Act,
}

/// What stands for a value in its row while the rows hand values on: nothing else has it.
fn stand_in(field: &Field, key: i64) -> Option<Value> {
    match field.database_type() {
        "int" | "option<int>" => Some(int(-key)),
        // An index takes two empty ones for the same; what may be empty has none.
        "string" if field.required => Some(text(&format!("\u{1}{key}"))),
        "string" => Some(text("")),
        _ => None,
    }
}

/// The unique values that a row gives up, with what stands for them meanwhile. One that goes with its row into another
/// group, such as an area's number into another warehouse, is written again.
fn given_up(resource: &Resource, key: i64, before: &Object, row: &mut Object) -> Object {
    let mut parked = Object::new();
    for field in resource.fields {
        let changes = |name: &str| row.contains_key(name);
        let unique = field.unique && (changes(field.name) || field.within.is_some_and(changes));
        let paired = resource.pair.is_some_and(|[one, other]| field.name == other && (changes(one) || changes(other)));
        let Some(stored) = before.get(field.name).filter(|_| unique || paired) else { continue };
        let Some(stand_in) = stand_in(field, key) else { continue };
        if !row.contains_key(field.name) {
            row.insert(field.name, stored.clone());
        }
        parked.insert(field.name, stand_in);
        parked.extend(resource.forms_of(field).map(|form| (form.column, Value::None)));
    }
    let forms = resource.forms(row, |field| parked.contains_key(field.name));
    row.extend(forms);
    parked
}

/// The guards of unique fields, each for the rows that touch its field.
fn guards(resource: &Resource) -> String {
    guarded_uniques(resource).fold(String::new(), |mut guards, field| {
        let guard = unique_guard(resource, field, "$one.whole", "AND id != $one.id");
        // Writing to a String can't fail.
        let _ = write!(guards, "IF $one.touched CONTAINS '{}' {{ {guard} }};", field.name);
        guards
    })
}

/// What edits write beside their rows, each for its own row. Of two edits with values of their own, one's would take the
/// place of the other's: they can't be written together.
fn extras(resource: &Resource, edits: &[RowEdit]) -> Result<(String, Vars), RecordError> {
    let (mut query, mut vars) = (String::new(), Vars::new());
    for edit in edits.iter().filter(|edit| !edit.act.extra.is_empty()) {
        if !vars.is_empty() && !edit.act.extra.vars.is_empty() {
            let named = resource.fields.iter().find(|field| field.unique).map_or("id", |field| field.name);
            return Err(wrong(named, "error.unique"));
        }
        vars.extend(edit.act.extra.vars.iter().cloned());
        // Writing to a String can't fail.
        let _ = write!(query, "IF record::id($one.id) = {} {{ {} }};", edit.key, edit.act.extra.of("record::id($one.id)"));
    }
    Ok((query, vars))
}

impl Store {
    /// Changes rows, all of them or none; answers what was written of each, in the same order. They may take unique values
    /// that others of them give up.
    pub async fn update_together(&self, resource: &Resource, edits: &[RowEdit]) -> Result<Vec<Written>, RecordError> {
        for tried in 1..=TRIES {
            match self.try_together(resource, edits).await? {
                Ok(written) => return Ok(written),
                Err(TxError::Thrown(code)) if code == "RACE" || code == MOVED => pause(tried).await,
                Err(error) => return Err(refused(resource, error)),
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn try_together(&self, resource: &Resource, edits: &[RowEdit]) -> Result<Result<Vec<Written>, TxError>, RecordError> {
        let (mut changes, mut written, mut known) = (Vec::with_capacity(edits.len()), Vec::with_capacity(edits.len()), FoundReferences::new());
        let (mut checked, mut moves) = (Vec::with_capacity(edits.len()), Vec::new());
        for RowEdit { key, body, act } in edits {
            let before = self.raw_row(resource, *key).await?;
            self.changeable(resource, &before, *key, &act.scope).await?;
            act.refuse_other_state(&before, *key)?;
            let mut values = check_body(resource, body, Some(&before))?;
            Self::with_set(&mut values, resource, act)?;
            values.retain(|(field, value)| before.get(field.name).map_or(!matches!(value, Value::None), |stored| stored != value));
            moves.extend(new_parent(&values).map(|parent| (*key, parent)));
            checked.push((before, values));
        }
        // Before parents are looked up: one that goes meanwhile is another turn of the tree.
        let moved = if moves.is_empty() { None } else { Some(self.tree_move(resource, &moves).await?) };
        for (RowEdit { key, act, .. }, (before, mut values)) in edits.iter().zip(checked) {
            if let Some(moved) = &moved {
                with_new_level(resource, *key, moved, &mut values);
            }
            if values.is_empty() {
                written.push(Written { ids: vec![*key], ..Written::default() });
                continue;
            }
            self.check_references(resource, &values, &act.scope, &mut known).await?;
            let seen = stored_version(&before);
            let next = seen.unwrap_or(1) + 1;
            let mut row = written_row(resource, &before, next, &values, act);
            let parked = given_up(resource, *key, &before, &mut row);
            let touched = guarded_uniques(resource).filter(|field| row.contains_key(field.name)).map(|field| text(field.name)).collect();
            let mut whole = before.clone();
            whole.extend(row.clone());
            whole.remove("revisions");
            resource.with_forms(&mut whole);
            let logs = match self.sensitive_logs(resource, *key, &before, &values, act).await {
                Ok(logs) => logs,
                Err(error) => return Ok(Err(error)),
            };
            let noted = history::changes(resource, &before, &values);
            let [(_, slot), (_, entry)] = history::kept(resource, *key, act.author(), next, HistoryAction::Edited, noted);
            changes.push(object([
                ("id", id(resource.table, *key)),
                ("seen", seen.map_or(Value::None, int)),
                ("parked", Value::Object(parked)),
                ("row", Value::Object(row)),
                ("whole", Value::Object(whole)),
                ("touched", array(touched)),
                ("slot", slot),
                ("entry", entry),
                ("logs", array(logs)),
            ]));
            let fields = values.iter().map(|(field, _)| field.name).collect();
            let edited = edited(resource, &before, seen, &values);
            written.push(Written { ids: vec![*key], before: vec![readable(resource, before)], fields, edited });
        }
        let (extra, vars) = extras(resource, edits)?;
        Ok(self.write_together(resource, (changes, moved), (extra, vars), edits, &written).await.map(|()| written))
    }

    async fn write_together(
        &self,
        resource: &Resource,
        (changes, moved): (Vec<Value>, Option<TreeMove>),
        (extra, mut vars): (String, Vars),
        edits: &[RowEdit],
        written: &[Written],
    ) -> Result<(), TxError> {
        let race = if resource.stamped { "IF (SELECT VALUE version FROM ONLY $one.id) != $one.seen { THROW 'RACE' };" } else { "" };
        let met = |field: &Field| format!("array::any($changes, |$one| $one.touched CONTAINS '{}')", field.name);
        let meetings: String = guarded_uniques(resource).map(|field| unique_meeting(resource.table, field.name, &met(field))).collect();
        let (tree, tree_vars) = moved.as_ref().map(|moved| moved.statements(resource.table)).unzip();
        let tree = tree.unwrap_or_default();
        vars.extend(tree_vars.into_iter().flatten());
        let first = edits.first().map(|edit| &edit.act);
        let (fence, notes) = first.map(|act| (TaskStep::fence(act), TaskStep::notes_edits(act))).unwrap_or_default();
        vars.extend(first.map(TaskStep::vars).unwrap_or_default());
        vars.extend(TaskStep::vars_of_edits(edits.iter().zip(written).map(|(edit, written)| (&edit.act, edit.key, &written.edited))));
        let query = format!(
            "BEGIN; {fence} {tree} {meetings} FOR $one IN $changes {{ {race} UPDATE $one.id MERGE $one.parked RETURN NONE; }}; \
             FOR $one IN $changes {{ LET $slot = $one.slot; LET $entry = $one.entry; {} UPDATE $one.id MERGE $one.row RETURN NONE; {KEEP} \
             FOR $log IN $one.logs {{ CREATE type::record('sensitive_data_log', sequence::nextval('sensitive_data_log')) CONTENT $log RETURN NONE; }}; \
             {extra} }}; {notes} {} {} {} COMMIT;",
            guards(resource),
            after_write(resource, RECORDS),
            event::seen(resource, RECORDS),
            event::told(resource)
        );
        vars.extend(first.map(|act| event::vars(resource, RowEvent::Edited, act.author(), std::iter::empty())).unwrap_or_default());
        vars.push(("changes", array(changes)));
        let beside: Vec<_> = edits.iter().filter(|edit| !edit.act.extra.is_empty()).map(|edit| self.writing_extra(&edit.act.extra)).collect();
        let mut writing = self.writes().writing(resource.table);
        let written = self.run_telling(resource, &query, vars).await.map(|_| ());
        let below = moved.iter().flat_map(TreeMove::below);
        writing.touched(&edits.iter().map(|edit| edit.key).chain(below).collect::<Vec<_>>());
        beside.into_iter().for_each(super::ExtraWriting::done);
        self.ring();
        written
    }
}
