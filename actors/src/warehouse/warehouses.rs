//! The warehouses of this node.

use bus_schemas::ids::WarehouseId;
use bus_schemas::warehouse::{StockReply, StockRequest};
use ractor::ActorCell;

use super::actor::{Asked, Shared, WarehouseActor, WarehouseMessage};
use crate::directory::Directory;

/// Commands that may wait at one warehouse; more are refused at once.
const WAITING_MAX: usize = 2_048;

/// Asks warehouses; each is started when it is first asked. Cheap to clone.
#[derive(Clone)]
pub struct Warehouses {
    shared: Shared,
    directory: Directory<WarehouseId, WarehouseMessage>,
}

impl Warehouses {
    /// None is started until it is asked.
    #[must_use]
    pub fn new(shared: Shared, root: ActorCell) -> Self {
        let directory = Directory::new(root, shared.clock.clone(), WAITING_MAX);
        Self { shared, directory }
    }

    /// Asks a warehouse.
    pub async fn ask(&self, request: StockRequest) -> StockReply {
        let StockRequest { warehouse, command, deadline } = request;
        let behaviour = || WarehouseActor { warehouse, shared: self.shared.clone() };
        let message = |asking| WarehouseMessage::Ask(Box::new(Asked::new(command.clone(), deadline, asking)));
        self.directory.ask(warehouse, deadline, behaviour, message).await.unwrap_or_else(StockReply::Failed)
    }

    /// Makes a running warehouse read its settings again.
    pub async fn reload(&self, warehouse: WarehouseId) {
        self.directory.tell(warehouse, WarehouseMessage::Reload).await;
    }

    /// Answers what waits, then stops every warehouse.
    pub async fn drain(&self) {
        self.directory.drain().await;
    }
}
