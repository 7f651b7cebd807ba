//! Checks the schedules of scheduled tasks before they are saved.

use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;
use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use serde_json::Value;

/// Scheduled tasks: their schedules.
pub struct Schedules;

impl Schedules {
    fn check(body: &TypedBody) -> Result<(), ServiceError> {
        match body.get("cron").and_then(Value::as_str) {
            Some(cron) if crate::cron::Cron::parse(cron).is_none() => Err(ServiceError::field("cron", "error.cron")),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Hook for Schedules {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }

    async fn before_edit(&self, _: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }
}
