//! Import: rows of a file are checked one by one with the rules of single saves (a new row needs the right to add, a
//! change the right to edit). A dry run only reports the faults, and what would change. Up to [`WHOLE_MAX`] rows, all or
//! nothing is written; beyond that, the good rows are. Names that no row has are faults, unless rows are to be made of them
//! ([`super::unknown_names`]).

use std::collections::{HashMap, HashSet};

use entrepot_store::resource::declaration::Access;
use entrepot_store::resource::write::{ExtraStatements, FoundReferences, Written};
use entrepot_store::resource::{Field, RecordError, Resource};
use serde_json::{Map, Value, json};

use super::cells::{Lookups, read};
use super::changed::Changes;
use super::error::ExchangeError;
use super::exchange::Exchange;
use super::new_rows::{MadeRow, noted};
use super::sheet::{self, Format};
use super::task::{Outcome, Task, admit, spawn};
use super::unknown_names::{Creator, NewRows, Unknown};
use crate::error::ServiceError;
use crate::i18n::{self, text};
use crate::resource::Call;

/// Rows up to which an import is all or nothing.
const WHOLE_MAX: usize = 10_000;
/// Rows written in one transaction.
const BLOCK: usize = 200;
/// Wrong rows that the report names, and their texts in bytes: its field holds 64 KB.
const REPORTED_MAX: usize = 1_000;
const REPORTED_BYTES_MAX: usize = 40 * 1024;
/// Bytes of a fault beside its texts.
const FAULT_BYTES: usize = 48;

/// The title of a field's column; the field's name where it is not declared.
fn column_title(resource: &Resource, field: String) -> String {
    resource.field(&field).map_or(field, |known| super::cells::label(known.label(), i18n::current()).to_owned())
}

/// Options of an import.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub dry: bool,
    /// Column name to field name; an empty one leaves the column out.
    pub mapping: HashMap<String, String>,
    /// `add`, `update`, or both.
    pub mode: String,
}

/// Begins an import; answers the task.
pub async fn begin(exchange: &Exchange, call: Call, bytes: Vec<u8>, plan: Plan, creators: Vec<Creator>) -> Result<i64, ServiceError> {
    let format = Format::sniff(&bytes);
    let kind = if plan.dry { "dry_run" } else { "import" };
    let admitted = admit()?;
    let title = crate::data_exchange::cells::label(call.resource.title, i18n::current());
    let task = Task::begin(exchange, &call.act, kind, (call.resource.controller, title), format).await?;
    let id = task.id;
    spawn(task, admitted, move |task| async move {
        let rows = tokio::task::spawn_blocking(move || sheet::read(&bytes)).await.map_err(|error| ExchangeError::Stopped(error.to_string()))??;
        let mut import = Import::new(call, plan, creators, task.clone());
        let ended = import.run(rows).await;
        if ended.is_err() {
            // What was written before it failed can be taken back as well.
            if let Err(error) = import.changes.write(&task.exchange.store, task.exchange.clock.now()).await {
                tracing::warn!(%error, task = task.id, "the last changes of an import can't be put back");
            }
            if !import.plan.dry {
                task.update(noted(&import.made, import.changes.count())).await;
            }
        }
        ended
    });
    Ok(id)
}

/// A column of the file.
#[derive(Clone, Copy)]
enum Column {
    Id,
    Field(&'static Field),
}

/// The first row with values as a spreadsheet counts: the one before has the names.
pub const FIRST_ROW: i64 = 2;

/// A row as a spreadsheet counts.
fn file_row(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(0) + FIRST_ROW
}

/// Which column is which field.
fn columns(resource: &Resource, head: &[String], plan: &Plan) -> Result<Vec<Option<Column>>, ExchangeError> {
    let of_name = |name: &str| {
        if name.eq_ignore_ascii_case("id") {
            return Some(Column::Id);
        }
        let fits = |field: &&Field| field.name.eq_ignore_ascii_case(name) || field.label().zh == name || field.label().en.eq_ignore_ascii_case(name);
        let writable = |field: &&Field| matches!(field.access, Access::Open | Access::WriteOnce);
        resource.fields.iter().filter(writable).find(fits).map(Column::Field)
    };
    let of_column = |name: &String| match plan.mapping.get(name) {
        Some(field) if field.is_empty() => Ok(None),
        Some(field) => {
            let known = of_name(field);
            if known.is_none() { Err(ServiceError::field(format!("mapping.{name}"), "error.field.unknown").into()) } else { Ok(known) }
        }
        None => Ok(of_name(name.trim())),
    };
    let columns = head.iter().map(of_column).collect::<Result<Vec<_>, ExchangeError>>()?;
    if columns.iter().any(|column| matches!(column, Some(Column::Field(_)))) {
        Ok(columns)
    } else {
        Err(ServiceError::refused("error.import.columns").into())
    }
}

/// A file, and what its rows are checked against.
struct Sheet {
    rows: Vec<Vec<String>>,
    columns: Vec<Option<Column>>,
    lookups: Lookups,
    /// The field by which rows are matched, and the ids of those that are there.
    natural: Option<&'static Field>,
    known: HashMap<String, i64>,
    /// All or nothing is written.
    whole: bool,
}

struct Import {
    call: Call,
    plan: Plan,
    /// For fields whose unknown names become rows.
    creators: Vec<Creator>,
    new_rows: NewRows,
    task: std::sync::Arc<Task>,
    bad: Vec<Value>,
    bad_count: usize,
    bad_bytes: usize,
    counts: [usize; 3],
    /// New rows, in the order of the file.
    made: Vec<MadeRow>,
    changes: Changes,
}

enum Ready {
    New(entrepot_store::resource::write::Checked),
    Change(i64, Map<String, Value>),
    Same,
}

impl Import {
    fn new(call: Call, plan: Plan, creators: Vec<Creator>, task: std::sync::Arc<Task>) -> Self {
        let changes = Changes::new(task.id);
        let new_rows = NewRows::default();
        Self { call, plan, creators, new_rows, task, bad: Vec::new(), bad_count: 0, bad_bytes: 0, counts: [0; 3], made: Vec::new(), changes }
    }

