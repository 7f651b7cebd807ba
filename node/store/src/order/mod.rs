//! The orders' port.

pub mod delivery_note;
pub mod export;
pub(crate) mod group;
mod line_names;
pub mod list;
pub mod movements;
pub mod named;
pub mod product_units;
pub mod references;
pub mod reserved;
pub mod rows;
pub mod transit;

use std::ops::Bound;

use actors::order::actor::describe;
use actors::order::facts::{OrderFacts, StepNeeds};
use actors::order::port::{OrderStore, OrderWriteError, Remembered};
use actors::store::StoreError;
use async_trait::async_trait;
use bus_schemas::ids::{CommandKey, OrderId, WarehouseId};
use bus_schemas::notification::{Announcement, NotificationDraft};
use bus_schemas::order::{Order, OrderDone, OrderDraft, OrderKind, OrderStatus};
use bus_schemas::warehouse::OrderWrite;
use chrono_tz::Tz;
use serde::Deserialize;
use surrealdb::types::{Array, Object, RecordId, RecordIdKey, RecordIdKeyRange, ToSql, Value};

use self::group::{orders_query, write_error};
use crate::commands::{ORDER_COMMANDS, command_id};
use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{array, array_id, fields, id, int, object, text};

/// The sequence of orders, those of the shop among them.
pub(crate) const ORDER_IDS: &str = "stock_order";

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
pub(crate) fn order_row(order: &Order) -> Result<Value, TxError> {
    let mut row = fields(order, DECIMALS)?;
    row.insert("id", id("stock_order", order.id.0));
    if order.deleted_at.is_none() {
        row.insert("reference_key", reference_key(order));
    }
    Ok(Value::Object(row))
}

/// What no two living orders share: kind, partner and the partner's own number. A partner of the other sort than the
/// kind's is named with its sort, as a supplier and a customer may have the same id.
fn reference_key(order: &Order) -> String {
    let partner = order.partner.map_or(0, |partner| partner.0);
    let with = order.kind.type_row(order.order_type).and_then(|row| row.partner);
    let other = with.filter(|_| order.partner.is_some() && with != order.kind.partner);
    let sort = other.map(|partner| format!("{}:", partner.table())).unwrap_or_default();
    format!("{}:{sort}{partner}:{}", order.kind.as_str(), order.reference)
}

/// The counter of a kind's numbers of a day, which begin with it.
pub(crate) fn order_counter(kind: OrderKind, day: &str) -> String {
    format!("{}{}", kind.prefix, day.replace('-', ""))
}

/// A number of a counter.
pub(crate) fn order_number(counter: &str, next: i64) -> String {
    format!("{counter}{next:04}")
}

/// The history entry of an order's version. It is a row of its own, so that writing an order does not get slower with
/// its age.
pub(crate) fn event_row(order: &Order) -> Result<Object, TxError> {
    let mut row = fields(&order.entry, &[])?;
    row.insert("id", event_id(order));
    Ok(row)
}

fn event_id(order: &Order) -> Value {
    array_id("order_event", vec![int(order.id.0), int(order.version)])
}

/// Of orders that were written, the one whose history entry of this record exists already: another writer has made its
/// next version. Every write of an order writes its entry, so no other guard of its version is needed.
pub(crate) fn changed_order<'a>(record: &str, mut writes: impl Iterator<Item = &'a OrderWrite>) -> Option<&'a Order> {
    writes.find(|write| event_id(&write.order).to_sql() == record).map(|write| &write.order)
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
        self.next_of(ORDER_IDS).await.map(OrderId)
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
        let numbered = Some(day.to_owned());
        self.write_order(OrderWrite { numbered, ..write.clone() }, notifications).await
    }

    async fn update(&self, write: &OrderWrite, notifications: &[NotificationDraft]) -> Result<Vec<Announcement>, OrderWriteError> {
        self.write_order(write.clone(), notifications).await.map(|(_, announcements)| announcements)
    }

    async fn update_all(&self, writes: &[OrderWrite]) -> Result<(), OrderWriteError> {
        let (query, vars) = orders_query(writes).map_err(|error| write_error(error, writes.iter()))?;
        self.run(&format!("BEGIN; {query} COMMIT;"), vars).await.map(|_| ()).map_err(|error| write_error(error, writes.iter()))
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

    async fn zone(&self, warehouse: WarehouseId) -> Result<Option<Tz>, StoreError> {
        Ok(self.warehouse_zones().await?.get(&warehouse.0).copied())
    }

    async fn step_facts(&self, needs: &StepNeeds) -> Result<OrderFacts, StoreError> {
        self.facts_of_step(needs).await
    }
}
