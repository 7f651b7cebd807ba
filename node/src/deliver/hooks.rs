//! Behaviour of webhooks and deliveries beside their declarations.

use std::sync::Arc;

use async_trait::async_trait;
use bus_schemas::event::{By, Event, Stream, Subject};
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::events::REPEAT;
use entrepot_store::resource::write::ExtraStatements;
use serde_json::{Map, Value, json};

use super::item_hooks::{check_group, words_of_reason};
use super::plan::patterns;
use super::webhook::{self, FORMER, Sent, WebhookRow};
use crate::error::ServiceError;
use crate::outgoing::OutgoingClient;
use crate::outgoing::fault::{Failure, Fault};
use crate::outside::accounts::{AccountRow, Opened, Opener};
use crate::outside::finding::Finding;
use crate::outside::tested::Testable;
use crate::resource::Call;
use crate::resource::call::Hook;
use crate::secrets::SecretLocation;

/// Characters of a signing secret, at least.
const SECRET_MIN: usize = 20;
/// Seconds that a former secret signs beside the present one.
const FORMER_FOR: i64 = 86_400;
/// Secrets of a form come before it.
const FORMER_AT: usize = 3;

/// Webhooks.
pub struct Webhooks {
    pub opener: Opener,
    pub client: Arc<OutgoingClient>,
}

fn sent<'a>(body: &'a TypedBody, name: &str) -> Option<&'a str> {
    body.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
}

impl Webhooks {
    /// The secret that signed until now goes on signing for a day.
    async fn keep_former(&self, call: &mut Call, id: i64) -> Result<(), ServiceError> {
        let (row, opened): (WebhookRow, Opened) = self.opener.one(id).await?;
        let former = opened.secret("secret");
        if former.is_empty() || row.secret_place.is_empty() {
            return Ok(());
        }
        let location = SecretLocation { table: call.resource.table, id: &row.secret_place, field: FORMER };
        let sealed = self.opener.secrets.seal(location, &former).map_err(|error| ServiceError::Internal(error.to_string()))?;
        let keep = ExtraStatements::keep_secret(FORMER_AT, call.resource, &row.secret_place, FORMER, Some(&sealed));
        call.act.extra = std::mem::take(&mut call.act.extra).and(keep);
        call.act.set.insert("former_until".to_owned(), json!(call.act.now + FORMER_FOR));
        Ok(())
    }
}

#[async_trait]
impl Testable for Webhooks {
    /// Refuses what is no address, no list of kinds, a short secret, and a group that the caller may not speak for.
    async fn check(&self, call: &Call, stored: Option<&Value>, body: &TypedBody) -> Result<(), ServiceError> {
        if sent(body, "url").is_some_and(|url| webhook::address(url).is_none()) {
            return Err(ServiceError::field("url", "deliver.address"));
        }
        if sent(body, "kinds").is_some_and(|kinds| patterns(kinds).is_none()) {
            return Err(ServiceError::field("kinds", "deliver.kinds"));
        }
        if sent(body, "secret").is_some_and(|secret| secret.chars().count() < SECRET_MIN) {
            return Err(ServiceError::field("secret", "deliver.secret"));
        }
        // Whoever changes anything of it could have it sent to themselves.
        check_group(call, stored, body).await
    }

    /// Sends an event that did not happen.
    async fn test(&self, id: i64, _to: &str, now: i64) -> Result<Finding, ServiceError> {
        let (row, opened): (WebhookRow, Opened) = self.opener.one(id).await?;
        let event = Event {
            stream: Stream::Table(WebhookRow::CONTROLLER.to_owned()),
            number: 0,
            kind: "test".to_owned(),
            at: now * 1_000,
            by: By::admin(0),
            subject: Subject { page: "event/webhook".to_owned(), id, name: row.name.clone() },
            warehouses: vec![],
            data: Map::new(),
        };
        Ok(match webhook::send(&self.client, &row, &opened, 0, &event, now).await {
            Sent::Done { answer } => Finding::good("deliver.tested", &answer),
            Sent::Again { answer } | Sent::Gone { answer } | Sent::Refused { answer } => Finding::bad(&Failure::new(Fault::Refused, answer)),
        })
    }

    async fn edit(&self, call: &mut Call, id: i64, stored: &Value, body: &TypedBody) -> Result<(), ServiceError> {
        if sent(body, "secret").is_some() {
            self.keep_former(call, id).await?;
        }
        // Who switches it on again begins anew.
        if body.get("status").and_then(Value::as_i64) == Some(1) && stored["status"] != 1 {
            call.act.set.insert("failing_since".to_owned(), json!(0));
        }
        Ok(())
    }
}

/// Deliveries; a page may show those of robots alone.
pub struct Deliveries {
    pub robots_alone: bool,
}

#[async_trait]
impl Hook for Deliveries {
    async fn before_list(&self, _: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        if self.robots_alone {
            query.filters.push(Filter { field: "channel".into(), operator: "IN".into(), values: vec!["robot".into()], datetime: false });
        }
        Ok(())
    }

    async fn prepare_rows(&self, _call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        // Our own reasons are keys of texts; answers are the other side's words.
        rows.iter_mut().for_each(words_of_reason);
        Ok(())
    }

    async fn after_command(&self, call: &Call, command: &'static Command, row: &Value) -> Result<(), ServiceError> {
        if command.name == REPEAT {
            call.store().repeat_delivery(row["id"].as_i64().unwrap_or_default(), &call.act).await?;
        }
        Ok(())
    }
}
