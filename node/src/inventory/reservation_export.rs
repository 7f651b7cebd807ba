//! Reservations as a file.

use async_trait::async_trait;
use bus_schemas::number::Quantity;
use entrepot_store::Store;
use entrepot_store::inventory::reservations::ReservationListed;
use entrepot_store::listing::ListQuery;

use super::name_cells::{admin, area, product, product_no, shelf, spec, unit, warehouse};
use crate::data_exchange::column_export::{Column, RowSource};
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::{BLOCK, Reader};
use crate::i18n::text;
use crate::print::orders::type_text;

const COLUMNS: &[Column<ReservationListed>] = &[
    Column::text("document_kind", |row, _| text(&format!("order_kind.{}", row.kind.as_str()), &[])),
    Column::text("document", |row, _| row.order_no.clone()),
    Column::figure("line", |row, _| row.line.to_string()),
    Column::text("type", |row, _| row.order_type.map(|order_type| type_text(row.kind, order_type)).unwrap_or_default()),
    Column::text("product_no", |row, _| product_no(&row.names)),
    Column::text("product", |row, _| product(&row.names)),
    Column::text("spec", |row, _| spec(&row.names)),
    Column::text("unit", |row, _| unit(&row.names)),
    Column::text("warehouse", |row, _| warehouse(&row.names)),
    Column::text("area", |row, _| area(&row.names)),
    Column::text("shelf", |row, _| shelf(&row.names)),
    Column::text("batch", |row, _| row.batch.clone()),
    Column::figure("quantity", |row, _| Quantity(row.quantity).to_string()),
    Column::text("since", |row, reader| reader.moment(row.since)),
    Column::text("ends", |row, reader| row.ends.map(|end| reader.moment(end * 1_000)).unwrap_or_default()),
    Column::text("created_by", |row, _| admin(&row.names)),
];

/// What is promised to whom.
pub struct Reserved {
    query: ListQuery,
    after: Option<ReservationListed>,
}

impl Reserved {
    /// Those of a list.
    #[must_use]
    pub const fn of(query: ListQuery) -> Self {
        Self { query, after: None }
    }
}

#[async_trait]
impl RowSource for Reserved {
    type Row = ReservationListed;

    fn controller(&self) -> &'static str {
        "warehouse.Reservation"
    }

    fn page(&self) -> &'static str {
        "warehouse/reservation"
    }

    fn columns(&self) -> Vec<&'static Column<ReservationListed>> {
        COLUMNS.iter().collect()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        let query = ListQuery { page: 1, limit: 1, order: None, ..self.query.clone() };
        Ok(store.list_reservations(&query, &reader.scope).await?.total)
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Vec<ReservationListed>, ExchangeError> {
        let rows = store.reservations_after(&self.query, &reader.scope, self.after.as_ref(), BLOCK).await?;
        self.after = rows.last().cloned();
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_exchange::column_export::check_columns;

    #[test]
    fn columns_have_names() {
        check_columns(&Reserved::of(ListQuery::default()));
    }
}
