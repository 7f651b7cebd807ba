//! What the price and the sending of a basket depend on, as it is now.

use std::collections::BTreeMap;
use std::sync::Arc;

use actors::shop::spec::{self, SpecGroup};
use actors::store::StoreError;
use bus_schemas::shop::Cents;
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;

use crate::cache::{Age, Cache, CacheStats, Limits, RENEW_AFTER};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::stored::shown_json_text;
use crate::engine::transaction::take;
use crate::engine::value::{array, id, int, text};
use crate::member::addresses::Address;

/// Prices are promised, so nothing is kept where other nodes write.
const fn kept(name: &'static str, entries: usize) -> Limits {
    Limits { name, weight: entries as u64, entries, age: Age::sole(RENEW_AFTER) }
}

/// What a member's orders hold that wait to be paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Unpaid {
    pub orders: i64,
    pub pieces: i64,
    /// Of the goods.
    pub amount: Cents,
}

/// What baskets are made of, until its tables are written.
struct BasketCaches {
    skus: Cache<i64, Arc<SkuFact>>,
    templates: Cache<i64, Arc<TemplateFact>>,
    parents: Cache<(), Arc<BTreeMap<i64, i64>>>,
}

impl Memory for BasketCaches {
    fn new(sole: bool) -> Self {
        Self {
            skus: Cache::new(kept("shop_basket_skus", 20_000), sole),
            templates: Cache::new(kept("shop_basket_templates", 500), sole),
            parents: Cache::new(kept("shop_classify_parents", 2), sole),
        }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.skus.stats(), self.templates.stats(), self.parents.stats()]
    }
}

/// Goods of a SKU.
#[derive(Clone, Debug, Deserialize)]
pub struct GoodsFact {
    pub name: String,
    #[serde(default)]
    pub name_en: String,
    #[serde(default)]
    pub classify_ids: Vec<i64>,
    /// 1: on shelf.
    pub status: i64,
    /// 1: express, 2: nothing is sent.
    pub delivery_type: i64,
    pub delivery_template_id: Option<i64>,
    pub buy_min: i64,
    pub buy_max: i64,
    pub limit_num: i64,
    pub sale_start: Option<i64>,
    pub sale_end: Option<i64>,
    pub delete_time: Option<i64>,
}

/// A SKU that somebody wants to buy.
#[derive(Clone, Debug, Deserialize)]
pub struct SkuFact {
    pub id: i64,
    pub goods_id: i64,
    pub goods: Option<GoodsFact>,
    pub sku_text: String,
    pub sku_code: String,
    /// Of its lines, as `line_picture` decides.
    #[serde(deserialize_with = "picture")]
    pub picture: String,
    pub price: Decimal,
    /// Kilograms of a piece.
    pub weight: Decimal,
    /// Cubic metres of a piece.
    pub volume: Decimal,
    pub product_id: Option<i64>,
    pub unit: Option<i64>,
    pub ratio: Decimal,
    pub buffer: Decimal,
    pub warehouses_ids: Vec<i64>,
    /// 0: offered.
    pub retired: i64,
    pub status: i64,
}

/// What the picture of a SKU's lines follows from.
#[derive(Deserialize)]
struct PictureParts {
    own: String,
    #[serde(deserialize_with = "shown_json_text")]
    attrs: Vec<String>,
    #[serde(deserialize_with = "shown_json_text")]
    groups: Vec<SpecGroup>,
    of_goods: Vec<String>,
}

fn picture<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let parts = PictureParts::deserialize(deserializer)?;
    Ok(spec::line_picture(&parts.own, &parts.attrs, &parts.groups, &parts.of_goods).to_owned())
}

/// A freight template.
#[derive(Clone, Debug, Deserialize)]
pub struct TemplateFact {
    pub id: i64,
    pub method: i64,
    pub rules: String,
    pub free_rules: String,
    pub no_area_ids: String,
}

/// A coupon of the member.
#[derive(Clone, Debug, Deserialize)]
pub struct CouponFact {
    pub id: i64,
    pub coupon_id: i64,
    pub status: i64,
    #[serde(default)]
    pub start_time: i64,
    #[serde(default)]
    pub end_time: i64,
    pub terms: Json,
}

/// What is sold, and how it is sent.
#[derive(Clone, Debug, Default)]
pub struct BasketFacts {
    pub skus: BTreeMap<i64, Arc<SkuFact>>,
    pub templates: Vec<Arc<TemplateFact>>,
    /// Each classify's parent.
    pub parents: Arc<BTreeMap<i64, i64>>,
}

