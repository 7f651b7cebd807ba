//! Articles and companies of the public site as search engines and previews of links see them.

use chrono::DateTime;
use serde_json::{Value, json};

use super::head::{Asked, short, whole};
use super::reading::Storefront;
use super::structured::crumbs;
use crate::error::ServiceError;
use crate::i18n::text_in;
use crate::site::articles;

/// What the head of such a page says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SitePlace {
    pub title: String,
    pub description: String,
    /// `article` or `profile`.
    pub kind: &'static str,
    /// A whole address; empty where it has no picture of its own.
    pub image: String,
    /// The one address of what is shown.
    pub canonical: String,
    pub structured: Vec<Value>,
}

/// Whether a path is one of those that only rows of the site can have.
#[must_use]
pub fn is_place(path: &str) -> bool {
    articles::at(path).is_some() || path.starts_with("/platform/company/")
}

async fn article(storefront: &Storefront, asked: &Asked<'_>, kind: &str, slug: &str) -> Result<Option<SitePlace>, ServiceError> {
    let shelf = storefront.store.published_articles().await?;
    let Some(card) = shelf.get(kind, slug) else { return Ok(None) };
    let shown = articles::item(card, asked.language);
    let canonical = format!("{}{}", asked.origin, shown.path);
    let image = if shown.cover.is_empty() { String::new() } else { whole(asked.origin, &shown.cover) };
    let description = if shown.summary.is_empty() { shown.title.clone() } else { short(&shown.summary) };
    let published = DateTime::from_timestamp(shown.publish_time, 0).map(|time| time.format("%Y-%m-%dT%H:%M:%SZ").to_string());
    let above = match kind {
        "solution" => (format!("site.page.{}", shown.industry), format!("/industries/{}", shown.industry)),
        "case" => ("site.page.cases".to_owned(), "/cases".to_owned()),
        kind => (format!("site.page.{kind}"), format!("/{kind}")),
    };
    let way = [(text_in(asked.language, &above.0, &[]), above.1), (shown.title.clone(), shown.path.clone())];
    let data = json!({
        "@context": "https://schema.org", "@type": "Article", "headline": shown.title, "description": description, "url": canonical,
        "image": if image.is_empty() { json!([]) } else { json!([image]) }, "datePublished": published, "dateModified": published,
    });
    // There is no page of the other trades.
    let crumbs = (shown.industry != "other" || kind != "solution").then(|| crumbs(asked.origin, &way));
    let structured = std::iter::once(data).chain(crumbs).collect();
    Ok(Some(SitePlace { title: shown.title, description, kind: "article", image, canonical, structured }))
}

async fn company(storefront: &Storefront, asked: &Asked<'_>, id: &str) -> Result<Option<SitePlace>, ServiceError> {
    // One spelling of each number.
    let Some(id) = id.parse::<i64>().ok().filter(|number| number.to_string() == id) else { return Ok(None) };
    let shelf = storefront.store.public_companies().await?;
    let Some(company) = shelf.get(id) else { return Ok(None) };
    let introduce = storefront.store.public_introduction(id).await?.unwrap_or_default();
    let words = super::head::plain(&introduce);
    let image = if company.logo.is_empty() { String::new() } else { whole(asked.origin, &company.logo) };
    let canonical = format!("{}/platform/company/{id}", asked.origin);
    let mut data = json!({ "@context": "https://schema.org", "@type": "Organization", "name": company.name, "url": canonical });
    for (name, value) in [("logo", &image), ("sameAs", &company.website)] {
        if !value.is_empty() {
            data[name] = json!(value);
        }
    }
    let description = if words.is_empty() { text_in(asked.language, "site.page.platform.about", &[]) } else { short(&words) };
    Ok(Some(SitePlace { title: company.name.clone(), description, kind: "profile", image, canonical, structured: vec![data] }))
}

/// What stands at a path of [`is_place`]; nothing where nothing does.
pub async fn place(storefront: &Storefront, asked: &Asked<'_>) -> Result<Option<SitePlace>, ServiceError> {
    let path = asked.path.trim_end_matches('/');
    if let Some((kind, slug)) = articles::at(path) {
        return article(storefront, asked, kind, slug).await;
    }
    match path.strip_prefix("/platform/company/") {
        Some(id) => company(storefront, asked, id).await,
        None => Ok(None),
    }
}
