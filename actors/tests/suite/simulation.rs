//! Clerks who ask again under the same id until they are answered, over stores that fail: what was
//! answered is done once, and the books are right.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actors::bus::Bus;
use actors::clock::SharedClock;
use actors::system::{Ports, System};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::order::kinds::{AUDIT, STOCK};
use bus_schemas::order::{
    DraftLine, ExtraRights, OrderAction, OrderChange, OrderCommand, OrderDraft, OrderKind, OrderReply, OrderRequest, OrderType,
};
use bus_schemas::warehouse::{DemandLine, OrderRef, Place, ReceiveLine, StockAction, StockCommand, StockReply, StockRequest};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rust_decimal::Decimal;

use crate::memory_bus::MemoryBus;
use crate::placement::over_the_wire;
use crate::store::{Faults, Store, VirtualClock};

/// Seeds of a usual run; `ENTREPOT_TEST_SEED` is the first, `ENTREPOT_SIMULATIONS` how many.
pub fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let first = number("ENTREPOT_TEST_SEED", 1);
    first..first + number("ENTREPOT_SIMULATIONS", 100)
}

/// Runs one schedule in virtual time. Its actors end with its runtime: thousands of schedules take no more
/// memory than one.
pub fn simulate<T>(schedule: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(schedule)
}

pub async fn nodes(store: &Arc<Store>, clock: &SharedClock, count: usize) -> Vec<System> {
    let bus: Arc<dyn Bus> = Arc::new(MemoryBus::default());
    let mut systems = Vec::new();
    store.sole_writer.store(count == 1, Ordering::Relaxed);
    for number in 0..count {
        let ports = Ports {
            warehouses: store.clone(),
            orders: store.clone(),
            notifications: store.clone(),
            shop: Arc::new(actors::shop::order::port::NoShop),
        };
        systems.push(System::start(format!("n{number}"), "test", ports, Some(bus.clone()), clock.clone()).await.unwrap());
    }
    systems
}

pub fn place(product: i64) -> Place {
    Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: String::new() }
}

fn action(random: &mut StdRng) -> StockAction {
    let quantity = Quantity(Decimal::from(random.random_range(1..20)));
    let demand = |product| DemandLine::new(1, ProductId(product), UnitId(1), quantity);
    match random.random_range(0..10) {
        0..5 => StockAction::Receive {
            lines: (1..=random.random_range(1..4))
                .map(|line| ReceiveLine {
                    line,
                    place: place(random.random_range(1..4)),
                    unit: UnitId(1),
                    quantity,
                    price: Price(Decimal::ONE),
                    produce_date: None,
                    expiry_date: None,
                    received: None,
                })
                .collect(),
        },
        5..7 => StockAction::Reserve { lines: vec![demand(random.random_range(1..4))] },
        7 => StockAction::Release,
        _ => StockAction::Issue { lines: vec![demand(random.random_range(1..4))], release_rest: random.random_bool(0.5) },
    }
}

pub fn key(id: &str) -> CommandKey {
    CommandKey::of(AdminId(1), CommandId::new(id).unwrap())
}

fn command(id: &str, order: i64, action: StockAction) -> StockCommand {
    let order = Some(OrderRef { kind: OrderKind::OUTBOUND, id: OrderId(order), number: format!("CK{order}") });
    StockCommand { order, ..StockCommand::new(key(id), AdminId(1), "2026-01-15", action) }
}

/// The answers to clerks' commands: done (`true`) or refused.
type Answers = Arc<Mutex<HashMap<String, bool>>>;

/// A clerk posts, asks again until there is an answer, and now and then repeats what was answered.
async fn clerk(systems: Vec<System>, clock: SharedClock, seed: u64, name: usize, answers: Answers) {
    let mut random = StdRng::seed_from_u64(seed * 1_000 + name as u64);
    for number in 0..12 {
        let id = format!("c{name}-{number}");
        let command = command(&id, random.random_range(1..5), action(&mut random));
        loop {
            let system = &systems[random.random_range(0..systems.len())];
            let request = StockRequest { warehouse: WarehouseId(1), command: command.clone(), deadline: clock.now_ms() + 3_000 };
            let done = match over_the_wire(&system.warehouses().ask(over_the_wire(&request)).await) {
                StockReply::Done(_) => true,
                StockReply::Refused(_) => false,
                StockReply::Failed(_) => continue,
            };
            let before = answers.lock().unwrap().insert(id.clone(), done);
            // A command that was done stays done, however often it is asked.
            assert!(before != Some(true) || done, "{id} was done and is now refused");
            if !random.random_bool(0.2) {
                break;
            }
        }
    }
}

/// Runs clerks over some nodes; returns the answers that they got.
async fn run(store: &Arc<Store>, seed: u64, count: usize) -> HashMap<String, bool> {
    let clock: SharedClock = VirtualClock::start();
    let systems = nodes(store, &clock, count).await;
    let answers = Answers::default();
    let clerks: Vec<_> = (0..8).map(|name| tokio::spawn(clerk(systems.clone(), clock.clone(), seed, name, answers.clone()))).collect();
    for task in clerks {
        task.await.unwrap();
    }
    store.stop_failing();
    // Writes that are still under way arrive.
    tokio::time::sleep(Duration::from_secs(1)).await;
    std::mem::take(&mut *answers.lock().unwrap())
}

#[test]
fn what_was_answered_is_done_once_over_a_store_that_fails() {
    seeds().for_each(|seed| simulate(answered_is_done(seed)));
}

