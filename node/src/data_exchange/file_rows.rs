//! The rows of an import's file: their cells as values, the row that each changes, and how they stand to each other. What is
//! read of the database is read once ([`StoredRows`]); the rest is decided in memory.

use std::collections::HashMap;
use std::sync::Arc;

use actors::folding::folded;
use actors::store::StoreError;
use entrepot_store::Store;
use entrepot_store::engine::typed;
use entrepot_store::resource::{Field, Kind, RecordError, Resource};
use entrepot_store::task_steps::DoneRow;
use serde_json::{Map, Value};

use super::cells;
use super::constants::Constant;
use super::heads::has_more;
use super::import::Column;
use super::references::{Lookups, Naming};
use super::tree_rows::{self, FileNode, Placed, StoredNode};
use super::uniqueness::{Claim, Clash, Comparison, Constraint, Form, compare};
use crate::error::ServiceError;
use crate::resource::call::Hook;
use crate::resource::planned::PlannedRows;

/// What an import has to know of all rows of its resource.
#[derive(Default)]
pub struct StoredRows {
    columns: Vec<&'static str>,
    rows: HashMap<i64, Vec<String>>,
}

/// The number in a column that was read as text, if there is one.
pub(super) fn stored_number(id: i64, column: &str, text: &str) -> Result<Option<i64>, StoreError> {
    if text.is_empty() {
        return Ok(None);
    }
    let broken = || StoreError::Corrupt(format!("{column} of row {id} is no number"));
    typed::integer_of(text).map(Some).ok_or_else(broken)
}

impl StoredRows {
    /// Reads the columns of these names.
    pub async fn load(store: &Store, resource: &Resource, columns: Vec<&'static str>) -> Result<Self, RecordError> {
        let rows = if columns.is_empty() { Vec::new() } else { store.texts_of(resource.table, &columns).await? };
        Ok(Self::of(resource, columns, rows)?)
    }

    /// Refuses rows whose parent or warehouse is no number.
    fn of(resource: &Resource, columns: Vec<&'static str>, rows: Vec<(i64, Vec<String>)>) -> Result<Self, StoreError> {
        let is_number = |column: &str| (resource.tree && column == "pid") || resource.warehouse == Some(column);
        for (id, texts) in &rows {
            for (column, text) in columns.iter().zip(texts).filter(|(column, _)| is_number(column)) {
                stored_number(*id, column, text)?;
            }
        }
        Ok(Self { columns, rows: rows.into_iter().collect() })
    }

    fn text(&self, id: i64, column: &str) -> Option<&str> {
        let at = self.columns.iter().position(|known| *known == column)?;
        self.rows.get(&id)?.get(at).map(String::as_str)
    }

    fn number(&self, id: i64, column: &str) -> Option<i64> {
        self.text(id, column)?.parse().ok()
    }

    /// The rows as nodes of a tree.
    fn nodes(&self, title: &str) -> HashMap<i64, StoredNode> {
        let node =
            |id: &i64| StoredNode { parent: self.number(*id, "pid").unwrap_or(0), title: self.text(*id, title).unwrap_or_default().to_owned() };
        self.rows.keys().map(|id| (*id, node(id))).collect()
    }
}

/// A file, and what its rows are checked against.
pub struct Sheet {
    pub resource: &'static Resource,
    pub hook: Option<Arc<dyn Hook>>,
    pub rows: Vec<Vec<String>>,
    pub columns: Vec<Option<Column>>,
    /// What the cells of each column hold where they refer to rows.
    pub naming: Vec<Naming>,
    pub constants: Vec<Constant>,
    /// An empty cell leaves the value as it is.
    pub keeps_blank: bool,
    pub lookups: Lookups,
    /// Fields that refer to rows of warehouses: there a name means the one in the row's own.
    pub local: Vec<&'static str>,
    pub constraints: Vec<Constraint>,
    pub stored: StoredRows,
    /// All or nothing is written.
    pub whole: bool,
    /// Rows that were written already, by their places.
    pub done: HashMap<usize, DoneRow>,
}

/// A row of the file.
pub struct FileRow {
    pub body: Map<String, Value>,
    /// The row that it changes.
    pub target: Option<i64>,
    /// The cell that names its parent.
    parent: Option<String>,
}

/// How the rows of a file stand to each other.
pub struct FilePlan {
    comparison: Comparison,
    placed: Vec<Result<Placed, &'static str>>,
    /// What the rows of a tree are called.
    titles: Vec<String>,
    pub planned: Arc<PlannedRows>,
}

impl FilePlan {
    /// Where a row hangs; refused where it can't.
    pub fn placed(&self, place: usize) -> Result<Placed, ServiceError> {
        let placed = self.placed.get(place).copied().unwrap_or(Ok(Placed::default()));
        placed.map_err(|key| ServiceError::field("pid", key))
    }

