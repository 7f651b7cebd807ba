//! From what a member sends to a priced basket. Prices are those of now; what a client sends of money is compared, never used.

use std::collections::{BTreeMap, BTreeSet};

use actors::shop::coupon::MemberCoupon;
use actors::shop::freight::FreightMode;
use actors::shop::pricing::{self, Basket, BasketLine, CouponOffer, PriceSettings, Quote};
use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::{CouponState, CouponTerms};
use bus_schemas::shop::order::ShopLine;
use entrepot_store::Store;
use entrepot_store::shop::order::basket::{BasketAsked, BasketFacts, CouponFact, SkuFact};
use rust_decimal::Decimal;

use super::basket_lines::{basket_line, order_line, quantity_range, refused, unbuyable, wrong};
use super::freight_templates::template;
use super::recipient::{Recipient, sent_to};
use crate::error::ServiceError;
use crate::i18n::localized;
use crate::settings::shop::ShopSettings;
use crate::shop::Shop;

/// One thing that a member wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub sku_id: i64,
    pub quantity: i64,
}

/// What a member wants to buy, and how.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    pub lines: Vec<Wanted>,
    pub cart_ids: Vec<i64>,
    pub address_id: Option<i64>,
    /// Where no address is chosen yet: the areas to which it would be sent.
    pub area: Vec<i64>,
    pub user_coupon_id: Option<i64>,
    /// Take the best coupon where none is named.
    pub best_coupon: bool,
    pub score: i64,
    pub remark: String,
}

/// A basket with its price.
#[derive(Clone, Debug)]
pub struct Priced {
    pub quote: Quote,
    /// As they are sold: their texts in the shop's first language.
    pub lines: Vec<ShopLine>,
    /// The names of their goods in the reader's language, line by line.
    pub names: Vec<String>,
    pub recipient: Option<Recipient>,
    pub coupon: Option<i64>,
    pub coupons: Vec<CouponOffer>,
    pub money: Decimal,
    pub score: i64,
    /// Something has to be sent.
    pub ships: bool,
}

/// Lines of the same SKU as one, with the sum of their pieces: what is said of lines is said of these. Checks how much of what
/// there may be.
fn merged(lines: &[Wanted], settings: &ShopSettings) -> Result<Vec<Wanted>, ServiceError> {
    let most = usize::try_from(settings.order_lines_max).unwrap_or(usize::MAX);
    let mut merged: Vec<Wanted> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.quantity < 1 || line.quantity > settings.line_num_max {
            return Err(quantity_range(at, settings.line_num_max));
        }
        let full = merged.len() == most;
        match merged.iter_mut().find(|known| known.sku_id == line.sku_id) {
            Some(known) => known.quantity += line.quantity,
            None if full => return Err(ServiceError::field("lines", "error.shop.basket_lines")),
            None => merged.push(*line),
        }
    }
    if merged.is_empty() { Err(ServiceError::field("lines", "error.required")) } else { Ok(merged) }
}

/// What a member wants: the lines that they send, and those rows of their cart, each once.
async fn wanted(store: &Store, member: i64, wish: &Wish, settings: &ShopSettings) -> Result<Vec<Wanted>, ServiceError> {
    let mut lines = wish.lines.clone();
    let mut seen = BTreeSet::new();
    let carts: Vec<i64> = wish.cart_ids.iter().copied().filter(|cart| seen.insert(*cart)).collect();
    if !carts.is_empty() {
        if carts.len() > 200 {
            return Err(ServiceError::field("cart_ids", "error.shop.basket_lines"));
        }
        let rows = store.cart_lines(member, &carts).await?;
        if rows.len() != carts.len() {
            return Err(ServiceError::field("cart_ids", "error.reference"));
        }
        lines.extend(rows.into_iter().map(|(sku_id, quantity)| Wanted { sku_id, quantity }));
    }
    merged(&lines, settings)
}

/// What is known of the SKU of a line; lines count from 0.
pub(super) fn sku_of(facts: &BasketFacts, sku: i64, at: usize) -> Result<&SkuFact, ServiceError> {
    facts.skus.get(&sku).map(AsRef::as_ref).ok_or_else(|| wrong(at, "sku_id", "shop.line.gone"))
}

