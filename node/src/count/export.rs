//! Count sheets as a file, and the lines of one sheet. What a blind sheet hides is empty here, too.

use async_trait::async_trait;
use bus_schemas::count::{CountResult, CountSheet};
use bus_schemas::ids::CountId;
use bus_schemas::number::{Amount, Quantity};
use entrepot_store::Store;
use entrepot_store::count::list::LineView;
use entrepot_store::count::rows::{ListedCount, ListedCountLine};
use entrepot_store::listing::ListQuery;
use entrepot_store::order::rows::Nicknamed;

use super::service::CONTROLLER;
use super::visible::VisibleFigures;
use crate::data_exchange::column_export::{Column, KeyedList, RowSource};
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::{BLOCK, Reader};
use crate::i18n::text;
use crate::inventory::name_cells::{area, product, product_no, shelf, spec, unit};

/// The page of count sheets.
const PAGE: &str = "warehouse/stockCount";

const SHEET_COLUMNS: &[Column<ListedCount>] = &[
    Column::text("number", |row, _| row.sheet.number.clone()),
    Column::text("status", |row, _| text(&format!("count.status.{}", row.sheet.status.as_str()), &[])),
    Column::text("warehouse", |row, _| row.warehouse_row.as_ref().and_then(|row| row.name.clone()).unwrap_or_default()),
    Column::text("count_kind", |row, _| text(if row.sheet.blind { "export.count_kind.blind" } else { "export.count_kind.open" }, &[])),
    Column::figure("lines", |row, _| row.sheet.tallies.lines.to_string()),
    Column::figure("counted_lines", |row, _| row.sheet.tallies.counted.to_string()),
    Column::figure("different_lines", |row, reader| {
        if VisibleFigures::of(&row.sheet, &reader.rights).books { row.sheet.tallies.different.to_string() } else { String::new() }
    }),
    Column::figure("recount_lines", |row, _| row.sheet.tallies.recount.to_string()),
    Column::text("business_date", |row, _| row.sheet.business_date.clone()),
    Column::text("in_charge", |row, _| nickname(row.admin_row.as_ref())),
    Column::text("created_by", |row, _| nickname(row.created_by_row.as_ref())),
    Column::text("submitted_by", |row, _| nickname(row.submitted_by_row.as_ref())),
    Column::text("reviewed_by", |row, _| nickname(row.posted_by_row.as_ref())),
    Column::text("counters", |row, _| row.counter_rows.iter().map(|row| nickname(Some(row))).collect::<Vec<_>>().join(", ")),
    Column::text("remark", |row, _| row.sheet.remark.clone()),
    Column::text("created", |row, reader| reader.moment(row.sheet.created_at)),
    Column::text("updated", |row, reader| reader.moment(row.sheet.updated_at)),
];

const LINE_COLUMNS: &[Column<SheetLine>] = &[
    Column::text("number", |row, _| row.number.clone()),
    Column::figure("line", |row, _| row.of.line.line.to_string()),
    Column::text("product_no", |row, _| product_no(&row.of.names)),
    Column::text("product", |row, _| product(&row.of.names)),
    Column::text("spec", |row, _| spec(&row.of.names)),
    Column::text("unit", |row, _| unit(&row.of.names)),
    Column::text("area", |row, _| area(&row.of.names)),
    Column::text("shelf", |row, _| shelf(&row.of.names)),
    Column::text("batch", |row, _| row.of.line.place.batch.clone()),
    Column::text("produce_date", |row, _| row.of.line.produce_date.clone().unwrap_or_default()),
    Column::text("expiry_date", |row, _| row.of.line.expiry_date.clone().unwrap_or_default()),
    Column::text("count_state", |row, _| text(&format!("export.count_state.{}", row.visible.state(&row.of)), &[])),
    Column::text("recount", |row, _| yes(row.of.recount)),
    Column::text("found", |row, _| yes(row.of.line.found)),
    Column::figure("counted", |row, _| row.last().map(|result| result.quantity.to_string()).unwrap_or_default()),
    Column::figure(BOOK, |row, _| row.last().filter(|_| row.visible.books).map(|result| result.book.to_string()).unwrap_or_default()),
    Column::figure(DIFFERENCE, |row, _| {
        row.of.difference.filter(|_| row.visible.books).map(|difference| Quantity(difference).to_string()).unwrap_or_default()
    }),
    Column::cost(DIFFERENCE_VALUE, |row, _| row.of.worth.filter(|_| row.visible.books).map(|worth| Amount(worth).to_string()).unwrap_or_default()),
    Column::text("reason", |row, _| row.of.line.reason.clone().unwrap_or_default()),
    Column::text("counted_by", |row, _| row.of.people.last().cloned().flatten().unwrap_or_default()),
    Column::text("counted_at", |row, reader| row.last().map(|result| reader.moment(result.at)).unwrap_or_default()),
];

