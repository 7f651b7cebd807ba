//! The warehouses' port: the ledger and its running sums.

mod batch;
pub(crate) mod index;
pub mod list;
mod load;
mod safety;
pub(crate) mod stored;
pub(crate) mod turnover;
#[cfg(test)]
mod two_writers;

use std::borrow::Cow;
use std::collections::BTreeSet;

use actors::store::StoreError;
use actors::warehouse::port::{Batch, CommitError, Committed, ProductRows, Remembered, WarehouseSnapshot, WarehouseStore};
use actors::warehouse::weights::Weights;
use async_trait::async_trait;
use bus_schemas::ids::{AreaId, CommandKey, CountId, OrderId, ProductId, ShelfId, WarehouseId};
use bus_schemas::notification::Announcement;
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{Place, StockDone};
use serde::Deserialize;
use surrealdb::types::ToSql;

use self::batch::{COUNT_CHANGED, batch_query};
use self::safety::Comparing;
use crate::commands::{COUNT_COMMANDS, ORDER_COMMANDS, STOCK_COMMANDS, command_id};
use crate::engine::connect::Store;
use crate::engine::transaction::{TransactionBody, TxError, take};
use crate::engine::value::{array, id};
use crate::event::numbered::{counters_of, told};
use crate::inbox::commit::Counted;
use crate::inbox::counters::Counters;
use crate::order::stored::{changed_order, order_counter, order_number};
use crate::shop::offers::part_of;
use crate::shop::order::write::{SHOP_REFUSED, refused_order, shop_of_record};

/// The integer by which clients know a ledger row.
pub(crate) const RECORD_ID: &str = "(warehouse * 10000000000 + sequence)";
/// The same of a row that is at hand.
pub(crate) const fn record_id(warehouse: i64, sequence: i64) -> i64 {
    warehouse * 10_000_000_000 + sequence
}
/// The integer by which clients know a place: the number is the sequence of a ledger row, of which a warehouse may have a
/// billion.
pub(crate) const PLACE_ID: &str = "(warehouse * 1000000000 + place_no)";

/// Rows that only a warehouse's one writer creates.
const LEDGER: [&str; 5] = ["movement", "ledger_block", "place", "cost", "flow"];

/// Finds the command of a batch whose row exists already.
fn taken_command(record: &str, batch: &Batch) -> Option<CommandKey> {
    let is_taken = |table: &str, command: &CommandKey| command_id(table, command).to_sql() == record;
    let of_counts = batch.counts.iter().map(|write| &write.command).find(|command| is_taken(COUNT_COMMANDS, command));
    if let Some(command) = of_counts {
        return Some(command.clone());
    }
    let of_orders = batch.orders.iter().map(|write| &write.command).find(|command| is_taken(ORDER_COMMANDS, command));
    let of_movements = || batch.movements.iter().map(|movement| &movement.command).find(|command| is_taken(STOCK_COMMANDS, command));
    of_orders.or_else(of_movements).cloned()
}

/// The shop order of a batch whose row exists already.
fn shop_of(record: &str, batch: &Batch) -> Option<OrderId> {
    batch.shops.iter().find_map(|write| shop_of_record(record, write))
}

fn commit_error(error: TxError, batch: &Batch) -> CommitError {
    match &error {
        error if LEDGER.iter().any(|table| error.exists_in(table)) => CommitError::SequenceTaken,
        // What a shop order writes twice was written by another version of it.
        TxError::Exists(record) if shop_of(record, batch).is_some() => match shop_of(record, batch) {
            Some(order) => CommitError::OrderChanged(OrderKind::SHOP, order),
            None => CommitError::Store(error.into()),
        },
        TxError::Exists(record) => match (taken_command(record, batch), changed_order(record, batch.orders.iter())) {
            (Some(command), _) => CommitError::CommandTaken(command),
            (None, Some(order)) => CommitError::OrderChanged(order.kind, order.id),
            (None, None) => CommitError::Store(error.into()),
        },
        TxError::Thrown(code) if code.starts_with(COUNT_CHANGED) => {
            let changed = code.strip_prefix(COUNT_CHANGED).and_then(|count| count.parse().ok()).map(CountId);
            changed.map_or(CommitError::Store(error.into()), CommitError::CountChanged)
        }
        TxError::Thrown(code) if code.starts_with(SHOP_REFUSED) => {
            let order = refused_order(code).map(|order| (OrderKind::SHOP, order));
            order.map_or(CommitError::Store(error.into()), |(kind, order)| CommitError::OrderChanged(kind, order))
        }
        _ => CommitError::Store(error.into()),
    }
}

/// The weights of areas and of shelves, by id.
fn read_weights(areas: Vec<(i64, i64)>, shelves: Vec<(i64, i64)>) -> Weights {
    let of_area = |(area, weight)| (AreaId(area), weight);
    Weights::new(areas.into_iter().map(of_area), shelves.into_iter().map(|(shelf, weight)| (ShelfId(shelf), weight)))
}

