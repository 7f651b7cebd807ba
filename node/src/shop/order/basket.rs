//! From what a member sends to a priced basket and the draft of an order. Prices are those of now; what a client sends of
//! money is compared, never used.

use std::collections::BTreeMap;
use std::sync::Arc;

use actors::dates::days_after;
use actors::shop::coupon::MemberCoupon;
use actors::shop::freight::{FreeRule, FreightMode, Rule, Template};
use actors::shop::pricing::{self, Basket, BasketLine, CouponOffer, PriceSettings, Quote, QuoteRefusal};
use bus_schemas::ids::{OrderId, ProductId, UnitId, WarehouseId};
use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::{CouponState, CouponTerms};
use bus_schemas::shop::order::{ShopBy, ShopEvent, ShopLine, ShopOrder, ShopStatus, ShopTerms};
use bus_schemas::shop::shares::FreightMethod;
use entrepot_store::Store;
use entrepot_store::member::addresses::Address;
use entrepot_store::shop::order::basket::{BasketAsked, BasketFacts, CouponFact, SkuFact, TemplateFact};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::Deserialize;
use serde_json::json;

use crate::areas;
use crate::error::ServiceError;
use crate::shop::Shop;
use crate::shop::settings::ShopSettings;

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

/// Where an order goes.
#[derive(Clone, Debug, Default)]
pub struct Recipient {
    pub address_id: i64,
    pub name: String,
    pub mobile: String,
    pub area: Vec<i64>,
    pub area_text: String,
    pub address: String,
}

/// A basket with its price.
#[derive(Clone, Debug)]
pub struct Priced {
    pub quote: Quote,
    pub lines: Vec<ShopLine>,
    pub recipient: Option<Recipient>,
    pub coupon: Option<i64>,
    pub coupons: Vec<CouponOffer>,
    pub money: Decimal,
    pub score: i64,
    /// Something has to be sent.
    pub ships: bool,
}

fn wrong(line: usize, name: &str, key: &str) -> ServiceError {
    ServiceError::field(format!("lines[{line}].{name}"), key)
}

/// A line that can't be bought, with the name of its goods and the quantity that the text tells of.
fn unbuyable(at: usize, name: &str, key: &'static str, sku: &SkuFact, quantity: Option<(&'static str, i64)>) -> ServiceError {
    let goods = sku.goods.as_ref().map_or(sku.sku_text.as_str(), |goods| goods.name.as_str());
    let mut values: Vec<(&'static str, String)> = quantity.map(|(name, quantity)| (name, quantity.to_string())).into_iter().collect();
    // Last: a name may hold anything.
    values.push(("name", goods.to_owned()));
    let facts = json!({ "key": key, "field": format!("lines[{at}].{name}"), "lines": [at + 1], "names": [goods] });
    ServiceError::Refused { key, values, facts }
}

/// Sums the same SKU up, and checks how much of what there may be.
async fn wanted(store: &Store, member: i64, wish: &Wish, settings: &ShopSettings) -> Result<Vec<Wanted>, ServiceError> {
    let mut lines = wish.lines.clone();
    if !wish.cart_ids.is_empty() {
        if wish.cart_ids.len() > 200 {
            return Err(ServiceError::field("cart_ids", "error.shop.basket_lines"));
        }
        let rows = store.cart_lines(member, &wish.cart_ids).await?;
        if rows.len() != wish.cart_ids.len() {
            return Err(ServiceError::field("cart_ids", "error.reference"));
        }
        lines.extend(rows.into_iter().map(|(sku_id, quantity)| Wanted { sku_id, quantity }));
    }
    let most = usize::try_from(settings.order_lines_max).unwrap_or(usize::MAX);
    if lines.is_empty() {
        return Err(ServiceError::field("lines", "error.required"));
    }
    if lines.len() > most {
        return Err(ServiceError::field("lines", "error.shop.basket_lines"));
    }
    let mut merged: Vec<Wanted> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.quantity < 1 || line.quantity > settings.line_num_max {
            return Err(wrong(at, "quantity", "error.number.range"));
        }
        match merged.iter_mut().find(|known| known.sku_id == line.sku_id) {
            Some(known) => known.quantity += line.quantity,
            None => merged.push(*line),
        }
    }
    Ok(merged)
}

