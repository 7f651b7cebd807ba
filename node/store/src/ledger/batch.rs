//! A batch as one transaction: its rows, and the statements that write them.

use std::collections::{BTreeMap, HashMap, HashSet};

use actors::warehouse::port::{BalanceRow, Batch, CostRow, ReservationRow, TurnoverRow};
use bus_schemas::count::CountWrite;
use bus_schemas::hold::BatchHold;
use bus_schemas::ids::{CommandKey, OrderId, WarehouseId};
use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{Movement, Operation, OrderWrite, Place};
use rust_decimal::Decimal;
use surrealdb::types::Value;

use crate::commands::{STOCK_COMMANDS, command_id};
use crate::count::{change_row, event_row as count_event, sheet_row};
use crate::engine::replacing::replace;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array, array_id, dec, id, int, object, opt_int, opt_text, text};
use crate::order::stored::{command_row, event_row, order_row};
use crate::shop::order::beside::sold;
use crate::shop::order::effects::ShopEffects;
use crate::shop::order::write::{ShopIds, shop_rows};

fn place_key(warehouse: WarehouseId, place: &Place) -> Vec<Value> {
    vec![int(warehouse.0), int(place.area.0), int(place.shelf.0), int(place.product.0), text(&place.batch)]
}

fn movement_row(movement: &Movement, rows_of_command: i64) -> Value {
    let first = movement.position == 0;
    let order = movement.order.as_ref();
    let count = movement.count.as_ref();
    let number = order.map(|order| &order.number).or(count.map(|count| &count.number));
    object([
        ("id", array_id("movement", vec![int(movement.warehouse.0), int(movement.sequence)])),
        ("warehouse", int(movement.warehouse.0)),
        ("sequence", int(movement.sequence)),
        ("command", if first { text(&movement.command.to_string()) } else { Value::None }),
        ("rows", if first && rows_of_command > 1 { int(rows_of_command) } else { Value::None }),
        ("position", int(i64::from(movement.position))),
        ("operation", opt_int(movement.operation.map(Operation::code))),
        ("reverses", if movement.reverses { Value::Bool(true) } else { Value::None }),
        ("order_kind", order.map_or(Value::None, |order| text(order.kind.as_str()))),
        ("order_id", opt_int(order.map(|order| order.id.0))),
        ("order_no", opt_text(number)),
        ("count_id", opt_int(count.map(|count| count.id.0))),
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
        ("cost_basis", movement.cost_basis.map_or(Value::None, |basis| text(basis.as_str()))),
        ("average_cost", movement.average_cost.map_or(Value::None, |average| dec(average.0))),
        ("produce_date", opt_text(movement.produce_date.as_ref())),
        ("expiry_date", opt_text(movement.expiry_date.as_ref())),
        ("admin", int(movement.admin.0)),
        ("business_date", text(&movement.business_date)),
        ("at", int(movement.at)),
    ])
}

fn balance_row(warehouse: WarehouseId, row: &BalanceRow) -> Value {
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
        ("counted", opt_int((row.counted > 0).then_some(row.counted))),
    ])
}

fn cost_row(warehouse: WarehouseId, row: &CostRow) -> Value {
    object([
        ("id", array_id("cost", vec![int(warehouse.0), int(row.product.0)])),
        ("warehouse", int(warehouse.0)),
        ("product", int(row.product.0)),
        ("average_cost", dec(row.average_cost.0)),
        ("last_price", dec(row.last_price.0)),
        ("rounding", dec(row.rounding.0)),
        ("rounding_from", int(row.rounding_from)),
    ])
}

fn reservation_key(warehouse: WarehouseId, row: &ReservationRow) -> Vec<Value> {
    let mut key = vec![int(warehouse.0), text(row.kind.as_str()), int(row.order.0), int(i64::from(row.line))];
    key.extend(place_key(warehouse, &row.place).into_iter().skip(1));
    key
}

fn reservation_row(warehouse: WarehouseId, row: &ReservationRow) -> Value {
    object([
        ("id", array_id("reservation", reservation_key(warehouse, row))),
        ("warehouse", int(warehouse.0)),
        ("kind", text(row.kind.as_str())),
        ("order", int(row.order.0)),
        ("line", int(i64::from(row.line))),
        ("area", int(row.place.area.0)),
        ("shelf", int(row.place.shelf.0)),
        ("product", int(row.place.product.0)),
        ("batch", text(&row.place.batch)),
        ("quantity", dec(row.quantity.0)),
        ("order_no", text(&row.number)),
        ("since", int(row.since)),
    ])
}