impl Store {
    /// The weights of the areas and shelves among these places, for the order in which they are emptied.
    pub(crate) async fn weights_at(&self, places: impl Iterator<Item = &Place>) -> Result<Weights, StoreError> {
        let (mut areas, mut shelves) = (BTreeSet::new(), BTreeSet::new());
        for place in places {
            areas.insert(place.area.0);
            shelves.insert(place.shelf.0);
        }
        let of_table = |table: &'static str, ids: BTreeSet<i64>| array(ids.into_iter().filter(|key| *key > 0).map(|key| id(table, key)).collect());
        let query = "SELECT VALUE [record::id(id), weigh ?? 0] FROM $areas; SELECT VALUE [record::id(id), weigh ?? 0] FROM $shelves;";
        let vars = vec![("areas", of_table("warehouse_area", areas)), ("shelves", of_table("warehouse_shelf", shelves))];
        let mut response = self.run(query, vars).await?;
        Ok(read_weights(take(&mut response, 0)?, take(&mut response, 1)?))
    }
}

#[async_trait]
impl WarehouseStore for Store {
    async fn load(&self, warehouse: WarehouseId) -> Result<WarehouseSnapshot, StoreError> {
        self.warehouse_snapshot(warehouse).await
    }

    async fn load_products(&self, warehouse: WarehouseId, products: &BTreeSet<ProductId>, last_sequence: i64) -> Result<ProductRows, StoreError> {
        self.warehouse_products(warehouse, products, last_sequence).await
    }

    async fn commit(&self, batch: &Batch) -> Result<Committed, CommitError> {
        let notifications = self.with_names(&batch.notifications).await.map_err(CommitError::Store)?;
        let recipients = self.recipients_of(&notifications).await.map_err(CommitError::Store)?;
        let blocks = self.filled_blocks(batch).await.map_err(CommitError::Store)?;
        let ids = self.shop_ids(&batch.shops).await.map_err(CommitError::Store)?;
        let counter = batch.creates().map(|(kind, day)| order_counter(kind, day));
        #[cfg(not(test))]
        let create = batch::CREATE;
        #[cfg(test)]
        let create = two_writers::create(self);
        // What is kept of the ledger, of the parts that move and of what is held.
        let mut tables: Vec<&str> = batch.movements.iter().map(|movement| part_of(movement.place.product.0)).collect();
        tables.sort_unstable();
        tables.dedup();
        if !tables.is_empty() {
            tables.push("movement");
        }
        if !batch.rows.holds.is_empty() {
            tables.push("batch_hold");
        }
        let mut writing: Vec<_> = tables.into_iter().map(|table| self.writes().writing(table)).collect();
        let mut counters: Vec<String> = counter.iter().cloned().collect();
        counters.extend(counters_of(&told(&batch.orders, &batch.shops)));
        let next = |before: &Counters| counter.as_ref().map(|counter| order_number(counter, before.last(counter) + 1));
        let make = |before: &Counters| -> Result<Counted, TxError> {
            let number = next(before);
            let numbered = number.as_ref().map_or(Cow::Borrowed(batch), |number| Cow::Owned(batch.with_number(number)));
            let drafts = notifications.iter().map(|draft| number.as_ref().map_or_else(|| draft.clone(), |number| draft.numbered(number))).collect();
            let (query, vars) = batch_query(create, &numbered, &blocks, ids)?;
            let taken = counter.iter().map(|counter| (counter.clone(), 1)).collect();
            Ok(Counted { body: TransactionBody { query, vars }, taken, drafts }.telling(&told(&numbered.orders, &numbered.shops), before))
        };
        let committed = self.commit_counting(&recipients, &counters, make).await;
        let written = committed.map(|(before, announcements)| (next(&before), announcements));
        // One that went wrong may be committed yet.
        if written.is_ok() {
            writing.iter_mut().for_each(|writing| writing.touched(&[]));
            self.ring();
        }
        drop(writing);
        let (number, announcements) = written.map_err(|error| commit_error(error, batch))?;
        Ok(Committed { announcements, number })
    }

    async fn find_command(&self, command: &CommandKey) -> Result<Option<Remembered>, StoreError> {
        #[derive(Deserialize)]
        struct Orderless {
            warehouse: i64,
            first: i64,
            last: i64,
            order: Option<i64>,
        }
        let query = "SELECT * OMIT id FROM $stock_command; SELECT VALUE order FROM $order_command;";
        let vars = vec![("stock_command", command_id(STOCK_COMMANDS, command)), ("order_command", command_id(ORDER_COMMANDS, command))];
        let mut response = self.run(query, vars).await?;
        let orderless: Vec<Orderless> = take(&mut response, 0)?;
        let of_order: Vec<i64> = take(&mut response, 1)?;
        let done = |sequences| StockDone { command: command.clone(), repeated: true, sequences };
        if let Some(Orderless { warehouse, first, last, order }) = orderless.into_iter().next() {
            return Ok(Some(Remembered { done: done(Some((first, last))), warehouse: Some(WarehouseId(warehouse)), order: order.map(OrderId) }));
        }
        Ok(of_order.first().map(|order| Remembered { done: done(None), warehouse: None, order: Some(OrderId(*order)) }))
    }

    async fn watch_safety_stock(&self, products: &[ProductId]) -> Result<Vec<Announcement>, StoreError> {
        let _comparing = self.memory::<Comparing>().0.lock().await;
        let mut announcements = Vec::new();
        for crossing in self.safety_crossings(products).await? {
            announcements.extend(self.write_crossing(&crossing).await?);
        }
        Ok(announcements)
    }

    fn sole_writer(&self) -> bool {
        self.embedded()
    }
}
