//! An order as it is stored: its row, the history entry of each version, its number, and the command that is remembered.

use std::ops::Bound;

use actors::folding::folded;
use actors::order::actor::describe;
use bus_schemas::ids::{CommandKey, OrderId};
use bus_schemas::order::{Order, OrderKind};
use bus_schemas::warehouse::OrderWrite;
use surrealdb::types::{Array, Object, RecordId, RecordIdKey, RecordIdKeyRange, ToSql, Value};

use crate::commands::{ORDER_COMMANDS, command_id};
use crate::engine::transaction::TxError;
use crate::engine::value::{array, array_id, fields, id, int, object, text};

/// The sequence of orders, those of the shop among them.
pub(crate) const ORDER_IDS: &str = "stock_order";

/// Fields of an order that are decimals.
const DECIMALS: &[&str] = &[
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

/// What no two living orders share: kind, partner and the partner's own number, in the form in which texts are compared. A partner of the other sort than the
/// kind's is named with its sort, as a supplier and a customer may have the same id.
fn reference_key(order: &Order) -> String {
    let partner = order.partner.map_or(0, |partner| partner.0);
    let with = order.kind.type_row(order.order_type).and_then(|row| row.partner);
    let other = with.filter(|_| order.partner.is_some() && with != order.kind.partner);
    let sort = other.map(|partner| format!("{}:", partner.table())).unwrap_or_default();
    format!("{}:{sort}{partner}:{}", order.kind.as_str(), folded(&order.reference))
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