fn hold_row(warehouse: WarehouseId, row: &BatchHold) -> Value {
    let warehouse = if row.everywhere { 0 } else { warehouse.0 };
    object([
        ("id", array_id("batch_hold", vec![int(warehouse), int(row.product.0), text(&row.batch)])),
        ("warehouse", int(warehouse)),
        ("product", int(row.product.0)),
        ("batch", text(&row.batch)),
        ("state", int(row.state.code())),
        ("reason", text(&row.reason)),
        ("admin", int(row.admin.0)),
        ("since", int(row.since)),
    ])
}

fn turnover_row(warehouse: WarehouseId, row: &TurnoverRow) -> Value {
    object([
        ("id", array_id("flow", vec![int(warehouse.0), text(&row.month), int(row.unit.0)])),
        ("warehouse", int(warehouse.0)),
        ("month", text(&row.month)),
        ("unit", int(row.unit.0)),
        ("in_quantity", dec(row.in_quantity)),
        ("in_amount", dec(row.in_amount)),
        ("out_quantity", dec(row.out_quantity)),
        ("out_amount", dec(row.out_amount)),
        ("records", int(row.records)),
        ("last", int(row.last)),
    ])
}

/// First and last sequence of each order's rows; an order has one command in a batch.
fn order_spans(batch: &Batch) -> BTreeMap<OrderId, (i64, i64)> {
    let mut spans = BTreeMap::new();
    for movement in &batch.movements {
        if let Some(order) = &movement.order {
            spans.entry(order.id).or_insert((movement.sequence, movement.sequence)).1 = movement.sequence;
        }
    }
    spans
}

/// First and last sequence of each command; the rows of a command are adjacent.
fn spans(batch: &Batch) -> BTreeMap<&CommandKey, (i64, i64)> {
    let mut spans = BTreeMap::new();
    for movement in &batch.movements {
        let span = spans.entry(&movement.command).or_insert((movement.sequence, movement.sequence));
        span.1 = movement.sequence;
    }
    spans
}

/// An order's history entry with the range of its ledger rows, by which the ledger finds an order's movements.
fn stock_event(warehouse: WarehouseId, write: &OrderWrite, span: Option<&(i64, i64)>) -> Result<Value, TxError> {
    let mut row = event_row(&write.order)?;
    if let Some((first, last)) = span {
        row.insert("first", *first);
        row.insert("last", *last);
        // Of another ledger than the order's own: a transfer's target.
        if warehouse != write.order.warehouse {
            row.insert("warehouse", warehouse.0);
        }
    }
    Ok(Value::Object(row))
}

/// Thrown, with the sheet's id after it, when a count sheet has another version than its write expects. (An order that
/// has another one has the history entry that is written already.)
pub(super) const COUNT_CHANGED: &str = "COUNT ";

/// Creates: a sequence that exists already fails the transaction. This is the guard.
pub(super) const CREATE: &str = "INSERT $new RETURN NONE;";

/// Up to this many reservations are written without looking which are there.
const RESERVE_MAX: usize = 6;
/// Writes reservations of which some may be there, used up.
const RESERVE: &str = "INSERT INTO reservation $reserved ON DUPLICATE KEY UPDATE quantity = $input.quantity, since = $input.since, \
    order_no = $input.order_no RETURN NONE;";
/// The same for many: each duplicate would roll back to a save point, which takes the longer the more rows there are.
const RESERVE_MANY: &str = "IF array::len((SELECT VALUE id FROM $reserved_ids)) = 0 { INSERT INTO reservation $reserved RETURN NONE } \
    ELSE { FOR $row IN $reserved { IF record::exists($row.id) { UPDATE $row REPLACE $row RETURN NONE } ELSE { INSERT $row RETURN NONE } } };";

/// From so many rows on, those that change alike are written together: a statement costs more than a row.
const GROUPED_MIN: usize = 8;
/// Used-up reservations.
const SPEND: &str = "UPDATE $spent SET quantity = 0dec, since = 0, order_no = '' RETURN NONE;";
/// Balances that change by the same. The values have names of their own, as a name stands for a copy of all that it names.
const CHANGE_GROUPED: &str = "FOR $group IN $grouped { LET $ids = $group.ids; LET $moved = $group.moved; LET $reserved_by = $group.reserved; \
    LET $at = $group.at; UPDATE $ids SET on_hand += $moved, reserved += $reserved_by, updated_at = $at RETURN NONE };";

