//! Routes of the shop's pages, open to everybody.

use entrepot_store::storefront::evaluations::Asked;
use entrepot_store::storefront::shelf::{Sort, Wanted};
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use rust_decimal::Decimal;

use super::views::{GoodsCards, GoodsDetail, GoodsTogether, ShopCart, ShopClassifies, ShopEvaluations, ShopHome, tree};
use super::{cart, evaluations, reading};
use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::{Flag, Ids, Whole};
use crate::http::routes::Allow;
use crate::site::search::search_terms;
use crate::storefront::reading::Storefront;

/// Longest search.
const SEARCH_MAX: usize = 100;

/// Endpoints of the shop's pages.
pub struct StorefrontApi {
    pub base: Base,
    pub storefront: Storefront,
}

fn price(field: &str, text: Option<String>) -> Result<Option<Decimal>, ApiError> {
    let given = text.filter(|text| !text.trim().is_empty());
    given.map(|text| text.trim().parse().map_err(|_| ApiError::field(field, "error.number"))).transpose()
}

#[OpenApi]
impl StorefrontApi {
    /// The shop's home page
    #[oai(path = "/api/shop.Index/index", method = "get", operation_id = "shopHome", tag = "Allow::Everyone")]
    async fn home(&self) -> Answer<ShopHome> {
        Ok(ok(reading::home(&self.storefront).await?))
    }

    /// The tree of classifies
    #[oai(path = "/api/shop.Classify/index", method = "get", operation_id = "shopClassifies", tag = "Allow::Everyone")]
    async fn classifies(&self) -> Answer<ShopClassifies> {
        reading::open(&self.storefront).await?;
        let front = self.base.store().shop_front().await?;
        Ok(ok(ShopClassifies { list: tree(&front, 0, 0) }))
    }

    /// Goods on shelf
    #[oai(path = "/api/shop.Goods/index", method = "get", operation_id = "shopGoods", tag = "Allow::Everyone")]
    #[allow(clippy::too_many_arguments)]
    async fn goods(
        &self,
        /// From 1.
        page: Query<Whole>,
        /// Goods of a page, at most 60.
        limit: Query<Whole>,
        /// Words that name, subtitle or number contain, all of them.
        search: Query<Option<String>>,
        /// A classify, with those below it.
        classify_id: Query<Whole>,
        /// Only goods that this coupon is for.
        coupon_id: Query<Whole>,
        price_min: Query<Option<String>>,
        price_max: Query<Option<String>>,
        /// 1: what there is.
        in_stock: Query<Flag>,
        /// `sales`, `price_asc`, `price_desc`, `newest`; otherwise as the shop has put them.
        order: Query<Option<String>>,
    ) -> Answer<GoodsCards> {
        let search = search.0.unwrap_or_default();
        if search.chars().count() > SEARCH_MAX {
            return Err(ApiError::field("search", "error.text.long"));
        }
        let front = self.base.store().shop_front().await?;
        let wanted = Wanted {
            words: search_terms(&search),
            classifies: reading::in_classify(&front, classify_id.0.0),
            good_for: reading::good_for(&self.storefront, &front, coupon_id.0.0).await?,
            price_min: price("price_min", price_min.0)?,
            price_max: price("price_max", price_max.0)?,
            in_stock: in_stock.0.0,
            sort: Sort::named(order.0.as_deref().unwrap_or_default()),
        };
        Ok(ok(reading::list(&self.storefront, &wanted, page.0.0, limit.0.0).await?))
    }

    /// One of the goods
    #[oai(path = "/api/shop.Goods/detail", method = "get", operation_id = "shopGoodsDetail", tag = "Allow::Everyone")]
    async fn detail(&self, id: Query<Whole>) -> Answer<GoodsDetail> {
        Ok(ok(reading::detail(&self.storefront, id.0.required("id")?).await?))
    }

    /// What goes well with one of the goods
    #[oai(path = "/api/shop.Goods/together", method = "get", operation_id = "shopGoodsTogether", tag = "Allow::Everyone")]
    async fn together(&self, id: Query<Whole>) -> Answer<GoodsTogether> {
        Ok(ok(reading::together(&self.storefront, id.0.required("id")?).await?))
    }

    /// What those say who have bought them
    #[oai(path = "/api/shop.Goods/evaluations", method = "get", operation_id = "shopGoodsEvaluations", tag = "Allow::Everyone")]
    async fn evaluations(
        &self,
        goods_id: Query<Whole>,
        /// From 1.
        page: Query<Whole>,
        /// At most 50.
        limit: Query<Whole>,
        /// Only those with so many stars.
        star: Query<Whole>,
        /// 1: only those with pictures.
        images: Query<Flag>,
    ) -> Answer<ShopEvaluations> {
        let goods = goods_id.0.required("goods_id")?;
        let asked = Asked { star: star.0.0, images: images.0.0 };
        Ok(ok(evaluations::of(&self.storefront, goods, asked, page.0.0, limit.0.0).await?))
    }

    /// SKUs as lines of a cart that is kept in a browser, with what they stand for now
    #[oai(path = "/api/shop.Goods/lines", method = "get", operation_id = "shopGoodsLines", tag = "Allow::Everyone")]
    async fn lines(
        &self,
        /// Of SKUs, at most 100.
        #[oai(name = "ids[]")]
        ids: Ids,
        /// How many of each, in the same order, with commas between.
        quantities: Query<Option<String>>,
        /// 0 for each that is not chosen, in the same order, with commas between.
        checked: Query<Option<String>>,
    ) -> Answer<ShopCart> {
        let or_empty = |text: &Option<String>| text.clone().unwrap_or_default();
        Ok(ok(cart::of_guest(&self.storefront, &ids.0, &or_empty(&quantities.0), &or_empty(&checked.0)).await?))
    }
}
