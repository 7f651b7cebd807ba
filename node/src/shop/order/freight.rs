//! Whether goods are sent to an area, and what their freight would be.

use std::sync::Arc;

use actors::shop::freight::{self, FreightLine, FreightMode};
use actors::shop::pricing::{self, Basket, BasketLine, PriceSettings, Quote};
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::{ShopLine, ShopOrder};
use serde_json::json;

use super::basket::{Wanted, free_amount, sku_of};
use super::basket_lines::{basket_line, quantity_range, refused, wrong};
use super::freight_templates::template;
use crate::error::ServiceError;
use crate::shop::Shop;

/// What the goods of an order would pay to be sent to areas now, at the prices of the order; refused where they are not sent.
async fn freights(shop: &Shop, order: &ShopOrder, areas: &[&[i64]]) -> Result<Vec<Cents>, ServiceError> {
    let facts = shop.store.basket_facts(&order.lines.iter().map(|line| line.sku_id).collect::<Vec<_>>()).await?;
    // A line that can't be looked up is refused: left out, its goods would go where they are not sent.
    let mut lines: Vec<(&ShopLine, BasketLine)> = Vec::new();
    for line in order.lines.iter().filter(|line| line.ships()) {
        let at = usize::try_from(line.line.saturating_sub(1)).unwrap_or(usize::MAX);
        lines.push((line, basket_line(at, sku_of(&facts, line.sku_id, at)?, line.quantity, &facts.parents)?));
    }
    let load = |(line, of): &(&ShopLine, BasketLine)| {
        let template = of.template.filter(|template| *template != 0)?;
        let amount = line.shares.goods_amount - line.shares.coupon_share;
        Some(FreightLine { line: of.line, template, pieces: of.quantity, grams: of.weight_grams, cm3: of.volume_cm3, amount })
    };
    let loads: Vec<FreightLine> = lines.iter().filter_map(load).collect();
    let lines: Vec<BasketLine> = lines.into_iter().map(|(_, of)| of).collect();
    let templates = facts.templates.iter().map(|fact| template(fact)).collect::<Result<Vec<_>, _>>()?;
    let settings = shop.settings.current().await;
    let mode = FreightMode::of_code(settings.freight_mode);
    let free = free_amount(&settings)?;
    let goods = order.goods_amount - order.coupon_amount;
    let freight = |areas: &&[i64]| {
        let sent = lines.iter().map(|line| (line.line, line.template));
        let steps = freight::check_abroad(areas, sent).and_then(|()| freight::steps(&templates, &loads, areas, mode, free, goods));
        steps.map(|steps| steps.iter().map(|step| step.freight).sum::<Cents>()).map_err(|refusal| refused(&refusal.into(), &lines, &facts))
    };
    areas.iter().map(freight).collect()
}

/// Refuses an area to which the goods of an order are not sent.
pub async fn check_area(shop: &Shop, order: &ShopOrder, area: &[i64]) -> Result<(), ServiceError> {
    freights(shop, order, &[area]).await.map(|_| ())
}

/// The same for the order's member, whose freight stays as it is: refuses an area to which sending costs more than what they
/// pay, and more than where it goes now.
pub async fn check_own_area(shop: &Shop, order: &ShopOrder, area: &[i64]) -> Result<(), ServiceError> {
    let to = freights(shop, order, &[area]).await?.into_iter().sum::<Cents>();
    if to <= order.freight {
        return Ok(());
    }
    // Where it goes now may have become dearer, or be sent to no more.
    let now = freights(shop, order, &[&order.area]).await.map_or(Cents::ZERO, |now| now.into_iter().sum());
    let most = order.freight.max(now);
    if to <= most {
        return Ok(());
    }
    let more = (to - most).to_string();
    let facts = json!({ "key": "shop.edit.freight", "field": "address_id", "more": &more });
    Err(ServiceError::Refused { key: "shop.edit.freight", values: vec![("more", more)], facts })
}

/// What goods would cost and their freight be, without regard to shelf and stock; all under one template where it is named.
pub async fn quote(shop: &Shop, wanted: &[Wanted], area: Vec<i64>, template_id: Option<i64>) -> Result<Quote, ServiceError> {
    let settings = shop.settings.current().await;
    let most = usize::try_from(settings.order_lines_max).unwrap_or(usize::MAX);
    if wanted.is_empty() {
        return Err(ServiceError::field("lines", "error.required"));
    }
    if wanted.len() > most {
        return Err(ServiceError::field("lines", "error.shop.basket_lines"));
    }
    let mut facts = shop.store.basket_facts(&wanted.iter().map(|line| line.sku_id).collect::<Vec<_>>()).await?;
    if let Some(id) = template_id {
        facts.templates =
            vec![Arc::new(shop.store.freight_template(id).await?.ok_or_else(|| ServiceError::field("template_id", "error.reference"))?)];
    }
    let mut lines = Vec::with_capacity(wanted.len());
    for (at, line) in wanted.iter().enumerate() {
        let sku = facts.skus.get(&line.sku_id).filter(|sku| sku.goods.is_some()).ok_or_else(|| wrong(at, "sku_id", "error.reference"))?;
        if line.quantity < 1 || line.quantity > settings.line_num_max {
            return Err(quantity_range(at, settings.line_num_max));
        }
        let line = basket_line(at, sku, line.quantity, &facts.parents)?;
        lines.push(BasketLine { template: template_id.or(line.template), ..line });
    }
    let templates = facts.templates.iter().map(|fact| template(fact)).collect::<Result<Vec<_>, _>>()?;
    let price =
        PriceSettings { free_amount: free_amount(&settings)?, freight_mode: FreightMode::of_code(settings.freight_mode), ..PriceSettings::default() };
    let basket = Basket { lines, areas: Some(area), templates, settings: price, now: shop.clock.now(), ..Basket::default() };
    pricing::quote(&basket).map_err(|refusal| refused(&refusal, &basket.lines, &facts))
}