/// Balances that change by the same at the same time.
struct Group<'a> {
    moved: Decimal,
    reserved: Decimal,
    at: i64,
    places: Vec<&'a Place>,
}

impl Group<'_> {
    fn value(&self, warehouse: WarehouseId) -> Value {
        let ids = self.places.iter().map(|place| array_id("place", place_key(warehouse, place))).collect();
        object([("ids", array(ids)), ("moved", dec(self.moved)), ("reserved", dec(self.reserved)), ("at", int(self.at))])
    }
}

/// What of a large batch is written together.
#[derive(Default)]
struct GroupedWrites<'a> {
    groups: Vec<Group<'a>>,
    /// The places of the groups.
    places: HashSet<&'a Place>,
    /// Used-up reservations are written together.
    spends: bool,
}

impl<'a> GroupedWrites<'a> {
    /// Of stored balances, those whose figures alone have changed: nothing came to them, they were not counted, and their
    /// dates stayed.
    fn of(batch: &'a Batch) -> Self {
        let stored = batch.rows.balances.iter().filter(|row| row.stored).count();
        let spent = batch.rows.reservations.iter().filter(|row| row.quantity.is_zero()).count();
        let mut grouped = Self { spends: spent >= GROUPED_MIN, ..Self::default() };
        if stored < GROUPED_MIN {
            return grouped;
        }
        let mut changes: HashMap<&Place, (Decimal, Decimal, bool)> = HashMap::with_capacity(stored);
        for movement in batch.movements.iter().filter(|movement| movement.operation != Some(Operation::Cost)) {
            let (moved, reserved, plain) = changes.entry(&movement.place).or_insert((Decimal::ZERO, Decimal::ZERO, true));
            *moved += movement.moved.0;
            *reserved += movement.reserved.0;
            *plain &= movement.moved.0 <= Decimal::ZERO && !matches!(movement.operation, Some(Operation::Count | Operation::Dates));
        }
        let mut groups: BTreeMap<(Decimal, Decimal, i64), Vec<&Place>> = BTreeMap::new();
        for row in batch.rows.balances.iter().filter(|row| row.stored) {
            if let Some((moved, reserved, true)) = changes.get(&row.place) {
                groups.entry((*moved, *reserved, row.updated_at)).or_default().push(&row.place);
            }
        }
        groups.retain(|_, places| places.len() >= GROUPED_MIN);
        grouped.places = groups.values().flatten().copied().collect();
        grouped.groups = groups.into_iter().map(|((moved, reserved, at), places)| Group { moved, reserved, at, places }).collect();
        grouped
    }
}

