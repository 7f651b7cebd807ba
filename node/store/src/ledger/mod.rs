//! The warehouses' port: the ledger and its running sums.

mod batch;
pub(crate) mod index;
pub mod list;
mod safety;
pub(crate) mod stored;
pub(crate) mod turnover;

use actors::dates::Month;
use actors::store::StoreError;
use actors::warehouse::port::{Batch, CommitError, Committed, RECENT_ROWS, Remembered, Rows, WarehouseSettings, WarehouseSnapshot, WarehouseStore};
use async_trait::async_trait;
use bus_schemas::hold::AreaPurpose;
use bus_schemas::ids::{AreaId, CommandKey, CountId, OrderId, ProductId, WarehouseId};
use bus_schemas::notification::Announcement;
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::StockDone;
use serde::Deserialize;
use surrealdb::types::ToSql;

use self::batch::{CHANGED, COUNT_CHANGED, batch_query};
use self::stored::{StoredBalance, StoredCost, StoredHold, StoredReservation};
use self::turnover::StoredTurnover;
use crate::commands::{COUNT_COMMANDS, ORDER_COMMANDS, STOCK_COMMANDS, command_id, of_ledger};
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{id, int};
use crate::inbox::commit::TransactionBody;
use crate::order::{order_counter, order_number};
use crate::shop::offers::part_of;
use crate::shop::order::write::{SHOP_REFUSED, refused_order, shop_of_record};

/// The integer by which clients know a ledger row.
pub(crate) const RECORD_ID: &str = "warehouse * 10000000000 + sequence";
/// The same of a row that is at hand.
pub(crate) const fn record_id(warehouse: i64, sequence: i64) -> i64 {
    warehouse * 10_000_000_000 + sequence
}
/// The integer by which clients know a place.
pub(crate) const PLACE_ID: &str = "warehouse * 1000000000 + place_no";

#[derive(Deserialize)]
struct StoredCommand {
    command: Option<String>,
    rows: Option<i64>,
    sequence: i64,
    admin: i64,
    order_id: Option<i64>,
}

#[derive(Deserialize)]
struct StoredSettings {
    status: i64,
    allow_negative: i64,
    closed_month: Option<String>,
}

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
        TxError::Exists(record) => match taken_command(record, batch) {
            Some(command) => CommitError::CommandTaken(command),
            None => CommitError::Store(error.into()),
        },
        TxError::Thrown(code) if code.starts_with(COUNT_CHANGED) => {
            let changed = code.strip_prefix(COUNT_CHANGED).and_then(|count| count.parse().ok()).map(CountId);
            changed.map_or(CommitError::Store(error.into()), CommitError::CountChanged)
        }
        TxError::Thrown(code) if code.starts_with(SHOP_REFUSED) => {
            let order = refused_order(code).map(|order| (OrderKind::SHOP, order));
            order.map_or(CommitError::Store(error.into()), |(kind, order)| CommitError::OrderChanged(kind, order))
        }
        TxError::Thrown(code) => {
            let changed = code.strip_prefix(CHANGED).and_then(|order| order.parse().ok()).map(OrderId);
            let order = batch.orders.iter().map(|write| &write.order).find(|order| Some(order.id) == changed);
            order.map_or(CommitError::Store(error.into()), |order| CommitError::OrderChanged(order.kind, order.id))
        }
        _ => CommitError::Store(error.into()),
    }
}

