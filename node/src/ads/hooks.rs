//! What happens around zones and adverts in the back office.

use std::collections::HashMap;

use async_trait::async_trait;
use entrepot_store::ads::AdRow;
use entrepot_store::resource::write::Written;
use entrepot_store::resource::{TypedBody, row};
use serde_json::{Value, json};

use super::Placements;
use super::addresses::{is_own_upload, leads_somewhere_safe};
use super::rules::state;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;
use crate::site_time::time_at;

fn sent<'a>(body: &'a TypedBody, field: &str) -> Option<&'a str> {
    body.get(field).and_then(Value::as_str)
}

/// Refuses addresses that are neither https nor a path of this site, and pictures from elsewhere.
fn check_addresses(call: &Call, body: &TypedBody, pictures: &[&str]) -> Result<(), ServiceError> {
    if sent(body, "url").is_some_and(|url| !url.is_empty() && !leads_somewhere_safe(url)) {
        return Err(ServiceError::field("url", "ads.url"));
    }
    let cdn = &call.config().services.upload.cdn_url;
    match pictures.iter().find(|field| sent(body, field).is_some_and(|address| !address.is_empty() && !is_own_upload(address, cdn))) {
        Some(field) => Err(ServiceError::field(*field, "ads.picture")),
        None => Ok(()),
    }
}

/// Zones: their codes stand in pages and addresses.
pub struct Zones {
    pub placements: Placements,
}

impl Zones {
    fn check(call: &Call, body: &TypedBody) -> Result<(), ServiceError> {
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-' || letter == '_';
        if sent(body, "code").is_some_and(|code| !code.chars().all(plain)) {
            return Err(ServiceError::field("code", "ads.code"));
        }
        check_addresses(call, body, &["image"])
    }
}

#[async_trait]
impl Hook for Zones {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, body)
    }

    async fn before_edit(&self, call: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, body)
    }

    async fn after_change(&self, _: &Call, _: &Written) -> Result<(), ServiceError> {
        self.placements.forget();
        Ok(())
    }
}

/// Adverts.
pub struct Ads {
    pub placements: Placements,
}

impl Ads {
    fn check(call: &Call, body: &mut TypedBody, stored: Option<&AdRow>) -> Result<(), ServiceError> {
        check_addresses(call, body, &["image", "image_dark", "image_phone"])?;
        let of = |field: &str, stored: Option<&String>| match body.get(field) {
            Some(value) => value.as_str().map(str::to_owned),
            None => stored.cloned(),
        };
        let time = |text: Option<String>| text.filter(|text| !text.is_empty());
        let starts = time(of("starts", stored.and_then(|ad| ad.starts.as_ref())));
        let ends = time(of("ends", stored.and_then(|ad| ad.ends.as_ref())));
        if starts.zip(ends).is_some_and(|(starts, ends)| ends <= starts) {
            return Err(ServiceError::field("ends", "ads.ends"));
        }
        // Groups are of members only.
        let audience = of("audience", stored.map(|ad| &ad.audience));
        if audience.is_some_and(|audience| audience != "members") {
            body.insert("group_ids".to_owned(), json!([]));
        }
        Ok(())
    }
}

#[async_trait]
impl Hook for Ads {
    /// How they stand now.
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let ids: Vec<i64> = rows.iter().filter_map(|row| row.get("id").and_then(Value::as_i64)).collect();
        let time = time_at(call.config().time_zone, call.now());
        let ads: HashMap<i64, AdRow> = call.store().ads_of(&ids).await?.into_iter().map(|ad| (ad.id, ad)).collect();
        for shown in rows {
            let ad = shown.get("id").and_then(Value::as_i64).and_then(|id| ads.get(&id));
            if let Some(ad) = ad {
                row::set(shown, "state", json!(state(ad, &time).name()));
            }
        }
        Ok(())
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, body, None)
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored = call.store().ad(id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        Self::check(call, body, Some(&stored))
    }

    async fn after_change(&self, _: &Call, _: &Written) -> Result<(), ServiceError> {
        self.placements.forget();
        Ok(())
    }
}
