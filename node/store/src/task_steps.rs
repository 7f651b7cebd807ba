//! How background tasks go on elsewhere. A task is written by whoever holds its lease: each of its writes renews the lease in its
//! own transaction, and throws when it is somebody else's by now, so that a node that slept writes nothing more. What an import
//! has written is noted in the same transaction, row by row of its file: who goes on leaves those out.

use std::collections::HashMap;
use std::ops::Bound;

use actors::store::StoreError;
use serde::Deserialize;
use serde_json::Value as Json;
use surrealdb::types::{Array, RecordId, RecordIdKey, RecordIdKeyRange, Value};

use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, array_id, id, int, object, text};
use crate::imports::ChangedRow;
use crate::leases::Lease;
use crate::resource::write::{Act, Edited};

/// Seconds after which another node takes a task over from one that is gone.
pub const TASK_LEASE: i64 = 15;
/// How the names of the leases of tasks begin.
pub const TASK_LEASES: &str = "transfer-";
/// Thrown when a task's lease is somebody else's.
pub(crate) const FENCED: &str = "FENCED";

const STEPS: &str = "task_step";
const SOURCES: &str = "task_source";

/// The name of a task's lease.
#[must_use]
pub fn lease_of(task: i64) -> String {
    format!("{TASK_LEASES}{task}")
}

/// A step of a task: who writes it, and which rows of the task's file it is about.
#[derive(Clone, Debug)]
pub struct TaskStep {
    pub lease: Lease,
    pub task: i64,
    /// Rows of the file. New rows are written in their order; edits say their own by the ids of the rows they change.
    pub rows: Vec<i64>,
    /// The ids of the rows that are changed, as `rows` has them; none of new rows.
    pub keys: Vec<i64>,
    /// What rows held before is kept, so that it can be put back.
    pub keeps: bool,
}

impl TaskStep {
    /// A step that notes nothing.
    #[must_use]
    pub const fn of(task: i64, lease: Lease) -> Self {
        Self { lease, task, rows: Vec::new(), keys: Vec::new(), keeps: false }
    }

    /// What refuses a task's write when its lease is lost; first in its transaction.
    pub(crate) fn fence(act: &Act) -> String {
        if act.step.is_none() {
            return String::new();
        }
        format!(
            "LET $fenced = (UPDATE $fence SET until = math::max([until, time::unix(time::now()) + {TASK_LEASE}]) \
             WHERE holder = $fence_holder AND held = true RETURN VALUE true); IF array::len($fenced) = 0 {{ THROW '{FENCED}' }};"
        )
    }

    /// Notes the new rows, which have the ids `$keys`.
    pub(crate) fn notes_new(act: &Act) -> &'static str {
        match &act.step {
            Some(step) if !step.rows.is_empty() => "CREATE $step_id CONTENT { rows: $step_rows, keys: $keys, new: true } RETURN NONE;",
            _ => "",
        }
    }

    /// Notes edits.
    pub(crate) fn notes_edits(act: &Act) -> &'static str {
        match &act.step {
            Some(step) if !step.rows.is_empty() => "INSERT INTO task_step $steps RETURN NONE; INSERT INTO import_change $step_changes RETURN NONE;",
            _ => "",
        }
    }

    /// What the statements are bound to.
    pub(crate) fn vars(act: &Act) -> Vars {
        let Some(step) = &act.step else { return Vars::new() };
        let mut vars = step.lease.fence("fence", "fence_holder");
        if let Some(first) = step.rows.first() {
            vars.push(("step_id", array_id(STEPS, vec![int(step.task), int(*first)])));
            vars.push(("step_rows", array(step.rows.iter().copied().map(int).collect())));
        }
        vars
    }

    /// The same of edits: each with the act of its row, its id, and what it changes.
    pub(crate) fn vars_of_edits<'a>(edits: impl IntoIterator<Item = (&'a Act, i64, &'a Edited)>) -> Vars {
        let (mut steps, mut changes, mut is_step) = (Vec::new(), Vec::new(), false);
        for (act, key, edited) in edits {
            let Some(step) = act.step.as_ref().filter(|step| !step.rows.is_empty()) else { continue };
            is_step = true;
            let row = step.keys.iter().position(|known| *known == key).and_then(|at| step.rows.get(at).copied());
            let Some(row) = row else { continue };
            let key_of = |table: &str| array_id(table, vec![int(step.task), int(row)]);
            steps.push(object([
                ("id", key_of(STEPS)),
                ("rows", array(vec![int(row)])),
                ("keys", array(vec![int(key)])),
                ("new", Value::Bool(false)),
            ]));
            if step.keeps && edited.version != 0 && !edited.given.is_empty() {
                let Edited { version, former, given } = edited.clone();
                let change = serde_json::json!(ChangedRow { row, key, version, former, given }).to_string();
                changes.push(object([("id", key_of("import_change")), ("at", int(act.now)), ("change", text(&change))]));
            }
        }
        if is_step { vec![("steps", array(steps)), ("step_changes", array(changes))] } else { Vars::new() }
    }
}

