//! The public site: its texts, and the messages of visitors with the word to those who answer them.

use actors::store::StoreError;
use bus_schemas::notification::{Announcement, NotificationDraft};
use serde::Deserialize;
use serde_json::Map;

use crate::connect::Store;
use crate::notification::{add_deliveries, announcements};
use crate::records::write::Known;
use crate::records::{Act, RecordError, catalogue};
use crate::value::{int, text};

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

    /// Keeps a visitor's message, whose fields are what `act` sets, and tells who answers, in one transaction.
    pub async fn add_site_message(&self, draft: NotificationDraft, act: &Act) -> Result<(i64, Vec<Announcement>), RecordError> {
        let resource = catalogue::find("site.Message").ok_or_else(|| StoreError::Corrupt("site.Message is not declared".into()))?;
        let row = self.checked_row(resource, &Map::new(), act, &mut Known::new()).await?;
        let deliveries = self.deliveries(&[draft]).await?;
        let mut query = "BEGIN; LET $key = sequence::nextval('site_message');
            CREATE type::record('site_message', $key) CONTENT $row RETURN NONE;
            SELECT VALUE $key FROM ONLY [1];"
            .to_owned();
        let mut vars = vec![("row", row)];
        add_deliveries(&mut query, &mut vars, &deliveries, "{ message_id: $key }");
        query.push_str("COMMIT;");
        let mut response = self.run(&query, vars).await.map_err(StoreError::from)?;
        // First, as an answer that was taken is not counted any more.
        let words = announcements(&mut response, &deliveries)?;
        Ok((crate::transaction::take(&mut response, 3)?, words))
    }
}
