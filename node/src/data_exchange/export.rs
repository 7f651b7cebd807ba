//! Export: the rows that a list shows, all of them, into a file that can be downloaded for a day.

use entrepot_store::listing::ListQuery;
use entrepot_store::resource::row;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use super::cells::{columns, label, write};
use super::sheet::{Format, ROWS_MAX, Writer};
use super::{Task, TransferError, admit, dir, spawn};
use crate::error::ServiceError;
use crate::i18n;
use crate::resource::Call;

/// Rows read together.
const BLOCK: i64 = 1_000;

/// Begins an export; answers the task.
pub async fn begin(mut call: Call, mut query: ListQuery, format: Format) -> Result<i64, ServiceError> {
    // The rows that the list shows.
    if let Some(hook) = call.hook() {
        hook.before_list(&call, &mut query).await?;
    }
    let total = call.node.store().count_records(call.resource, &query, &call.act.scope).await?;
    if format == Format::Xlsx && total > ROWS_MAX as i64 {
        return Err(ServiceError::refused("error.export.large"));
    }
    let admitted = admit()?;
    let task = Task::begin(&call.node, &call.act, "export", call.resource.controller, format).await?;
    let id = task.id;
    spawn(task, admitted, move |task| async move {
        call.renew().await?;
        call.demand("export")?;
        run(&call, &query, format, total, &task).await
    });
    Ok(id)
}

async fn run(call: &Call, query: &ListQuery, format: Format, total: i64, task: &Task) -> Result<Value, TransferError> {
    let language = i18n::current();
    let zone = call.node.config().time_zone;
    let fields: Vec<_> = columns(call.resource).collect();
    let mut names = vec!["id".to_owned()];
    names.extend(fields.iter().map(|field| label(field.label(), language).to_owned()));
    let mut writer = Writer::new(format, &names)?;
    tokio::fs::create_dir_all(dir(&call.node)).await?;
    let name = format!("{}-{}.{}", task.id, uuid::Uuid::new_v4().simple(), format.suffix());
    let mut file = tokio::fs::File::create(dir(&call.node).join(&name)).await?;
    task.tell(json!({ "total": total })).await;
    let (mut after, mut handled) = (0, 0_i64);
    loop {
        let rows = call.node.store().records_after(call.resource, query, &call.act.scope, after, BLOCK).await?;
        let Some(last) = rows.last() else { break };
        after = row::integer(last, "id")?;
        for row in &rows {
            let mut cells = vec![row::integer(row, "id")?.to_string()];
            cells.extend(fields.iter().map(|field| write(field, row, language, zone)));
            writer.row(&cells, false)?;
        }
        handled += i64::try_from(rows.len()).unwrap_or(0);
        file.write_all(&writer.take()?).await?;
        if format == Format::Xlsx && handled > ROWS_MAX as i64 {
            return Err(crate::data_exchange::SheetError::TooMany.into());
        }
        task.tell(json!({ "handled": handled })).await;
    }
    let rest = tokio::task::spawn_blocking(move || writer.finish()).await.map_err(|error| TransferError::Stopped(error.to_string()))??;
    file.write_all(&rest).await?;
    file.sync_all().await?;
    Ok(json!({ "handled": handled, "total": handled, "file": name, "expires_at": call.node.now() + crate::data_exchange::KEPT }))
}
