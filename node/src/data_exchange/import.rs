//! Import: rows of a file are checked one by one with the rules of single saves (a new row needs the right to add, a
//! change the right to edit), and with each other ([`super::file_rows`]). A dry run only reports the faults, and what would
//! change. Up to [`WHOLE_MAX`] rows, all or nothing is written; beyond that, the good rows are. Names that no row has are faults,
//! unless rows are to be made of them ([`super::unknown_names`]). How the rows are written is in [`super::import_write`].

use std::collections::HashMap;

use bus_schemas::right::WarehouseRight;
use entrepot_store::resource::declaration::Access;
use entrepot_store::resource::write::{Checked, ExtraStatements, FoundReferences};
use entrepot_store::resource::{Field, Resource};
use entrepot_store::task_steps::{DoneRow, TaskStep};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::changed::{Changes, TOO_MANY};
use super::constants;
use super::error::{ExchangeError, wrong_head};
use super::exchange::Exchange;
use super::file_rows::{FilePlan, FileRow, Sheet, StoredRows, local_fields, needed_columns, touched_constraints};
use super::heads::{Headed, is_called};
use super::new_rows::{MadeRow, noted};
use super::references::{Lookups, Naming, OF_IDS};
use super::resume::{Resumed, TaskStart};
use super::task::{Outcome, Task, admit, spawn};
use super::unknown_names::{Creator, NewRows, Unknown};
use crate::error::ServiceError;
use crate::i18n::{self, text};
use crate::resource::Call;
use crate::resource::planned::PlannedRows;
use crate::sheet;
use crate::sheet::Format;

/// Rows up to which an import is all or nothing.
const WHOLE_MAX: usize = 10_000;
/// Wrong rows that the report names, and their texts in bytes: its field holds 64 KB.
const REPORTED_MAX: usize = 1_000;
const REPORTED_BYTES_MAX: usize = 40 * 1024;
/// Bytes of a fault beside its texts.
const FAULT_BYTES: usize = 48;

/// Rows of a file that are checked before it is asked whether to go on.
const STEP: usize = 200;
/// What a task notes when it begins to put back what it has written of a file that is refused.
const UNDOING: &str = "undoing";

/// The title of a field's column; the field's name where it is not declared.
fn column_title(resource: &Resource, field: String) -> String {
    resource.field(&field).map_or(field, |known| super::cells::label(known.label(), i18n::current()).to_owned())
}

/// Options of an import.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    pub dry: bool,
    /// Column name to field name; an empty one leaves the column out.
    pub mapping: HashMap<String, String>,
    /// Values for all rows, by the names of fields that the file has no column for.
    pub constants: Map<String, Value>,
    /// `add`, `update`, or both.
    pub mode: String,
    /// An empty cell leaves the value as it is; else it clears it.
    pub keeps_blank: bool,
}

/// Begins an import; answers the task.
pub async fn begin(
    exchange: &Exchange,
    call: Call,
    bytes: Vec<u8>,
    plan: Plan,
    creators: Vec<Creator>,
    start: TaskStart,
) -> Result<i64, ServiceError> {
    let format = Format::sniff(&bytes);
    let kind = if plan.dry { "dry_run" } else { "import" };
    let admitted = admit()?;
    let title = crate::data_exchange::cells::label(call.resource.title, i18n::current());
    let task = Task::begin_or_resume(exchange, &call.act, kind, (call.resource.controller, title), format, &start).await?;
    let id = task.id;
    spawn(task, admitted, move |task| async move {
        let rows = tokio::task::spawn_blocking(move || sheet::read(&bytes)).await.map_err(|error| ExchangeError::Stopped(error.to_string()))??;
        let mut import = Import::new(call, plan, creators, task.clone());
        if let Some(resumed) = start.resumed() {
            import.restore(resumed).await?;
        }
        let ended = import.run(rows).await;
        if let Err(error) = &ended {
            // Of a trial run: the first of what it would change.
            if let Err(error) = import.changes.write(&task.exchange.store, task.exchange.clock.now()).await {
                tracing::warn!(%error, task = task.id, "the last changes of a trial run are not told");
            }
            // What was written before it failed can be taken back as well.
            if !import.plan.dry {
                let mut facts = noted(&import.made, import.changes.count());
                if matches!(error, ExchangeError::Paused) {
                    facts["bad"] = json!(import.bad_count);
                }
                task.update(facts).await;
            }
        }
        ended
    });
    Ok(id)
}

