//! Rows of the shop's pages: adverts and classifies, and one of the goods with its SKUs.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actors::shop::spec::SpecGroup;
use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::cache::{Age, Cache, CacheStats, Limits};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::stored::shown_json_text;
use crate::engine::transaction::take;
use crate::engine::value::{array, id, int};

/// By the size of the description.
const GOODS_PAGES: Limits = Limits { name: "shop_pages", weight: 64_000_000, entries: 20_000, age: Age::SECOND };
const FRONT: Limits = Limits { name: "shop_front", weight: 4, entries: 4, age: Age::SECOND };

/// What the shop's pages are made of.
struct PageCaches {
    /// By the id of the goods; nothing for goods that visitors may not see.
    goods: Cache<i64, Option<Arc<GoodsPage>>>,
    front: Cache<(), Arc<ShopFront>>,
}

impl Memory for PageCaches {
    fn new(sole: bool) -> Self {
        Self { goods: Cache::new(GOODS_PAGES, sole), front: Cache::new(FRONT, sole) }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.goods.stats(), self.front.stats()]
    }
}

/// Tables of which a goods page is made.
const PAGE_TABLES: [&str; 4] = ["shop_goods", "shop_sku", "shop_service", "shop_delivery_template"];
const FRONT_TABLES: [&str; 4] = ["shop_banner", "shop_notice_bar", "shop_hot_recommend", "shop_classify"];
/// Rows of one kind that the home page looks at.
const ADVERTS_MAX: i64 = 100;
const CLASSIFIES_MAX: i64 = 2_000;

