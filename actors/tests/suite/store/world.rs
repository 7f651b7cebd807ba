//! What is stored, and how a batch and an order are written into it.

use std::collections::{BTreeMap, HashMap};

use actors::order::port;
use actors::warehouse::port::{BalanceRow, Batch, CommitError, Committed, CostRow, Remembered, ReservationRow, TurnoverRow};
use bus_schemas::count::CountSheet;
use bus_schemas::hold::{AreaPurpose, BatchHold};
use bus_schemas::ids::{AreaId, CommandKey, CountId, OrderId, ProductId, UnitId, WarehouseId};
use bus_schemas::notification::NotificationDraft;
use bus_schemas::order::{Order, OrderKind};
use bus_schemas::warehouse::{Movement, OrderWrite, Place, StockDone};
use chrono_tz::Tz;
use rust_decimal::Decimal;

use super::shop::ShopRows;

type ReservationKey = (OrderKind, OrderId, u32, Place);

/// What is stored.
#[derive(Default)]
pub struct World {
    pub movements: BTreeMap<(WarehouseId, i64), Movement>,
    pub balances: HashMap<(WarehouseId, Place), BalanceRow>,
    pub(super) costs: HashMap<(WarehouseId, ProductId), CostRow>,
    pub(super) reservations: HashMap<(WarehouseId, ReservationKey), ReservationRow>,
    pub(super) turnovers: HashMap<(WarehouseId, String, UnitId), TurnoverRow>,
    /// By warehouse; those that hold everywhere by 0.
    pub holds: HashMap<(WarehouseId, ProductId, String), BatchHold>,
    pub purposes: HashMap<(WarehouseId, AreaId), AreaPurpose>,
    pub commands: HashMap<CommandKey, Remembered>,
    pub orders: HashMap<(OrderKind, OrderId), Order>,
    pub counts: HashMap<CountId, CountSheet>,
    pub order_commands: HashMap<CommandKey, port::Remembered>,
    /// Writers that the ledger has refused.
    pub fenced: u64,
    /// How often a warehouse was read.
    pub loads: u64,
    /// Warehouses ask for another person to review.
    pub four_eyes: bool,
    /// Percent by which more may come in than was ordered.
    pub over_receipt: Decimal,
    /// Stock may go below zero, but for products kept in batches.
    pub allow_negative: bool,
    /// Time zones of warehouses that do not go by the site's.
    pub zones: HashMap<WarehouseId, Tz>,
    /// Numbers that were given to orders of the shop.
    pub(super) numbers: i64,
    pub shop: ShopRows,
    /// All notifications that were written.
    pub notifications: Vec<NotificationDraft>,
}

/// A row that is known to be stored is replaced, and if it is not there, nothing is written: as the database does it.
fn write<K: Eq + std::hash::Hash, V>(rows: &mut HashMap<K, V>, key: K, stored: bool, row: V) {
    if !stored || rows.contains_key(&key) {
        rows.insert(key, row);
    }
}

/// Writes a warehouse's batch, or nothing.
pub(super) fn apply(world: &mut World, batch: &Batch, guarded: bool) -> Result<Committed, CommitError> {
    let number = batch.creates().map(|(kind, _)| format!("{}{}", kind.prefix, world.orders.len() + 1));
    let numbered = number.as_deref().map(|number| batch.with_number(number));
    let batch = numbered.as_ref().unwrap_or(batch);
    let warehouse = batch.warehouse;
    let taken = batch.movements.iter().any(|movement| world.movements.contains_key(&(warehouse, movement.sequence)))
        || batch.rows.balances.iter().any(|row| !row.stored && world.balances.contains_key(&(warehouse, row.place.clone())))
        || batch.rows.costs.iter().any(|row| !row.stored && world.costs.contains_key(&(warehouse, row.product)))
        || batch.rows.turnovers.iter().any(|row| !row.stored && world.turnovers.contains_key(&(warehouse, row.month.clone(), row.unit)));
    if guarded && taken {
        world.fenced += 1;
        return Err(CommitError::SequenceTaken);
    }
    let known = |id: &&CommandKey| world.commands.contains_key(*id) || world.order_commands.contains_key(*id);
    let commands = batch.movements.iter().map(|movement| &movement.command).chain(batch.orders.iter().map(|write| &write.command));
    if let Some(id) = commands.into_iter().find(known) {
        return Err(CommitError::CommandTaken(id.clone()));
    }
    for write in &batch.orders {
        let order = &write.order;
        let before = (!write.creates()).then_some(order.version - 1);
        if world.orders.get(&(order.kind, order.id)).map(|stored| stored.version) != before {
            return Err(CommitError::OrderChanged(order.kind, order.id));
        }
    }
    for write in &batch.counts {
        let sheet = &write.sheet;
        if world.counts.get(&sheet.id).map(|stored| stored.version) != Some(sheet.version - 1) {
            return Err(CommitError::CountChanged(sheet.id));
        }
    }
    // As in the ledger: whatever refuses an order of the shop, the order is another one than the batch thinks.
    world.shop.write(&batch.shops).map_err(|(_, order)| CommitError::OrderChanged(OrderKind::SHOP, order))?;
    world.notifications.extend(batch.notifications.iter().cloned());
    for row in &batch.rows.balances {
        write(&mut world.balances, (warehouse, row.place.clone()), row.stored, BalanceRow { stored: true, ..row.clone() });
    }
    for row in &batch.rows.costs {
        write(&mut world.costs, (warehouse, row.product), row.stored, CostRow { stored: true, ..row.clone() });
    }
    for row in &batch.rows.turnovers {
        write(&mut world.turnovers, (warehouse, row.month.clone(), row.unit), row.stored, TurnoverRow { stored: true, ..row.clone() });
    }
    for row in &batch.rows.reservations {
        let key = (warehouse, (row.kind, row.order, row.line, row.place.clone()));
        write(&mut world.reservations, key, row.stored, ReservationRow { stored: true, ..row.clone() });
    }
    for row in &batch.rows.holds {
        let warehouse = if row.everywhere { WarehouseId(0) } else { warehouse };
        world.holds.insert((warehouse, row.product, row.batch.clone()), row.clone());
    }
    for movement in &batch.movements {
        world.movements.insert((warehouse, movement.sequence), movement.clone());
        let done = StockDone { command: movement.command.clone(), repeated: true, sequences: Some((movement.sequence, movement.sequence)) };
        let remembered = Remembered { done, warehouse: Some(warehouse), order: movement.order.as_ref().map(|order| order.id) };
        let entry = &mut world.commands.entry(movement.command.clone()).or_insert(remembered).done;
        entry.sequences = entry.sequences.map(|(first, _)| (first, movement.sequence));
    }
    for write in &batch.counts {
        world.counts.insert(write.sheet.id, write.sheet.clone());
    }
    for write in &batch.orders {
        store_order(world, write, &write.order);
    }
    Ok(Committed { number, ..Committed::default() })
}

/// Writes an order, and remembers its command.
pub(super) fn store_order(world: &mut World, write: &OrderWrite, order: &Order) {
    world.orders.insert((order.kind, order.id), order.clone());
    let action = order.entry.as_ref().map(|entry| entry.action.clone());
    let remembered = port::Remembered { done: actors::order::actor::describe(order), kind: Some(order.kind), action };
    world.order_commands.insert(write.command.clone(), remembered);
}
