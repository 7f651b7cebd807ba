//! The orders' port.

pub mod export;
mod line_names;
pub mod list;
mod movements;
pub mod named;
pub mod picks;
pub mod references;
pub mod reserved;
pub mod rows;
pub mod transit;

use std::ops::Bound;

use actors::order::actor::describe;
use actors::order::edit::{OrderFacts, StepNeeds};
use actors::order::port::{OrderStore, OrderWriteError, Remembered};
use actors::store::StoreError;
use async_trait::async_trait;
use bus_schemas::ids::{CommandKey, OrderId};
use bus_schemas::notification::{Announcement, NotificationDraft};
use bus_schemas::order::{Order, OrderDone, OrderDraft, OrderKind, OrderStatus};
use bus_schemas::warehouse::OrderWrite;
use serde::Deserialize;
use serde_json::Map;
use surrealdb::types::{Array, RecordId, RecordIdKey, RecordIdKeyRange, Value};

use crate::commands::{ORDER_COMMANDS, command_id};
use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{array, array_id, from_json, id, int, object, text};
use crate::inbox::commit::TransactionBody;

/// Fields of an order that are decimals.
pub(crate) const DECIMALS: &[&str] = &[
    "quantity",
    "price",
    "total",
    "stocked",
    "total_amount",
    "total_quantity",
    "factor",
    "unit_cost",
    "reversed",
    "there",
    "back",
    "arrived",
    "damaged",
    "refused",
    "returned",
    "lost",
    "lost_back",
    "amount",
];

/// An order as a row. The key that keeps typed numbers unique per kind and partner counts only the living.
pub(crate) fn order_row(order: &Order) -> Value {
    let json = serde_json::to_value(order).unwrap_or_default();
    let mut row = from_json(json, DECIMALS);
    if let Value::Object(fields) = &mut row {
        fields.remove("id");
        if order.deleted_at.is_none() {
            let partner = order.partner.map_or(0, |partner| partner.0);
            fields.insert("reference_key", format!("{}:{partner}:{}", order.kind.as_str(), order.reference));
        }
    }
    row
}

/// An order's row with its id.
pub(crate) fn order_record(order: &Order) -> Value {
    let mut row = order_row(order);
    if let Value::Object(fields) = &mut row {
        fields.insert("id", id("stock_order", order.id.0));
    }
    row
}

/// The counter of a kind's numbers of a day, which begin with it.
pub(crate) fn order_counter(kind: OrderKind, day: &str) -> String {
    format!("{}{}", kind.prefix, day.replace('-', ""))
}

/// A number of a counter.
pub(crate) fn order_number(counter: &str, next: i64) -> String {
    format!("{counter}{next:04}")
}

/// A new order with its number, which is its reference as well where none was typed.
fn numbered(order: &Order, number: String) -> Order {
    let reference = if order.reference.is_empty() { number.clone() } else { order.reference.clone() };
    Order { number, reference, ..order.clone() }
}

/// The history entry of an order's version. It is a row of its own, so that writing an order does not get slower with
/// its age.
pub(crate) fn event_row(order: &Order) -> Value {
    let mut row = from_json(serde_json::to_value(&order.entry).unwrap_or_default(), &[]);
    if let Value::Object(fields) = &mut row {
        fields.insert("id", array_id("order_event", vec![int(order.id.0), int(order.version)]));
    }
    row
}

/// The records of an order's whole history.
pub(crate) fn events(order: OrderId) -> Value {
    let key = |version: i64| RecordIdKey::Array(Array::from(vec![int(order.0), int(version)]));
    let range = RecordIdKeyRange { start: Bound::Included(key(0)), end: Bound::Included(key(i64::MAX)) };
    Value::RecordId(RecordId { table: "order_event".into(), key: RecordIdKey::Range(Box::new(range)) })
}

/// The row that remembers a command.
pub(crate) fn command_row(command: &CommandKey, order: &Order) -> Value {
    let done = describe(order);
    object([
        ("id", command_id(ORDER_COMMANDS, command)),
        ("order", int(done.id.0)),
        ("number", text(&done.number)),
        ("status", text(done.status.as_str())),
        ("version", int(done.version)),
        ("allowed", array(done.allowed.iter().map(|action| text(action)).collect())),
    ])
}

/// Thrown when an order has another version than its write expects.
const CHANGED: &str = "CHANGED";

fn write_error(error: TxError) -> OrderWriteError {
    match &error {
        TxError::Thrown(code) if code == CHANGED => OrderWriteError::Changed,
        // Ids are given out once, so an order that exists was made by this command.
        error if error.exists_in(ORDER_COMMANDS) || error.exists_in("stock_order") => OrderWriteError::CommandTaken,
        TxError::NotUnique(index) if index == "stock_order_reference" => OrderWriteError::DuplicateReference,
        _ => OrderWriteError::Store(error.into()),
    }
}

