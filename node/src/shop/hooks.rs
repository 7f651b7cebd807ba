//! Rules around the shop's smaller rows: the tree of classifies, templates, adverts.

use std::collections::HashMap;

use actors::shop::spec::{GROUPS_MAX, TEXT_MAX, VALUES_MAX};
use async_trait::async_trait;
use entrepot_store::engine::typed;
use entrepot_store::resource::TypedBody;
use serde::Deserialize;
use serde_json::{Value, json};

use super::params::check_params;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;
use crate::settings::address::is_https_or_own;

/// Deepest level of a classify, the first being 0.
const LEVEL_MAX: i64 = 2;

/// Refuses an end that is not after its beginning; 0 is none.
pub(super) fn in_order(field: &str, start: i64, end: i64) -> Result<(), ServiceError> {
    if start != 0 && end != 0 && end <= start { Err(ServiceError::field(field, "shop.time.order")) } else { Ok(()) }
}

/// Beginning and end of an advert: the values sent, or else the stored ones.
#[derive(Default, Deserialize)]
struct Shown {
    start_time: i64,
    end_time: i64,
    #[serde(default)]
    link_type: i64,
    #[serde(default)]
    link_value: String,
}

impl Shown {
    async fn of(call: &Call, id: i64) -> Result<Self, ServiceError> {
        Ok(call.store().record_as(call.resource, id, &call.act.scope).await?)
    }

    fn with(self, body: &TypedBody) -> Self {
        let whole = |name: &str, stored: i64| body.get(name).map_or(stored, |json| json.as_i64().unwrap_or(0));
        Self {
            start_time: whole("start_time", self.start_time),
            end_time: whole("end_time", self.end_time),
            link_type: whole("link_type", self.link_type),
            link_value: body.get("link_value").and_then(Value::as_str).map_or(self.link_value, str::to_owned),
        }
    }
}

/// Classifies: three levels at most.
pub struct Classifies;

impl Classifies {
    /// Says in the shop's words what the engine of trees would refuse; it sets the levels.
    async fn check(call: &Call, id: Option<i64>, body: &TypedBody) -> Result<(), ServiceError> {
        let Some(parent) = body.get("pid").and_then(Value::as_i64) else { return Ok(()) };
        let stored = call.store().classify_parents().await?;
        // Rows of the same import's file count as where they will be.
        let above: HashMap<i64, i64> = call.planned.as_ref().map_or_else(|| stored.iter().copied().collect(), |planned| planned.over(&stored));
        let (mut level, mut at) = (0, parent);
        while at != 0 && level <= LEVEL_MAX {
            // A circle, and a parent that is not there, are refused when it is written.
            level += 1;
            at = above.get(&at).copied().unwrap_or(0);
        }
        let mut row: Vec<i64> = id.into_iter().collect();
        let mut deepest = level;
        while !row.is_empty() && deepest <= LEVEL_MAX {
            row = above.iter().filter(|(_, pid)| row.contains(pid)).map(|(child, _)| *child).collect();
            if !row.is_empty() {
                deepest += 1;
            }
        }
        if deepest > LEVEL_MAX { Err(ServiceError::field("pid", "shop.classify.level")) } else { Ok(()) }
    }
}

#[async_trait]
impl Hook for Classifies {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.remove("level");
        Self::check(call, None, body).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.remove("level");
        Self::check(call, Some(id), body).await
    }
}

/// Parameter templates: a list of parameters.
pub struct ParamsTemplates;

#[async_trait]
impl Hook for ParamsTemplates {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        check_params(body.get("params"), "params", true)
    }

    async fn before_edit(&self, _: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        check_params(body.get("params"), "params", true)
    }
}

/// Specification templates: groups of values, without ids, as goods get their own.
pub struct SpecTemplates;

impl SpecTemplates {
    fn check(body: &TypedBody) -> Result<(), ServiceError> {
        let wrong = |path: String| Err(ServiceError::field(path, "shop.spec.empty"));
        let groups = match body.get("spec") {
            None | Some(Value::Null) => return Ok(()),
            Some(Value::String(text)) if text.is_empty() => return Ok(()),
            Some(Value::Array(groups)) => groups,
            Some(_) => return Err(ServiceError::field("spec", "error.type")),
        };
        if groups.len() > GROUPS_MAX {
            return Err(ServiceError::field("spec", "shop.spec.groups"));
        }
        let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.trim().is_empty() && text.chars().count() <= TEXT_MAX);
        for (place, group) in groups.iter().enumerate() {
            if !group.get("name").is_some_and(is_text) {
                return wrong(format!("spec[{place}].name"));
            }
            let values = group.get("values").and_then(Value::as_array).filter(|values| !values.is_empty());
            let Some(values) = values else { return wrong(format!("spec[{place}].values")) };
            if values.len() > VALUES_MAX {
                return Err(ServiceError::field(format!("spec[{place}].values"), "shop.spec.values"));
            }
            if let Some(at) = values.iter().position(|value| !is_text(value)) {
                return wrong(format!("spec[{place}].values[{at}]"));
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Hook for SpecTemplates {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }

    async fn before_edit(&self, _: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }
}

/// Banners: where they lead.
pub struct Banners;

impl Banners {
    async fn check(call: &Call, shown: &Shown) -> Result<(), ServiceError> {
        in_order("end_time", shown.start_time, shown.end_time)?;
        let wrong = |key: &str| Err(ServiceError::field("link_value", key));
        let table = match shown.link_type {
            1 | 2 | 4 if shown.link_value.is_empty() => return wrong("error.required"),
            1 => "shop_goods",
            2 => "shop_classify",
            4 if !is_https_or_own(&shown.link_value) => return wrong("error.url"),
            _ => return Ok(()),
        };
        let Some(id) = typed::integer(&json!(shown.link_value)).filter(|id| *id > 0) else { return wrong("error.reference") };
        if call.store().count_rows(table, &[id]).await? == 1 { Ok(()) } else { wrong("error.reference") }
    }
}

#[async_trait]
impl Hook for Banners {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, &Shown::default().with(body)).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let shown = Shown::of(call, id).await?.with(body);
        Self::check(call, &shown).await
    }
}

/// Notices: where they lead, and when they are shown.
pub struct NoticeBars;

impl NoticeBars {
    fn check(shown: &Shown, body: &TypedBody) -> Result<(), ServiceError> {
        in_order("end_time", shown.start_time, shown.end_time)?;
        match body.get("link").and_then(Value::as_str) {
            Some(link) if !is_https_or_own(link) => Err(ServiceError::field("link", "error.url")),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Hook for NoticeBars {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(&Shown::default().with(body), body)
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(&Shown::of(call, id).await?.with(body), body)
    }
}