/// A column of the file.
#[derive(Clone, Copy)]
pub enum Column {
    /// The row's id: where the mapping says so, never by the column's name alone.
    Id,
    Field(&'static Field),
}

/// What a mapping calls the row's own id.
const ID: &str = "id";

/// The first row with values as a spreadsheet counts: the one before has the names.
pub const FIRST_ROW: i64 = 2;

/// Which column is which field.
fn columns(resource: &Resource, headed: &Headed, plan: &Plan) -> Result<Vec<Option<Column>>, ExchangeError> {
    let known = |name: &str| {
        let fits = |field: &&Field| is_called(name, &[field.name, field.label().zh, field.label().en]);
        let writable = |field: &&Field| matches!(field.access, Access::Open | Access::WriteOnce);
        // Another system's list has ids of its own: by its head alone, no column is taken for ours.
        if is_called(name, &[ID]) { None } else { resource.fields.iter().filter(writable).find(fits).map(|field| field.name) }
    };
    let chosen = |name: &str| if name == ID { Some(ID) } else { known(name.strip_suffix(OF_IDS).unwrap_or(name)) };
    let title = |field: &str| column_title(resource, field.to_owned());
    let assigned = headed.assign(&plan.mapping, chosen, known).map_err(|error| wrong_head(error, title))?;
    let column = |name: &'static str| if name == ID { Some(Column::Id) } else { resource.field(name).map(Column::Field) };
    let columns: Vec<Option<Column>> = assigned.into_iter().map(|name| name.and_then(column)).collect();
    if columns.iter().any(|column| matches!(column, Some(Column::Field(_)))) {
        Ok(columns)
    } else {
        Err(ServiceError::refused("error.import.columns").into())
    }
}

/// What the cells of each column hold where they refer to rows.
fn namings(columns: &[Option<Column>], headed: &Headed, plan: &Plan) -> Vec<Naming> {
    let of = |(at, (column, name)): (usize, (&Option<Column>, &String))| match column {
        Some(Column::Field(field)) => Naming::of_head(name, field, headed.mapped(at, &plan.mapping)),
        Some(Column::Id) | None => Naming::Names,
    };
    columns.iter().zip(&headed.names).enumerate().map(of).collect()
}

pub(super) struct Import {
    pub(super) call: Call,
    plan: Plan,
    /// Of each row its number in the file as a spreadsheet counts.
    numbers: Vec<usize>,
    /// For fields whose unknown names become rows.
    creators: Vec<Creator>,
    pub(super) new_rows: NewRows,
    pub(super) task: std::sync::Arc<Task>,
    bad: Vec<Value>,
    pub(super) bad_count: usize,
    bad_bytes: usize,
    pub(super) counts: [usize; 3],
    /// New rows, in the order of the file.
    pub(super) made: Vec<MadeRow>,
    pub(super) changes: Changes,
    /// Of an import that goes on: the rows of the file that it has written.
    done: HashMap<i64, DoneRow>,
    /// It was refused, and what it has written was being put back.
    pub(super) undoing: bool,
    /// Rows of the file, and how many of them were written since it began or went on.
    pub(super) total: usize,
    pub(super) written: usize,
}

/// A checked row of the file.
pub(super) struct Ready {
    /// Its place in the file.
    pub(super) place: usize,
    /// How many rows of a tree are above it.
    pub(super) depth: usize,
    /// Under which row it will hang, if the file says so.
    pub(super) parent: Option<i64>,
    /// New rows are written before it.
    pub(super) late: bool,
    /// It hands unique values on to others, or takes theirs.
    pub(super) together: bool,
    pub(super) write: Write,
}

/// What becomes of it.
pub(super) enum Write {
    New(Checked),
    Change(i64, Map<String, Value>),
    Same,
}

impl Import {
    fn new(call: Call, plan: Plan, creators: Vec<Creator>, task: std::sync::Arc<Task>) -> Self {
        let changes = Changes::new(task.id);
        let new_rows = NewRows::default();
        let mut call = call;
        call.act.step = Some(task.fence());
        let mut creators = creators;
        creators.iter_mut().for_each(|creator| creator.call.act.step = Some(task.fence()));
        Self {
            call,
            plan,
            numbers: Vec::new(),
            creators,
            new_rows,
            task,
            bad: Vec::new(),
            bad_count: 0,
            bad_bytes: 0,
            counts: [0; 3],
            made: Vec::new(),
            changes,
            done: HashMap::new(),
            undoing: false,
            total: 0,
            written: 0,
        }
    }

