//! What an order has moved, from the ledger.

use std::collections::HashMap;

use actors::order::facts::{LineMovement, TurnsAsked};
use actors::store::StoreError;
use bus_schemas::ids::{AreaId, OrderId, ProductId, ShelfId};
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::warehouse::Place;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, id, int};

#[derive(Deserialize)]
struct Span {
    warehouse: i64,
    first: i64,
    last: i64,
}

#[derive(Deserialize)]
struct MoveRow {
    sequence: i64,
    line: u32,
    area: i64,
    shelf: i64,
    product: i64,
    batch: String,
    moved: Quantity,
    unit_cost: Cost,
    produce_date: Option<String>,
    expiry_date: Option<String>,
}

impl Store {
    /// The rows that moved goods for an order of one warehouse, oldest first. Its history knows where they are.
    pub(crate) async fn moves_of(&self, order: OrderId) -> Result<Vec<LineMovement>, StoreError> {
        let query = "SELECT first, last, $order.warehouse AS warehouse FROM $events WHERE first != NONE";
        let spans: Vec<Span> = self.rows(query, vec![("events", super::events(order)), ("order", id("stock_order", order.0))]).await?;
        let mut moves = Vec::new();
        for Span { warehouse, first, last } in spans {
            let query = "SELECT line, area, shelf, product, batch, moved, unit_cost, produce_date, expiry_date, sequence
                FROM movement:[$w, $first]..=[$w, $last] WHERE order_id = $order AND operation != NONE";
            let vars = vec![("w", int(warehouse)), ("first", int(first)), ("last", int(last)), ("order", int(order.0))];
            let rows: Vec<MoveRow> = self.rows(query, vars).await?;
            moves.extend(rows.into_iter().map(MoveRow::read));
        }
        Ok(moves)
    }

    /// The last sequence that the target had when receipts of the source came; nothing of a receipt that is not known.
    pub(super) async fn turns_of(&self, asked: &TurnsAsked) -> Result<HashMap<i64, i64>, StoreError> {
        let ids = asked.receipts.iter().map(|receipt| array_id("movement", vec![int(asked.source.0), int(*receipt)])).collect();
        let query = "SELECT VALUE [sequence, at] FROM $ids";
        let came: Vec<(i64, i64)> = self.rows(query, vec![("ids", array(ids))]).await?;
        let target = asked.target.0;
        let end = self.last_sequence(target).await?;
        let mut turns = HashMap::with_capacity(came.len());
        for (receipt, at) in came {
            turns.insert(receipt, self.sequence_at(target, end, at).await?);
        }
        Ok(turns)
    }
}

impl MoveRow {
    fn read(self) -> LineMovement {
        LineMovement {
            sequence: self.sequence,
            line: self.line,
            place: Place { area: AreaId(self.area), shelf: ShelfId(self.shelf), product: ProductId(self.product), batch: self.batch },
            moved: self.moved,
            unit_cost: self.unit_cost,
            produce_date: self.produce_date,
            expiry_date: self.expiry_date,
        }
    }
}
