//! What products cost when they were bought last: what a new purchase proposes.

use bus_schemas::order::OrderKind;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};

use super::api::person;
use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::{Ids, Whole};
use crate::http::routes::Allow;
use crate::http::views::DecimalText;
use crate::identity::admin_request::caller;
use crate::identity::cost::CostMask;

/// Most products of one question.
const PRODUCTS_MAX: usize = 100;

/// Endpoints of purchase prices.
pub struct PurchasePrices(pub Base);

/// What a product cost when it was bought last.
#[derive(Object)]
pub struct LastPrice {
    pub product_id: i64,
    /// Of one base unit.
    pub unit_price: DecimalText,
    /// `YYYY-MM-DD`
    pub business_date: String,
    /// From whom; null where it is not known.
    #[oai(nullable)]
    pub supplier_id: Option<i64>,
}

/// What products cost when they were bought last. Products that were never bought are missing, and so are all for readers
/// who do not see costs.
#[derive(Object)]
pub struct LastPrices {
    pub list: Vec<LastPrice>,
}

#[OpenApi]
impl PurchasePrices {
    /// What some products cost when they were bought last
    #[oai(path = "/admin/warehouse.InboundOrder/lastPrices", method = "get", operation_id = "inboundOrderLastPrices", tag = "Allow::Page")]
    async fn last_prices(
        &self,
        request: &Request,
        /// Of products, at most 100.
        #[oai(name = "ids[]")]
        ids: Ids,
        /// From this supplier, where they were ever bought there.
        supplier_id: Query<Whole>,
    ) -> Answer<LastPrices> {
        if ids.0.len() > PRODUCTS_MAX {
            return Err(ApiError::field("ids", "error.number.range"));
        }
        if !CostMask::of(&caller(request)?.rights).sees() {
            return Ok(ok(LastPrices { list: vec![] }));
        }
        let scope = person(request, OrderKind::INBOUND)?.scope;
        let mut list = Vec::with_capacity(ids.0.len());
        for product_id in ids.0 {
            if let Some(last) = self.0.store().last_purchase(product_id, supplier_id.0.0, &scope).await? {
                let (business_date, supplier_id) = (last.business_date, last.supplier);
                list.push(LastPrice { product_id, unit_price: last.price.into(), business_date, supplier_id });
            }
        }
        Ok(ok(LastPrices { list }))
    }
}
