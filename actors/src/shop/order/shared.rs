//! What the actors of a node's shop orders share, and what they are sent.

use std::sync::{Arc, OnceLock};

use bus_schemas::ids::OrderId;
use bus_schemas::notification::Announcement;
use bus_schemas::shop::command::{ShopReply, ShopRequest};
use bus_schemas::shop::order::ShopOrder;

use super::port::ShopStore;
use crate::clock::SharedClock;
use crate::order::orders::Orders;
use crate::placement::request::{Received, Request};
use crate::placement::route::Route;
use crate::shop::payment::Providers;
use crate::warehouse::warehouses::Warehouses;

impl Request for ShopRequest {
    type Key = OrderId;
    type Reply = ShopReply;

    fn key(&self) -> OrderId {
        self.order
    }

    fn deadline(&self) -> i64 {
        self.deadline
    }
}

/// Messages of the actor.
pub enum ShopMessage {
    /// Do this.
    Ask(Received<ShopRequest>),
    /// Nothing may have happened since this many commands.
    Rest(u64),
    /// The order's timer may have fired.
    Due,
}

impl From<Received<ShopRequest>> for ShopMessage {
    fn from(received: Received<ShopRequest>) -> Self {
        Self::Ask(received)
    }
}

/// Notified when a shop order was written.
pub trait ShopListener: Send + Sync + 'static {
    /// Called after the transaction is on disk. Must not block.
    fn shop_changed(&self, order: &ShopOrder, announcements: Vec<Announcement>);
}

/// What the actors of all shop orders share.
pub struct Shared {
    pub(super) store: Arc<dyn ShopStore>,
    pub(super) clock: SharedClock,
    pub(super) warehouses: Warehouses,
    pub(super) orders: Orders,
    pub(super) listener: Arc<dyn ShopListener>,
    pub(super) route: Route<ShopRequest, ShopMessage>,
    pub(super) providers: OnceLock<Providers>,
}

impl Shared {
    pub(super) fn now(&self) -> i64 {
        self.clock.now_ms() / 1_000
    }

    pub(super) fn clock(&self) -> &SharedClock {
        &self.clock
    }

    /// The store of shop orders.
    #[must_use]
    pub(super) fn store(&self) -> &dyn ShopStore {
        &*self.store
    }

    pub(super) fn warehouses(&self) -> &Warehouses {
        &self.warehouses
    }

    pub(super) fn orders(&self) -> &Orders {
        &self.orders
    }

    pub(super) fn changed(&self, order: &ShopOrder, announcements: Vec<Announcement>) {
        self.listener.shop_changed(order, announcements);
    }

    pub(super) fn remove_idle(&self, order: OrderId) {
        self.route.remove_idle(order);
    }

    /// Sets the providers that take payments, once; until then there are none.
    pub(super) fn set_providers(&self, providers: Providers) {
        if self.providers.set(providers).is_err() {
            tracing::warn!("the providers of payments were set before");
        }
    }

    /// The providers that take payments.
    #[must_use]
    pub(super) fn providers(&self) -> Providers {
        self.providers.get().cloned().unwrap_or_default()
    }
}
