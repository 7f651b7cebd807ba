//! The orders of this node.

use std::sync::Arc;

use bus_schemas::ids::OrderId;
use bus_schemas::notification::Announcement;
use bus_schemas::order::{Order, OrderKind, OrderReply, OrderRequest};
use ractor::ActorCell;

use super::actor::{OrderActor, OrderMessage};
use super::port::OrderStore;
use crate::clock::SharedClock;
use crate::directory::Directory;
use crate::warehouse::warehouses::Warehouses;

/// Commands that may wait at one order.
const WAITING_MAX: usize = 64;

/// Hears that an order was written without its warehouse.
pub trait OrderListener: Send + Sync + 'static {
    /// Called after the transaction is on disk. Must not block.
    fn changed(&self, order: &Order, announcements: Vec<Announcement>);
}

struct Inner {
    store: Arc<dyn OrderStore>,
    clock: SharedClock,
    warehouses: Warehouses,
    listener: Arc<dyn OrderListener>,
    directory: Directory<(OrderKind, OrderId), OrderMessage>,
}

/// Asks orders; each is started when it is first asked and rests when it is idle. Cheap to clone.
#[derive(Clone)]
pub struct Orders(Arc<Inner>);

impl Orders {
    /// None is started until it is asked.
    #[must_use]
    pub fn new(store: Arc<dyn OrderStore>, clock: SharedClock, warehouses: Warehouses, listener: Arc<dyn OrderListener>, root: ActorCell) -> Self {
        let directory = Directory::new(root, clock.clone(), WAITING_MAX);
        Self(Arc::new(Inner { store, clock, warehouses, listener, directory }))
    }

    /// Asks an order.
    pub async fn ask(&self, request: OrderRequest) -> OrderReply {
        let key = (request.kind, request.order);
        let deadline = request.deadline;
        let request = Arc::new(request);
        let behaviour = || OrderActor { kind: key.0, id: key.1, orders: self.clone() };
        let message = |asking| OrderMessage::Ask(request.clone(), asking);
        self.0.directory.ask(key, deadline, behaviour, message).await.unwrap_or_else(OrderReply::Failed)
    }

    /// Answers what waits, then stops every order.
    pub async fn drain(&self) {
        self.0.directory.drain().await;
    }

    pub(super) fn rest(&self, kind: OrderKind, order: OrderId) {
        self.0.directory.rest((kind, order));
    }

    /// The store of the orders.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn OrderStore> {
        &self.0.store
    }

    pub(super) fn clock(&self) -> &SharedClock {
        &self.0.clock
    }

    pub(super) fn warehouses(&self) -> &Warehouses {
        &self.0.warehouses
    }

    pub(super) fn changed(&self, order: &Order, announcements: Vec<Announcement>) {
        self.0.listener.changed(order, announcements);
    }
}
