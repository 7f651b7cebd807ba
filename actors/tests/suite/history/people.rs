//! People who take the steps of a history, each asking again under the same id until there is an answer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use actors::bus::Bus;
use actors::clock::SharedClock;
use actors::count::lines::{counted, differences, tallied};
use actors::count::rules::{self, Act};
use actors::system::{Ports, System};
use bus_schemas::count::{CountDraft, CountLine, CountResult, CountScope, CountSheet, CountWrite, Tolerance};
use bus_schemas::hold::{AreaPurpose, HoldChange, HoldState, ReservedPart};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, CountId, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Cost, Price, Quantity};
use bus_schemas::order::costs::{CostDraft, CostType};
use bus_schemas::order::kinds::{ADD_COST, AUDIT, CLOSE, RECEIVE, RECEIVE_BACK, RETURN_GOODS, REVERSE, STOCK, TAKE_COST_BACK, VOID};
use bus_schemas::order::{
    DraftLine, ExtraRights, LinkReason, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderLine, OrderReply, OrderRequest, OrderStatus,
    OrderType, PartLine, StepDetails, TargetPlace, TransferDraft,
};
use bus_schemas::warehouse::{CountedLine, Place, ReceiveLine, StockAction, StockCommand, StockReply, StockRequest};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rust_decimal::Decimal;

use super::Report;
use super::books;
use super::steps::{BATCHES, DAMAGED, Doing, Goods, LOOSE, PEOPLE, PRODUCTS, WAREHOUSES, What};
use crate::memory_bus::MemoryBus;
use crate::store::{Store, VirtualClock};

/// How often one step is asked before it counts as never answered.
const ASKED_MAX: usize = 2_000;
/// Steps after which the books are looked at.
const LOOK_EVERY: usize = 10;
const DRAIN_LIMIT: Duration = Duration::from_secs(5);
/// Of each batch of each product in each warehouse at the beginning.
const OPENING: i64 = 12;
const DAY: &str = "2026-01-15";

/// What was counted on a sheet.
#[derive(Clone)]
pub struct Counted {
    pub sheet: CountSheet,
    pub lines: Vec<CountedLine>,
}

/// The nodes and the time of a site, and what its people remember.
#[derive(Clone)]
pub struct Site {
    store: Arc<Store>,
    clock: SharedClock,
    bus: Arc<dyn Bus>,
    nodes: Arc<RwLock<Vec<System>>>,
    sheets: Arc<Mutex<BTreeMap<i64, Counted>>>,
    report: Arc<Mutex<Report>>,
}

fn key(id: &str) -> CommandKey {
    CommandKey::of(AdminId(1), CommandId::new(id).unwrap())
}

fn place(goods: &Goods) -> Place {
    Place { area: AreaId(goods.area), shelf: ShelfId(0), product: ProductId(goods.product), batch: goods.batch.to_owned() }
}

/// Batches have a date, the same wherever they come in.
fn expires(batch: &str) -> Option<String> {
    (!batch.is_empty()).then(|| "2027-01-01".to_owned())
}

fn line(kind: OrderKind, order_type: OrderType, goods: &Goods) -> DraftLine {
    // Goods that go out are of any place; what comes in or is corrected has one.
    let placed = kind == OrderKind::INBOUND || kind == OrderKind::ADJUSTMENT;
    let comes = kind == OrderKind::INBOUND || order_type == OrderType::FOUND;
    DraftLine {
        area: (placed && goods.area > 0).then_some(AreaId(goods.area)),
        price: if comes { Decimal::from(goods.price) } else { Decimal::ZERO },
        batch: (placed && !goods.batch.is_empty()).then(|| goods.batch.to_owned()),
        expiry_date: if comes { expires(goods.batch) } else { None },
        target: TargetPlace { area: kind.transfers.then_some(AreaId(1 + goods.area % 2)), shelf: None },
        ..DraftLine::new(ProductId(goods.product), Decimal::from(goods.quantity))
    }
}

