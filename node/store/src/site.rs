//! The public site: its texts, and messages of visitors with their notification.

use actors::store::StoreError;
use bus_schemas::notification::{Announcement, NotificationDraft};
use serde::Deserialize;
use serde_json::Map;

use crate::engine::connect::Store;
use crate::engine::transaction::TransactionBody;
use crate::engine::value::{id, int, text};
use crate::resource::write::FoundReferences;
use crate::resource::{Act, RecordError, catalogue};

/// Texts of one page.
const TEXTS_MAX: i64 = 500;

/// A text of a page in both languages; empty where the built-in one stays.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SiteText {
    pub key: String,
    pub zh: String,
    pub en: String,
}

impl Store {
    /// The texts of a page that are in use.
    pub async fn site_texts(&self, page: &str) -> Result<Vec<SiteText>, StoreError> {
        let query = "SELECT key, zh, en, id FROM site_content WHERE page = $page AND status = 1 ORDER BY id LIMIT $most";
        self.rows(query, vec![("page", text(page)), ("most", int(TEXTS_MAX))]).await
    }

    /// Whether another row has this key on this page.
    pub async fn site_text_exists(&self, page: &str, key: &str, except: i64) -> Result<bool, StoreError> {
        let query = "SELECT VALUE true FROM site_content WHERE page = $page AND key = $key AND record::id(id) != $except LIMIT 1";
        let found: Vec<bool> = self.rows(query, vec![("page", text(page)), ("key", text(key)), ("except", int(except))]).await?;
        Ok(!found.is_empty())
    }

    /// Stores a visitor's message, whose fields are set by `act`, with its notification and what `act` writes beside it, in one
    /// transaction.
    pub async fn add_site_message(&self, mut draft: NotificationDraft, act: &Act) -> Result<(i64, Vec<Announcement>), RecordError> {
        let resource = catalogue::declared("site.Message")?;
        let row = self.checked_row(resource, &Map::new(), act, &mut FoundReferences::new()).await?;
        let key = self.sequence_value("site_message").await?;
        draft.data.insert("message_id".into(), key.into());
        draft.thing = key;
        let drafts = [draft];
        let by_recipient = self.drafts_by_recipient(&drafts).await?;
        let work = |_| {
            let query = format!("CREATE $message CONTENT $row RETURN NONE; {}", act.extra.query);
            let mut vars = vec![("message", id("site_message", key)), ("row", row.clone())];
            vars.extend(act.extra.vars.clone());
            Ok(TransactionBody { query, vars })
        };
        let committed = self.commit_notifying(&by_recipient, None, work).await.map_err(StoreError::from)?;
        Ok((key, committed.announcements))
    }
}