    /// What a new row is called that a parent stands for.
    #[must_use]
    pub fn title_of(&self, parent: i64) -> Option<&str> {
        self.titles.get(PlannedRows::place_of(parent)?).map(String::as_str)
    }

    /// Whether a row hands unique values on to others, or takes theirs.
    #[must_use]
    pub fn is_together(&self, place: usize) -> bool {
        self.comparison.together.contains(&place)
    }
}

/// The deepest level of a tree whose rows keep theirs.
fn deepest(resource: &Resource) -> Option<usize> {
    match resource.field("level")?.kind {
        Kind::Integer(_, most) => usize::try_from(most).ok(),
        _ => None,
    }
}

/// The columns that an import needs of the rows that are there: for the unique values that its fields touch, for the
/// tree, and for the warehouse of rows.
#[must_use]
pub fn needed_columns(resource: &Resource, constraints: &[Constraint]) -> Vec<&'static str> {
    let unique = constraints.iter().flat_map(|constraint| constraint.fields.iter().map(|field| field.name));
    let tree = if resource.tree { vec!["pid", resource.title_field()] } else { vec![] };
    let warehouse = resource.warehouse.filter(|column| *column != "id");
    let mut columns: Vec<&'static str> = unique.chain(tree).chain(warehouse).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// The fields whose rows lie in warehouses, of a resource whose own rows do.