/// The query and values of a batch's transaction. The writer knows which rows exist: `UPSERT` and `ON DUPLICATE KEY
/// UPDATE` would create first and roll back to a save point, for which RocksDB rebuilds the index of the whole
/// transaction, for each row. A statement costs as much as two or three rows, so all tables share one, with rows of a
/// table adjacent: the database reads a table's definitions whenever the table changes from row to row. Nothing is
/// deleted (decision 0013). `create`: [`CREATE`], but for the test that takes the guard out.
pub(super) fn batch_query(create: &str, batch: &Batch, blocks: &[Value], mut ids: ShopIds) -> Result<(String, Vars), TxError> {
    let warehouse = batch.warehouse;
    let (spans, of_orders) = (spans(batch), order_spans(batch));
    let mut new = Vec::with_capacity(2 * batch.movements.len());
    let mut stored = Vec::new();
    let mut sort = |row: Value, is_stored: bool| if is_stored { stored.push(row) } else { new.push(row) };
    let grouped = GroupedWrites::of(batch);
    let own = batch.rows.balances.iter().filter(|row| !grouped.places.contains(&row.place));
    own.for_each(|row| sort(balance_row(warehouse, row), row.stored));
    batch.rows.costs.iter().for_each(|row| sort(cost_row(warehouse, row), row.stored));
    batch.rows.turnovers.iter().for_each(|row| sort(turnover_row(warehouse, row), row.stored));
    // Used-up reservations are deleted later, so one may still exist when the same is reserved again.
    let (known, reserved): (Vec<_>, Vec<_>) = batch.rows.reservations.iter().partition(|row| row.stored || row.quantity.is_zero());
    let (spent, known): (Vec<_>, Vec<_>) = known.into_iter().partition(|row| grouped.spends && row.quantity.is_zero());
    known.into_iter().for_each(|row| sort(reservation_row(warehouse, row), true));
    let rows_of = |movement: &Movement| spans.get(&movement.command).map_or(1, |(first, last)| last - first + 1);
    // A command without a warehouse's order gets a row of its own to be remembered by.
    let remembered: HashSet<&CommandKey> = batch.orders.iter().map(|write| &write.command).collect();
    let of_shop = |movement: &Movement| movement.order.as_ref().is_some_and(|order| order.kind == OrderKind::SHOP);
    let orderless =
        |movement: &&Movement| movement.position == 0 && (movement.order.is_none() || of_shop(movement)) && !remembered.contains(&movement.command);
    for write in &batch.orders {
        sort(order_row(&write.order)?, !write.creates());
    }
    batch.orders.iter().for_each(|write| sort(command_row(&write.command, &write.order), false));
    for write in &batch.orders {
        sort(stock_event(warehouse, write, of_orders.get(&write.order.id))?, false);
    }
    for write in &batch.counts {
        sort(sheet_row(&write.sheet)?, true);
    }
    batch.counts.iter().for_each(|write| sort(change_row(write), false));
    for write in &batch.counts {
        sort(count_event(&write.sheet)?, false);
    }
    for write in &batch.shops {
        shop_rows(write, &mut ids, &mut sort)?;
    }
    sold(&batch.shops).into_iter().for_each(|row| sort(row, false));
    batch.movements.iter().filter(orderless).for_each(|movement| sort(stock_command(movement, rows_of(movement)), false));
    batch.movements.iter().for_each(|movement| sort(movement_row(movement, rows_of(movement)), false));
    blocks.iter().for_each(|block| sort(block.clone(), false));

    let mut effects = ShopEffects::default();
    for write in &batch.shops {
        effects.add(write, &mut ids)?;
    }
    // What others have changed meanwhile is found by its history entry, before anything is refused because of it.
    let mut query = create.to_owned();
    let mut vars = vec![("new", array(new))];
    effects.statements(&mut query, &mut vars);
    let mut add = |text: &str, name: &'static str, rows: Vec<Value>| {
        if !rows.is_empty() {
            query.push_str(text);
            vars.push((name, array(rows)));
        }
    };
    let reserved: Vec<Value> = reserved.into_iter().map(|row| reservation_row(warehouse, row)).collect();
    if reserved.len() > RESERVE_MAX {
        let ids = reserved.iter().filter_map(|row| if let Value::Object(fields) = row { fields.get("id").cloned() } else { None }).collect();
        add("", "reserved_ids", ids);
        add(RESERVE_MANY, "reserved", reserved);
    } else {
        add(RESERVE, "reserved", reserved);
    }
    add(
        "FOR $row IN $holds { UPSERT $row.id CONTENT $row RETURN NONE };",
        "holds",
        batch.rows.holds.iter().map(|row| hold_row(warehouse, row)).collect(),
    );
    let count_id = |write: &CountWrite| id("count_sheet", write.sheet.id.0);
    add(
        &format!(
            "IF (SELECT VALUE [id, version] FROM $count_ids) != $count_expected {{ \
               LET $found = (SELECT VALUE [id, version] FROM $count_ids); \
               LET $stale = array::find($count_expected, |$count| $count NOT IN $found); \
               THROW '{COUNT_CHANGED}' + <string>record::id($stale[0]); \
             }};"
        ),
        "count_ids",
        batch.counts.iter().map(count_id).collect(),
    );
    add("", "count_expected", batch.counts.iter().map(|write| array(vec![count_id(write), int(write.sheet.version - 1)])).collect());
    add(SPEND, "spent", spent.into_iter().map(|row| array_id("reservation", reservation_key(warehouse, row))).collect());
    add(CHANGE_GROUPED, "grouped", grouped.groups.iter().map(|group| group.value(warehouse)).collect());
    replace(stored, &mut query, &mut vars);
    Ok((query, vars))
}

/// The row that remembers a stock command, from its first ledger row.
fn stock_command(first: &Movement, rows: i64) -> Value {
    object([
        ("id", command_id(STOCK_COMMANDS, &first.command)),
        ("warehouse", int(first.warehouse.0)),
        ("first", int(first.sequence)),
        ("last", int(first.sequence + rows - 1)),
        ("order", opt_int(first.order.as_ref().map(|order| order.id.0))),
    ])
}
