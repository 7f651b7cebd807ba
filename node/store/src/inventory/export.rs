//! Rows of inventory and of the ledger for a file: in the order of their keys, some at a time.

use std::ops::Bound;

use surrealdb::types::{Array, RecordId, RecordIdKey, RecordIdKeyRange, Value};

use super::place_columns::InventoryView;
use crate::engine::connect::Store;
use crate::engine::value::{int, text};
use crate::ledger::{PLACE_ID, RECORD_ID};
use crate::listing::ListQuery;
use crate::listing::columns::ListFailure;
use crate::listing::stock_rows::{LedgerRow, StockBalance};
use crate::scope::Scope;

fn places_after(after: Option<&StockBalance>) -> Value {
    let key = |row: &StockBalance| {
        RecordIdKey::Array(Array::from(vec![int(row.warehouse), int(row.area), int(row.shelf), int(row.product), text(&row.batch)]))
    };
    let start = after.map_or(Bound::Unbounded, |row| Bound::Excluded(key(row)));
    let range = RecordIdKeyRange { start, end: Bound::Unbounded };
    Value::RecordId(RecordId { table: "place".into(), key: RecordIdKey::Range(Box::new(range)) })
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
        vars.push(("after", places_after(after)));
        vars.push(("many", int(many)));
        // A range is read in the order of its ids.
        let text = format!("SELECT *, {PLACE_ID} AS id, {fields} FROM (SELECT * FROM $after {conditions} LIMIT $many)");
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
}