#[derive(Deserialize)]
struct StoredCommand {
    order: i64,
    number: String,
    status: OrderStatus,
    version: i64,
    allowed: Vec<String>,
    kind: Option<OrderKind>,
    action: Option<String>,
}

#[async_trait]
impl OrderStore for Store {
    async fn next_id(&self) -> Result<OrderId, StoreError> {
        self.next_order().await.map(OrderId)
    }

    async fn load(&self, kind: OrderKind, order: OrderId) -> Result<Option<Order>, StoreError> {
        let query = "SELECT *, record::id(id) AS id OMIT reference_key FROM $order WHERE kind = $kind";
        let rows: Vec<Order> = self.rows(query, vec![("order", id("stock_order", order.0)), ("kind", text(kind.as_str()))]).await?;
        Ok(rows.into_iter().next())
    }

    async fn create(
        &self,
        write: &OrderWrite,
        day: &str,
        notifications: &[NotificationDraft],
    ) -> Result<(Order, Vec<Announcement>), OrderWriteError> {
        let deliveries = self.deliveries(notifications).await?;
        let counter = order_counter(write.order.kind, day);
        let created = |next: i64| numbered(&write.order, order_number(&counter, next));
        // The number is given in the transaction, so that a refused creation leaves no gap.
        let work = |next: i64| {
            let order = created(next);
            let data = Map::from_iter([("order_no".to_owned(), order.number.clone().into())]);
            let rows = array(vec![order_record(&order), command_row(&write.command, &order), event_row(&order)]);
            TransactionBody { query: "INSERT $rows RETURN NONE;".into(), vars: vec![("rows", rows)], data }
        };
        let committed = self.commit_notifying(&deliveries, Some(&counter), work).await.map_err(write_error)?;
        Ok((created(committed.number), committed.announcements))
    }

    async fn update(&self, write: &OrderWrite, notifications: &[NotificationDraft]) -> Result<Vec<Announcement>, OrderWriteError> {
        let deliveries = self.deliveries(notifications).await?;
        let query = format!(
            "LET $written = (UPDATE $order CONTENT $row WHERE version = $before RETURN VALUE id);
            IF array::len($written) != 1 {{ THROW '{CHANGED}' }};
            INSERT $rows RETURN NONE;"
        );
        let work = |_| {
            let vars = vec![
                ("order", id("stock_order", write.order.id.0)),
                ("row", order_row(&write.order)),
                ("before", int(write.order.version - 1)),
                ("rows", array(vec![command_row(&write.command, &write.order), event_row(&write.order)])),
            ];
            TransactionBody { query: query.clone(), vars, ..TransactionBody::default() }
        };
        self.commit_notifying(&deliveries, None, work).await.map(|committed| committed.announcements).map_err(write_error)
    }

    async fn update_all(&self, writes: &[OrderWrite]) -> Result<(), OrderWriteError> {
        // The rows that are read are written too, so concurrent writers conflict.
        let query = format!(
            "BEGIN; IF (SELECT VALUE [id, version] FROM $ids) != $expected {{ THROW '{CHANGED}' }};
            FOR $order IN $orders {{ UPDATE $order REPLACE $order RETURN NONE }};
            INSERT $rows RETURN NONE; COMMIT;"
        );
        let order_id = |write: &OrderWrite| id("stock_order", write.order.id.0);
        let expected = |write: &OrderWrite| array(vec![order_id(write), int(write.order.version - 1)]);
        let noted = |write: &OrderWrite| [command_row(&write.command, &write.order), event_row(&write.order)];
        let vars = vec![
            ("ids", array(writes.iter().map(order_id).collect())),
            ("expected", array(writes.iter().map(expected).collect())),
            ("orders", array(writes.iter().map(|write| order_record(&write.order)).collect())),
            ("rows", array(writes.iter().flat_map(noted).collect())),
        ];
        self.run(&query, vars).await.map(|_| ()).map_err(write_error)
    }

    async fn find_command(&self, command: &CommandKey) -> Result<Option<Remembered>, StoreError> {
        let query = "SELECT order, number, status, version, allowed, type::record('stock_order', order).kind AS kind,
            type::record('order_event', [order, version]).action AS action FROM $command";
        let rows: Vec<StoredCommand> = self.rows(query, vec![("command", command_id(ORDER_COMMANDS, command))]).await?;
        Ok(rows.into_iter().next().map(|row| {
            let StoredCommand { order, number, status, version, allowed, kind, action } = row;
            Remembered { done: OrderDone { id: OrderId(order), number, status, version, allowed, repeated: false }, kind, action }
        }))
    }

    async fn facts(&self, kind: OrderKind, draft: &OrderDraft) -> Result<OrderFacts, StoreError> {
        self.order_facts(kind, draft).await
    }

    async fn step_facts(&self, needs: &StepNeeds) -> Result<OrderFacts, StoreError> {
        self.facts_of_step(needs).await
    }
}