#[must_use]
pub fn local_fields(store: &Store, resource: &Resource, fields: &[&'static Field]) -> Vec<&'static str> {
    let in_warehouses = |warehouse: Option<&'static str>| warehouse.is_some_and(|column| column != "id");
    if !in_warehouses(resource.warehouse) {
        return Vec::new();
    }
    let catalogue = store.catalogue();
    let lies = |field: &&'static Field| {
        let target = field.target().and_then(|target| catalogue.of_table(target.table));
        in_warehouses(target.and_then(|target| target.warehouse))
    };
    fields.iter().copied().filter(|field| lies(field)).map(|field| field.name).collect()
}

/// The constraints that fields touch.
#[must_use]
pub fn touched_constraints(resource: &Resource, fields: &[&'static Field]) -> Vec<Constraint> {
    let touched = |constraint: &Constraint| constraint.fields.iter().any(|part| fields.iter().any(|field| field.name == part.name));
    Constraint::all(resource).into_iter().filter(touched).collect()
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Sheet {
    /// The fields that the file and the constants fill.
    #[must_use]
    pub fn fields(columns: &[Option<Column>], constants: &[Constant]) -> Vec<&'static Field> {
        let of_columns = columns.iter().filter_map(|column| if let Some(Column::Field(field)) = column { Some(*field) } else { None });
        of_columns.chain(constants.iter().map(|constant| constant.field)).collect()
    }

    /// The first constraint whose fields the file has all: by it rows are matched.
    fn key(&self) -> Option<(usize, &Constraint)> {
        let filled = Self::fields(&self.columns, &self.constants);
        let has = |field: &&'static Field| filled.iter().any(|known| known.name == field.name);
        self.constraints.iter().enumerate().find(|(_, constraint)| constraint.fields.iter().all(&has))
    }

    /// A value in the form in which it is compared.
    fn compared(&self, field: &'static Field, text: &str) -> String {
        self.hook.as_ref().and_then(|hook| hook.compared(field, text)).unwrap_or_else(|| folded(text))
    }

    fn stored_form(&self, constraint: &Constraint, id: i64) -> Option<Form> {
        constraint.form(|field| self.compared(field, self.stored.text(id, field.name).unwrap_or_default()))
    }

    fn future_form(&self, constraint: &Constraint, body: &Map<String, Value>, target: Option<i64>) -> Option<Form> {
        constraint.form(|field| match body.get(field.name) {
            Some(value) => self.compared(field, &plain(value)),
            None => self.compared(field, target.and_then(|id| self.stored.text(id, field.name)).unwrap_or_default()),
        })
    }

    /// The warehouse that a row lies in.
    #[must_use]
    pub fn warehouse_of(&self, id: i64) -> Option<i64> {
        self.stored.number(id, self.resource.warehouse?)
    }

    /// By constraint, which rows have which values.
    #[must_use]
    pub fn held(&self) -> Vec<HashMap<Form, Vec<i64>>> {
        let of = |constraint: &Constraint| {
            let mut held: HashMap<Form, Vec<i64>> = HashMap::new();
            for id in self.stored.rows.keys() {
                if let Some(form) = self.stored_form(constraint, *id) {
                    held.entry(form).or_default().push(*id);
                }
            }
            held
        };
        self.constraints.iter().map(of).collect()
    }

    /// The cells of a row with their fields, those of the constants last.
    fn cells<'a>(&'a self, row: &'a [String]) -> impl Iterator<Item = (Column, &'a str, Naming)> + use<'a> {
        let cells = row.iter().map(String::as_str).chain(std::iter::repeat(""));
        let of_file = self.columns.iter().zip(&self.naming).zip(cells).filter_map(|((column, naming), cell)| Some(((*column)?, cell, *naming)));
        of_file.chain(self.constants.iter().map(|constant| (Column::Field(constant.field), constant.cell.as_str(), constant.naming)))
    }

    /// Reads the row at a place; `held`: of [`Self::held`].
    pub fn read(&self, place: usize, row: &[String], held: &[HashMap<Form, Vec<i64>>]) -> Result<FileRow, ServiceError> {
        if has_more(row, self.columns.len()) {
            return Err(ServiceError::refused("error.import.more"));
        }
        let (mut body, mut id, mut parent, mut local) = (Map::new(), None, None, Vec::new());
        for (column, cell, naming) in self.cells(row) {
            match column {
                Column::Id if cell.trim().is_empty() => {}
                Column::Id => id = Some(cell.trim().parse::<i64>().map_err(|_| ServiceError::field("id", "error.number"))?),
                Column::Field(_) if self.keeps_blank && cell.trim().is_empty() => {}
                Column::Field(field) if field.kind == Kind::Parent => parent = Some(cell.to_owned()),
                Column::Field(field) if self.local.contains(&field.name) => local.push((field, cell, naming)),
                Column::Field(field) => {
                    let value = match field.target() {
                        Some(_) => self.lookups.read(field, cell, naming, None),
                        None => cells::read(field, cell),
                    };
                    body.insert(field.name.to_owned(), value.map_err(|key| ServiceError::field(field.name, key))?);
                }
            }
        }
        let target = match self.done.get(&place) {
            Some(done) => Some(done.key),
            None => self.target(id, &mut body, held)?,
        };
        let warehouse = self.resource.warehouse.and_then(|column| {
            let sent = body.get(column).and_then(Value::as_i64);
            sent.or_else(|| self.stored.number(target?, column))
        });
        for (field, cell, naming) in local {
            let value = self.lookups.read(field, cell, naming, warehouse).map_err(|key| ServiceError::field(field.name, key))?;
            body.insert(field.name.to_owned(), value);
        }
        Ok(FileRow { body, target, parent })
    }

    /// The row that a row of the file changes: the one of its id, where the file has ids, or the one that has its unique
    /// values. A value that is found stays as it is written there.
    fn target(&self, id: Option<i64>, body: &mut Map<String, Value>, held: &[HashMap<Form, Vec<i64>>]) -> Result<Option<i64>, ServiceError> {
        let Some((at, key)) = self.key() else { return Ok(id) };
        let Some(form) = self.future_form(key, body, None) else { return Ok(id) };
        let found = held.get(at).and_then(|held| held.get(&form)).map(Vec::as_slice).unwrap_or_default();
        let wrong = |reason: &str| Err(ServiceError::field(key.named(), reason));
        if let Some(id) = id {
            // What may be empty is no number of its row: whether it is free is asked of all rows together.
            let is_number = key.fields.len() > 1 || key.fields.iter().all(|field| field.required);
            return if !is_number || found.is_empty() || found.contains(&id) { Ok(Some(id)) } else { wrong("error.import.mismatch") };
        }
        let spelled = |id: &&i64| {
            let same = |field: &&'static Field| body.get(field.name).map(plain).as_deref().map(str::trim) == self.stored.text(**id, field.name);
            key.fields.iter().all(same)
        };
        let exact: Vec<i64> = found.iter().filter(spelled).copied().collect();
        let target = match (found, &exact[..]) {
            ([], _) => return Ok(None),
            ([id], _) | (_, [id]) => *id,
            _ => return wrong("error.import.several"),
        };
        for field in &key.fields {
            body.remove(field.name);
        }
        Ok(Some(target))
    }

    /// Compares all rows with each other and with those that are there.
    #[must_use]
    pub fn plan(&self, held: &[HashMap<Form, Vec<i64>>]) -> FilePlan {
        let title = self.resource.title_field();
        let naming = self.parent_naming();
        let (mut claims, mut nodes) = (Vec::with_capacity(self.rows.len()), Vec::new());
        for (place, row) in self.rows.iter().enumerate() {
            let Ok(FileRow { body, target, parent }) = self.read(place, row, held) else {
                claims.push(None);
                nodes.push(None);
                continue;
            };
            let pair = |constraint: &Constraint| {
                let now = target.and_then(|id| self.stored_form(constraint, id));
                (now, self.future_form(constraint, &body, target))
            };
            claims.push(Some(Claim { target, values: self.constraints.iter().map(pair).collect(), late: false }));
            let stored = || target.and_then(|id| self.stored.text(id, title)).unwrap_or_default().to_owned();
            nodes.push(self.resource.tree.then(|| FileNode { target, title: body.get(title).map_or_else(stored, plain), parent }));
        }
        let placed =
            if self.resource.tree { tree_rows::place(&self.stored.nodes(title), &nodes, naming, deepest(self.resource)) } else { Vec::new() };
        let mut planned = PlannedRows::default();
        for (place, at) in placed.iter().enumerate() {
            let (Some(Some(node)), Ok(Placed { parent: Some(parent), .. })) = (nodes.get(place), at) else { continue };
            planned.parents.insert(node.target.unwrap_or_else(|| PlannedRows::new_id(place)), *parent);
        }
        for (claim, at) in claims.iter_mut().zip(&placed) {
            if let (Some(claim), Ok(Placed { parent: Some(parent), .. })) = (claim, at) {
                claim.late = planned.has_new(*parent);
            }
        }
        let comparison = compare(held, &claims, self.whole);
        let leaving = comparison.leaving.iter().filter_map(|(at, id)| Some((self.constraints.get(*at)?.named(), *id)));
        planned.leaving = leaving.collect();
        let titles = nodes.into_iter().map(|node| node.map(|node| node.title).unwrap_or_default()).collect();
        FilePlan { comparison, placed, titles, planned: Arc::new(planned) }
    }

    fn parent_naming(&self) -> Naming {
        let is_parent = |(column, _, _): &(Column, &str, Naming)| matches!(column, Column::Field(field) if field.kind == Kind::Parent);
        self.cells(&[]).find(is_parent).map_or(Naming::Names, |(_, _, naming)| naming)
    }

    /// Why a row can't stand beside the others of the file, or those that are there.
    pub fn check(&self, plan: &FilePlan, place: usize) -> Result<(), ServiceError> {
        let named = |at: usize| self.constraints.get(at).map_or("id", Constraint::named);
        match plan.comparison.clashes.get(&place) {
            None => Ok(()),
            Some(Clash::Stored(at)) => Err(ServiceError::field(named(*at), "error.unique")),
            Some(Clash::InFile(at)) => Err(ServiceError::field(named(*at), "error.import.twice")),
            Some(Clash::SameRow) => Err(ServiceError::field(self.key().map_or("id", |(_, key)| key.named()), "error.import.twice")),
        }
    }

    /// The cells of a field in all rows, with what they hold: for the names that no row has.
    pub fn cells_of(&self, field: &'static Field) -> (Naming, Vec<&str>) {
        let of_field = |column: &Column| matches!(column, Column::Field(known) if known.name == field.name);
        let at = self.columns.iter().position(|column| column.as_ref().is_some_and(of_field));
        if let Some(at) = at {
            let cells = self.rows.iter().filter_map(|row| row.get(at)).map(String::as_str).collect();
            return (self.naming.get(at).copied().unwrap_or(Naming::Names), cells);
        }
        let constant = self.constants.iter().find(|constant| constant.field.name == field.name);
        constant.map_or((Naming::Names, Vec::new()), |constant| (constant.naming, vec![constant.cell.as_str()]))
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::catalogue;

    use super::*;

    #[test]
    fn a_stored_parent_that_is_no_number_is_an_error() {
        let classify = catalogue::find("shop.goods.Classify").expect("declared");
        let load = |parent: &str| StoredRows::of(classify, vec!["name", "pid"], vec![(7, vec!["Pens".to_owned(), parent.to_owned()])]);
        assert_eq!(["3", ""].map(|parent| load(parent).map(|rows| rows.nodes("name")[&7].parent).ok()), [Some(3), Some(0)]);
        for odd in ["x", "1.5", "{}"] {
            assert!(matches!(load(odd), Err(StoreError::Corrupt(_))), "{odd}: its row would hang at the top");
        }
    }

    #[test]
    fn a_stored_warehouse_that_is_no_number_is_an_error() {
        let area = catalogue::find("warehouse.WarehouseArea").expect("declared");
        let column = area.warehouse.expect("in a warehouse");
        let load = |warehouse: &str| StoredRows::of(area, vec![column], vec![(7, vec![warehouse.to_owned()])]);
        assert_eq!(load("3").ok().and_then(|rows| rows.number(7, column)), Some(3));
        assert!(matches!(load("x"), Err(StoreError::Corrupt(_))), "everybody would see its row");
    }
}
