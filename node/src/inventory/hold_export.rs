//! Held batches as a file.

use async_trait::async_trait;
use bus_schemas::number::Quantity;
use entrepot_store::Store;
use entrepot_store::inventory::reservations::HoldListed;
use entrepot_store::listing::ListQuery;

use super::name_cells::{admin, product, product_no, spec, unit, warehouse};
use crate::data_exchange::column_export::{Column, KeyedList};
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::Reader;
use crate::i18n::text;

/// Batches read together: of each, what is on hand is summed.
const BATCHES: i64 = 200;

const COLUMNS: &[Column<HoldListed>] = &[
    Column::text("product_no", |row, _| product_no(&row.names)),
    Column::text("product", |row, _| product(&row.names)),
    Column::text("spec", |row, _| spec(&row.names)),
    Column::text("unit", |row, _| unit(&row.names)),
    Column::text("batch", |row, _| row.batch.clone()),
    Column::text("hold", |row, _| text(&format!("export.hold.{}", row.state), &[])),
    Column::text("warehouse", |row, _| if row.warehouse == 0 { text("export.everywhere", &[]) } else { warehouse(&row.names) }),
    Column::figure("on_hand", |row, _| Quantity(row.on_hand).to_string()),
    Column::text("reason", |row, _| row.reason.clone()),
    Column::text("admin", |row, _| admin(&row.names)),
    Column::text("since", |row, reader| reader.moment(row.since)),
];

/// Which batches are held, by whom and why.
pub struct HeldBatches;

#[async_trait]
impl KeyedList for HeldBatches {
    type Row = HoldListed;

    const CONTROLLER: &'static str = "warehouse.BatchHold";
    const PAGE: &'static str = "warehouse/batchHold";
    const COLUMNS: &'static [Column<HoldListed>] = COLUMNS;

    async fn count(store: &Store, query: &ListQuery, reader: &Reader) -> Result<i64, ExchangeError> {
        Ok(store.list_holds(query, &reader.scope).await?.total)
    }

    async fn after(store: &Store, query: &ListQuery, reader: &Reader, last: Option<&HoldListed>) -> Result<Vec<HoldListed>, ExchangeError> {
        Ok(store.holds_after(query, &reader.scope, last, BATCHES).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_exchange::column_export::{Keyed, check_columns};

    #[test]
    fn columns_have_names() {
        check_columns(&Keyed::<HeldBatches>::of(ListQuery::default()));
    }
}
