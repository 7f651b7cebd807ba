//! Daily summaries: what the people of a warehouse should know of what lies there, told once. What was told is
//! remembered in the transaction that tells it, so a job may run twice, on two nodes, or be killed.

mod books;
mod closing;
mod expiry;
mod few;
mod payments;
mod reservations;
pub mod transfers;

use actors::store::StoreError;
use bus_schemas::ids::WarehouseId;
use bus_schemas::notification::{Announcement, Fact, NotificationDraft};
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array_id, int, text};
use crate::inbox::commit::TransactionBody;

const DAY_MS: i64 = 86_400_000;
/// Thrown when this summary was written that day already.
const TOLD: &str = "told";

/// A warehouse in use.
#[derive(Clone, Debug, Deserialize)]
struct House {
    id: i64,
    name: String,
}

impl House {
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
    async fn houses(&self) -> Result<Vec<House>, StoreError> {
        self.rows("SELECT record::id(id) AS id, name FROM warehouse WHERE status = 1", vec![]).await
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
        let deliveries = self.deliveries(drafts).await?;
        let body = |_| {
            let mark = array_id("digest_mark", vec![text(digest), int(about)]);
            let query = format!("IF ($mark.day ?? '') >= $day {{ THROW '{TOLD}' }}; UPSERT $mark SET day = $day RETURN NONE; {}", remember.0);
            let mut vars = vec![("mark", mark), ("day", text(day))];
            vars.extend(remember.1.clone());
            TransactionBody { query, vars, ..TransactionBody::default() }
        };
        match self.commit_notifying(&deliveries, None, body).await {
            Ok(committed) => {
                into.notifications += drafts.len();
                into.announcements.extend(committed.announcements);
                Ok(())
            }
            Err(TxError::Thrown(code)) if code == TOLD => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
