//! Texts of the public site that the back office edits.

use std::collections::BTreeMap;

use poem_openapi::param::{Path, Query};
use poem_openapi::{Object, OpenApi};

use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::routes::Allow;
use crate::i18n::{Language, current};

/// Endpoints of the site's content.
pub struct Content(pub Base);

/// The texts of a page.
#[derive(Object)]
pub struct SiteTexts {
    /// By key; what nobody has edited is left out.
    pub texts: BTreeMap<String, String>,
}

#[OpenApi]
impl Content {
    /// The texts of a page in one language, over the built-in ones
    #[oai(path = "/api/content/:page", method = "get", operation_id = "siteContent", tag = "Allow::Everyone")]
    async fn page(&self, page: Path<String>, lang: Query<Option<String>>) -> Answer<SiteTexts> {
        let language = lang.0.as_deref().map_or_else(current, Language::parse);
        let texts = self.0.store().site_texts(&page.0).await?;
        let of = |text: entrepot_store::site::SiteText| (text.key, if language == Language::English { text.en } else { text.zh });
        Ok(ok(SiteTexts { texts: texts.into_iter().map(of).filter(|(_, text)| !text.is_empty()).collect() }))
    }
}