/// A row of an import's file that was written: the row's id, and whether the import made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoneRow {
    pub key: i64,
    pub new: bool,
}

/// What a task needs to go on elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskSource {
    /// Who asked for what, as whoever begins tasks writes it.
    pub request: Json,
    /// Its file, in parts.
    pub parts: Vec<String>,
    /// What it has noted of itself.
    pub marks: Vec<String>,
}

/// The records of a table that belong to a task.
fn records(table: &str, task: i64) -> Value {
    let end = |task: i64| RecordIdKey::Array(Array::from(vec![int(task)]));
    let range = RecordIdKeyRange { start: Bound::Included(end(task)), end: Bound::Excluded(end(task + 1)) };
    Value::RecordId(RecordId { table: table.into(), key: RecordIdKey::Range(Box::new(range)) })
}

#[derive(Deserialize)]
struct Part {
    part: i64,
    #[serde(default)]
    request: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    marks: Vec<String>,
}

impl Store {
    /// Keeps what a task needs to go on elsewhere.
    pub async fn keep_task_source(&self, task: i64, request: &Json, parts: &[String]) -> Result<(), StoreError> {
        // The request last: without it nobody begins the task again.
        for (part, content) in (1..).zip(parts) {
            let record = array_id(SOURCES, vec![int(task), int(part)]);
            self.run("UPSERT $record SET text = $text RETURN NONE", vec![("record", record), ("text", text(content))]).await?;
        }
        let record = array_id(SOURCES, vec![int(task), int(0)]);
        let vars = vec![("record", record), ("request", text(&request.to_string()))];
        self.run("UPSERT $record SET request = $request RETURN NONE", vars).await?;
        Ok(())
    }

    /// What a task needs to go on; nothing where it did not come so far.
    pub async fn task_source(&self, task: i64) -> Result<Option<TaskSource>, StoreError> {
        let query = "SELECT record::id(id)[1] AS part, request ?? '' AS request, text ?? '' AS text, marks ?? [] AS marks FROM $records";
        let mut parts: Vec<Part> = self.rows(query, vec![("records", records(SOURCES, task))]).await?;
        parts.sort_by_key(|part| part.part);
        let mut parts = parts.into_iter().peekable();
        let Some(head) = parts.next_if(|part| part.part == 0 && !part.request.is_empty()) else { return Ok(None) };
        let request = serde_json::from_str(&head.request).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        Ok(Some(TaskSource { request, parts: parts.map(|part| part.text).collect(), marks: head.marks }))
    }

    /// Notes something for whoever takes a task over.
    pub async fn mark_task(&self, task: i64, mark: &str) -> Result<(), StoreError> {
        let record = array_id(SOURCES, vec![int(task), int(0)]);
        self.run("UPDATE $record SET marks = array::union(marks ?? [], [$mark]) RETURN NONE", vec![("record", record), ("mark", text(mark))]).await?;
        Ok(())
    }

    /// Forgets what a task needed to go on.
    pub async fn forget_task(&self, task: i64) -> Result<(), StoreError> {
        for table in [SOURCES, STEPS] {
            self.delete_where("$records", "true", vec![("records", records(table, task))]).await?;
        }
        Ok(())
    }

    /// The rows of an import's file that were written.
    pub async fn done_rows(&self, task: i64) -> Result<HashMap<i64, DoneRow>, StoreError> {
        #[derive(Deserialize)]
        struct Step {
            rows: Vec<i64>,
            keys: Vec<i64>,
            new: bool,
        }
        let steps: Vec<Step> = self.rows("SELECT rows, keys, new FROM $records", vec![("records", records(STEPS, task))]).await?;
        let of = |step: Step| step.rows.into_iter().zip(step.keys).map(move |(row, key)| (row, DoneRow { key, new: step.new }));
        Ok(steps.into_iter().flat_map(of).collect())
    }

    /// The state of a task; empty when it is gone.
    pub async fn task_state(&self, task: i64) -> Result<String, StoreError> {
        let states: Vec<String> = self.rows("SELECT VALUE state FROM $task", vec![("task", id("transfer_task", task))]).await?;
        Ok(states.into_iter().next().unwrap_or_default())
    }

    /// Turns a task from one state into another; false if it is not in that one.
    pub async fn turn_task(&self, task: i64, from: &str, to: &str) -> Result<bool, StoreError> {
        let vars = vec![("task", id("transfer_task", task)), ("from", text(from)), ("to", text(to))];
        let turned: Vec<bool> = self.rows("UPDATE $task SET state = $to WHERE state = $from RETURN VALUE true", vars).await?;
        Ok(!turned.is_empty())
    }

