//! The store as a notification queue needs it.

use async_trait::async_trait;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Announcement, Notification};

use crate::store::StoreError;

/// Highest number and unread count of an inbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InboxState {
    /// The highest number given, 0 when there was none.
    pub last: i64,
    /// How many are unread.
    pub unread: i64,
}

/// The store of the notifications.
#[async_trait]
pub trait NotificationStore: Send + Sync + 'static {
    /// Highest number and unread count.
    async fn inbox(&self, recipient: AdminId) -> Result<InboxState, StoreError>;

    /// Notifications with a number above `after`, lowest first, at most `limit`; unread ones only when asked.
    async fn after(&self, recipient: AdminId, after: i64, unread_only: bool, limit: usize) -> Result<Vec<Notification>, StoreError>;

    /// Marks one as read; repeating it changes nothing. `None` when there is no such notification.
    async fn read(&self, recipient: AdminId, number: i64) -> Result<Option<Announcement>, StoreError>;

    /// Marks all up to and including `upto` as read, so that one which has just arrived stays unread.
    async fn read_all(&self, recipient: AdminId, upto: i64) -> Result<Announcement, StoreError>;
}
