//! Decisions on proofs of who members are.

use std::sync::Arc;

use async_trait::async_trait;
use entrepot_store::member::notices::NoticeKind;
use entrepot_store::people::paper_is_new;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::write::Written;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::papers::{PaperOf, remove_both};
use crate::error::ServiceError;
use crate::file::Storage;
use crate::identity::own_account::refuse_own;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Rows of proofs.
pub struct ProofRows {
    pub storage: Arc<Storage>,
}

#[derive(Deserialize)]
struct ProofRow {
    user_id: i64,
}

#[async_trait]
impl Hook for ProofRows {
    /// Nobody decides about their own account. The member is told in the transaction of the decision.
    async fn before_command(
        &self,
        call: &mut Call,
        command: &'static Command,
        row: &Value,
        answers: &mut Map<String, Value>,
    ) -> Result<(), ServiceError> {
        let ProofRow { user_id } = serde_json::from_value(row.clone()).map_err(|error| ServiceError::Internal(error.to_string()))?;
        refuse_own(call.store(), call.act.scope.admin, user_id).await?;
        let passes = command.name == "pass";
        let reason = answers.get("reason").cloned().unwrap_or_else(|| json!(""));
        let data = Map::from_iter([("what".to_owned(), json!(if passes { "passed" } else { "refused" })), ("reason".to_owned(), reason)]);
        let told = call.store().member_notice_statements(&[user_id], NoticeKind::Person, data, call.now()).await?;
        call.act.extra = if passes { paper_is_new().and(told) } else { told };
        Ok(())
    }

    /// Pictures go with their row: none are in the recycle bin.
    async fn after_change(&self, _: &Call, written: &Written) -> Result<(), ServiceError> {
        if written.fields.is_empty() {
            for proof in &written.ids {
                remove_both(&self.storage, PaperOf::Proof(*proof)).await;
            }
        }
        Ok(())
    }
}
