//! What the actors of a node's orders share, and what they are sent.

use std::sync::Arc;

use bus_schemas::ids::OrderId;
use bus_schemas::notification::Announcement;
use bus_schemas::order::{Order, OrderKind, OrderRequest};

use super::port::OrderStore;
use crate::clock::SharedClock;
use crate::placement::request::Received;
use crate::placement::route::Route;
use crate::warehouse::warehouses::Warehouses;

/// Messages of the actor.
pub enum OrderMessage {
    /// Do this.
    Ask(Received<OrderRequest>),
    /// Nothing may have happened since this many commands.
    Rest(u64),
}

impl From<Received<OrderRequest>> for OrderMessage {
    fn from(received: Received<OrderRequest>) -> Self {
        Self::Ask(received)
    }
}

/// Notified when an order was written without its warehouse.
pub trait OrderListener: Send + Sync + 'static {
    /// Called after the transaction is on disk. Must not block.
    fn changed(&self, order: &Order, announcements: Vec<Announcement>);
}

/// What the actors of all orders share.
pub struct Shared {
    pub(super) store: Arc<dyn OrderStore>,
    pub(super) clock: SharedClock,
    pub(super) warehouses: Warehouses,
    pub(super) listener: Arc<dyn OrderListener>,
    pub(super) route: Route<OrderRequest, OrderMessage>,
}

impl Shared {
    pub(super) fn remove_idle(&self, kind: OrderKind, order: OrderId) {
        self.route.remove_idle((kind, order));
    }

    pub(super) fn store(&self) -> &Arc<dyn OrderStore> {
        &self.store
    }

    pub(super) fn clock(&self) -> &SharedClock {
        &self.clock
    }

    pub(super) fn warehouses(&self) -> &Warehouses {
        &self.warehouses
    }

    pub(super) fn changed(&self, order: &Order, announcements: Vec<Announcement>) {
        self.listener.changed(order, announcements);
    }
}
