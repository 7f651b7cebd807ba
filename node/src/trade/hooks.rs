//! Around the codes of the nomenclature and tariffs: a code has its level from its digits, and lies below a code that is there.

use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use entrepot_store::trade::hs;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Codes of the Harmonized System.
pub struct HsCodes;

impl HsCodes {
    async fn place(call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        let Some(code) = body.get("code").and_then(Value::as_str).map(str::to_owned) else { return Ok(()) };
        if !hs::is_code(&code) {
            return Err(ServiceError::field("code", "trade.code"));
        }
        let index = call.store().hs_index().await?;
        let parent = hs::parent(&code);
        let upper = index.get(parent);
        if !parent.is_empty() && upper.is_none() {
            return Err(ServiceError::field("code", "trade.code_above"));
        }
        if let Some(section) = upper.map(|upper| upper.section.clone()) {
            call.act.set.insert("section".into(), json!(section));
        }
        call.act.set.insert("level".into(), json!(hs::level(&code)));
        call.act.set.insert("parent".into(), json!(parent));
        Ok(())
    }
}

fn named(zh: Option<&Value>, en: Option<&Value>) -> bool {
    [zh, en].into_iter().flatten().any(|text| text.as_str().is_some_and(|text| !text.is_empty()))
}

#[async_trait]
impl Hook for HsCodes {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        if !named(body.get("zh"), body.get("en")) {
            return Err(ServiceError::field("zh", "error.required"));
        }
        Self::place(call, body).await
    }

    async fn before_edit(&self, call: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::place(call, body).await
    }

    /// What has codes below it goes with them or not at all.
    async fn before_delete(&self, call: &mut Call, ids: &mut Vec<i64>) -> Result<(), ServiceError> {
        #[derive(Deserialize)]
        struct Named {
            code: String,
        }
        let mut codes = Vec::with_capacity(ids.len());
        for id in ids.iter() {
            let Named { code } = call.store().record_as(call.resource, *id, &call.act.scope).await?;
            codes.push((*id, code));
        }
        let index = call.store().hs_index().await?;
        let goes = |code: &str| codes.iter().any(|(_, other)| other == code);
        let hold = |code: &str| index.below(code).iter().any(|below| !goes(&below.code));
        let ids: Vec<i64> = codes.iter().filter(|(_, code)| hold(code)).map(|(id, _)| *id).collect();
        if ids.is_empty() { Ok(()) } else { Err(ServiceError::Rows { key: "trade.has_below", ids }) }
    }
}

/// Tariffs of a country.
pub struct Tariffs;

/// What of a stored tariff an edit may leave out.
#[derive(Default, Deserialize)]
struct StoredTariff {
    valid_from: String,
    #[serde(default)]
    valid_until: Option<String>,
}

impl Tariffs {
    fn check(body: &TypedBody, stored: &StoredTariff) -> Result<(), ServiceError> {
        let code = body.get("code").and_then(Value::as_str);
        if code.is_some_and(|code| !matches!(code.len(), 8 | 10) || !code.bytes().all(|digit| digit.is_ascii_digit())) {
            return Err(ServiceError::field("code", "trade.tariff_code"));
        }
        let day = |name: &str, stored: Option<&str>| match body.get(name) {
            Some(sent) => sent.as_str().filter(|day| !day.is_empty()).map(str::to_owned),
            None => stored.filter(|day| !day.is_empty()).map(str::to_owned),
        };
        let (from, until) = (day("valid_from", Some(&stored.valid_from)), day("valid_until", stored.valid_until.as_deref()));
        if let (Some(from), Some(until)) = (from, until)
            && until < from
        {
            return Err(ServiceError::field("valid_until", "trade.until"));
        }
        Ok(())
    }
}

#[async_trait]
impl Hook for Tariffs {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body, &StoredTariff::default())
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored = call.store().record_as(call.resource, id, &call.act.scope).await?;
        Self::check(body, &stored)
    }
}