impl Site {
    pub async fn open(store: &Arc<Store>, count: usize) -> Self {
        let clock: SharedClock = VirtualClock::start();
        let bus: Arc<dyn Bus> = Arc::new(MemoryBus::default());
        store.sole_writer.store(count == 1, std::sync::atomic::Ordering::Relaxed);
        for warehouse in WAREHOUSES {
            store.world.lock().unwrap().purposes.insert((WarehouseId(warehouse), AreaId(DAMAGED)), AreaPurpose::Damaged);
        }
        let site = Self { store: store.clone(), clock, bus, nodes: Arc::default(), sheets: Arc::default(), report: Arc::default() };
        for number in 0..count {
            let node = site.start(&format!("n{number}")).await;
            site.nodes.write().unwrap().push(node);
        }
        for warehouse in WAREHOUSES {
            site.fill(warehouse).await;
        }
        site
    }

    async fn start(&self, name: &str) -> System {
        let ports = Ports {
            warehouses: self.store.clone(),
            orders: self.store.clone(),
            notifications: self.store.clone(),
            shop: Arc::new(actors::shop::order::port::NoShop),
        };
        System::start(name.to_owned(), "test", ports, Some(self.bus.clone()), self.clock.clone()).await.unwrap()
    }

    fn node(&self, random: &mut StdRng) -> System {
        let nodes = self.nodes.read().unwrap();
        nodes[random.random_range(0..nodes.len())].clone()
    }

    async fn fill(&self, warehouse: i64) {
        let mut lines = Vec::new();
        for product in 1..=PRODUCTS {
            for (batch, price) in BATCHES.iter().zip(2..).filter(|(batch, _)| product != LOOSE || batch.is_empty()) {
                let goods = Goods { product, quantity: OPENING, area: 0, batch, price };
                lines.push(ReceiveLine {
                    line: 0,
                    place: place(&goods),
                    unit: UnitId(1),
                    quantity: Quantity(Decimal::from(goods.quantity)),
                    price: Price(Decimal::from(goods.price)),
                    produce_date: None,
                    expiry_date: expires(batch),
                    received: None,
                });
            }
        }
        let mut random = StdRng::seed_from_u64(0);
        let reply = self.stock(&mut random, warehouse, &format!("fill-{warehouse}"), StockAction::Receive { lines }).await;
        assert!(matches!(reply, Ok(StockReply::Done(_))), "{reply:?}");
    }

    /// Asks a warehouse until there is an answer.
    async fn stock(&self, random: &mut StdRng, warehouse: i64, id: &str, action: StockAction) -> Result<StockReply, String> {
        let command = StockCommand::new(key(id), AdminId(1), DAY, action);
        for _ in 0..ASKED_MAX {
            let request = StockRequest { warehouse: WarehouseId(warehouse), command: command.clone(), deadline: self.clock.now_ms() + 3_000 };
            match self.node(random).warehouses().ask(request).await {
                StockReply::Failed(_) => tokio::time::sleep(Duration::from_millis(1)).await,
                answered => return Ok(answered),
            }
        }
        Err(format!("{id} was asked {ASKED_MAX} times and never answered"))
    }

    /// Asks an order until there is an answer.
    async fn order(&self, random: &mut StdRng, kind: OrderKind, order: i64, id: &str, action: OrderAction) -> Result<OrderReply, String> {
        let command =
            OrderCommand { id: key(id), admin: AdminId(1), version: None, action, quiet: true, may: ExtraRights::default(), today: DAY.into() };
        for _ in 0..ASKED_MAX {
            let request = OrderRequest { kind, order: OrderId(order), command: command.clone(), deadline: self.clock.now_ms() + 3_000 };
            match self.node(random).orders().ask(request).await {
                OrderReply::Failed(_) => tokio::time::sleep(Duration::from_millis(1)).await,
                answered => return Ok(answered),
            }
        }
        Err(format!("{id} was asked {ASKED_MAX} times and never answered"))
    }

    /// Lets everybody work: each person takes their own steps, all at once.
    pub async fn work(&self, seed: u64, steps: &[Doing]) -> Report {
        let workers: Vec<_> = (0..PEOPLE)
            .map(|person| {
                let own: Vec<(usize, What)> =
                    steps.iter().enumerate().filter(|(_, step)| step.person == person).map(|(at, step)| (at, step.what.clone())).collect();
                let site = self.clone();
                tokio::spawn(async move {
                    let mut random = StdRng::seed_from_u64(seed * 100 + person as u64);
                    for (at, what) in own {
                        // Somebody else may be at it already.
                        tokio::time::sleep(Duration::from_millis(random.random_range(0..40))).await;
                        let answer = site.does(&mut random, at, &what).await;
                        site.note(person, &what, answer);
                    }
                })
            })
            .collect();
        for worker in workers {
            if let Err(error) = worker.await {
                self.report.lock().unwrap().faults.push(format!("somebody could not go on: {error}"));
            }
        }
        std::mem::take(&mut *self.report.lock().unwrap())
    }

