//! Departments are a scope: groups may see the rows of a department's administrators, and of those below it.

use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::write::Written;
use serde_json::Value;

use crate::error::ServiceError;
use crate::identity::sessions::rights_changed;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Departments. Moving one, switching it on or off and deleting it change what its people and those above it see. While a group sees by
/// departments, only those do so who see the rows of every department: super administrators, and administrators of whose groups none
/// that sees by departments sees less than everything. A new department has no people, and so shows nobody anything.
pub struct Departments;

async fn require_overview(call: &Call, refusal: impl FnOnce() -> ServiceError) -> Result<(), ServiceError> {
    let used = call.store().directory().await?.groups.iter().any(|group| group.reach.is_of_departments());
    if used && !call.rights.sees_every_department() { Err(refusal()) } else { Ok(()) }
}

#[async_trait]
impl Hook for Departments {
    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let directory = call.store().directory().await?;
        let Some(department) = directory.department(id) else { return Ok(()) };
        for (field, now) in [("pid", department.pid), ("status", department.status)] {
            if body.get(field).is_some_and(|sent| integer(sent) != Some(now)) {
                require_overview(call, || ServiceError::field(field, "error.department.scope")).await?;
            }
        }
        Ok(())
    }

    async fn before_delete(&self, call: &mut Call, _: &mut Vec<i64>) -> Result<(), ServiceError> {
        require_overview(call, || ServiceError::refused("error.department.scope")).await
    }

    async fn after_change(&self, call: &Call, _: &Written) -> Result<(), ServiceError> {
        rights_changed(call.store(), call.system());
        Ok(())
    }
}

/// A number that may be sent as a text or as a switch.
fn integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok()).or_else(|| value.as_bool().map(i64::from))
}
