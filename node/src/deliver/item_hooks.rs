//! Behaviour of notice items and variables beside their declarations.

use async_trait::async_trait;
use bus_schemas::event::{By, Event, Stream, Subject};
use entrepot_store::identity::rights::key::KeyTerms;
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::TypedBody;
use serde_json::{Map, Value, json};

use super::items::{ItemRow, addresses};
use super::plan::patterns;
use super::wording::{VARIABLES, samples};
use super::worker::Deliverer;
use crate::error::ServiceError;
use crate::i18n::text;
use crate::outgoing::fault::{Failure, Fault};
use crate::outside::finding::Finding;
use crate::outside::tested::Testable;
use crate::placeholders::unknown;
use crate::resource::Call;
use crate::resource::call::Hook;

/// The group whose rights something is told by: one of the caller's, or one that they may give.
pub(super) async fn check_group(call: &Call, stored: Option<&Value>, body: &TypedBody) -> Result<(), ServiceError> {
    let group = body.get("group_id").or_else(|| stored.map(|row| &row["group_id"])).and_then(Value::as_i64).unwrap_or_default();
    let terms = KeyTerms { owner: call.act.scope.admin, of_site: false, group, warehouses: vec![] };
    let may = call.act.scope.admin == 0 || call.store().directory().await?.key_rights(&terms).is_ok();
    if may { Ok(()) } else { Err(ServiceError::field("group_id", "deliver.group")) }
}

/// Notice items; a page may show those of one channel alone.
pub struct Items {
    pub deliverer: Deliverer,
    /// The channel that the page is of; empty for all.
    pub alone: &'static str,
}

/// A value as it will be: what was sent, or what is stored.
fn will_be<'a>(stored: Option<&'a Value>, body: &'a TypedBody, name: &str) -> &'a Value {
    const NOTHING: &Value = &Value::Null;
    body.get(name).or_else(|| stored.map(|row| &row[name])).unwrap_or(NOTHING)
}

#[async_trait]
impl Testable for Items {
    async fn check(&self, call: &Call, stored: Option<&Value>, body: &TypedBody) -> Result<(), ServiceError> {
        let text_of = |name: &str| will_be(stored, body, name).as_str().unwrap_or_default();
        if patterns(text_of("kinds")).is_none() {
            return Err(ServiceError::field("kinds", "deliver.kinds"));
        }
        if text_of("channel") == "mail" && addresses(text_of("mail_to")).is_none() {
            return Err(ServiceError::field("mail_to", "deliver.mail_to"));
        }
        let robots = will_be(stored, body, "robots").as_array().map_or(0, Vec::len);
        if text_of("channel") == "robot" && robots == 0 {
            return Err(ServiceError::field("robots", "error.required"));
        }
        let known = samples(&call.store().notice_constants().await?);
        for name in ["title", "body"] {
            if unknown(text_of(name), |name| known.contains_key(name)).is_some() {
                return Err(ServiceError::field(name, "deliver.variable"));
            }
        }
        check_group(call, stored, body).await
    }

    /// Says what the item says of an event that did not happen.
    async fn test(&self, id: i64, _to: &str, now: i64) -> Result<Finding, ServiceError> {
        let item: ItemRow = self.deliverer.item(id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        let event = Event {
            stream: Stream::Shop,
            number: 0,
            kind: "test".to_owned(),
            at: now * 1_000,
            by: By::admin(0),
            subject: Subject { page: "notice/item".to_owned(), id, name: item.name.clone() },
            warehouses: vec![],
            data: Map::new(),
        };
        let said = self.deliverer.sample(&item, &event).await?;
        let mut last = Err(Failure::new(Fault::SetUp, "nobody is named"));
        if item.channel == "mail" {
            for address in addresses(&item.mail_to).unwrap_or_default() {
                last = self.deliverer.mail(address, &said, (item.language(), &format!("test-{}", uuid::Uuid::new_v4().simple()))).await;
                if last.is_err() {
                    break;
                }
            }
        } else {
            for robot in &item.robots {
                last = self.deliverer.write(*robot, std::slice::from_ref(&said)).await?;
                if last.is_err() {
                    break;
                }
            }
        }
        Ok(match last {
            Ok(()) => Finding::good("deliver.said", &said.0),
            Err(failure) => Finding::bad(&failure),
        })
    }

    fn narrow(&self, query: &mut ListQuery) {
        if !self.alone.is_empty() {
            let values = vec![self.alone.to_owned()];
            query.filters.push(Filter { field: "channel".into(), operator: "IN".into(), values, datetime: false });
        }
    }
}

/// Variables: those of events are the program's, constants the site's.
pub struct Variables;

impl Variables {
    fn refuse_name(body: &TypedBody) -> Result<(), ServiceError> {
        let Some(name) = body.get("name").and_then(Value::as_str) else { return Ok(()) };
        let plain = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
        if plain { Ok(()) } else { Err(ServiceError::field("name", "deliver.variable_name")) }
    }

    /// Refuses to change or delete the program's own, and constants that texts still have.
    async fn refuse_used(call: &Call, id: i64) -> Result<(), ServiceError> {
        let stored = call.store().record(call.resource, id, &call.act.scope).await?;
        let name = stored["name"].as_str().unwrap_or_default();
        if VARIABLES.iter().any(|(known, ..)| *known == name) {
            return Err(ServiceError::refused("deliver.built_in"));
        }
        if call.store().is_variable_used(name).await? { Err(ServiceError::refused("deliver.variable_used")) } else { Ok(()) }
    }
}

#[async_trait]
impl Hook for Variables {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::refuse_name(body)
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::refuse_name(body)?;
        let stored = call.store().record(call.resource, id, &call.act.scope).await?;
        let built_in = stored["source"] == "event";
        if built_in {
            return Err(ServiceError::refused("deliver.built_in"));
        }
        if body.get("name").is_some_and(|name| *name != stored["name"]) { Self::refuse_used(call, id).await } else { Ok(()) }
    }

    async fn before_delete(&self, call: &mut Call, ids: &mut Vec<i64>) -> Result<(), ServiceError> {
        for id in ids.iter() {
            Self::refuse_used(call, *id).await?;
        }
        Ok(())
    }
}

/// What a delivery's own reasons say, in the reader's language.
pub(super) fn words_of_reason(row: &mut Value) {
    if let Some(key) = row["answer"].as_str().filter(|answer| answer.starts_with("deliver.")) {
        row["answer"] = json!(text(key, &[]));
    }
}
