//! Texts of the public site that the back office edits.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use serde_json::{Map, json};

use crate::http::envelope::{Answer, ok};
use crate::i18n::{Language, current};
use crate::node::Node;

/// Endpoints of the site's content.
pub struct Content(pub Node);

#[OpenApi]
impl Content {
    /// The texts of a page in one language, over the built-in ones
    #[oai(path = "/api/content/:page", method = "get", operation_id = "siteContent")]
    async fn page(&self, page: Path<String>, lang: Query<Option<String>>) -> Answer {
        let language = lang.0.as_deref().map_or_else(current, Language::parse);
        let texts = self.0.store().site_texts(&page.0).await?;
        let of = |text: entrepot_store::site::SiteText| (text.key, if language == Language::English { text.en } else { text.zh });
        let texts: Map<_, _> = texts.into_iter().map(of).filter(|(_, text)| !text.is_empty()).map(|(key, text)| (key, json!(text))).collect();
        Ok(ok(json!({ "texts": texts })))
    }
}
