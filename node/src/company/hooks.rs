//! What happens around companies and their people in the back office.

use async_trait::async_trait;
use entrepot_store::companies::{Company, owner_stays};
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::declaration::Command;
use serde_json::{Map, Value, json};

use super::service::{ENDED, checked_numbers, ends_verification, tell_managers};
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Companies: their numbers, and the end of a verification.
pub struct CompanyRows;

/// Checks the numbers of a typed body and puts them back into it.
fn numbers(call: &mut Call, body: &mut TypedBody) -> Result<Map<String, Value>, ServiceError> {
    let named = ["name", "uscc", "customs_code"];
    let mut fields: Map<String, Value> = named.iter().filter_map(|name| Some(((*name).to_owned(), body.get(*name)?.clone()))).collect();
    call.act.set.extend(checked_numbers(&mut fields)?);
    if let Some(code) = fields.get("uscc") {
        body.insert("uscc".to_owned(), code.clone());
    }
    Ok(fields)
}

#[async_trait]
impl Hook for CompanyRows {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        numbers(call, body).map(|_| ())
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let fields = numbers(call, body)?;
        let Company { name, uscc, .. } = call.store().company(id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        if ends_verification(&fields, &name, &uscc) {
            call.act.set.extend(ENDED.iter().map(|(field, value)| ((*field).to_owned(), json!(value))));
        }
        Ok(())
    }

    /// Those who look after the company are told of the decision, in its transaction.
    async fn before_command(
        &self,
        call: &mut Call,
        command: &'static Command,
        row: &Value,
        answers: &mut Map<String, Value>,
    ) -> Result<(), ServiceError> {
        let gone = || ServiceError::refused("error.not_found");
        let id = row.get("id").and_then(Value::as_i64).ok_or_else(gone)?;
        let company = call.store().company(id).await?.ok_or_else(gone)?;
        let what = if command.name == "pass" { "passed" } else { "refused" };
        let reason = answers.get("verify_reason").and_then(Value::as_str).unwrap_or_default();
        call.act.extra = tell_managers(call.store(), &company, what, reason, call.now()).await?;
        Ok(())
    }
}

/// People of companies.
pub struct CompanyPeople;

#[async_trait]
impl Hook for CompanyPeople {
    /// Who is put into a company by hand has joined it.
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        if body.get("state").and_then(Value::as_str).is_none_or(|state| state == "active") {
            call.act.set.insert("joined".into(), json!(call.now()));
        }
        Ok(())
    }

    /// The last owner of a company stays one.
    async fn before_edit(&self, call: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        if body.get("role").is_some() || body.get("state").is_some() {
            call.act.extra = owner_stays();
        }
        Ok(())
    }
}
