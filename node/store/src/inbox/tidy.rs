//! Old notifications go: those that were read after half a year, the others after a year.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::Announcement;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{id, int};

const DAY_MS: i64 = 86_400_000;
/// Days that what was read is kept.
const READ_DAYS: i64 = 180;
/// Days that anything is kept.
const UNREAD_DAYS: i64 = 365;
/// Most that one transaction deletes, which takes milliseconds for each (decision 13): whoever notifies waits for it.
const TOGETHER: i64 = 100;

#[derive(Deserialize)]
struct InboxRow {
    last: i64,
    unread: i64,
}

impl Store {
    /// Removes old notifications. Says how many, and what inboxes have fewer unread.
    pub async fn tidy_notifications(&self, now_ms: i64) -> Result<(i64, Vec<Announcement>), StoreError> {
        let (mut removed, mut announcements) = (0, Vec::new());
        let inboxes: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM inbox", vec![]).await?;
        for recipient in inboxes {
            loop {
                let (gone, fewer) = self.tidy_inbox(recipient, now_ms).await?;
                removed += gone;
                announcements.extend(fewer);
                if gone < TOGETHER {
                    break;
                }
            }
        }
        Ok((removed, announcements))
    }

    async fn tidy_inbox(&self, recipient: i64, now_ms: i64) -> Result<(i64, Option<Announcement>), StoreError> {
        let query = "BEGIN;
            LET $old = (SELECT VALUE id FROM notification:[$recipient, 0]..[$recipient + 1]
                WHERE created_at < $unread_before OR (read_at != NONE AND created_at < $read_before) LIMIT $most);
            LET $unread = array::len((SELECT VALUE id FROM $old WHERE read_at = NONE AND merged = NONE));
            DELETE $old RETURN NONE;
            IF $unread > 0 { UPDATE $inbox SET unread -= $unread RETURN NONE };
            [array::len($old), $unread];
            SELECT last, unread FROM $inbox;
            COMMIT;";
        let vars = vec![
            ("recipient", int(recipient)),
            ("inbox", id("inbox", recipient)),
            ("read_before", int(now_ms - READ_DAYS * DAY_MS)),
            ("unread_before", int(now_ms - UNREAD_DAYS * DAY_MS)),
            ("most", int(TOGETHER)),
        ];
        let mut response = self.run(query, vars).await?;
        let (gone, unread): (i64, i64) = take(&mut response, 5)?;
        let inboxes: Vec<InboxRow> = take(&mut response, 6)?;
        if unread == 0 {
            return Ok((gone, None));
        }
        self.counter_cache().forget([recipient], &[]);
        let announcement =
            |inbox: &InboxRow| Announcement { recipient: AdminId(recipient), last: inbox.last, unread: inbox.unread, read_upto: Some(0) };
        Ok((gone, inboxes.first().map(announcement)))
    }
}

#[cfg(test)]
mod tests {
    use actors::notification::port::NotificationStore;
    use bus_schemas::notification::{Fact, NotificationKind};

    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn old_notifications_go_and_the_unread_count_follows() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.expect("a store");
        let who = store.create_admin("chief", "Chief", "-", true, 0).await.expect("an administrator");
        for id in 1..=4 {
            let fact = Fact { id, people: vec![who], ..Fact::default() };
            store.notify(&[NotificationKind::EXPORT_READY.draft(fact)]).await.expect("notified");
        }
        let now = store.now_ms();
        // 1 and 2 were read; 1 is 200 days old, 3 a year and more.
        for number in [1, 2] {
            store.read(who, number).await.expect("read");
        }
        for (number, days) in [(1, 200), (2, 100), (3, 366), (4, 200)] {
            let query = "UPDATE type::record('notification', [$who, $number]) SET created_at = $at";
            store.run(query, vec![("who", int(who.0)), ("number", int(number)), ("at", int(now - days * DAY_MS))]).await.expect("aged");
        }
        let (removed, announcements) = store.tidy_notifications(now).await.expect("tidied");
        assert_eq!((removed, announcements.iter().map(|announcement| announcement.unread).collect::<Vec<_>>()), (2, vec![1]));
        let left: Vec<i64> = store.after(who, 0, false, 10).await.expect("a list").iter().map(|one| one.number).collect();
        assert_eq!((left, store.inbox(who).await.expect("an inbox").unread), (vec![2, 4], 1));
        // Numbers go on, and nothing is counted twice.
        store.notify(&[NotificationKind::EXPORT_READY.draft(Fact { id: 9, people: vec![who], ..Fact::default() })]).await.expect("notified");
        let inbox = store.inbox(who).await.expect("an inbox");
        assert_eq!((inbox.last, inbox.unread), (5, 2));
    }
}