/// What the member has.
#[derive(Clone, Debug, Default)]
pub struct BasketMember {
    pub score: i64,
    pub money: Decimal,
    /// The address that was named, if it is theirs.
    pub address: Option<Address>,
    /// The coupon that was named, if it is theirs.
    pub coupon: Option<CouponFact>,
    /// Coupons that may be used, at most a hundred.
    pub coupons: Vec<CouponFact>,
}

/// What is asked of the member.
#[derive(Clone, Copy, Debug, Default)]
pub struct BasketAsked {
    pub address: Option<i64>,
    pub coupon: Option<i64>,
    /// All coupons that may be used.
    pub coupons: bool,
}

const COUPON: &str = "record::id(id) AS id, coupon_id, status, start_time, end_time, terms";
const SKU: &str = "record::id(id) AS id, goods_id, sku_text, sku_code, price, weight, volume, product_id, ratio, buffer, warehouses_ids, retired,
    status, (IF product_id { type::record('product', product_id).unit_id } ELSE { NONE }) AS unit,
    {
      own: (image ?? ''), attrs: (attrs ?? ''), groups: (type::record('shop_goods', goods_id).spec_attrs ?? ''),
      of_goods: (type::record('shop_goods', goods_id).images ?? [])
    } AS picture,
    (IF record::exists(type::record('shop_goods', goods_id)) {
      type::record('shop_goods', goods_id).{ name, name_en, classify_ids, status, delivery_type, delivery_template_id, buy_min, buy_max, limit_num,
        sale_start, sale_end, delete_time }
    } ELSE { NONE }) AS goods";

impl Store {
    /// What a basket of these SKUs depends on.
    pub async fn basket_facts(&self, skus: &[i64]) -> Result<BasketFacts, StoreError> {
        let found = self.sku_facts(skus).await?;
        let mut templates: Vec<i64> =
            found.values().filter_map(|sku| sku.goods.as_ref()?.delivery_template_id).filter(|template| *template > 0).collect();
        templates.sort_unstable();
        templates.dedup();
        Ok(BasketFacts { skus: found, templates: self.freight_templates(&templates).await?, parents: self.parents_of_classifies().await? })
    }

    async fn sku_facts(&self, skus: &[i64]) -> Result<BTreeMap<i64, Arc<SkuFact>>, StoreError> {
        let (cache, stamp) = (&self.memory::<BasketCaches>().skus, self.writes().stamp(["shop_sku", "shop_goods", "product"]));
        let mut found: BTreeMap<i64, Arc<SkuFact>> = skus.iter().filter_map(|sku| Some((*sku, cache.get(sku, &stamp)?))).collect();
        let unknown: Vec<_> = skus.iter().filter(|sku| !found.contains_key(sku)).map(|sku| id("shop_sku", *sku)).collect();
        if !unknown.is_empty() {
            let rows: Vec<SkuFact> = self.rows(&format!("SELECT {SKU} FROM $skus"), vec![("skus", array(unknown))]).await?;
            for row in rows.into_iter().map(Arc::new) {
                cache.put(row.id, stamp.clone(), row.clone());
                found.insert(row.id, row);
            }
        }
        Ok(found)
    }

    async fn freight_templates(&self, templates: &[i64]) -> Result<Vec<Arc<TemplateFact>>, StoreError> {
        let (cache, stamp) = (&self.memory::<BasketCaches>().templates, self.writes().stamp(["shop_delivery_template"]));
        let known: Vec<_> = templates.iter().filter_map(|template| cache.get(template, &stamp)).collect();
        if known.len() == templates.len() {
            return Ok(known);
        }
        let ids = array(templates.iter().map(|template| id("shop_delivery_template", *template)).collect());
        let query = "SELECT record::id(id) AS id, method, rules, free_rules, no_area_ids FROM $ids";
        let rows: Vec<TemplateFact> = self.rows(query, vec![("ids", ids)]).await?;
        let rows: Vec<_> = rows.into_iter().map(Arc::new).collect();
        rows.iter().for_each(|row| cache.put(row.id, stamp.clone(), row.clone()));
        Ok(rows)
    }

    async fn parents_of_classifies(&self) -> Result<Arc<BTreeMap<i64, i64>>, StoreError> {
        let (cache, stamp) = (&self.memory::<BasketCaches>().parents, self.writes().stamp(["shop_classify"]));
        if let Some(known) = cache.get(&(), &stamp) {
            return Ok(known);
        }
        let parents: Arc<BTreeMap<i64, i64>> = Arc::new(self.classify_parents().await?.into_iter().collect());
        cache.put((), stamp, parents.clone());
        Ok(parents)
    }

