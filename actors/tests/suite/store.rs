//! A store in memory that delays, fails before or after it has written, writes late, and panics, on
//! a seeded schedule.

pub mod findings;
pub mod payments;
pub mod shop;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actors::clock::Clock;
use actors::notification::port::{InboxState, NotificationStore};
use actors::order::facts::{LineMovement, OrderFacts, StepNeeds, WarehouseRules};
use actors::order::port::{self, OrderStore, OrderWriteError};
use actors::order::units::UnitFacts;
use actors::store::StoreError;
use actors::warehouse::port::{
    BalanceRow, Batch, CommitError, Committed, CostRow, ProductRows, Remembered, ReservationRow, Rows, TurnoverRow, WarehouseSettings,
    WarehouseSnapshot, WarehouseStore,
};
use actors::warehouse::weights::Weights;
use async_trait::async_trait;
use bus_schemas::count::CountSheet;
use bus_schemas::hold::{AreaPurpose, BatchHold};
use bus_schemas::ids::{AdminId, AreaId, CommandKey, CountId, OrderId, ProductId, UnitId, WarehouseId};
use bus_schemas::notification::{Announcement, Notification, NotificationDraft};
use bus_schemas::order::details::BackTo;
use bus_schemas::order::{Order, OrderDraft, OrderKind};
use bus_schemas::warehouse::{Movement, OrderWrite, Place, StockDone};
use chrono_tz::Tz;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rust_decimal::Decimal;

/// How often, of a hundred calls, something goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    pub percent: u32,
    /// Without it, a second writer of a sequence is not refused: the control that must fail.
    pub guarded: bool,
}

type ReservationKey = (OrderKind, OrderId, u32, Place);

/// What is stored.
#[derive(Default)]
pub struct World {
    pub movements: BTreeMap<(WarehouseId, i64), Movement>,
    pub balances: HashMap<(WarehouseId, Place), BalanceRow>,
    costs: HashMap<(WarehouseId, ProductId), CostRow>,
    reservations: HashMap<(WarehouseId, ReservationKey), ReservationRow>,
    turnovers: HashMap<(WarehouseId, String, UnitId), TurnoverRow>,
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
    numbers: i64,
    pub shop: shop::ShopRows,
    /// All notifications that were written.
    pub notifications: Vec<NotificationDraft>,
}

/// See the module.
pub struct Store {
    pub world: Arc<Mutex<World>>,
    random: Mutex<StdRng>,
    faults: Mutex<Faults>,
    /// Calls until the node that makes them stops, and whether the last one is still written.
    stops: Mutex<Option<(u32, bool)>>,
    /// One node writes it.
    pub sole_writer: AtomicBool,
}

enum Fault {
    None,
    Before(StoreError),
    /// Written, and the answer is lost.
    After,
    /// The answer is lost, and it is written a while later.
    Late,
    Panic,
}

impl Store {
    pub fn new(seed: u64, faults: Faults) -> Arc<Self> {
        Arc::new(Self {
            world: Arc::default(),
            random: Mutex::new(StdRng::seed_from_u64(seed)),
            faults: Mutex::new(faults),
            stops: Mutex::new(None),
            sole_writer: AtomicBool::new(false),
        })
    }

    /// From now on nothing goes wrong.
    pub fn heal(&self) {
        self.faults.lock().unwrap().percent = 0;
        *self.stops.lock().unwrap() = None;
    }

    /// From now on so many of a hundred calls go wrong.
    pub fn break_down(&self, percent: u32) {
        self.faults.lock().unwrap().percent = percent;
    }

    /// The node that calls stops at the call of that number: nothing is read or written from then on, that call itself
    /// aside where it is still `written`.
    pub fn stop_after(&self, calls: u32, written: bool) {
        *self.stops.lock().unwrap() = Some((calls, written));
    }

    /// Whether it has stopped.
    pub fn has_stopped(&self) -> bool {
        matches!(*self.stops.lock().unwrap(), Some((0, _)))
    }

    fn stop(&self) -> Option<Fault> {
        let mut stops = self.stops.lock().unwrap();
        let (calls, written) = stops.as_mut()?;
        let last = *calls == 1;
        let stopped = *calls == 0;
        *calls = calls.saturating_sub(1);
        if last && *written {
            Some(Fault::After)
        } else if last || stopped {
            Some(Fault::Before(StoreError::Unavailable("the node has stopped".into())))
        } else {
            None
        }
    }

