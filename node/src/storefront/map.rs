//! The map of the site for search engines: its own pages, classifies and goods. A map that is too long for one file is
//! an index of several.

use entrepot_store::storefront::shelf::{Sort, Wanted};

use super::head::{SITE_PAGES, TRADES};
use super::html::escaped;
use super::reading;
use crate::error::ServiceError;
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

fn addresses(origin: &str, paths: &[String]) -> String {
    let lines: String = paths.iter().map(|path| format!("<url><loc>{}</loc></url>", escaped(&format!("{origin}{path}")))).collect();
    format!("{HEAD}<urlset xmlns=\"{SCHEMA}\">{lines}</urlset>")
}

/// A file of the map of these paths, of which a file has `most` at most; none where there is no such part.
fn written(origin: &str, paths: &[String], file: File, most: usize) -> Option<String> {
    match file {
        File::Whole if paths.len() <= most => Some(addresses(origin, paths)),
        File::Whole => {
            let parts = 1..=paths.len().div_ceil(most);
            let lines: String =
                parts.map(|part| format!("<sitemap><loc>{}</loc></sitemap>", escaped(&format!("{origin}/sitemap-{part}.xml")))).collect();
            Some(format!("{HEAD}<sitemapindex xmlns=\"{SCHEMA}\">{lines}</sitemapindex>"))
        }
        File::Part(part) => paths.chunks(most).nth(part.checked_sub(1)?).map(|paths| addresses(origin, paths)),
    }
}

/// A file of the map of a site at this address; none where there is no such part.
pub async fn sitemap(storefront: &Storefront, origin: &str, file: File) -> Result<Option<String>, ServiceError> {
    let mut paths: Vec<String> =
        SITE_PAGES.iter().filter(|path| **path != "/401").map(|path| if path.is_empty() { "/".into() } else { (*path).to_owned() }).collect();
    paths.extend(TRADES.iter().map(|trade| format!("/industries/{trade}")));
    if reading::open(storefront).await.is_ok() {
        paths.extend(["/shop".to_owned(), "/shop/list".to_owned(), "/shop/coupons".to_owned()]);
        let front = storefront.store.shop_front().await?;
        paths.extend(front.classifies.iter().map(|row| format!("/shop/list?classify_id={}", row.id)));
        let shelved = storefront.store.shelf().await?;
        let mut found = shelved.shelf.find(&Wanted { sort: Sort::Newest, ..Wanted::default() }, |_| true);
        // New goods come at the end, so that the parts before stay as they are.
        found.reverse();
        paths.extend(shelved.shelf.at(&found).map(|card| format!("/shop/goods/{}", card.id)));
    }
    Ok(written(origin, &paths, file, FILE_MAX))
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
        let paths: Vec<String> = (1..=5).map(|goods| format!("/shop/goods/{goods}")).collect();
        let file = |file, most| written("https://a.example", &paths, file, most);
        let locs = |text: &str| text.matches("<loc>").count();
        let whole = file(File::Whole, 5).expect("a map");
        assert!(whole.contains("<urlset") && locs(&whole) == 5, "{whole}");
        let index = file(File::Whole, 2).expect("an index");
        assert!(index.contains("<sitemapindex") && locs(&index) == 3, "{index}");
        assert!(index.contains("<loc>https://a.example/sitemap-3.xml</loc>") && !index.contains("<url>"), "{index}");
        let parts: Vec<String> = (1..=3).filter_map(|part| file(File::Part(part), 2)).collect();
        assert_eq!(parts.iter().map(|part| locs(part)).collect::<Vec<_>>(), [2, 2, 1]);
        assert!(parts[2].contains("<loc>https://a.example/shop/goods/5</loc>"), "{parts:?}");
        assert_eq!(file(File::Part(4), 2), None);
    }
}