    /// Writes down what was answered, and looks at the books now and then.
    fn note(&self, person: usize, what: &What, answer: Result<String, String>) {
        let mut report = self.report.lock().unwrap();
        let said = answer.as_ref().map_or_else(|fault| fault.clone(), Clone::clone);
        report.log.push(format!("{:>6} ms  person {person} {what}: {said}", self.clock.now_ms()));
        report.done += usize::from(said.starts_with("done"));
        if let Err(fault) = answer {
            report.faults.push(fault);
        }
        if report.faults.is_empty() && report.log.len().is_multiple_of(LOOK_EVERY) {
            let found = self.faults();
            report.faults.extend(found);
        }
    }

    /// Takes a step. `Err`: something that can't be.
    async fn does(&self, random: &mut StdRng, at: usize, what: &What) -> Result<String, String> {
        let id = format!("s{at}");
        match what {
            What::Make { order, kind, order_type, source, target, lines } => {
                let draft = OrderDraft {
                    transfer: kind.transfers.then(|| TransferDraft { target: Some(WarehouseId(*target)), ..TransferDraft::default() }),
                    ..OrderDraft::new(WarehouseId(*source), *order_type, DAY, lines.iter().map(|goods| line(*kind, *order_type, goods)).collect())
                };
                self.order(random, *kind, *order, &id, OrderAction::Create { draft }).await.map(of_order)
            }
            What::Step { order, kind, step, part } => {
                let parts = part.map(|(line, quantity)| vec![PartLine { line, quantity: Decimal::from(quantity), ..PartLine::default() }]);
                // Of a cost the part says how much it is, and which one is taken back.
                let (number, amount) = part.map_or((1, 7), |(line, quantity)| (line, quantity));
                let cost = (*step == ADD_COST).then(|| CostDraft { cost_type: CostType::Freight, amount: Decimal::from(amount) });
                let cost_no = (*step == TAKE_COST_BACK).then_some(number);
                let parts = parts.filter(|_| cost.is_none() && cost_no.is_none());
                let details = Box::new(StepDetails { cost, cost_no, ..StepDetails::default() });
                let action = OrderAction::Step { step: (*step).to_owned(), parts, reason: Some("counted twice".into()), details };
                let reply = self.order(random, *kind, *order, &id, action).await?;
                if *step == RETURN_GOODS && matches!(reply, OrderReply::Done(_)) {
                    self.send_back(random, OrderId(*order), &id).await?;
                }
                Ok(of_order(reply))
            }
            What::Release { order, kind } => {
                let reserved = self.store.world.lock().unwrap().reserved_for(*kind, OrderId(*order));
                let Some((line, place, quantity)) = reserved.into_iter().next() else { return Ok("nothing is reserved".into()) };
                let action = OrderAction::Release { parts: vec![ReservedPart { line, place, quantity }], reason: "somebody needs it".into() };
                self.order(random, *kind, *order, &id, action).await.map(of_order)
            }
            What::HandOver { from: (from_kind, from), to: (kind, to), quantity } => {
                let found = {
                    let world = self.store.world.lock().unwrap();
                    let reserved = world.reserved_for(*from_kind, OrderId(*from)).into_iter().next();
                    let taking = world.orders.get(&(*kind, OrderId(*to)));
                    reserved.map(|reserved| {
                        let of_product = |line: &&OrderLine| line.product == reserved.1.product;
                        let line = taking.and_then(|order| order.lines.iter().find(of_product)).map_or(1, |line| line.line);
                        (reserved, line)
                    })
                };
                let Some(((line, place, reserved), to_line)) = found else { return Ok("nothing is reserved".into()) };
                let quantity = reserved.min(Quantity(Decimal::from(*quantity)));
                let action = OrderAction::TakeOver {
                    from_kind: *from_kind,
                    from: OrderId(*from),
                    parts: vec![ReservedPart { line, place, quantity }],
                    line: to_line,
                    reason: "it goes first".into(),
                };
                self.order(random, *kind, *to, &id, action).await.map(of_order)
            }
            What::ReverseReturn { order, part } => {
                let returned = {
                    let world = self.store.world.lock().unwrap();
                    let sale = world.orders.get(&(OrderKind::OUTBOUND, OrderId(*order)));
                    let link = sale.and_then(|sale| sale.made.iter().rfind(|link| link.reason == LinkReason::Return).copied());
                    link.map(|link| (link.kind, link.order))
                };
                let Some((kind, returned)) = returned else { return Ok("nothing came back".into()) };
                let parts = part.map(|quantity| vec![PartLine { line: 1, quantity: Decimal::from(quantity), ..PartLine::default() }]);
                let action = OrderAction::Step { step: REVERSE.to_owned(), parts, reason: Some("it never came".into()), details: Box::default() };
                self.order(random, kind, returned.0, &id, action).await.map(of_order)
            }
            What::Hold { warehouse, product, batch, held } => {
                let state = if *held { HoldState::ToInspect } else { HoldState::None };
                let (product, batch, reason) = (ProductId(*product), (*batch).to_owned(), "asked about".to_owned());
                let change = HoldChange { product, batch, state, reason, everywhere: false };
                self.stock(random, *warehouse, &id, StockAction::Hold { change }).await.map(of_stock)
            }
            What::Relocate { warehouse, goods, to } => {
                let quantity = Quantity(Decimal::from(goods.quantity));
                let action = StockAction::Relocate { from: place(goods), area: AreaId(*to), shelf: ShelfId(0), quantity };
                self.stock(random, *warehouse, &id, action).await.map(of_stock)
            }
            What::Count { sheet, warehouse, places } => Ok(self.count(*sheet, *warehouse, places)),
            What::Post { sheet } => self.post(random, *sheet, &id).await,
            What::Restart { node } => {
                let mut at = *node;
                let started = self.start(&id).await;
                let stopped = {
                    let mut nodes = self.nodes.write().unwrap();
                    at %= nodes.len();
                    std::mem::replace(&mut nodes[at], started)
                };
                stopped.drain(DRAIN_LIMIT).await;
                Ok("done".into())
            }
        }
    }

