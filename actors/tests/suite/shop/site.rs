//! The nodes and the time of a shop: opened with goods and money, stopped and started, and looked at for what can't be.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use actors::bus::Bus;
use actors::clock::{Clock, SharedClock};
use actors::shop::payment::Providers;
use actors::system::{Ports, System};
use bus_schemas::hold::AreaPurpose;
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::shop::balance::{BalanceCause, CauseKind};
use bus_schemas::shop::order::{ShopBy, ShopOrder, ShopTerms};
use bus_schemas::warehouse::{Place, ReceiveLine, StockAction, StockCommand, StockReply, StockRequest};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rust_decimal::Decimal;

use super::asking::ASKED_MAX;
use super::provider::FakeProvider;
use super::steps::{INSPECTION, MEMBERS, PRODUCTS, SOLD, WAREHOUSES};
use super::{baskets, books, paid};
use crate::memory_bus::MemoryBus;
use crate::store::Store;

const DRAIN_LIMIT: Duration = Duration::from_secs(5);
pub const DAY: &str = "2026-01-15";
/// Of each product in each warehouse at the beginning.
const OPENING: i64 = 9;
/// Of the virtual goods.
pub const COUNTER: i64 = 12;
pub const STAFF: ShopBy = ShopBy::Staff(AdminId(1));

/// Time that passes by itself, and in leaps.
#[derive(Debug)]
pub(super) struct LeapClock {
    began: tokio::time::Instant,
    leaps: AtomicI64,
}

impl Clock for LeapClock {
    fn now_ms(&self) -> i64 {
        i64::try_from(self.began.elapsed().as_millis()).unwrap() + 1_000 + self.leaps.load(Ordering::Relaxed)
    }

    fn today(&self) -> String {
        DAY.into()
    }
}

/// How a history went.
#[derive(Debug, Default)]
pub struct Report {
    /// What can't be.
    pub faults: Vec<String>,
    /// Each step with its answer, in the order of the answers.
    pub log: Vec<String>,
    /// Steps that were done, not refused.
    pub done: usize,
    /// Orders that were paid through the provider, and payments through it that went wrong.
    pub through: (usize, usize),
}

/// The nodes and the time of a shop, and what its people remember.
#[derive(Clone)]
pub struct Site {
    pub store: Arc<Store>,
    pub provider: Arc<FakeProvider>,
    pub(super) time: Arc<LeapClock>,
    pub(super) bus: Arc<dyn Bus>,
    pub(super) nodes: Arc<RwLock<Vec<System>>>,
    pub(super) placed: Arc<Mutex<BTreeMap<usize, OrderId>>>,
    /// What came in beside the opening, by product.
    pub(super) filled: Arc<Mutex<BTreeMap<i64, books::Filled>>>,
    pub(super) terms: ShopTerms,
    pub(super) report: Arc<Mutex<Report>>,
}

fn place(product: i64) -> Place {
    Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: String::new() }
}

impl Site {
    /// Nodes over a store, two warehouses with goods, and members with money.
    pub async fn open(store: &Arc<Store>, seed: u64, count: usize) -> Self {
        let time = Arc::new(LeapClock { began: tokio::time::Instant::now(), leaps: AtomicI64::new(0) });
        store.sole_writer.store(count == 1, Ordering::Relaxed);
        {
            let mut world = store.world.lock().unwrap();
            for warehouse in WAREHOUSES {
                world.purposes.insert((WarehouseId(warehouse), AreaId(INSPECTION)), AreaPurpose::ToInspect);
            }
            if seed.is_multiple_of(4) {
                // All that is sent back comes to one place, wherever it had left from.
                world.shop.returns.insert(1, ReturnTarget { warehouse: WarehouseId(WAREHOUSES[1]), area: None });
            }
            let virtuals = SOLD.iter().zip(0..).filter(|(sold, _)| sold.product.is_none());
            world.shop.counts = virtuals.map(|(_, sku)| (sku, COUNTER)).collect();
            for member in MEMBERS {
                let cause = BalanceCause { kind: CauseKind::Recharge, id: format!("opening-{member}") };
                world.shop.recharge(member, 60_000, &cause);
                world.shop.earn(member, 2_000, &cause);
            }
        }
        let terms = ShopTerms { inspect_before_refund: seed.is_multiple_of(3), ..ShopTerms::default() };
        let site = Self {
            store: store.clone(),
            provider: FakeProvider::new(time.clone(), seed),
            time,
            bus: Arc::new(MemoryBus::default()),
            nodes: Arc::default(),
            placed: Arc::default(),
            filled: Arc::default(),
            terms,
            report: Arc::default(),
        };
        for number in 0..count {
            let node = site.start(&format!("n{number}")).await;
            site.nodes.write().unwrap().push(node);
        }
        let mut random = StdRng::seed_from_u64(0);
        for warehouse in WAREHOUSES {
            for product in 1..=PRODUCTS {
                let filled = site.fill(&mut random, &format!("fill-{warehouse}-{product}"), warehouse, product, OPENING).await;
                assert!(filled.is_ok(), "{filled:?}");
            }
        }
        site
    }