    async fn fault(&self) -> Fault {
        let percent = self.faults.lock().unwrap().percent;
        let (pause, fault) = {
            let mut random = self.random.lock().unwrap();
            let fault = if random.random_range(0..100) < percent {
                match random.random_range(0..12) {
                    0..3 => Fault::Before(StoreError::Conflict),
                    3..6 => Fault::Before(StoreError::Unavailable("down".into())),
                    6..8 => Fault::Before(StoreError::Unknown("cut off before".into())),
                    8..10 => Fault::After,
                    10 => Fault::Late,
                    _ => Fault::Panic,
                }
            } else {
                Fault::None
            };
            (random.random_range(0..20), fault)
        };
        tokio::time::sleep(Duration::from_millis(pause)).await;
        self.stop().unwrap_or(fault)
    }

    /// A reading call: it fails or it does not.
    async fn readable(&self) -> Result<(), StoreError> {
        match self.fault().await {
            Fault::Before(error) => Err(error),
            Fault::After | Fault::Late => Err(StoreError::Unavailable("cut off".into())),
            Fault::Panic => panic!("the store's code is wrong (on purpose)"),
            Fault::None => Ok(()),
        }
    }

    /// A writing call under the schedule.
    async fn written<T, E: From<StoreError>>(&self, write: impl Fn(&mut World) -> Result<T, E> + Send + 'static) -> Result<T, E> {
        let unknown = || E::from(StoreError::Unknown("the answer is lost".into()));
        match self.fault().await {
            Fault::None => write(&mut self.world.lock().unwrap()),
            Fault::Before(error) => Err(error.into()),
            Fault::After => write(&mut self.world.lock().unwrap()).and_then(|_| Err(unknown())),
            Fault::Late => {
                let world = self.world.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(70)).await;
                    let _ = write(&mut world.lock().unwrap());
                });
                Err(unknown())
            }
            Fault::Panic => panic!("the store's code is wrong (on purpose)"),
        }
    }
}

/// A row that is known to be stored is replaced, and if it is not there, nothing is written: as the database does it.
fn write<K: Eq + std::hash::Hash, V>(rows: &mut HashMap<K, V>, key: K, stored: bool, row: V) {
    if !stored || rows.contains_key(&key) {
        rows.insert(key, row);
    }
}

