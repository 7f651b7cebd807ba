//! Lists of sheets and of their lines.

use actors::store::StoreError;
use bus_schemas::count::{CountLine, CountScope, CountSheet};
use bus_schemas::ids::{CountId, OrderId};
use bus_schemas::number::{AMOUNT_SCALE, round_half_up};
use rust_decimal::Decimal;

use super::rows::{CountEventRow, ListedCount, ListedCountLine, LostRow};
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, id, int};
use crate::listing::columns::{ListFailure, Listed, conditions, order_by};
use crate::listing::{Compare, ListQuery, Page};
use crate::scope::Scope;

const COLUMNS: &[Listed] = &[
    Listed::new("id", "id", Compare::Key).key_of("count_sheet"),
    Listed::new("count_no", "number", Compare::Text),
    Listed::new("status", "status", Compare::Text),
    Listed::new("warehouses_id", "warehouse", Compare::Int),
    Listed::new("admin_id", "admin", Compare::Int),
    Listed::new("create_admin_id", "created_by", Compare::Int),
    Listed::new("business_date", "business_date", Compare::Date),
    Listed::new("create_time", "created_at", Compare::Millis),
    Listed::new("update_time", "updated_at", Compare::Millis),
];

/// The last two say what a blind sheet hides while it is counted.
const LINE_COLUMNS: &[Listed] = &[
    Listed::new("id", "line", Compare::Int),
    Listed::new("line", "line", Compare::Int),
    Listed::new("warehouses_areas_id", "area", Compare::Int),
    Listed::new("warehouses_shelves_id", "shelf", Compare::Int),
    Listed::new("product_id", "product", Compare::Int),
    Listed::new("batch_number", "batch", Compare::Text),
    Listed::new("difference_quantity", "difference", Compare::Decimal),
    Listed::new("difference_amount", "worth", Compare::Decimal),
];

/// So many of them a blind sheet shows.
const BLIND_COLUMNS: usize = 6;

/// Names that are given of each limit of a sheet.
pub const NAMED_MAX: usize = 6;

/// Which lines a list shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineView {
    #[default]
    All,
    NotCounted,
    /// Counted, whatever came of it.
    Counted,
    Equal,
    Different,
    /// To be counted again.
    Recount,
    /// Not on the sheet when it was made.
    Found,
}

impl LineView {
    /// Its name on the wire.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "" | "all" => Self::All,
            "not_counted" => Self::NotCounted,
            "counted" => Self::Counted,
            "equal" => Self::Equal,
            "different" => Self::Different,
            "recount" => Self::Recount,
            "found" => Self::Found,
            _ => return None,
        })
    }

    const fn condition(self) -> &'static str {
        match self {
            Self::All => "true",
            Self::NotCounted => "state = 'not_counted'",
            Self::Counted => "state != 'not_counted'",
            Self::Equal => "state = 'equal'",
            Self::Different => "state = 'different'",
            Self::Recount => "recount = true",
            Self::Found => "found = true",
        }
    }
}

const NAMES: &str = "type::record('warehouse', warehouse).{ name } AS warehouse_row, \
    type::record('admin', admin).{ nickname } AS admin_row, \
    type::record('admin', created_by).{ nickname } AS created_by_row, \
    (IF submitted_by { type::record('admin', submitted_by).{ nickname } } ELSE { NONE }) AS submitted_by_row, \
    (IF posted_by { type::record('admin', posted_by).{ nickname } } ELSE { NONE }) AS posted_by_row, \
    counters.map(|$a| type::record('admin', $a).{ nickname }) AS counter_rows";

/// What is selected of lines.
const SELECT_LINES: &str = "SELECT *, results.map(|$r| type::record('admin', $r.admin).nickname) AS people, \
    type::record('unit', unit).decimals AS decimals OMIT id";

/// What lines may be searched and sorted by.
fn line_columns(open: bool) -> &'static [Listed] {
    if open { LINE_COLUMNS } else { &LINE_COLUMNS[..BLIND_COLUMNS] }
}

