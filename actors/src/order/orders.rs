//! The orders of this node.

use std::sync::Arc;

use bus_schemas::ids::{CommandKey, OrderId};
use bus_schemas::order::process::ADD;
use bus_schemas::order::{Order, OrderCommand, OrderDone, OrderKind, OrderRefusal, OrderReply, OrderRequest};
use bus_schemas::warehouse::AskFailure;
use ractor::ActorCell;

use super::actor::OrderActor;
use super::port::OrderStore;
use super::shared::{OrderListener, Shared};
use crate::clock::SharedClock;
use crate::placement::route::Route;
use crate::store::StoreError;
use crate::warehouse::warehouses::Warehouses;

/// Commands that may wait at one order.
const WAITING_MAX: usize = 64;

/// Asks orders; each is started when it is first asked and rests when it is idle. Cheap to clone.
#[derive(Clone)]
pub struct Orders(pub(super) Arc<Shared>);

impl Orders {
    /// None is started until it is asked.
    #[must_use]
    pub fn new(store: Arc<dyn OrderStore>, clock: SharedClock, warehouses: Warehouses, listener: Arc<dyn OrderListener>, root: ActorCell) -> Self {
        let route = Route::new(root, clock.clone(), WAITING_MAX);
        Self(Arc::new(Shared { store, clock, warehouses, listener, route }))
    }

    /// An order as it is stored.
    pub async fn find(&self, kind: OrderKind, order: OrderId) -> Result<Option<Order>, StoreError> {
        self.0.store().load(kind, order).await
    }

    /// Asks an order.
    pub async fn ask(&self, request: OrderRequest) -> OrderReply {
        self.0.route.ask(request, |(kind, id)| OrderActor { kind, id, orders: self.0.clone() }).await
    }

    /// Creates an order. A command that was done before is answered as it was then, and takes no new id.
    pub async fn create(&self, kind: OrderKind, command: OrderCommand, deadline: i64) -> OrderReply {
        let order = match self.created(kind, &command.id).await {
            Ok(Some(Ok(done))) => return OrderReply::Done(done),
            Ok(Some(Err(refusal))) => return OrderReply::Refused(refusal),
            Ok(None) => self.0.store().next_id().await,
            Err(error) => Err(error),
        };
        match order {
            Ok(order) => self.ask(OrderRequest { kind, order, command, deadline }).await,
            Err(error) => OrderReply::Failed(AskFailure::Unknown { reason: error.to_string() }),
        }
    }

    /// What the command has created before, or why it is refused: it was used for something else.
    pub async fn created(&self, kind: OrderKind, command: &CommandKey) -> Result<Option<Result<OrderDone, OrderRefusal>>, StoreError> {
        Ok(self.0.store().find_command(command).await?.map(|remembered| remembered.answer(kind, None, ADD)))
    }

    /// What a command has done to an order before, or why it is refused: it was used for something else.
    pub async fn find_done(
        &self,
        kind: OrderKind,
        order: OrderId,
        action: &str,
        command: &CommandKey,
    ) -> Result<Option<Result<OrderDone, OrderRefusal>>, StoreError> {
        Ok(self.0.store().find_command(command).await?.map(|remembered| remembered.answer(kind, Some(order), action)))
    }

    /// Answers open questions, then stops every order's actor.
    pub async fn drain(&self) {
        self.0.route.drain().await;
    }
}
