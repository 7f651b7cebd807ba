//! Transfers between two warehouses and within one. Whatever fails, is asked twice or meets another clerk: what lies in
//! places, is on a road and was given up adds up to what there was.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use actors::clock::SharedClock;
use actors::system::System;
use bus_schemas::hold::AreaPurpose;
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::order::kinds::{AUDIT, CLOSE, LOST, LOST_BACK, RECEIVE, RECEIVE_BACK, REFUSE, SHIFT, SHIP, TAKE_BACK, VOID};
use bus_schemas::order::transfer::{TransitStatus, Way};
use bus_schemas::order::{
    DraftLine, ExtraRights, Order, OrderAction, OrderCommand, OrderDone, OrderDraft, OrderKind, OrderRefusal, OrderReply, OrderRequest, OrderStatus,
    OrderType, PartLine, PickedPlace, TargetPlace, TransferDraft,
};
use bus_schemas::warehouse::{CostBasis, Operation, Place, ReceiveLine, StockAction, StockCommand, StockReply, StockRequest};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rust_decimal::Decimal;

use crate::simulation::{nodes, seeds, simulate};
use crate::store::{Faults, Store, VirtualClock};

const PRODUCTS: i64 = 3;
/// Of each product in each warehouse at the beginning, by batch.
const BATCHES: [(&str, i64, i64); 2] = [("A", 30, 2), ("B", 30, 5)];
const ORDERS: i64 = 5;

/// The nodes and the time of a site.
#[derive(Clone)]
struct Site {
    systems: Vec<System>,
    clock: SharedClock,
}

fn key(id: &str) -> CommandKey {
    CommandKey::of(AdminId(1), CommandId::new(id).unwrap())
}

fn line(product: i64, quantity: i64, area: Option<i64>) -> DraftLine {
    DraftLine { target: TargetPlace { area: area.map(AreaId), shelf: None }, ..DraftLine::new(ProductId(product), Decimal::from(quantity)) }
}

fn draft(source: i64, target: i64, lines: Vec<DraftLine>) -> OrderDraft {
    OrderDraft {
        transfer: Some(TransferDraft { target: Some(WarehouseId(target)), ..TransferDraft::default() }),
        ..OrderDraft::new(WarehouseId(source), if source == target { OrderType::WITHIN } else { OrderType::BETWEEN }, "2026-01-15", lines)
    }
}

fn part(line: u32, quantity: i64) -> PartLine {
    PartLine { line, quantity: Decimal::from(quantity), ..PartLine::default() }
}

fn step(name: &str, parts: Option<Vec<PartLine>>) -> OrderAction {
    OrderAction::Step { step: name.to_owned(), parts, reason: Some("counted twice".to_owned()), details: Box::default() }
}

impl Site {
    async fn open(store: &Arc<Store>, count: usize) -> Self {
        let clock: SharedClock = VirtualClock::start();
        let site = Self { systems: nodes(store, &clock, count).await, clock };
        for warehouse in [1, 2] {
            for (batch, units, price) in BATCHES {
                site.fill(warehouse, batch, units, price).await;
            }
        }
        site
    }

    async fn fill(&self, warehouse: i64, batch: &str, units: i64, price: i64) {
        let line = |product: i64| ReceiveLine {
            line: product as u32,
            place: Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: batch.into() },
            unit: UnitId(1),
            quantity: Quantity(Decimal::from(units)),
            price: Price(Decimal::from(price)),
            produce_date: None,
            expiry_date: Some("2027-01-01".into()),
            received: None,
        };
        let (id, action) = (key(&format!("fill-{warehouse}-{batch}")), StockAction::Receive { lines: (1..=PRODUCTS).map(line).collect() });
        let command = StockCommand::new(id, AdminId(1), "2026-01-15", action);
        loop {
            let request = StockRequest { warehouse: WarehouseId(warehouse), command: command.clone(), deadline: self.clock.now_ms() + 3_000 };
            match self.systems[0].warehouses().ask(request).await {
                StockReply::Done(_) => return,
                StockReply::Failed(_) => {}
                refused @ StockReply::Refused(_) => panic!("{refused:?}"),
            }
        }
    }

    /// Asks until there is an answer, now one node and now another.
    async fn ask(&self, random: &mut StdRng, order: i64, id: &str, action: OrderAction) -> Result<OrderDone, OrderRefusal> {
        loop {
            let command = OrderCommand {
                id: key(id),
                admin: AdminId(1),
                version: None,
                action: action.clone(),
                quiet: true,
                may: ExtraRights::all(),
                today: "2026-01-15".into(),
            };
            let request = OrderRequest { kind: OrderKind::TRANSFER, order: OrderId(order), command, deadline: self.clock.now_ms() + 3_000 };
            match self.systems[random.random_range(0..self.systems.len())].orders().ask(request).await {
                OrderReply::Done(done) => return Ok(done),
                OrderReply::Refused(refusal) => return Err(refusal),
                OrderReply::Failed(_) => {}
            }
        }
    }
}

