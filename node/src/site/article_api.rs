//! Published articles, open to everybody: lists with search, and one with its text.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};

use super::articles::{self, Article, ArticleList, ArticleQuery};
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::i18n::{Language, current};
use crate::site::search::search_terms;

/// Longest search, in characters.
const SEARCH_MAX: usize = 60;

/// Endpoints of articles.
pub struct Articles(pub Base);

/// A value that the site knows, else a refusal that names the parameter.
fn known(name: &str, given: Option<String>, is_known: fn(&str) -> bool) -> Result<String, ApiError> {
    let value = given.unwrap_or_default();
    if is_known(&value) { Ok(value) } else { Err(ApiError::field(name, "error.choice")) }
}

/// The words of a search.
pub(super) fn words(given: Option<String>) -> Result<Vec<String>, ApiError> {
    let text = given.unwrap_or_default();
    if text.chars().count() > SEARCH_MAX { Err(ApiError::field("q", "error.text.long")) } else { Ok(search_terms(&text)) }
}

#[OpenApi]
impl Articles {
    /// Published articles of a kind
    #[oai(path = "/api/articles", method = "get", operation_id = "articleList", tag = "Allow::Everyone")]
    #[allow(clippy::too_many_arguments)]
    async fn list(
        &self,
        /// `solution`, `case`, `about`, `help` or `customs`.
        kind: Query<Option<String>>,
        /// `electronics`, `textile`, `automotive` or `other`.
        industry: Query<Option<String>>,
        /// A section of the help centre.
        section: Query<Option<String>>,
        /// Words that title, summary or text contain, all of them.
        q: Query<Option<String>>,
        /// From 1.
        page: Query<Whole>,
        /// At most 60.
        limit: Query<Whole>,
        lang: Query<Option<String>>,
    ) -> Answer<ArticleList> {
        let query = ArticleQuery {
            kind: known("kind", kind.0, articles::is_kind)?,
            industry: known("industry", industry.0, articles::is_trade)?,
            section: known("section", section.0, articles::is_section)?,
            words: words(q.0)?,
            page: page.0.0,
            limit: limit.0.0,
        };
        let language = lang.0.as_deref().map_or_else(current, Language::parse);
        Ok(ok(articles::list(self.0.store(), &query, language).await?))
    }

    /// One published article, with those before and after it
    #[oai(path = "/api/articles/:kind/:slug", method = "get", operation_id = "articleDetail", tag = "Allow::Everyone")]
    async fn detail(&self, kind: Path<String>, slug: Path<String>, lang: Query<Option<String>>) -> Answer<Article> {
        if !articles::is_kind(&kind.0) {
            return Err(ServiceError::refused("error.not_found"));
        }
        let language = lang.0.as_deref().map_or_else(current, Language::parse);
        Ok(ok(articles::article(self.0.store(), &kind.0, &slug.0, language).await?))
    }
}
