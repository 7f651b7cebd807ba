//! Around declarations: only drafts are edited, a whole one is checked, and people hear of its steps. Which step leads where is
//! declared (`node/store/src/resource/trade_declaration.rs`); each leaves an event in its own transaction.

use std::collections::HashMap;

use async_trait::async_trait;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationKind};
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::declaration::Command;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::declaration::{self, Head};
use crate::error::ServiceError;
use crate::i18n::{current, text_in};
use crate::resource::Call;
use crate::resource::call::Hook;

/// The state in which a declaration may be edited.
const DRAFT: i64 = 0;
/// Seconds of a day.
const DAY: i64 = 86_400;

/// Customs declarations.
pub struct Declarations;

/// What of a stored declaration an edit or a step needs.
#[derive(Deserialize)]
struct Stored {
    state: i64,
    version: i64,
}

impl Declarations {
    fn goods(call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        for name in ["trade_country", "country", "fee_currency"] {
            if let Some(text) = body.get(name).and_then(Value::as_str).map(str::to_uppercase) {
                if !text.is_empty() && (text.len() != 3 || !text.bytes().all(|letter| letter.is_ascii_uppercase())) {
                    return Err(ServiceError::field(name, "trade.letters"));
                }
                body.insert(name.into(), json!(text));
            }
        }
        let office = body.get("customs_office").and_then(Value::as_str).unwrap_or_default();
        if !office.is_empty() && (office.len() != 4 || !office.bytes().all(|digit| digit.is_ascii_digit())) {
            return Err(ServiceError::field("customs_office", "trade.check.office"));
        }
        let Some(sent) = body.get("lines") else { return Ok(()) };
        let lines = declaration::lines(sent)?;
        call.act.set.insert("line_count".into(), json!(lines.len()));
        call.act.set.insert("totals".into(), json!(declaration::totals(&lines)));
        body.insert("lines".into(), Value::Array(lines.iter().map(declaration::GoodsLine::json).collect()));
        Ok(())
    }

    /// Refuses a declaration that is not whole.
    async fn check(call: &Call, row: &Value) -> Result<(), ServiceError> {
        let head: Head = serde_json::from_value(row.clone()).map_err(|error| ServiceError::Internal(error.to_string()))?;
        let lines = declaration::lines(&row["lines"])?;
        let mut tariffs = HashMap::new();
        for line in &lines {
            let code = line.text("hs_code");
            if code.len() == 10 && !tariffs.contains_key(code) {
                let found = call.store().tariffs_below(code, &call.today()).await?;
                tariffs.extend(found.into_iter().map(|tariff| (tariff.code.clone(), tariff)));
            }
        }
        declaration::check(&head, &lines, &*call.store().hs_index().await?, &tariffs)
    }
}

#[async_trait]
impl Hook for Declarations {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.entry("lines").or_insert_with(|| json!([]));
        Self::goods(call, body)?;
        let number = call.store().next_declaration_number(&call.today()).await?;
        let (admin, now) = (call.act.scope.admin, call.now());
        call.act.set.extend([
            ("number".into(), json!(number)),
            ("state".into(), json!(DRAFT)),
            ("state_by".into(), json!(admin)),
            ("state_time".into(), json!(now)),
            ("admin_id".into(), json!(admin)),
        ]);
        Ok(())
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored: Stored = call.store().record_as(call.resource, id, &call.act.scope).await?;
        if stored.state != DRAFT {
            return Err(ServiceError::refused("trade.not_draft"));
        }
        // The version that was a draft: one that is checked meanwhile is another one.
        body.entry("version").or_insert_with(|| json!(stored.version));
        Self::goods(call, body)
    }

    async fn before_command(
        &self,
        call: &mut Call,
        command: &'static Command,
        row: &Value,
        answers: &mut Map<String, Value>,
    ) -> Result<(), ServiceError> {
        if command.name == "check" {
            Self::check(call, row).await?;
        }
        // A receipt and a note belong to one state.
        for name in ["receipt_no", "state_remark"] {
            answers.entry(name).or_insert_with(|| json!(""));
        }
        Ok(())
    }

    async fn after_command(&self, call: &Call, command: &'static Command, row: &Value) -> Result<(), ServiceError> {
        let by = AdminId(call.act.scope.admin);
        let (id, number) = (row["id"].as_i64().unwrap_or_default(), row["number"].as_str().unwrap_or_default());
        let people = row["admin_id"].as_i64().map(AdminId).into_iter().collect();
        let mut fact = Fact { by: Some(by), id, people, ..Fact::default() };
        fact.data.insert("number".into(), json!(number));
        fact.data.insert("step_zh".into(), json!(command.title.zh));
        fact.data.insert("step_en".into(), json!(command.title.en));
        let mut drafts = vec![NotificationKind::DECLARATION_STEP.draft(fact.clone())];
        if command.name == "check" {
            drafts.push(NotificationKind::DECLARATION_READY.draft(fact));
        }
        let announcements = call.store().notify(&drafts).await?;
        call.system().announce(announcements);
        Ok(())
    }
}

/// Whom a declaration in a state waits for: the end of a text's key.
fn waits_for(state: i64) -> Option<&'static str> {
    match state {
        0 | 80 => Some("maker"),
        10 => Some("declarant"),
        20 | 30 => Some("customs"),
        40 => Some("inspection"),
        50 => Some("duties"),
        60 => Some("closing"),
        _ => None,
    }
}

/// Declarations by state.
pub struct Status;

#[async_trait]
impl Hook for Status {
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        for row in rows {
            let waits = row["state"].as_i64().and_then(waits_for);
            let since = row["state_time"].as_i64().filter(|_| waits.is_some());
            row["waits_for"] = json!(waits.map_or_else(String::new, |whom| text_in(current(), &format!("trade.waits.{whom}"), &[])));
            row["days"] = json!(since.map_or(0, |since| (call.now() - since).max(0) / DAY));
        }
        Ok(())
    }

    async fn extend_list(&self, call: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        let counts = call.store().declaration_states(&call.act.scope).await?;
        answer.insert("states".into(), counts.into_iter().map(|(state, count)| (state.to_string(), json!(count))).collect());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_waits_for_nobody() {
        assert!([0, 10, 20, 30, 40, 50, 60, 80].into_iter().all(|state| waits_for(state).is_some()));
        assert!([70, 90].into_iter().all(|state| waits_for(state).is_none()));
    }
}
