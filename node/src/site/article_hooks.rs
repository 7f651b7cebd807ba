//! What happens around articles in the back office: their address is clean and stays while they are public, and a publication
//! copies the draft.

use async_trait::async_trait;
use entrepot_store::articles::{copy_draft, mark_pending};
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::declaration::{Command, From};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Articles of the public site.
pub struct Articles;

/// What an article's place follows from, as it is stored; nothing of a new one.
#[derive(Default, Deserialize)]
struct Place {
    kind: String,
    slug: String,
    industry: String,
    section: String,
}

/// Whether a name can stand in an address: small letters, digits and single hyphens between them.
fn is_slug(text: &str) -> bool {
    let clean = |part: &str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    text.split('-').all(clean)
}

/// The place that the article gets, if it is sound.
fn checked(body: &TypedBody, stored: Place) -> Result<Place, ServiceError> {
    let or = |field: &str, stored: String| body.get(field).and_then(Value::as_str).map_or(stored, str::to_owned);
    let place = Place {
        kind: or("kind", stored.kind),
        slug: or("slug", stored.slug),
        industry: or("industry", stored.industry),
        section: or("section", stored.section),
    };
    if place.slug.is_empty() {
        return Err(ServiceError::field("slug", "error.required"));
    }
    if !is_slug(&place.slug) {
        return Err(ServiceError::field("slug", "article.slug"));
    }
    if matches!(place.kind.as_str(), "solution" | "case") && place.industry.is_empty() {
        return Err(ServiceError::field("industry", "error.required"));
    }
    if place.kind == "help" && place.section.is_empty() {
        return Err(ServiceError::field("section", "error.required"));
    }
    Ok(place)
}

/// Whether a draft says something in one of the languages.
fn says_something(row: &Value) -> bool {
    ["body", "body_en"].iter().any(|field| row.get(field).and_then(Value::as_str).is_some_and(|text| !text.is_empty()))
}

#[async_trait]
impl Hook for Articles {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        // A kind that is not named is the declared one.
        checked(body, Place { kind: "help".into(), ..Place::default() }).map(|_| ())
    }

    /// What is published keeps its address: others link to it.
    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored: Place = call.store().record_as(call.resource, id, &call.act.scope).await?;
        let (kind, slug) = (stored.kind.clone(), stored.slug.clone());
        let place = checked(body, stored)?;
        if (place.kind, place.slug) != (kind, slug) {
            call.act.from = Some(From { field: "state", values: &["draft", "withdrawn"] });
        }
        call.act.extra = mark_pending();
        Ok(())
    }

    async fn before_command(&self, call: &mut Call, command: &'static Command, row: &Value, _: &mut Map<String, Value>) -> Result<(), ServiceError> {
        if command.name == "publish" {
            if !says_something(row) {
                return Err(ServiceError::field("body", "article.empty"));
            }
            call.act.extra = copy_draft();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_addresses_are_clean() {
        for good in ["a", "receiving-goods", "2024-prices", "x9"] {
            assert!(is_slug(good), "{good}");
        }
        for bad in ["", "-", "a-", "-a", "a--b", "A", "a b", "a/b", "a.b", "盘点", "a_b", "../x"] {
            assert!(!is_slug(bad), "{bad}");
        }
    }
}
