//! Notifies the staff of payments that need a person, and of days whose comparison has found differences.

use actors::store::StoreError;
use bus_schemas::notification::{Announcement, NotificationDraft};

use crate::engine::connect::Store;
use crate::engine::transaction::TransactionBody;

impl Store {
    /// Writes notifications alone, with the names of what they are about.
    pub async fn notify_with_names(&self, drafts: &[NotificationDraft]) -> Result<Vec<Announcement>, StoreError> {
        let drafts = self.with_names(drafts).await?;
        let by_recipient = self.drafts_by_recipient(&drafts).await?;
        let body = |_| Ok(TransactionBody { query: "RETURN NONE;".to_owned(), ..TransactionBody::default() });
        Ok(self.commit_notifying(&by_recipient, None, body).await?.announcements)
    }
}
