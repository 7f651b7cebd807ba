//! Inboxes, compared with their notifications: the highest number and the unread count are what is stored.

use actors::store::StoreError;
use serde::Deserialize;

use super::report::Report;
use crate::engine::connect::Store;

#[derive(Deserialize)]
struct Inbox {
    recipient: i64,
    last: i64,
    unread: i64,
    stored: i64,
    said: i64,
    highest: Option<i64>,
    open: i64,
}

impl Store {
    pub(super) async fn check_notifications(&self, report: &mut Report) -> Result<(), StoreError> {
        let query = "SELECT record::id(id) AS recipient, last, unread,
              array::len(SELECT VALUE number FROM notification WHERE merged = NONE AND recipient = record::id($parent.id)) AS stored,
              math::sum((SELECT VALUE count FROM notification WHERE merged = NONE AND recipient = record::id($parent.id))) AS said,
              array::max((SELECT VALUE number FROM notification WHERE merged = NONE AND recipient = record::id($parent.id))) AS highest,
              array::len(SELECT VALUE number FROM notification WHERE merged = NONE AND recipient = record::id($parent.id) AND read_at = NONE) AS open
            FROM inbox";
        let inboxes: Vec<Inbox> = self.rows(query, vec![]).await?;
        for inbox in inboxes {
            report.notifications += inbox.stored;
            let row = format!("inbox:{}", inbox.recipient);
            if inbox.said != inbox.last || inbox.highest.unwrap_or(0) != inbox.last {
                report.find(row.clone(), format!("the last number is {}, {} with their counts are stored", inbox.last, inbox.said));
            }
            if inbox.open != inbox.unread {
                report.find(row, format!("unread is {}, {} are unread", inbox.unread, inbox.open));
            }
        }
        Ok(())
    }
}
