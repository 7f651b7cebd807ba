//! The lists of inventory and of the ledger as files.

use async_trait::async_trait;
use bus_schemas::number::{AMOUNT_SCALE, Amount, PRICE_SCALE, Price, Quantity, round_half_up};
use entrepot_store::Store;
use entrepot_store::inventory::place_columns::InventoryView;
use entrepot_store::listing::ListQuery;
use entrepot_store::listing::names::StockNames;
use entrepot_store::listing::stock_rows::{LedgerRow, StockBalance};

use super::name_cells::{area, product, product_no, shelf, spec, unit, warehouse};
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::list_export::{BLOCK, ListExport, Reader};
use crate::i18n::text;

/// Sequences of a ledger that are looked at together.
const SPAN: i64 = 5_000;

/// The columns that say what lies where.
const GOODS: [&str; 10] = ["product_no", "product", "spec", "unit", "warehouse", "area", "shelf", "batch", "produce_date", "expiry_date"];

fn goods(names: &StockNames, batch: &str, produced: Option<&String>, expires: Option<&String>) -> Vec<String> {
    vec![
        product_no(names),
        product(names),
        spec(names),
        unit(names),
        warehouse(names),
        area(names),
        shelf(names),
        batch.to_owned(),
        produced.cloned().unwrap_or_default(),
        expires.cloned().unwrap_or_default(),
    ]
}

/// What lies where.
pub struct Places {
    pub query: ListQuery,
    pub view: InventoryView,
    after: Option<StockBalance>,
}

impl Places {
    /// Those of a list.
    #[must_use]
    pub const fn of(query: ListQuery, view: InventoryView) -> Self {
        Self { query, view, after: None }
    }
}

fn place(row: &StockBalance, reader: &Reader) -> Vec<String> {
    let mut cells = goods(&row.names, &row.batch, row.produce_date.as_ref(), row.expiry_date.as_ref());
    cells.extend([row.on_hand, row.reserved, row.held, row.available].map(|quantity| Quantity(quantity).to_string()));
    // Of a batch that is free, what its area is for: as the list shows it.
    let state = row.hold.as_ref().map(|hold| hold.state.code()).filter(|state| *state != 0).unwrap_or(row.purpose);
    cells.push(if state == 0 { String::new() } else { text(&format!("export.hold.{state}"), &[]) });
    let value = Amount(round_half_up(row.on_hand * row.average_cost, AMOUNT_SCALE));
    cells.extend(
        [Amount(row.average_cost), value].map(|figure| reader.costs.show::<Amount>(figure).map(|figure| figure.to_string()).unwrap_or_default()),
    );
    cells.push(reader.moment(row.updated_at));
    cells
}

#[async_trait]
impl ListExport for Places {
    fn controller(&self) -> &'static str {
        "warehouse.Inventory"
    }

    fn page(&self) -> &'static str {
        "warehouse/inventory"
    }

    fn columns(&self) -> Vec<&'static str> {
        [GOODS.as_slice(), &["on_hand", "reserved", "held", "available", "hold", "average_cost", "value", "updated"]].concat()
    }

    fn figures(&self) -> Vec<&'static str> {
        vec!["on_hand", "reserved", "held", "available", "average_cost", "value"]
    }

    fn shows(&self, column: &str, reader: &Reader) -> bool {
        !["average_cost", "value"].contains(&column) || reader.costs.sees()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        let query = ListQuery { page: 1, limit: 1, order: None, ..self.query.clone() };
        Ok(store.list_inventory(&query, self.view, &reader.scope).await?.total)
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Option<Vec<Vec<String>>>, ExchangeError> {
        let mut rows = store.inventory_after(&self.query, self.view, &reader.scope, self.after.as_ref(), BLOCK).await?;
        if rows.is_empty() {
            return Ok(None);
        }
        let cells = rows.iter().map(|row| place(row, reader)).collect();
        self.after = rows.pop();
        Ok(Some(cells))
    }
}

/// What moved, warehouse by warehouse.
pub struct Records {
    query: ListQuery,
    /// The warehouses that are still to be read, with the last sequence of each; nothing before the first is read.
    left: Option<Vec<(i64, i64)>>,
    /// The last sequence that was looked at.
    at: i64,
}

impl Records {
    /// Those of a list.
    #[must_use]
    pub const fn of(query: ListQuery) -> Self {
        Self { query, left: None, at: 0 }
    }
}

fn record(row: &LedgerRow, reader: &Reader) -> Vec<String> {
    let cost = |figure: Option<String>| figure.unwrap_or_default();
    let mut cells = vec![
        row.sequence.to_string(),
        reader.moment(row.at),
        row.business_date.clone(),
        text(&format!("export.operation.{}", row.operation), &[]),
        row.order_no.clone().unwrap_or_default(),
    ];
    cells.extend(goods(&row.names, &row.batch, row.produce_date.as_ref(), row.expiry_date.as_ref()));
    cells.extend([
        Quantity(row.moved).to_string(),
        Quantity(row.balance).to_string(),
        cost(reader.costs.show::<Price>(Price(round_half_up(row.unit_cost, PRICE_SCALE))).map(|price| price.to_string())),
        cost(reader.costs.show::<Amount>(Amount(row.amount)).map(|amount| amount.to_string())),
        row.names.admin.clone().unwrap_or_default(),
    ]);
    cells
}

#[async_trait]
impl ListExport for Records {
    fn controller(&self) -> &'static str {
        "warehouse.InventoryRecord"
    }

    fn page(&self) -> &'static str {
        "warehouse/inventoryRecord"
    }

    fn columns(&self) -> Vec<&'static str> {
        let moved = ["moved", "balance", "unit_cost", "amount", "admin"];
        [["sequence", "moment", "business_date", "operation", "document"].as_slice(), &GOODS, &moved].concat()
    }

    fn figures(&self) -> Vec<&'static str> {
        vec!["sequence", "moved", "balance", "unit_cost", "amount"]
    }

    fn shows(&self, column: &str, reader: &Reader) -> bool {
        !["unit_cost", "amount"].contains(&column) || reader.costs.sees()
    }

    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError> {
        let query = ListQuery { page: 1, limit: 1, order: None, ..self.query.clone() };
        Ok(store.list_records(&query, &reader.scope).await?.total)
    }

    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Option<Vec<Vec<String>>>, ExchangeError> {
        let mut left = match self.left.take() {
            Some(left) => left,
            None => store.ledgers(&reader.scope).await?.into_iter().rev().collect(),
        };
        // Spans without a row of the list give none; the ledger that is written meanwhile ends where it did.
        while let Some((warehouse, end)) = left.last().copied() {
            if self.at >= end {
                left.pop();
                self.at = 0;
                continue;
            }
            let span = (self.at + 1, (self.at + SPAN).min(end));
            self.at = span.1;
            let rows = store.records_between(&self.query, &reader.scope, warehouse, span).await?;
            if !rows.is_empty() {
                self.left = Some(left);
                return Ok(Some(rows.iter().map(|row| record(row, reader)).collect()));
            }
        }
        self.left = Some(left);
        Ok(None)
    }
}