fn apply(world: &mut World, batch: &Batch, guarded: bool) -> Result<Committed, CommitError> {
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

fn store_order(world: &mut World, write: &OrderWrite, order: &Order) {
    world.orders.insert((order.kind, order.id), order.clone());
    let action = order.entry.as_ref().map(|entry| entry.action.clone());
    let remembered = port::Remembered { done: actors::order::actor::describe(order), kind: Some(order.kind), action };
    world.order_commands.insert(write.command.clone(), remembered);
}

#[async_trait]
impl WarehouseStore for Store {
    async fn load(&self, warehouse: WarehouseId) -> Result<WarehouseSnapshot, StoreError> {
        self.readable().await?;
        let mut world = self.world.lock().unwrap();
        world.loads += 1;
        let of = |key: &WarehouseId| *key == warehouse;
        Ok(WarehouseSnapshot {
            settings: Some(WarehouseSettings {
                in_use: true,
                allow_negative: world.allow_negative,
                zone: world.zones.get(&warehouse).copied(),
                ..WarehouseSettings::default()
            }),
            last_sequence: world.last_sequence(warehouse),
            rows: Rows {
                balances: Vec::new(),
                costs: Vec::new(),
                turnovers: world.turnovers.iter().filter(|((id, ..), _)| of(id)).map(|(_, row)| row.clone()).collect(),
                reservations: world
                    .reservations
                    .iter()
                    .filter(|((id, _), row)| of(id) && !row.quantity.is_zero())
                    .map(|(_, row)| row.clone())
                    .collect(),
                holds: world.holds.iter().filter(|((id, ..), row)| of(id) || row.everywhere).map(|(_, row)| row.clone()).collect(),
            },
            purposes: world.purposes.iter().filter(|((id, _), _)| of(id)).map(|((_, area), purpose)| (*area, *purpose)).collect(),
            weights: Weights::default(),
            // An actor that remembers nothing must find out from the store.
            recent: Vec::new(),
        })
    }

    async fn load_products(&self, warehouse: WarehouseId, products: &BTreeSet<ProductId>, last_sequence: i64) -> Result<ProductRows, StoreError> {
        self.readable().await?;
        let world = self.world.lock().unwrap();
        let of = |id: &WarehouseId, product: ProductId| *id == warehouse && products.contains(&product);
        Ok(ProductRows {
            balances: world.balances.iter().filter(|((id, place), _)| of(id, place.product)).map(|(_, row)| row.clone()).collect(),
            costs: world.costs.iter().filter(|((id, product), _)| of(id, *product)).map(|(_, row)| row.clone()).collect(),
            current: world.last_sequence(warehouse) == last_sequence,
        })
    }

    async fn commit(&self, batch: &Batch) -> Result<Committed, CommitError> {
        let (batch, guarded) = (batch.clone(), self.faults.lock().unwrap().guarded);
        self.written(move |world| apply(world, &batch, guarded)).await
    }

    async fn find_command(&self, command: &CommandKey) -> Result<Option<Remembered>, StoreError> {
        self.readable().await?;
        let world = self.world.lock().unwrap();
        let done = || StockDone { command: command.clone(), repeated: true, sequences: None };
        let of_order = |known: &port::Remembered| Remembered { done: done(), warehouse: None, order: Some(known.done.id) };
        Ok(world.commands.get(command).cloned().or_else(|| world.order_commands.get(command).map(of_order)))
    }

    async fn watch_safety_stock(&self, _: &[ProductId]) -> Result<Vec<Announcement>, StoreError> {
        Ok(Vec::new())
    }

    fn sole_writer(&self) -> bool {
        self.sole_writer.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl OrderStore for Store {
    async fn next_id(&self) -> Result<OrderId, StoreError> {
        Ok(OrderId(self.random.lock().unwrap().random_range(1..i64::MAX)))
    }

    async fn load(&self, kind: OrderKind, order: OrderId) -> Result<Option<Order>, StoreError> {
        self.readable().await?;
        Ok(self.world.lock().unwrap().orders.get(&(kind, order)).cloned())
    }

    async fn create(&self, write: &OrderWrite, _: &str, _: &[NotificationDraft]) -> Result<(Order, Vec<Announcement>), OrderWriteError> {
        let write = write.clone();
        self.written(move |world| {
            if world.order_commands.contains_key(&write.command) {
                return Err(OrderWriteError::CommandTaken);
            }
            let order = Order { number: format!("RK{}", world.orders.len() + 1), ..write.order.clone() };
            store_order(world, &write, &order);
            Ok((order, Vec::new()))
        })
        .await
    }

    async fn update(&self, write: &OrderWrite, _: &[NotificationDraft]) -> Result<Vec<Announcement>, OrderWriteError> {
        let write = write.clone();
        self.written(move |world| {
            if world.order_commands.contains_key(&write.command) {
                return Err(OrderWriteError::CommandTaken);
            }
            let stored = world.orders.get(&(write.order.kind, write.order.id)).map(|order| order.version);
            if stored != Some(write.order.version - 1) {
                return Err(OrderWriteError::Changed);
            }
            store_order(world, &write, &write.order);
            Ok(Vec::new())
        })
        .await
    }

    async fn update_all(&self, writes: &[OrderWrite]) -> Result<(), OrderWriteError> {
        let writes = writes.to_vec();
        self.written(move |world| {
            if writes.iter().any(|write| world.order_commands.contains_key(&write.command)) {
                return Err(OrderWriteError::CommandTaken);
            }
            let stored = |write: &OrderWrite| world.orders.get(&(write.order.kind, write.order.id)).map(|order| order.version);
            if writes.iter().any(|write| stored(write) != Some(write.order.version - 1)) {
                return Err(OrderWriteError::Changed);
            }
            writes.iter().for_each(|write| store_order(world, write, &write.order));
            Ok(())
        })
        .await
    }

    async fn find_command(&self, command: &CommandKey) -> Result<Option<port::Remembered>, StoreError> {
        self.readable().await?;
        Ok(self.world.lock().unwrap().order_commands.get(command).cloned())
    }

    /// Whatever an order refers to is there.
    async fn facts(&self, _: OrderKind, draft: &OrderDraft) -> Result<OrderFacts, StoreError> {
        self.readable().await?;
        let products = draft.lines.iter().map(|line| (line.product, UnitFacts { id: UnitId(1), decimals: 0 })).collect();
        let held = |((at, area), purpose): (&(WarehouseId, AreaId), &AreaPurpose)| {
            (*at == draft.warehouse && *purpose != AreaPurpose::Normal).then_some(area.0)
        };
        let held_areas = self.world.lock().unwrap().purposes.iter().filter_map(held).collect();
        Ok(OrderFacts {
            warehouse: true,
            partner: true,
            products,
            target: true,
            areas: (1..=9).collect(),
            held_areas,
            target_areas: (1..=9).collect(),
            ..OrderFacts::default()
        })
    }

    async fn zone(&self, warehouse: WarehouseId) -> Result<Option<Tz>, StoreError> {
        Ok(self.world.lock().unwrap().zones.get(&warehouse).copied())
    }

    async fn step_facts(&self, needs: &StepNeeds) -> Result<OrderFacts, StoreError> {
        self.readable().await?;
        let next = if needs.creates { Some(self.next_id().await?) } else { None };
        let known = match &needs.references {
            Some((kind, draft)) => self.facts(*kind, draft).await?,
            None => OrderFacts::default(),
        };
        let world = self.world.lock().unwrap();
        let of = |movement: &&Movement| movement.operation.is_some() && movement.order.as_ref().map(|order| order.id) == needs.moves;
        let moves = world.movements.values().filter(|_| needs.moves.is_some()).filter(of).map(|movement| LineMovement {
            sequence: movement.sequence,
            line: movement.line,
            place: movement.place.clone(),
            moved: movement.moved,
            unit_cost: movement.unit_cost,
            produce_date: movement.produce_date.clone(),
            expiry_date: movement.expiry_date.clone(),
        });
        let inspect = |to: BackTo| {
            let waits = |area: &AreaId| world.purposes.get(&(to.warehouse, *area)) == Some(&AreaPurpose::ToInspect);
            let mut areas = world.purposes.keys().filter(|(at, area)| *at == to.warehouse && waits(area)).map(|(_, area)| *area);
            to.area.filter(waits).or_else(|| areas.next())
        };
        let inspect = needs.inspect.and_then(inspect);
        let rules = WarehouseRules { over_receipt: world.over_receipt, ..known.rules };
        let places = world.balances.iter().filter(|((warehouse, _), _)| needs.free == Some(*warehouse));
        let free = places.map(|((_, place), row)| (place.clone(), row.on_hand - row.reserved)).collect();
        Ok(OrderFacts { four_eyes: world.four_eyes, moves: moves.collect(), free, next, inspect, rules, ..known })
    }
}

#[async_trait]
impl NotificationStore for Store {
    async fn inbox(&self, _: AdminId) -> Result<InboxState, StoreError> {
        Ok(InboxState::default())
    }

    async fn after(&self, _: AdminId, _: i64, _: bool, _: usize) -> Result<Vec<Notification>, StoreError> {
        Ok(Vec::new())
    }

    async fn read(&self, _: AdminId, _: i64) -> Result<Option<Announcement>, StoreError> {
        Ok(None)
    }

    async fn read_all(&self, recipient: AdminId, upto: i64) -> Result<Announcement, StoreError> {
        Ok(Announcement { recipient, last: upto, unread: 0, read_upto: Some(upto) })
    }
}

/// Virtual time.
#[derive(Debug)]
pub struct VirtualClock(tokio::time::Instant);

impl VirtualClock {
    pub fn start() -> Arc<Self> {
        Arc::new(Self(tokio::time::Instant::now()))
    }
}

impl Clock for VirtualClock {
    fn now_ms(&self) -> i64 {
        i64::try_from(self.0.elapsed().as_millis()).unwrap() + 1
    }

    fn today(&self) -> String {
        "2026-01-15".into()
    }
}
