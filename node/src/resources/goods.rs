//! Beside the declarations of goods, of attachments and of scheduled tasks.

use async_trait::async_trait;
use bus_schemas::ids::{ProductId, WarehouseId};
use bus_schemas::live::Invalidation;
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::write::Written;
use serde_json::{Value, json};

use super::Call;
use super::hooks::Hook;
use crate::http::errors::ApiError;
use crate::storage::full_url;

/// Products: their stock over all places, and the caches that know them.
pub struct Products;

#[async_trait]
impl Hook for Products {
    async fn shown(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ApiError> {
        let ids: Vec<i64> = rows.iter().filter_map(|row| row["id"].as_i64()).collect();
        let sums = call.node.store().total_stock(&ids, &call.act.scope).await?;
        for row in rows {
            let sum = row["id"].as_i64().and_then(|product| sums.get(&product)).copied().unwrap_or_default();
            row["total_stock_num"] = sum.normalize().to_string().into();
        }
        Ok(())
    }

    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ApiError> {
        body.remove("total_stock_num");
        Ok(())
    }

    async fn before_edit(&self, _: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ApiError> {
        body.remove("total_stock_num");
        Ok(())
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ApiError> {
        for id in &written.ids {
            call.node.system().invalidate(Invalidation::Product { product: ProductId(*id) });
        }
        Ok(())
    }
}

/// Warehouses: the caches that know them.
pub struct Warehouses;

#[async_trait]
impl Hook for Warehouses {
    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ApiError> {
        for id in &written.ids {
            call.node.system().invalidate(Invalidation::Warehouse { warehouse: WarehouseId(*id) });
        }
        Ok(())
    }
}

/// Trees that keep how deep a row lies.
pub struct Levels;

impl Levels {
    async fn set(call: &mut Call, body: &TypedBody) -> Result<(), ApiError> {
        let Some(parent) = body.get("pid").and_then(Value::as_i64) else { return Ok(()) };
        let level = match parent {
            0 => 0,
            parent => {
                let above = call.node.store().record(call.resource, parent, &call.act.scope).await;
                above.map_err(|_| ApiError::field("pid", "error.reference"))?["level"].as_i64().unwrap_or(0) + 1
            }
        };
        call.act.set.insert("level".into(), json!(level));
        Ok(())
    }
}

#[async_trait]
impl Hook for Levels {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ApiError> {
        body.remove("level");
        Self::set(call, body).await
    }

    async fn before_edit(&self, call: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ApiError> {
        Self::set(call, body).await
    }
}

/// Attachments: their suffix and address.
pub struct Attachments;

#[async_trait]
impl Hook for Attachments {
    async fn shown(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ApiError> {
        let config = &call.node.config().services.upload;
        for row in rows {
            let url = row["url"].as_str().unwrap_or_default().to_owned();
            let suffix = url.rsplit_once('.').map(|(_, suffix)| suffix.to_lowercase()).unwrap_or_default();
            let odd = suffix.is_empty() || suffix.len() > 8 || !suffix.chars().all(|letter| letter.is_ascii_alphanumeric());
            row["suffix"] = json!(if odd { "file".to_owned() } else { suffix });
            row["full_url"] = json!(full_url(config, &call.host, &url));
        }
        Ok(())
    }

    fn deleted(&self) -> &'static str {
        "deleted.files"
    }

    /// With the last row that tells of it, a file goes.
    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ApiError> {
        if !written.fields.is_empty() {
            return Ok(());
        }
        for url in written.before.iter().filter_map(|row| row["url"].as_str()).filter(|url| url.starts_with("/storage/")) {
            if call.node.store().attachment_in_use(url).await? {
                continue;
            }
            if let Err(error) = call.node.storage().remove(url).await {
                tracing::warn!(%error, url, "the file of a deleted attachment is still there");
            }
        }
        Ok(())
    }
}

/// Scheduled tasks: their schedules.
pub struct Schedules;

impl Schedules {
    fn check(body: &TypedBody) -> Result<(), ApiError> {
        match body.get("cron").and_then(Value::as_str) {
            Some(cron) if crate::jobs::cron::Cron::parse(cron).is_none() => Err(ApiError::field("cron", "error.cron")),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Hook for Schedules {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ApiError> {
        Self::check(body)
    }

    async fn before_edit(&self, _: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ApiError> {
        Self::check(body)
    }
}
