//! Companies of trade fairs that are due to be contacted: one notification a day for each owner.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationKind};
use serde::Deserialize;

use super::Digests;
use crate::engine::connect::Store;
use crate::engine::value::text;

/// The name under which a sent reminder is stored.
const DIGEST: &str = "expo_contacts";
/// Most owners of one run.
const OWNERS_MAX: usize = 1_000;

#[derive(Deserialize)]
struct DueContacts {
    owner: i64,
    count: i64,
}

impl Store {
    /// Reminds the owners of companies that are due to be contacted by a day (`YYYY-MM-DD`).
    pub async fn notify_due_contacts(&self, today: &str) -> Result<Digests, StoreError> {
        let query = "SELECT owner_id AS owner, count() AS count FROM expo_company
            WHERE next_contact != NONE AND next_contact <= $today AND stage NOT IN ['won', 'lost'] AND (owner_id ?? 0) != 0 GROUP BY owner";
        let due: Vec<DueContacts> = self.rows(query, vec![("today", text(today))]).await?;
        let mut digests = Digests::default();
        for DueContacts { owner, count } in due.into_iter().take(OWNERS_MAX) {
            let mut fact = Fact { id: owner, people: vec![AdminId(owner)], ..Fact::default() };
            fact.data.insert("count".into(), count.into());
            let drafts = [NotificationKind::EXPO_DUE.draft(fact)];
            self.write_digest((DIGEST, owner, today), &drafts, ("", vec![]), &mut digests).await?;
        }
        Ok(digests)
    }
}
