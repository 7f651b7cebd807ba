//! What a quote answers: the sum of a basket, how it came about, and the coupons that could be used.

use bus_schemas::shop::order::ShopLine;
use bus_schemas::shop::shares::FreightStep;
use poem_openapi::Object;
use serde_json::Value;

use super::amounts::amount;
use super::basket::Priced;
use super::recipient::Recipient;

/// A line of a quote.
#[derive(Object)]
pub struct QuoteLineView {
    pub line: u32,
    pub goods_id: i64,
    pub sku_id: i64,
    pub name: String,
    pub image: String,
    pub sku_text: String,
    pub price: String,
    pub quantity: i64,
    pub goods_amount: String,
    pub coupon_share: String,
    pub score_share: String,
    pub freight_share: String,
    pub pay_share: String,
}

/// How the freight of the lines of one template came about.
#[derive(Object)]
pub struct FreightStepView {
    pub template_id: i64,
    pub lines: Vec<u32>,
    /// 1 pieces, 2 grams, 3 cubic centimetres.
    pub method: i64,
    /// Of all lines, in pieces, grams or cubic centimetres.
    pub measure: i64,
    pub first: i64,
    pub first_freight: String,
    #[oai(rename = "continue")]
    pub next: i64,
    pub continue_freight: String,
    /// The first fee is charged.
    pub with_first: bool,
    /// How many further fees.
    pub steps: i64,
    /// `template` or `shop` where it costs nothing.
    #[oai(nullable)]
    pub free_by: Option<Value>,
    #[oai(nullable)]
    pub missing_to_free: Option<String>,
    pub freight: String,
}

impl From<&FreightStep> for FreightStepView {
    fn from(step: &FreightStep) -> Self {
        Self {
            template_id: step.template,
            lines: step.lines.clone(),
            method: step.method.code(),
            measure: step.measure,
            first: step.first,
            first_freight: amount(step.first_freight),
            next: step.next,
            continue_freight: amount(step.continue_freight),
            with_first: step.with_first,
            steps: step.steps,
            free_by: step.free_by.and_then(|by| serde_json::to_value(by).ok()),
            missing_to_free: step.missing_to_free.map(amount),
            freight: amount(step.freight),
        }
    }
}

/// What a coupon would do for a basket.
#[derive(Object)]
pub struct CouponOfferView {
    pub user_coupon_id: i64,
    pub saving: String,
    /// The key of why it can't be used.
    #[oai(nullable)]
    pub refusal: Option<String>,
}

/// What a basket costs.
#[derive(Object)]
pub struct QuoteView {
    pub lines: Vec<QuoteLineView>,
    pub goods_amount: String,
    pub coupon_amount: String,
    pub score_amount: String,
    /// Score that is used.
    pub score_used: i64,
    /// Most score that could be used.
    pub score_max: i64,
    pub freight: String,
    pub freight_off: String,
    pub pay_amount: String,
    pub freight_steps: Vec<FreightStepView>,
    /// The freight can't be known before there is an address.
    pub needs_area: bool,
    #[oai(nullable)]
    pub missing_to_free: Option<String>,
    /// Nothing has to be sent without.
    pub ships: bool,
    #[oai(nullable)]
    pub address: Option<RecipientView>,
    /// The coupon that is used.
    #[oai(nullable)]
    pub user_coupon_id: Option<i64>,
    /// Usable ones first, the best first.
    pub coupons: Vec<CouponOfferView>,
    /// The member's balance and score.
    pub money: String,
    pub score: i64,
}

/// Where an order goes.
#[derive(Object)]
pub struct RecipientView {
    pub address_id: i64,
    pub name: String,
    pub mobile: String,
    pub area: Vec<i64>,
    pub area_text: String,
    pub address: String,
}

impl From<&Recipient> for RecipientView {
    fn from(to: &Recipient) -> Self {
        let Recipient { address_id, name, mobile, area, area_text, address } = to.clone();
        Self { address_id, name, mobile, area, area_text, address }
    }
}

impl QuoteView {
    /// Of a priced basket.
    #[must_use]
    pub fn new(priced: &Priced) -> Self {
        let (quote, sums) = (&priced.quote, priced.quote.sums);
        let line = |(line, name): (&ShopLine, &String)| QuoteLineView {
            line: line.line,
            goods_id: line.goods_id,
            sku_id: line.sku_id,
            name: name.clone(),
            image: line.image.clone(),
            sku_text: line.sku_text.clone(),
            price: amount(line.price),
            quantity: line.quantity,
            goods_amount: amount(line.shares.goods_amount),
            coupon_share: amount(line.shares.coupon_share),
            score_share: amount(line.shares.score_share),
            freight_share: amount(line.shares.freight_share),
            pay_share: amount(line.shares.pay_share),
        };
        let offers = priced.coupons.iter().map(|offer| CouponOfferView {
            user_coupon_id: offer.id,
            saving: amount(offer.saving),
            refusal: offer.refusal.map(|refusal| refusal.key().to_owned()),
        });
        Self {
            lines: priced.lines.iter().zip(&priced.names).map(line).collect(),
            goods_amount: amount(sums.goods_amount),
            coupon_amount: amount(sums.coupon_amount),
            score_amount: amount(sums.score_amount),
            score_used: sums.score_used,
            score_max: quote.score_max,
            freight: amount(sums.freight),
            freight_off: amount(sums.freight_off),
            pay_amount: amount(sums.pay_amount),
            freight_steps: quote.freight_steps.iter().map(FreightStepView::from).collect(),
            needs_area: quote.needs_area,
            missing_to_free: quote.missing_to_free.map(amount),
            ships: priced.ships,
            address: priced.recipient.as_ref().map(RecipientView::from),
            user_coupon_id: priced.coupon,
            coupons: offers.collect(),
            money: format!("{:.2}", priced.money),
            score: priced.score,
        }
    }
}