/// Whether goods may be bought now, in this number.
fn check_goods(facts: &BasketFacts, wanted: &[Wanted], now: i64, settings: &ShopSettings) -> Result<(), ServiceError> {
    let mut of_goods: BTreeMap<i64, i64> = BTreeMap::new();
    for (at, line) in wanted.iter().enumerate() {
        let sku = sku_of(facts, line.sku_id, at)?;
        let goods = sku.goods.as_ref().ok_or_else(|| wrong(at, "sku_id", "shop.line.gone"))?;
        if sku.retired != 0 || sku.status != 1 || goods.status != 1 || goods.delete_time.is_some_and(|at| at > 0) {
            return Err(unbuyable(at, "sku_id", "shop.line.off_shelf", sku, None));
        }
        let begins = goods.sale_start.is_some_and(|start| start > now);
        let over = goods.sale_end.is_some_and(|end| end > 0 && end <= now);
        if begins || over {
            return Err(unbuyable(at, "sku_id", if begins { "shop.line.not_yet" } else { "shop.line.over" }, sku, None));
        }
        if sku.price <= Decimal::ZERO && goods.delivery_type == 1 {
            return Err(unbuyable(at, "sku_id", "shop.line.off_shelf", sku, None));
        }
        *of_goods.entry(sku.goods_id).or_default() += line.quantity;
    }
    for (at, line) in wanted.iter().enumerate() {
        let sku = sku_of(facts, line.sku_id, at)?;
        let goods = sku.goods.as_ref().ok_or_else(|| wrong(at, "sku_id", "shop.line.gone"))?;
        let all = of_goods.get(&sku.goods_id).copied().unwrap_or(0);
        if all < goods.buy_min {
            return Err(unbuyable(at, "quantity", "shop.line.buy_min", sku, Some(("least", goods.buy_min))));
        }
        if goods.buy_max > 0 && all > goods.buy_max || line.quantity > settings.line_num_max {
            let most = if goods.buy_max > 0 { goods.buy_max.min(settings.line_num_max) } else { settings.line_num_max };
            return Err(unbuyable(at, "quantity", "shop.line.buy_max", sku, Some(("most", most))));
        }
    }
    Ok(())
}

/// A member's coupon as it is stored. One that can't be read is an error: left out, it would change the price without a word.
fn coupon(fact: &CouponFact) -> Result<MemberCoupon, ServiceError> {
    let broken = |what: String| ServiceError::Internal(format!("coupon {} of a member can't be read: {what}", fact.id));
    let terms: CouponTerms = serde_json::from_value(fact.terms.clone()).map_err(|error| broken(error.to_string()))?;
    let state = CouponState::of_code(fact.status).ok_or_else(|| broken(format!("status {}", fact.status)))?;
    Ok(MemberCoupon { id: fact.id, terms, state, start: fact.start_time, end: fact.end_time })
}

fn unusable(setting: &str) -> ServiceError {
    ServiceError::Internal(format!("the setting {setting} of the shop can't be used"))
}

/// From which amount on the shop pays the freight.
pub(super) fn free_amount(settings: &ShopSettings) -> Result<Cents, ServiceError> {
    Cents::of(settings.free_amount).map_err(|_| unusable("free_amount"))
}

/// The settings that prices depend on.
fn price_settings(settings: &ShopSettings) -> Result<PriceSettings, ServiceError> {
    Ok(PriceSettings {
        free_amount: free_amount(settings)?,
        freight_mode: FreightMode::of_code(settings.freight_mode),
        score_per_yuan: settings.score_per_yuan,
        score_max_percent: u8::try_from(settings.score_max_percent).map_err(|_| unusable("score_max_percent"))?,
    })
}