/// The columns that say what the books say.
const BOOK: &str = "book";
const DIFFERENCE: &str = "difference";
const DIFFERENCE_VALUE: &str = "difference_value";

fn nickname(row: Option<&Nicknamed>) -> String {
    row.and_then(|row| row.nickname.clone()).unwrap_or_default()
}

fn yes(is: bool) -> String {
    if is { text("export.yes", &[]) } else { String::new() }
}

/// Count sheets, from the oldest on.
pub struct Sheets;

#[async_trait]
impl KeyedList for Sheets {
    type Row = ListedCount;

    const CONTROLLER: &'static str = CONTROLLER;
    const PAGE: &'static str = PAGE;
    const COLUMNS: &'static [Column<ListedCount>] = SHEET_COLUMNS;

    async fn count(store: &Store, query: &ListQuery, reader: &Reader) -> Result<i64, ExchangeError> {
        Ok(store.list_counts(query, &reader.scope).await?.total)
    }

    async fn after(store: &Store, query: &ListQuery, reader: &Reader, last: Option<&ListedCount>) -> Result<Vec<ListedCount>, ExchangeError> {
        Ok(store.counts_after(query, &reader.scope, last.map_or(0, |row| row.sheet.id.0), BLOCK).await?)
    }
}

/// A line of a sheet, and what of it may be seen.
pub struct SheetLine {
    /// Of the sheet.
    number: String,
    of: ListedCountLine,
    visible: VisibleFigures,
}

impl SheetLine {
    /// The result that counts.
    fn last(&self) -> Option<&CountResult> {
        self.of.line.results.last()
    }
}

/// The lines of one sheet, by number.
pub struct Lines {
    sheet: CountId,
    /// Book figures are offered.
    books: bool,
    query: ListQuery,
    view: LineView,
    after: i64,
}

impl Lines {
    /// Those of a list, for somebody who sees so much of the sheet.
    #[must_use]
    pub const fn of(sheet: CountId, visible: VisibleFigures, query: ListQuery, view: LineView) -> Self {
        Self { sheet, books: visible.books, query, view, after: 0 }
    }

    /// The sheet as it is now, and what of it may be seen now.
    async fn sheet(&self, store: &Store, reader: &Reader) -> Result<Option<(CountSheet, VisibleFigures)>, ExchangeError> {
        let sheet = store.count_sheet(self.sheet, &reader.scope).await?;
        Ok(sheet.map(|sheet| {
            let visible = VisibleFigures::of(&sheet, &reader.rights);
            (sheet, visible)
        }))
    }
}

#[async_trait]
impl RowSource for Lines {
    type Row = SheetLine;

    fn controller(&self) -> &'static str {
        CONTROLLER
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn columns(&self) -> Vec<&'static Column<SheetLine>> {
        LINE_COLUMNS.iter().filter(|column| self.books || ![BOOK, DIFFERENCE, DIFFERENCE_VALUE].contains(&column.name())).collect()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        let Some((sheet, visible)) = self.sheet(store, reader).await? else { return Ok(0) };
        let query = ListQuery { page: 1, limit: 1, order: None, ..self.query.clone() };
        Ok(store.list_count_lines(&sheet, &query, visible.view(self.view), visible.open()).await?.total)
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Vec<SheetLine>, ExchangeError> {
        let Some((sheet, visible)) = self.sheet(store, reader).await? else { return Ok(Vec::new()) };
        let last = i64::from(sheet.tallies.lines);
        // Numbers without a line of the list give none.
        while self.after < last {
            let span = (self.after + 1, (self.after + BLOCK).min(last));
            self.after = span.1;
            let lines = store.count_lines_between(&sheet, &self.query, (visible.view(self.view), visible.open()), span).await?;
            if !lines.is_empty() {
                return Ok(lines.into_iter().map(|of| SheetLine { number: sheet.number.clone(), of, visible }).collect());
            }
        }
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::identity::rights::Rights;

    use super::*;
    use crate::data_exchange::column_export::{ColumnExport, Keyed, check_columns};
    use crate::data_exchange::list_export::ListExport;
    use crate::identity::cost::CostMask;

    fn lines(books: bool) -> Lines {
        let visible = VisibleFigures { books, costs: CostMask::of(&Rights::all()) };
        Lines::of(CountId(1), visible, ListQuery::default(), LineView::All)
    }

    #[test]
    fn columns_have_names() {
        check_columns(&Keyed::<Sheets>::of(ListQuery::default()));
        check_columns(&lines(true));
    }

    #[test]
    fn what_the_books_say_is_not_offered_of_a_blind_sheet() {
        let (open, blind) = (ColumnExport(lines(true)).columns(), ColumnExport(lines(false)).columns());
        let hidden: Vec<&str> = open.into_iter().filter(|name| !blind.contains(name)).collect();
        assert_eq!(hidden, [BOOK, DIFFERENCE, DIFFERENCE_VALUE]);
    }
}
