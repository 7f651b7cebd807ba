//! The store as an order's actor needs it.

use async_trait::async_trait;
use bus_schemas::ids::{CommandKey, OrderId, WarehouseId};
use bus_schemas::notification::{Announcement, NotificationDraft};
use bus_schemas::order::{Order, OrderDone, OrderDraft, OrderKind, OrderRefusal};
use bus_schemas::warehouse::OrderWrite;
use chrono_tz::Tz;

use super::facts::{OrderFacts, StepNeeds};
use crate::store::StoreError;

/// Why an order was not written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum OrderWriteError {
    /// The stored version is not the previous one: another writer was first. Load again.
    #[error("the order has changed")]
    Changed,
    /// The typed number exists already for this kind and partner.
    #[error("the number exists already")]
    DuplicateReference,
    /// The command was done before. Answer from [`OrderStore::find_command`].
    #[error("the command was done before")]
    CommandTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A remembered command that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    pub done: OrderDone,
    /// The order's kind, if it is still known.
    pub kind: Option<OrderKind>,
    pub action: Option<String>,
}

impl Remembered {
    /// The answer to a repeated command: the first answer, or a refusal when the id was used for something else.
    /// `order` is `None` for a command that creates one.
    pub fn answer(self, kind: OrderKind, order: Option<OrderId>, action: &str) -> Result<OrderDone, OrderRefusal> {
        let same_order = order.is_none_or(|order| order == self.done.id) && self.kind.is_none_or(|of| of == kind);
        if same_order && self.action.is_none_or(|done| done == action) {
            Ok(OrderDone { repeated: true, ..self.done })
        } else {
            Err(OrderRefusal::CommandReused)
        }
    }
}

/// The store of the orders.
#[async_trait]
pub trait OrderStore: Send + Sync + 'static {
    /// The next free order id (gaps are allowed).
    async fn next_id(&self) -> Result<OrderId, StoreError>;

    /// An order, deleted ones included; `None` when it never was.
    async fn load(&self, kind: OrderKind, order: OrderId) -> Result<Option<Order>, StoreError>;

    /// Creates an order and gives it its number, gapless per day and prefix, in one transaction with the
    /// notifications. `order.number` is empty and filled in; an empty `order.reference` becomes the number.
    /// Order numbers appear in notification data as `order_no`: an empty one there is filled in too.
    async fn create(&self, write: &OrderWrite, day: &str, notifications: &[NotificationDraft])
    -> Result<(Order, Vec<Announcement>), OrderWriteError>;

    /// Writes an order's next version (version - 1 must be stored) with the notifications, in one transaction.
    async fn update(&self, write: &OrderWrite, notifications: &[NotificationDraft]) -> Result<Vec<Announcement>, OrderWriteError>;

    /// Writes the next versions of several orders, all of them or none, in one transaction.
    async fn update_all(&self, writes: &[OrderWrite]) -> Result<(), OrderWriteError>;

    /// Finds what a command did to an order, also when a warehouse's batch wrote it.
    async fn find_command(&self, command: &CommandKey) -> Result<Option<Remembered>, StoreError>;

    /// Looks up the rows an order refers to.
    async fn facts(&self, kind: OrderKind, draft: &OrderDraft) -> Result<OrderFacts, StoreError>;

    /// The time zone of a warehouse, where that is not the site's.
    async fn zone(&self, warehouse: WarehouseId) -> Result<Option<Tz>, StoreError>;

    /// Looks up what a step has to know. What was not asked for stays as it is by default.
    async fn step_facts(&self, needs: &StepNeeds) -> Result<OrderFacts, StoreError>;
}
