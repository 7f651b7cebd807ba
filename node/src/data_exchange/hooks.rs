//! Who sees which imports and exports.

use async_trait::async_trait;
use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::scope::Scope;
use serde_json::Value;

use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Confines logs to the caller's own actions, as they may contain rows outside their scope.
pub struct OwnRows;

#[async_trait]
impl Hook for OwnRows {
    fn narrow(&self, scope: &mut Scope, _: &Rights) {
        scope.owners = Some(vec![scope.admin]);
    }
}

/// What only the author of a task sees of it.
const OWN: &[&str] = &["report", "asked", "file"];

/// Tasks of some kinds, of everybody in the caller's scope. What a task of somebody else was about in detail stays with its author.
pub struct TasksOf(pub &'static [&'static str]);

#[async_trait]
impl Hook for TasksOf {
    async fn before_list(&self, _: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        if let Some(filter) = query.filters.iter().find(|filter| OWN.contains(&filter.field.as_str())) {
            return Err(ServiceError::field(filter.field.clone(), "error.field.unknown"));
        }
        let values = self.0.iter().map(|kind| (*kind).to_owned()).collect();
        query.filters.push(Filter { field: "kind".into(), operator: "IN".into(), values, datetime: false });
        Ok(())
    }

    fn hide(&self, call: &Call, row: &mut Value) {
        if row["admin_id"].as_i64() != Some(call.act.scope.admin) {
            OWN.iter().for_each(|field| row[*field] = Value::Null);
        }
    }
}
