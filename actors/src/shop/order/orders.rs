//! The shop orders of this node.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::order::OrderKind;
use bus_schemas::shop::command::{ShopAction, ShopCommand, ShopKey, ShopReply, ShopRequest};
use bus_schemas::shop::order::ShopBy;
use ractor::ActorCell;

use super::actor::ShopActor;
use super::port::ShopStore;
use super::shared::{Shared, ShopListener};
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

/// Asks shop orders; each is started when it is first asked and rests when it is idle. Cheap to clone.
#[derive(Clone)]
pub struct ShopOrders(Arc<Shared>);

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
        Self(Arc::new(Shared { store, clock, warehouses, orders, listener, route, providers: OnceLock::new() }))
    }

    /// Asks a shop order.
    pub async fn ask(&self, request: ShopRequest) -> ShopReply {
        self.0.route.ask(request, |id| ShopActor { id, shop: self.0.clone() }).await
    }

    /// Wakes the orders whose time has come, and undoes placings that have not ended. Answers how many.
    pub async fn sweep(&self) -> Result<usize, StoreError> {
        let now = self.0.now();
        let due = self.0.store().due(now, now - PLACING_MAX, SWEEP_MAX).await?;
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
            let found = self.0.orders().find(OrderKind::OUTBOUND, outbound).await;
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
        self.0.set_providers(providers);
    }

    /// The providers that take payments.
    #[must_use]
    pub fn providers(&self) -> Providers {
        self.0.providers()
    }

    /// The store of shop orders.
    #[must_use]
    pub fn store(&self) -> &dyn ShopStore {
        self.0.store()
    }

    /// Answers open questions, then stops every order's actor.
    pub async fn drain(&self) {
        self.0.route.drain().await;
    }
}
