//! The shop orders of this node.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::notification::Announcement;
use bus_schemas::order::OrderKind;
use bus_schemas::shop::command::{ShopAction, ShopCommand, ShopKey, ShopReply, ShopRequest};
use bus_schemas::shop::order::{ShopBy, ShopOrder};
use ractor::ActorCell;

use super::actor::{ShopActor, ShopMessage};
use super::port::ShopStore;
use crate::clock::SharedClock;
use crate::order::orders::Orders;
use crate::placement::route::Route;
use crate::shop::payment::Providers;
use crate::store::StoreError;
use crate::warehouse::warehouses::Warehouses;

/// Commands that may wait at one order.
const WAITING_MAX: usize = 32;
/// How long a look at an order by itself may take, in milliseconds.
const WAKE_MS: i64 = 20_000;
/// Seconds after which the placing of an order that has not ended is undone.
const PLACING_MAX: i64 = 30;
/// Orders that are looked at together.
const TOGETHER: usize = 32;
/// Most orders of one sweep.
const SWEEP_MAX: usize = 20_000;

/// How often it is tried to hold again what an order has lost, and the pause between.
const HOLD_TRIES: u32 = 5;
const HOLD_PAUSE: Duration = Duration::from_millis(500);

/// Notified when a shop order was written.
pub trait ShopListener: Send + Sync + 'static {
    /// Called after the transaction is on disk. Must not block.
    fn shop_changed(&self, order: &ShopOrder, announcements: Vec<Announcement>);
}

struct Inner {
    store: Arc<dyn ShopStore>,
    clock: SharedClock,
    warehouses: Warehouses,
    orders: Orders,
    listener: Arc<dyn ShopListener>,
    route: Route<ShopRequest, ShopMessage>,
    providers: OnceLock<Providers>,
}

/// Asks shop orders; each is started when it is first asked and rests when it is idle. Cheap to clone.
#[derive(Clone)]
pub struct ShopOrders(Arc<Inner>);

impl ShopOrders {
    /// None is started until it is asked.
    #[must_use]
    pub fn new(
        store: Arc<dyn ShopStore>,
        clock: SharedClock,
        (warehouses, orders): (Warehouses, Orders),
        listener: Arc<dyn ShopListener>,
        root: ActorCell,
    ) -> Self {
        let route = Route::new(root, clock.clone(), WAITING_MAX);
        Self(Arc::new(Inner { store, clock, warehouses, orders, listener, route, providers: OnceLock::new() }))
    }

    /// Asks a shop order.
    pub async fn ask(&self, request: ShopRequest) -> ShopReply {
        self.0.route.ask(request, |id| ShopActor { id, shop: self.clone() }).await
    }

    /// Wakes the orders whose time has come, and undoes placings that have not ended. Answers how many.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        let now = self.now();
        let due = self.store().due(now, now - PLACING_MAX, SWEEP_MAX).await?;
        for some in due.chunks(TOGETHER) {
            futures::future::join_all(some.iter().map(|order| self.wake(*order))).await;
        }
        Ok(due.len())
    }

    /// Lets an order do what its time has come for.
    pub async fn wake(&self, order: OrderId) -> ShopReply {
        let key = ShopKey::of(ShopBy::System, CommandId::of_bits(u128::from(order.0.unsigned_abs())));
        let command = ShopCommand { key, by: ShopBy::System, version: None, today: self.0.clock.today(), action: ShopAction::Wake };
        self.ask(ShopRequest { order, command, deadline: self.0.clock.now_ms() + WAKE_MS }).await
    }

    /// An outbound order has lost what was reserved for it. Where it is of the shop, its goods are looked for elsewhere, or
    /// staff is told that they are not there.
    pub async fn reserve_elsewhere(&self, outbound: OrderId) {
        let id = CommandId::of_bits(u128::from(outbound.0.unsigned_abs()));
        for _ in 0..HOLD_TRIES {
            let found = self.orders().find(OrderKind::OUTBOUND, outbound).await;
            if let Ok(found) = found {
                let Some(link) = found.and_then(|of| of.shop) else { return };
                let (key, action) = (ShopKey::of(ShopBy::System, id.clone()), ShopAction::HoldAgain { outbound });
                let command = ShopCommand { key, by: ShopBy::System, version: None, today: self.0.clock.today(), action };
                let reply = self.ask(ShopRequest { order: link.order, command, deadline: self.0.clock.now_ms() + WAKE_MS }).await;
                if !matches!(reply, ShopReply::Failed(_)) {
                    return;
                }
            }
            tokio::time::sleep(HOLD_PAUSE).await;
        }
        tracing::warn!(outbound = outbound.0, "what an outbound order of the shop has lost is not held again");
    }

    /// Sets the providers that take payments, once; until then there are none.
    pub fn set_providers(&self, providers: Providers) {
        if self.0.providers.set(providers).is_err() {
            tracing::warn!("the providers of payments were set before");
        }
    }

    /// The providers that take payments.
    #[must_use]
    pub fn providers(&self) -> Providers {
        self.0.providers.get().cloned().unwrap_or_default()
    }

    pub(super) fn now(&self) -> i64 {
        self.0.clock.now_ms() / 1_000
    }

    pub(super) fn clock(&self) -> &SharedClock {
        &self.0.clock
    }

    /// The store of shop orders.
    #[must_use]
    pub fn store(&self) -> &dyn ShopStore {
        &*self.0.store
    }

    pub(super) fn warehouses(&self) -> &Warehouses {
        &self.0.warehouses
    }

    pub(super) fn orders(&self) -> &Orders {
        &self.0.orders
    }

    pub(super) fn changed(&self, order: &ShopOrder, announcements: Vec<Announcement>) {
        self.0.listener.shop_changed(order, announcements);
    }

    pub(super) fn remove_idle(&self, order: OrderId) {
        self.0.route.remove_idle(order);
    }

    /// Answers open questions, then stops every order's actor.
    pub async fn drain(&self) {
        self.0.route.drain().await;
    }
}