    /// Tasks that have been paused since before a moment, Unix seconds, and those that run without anybody who runs them.
    pub async fn stale_tasks(&self, before: i64) -> Result<Vec<i64>, StoreError> {
        let query = format!(
            "SELECT VALUE record::id(id) FROM transfer_task WHERE create_time < $before AND (state = 'paused' OR (state = 'running' \
             AND (SELECT VALUE held FROM ONLY type::record('lease', string::concat('{TASK_LEASES}', <string>record::id($parent.id)))) != true)) LIMIT 1000"
        );
        self.rows(&query, vec![("before", int(before))]).await
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::resource::catalogue;

    #[tokio::test]
    async fn who_lost_the_lease_writes_nothing_and_who_goes_on_knows_what_is_written() {
        let store = Store::connect(&StoreConfig::new("mem://", "steps")).await.expect("a store");
        let brand = catalogue::find("warehouse.Brand").expect("declared");
        let lease = store.take_lease(&lease_of(7), "n1", 0).await.expect("answered").expect("taken");
        let act = |lease: &Lease, rows: Vec<i64>, keys: Vec<i64>| Act {
            step: Some(TaskStep { rows, keys, keeps: true, ..TaskStep::of(7, lease.clone()) }),
            ..Act::system(5)
        };
        let body = |name: &str| json!({ "name": name }).as_object().cloned().expect("fields");
        let key = store.insert_record(brand, &body("A"), &act(&lease, vec![2], vec![])).await.expect("it is nobody else's yet");
        store.update_record(brand, key, &body("B"), &act(&lease, vec![3], vec![key])).await.expect("the write renewed the lease");
        let done = store.done_rows(7).await.expect("rows");
        assert_eq!((done[&2], done[&3]), (DoneRow { key, new: true }, DoneRow { key, new: false }));
        let changes = store.import_changes(7).await.expect("changes");
        assert_eq!((changes.len(), &changes[0].former["name"]), (1, &json!("A")));
        // It sleeps, and another node takes the task over.
        store.run("UPDATE lease SET until = 0 RETURN NONE", vec![]).await.expect("slept");
        let other = store.take_lease(&lease_of(7), "n2", 30).await.expect("answered").expect("taken");
        assert!(store.insert_record(brand, &body("C"), &act(&lease, vec![4], vec![])).await.is_err());
        assert!(store.update_record(brand, key, &body("C"), &act(&lease, vec![4], vec![key])).await.is_err());
        assert!(store.delete_records(brand, &[key], &act(&lease, vec![], vec![])).await.is_err());
        assert_eq!(store.done_rows(7).await.expect("rows").len(), 2);
        store.insert_record(brand, &body("C"), &act(&other, vec![4], vec![])).await.expect("it is the other's");
        store.insert_record(brand, &body("D"), &act(&other, vec![4], vec![])).await.expect_err("a row of the file is written once");

        store.keep_task_source(7, &json!({ "a": 1 }), &["x".to_owned(), "y".to_owned()]).await.expect("kept");
        store.mark_task(7, "undo").await.expect("noted");
        let source = TaskSource { request: json!({ "a": 1 }), parts: vec!["x".into(), "y".into()], marks: vec!["undo".into()] };
        assert_eq!(store.task_source(7).await.expect("read"), Some(source));
        store.forget_task(7).await.expect("forgotten");
        assert_eq!((store.task_source(7).await.expect("read"), store.done_rows(7).await.expect("rows").len()), (None, 0));
    }

    #[tokio::test]
    async fn tasks_that_run_nowhere_and_those_that_wait_too_long_are_found() {
        let store = Store::connect(&StoreConfig::new("mem://", "stale")).await.expect("a store");
        let tasks = catalogue::find("routine.Transfer").expect("declared");
        let add = async |state: &str, now: i64| {
            let set = json!({ "kind": "import", "name": "x", "controller": "warehouse.Brand", "format": "csv", "state": state });
            let act = Act { set: set.as_object().cloned().expect("fields"), ..Act::system(now) };
            store.insert_record(tasks, &serde_json::Map::new(), &act).await.expect("a row")
        };
        let (lost, held, paused, _done, _young) =
            (add("running", 5).await, add("running", 5).await, add("paused", 5).await, add("done", 5).await, add("running", 50).await);
        store.take_lease(&lease_of(held), "n1", 30).await.expect("answered").expect("taken");
        let mut stale = store.stale_tasks(10).await.expect("found");
        stale.sort_unstable();
        assert_eq!(stale, [lost, paused]);
        assert!(store.turn_task(paused, "paused", "running").await.expect("answered"));
        assert!(!store.turn_task(paused, "paused", "running").await.expect("answered"));
        assert_eq!(store.task_state(paused).await.expect("answered"), "running");
    }
}
