//! Carts: what a line stands for now.

use std::collections::HashMap;

use actors::shop::spec;
use bus_schemas::number::Amount;
use entrepot_store::Store;
use entrepot_store::storefront::cart::{CartError, CartLine, LINES_MAX};
use entrepot_store::storefront::page::{GoodsRow, SkuRow};
use rust_decimal::Decimal;

use super::reading;
use super::views::{CartLineState, ShopCart, ShopCartRow, StockHint};
use crate::error::ServiceError;
use crate::i18n::localized;
use crate::settings::shop::ShopSettings;
use crate::storefront::reading::Storefront;

impl From<CartError> for ServiceError {
    fn from(error: CartError) -> Self {
        match error {
            CartError::Full => Self::full("cart.full", LINES_MAX),
            CartError::NoLine => Self::refused("error.not_found"),
            CartError::Store(error) => error.into(),
        }
    }
}

/// Pieces of a line, and of its goods with the other chosen lines: an order judges goods as a whole.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    line: i64,
    goods: i64,
}

/// Whether so many pieces can be bought now.
fn state(sku: &SkuRow, goods: &GoodsRow, pieces: Pieces, offer: i64, now: i64) -> CartLineState {
    if sku.gone || !goods.shown {
        CartLineState::Gone
    } else if goods.sale_start > now {
        CartLineState::Early
    } else if goods.sale_end != 0 && goods.sale_end <= now {
        CartLineState::Late
    } else if offer <= 0 {
        CartLineState::Out
    } else if pieces.goods < goods.buy_min {
        CartLineState::TooFew
    } else if goods.buy_max > 0 && pieces.goods > goods.buy_max {
        CartLineState::TooMany
    } else if pieces.line > offer {
        CartLineState::Short
    } else {
        CartLineState::Ok
    }
}

/// A line whose pieces count for the limits of its goods.
struct Chosen {
    sku: i64,
    goods: i64,
    quantity: i64,
}

/// Pieces of a line and of all chosen lines of its goods; one that is not chosen is judged as if it were.
fn pieces(line: &CartLine, goods: i64, chosen: &[Chosen]) -> Pieces {
    let others: i64 = chosen.iter().filter(|other| other.goods == goods && other.sku != line.sku_id).map(|other| other.quantity).sum();
    Pieces { line: line.quantity, goods: others + line.quantity }
}

fn row(line: &CartLine, found: Option<&(SkuRow, Option<GoodsRow>)>, chosen: &[Chosen], offer: i64, settings: &ShopSettings, now: i64) -> ShopCartRow {
    let none = (SkuRow { gone: true, ..SkuRow::default() }, None);
    let (sku, goods) = found.unwrap_or(&none);
    let nothing = GoodsRow::default();
    let goods = goods.as_ref().unwrap_or(&nothing);
    ShopCartRow {
        id: line.id,
        sku_id: line.sku_id,
        quantity: line.quantity,
        checked: line.checked,
        state: state(sku, goods, pieces(line, sku.goods_id, chosen), offer, now),
        goods_id: goods.id,
        name: localized(&goods.name, &goods.name_en),
        image: spec::line_picture(&sku.image, &sku.attrs, &goods.spec_attrs, &goods.images).to_owned(),
        sku_text: sku.sku_text.clone(),
        price: Amount(sku.price).into(),
        origin_price: Amount(sku.origin_price).into(),
        amount: Amount(sku.price * Decimal::from(line.quantity)).into(),
        stock: StockHint::of(offer, settings.stock_few),
        buy_min: goods.buy_min.max(1),
        buy_max: goods.buy_max,
        sale_start: goods.sale_start,
        create_time: line.create_time,
    }
}

async fn cart_view(storefront: &Storefront, settings: &ShopSettings, lines: Vec<CartLine>) -> Result<ShopCart, ServiceError> {
    let skus: Vec<i64> = lines.iter().map(|line| line.sku_id).collect();
    let found = storefront.store.skus_with_goods(&skus).await?;
    let offers = storefront.store.offers(&skus, settings.offer_terms(&storefront.clock.today())).await?;
    let by_sku: HashMap<i64, &(SkuRow, Option<GoodsRow>)> = found.iter().map(|pair| (pair.0.id, pair)).collect();
    let now = storefront.clock.now();
    let offer = |sku: i64| offers.get(&sku).map_or(0, |offer| offer.pieces);
    // What is sold out or no longer offered can't be chosen.
    let chosen: Vec<Chosen> = lines
        .iter()
        .filter(|line| line.checked == 1 && offer(line.sku_id) > 0)
        .filter_map(|line| {
            let (sku, _) = by_sku.get(&line.sku_id).filter(|(sku, _)| !sku.gone)?;
            Some(Chosen { sku: sku.id, goods: sku.goods_id, quantity: line.quantity })
        })
        .collect();
    let of_line = |line: &CartLine| row(line, by_sku.get(&line.sku_id).copied(), &chosen, offer(line.sku_id), settings, now);
    let list: Vec<ShopCartRow> = lines.iter().map(of_line).collect();
    let counts = |row: &&ShopCartRow| row.checked == 1 && row.state == CartLineState::Ok;
    let price = |sku: i64| by_sku.get(&sku).map_or(Decimal::ZERO, |(sku, _)| sku.price);
    let amount: Decimal = list.iter().filter(counts).map(|row| price(row.sku_id) * Decimal::from(row.quantity)).sum();
    let pieces = lines.iter().map(|line| line.quantity).sum();
    Ok(ShopCart { list, pieces, amount: Amount(amount).into(), line_max: settings.line_num_max, now })
}