    /// Takes up what the import has written before it was paused, or its node went.
    async fn restore(&mut self, resumed: &Resumed) -> Result<(), ExchangeError> {
        let store = self.call.store().clone();
        if self.plan.dry {
            return Ok(store.forget_import(self.task.id).await?);
        }
        self.done = store.done_rows(self.task.id).await?;
        self.made = self.done.iter().filter(|(_, done)| done.new).map(|(row, done)| (*row, done.key)).collect();
        self.made.sort_unstable();
        self.changes = Changes::restored(&store, self.task.id, resumed.is_marked(TOO_MANY)).await?;
        self.undoing = resumed.is_marked(UNDOING);
        Ok(())
    }

    /// Between two steps: refuses to go on when it was paused, or when its author may not import any more.
    pub(super) async fn go_on(&mut self) -> Result<(), ExchangeError> {
        self.task.step().await?;
        self.call.renew().await?;
        Ok(self.call.require("import")?)
    }

    /// Says which rows of the file the next write is about; of edits with the ids of the rows that they change.
    pub(super) fn at_rows(&mut self, rows: Vec<i64>, keys: Vec<i64>) {
        self.call.act.step = Some(TaskStep { rows, keys, keeps: self.changes.keeps(), ..self.task.fence() });
    }

    /// Forgets what a hook has put beside the row before.
    pub(super) fn begin_row(&mut self) {
        self.call.act.set.clear();
        self.call.act.extra = ExtraStatements::default();
    }

    /// A row as a spreadsheet counts; `place`: its place among the rows that are not blank.
    pub(super) fn file_row(&self, place: usize) -> i64 {
        self.numbers.get(place).and_then(|row| i64::try_from(*row).ok()).unwrap_or(0)
    }

    fn wrong(&mut self, row: usize, column: &str, reason: String) {
        self.bad_count += 1;
        self.bad_bytes += column.len() + reason.len() + FAULT_BYTES;
        if self.bad.len() < REPORTED_MAX && self.bad_bytes <= REPORTED_BYTES_MAX {
            self.bad.push(json!({ "row": self.file_row(row), "column": column, "reason": reason }));
        }
    }

    pub(super) fn refuse(&mut self, row: usize, error: ServiceError) -> Result<(), ExchangeError> {
        match error {
            ServiceError::Field { field, key } => {
                let column = column_title(self.call.resource, field);
                self.wrong(row, &column, text(&key, &[]));
                Ok(())
            }
            ServiceError::Range { ref field, .. } => {
                let column = column_title(self.call.resource, field.clone());
                self.wrong(row, &column, error.reason());
                Ok(())
            }
            ServiceError::Refused { key, values, .. } => {
                self.wrong(row, "", text(key, &values));
                Ok(())
            }
            ServiceError::Rows { key, .. } => {
                self.wrong(row, "", text(key, &[]));
                Ok(())
            }
            ServiceError::NoPermission => {
                self.wrong(row, "", text("permission.denied", &[]));
                Ok(())
            }
            other => Err(other.into()),
        }
    }

    /// The columns of references with names that no row has.
    fn unknown(&self, sheet: &Sheet, fields: &[&'static Field]) -> Vec<Unknown> {
        let catalogue = self.call.store().catalogue();
        let of_field = |field: &&'static Field| {
            let (naming, cells) = sheet.cells_of(field);
            Unknown::of((naming, &cells), field, catalogue.of_table(field.target()?.table)?, &sheet.lookups)
        };
        fields.iter().filter_map(of_field).collect()
    }