    /// Reviews the last order that sends goods of a purchase back, and most often lets them leave. Others wait to the end.
    async fn send_back(&self, random: &mut StdRng, purchase: OrderId, id: &str) -> Result<(), String> {
        let link = {
            let world = self.store.world.lock().unwrap();
            let order = world.orders.get(&(OrderKind::INBOUND, purchase));
            order.and_then(|order| order.made.iter().rfind(|link| link.reason == LinkReason::SupplierReturn).copied())
        };
        let Some(link) = link else { return Err(format!("{id} made no order that sends goods back")) };
        let steps = [AUDIT, STOCK];
        for (at, step) in steps.into_iter().enumerate().take(random.random_range(0..=steps.len())) {
            self.order(random, link.kind, link.order.0, &format!("{id}-{at}"), OrderAction::step(step)).await?;
        }
        Ok(())
    }

    /// Counts places at this moment: book figure and sequence are those of one snapshot.
    fn count(&self, number: i64, warehouse: i64, places: &[(Goods, i64)]) -> String {
        let mut world = self.store.world.lock().unwrap();
        let id = WarehouseId(warehouse);
        let sequence = world.movements.range((id, 0)..=(id, i64::MAX)).next_back().map_or(0, |((_, sequence), _)| *sequence);
        let act = Act { admin: AdminId(2), now_ms: self.clock.now_ms(), version: None };
        let mut lines: Vec<CountLine> = Vec::new();
        let mut seen = BTreeSet::new();
        for (goods, by) in places {
            let place = place(goods);
            if !seen.insert(place.clone()) {
                continue;
            }
            let book = world.balances.get(&(id, place.clone())).map_or(Quantity::ZERO, |row| row.on_hand);
            let quantity = Quantity((book.0 + Decimal::from(*by)).max(Decimal::ZERO));
            if quantity == book {
                continue;
            }
            let (cost, admin) = (Cost(Decimal::ONE), AdminId(2));
            let result = CountResult { quantity, entered: vec![], book, sequence, cost, admin, at: act.now_ms, zeroed: false };
            let line = CountLine {
                line: lines.len() as u32 + 1,
                place,
                unit: UnitId(1),
                found: book.is_zero(),
                produce_date: None,
                expiry_date: expires(goods.batch),
                reason: None,
                asked: false,
                results: vec![],
            };
            lines.push(counted(&line, result, None).unwrap());
        }
        if lines.is_empty() {
            return "nothing is different".into();
        }
        let draft = CountDraft { warehouse: id, scope: CountScope::default(), blind: false, remark: String::new(), admin: None };
        let mut sheet = rules::create(CountId(number), &draft, lines.len() as u32, Tolerance::default(), DAY, act).unwrap();
        sheet.number = format!("PD{number}");
        sheet.tallies = lines.iter().fold(Default::default(), |sums, line| tallied(sums, None, line, Tolerance::default()));
        sheet.counters = vec![AdminId(2)];
        let sheet = rules::submit(&sheet, act).unwrap();
        world.counts.insert(sheet.id, sheet.clone());
        let prices = (1..=PRODUCTS).map(|product| (ProductId(product), Price(Decimal::TWO))).collect();
        self.sheets.lock().unwrap().insert(number, Counted { sheet, lines: differences(&lines, &prices, &Default::default()) });
        "done".into()
    }

