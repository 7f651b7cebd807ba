//! What administrators are told about their own accounts.

use actors::store::StoreError;
use bus_schemas::notification::{Fact, NotificationKind};

use super::Digests;
use crate::engine::connect::Store;

impl Store {
    /// Tells somebody about their account, which the fact's id is: of each kind at most once an hour. `hour` is
    /// `YYYY-MM-DD HH`.
    pub async fn notify_of_account(&self, kind: NotificationKind, fact: Fact, hour: &str) -> Result<Digests, StoreError> {
        let (mut digests, account) = (Digests::default(), fact.id);
        self.write_digest((kind.as_str(), account, hour), &[kind.draft(fact)], ("", vec![]), &mut digests).await?;
        Ok(digests)
    }
}
