//! What the shop's pages read.

use std::collections::HashMap;
use std::sync::Arc;

use entrepot_store::storefront::page::Front;
use entrepot_store::storefront::renewal::Shelved;
use entrepot_store::storefront::shelf::{Card, Wanted};

use super::views::{GoodsCard, GoodsCards, GoodsDetail, ShopBanner, ShopHome, ShopNotice, StockHint, tree};
use crate::error::ServiceError;
use crate::node::Node;
use crate::shop::settings::ShopSettings;

/// Goods of one row of the home page.
const ROW: usize = 12;
/// Goods of a page of a list.
pub const PAGE_MAX: i64 = 60;
const PAGE: i64 = 20;
/// Words of a search.
const WORDS_MAX: usize = 8;

/// Whether the time is between two others; 0: no limit.
const fn within(from: i64, until: i64, now: i64) -> bool {
    (from == 0 || from <= now) && (until == 0 || now < until)
}

/// Refuses while the shop is closed.
pub async fn open(node: &Node) -> Result<Arc<ShopSettings>, ServiceError> {
    let settings = ShopSettings::current(node).await;
    if settings.enabled { Ok(settings) } else { Err(ServiceError::refused("shop.closed")) }
}

/// Goods with hints of their stock.
async fn cards<'a>(node: &Node, settings: &ShopSettings, found: impl Iterator<Item = &'a Arc<Card>>) -> Result<Vec<GoodsCard>, ServiceError> {
    let found: Vec<&Arc<Card>> = found.collect();
    let ids: Vec<i64> = found.iter().map(|card| card.id).collect();
    let offers = node.store().goods_offers(&ids, &settings.warehouses_ids, &node.today()).await?;
    let pieces = |id: i64| offers.get(&id).map_or(0, |own| own.iter().map(|(_, pieces)| pieces).sum());
    Ok(found.into_iter().map(|card| GoodsCard::new(card, StockHint::of(pieces(card.id), settings.stock_few))).collect())
}

async fn first(node: &Node, settings: &ShopSettings, shelved: &Shelved, wanted: &Wanted, most: usize) -> Result<Vec<GoodsCard>, ServiceError> {
    let found = node.store().on_shelf(shelved, wanted, &node.today(), &settings.warehouses_ids).await?;
    cards(node, settings, shelved.shelf.at(&found[..found.len().min(most)])).await
}

/// The home page.
pub async fn home(node: &Node) -> Result<ShopHome, ServiceError> {
    let settings = open(node).await?;
    let (front, shelved, now) = (node.store().shop_front().await?, node.store().shelf().await?, node.now());
    let chosen = front.hot.iter().filter_map(|hot| Some((hot, shelved.shelf.get(hot.goods_id)?))).take(ROW);
    let renamed: Vec<Arc<Card>> = chosen
        .map(|(hot, card)| {
            let own = |text: &str, usual: &str| if text.is_empty() { usual.to_owned() } else { text.to_owned() };
            Arc::new(Card { name: own(&hot.title, &card.name), image: own(&hot.image, &card.image), ..Card::clone(card) })
        })
        .collect();
    let hot = cards(node, &settings, renamed.iter()).await?;
    let newest = Wanted { sort: entrepot_store::storefront::shelf::Sort::Newest, ..Wanted::default() };
    let newest = first(node, &settings, &shelved, &newest, ROW).await?;
    let banners = front.banners.iter().filter(|banner| within(banner.start_time, banner.end_time, now));
    let notices = front.notices.iter().filter(|notice| within(notice.start_time, notice.end_time, now));
    Ok(ShopHome {
        banners: banners
            .map(|banner| ShopBanner {
                id: banner.id,
                name: banner.name.clone(),
                image: banner.image.clone(),
                link_type: banner.link_type,
                link_value: banner.link_value.clone(),
            })
            .collect(),
        notices: notices.map(|notice| ShopNotice { id: notice.id, content: notice.content.clone(), link: notice.link.clone() }).collect(),
        classify: tree(&front, 0, 0),
        hot,
        newest,
    })
}

/// The words of a search.
#[must_use]
pub fn words(search: &str) -> Vec<String> {
    search.split_whitespace().take(WORDS_MAX).map(str::to_lowercase).collect()
}

/// What is asked of a list of goods, with a classify and all below it.
#[must_use]
pub fn in_classify(front: &Front, classify: Option<i64>) -> Vec<i64> {
    classify.filter(|id| *id > 0).map(|id| front.with_below(id)).unwrap_or_default()
}

/// A page of goods.
pub async fn list(node: &Node, wanted: &Wanted, page: Option<i64>, limit: Option<i64>) -> Result<GoodsCards, ServiceError> {
    let settings = open(node).await?;
    let shelved = node.store().shelf().await?;
    let found = node.store().on_shelf(&shelved, wanted, &node.today(), &settings.warehouses_ids).await?;
    let limit = limit.unwrap_or(PAGE).clamp(1, PAGE_MAX);
    let start = (page.unwrap_or(1).clamp(1, 1_000_000) - 1) * limit;
    let begin = usize::try_from(start).unwrap_or(usize::MAX).min(found.len());
    let end = usize::try_from(start + limit).unwrap_or(usize::MAX).min(found.len());
    let list = cards(node, &settings, shelved.shelf.at(&found[begin..end])).await?;
    Ok(GoodsCards { list, total: i64::try_from(found.len()).unwrap_or(i64::MAX) })
}

/// One of the goods, if it is on shelf.
pub async fn detail(node: &Node, id: i64) -> Result<GoodsDetail, ServiceError> {
    let settings = open(node).await?;
    let page = node.store().goods_page(id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    let front = node.store().shop_front().await?;
    let offers = node.store().goods_offers(&[id], &settings.warehouses_ids, &node.today()).await?;
    let own: HashMap<i64, i64> = offers.get(&id).map(|own| own.iter().copied().collect()).unwrap_or_default();
    Ok(GoodsDetail::new(&page, &front, &own, settings.stock_few, node.now()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adverts_are_shown_within_their_time() {
        assert!(within(0, 0, 5) && within(5, 6, 5) && !within(6, 0, 5) && !within(0, 5, 5));
    }

    #[test]
    fn searches_have_a_few_words_in_small_letters() {
        assert_eq!(words("  Blue   PEN "), ["blue", "pen"]);
        assert_eq!(words(&"a ".repeat(20)).len(), WORDS_MAX);
    }
}
