//! Count sheets: the sheet, a row for each line, the history, and the commands that are remembered.
//!
//! Results are written here, each in a transaction with the sheet ([`save`]); a posting is written with its
//! movements ([`crate::ledger`]).

pub mod list;
pub mod rows;
pub mod save;

use std::collections::BTreeSet;

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
const DECIMALS: &[&str] = &["percent", "value", "quantity", "factor", "book", "cost", "missing"];

/// Products whose places one query looks up.
const PRODUCTS_TOGETHER: usize = 1_024;
/// What the line of a place takes from it.
const OF_PLACE: &str = "area, shelf, product, batch, unit, produce_date, expiry_date, 0 AS line";

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
        self.rows("SELECT * OMIT id FROM count_line:[$sheet]..=[$sheet, 9223372036854775807]", vec![("sheet", int(sheet.0))]).await
    }

    /// What a command did to a sheet.
    pub async fn find_count_command(&self, command: &bus_schemas::ids::CommandKey) -> Result<Option<DoneCountCommand>, StoreError> {
        let rows: Vec<DoneCountCommand> = self.rows("SELECT * OMIT id FROM $command", vec![("command", command_id(COUNT_COMMANDS, command))]).await?;
        Ok(rows.into_iter().next())
    }

    /// The lines of a new sheet: the places that it covers, as they are walked, at most one more than a sheet may have.
    /// `since`: only places whose figures changed from then on, in Unix milliseconds, also those that became empty.
    pub async fn covered_places(&self, warehouse: WarehouseId, covers: &CountScope, since: Option<i64>) -> Result<Vec<CountLine>, StoreError> {
        let covered = if since.is_some() { "updated_at >= $since" } else { "(on_hand != 0 OR reserved != 0)" };
        let vars: Vars = vec![("w", int(warehouse.0)), ("since", int(since.unwrap_or_default()))];
        let most = LINES_MAX + 1;
        let mut lines: Vec<CountLine> = match (self.covered_products(covers).await?, covers.areas.is_empty()) {
            (Some(products), _) => self.places_of_products(products, covers, &format!("{covered} LIMIT {most}"), &vars).await?,
            (None, false) => self.places_in_areas(&covers.areas, &format!("{covered} LIMIT {most}"), &vars).await?,
            (None, true) => self.rows(&format!("SELECT {OF_PLACE} FROM place:[$w]..[$w + 1] WHERE {covered} LIMIT {most}"), vars).await?,
        };
        lines.sort_by(|one, other| one.place.cmp(&other.place));
        lines.truncate(most);
        for (line, number) in lines.iter_mut().zip(1..) {
            line.line = number;
        }
        Ok(lines)
    }

    /// The products that a sheet is limited to, if it is: those of its list and its categories.
    async fn covered_products(&self, covers: &CountScope) -> Result<Option<BTreeSet<i64>>, StoreError> {
        let named: BTreeSet<i64> = covers.products.iter().copied().collect();
        if covers.categories.is_empty() {
            return Ok(Some(named).filter(|named| !named.is_empty()));
        }
        let of_category = |name: &str| format!("SELECT VALUE record::id(id) FROM product WHERE category_id IN ${name};");
        let categories = self.with_children(&covers.categories).await?.into_iter().map(int).collect();
        let mut products: BTreeSet<i64> = self.look_up::<i64>(categories, vec![], of_category).await?.into_iter().collect();
        if !named.is_empty() {
            products.retain(|product| named.contains(product));
        }
        Ok(Some(products))
    }

    /// Places of a warehouse where these products are. Once there are more than a sheet may have, the rest is not read.
    /// `covered` ends each query: a condition and a limit.
    async fn places_of_products(
        &self,
        products: BTreeSet<i64>,
        covers: &CountScope,
        covered: &str,
        vars: &Vars,
    ) -> Result<Vec<CountLine>, StoreError> {
        let mut vars = vars.clone();
        let within = if covers.areas.is_empty() { "" } else { "area IN $areas AND" };
        vars.push(("areas", array(covers.areas.iter().copied().map(int).collect())));
        let lie = |name: &str| format!("SELECT {OF_PLACE} FROM place WHERE product IN ${name} AND warehouse = $w AND {within} {covered};");
        let products: Vec<i64> = products.into_iter().collect();
        let mut lines = Vec::new();
        for some in products.chunks(PRODUCTS_TOGETHER) {
            lines.append(&mut self.look_up(some.iter().copied().map(int).collect(), vars.clone(), lie).await?);
            if lines.len() > LINES_MAX {
                break;
            }
        }
        Ok(lines)
    }

    /// Places in these areas of a warehouse, alike.
    async fn places_in_areas(&self, areas: &[i64], covered: &str, vars: &Vars) -> Result<Vec<CountLine>, StoreError> {
        let query = format!("SELECT {OF_PLACE} FROM place:[$w, $area]..[$w, $area + 1] WHERE {covered}");
        let mut lines: Vec<CountLine> = Vec::new();
        for area in areas.iter().copied().collect::<BTreeSet<i64>>() {
            let mut vars = vars.clone();
            vars.push(("area", int(area)));
            lines.append(&mut self.rows(&query, vars).await?);
            if lines.len() > LINES_MAX {
                break;
            }
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
