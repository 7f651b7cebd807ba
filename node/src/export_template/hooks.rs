//! What holds of export templates.

use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::declaration::Command;
use serde_json::{Map, Value, json};

use super::service::{ExportTemplates, is_seldom, next_time};
use crate::cron::Cron;
use crate::data_exchange::export_node;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// People who get a file at most.
const RECEIVERS_MAX: usize = 50;

/// See the module.
pub struct TemplateRows {
    pub templates: ExportTemplates,
}

impl TemplateRows {
    /// The next run follows from the schedule; the receivers are not too many.
    fn check(&self, call: &mut Call, body: &TypedBody) -> Result<(), ServiceError> {
        if body.get("receivers").and_then(Value::as_array).is_some_and(|receivers| receivers.len() > RECEIVERS_MAX) {
            return Err(ServiceError::field("receivers", "export_template.receivers"));
        }
        if let Some(cron) = body.get("cron").and_then(Value::as_str) {
            let (zone, now) = (self.templates.time_zone, call.now());
            if !cron.is_empty() && Cron::parse(cron).is_none() {
                return Err(ServiceError::field("cron", "error.cron"));
            }
            if !cron.is_empty() && !is_seldom(cron, zone, now) {
                return Err(ServiceError::field("cron", "export_template.often"));
            }
            call.act.set.insert("next_time".into(), json!(next_time(cron, zone, now).unwrap_or(0)));
        }
        Ok(())
    }
}

/// Refuses who may not export the list themselves.
async fn require_export(call: &Call, controller: &str) -> Result<(), ServiceError> {
    let node = export_node(controller);
    let known = call.store().knows_rule(&node).await?;
    if !known {
        return Err(ServiceError::field("controller", "error.choice"));
    }
    if call.rights.holds(&node) { Ok(()) } else { Err(ServiceError::field("controller", "export_template.not_allowed")) }
}

#[async_trait]
impl Hook for TemplateRows {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        require_export(call, body.get("controller").and_then(Value::as_str).unwrap_or_default()).await?;
        call.act.set.insert("admin_id".into(), json!(call.act.scope.admin));
        self.check(call, body)
    }

    async fn before_edit(&self, call: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        self.check(call, body)
    }

    /// Whoever runs one or takes it over may export the list themselves.
    async fn before_command(&self, call: &mut Call, _: &'static Command, row: &Value, _: &mut Map<String, Value>) -> Result<(), ServiceError> {
        require_export(call, row["controller"].as_str().unwrap_or_default()).await?;
        Ok(())
    }

    async fn after_command(&self, _: &Call, command: &'static Command, row: &Value) -> Result<(), ServiceError> {
        if command.name == "run" {
            self.templates.run_one(row["id"].as_i64().unwrap_or(0)).await?;
        }
        Ok(())
    }
}
