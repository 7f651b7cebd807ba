//! Events for open pages and caches. They may be lost: a receiver that missed some reads the store again.

use serde::{Deserialize, Serialize};

use crate::ids::WarehouseId;

/// A topic that pages can subscribe to. On the websocket: `inventory:7`, `orders:inbound`, `dashboard` ...
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Topic {
    /// Inventory and records of one warehouse.
    Inventory { warehouse: WarehouseId },
    /// The orders of one kind (a page filters by what its reader may see).
    Orders { kind_of: crate::order::OrderKind, warehouse: WarehouseId },
    /// A table of master data, by its controller name (`warehouse.Product`).
    Resource { controller: String },
}

/// Rows of a topic have changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicEvent {
    /// Which topic.
    pub topic: Topic,
    /// Public ids of the changed rows, at most 200; more are cut off and `more` is set.
    pub ids: Vec<i64>,
    /// More rows changed than `ids` lists.
    pub more: bool,
}

/// A cached thing is out of date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Invalidation {
    /// An administrator's account or session changed: check the token again.
    Session { admin: crate::ids::AdminId },
    /// A warehouse's settings changed.
    Warehouse { warehouse: WarehouseId },
    /// Groups, menu rules or memberships changed: compute everybody's rights again.
    Rights,
    /// A product's master data changed.
    Product { product: crate::ids::ProductId },
}
