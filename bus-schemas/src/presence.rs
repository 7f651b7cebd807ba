//! Nodes announce themselves, and ask each other's actors.

use serde::{Deserialize, Serialize};

use crate::order::{OrderReply, OrderRequest};
use crate::warehouse::{StockReply, StockRequest};

/// Seconds between two heartbeats of a node.
pub const HEARTBEAT_SECONDS: u64 = 1;
/// Seconds without a heartbeat after which a node counts as gone.
pub const ABSENT_AFTER_SECONDS: u64 = 4;

/// A node's heartbeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// The node's name, `[A-Za-z0-9_-]{1,64}`, new at every start.
    pub node: String,
    /// Set in the last heartbeat of a node that stops: its actors may be started elsewhere at once.
    pub leaving: bool,
}

/// A request to the actor that another node believes to be here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "body")]
pub enum NodeRequest {
    /// To a warehouse.
    Stock(StockRequest),
    /// To an order.
    Order(OrderRequest),
}

/// The answer to a [`NodeRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "body")]
pub enum NodeReply {
    /// From a warehouse.
    Stock(StockReply),
    /// From an order.
    Order(OrderReply),
}