async fn answered_is_done(seed: u64) {
    let store = Store::new(seed, Faults { percent: 20, guarded: true });
    let count = 1 + (seed % 2) as usize;
    let answers = run(&store, seed, count).await;
    let world = store.world.lock().unwrap();
    assert_eq!(world.findings(), Vec::<String>::new(), "seed {seed}");
    let done = answers.values().filter(|done| **done).count();
    assert!(done > 20, "seed {seed}: only {done} were done");
    for (id, done) in &answers {
        let stored = world.commands.contains_key(&key(id));
        // A release of nothing writes nothing; everything else that is done is stored, and nothing that was refused is.
        assert!(*done || !stored, "seed {seed}: {id} was refused and is stored");
    }
    for movement in world.movements.values() {
        assert!(answers.get(movement.command.id.as_str()).copied().unwrap_or(false), "seed {seed}: nobody got an answer to {}", movement.command);
    }
}

#[tokio::test(start_paused = true)]
async fn of_two_writers_the_ledger_refuses_one() {
    let mut fenced = 0;
    for seed in 1..=5 {
        let store = Store::new(seed, Faults { percent: 0, guarded: true });
        run(&store, seed, 2).await;
        let world = store.world.lock().unwrap();
        assert_eq!(world.findings(), Vec::<String>::new(), "seed {seed}");
        fenced += world.fenced;
    }
    assert!(fenced > 0, "two writers never met");
}

/// The control: without the ledger's guard the same run must go wrong.
#[tokio::test(start_paused = true)]
async fn without_the_guard_two_writers_spoil_the_books() {
    let mut spoilt = 0;
    for seed in 1..=5 {
        let store = Store::new(seed, Faults { percent: 0, guarded: false });
        run(&store, seed, 2).await;
        spoilt += store.world.lock().unwrap().findings().len();
    }
    assert!(spoilt > 0, "this simulation can't see a missing guard");
}

pub fn draft(quantity: i64) -> OrderDraft {
    let line = DraftLine { price: Decimal::ONE, ..DraftLine::new(ProductId(1), Decimal::from(quantity)) };
    OrderDraft::new(WarehouseId(1), OrderType::PURCHASE, "2026-01-15", vec![line])
}

/// Asks until there is an answer.
async fn ask(systems: &[System], clock: &SharedClock, random: &mut StdRng, order: i64, id: String, action: OrderAction) -> OrderReply {
    loop {
        let command = OrderCommand {
            id: key(&id),
            admin: AdminId(1),
            version: None,
            action: action.clone(),
            quiet: true,
            may: ExtraRights::default(),
            today: "2026-01-15".into(),
        };
        let request = OrderRequest { kind: OrderKind::INBOUND, order: OrderId(order), command, deadline: clock.now_ms() + 3_000 };
        match systems[random.random_range(0..systems.len())].orders().ask(request).await {
            OrderReply::Failed(_) => {}
            answered => return answered,
        }
    }
}

#[test]
fn an_edit_races_with_a_review_and_goods_come_in_once() {
    seeds().for_each(|seed| simulate(edit_races_with_review(seed)));
}

async fn edit_races_with_review(seed: u64) {
    let store = Store::new(seed, Faults { percent: 15, guarded: true });
    let clock: SharedClock = VirtualClock::start();
    let systems = nodes(&store, &clock, 2).await;
    let orders: Vec<_> = (1..=6_i64)
        .map(|order| {
            let (systems, clock) = (systems.clone(), clock.clone());
            tokio::spawn(async move {
                let mut random = StdRng::seed_from_u64(seed * 100 + order as u64);
                let created = ask(&systems, &clock, &mut random, order, format!("create-{order}"), OrderAction::Create { draft: draft(2) }).await;
                assert!(matches!(created, OrderReply::Done(_)), "{created:?}");
                let mut other = StdRng::seed_from_u64(seed * 200 + order as u64);
                let edit = ask(
                    &systems,
                    &clock,
                    &mut other,
                    order,
                    format!("edit-{order}"),
                    OrderAction::Edit { change: OrderChange { lines: Some(draft(5).lines), ..OrderChange::default() } },
                );
                let review = ask(&systems, &clock, &mut random, order, format!("audit-{order}"), OrderAction::step(AUDIT));
                let (edited, reviewed) = tokio::join!(edit, review);
                assert!(matches!(reviewed, OrderReply::Done(_)), "{reviewed:?}");
                // Two clerks stock the same order at once, under two ids: one of them does it.
                let (mut one, mut two) = (StdRng::seed_from_u64(seed), StdRng::seed_from_u64(seed + 1));
                let stock = |id: &str| (format!("{id}-{order}"), OrderAction::step(STOCK));
                let ((first, action), (second, again)) = (stock("stock-a"), stock("stock-b"));
                let (first, second) =
                    tokio::join!(ask(&systems, &clock, &mut one, order, first, action), ask(&systems, &clock, &mut two, order, second, again));
                let done = [first, second].iter().filter(|reply| matches!(reply, OrderReply::Done(_))).count();
                assert_eq!(done, 1, "order {order}");
                if matches!(edited, OrderReply::Done(_)) { 5 } else { 2 }
            })
        })
        .collect();
    let mut expected = 0;
    for order in orders {
        expected += order.await.unwrap();
    }
    store.stop_failing();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let world = store.world.lock().unwrap();
    assert_eq!(world.findings(), Vec::<String>::new(), "seed {seed}");
    let on_hand: Decimal = world.balances.values().map(|row| row.on_hand.0).sum();
    assert_eq!(on_hand, Decimal::from(expected), "seed {seed}");
}