    async fn post(&self, random: &mut StdRng, number: i64, id: &str) -> Result<String, String> {
        let Some(Counted { sheet, lines }) = self.sheets.lock().unwrap().get(&number).cloned() else { return Ok("there is no such sheet".into()) };
        let act = Act { admin: AdminId(1), now_ms: self.clock.now_ms(), version: None };
        let Ok(posted) = rules::post(&sheet, None, act) else { return Ok("refused".into()) };
        let write = Box::new(CountWrite { command: key(id), sheet: posted });
        self.stock(random, sheet.warehouse.0, id, StockAction::Count { write, lines }).await.map(of_stock)
    }

    /// What is wrong with the books at this moment.
    pub fn faults(&self) -> Vec<String> {
        books::faults(&self.store.world.lock().unwrap(), &self.sheets.lock().unwrap())
    }

    /// Ends every order: what is in transit arrives, and the rest is given up. Answers what is wrong then, reservations
    /// that nobody has any more among it.
    pub async fn close(&self) -> Vec<String> {
        let mut random = StdRng::seed_from_u64(9);
        let mut open: Vec<(OrderKind, OrderId)> = self.store.world.lock().unwrap().orders.keys().copied().collect();
        open.sort_by_key(|(_, order)| *order);
        for (kind, order) in open {
            for (at, step) in [VOID, CLOSE, RECEIVE, RECEIVE_BACK].into_iter().enumerate() {
                let transfer_only = step == RECEIVE || step == RECEIVE_BACK;
                if transfer_only && !kind.transfers || step == CLOSE && kind == OrderKind::ADJUSTMENT {
                    continue;
                }
                let action = OrderAction::Step { step: step.to_owned(), parts: None, reason: Some("the end".into()), details: Box::default() };
                if let Err(fault) = self.order(&mut random, kind, order.0, &format!("end-{}-{at}", order.0), action).await {
                    return vec![fault];
                }
            }
        }
        let mut found = self.faults();
        let world = self.store.world.lock().unwrap();
        for order in world.orders.values() {
            let ended = order.status == OrderStatus::STOCKED || order.status == OrderStatus::VOIDED;
            let reviewed_adjustment = order.kind == OrderKind::ADJUSTMENT && order.status == OrderStatus::REVIEWED;
            if !ended && !reviewed_adjustment {
                found.push(format!("{} order {} can't be ended: it is {}", order.kind.as_str(), order.id, order.status.as_str()));
            }
            for (line, place, quantity) in world.reserved_for(order.kind, order.id) {
                found.push(format!("{quantity} at {place:?} is reserved for line {line} of order {} for ever", order.id));
            }
        }
        found
    }
}

fn of_order(reply: OrderReply) -> String {
    match reply {
        OrderReply::Done(done) => format!("done, it is {} in version {}", done.status.as_str(), done.version),
        OrderReply::Refused(refusal) => format!("refused, {refusal}"),
        OrderReply::Failed(failure) => format!("failed, {failure}"),
    }
}

fn of_stock(reply: StockReply) -> String {
    match reply {
        StockReply::Done(done) => done.sequences.map_or("done".into(), |(first, last)| format!("done in rows {first} to {last}")),
        StockReply::Refused(refusal) => format!("refused, {refusal}"),
        StockReply::Failed(failure) => format!("failed, {failure}"),
    }
}
