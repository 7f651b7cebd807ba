//! Rules around keys for other programs.

use async_trait::async_trait;
use entrepot_store::identity::api_keys::without_secrets;
use entrepot_store::resource::api_key::{ACTIVE, EXPIRED};
use entrepot_store::resource::{TypedBody, row};
use serde_json::Value;

use crate::administrators::api_key_service::check_end;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Keys for other programs.
pub struct Keys;

/// Refuses a row that is somebody else's, but to super administrators.
pub(super) fn require_own(call: &Call, shown: &Value) -> Result<(), ServiceError> {
    let own = row::integer(shown, "admin_id")? == call.act.scope.admin;
    if own || call.rights.everything { Ok(()) } else { Err(ServiceError::refused("key.other")) }
}

#[async_trait]
impl Hook for Keys {
    /// Whose time is over is shown as that.
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        for shown in rows {
            if row::text(shown, "state")? == ACTIVE && row::integer(shown, "expires")? <= call.now() {
                row::set(shown, "state", EXPIRED);
            }
        }
        Ok(())
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let known = call.store().record(call.resource, id, &call.act.scope).await?;
        require_own(call, &known)?;
        // One that is over may keep its end while something else is changed.
        let stored = row::integer(&known, "expires")?;
        match body.get("expires").and_then(Value::as_i64) {
            Some(end) if end != stored => check_end(end, call.now()),
            _ => Ok(()),
        }
    }

    /// Only those that nobody can use any more.
    async fn before_delete(&self, call: &mut Call, ids: &mut Vec<i64>) -> Result<(), ServiceError> {
        let mut used = Vec::new();
        for id in ids.iter() {
            let known = call.store().record(call.resource, *id, &call.act.scope).await?;
            if row::text(&known, "state")? == ACTIVE && row::integer(&known, "expires")? > call.now() {
                used.push(*id);
            }
        }
        if !used.is_empty() {
            return Err(ServiceError::Rows { key: "key.in_use", ids: used });
        }
        call.act.extra = without_secrets();
        Ok(())
    }
}
