//! Published articles in a reader's language, and where on the site they are.

use std::sync::Arc;

use entrepot_store::Store;
use entrepot_store::articles::{ArticleCard, ArticleShelf};
use entrepot_store::resource::site_articles::{ARTICLE_KINDS, ARTICLE_TRADES, HELP_SECTIONS};
use poem_openapi::Object;

use crate::error::ServiceError;
use crate::i18n::{Language, in_either};

/// Articles of a page of a list.
const PAGE: i64 = 12;
/// The same at most.
const PAGE_MAX: i64 = 60;

/// What of the articles is asked for.
#[derive(Debug, Default)]
pub struct ArticleQuery {
    pub kind: String,
    /// All where it is empty; so of the section.
    pub industry: String,
    pub section: String,
    /// Folded.
    pub words: Vec<String>,
    /// From 1.
    pub page: Option<i64>,
    pub limit: Option<i64>,
}

/// An article among others.
#[derive(Clone, Object)]
pub struct ArticleItem {
    /// `solution`, `case`, `about`, `help` or `customs`.
    pub kind: String,
    pub slug: String,
    /// Where on the site it is.
    pub path: String,
    pub title: String,
    pub summary: String,
    /// The address of its picture; empty where it has none.
    pub cover: String,
    /// What the picture shows.
    pub cover_alt: String,
    /// `electronics`, `textile`, `automotive`, `other`, or empty.
    pub industry: String,
    /// The section of the help centre, or empty.
    pub section: String,
    /// The same for people.
    pub section_name: String,
    /// Unix seconds.
    pub publish_time: i64,
    /// Nobody has translated its title: it is in the other language.
    pub untranslated: bool,
}

/// A section of the help centre that has articles.
#[derive(Object)]
pub struct ArticleSection {
    pub section: String,
    pub name: String,
    pub count: i64,
}

/// A page of a list of articles.
#[derive(Object)]
pub struct ArticleList {
    pub list: Vec<ArticleItem>,
    pub total: i64,
    /// Of the help centre: its sections, whatever was asked for.
    pub sections: Vec<ArticleSection>,
}

/// An article with its text.
#[derive(Object)]
pub struct Article {
    pub article: ArticleItem,
    /// HTML that was cleaned.
    pub body: String,
    /// The article before it in the same list, if any.
    #[oai(nullable)]
    pub previous: Option<ArticleItem>,
    #[oai(nullable)]
    pub next: Option<ArticleItem>,
}

/// Where an article is.
#[must_use]
pub fn path(kind: &str, slug: &str) -> String {
    match kind {
        "solution" => format!("/solutions/{slug}"),
        "case" => format!("/cases/{slug}"),
        "customs" => format!("/customs/guide/{slug}"),
        kind => format!("/{kind}/{slug}"),
    }
}

/// The kind and the name of the article at a path.
#[must_use]
pub fn at(path: &str) -> Option<(&'static str, &str)> {
    let places = [("/solutions/", "solution"), ("/cases/", "case"), ("/about/", "about"), ("/help/", "help"), ("/customs/guide/", "customs")];
    places.iter().find_map(|(above, kind)| path.strip_prefix(above).filter(|slug| !slug.is_empty() && !slug.contains('/')).map(|slug| (*kind, slug)))
}

/// Whether there are such articles.
#[must_use]
pub fn is_kind(kind: &str) -> bool {
    ARTICLE_KINDS.iter().any(|known| known.value == kind)
}

/// Whether the site knows the trade; none is one too.
#[must_use]
pub fn is_trade(industry: &str) -> bool {
    ARTICLE_TRADES.iter().any(|known| known.value == industry)
}

/// Whether the help centre has such a section; none is one too.
#[must_use]
pub fn is_section(section: &str) -> bool {
    HELP_SECTIONS.iter().any(|known| known.value == section)
}

fn section_name(section: &str, language: Language) -> String {
    let found = HELP_SECTIONS.iter().find(|known| known.value == section && !section.is_empty());
    found.map(|known| if language == Language::English { known.label.en } else { known.label.zh }.to_owned()).unwrap_or_default()
}

