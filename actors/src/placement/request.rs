//! Requests to actors: plain values that can be written to a wire and read again.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use bus_schemas::ids::{OrderId, WarehouseId};
use bus_schemas::order::{OrderKind, OrderReply, OrderRequest};
use bus_schemas::warehouse::{AskFailure, StockReply, StockRequest};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::reply::ReplyTo;

/// A request that names the actor it is for.
pub trait Request: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The actor's name among those of its kind.
    type Key: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What the actor answers.
    type Reply: From<AskFailure> + Serialize + DeserializeOwned + Send + 'static;

    /// The actor it is for.
    fn key(&self) -> Self::Key;

    /// Deadline in Unix milliseconds; afterwards nobody waits for the answer.
    fn deadline(&self) -> i64;
}

impl Request for OrderRequest {
    type Key = (OrderKind, OrderId);
    type Reply = OrderReply;

    fn key(&self) -> Self::Key {
        (self.kind, self.order)
    }

    fn deadline(&self) -> i64 {
        self.deadline
    }
}

impl Request for StockRequest {
    type Key = WarehouseId;
    type Reply = StockReply;

    fn key(&self) -> Self::Key {
        self.warehouse
    }

    fn deadline(&self) -> i64 {
        self.deadline
    }
}

/// A request as it lies in an actor's mailbox.
pub struct Received<R: Request> {
    pub request: Arc<R>,
    pub reply_to: ReplyTo<R::Reply>,
}