/// A member's cart.
pub async fn of_member(storefront: &Storefront, member: i64) -> Result<ShopCart, ServiceError> {
    let settings = reading::open(storefront).await?;
    let lines = storefront.store.cart(member).await?;
    cart_view(storefront, &settings, lines).await
}

/// Lines that a browser keeps.
pub async fn of_guest(storefront: &Storefront, skus: &[i64], quantities: &str, checked: &str) -> Result<ShopCart, ServiceError> {
    let settings = reading::open(storefront).await?;
    if i64::try_from(skus.len()).unwrap_or(i64::MAX) > LINES_MAX {
        return Err(ServiceError::field("ids", "error.number.range"));
    }
    // Without a number it is one; what is no number is refused.
    let number = |text: &str| if text.trim().is_empty() { Ok(1) } else { text.trim().parse::<i64>() };
    let quantities: Result<Vec<i64>, _> = quantities.split(',').map(number).collect();
    let mut quantities = quantities.map_err(|_| ServiceError::field("quantities", "error.type"))?.into_iter();
    let mut checked = checked.split(',').map(|text| i64::from(text.trim() != "0"));
    let line = |sku_id: &i64| {
        let quantity = quantity(&settings, quantities.next().unwrap_or(1));
        CartLine { id: 0, sku_id: *sku_id, quantity, checked: checked.next().unwrap_or(1), create_time: 0 }
    };
    let lines = skus.iter().map(line).collect();
    cart_view(storefront, &settings, lines).await
}

/// A quantity within what a line may hold.
#[must_use]
pub fn quantity(settings: &ShopSettings, wanted: i64) -> i64 {
    wanted.clamp(1, settings.line_num_max.max(1))
}

/// A whole quantity that a line may hold, or a refusal of the field.
pub fn checked_quantity(settings: &ShopSettings, field: &str, wanted: i64) -> Result<i64, ServiceError> {
    if wanted == quantity(settings, wanted) { Ok(wanted) } else { Err(ServiceError::range(field, 1, settings.line_num_max.max(1))) }
}

/// Those of these SKUs that there are, also retired ones, by their goods.
pub async fn load_skus(store: &Store, skus: &[i64]) -> Result<HashMap<i64, (SkuRow, Option<GoodsRow>)>, ServiceError> {
    let found = store.skus_with_goods(skus).await?;
    Ok(found.into_iter().map(|pair| (pair.0.id, pair)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_why_it_can_not_be_bought() {
        let sku = SkuRow::default();
        let goods = GoodsRow { shown: true, buy_min: 2, buy_max: 6, sale_start: 10, sale_end: 20, ..GoodsRow::default() };
        let only = |quantity| Pieces { line: quantity, goods: quantity };
        let at = |quantity, offer, now| state(&sku, &goods, only(quantity), offer, now);
        assert_eq!(at(2, 9, 10), CartLineState::Ok);
        assert_eq!((at(2, 9, 9), at(2, 9, 20)), (CartLineState::Early, CartLineState::Late));
        assert_eq!((at(1, 9, 10), at(7, 9, 10)), (CartLineState::TooFew, CartLineState::TooMany));
        assert_eq!((at(4, 3, 10), at(4, 0, 10)), (CartLineState::Short, CartLineState::Out));
        assert_eq!(state(&SkuRow { gone: true, ..sku.clone() }, &goods, only(2), 9, 10), CartLineState::Gone);
        assert_eq!(state(&sku, &GoodsRow::default(), only(2), 9, 10), CartLineState::Gone);
    }

    #[test]
    fn limits_of_goods_count_all_their_chosen_lines() {
        let goods = GoodsRow { shown: true, buy_min: 2, buy_max: 6, ..GoodsRow::default() };
        let chosen = |quantities: &[(i64, i64)]| -> Vec<Chosen> {
            quantities.iter().map(|(sku, quantity)| Chosen { sku: *sku, goods: 7, quantity: *quantity }).collect()
        };
        let line = |quantity| CartLine { id: 0, sku_id: 1, quantity, checked: 1, create_time: 0 };
        let with = |quantity, others: &[(i64, i64)]| state(&SkuRow::default(), &goods, pieces(&line(quantity), 7, &chosen(others)), 9, 0);
        assert_eq!((with(1, &[(1, 1)]), with(1, &[(1, 1), (2, 1)])), (CartLineState::TooFew, CartLineState::Ok));
        assert_eq!((with(4, &[(1, 4), (2, 2)]), with(4, &[(1, 4), (2, 3)])), (CartLineState::Ok, CartLineState::TooMany));
        // One that is not chosen counts itself once.
        assert_eq!((with(4, &[(2, 2)]), with(4, &[(2, 3)])), (CartLineState::Ok, CartLineState::TooMany));
        let other = [Chosen { sku: 2, goods: 8, quantity: 6 }];
        assert_eq!(pieces(&line(1), 7, &other).goods, 1);
    }
}
