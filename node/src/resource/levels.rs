//! Trees that store the level of a row.

use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;
use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use serde_json::{Value, json};

/// Trees that store the level of a row.
pub struct Levels;

impl Levels {
    async fn set(call: &mut Call, body: &TypedBody) -> Result<(), ServiceError> {
        let Some(parent) = body.get("pid").and_then(Value::as_i64) else { return Ok(()) };
        let level = match parent {
            0 => 0,
            parent => {
                let above = call.node.store().record(call.resource, parent, &call.act.scope).await;
                above.map_err(|_| ServiceError::field("pid", "error.reference"))?["level"].as_i64().unwrap_or(0) + 1
            }
        };
        call.act.set.insert("level".into(), json!(level));
        Ok(())
    }
}

#[async_trait]
impl Hook for Levels {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.remove("level");
        Self::set(call, body).await
    }

    async fn before_edit(&self, call: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::set(call, body).await
    }
}
