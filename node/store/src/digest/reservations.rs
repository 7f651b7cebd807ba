//! Reservations that are held for long.

use actors::store::StoreError;
use bus_schemas::notification::NotificationKind;
use serde::Deserialize;

use super::{DAY_MS, Digests, Due};
use crate::engine::connect::Store;
use crate::engine::value::{array_id, int, text};

/// Days after which a reservation is shown as old.
const OLD_AFTER: i64 = 7;

#[derive(Deserialize)]
struct OldReservations {
    reservations: i64,
    newest: i64,
}

impl Store {
    /// Notifies the people of each warehouse of how many reservations are older than a week, if there are new ones
    /// since the last notification.
    pub async fn notify_old_reservations<'a>(&self, due: impl Into<Due<'a>>, now_ms: i64) -> Result<Digests, StoreError> {
        let due = due.into();
        let mut digests = Digests::default();
        let before = now_ms - OLD_AFTER * DAY_MS;
        for warehouse in self.used_warehouses(&due).await? {
            let query = "SELECT warehouse, count() AS reservations, math::max(since) AS newest FROM reservation:[$w]..[$w + 1] \
                 WHERE quantity > 0 AND since <= $before GROUP BY warehouse";
            let found: Vec<OldReservations> = self.rows(query, vec![("w", int(warehouse.id)), ("before", int(before))]).await?;
            let mark = array_id("digest_mark", vec![text("reservations"), int(warehouse.id)]);
            let upto: Vec<Option<i64>> = self.rows("SELECT VALUE upto FROM $mark", vec![("mark", mark)]).await?;
            let upto = upto.into_iter().flatten().next().unwrap_or(0);
            let Some(old) = found.into_iter().next().filter(|old| old.newest > upto) else { continue };
            let mut fact = warehouse.fact();
            fact.data.insert("reservations".into(), old.reservations.into());
            fact.data.insert("days".into(), OLD_AFTER.into());
            let drafts = [NotificationKind::RESERVATION_OLD.draft(fact)];
            let remember = ("UPDATE $mark SET upto = $upto RETURN NONE;", vec![("upto", int(old.newest))]);
            self.write_digest(("reservations", warehouse.id, due.today), &drafts, remember, &mut digests).await?;
        }
        Ok(digests)
    }
}
