//! What happens around reads and deletions of attachments.

use crate::error::ServiceError;
use crate::file::{Storage, full_url};
use crate::resource::Call;
use crate::resource::call::Hook;
use async_trait::async_trait;
use entrepot_store::resource::row;
use entrepot_store::resource::write::Written;
use serde_json::Value;
use std::sync::Arc;

/// Attachments: their suffix and address.
pub struct Attachments {
    pub storage: Arc<Storage>,
}

#[async_trait]
impl Hook for Attachments {
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let config = &call.config().services.upload;
        for row in rows {
            let url = row::text(row, "url")?.to_owned();
            let suffix = url.rsplit_once('.').map(|(_, suffix)| suffix.to_lowercase()).unwrap_or_default();
            let odd = suffix.is_empty() || suffix.len() > 8 || !suffix.chars().all(|letter| letter.is_ascii_alphanumeric());
            row::set(row, "suffix", if odd { "file".to_owned() } else { suffix });
            row::set(row, "full_url", full_url(config, &call.host, &url));
        }
        Ok(())
    }

    fn deleted(&self) -> &'static str {
        "deleted.files"
    }

    /// The file is deleted with its last row.
    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        if !written.fields.is_empty() {
            return Ok(());
        }
        for row in &written.before {
            let url = row::text(row, "url")?;
            if !url.starts_with("/storage/") {
                continue;
            }
            if call.store().attachment_in_use(url).await? {
                continue;
            }
            if let Err(error) = self.storage.remove(url).await {
                tracing::warn!(%error, url, "the file of a deleted attachment is still there");
            }
        }
        Ok(())
    }
}
