//! Export: the rows that a list shows, all of them, into a file that can be downloaded for some days.

use std::collections::HashMap;

use actors::store::StoreError;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::row;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use super::cells::{columns, is_figure, label, write};
use super::error::ExchangeError;
use super::exchange::Exchange;
use super::file_rows::stored_number;
use super::list_export::CHANGED_RIGHTS;
use super::resume::TaskStart;
use super::task::{KEPT, Outcome, Task, admit, spawn};
use super::tree_rows::{StoredNode, path_of};
use crate::error::ServiceError;
use crate::i18n;
use crate::identity::contact::ContactMask;
use crate::resource::Call;
use crate::sheet::{Format, ROWS_MAX, SheetError, Writer};

/// Rows read together.
const BLOCK: i64 = 1_000;

/// Begins an export; answers the task.
pub async fn begin(exchange: &Exchange, mut call: Call, mut query: ListQuery, format: Format, start: TaskStart) -> Result<i64, ServiceError> {
    // The rows that the list shows.
    if let Some(hook) = call.hook() {
        hook.before_list(&call, &mut query).await?;
    }
    call.pass_over_ignored(&mut query);
    ContactMask::of(&call.rights, call.resource).restrict(call.resource, &mut query)?;
    let total = call.store().count_records(call.resource, &query, &call.act.scope).await?;
    if format == Format::Xlsx && total > ROWS_MAX as i64 {
        return Err(ServiceError::refused("error.export.large"));
    }
    let admitted = admit()?;
    let title = label(call.resource.title, i18n::current());
    let task = Task::begin_or_resume(exchange, &call.act, "export", (call.resource.controller, title), format, &start).await?;
    let id = task.id;
    spawn(task, admitted, move |task| async move {
        call.renew().await?;
        call.require("export")?;
        ContactMask::of(&call.rights, call.resource).restrict(call.resource, &mut query)?;
        run(call, &query, format, total, &task).await
    });
    Ok(id)
}

/// A row of a tree by its texts: its parent, then its title.
fn node((id, texts): (i64, Vec<String>)) -> Result<(i64, StoredNode), StoreError> {
    let mut texts = texts.into_iter();
    let parent = stored_number(id, "pid", &texts.next().unwrap_or_default())?;
    Ok((id, StoredNode { parent: parent.unwrap_or(0), title: texts.next().unwrap_or_default() }))
}

/// The rows of a tree, so that parents are written by their names, as an import reads them; of others none.
struct Tree(Option<HashMap<i64, StoredNode>>);

impl Tree {
    async fn load(call: &Call) -> Result<Self, ExchangeError> {
        if !call.resource.tree {
            return Ok(Self(None));
        }
        let rows = call.store().texts_of(call.resource.table, &["pid", call.resource.title_field()]).await?;
        let seen = |id: &i64| call.act.scope.only_rows().is_none_or(|rows| rows.contains(id));
        Ok(Self(Some(rows.into_iter().filter(|(id, _)| seen(id)).map(node).collect::<Result<_, _>>()?)))
    }

    fn name_parent(&self, row: &mut Value) {
        if let (Some(nodes), Some(parent)) = (&self.0, row["pid"].as_i64()) {
            row::set(row, "pid", path_of(nodes, parent));
        }
    }
}

async fn run(mut call: Call, query: &ListQuery, format: Format, total: i64, task: &Task) -> Result<Outcome, ExchangeError> {
    let language = i18n::current();
    let zone = call.config().time_zone;
    let fields: Vec<_> = columns(call.resource).collect();
    let mut names = vec!["id".to_owned()];
    names.extend(fields.iter().map(|field| label(field.label(), language).to_owned()));
    // Ids are no figures: nobody adds them up.
    let numeric = std::iter::once(false).chain(fields.iter().map(|field| is_figure(field))).collect();
    let mut file = ExportFile::begin(task, format, (&names, numeric), total).await?;
    let tree = Tree::load(&call).await?;
    let mut after = 0;
    loop {
        let mut rows = call.store().records_after(call.resource, query, &call.act.scope, after, BLOCK).await?;
        let Some(last) = rows.last() else { break };
        after = row::integer(last, "id")?;
        renew(&mut call).await?;
        call.hide(&mut rows);
        rows.iter_mut().for_each(|row| tree.name_parent(row));
        let cells = |row: &Value| {
            let id = row::integer(row, "id")?.to_string();
            Ok::<_, ExchangeError>(std::iter::once(id).chain(fields.iter().map(|field| write(field, row, language, zone))).collect::<Vec<String>>())
        };
        file.add(&rows.iter().map(cells).collect::<Result<Vec<_>, _>>()?).await?;
    }
    file.finish().await
}

/// Reads the person's rights again, for the next rows. Refused once they may not export them any more, or see more or less
/// of them than when the file was begun.
async fn renew(call: &mut Call) -> Result<(), ExchangeError> {
    let masked = |call: &Call| ContactMask::of(&call.rights, call.resource);
    let (scope, contacts) = (call.act.scope.clone(), masked(call));
    call.renew().await?;
    call.require("export")?;
    if call.act.scope != scope || masked(call) != contacts {
        return Err(ServiceError::refused(CHANGED_RIGHTS).into());
    }
    Ok(())
}

/// The file of an export, as it grows. The task says how far it is.
pub(super) struct ExportFile<'a> {
    task: &'a Task,
    format: Format,
    name: String,
    file: tokio::fs::File,
    writer: Writer,
    handled: i64,
}

impl<'a> ExportFile<'a> {
    /// A file with the names of its columns; `numeric` says which of them have numbers.
    pub(super) async fn begin(task: &'a Task, format: Format, (names, numeric): (&[String], Vec<bool>), total: i64) -> Result<Self, ExchangeError> {
        let writer = Writer::new(format, names)?.with_numbers(numeric);
        tokio::fs::create_dir_all(&task.exchange.dir).await?;
        let name = format!("{}-{}.{}", task.id, uuid::Uuid::new_v4().simple(), format.suffix());
        let file = tokio::fs::File::create(task.exchange.dir.join(&name)).await?;
        task.update(json!({ "total": total })).await;
        Ok(Self { task, format, name, file, writer, handled: 0 })
    }

    /// More rows.
    pub(super) async fn add(&mut self, rows: &[Vec<String>]) -> Result<(), ExchangeError> {
        self.task.step().await?;
        for cells in rows {
            self.writer.row(cells, false)?;
        }
        self.handled += i64::try_from(rows.len()).unwrap_or(0);
        self.file.write_all(&self.writer.take()).await?;
        if self.format == Format::Xlsx && self.handled > ROWS_MAX as i64 {
            return Err(SheetError::TooMany.into());
        }
        self.task.update(json!({ "handled": self.handled })).await;
        Ok(())
    }

    /// The whole file: what the task says of it in the end.
    pub(super) async fn finish(self) -> Result<Outcome, ExchangeError> {
        let Self { task, name, mut file, writer, handled, .. } = self;
        let rest = tokio::task::spawn_blocking(move || writer.finish()).await.map_err(|error| ExchangeError::Stopped(error.to_string()))??;
        file.write_all(&rest).await?;
        file.sync_all().await?;
        let facts = json!({ "handled": handled, "total": handled, "file": name, "expires_at": task.exchange.clock.now() + KEPT });
        Ok(Outcome { failed: None, message: String::new(), facts })
    }
}
