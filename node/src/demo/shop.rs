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
use super::pictures::{self, Uploads};
use super::rows::insert;
use super::shop_goods::{CLASSIFIES, GOODS, Goods, Group};
use super::site;
use super::state::Company;
use super::words::{Pair, Words};
use crate::node::Node;
use crate::shop::sku_form::{self, SentSku};

/// Xinjiang, Tibet and Guangdong.
const FAR: i64 = 650_000;
const NOWHERE: i64 = 540_000;
const NEAR: i64 = 440_000;
const DAY: i64 = 86_400;

const MADE_IN: Pair = ("产地", "Made in");
const CHINA: Pair = ("中国", "China");

/// Name, what it says.
const SERVICES: &[(Pair, Pair)] = &[
    (("七天无理由", "7-day return"), ("收货七天内可退货。", "Send it back within seven days.")),
    (("48 小时发货", "Sent in 48 hours"), ("付款后 48 小时内发出。", "Leaves within 48 hours of payment.")),
    (("正品保证", "Genuine"), ("厂家直采。", "Bought from the maker.")),
];

/// Name, type, amount, percent, most, from, ways to get it, code, days.
type CouponRow = (Pair, i64, &'static str, i64, &'static str, &'static str, i64, &'static str, i64);
const COUPONS: &[CouponRow] = &[
    (("满 99 减 10", "10 off from 99"), 1, "10", 0, "0", "99", 1, "", 30),
    (("全场九折", "Ten percent off"), 2, "0", 10, "30", "50", 1, "", 15),
    (("运费券 8 元", "Up to 8 off the freight"), 3, "8", 0, "0", "0", 1, "", 30),
    (("新会员 5 元", "5 off for new members"), 1, "5", 0, "0", "20", 4, "", 30),
    (("开学季 20 元", "Back to school: 20 off"), 1, "20", 0, "0", "150", 2, "SCHOOL20", 60),
];

/// Name, paid, bonus, score.
const RECHARGES: &[(Pair, &str, &str, i64)] = &[
    (("充 100 送 5", "Pay 100, get 105"), "100", "5", 0),
    (("充 300 送 20", "Pay 300, get 320"), "300", "20", 300),
    (("充 1000 送 100", "Pay 1000, get 1100"), "1000", "100", 1_500),
];

/// How members pay a recharge: the setting `recharge_note`.
const RECHARGE_NOTE: Pair = (
    "转账至 示例银行浦东支行，账号 6200 0000 0000 0000，户名 上海仓拓文具有限公司，备注充值单号。",
    "Transfer to Example Bank, Pudong branch, account 6200 0000 0000 0000, name Entrepot Stationery Co., Ltd.; give the top-up's number.",
);

/// A banner: title, subtitle, what it leads to, the name of its picture in `node/data/demo`.
const BANNERS: &[(Pair, Pair, Lead, &str)] = &[
    (("开学季", "Back to school"), ("书写、纸本、美术用品，一次备齐", "Pens, paper and colours, all in one go"), Lead::Classify(0), "banner-school"),
    (("办公用纸", "Paper for the office"), ("整箱直送，70 g 与 80 g 现货", "By the carton, 70 g and 80 g in stock"), Lead::Goods(7), "banner-paper"),
    (("领优惠券", "Take a coupon"), ("满 99 减 10，先领再买", "10 off from 99: take it before you buy"), Lead::Coupons, "banner-coupon"),
];

/// What a banner leads to, by position.
#[derive(Clone, Copy)]
enum Lead {
    Goods(usize),
    Classify(usize),
    Coupons,
}

/// What is said above the shop.
const NOTICES: &[Pair] =
    &[("全场满 99 元可用优惠券。", "Coupons from 99 yuan on."), ("当日 16:00 前付款，当日发货。", "Paid before 16:00, sent the same day.")];