fn stored(store: &Store, order: i64) -> Order {
    store.world.lock().unwrap().orders[&(OrderKind::TRANSFER, OrderId(order))].clone()
}

/// What is wrong with the goods of all transfers, by hand.
fn faults(store: &Store) -> Vec<String> {
    let world = store.world.lock().unwrap();
    let mut faults = world.findings();
    let mut goods: BTreeMap<ProductId, Decimal> = BTreeMap::new();
    for row in world.balances.values() {
        *goods.entry(row.place.product).or_default() += row.on_hand.0;
    }
    for order in world.orders.values() {
        let Some(part) = &order.transfer else { continue };
        for line in &order.lines {
            let Some(transit) = &line.transit else { continue };
            let between = order.order_type == OrderType::BETWEEN;
            for way in [Way::There, Way::Back] {
                let road = line.in_transit(way);
                let lots: Quantity = line.lots(way, order.warehouse).iter().map(|lot| lot.quantity).sum();
                if between && (road < Quantity::ZERO || lots != road) {
                    faults.push(format!("order {} line {}: {road} in transit {way:?}, its lots are {lots}", order.id, line.line));
                }
                if between {
                    *goods.entry(line.product).or_default() += road.0;
                }
            }
            *goods.entry(line.product).or_default() += (transit.lost + transit.lost_back).0;
            let moved = |warehouse: WarehouseId| -> Quantity {
                line.moves.iter().filter(|moved| moved.warehouse == warehouse).map(|moved| moved.quantity).sum()
            };
            let as_told = moved(order.warehouse) == transit.returned - line.stocked && moved(part.target) == transit.arrived;
            if between && !as_told {
                faults.push(format!("order {} line {}: {:?} and {:?}", order.id, line.line, line.moves, transit));
            }
            if !between && (line.stocked != transit.arrived || moved(order.warehouse) != Quantity::ZERO) {
                faults.push(format!("order {} line {}: moved within by {}", order.id, line.line, moved(order.warehouse)));
            }
        }
        let road = |way| order.in_transit(way);
        if order.order_type == OrderType::BETWEEN && (part.there, part.back) != (road(Way::There), road(Way::Back)) {
            faults.push(format!("order {} says {} and {} are in transit", order.id, part.there, part.back));
        }
        if order.order_type == OrderType::BETWEEN && order.status == OrderStatus::STOCKED && part.transit != TransitStatus::Settled {
            faults.push(format!("order {} is moved and {:?}", order.id, part.transit));
        }
    }
    let all = Decimal::from(2 * BATCHES.iter().map(|(_, units, _)| units).sum::<i64>());
    for (product, sum) in goods {
        if sum != all {
            faults.push(format!("product {product}: {sum} instead of {all}"));
        }
    }
    faults
}

#[test]
fn goods_are_never_made_or_lost_by_transfers() {
    seeds().for_each(|seed| simulate(transfers_keep_goods(seed)));
}

async fn transfers_keep_goods(seed: u64) {
    let store = Store::new(seed, Faults { percent: 15, guarded: true });
    let site = Site::open(&store, 1 + (seed % 2) as usize).await;
    let mut clerks = Vec::new();
    for order in 1..=ORDERS {
        let mut random = StdRng::seed_from_u64(seed * 1_000 + order as u64);
        let source = random.random_range(1..=2);
        let target = if random.random_bool(0.2) { source } else { 3 - source };
        let lines = (0..random.random_range(1..=3)).map(|_| {
            let area = (source == target).then_some(1).or_else(|| random.random_bool(0.5).then_some(2));
            line(random.random_range(1..=PRODUCTS), random.random_range(1..20), area)
        });
        let action = OrderAction::Create { draft: draft(source, target, lines.collect()) };
        site.ask(&mut random, order, &format!("create-{order}"), action).await.unwrap();
        // Two clerks do with it what comes to their minds.
        for clerk in 0..2 {
            clerks.push(tokio::spawn(clerk_of(site.clone(), seed, order, clerk)));
        }
    }
    let mut done = 0;
    for clerk in clerks {
        done += clerk.await.unwrap();
    }
    store.stop_failing();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(faults(&store), Vec::<String>::new(), "seed {seed}");
    assert!(done > ORDERS as usize, "seed {seed}: only {done} steps were taken");
}

