//! What the shop's pages read.

use std::collections::HashMap;
use std::sync::Arc;

use actors::clock::SharedClock;
use bus_schemas::shop::coupon::CouponScope;
use entrepot_store::Store;
use entrepot_store::storefront::page::ShopFront;
use entrepot_store::storefront::renewal::Shelved;
use entrepot_store::storefront::shelf::{Card, GoodFor, Wanted};
use entrepot_store::storefront::together::TOGETHER_MAX;

use super::views::{GoodsCard, GoodsCards, GoodsDetail, GoodsTogether, ShopBanner, ShopHome, ShopNotice, StockHint, tree};
use crate::config::services::UploadConfig;
use crate::error::ServiceError;
use crate::i18n::localized;
use crate::settings::SiteSettings;
use crate::settings::shop::{CachedShopSettings, ShopSettings};

/// What the shop's pages need. Cheap to clone.
#[derive(Clone)]
pub struct Storefront {
    pub store: Store,
    pub settings: CachedShopSettings,
    /// For the site's name.
    pub site: SiteSettings,
    /// Where files are served from.
    pub upload: Arc<UploadConfig>,
    pub clock: SharedClock,
}

/// Goods of one row of the home page.
const ROW: usize = 12;
/// Goods of a page of a list.
pub const PAGE_MAX: i64 = 60;
const PAGE: i64 = 20;

/// Whether the time is between two others; 0: no limit.
const fn within(from: i64, until: i64, now: i64) -> bool {
    (from == 0 || from <= now) && (until == 0 || now < until)
}

/// Refuses while the shop is closed.
pub async fn open(storefront: &Storefront) -> Result<Arc<ShopSettings>, ServiceError> {
    let settings = storefront.settings.current().await;
    if settings.enabled { Ok(settings) } else { Err(ServiceError::refused("shop.closed")) }
}

/// Goods with hints of their stock.
async fn cards<'a>(
    storefront: &Storefront,
    settings: &ShopSettings,
    found: impl Iterator<Item = &'a Arc<Card>>,
) -> Result<Vec<GoodsCard>, ServiceError> {
    let found: Vec<&Arc<Card>> = found.collect();
    let ids: Vec<i64> = found.iter().map(|card| card.id).collect();
    let offers = storefront.store.goods_offers(&ids, settings.offer_terms(&storefront.clock.today())).await?;
    let pieces = |id: i64| offers.get(&id).map_or(0, |own| own.iter().map(|(_, pieces)| pieces).sum());
    Ok(found.into_iter().map(|card| GoodsCard::new(card, StockHint::of(pieces(card.id), settings.stock_few))).collect())
}

async fn first(
    storefront: &Storefront,
    settings: &ShopSettings,
    shelved: &Shelved,
    wanted: &Wanted,
    most: usize,
) -> Result<Vec<GoodsCard>, ServiceError> {
    let found = storefront.store.on_shelf(shelved, wanted, settings.offer_terms(&storefront.clock.today())).await?;
    cards(storefront, settings, shelved.shelf.at(&found[..found.len().min(most)])).await
}

/// The home page.
pub async fn home(storefront: &Storefront) -> Result<ShopHome, ServiceError> {
    let settings = open(storefront).await?;
    let (front, shelved, now) = (storefront.store.shop_front().await?, storefront.store.shelf().await?, storefront.clock.now());
    let chosen = front.hot.iter().filter_map(|hot| Some((hot, shelved.shelf.get(hot.goods_id)?))).take(ROW);
    let renamed: Vec<Arc<Card>> = chosen
        .map(|(hot, card)| {
            let own = |text: &str, usual: &str| if text.is_empty() { usual.to_owned() } else { text.to_owned() };
            Arc::new(Card {
                name: own(&hot.title, &card.name),
                name_en: own(&hot.title_en, &card.name_en),
                image: own(&hot.image, &card.image),
                ..Card::clone(card)
            })
        })
        .collect();
    let hot = cards(storefront, &settings, renamed.iter()).await?;
    let newest = Wanted { sort: entrepot_store::storefront::shelf::Sort::Newest, ..Wanted::default() };
    let newest = first(storefront, &settings, &shelved, &newest, ROW).await?;
    let banners = front.banners.iter().filter(|banner| within(banner.start_time, banner.end_time, now));
    let notices = front.notices.iter().filter(|notice| within(notice.start_time, notice.end_time, now));
    Ok(ShopHome {
        banners: banners
            .map(|banner| ShopBanner {
                id: banner.id,
                name: localized(&banner.name, &banner.name_en),
                image: banner.image.clone(),
                link_type: banner.link_type,
                link_value: banner.link_value.clone(),
                worded: banner.worded == 1,
                subtitle: localized(&banner.subtitle, &banner.subtitle_en),
            })
            .collect(),
        notices: notices
            .map(|notice| ShopNotice { id: notice.id, content: localized(&notice.content, &notice.content_en), link: notice.link.clone() })
            .collect(),
        classify: tree(&front, 0, 0),
        hot,
        newest,
    })
}

