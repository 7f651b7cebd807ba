//! A batch as one transaction: its rows, and the statements that write them.

use std::collections::BTreeMap;

use actors::warehouse::port::{Batch, CostRow, PlaceRow, ReservationRow};
use bus_schemas::ids::WarehouseId;
use bus_schemas::warehouse::{Movement, Operation, Place};
use rust_decimal::Decimal;
use surrealdb::types::Value;

use crate::order::order_row;
use crate::transaction::Vars;
use crate::value::{array, array_id, dec, id, int, object, opt_int, opt_text, text, text_id};

fn place_key(warehouse: WarehouseId, place: &Place) -> Vec<Value> {
    vec![int(warehouse.0), int(place.area.0), int(place.shelf.0), int(place.product.0), text(&place.batch)]
}

fn movement_row(movement: &Movement, rows_of_command: i64) -> Value {
    let first = movement.position == 0;
    let order = movement.order.as_ref();
    object([
        ("id", array_id("movement", vec![int(movement.warehouse.0), int(movement.sequence)])),
        ("warehouse", int(movement.warehouse.0)),
        ("sequence", int(movement.sequence)),
        ("command", if first { text(movement.command.as_str()) } else { Value::None }),
        ("rows", if first { int(rows_of_command) } else { Value::None }),
        ("position", int(i64::from(movement.position))),
        ("operation", opt_int(movement.operation.map(Operation::code))),
        ("order_kind", order.map_or(Value::None, |order| text(order.kind.as_str()))),
        ("order_id", opt_int(order.map(|order| order.id.0))),
        ("order_no", order.map_or(Value::None, |order| text(&order.number))),
        ("line", int(i64::from(movement.line))),
        ("area", int(movement.place.area.0)),
        ("shelf", int(movement.place.shelf.0)),
        ("product", int(movement.place.product.0)),
        ("batch", text(&movement.place.batch)),
        ("unit", int(movement.unit.0)),
        ("moved", dec(movement.moved.0)),
        ("reserved", dec(movement.reserved.0)),
        ("balance", dec(movement.balance.0)),
        ("unit_cost", dec(movement.unit_cost.0)),
        ("amount", dec(movement.amount.0)),
        ("produce_date", opt_text(movement.produce_date.as_ref())),
        ("expiry_date", opt_text(movement.expiry_date.as_ref())),
        ("admin", int(movement.admin.0)),
        ("business_date", text(&movement.business_date)),
        ("at", int(movement.at)),
    ])
}

fn place_row(warehouse: WarehouseId, row: &PlaceRow) -> Value {
    object([
        ("id", array_id("place", place_key(warehouse, &row.place))),
        ("warehouse", int(warehouse.0)),
        ("area", int(row.place.area.0)),
        ("shelf", int(row.place.shelf.0)),
        ("product", int(row.place.product.0)),
        ("batch", text(&row.place.batch)),
        ("place_no", int(row.place_no)),
        ("unit", int(row.unit.0)),
        ("on_hand", dec(row.on_hand.0)),
        ("reserved", dec(row.reserved.0)),
        ("first_sequence", int(row.first_sequence)),
        ("produce_date", opt_text(row.produce_date.as_ref())),
        ("expiry_date", opt_text(row.expiry_date.as_ref())),
        ("updated_at", int(row.updated_at)),
    ])
}

fn cost_row(warehouse: WarehouseId, row: &CostRow) -> Value {
    object([
        ("id", array_id("cost", vec![int(warehouse.0), int(row.product.0)])),
        ("warehouse", int(warehouse.0)),
        ("product", int(row.product.0)),
        ("average_cost", dec(row.average_cost.0)),
        ("last_price", dec(row.last_price.0)),
    ])
}

fn reservation_row(warehouse: WarehouseId, row: &ReservationRow) -> Value {
    let mut key = vec![int(warehouse.0), text(row.kind.as_str()), int(row.order.0), int(i64::from(row.line))];
    key.extend(place_key(warehouse, &row.place).into_iter().skip(1));
    object([
        ("id", array_id("reservation", key)),
        ("warehouse", int(warehouse.0)),
        ("kind", text(row.kind.as_str())),
        ("order", int(row.order.0)),
        ("line", int(i64::from(row.line))),
        ("area", int(row.place.area.0)),
        ("shelf", int(row.place.shelf.0)),
        ("product", int(row.place.product.0)),
        ("batch", text(&row.place.batch)),
        ("quantity", dec(row.quantity.0)),
        ("since", int(row.since)),
    ])
}

