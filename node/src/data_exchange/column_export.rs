//! Export of a list whose rows are of one type, as a table of columns: what each is called and what it shows of a row. Which
//! of them have numbers and which are figures of cost stands beside them.

use async_trait::async_trait;
use entrepot_store::Store;

use super::error::ExchangeError;
use super::list_export::{ListExport, Reader};

/// What a column shows of a row.
type Cell<R> = fn(&R, &Reader) -> String;

/// A column of rows of one type.
pub struct Column<R> {
    /// `export.column.<name>` is its text.
    name: &'static str,
    cell: Cell<R>,
    figure: bool,
    cost: bool,
}

impl<R> Column<R> {
    /// Words, dates, and numbers of documents.
    #[must_use]
    pub const fn text(name: &'static str, cell: Cell<R>) -> Self {
        Self { name, cell, figure: false, cost: false }
    }

    /// Quantities, amounts and counts.
    #[must_use]
    pub const fn figure(name: &'static str, cell: Cell<R>) -> Self {
        Self { name, cell, figure: true, cost: false }
    }

    /// Figures of cost: empty, and not offered, for those who may not see it.
    #[must_use]
    pub const fn cost(name: &'static str, cell: Cell<R>) -> Self {
        Self { name, cell, figure: true, cost: true }
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    fn shown_to(&self, reader: &Reader) -> bool {
        !self.cost || reader.costs.sees()
    }

    fn show(&self, row: &R, reader: &Reader) -> String {
        if self.shown_to(reader) { (self.cell)(row, reader) } else { String::new() }
    }
}

/// A list of rows of one type.
#[async_trait]
pub trait RowSource: Send + Sync + 'static {
    type Row: Send + Sync + 'static;

    /// As the task names it: `warehouse.Transit`.
    fn controller(&self) -> &'static str;

    /// The page, from which title and permission node follow: `warehouse/transit`.
    fn page(&self) -> &'static str;

    /// Its columns, in the order of the file.
    fn columns(&self) -> Vec<&'static Column<Self::Row>>;

    /// How many rows there are, or nearly.
    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError>;

    /// The rows after those that were given before; none after the last.
    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Vec<Self::Row>, ExchangeError>;
}

/// The export of such a list.
pub struct ColumnExport<S>(pub S);

#[async_trait]
impl<S: RowSource> ListExport for ColumnExport<S> {
    fn controller(&self) -> &'static str {
        self.0.controller()
    }

    fn page(&self) -> &'static str {
        self.0.page()
    }

    fn columns(&self) -> Vec<&'static str> {
        self.0.columns().into_iter().map(Column::name).collect()
    }

    fn figures(&self) -> Vec<&'static str> {
        self.0.columns().into_iter().filter(|column| column.figure).map(Column::name).collect()
    }

    fn shows(&self, column: &str, reader: &Reader) -> bool {
        self.0.columns().into_iter().all(|known| known.name != column || known.shown_to(reader))
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        self.0.count(store, reader).await
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Option<Vec<Vec<String>>>, ExchangeError> {
        let rows = self.0.next(store, reader).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        let columns = self.0.columns();
        let cells = |row: &S::Row| columns.iter().map(|column| column.show(row, reader)).collect::<Vec<String>>();
        Ok(Some(rows.iter().map(cells).collect()))
    }
}

/// Fails unless every column has a name of its own and a text in both languages.
#[cfg(test)]
pub(crate) fn check_columns(source: &impl RowSource) {
    use crate::i18n::{Language, find_text};
    let names: Vec<&str> = source.columns().into_iter().map(Column::name).collect();
    for (at, name) in names.iter().enumerate() {
        assert!(!names[..at].contains(name), "{name} is there twice");
        for language in [Language::Chinese, Language::English] {
            assert!(find_text(language, &format!("export.column.{name}")).is_some(), "{name}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use entrepot_store::identity::rights::Rights;
    use entrepot_store::scope::Scope;

    use super::*;
    use crate::identity::cost::{COST, CostMask};

    const COLUMNS: &[Column<i64>] = &[
        Column::text("number", |row, _| format!("A{row}")),
        Column::figure("quantity", |row, _| row.to_string()),
        Column::cost("value", |row, _| (row * 2).to_string()),
    ];

    struct Rows;

    #[async_trait]
    impl RowSource for Rows {
        type Row = i64;

        fn controller(&self) -> &'static str {
            "warehouse.Row"
        }

        fn page(&self) -> &'static str {
            "warehouse/row"
        }

        fn columns(&self) -> Vec<&'static Column<i64>> {
            COLUMNS.iter().collect()
        }

        async fn count(&self, _: &Store, _: &Reader) -> Result<i64, ExchangeError> {
            Ok(0)
        }

        async fn next(&mut self, _: &Store, _: &Reader) -> Result<Vec<i64>, ExchangeError> {
            Ok(Vec::new())
        }
    }

    #[test]
    fn figures_of_cost_are_neither_offered_nor_shown_without_the_right() {
        let reader =
            |rights: Rights| Reader { scope: Scope::system(), costs: CostMask::of(&rights), zone: chrono_tz::Tz::UTC, rights: Arc::new(rights) };
        let shown = |reader: &Reader| COLUMNS.iter().map(|column| column.show(&7, reader)).collect::<Vec<_>>();
        let offered = |reader: &Reader| ColumnExport(Rows).columns().into_iter().filter(|name| ColumnExport(Rows).shows(name, reader)).count();
        let (clerk, buyer) = (reader(Rights::nothing()), reader(Rights::nothing().with_node(COST)));
        assert_eq!((shown(&clerk), offered(&clerk)), (vec!["A7".to_owned(), "7".to_owned(), String::new()], 2));
        assert_eq!((shown(&buyer), offered(&buyer)), (vec!["A7".to_owned(), "7".to_owned(), "14".to_owned()], 3));
        assert_eq!(ColumnExport(Rows).figures(), ["quantity", "value"]);
        assert_eq!(ColumnExport(Rows).node(), "warehouse/row/export");
    }
}