#[async_trait]
impl WarehouseStore for Store {
    async fn load(&self, warehouse: WarehouseId) -> Result<WarehouseSnapshot, StoreError> {
        // The last ledger row is at or after the last that moved goods, which the turnover knows.
        let query = "BEGIN;
            SELECT status, allow_negative, closed_month FROM ONLY $warehouse_id;
            LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            SELECT * OMIT id FROM place:[$w]..[$w + 1];
            SELECT * OMIT id FROM cost:[$w]..[$w + 1];
            SELECT *, order_no ?? type::record('stock_order', order).number AS order_no OMIT id FROM reservation:[$w]..[$w + 1] WHERE quantity > 0;
            LET $last = array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807])) ?? 0;
            $last;
            SELECT command, rows, sequence, admin, order_id FROM movement:[$w, math::max([1, $last - $back])]..=[$w, $last] WHERE position = 0;
            SELECT * OMIT id FROM flow:[$w]..[$w + 1];
            SELECT VALUE [record::id(id), purpose] FROM warehouse_area WHERE warehouses_id = $w AND purpose != 0 AND purpose != NONE;
            SELECT * OMIT id FROM array::concat((SELECT * FROM batch_hold:[0]..[1]), (SELECT * FROM batch_hold:[$w]..[$w + 1])) WHERE state != 0;
            COMMIT;";
        let vars = vec![("w", int(warehouse.0)), ("back", int(RECENT_ROWS)), ("warehouse_id", id("warehouse", warehouse.0))];
        let mut response = self.run(query, vars).await?;
        let settings: Option<StoredSettings> = take(&mut response, 1)?;
        let last: i64 = take(&mut response, 7)?;
        let balances: Vec<StoredBalance> = take(&mut response, 3)?;
        let costs: Vec<StoredCost> = take(&mut response, 4)?;
        let reservations: Vec<StoredReservation> = take(&mut response, 5)?;
        let commands: Vec<StoredCommand> = take(&mut response, 8)?;
        let turnovers: Vec<StoredTurnover> = take(&mut response, 9)?;
        let purposes: Vec<(i64, i64)> = take(&mut response, 10)?;
        let holds: Vec<StoredHold> = take(&mut response, 11)?;
        let recent = commands.into_iter().filter_map(|row| {
            let command = of_ledger(&row.command?, row.admin)?;
            let last = row.sequence + row.rows.unwrap_or(1) - 1;
            let done = StockDone { command, repeated: true, sequences: Some((row.sequence, last)) };
            Some(Remembered { done, warehouse: Some(warehouse), order: row.order_id.map(OrderId) })
        });
        Ok(WarehouseSnapshot {
            settings: settings.map(|row| WarehouseSettings {
                in_use: row.status == 1,
                allow_negative: row.allow_negative == 1,
                closed: row.closed_month.as_deref().and_then(Month::of),
            }),
            last_sequence: last,
            recent: recent.collect(),
            purposes: purposes.into_iter().map(|(area, purpose)| (AreaId(area), AreaPurpose::from_code(purpose))).collect(),
            rows: Rows {
                balances: balances.into_iter().map(StoredBalance::row).collect(),
                costs: costs.into_iter().map(StoredCost::row).collect(),
                reservations: reservations.into_iter().map(StoredReservation::row).collect(),
                turnovers: turnovers.into_iter().map(StoredTurnover::row).collect(),
                holds: holds.into_iter().map(StoredHold::row).collect(),
            },
        })
    }

    async fn commit(&self, batch: &Batch) -> Result<Committed, CommitError> {
        let notifications = self.with_names(&batch.notifications).await.map_err(CommitError::Store)?;
        let deliveries = self.deliveries(&notifications).await.map_err(CommitError::Store)?;
        let blocks = self.filled_blocks(batch).await.map_err(CommitError::Store)?;
        let counter = batch.creates().map(|(kind, day)| order_counter(kind, day));
        let work = |next| match &counter {
            None => {
                let (query, vars) = batch_query(batch, &blocks);
                TransactionBody { query, vars, ..TransactionBody::default() }
            }
            Some(counter) => {
                let number = order_number(counter, next);
                let (query, vars) = batch_query(&batch.with_number(&number), &blocks);
                TransactionBody { query, vars, ..TransactionBody::default() }
            }
        };
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
        let written = self.commit_notifying(&deliveries, counter.as_deref(), work).await;
        // One that went wrong may be committed yet.
        if written.is_ok() {
            writing.iter_mut().for_each(|writing| writing.touched(&[]));
        }
        drop(writing);
        let written = written.map_err(|error| commit_error(error, batch))?;
        let number = counter.map(|counter| order_number(&counter, written.number));
        Ok(Committed { announcements: written.announcements, number })
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
        // One comparison at a time, so that an earlier one does not overwrite the result of a later one.
        let _looking = self.looking_at_safety().await;
        let mut words = Vec::new();
        for crossing in self.safety_crossings(products).await? {
            words.extend(self.write_crossing(&crossing).await?);
        }
        Ok(words)
    }

    fn sole_writer(&self) -> bool {
        self.embedded()
    }
}