    /// Forgets what a hook has put beside the row before.
    fn begin_row(&mut self) {
        self.call.act.set.clear();
        self.call.act.extra = ExtraStatements::default();
    }

    fn wrong(&mut self, row: usize, column: &str, reason: String) {
        self.bad_count += 1;
        self.bad_bytes += column.len() + reason.len() + FAULT_BYTES;
        if self.bad.len() < REPORTED_MAX && self.bad_bytes <= REPORTED_BYTES_MAX {
            self.bad.push(json!({ "row": file_row(row), "column": column, "reason": reason }));
        }
    }

    fn refuse(&mut self, row: usize, error: ServiceError) -> Result<(), ExchangeError> {
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
    fn unknown(&self, rows: &[Vec<String>], columns: &[Option<Column>], lookups: &Lookups) -> Vec<Unknown> {
        let catalogue = self.call.store().catalogue();
        let of_column = |(at, column): (usize, Option<Column>)| match column {
            Some(Column::Field(field)) => Unknown::of(rows, at, field, catalogue.of_table(field.target()?.table)?, lookups),
            _ => None,
        };
        columns.iter().copied().enumerate().filter_map(of_column).collect()
    }

    async fn run(&mut self, mut rows: Vec<Vec<String>>) -> Result<Outcome, ExchangeError> {
        if rows.is_empty() {
            return Err(ServiceError::refused("error.import.columns").into());
        }
        self.call.renew().await?;
        self.call.require("import")?;
        let head = rows.remove(0);
        let columns = columns(self.call.resource, &head, &self.plan)?;
        rows.retain(|row| row.iter().any(|cell| !cell.trim().is_empty()));
        let total = rows.len();
        self.task.update(json!({ "total": total })).await;
        let fields: Vec<&'static Field> =
            columns.iter().filter_map(|column| if let Some(Column::Field(field)) = column { Some(*field) } else { None }).collect();
        let store = self.call.store().clone();
        let mut lookups = Lookups::load(&store, &fields).await?;
        let unknown = self.unknown(&rows, &columns, &lookups);
        self.new_rows.want(&mut self.creators, &unknown, &mut lookups).await?;
        // Rows are matched by id, or by the first unique field of the file.
        let natural = fields.iter().copied().find(|field| field.unique);
        let known: HashMap<String, i64> = match natural {
            Some(field) => store.keys_of(self.call.resource.table, field.name).await.map_err(RecordError::from)?.into_iter().collect(),
            None => HashMap::new(),
        };
        let whole = total <= WHOLE_MAX;
        let mut sheet = Sheet { rows, columns, lookups, natural, known, whole };
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
        let refused = whole && self.bad_count > 0 && !self.plan.dry;
        if !refused {
            self.write(ready).await?;
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
    async fn check_all(&mut self, sheet: &Sheet, trial: bool) -> Result<Vec<(usize, Ready)>, ExchangeError> {
        let mut ready = Vec::new();
        let mut seen = HashSet::new();
        let mut references = if trial { self.new_rows.as_references() } else { FoundReferences::new() };
        for (number, row) in sheet.rows.iter().enumerate() {
            let checked = self.check_row(number, row, sheet, &mut seen, &mut references).await;
            match checked {
                Ok(Some(one)) => {
                    let kind = match &one {
                        Ready::New(_) => 0,
                        Ready::Change(..) => 1,
                        Ready::Same => 2,
                    };
                    self.counts[kind] += 1;
                    if !trial && kind != 2 {
                        ready.push((number, one));
                    }
                }
                Ok(None) => {}
                Err(ExchangeError::Api(error)) => self.refuse(number, error)?,
                Err(ExchangeError::Record(error)) => self.refuse(number, error.into())?,
                Err(error) => return Err(error),
            }
            if number % 1_000 == 999 {
                self.task.update(json!({ "handled": if self.plan.dry { number + 1 } else { number.div_ceil(2) }, "bad": self.bad_count })).await;
                if !sheet.whole && !trial {
                    self.write(std::mem::take(&mut ready)).await?;
                }
            }
        }
        Ok(ready)
    }

    async fn check_row(
        &mut self,
        number: usize,
        row: &[String],
        sheet: &Sheet,
        seen: &mut HashSet<String>,
        references: &mut FoundReferences,
    ) -> Result<Option<Ready>, ExchangeError> {
        let (mut body, mut id) = (Map::new(), None);
        for (column, cell) in sheet.columns.iter().zip(row.iter().map(String::as_str).chain(std::iter::repeat(""))) {
            match column {
                Some(Column::Id) if !cell.trim().is_empty() => id = Some(cell.trim().parse().map_err(|_| ServiceError::field("id", "error.number"))?),
                Some(Column::Field(field)) => {
                    let value = read(field, cell, &sheet.lookups).map_err(|key| ServiceError::field(field.name, key))?;
                    body.insert(field.name.to_owned(), value);
                }
                _ => {}
            }
        }
        if let Some(field) = sheet.natural {
            let key = body.get(field.name).and_then(Value::as_str).unwrap_or_default().trim().to_owned();
            if !key.is_empty() && !seen.insert(key.clone()) {
                return Err(ServiceError::field(field.name, "error.import.twice").into());
            }
            id = id.or_else(|| sheet.known.get(&key).copied());
        }
        // An empty password changes nothing.
        self.begin_row();
        let store = self.call.store().clone();
        match id {
            Some(_) if self.plan.mode == "add" => {
                self.wrong(number, "", text("error.import.exists", &[]));
                Ok(None)
            }
            None if self.plan.mode == "update" => {
                self.wrong(number, "", text("error.not_found", &[]));
                Ok(None)
            }
            Some(id) => {
                self.call.require("edit")?;
                let mut typed = self.call.typed(body, false)?;
                let body = typed.clone().into_fields();
                let would = store.would_change(self.call.resource, id, &body, &self.call.act, references).await?;
                let Some(mut edited) = would else { return Ok(Some(Ready::Same)) };
                if let Some(hook) = self.call.hook() {
                    // What it makes of the values is made again on writing; here it says whether they may be written.
                    hook.before_edit(&mut self.call, id, &mut typed).await?;
                }
                if self.plan.dry {
                    self.new_rows.name(&mut edited.given);
                    let now = self.call.now();
                    self.changes.note(&store, now, (file_row(number), id), edited).await?;
                }
                Ok(Some(Ready::Change(id, body)))
            }
            None => {
                self.call.require("add")?;
                let body = self.call.prepare_new(body).await?;
                let weighed = body.contains_key("weigh");
                let row = store.checked_row(self.call.resource, &body, &self.call.act, references).await?;
                Ok(Some(Ready::New(entrepot_store::resource::write::Checked { row, weighed })))
            }
        }
    }

    /// Writes the checked rows: new ones in blocks, changes one by one.
    async fn write(&mut self, ready: Vec<(usize, Ready)>) -> Result<(), ExchangeError> {
        self.call.renew().await?;
        let mut new = Vec::new();
        let store = self.call.store().clone();
        for (number, one) in ready {
            match one {
                Ready::New(checked) => new.push((number, checked)),
                Ready::Change(id, body) => {
                    self.begin_row();
                    match self.call.edit(id, body).await {
                        Ok(written) => {
                            let now = self.call.now();
                            self.changes.add(&store, now, (file_row(number), id), written.edited).await?;
                        }
                        Err(error) => {
                            self.counts[1] -= 1;
                            self.refuse(number, error)?;
                        }
                    }
                }
                Ready::Same => {}
            }
        }
        self.changes.write(&store, self.call.now()).await?;
        while !new.is_empty() {
            let block: Vec<_> = new.drain(..new.len().min(BLOCK)).collect();
            let weighed = block.iter().all(|(_, checked)| checked.weighed);
            let rows = block.iter().map(|(_, checked)| checked.row.clone()).collect();
            match store.insert_checked(self.call.resource, rows, weighed, &self.call.act).await {
                Ok(ids) => {
                    self.made.extend(block.iter().zip(&ids).map(|((number, _), id)| (file_row(*number), *id)));
                    self.call.changed(&Written { ids, ..Written::default() }).await?;
                }
                // One of them is refused by the database: find out which.
                Err(RecordError::Field { .. }) => {
                    for (number, checked) in block {
                        match store.insert_checked(self.call.resource, vec![checked.row], checked.weighed, &self.call.act).await {
                            Ok(ids) => {
                                self.made.extend(ids.iter().map(|id| (file_row(number), *id)));
                                self.call.changed(&Written { ids, ..Written::default() }).await?;
                            }
                            Err(error) => {
                                self.counts[0] -= 1;
                                self.refuse(number, error.into())?;
                            }
                        }
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