/// The conditions of a list of sheets, and their values.
fn sheets_listed(query: &ListQuery, scope: &Scope) -> Result<(String, Vars), ListFailure> {
    let mut vars = Vars::new();
    let base = scope.within("warehouse", "created_by", &mut vars);
    let conditions = conditions(query, COLUMNS, &["number", "remark"], &base.join(" AND "), &mut vars)?;
    Ok((conditions, vars))
}

/// The units that the results of a line were typed in.
fn typed_units(line: &CountLine) -> impl Iterator<Item = i64> {
    line.results.iter().flat_map(|result| &result.entered).map(|part| part.unit.0)
}

impl Store {
    /// A page of sheets, newest first.
    pub async fn list_counts(&self, query: &ListQuery, scope: &Scope) -> Result<Page<ListedCount>, ListFailure> {
        let (conditions, mut vars) = sheets_listed(query, scope)?;
        let order = order_by(query, COLUMNS, "id DESC")?;
        let text = format!(
            "SELECT *, record::id(id) AS id, {NAMES} FROM count_sheet {conditions} ORDER BY {order} LIMIT $limit START $start; \
             SELECT VALUE count FROM ONLY (SELECT count() FROM count_sheet {conditions} GROUP ALL) LIMIT 1;"
        );
        vars.push(("limit", int(query.page_size())));
        vars.push(("start", int(query.start())));
        let mut response = self.run(&text, vars).await.map_err(StoreError::from)?;
        let list: Vec<ListedCount> = take(&mut response, 0)?;
        let total: Option<i64> = take(&mut response, 1)?;
        Ok(Page { list, total: total.unwrap_or(0) })
    }

    /// The sheets of a list after the one with this id, in the order of their ids.
    pub async fn counts_after(&self, query: &ListQuery, scope: &Scope, after: i64, many: i64) -> Result<Vec<ListedCount>, ListFailure> {
        let (conditions, mut vars) = sheets_listed(query, scope)?;
        let source = rows_after("count_sheet", &conditions, Some(id("count_sheet", after)), &mut vars);
        vars.push(("many", int(many)));
        let text = format!("SELECT *, record::id(id) AS id, {NAMES} FROM {source} LIMIT $many");
        self.rows(&text, vars).await.map_err(|error: StoreError| error.into())
    }

    /// One sheet with names and history, if it is within reach.
    pub async fn count_detail(&self, sheet: CountId, scope: &Scope) -> Result<Option<(ListedCount, Vec<CountEventRow>)>, StoreError> {
        let query = format!(
            "SELECT *, record::id(id) AS id, {NAMES} FROM $sheet; \
             SELECT *, type::record('admin', admin).nickname AS nickname OMIT id FROM count_event:[$number]..=[$number, 9223372036854775807];"
        );
        let mut response = self.run(&query, vec![("sheet", id("count_sheet", sheet.0)), ("number", int(sheet.0))]).await?;
        let rows: Vec<ListedCount> = take(&mut response, 0)?;
        let history: Vec<CountEventRow> = take(&mut response, 1)?;
        let reached = rows.into_iter().find(|row| scope.reaches(row.sheet.warehouse.0, row.sheet.created_by.0));
        Ok(reached.map(|row| (row, history)))
    }

    /// The names of the first areas, categories and products that a sheet is limited to, at most [`NAMED_MAX`] of each.
    pub async fn count_limits(&self, covers: &CountScope) -> Result<[Vec<String>; 3], StoreError> {
        let mut limits = [Vec::new(), Vec::new(), Vec::new()];
        let tables = [("warehouse_area", &covers.areas), ("product_category", &covers.categories), ("product", &covers.products)];
        for (limit, (table, rows)) in limits.iter_mut().zip(tables) {
            let first = rows.iter().take(NAMED_MAX);
            let names = self.names(table, "name", first.clone().copied().collect()).await?;
            *limit = first.filter_map(|row| names.get(row).cloned()).collect();
        }
        Ok(limits)
    }