/// The ids of a category and all categories below it; empty without a category.
#[must_use]
pub fn in_classify(front: &ShopFront, classify: Option<i64>) -> Vec<i64> {
    classify.filter(|id| *id > 0).map(|id| front.with_below(id)).unwrap_or_default()
}

/// The goods that a coupon is for; without a coupon, all goods.
pub async fn good_for(storefront: &Storefront, front: &ShopFront, coupon: Option<i64>) -> Result<GoodFor, ServiceError> {
    let Some(coupon) = coupon.filter(|id| *id > 0) else { return Ok(GoodFor::default()) };
    let row = storefront.store.coupon(coupon).await?;
    let terms = row.ok_or_else(|| ServiceError::refused("error.not_found"))?.offered()?.terms;
    let (classifies, goods) = match terms.scope {
        CouponScope::All => (vec![], vec![]),
        CouponScope::Classify => (terms.scope_ids.iter().flat_map(|id| front.with_below(*id)).collect(), vec![]),
        CouponScope::Goods => (vec![], terms.scope_ids),
    };
    Ok(GoodFor { classifies, goods, without: terms.exclude_goods_ids })
}

/// A page of goods.
pub async fn list(storefront: &Storefront, wanted: &Wanted, page: Option<i64>, limit: Option<i64>) -> Result<GoodsCards, ServiceError> {
    let settings = open(storefront).await?;
    let shelved = storefront.store.shelf().await?;
    let found = storefront.store.on_shelf(&shelved, wanted, settings.offer_terms(&storefront.clock.today())).await?;
    let limit = limit.unwrap_or(PAGE).clamp(1, PAGE_MAX);
    let start = (page.unwrap_or(1).clamp(1, 1_000_000) - 1) * limit;
    let begin = usize::try_from(start).unwrap_or(usize::MAX).min(found.len());
    let end = usize::try_from(start + limit).unwrap_or(usize::MAX).min(found.len());
    let list = cards(storefront, &settings, shelved.shelf.at(&found[begin..end])).await?;
    Ok(GoodsCards { list, total: i64::try_from(found.len()).unwrap_or(i64::MAX) })
}

/// One of the goods, if it is on shelf.
pub async fn detail(storefront: &Storefront, id: i64) -> Result<GoodsDetail, ServiceError> {
    let settings = open(storefront).await?;
    let page = storefront.store.goods_page(id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    let front = storefront.store.shop_front().await?;
    let offers = storefront.store.goods_offers(&[id], settings.offer_terms(&storefront.clock.today())).await?;
    let own: HashMap<i64, i64> = offers.get(&id).map(|own| own.iter().copied().collect()).unwrap_or_default();
    Ok(GoodsDetail::new(&page, &front, &own, &settings, storefront.clock.now()))
}

/// What goes well with goods that are on shelf: what the back office says, or else what was bought with them.
pub async fn together(storefront: &Storefront, id: i64) -> Result<GoodsTogether, ServiceError> {
    let settings = open(storefront).await?;
    let page = storefront.store.goods_page(id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    let others = match page.goods.together_ids.as_slice() {
        [] => storefront.store.bought_together(id, storefront.clock.now()).await?,
        declared => declared.to_vec(),
    };
    let shelved = storefront.store.shelf().await?;
    let found = others.iter().filter(|other| **other != id).filter_map(|other| shelved.shelf.get(*other)).take(TOGETHER_MAX);
    Ok(GoodsTogether { list: cards(storefront, &settings, found).await? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adverts_are_shown_within_their_time() {
        assert!(within(0, 0, 5) && within(5, 6, 5) && !within(6, 0, 5) && !within(0, 5, 5));
    }
}
