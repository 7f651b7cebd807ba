//! Movements that were taken back, and those that take them back: neither says that goods have moved.

use std::collections::HashMap;

use actors::store::StoreError;
use bus_schemas::number::Quantity;
use bus_schemas::order::OrderKind;
use bus_schemas::order::details::MovedLine;
use bus_schemas::warehouse::Operation;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, int};

/// Ledger rows that are looked up together.
const ROWS: usize = 2_000;

#[derive(Deserialize)]
struct Counter {
    kind: OrderKind,
    warehouse: i64,
    created_at: i64,
    lines: Vec<CounterLine>,
}

#[derive(Deserialize)]
struct CounterLine {
    product: i64,
    quantity: Quantity,
    #[serde(default)]
    takes_back: Option<MovedLine>,
}

#[derive(Deserialize)]
struct Moved {
    warehouse: i64,
    sequence: i64,
    product: i64,
    at: i64,
    operation: i64,
    moved: Quantity,
}

/// A ledger row that does not say that goods have moved.
pub(crate) struct Undone {
    pub warehouse: i64,
    pub product: i64,
    /// The code of its operation.
    pub operation: i64,
    /// Unix milliseconds.
    pub at: i64,
}

impl Store {
    /// Rows from one moment to another, both with it, that take back others or were wholly taken back themselves.
    pub(crate) async fn undone_moves(&self, since: i64, until: i64) -> Result<Vec<Undone>, StoreError> {
        let query = "SELECT kind, warehouse, created_at, lines.{product, quantity, takes_back} AS lines FROM stock_order
            WHERE origin.reason = 'reversal' AND created_at >= $since";
        let counters: Vec<Counter> = self.rows(query, vec![("since", int(since))]).await?;
        let mut undone = Vec::new();
        let mut taken: HashMap<(i64, i64), Quantity> = HashMap::new();
        for counter in counters {
            let takes = if counter.kind == OrderKind::OUTBOUND { Operation::Outbound } else { Operation::Inbound };
            let operation = counter.kind.operation.unwrap_or(takes).code();
            for line in counter.lines {
                if counter.created_at <= until {
                    undone.push(Undone { warehouse: counter.warehouse, product: line.product, operation, at: counter.created_at });
                }
                if let Some(of) = line.takes_back {
                    *taken.entry((counter.warehouse, of.sequence)).or_default() += Quantity(line.quantity.0.abs());
                }
            }
        }
        let ids: Vec<(i64, i64)> = taken.keys().copied().collect();
        for some in ids.chunks(ROWS) {
            let ids = array(some.iter().map(|(warehouse, sequence)| array_id("movement", vec![int(*warehouse), int(*sequence)])).collect());
            let query = "SELECT warehouse, sequence, product, at, operation ?? 0 AS operation, moved FROM $ids";
            let rows: Vec<Moved> = self.rows(query, vec![("ids", ids)]).await?;
            for row in rows.iter().filter(|row| (since..=until).contains(&row.at)) {
                let back = taken.get(&(row.warehouse, row.sequence)).copied().unwrap_or_default();
                if back.0 >= row.moved.0.abs() {
                    undone.push(Undone { warehouse: row.warehouse, product: row.product, operation: row.operation, at: row.at });
                }
            }
        }
        Ok(undone)
    }
}
