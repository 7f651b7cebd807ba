//! The shop's rows in memory: orders, members' accounts, coupons, what was bought, and orders that are being placed. What
//! refuses a write and what it changes is what the statements of the database say.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actors::shop::order::plan::AvailableQuantities;
use actors::shop::order::port::{Begun, Guard, ShopStore, ShopWriteError};
use actors::store::StoreError;
use actors::warehouse::picking::{keeps, life_days};
use async_trait::async_trait;
use bus_schemas::ids::{OrderId, WarehouseId};
use bus_schemas::notification::Announcement;
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::shop::Cents;
use bus_schemas::shop::balance::{BalanceCause, EntryKind};
use bus_schemas::shop::command::{ShopDone, ShopKey};
use bus_schemas::shop::coupon::{CouponChange, GRACE_DAYS};
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::write::{CouponStep, PaymentRow, Placing, ShopWrite};

use super::Store;
use super::payments::Payment;
use super::world::World;

/// An entry of one of a member's accounts.
#[derive(Clone, Debug)]
pub struct Entry {
    pub member: i64,
    pub kind: EntryKind,
    pub cause: BalanceCause,
    pub change: i64,
    pub after: i64,
}

/// A claimed coupon.
#[derive(Clone, Debug)]
pub struct Claimed {
    pub coupon: i64,
    pub member: i64,
    pub status: i64,
    /// The order that has it, 0 for none.
    pub order: i64,
    pub start: i64,
    pub end: i64,
}

/// An order that is being placed.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub order: ShopOrder,
    pub open: bool,
    pub undone: bool,
}

/// What is stored of the shop. Amounts in cents.
#[derive(Clone, Debug, Default)]
pub struct ShopRows {
    pub orders: BTreeMap<OrderId, ShopOrder>,
    /// The status of every version of every order.
    pub events: BTreeMap<(OrderId, i64), (Option<i64>, i64, String)>,
    pub commands: HashMap<ShopKey, ShopDone>,
    pub placing: BTreeMap<OrderId, Attempt>,
    pub money: BTreeMap<i64, i64>,
    pub score: BTreeMap<i64, i64>,
    pub money_log: Vec<Entry>,
    pub score_log: Vec<Entry>,
    causes: BTreeSet<(&'static str, &'static str, &'static str, String)>,
    pub claimed: BTreeMap<i64, Claimed>,
    pub used_num: BTreeMap<i64, i64>,
    /// By goods and member.
    pub bought: BTreeMap<(i64, i64), i64>,
    /// Counters of virtual goods, by SKU.
    pub counts: BTreeMap<i64, i64>,
    /// Payments from the balance, and of nothing.
    pub payments: BTreeMap<String, (OrderId, PaymentRow)>,
    /// Attempts to pay through a provider.
    pub attempts: BTreeMap<String, Payment>,
    /// Transactions of providers that are booked, by method.
    pub transactions: BTreeSet<(i64, String)>,
    /// Where goods come in that are sent back to an address.
    pub returns: BTreeMap<i64, ReturnTarget>,
}

impl ShopRows {
    /// Books a change of an account. `Ok(false)`: the cause has an entry already.
    fn book(&mut self, score: bool, (member, change): (i64, i64), kind: EntryKind, cause: &BalanceCause, at_most: bool) -> Result<bool, Guard> {
        let account = if score { "score" } else { "money" };
        if self.causes.contains(&(account, kind.name(), cause.kind.name(), cause.id.clone())) {
            return Ok(false);
        }
        let (rows, log, guard) =
            if score { (&mut self.score, &mut self.score_log, Guard::Score) } else { (&mut self.money, &mut self.money_log, Guard::Money) };
        let had = rows.get(&member).copied().ok_or(guard)?;
        let change = if at_most { change.max(-had) } else { change };
        if had + change < 0 {
            return Err(guard);
        }
        rows.insert(member, had + change);
        log.push(Entry { member, kind, cause: cause.clone(), change, after: had + change });
        self.causes.insert((account, kind.name(), cause.kind.name(), cause.id.clone()));
        Ok(true)
    }

    /// Books what does not come of an order: a recharge.
    pub fn recharge(&mut self, member: i64, change: i64, cause: &BalanceCause) -> bool {
        self.money.entry(member).or_default();
        self.book(false, (member, change), EntryKind::Recharge, cause, false).unwrap_or(false)
    }

    /// Books score that a recharge gives.
    pub fn earn(&mut self, member: i64, change: i64, cause: &BalanceCause) -> bool {
        self.score.entry(member).or_default();
        self.book(true, (member, change), EntryKind::Bonus, cause, false).unwrap_or(false)
    }

