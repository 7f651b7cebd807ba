//! Members and staff who take the steps of a history, each asking again under the same id until there is an answer, and
//! now and then twice at once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use actors::bus::Bus;
use actors::clock::{Clock, SharedClock};
use actors::shop::payment::Providers;
use actors::system::{Ports, System};
use bus_schemas::hold::{AreaPurpose, HoldChange, HoldState};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::order::details::BackTo;
use bus_schemas::shop::Cents;
use bus_schemas::shop::balance::{BalanceCause, CauseKind};
use bus_schemas::shop::command::{ShippedGoods, ShopAction, ShopCommand, ShopKey, ShopRefusal, ShopReply, ShopRequest};
use bus_schemas::shop::evaluation::{EvaluationTerms, LineEvaluation};
use bus_schemas::shop::order::{LinePieces, PayMethod, ShopBy, ShopOrder, ShopParcel, ShopTerms};
use bus_schemas::shop::refund::{LineReason, RefundType, ShopRefund};
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};
use bus_schemas::warehouse::{Expired, Place, ReceiveLine, StockAction, StockCommand, StockReply, StockRequest};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rust_decimal::Decimal;

use super::desk::NotDone;
use super::provider::StandIn;
use super::steps::{Act, COUPONS, Doing, HANDS, INSPECTION, MEMBERS, PRODUCTS, SOLD, WAREHOUSES, What};
use super::{baskets, books, paid};
use crate::memory_bus::MemoryBus;
use crate::store::Store;
use crate::store::shop::Claimed;

const ASKED_MAX: usize = 500;
const DRAIN_LIMIT: Duration = Duration::from_secs(5);
const DAY: &str = "2026-01-15";
/// Of each product in each warehouse at the beginning.
const OPENING: i64 = 9;
/// Of the virtual goods.
pub const COUNTER: i64 = 12;
pub const STAFF: ShopBy = ShopBy::Staff(AdminId(1));

/// Time that passes by itself, and in leaps.
#[derive(Debug)]
struct HopClock {
    began: tokio::time::Instant,
    hops: AtomicI64,
}

impl Clock for HopClock {
    fn now_ms(&self) -> i64 {
        i64::try_from(self.began.elapsed().as_millis()).unwrap() + 1_000 + self.hops.load(Ordering::Relaxed)
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
    pub provider: Arc<StandIn>,
    time: Arc<HopClock>,
    bus: Arc<dyn Bus>,
    nodes: Arc<RwLock<Vec<System>>>,
    placed: Arc<Mutex<BTreeMap<usize, OrderId>>>,
    /// What came in beside the opening, by product.
    filled: Arc<Mutex<BTreeMap<i64, books::Filled>>>,
    terms: ShopTerms,
    report: Arc<Mutex<Report>>,
}

fn place(product: i64) -> Place {
    Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: String::new() }
}

/// What a refund is in: audit, status, sent.
fn state(refund: &ShopRefund) -> (u8, u8, u8) {
    (refund.audit_status, refund.status, refund.user_ship_status)
}

