//! The warehouses' port: the ledger and its running sums.

use std::collections::BTreeMap;

use actors::store::StoreError;
use actors::warehouse::port::{
    Batch, CommitError, Committed, CostRow, PlaceRow, RECENT_ROWS, ReservationRow, WarehouseSettings, WarehouseSnapshot, WarehouseStore,
};
use async_trait::async_trait;
use bus_schemas::ids::{AreaId, CommandId, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::notification::{Announcement, Audience, NotificationDraft, NotificationKind};
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{Movement, Operation, Place, StockDone};
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::connect::Store;
use crate::notification;
use crate::order::order_row;
use crate::transaction::{TxError, Vars, take};
use crate::value::{array, array_id, dec, id, int, object, opt_int, opt_text, text, text_id};

/// Ledger rows carry an integer id for clients: warehouse x 10^10 + sequence.
pub const RECORD_ID_FACTOR: i64 = 10_000_000_000;
/// Places carry one as well: warehouse x 10^9 + place number.
pub const PLACE_ID_FACTOR: i64 = 1_000_000_000;

#[derive(Deserialize)]
struct StoredPlace {
    area: i64,
    shelf: i64,
    product: i64,
    batch: String,
    place_no: i64,
    unit: i64,
    on_hand: Decimal,
    reserved: Decimal,
    first_sequence: i64,
    produce_date: Option<String>,
    expiry_date: Option<String>,
    updated_at: i64,
}

#[derive(Deserialize)]
struct StoredCommand {
    command: Option<String>,
    rows: Option<i64>,
    sequence: i64,
}

#[derive(Deserialize)]
struct StoredCost {
    product: i64,
    average_cost: Decimal,
    last_price: Decimal,
}

#[derive(Deserialize)]
struct StoredReservation {
    kind: OrderKind,
    order: i64,
    line: u32,
    area: i64,
    shelf: i64,
    product: i64,
    batch: String,
    quantity: Decimal,
    since: i64,
}

#[derive(Deserialize)]
struct StoredSettings {
    status: i64,
    allow_negative: i64,
}

fn place(area: i64, shelf: i64, product: i64, batch: String) -> Place {
    Place { area: AreaId(area), shelf: ShelfId(shelf), product: ProductId(product), batch }
}

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

/// The text and values of a batch's transaction. Running sums come before the ledger: a later
/// `ON DUPLICATE KEY UPDATE` would roll back to a save point that is as costly as the transaction is long.
fn batch_query(batch: &Batch) -> (String, Vars) {
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
        "INSERT INTO cost $costs ON DUPLICATE KEY UPDATE average_cost = $input.average_cost, last_price = $input.last_price RETURN NONE;",
        "costs",
        batch.costs.iter().map(|row| cost_row(warehouse, row)).collect(),
    );
    let (gone, kept): (Vec<_>, Vec<_>) = batch.reservations.iter().partition(|row| row.quantity.is_zero());
    add(
        "INSERT INTO reservation $kept ON DUPLICATE KEY UPDATE quantity = $input.quantity RETURN NONE;",
        "kept",
        kept.into_iter().map(|row| reservation_row(warehouse, row)).collect(),
    );
    let gone_id = |row: &ReservationRow| match reservation_row(warehouse, row) {
        Value::Object(row) => row.get("id").cloned().unwrap_or(Value::None),
        _ => Value::None,
    };
    add("DELETE $gone RETURN NONE;", "gone", gone.into_iter().map(gone_id).collect());
    add(
        "INSERT INTO flow $flows ON DUPLICATE KEY UPDATE in_quantity += $input.in_quantity, in_amount += $input.in_amount, \
         out_quantity += $input.out_quantity, out_amount += $input.out_amount, records += $input.records, last = $input.last RETURN NONE;",
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

/// Which command a refused batch names, from the text of the unique index (`... already contains 'id' ...`).
fn taken_command(message: &str, batch: &Batch) -> Option<CommandId> {
    let of_movements = batch.movements.iter().map(|movement| &movement.command);
    let of_orders = batch.orders.iter().map(|write| &write.command);
    of_movements.chain(of_orders).find(|command| message.contains(command.as_str())).cloned()
}

fn commit_error(error: TxError, batch: &Batch) -> CommitError {
    match &error {
        TxError::Exists(message) if message.contains("`movement:") || message.contains("`place:") => CommitError::SequenceTaken,
        TxError::Exists(message) | TxError::NotUnique(message) => match taken_command(message, batch) {
            Some(command) => CommitError::CommandTaken(command),
            None => CommitError::Store(error.into()),
        },
        TxError::Thrown(code) => {
            let mut words = code.split_whitespace().skip_while(|word| *word != "ORDER").skip(1);
            let kind = match words.next() {
                Some("inbound") => OrderKind::Inbound,
                Some("outbound") => OrderKind::Outbound,
                _ => return CommitError::Store(error.into()),
            };
            let order = words.next().and_then(|order| order.parse().ok()).map(OrderId);
            order.map_or(CommitError::Store(error.into()), |order| CommitError::OrderChanged(kind, order))
        }
        _ => CommitError::Store(error.into()),
    }
}

#[async_trait]
impl WarehouseStore for Store {
    async fn load(&self, warehouse: WarehouseId) -> Result<WarehouseSnapshot, StoreError> {
        let query = "BEGIN;
            SELECT status, allow_negative FROM ONLY $warehouse_id;
            LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            SELECT * OMIT id FROM place:[$w]..[$w + 1];
            SELECT * OMIT id FROM cost:[$w]..[$w + 1];
            SELECT * OMIT id FROM reservation:[$w]..[$w + 1];
            LET $last = array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807])) ?? 0;
            $last;
            SELECT command, rows, sequence FROM movement:[$w, math::max([1, $last - $back])]..=[$w, $last] WHERE position = 0;
            COMMIT;";
        let vars = vec![("w", int(warehouse.0)), ("back", int(RECENT_ROWS)), ("warehouse_id", id("warehouse", warehouse.0))];
        let mut response = self.run(query, vars).await?;
        let settings: Option<StoredSettings> = take(&mut response, 1)?;
        let last: i64 = take(&mut response, 7)?;
        let places: Vec<StoredPlace> = take(&mut response, 3)?;
        let costs: Vec<StoredCost> = take(&mut response, 4)?;
        let reservations: Vec<StoredReservation> = take(&mut response, 5)?;
        let commands: Vec<StoredCommand> = take(&mut response, 8)?;
        let recent = commands.into_iter().filter_map(|row| {
            let command = CommandId::new(row.command?).ok()?;
            let last = row.sequence + row.rows.unwrap_or(1) - 1;
            Some(StockDone { command, repeated: true, sequences: Some((row.sequence, last)) })
        });
        Ok(WarehouseSnapshot {
            settings: settings.map(|row| WarehouseSettings { in_use: row.status == 1, allow_negative: row.allow_negative == 1 }),
            last_sequence: last,
            places: places
                .into_iter()
                .map(|row| PlaceRow {
                    place: place(row.area, row.shelf, row.product, row.batch),
                    place_no: row.place_no,
                    unit: UnitId(row.unit),
                    on_hand: Quantity(row.on_hand),
                    reserved: Quantity(row.reserved),
                    first_sequence: row.first_sequence,
                    produce_date: row.produce_date,
                    expiry_date: row.expiry_date,
                    updated_at: row.updated_at,
                    stored: true,
                })
                .collect(),
            recent: recent.collect(),
            costs: costs
                .into_iter()
                .map(|row| CostRow { product: ProductId(row.product), average_cost: Cost(row.average_cost), last_price: Cost(row.last_price) })
                .collect(),
            reservations: reservations
                .into_iter()
                .map(|row| ReservationRow {
                    kind: row.kind,
                    order: OrderId(row.order),
                    line: row.line,
                    place: place(row.area, row.shelf, row.product, row.batch),
                    quantity: Quantity(row.quantity),
                    since: row.since,
                })
                .collect(),
        })
    }

    async fn commit(&self, batch: &Batch) -> Result<Committed, CommitError> {
        let deliveries = self.deliveries(&batch.notifications).await.map_err(CommitError::Store)?;
        let text_and_values = || {
            let (mut query, mut vars) = batch_query(batch);
            notification::add_deliveries(&mut query, &mut vars, &deliveries, "{}");
            query.push_str("COMMIT;");
            (query, vars)
        };
        let mut response = self.run_made(text_and_values).await.map_err(|error| commit_error(error, batch))?;
        let announcements = notification::announcements(&mut response, &deliveries).map_err(CommitError::Store)?;
        Ok(Committed { announcements })
    }

    async fn find_command(&self, warehouse: WarehouseId, command: &CommandId) -> Result<Option<StockDone>, StoreError> {
        #[derive(Deserialize)]
        struct Remembered {
            warehouse: i64,
            first: i64,
            last: i64,
        }
        let query = "SELECT * OMIT id FROM $stock_command; SELECT VALUE order FROM $order_command;";
        let vars = vec![("stock_command", text_id("stock_command", command.as_str())), ("order_command", text_id("order_command", command.as_str()))];
        let mut response = self.run(query, vars).await?;
        let orderless: Vec<Remembered> = take(&mut response, 0)?;
        let of_order: Vec<i64> = take(&mut response, 1)?;
        let sequences = orderless.first().filter(|row| row.warehouse == warehouse.0).map(|row| (row.first, row.last));
        let done = sequences.is_some() || !of_order.is_empty();
        Ok(done.then(|| StockDone { command: command.clone(), repeated: true, sequences }))
    }

    async fn watch_safety_stock(&self, products: &[ProductId]) -> Result<Vec<Announcement>, StoreError> {
        let mut words = Vec::new();
        for crossing in self.safety_crossings(products).await? {
            words.extend(self.write_crossing(&crossing).await?);
        }
        Ok(words)
    }
}