    /// What all differences of a sheet are worth at cost: the sum of what its lines show.
    pub async fn count_worth(&self, sheet: CountId) -> Result<Decimal, StoreError> {
        let query = "SELECT VALUE worth FROM count_line:[$sheet]..=[$sheet, 9223372036854775807] WHERE state = 'different' AND worth != NONE";
        let worth: Vec<Decimal> = self.rows(query, vec![("sheet", int(sheet.0))]).await?;
        Ok(worth.into_iter().map(|worth| round_half_up(worth, AMOUNT_SCALE)).sum())
    }

    /// A page of a sheet's lines, in the order in which they are walked. `open`: differences may be searched and sorted.
    pub async fn list_count_lines(
        &self,
        sheet: &CountSheet,
        query: &ListQuery,
        view: LineView,
        open: bool,
    ) -> Result<Page<ListedCountLine>, ListFailure> {
        let (conditions, vars) = self.lines_listed(sheet, query, view, open).await?;
        let columns = line_columns(open);
        let order = order_by(query, columns, "line ASC")?.replace(", id DESC", ", line ASC");
        let text = format!(
            "{SELECT_LINES} \
             FROM (SELECT * FROM count_line:[$sheet]..=[$sheet, 9223372036854775807] {conditions} ORDER BY {order} LIMIT $limit START $start); \
             SELECT VALUE count FROM ONLY (SELECT count() FROM count_line:[$sheet]..=[$sheet, 9223372036854775807] {conditions} GROUP ALL) LIMIT 1;"
        );
        let mut page: Page<ListedCountLine> = self.page(&text, vars, query).await?;
        self.give_units(&mut page.list).await?;
        Ok(page)
    }

    /// Gives lines the units of their products, and the names of those that they were counted in.
    async fn give_units(&self, lines: &mut [ListedCountLine]) -> Result<(), StoreError> {
        let units = self.product_units(&lines.iter().map(|row| row.line.place.product.0).collect()).await?;
        let names = self.names("unit", "name", lines.iter().flat_map(|row| typed_units(&row.line)).collect()).await?;
        for row in lines {
            row.units = units.iter().filter(|unit| unit.product_id == row.line.place.product.0).cloned().collect();
            row.unit_names = typed_units(&row.line).filter_map(|unit| Some((unit, names.get(&unit)?.clone()))).collect();
        }
        Ok(())
    }

    /// The lines of a list that have these numbers.
    pub async fn count_lines_between(
        &self,
        sheet: &CountSheet,
        query: &ListQuery,
        (view, open): (LineView, bool),
        (first, last): (i64, i64),
    ) -> Result<Vec<ListedCountLine>, ListFailure> {
        let (conditions, mut vars) = self.lines_listed(sheet, query, view, open).await?;
        vars.extend([("first", int(first)), ("last", int(last))]);
        let text = format!("{SELECT_LINES} FROM (SELECT * FROM count_line:[$sheet, $first]..=[$sheet, $last] {conditions})");
        let mut lines: Vec<ListedCountLine> = self.rows(&text, vars).await?;
        self.name_rows(&mut lines).await?;
        Ok(lines)
    }

    /// The conditions of a list of a sheet's lines, and their values.
    async fn lines_listed(&self, sheet: &CountSheet, query: &ListQuery, view: LineView, open: bool) -> Result<(String, Vars), ListFailure> {
        let mut vars: Vars = vec![("sheet", int(sheet.id.0))];
        let mut base = vec![view.condition().to_owned()];
        let query = self.by_product(query, &mut base, &mut vars).await?;
        let conditions = conditions(&query, line_columns(open), &[], &base.join(" AND "), &mut vars)?;
        Ok((conditions, vars))
    }

    /// The orders of reservations that lost their goods.
    pub async fn orders_that_lost(&self, orders: &[OrderId]) -> Result<Vec<LostRow>, StoreError> {
        let ids = array(orders.iter().map(|order| id("stock_order", order.0)).collect());
        self.rows("SELECT record::id(id) AS order, number, admin, created_by FROM $ids", vec![("ids", ids)]).await
    }
}
