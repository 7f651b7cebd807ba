//! Daily summaries: notifications to the people of a warehouse about its stock, each sent once. That it was sent is
//! stored in the same transaction, so a job may run twice, on two nodes, or be killed.

mod accounts;
mod books;
mod closing;
mod due_contacts;
mod due_messages;
mod expiry;
pub mod jobs;
mod low_stock;
mod payments;
mod reservations;
pub mod transfers;

use actors::store::StoreError;
use bus_schemas::ids::WarehouseId;
use bus_schemas::notification::{Announcement, Fact, NotificationDraft};
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::{TransactionBody, TxError, Vars};
use crate::engine::value::{array_id, int, text};

const DAY_MS: i64 = 86_400_000;
/// Thrown when this summary was written that day already.
const DONE_TODAY: &str = "done";

/// On which day summaries are written, and of which warehouses.
#[derive(Clone, Copy, Debug)]
pub struct Due<'a> {
    /// The site's day, `YYYY-MM-DD`.
    pub today: &'a str,
    /// Those where it is the hour; all of them without.
    pub among: Option<&'a [i64]>,
}

impl<'a> From<&'a str> for Due<'a> {
    /// Of all warehouses.
    fn from(today: &'a str) -> Self {
        Self { today, among: None }
    }
}

impl Due<'_> {
    fn is_for(&self, warehouse: i64) -> bool {
        self.among.is_none_or(|among| among.contains(&warehouse))
    }
}

/// A warehouse in use.
#[derive(Clone, Debug, Deserialize)]
struct WarehouseName {
    id: i64,
    name: String,
}

impl WarehouseName {
    fn fact(&self) -> Fact {
        let mut fact = Fact { id: self.id, warehouses: vec![WarehouseId(self.id)], ..Fact::default() };
        fact.data.insert("warehouse".into(), self.id.into());
        fact.data.insert("warehouse_name".into(), self.name.clone().into());
        fact
    }
}

/// What came of a job.
#[derive(Debug, Default)]
pub struct Digests {
    /// Notifications that were written, before they were delivered to people.
    pub notifications: usize,
    /// To be announced.
    pub announcements: Vec<Announcement>,
}

impl Store {
    async fn used_warehouses(&self, due: &Due<'_>) -> Result<Vec<WarehouseName>, StoreError> {
        let mut used: Vec<WarehouseName> = self.rows("SELECT record::id(id) AS id, name FROM warehouse WHERE status = 1", vec![]).await?;
        used.retain(|warehouse| due.is_for(warehouse.id));
        Ok(used)
    }

    /// Writes the summary of a day about one warehouse, or one order, with what has to be remembered of it, unless it was
    /// written that day already.
    async fn write_digest(
        &self,
        (digest, about, day): (&str, i64, &str),
        drafts: &[NotificationDraft],
        remember: (&str, Vars),
        into: &mut Digests,
    ) -> Result<(), StoreError> {
        let by_recipient = self.drafts_by_recipient(drafts).await?;
        let body = |_| {
            let mark = array_id("digest_mark", vec![text(digest), int(about)]);
            let query = format!("IF ($mark.day ?? '') >= $day {{ THROW '{DONE_TODAY}' }}; UPSERT $mark SET day = $day RETURN NONE; {}", remember.0);
            let mut vars = vec![("mark", mark), ("day", text(day))];
            vars.extend(remember.1.clone());
            Ok(TransactionBody { query, vars })
        };
        match self.commit_notifying(&by_recipient, None, body).await {
            Ok(committed) => {
                into.notifications += drafts.len();
                into.announcements.extend(committed.announcements);
                Ok(())
            }
            Err(TxError::Thrown(code)) if code == DONE_TODAY => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
