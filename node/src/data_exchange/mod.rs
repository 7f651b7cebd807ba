//! Import and export of any resource, as background tasks with rows in the table `transfer_task`.
//!
//! Here: reading and writing files ([`sheet`]), their heads ([`heads`]), numbers and days in them ([`figures`], [`days`]),
//! converting fields to cells and back ([`cells`]), the tasks ([`task`]), [`import`] with what it knows of its file
//! ([`file_rows`]): names of other rows ([`references`]), values for all rows ([`constants`]), unique values ([`uniqueness`]) and
//! parents ([`tree_rows`]); [`take_back`] and [`put_back`] for the way back from an import, [`unknown_names`] for names that no row
//! has, [`export`], [`list_export`]
//! and [`column_export`] for lists that no resource declares, and the routes ([`api`]). Not here: transfers of stock, and the replay of old orders
//! ([`crate::import`]). Start at [`import`].

pub mod api;
pub mod cells;
pub mod changed;
pub mod column_export;
pub mod constants;
pub mod days;
pub mod error;
pub mod exchange;
pub mod export;
pub mod figures;
pub mod file_options;
pub mod file_rows;
pub mod heads;
pub mod hooks;
pub mod import;
mod import_write;
pub mod list_export;
pub mod new_rows;
mod notices;
pub mod own_api;
pub mod put_back;
pub mod references;
pub mod report_api;
pub mod resume;
pub mod task;
pub mod tree_rows;
pub mod uniqueness;
pub mod unknown_names;

use std::path::Path;

use entrepot_store::resource::Act;
use entrepot_store::shop::order::export::CONTROLLER as SHOP_ORDERS;
use serde_json::json;

use self::exchange::Exchange;
use self::task::{KEPT, Task};
use crate::error::ServiceError;
use crate::sheet::Format;

pub const SHOP_ORDERS_NODE: &str = "shop/order/order/addexporttask";

/// The permission node of the export of a list.
#[must_use]
pub fn export_node(controller: &str) -> String {
    if controller == SHOP_ORDERS { SHOP_ORDERS_NODE.to_owned() } else { format!("{}/export", controller.replace('.', "/").to_lowercase()) }
}

/// Seconds that the changes of an import can be put back.
pub const CHANGES_KEPT: i64 = 30 * 86_400;

/// Notes an import that was done at once, with what it made: it stands in the list and can be taken back.
pub async fn note_import(
    exchange: &Exchange,
    act: &Act,
    of: (&str, &str),
    format: Format,
    rows: usize,
    made: (i64, &str),
) -> Result<(), ServiceError> {
    let (id, name) = made;
    let task = Task::begin(exchange, act, "import", of, format).await?;
    let report = json!({ "rows": rows, "new": rows, "changed": 0, "same": 0, "bad": 0, "errors": [], "written": true });
    let mut facts = new_rows::noted(&[(import::FIRST_ROW, id)], 0);
    for (fact, value) in [("state", json!("done")), ("total", json!(rows)), ("handled", json!(rows)), ("report", report), ("message", json!(name))] {
        facts[fact] = value;
    }
    task.update(facts).await;
    task.close().await;
    Ok(())
}

/// Removes expired files.
pub async fn tidy(dir: &Path) -> std::io::Result<usize> {
    let mut removed = 0;
    let mut files = match tokio::fs::read_dir(dir).await {
        Ok(files) => files,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error),
    };
    while let Some(file) = files.next_entry().await? {
        let age = file.metadata().await?.modified()?.elapsed().unwrap_or_default();
        if age.as_secs() > u64::try_from(KEPT).unwrap_or(0) {
            tokio::fs::remove_file(file.path()).await?;
            removed += 1;
        }
    }
    Ok(removed)
}
