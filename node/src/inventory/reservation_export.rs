//! Reservations as a file.

use async_trait::async_trait;
use bus_schemas::number::Quantity;
use entrepot_store::Store;
use entrepot_store::inventory::reservations::ReservationListed;
use entrepot_store::listing::ListQuery;

use super::name_cells::{admin, area, product, product_no, shelf, spec, unit, warehouse};
use crate::data_exchange::column_export::{Column, KeyedList};
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
pub struct ListedReservations;

#[async_trait]
impl KeyedList for ListedReservations {
    type Row = ReservationListed;

    const CONTROLLER: &'static str = "warehouse.Reservation";
    const PAGE: &'static str = "warehouse/reservation";
    const COLUMNS: &'static [Column<ReservationListed>] = COLUMNS;

    async fn count(store: &Store, query: &ListQuery, reader: &Reader) -> Result<i64, ExchangeError> {
        Ok(store.list_reservations(query, &reader.scope).await?.total)
    }

    async fn after(
        store: &Store,
        query: &ListQuery,
        reader: &Reader,
        last: Option<&ReservationListed>,
    ) -> Result<Vec<ReservationListed>, ExchangeError> {
        Ok(store.reservations_after(query, &reader.scope, last, BLOCK).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_exchange::column_export::{Keyed, check_columns};

    #[test]
    fn columns_have_names() {
        check_columns(&Keyed::<ListedReservations>::of(ListQuery::default()));
    }
}
