//! Count sheets: the sheet, a row for each line, the history, and the commands that are remembered.
//!
//! Results are written here, each in a transaction with the sheet ([`save`]); a posting is written with its
//! movements ([`crate::ledger`]).

pub mod list;
pub mod rows;
pub mod save;

use actors::store::StoreError;
use bus_schemas::count::{CountLine, CountScope, CountSheet, CountWrite, LINES_MAX};
use bus_schemas::ids::{CountId, WarehouseId};
use serde::{Deserialize, Serialize};
use surrealdb::types::{Object, Value};

use crate::commands::{COUNT_COMMANDS, command_id};
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array, array_id, fields, id, int, object, text};
use crate::scope::Scope;

/// Fields of a sheet and of its lines that are decimals.
const DECIMALS: &[&str] = &["percent", "value", "quantity", "book", "cost", "missing"];

/// Why a sheet was not written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CountWriteError {
    /// Another writer was first. Load again.
    #[error("the sheet has changed")]
    Changed,
    /// The command was done before. Answer from [`Store::find_count_command`].
    #[error("the command was done before")]
    CommandTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Thrown when a sheet has another version than its write expects.
const CHANGED: &str = "CHANGED";

impl From<TxError> for CountWriteError {
    fn from(error: TxError) -> Self {
        match &error {
            TxError::Thrown(code) if code == CHANGED => Self::Changed,
            // Ids are given out once, so a sheet that exists was made by this command.
            error if error.exists_in(COUNT_COMMANDS) || error.exists_in("count_sheet") => Self::CommandTaken,
            // Somebody else found the same goods.
            error if error.exists_in("count_line") => Self::Changed,
            _ => Self::Store(error.into()),
        }
    }
}

/// A command that was done to a sheet.
#[derive(Clone, Debug, Deserialize)]
pub struct DoneCountCommand {
    pub sheet: i64,
    pub action: String,
    /// The line that was counted.
    pub line: Option<u32>,
}

/// A row with its id. Without one it is the content of a row that is there.
fn row<T: Serialize>(of: &T, record: Option<Value>) -> Result<Object, TxError> {
    let mut row = fields(of, DECIMALS)?;
    row.remove("id");
    if let Some(record) = record {
        row.insert("id", record);
    }
    Ok(row)
}

/// A sheet's row without its id.
fn sheet_content(sheet: &CountSheet) -> Result<Value, TxError> {
    row(sheet, None).map(Value::Object)
}

/// A sheet's row with its id.
pub(crate) fn sheet_row(sheet: &CountSheet) -> Result<Value, TxError> {
    row(sheet, Some(id("count_sheet", sheet.id.0))).map(Value::Object)
}

/// The history entry of a sheet's version.
pub(crate) fn event_row(sheet: &CountSheet) -> Result<Value, TxError> {
    row(&sheet.entry, Some(array_id("count_event", vec![int(sheet.id.0), int(sheet.version)]))).map(Value::Object)
}

/// The row that remembers a command.
pub(crate) fn command_row(write: &CountWrite, action: &str, line: Option<u32>) -> Value {
    object([
        ("id", command_id(COUNT_COMMANDS, &write.command)),
        ("sheet", int(write.sheet.id.0)),
        ("action", text(action)),
        ("line", line.map_or(Value::None, |line| int(i64::from(line)))),
    ])
}

/// The row that remembers what changed a sheet as its history says.
pub(crate) fn change_row(write: &CountWrite) -> Value {
    command_row(write, write.sheet.entry.as_ref().map_or("", |entry| entry.action.as_str()), None)
}

fn line_id(sheet: CountId, line: u32) -> Value {
    array_id("count_line", vec![int(sheet.0), int(i64::from(line))])
}

#[derive(Deserialize)]
struct Category {
    id: i64,
    pid: Option<i64>,
}

impl Store {
    /// The id of a new sheet.
    pub async fn next_count(&self) -> Result<CountId, StoreError> {
        self.next_of("count_sheet").await.map(CountId)
    }

    /// A sheet, if it is within reach.
    pub async fn count_sheet(&self, sheet: CountId, scope: &Scope) -> Result<Option<CountSheet>, StoreError> {
        let rows: Vec<CountSheet> = self.rows("SELECT *, record::id(id) AS id FROM $sheet", vec![("sheet", id("count_sheet", sheet.0))]).await?;
        Ok(rows.into_iter().find(|row| scope.reaches(row.warehouse.0, row.created_by.0)))
    }

    /// All lines of a sheet, by number.
    pub async fn count_lines(&self, sheet: CountId) -> Result<Vec<CountLine>, StoreError> {
        self.rows("SELECT * OMIT id FROM count_line:[$sheet]..[$sheet + 1]", vec![("sheet", int(sheet.0))]).await
    }

    /// What a command did to a sheet.
    pub async fn find_count_command(&self, command: &bus_schemas::ids::CommandKey) -> Result<Option<DoneCountCommand>, StoreError> {
        let rows: Vec<DoneCountCommand> = self.rows("SELECT * OMIT id FROM $command", vec![("command", command_id(COUNT_COMMANDS, command))]).await?;
        Ok(rows.into_iter().next())
    }

    /// The lines of a new sheet: the places that it covers, as they are walked, at most one more than a sheet may have.
    /// `since`: only places whose figures changed from then on, in Unix milliseconds, also those that became empty.
    pub async fn covered_places(&self, warehouse: WarehouseId, covers: &CountScope, since: Option<i64>) -> Result<Vec<CountLine>, StoreError> {
        let mut conditions = vec![if since.is_some() { "updated_at >= $since" } else { "(on_hand != 0 OR reserved != 0)" }.to_owned()];
        let list = |ids: &[i64]| array(ids.iter().copied().map(int).collect());
        let mut vars: Vars = vec![("w", int(warehouse.0)), ("since", int(since.unwrap_or_default()))];
        if !covers.areas.is_empty() {
            conditions.push("area IN $areas".into());
            vars.push(("areas", list(&covers.areas)));
        }
        if !covers.products.is_empty() {
            conditions.push("product IN $products".into());
            vars.push(("products", list(&covers.products)));
        }
        if !covers.categories.is_empty() {
            conditions.push("product IN $of_category".into());
            let of_category: Vec<i64> = self
                .rows(
                    "SELECT VALUE record::id(id) FROM product WHERE category_id IN $categories",
                    vec![("categories", list(&self.with_children(&covers.categories).await?))],
                )
                .await?;
            vars.push(("of_category", list(&of_category)));
        }
        let query = format!(
            "SELECT area, shelf, product, batch, unit, produce_date, expiry_date, 0 AS line FROM place:[$w]..[$w + 1] WHERE {} LIMIT {}",
            conditions.join(" AND "),
            LINES_MAX + 1
        );
        let mut lines: Vec<CountLine> = self.rows(&query, vars).await?;
        for (line, number) in lines.iter_mut().zip(1..) {
            line.line = number;
        }
        Ok(lines)
    }

    /// Categories with all that are below them.
    async fn with_children(&self, categories: &[i64]) -> Result<Vec<i64>, StoreError> {
        let all: Vec<Category> = self.rows("SELECT record::id(id) AS id, pid FROM product_category", vec![]).await?;
        let mut known = categories.to_vec();
        let mut at = 0;
        while let Some(parent) = known.get(at).copied() {
            let below: Vec<i64> = all.iter().filter(|row| row.pid == Some(parent) && !known.contains(&row.id)).map(|row| row.id).collect();
            known.extend(below);
            at += 1;
        }
        Ok(known)
    }
}