/// What a batch adds to a month's sums of one unit.
#[derive(Default)]
struct FlowSum {
    /// In: quantity and amount. Out: quantity and amount.
    sums: [Decimal; 4],
    /// Ledger rows that moved goods, and the last of them.
    records: i64,
    last: i64,
}

/// Sums per month and unit, for the dashboard: inbound at line price, outbound at cost (domain rules
/// 16). Ledger rows that move goods are counted here as well, whatever moved them.
fn flow_rows(batch: &Batch) -> Vec<Value> {
    let mut sums: BTreeMap<(&str, i64), FlowSum> = BTreeMap::new();
    for movement in &batch.movements {
        let Some(operation) = movement.operation else { continue };
        let sum = sums.entry((movement.business_date.get(..7).unwrap_or_default(), movement.unit.0)).or_default();
        sum.records += 1;
        sum.last = movement.sequence;
        let columns = match operation {
            Operation::Inbound => (0, 1),
            Operation::Outbound => (2, 3),
            Operation::Transfer | Operation::Adjustment | Operation::Count => continue,
        };
        sum.sums[columns.0] += movement.moved.0.abs();
        sum.sums[columns.1] += movement.amount.0.abs();
    }
    let row = |((month, unit), sum): ((&str, i64), FlowSum)| {
        object([
            ("id", array_id("flow", vec![int(batch.warehouse.0), text(month), int(unit)])),
            ("warehouse", int(batch.warehouse.0)),
            ("month", text(month)),
            ("unit", int(unit)),
            ("in_quantity", dec(sum.sums[0])),
            ("in_amount", dec(sum.sums[1])),
            ("out_quantity", dec(sum.sums[2])),
            ("out_amount", dec(sum.sums[3])),
            ("records", int(sum.records)),
            ("last", int(sum.last)),
        ])
    };
    sums.into_iter().map(row).collect()
}

/// Creates: a sequence that exists already fails the transaction. This is the guard.
#[cfg(not(feature = "unguarded-ledger"))]
const WRITE_MOVEMENTS: &str = "INSERT INTO movement $movements RETURN NONE;";
#[cfg(not(feature = "unguarded-ledger"))]
const WRITE_NEW_PLACES: &str = "INSERT INTO place $new RETURN NONE;";
/// The control of the tests: the second writer overwrites the first.
#[cfg(feature = "unguarded-ledger")]
const WRITE_MOVEMENTS: &str = "FOR $movement IN $movements { UPSERT $movement.id CONTENT $movement RETURN NONE };";
#[cfg(feature = "unguarded-ledger")]
const WRITE_NEW_PLACES: &str = "FOR $place IN $new { UPSERT $place.id CONTENT $place RETURN NONE };";

