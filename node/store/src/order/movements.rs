//! What an order has moved, from the ledger.

use std::collections::{BTreeSet, HashMap};

use actors::order::facts::{LineMovement, TurnsAsked};
use actors::store::StoreError;
use bus_schemas::ids::{AreaId, OrderId, ProductId, ShelfId, WarehouseId};
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::warehouse::Place;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, id, int, text};
use crate::order::stored::events;

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

#[derive(Deserialize)]
struct PlaceRow {
    area: i64,
    shelf: i64,
    product: i64,
    batch: String,
    on_hand: Quantity,
    reserved: Quantity,
}

/// Goods of a line that went back to their supplier.
#[derive(Clone, Debug, Deserialize)]
pub struct SentBack {
    pub line: u32,
    /// Signed change of on hand.
    pub moved: Quantity,
    /// What they would have left at otherwise.
    pub average_cost: Cost,
}

#[derive(Deserialize)]
struct AverageRow {
    product: i64,
    average_cost: Cost,
}

impl Store {
    /// Where the ledger rows of an order are. Its history knows.
    async fn spans_of(&self, order: OrderId) -> Result<Vec<Span>, StoreError> {
        let query = "SELECT first, last, $order.warehouse AS warehouse FROM $events WHERE first != NONE";
        self.rows(query, vec![("events", events(order)), ("order", id("stock_order", order.0))]).await
    }

    /// The rows that moved goods for an order of one warehouse, oldest first.
    pub(crate) async fn moves_of(&self, order: OrderId) -> Result<Vec<LineMovement>, StoreError> {
        let mut moves = Vec::new();
        for Span { warehouse, first, last } in self.spans_of(order).await? {
            let query = "SELECT line, area, shelf, product, batch, moved, unit_cost, produce_date, expiry_date, sequence
                FROM movement:[$w, $first]..=[$w, $last] WHERE order_id = $order AND operation != NONE";
            let vars = vec![("w", int(warehouse)), ("first", int(first)), ("last", int(last)), ("order", int(order.0))];
            let rows: Vec<MoveRow> = self.rows(query, vars).await?;
            moves.extend(rows.into_iter().map(MoveRow::read));
        }
        Ok(moves)
    }

    /// How much is free in a warehouse at the places of movements.
    pub(super) async fn free_where(&self, warehouse: WarehouseId, moves: &[LineMovement]) -> Result<HashMap<Place, Quantity>, StoreError> {
        let places: BTreeSet<&Place> = moves.iter().map(|movement| &movement.place).collect();
        let key = |place: &Place| vec![int(warehouse.0), int(place.area.0), int(place.shelf.0), int(place.product.0), text(&place.batch)];
        let ids = places.into_iter().map(|place| array_id("place", key(place))).collect();
        let query = "SELECT area, shelf, product, batch, on_hand, reserved FROM $ids";
        let rows: Vec<PlaceRow> = self.rows(query, vec![("ids", array(ids))]).await?;
        let free = |row: PlaceRow| {
            let place = Place { area: AreaId(row.area), shelf: ShelfId(row.shelf), product: ProductId(row.product), batch: row.batch };
            (place, row.on_hand - row.reserved)
        };
        Ok(rows.into_iter().map(free).collect())
    }

    /// What of an order went back to its supplier at the price it came for, oldest first.
    pub async fn sent_back(&self, order: OrderId) -> Result<Vec<SentBack>, StoreError> {
        let mut sent = Vec::new();
        for Span { warehouse, first, last } in self.spans_of(order).await? {
            let query = "SELECT line, moved, average_cost, sequence FROM movement:[$w, $first]..=[$w, $last]
                WHERE order_id = $order AND average_cost != NONE";
            let vars = vec![("w", int(warehouse)), ("first", int(first)), ("last", int(last)), ("order", int(order.0))];
            let rows: Vec<SentBack> = self.rows(query, vars).await?;
            sent.extend(rows);
        }
        Ok(sent)
    }

    /// The moving averages of products in a warehouse. Those that have none are missing.
    pub async fn averages_of(&self, warehouse: WarehouseId, products: &BTreeSet<i64>) -> Result<HashMap<i64, Cost>, StoreError> {
        let ids = products.iter().map(|product| array_id("cost", vec![int(warehouse.0), int(*product)])).collect();
        let rows: Vec<AverageRow> = self.rows("SELECT product, average_cost FROM $ids", vec![("ids", array(ids))]).await?;
        Ok(rows.into_iter().map(|row| (row.product, row.average_cost)).collect())
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
