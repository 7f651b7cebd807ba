//! The warehouses of this node.

use bus_schemas::ids::WarehouseId;
use bus_schemas::warehouse::{StockReply, StockRequest};
use ractor::ActorCell;

use super::actor::{Shared, WarehouseActor, WarehouseMessage};
use crate::placement::route::Route;

/// Most commands that wait at one warehouse; more are refused at once.
const WAITING_MAX: usize = 2_048;

/// Asks warehouses; each is started when it is first asked. Cheap to clone.
#[derive(Clone)]
pub struct Warehouses {
    shared: Shared,
    route: Route<StockRequest, WarehouseMessage>,
}

impl Warehouses {
    /// None is started until it is asked.
    #[must_use]
    pub fn new(shared: Shared, root: ActorCell) -> Self {
        let route = Route::new(root, shared.clock.clone(), WAITING_MAX);
        Self { shared, route }
    }

    /// Asks a warehouse.
    pub async fn ask(&self, request: StockRequest) -> StockReply {
        self.route.ask(request, |warehouse| WarehouseActor { warehouse, shared: self.shared.clone(), route: self.route.clone() }).await
    }

    /// Makes a running warehouse read its settings again.
    pub async fn reload(&self, warehouse: WarehouseId) {
        self.route.send(warehouse, WarehouseMessage::Reload).await;
    }

    /// Answers open questions, then stops every warehouse's actor.
    pub async fn drain(&self) {
        self.route.drain().await;
    }
}