/// Takes random steps; answers how many were done.
async fn clerk_of(site: Site, seed: u64, order: i64, clerk: u64) -> usize {
    let mut random = StdRng::seed_from_u64(seed * 10_000 + order as u64 * 10 + clerk);
    let mut done = 0;
    for number in 0..12 {
        let name = match random.random_range(0..20) {
            0..4 => AUDIT,
            4..8 => SHIP,
            8..12 => RECEIVE,
            12 => REFUSE,
            13 => LOST,
            14 => RECEIVE_BACK,
            15 => LOST_BACK,
            16 => SHIFT,
            17 => TAKE_BACK,
            18 => CLOSE,
            _ => VOID,
        };
        let parts = random.random_bool(0.7).then(|| vec![part(random.random_range(1..=3), random.random_range(1..8))]);
        let takes_parts = !matches!(name, AUDIT | TAKE_BACK | CLOSE | VOID);
        let action = step(name, parts.filter(|_| takes_parts));
        done += usize::from(site.ask(&mut random, order, &format!("{order}-{clerk}-{number}"), action).await.is_ok());
    }
    done
}

/// One transfer of ten pieces of product 1, shipped in two parts of two batches.
async fn shipped() -> (Arc<Store>, Site, StdRng) {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let (site, mut random) = (Site::open(&store, 1).await, StdRng::seed_from_u64(1));
    let action = OrderAction::Create { draft: draft(1, 2, vec![line(1, 40, Some(2))]) };
    site.ask(&mut random, 1, "create", action).await.unwrap();
    site.ask(&mut random, 1, "audit", step(AUDIT, None)).await.unwrap();
    site.ask(&mut random, 1, "ship-1", step(SHIP, Some(vec![part(1, 35)]))).await.unwrap();
    (store, site, random)
}

fn transit(order: &Order) -> (TransitStatus, i64, i64) {
    let part = order.transfer.as_ref().unwrap();
    let whole = |quantity: Quantity| i64::try_from(quantity.0).unwrap();
    (part.transit, whole(part.there), whole(part.back))
}

