//! The list of backups: the test of one.

use async_trait::async_trait;
use entrepot_store::resource::declaration::Command;
use serde_json::{Map, Value};

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
    async fn before_command(&self, _: &mut Call, _: &'static Command, row: &Value, _: &mut Map<String, Value>) -> Result<(), ServiceError> {
        self.backups.require_here(row["directory"].as_str().unwrap_or_default())
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