/// Companies that carry parcels: name, code.
const DELIVERY_COMPANIES: &[(Pair, &str)] =
    &[(("顺丰速运", "SF Express"), "SF"), (("中通快递", "ZTO Express"), "ZTO"), (("京东物流", "JD Logistics"), "JD")];

/// Positions in [`GOODS`] that are recommended.
const HOT: &[usize] = &[0, 7, 2, 9, 21, 17];

fn templates(words: Words) -> [Value; 3] {
    let rule = |areas: &[i64], first: &str, freight: &str, each: &str, further: &str| json!({ "area_ids": areas, "first": first, "freight": freight, "continue": each, "continue_freight": further });
    [
        json!({
            "name": words.pick(("按件", "By piece")), "method": 1, "rules": [rule(&[], "1", "8.00", "1", "2.00"), rule(&[FAR], "1", "25.00", "1", "15.00")],
            "free_rules": [{ "area_ids": [NEAR], "num": "0", "amount": "99.00" }], "no_area_ids": [NOWHERE],
        }),
        json!({
            "name": words.pick(("按重量", "By weight")), "method": 2, "rules": [rule(&[], "1", "10.00", "0.5", "3.00")], "free_rules": [], "no_area_ids": [],
        }),
        json!({
            "name": words.pick(("按体积", "By volume")), "method": 3, "rules": [rule(&[], "0.01", "12.00", "0.01", "5.00")], "free_rules": [], "no_area_ids": [],
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

async fn add_references(store: &Store, words: Words, now: i64) -> Result<GoodsReferences, DemoError> {
    let mut classifies = Vec::new();
    for (place, (name, children)) in CLASSIFIES.iter().enumerate() {
        let weigh = 100 - i64::try_from(place).unwrap_or(0);
        let above = insert_classify(store, 0, 0, words.pick(*name), weigh, now).await?;
        classifies.push(above);
        for name in *children {
            classifies.push(insert_classify(store, above, 1, words.pick(*name), weigh, now).await?);
        }
    }
    let mut services = Vec::new();
    for (name, content) in SERVICES {
        services.push(insert(store, "shop.goods.Service", json!({ "name": words.pick(*name), "content": words.pick(*content) }), now).await?);
    }
    let mut made = Vec::new();
    for template in templates(words) {
        made.push(insert(store, "shop.delivery.Template", template, now).await?);
    }
    let material = words.pick(("材质", "Material"));
    let params = json!([{ "name": words.pick(MADE_IN), "value": words.pick(CHINA), "required": 1 }, { "name": material, "value": "" }]);
    let name = words.pick(("文具", "Stationery"));
    insert(store, "shop.goods.ParamsTemplate", json!({ "name": name, "params": params }), now).await?;
    let values = [("黑色", "Black"), ("蓝色", "Blue"), ("红色", "Red")].map(|value| words.pick(value));
    let spec = json!([{ "name": words.pick(("颜色", "Colour")), "values": values }]);
    insert(store, "shop.goods.SpecTemplate", json!({ "name": words.pick(("颜色", "Colours")), "spec": spec }), now).await?;
    Ok(GoodsReferences { classifies, services, templates: made })
}

/// The specification of goods, with ids by position; `pictures` are those of the first group's values.
fn groups(goods: &Goods, words: Words, pictures: &[String]) -> Vec<SpecGroup> {
    let value = |group: usize, at: usize, text: Pair| {
        let image = pictures.get(at).filter(|_| group == 0).cloned().unwrap_or_default();
        SpecValue { id: format!("g{group}v{at}"), text: words.pick(text).to_owned(), image }
    };
    let of = |(group, (name, values)): (usize, &Group)| SpecGroup {
        id: format!("g{group}"),
        name: words.pick(*name).to_owned(),
        values: values.iter().enumerate().map(|(at, text)| value(group, at, *text)).collect(),
    };
    goods.groups.iter().enumerate().map(of).collect()
}

impl Company<'_> {
    /// Opens the shop: answers its goods.
    pub(super) async fn open_shop(&self, node: &Node) -> Result<Vec<i64>, DemoError> {
        let (store, words, now) = (node.store(), self.words, self.now);
        let references = add_references(store, words, now).await?;
        let uploads = pictures::sent_by(node, self.admin.0, now);
        let mut sold = Vec::with_capacity(GOODS.len());
        for (place, goods) in GOODS.iter().enumerate() {
            sold.push(self.offer(store, &uploads, &references, (place, goods)).await?);
        }
        self.add_adverts(store, &uploads, &references, &sold).await?;
        self.add_delivery(store).await?;
        for (name, kind, amount, percent, most, from, get, code, days) in COUPONS {
            let row = json!({
                "name": words.pick(*name), "type": kind, "amount": amount, "percent": percent, "max_amount": most, "min_amount": from, "scope": 0,
                "scope_ids": [], "get_type": get, "code": code, "valid_type": 2, "valid_days": days, "total_num": 1_000, "limit_num": 1,
            });
            insert_coupon(store, &row, code, now).await?;
        }
        for (place, (name, money, give_money, give_score)) in RECHARGES.iter().enumerate() {
            let weigh = 10 - i64::try_from(place).unwrap_or(0);
            let row = json!({ "name": words.pick(*name), "money": money, "give_money": give_money, "give_score": give_score, "weigh": weigh });
            insert(store, "shop.marketing.Recharge", row, now).await?;
        }
        site::set(store, "recharge_note", words.pick(RECHARGE_NOTE), now).await?;
        Ok(sold)
    }

    /// Goods with their SKUs.
    async fn offer(
        &self,
        store: &Store,
        uploads: &Uploads<'_>,
        references: &GoodsReferences,
        (place, goods): (usize, &Goods),
    ) -> Result<i64, DemoError> {
        let words = self.words;
        let name = words.pick(goods.name);
        let wrong = |error: String| DemoError::Step(format!("the goods {name}: {error}"));
        let resource = catalogue::find("shop.goods.Goods").ok_or_else(|| DemoError::Step("goods are not declared".into()))?;
        let images = uploads.keep_all(goods.pictures, "goods").await?;
        let groups = groups(goods, words, &uploads.keep_all(goods.value_pictures, "goods").await?);
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
            "goods_no": number, "name": name, "sub_name": words.pick(goods.sub_name), "classify_ids": [references.classifies.get(goods.classify)],
            "images": images, "spec_type": kind, "spec_attrs": attrs, "service_ids": references.services,
            "delivery_type": if goods.virtual_stock.is_some() { 2 } else { 1 },
            "delivery_template_id": references.templates.get(goods.freight).filter(|_| goods.virtual_stock.is_none()), "status": 1,
            "sale_start": (goods.begins_in > 0).then(|| self.now + OPENED_AGO + goods.begins_in * DAY),
            "params": [{ "name": words.pick(MADE_IN), "value": words.pick(CHINA) }], "content": format!("<p>{}</p>", words.pick(goods.text)),
        });
        let act = Act { set: set.as_object().cloned().unwrap_or_default(), extra, ..act };
        Ok(store.insert_record(resource, row.as_object().unwrap_or(&Map::new()), &act).await?)
    }

    async fn add_adverts(&self, store: &Store, uploads: &Uploads<'_>, references: &GoodsReferences, sold: &[i64]) -> Result<(), DemoError> {
        let (now, words) = (self.now, self.words);
        for (place, (title, subtitle, lead, picture)) in BANNERS.iter().enumerate() {
            let (kind, target) = match lead {
                Lead::Goods(at) => (1, sold.get(*at)),
                Lead::Classify(at) => (2, references.classifies.get(*at)),
                Lead::Coupons => (3, None),
            };
            let row = json!({
                "name": words.pick(*title), "worded": 1, "subtitle": words.pick(*subtitle),
                "image": uploads.keep_drawn(picture, "banner").await?, "link_type": kind,
                "link_value": target.map_or_else(String::new, ToString::to_string), "weigh": 10 - i64::try_from(place).unwrap_or(0),
            });
            insert(store, "shop.advert.Banner", row, now).await?;
        }
        for (place, goods) in HOT.iter().filter_map(|at| sold.get(*at)).enumerate() {
            let weigh = 10 - i64::try_from(place).unwrap_or(0);
            insert(store, "shop.advert.HotRecommend", json!({ "goods_id": goods, "weigh": weigh }), now).await?;
        }
        for notice in NOTICES {
            let content = words.pick(*notice);
            insert(store, "shop.advert.NoticeBar", json!({ "content": content, "start_time": now - DAY }), now).await?;
        }
        Ok(())
    }

    /// Who carries parcels, and where they leave and come back to.
    async fn add_delivery(&self, store: &Store) -> Result<(), DemoError> {
        let mut carriers = store.keys_of("carrier", "name").await?;
        carriers.sort_by_key(|(_, id)| *id);
        for ((name, code), (_, carrier)) in DELIVERY_COMPANIES.iter().zip(carriers) {
            let row = json!({ "name": self.words.pick(*name), "code": code, "carrier_id": carrier, "tracking_url": "https://www.kuaidi100.com/chaxun?nu={no}" });
            insert(store, "shop.delivery.Company", row, self.now).await?;
        }
        let Some(warehouse) = self.warehouses.first() else { return Ok(()) };
        let row = json!({
            "name": self.words.pick(("退货组", "Returns desk")), "mobile": "021-55550142", "city": ["310000", "310100", "310114"],
            "address": self.words.pick(("宝安公路 2988 号", "2988 Bao'an Highway")),
            "is_send": 1, "is_return": 1, "is_default": 1, "warehouses_id": warehouse.id.0, "warehouses_areas_id": warehouse.inspect.map(|area| area.0),
        });
        insert(store, "shop.delivery.Address", row, self.now).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::words::is_chinese;
    use crate::i18n::Language;

    #[test]
    fn each_text_is_of_one_language_and_fits() {
        let sold = GOODS.iter().flat_map(|goods| [goods.name, goods.sub_name, goods.text]);
        let groups = GOODS.iter().flat_map(|goods| goods.groups).flat_map(|(name, values)| std::iter::once(name).chain(*values)).copied();
        let rest = RECHARGES.iter().map(|row| row.0).chain(COUPONS.iter().map(|row| row.0)).chain(SERVICES.iter().map(|row| row.0));
        let banners = BANNERS.iter().flat_map(|row| [row.0, row.1]).chain(NOTICES.iter().copied()).chain([RECHARGE_NOTE]);
        for (zh, en) in sold.chain(groups).chain(rest).chain(banners) {
            assert!(!is_chinese(en) && !en.is_empty(), "{en}");
            assert!(is_chinese(zh) || zh == en, "{zh}");
        }
        for goods in GOODS {
            assert!([goods.name, goods.sub_name].iter().all(|(zh, en)| zh.chars().count() <= 120 && en.chars().count() <= 120));
        }
        for note in [RECHARGE_NOTE.0, RECHARGE_NOTE.1] {
            assert_eq!(crate::settings::shop_table::check("recharge_note", note), Ok(()));
        }
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
            let groups = groups(goods, Words(Language::English), &[]);
            let kind = if groups.is_empty() { 1 } else { 2 };
            let spec = sku_form::spec(kind, &json!(groups)).expect("a specification");
            assert_eq!(goods.pieces.len(), spec.count(), "{}", goods.name.1);
            assert!(goods.value_pictures.is_empty() || goods.value_pictures.len() == groups[0].values.len());
            assert!(
                goods.classify < CLASSIFIES.iter().map(|(_, below)| 1 + below.len()).sum()
                    && goods.freight < templates(Words(Language::English)).len()
            );
        }
        assert!(HOT.iter().all(|at| *at < GOODS.len()));
    }
}