impl Site {
    /// Nodes over a store, two warehouses with goods, and members with money.
    pub async fn open(store: &Arc<Store>, seed: u64, count: usize) -> Self {
        let time = Arc::new(HopClock { began: tokio::time::Instant::now(), hops: AtomicI64::new(0) });
        store.sole_writer.store(count == 1, Ordering::Relaxed);
        {
            let mut world = store.world.lock().unwrap();
            for warehouse in WAREHOUSES {
                world.purposes.insert((WarehouseId(warehouse), AreaId(INSPECTION)), AreaPurpose::ToInspect);
            }
            if seed.is_multiple_of(4) {
                // All that is sent back comes to one place, wherever it had left from.
                world.shop.returns.insert(1, BackTo { warehouse: WarehouseId(WAREHOUSES[1]), area: None });
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
            provider: StandIn::new(time.clone(), seed),
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

    fn node(&self, random: &mut StdRng) -> System {
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

    pub fn hop(&self, seconds: i64) {
        self.time.hops.fetch_add(seconds * 1_000, Ordering::Relaxed);
    }

    /// Asks a warehouse until there is an answer.
    pub async fn stock(&self, random: &mut StdRng, warehouse: i64, id: &str, action: StockAction) -> Result<String, String> {
        let command = StockCommand {
            id: CommandKey::of(AdminId(1), CommandId::new(id).unwrap()),
            admin: AdminId(1),
            business_date: DAY.into(),
            order: None,
            action,
            order_write: None,
            expired: Expired::Refused,
            also: None,
            shop: None,
            notifications: vec![],
        };
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

    async fn fill(&self, random: &mut StdRng, id: &str, warehouse: i64, product: i64, quantity: i64) -> Result<String, String> {
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

    /// Asks an order once, or twice at once.
    async fn once(&self, random: &mut StdRng, order: OrderId, by: ShopBy, id: &str, action: &ShopAction) -> Result<ShopReply, String> {
        let request = self.request(order, by, id, action.clone());
        if !random.random_bool(0.1) {
            return Ok(self.node(random).shop().ask(request).await);
        }
        self.twice(random, id, request.clone(), request).await
    }

    fn request(&self, order: OrderId, by: ShopBy, id: &str, action: ShopAction) -> ShopRequest {
        let key = ShopKey::of(by, CommandId::new(id).unwrap());
        let command = ShopCommand { key, by, version: None, today: DAY.into(), action };
        ShopRequest { order, command, deadline: self.time.now_ms() + 8_000 }
    }

    /// Asks an order in the name of the system: once, or in two places at once.
    pub async fn keyed(&self, random: &mut StdRng, order: OrderId, key: ShopKey, action: ShopAction) -> ShopReply {
        let command = ShopCommand { key, by: ShopBy::System, version: None, today: DAY.into(), action };
        let request = ShopRequest { order, command, deadline: self.time.now_ms() + 8_000 };
        if !random.random_bool(0.15) {
            return self.node(random).shop().ask(request).await;
        }
        let (one, other) = (self.node(random), self.node(random));
        tokio::join!(one.shop().ask(request.clone()), other.shop().ask(request)).0
    }

    /// Asks the same in two places at once: if both say what was done, it is the same.
    async fn twice(&self, random: &mut StdRng, id: &str, first: ShopRequest, second: ShopRequest) -> Result<ShopReply, String> {
        let (one, other) = (self.node(random), self.node(random));
        match tokio::join!(one.shop().ask(first), other.shop().ask(second)) {
            (ShopReply::Done(one), ShopReply::Done(other)) if (one.id, one.version, one.refund) != (other.id, other.version, other.refund) => {
                Err(format!("{id} was answered twice, differently: {one:?} {other:?}"))
            }
            (ShopReply::Done(done), _) | (_, ShopReply::Done(done)) => Ok(ShopReply::Done(done)),
            (ShopReply::Failed(failure), _) | (_, ShopReply::Failed(failure)) => Ok(ShopReply::Failed(failure)),
            (refused, _) => Ok(refused),
        }
    }

    /// Asks an order until there is an answer, and now and then once more: what was done stays done.
    pub async fn ask(&self, random: &mut StdRng, order: OrderId, by: ShopBy, id: &str, action: ShopAction) -> Result<ShopReply, String> {
        for _ in 0..ASKED_MAX {
            let reply = self.once(random, order, by, id, &action).await?;
            if matches!(reply, ShopReply::Failed(_)) {
                tokio::time::sleep(Duration::from_millis(1)).await;
                continue;
            }
            if let (ShopReply::Done(done), true) = (&reply, random.random_bool(0.15)) {
                match self.once(random, order, by, id, &action).await? {
                    ShopReply::Done(again) if again.version != done.version => {
                        return Err(format!("{id} was done as {done:?} and again as {again:?}"));
                    }
                    ShopReply::Refused(refusal) => return Err(format!("{id} was done and is now refused: {refusal}")),
                    ShopReply::Done(_) | ShopReply::Failed(_) => {}
                }
            }
            return Ok(reply);
        }
        Err(format!("{id} was asked {ASKED_MAX} times and never answered"))
    }

    /// What a basket becomes at this moment.
    pub fn draft(&self, id: OrderId, member: i64, lines: &[(usize, i64)], coupon: Option<(i64, i64)>, score: i64) -> Option<ShopOrder> {
        baskets::draft(id, member, lines, coupon, score, (self.now(), self.terms))
    }

    /// Places an order under one command, each time with an id of its own, as a client does that hears nothing.
    async fn place(&self, random: &mut StdRng, at: usize, what: &What) -> Result<String, String> {
        let What::Place { order, member, lines, coupon, score } = what else { return Ok("refused".into()) };
        let by = ShopBy::Member(*member);
        let id = format!("s{at}");
        for tried in 0..ASKED_MAX {
            let known = self.store.world.lock().unwrap().shop.commands.get(&ShopKey::of(by, CommandId::new(&id).unwrap())).map(|done| done.id);
            if let Some(known) = known {
                self.placed.lock().unwrap().insert(*order, known);
                return Ok("done before".into());
            }
            let own = if *coupon { self.own_coupon(*member) } else { None };
            let asked = |number: usize| {
                let order = OrderId((at * 2_000 + number) as i64);
                let draft = self.draft(order, *member, lines, own, *score)?;
                Some(self.request(order, by, &id, ShopAction::Place { draft: Box::new(draft) }))
            };
            let (Some(first), Some(second)) = (asked(tried + 1), asked(tried + 1_001)) else { return Ok("refused, no price".into()) };
            let reply =
                if random.random_bool(0.1) { self.twice(random, &id, first, second).await? } else { self.node(random).shop().ask(first).await };
            match reply {
                ShopReply::Done(done) => {
                    self.placed.lock().unwrap().insert(*order, done.id);
                    return Ok(format!("done, it is {:?}", done.status));
                }
                ShopReply::Refused(refusal) => return Ok(format!("refused, {refusal}")),
                ShopReply::Failed(_) => tokio::time::sleep(Duration::from_millis(1)).await,
            }
        }
        Err(format!("{id} was asked {ASKED_MAX} times and never answered"))
    }

    /// A coupon of a member, whatever its state, and what it is a ticket of.
    fn own_coupon(&self, member: i64) -> Option<(i64, i64)> {
        let world = self.store.world.lock().unwrap();
        let of = world.shop.claimed.iter().filter(|(_, row)| row.member == member);
        of.max_by_key(|(id, row)| (row.status == 0, **id)).map(|(id, row)| (*id, row.coupon))
    }

    /// What an act is to an order as it is stored now; none where it makes no sense.
    fn action(&self, order: &ShopOrder, act: &Act) -> (ShopBy, ShopAction) {
        let member = ShopBy::Member(order.user_id);
        let reason = "because".to_owned();
        let refund = |action: RefundAction| ShopAction::Refund(Box::new(action));
        let last = |states: &[(u8, u8, u8)]| {
            let fits = order.refunds.iter().rev().find(|refund| states.contains(&state(refund)));
            fits.or(order.refunds.last()).map_or(1, |refund| refund.no)
        };
        let of = |no: u32| order.refunds.iter().find(|refund| refund.no == no);
        match act {
            Act::Pay => (member, ShopAction::Pay { method: if order.pay_amount.is_zero() { PayMethod::Free } else { PayMethod::Balance } }),
            Act::Cancel => (member, ShopAction::Cancel { reason }),
            Act::ApplyCancel => (member, ShopAction::ApplyCancel { reason }),
            Act::TakeBackCancel => (member, ShopAction::TakeBackCancel),
            Act::DecideCancel { agree } => (STAFF, ShopAction::DecideCancel { agree: *agree, reason }),
            Act::Deliver { part } => {
                let waits = order.parcels.iter().find(|parcel| parcel.status == ShopParcel::WAITING).or(order.parcels.first());
                let first = waits.and_then(|parcel| parcel.lines.first());
                let lines = part.zip(first).map(|(quantity, first)| vec![LinePieces { line: first.line, quantity }]);
                let parcel = waits.map_or(1, |parcel| parcel.no);
                (STAFF, ShopAction::Deliver { parcel, company_id: 1, carrier: None, courier_number: "X1".into(), lines, force: String::new() })
            }
            Act::Extend => (member, ShopAction::Extend),
            Act::Receive => (member, ShopAction::Receive),
            Act::Evaluate => {
                let open = order.lines.iter().filter(|line| !line.evaluated && line.refunded_num < line.quantity);
                let lines = open.map(|line| LineEvaluation { line: line.line, star: 4, ..LineEvaluation::default() }).collect();
                (member, ShopAction::Evaluate { lines, terms: EvaluationTerms::default() })
            }
            Act::Close { back } => (STAFF, ShopAction::Close { reason, goods: if *back { ShippedGoods::Back } else { ShippedGoods::WriteOff } }),
            Act::Hide => (member, ShopAction::Hide),
            Act::Ask { goods_too, line, quantity } => {
                let kind = if *goods_too { RefundType::GoodsAndMoney } else { RefundType::Money };
                let lines = vec![RefundLine { line: *line, quantity: *quantity, amount: None }];
                (member, refund(RefundAction::Apply { kind, lines, reason, description: String::new(), images: vec![] }))
            }
            Act::Goodwill { line, cents } => {
                let lines = vec![RefundLine { line: *line, quantity: 0, amount: Some(Cents(*cents)) }];
                (STAFF, refund(RefundAction::Apply { kind: RefundType::Money, lines, reason, description: String::new(), images: vec![] }))
            }
            Act::Withdraw => (member, refund(RefundAction::Withdraw { refund: last(&[(1, 0, 0), (2, 1, 0)]) })),
            Act::Agree { percent } => {
                let no = last(&[(1, 0, 0)]);
                let lines = of(no).filter(|_| *percent != 100).map(|refund| {
                    let part = |cents: Cents| Cents(cents.0 * percent / 100);
                    refund
                        .lines
                        .iter()
                        .map(|share| RefundLine { line: share.line, quantity: i64::from(share.quantity), amount: Some(part(share.amount)) })
                        .collect()
                });
                (
                    STAFF,
                    refund(RefundAction::Agree {
                        refund: no,
                        lines,
                        freight: None,
                        reason,
                        return_address_id: 1,
                        coupon_back: *percent != 100 && order.user_coupon_id.is_some(),
                    }),
                )
            }
            Act::RefuseRefund => (STAFF, refund(RefundAction::Refuse { refund: last(&[(1, 0, 0)]), reason })),
            Act::Waive => (STAFF, refund(RefundAction::Waive { refund: last(&[(2, 1, 2), (2, 1, 0)]), lines: None, reason: String::new() })),
            Act::SendBack => (
                member,
                refund(RefundAction::Ship { refund: last(&[(2, 1, 0)]), company: "Express".into(), courier_number: "B1".into(), images: vec![] }),
            ),
            Act::ReceiveBack { less } => {
                let no = last(&[(2, 1, 1)]);
                let lines: Option<Vec<LinePieces>> = of(no).filter(|_| *less > 0).map(|refund| {
                    let came = |quantity: u32| (i64::from(quantity) - less).max(0);
                    refund.lines.iter().map(|share| LinePieces { line: share.line, quantity: came(share.quantity) }).collect()
                });
                let reasons = order.lines.iter().map(|line| LineReason { line: line.line, reason: reason.clone() }).collect();
                (STAFF, refund(RefundAction::Receive { refund: no, lines, reasons }))
            }
            Act::RejectBack => (STAFF, refund(RefundAction::Reject { refund: last(&[(2, 1, 1)]), reason, images: vec![] })),
            Act::BeginPay | Act::PayThere { .. } | Act::Look | Act::HandleRefund { .. } | Act::Meddle => (
                ShopBy::Member(99),
                if order.version % 2 == 0 { ShopAction::Pay { method: PayMethod::Balance } } else { ShopAction::Cancel { reason } },
            ),
        }
    }

    async fn order(&self, random: &mut StdRng, at: usize, number: usize, act: &Act) -> Result<String, String> {
        let stored = {
            let id = self.placed.lock().unwrap().get(&number).copied();
            id.and_then(|id| self.store.world.lock().unwrap().shop.orders.get(&id).cloned())
        };
        let Some(stored) = stored else { return Ok("there is no such order".into()) };
        if act.of_provider() {
            return Ok(self.pays(random, &stored, &format!("s{at}"), act).await.unwrap_or_else(NotDone::said));
        }
        let (by, action) = self.action(&stored, act);
        match self.ask(random, stored.id, by, &format!("s{at}"), action).await? {
            ShopReply::Done(_) if *act == Act::Meddle => Err(format!("somebody else did something with order {number}")),
            ShopReply::Refused(refusal) if *act == Act::Meddle && refusal != ShopRefusal::NotFound => Err(format!("somebody else heard: {refusal}")),
            ShopReply::Done(done) => Ok(format!("done, it is {:?} in version {}", done.status, done.version)),
            ShopReply::Refused(refusal) => Ok(format!("refused, {refusal}")),
            ShopReply::Failed(failure) => Err(format!("failed, {failure}")),
        }
    }

    /// Takes a step. `Err`: something that can't be.
    async fn does(&self, random: &mut StdRng, at: usize, what: &What) -> Result<String, String> {
        match what {
            What::Place { .. } => self.place(random, at, what).await,
            What::Order { order, act } => self.order(random, at, *order, act).await,
            What::Claim { member, coupon } => {
                let now = self.now();
                let mut world = self.store.world.lock().unwrap();
                let (id, end) = (at as i64 + 1, now + if at.is_multiple_of(3) { 2_000 } else { 20 * 86_400 });
                world.shop.claimed.insert(id, Claimed { coupon: *coupon.min(&COUPONS), member: *member, status: 0, order: 0, start: 0, end });
                Ok("done".into())
            }
            What::Recharge { member, cents } => {
                let cause = BalanceCause { kind: CauseKind::Recharge, id: format!("r{at}") };
                let mut world = self.store.world.lock().unwrap();
                // Told twice, it is booked once.
                let booked = (world.shop.recharge(*member, *cents, &cause), world.shop.recharge(*member, *cents, &cause));
                if booked == (true, false) { Ok("done".into()) } else { Err(format!("a recharge was booked {booked:?}")) }
            }
            What::Fill { warehouse, product, quantity } => self.fill(random, &format!("s{at}"), *warehouse, *product, *quantity).await,
            What::Hold { warehouse, product, held } => {
                let state = if *held { HoldState::ToInspect } else { HoldState::None };
                let change =
                    HoldChange { product: ProductId(*product), batch: String::new(), state, reason: "asked about".into(), everywhere: false };
                self.stock(random, *warehouse, &format!("s{at}"), StockAction::Hold { change }).await
            }
            What::Hop { seconds } => {
                self.hop(*seconds);
                Ok("done".into())
            }
            What::Sweep { node } => {
                let system = {
                    let nodes = self.nodes.read().unwrap();
                    nodes[node % nodes.len()].clone()
                };
                // A task of its own, as the scheduler's is: where the store's code panics, the next sweep goes on.
                let found = tokio::spawn(async move { system.shop().sweep().await }).await;
                Ok(match found {
                    Ok(Ok(many)) => format!("done for {many}"),
                    Ok(Err(error)) => format!("refused, {error}"),
                    Err(panicked) => format!("refused, {panicked}"),
                })
            }
            What::Tell => match self.provider.notice() {
                Some(notice) => {
                    let told = format!("{notice:?}");
                    let answer = self.apart(random, |site, mut random| async move { site.take(&mut random, notice).await }).await;
                    Ok(format!("{answer} ({told})"))
                }
                None => Ok("refused, nothing is told".into()),
            },
            What::PaySweep => Ok(self.apart(random, |site, mut random| async move { site.pay_sweep(&mut random).await }).await),
            What::Match => {
                let compare = |site: Site, mut random: StdRng| async move {
                    site.compare(&mut random).await.map(|rows| format!("done, {} differ", rows.len()))
                };
                Ok(self.apart(random, compare).await)
            }
            What::Handle { nth, wish } => {
                let (id, wish) = (format!("s{at}"), *wish);
                let Some(number) = self.trouble(*nth) else { return Ok("refused, nothing is wrong".into()) };
                let about = number.clone();
                let answer = self.apart(random, |site, mut random| async move { site.handle(&mut random, &number, wish, &id).await }).await;
                Ok(format!("{answer} ({about})"))
            }
            What::Restart { node } => {
                self.replace(*node, &format!("s{at}")).await;
                Ok("done".into())
            }
        }
    }

    /// Does something in a task of its own, as a node does: where code panics, the others go on.
    pub async fn apart<F>(&self, random: &mut StdRng, work: impl FnOnce(Self, StdRng) -> F) -> String
    where
        F: Future<Output = Result<String, NotDone>> + Send + 'static,
    {
        let own = StdRng::seed_from_u64(random.random());
        match tokio::spawn(work(self.clone(), own)).await {
            Ok(answer) => answer.unwrap_or_else(NotDone::said),
            Err(panicked) => format!("no answer, {panicked}"),
        }
    }

    fn note(&self, hand: usize, what: &What, answer: Result<String, String>) {
        let said = answer.as_ref().map_or_else(|fault| fault.clone(), Clone::clone);
        let found = self.faults();
        let mut report = self.report.lock().unwrap();
        report.log.push(format!("{:>8} s  hand {hand} {what}: {said}", self.now()));
        report.done += usize::from(said.starts_with("done"));
        report.faults.extend(answer.err());
        if report.faults.is_empty() {
            report.faults.extend(found);
        }
    }

    /// Lets everybody work: each hand takes its own steps, all hands at once.
    pub async fn work(&self, seed: u64, steps: &[Doing]) -> Report {
        let hands: Vec<_> = (0..HANDS)
            .map(|hand| {
                let own: Vec<(usize, What)> =
                    steps.iter().enumerate().filter(|(_, step)| step.hand == hand).map(|(at, step)| (at, step.what.clone())).collect();
                let site = self.clone();
                tokio::spawn(async move {
                    let mut random = StdRng::seed_from_u64(seed * 100 + hand as u64);
                    for (at, what) in own {
                        tokio::time::sleep(Duration::from_millis(random.random_range(0..40))).await;
                        let answer = site.does(&mut random, at, &what).await;
                        site.note(hand, &what, answer);
                    }
                })
            })
            .collect();
        for hand in hands {
            if let Err(error) = hand.await {
                self.report.lock().unwrap().faults.push(format!("somebody could not go on: {error}"));
            }
        }
        std::mem::take(&mut *self.report.lock().unwrap())
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
            self.hop(seconds);
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
