//! What the freight to an area would be, before anybody has signed in. Nothing is held or written; an order is priced anew.

use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use std::sync::Arc;

use super::reading;
use crate::base::Base;
use crate::error::{ServiceError, too_often};
use crate::http::address;
use crate::http::envelope::{Answer, ok};
use crate::http::parameters::Ids;
use crate::http::routes::Allow;
use crate::rate_limits::{Counted, Limits};
use crate::shop::Shop;
use crate::shop::order::basket::{self, Wanted, Wish};
use crate::shop::order::quote_views::{FreightStepView, QuoteView};
use crate::shop::order::service::QUOTES;
use crate::storefront::reading::Storefront;

/// Most lines that are asked about.
const LINES_MAX: usize = 100;
/// Province, city, district.
const DEPTH_MAX: usize = 3;
/// Nobody's account: it has no money, no score and no coupons.
const GUEST: i64 = 0;

/// Endpoints about freight for visitors.
pub struct Freights {
    pub base: Base,
    pub limits: Arc<Limits>,
    pub shop: Shop,
    pub storefront: Storefront,
}

/// Freight to an area, and how it came about.
#[derive(Object)]
pub struct ShopFreight {
    /// Something has to be sent.
    pub ships: bool,
    /// It can't be known before an area is named.
    pub needs_area: bool,
    pub goods_amount: String,
    pub freight: String,
    /// What of goods is missing for the shop's own limit, from which it pays the freight; null: nothing, or it has none.
    #[oai(nullable)]
    pub missing_to_free: Option<String>,
    pub freight_steps: Vec<FreightStepView>,
}

/// Whole numbers with commas between.
fn numbers(field: &str, text: &str, most: usize) -> Result<Vec<i64>, ServiceError> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let read: Vec<i64> = parts.map(str::parse).collect::<Result<_, _>>().map_err(|_| ServiceError::field(field, "error.number"))?;
    if read.len() > most { Err(ServiceError::field(field, "error.number.range")) } else { Ok(read) }
}

#[OpenApi]
impl Freights {
    /// Freight of SKUs to an area
    #[oai(path = "/api/shop.Goods/freight", method = "get", operation_id = "shopGoodsFreight", tag = "Allow::Everyone")]
    async fn freight(
        &self,
        request: &Request,
        /// Of SKUs, at most 100.
        #[oai(name = "ids[]")]
        ids: Ids,
        /// How many of each, in the same order, with commas between; otherwise one.
        quantities: Query<Option<String>>,
        /// Ids of province, city and district, with commas between.
        area: Query<Option<String>>,
    ) -> Answer<ShopFreight> {
        reading::open(&self.storefront).await?;
        if ids.0.len() > LINES_MAX {
            return Err(ServiceError::field("ids", "error.number.range"));
        }
        let quantities = numbers("quantities", &quantities.0.unwrap_or_default(), LINES_MAX)?;
        let area = numbers("area", &area.0.unwrap_or_default(), DEPTH_MAX)?;
        let line = |(at, sku_id): (usize, &i64)| Wanted { sku_id: *sku_id, quantity: quantities.get(at).copied().unwrap_or(1) };
        let wish = Wish { lines: ids.0.iter().enumerate().map(line).collect(), area, ..Wish::default() };
        // Nobody need have signed in, so it is counted where the call comes from.
        let network = address::origin(request, &self.base).network;
        self.limits.allow_network(Counted::Quote, &network, QUOTES, 60, self.base.now()).map_err(too_often)?;
        let priced = basket::price(&self.shop, GUEST, &wish, false).await?;
        let QuoteView { ships, needs_area, goods_amount, freight, missing_to_free, freight_steps, .. } = QuoteView::new(&priced);
        Ok(ok(ShopFreight { ships, needs_area, goods_amount, freight, missing_to_free, freight_steps }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_whole_and_few() {
        assert_eq!(numbers("area", " 110000, 110100 ", 3).ok(), Some(vec![110_000, 110_100]));
        assert_eq!(numbers("area", "", 3).ok(), Some(vec![]));
        assert!(numbers("area", "1,2,3,4", 3).is_err() && numbers("area", "1.5", 3).is_err() && numbers("area", "x", 3).is_err());
    }
}