/// Refuses figures of a wish that are less than nothing: passed over, they would change the price without a word.
fn check_wish(wish: &Wish) -> Result<(), ServiceError> {
    let figures = [("address_id", wish.address_id.unwrap_or(0)), ("user_coupon_id", wish.user_coupon_id.unwrap_or(0)), ("score", wish.score)];
    match figures.into_iter().find(|(_, figure)| *figure < 0) {
        Some((field, _)) => Err(ServiceError::range(field, 0, i64::MAX)),
        None => Ok(()),
    }
}

/// Prices a basket, and what other coupons would do for it where `offers` asks. Writes nothing.
pub async fn price(shop: &Shop, member: i64, wish: &Wish, offers: bool) -> Result<Priced, ServiceError> {
    check_wish(wish)?;
    let settings = shop.settings.current().await;
    if !settings.enabled {
        return Err(ServiceError::refused("shop.closed"));
    }
    let (store, now) = (&shop.store, shop.clock.now());
    let wanted = wanted(&shop.store, member, wish, &settings).await?;
    let facts = store.basket_facts(&wanted.iter().map(|line| line.sku_id).collect::<Vec<_>>()).await?;
    check_goods(&facts, &wanted, now, &settings)?;
    let named = wish.user_coupon_id.filter(|id| *id > 0);
    let asked = BasketAsked { address: wish.address_id, coupon: named, coupons: offers || (named.is_none() && wish.best_coupon) };
    let own = store.basket_member(member, asked, now).await?;
    let recipient = if wish.address_id.is_some() { Some(sent_to(own.address)?) } else { None };
    let lines = wanted.iter().enumerate().map(|(at, line)| basket_line(at, sku_of(&facts, line.sku_id, at)?, line.quantity, &facts.parents));
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    let areas = recipient.as_ref().map(|to| to.area.clone()).or_else(|| (!wish.area.is_empty()).then(|| wish.area.clone()));
    let templates = facts.templates.iter().map(|fact| template(fact)).collect::<Result<Vec<_>, _>>()?;
    let mut basket =
        Basket { lines, coupon: None, wanted_score: wish.score, score: own.score, areas, templates, settings: price_settings(&settings)?, now };
    let free = own.coupons.iter().map(coupon).collect::<Result<Vec<MemberCoupon>, _>>()?;
    let coupons =
        if free.is_empty() { Vec::new() } else { pricing::offers(&basket, &free).map_err(|refusal| refused(&refusal, &basket.lines, &facts))? };
    let chosen = match named {
        Some(_) => Some(coupon(own.coupon.as_ref().ok_or_else(|| ServiceError::field("user_coupon_id", "error.reference"))?)?),
        None if wish.best_coupon => pricing::best(&coupons).and_then(|id| free.iter().find(|coupon| coupon.id == id).cloned()),
        None => None,
    };
    basket.coupon.clone_from(&chosen);
    let quote = pricing::quote(&basket).map_err(|refusal| refused(&refusal, &basket.lines, &facts))?;
    let warehouses = if settings.warehouses_ids.is_empty() { store.warehouses_in_use().await?.to_vec() } else { settings.warehouses_ids.clone() };
    let lines = basket.lines.iter().enumerate().map(|(at, line)| {
        let mut made = order_line(line, sku_of(&facts, line.sku, at)?, &warehouses).ok_or_else(|| wrong(at, "sku_id", "shop.line.gone"))?;
        made.shares = *quote.shares(line.line).ok_or_else(|| ServiceError::Internal(format!("line {} has no share of the price", line.line)))?;
        Ok(made)
    });
    let lines = lines.collect::<Result<Vec<ShopLine>, ServiceError>>()?;
    let ships = basket.lines.iter().any(|line| !line.is_virtual);
    let unlinked = |(_, (line, basket)): &(usize, (&ShopLine, &BasketLine))| !basket.is_virtual && (line.product.is_none() || line.unit.is_none());
    if let Some((at, (line, _))) = lines.iter().zip(&basket.lines).enumerate().find(unlinked) {
        return Err(unbuyable(at, "sku_id", "shop.line.off_shelf", sku_of(&facts, line.sku_id, at)?, None));
    }
    let name = |line: &ShopLine| {
        let goods = facts.skus.get(&line.sku_id).and_then(|sku| sku.goods.as_ref());
        goods.map_or_else(|| line.name.clone(), |goods| localized(&goods.name, &goods.name_en))
    };
    let names = lines.iter().map(name).collect();
    Ok(Priced { quote, lines, names, recipient, coupon: chosen.map(|coupon| coupon.id), coupons, money: own.money, score: own.score, ships })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_internal<T>(answer: Result<T, ServiceError>, names: &str) -> bool {
        matches!(answer, Err(ServiceError::Internal(reason)) if reason.contains(names))
    }

    #[test]
    fn a_coupon_that_cant_be_read_is_an_error() {
        let terms = serde_json::json!({ "kind": "amount", "amount": "2.00", "percent": 0, "max_amount": "0", "min_amount": "0", "scope": "all",
            "scope_ids": [], "exclude_goods_ids": [] });
        let fact = CouponFact { id: 7, coupon_id: 1, status: 0, start_time: 0, end_time: 9, terms };
        assert_eq!(coupon(&fact).expect("a coupon").id, 7);
        assert!(is_internal(coupon(&CouponFact { status: 99, ..fact.clone() }), "coupon 7"));
        let broken = serde_json::json!({ "kind": "amount", "amount": "two", "percent": 0, "max_amount": "0", "min_amount": "0", "scope": "all" });
        assert!(is_internal(coupon(&CouponFact { terms: broken, ..fact }), "coupon 7"));
    }

    #[test]
    fn a_setting_that_is_no_amount_is_an_error() {
        let settings = ShopSettings { free_amount: Decimal::new(9_905, 2), score_max_percent: 50, ..ShopSettings::default() };
        let read = price_settings(&settings).expect("settings");
        assert_eq!((read.free_amount, read.score_max_percent), (Cents(9_905), 50));
        assert!(is_internal(price_settings(&ShopSettings { free_amount: Decimal::new(99_055, 3), ..settings.clone() }), "free_amount"));
        assert!(is_internal(price_settings(&ShopSettings { score_max_percent: 300, ..settings }), "score_max_percent"));
    }

    #[test]
    fn figures_below_nothing_are_refused() {
        let wishes = [
            ("address_id", Wish { address_id: Some(-1), ..Wish::default() }),
            ("user_coupon_id", Wish { user_coupon_id: Some(-1), ..Wish::default() }),
            ("score", Wish { score: -1, ..Wish::default() }),
        ];
        for (name, wish) in wishes {
            assert!(matches!(check_wish(&wish), Err(ServiceError::Range { field, .. }) if field == name), "{name}");
        }
        assert!(check_wish(&Wish { address_id: Some(3), score: 5, ..Wish::default() }).is_ok());
    }

    #[test]
    fn lines_of_one_sku_are_one_line() {
        let settings = ShopSettings { order_lines_max: 2, line_num_max: 5, ..ShopSettings::default() };
        let of = |lines: &[(i64, i64)]| {
            let lines: Vec<Wanted> = lines.iter().map(|(sku_id, quantity)| Wanted { sku_id: *sku_id, quantity: *quantity }).collect();
            merged(&lines, &settings).map_err(|error| match error {
                ServiceError::Field { field, key } => (field, key),
                ServiceError::Range { field, .. } => (field, "error.number.range".to_owned()),
                other => panic!("{other}"),
            })
        };
        let wanted = |sku_id: i64, quantity: i64| Wanted { sku_id, quantity };
        let refused = |field: &str, key: &str| Err((field.to_owned(), key.to_owned()));
        assert_eq!(of(&[(1, 1), (1, 2), (2, 1), (1, 1)]), Ok(vec![wanted(1, 4), wanted(2, 1)]), "two lines, and two there may be");
        assert_eq!(of(&[(1, 1), (2, 1), (3, 1)]), refused("lines", "error.shop.basket_lines"));
        assert_eq!(of(&[(1, 1), (1, 6)]), refused("lines[1].quantity", "error.number.range"));
        assert_eq!(of(&[]), refused("lines", "error.required"));
    }
}
