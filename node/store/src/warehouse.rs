//! The warehouses' port: the ledger and its running sums.

use std::collections::BTreeMap;

use actors::store::StoreError;
use actors::warehouse::port::{
    Batch, CommitError, Committed, LevelRow, PlaceRow, ReservationRow, WarehouseSettings, WarehouseSnapshot, WarehouseStore,
};
use async_trait::async_trait;
use bus_schemas::ids::{AdminId, AreaId, CommandId, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::notification::{Announcement, Audience, NotificationDraft, NotificationKind};
use bus_schemas::number::{Amount, Cost, Quantity};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{Movement, Operation, OrderRef, Place, StockDone};
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
struct StoredLevel {
    product: i64,
    on_hand: Decimal,
    reserved: Decimal,
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

/// A ledger row as stored.
#[derive(Clone, Debug, Deserialize)]
pub struct StoredMovement {
    pub warehouse: i64,
    pub sequence: i64,
    pub command: Option<String>,
    pub rows: Option<i64>,
    pub position: u32,
    pub operation: Option<i64>,
    pub order_kind: Option<OrderKind>,
    pub order_id: Option<i64>,
    pub order_no: Option<String>,
    pub line: u32,
    pub area: i64,
    pub shelf: i64,
    pub product: i64,
    pub batch: String,
    pub unit: i64,
    pub moved: Decimal,
    pub reserved: Decimal,
    pub balance: Decimal,
    pub unit_cost: Decimal,
    pub amount: Decimal,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    pub admin: i64,
    pub business_date: String,
    pub at: i64,
}

fn place(area: i64, shelf: i64, product: i64, batch: String) -> Place {
    Place { area: AreaId(area), shelf: ShelfId(shelf), product: ProductId(product), batch }
}

fn place_key(warehouse: WarehouseId, place: &Place) -> Vec<Value> {
    vec![int(warehouse.0), int(place.area.0), int(place.shelf.0), int(place.product.0), text(&place.batch)]
}

fn operation_of(code: i64) -> Option<Operation> {
    [Operation::Inbound, Operation::Outbound, Operation::Transfer, Operation::Adjustment, Operation::Count]
        .into_iter()
        .find(|operation| operation.code() == code)
}

impl StoredMovement {
    fn restore(self, command: &CommandId) -> Movement {
        let order = self.order_kind.zip(self.order_id).map(|(kind, id)| OrderRef {
            kind,
            id: OrderId(id),
            number: self.order_no.unwrap_or_default(),
        });
        Movement {
            warehouse: WarehouseId(self.warehouse),
            sequence: self.sequence,
            command: command.clone(),
            position: self.position,
            operation: self.operation.and_then(operation_of),
            order,
            line: self.line,
            place: place(self.area, self.shelf, self.product, self.batch),
            unit: UnitId(self.unit),
            moved: Quantity(self.moved),
            reserved: Quantity(self.reserved),
            balance: Quantity(self.balance),
            unit_cost: Cost(self.unit_cost),
            amount: Amount(self.amount),
            produce_date: self.produce_date,
            expiry_date: self.expiry_date,
            admin: AdminId(self.admin),
            business_date: self.business_date,
            at: self.at,
        }
    }
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

fn level_row(warehouse: WarehouseId, row: &LevelRow) -> Value {
    object([
        ("id", array_id("level", vec![int(warehouse.0), int(row.product.0)])),
        ("warehouse", int(warehouse.0)),
        ("product", int(row.product.0)),
        ("on_hand", dec(row.on_hand.0)),
        ("reserved", dec(row.reserved.0)),
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

/// Sums per month and unit, for the dashboard: inbound at line price, outbound at cost (domain rules 16).
fn flow_rows(batch: &Batch) -> Vec<Value> {
    let mut sums: BTreeMap<(String, i64), [Decimal; 4]> = BTreeMap::new();
    for movement in &batch.movements {
        let columns = match movement.operation {
            Some(Operation::Inbound) => (0, 1),
            Some(Operation::Outbound) => (2, 3),
            _ => continue,
        };
        let month = movement.business_date.get(..7).unwrap_or_default().to_owned();
        let sum = sums.entry((month, movement.unit.0)).or_default();
        sum[columns.0] += movement.moved.0.abs();
        sum[columns.1] += movement.amount.0.abs();
    }
    let row = |((month, unit), sum): ((String, i64), [Decimal; 4])| {
        object([
            ("id", array_id("flow", vec![int(batch.warehouse.0), text(&month), int(unit)])),
            ("warehouse", int(batch.warehouse.0)),
            ("month", text(&month)),
            ("unit", int(unit)),
            ("in_quantity", dec(sum[0])),
            ("in_amount", dec(sum[1])),
            ("out_quantity", dec(sum[2])),
            ("out_amount", dec(sum[3])),
        ])
    };
    sums.into_iter().map(row).collect()
}

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
    add(
        "INSERT INTO place $places ON DUPLICATE KEY UPDATE on_hand = $input.on_hand, reserved = $input.reserved, \
         first_sequence = $input.first_sequence, produce_date = $input.produce_date, expiry_date = $input.expiry_date, \
         updated_at = $input.updated_at RETURN NONE;",
        "places",
        batch.places.iter().map(|row| place_row(warehouse, row)).collect(),
    );
    add(
        "INSERT INTO level $levels ON DUPLICATE KEY UPDATE on_hand = $input.on_hand, reserved = $input.reserved, \
         average_cost = $input.average_cost, last_price = $input.last_price RETURN NONE;",
        "levels",
        batch.levels.iter().map(|row| level_row(warehouse, row)).collect(),
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
         out_quantity += $input.out_quantity, out_amount += $input.out_amount RETURN NONE;",
        "flows",
        flow_rows(batch),
    );
    add(
        "FOR $write IN $orders { \
           LET $written = (UPDATE $write.id CONTENT $write.row WHERE version = $write.before RETURN VALUE id); \
           IF array::len($written) != 1 { THROW 'ORDER ' + $write.kind + ' ' + <string>$write.order }; \
         };",
        "orders",
        batch.orders.iter().map(order_write).collect(),
    );
    add(
        "INSERT INTO order_command $commands RETURN NONE;",
        "commands",
        batch.orders.iter().map(|write| crate::order::command_row(&write.command, &write.order)).collect(),
    );
    let mut rows_of: BTreeMap<&str, i64> = BTreeMap::new();
    batch.movements.iter().for_each(|movement| *rows_of.entry(movement.command.as_str()).or_default() += 1);
    let movement = |movement: &Movement| movement_row(movement, rows_of.get(movement.command.as_str()).copied().unwrap_or(1));
    add("INSERT INTO movement $movements RETURN NONE;", "movements", batch.movements.iter().map(movement).collect());
    (query, vars)
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
        TxError::Exists(message) if message.contains("movement:") => CommitError::SequenceTaken,
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
            SELECT VALUE sequence FROM movement:[$w, 0]..=[$w, 9223372036854775807] ORDER BY id DESC LIMIT 1;
            SELECT * OMIT id FROM place:[$w]..[$w + 1];
            SELECT * OMIT id FROM level:[$w]..[$w + 1];
            SELECT * OMIT id FROM reservation:[$w]..[$w + 1];
            COMMIT;";
        let vars = vec![("w", int(warehouse.0)), ("warehouse_id", id("warehouse", warehouse.0))];
        let mut response = self.run(query, vars).await?;
        let settings: Option<StoredSettings> = take(&mut response, 1)?;
        let last: Vec<i64> = take(&mut response, 2)?;
        let places: Vec<StoredPlace> = take(&mut response, 3)?;
        let levels: Vec<StoredLevel> = take(&mut response, 4)?;
        let reservations: Vec<StoredReservation> = take(&mut response, 5)?;
        Ok(WarehouseSnapshot {
            settings: settings.map(|row| WarehouseSettings { in_use: row.status == 1, allow_negative: row.allow_negative == 1 }),
            last_sequence: last.first().copied().unwrap_or(0),
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
                })
                .collect(),
            levels: levels
                .into_iter()
                .map(|row| LevelRow {
                    product: ProductId(row.product),
                    on_hand: Quantity(row.on_hand),
                    reserved: Quantity(row.reserved),
                    average_cost: Cost(row.average_cost),
                    last_price: Cost(row.last_price),
                })
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
        let (mut query, mut vars) = batch_query(batch);
        let deliveries = self.deliveries(&batch.notifications).await.map_err(CommitError::Store)?;
        notification::add_deliveries(&mut query, &mut vars, &deliveries, "{}");
        query.push_str("COMMIT;");
        let mut response = self.run(&query, vars).await.map_err(|error| commit_error(error, batch))?;
        let announcements = notification::announcements(&mut response, &deliveries).map_err(CommitError::Store)?;
        Ok(Committed { announcements })
    }

    async fn find_command(&self, warehouse: WarehouseId, command: &CommandId) -> Result<Option<StockDone>, StoreError> {
        let query = "SELECT * OMIT id FROM movement WHERE command = $command; SELECT VALUE order FROM ONLY $order_command;";
        let vars = vec![("command", text(command.as_str())), ("order_command", text_id("order_command", command.as_str()))];
        let mut response = self.run(query, vars).await?;
        let first: Vec<StoredMovement> = take(&mut response, 0)?;
        let order: Option<i64> = take(&mut response, 1)?;
        let Some(first) = first.into_iter().find(|row| row.warehouse == warehouse.0) else {
            let done = StockDone { command: command.clone(), repeated: true, sequences: None, movements: vec![] };
            return Ok(order.map(|_| done));
        };
        let last = first.sequence + first.rows.unwrap_or(1) - 1;
        let query = "SELECT * OMIT id FROM movement:[$w, $first]..=[$w, $last]";
        let vars = vec![("w", int(warehouse.0)), ("first", int(first.sequence)), ("last", int(last))];
        let rows: Vec<StoredMovement> = self.rows(query, vars).await?;
        let movements = rows.into_iter().filter(|row| row.operation.is_some()).map(|row| row.restore(command)).collect();
        Ok(Some(StockDone { command: command.clone(), repeated: true, sequences: Some((first.sequence, last)), movements }))
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
                     <decimal>math::sum((SELECT VALUE on_hand - reserved FROM level
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
        let draft = NotificationDraft {
            kind: NotificationKind::StockLow,
            audience: Audience::Holders { node: "warehouse/inventory/index".into(), except: None },
            subject: format!("product:{}", crossing.id),
            data,
            link: format!("/admin/warehouse/inventory?product_id={}", crossing.id),
        };
        let deliveries = if crossing.below { self.deliveries(&[draft]).await? } else { Vec::new() };
        let mut query = String::from(
            "BEGIN; IF ($alert.below ?? false) = $below { THROW 'told' }; UPSERT $alert SET below = $below RETURN NONE;",
        );
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