#[derive(Clone, Debug, Default, Deserialize)]
pub struct Banner {
    pub id: i64,
    pub name: String,
    #[serde(default)]
    pub name_en: String,
    pub image: String,
    /// 0 none, 1 goods, 2 classify, 3 coupons, 4 address.
    pub link_type: i64,
    #[serde(default)]
    pub link_value: String,
    pub start_time: i64,
    pub end_time: i64,
    /// 1: the name and the line below it stand over the picture.
    #[serde(default)]
    pub worded: i64,
    #[serde(default)]
    pub subtitle: String,
    #[serde(default)]
    pub subtitle_en: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct NoticeRow {
    pub id: i64,
    pub content: String,
    #[serde(default)]
    pub content_en: String,
    #[serde(default)]
    pub link: String,
    pub start_time: i64,
    pub end_time: i64,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct HotGoods {
    pub goods_id: i64,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub title_en: String,
    #[serde(default)]
    pub image: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct ClassifyRow {
    pub id: i64,
    pub pid: i64,
    pub name: String,
    #[serde(default)]
    pub name_en: String,
    #[serde(default)]
    pub image: String,
}

/// What the shop shows beside its goods, as the back office has put it; times are not looked at yet.
#[derive(Clone, Debug, Default)]
pub struct ShopFront {
    pub banners: Vec<Banner>,
    pub notices: Vec<NoticeRow>,
    pub hot: Vec<HotGoods>,
    /// Shown ones whose parents are shown too, in their order.
    pub classifies: Vec<ClassifyRow>,
}

impl ShopFront {
    /// A classify and all below it.
    #[must_use]
    pub fn with_below(&self, classify: i64) -> Vec<i64> {
        let mut found = vec![classify];
        let mut at = 0;
        // Ends: each is added once.
        while at < found.len() {
            let below = self.classifies.iter().filter(|row| row.pid == found[at]).map(|row| row.id);
            let new: Vec<i64> = below.filter(|id| !found.contains(id)).collect();
            found.extend(new);
            at += 1;
        }
        found
    }

    /// A shown classify.
    #[must_use]
    pub fn classify(&self, id: i64) -> Option<&ClassifyRow> {
        self.classifies.iter().find(|row| row.id == id)
    }
}

/// Leaves out what hangs below a hidden one.
fn reachable(rows: Vec<ClassifyRow>) -> Vec<ClassifyRow> {
    let mut seen: HashSet<i64> = HashSet::from([0]);
    loop {
        let before = seen.len();
        seen.extend(rows.iter().filter(|row| seen.contains(&row.pid)).map(|row| row.id).collect::<Vec<_>>());
        if seen.len() == before {
            return rows.into_iter().filter(|row| seen.contains(&row.id)).collect();
        }
    }
}

/// What is known of goods: a name and a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ParamRow {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub value: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct GoodsRow {
    pub id: i64,
    pub goods_no: String,
    pub name: String,
    #[serde(default)]
    pub name_en: String,
    #[serde(default)]
    pub sub_name: String,
    #[serde(default)]
    pub sub_name_en: String,
    pub classify_ids: Vec<i64>,
    /// Goods that it is shown with.
    #[serde(default)]
    pub together_ids: Vec<i64>,
    pub images: Vec<String>,
    #[serde(default)]
    pub video: String,
    pub spec_type: i64,
    #[serde(deserialize_with = "shown_json_text")]
    pub spec_attrs: Vec<SpecGroup>,
    pub price: Decimal,
    pub origin_price: Decimal,
    pub sales: i64,
    #[serde(deserialize_with = "shown_json_text")]
    pub params: Vec<ParamRow>,
    pub delivery_type: i64,
    pub buy_min: i64,
    pub buy_max: i64,
    pub limit_num: i64,
    pub sale_start: i64,
    pub sale_end: i64,
    #[serde(default)]
    pub content: String,
    #[serde(default)]
    pub content_en: String,
    pub version: Option<i64>,
    pub update_time: i64,
    /// On shelf, and not deleted.
    pub shown: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct SkuRow {
    pub id: i64,
    pub goods_id: i64,
    #[serde(deserialize_with = "shown_json_text")]
    /// Ids of its values, in the order of the groups.
    pub attrs: Vec<String>,
    #[serde(default)]
    pub sku_text: String,
    #[serde(default)]
    pub sku_code: String,
    #[serde(default)]
    pub image: String,
    pub price: Decimal,
    pub origin_price: Decimal,
    pub gone: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct ServiceRow {
    pub id: i64,
    pub name: String,
    #[serde(default)]
    pub name_en: String,
    #[serde(default)]
    pub image: String,
    #[serde(default)]
    pub content: String,
    #[serde(default)]
    pub content_en: String,
}

/// One of the goods with what its page shows.
#[derive(Clone, Debug, Default)]
pub struct GoodsPage {
    pub goods: GoodsRow,
    /// Those that are offered.
    pub skus: Vec<SkuRow>,
    pub services: Vec<ServiceRow>,
    /// It has no freight template: we pay the freight.
    pub free_freight: bool,
}

/// Goods, as read for their page.
#[derive(Deserialize)]
struct PageRow {
    #[serde(flatten)]
    goods: GoodsRow,
    services: Vec<ServiceRow>,
    free_freight: bool,
}

const GOODS: &str = "record::id(id) AS id, goods_no, name, name_en, sub_name, sub_name_en, classify_ids, together_ids, images, video, spec_type, spec_attrs, price, origin_price, sales,
    params, delivery_type, buy_min, buy_max, limit_num, sale_start, sale_end, content, content_en, version, update_time, (status = 1 AND delete_time = 0) AS shown";
const SKU: &str =
    "record::id(id) AS id, goods_id, attrs, sku_text, sku_code, image, price, origin_price, weigh, (retired != 0 OR status = 0) AS gone";

impl Store {
    /// What the shop shows beside its goods.
    pub async fn shop_front(&self) -> Result<Arc<ShopFront>, StoreError> {
        let stamp = self.writes().stamp(FRONT_TABLES);
        let cache = &self.memory::<PageCaches>().front;
        if let Some(front) = cache.get(&(), &stamp) {
            return Ok(front);
        }
        let query = "SELECT record::id(id) AS id, name, name_en, image, link_type, link_value, start_time, end_time, worded, subtitle,
               subtitle_en, weigh FROM shop_banner
              WHERE status = 1 ORDER BY weigh DESC, id DESC LIMIT $most;
            SELECT record::id(id) AS id, content, content_en, link, start_time, end_time, weigh FROM shop_notice_bar
              WHERE status = 1 ORDER BY weigh DESC, id DESC LIMIT $most;
            SELECT record::id(id) AS id, goods_id, title, title_en, image, weigh FROM shop_hot_recommend WHERE status = 1 ORDER BY weigh DESC, id DESC LIMIT $most;
            SELECT record::id(id) AS id, pid, name, name_en, image, weigh FROM shop_classify WHERE status = 1 ORDER BY weigh DESC, id ASC LIMIT $classifies;";
        let mut response = self.run(query, vec![("most", int(ADVERTS_MAX)), ("classifies", int(CLASSIFIES_MAX))]).await?;
        let front = Arc::new(ShopFront {
            banners: take(&mut response, 0)?,
            notices: take(&mut response, 1)?,
            hot: take(&mut response, 2)?,
            classifies: reachable(take(&mut response, 3)?),
        });
        cache.put((), stamp, front.clone());
        Ok(front)
    }

    /// One of the goods, if visitors may see it.
    pub async fn goods_page(&self, goods: i64) -> Result<Option<Arc<GoodsPage>>, StoreError> {
        let stamp = self.writes().stamp(PAGE_TABLES);
        let cache = &self.memory::<PageCaches>().goods;
        if let Some(page) = cache.get(&goods, &stamp) {
            return Ok(page);
        }
        let query = format!(
            "SELECT {GOODS}, !record::exists(type::record('shop_delivery_template', delivery_template_id ?? 0)) AS free_freight,
               (SELECT record::id(id) AS id, name, name_en, image, content, content_en, weigh FROM ($parent.service_ids ?? []).map(|$id| type::record('shop_service', $id))
                WHERE status = 1 ORDER BY weigh DESC, id ASC) AS services FROM $goods;
             SELECT {SKU} FROM shop_sku WHERE goods_id = $key ORDER BY weigh DESC, id ASC;"
        );
        let mut response = self.run(&query, vec![("goods", id("shop_goods", goods)), ("key", int(goods))]).await?;
        let (rows, skus): (Vec<PageRow>, Vec<SkuRow>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        let shown = rows.into_iter().find(|row| row.goods.shown);
        let page = shown.map(|PageRow { goods, services, free_freight }| {
            Arc::new(GoodsPage { goods, skus: skus.into_iter().filter(|sku| !sku.gone).collect(), services, free_freight })
        });
        let weight =
            page.as_ref().map_or(200, |page| 1_000 + (page.goods.content.len() + page.goods.content_en.len()) as u64 + 400 * page.skus.len() as u64);
        cache.put_weighing(goods, stamp, page.clone(), weight);
        Ok(page)
    }

    /// SKUs, also retired ones, with their goods, also those off shelf.
    pub async fn skus_with_goods(&self, skus: &[i64]) -> Result<Vec<(SkuRow, Option<GoodsRow>)>, StoreError> {
        let query = format!(
            "LET $found = (SELECT {SKU} FROM $skus);
             SELECT * FROM $found;
             SELECT {GOODS} FROM array::distinct($found.map(|$sku| type::record('shop_goods', $sku.goods_id)));"
        );
        let mut response = self.run(&query, vec![("skus", array(skus.iter().map(|sku| id("shop_sku", *sku)).collect()))]).await?;
        let (skus, goods): (Vec<SkuRow>, Vec<GoodsRow>) = (take(&mut response, 1)?, take(&mut response, 2)?);
        let goods: HashMap<i64, GoodsRow> = goods.into_iter().map(|row| (row.id, row)).collect();
        Ok(skus.into_iter().map(|sku| (goods.get(&sku.goods_id).cloned(), sku)).map(|(goods, sku)| (sku, goods)).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    fn row(id: i64, pid: i64) -> ClassifyRow {
        ClassifyRow { id, pid, ..ClassifyRow::default() }
    }

    #[test]
    fn what_hangs_below_a_hidden_classify_is_not_shown() {
        let rows = reachable(vec![row(3, 2), row(1, 0), row(2, 1), row(5, 4)]);
        assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), [3, 1, 2]);
        let front = ShopFront { classifies: rows, ..ShopFront::default() };
        assert_eq!(front.with_below(1), [1, 2, 3]);
        assert_eq!(front.with_below(9), [9]);
        assert!(front.classify(5).is_none());
    }

    #[test]
    fn json_is_read_from_text() {
        let row: SkuRow = serde_json::from_value(serde_json::json!({
            "id": 1, "goods_id": 2, "attrs": "[\"a\"]", "price": "1.00", "origin_price": "0", "gone": false
        }))
        .expect("a row");
        assert_eq!(row.attrs, ["a"]);
    }

    #[test]
    fn specifications_and_parameters_are_read_as_they_are_stored() {
        #[derive(Deserialize)]
        struct Kept {
            #[serde(deserialize_with = "shown_json_text")]
            spec_attrs: Vec<SpecGroup>,
            #[serde(deserialize_with = "shown_json_text")]
            params: Vec<ParamRow>,
        }
        let read = |spec: Json, params: Json| -> Kept {
            serde_json::from_value(serde_json::json!({ "spec_attrs": spec, "params": params })).expect("a row")
        };
        let spec = r#"[{ "id": "c", "name": "Colour", "values": [{ "id": "r", "text": "Red" }, { "id": "b", "text": "Blue", "image": "/b.png" }] }]"#;
        let params = r#"[{ "name": "Made in", "value": "China", "required": 1 }, { "name": "Material" }]"#;
        for (spec, params) in
            [(Json::from(spec), Json::from(params)), (serde_json::from_str(spec).expect("JSON"), serde_json::from_str(params).expect("JSON"))]
        {
            let kept = read(spec, params);
            assert_eq!((kept.spec_attrs[0].name.as_str(), kept.spec_attrs[0].values[1].image.as_str()), ("Colour", "/b.png"));
            assert_eq!(kept.params[0], ParamRow { name: "Made in".to_owned(), value: "China".to_owned() });
            assert_eq!(kept.params[1].value, "");
        }
        for nothing in ["", "x", "{}"] {
            let kept = read(Json::from(nothing), Json::Null);
            assert!(kept.spec_attrs.is_empty() && kept.params.is_empty(), "{nothing}");
        }
    }
}