#[derive(Deserialize)]
struct Crossing {
    id: i64,
    product_no: String,
    name: String,
    safety: Decimal,
    available: Decimal,
    below: bool,
}

impl Store {
    /// Products whose side of the safety stock is another than the one last told. 'Recovered' means above it.
    async fn safety_crossings(&self, products: &[ProductId]) -> Result<Vec<Crossing>, StoreError> {
        let ids = array(products.iter().map(|product| id("product", product.0)).collect());
        let query = "SELECT id, product_no, name, safety, available, available < safety AS below FROM (
              SELECT record::id(id) AS id, product_no, name, safety_stock_num AS safety,
                     (type::record('safety_alert', record::id(id)).below ?? false) AS told,
                     <decimal>math::sum((SELECT VALUE on_hand - reserved FROM place
                        WHERE product = record::id($parent.id) AND type::record('warehouse', warehouse).status = 1)) AS available
              FROM $products WHERE safety_stock_num > 0
            ) WHERE (available < safety AND !told) OR (available > safety AND told)";
        self.rows(query, vec![("products", ids)]).await
    }

    async fn write_crossing(&self, crossing: &Crossing) -> Result<Vec<Announcement>, StoreError> {
        let mut data = serde_json::Map::new();
        data.insert("product_no".into(), crossing.product_no.clone().into());
        data.insert("product".into(), crossing.name.clone().into());
        data.insert("available".into(), crossing.available.normalize().to_string().into());
        data.insert("safety".into(), crossing.safety.normalize().to_string().into());
        let places = "SELECT VALUE warehouse FROM place WHERE product = $product AND on_hand != 0 GROUP BY warehouse";
        let warehouses: Vec<i64> = if crossing.below { self.rows(places, vec![("product", int(crossing.id))]).await? } else { vec![] };
        let draft = NotificationDraft {
            kind: NotificationKind::StockLow,
            audience: Audience::Holders { node: "warehouse/inventory/index".into(), except: None },
            subject: format!("product:{}", crossing.id),
            warehouses: warehouses.into_iter().map(WarehouseId).collect(),
            data,
            link: format!("/admin/warehouse/inventory?product_id={}", crossing.id),
        };
        let deliveries = if crossing.below { self.deliveries(&[draft]).await? } else { Vec::new() };
        let mut query = String::from("BEGIN; IF ($alert.below ?? false) = $below { THROW 'told' }; UPSERT $alert SET below = $below RETURN NONE;");
        let mut vars = vec![("alert", id("safety_alert", crossing.id)), ("below", Value::Bool(crossing.below))];
        notification::add_deliveries(&mut query, &mut vars, &deliveries, "{}");
        query.push_str("COMMIT;");
        match self.run(&query, vars).await {
            Ok(mut response) => notification::announcements(&mut response, &deliveries),
            // Another node told it.
            Err(TxError::Thrown(_)) => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        }
    }
}
