//! What happens around the rows of the API log's settings and figures.

use async_trait::async_trait;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::api_log::CLEAR;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::write::Written;
use serde_json::Value;

use super::ApiLog;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// The settings: a change holds at once on this node, and some seconds later on others.
pub struct Config {
    pub api_log: ApiLog,
}

#[async_trait]
impl Hook for Config {
    async fn after_change(&self, _: &Call, _: &Written) -> Result<(), ServiceError> {
        self.api_log.reload().await;
        Ok(())
    }

    async fn after_command(&self, _: &Call, command: &'static Command, _: &Value) -> Result<(), ServiceError> {
        if command.name == CLEAR {
            self.api_log.trim_later();
        }
        Ok(())
    }
}

/// The routes: their figures are computed when somebody looks.
pub struct Routes {
    pub api_log: ApiLog,
}

#[async_trait]
impl Hook for Routes {
    async fn before_list(&self, _: &Call, _: &mut ListQuery) -> Result<(), ServiceError> {
        self.api_log.renew_figures().await
    }
}
