//! What an order has moved, from the ledger.

use std::collections::{BTreeMap, BTreeSet, HashMap};

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

    /// The same, as warehouse, first and last sequence.
    pub(super) async fn rows_of_order(&self, order: OrderId) -> Result<Vec<(i64, i64, i64)>, StoreError> {
        Ok(self.spans_of(order).await?.into_iter().map(|Span { warehouse, first, last }| (warehouse, first, last)).collect())
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

    /// What products cost in a warehouse: their moving average there, or the product's price where they have none.
    pub async fn costs_of(&self, warehouse: WarehouseId, products: &BTreeSet<ProductId>) -> Result<HashMap<ProductId, Cost>, StoreError> {
        let ids = products.iter().map(|product| id("product", product.0)).collect();
        let query = "SELECT VALUE [record::id(id), (type::record('cost', [$w, record::id(id)]).average_cost ?? price ?? 0dec)] FROM $products";
        let rows: Vec<(i64, Cost)> = self.rows(query, vec![("w", int(warehouse.0)), ("products", array(ids))]).await?;
        Ok(rows.into_iter().map(|(product, cost)| (ProductId(product), cost)).collect())
    }

    /// The last sequence that the target had when receipts of the source came; nothing of a receipt that is not known.
    pub(super) async fn turns_of(&self, asked: &TurnsAsked) -> Result<BTreeMap<i64, i64>, StoreError> {
        let came = self.times_of(asked.source, &asked.receipts).await?;
        let last = self.sequences_at(asked.target, came.values().copied().collect()).await?;
        Ok(came.into_iter().filter_map(|(receipt, at)| Some((receipt, *last.get(&at)?))).collect())
    }

    /// When rows of a warehouse's ledger were written, by their sequence.
    async fn times_of(&self, warehouse: WarehouseId, sequences: &BTreeSet<i64>) -> Result<HashMap<i64, i64>, StoreError> {
        let ids = sequences.iter().map(|sequence| array_id("movement", vec![int(warehouse.0), int(*sequence)])).collect();
        let rows: Vec<(i64, i64)> = self.rows("SELECT VALUE [sequence, at] FROM $ids", vec![("ids", array(ids))]).await?;
        Ok(rows.into_iter().collect())
    }

    /// The last sequence that a warehouse's ledger had at each of these moments; times rise with sequences. The binary
    /// searches go side by side: one query for a step of all of them.
    async fn sequences_at(&self, warehouse: WarehouseId, moments: BTreeSet<i64>) -> Result<HashMap<i64, i64>, StoreError> {
        let end = self.last_sequence(warehouse.0).await?;
        // Of each moment: the last row of which it is known that it was there, and the first of which it is known that it wasn't.
        let mut bounds: HashMap<i64, (i64, i64)> = moments.into_iter().map(|at| (at, (0, end + 1))).collect();
        let middle = |(before, after): (i64, i64)| (after - before > 1).then(|| before + (after - before) / 2);
        loop {
            let middles: BTreeSet<i64> = bounds.values().copied().filter_map(middle).collect();
            if middles.is_empty() {
                break;
            }
            let times = self.times_of(warehouse, &middles).await?;
            for (at, bound) in &mut bounds {
                let Some(sequence) = middle(*bound) else { continue };
                if times.get(&sequence).is_some_and(|time| time <= at) {
                    bound.0 = sequence;
                } else {
                    bound.1 = sequence;
                }
            }
        }
        Ok(bounds.into_iter().map(|(at, (before, _))| (at, before)).collect())
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
