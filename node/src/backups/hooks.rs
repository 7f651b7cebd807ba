//! The list of backups: how each is restored, and the test of one.

use async_trait::async_trait;
use entrepot_store::resource::declaration::Command;
use serde_json::{Value, json};

use super::service::Backups;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// See the module.
pub struct BackupRows {
    pub backups: Backups,
}

#[async_trait]
impl Hook for BackupRows {
    async fn prepare_rows(&self, _: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        for row in rows {
            let path = self.backups.path(row["name"].as_str().unwrap_or_default()).display().to_string();
            row["path"] = json!(path);
        }
        Ok(())
    }

    async fn after_command(&self, _: &Call, _: &'static Command, row: &Value) -> Result<(), ServiceError> {
        let (backups, id) = (self.backups.clone(), row["id"].as_i64().unwrap_or(0));
        tokio::spawn(async move {
            if let Err(error) = backups.verify(id).await {
                tracing::error!(%error, backup = id, "a backup did not stand its test");
            }
        });
        Ok(())
    }
}
