//! The lines of a basket: made of what is stored of their goods, and named in refusals.

use std::collections::BTreeMap;

use actors::shop::pricing::{BasketLine, QuoteRefusal};
use bus_schemas::ids::{ProductId, UnitId, WarehouseId};
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::ShopLine;
use bus_schemas::shop::shares::LineShares;
use entrepot_store::shop::order::basket::{BasketFacts, SkuFact};
use serde_json::json;

use super::freight_templates::scaled;
use crate::error::ServiceError;
use crate::i18n::localized;

/// A field of a line that is wrong; lines count from 0.
pub(super) fn wrong(line: usize, name: &str, key: &str) -> ServiceError {
    ServiceError::field(format!("lines[{line}].{name}"), key)
}

/// A quantity that no line may have; lines count from 0.
pub(super) fn quantity_range(line: usize, most: i64) -> ServiceError {
    ServiceError::range(format!("lines[{line}].quantity"), 1, most)
}

/// A line that can't be bought, with the name of its goods and the quantity that the text tells of.
pub(super) fn unbuyable(at: usize, name: &str, key: &'static str, sku: &SkuFact, quantity: Option<(&'static str, i64)>) -> ServiceError {
    let goods = sku.goods.as_ref().map_or_else(|| sku.sku_text.clone(), |goods| localized(&goods.name, &goods.name_en));
    let mut values: Vec<(&'static str, String)> = quantity.map(|(name, quantity)| (name, quantity.to_string())).into_iter().collect();
    // Last: a name may hold anything.
    values.push(("name", goods.clone()));
    let facts = json!({ "key": key, "field": format!("lines[{at}].{name}"), "lines": [at + 1], "names": [goods] });
    ServiceError::Refused { key, values, facts }
}

/// Classifies and all above them.
#[must_use]
pub fn with_above(ids: &[i64], parents: &BTreeMap<i64, i64>) -> Vec<i64> {
    let mut all = Vec::new();
    for id in ids {
        let mut at = *id;
        // Levels are few; a ring in the rows ends the walk.
        for _ in 0..8 {
            if at <= 0 || all.contains(&at) {
                break;
            }
            all.push(at);
            at = parents.get(&at).copied().unwrap_or(0);
        }
    }
    all
}

/// A line of a basket: so many of a SKU.
pub(super) fn basket_line(at: usize, sku: &SkuFact, quantity: i64, parents: &BTreeMap<i64, i64>) -> Result<BasketLine, ServiceError> {
    let goods = sku.goods.as_ref();
    let price = Cents::of(sku.price).map_err(|_| unbuyable(at, "sku_id", "shop.line.off_shelf", sku, None))?;
    Ok(BasketLine {
        line: u32::try_from(at + 1).map_err(|_| ServiceError::field("lines", "error.shop.basket_lines"))?,
        goods: sku.goods_id,
        sku: sku.id,
        classify_ids: with_above(goods.map_or(&[], |goods| &goods.classify_ids), parents),
        price,
        quantity: u32::try_from(quantity).map_err(|_| wrong(at, "quantity", "error.number.range"))?,
        weight_grams: scaled(sku.weight, 1_000),
        volume_cm3: scaled(sku.volume, 1_000_000),
        template: goods.and_then(|goods| goods.delivery_template_id),
        is_virtual: goods.is_some_and(|goods| goods.delivery_type != 1),
    })
}

/// The line of an order that a line of a basket becomes. What it bears is not known yet.
pub(super) fn order_line(basket: &BasketLine, sku: &SkuFact, warehouses: &[i64]) -> Option<ShopLine> {
    let goods = sku.goods.as_ref()?;
    let linked = !basket.is_virtual;
    let own = if sku.warehouses_ids.is_empty() { warehouses } else { &sku.warehouses_ids };
    Some(ShopLine {
        line: basket.line,
        goods_id: sku.goods_id,
        sku_id: sku.id,
        product: sku.product_id.filter(|_| linked).map(ProductId),
        unit: sku.unit.filter(|_| linked).map(UnitId),
        ratio: sku.ratio,
        buffer: sku.buffer,
        warehouses: own.iter().copied().map(WarehouseId).collect(),
        name: goods.name.clone(),
        image: sku.picture.clone(),
        sku_text: sku.sku_text.clone(),
        sku_code: sku.sku_code.clone(),
        price: basket.price,
        quantity: i64::from(basket.quantity),
        shares: LineShares::default(),
        limit_num: goods.limit_num,
        shipped: 0,
        refunding_num: 0,
        refunded_num: 0,
        refunded_amount: Cents::ZERO,
        evaluated: false,
    })
}

/// The goods of these lines by name, each once.
fn names(numbers: &[u32], lines: &[BasketLine], facts: &BasketFacts) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| numbers.contains(&line.line)) {
        let name = facts.skus.get(&line.sku).and_then(|sku| sku.goods.as_ref()).map(|goods| localized(&goods.name, &goods.name_en));
        if let Some(name) = name.filter(|name| !names.contains(name)) {
            names.push(name);
        }
    }
    names
}

/// The refusal of a basket, with the lines that it is about and the names of their goods.
pub(super) fn refused(refusal: &QuoteRefusal, lines: &[BasketLine], facts: &BasketFacts) -> ServiceError {
    match refusal {
        QuoteRefusal::Coupon(_) => ServiceError::field("user_coupon_id", refusal.key()),
        QuoteRefusal::Score { .. } => ServiceError::field("score", refusal.key()),
        other => {
            let names = names(other.lines(), lines, facts);
            let values = vec![("lines", names.join(", "))];
            ServiceError::Refused { key: other.key(), values, facts: json!({ "key": other.key(), "lines": other.lines(), "names": names }) }
        }
    }
}