    async fn run(&mut self, rows: Vec<Vec<String>>) -> Result<Outcome, ExchangeError> {
        let headed = Headed::of(rows).ok_or_else(|| ServiceError::refused("error.import.columns"))?;
        self.call.renew().await?;
        self.call.require("import")?;
        let columns = columns(self.call.resource, &headed, &self.plan)?;
        let naming = namings(&columns, &headed, &self.plan);
        let (numbers, rows): (Vec<usize>, Vec<Vec<String>>) = headed.rows.into_iter().map(|row| (row.number, row.cells)).unzip();
        self.numbers = numbers;
        let total = rows.len();
        self.total = total;
        if self.undoing {
            self.undo().await?;
            return Ok(Outcome { failed: Some(text("import.refused", &[])), message: String::new(), facts: noted(&[], 0) });
        }
        self.task.update(json!({ "total": total })).await;
        let done = (0..total).filter_map(|place| Some((place, *self.done.get(&self.file_row(place))?))).collect();
        let filled = Sheet::fields(&columns, &[]);
        let constants = constants::read(self.call.resource, &self.plan.constants, &filled)?;
        let fields = Sheet::fields(&columns, &constants);
        let (store, resource) = (self.call.store().clone(), self.call.resource);
        let constraints = touched_constraints(resource, &fields);
        let stored = StoredRows::load(&store, resource, needed_columns(resource, &constraints)).await?;
        let whole = total <= WHOLE_MAX;
        let mut sheet = Sheet {
            resource,
            hook: self.call.hook(),
            rows,
            naming,
            columns,
            constants,
            keeps_blank: self.plan.keeps_blank,
            lookups: Lookups::load(&store, &fields, &self.call.act.scope).await?,
            local: local_fields(&store, resource, &fields),
            constraints,
            stored,
            whole,
            done,
        };
        let unknown = self.unknown(&sheet, &fields);
        self.new_rows.want(&mut self.creators, &unknown, &mut sheet.lookups).await?;
        let creates = !self.plan.dry && self.new_rows.count() > 0;
        if creates && whole {
            // Nothing is made of names for rows that are refused.
            self.check_all(&sheet, true).await?;
        }
        let mut ready = Vec::new();
        if self.bad_count == 0 {
            if creates {
                self.new_rows.create(&mut self.creators, &mut sheet.lookups).await?;
                self.counts = [0; 3];
            }
            ready = self.check_all(&sheet, self.plan.dry).await?;
        }
        let mut refused = whole && self.bad_count > 0 && !self.plan.dry;
        if !refused {
            self.write(ready, whole).await?;
            // What nobody could see before: somebody else has written meanwhile.
            refused = whole && self.bad_count > 0 && !self.plan.dry;
            if refused {
                let store = self.call.store().clone();
                store.mark_task(self.task.id, UNDOING).await?;
                self.undo().await?;
            }
        }
        let unknown: Vec<Value> = unknown.iter().map(|unknown| unknown.report(&self.call)).collect();
        let report = json!({
            "rows": total, "new": self.counts[0], "changed": self.counts[1], "same": self.counts[2], "bad": self.bad_count,
            "errors": self.bad, "written": !refused && !self.plan.dry, "unknown": unknown,
            "created": if refused { 0 } else { self.new_rows.count() },
        });
        let mut facts = json!({ "handled": total, "total": total, "bad": self.bad_count, "report": report });
        if !self.plan.dry
            && let (Some(facts), Value::Object(made)) = (facts.as_object_mut(), noted(&self.made, self.changes.count()))
        {
            facts.extend(made);
        }
        Ok(Outcome { failed: refused.then(|| text("import.refused", &[])), message: String::new(), facts })
    }

    /// Checks all rows; answers what is to be written. Of more rows than are all or nothing, the good ones are written on the
    /// way. `trial`: nothing is written, and rows that names become count as there.
    async fn check_all(&mut self, sheet: &Sheet, trial: bool) -> Result<Vec<Ready>, ExchangeError> {
        let held = sheet.held();
        let plan = sheet.plan(&held);
        self.call.planned = Some(plan.planned.clone());
        let mut ready = Vec::new();
        let mut references = if trial { self.new_rows.as_references() } else { FoundReferences::new() };
        references.extend(plan.planned.parents.keys().filter(|id| PlannedRows::place_of(**id).is_some()).map(|id| (sheet.resource.table, *id)));
        for (place, row) in sheet.rows.iter().enumerate() {
            if let Some(done) = sheet.done.get(&place) {
                self.counts[usize::from(!done.new)] += 1;
                continue;
            }
            if place % STEP == STEP - 1 {
                self.task.step().await?;
            }
            let checked = match sheet.read(place, row, &held) {
                Ok(row) => self.check_row(place, row, (sheet, &plan), &mut references).await,
                Err(error) => Err(error.into()),
            };
            match checked {
                Ok(one) => {
                    let kind = match &one.write {
                        Write::New(_) => 0,
                        Write::Change(..) => 1,
                        Write::Same => 2,
                    };
                    self.counts[kind] += 1;
                    if !trial && kind != 2 {
                        ready.push(one);
                    }
                }
                Err(ExchangeError::Api(error)) => self.refuse(place, error)?,
                Err(ExchangeError::Record(error)) => self.refuse(place, error.into())?,
                Err(error) => return Err(error),
            }
            if place % 1_000 == 999 {
                self.task.update(json!({ "handled": if self.plan.dry { place + 1 } else { place.div_ceil(2) }, "bad": self.bad_count })).await;
                // Rows of a tree wait for those above them.
                if !sheet.whole && !trial && !sheet.resource.tree {
                    self.write(std::mem::take(&mut ready), false).await?;
                }
            }
        }
        Ok(ready)
    }

