//! Stock by level as a file: the rows of some products at a time.

use async_trait::async_trait;
use bus_schemas::number::{Amount, Quantity};
use entrepot_store::Store;
use entrepot_store::inventory::level_rows::{Level, LevelRow, LevelView};
use entrepot_store::inventory::level_source::LevelSource;
use entrepot_store::listing::ListQuery;
use rust_decimal::Decimal;

use super::name_cells::{area, product, product_no, shelf, spec, unit, warehouse};
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::{ListExport, Reader};

/// Products whose rows are read together.
const PRODUCTS: i64 = 500;

/// What is summed at a level, product by product.
pub struct LevelRows {
    query: ListQuery,
    view: LevelView,
    /// What is read once, from the first rows on.
    source: Option<LevelSource>,
    /// The last product whose rows were given.
    after: i64,
}

type Cell = fn(&LevelRow, &Reader) -> String;
/// Its name, the views that have it, and its cell.
type Column = (&'static str, fn(&LevelView) -> bool, Cell);

/// Every column; of the past, on hand and value alone are known, and in transit goods lie in no area.
const COLUMNS: &[Column] = &[
    ("product_no", |_| true, |row, _| product_no(&row.names)),
    ("product", |_| true, |row, _| product(&row.names)),
    ("spec", |_| true, |row, _| spec(&row.names)),
    ("unit", |_| true, |row, _| unit(&row.names)),
    ("warehouse", |view| view.level == Level::Warehouse || in_areas(view), |row, _| warehouse(&row.names)),
    ("area", in_areas, |row, _| area(&row.names)),
    ("shelf", |view| view.level == Level::Shelf, |row, _| shelf(&row.names)),
    ("batch", |view| view.level == Level::Batch, |row, _| row.batch.clone()),
    ("on_hand", |_| true, |row, _| figure(row.on_hand)),
    ("reserved", is_present, |row, _| figure(row.reserved)),
    ("held", is_present, |row, _| figure(row.held)),
    ("available", is_present, |row, _| figure(row.available)),
    ("expected", is_present, |row, _| figure(row.expected)),
    ("coming", |view| is_present(view) && !in_areas(view), |row, _| figure(row.coming)),
    ("leaving", |view| is_present(view) && !in_areas(view), |row, _| figure(row.leaving)),
    ("safety", has_safety, |row, _| row.safety.map(figure).unwrap_or_default()),
    ("to_order", has_safety, |row, _| figure(row.to_order())),
    (
        "value",
        |_| true,
        |row, reader| row.value.and_then(|value| reader.costs.show::<Amount>(Amount(value))).map(|value| value.to_string()).unwrap_or_default(),
    ),
];

/// The columns of numbers.
const FIGURES: [&str; 10] = ["on_hand", "reserved", "held", "available", "expected", "coming", "leaving", "safety", "to_order", "value"];

fn in_areas(view: &LevelView) -> bool {
    matches!(view.level, Level::Area | Level::Shelf)
}

fn is_present(view: &LevelView) -> bool {
    view.as_of.is_none()
}

fn has_safety(view: &LevelView) -> bool {
    is_present(view) && matches!(view.level, Level::Product | Level::Warehouse)
}

fn figure(figure: Decimal) -> String {
    Quantity(figure).to_string()
}

impl LevelRows {
    /// Those of a list.
    #[must_use]
    pub const fn of(query: ListQuery, view: LevelView) -> Self {
        Self { query, view, source: None, after: 0 }
    }

    fn visible_columns(&self) -> impl Iterator<Item = &'static Column> + use<> {
        let view = self.view;
        COLUMNS.iter().filter(move |(_, has, _)| has(&view))
    }
}

#[async_trait]
impl ListExport for LevelRows {
    fn controller(&self) -> &'static str {
        "warehouse.StockLevel"
    }

    fn page(&self) -> &'static str {
        "warehouse/stockLevel"
    }

    fn columns(&self) -> Vec<&'static str> {
        self.visible_columns().map(|(column, ..)| *column).collect()
    }

    fn figures(&self) -> Vec<&'static str> {
        FIGURES.to_vec()
    }

    fn shows(&self, column: &str, reader: &Reader) -> bool {
        column != "value" || reader.costs.sees()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        let query = ListQuery { page: 1, limit: 1, order: None, ..self.query.clone() };
        Ok(store.list_levels(&query, self.view, &reader.scope).await?.total)
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Option<Vec<Vec<String>>>, ExchangeError> {
        let source = match self.source.take() {
            Some(source) => source,
            None => store.level_source(&self.query, self.view, &reader.scope).await?,
        };
        let cells: Vec<Cell> = self.visible_columns().map(|(.., cell)| *cell).collect();
        // Products without a row of the list give none.
        while let Some((last, mut rows)) = store.levels_after(&source, self.view, &reader.scope, (self.after, PRODUCTS)).await? {
            self.after = last;
            if !rows.is_empty() {
                self.source = Some(source);
                if reader.costs.sees() {
                    store.value_levels_of_file(&mut rows, self.view.as_of).await?;
                }
                return Ok(Some(rows.iter().map(|row| cells.iter().map(|cell| cell(row, reader)).collect()).collect()));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::{Language, find_text};

    #[test]
    fn columns_follow_the_level_and_have_names() {
        let columns = |level, as_of| LevelRows::of(ListQuery::default(), LevelView { level, as_of, ..LevelView::default() }).columns();
        let of_shelf = columns(Level::Shelf, None);
        assert!(of_shelf.contains(&"shelf") && !of_shelf.contains(&"coming") && !of_shelf.contains(&"safety"), "{of_shelf:?}");
        assert_eq!(columns(Level::Batch, Some(1)), ["product_no", "product", "spec", "unit", "batch", "on_hand", "value"]);
        let all = columns(Level::Product, None);
        assert!(FIGURES.iter().all(|figure| all.contains(figure)), "{all:?}");
        for level in [Level::Product, Level::Warehouse, Level::Area, Level::Shelf, Level::Batch] {
            for column in columns(level, None) {
                for language in [Language::Chinese, Language::English] {
                    assert!(find_text(language, &format!("export.column.{column}")).is_some(), "{column}");
                }
            }
        }
    }
}
