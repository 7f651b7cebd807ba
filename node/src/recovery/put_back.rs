//! Restore from the recycle bin and rollback of sensitive fields. They are an add and an edit by the caller, with the
//! present rights, scope and hooks, so nobody restores what they could not write (decision 15).

use entrepot_store::resource::Resource;
use entrepot_store::resource::bin::Deleted;
use entrepot_store::resource::write::Written;
use serde_json::json;

use crate::audit_log::journal;
use crate::error::ServiceError;
use crate::identity::sessions::Caller;
use crate::resource::Call;
use crate::resource::call::{By, Resources};

/// A caller who restores or rolls back.
pub struct PutBack<'a> {
    pub resources: &'a Resources,
    pub caller: &'a Caller,
    pub ip: String,
    pub agent: String,
}

impl PutBack<'_> {
    /// A call with fresh rights, as the rows just restored may have changed them.
    async fn call(&self, resource: &'static Resource, action: &str) -> Result<Call, ServiceError> {
        let by = By::Action(resource.node(action));
        let mut call = self.resources.call(resource, self.caller, by, self.ip.clone(), self.agent.clone());
        call.renew().await?;
        call.require(action)?;
        Ok(call)
    }

    /// Restores deleted rows under their ids, referenced ones first, and returns how many. The first refusal ends it;
    /// earlier rows stay restored.
    pub async fn restore(&self, logs: &[i64]) -> Result<usize, ServiceError> {
        let mut deleted = self.resources.store().deleted_rows(logs).await?;
        for row in &deleted {
            self.call(row.resource, "add").await?;
        }
        let count = deleted.len();
        while !deleted.is_empty() {
            let ready = |row: &Deleted| !deleted.iter().any(|other| row.refers_to(other));
            let position = deleted.iter().position(ready).unwrap_or(0);
            self.restore_row(deleted.remove(position)).await?;
        }
        Ok(count)
    }

    async fn restore_row(&self, row: Deleted) -> Result<(), ServiceError> {
        let mut call = self.call(row.resource, "add").await?;
        call.restoring = Some(row.key);
        let mut body = call.typed(row.body(), true)?;
        if let Some(hook) = call.hook() {
            hook.before_add(&mut call, &mut body).await?;
        }
        self.resources.store().restore_record(&row, &body, &call.act).await?;
        journal::changed(json!({ "controller": row.resource.controller, "restored": row.key }));
        call.changed(&Written { ids: vec![row.key], ..Written::default() }).await
    }

    /// Gives rows the values that their sensitive fields had; answers how many notes went. The first row
    /// that is refused ends it: those before it are changed.
    pub async fn roll_back(&self, logs: &[i64]) -> Result<usize, ServiceError> {
        let earlier = self.resources.store().earlier_values(logs).await?;
        for row in &earlier {
            self.call(row.resource, "edit").await?;
        }
        let mut count = 0;
        for row in earlier {
            let mut call = self.call(row.resource, "edit").await?;
            call.edit_back(row.key, row.body, &row.notes).await?;
            count += row.notes.len();
        }
        Ok(count)
    }
}