    /// Refuses an action in a warehouse where the caller may import, but not do this.
    async fn require_in(&self, action: &str, warehouse: Option<i64>) -> Result<(), ExchangeError> {
        let Some(warehouse) = warehouse.filter(|warehouse| *warehouse != 0) else { return Ok(()) };
        let right = if self.call.resource.warehouse == Some("id") { WarehouseRight::Decide } else { WarehouseRight::Work };
        let missing = self.call.store().missing_right(&self.call.scope_by(action), right, warehouse).await?;
        missing.map_or(Ok(()), |missing| Err(ServiceError::from(missing).into()))
    }

    async fn check_row(
        &mut self,
        place: usize,
        row: FileRow,
        (sheet, plan): (&Sheet, &FilePlan),
        references: &mut FoundReferences,
    ) -> Result<Ready, ExchangeError> {
        let FileRow { mut body, target, .. } = row;
        match target {
            Some(_) if self.plan.mode == "add" => return Err(ServiceError::refused("error.import.exists").into()),
            None if self.plan.mode == "update" => return Err(ServiceError::refused("error.not_found").into()),
            _ => {}
        }
        sheet.check(plan, place)?;
        let placed = plan.placed(place)?;
        if let Some(parent) = placed.parent {
            body.insert("pid".to_owned(), json!(parent));
        }
        // An empty password changes nothing.
        self.begin_row();
        let store = self.call.store().clone();
        let sent = self.call.resource.warehouse.and_then(|column| body.get(column)?.as_i64());
        let write = match target {
            Some(id) => {
                self.call.require("edit")?;
                let mut typed = self.call.typed(body, false)?;
                let body = typed.clone().into_fields();
                let would = store.would_change(self.call.resource, id, &body, &self.call.act, references).await?;
                let Some(mut edited) = would else {
                    return Ok(Ready { place, depth: 0, parent: None, late: false, together: false, write: Write::Same });
                };
                let lies = if self.call.resource.warehouse == Some("id") { Some(id) } else { sheet.warehouse_of(id) };
                for warehouse in [lies, sent] {
                    self.require_in("edit", warehouse).await?;
                }
                if let Some(hook) = self.call.hook() {
                    // What it makes of the values is made again on writing; here it says whether they may be written.
                    hook.before_edit(&mut self.call, id, &mut typed).await?;
                }
                if self.plan.dry {
                    self.new_rows.name(&mut edited.given);
                    if let Some(title) = placed.parent.and_then(|parent| plan.title_of(parent)) {
                        edited.given.insert("pid".to_owned(), json!(title));
                    }
                    let (now, row) = (self.call.now(), self.file_row(place));
                    self.changes.note(&store, now, (row, id), edited).await?;
                }
                Write::Change(id, body)
            }
            None => {
                self.call.require("add")?;
                let body = self.call.prepare_new(body).await?;
                let weighed = body.contains_key("weigh");
                let row = store.checked_row(self.call.resource, &body, &self.call.act, references).await?;
                self.require_in("add", sent).await?;
                Write::New(Checked { row, weighed, extra: self.call.act.extra.clone() })
            }
        };
        let late = placed.parent.is_some_and(|parent| plan.planned.has_new(parent));
        Ok(Ready { place, depth: placed.depth, parent: placed.parent, late, together: plan.is_together(place), write })
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::catalogue;
    use entrepot_store::resource::declaration::Action;

    use super::super::cells::{label, writable};
    use super::*;
    use crate::i18n::Language;

    #[test]
    fn templates_of_all_resources_name_every_field_once() {
        let imported = catalogue::compiled().filter(|resource| resource.allows(Action::Import));
        for (resource, language) in imported.flat_map(|resource| [Language::Chinese, Language::English].map(|language| (resource, language))) {
            let head: Vec<String> = writable(resource).map(|field| label(field.label(), language).to_owned()).collect();
            let Some(headed) = Headed::of(vec![head.clone(), head]) else { continue };
            let found = columns(resource, &headed, &Plan::default()).unwrap_or_else(|error| panic!("{}: {error}", resource.controller));
            for (column, field) in found.iter().zip(writable(resource)) {
                let same = matches!(column, Some(Column::Field(found)) if found.name == field.name);
                assert!(same, "{} {language:?}: {}", resource.controller, field.name);
            }
        }
    }
}
