//! The warehouses of this node.

use bus_schemas::ids::WarehouseId;
use bus_schemas::warehouse::{AskFailure, StockReply, StockRequest};
use futures::future::try_join_all;
use ractor::ActorCell;

use super::actor::{Asked, Shared, WarehouseActor, WarehouseMessage};
use crate::directory::Directory;
use crate::store::StoreError;

/// Commands that may wait at one warehouse; more are refused at once.
const WAITING_MAX: usize = 2_048;

/// How long whoever reads waits for the places, in milliseconds.
const SETTLE_MS: i64 = 10_000;

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

    /// Has every warehouse write the places that are behind in the store. One that does not run is started, and finds
    /// them.
    pub async fn settle(&self) -> Result<(), StoreError> {
        let unsettled: Vec<WarehouseId> = self.shared.unsettled.iter().map(|warehouse| *warehouse).collect();
        try_join_all(unsettled.into_iter().map(|warehouse| self.settle_one(warehouse))).await.map(|_| ())
    }

    async fn settle_one(&self, warehouse: WarehouseId) -> Result<(), StoreError> {
        let behaviour = || WarehouseActor { warehouse, shared: self.shared.clone() };
        let deadline = self.shared.clock.now_ms() + SETTLE_MS;
        loop {
            match self.directory.ask(warehouse, deadline, behaviour, WarehouseMessage::Settle).await {
                // Who reads waits longer to be let in than who moves goods.
                Err(AskFailure::Busy) if self.shared.clock.now_ms() < deadline => {}
                Err(failure) => return Err(StoreError::Unavailable(format!("places of warehouse {warehouse} are behind: {failure}"))),
                Ok(()) => return Ok(()),
            }
        }
    }

    /// Answers what waits, then stops every warehouse.
    pub async fn drain(&self) {
        self.directory.drain().await;
    }
}