/// Whether goods may be bought now, in this number.
fn check_goods(facts: &BasketFacts, wanted: &[Wanted], now: i64, settings: &ShopSettings) -> Result<(), ServiceError> {
    let mut of_goods: BTreeMap<i64, i64> = BTreeMap::new();
    for (at, line) in wanted.iter().enumerate() {
        let sku = facts.skus.get(&line.sku_id).ok_or_else(|| wrong(at, "sku_id", "shop.line.gone"))?;
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
        let Some(sku) = facts.skus.get(&line.sku_id) else { continue };
        let Some(goods) = sku.goods.as_ref() else { continue };
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

fn scaled(amount: Decimal, by: i64) -> i64 {
    (amount * Decimal::from(by)).ceil().to_i64().unwrap_or(i64::MAX)
}

fn basket_line(at: usize, sku: &SkuFact, quantity: i64, parents: &BTreeMap<i64, i64>) -> Result<BasketLine, ServiceError> {
    let goods = sku.goods.as_ref();
    let price = Cents::of(sku.price).map_err(|_| unbuyable(at, "sku_id", "shop.line.off_shelf", sku, None))?;
    Ok(BasketLine {
        line: u32::try_from(at + 1).unwrap_or(u32::MAX),
        goods: sku.goods_id,
        sku: sku.id,
        classify_ids: with_above(goods.map_or(&[], |goods| &goods.classify_ids), parents),
        price,
        quantity: u32::try_from(quantity).unwrap_or(0),
        weight_grams: scaled(sku.weight, 1_000),
        volume_cm3: scaled(sku.volume, 1_000_000),
        template: goods.and_then(|goods| goods.delivery_template_id),
        is_virtual: goods.is_some_and(|goods| goods.delivery_type != 1),
    })
}

/// A rule as it is stored: figures are texts.
#[derive(Deserialize)]
struct StoredRule {
    #[serde(default)]
    area_ids: Vec<i64>,
    first: Decimal,
    freight: Decimal,
    #[serde(rename = "continue")]
    next: Decimal,
    continue_freight: Decimal,
}

#[derive(Deserialize)]
struct StoredFree {
    #[serde(default)]
    area_ids: Vec<i64>,
    #[serde(default)]
    num: Option<Decimal>,
    #[serde(default)]
    amount: Option<Decimal>,
}

/// A template, in the measures that freight is counted in.
pub fn template(fact: &TemplateFact) -> Result<Template, ServiceError> {
    let broken = || ServiceError::Internal(format!("freight template {} can't be read", fact.id));
    let method = FreightMethod::of_code(fact.method).ok_or_else(broken)?;
    let by = match method {
        FreightMethod::Piece => 1,
        FreightMethod::Weight => 1_000,
        FreightMethod::Volume => 1_000_000,
    };
    let list = |text: &str| if text.trim().is_empty() { "[]".to_owned() } else { text.to_owned() };
    let rules: Vec<StoredRule> = serde_json::from_str(&list(&fact.rules)).map_err(|_| broken())?;
    let free: Vec<StoredFree> = serde_json::from_str(&list(&fact.free_rules)).map_err(|_| broken())?;
    let money = |amount: Decimal| Cents::of(amount).map_err(|_| broken());
    let rules = rules.into_iter().map(|rule| {
        let (first, next) = (scaled(rule.first, by), scaled(rule.next, by));
        Ok(Rule { area_ids: rule.area_ids, first, freight: money(rule.freight)?, next, continue_freight: money(rule.continue_freight)? })
    });
    let set = |figure: Option<Decimal>| figure.filter(|figure| *figure > Decimal::ZERO);
    let free = free.into_iter().map(|rule| {
        let amount = set(rule.amount).map(money).transpose()?;
        Ok(FreeRule { area_ids: rule.area_ids, num: set(rule.num).map(|num| scaled(num, by)), amount })
    });
    Ok(Template {
        id: fact.id,
        method,
        rules: rules.collect::<Result<_, ServiceError>>()?,
        free_rules: free.collect::<Result<_, ServiceError>>()?,
        no_area_ids: serde_json::from_str(&list(&fact.no_area_ids)).map_err(|_| broken())?,
    })
}

fn coupon(fact: &CouponFact) -> Option<MemberCoupon> {
    let terms: CouponTerms = serde_json::from_value(fact.terms.clone()).ok()?;
    Some(MemberCoupon { id: fact.id, terms, state: CouponState::of_code(fact.status)?, start: fact.start_time, end: fact.end_time })
}

fn order_line(basket: &BasketLine, sku: &SkuFact, warehouses: &[i64]) -> Option<ShopLine> {
    let goods = sku.goods.as_ref()?;
    let linked = !basket.is_virtual;
    let own = if sku.warehouses_ids.is_empty() { warehouses } else { &sku.warehouses_ids };
    let image = if sku.image.is_empty() { goods.images.first().cloned().unwrap_or_default() } else { sku.image.clone() };
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
        image,
        sku_text: sku.sku_text.clone(),
        sku_code: sku.sku_code.clone(),
        price: basket.price,
        quantity: i64::from(basket.quantity),
        shares: bus_schemas::shop::shares::LineShares::default(),
        limit_num: goods.limit_num,
        shipped: 0,
        refunding_num: 0,
        refunded_num: 0,
        refunded_amount: Cents::ZERO,
        evaluated: false,
    })
}

