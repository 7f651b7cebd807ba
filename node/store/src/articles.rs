//! Articles of the public site: what of them is published, and the statements by which a publication copies the draft.

use std::sync::Arc;

use actors::folding::folded;
use actors::store::StoreError;
use serde::Deserialize;

use crate::cache::{Age, Cache, Limits};
use crate::engine::connect::Store;
use crate::engine::memory::one_cache;
use crate::engine::value::{int, text};
use crate::resource::rich_text;
use crate::resource::write::ExtraStatements;

/// Published articles that the site shows at most.
pub const ARTICLES_MAX: i64 = 2_000;
/// Letters of a text that are searched.
const SEARCHED_MAX: i64 = 8_000;
/// The fields that are copied when an article is published.
const COPIED: [&str; 11] =
    ["industry", "section", "title", "title_en", "summary", "summary_en", "cover", "cover_alt", "cover_alt_en", "body", "body_en"];

/// A published article without its text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ArticleCard {
    pub id: i64,
    pub kind: String,
    pub slug: String,
    pub industry: String,
    pub section: String,
    pub title: String,
    pub title_en: String,
    pub summary: String,
    pub summary_en: String,
    pub cover: String,
    pub cover_alt: String,
    pub cover_alt_en: String,
    /// Unix seconds.
    pub publish_time: i64,
}

/// The text of a published article.
#[derive(Clone, Debug, Deserialize)]
pub struct ArticleText {
    pub body: String,
    pub body_en: String,
}

/// A card with the beginning of its texts, as they are read.
#[derive(Deserialize)]
struct SearchedRow {
    #[serde(flatten)]
    card: ArticleCard,
    words: String,
}

/// A published article among the others.
#[derive(Debug)]
pub struct ListedArticle {
    pub card: ArticleCard,
    /// Folded: titles, summaries and the beginning of the texts in both languages.
    words: String,
}

impl ListedArticle {
    /// Whether it contains all of these folded words.
    #[must_use]
    pub fn says(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.words.contains(word.as_str()))
    }
}

/// The published articles in the order in which the site shows them.
#[derive(Debug, Default)]
pub struct ArticleShelf(Vec<ListedArticle>);

impl ArticleShelf {
    /// All of a kind, in their order.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a ListedArticle> {
        self.0.iter().filter(move |article| article.card.kind == kind)
    }

    /// The article at an address.
    #[must_use]
    pub fn get(&self, kind: &str, slug: &str) -> Option<&ArticleCard> {
        self.0.iter().map(|article| &article.card).find(|card| card.kind == kind && card.slug == slug)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &ArticleCard> {
        self.0.iter().map(|article| &article.card)
    }
}

/// Until the table is written.
struct ShelfCache(Cache<(), Arc<ArticleShelf>>);

const LIMITS: Limits =
    Limits { name: "site_articles", weight: 1, entries: 1, age: Age { sole: std::time::Duration::from_secs(3_600), ..Age::SECOND } };

one_cache!(ShelfCache, Cache, LIMITS);

/// Marks whether a draft differs from what is published, in the transaction that changes it.
#[must_use]
pub fn mark_pending() -> ExtraStatements {
    let differs: Vec<String> = COPIED.iter().map(|field| format!("{field} != live_{field}")).collect();
    let query = format!(
        "UPDATE type::record('site_article', $owner) SET pending = IF state = 'published' AND ({}) {{ 1 }} ELSE {{ 0 }} RETURN NONE;",
        differs.join(" OR ")
    );
    ExtraStatements { query, vars: vec![], tables: vec!["site_article"], only_guards: true }
}

/// Copies the draft to what visitors see, in the transaction that publishes it.
#[must_use]
pub fn copy_draft() -> ExtraStatements {
    let copies: Vec<String> = COPIED.iter().map(|field| format!("live_{field} = {field}")).collect();
    let query = format!("UPDATE type::record('site_article', $owner) SET {}, pending = 0 RETURN NONE;", copies.join(", "));
    ExtraStatements { query, vars: vec![], tables: vec!["site_article"], only_guards: false }
}

impl Store {
    /// The published articles, at most [`ARTICLES_MAX`].
    pub async fn published_articles(&self) -> Result<Arc<ArticleShelf>, StoreError> {
        let (cache, stamp) = (&self.memory::<ShelfCache>().0, self.writes().stamp(["site_article"]));
        if let Some(known) = cache.get(&(), &stamp) {
            return Ok(known);
        }
        let query = format!(
            "SELECT record::id(id) AS id, kind, slug, live_industry AS industry, live_section AS section, live_title AS title, \
               live_title_en AS title_en, live_summary AS summary, live_summary_en AS summary_en, live_cover AS cover, \
               live_cover_alt AS cover_alt, live_cover_alt_en AS cover_alt_en, publish_time, weigh, \
               string::slice(live_body, 0, {SEARCHED_MAX}) + ' ' + string::slice(live_body_en, 0, {SEARCHED_MAX}) AS words \
             FROM site_article WHERE state = 'published' ORDER BY weigh DESC, id LIMIT {ARTICLES_MAX}"
        );
        let rows: Vec<SearchedRow> = self.rows(&query, vec![]).await?;
        let listed = |SearchedRow { card, words }: SearchedRow| {
            let said = [&card.title, &card.title_en, &card.summary, &card.summary_en, &rich_text::words(&words)].map(|part| folded(part)).join("\n");
            ListedArticle { card, words: said }
        };
        let shelf = Arc::new(ArticleShelf(rows.into_iter().map(listed).collect()));
        cache.put((), stamp, shelf.clone());
        Ok(shelf)
    }

    /// The text of a published article.
    pub async fn published_text(&self, kind: &str, slug: &str) -> Result<Option<ArticleText>, StoreError> {
        let query =
            "SELECT live_body AS body, live_body_en AS body_en FROM site_article WHERE kind = $kind AND slug = $slug AND state = 'published' LIMIT 1";
        Ok(self.rows(query, vec![("kind", text(kind)), ("slug", text(slug))]).await?.into_iter().next())
    }

    /// Publishes an article that the demo has made; who published it and when.
    pub async fn publish_article(&self, article: i64, admin: i64, now: i64) -> Result<(), StoreError> {
        let query = format!(
            "UPDATE type::record('site_article', $owner) SET state = 'published', publisher_id = $admin, publish_time = $now RETURN NONE; {}",
            copy_draft().query
        );
        let mut writing = self.writes().writing("site_article");
        self.run(&query, vec![("owner", int(article)), ("admin", int(admin)), ("now", int(now))]).await?;
        writing.touched(&[article]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_text_are_searched_without_its_tags() {
        assert_eq!(rich_text::words("<p>One <b>two</b></p>three<img alt=\"x").split_whitespace().collect::<Vec<_>>(), ["One", "two", "three"]);
    }

    #[test]
    fn a_publication_copies_every_field_of_the_draft() {
        let copied = copy_draft().query;
        for field in COPIED {
            assert!(copied.contains(&format!("live_{field} = {field}")), "{field}");
        }
    }
}