fn refused(answer: Result<OrderDone, OrderRefusal>) -> (String, String) {
    match answer {
        Err(OrderRefusal::Invalid { field, key }) => (field, key),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_transfer_goes_through_transit_in_parts() {
    let (store, site, mut random) = shipped().await;
    assert_eq!(transit(&stored(&store, 1)), (TransitStatus::PartlyShipped, 35, 0));
    site.ask(&mut random, 1, "ship-2", step(SHIP, None)).await.unwrap();
    let order = stored(&store, 1);
    assert_eq!((transit(&order), order.status), ((TransitStatus::InTransit, 40, 0), OrderStatus::IN_TRANSIT));
    // The first batch left whole, at the average cost of the source.
    let lots: Vec<_> = order.lines[0].lots(Way::There, WarehouseId(1)).into_iter().map(|lot| (lot.batch, lot.quantity.0, lot.unit_cost.0)).collect();
    let cost = Decimal::new(35, 1);
    assert_eq!(lots, [("A".into(), Decimal::from(30), cost), ("B".into(), Decimal::from(5), cost), ("B".into(), Decimal::from(5), cost)]);

    // More than was shipped is refused, and so is a batch that is not in transit.
    let wrong = |field: &str, key: &str| (field.to_owned(), key.to_owned());
    let over = site.ask(&mut random, 1, "over", step(RECEIVE, Some(vec![part(1, 41)]))).await;
    assert_eq!(refused(over), wrong("lines[0].quantity", "error.quantity.transit"));
    let twice = site.ask(&mut random, 1, "twice", step(RECEIVE, Some(vec![part(1, 30), part(1, 11)]))).await;
    assert_eq!(refused(twice), wrong("lines[1].quantity", "error.quantity.transit"));
    let other = PartLine { batch: Some("C".into()), ..part(1, 1) };
    let other = site.ask(&mut random, 1, "other", step(RECEIVE, Some(vec![other]))).await;
    assert_eq!(refused(other), wrong("lines[0].quantity", "error.quantity.transit"));

    // Twelve arrive, two of them damaged; three of the second batch are refused; one is lost.
    let damaged = PartLine { to: TargetPlace { area: Some(AreaId(3)), shelf: None }, damaged: true, ..part(1, 2) };
    // Damaged goods lie where nothing is sold from: neither the planned area nor the named one is such a place yet.
    for (id, place) in [("planned", TargetPlace::default()), ("named", damaged.to)] {
        let sold = site.ask(&mut random, 1, id, step(RECEIVE, Some(vec![part(1, 10), PartLine { to: place, ..damaged.clone() }]))).await;
        assert_eq!(refused(sold), wrong("lines[1].warehouses_areas_id", "error.area.held"));
    }
    store.world.lock().unwrap().purposes.insert((WarehouseId(2), AreaId(3)), AreaPurpose::Damaged);
    site.ask(&mut random, 1, "receive-1", step(RECEIVE, Some(vec![part(1, 10), damaged]))).await.unwrap();
    let of_b = |units| PartLine { batch: Some("b ".into()), ..part(1, units) };
    site.ask(&mut random, 1, "refuse", step(REFUSE, Some(vec![of_b(3)]))).await.unwrap();
    let silent = OrderAction::Step { step: LOST.to_owned(), parts: None, reason: None, details: Box::default() };
    assert_eq!(refused(site.ask(&mut random, 1, "silent", silent).await), wrong("reason", "error.required"));
    site.ask(&mut random, 1, "lost", step(LOST, Some(vec![part(1, 1)]))).await.unwrap();
    let order = stored(&store, 1);
    assert_eq!((transit(&order), order.status), ((TransitStatus::PartlyReceived, 24, 3), OrderStatus::IN_TRANSIT));
    let line = order.lines[0].transit.clone().unwrap();
    assert_eq!((line.arrived.0, line.damaged.0, line.losses[0].lot.batch.as_str()), (Decimal::from(12), Decimal::TWO, "A"));
    assert_eq!(line.losses[0].lot.value().to_string(), "3.50");

    // The rest arrives; the order is done when the refused ones are back where they were.
    site.ask(&mut random, 1, "receive-2", step(RECEIVE, None)).await.unwrap();
    assert_eq!(stored(&store, 1).status, OrderStatus::IN_TRANSIT);
    site.ask(&mut random, 1, "back", step(RECEIVE_BACK, None)).await.unwrap();
    let order = stored(&store, 1);
    assert_eq!((transit(&order), order.status), ((TransitStatus::Settled, 0, 0), OrderStatus::STOCKED));
    assert_eq!(faults(&store), Vec::<String>::new());

    let world = store.world.lock().unwrap();
    let lies = |warehouse: i64, area: i64, batch: &str| {
        let place = Place { area: AreaId(area), shelf: ShelfId(0), product: ProductId(1), batch: batch.into() };
        world.balances.get(&(WarehouseId(warehouse), place)).map(|row| (i64::try_from(row.on_hand.0).unwrap(), row.expiry_date.clone()))
    };
    let until = Some("2027-01-01".to_owned());
    assert_eq!((lies(2, 2, "A"), lies(2, 3, "A"), lies(2, 2, "B")), (Some((27, until.clone())), Some((2, until.clone())), Some((7, until.clone()))));
    assert_eq!((lies(1, 0, "A"), lies(1, 0, "B")), (Some((0, until.clone())), Some((23, until))));
    // Transfers are neither in nor out, but for what was lost in transit: it is written off where it should have come.
    let moved = world.movements.values().filter(|movement| movement.order.is_some() && movement.operation.is_some());
    let (lost, others): (Vec<_>, Vec<_>) = moved.partition(|movement| movement.cost_basis == Some(CostBasis::Lost));
    assert!(others.len() > 5 && others.iter().all(|movement| movement.operation == Some(Operation::Transfer)));
    let rows: Vec<_> = lost.iter().map(|movement| (movement.warehouse.0, movement.operation, movement.moved.0)).collect();
    let (came, gone) = (Some(Operation::Transfer), Some(Operation::Adjustment));
    assert_eq!(rows, [(2, came, Decimal::ONE), (2, gone, Decimal::NEGATIVE_ONE)]);
}

#[tokio::test(start_paused = true)]
async fn a_transfer_that_ships_no_more_ends_when_what_is_on_the_road_has_arrived() {
    let (store, site, mut random) = shipped().await;
    site.ask(&mut random, 1, "close", step(CLOSE, None)).await.unwrap();
    let order = stored(&store, 1);
    assert_eq!((transit(&order), order.status), ((TransitStatus::InTransit, 35, 0), OrderStatus::IN_TRANSIT));
    assert!(matches!(site.ask(&mut random, 1, "late", step(SHIP, None)).await, Err(OrderRefusal::Transition { .. })));
    site.ask(&mut random, 1, "receive", step(RECEIVE, None)).await.unwrap();
    let order = stored(&store, 1);
    assert_eq!((transit(&order), order.status), ((TransitStatus::Settled, 0, 0), OrderStatus::STOCKED));
    assert_eq!(faults(&store), Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn goods_move_within_a_warehouse_in_one_step_and_keep_batch_and_cost() {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let (site, mut random) = (Site::open(&store, 1).await, StdRng::seed_from_u64(1));
    let same = OrderAction::Create { draft: draft(1, 1, vec![line(1, 40, None)]) };
    let refusal = site.ask(&mut random, 1, "nowhere", same).await;
    assert_eq!(refused(refusal), ("lines[0].target_warehouses_areas_id".to_owned(), "error.transfer.same_place".to_owned()));
    let action = OrderAction::Create { draft: draft(1, 1, vec![line(1, 40, Some(2))]) };
    site.ask(&mut random, 1, "create", action).await.unwrap();
    site.ask(&mut random, 1, "audit", step(AUDIT, None)).await.unwrap();
    assert!(matches!(site.ask(&mut random, 1, "ship", step(SHIP, None)).await, Err(OrderRefusal::Transition { .. })));
    site.ask(&mut random, 1, "move-1", step(SHIFT, Some(vec![part(1, 32)]))).await.unwrap();
    site.ask(&mut random, 1, "move-2", step(SHIFT, None)).await.unwrap();
    let order = stored(&store, 1);
    assert_eq!((transit(&order), order.status), ((TransitStatus::None, 0, 0), OrderStatus::STOCKED));
    assert_eq!(faults(&store), Vec::<String>::new());
    let world = store.world.lock().unwrap();
    let moved: Vec<_> = order.lines[0].moves.iter().map(|moved| (moved.area.0, moved.batch.as_str(), moved.quantity.0, moved.unit_cost.0)).collect();
    let (cost, d) = (Decimal::new(35, 1), |units: i64| Decimal::from(units));
    let first = [(0, "A", d(-30), cost), (0, "B", d(-2), cost), (2, "A", d(30), cost), (2, "B", d(2), cost)];
    assert_eq!(moved, [&first[..], &[(0, "B", d(-8), cost), (2, "B", d(8), cost)]].concat());
    assert!(world.movements.values().filter(|movement| movement.order.is_some()).all(|movement| movement.warehouse == WarehouseId(1)));
}

#[tokio::test(start_paused = true)]
async fn goods_of_a_named_batch_move_within_a_warehouse() {
    let store = Store::new(1, Faults { percent: 0, guarded: true });
    let (site, mut random) = (Site::open(&store, 1).await, StdRng::seed_from_u64(1));
    let action = OrderAction::Create { draft: draft(1, 1, vec![line(1, 40, Some(2))]) };
    site.ask(&mut random, 1, "create", action).await.unwrap();
    site.ask(&mut random, 1, "audit", step(AUDIT, None)).await.unwrap();
    let of = |batch: &str, quantity| PartLine {
        from: Some(PickedPlace { area: AreaId(0), shelf: ShelfId(0), batch: batch.to_owned() }),
        ..part(1, quantity)
    };
    // Of B, 10 are reserved beside the 30 of A that leave first.
    let more = site.ask(&mut random, 1, "more", step(SHIFT, Some(vec![of("B", 11)]))).await;
    assert!(matches!(more, Err(OrderRefusal::Stock { .. })), "{more:?}");
    let elsewhere = PartLine { to: TargetPlace { area: Some(AreaId(3)), shelf: None }, ..of("B", 1) };
    let elsewhere = site.ask(&mut random, 1, "elsewhere", step(SHIFT, Some(vec![elsewhere]))).await;
    assert_eq!(refused(elsewhere), ("lines[0].warehouses_areas_id".to_owned(), "error.field.unknown".to_owned()));
    site.ask(&mut random, 1, "both", step(SHIFT, Some(vec![of("B", 4), of("A", 1)]))).await.unwrap();
    let order = stored(&store, 1);
    let moved: Vec<_> = order.lines[0].moves.iter().map(|moved| (moved.area.0, moved.batch.as_str(), moved.quantity.0)).collect();
    let d = |units: i64| Decimal::from(units);
    assert_eq!(moved, [(0, "B", d(-4)), (0, "A", d(-1)), (2, "B", d(4)), (2, "A", d(1))]);
    site.ask(&mut random, 1, "rest", step(SHIFT, None)).await.unwrap();
    assert_eq!(stored(&store, 1).status, OrderStatus::STOCKED);
    assert_eq!(faults(&store), Vec::<String>::new());
}