/// A card in the reader's language.
#[must_use]
pub fn item(card: &ArticleCard, language: Language) -> ArticleItem {
    let own = if language == Language::English { &card.title_en } else { &card.title };
    ArticleItem {
        kind: card.kind.clone(),
        slug: card.slug.clone(),
        path: path(&card.kind, &card.slug),
        title: in_either(language, &card.title, &card.title_en).to_owned(),
        summary: in_either(language, &card.summary, &card.summary_en).to_owned(),
        cover: card.cover.clone(),
        cover_alt: in_either(language, &card.cover_alt, &card.cover_alt_en).to_owned(),
        industry: card.industry.clone(),
        section: card.section.clone(),
        section_name: section_name(&card.section, language),
        publish_time: card.publish_time,
        untranslated: own.is_empty(),
    }
}

/// The place of a section in the help centre.
fn rank(section: &str) -> usize {
    HELP_SECTIONS.iter().position(|known| known.value == section).unwrap_or(HELP_SECTIONS.len())
}

/// The articles of a kind in the order in which they are read.
fn in_order<'a>(shelf: &'a ArticleShelf, query: &'a ArticleQuery) -> Vec<&'a ArticleCard> {
    let found = shelf.of_kind(&query.kind).filter(|article| {
        let card = &article.card;
        (query.industry.is_empty() || card.industry == query.industry)
            && (query.section.is_empty() || card.section == query.section)
            && article.says(&query.words)
    });
    let mut cards: Vec<&ArticleCard> = found.map(|article| &article.card).collect();
    // Stable: within a section the order stays.
    cards.sort_by_key(|card| rank(&card.section));
    cards
}

fn sections(shelf: &ArticleShelf, query: &ArticleQuery, language: Language) -> Vec<ArticleSection> {
    if query.kind != "help" {
        return vec![];
    }
    let count = |section: &str| shelf.of_kind("help").filter(|article| article.card.section == section).count();
    let named = HELP_SECTIONS.iter().filter(|known| !known.value.is_empty());
    let counted = named.map(|known| ArticleSection {
        section: known.value.to_owned(),
        name: section_name(known.value, language),
        count: i64::try_from(count(known.value)).unwrap_or(i64::MAX),
    });
    counted.filter(|section| section.count > 0).collect()
}

/// A page of the published articles.
pub async fn list(store: &Store, query: &ArticleQuery, language: Language) -> Result<ArticleList, ServiceError> {
    let shelf = store.published_articles().await?;
    let cards = in_order(&shelf, query);
    let limit = query.limit.unwrap_or(PAGE).clamp(1, PAGE_MAX);
    let before = (query.page.unwrap_or(1).max(1) - 1).saturating_mul(limit);
    let shown = cards.iter().skip(usize::try_from(before).unwrap_or(usize::MAX)).take(usize::try_from(limit).unwrap_or_default());
    Ok(ArticleList {
        list: shown.map(|card| item(card, language)).collect(),
        total: i64::try_from(cards.len()).unwrap_or(i64::MAX),
        sections: sections(&shelf, query, language),
    })
}

/// A published article. The one before and the one after it are of the same kind, and of the same trade where it has one.
pub async fn article(store: &Store, kind: &str, slug: &str, language: Language) -> Result<Article, ServiceError> {
    let gone = || ServiceError::refused("error.not_found");
    let shelf: Arc<ArticleShelf> = store.published_articles().await?;
    let card = shelf.get(kind, slug).ok_or_else(gone)?;
    let text = store.published_text(kind, slug).await?.ok_or_else(gone)?;
    let query = ArticleQuery { kind: kind.to_owned(), ..ArticleQuery::default() };
    let cards = in_order(&shelf, &query);
    let place = cards.iter().position(|other| other.id == card.id);
    let neighbour = |place: Option<usize>| place.and_then(|place| cards.get(place)).map(|card| item(card, language));
    Ok(Article {
        article: item(card, language),
        body: in_either(language, &text.body, &text.body_en).to_owned(),
        previous: neighbour(place.and_then(|place| place.checked_sub(1))),
        next: neighbour(place.map(|place| place + 1)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_place_and_is_found_there() {
        for kind in ARTICLE_KINDS {
            assert_eq!(at(&path(kind.value, "a-b")), Some((kind.value, "a-b")));
        }
        for other in ["/help", "/help/", "/help/a/b", "/customs/8504", "/shop/a"] {
            assert_eq!(at(other), None, "{other}");
        }
    }
}
