//! Beside the declaration of the site's content: a key comes once on a page.

use async_trait::async_trait;
use serde_json::{Map, Value};

use super::Call;
use super::hooks::Hook;
use crate::http::errors::ApiError;

/// Texts of the public site.
pub struct Contents;

fn name<'a>(body: &'a Map<String, Value>, stored: &'a Value, field: &str) -> &'a str {
    body.get(field).and_then(Value::as_str).or_else(|| stored[field].as_str()).unwrap_or_default()
}

impl Contents {
    async fn check(call: &Call, body: &Map<String, Value>, stored: &Value, id: i64) -> Result<(), ApiError> {
        let (page, key) = (name(body, stored, "page"), name(body, stored, "key"));
        let plain = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-".contains(letter));
        for (field, text) in [("page", page), ("key", key)] {
            if !plain(text) || (field == "page" && text.chars().any(|letter| letter.is_ascii_uppercase())) {
                return Err(ApiError::field(field, "content.name"));
            }
        }
        if call.node.store().site_text_exists(page, key, id).await? { Err(ApiError::field("key", "error.unique")) } else { Ok(()) }
    }
}

#[async_trait]
impl Hook for Contents {
    async fn before_add(&self, call: &mut Call, body: &mut Map<String, Value>) -> Result<(), ApiError> {
        Self::check(call, body, &Value::Null, 0).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut Map<String, Value>) -> Result<(), ApiError> {
        let stored = call.node.store().record(call.resource, id, &call.act.scope).await?;
        Self::check(call, body, &stored, id).await
    }
}
