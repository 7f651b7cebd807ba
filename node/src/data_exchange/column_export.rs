//! Export of a list whose rows are of one type, as a table of columns: what each is called and what it shows of a row. Which
//! of them have numbers and which are figures of cost stands beside them.

use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::listing::ListQuery;

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

    /// Figures of cost: neither offered to those who may not see it, nor in their files.
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

/// A list whose rows are read by key: each part begins after the last row of the part before.
#[async_trait]
pub trait KeyedList: Send + Sync + 'static {
    type Row: Clone + Send + Sync + 'static;

    /// As [`RowSource::controller`].
    const CONTROLLER: &'static str;
    /// As [`RowSource::page`].
    const PAGE: &'static str;
    /// As [`RowSource::columns`].
    const COLUMNS: &'static [Column<Self::Row>];

    /// How many rows a query finds.
    async fn count(store: &Store, query: &ListQuery, reader: &Reader) -> Result<i64, ExchangeError>;

    /// The next rows that a query finds, after this one or from the first.
    async fn after(store: &Store, query: &ListQuery, reader: &Reader, last: Option<&Self::Row>) -> Result<Vec<Self::Row>, ExchangeError>;
}

/// The rows of such a list that a query finds.
pub struct Keyed<L: KeyedList> {
    query: ListQuery,
    last: Option<L::Row>,
}

impl<L: KeyedList> Keyed<L> {
    #[must_use]
    pub const fn of(query: ListQuery) -> Self {
        Self { query, last: None }
    }
}

#[async_trait]
impl<L: KeyedList> RowSource for Keyed<L> {
    type Row = L::Row;

    fn controller(&self) -> &'static str {
        L::CONTROLLER
    }

    fn page(&self) -> &'static str {
        L::PAGE
    }

    fn columns(&self) -> Vec<&'static Column<L::Row>> {
        L::COLUMNS.iter().collect()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        let query = ListQuery { page: 1, limit: 1, order: None, ..self.query.clone() };
        L::count(store, &query, reader).await
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Vec<L::Row>, ExchangeError> {
        let rows = L::after(store, &self.query, reader, self.last.as_ref()).await?;
        self.last = rows.last().cloned().or_else(|| self.last.take());
        Ok(rows)
    }
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
    use crate::data_exchange::list_export;
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
        let of_file = |chosen: &[usize], reader: &Reader| list_export::shown(chosen.to_vec(), &ColumnExport(Rows), reader);
        assert_eq!((of_file(&[2, 0], &clerk), of_file(&[2], &clerk), of_file(&[2, 0], &buyer)), (vec![0], vec![], vec![2, 0]));
        assert_eq!(ColumnExport(Rows).figures(), ["quantity", "value"]);
        assert_eq!(ColumnExport(Rows).node(), "warehouse/row/export");
    }
}