    fn step(&mut self, step: CouponStep, write: &ShopWrite) -> Result<(), Guard> {
        let (order, now) = (&write.order, write.order.update_time);
        let takes = matches!(step.change, CouponChange::Hold | CouponChange::Use);
        let (to, used, by_shop) = match step.change {
            CouponChange::Hold => (1, 0, false),
            CouponChange::Use => (2, 1, false),
            CouponChange::Release { by_shop } => (0, 0, by_shop),
            CouponChange::Return { by_shop } => (0, -1, by_shop),
        };
        let from = step.change.from().code();
        let fits = |row: &&mut Claimed| {
            row.member == order.user_id && row.status == from && if from == 0 { row.end > now && row.start <= now } else { row.order == order.id.0 }
        };
        let Some(row) = self.claimed.get_mut(&step.id).filter(fits) else { return if takes { Err(Guard::Coupon) } else { Ok(()) } };
        let late = !takes && row.end <= now;
        row.status = if late && !by_shop { 3 } else { to };
        row.end = if late && by_shop { now + GRACE_DAYS * 86_400 } else { row.end };
        row.order = if takes { order.id.0 } else { 0 };
        *self.used_num.entry(row.coupon).or_default() += used;
        Ok(())
    }

    fn apply(&mut self, write: &ShopWrite) -> Result<(), ShopWriteError> {
        let order = &write.order;
        if !write.without_order && self.orders.get(&order.id).map_or(0, |stored| stored.version) != order.version - 1 {
            return Err(ShopWriteError::Changed);
        }
        match write.placing {
            Placing::None => {}
            Placing::Open => {
                let attempt = Attempt { order: order.clone(), open: true, undone: false };
                if self.placing.insert(order.id, attempt).is_some() {
                    return Err(ShopWriteError::Changed);
                }
            }
            Placing::Close | Placing::Undo => {
                let row = self.placing.get_mut(&order.id).filter(|row| row.open && !row.undone);
                let row = row.ok_or(ShopWriteError::Guarded(Guard::Placing))?;
                row.undone = write.placing == Placing::Undo;
                row.open = row.undone;
            }
            Placing::Freed => self.placing.get_mut(&order.id).into_iter().filter(|row| row.undone).for_each(|row| row.open = false),
        }
        for one in &write.money {
            let booked = self.book(false, (order.user_id, one.change.0), one.kind, &one.cause, false).map_err(ShopWriteError::Guarded)?;
            if !booked && one.once {
                return Err(ShopWriteError::Guarded(Guard::Cause));
            }
        }
        for one in &write.score {
            let booked = self.book(true, (order.user_id, one.change), one.kind, &one.cause, one.at_most).map_err(ShopWriteError::Guarded)?;
            if !booked && one.once {
                return Err(ShopWriteError::Guarded(Guard::Cause));
            }
        }
        if let Some(step) = write.coupon {
            self.step(step, write).map_err(ShopWriteError::Guarded)?;
        }
        for one in &write.bought {
            let had = self.bought.entry((one.goods_id, order.user_id)).or_default();
            if one.limit > 0 && *had + one.quantity > one.limit {
                return Err(ShopWriteError::Guarded(Guard::Limit(one.goods_id)));
            }
            *had = (*had + one.quantity).max(0);
        }
        for one in &write.counts {
            let had = self.counts.entry(one.sku_id).or_default();
            if *had + one.change < 0 {
                return Err(ShopWriteError::Guarded(Guard::Count(one.sku_id)));
            }
            *had += one.change;
        }
        for row in &write.payments {
            self.payments.insert(row.out_trade_no.clone(), (order.id, row.clone()));
        }
        for step in &write.payment_steps {
            self.pay_step(step, order).map_err(ShopWriteError::Guarded)?;
        }
        if write.without_order {
            return Ok(());
        }
        let event = (order.entry.from.map(|from| from.code()), order.entry.to.code(), order.entry.action.clone());
        if self.events.insert((order.id, order.version), event).is_some() {
            return Err(ShopWriteError::Changed);
        }
        if let Some(key) = &write.command {
            let ShopOrder { id, order_no, status, version, .. } = order.clone();
            let done =
                ShopDone { id, order_no, status, version, action: order.entry.action.clone(), refund: write.refund, repeated: true, order: None };
            if self.commands.insert(key.clone(), done).is_some() {
                return Err(ShopWriteError::CommandTaken);
            }
        }
        self.orders.insert(order.id, order.clone());
        Ok(())
    }

