//! Whether goods are sent to an area, and what their freight would be.

use std::sync::Arc;

use actors::shop::freight::FreightMode;
use actors::shop::pricing::{self, Basket, BasketLine, PriceSettings, Quote};
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::{ShopLine, ShopOrder};

use super::basket::Wanted;
use super::basket_lines::{basket_line, quantity_range, refused, wrong};
use super::freight_templates::template;
use crate::error::ServiceError;
use crate::shop::Shop;

/// Refuses an area to which the goods of an order are not sent.
pub async fn check_area(shop: &Shop, order: &ShopOrder, area: &[i64]) -> Result<(), ServiceError> {
    let facts = shop.store.basket_facts(&order.lines.iter().map(|line| line.sku_id).collect::<Vec<_>>()).await?;
    let line = |line: &ShopLine| {
        let sku = facts.skus.get(&line.sku_id)?;
        basket_line(usize::try_from(line.line).ok()?.checked_sub(1)?, sku, line.quantity, &facts.parents).ok()
    };
    let lines: Vec<BasketLine> = order.lines.iter().filter(|line| line.ships()).filter_map(line).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let templates = facts.templates.iter().map(|fact| template(fact)).collect::<Result<Vec<_>, _>>()?;
    let basket = Basket { lines, areas: Some(area.to_vec()), templates, now: shop.clock.now(), ..Basket::default() };
    pricing::quote(&basket).map(|_| ()).map_err(|refusal| refused(&refusal, &basket.lines, &facts))
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
    let price = PriceSettings {
        free_amount: Cents::of(settings.free_amount).unwrap_or_default(),
        freight_mode: FreightMode::of_code(settings.freight_mode),
        ..PriceSettings::default()
    };
    let basket = Basket { lines, areas: Some(area), templates, settings: price, now: shop.clock.now(), ..Basket::default() };
    pricing::quote(&basket).map_err(|refusal| refused(&refusal, &basket.lines, &facts))
}