/// One of a member's addresses, with the names of its areas.
pub async fn recipient(store: &Store, member: i64, address: i64) -> Result<Recipient, ServiceError> {
    sent_to(store.address(member, address).await?)
}

/// An address that was looked for, as it is written on an order.
fn sent_to(found: Option<Address>) -> Result<Recipient, ServiceError> {
    let found = found.ok_or_else(|| ServiceError::field("address_id", "error.reference"))?;
    let names = areas::names(&found.area).ok_or_else(|| ServiceError::field("address_id", "address.area"))?;
    Ok(Recipient {
        address_id: found.id,
        name: found.name,
        mobile: found.mobile,
        area_text: names.join(" "),
        area: found.area,
        address: found.address,
    })
}

/// The goods of these lines by name, each once.
fn names(numbers: &[u32], lines: &[BasketLine], facts: &BasketFacts) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| numbers.contains(&line.line)) {
        let name = facts.skus.get(&line.sku).and_then(|sku| sku.goods.as_ref()).map(|goods| &goods.name);
        if let Some(name) = name.filter(|name| !names.contains(name)) {
            names.push(name.clone());
        }
    }
    names
}

/// The refusal of a basket, with the lines that it is about and the names of their goods.
fn refused(refusal: &QuoteRefusal, lines: &[BasketLine], facts: &BasketFacts) -> ServiceError {
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

/// Prices a basket, and what other coupons would do for it where `offers` asks. Writes nothing.
pub async fn price(shop: &Shop, member: i64, wish: &Wish, offers: bool) -> Result<Priced, ServiceError> {
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
    let sku = |line: &Wanted| facts.skus.get(&line.sku_id);
    let lines = wanted.iter().enumerate().filter_map(|(at, line)| Some(basket_line(at, sku(line)?, line.quantity, &facts.parents)));
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    let areas = recipient.as_ref().map(|to| to.area.clone()).or_else(|| (!wish.area.is_empty()).then(|| wish.area.clone()));
    let templates = facts.templates.iter().map(|fact| template(fact)).collect::<Result<Vec<_>, _>>()?;
    let max = u8::try_from(settings.score_max_percent).unwrap_or(100);
    let mut basket = Basket {
        lines,
        coupon: None,
        wanted_score: wish.score,
        score: own.score,
        areas,
        templates,
        settings: PriceSettings {
            free_amount: Cents::of(settings.free_amount).unwrap_or_default(),
            freight_mode: FreightMode::of_code(settings.freight_mode),
            score_per_yuan: settings.score_per_yuan,
            score_max_percent: max,
        },
        now,
    };
    let free: Vec<MemberCoupon> = own.coupons.iter().filter_map(coupon).collect();
    let coupons =
        if free.is_empty() { Vec::new() } else { pricing::offers(&basket, &free).map_err(|refusal| refused(&refusal, &basket.lines, &facts))? };
    let chosen = match named {
        Some(_) => Some(own.coupon.as_ref().and_then(coupon).ok_or_else(|| ServiceError::field("user_coupon_id", "error.reference"))?),
        None if wish.best_coupon => pricing::best(&coupons).and_then(|id| free.iter().find(|coupon| coupon.id == id).cloned()),
        None => None,
    };
    basket.coupon.clone_from(&chosen);
    let quote = pricing::quote(&basket).map_err(|refusal| refused(&refusal, &basket.lines, &facts))?;
    let warehouses = if settings.warehouses_ids.is_empty() { store.warehouses_in_use().await?.to_vec() } else { settings.warehouses_ids.clone() };
    let lines = basket.lines.iter().filter_map(|line| {
        let mut made = order_line(line, facts.skus.get(&line.sku)?, &warehouses)?;
        made.shares = *quote.shares(line.line)?;
        Some(made)
    });
    let lines: Vec<ShopLine> = lines.collect();
    let ships = basket.lines.iter().any(|line| !line.is_virtual);
    let unlinked = |(_, (line, basket)): &(usize, (&ShopLine, &BasketLine))| !basket.is_virtual && (line.product.is_none() || line.unit.is_none());
    if let Some((at, (line, _))) = lines.iter().zip(&basket.lines).enumerate().find(unlinked) {
        let gone = || wrong(at, "sku_id", "shop.line.gone");
        let sku = facts.skus.get(&line.sku_id).ok_or_else(gone)?;
        return Err(unbuyable(at, "sku_id", "shop.line.off_shelf", sku, None));
    }
    Ok(Priced { quote, lines, recipient, coupon: chosen.map(|coupon| coupon.id), coupons, money: own.money, score: own.score, ships })
}

/// The settings that an order is placed under.
const fn terms(settings: &ShopSettings) -> ShopTerms {
    ShopTerms {
        pay_minutes: settings.pay_minutes,
        receive_days: settings.receive_days,
        extend_days: settings.extend_days,
        evaluate_days: settings.evaluate_days,
        refund_days: settings.refund_days,
        return_days: settings.return_days,
        cancel_hours: settings.cancel_hours,
        score_earn_per_yuan: settings.score_earn_per_yuan,
        inspect_before_refund: settings.inspect_before_refund,
    }
}

/// The order that a priced basket becomes.
#[must_use]
pub fn draft(
    id: OrderId,
    order_no: String,
    member: i64,
    priced: &Priced,
    remark: &str,
    settings: &ShopSettings,
    (today, now): (&str, i64),
) -> ShopOrder {
    let sums = priced.quote.sums;
    let to = priced.recipient.clone().unwrap_or_default();
    ShopOrder {
        id,
        order_no,
        user_id: member,
        status: ShopStatus::ToPay,
        lines: priced.lines.clone(),
        goods_amount: sums.goods_amount,
        coupon_amount: sums.coupon_amount,
        score_amount: sums.score_amount,
        freight: sums.freight,
        freight_off: sums.freight_off,
        pay_amount: sums.pay_amount,
        paid_amount: Cents::ZERO,
        refund_amount: Cents::ZERO,
        refund_open: Cents::ZERO,
        score_used: sums.score_used,
        score_given: 0,
        user_coupon_id: priced.coupon,
        pay_method: None,
        pay_time: None,
        attempts: 0,
        name: to.name,
        mobile: to.mobile,
        area: to.area,
        area_text: to.area_text,
        address: to.address,
        remark: remark.to_owned(),
        admin_remark: String::new(),
        parcels: Vec::new(),
        todo: Vec::new(),
        refunds: Vec::new(),
        cancel_by: String::new(),
        cancel_reason: String::new(),
        cancels: 0,
        due_at: None,
        wake_at: None,
        receive_time: None,
        complete_time: None,
        paused: None,
        extended: false,
        hidden: false,
        payment: bus_schemas::shop::order::OrderPayment::default(),
        terms: terms(settings),
        keep_until: Some(settings.life_days).filter(|days| *days > 0).and_then(|days| days_after(today, days)),
        entry: ShopEvent { at: now, by: ShopBy::Member(member), action: "add".into(), from: None, to: ShopStatus::ToPay, reason: String::new() },
        version: 0,
        create_time: now,
        update_time: now,
    }
}

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
pub async fn freight(shop: &Shop, wanted: &[Wanted], area: Vec<i64>, template_id: Option<i64>) -> Result<Quote, ServiceError> {
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
            return Err(wrong(at, "quantity", "error.number.range"));
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