/// The text and values of a batch's transaction. Rows that may be there already are
/// looked for: `ON DUPLICATE KEY UPDATE` and `UPSERT` create first and roll back to a save point, for which
/// RocksDB builds the index of the whole transaction anew, for each row. Nothing is deleted (decision 0013).
pub(super) fn batch_query(batch: &Batch) -> (String, Vars) {
    let warehouse = batch.warehouse;
    let mut query = String::from("BEGIN;");
    let mut vars: Vars = Vec::new();
    let mut add = |text: &str, name: &'static str, rows: Vec<Value>| {
        if !rows.is_empty() {
            query.push_str(text);
            vars.push((name, array(rows)));
        }
    };
    let (old, new): (Vec<_>, Vec<_>) = batch.places.iter().partition(|row| row.stored);
    add(WRITE_NEW_PLACES, "new", new.into_iter().map(|row| place_row(warehouse, row)).collect());
    add("FOR $place IN $old { UPDATE $place.id REPLACE $place RETURN NONE };", "old", old.into_iter().map(|row| place_row(warehouse, row)).collect());
    add(
        "FOR $cost IN $costs { \
           IF record::exists($cost.id) { UPDATE $cost.id REPLACE $cost RETURN NONE } ELSE { CREATE $cost.id CONTENT $cost RETURN NONE } };",
        "costs",
        batch.costs.iter().map(|row| cost_row(warehouse, row)).collect(),
    );
    let (gone, kept): (Vec<_>, Vec<_>) = batch.reservations.iter().partition(|row| row.quantity.is_zero());
    // Nearly always new.
    add(
        "INSERT INTO reservation $kept ON DUPLICATE KEY UPDATE quantity = $input.quantity, since = $input.since RETURN NONE;",
        "kept",
        kept.into_iter().map(|row| reservation_row(warehouse, row)).collect(),
    );
    let gone_id = |row: &ReservationRow| match reservation_row(warehouse, row) {
        Value::Object(row) => row.get("id").cloned().unwrap_or(Value::None),
        _ => Value::None,
    };
    // Swept away later (decision 0013).
    add("FOR $used IN $gone { UPDATE $used SET quantity = 0dec RETURN NONE };", "gone", gone.into_iter().map(gone_id).collect());
    add(
        "FOR $flow IN $flows { \
           IF record::exists($flow.id) { UPDATE $flow.id SET in_quantity += $flow.in_quantity, in_amount += $flow.in_amount, \
             out_quantity += $flow.out_quantity, out_amount += $flow.out_amount, records += $flow.records, last = $flow.last RETURN NONE } \
           ELSE { CREATE $flow.id CONTENT $flow RETURN NONE } };",
        "flows",
        flow_rows(batch),
    );
    // All versions are compared at once, the rows written one by one: half the statements of a guard for each.
    add(
        "LET $expected = $orders.map(|$write| [$write.id, $write.before]); \
         LET $found = (SELECT VALUE [id, version] FROM $orders.id); \
         IF $found != $expected { \
           LET $stale = array::find($orders, |$write| [$write.id, $write.before] NOT IN $found); \
           THROW 'ORDER ' + $stale.kind + ' ' + <string>$stale.order; \
         }; \
         FOR $write IN $orders { UPDATE $write.id REPLACE $write.row RETURN NONE };",
        "orders",
        batch.orders.iter().map(order_write).collect(),
    );
    add(
        "INSERT INTO order_command $commands RETURN NONE;",
        "commands",
        batch.orders.iter().map(|write| crate::order::command_row(&write.command, &write.order)).collect(),
    );
    add("INSERT INTO order_event $events RETURN NONE;", "events", batch.orders.iter().map(|write| crate::order::event_row(&write.order)).collect());
    add("INSERT INTO stock_command $stock_commands RETURN NONE;", "stock_commands", orderless_commands(batch));
    let mut rows_of: BTreeMap<&str, i64> = BTreeMap::new();
    batch.movements.iter().for_each(|movement| *rows_of.entry(movement.command.as_str()).or_default() += 1);
    let movement = |movement: &Movement| movement_row(movement, rows_of.get(movement.command.as_str()).copied().unwrap_or(1));
    add(WRITE_MOVEMENTS, "movements", batch.movements.iter().map(movement).collect());
    (query, vars)
}

/// Commands without an order have no order to be remembered by: each gets a record of its own.
fn orderless_commands(batch: &Batch) -> Vec<Value> {
    let first_rows = batch.movements.iter().filter(|movement| movement.position == 0 && movement.order.is_none());
    let record = |first: &Movement| {
        let rows = batch.movements.iter().filter(|movement| movement.command == first.command).count();
        let last = first.sequence + i64::try_from(rows).unwrap_or(1) - 1;
        object([
            ("id", text_id("stock_command", first.command.as_str())),
            ("warehouse", int(first.warehouse.0)),
            ("first", int(first.sequence)),
            ("last", int(last)),
        ])
    };
    first_rows.map(record).collect()
}

fn order_write(write: &bus_schemas::warehouse::OrderWrite) -> Value {
    object([
        ("id", id("stock_order", write.order.id.0)),
        ("row", order_row(&write.order)),
        ("before", int(write.order.version - 1)),
        ("kind", text(write.order.kind.as_str())),
        ("order", int(write.order.id.0)),
    ])
}
