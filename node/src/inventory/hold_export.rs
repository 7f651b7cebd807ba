//! Held batches as a file.

use async_trait::async_trait;
use bus_schemas::number::Quantity;
use entrepot_store::Store;
use entrepot_store::inventory::reservations::HoldListed;
use entrepot_store::listing::ListQuery;

use super::name_cells::{admin, product, product_no, spec, unit, warehouse};
use crate::data_exchange::column_export::{Column, RowSource};
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
pub struct Held {
    query: ListQuery,
    after: Option<HoldListed>,
}

impl Held {
    /// Those of a list.
    #[must_use]
    pub const fn of(query: ListQuery) -> Self {
        Self { query, after: None }
    }
}

#[async_trait]
impl RowSource for Held {
    type Row = HoldListed;

    fn controller(&self) -> &'static str {
        "warehouse.BatchHold"
    }

    fn page(&self) -> &'static str {
        "warehouse/batchHold"
    }

    fn columns(&self) -> Vec<&'static Column<HoldListed>> {
        COLUMNS.iter().collect()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        let query = ListQuery { page: 1, limit: 1, order: None, ..self.query.clone() };
        Ok(store.list_holds(&query, &reader.scope).await?.total)
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Vec<HoldListed>, ExchangeError> {
        let rows = store.holds_after(&self.query, &reader.scope, self.after.as_ref(), BATCHES).await?;
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
        check_columns(&Held::of(ListQuery::default()));
    }
}
