//! The map of the site for search engines: its own pages, customs headings, articles, companies, classifies and goods. A map
//! that is too long for one file is an index of several.

use chrono::DateTime;
use entrepot_store::storefront::shelf::{Sort, Wanted};

use super::head::{SITE_PAGES, TRADES};
use super::reading;
use crate::error::ServiceError;
use crate::html::escaped;
use crate::site;
use crate::storefront::reading::Storefront;

/// Most addresses of one file of the map: search engines read 50,000.
const FILE_MAX: usize = 45_000;

/// A file of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// `sitemap.xml`: all of the map, or the index of its parts.
    Whole,
    /// `sitemap-<number>.xml`, from 1.
    Part(usize),
}

impl File {
    /// The file with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == "sitemap.xml" {
            return Some(Self::Whole);
        }
        let number = name.strip_prefix("sitemap-")?.strip_suffix(".xml")?;
        // One spelling of each number.
        let part: usize = number.parse().ok().filter(|part| *part > 0)?;
        (part.to_string() == number).then_some(Self::Part(part))
    }
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
const SCHEMA: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// A page of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    path: String,
    /// Unix seconds of its last change, where that is known.
    changed: Option<i64>,
}

impl Entry {
    fn undated(path: impl Into<String>) -> Self {
        Self { path: path.into(), changed: None }
    }
}

fn last_change(changed: Option<i64>) -> String {
    let time = changed.filter(|at| *at > 0).and_then(|at| DateTime::from_timestamp(at, 0));
    time.map(|time| format!("<lastmod>{}</lastmod>", time.format("%Y-%m-%dT%H:%M:%SZ"))).unwrap_or_default()
}

fn addresses(origin: &str, entries: &[Entry]) -> String {
    let line = |Entry { path, changed }: &Entry| format!("<url><loc>{}</loc>{}</url>", escaped(&format!("{origin}{path}")), last_change(*changed));
    let lines: String = entries.iter().map(line).collect();
    format!("{HEAD}<urlset xmlns=\"{SCHEMA}\">{lines}</urlset>")
}

/// A file of the map of these pages, of which a file has `most` at most; none where there is no such part.
fn written(origin: &str, entries: &[Entry], file: File, most: usize) -> Option<String> {
    match file {
        File::Whole if entries.len() <= most => Some(addresses(origin, entries)),
        File::Whole => {
            let line = |(part, entries): (usize, &[Entry])| {
                let latest = entries.iter().filter_map(|entry| entry.changed).max();
                format!("<sitemap><loc>{}</loc>{}</sitemap>", escaped(&format!("{origin}/sitemap-{part}.xml")), last_change(latest))
            };
            let lines: String = (1..).zip(entries.chunks(most)).map(line).collect();
            Some(format!("{HEAD}<sitemapindex xmlns=\"{SCHEMA}\">{lines}</sitemapindex>"))
        }
        File::Part(part) => entries.chunks(most).nth(part.checked_sub(1)?).map(|entries| addresses(origin, entries)),
    }
}

/// A file of the map of a site at this address; none where there is no such part.
pub async fn sitemap(storefront: &Storefront, origin: &str, file: File) -> Result<Option<String>, ServiceError> {
    let pages = SITE_PAGES
        .iter()
        .filter(|path| !matches!(**path, "/401" | "/preview" | "/unsubscribe"))
        .map(|path| if path.is_empty() { "/" } else { *path });
    let mut entries: Vec<Entry> = pages.map(Entry::undated).collect();
    entries.extend(TRADES.iter().map(|trade| Entry::undated(format!("/industries/{trade}"))));
    let codes = storefront.store.hs_index().await?;
    entries.extend(codes.headings().map(|code| Entry::undated(format!("/customs/{code}"))));
    let articles = storefront.store.published_articles().await?;
    entries.extend(articles.all().map(|card| Entry { path: site::articles::path(&card.kind, &card.slug), changed: Some(card.publish_time) }));
    let companies = storefront.store.public_companies().await?;
    entries.extend(companies.find(&[], &[]).map(|company| Entry::undated(format!("/platform/company/{}", company.id))));
    if reading::open(storefront).await.is_ok() {
        entries.extend(["/shop", "/shop/list", "/shop/coupons"].map(Entry::undated));
        let front = storefront.store.shop_front().await?;
        entries.extend(front.classifies.iter().map(|row| Entry::undated(format!("/shop/list?classify_id={}", row.id))));
        let shelved = storefront.store.shelf().await?;
        let mut found = shelved.shelf.find(&Wanted { sort: Sort::Newest, ..Wanted::default() }, |_| true);
        // New goods come at the end, so that the parts before stay as they are.
        found.reverse();
        let goods = shelved.shelf.at(&found);
        entries.extend(goods.map(|card| Entry { path: format!("/shop/goods/{}", card.id), changed: Some(card.update_time) }));
    }
    Ok(written(origin, &entries, file, FILE_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_map_have_one_name_each() {
        assert_eq!((File::named("sitemap.xml"), File::named("sitemap-12.xml")), (Some(File::Whole), Some(File::Part(12))));
        for other in ["sitemap-0.xml", "sitemap-01.xml", "sitemap-+1.xml", "sitemap-.xml", "sitemap-a.xml", "sitemap1.xml", "sitemap-1.txt"] {
            assert_eq!(File::named(other), None, "{other}");
        }
    }

    #[test]
    fn a_long_map_is_an_index_of_parts_that_lose_no_address() {
        let goods = |goods: i64| Entry { path: format!("/shop/goods/{goods}"), changed: (goods > 1).then_some(goods * 86_400) };
        let entries: Vec<Entry> = (1..=5).map(goods).collect();
        let file = |file, most| written("https://a.example", &entries, file, most);
        let locs = |text: &str| text.matches("<loc>").count();
        let whole = file(File::Whole, 5).expect("a map");
        assert!(whole.contains("<urlset") && locs(&whole) == 5, "{whole}");
        assert!(whole.contains("/shop/goods/1</loc></url>"), "nobody knows when: {whole}");
        assert!(whole.contains("/shop/goods/2</loc><lastmod>1970-01-03T00:00:00Z</lastmod></url>"), "{whole}");
        let index = file(File::Whole, 2).expect("an index");
        assert!(index.contains("<sitemapindex") && locs(&index) == 3, "{index}");
        assert!(index.contains("/sitemap-3.xml</loc><lastmod>1970-01-06T00:00:00Z</lastmod>") && !index.contains("<url>"), "{index}");
        let parts: Vec<String> = (1..=3).filter_map(|part| file(File::Part(part), 2)).collect();
        assert_eq!(parts.iter().map(|part| locs(part)).collect::<Vec<_>>(), [2, 2, 1]);
        assert!(parts[2].contains("<loc>https://a.example/shop/goods/5</loc>"), "{parts:?}");
        assert_eq!(file(File::Part(4), 2), None);
    }
}