    pub async fn start(&self, name: &str) -> System {
        let clock: SharedClock = self.time.clone();
        let (warehouses, orders, notifications) = (self.store.clone(), self.store.clone(), self.store.clone());
        let ports = Ports { warehouses, orders, notifications, shop: self.store.clone() };
        let system = System::start(name.to_owned(), "test", ports, Some(self.bus.clone()), clock).await.unwrap();
        system.shop().set_providers(Providers::new(vec![self.provider.clone()]));
        system
    }

    /// A node stops, and another one takes its place.
    pub async fn replace(&self, node: usize, name: &str) {
        let started = self.start(name).await;
        let stopped = {
            let mut nodes = self.nodes.write().unwrap();
            let at = node % nodes.len();
            std::mem::replace(&mut nodes[at], started)
        };
        stopped.drain(DRAIN_LIMIT).await;
    }

    pub(super) fn node(&self, random: &mut StdRng) -> System {
        let nodes = self.nodes.read().unwrap();
        nodes[random.random_range(0..nodes.len())].clone()
    }

    /// The first node.
    pub fn first(&self) -> System {
        self.nodes.read().unwrap()[0].clone()
    }

    pub fn now(&self) -> i64 {
        self.time.now_ms() / 1_000
    }

    pub fn leap(&self, seconds: i64) {
        self.time.leaps.fetch_add(seconds * 1_000, Ordering::Relaxed);
    }

    /// Asks a warehouse until there is an answer.
    pub async fn stock(&self, random: &mut StdRng, warehouse: i64, id: &str, action: StockAction) -> Result<String, String> {
        let key = CommandKey::of(AdminId(1), CommandId::new(id).unwrap());
        let command = StockCommand::new(key, AdminId(1), DAY, action);
        for _ in 0..ASKED_MAX {
            let request = StockRequest { warehouse: WarehouseId(warehouse), command: command.clone(), deadline: self.time.now_ms() + 3_000 };
            match self.node(random).warehouses().ask(request).await {
                StockReply::Done(_) => return Ok("done".into()),
                StockReply::Refused(refusal) => return Ok(format!("refused, {refusal}")),
                StockReply::Failed(_) => tokio::time::sleep(Duration::from_millis(1)).await,
            }
        }
        Err(format!("{id} was asked {ASKED_MAX} times and never answered"))
    }

    pub(super) async fn fill(&self, random: &mut StdRng, id: &str, warehouse: i64, product: i64, quantity: i64) -> Result<String, String> {
        let line = ReceiveLine {
            line: 0,
            place: place(product),
            unit: UnitId(1),
            quantity: Quantity(Decimal::from(quantity)),
            price: Price(Decimal::TWO),
            produce_date: None,
            expiry_date: None,
            received: None,
        };
        self.filled.lock().unwrap().entry(product).or_default().asked += quantity;
        let said = self.stock(random, warehouse, id, StockAction::Receive { lines: vec![line] }).await?;
        let mut filled = self.filled.lock().unwrap();
        let filled = filled.entry(product).or_default();
        filled.asked -= quantity;
        filled.came += if said == "done" { quantity } else { 0 };
        Ok(said)
    }

    /// What a basket becomes at this moment.
    pub fn draft(&self, id: OrderId, member: i64, lines: &[(usize, i64)], coupon: Option<(i64, i64)>, score: i64) -> Option<ShopOrder> {
        baskets::draft(id, member, lines, coupon, score, (self.now(), self.terms))
    }

    /// What can't be at this moment.
    pub fn faults(&self) -> Vec<String> {
        let (world, filled, book) = (self.store.world.lock().unwrap(), self.filled.lock().unwrap(), self.provider.book.lock().unwrap());
        let mut found = books::faults(&world, &filled);
        found.extend(paid::faults(&world, &book));
        found
    }

    /// Lets time pass until nothing waits for it any more. Answers what is wrong then.
    pub async fn settle(&self) -> Vec<String> {
        let mut random = StdRng::seed_from_u64(1);
        for (round, seconds) in [40, 1_000, 2_000, 90_000, 2_000_000, 2_000_000, 2_000_000].into_iter().enumerate() {
            self.leap(seconds);
            for again in 0..3 {
                let system = self.first();
                if let Err(error) = system.shop().sweep().await {
                    return vec![format!("nothing can be swept: {error}")];
                }
                if let Err(error) = self.pay_sweep(&mut random).await {
                    return vec![format!("no payment can be swept: {}", error.said())];
                }
                self.clear_up(&mut random, round * 10 + again).await;
                if let Err(error) = self.compare(&mut random).await {
                    return vec![format!("nothing can be compared: {}", error.said())];
                }
            }
        }
        let differences = match self.compare(&mut random).await {
            Ok(rows) => rows,
            Err(error) => return vec![format!("nothing can be compared: {}", error.said())],
        };
        let mut found = self.faults();
        let world = self.store.world.lock().unwrap();
        found.extend(books::left_over(&world));
        found.extend(paid::left_over(&world, &self.provider.book.lock().unwrap(), &differences));
        found
    }
}
