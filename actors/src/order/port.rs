//! What an order needs of a store.

use async_trait::async_trait;
use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::notification::{Announcement, NotificationDraft};
use bus_schemas::order::{Order, OrderDone, OrderKind};
use bus_schemas::warehouse::OrderWrite;

use crate::store::StoreError;

/// Why an order was not written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum OrderWriteError {
    /// The stored version is not the one before: somebody else wrote. Load again.
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

    /// What a command did to an order, wherever it was written (also by a warehouse's batch).
    async fn find_command(&self, command: &CommandId) -> Result<Option<OrderDone>, StoreError>;
}
