//! Rows that can be tested from their page: the test, and what it found, which is shown in words and kept as a key of texts.

use async_trait::async_trait;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::outside::TEST;
use serde_json::{Map, Value, json};

use super::finding::Finding;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// What is tested, beside its declaration.
#[async_trait]
pub trait Testable: Send + Sync {
    /// Tries a row; `to` is whom it writes to, if anybody.
    async fn test(&self, id: i64, to: &str, now: i64) -> Result<Finding, ServiceError>;

    /// Refuses a row that would not do, as it will be: `stored` is nothing of a new one.
    async fn check(&self, call: &Call, stored: Option<&Value>, body: &TypedBody) -> Result<(), ServiceError>;

    /// What goes with an edit.
    async fn edit(&self, _call: &mut Call, _id: i64, _stored: &Value, _body: &TypedBody) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Which rows its page shows.
    fn narrow(&self, _query: &mut ListQuery) {}

    /// What its page says above the rows.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// The hook of rows that can be tested.
pub struct Tested<T>(pub T);

#[async_trait]
impl<T: Testable> Hook for Tested<T> {
    async fn before_list(&self, _call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        self.0.narrow(query);
        Ok(())
    }

    async fn prepare_rows(&self, _call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        for row in rows {
            row["finding"] = json!(row["finding"].as_str().map(Finding::words_of).unwrap_or_default());
        }
        Ok(())
    }

    async fn extend_list(&self, _call: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        answer.extend(self.0.remark().map(|remark| ("remark".to_owned(), json!(remark))));
        Ok(())
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        self.0.check(call, None, body).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        // Shown in words, and kept otherwise.
        body.remove("finding");
        let stored = call.store().record(call.resource, id, &call.act.scope).await?;
        self.0.check(call, Some(&stored), body).await?;
        self.0.edit(call, id, &stored, body).await
    }

    async fn before_command(
        &self,
        call: &mut Call,
        command: &'static Command,
        row: &Value,
        answers: &mut Map<String, Value>,
    ) -> Result<(), ServiceError> {
        if command.name == TEST {
            let to = answers.get("to").and_then(Value::as_str).unwrap_or_default().to_owned();
            let (state, finding) = self.0.test(row["id"].as_i64().unwrap_or_default(), &to, call.now()).await?.stored();
            answers.insert("state".to_owned(), json!(state));
            answers.insert("finding".to_owned(), json!(finding));
        }
        Ok(())
    }

    /// Tells whoever has tested what was bad. The result is kept by then.
    async fn after_command(&self, call: &Call, command: &'static Command, row: &Value) -> Result<(), ServiceError> {
        if command.name != TEST {
            return Ok(());
        }
        let after = call.store().record(call.resource, row["id"].as_i64().unwrap_or_default(), &call.act.scope).await?;
        let finding: Option<Finding> = after["finding"].as_str().and_then(|stored| serde_json::from_str(stored).ok());
        match finding {
            Some(finding) if !finding.good => Err(finding.refusal()),
            _ => Ok(()),
        }
    }
}
