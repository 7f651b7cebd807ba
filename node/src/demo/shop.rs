//! The demo company's shop: goods of its stock, with everything around them.

use actors::folding::folded;
use actors::shop::spec::{SpecGroup, SpecValue};
use entrepot_store::Store;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::shop::skus::SkuWrites;
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use super::OPENED_AGO;
use super::error::DemoError;
use super::pictures;
use super::rows::insert;
use super::shop_goods::{CLASSIFIES, GOODS, Goods};
use super::state::Company;
use crate::node::Node;
use crate::shop::sku_form::{self, SentSku};

/// Xinjiang, Tibet and Guangdong.
const FAR: i64 = 650_000;
const NOWHERE: i64 = 540_000;
const NEAR: i64 = 440_000;
const DAY: i64 = 86_400;

/// Name, what it says.
const SERVICES: &[(&str, &str)] = &[
    ("七天无理由 7-day return", "收货七天内可退货。 Send it back within seven days."),
    ("48 小时发货 Sent in 48 h", "付款后 48 小时内发出。 Leaves within 48 hours of payment."),
    ("正品保证 Genuine", "厂家直采。 Bought from the maker."),
];

/// Name, type, amount, percent, most, from, ways to get it, code, days.
type CouponRow = (&'static str, i64, &'static str, i64, &'static str, &'static str, i64, &'static str, i64);
const COUPONS: &[CouponRow] = &[
    ("满 99 减 10 Ten off from 99", 1, "10", 0, "0", "99", 1, "", 30),
    ("全场九折 Ten percent off", 2, "0", 10, "30", "50", 1, "", 15),
    ("运费券 Freight up to 8", 3, "8", 0, "0", "0", 1, "", 30),
    ("新会员 5 元 Five for new members", 1, "5", 0, "0", "20", 4, "", 30),
    ("开学季 Back to school", 1, "20", 0, "0", "150", 2, "SCHOOL20", 60),
];

/// Name, paid, bonus, score.
const RECHARGES: &[(&str, &str, &str, i64)] = &[
    ("充 100 送 5 Pay 100, get 105", "100", "5", 0),
    ("充 300 送 20 Pay 300, get 320", "300", "20", 300),
    ("充 1000 送 100 Pay 1000, get 1100", "1000", "100", 1_500),
];

/// How members pay a recharge: the setting `recharge_note`.
const RECHARGE_NOTE: &str = "转账至 示例银行浦东支行，账号 6200 0000 0000 0000，户名 示例文具有限公司，备注充值单号。\n\
    Transfer to Example Bank, Pudong branch, account 6200 0000 0000 0000, name Example Stationery Ltd; give the top-up's number.";

/// Positions in [`GOODS`] that are recommended.
const HOT: &[usize] = &[0, 7, 2, 9, 21, 17];

fn templates() -> [Value; 3] {
    let rule = |areas: &[i64], first: &str, freight: &str, each: &str, further: &str| json!({ "area_ids": areas, "first": first, "freight": freight, "continue": each, "continue_freight": further });
    [
        json!({
            "name": "按件 By piece", "method": 1, "rules": [rule(&[], "1", "8.00", "1", "2.00"), rule(&[FAR], "1", "25.00", "1", "15.00")],
            "free_rules": [{ "area_ids": [NEAR], "num": "0", "amount": "99.00" }], "no_area_ids": [NOWHERE],
        }),
        json!({
            "name": "按重量 By weight", "method": 2, "rules": [rule(&[], "1", "10.00", "0.5", "3.00")], "free_rules": [], "no_area_ids": [],
        }),
        json!({
            "name": "按体积 By volume", "method": 3, "rules": [rule(&[], "0.01", "12.00", "0.01", "5.00")], "free_rules": [], "no_area_ids": [],
        }),
    ]
}

/// What the rows refer to.
struct GoodsReferences {
    classifies: Vec<i64>,
    services: Vec<i64>,
    templates: Vec<i64>,
}

async fn insert_classify(store: &Store, above: i64, level: i64, name: &str, weigh: i64, now: i64) -> Result<i64, DemoError> {
    let resource = catalogue::find("shop.goods.Classify").ok_or_else(|| DemoError::Step("classifies are not declared".into()))?;
    let row = json!({ "name": name, "pid": above, "weigh": weigh }).as_object().cloned().unwrap_or_default();
    let act = Act { set: Map::from_iter([("level".to_owned(), json!(level))]), ..Act::system(now) };
    Ok(store.insert_record(resource, &row, &act).await?)
}

async fn insert_coupon(store: &Store, row: &Value, code: &str, now: i64) -> Result<i64, DemoError> {
    let resource = catalogue::find("shop.marketing.Coupon").ok_or_else(|| DemoError::Step("coupons are not declared".into()))?;
    let act = Act { set: Map::from_iter([("code_key".to_owned(), json!(folded(code)))]), ..Act::system(now) };
    Ok(store.insert_record(resource, &row.as_object().cloned().unwrap_or_default(), &act).await?)
}

async fn add_references(store: &Store, now: i64) -> Result<GoodsReferences, DemoError> {
    let mut classifies = Vec::new();
    for (place, (name, children)) in CLASSIFIES.iter().enumerate() {
        let weigh = 100 - i64::try_from(place).unwrap_or(0);
        let above = insert_classify(store, 0, 0, name, weigh, now).await?;
        classifies.push(above);
        for name in *children {
            classifies.push(insert_classify(store, above, 1, name, weigh, now).await?);
        }
    }
    let mut services = Vec::new();
    for (name, content) in SERVICES {
        services.push(insert(store, "shop.goods.Service", json!({ "name": name, "content": content }), now).await?);
    }
    let mut made = Vec::new();
    for template in templates() {
        made.push(insert(store, "shop.delivery.Template", template, now).await?);
    }
    let params = json!([{ "name": "产地 Made in", "value": "中国 China", "required": 1 }, { "name": "材质 Material", "value": "" }]);
    insert(store, "shop.goods.ParamsTemplate", json!({ "name": "文具 Stationery", "params": params }), now).await?;
    let spec = json!([{ "name": "颜色 Colour", "values": ["黑色 Black", "蓝色 Blue", "红色 Red"] }]);
    insert(store, "shop.goods.SpecTemplate", json!({ "name": "颜色 Colours", "spec": spec }), now).await?;
    Ok(GoodsReferences { classifies, services, templates: made })
}

async fn write_recharge_note(store: &Store, now: i64) -> Result<(), DemoError> {
    let resource = catalogue::find("routine.Config").ok_or_else(|| DemoError::Step("settings are not declared".into()))?;
    let settings: Vec<i64> = store.rows("SELECT VALUE record::id(id) FROM config WHERE name = 'recharge_note'", vec![]).await?;
    let body = Map::from_iter([("value".to_owned(), json!(RECHARGE_NOTE))]);
    for setting in settings {
        store.update_record(resource, setting, &body, &Act::system(now)).await?;
    }
    Ok(())
}

/// The specification of goods, with ids by position.
fn groups(goods: &Goods) -> Vec<SpecGroup> {
    let value = |group: usize, at: usize, text: &str| SpecValue { id: format!("g{group}v{at}"), text: text.to_owned(), image: String::new() };
    let of = |(group, (name, values)): (usize, &(&str, &[&str]))| SpecGroup {
        id: format!("g{group}"),
        name: (*name).to_owned(),
        values: values.iter().enumerate().map(|(at, text)| value(group, at, text)).collect(),
    };
    goods.groups.iter().enumerate().map(of).collect()
}

impl Company<'_> {
    /// Opens the shop: answers its goods.
    pub(super) async fn open_shop(&self, node: &Node) -> Result<Vec<i64>, DemoError> {
        let (store, now) = (node.store(), self.now);
        let references = add_references(store, now).await?;
        let shown = pictures::upload_shop(node, self.admin.0, now).await?;
        let mut sold = Vec::with_capacity(GOODS.len());
        for (place, goods) in GOODS.iter().enumerate() {
            sold.push(self.offer(store, &references, place, goods, shown.goods.get(place)).await?);
        }
        self.add_adverts(store, &references, &sold, &shown.banners).await?;
        self.add_delivery(store).await?;
        for (name, kind, amount, percent, most, from, get, code, days) in COUPONS {
            let row = json!({
                "name": name, "type": kind, "amount": amount, "percent": percent, "max_amount": most, "min_amount": from, "scope": 0, "scope_ids": [],
                "get_type": get, "code": code, "valid_type": 2, "valid_days": days, "total_num": 1_000, "limit_num": 1,
            });
            insert_coupon(store, &row, code, now).await?;
        }
        for (place, (name, money, give_money, give_score)) in RECHARGES.iter().enumerate() {
            let weigh = 10 - i64::try_from(place).unwrap_or(0);
            let row = json!({ "name": name, "money": money, "give_money": give_money, "give_score": give_score, "weigh": weigh });
            insert(store, "shop.marketing.Recharge", row, now).await?;
        }
        write_recharge_note(store, now).await?;
        Ok(sold)
    }

    /// Goods with their SKUs.
    async fn offer(
        &self,
        store: &Store,
        references: &GoodsReferences,
        place: usize,
        goods: &Goods,
        images: Option<&Vec<String>>,
    ) -> Result<i64, DemoError> {
        let wrong = |error: String| DemoError::Step(format!("the goods {}: {error}", goods.name));
        let resource = catalogue::find("shop.goods.Goods").ok_or_else(|| DemoError::Step("goods are not declared".into()))?;
        let groups = groups(goods);
        let kind = if groups.is_empty() { 1 } else { 2 };
        let attrs = if groups.is_empty() { json!("") } else { json!(groups) };
        let spec = sku_form::spec(kind, &attrs).map_err(|error| wrong(error.to_string()))?;
        let number = format!("G{:04}", place + 1);
        let piece = |(values, product, ratio, price, weight): &super::shop_goods::Piece| {
            let attrs = values.iter().enumerate().map(|(group, value)| format!("g{group}v{value}")).collect();
            let price: Decimal = price.parse().unwrap_or(Decimal::ONE);
            let struck = (price * Decimal::new(goods.struck, 2)).round_dp(1);
            let fields = json!({
                "price": price.to_string(), "origin_price": struck.to_string(), "weight": weight, "volume": "0.003", "ratio": ratio,
                "product_id": self.products.get(*product).filter(|_| goods.virtual_stock.is_none()).map(|(id, _)| id.0),
            });
            SentSku { attrs, fields: fields.as_object().cloned().unwrap_or_default(), stock: goods.virtual_stock, ..SentSku::default() }
        };
        let skus: Vec<SentSku> = goods.pieces.iter().map(piece).collect();
        let plan = sku_form::plan(&spec, &[], &skus).map_err(|error| wrong(error.to_string()))?;
        let cheapest = skus.iter().map(|sku| (sku.decimal("price"), sku.decimal("origin_price"))).min().unwrap_or_default();
        let act = Act::system(self.now);
        let written = sku_form::writes(plan, skus, &[], &number, goods.virtual_stock.is_some());
        let extra = store.sku_statements(&SkuWrites { written, ..SkuWrites::default() }, &act).await?;
        let set = json!({ "price": cheapest.0.to_string(), "origin_price": cheapest.1.to_string() });
        let row = json!({
            "goods_no": number, "name": goods.full_name(), "sub_name": goods.sub_name, "classify_ids": [references.classifies.get(goods.classify)],
            "images": images, "spec_type": kind, "spec_attrs": attrs, "service_ids": references.services,
            "delivery_type": if goods.virtual_stock.is_some() { 2 } else { 1 },
            "delivery_template_id": references.templates.get(goods.freight).filter(|_| goods.virtual_stock.is_none()), "status": 1,
            "sale_start": (goods.begins_in > 0).then(|| self.now + OPENED_AGO + goods.begins_in * DAY),
            "params": [{ "name": "产地 Made in", "value": "中国 China" }], "content": format!("<p>{}</p>", goods.text),
        });
        let act = Act { set: set.as_object().cloned().unwrap_or_default(), extra, ..act };
        Ok(store.insert_record(resource, row.as_object().unwrap_or(&Map::new()), &act).await?)
    }

    async fn add_adverts(&self, store: &Store, references: &GoodsReferences, sold: &[i64], banners: &[String]) -> Result<(), DemoError> {
        let now = self.now;
        let leads = [
            ("开学季 Back to school", 2, references.classifies.first()),
            ("办公用纸 Paper for the office", 1, sold.get(7)),
            ("领优惠券 Take a coupon", 3, None),
        ];
        for ((place, (name, kind, target)), image) in leads.iter().enumerate().zip(banners) {
            let value = target.map_or_else(String::new, ToString::to_string);
            let weigh = 10 - i64::try_from(place).unwrap_or(0);
            let row = json!({ "name": name, "image": image, "link_type": kind, "link_value": value, "weigh": weigh });
            insert(store, "shop.advert.Banner", row, now).await?;
        }
        for (place, goods) in HOT.iter().filter_map(|at| sold.get(*at)).enumerate() {
            let weigh = 10 - i64::try_from(place).unwrap_or(0);
            insert(store, "shop.advert.HotRecommend", json!({ "goods_id": goods, "weigh": weigh }), now).await?;
        }
        for content in ["全场满 99 元可用优惠券。 Coupons from 99 yuan.", "当日 16:00 前付款,当日发货。 Paid before 16:00, sent the same day."]
        {
            insert(store, "shop.advert.NoticeBar", json!({ "content": content, "start_time": now - DAY }), now).await?;
        }
        Ok(())
    }

    /// Who carries parcels, and where they leave and come back to.
    async fn add_delivery(&self, store: &Store) -> Result<(), DemoError> {
        let mut carriers = store.keys_of("carrier", "name").await?;
        carriers.sort_by_key(|(_, id)| *id);
        let companies = [("顺丰速运 SF Express", "SF"), ("中通快递 ZTO", "ZTO"), ("京东物流 JD", "JD")];
        for ((name, code), (_, carrier)) in companies.iter().zip(carriers) {
            let row = json!({ "name": name, "code": code, "carrier_id": carrier, "tracking_url": "https://www.kuaidi100.com/chaxun?nu={no}" });
            insert(store, "shop.delivery.Company", row, self.now).await?;
        }
        let Some(warehouse) = self.warehouses.first() else { return Ok(()) };
        let row = json!({
            "name": "退货组 Returns", "mobile": "021-55550142", "city": ["310000", "310100", "310114"], "address": "宝安公路 2988 号",
            "is_send": 1, "is_return": 1, "is_default": 1, "warehouses_id": warehouse.id.0, "warehouses_areas_id": warehouse.inspect.map(|area| area.0),
        });
        insert(store, "shop.delivery.Address", row, self.now).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a text is in both languages.
    fn both(text: &str) -> bool {
        text.chars().any(|one| ('\u{4e00}'..='\u{9fff}').contains(&one))
            && text.split_whitespace().any(|word| word.chars().filter(char::is_ascii_alphabetic).count() > 2)
    }

    #[test]
    fn everything_has_a_name_in_both_languages_that_fits() {
        for goods in GOODS {
            let name = goods.full_name();
            assert!(both(&name) && name.chars().count() <= 120, "{name}");
        }
        let rest =
            RECHARGES.iter().map(|row| row.0).chain(COUPONS.iter().map(|row| row.0)).chain(SERVICES.iter().map(|row| row.0)).chain([RECHARGE_NOTE]);
        for name in rest {
            assert!(both(name), "{name}");
        }
        assert_eq!(crate::settings::shop_table::check("recharge_note", RECHARGE_NOTE), Ok(()));
    }

    #[test]
    fn some_goods_are_virtual_and_some_are_sold_later() {
        assert!(GOODS.iter().any(|goods| goods.virtual_stock.is_some()) && GOODS.iter().any(|goods| goods.begins_in > 0));
        let sold = crate::demo::shop_stories::STORIES.iter().flat_map(|story| story.lines).map(|(goods, ..)| *goods);
        let sold: Vec<usize> = sold.collect();
        assert!(sold.iter().any(|at| GOODS[*at].virtual_stock.is_some()), "somebody has bought virtual goods");
        assert!(sold.iter().all(|at| GOODS[*at].begins_in == 0), "nobody buys what is not on sale yet");
    }

    #[test]
    fn every_combination_of_the_goods_has_a_price() {
        for goods in GOODS {
            let groups = groups(goods);
            let kind = if groups.is_empty() { 1 } else { 2 };
            let spec = sku_form::spec(kind, &json!(groups)).expect("a specification");
            assert_eq!(goods.pieces.len(), spec.count(), "{}", goods.name);
            assert!(goods.classify < CLASSIFIES.iter().map(|(_, below)| 1 + below.len()).sum() && goods.freight < templates().len());
        }
        assert!(HOT.iter().all(|at| *at < GOODS.len()));
    }
}
