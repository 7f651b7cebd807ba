//! Rules around our addresses, delivery companies and freight templates.

use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::engine::typed;
use entrepot_store::resource::TypedBody;
use serde::Deserialize;
use serde_json::{Value, json};

use super::freight_form;
use crate::areas;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Areas whose goods are looked at before they are sold again.
const TO_INSPECT: i64 = 1;

/// Our addresses: one default, in an area of the tree, and returns into an area to inspect of the address' warehouse.
pub struct Addresses;

#[derive(Default, Deserialize)]
struct Kept {
    warehouses_id: Option<i64>,
    warehouses_areas_id: Option<i64>,
}

impl Addresses {
    async fn check(call: &mut Call, stored: Kept, body: &TypedBody) -> Result<(), ServiceError> {
        if let Some(path) = body.get("city")
            && typed::integers(path).and_then(|path| areas::names(&path)).is_none()
        {
            return Err(ServiceError::field("city", "address.area"));
        }
        let sent = |name: &str, stored: Option<i64>| body.get(name).map_or(stored, Value::as_i64);
        let (warehouse, area) = (sent("warehouses_id", stored.warehouses_id), sent("warehouses_areas_id", stored.warehouses_areas_id));
        if let Some(area) = area {
            let found = call.store().area_purposes(&[area]).await?;
            if !found.iter().any(|(at, purpose)| Some(*at) == warehouse && *purpose == TO_INSPECT) {
                return Err(ServiceError::field("warehouses_areas_id", "shop.address.area"));
            }
        }
        let default = body.get("is_default").and_then(Value::as_i64) == Some(1);
        call.act.extra = if default { Store::default_address_statements() } else { Default::default() };
        Ok(())
    }
}

#[async_trait]
impl Hook for Addresses {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, Kept::default(), body).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored = call.store().record_as(call.resource, id, &call.act.scope).await?;
        Self::check(call, stored, body).await
    }
}

/// Delivery companies: where a parcel is followed.
pub struct Companies;

impl Companies {
    fn check(body: &TypedBody) -> Result<(), ServiceError> {
        let address = body.get("tracking_url").and_then(Value::as_str).unwrap_or_default();
        let is_web = ["https://", "http://"].iter().any(|scheme| address.strip_prefix(scheme).is_some_and(|host| !host.is_empty()));
        if address.is_empty() || is_web { Ok(()) } else { Err(ServiceError::field("tracking_url", "error.url")) }
    }
}

#[async_trait]
impl Hook for Companies {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }

    async fn before_edit(&self, _: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }
}

/// Freight templates: their rules, and a method that all goods that use them can be counted by.
pub struct Templates;

#[derive(Deserialize)]
struct Counted {
    method: i64,
    rules: Value,
    free_rules: Value,
}

impl Templates {
    fn check(method: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        if let Some(sent) = body.get("rules").cloned() {
            body.insert("rules".into(), freight_form::rules(method, &sent)?);
        }
        if let Some(sent) = body.get("free_rules").cloned() {
            body.insert("free_rules".into(), freight_form::free_rules(method, &sent)?);
        }
        if let Some(sent) = body.get("no_area_ids").cloned() {
            body.insert("no_area_ids".into(), json!(freight_form::area_ids("no_area_ids", Some(&sent))?));
        }
        Ok(())
    }
}

#[async_trait]
impl Hook for Templates {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        for name in ["rules", "free_rules", "no_area_ids"] {
            body.entry(name).or_insert(Value::Null);
        }
        let method = body.get("method").and_then(Value::as_i64).unwrap_or(1);
        Self::check(method, body)
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored: Counted = call.store().record_as(call.resource, id, &call.act.scope).await?;
        let method = body.get("method").and_then(Value::as_i64).unwrap_or(stored.method);
        if method != stored.method {
            if !call.store().goods_without_measure(id, method).await?.is_empty() {
                return Err(ServiceError::field("method", "shop.freight.method"));
            }
            // Figures of another unit: they are looked at again.
            for (name, stored) in [("rules", stored.rules), ("free_rules", stored.free_rules)] {
                body.entry(name).or_insert(stored);
            }
        }
        Self::check(method, body)
    }
}