    /// All of it or nothing. The second value is the order that a refusal is about.
    pub fn write(&mut self, writes: &[ShopWrite]) -> Result<(), (ShopWriteError, OrderId)> {
        let mut next = self.clone();
        for write in writes {
            next.apply(write).map_err(|error| (error, write.order.id))?;
        }
        *self = next;
        Ok(())
    }
}

#[async_trait]
impl ShopStore for Store {
    async fn next_id(&self) -> Result<OrderId, StoreError> {
        self.readable().await?;
        let mut world = self.world.lock().unwrap();
        world.numbers += 1;
        Ok(OrderId(10_000_000 + world.numbers))
    }

    async fn load(&self, order: OrderId) -> Result<Option<ShopOrder>, StoreError> {
        self.readable().await?;
        Ok(self.world.lock().unwrap().shop.orders.get(&order).cloned())
    }

    async fn placing(&self, order: OrderId) -> Result<Option<Begun>, StoreError> {
        self.readable().await?;
        let world = self.world.lock().unwrap();
        let row = world.shop.placing.get(&order).filter(|row| row.open);
        Ok(row.map(|row| Begun { order: row.order.clone(), undone: row.undone }))
    }

    async fn write(&self, write: &ShopWrite) -> Result<Vec<Announcement>, ShopWriteError> {
        let write = write.clone();
        self.written(move |world| {
            world.shop.write(std::slice::from_ref(&write)).map_err(|(error, _)| error)?;
            world.notifications.extend(write.notifications.iter().cloned());
            Ok(Vec::new())
        })
        .await
    }

    async fn find_command(&self, key: &ShopKey) -> Result<Option<ShopDone>, StoreError> {
        self.readable().await?;
        Ok(self.world.lock().unwrap().shop.commands.get(key).cloned())
    }

    async fn available(&self, order: &ShopOrder, today: &str, _: bool) -> Result<AvailableQuantities, StoreError> {
        self.readable().await?;
        let life_days = life_days(order.keep_until.as_deref(), today);
        let world = self.world.lock().unwrap();
        let mut there = AvailableQuantities::new();
        for ((warehouse, place), row) in &world.balances {
            let wanted = order.lines.iter().any(|line| line.product == Some(place.product) && line.warehouses.contains(warehouse));
            if wanted && !world.is_held(*warehouse, place) && keeps(row.expiry_date.as_deref(), today, life_days) {
                *there.entry((*warehouse, place.product)).or_default() += row.on_hand.0 - row.reserved.0;
            }
        }
        Ok(there)
    }

    async fn return_place(&self, address: i64) -> Result<Option<ReturnTarget>, StoreError> {
        self.readable().await?;
        Ok(self.world.lock().unwrap().shop.returns.get(&address).copied())
    }

    async fn due(&self, now: i64, since: i64, most: usize) -> Result<Vec<OrderId>, StoreError> {
        self.readable().await?;
        let world = self.world.lock().unwrap();
        let due = world.shop.orders.values().filter(|order| order.wake_at.is_some_and(|at| at <= now)).map(|order| order.id);
        let begun = world.shop.placing.iter().filter(|(_, row)| row.open && row.order.update_time <= since).map(|(order, _)| *order);
        Ok(due.chain(begun).take(most).collect())
    }
}

impl World {
    /// Whether goods at a place are nobody's to buy.
    fn is_held(&self, warehouse: WarehouseId, place: &bus_schemas::warehouse::Place) -> bool {
        let by_area = self.purposes.get(&(warehouse, place.area)).is_some_and(|purpose| *purpose != Default::default());
        let of_batch = |at: WarehouseId| self.holds.get(&(at, place.product, place.batch.clone())).map(|hold| hold.state);
        by_area || [warehouse, WarehouseId(0)].into_iter().filter_map(of_batch).any(|state| state != Default::default())
    }

    /// What an order paid and what it was paid back, by its entries in the members' logs.
    pub fn paid_and_back(&self, order: &ShopOrder) -> (Cents, Cents) {
        let of = |entry: &&Entry| entry.cause.id == order.order_no || entry.cause.id.starts_with(&format!("R{}", order.order_no));
        let sum = |kind: EntryKind| self.shop.money_log.iter().filter(of).filter(|entry| entry.kind == kind).map(|entry| entry.change).sum::<i64>();
        (Cents(-sum(EntryKind::Purchase)), Cents(sum(EntryKind::Refund)))
    }
}
