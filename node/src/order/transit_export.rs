//! Goods in transit as a file: of some transfers at a time.

use async_trait::async_trait;
use bus_schemas::order::transfer::Way;
use entrepot_store::Store;
use entrepot_store::order::transit::{TransitFilter, TransitProduct, TransitRow};

use crate::data_exchange::column_export::{Column, RowSource};
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::Reader;
use crate::i18n::text;

/// Transfers whose goods are read together: an order has thousands of lines at most.
const TRANSFERS: usize = 20;

const COLUMNS: &[Column<ExportedLot>] = &[
    Column::text("number", |row, _| row.of.number.clone()),
    Column::figure("line", |row, _| row.of.line.to_string()),
    Column::text("way", |row, _| text(way_key(row.of.way), &[])),
    Column::text("product_no", |row, _| product(row, |product| product.product_no.clone())),
    Column::text("product", |row, _| product(row, |product| product.name.clone())),
    Column::text("unit", |row, _| product(row, |product| product.unit.clone().unwrap_or_default())),
    Column::text("batch", |row, _| row.of.lot.batch.clone()),
    Column::text("produce_date", |row, _| row.of.lot.produce_date.clone().unwrap_or_default()),
    Column::text("expiry_date", |row, _| row.of.lot.expiry_date.clone().unwrap_or_default()),
    Column::text("source", |row, _| row.of.source_name.clone().unwrap_or_default()),
    Column::text("target", |row, _| row.of.target_name.clone().unwrap_or_default()),
    Column::figure("quantity", |row, _| row.of.lot.quantity.to_string()),
    Column::cost("transit_value", |row, _| row.of.lot.value().to_string()),
    Column::text("since", |row, reader| reader.moment(row.of.lot.at)),
    Column::figure("days", |row, _| row.days.to_string()),
    Column::text("in_charge", |row, _| row.of.admin_name.clone().unwrap_or_default()),
];

const fn way_key(way: Way) -> &'static str {
    match way {
        Way::There => "export.way.there",
        Way::Back => "export.way.back",
    }
}

fn product(row: &ExportedLot, shown: fn(&TransitProduct) -> String) -> String {
    row.of.product_row.as_ref().map(shown).unwrap_or_default()
}

/// One lot in transit.
pub struct ExportedLot {
    of: TransitRow,
    /// Whole days since they left.
    days: i64,
}

/// What is in transit, transfer by transfer.
pub struct GoodsInTransit {
    filter: TransitFilter,
    /// When it was asked for, in Unix milliseconds.
    now_ms: i64,
    /// The transfers that are still to be read; nothing before the first is.
    left: Option<std::vec::IntoIter<i64>>,
}

impl GoodsInTransit {
    /// What a list shows at a moment.
    #[must_use]
    pub const fn of(filter: TransitFilter, now_ms: i64) -> Self {
        Self { filter, now_ms, left: None }
    }
}

#[async_trait]
impl RowSource for GoodsInTransit {
    type Row = ExportedLot;

    fn controller(&self) -> &'static str {
        "warehouse.Transit"
    }

    fn page(&self) -> &'static str {
        "warehouse/transit"
    }

    fn columns(&self) -> Vec<&'static Column<ExportedLot>> {
        COLUMNS.iter().collect()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        let mut again = Self::of(self.filter.clone(), self.now_ms);
        let mut count = 0;
        loop {
            let rows = again.next(store, reader).await?;
            if rows.is_empty() {
                return Ok(count);
            }
            count += i64::try_from(rows.len()).unwrap_or(0);
        }
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Vec<ExportedLot>, ExchangeError> {
        let mut left = match self.left.take() {
            Some(left) => left,
            None => store.transfers_in_transit(&self.filter, &reader.scope).await?.into_iter(),
        };
        loop {
            let some: Vec<i64> = left.by_ref().take(TRANSFERS).collect();
            // Transfers without a row of the list give none.
            let rows = if some.is_empty() { vec![] } else { store.goods_of_transfers(&some, &self.filter, &reader.scope).await? };
            if some.is_empty() || !rows.is_empty() {
                self.left = Some(left);
                let now_ms = self.now_ms;
                return Ok(rows.into_iter().map(|of| ExportedLot { days: of.days(now_ms), of }).collect());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_exchange::column_export::check_columns;

    #[test]
    fn columns_have_names() {
        check_columns(&GoodsInTransit::of(TransitFilter::default(), 0));
    }
}
