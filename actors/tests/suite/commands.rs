//! Command ids that were used before, edits and deletions that meet others, and nodes that do not hear of each other.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use actors::clock::SharedClock;
use actors::order::deletion::{Deletion, DeletionError};
use actors::system::{Ports, System};
use bus_schemas::ids::{AdminId, CommandId, CommandKey, OrderId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::order::kinds::{AUDIT, STOCK};
use bus_schemas::order::{
    ExtraRights, OrderAction, OrderChange, OrderCommand, OrderDone, OrderKind, OrderRefusal, OrderReply, OrderRequest, PartLine,
};
use bus_schemas::warehouse::{AdjustLine, DemandLine, OrderRef, ReceiveLine, StockAction, StockCommand, StockRefusal, StockReply, StockRequest};
use futures::FutureExt;
use rust_decimal::Decimal;

use crate::memory_bus::MemoryBus;
use crate::simulation::{draft, nodes, place, seeds, simulate};
use crate::store::{Faults, Store, VirtualClock};

struct Desk {
    system: System,
    clock: SharedClock,
}

fn key(admin: i64, id: &str) -> CommandKey {
    CommandKey::of(AdminId(admin), CommandId::new(id).unwrap())
}

async fn desk(store: &Arc<Store>) -> Desk {
    let clock: SharedClock = VirtualClock::start();
    let system = nodes(store, &clock, 1).await.remove(0);
    Desk { system, clock }
}

impl Desk {
    async fn once(&self, order: i64, key: CommandKey, action: OrderAction) -> OrderReply {
        self.send(order, key, action, true).await
    }

    async fn send(&self, order: i64, key: CommandKey, action: OrderAction, quiet: bool) -> OrderReply {
        let admin = key.owner;
        let command = OrderCommand { id: key, admin, version: None, action, quiet, may: ExtraRights::default(), today: "2026-01-15".into() };
        let request = OrderRequest { kind: OrderKind::INBOUND, order: OrderId(order), command, deadline: self.clock.now_ms() + 3_000 };
        self.system.orders().ask(request).await
    }

    /// Asks until there is an answer.
    async fn ask(&self, order: i64, key: CommandKey, action: OrderAction) -> Result<OrderDone, OrderRefusal> {
        loop {
            match self.once(order, key.clone(), action.clone()).await {
                OrderReply::Done(done) => return Ok(done),
                OrderReply::Refused(refusal) => return Err(refusal),
                OrderReply::Failed(_) => {}
            }
        }
    }

    async fn create(&self, order: i64) {
        self.ask(order, key(1, &format!("create-{order}")), OrderAction::Create { draft: draft(2) }).await.unwrap();
    }

    async fn move_goods(&self, warehouse: i64, command: StockCommand) -> StockReply {
        let request = StockRequest { warehouse: WarehouseId(warehouse), command, deadline: self.clock.now_ms() + 3_000 };
        self.system.warehouses().ask(request).await
    }

    async fn delete(&self, orders: &[i64]) -> Result<(), DeletionError> {
        let command = |order: &i64| (OrderId(*order), key(1, &format!("delete-{order}")));
        let orders = orders.iter().map(command).collect();
        self.system.orders().delete_all(&Deletion { kind: OrderKind::INBOUND, orders, admin: AdminId(1), today: "2026-01-15".into() }).await
    }
}

fn stock_command(id: CommandKey, order: Option<i64>, action: StockAction) -> StockCommand {
    let order = order.map(|order| OrderRef { kind: OrderKind::INBOUND, id: OrderId(order), number: format!("RK{order}") });
    StockCommand { order, ..StockCommand::new(id.clone(), id.owner, "2026-01-15", action) }
}

fn receive(units: i64) -> StockAction {
    let quantity = Quantity(Decimal::from(units));
    let line = ReceiveLine {
        line: 1,
        place: place(1),
        unit: UnitId(1),
        quantity,
        price: Price(Decimal::ONE),
        produce_date: None,
        expiry_date: None,
        received: None,
    };
    StockAction::Receive { lines: vec![line] }
}

fn issue(units: i64) -> StockAction {
    let quantity = Quantity(Decimal::from(units));
    let line = DemandLine::new(1, place(1).product, UnitId(1), quantity);
    StockAction::Issue { lines: vec![line], release_rest: true }
}

fn remark(text: &str) -> OrderAction {
    OrderAction::Edit { change: OrderChange { remark: Some(text.into()), ..OrderChange::default() } }
}

#[tokio::test(start_paused = true)]
async fn an_id_that_was_used_for_something_else_is_refused() {
    let desk = desk(&Store::new(1, Faults { percent: 0, guarded: true })).await;
    for order in [1, 2] {
        desk.create(order).await;
    }
    assert!(!desk.ask(1, key(1, "a"), OrderAction::step(AUDIT)).await.unwrap().repeated);
    // The same intention again: the first answer.
    let again = desk.ask(1, key(1, "a"), OrderAction::step(AUDIT)).await.unwrap();
    assert!(again.repeated && again.id == OrderId(1));
    // Another order, and another action on the same one: neither is done, neither is said to be.
    assert_eq!(desk.ask(2, key(1, "a"), OrderAction::step(AUDIT)).await, Err(OrderRefusal::CommandReused));
    assert_eq!(desk.ask(2, key(1, "a"), remark("x")).await, Err(OrderRefusal::CommandReused));
    let stocked = desk.ask(1, key(1, "a"), OrderAction::step(STOCK)).await;
    assert_eq!(stocked, Err(OrderRefusal::CommandReused));
    assert_eq!(desk.ask(3, key(1, "a"), OrderAction::Create { draft: draft(2) }).await, Err(OrderRefusal::CommandReused));
    // Nor does it help that the order is not in memory, or was never there.
    assert_eq!(desk.ask(9, key(1, "a"), OrderAction::step(AUDIT)).await, Err(OrderRefusal::CommandReused));
    // Another person's id is another id: nothing is learned of the first, and nothing is in the way.
    assert_eq!(desk.ask(9, key(2, "a"), OrderAction::step(AUDIT)).await, Err(OrderRefusal::NotFound));
    assert!(!desk.ask(2, key(2, "a"), OrderAction::step(AUDIT)).await.unwrap().repeated);
    assert!(!desk.ask(1, key(3, "a"), OrderAction::step(STOCK)).await.unwrap().repeated);
}

#[tokio::test(start_paused = true)]
async fn a_warehouse_refuses_an_id_that_another_order_or_warehouse_has_used() {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let desk = desk(&store).await;
    let done = |reply: StockReply| match reply {
        StockReply::Done(done) => done,
        other => panic!("{other:?}"),
    };
    let reused = StockReply::Refused(StockRefusal::CommandReused);
    assert!(!done(desk.move_goods(1, stock_command(key(1, "a"), Some(1), receive(2))).await).repeated);
    assert!(done(desk.move_goods(1, stock_command(key(1, "a"), Some(1), receive(2))).await).repeated);
    assert_eq!(desk.move_goods(1, stock_command(key(1, "a"), Some(2), receive(2))).await, reused);
    assert_eq!(desk.move_goods(1, stock_command(key(1, "a"), None, receive(2))).await, reused);
    let adjusted = StockAction::Adjust { lines: vec![AdjustLine::new(1, place(2), UnitId(1), Quantity(Decimal::ONE))] };
    assert!(!done(desk.move_goods(1, stock_command(key(1, "b"), None, adjusted.clone())).await).repeated);
    assert_eq!(desk.move_goods(2, stock_command(key(1, "b"), None, adjusted)).await, reused);
    // At the same moment, in one batch.
    let (mine, yours) = (stock_command(key(1, "c"), Some(1), receive(1)), stock_command(key(2, "c"), Some(2), receive(1)));
    let (mine, yours) = tokio::join!(desk.move_goods(1, mine), desk.move_goods(1, yours));
    assert!(!done(mine).repeated && !done(yours).repeated);
    let world = store.world.lock().unwrap();
    assert_eq!(world.findings(), Vec::<String>::new());
    assert_eq!(world.movements.len(), 4);
}

#[tokio::test(start_paused = true)]
async fn an_idle_warehouse_gives_its_memory_back_and_is_read_again_when_it_is_asked() {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let desk = desk(&store).await;
    let loads = || store.world.lock().unwrap().loads;
    for (id, hour) in [("a", 0), ("b", 0), ("c", 1), ("d", 1)] {
        if id == "c" {
            tokio::time::sleep(std::time::Duration::from_secs(3_600)).await;
        }
        let reply = desk.move_goods(1, stock_command(key(1, id), None, receive(2))).await;
        assert!(matches!(reply, StockReply::Done(_)), "{reply:?}");
        assert_eq!(loads(), 1 + hour, "{id}");
    }
    let world = store.world.lock().unwrap();
    assert_eq!((world.findings(), world.movements.len()), (Vec::<String>::new(), 4));
}

#[test]
fn edits_of_different_fields_are_both_kept() {
    seeds().take(30).for_each(|seed| simulate(edits_are_kept(seed)));
}

async fn edits_are_kept(seed: u64) {
    let store = Store::new(seed, Faults { percent: 15, guarded: true });
    let clock: SharedClock = VirtualClock::start();
    let desks: Vec<_> = nodes(&store, &clock, 2).await.into_iter().map(|system| Desk { system, clock: clock.clone() }).collect();
    desks[0].create(1).await;
    let lines = OrderAction::Edit { change: OrderChange { lines: Some(draft(7).lines), ..OrderChange::default() } };
    let (one, two) = tokio::join!(desks[0].ask(1, key(1, "remark"), remark("fragile")), desks[1].ask(1, key(2, "lines"), lines));
    assert!(one.is_ok() && two.is_ok(), "seed {seed}: {one:?} {two:?}");
    let world = store.world.lock().unwrap();
    let order = &world.orders[&(OrderKind::INBOUND, OrderId(1))];
    assert_eq!((order.remark.as_str(), order.total_quantity.0, order.version), ("fragile", Decimal::from(7), 3), "seed {seed}");
}

#[tokio::test(start_paused = true)]
async fn an_order_that_is_no_transfer_does_not_grow_with_what_it_moves() {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let desk = desk(&store).await;
    desk.ask(1, key(1, "create"), OrderAction::Create { draft: draft(7) }).await.unwrap();
    desk.ask(1, key(1, "audit"), OrderAction::step(AUDIT)).await.unwrap();
    for (id, units) in [("first", 3), ("second", 4)] {
        let part = PartLine { line: 1, quantity: Decimal::from(units), ..PartLine::default() };
        desk.ask(1, key(1, id), OrderAction::moving(STOCK, vec![part])).await.unwrap();
    }
    let world = store.world.lock().unwrap();
    assert_eq!(world.findings(), Vec::<String>::new());
    let line = &world.orders[&(OrderKind::INBOUND, OrderId(1))].lines[0];
    assert_eq!((line.stocked.0, line.moves.len()), (Decimal::from(7), 0));
}

#[tokio::test(start_paused = true)]
async fn whether_another_person_must_review_is_read_when_the_order_decides() {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let desk = desk(&store).await;
    for order in [1, 2, 3] {
        desk.create(order).await;
    }
    let asks = |four_eyes: bool| store.world.lock().unwrap().four_eyes = four_eyes;
    let audit = |order: i64, admin: i64, quiet: bool| {
        desk.send(order, key(admin, &format!("audit-{order}-{admin}-{quiet}")), OrderAction::step(AUDIT), quiet)
    };
    asks(true);
    assert_eq!(audit(1, 1, false).await, OrderReply::Refused(OrderRefusal::FourEyes));
    assert!(matches!(audit(1, 2, false).await, OrderReply::Done(_)));
    // What was reviewed elsewhere needs no second person.
    assert!(matches!(audit(2, 1, true).await, OrderReply::Done(_)));
    asks(false);
    assert!(matches!(audit(3, 1, false).await, OrderReply::Done(_)));
}

#[tokio::test(start_paused = true)]
async fn several_orders_are_deleted_together_or_not_at_all() {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let desk = desk(&store).await;
    for order in 1..=4 {
        desk.create(order).await;
    }
    desk.ask(3, key(1, "audit"), OrderAction::step(AUDIT)).await.unwrap();
    let Err(DeletionError::Refused { order, number, refusal: OrderRefusal::Transition { .. } }) = desk.delete(&[1, 2, 3, 4]).await else {
        panic!("a reviewed order was deleted")
    };
    assert_eq!((order, number.as_deref()), (OrderId(3), Some("RK3")));
    let missing = DeletionError::Refused { order: OrderId(7), number: None, refusal: OrderRefusal::NotFound };
    assert_eq!(desk.delete(&[1, 7]).await, Err(missing));
    let deleted = |order: i64| store.world.lock().unwrap().orders[&(OrderKind::INBOUND, OrderId(order))].deleted_at.is_some();
    assert!((1..=4).all(|order| !deleted(order)), "something was deleted");
    desk.delete(&[1, 2, 4]).await.unwrap();
    assert_eq!([1, 2, 3, 4].map(deleted), [true, true, false, true]);
    // Actors that had them in memory find out.
    assert_eq!(desk.ask(1, key(1, "late"), remark("x")).await, Err(OrderRefusal::NotFound));
    assert!(matches!(desk.delete(&[1, 2]).await, Err(DeletionError::Refused { order: OrderId(1), refusal: OrderRefusal::NotFound, .. })));
}

#[test]
fn a_deletion_that_meets_a_review_takes_all_or_none() {
    seeds().take(30).for_each(|seed| simulate(deletion_meets_review(seed)));
}

async fn deletion_meets_review(seed: u64) {
    let store = Store::new(seed, Faults { percent: 15, guarded: true });
    let clock: SharedClock = VirtualClock::start();
    let desks: Vec<_> = nodes(&store, &clock, 2).await.into_iter().map(|system| Desk { system, clock: clock.clone() }).collect();
    for order in 1..=3 {
        desks[0].create(order).await;
    }
    let delete = async {
        loop {
            // The store's panics are the caller's here: no actor stands between.
            match AssertUnwindSafe(desks[0].delete(&[1, 2, 3])).catch_unwind().await {
                Ok(Err(DeletionError::Failed(_))) | Err(_) => {}
                Ok(answered) => return answered,
            }
        }
    };
    let (deleted, reviewed) = tokio::join!(delete, desks[1].ask(2, key(2, "audit"), OrderAction::step(AUDIT)));
    store.stop_failing();
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    let world = store.world.lock().unwrap();
    let gone: Vec<bool> = (1..=3).map(|order| world.orders[&(OrderKind::INBOUND, OrderId(order))].deleted_at.is_some()).collect();
    // A deletion whose answer was lost is refused when it is asked again: what matters is that it was whole.
    assert!(gone == [true; 3] || gone == [false; 3], "seed {seed}: {gone:?}");
    assert_eq!(gone[0], reviewed.is_err(), "seed {seed}: {deleted:?} {reviewed:?}");
}

#[tokio::test(start_paused = true)]
async fn a_cut_off_node_refuses_only_what_the_database_refuses() {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let clock: SharedClock = VirtualClock::start();
    let mut desks = Vec::new();
    for name in ["a", "b"] {
        let ports = Ports {
            warehouses: store.clone(),
            orders: store.clone(),
            notifications: store.clone(),
            shop: Arc::new(actors::shop::order::port::NoShop),
        };
        // Without a bus neither knows that the database has another writer.
        desks.push(Desk { system: System::start(name.into(), "test", ports, None, clock.clone()).await.unwrap(), clock: clock.clone() });
    }
    let [here, there] = desks.as_slice() else { panic!("two nodes") };
    let done = |reply: StockReply| matches!(reply, StockReply::Done(_));
    assert!(done(here.move_goods(1, stock_command(key(1, "in-1"), None, receive(1))).await));
    assert!(done(there.move_goods(1, stock_command(key(1, "out-1"), None, issue(1))).await));
    // This node remembers a warehouse that is empty; the other one fills it.
    assert!(done(here.move_goods(1, stock_command(key(1, "in-2"), None, receive(5))).await));
    let reply = there.move_goods(1, stock_command(key(1, "out-2"), None, issue(5))).await;
    assert!(done(reply.clone()), "refused from memory: {reply:?}");
    let short = here.move_goods(1, stock_command(key(1, "out-3"), None, issue(1))).await;
    assert!(matches!(short, StockReply::Refused(StockRefusal::Short { .. })), "{short:?}");
}

#[tokio::test(start_paused = true)]
async fn a_node_whose_bus_is_away_is_ready_until_it_stops() {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let clock: SharedClock = VirtualClock::start();
    let bus = Arc::new(MemoryBus::default());
    let ports =
        Ports { warehouses: store.clone(), orders: store.clone(), notifications: store.clone(), shop: Arc::new(actors::shop::order::port::NoShop) };
    let system = System::start("a".into(), "test", ports, Some(bus.clone()), clock).await.unwrap();
    assert_eq!((system.ready(), system.bus_connected()), (true, Some(true)));
    bus.away.store(true, Ordering::Relaxed);
    assert_eq!((system.ready(), system.bus_connected()), (true, Some(false)));
    system.drain(Duration::from_secs(1)).await;
    assert!(!system.ready());
}
