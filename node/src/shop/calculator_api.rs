//! What a basket's freight would be: the steps of each template, for the page of freight templates.

use bus_schemas::shop::Cents;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::order::basket::Wanted;
use super::order::body::WantedBody;
use super::order::freight;
use super::order::quote_views::FreightStepView;
use crate::areas;
use crate::http::body::Body;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::lenient::some_integer;
use crate::shop::Shop;

/// Endpoints of the freight calculator.
pub struct Calculator {
    pub shop: Shop,
}

/// A basket and where it would go.
#[derive(Object, Deserialize)]
pub struct CalculateBody {
    pub lines: Vec<WantedBody>,
    /// Ids of province, city and district.
    pub area: Vec<i64>,
    /// All of it under this template, whatever the goods say: to try one out.
    #[serde(default, deserialize_with = "some_integer")]
    pub template_id: Option<i64>,
}

/// What the freight is, and how it comes about.
#[derive(Object)]
pub struct Calculated {
    pub steps: Vec<FreightStepView>,
    pub freight: String,
    pub goods_amount: String,
    /// How much more to buy for free delivery.
    #[oai(nullable)]
    pub missing_to_free: Option<String>,
    pub area_text: String,
}

#[OpenApi]
impl Calculator {
    /// What the freight of a basket would be, step by step; writes nothing
    #[oai(path = "/admin/shop.delivery.Template/calculate", method = "post", operation_id = "shopFreightCalculate")]
    async fn calculate(&self, body: Body<CalculateBody>) -> Answer<Calculated> {
        let CalculateBody { lines, area, template_id } = body.0;
        let names = areas::names(&area).ok_or_else(|| ApiError::field("area", "address.area"))?;
        let wanted: Vec<Wanted> = lines.iter().map(|line| Wanted { sku_id: line.sku_id, quantity: line.quantity }).collect();
        let quote = freight::quote(&self.shop, &wanted, area, template_id.filter(|template| *template > 0)).await?;
        let text = |cents: Cents| cents.to_string();
        Ok(ok(Calculated {
            steps: quote.freight_steps.iter().map(FreightStepView::from).collect(),
            freight: text(quote.sums.freight),
            goods_amount: text(quote.sums.goods_amount),
            missing_to_free: quote.missing_to_free.map(text),
            area_text: names.join(" "),
        }))
    }
}