    /// What a member's basket depends on of the member.
    pub async fn basket_member(&self, member: i64, asked: BasketAsked, now: i64) -> Result<BasketMember, StoreError> {
        #[derive(Deserialize)]
        struct Balances {
            money: Decimal,
            score: i64,
        }
        let mut query = "SELECT money, score FROM $member; ".to_owned();
        let mut vars = vec![("member", id("user", member)), ("user", int(member)), ("now", int(now))];
        let mut statements = 1;
        let mut add = |text: &str, var: Option<(&'static str, surrealdb::types::Value)>| {
            query.push_str(text);
            vars.extend(var);
            statements += 1;
            statements - 1
        };
        let address = asked.address.map(|address| {
            add("SELECT *, record::id(id) AS id FROM $address WHERE user_id = $user; ", Some(("address", id("shop_address", address))))
        });
        let coupon = asked
            .coupon
            .map(|coupon| add(&format!("SELECT {COUPON} FROM $coupon WHERE user_id = $user; "), Some(("coupon", id("shop_user_coupon", coupon)))));
        let coupons = asked.coupons.then(|| {
            // By the member: all that anybody may use are many more.
            let text = format!(
                "SELECT {COUPON} FROM shop_user_coupon WITH INDEX shop_user_coupon_user_id
                   WHERE user_id = $user AND status = 0 AND end_time > $now LIMIT 100; "
            );
            add(&text, None)
        });
        let mut response = self.run(&query, vars).await?;
        let balances: Vec<Balances> = take(&mut response, 0)?;
        let balances = balances.into_iter().next();
        let mut found = BasketMember { score: balances.as_ref().map_or(0, |balances| balances.score), ..BasketMember::default() };
        found.money = balances.map_or(Decimal::ZERO, |balances| balances.money);
        if let Some(address) = address {
            found.address = take::<Vec<Address>>(&mut response, address)?.into_iter().next();
        }
        if let Some(coupon) = coupon {
            found.coupon = take::<Vec<CouponFact>>(&mut response, coupon)?.into_iter().next();
        }
        if let Some(coupons) = coupons {
            found.coupons = take(&mut response, coupons)?;
        }
        Ok(found)
    }

    /// One freight template.
    pub async fn freight_template(&self, template: i64) -> Result<Option<TemplateFact>, StoreError> {
        let query = "SELECT record::id(id) AS id, method, rules, free_rules, no_area_ids FROM $template";
        let rows: Vec<TemplateFact> = self.rows(query, vec![("template", id("shop_delivery_template", template))]).await?;
        Ok(rows.into_iter().next())
    }

    /// SKUs and quantities of rows of a member's cart.
    pub async fn cart_lines(&self, member: i64, carts: &[i64]) -> Result<Vec<(i64, i64)>, StoreError> {
        let ids = array(carts.iter().map(|cart| id("shop_cart", *cart)).collect());
        self.rows("SELECT VALUE [sku_id, quantity] FROM $ids WHERE user_id = $member", vec![("ids", ids), ("member", int(member))]).await
    }

    /// Takes the rows that were bought out of a member's cart.
    pub async fn forget_cart_lines(&self, member: i64, carts: &[i64]) -> Result<(), StoreError> {
        let ids = array(carts.iter().map(|cart| id("shop_cart", *cart)).collect());
        let query = "DELETE (SELECT VALUE id FROM $ids WHERE user_id = $member) RETURN NONE";
        self.run(query, vec![("ids", ids), ("member", int(member))]).await?;
        Ok(())
    }

    /// What a member's orders hold that wait to be paid, and whether a number is given to an order already.
    pub async fn before_placing(&self, member: i64, order_no: &str) -> Result<(Unpaid, bool), StoreError> {
        // The sum of nothing is a whole number, which is no amount.
        let query =
            "LET $waiting = (SELECT math::sum(lines.quantity) AS pieces, goods_amount AS amount FROM shop_order WITH INDEX shop_order_user_status
              WHERE user_id = $user AND status = 1);
            RETURN { orders: array::len($waiting), pieces: math::sum($waiting.pieces), amount: 0dec + math::sum($waiting.amount) };
            SELECT VALUE order_no FROM shop_order WITH INDEX shop_order_no WHERE order_no = $no LIMIT 1;";
        let mut response = self.run(query, vec![("user", int(member)), ("no", text(order_no))]).await?;
        let (unpaid, given): (Unpaid, Vec<String>) = (take(&mut response, 1)?, take(&mut response, 2)?);
        Ok((unpaid, !given.is_empty()))
    }
}
