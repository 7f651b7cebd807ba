//! Rows of inventory, of the ledger, of reservations and of held batches for a file: in the order of their keys, some at a
//! time.

use surrealdb::types::Value;

use super::place_columns::InventoryView;
use super::reservations::{HoldListed, ReservationListed, select_reservations};
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::value::{array_id, int, text};
use crate::ledger::{PLACE_ID, RECORD_ID};
use crate::listing::ListQuery;
use crate::listing::columns::ListFailure;
use crate::listing::stock_rows::{LedgerRow, StockBalance};
use crate::scope::Scope;

fn place_id(row: &StockBalance) -> Value {
    array_id("place", vec![int(row.warehouse), int(row.area), int(row.shelf), int(row.product), text(&row.batch)])
}

fn reservation_id(row: &ReservationListed) -> Value {
    let order = [int(row.warehouse), text(row.kind.as_str()), int(row.order), int(row.line)];
    let place = [int(row.area), int(row.shelf), int(row.product), text(&row.batch)];
    array_id("reservation", order.into_iter().chain(place).collect())
}

fn hold_id(row: &HoldListed) -> Value {
    array_id("batch_hold", vec![int(row.warehouse), int(row.product), text(&row.batch)])
}

impl Store {
    /// The places of a list after this one.
    pub async fn inventory_after(
        &self,
        query: &ListQuery,
        view: InventoryView,
        scope: &Scope,
        after: Option<&StockBalance>,
        many: i64,
    ) -> Result<Vec<StockBalance>, ListFailure> {
        let goods = self.held_goods().await?;
        let (fields, conditions, mut vars) = self.places_listed(&goods, query, view, scope).await?;
        let source = rows_after("place", &conditions, after.map(place_id), &mut vars);
        vars.push(("many", int(many)));
        let text = format!("SELECT *, {PLACE_ID} AS id, {fields} FROM (SELECT * FROM {source} LIMIT $many)");
        let mut rows: Vec<StockBalance> = self.rows(&text, vars).await?;
        self.name_rows(&mut rows).await?;
        rows.iter_mut().for_each(|row| row.hold_by(&goods));
        Ok(rows)
    }

    /// The warehouses within a scope whose ledger has rows, by id, with the sequence of the last.
    pub async fn ledgers(&self, scope: &Scope) -> Result<Vec<(i64, i64)>, ListFailure> {
        let mut ends = self.moved_warehouses().await?;
        ends.retain(|(warehouse, _)| scope.only_warehouses().is_none_or(|only| only.contains(warehouse)));
        ends.sort_unstable();
        Ok(ends)
    }

    /// The rows of a list of the ledger that have these sequences in a warehouse.
    pub async fn records_between(
        &self,
        query: &ListQuery,
        scope: &Scope,
        warehouse: i64,
        (first, last): (i64, i64),
    ) -> Result<Vec<LedgerRow>, ListFailure> {
        let (conditions, mut vars) = self.conditions_of_records(query, scope).await?;
        vars.extend([("w", int(warehouse)), ("first", int(first)), ("last", int(last))]);
        let text = format!("SELECT *, {RECORD_ID} AS id FROM movement:[$w, $first]..=[$w, $last] {conditions}");
        let mut rows: Vec<LedgerRow> = self.rows(&text, vars).await?;
        self.name_rows(&mut rows).await?;
        Ok(rows)
    }
    /// The reservations of a list after this one.
    pub async fn reservations_after(
        &self,
        query: &ListQuery,
        scope: &Scope,
        after: Option<&ReservationListed>,
        many: i64,
    ) -> Result<Vec<ReservationListed>, ListFailure> {
        let (conditions, mut vars) = self.reservations_listed(query, scope).await?;
        let source = rows_after("reservation", &conditions, after.map(reservation_id), &mut vars);
        vars.push(("many", int(many)));
        let mut rows: Vec<ReservationListed> =
            self.rows(&format!("{} FROM (SELECT * FROM {source} LIMIT $many)", select_reservations()), vars).await?;
        self.name_rows(&mut rows).await?;
        Ok(rows)
    }

    /// The held batches of a list after this one.
    pub async fn holds_after(&self, query: &ListQuery, scope: &Scope, after: Option<&HoldListed>, many: i64) -> Result<Vec<HoldListed>, ListFailure> {
        let (select, conditions, mut vars) = self.holds_listed(query, scope).await?;
        let source = rows_after("batch_hold", &conditions, after.map(hold_id), &mut vars);
        vars.push(("many", int(many)));
        let mut rows: Vec<HoldListed> = self.rows(&format!("{select} FROM (SELECT * FROM {source} LIMIT $many)"), vars).await?;
        self.name_rows(&mut rows).await?;
        Ok(rows)
    }
}
