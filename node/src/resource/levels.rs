//! Trees that store the level of a row.

use crate::error::ServiceError;
use crate::resource::Call;
use entrepot_store::resource::TypedBody;
use serde::Deserialize;
use serde_json::{Value, json};

/// Trees that store the level of a row.
pub struct Levels;

/// The row above another one.
#[derive(Deserialize)]
struct Above {
    level: i64,
}

impl Levels {
    /// Puts the level into a row that is about to be written.
    pub async fn set(call: &mut Call, body: &TypedBody) -> Result<(), ServiceError> {
        let Some(parent) = body.get("pid").and_then(Value::as_i64) else { return Ok(()) };
        // Rows of the same import's file may not be there yet, or be somewhere else.
        let (parent, between) = call.planned.as_ref().map_or((parent, 0), |planned| planned.above(parent));
        let level = between
            + match parent {
                0 => 0,
                parent => {
                    let above = call.store().record_as::<Above>(call.resource, parent, &call.act.scope).await;
                    above.map_err(|_| ServiceError::field("pid", "error.reference"))?.level + 1
                }
            };
        call.act.set.insert("level".into(), json!(level));
        Ok(())
    }
}
