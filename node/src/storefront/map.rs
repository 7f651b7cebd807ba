//! The map of the site for search engines: its own pages, classifies and goods.

use entrepot_store::storefront::shelf::{Sort, Wanted};

use super::head::{SITE_PAGES, TRADES, escaped};
use super::reading;
use crate::error::ServiceError;
use crate::node::Node;

/// Most addresses of a map of the site.
const MAP_MAX: usize = 45_000;

/// The map of a site at this address.
pub async fn sitemap(node: &Node, origin: &str) -> Result<String, ServiceError> {
    let mut paths: Vec<String> =
        SITE_PAGES.iter().filter(|path| **path != "/401").map(|path| if path.is_empty() { "/".into() } else { (*path).to_owned() }).collect();
    paths.extend(TRADES.iter().map(|trade| format!("/industries/{trade}")));
    if reading::open(node).await.is_ok() {
        paths.extend(["/shop".to_owned(), "/shop/list".to_owned()]);
        let front = node.store().shop_front().await?;
        paths.extend(front.classifies.iter().map(|row| format!("/shop/list?classify_id={}", row.id)));
        let shelved = node.store().shelf().await?;
        let found = shelved.shelf.find(&Wanted { sort: Sort::Newest, ..Wanted::default() }, |_| true);
        let room = MAP_MAX.saturating_sub(paths.len());
        paths.extend(shelved.shelf.at(&found).take(room).map(|card| format!("/shop/goods/{}", card.id)));
    }
    let lines: String = paths.iter().map(|path| format!("<url><loc>{}</loc></url>", escaped(&format!("{origin}{path}")))).collect();
    Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{lines}</urlset>"))
}
