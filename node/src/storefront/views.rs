//! Answers of the shop's pages.

use std::collections::HashMap;

use actors::shop::spec;
use bus_schemas::number::Amount;
use entrepot_store::storefront::page::{ClassifyRow, GoodsPage, ShopFront, SkuRow};
use entrepot_store::storefront::shelf::Card;
use poem_openapi::{Enum, Object};

use crate::http::views::DecimalText;
use crate::i18n::localized;
use crate::settings::shop::ShopSettings;

/// How visitors see stock; the quantity is never shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum StockHint {
    In,
    Few,
    Out,
}

impl StockHint {
    /// The hint for a number of pieces; up to `few` is `Few`.
    #[must_use]
    pub const fn of(pieces: i64, few: i64) -> Self {
        if pieces <= 0 {
            Self::Out
        } else if pieces <= few {
            Self::Few
        } else {
            Self::In
        }
    }
}

/// Goods in a list.
#[derive(Clone, Debug, Object)]
pub struct GoodsCard {
    pub id: i64,
    pub name: String,
    pub sub_name: String,
    pub image: String,
    /// Of the cheapest SKU.
    pub price: DecimalText,
    /// Struck through where it is above the price.
    pub origin_price: DecimalText,
    pub sales: i64,
    pub stock: StockHint,
    /// Unix seconds; 0: now.
    pub sale_start: i64,
    /// Unix seconds; 0: without end.
    pub sale_end: i64,
}

impl GoodsCard {
    pub(super) fn new(card: &Card, stock: StockHint) -> Self {
        Self {
            id: card.id,
            name: localized(&card.name, &card.name_en),
            sub_name: localized(&card.sub_name, &card.sub_name_en),
            image: card.image.clone(),
            price: Amount(card.price).into(),
            origin_price: Amount(card.origin_price).into(),
            sales: card.sales,
            stock,
            sale_start: card.sale_start,
            sale_end: card.sale_end,
        }
    }
}

/// A page of goods.
#[derive(Debug, Object)]
pub struct GoodsCards {
    pub list: Vec<GoodsCard>,
    /// How many there are over all pages.
    pub total: i64,
}

/// What goes well with goods, best first: at most 12.
#[derive(Debug, Object)]
pub struct GoodsTogether {
    pub list: Vec<GoodsCard>,
}

/// A classify with those below it.
#[derive(Clone, Debug, Object)]
pub struct ShopClassify {
    pub id: i64,
    pub name: String,
    pub image: String,
    pub children: Vec<ShopClassify>,
}

/// Deepest level of classifies.
const DEPTH_MAX: usize = 8;

/// The tree below a classify; 0: all.
pub(super) fn tree(front: &ShopFront, pid: i64, depth: usize) -> Vec<ShopClassify> {
    let below = |row: &ClassifyRow| if depth < DEPTH_MAX { tree(front, row.id, depth + 1) } else { vec![] };
    let own = front.classifies.iter().filter(|row| row.pid == pid);
    own.map(|row| ShopClassify { id: row.id, name: localized(&row.name, &row.name_en), image: row.image.clone(), children: below(row) }).collect()
}

/// All classifies.
#[derive(Debug, Object)]
pub struct ShopClassifies {
    pub list: Vec<ShopClassify>,
}

/// A picture that leads somewhere.
#[derive(Clone, Debug, Object)]
pub struct ShopBanner {
    pub id: i64,
    pub name: String,
    pub image: String,
    /// 0 none, 1 goods, 2 classify, 3 coupons, 4 address.
    pub link_type: i64,
    /// An id, or an address.
    pub link_value: String,
    /// The name and the subtitle stand over the picture, which has no words of its own.
    pub worded: bool,
    /// A line below the name.
    pub subtitle: String,
}

/// A line above the shop.
#[derive(Clone, Debug, Object)]
pub struct ShopNotice {
    pub id: i64,
    pub content: String,
    pub link: String,
}

/// The shop's home page.
#[derive(Debug, Object)]
pub struct ShopHome {
    pub banners: Vec<ShopBanner>,
    pub notices: Vec<ShopNotice>,
    pub classify: Vec<ShopClassify>,
    pub hot: Vec<GoodsCard>,
    pub newest: Vec<GoodsCard>,
}

/// A promise that goods are sold with.
#[derive(Clone, Debug, Object)]
pub struct ShopService {
    pub id: i64,
    pub name: String,
    pub image: String,
    pub content: String,
}

/// A value of a specification.
#[derive(Clone, Debug, Object)]
pub struct SpecValue {
    pub id: String,
    pub text: String,
    pub image: String,
}

/// A group of values of which a SKU has one.
#[derive(Clone, Debug, Object)]
pub struct SpecGroup {
    pub id: String,
    pub name: String,
    pub values: Vec<SpecValue>,
}

/// What is known of goods: a name and a value.
#[derive(Clone, Debug, Object)]
pub struct GoodsParam {
    pub name: String,
    pub value: String,
}

/// What is bought of goods.
#[derive(Clone, Debug, Object)]
pub struct ShopSku {
    pub id: i64,
    /// Ids of its values, in the order of the groups.
    pub attrs: Vec<String>,
    pub sku_text: String,
    pub sku_code: String,
    pub image: String,
    pub price: DecimalText,
    pub origin_price: DecimalText,
    pub stock: StockHint,
}

/// A step of the way to goods.
#[derive(Clone, Debug, Object)]
pub struct GoodsCrumb {
    pub id: i64,
    pub name: String,
}

/// The page of goods.
#[derive(Debug, Object)]
pub struct GoodsDetail {
    pub id: i64,
    pub goods_no: String,
    pub name: String,
    pub sub_name: String,
    pub images: Vec<String>,
    pub video: String,
    /// From the top; of its first classify that is shown.
    pub classify: Vec<GoodsCrumb>,
    /// 1 single, 2 multiple.
    pub spec_type: i64,
    pub spec_attrs: Vec<SpecGroup>,
    pub skus: Vec<ShopSku>,
    pub price: DecimalText,
    pub origin_price: DecimalText,
    pub stock: StockHint,
    pub sales: i64,
    pub params: Vec<GoodsParam>,
    pub services: Vec<ShopService>,
    /// 1 express, 2 none (virtual goods).
    pub delivery_type: i64,
    /// We pay the freight.
    pub free_freight: bool,
    pub buy_min: i64,
    /// 0: no limit.
    pub buy_max: i64,
    /// Of one member, ever; 0: no limit.
    pub limit_num: i64,
    /// Most pieces of a line, of any goods.
    pub line_max: i64,
    /// Unix seconds; 0: now.
    pub sale_start: i64,
    /// Unix seconds; 0: without end.
    pub sale_end: i64,
    /// The server's clock, Unix seconds, for the countdown.
    pub now: i64,
    /// HTML.
    pub content: String,
}

fn groups(stored: &[spec::SpecGroup]) -> Vec<SpecGroup> {
    let value = |value: &spec::SpecValue| SpecValue { id: value.id.clone(), text: value.text.clone(), image: value.image.clone() };
    let group =
        |group: &spec::SpecGroup| SpecGroup { id: group.id.clone(), name: group.name.clone(), values: group.values.iter().map(value).collect() };
    stored.iter().map(group).collect()
}

impl ShopSku {
    fn new(sku: &SkuRow, groups: &[spec::SpecGroup], stock: StockHint) -> Self {
        Self {
            id: sku.id,
            attrs: sku.attrs.clone(),
            sku_text: sku.sku_text.clone(),
            sku_code: sku.sku_code.clone(),
            image: spec::picture(&sku.image, &sku.attrs, groups).to_owned(),
            price: Amount(sku.price).into(),
            origin_price: Amount(sku.origin_price).into(),
            stock,
        }
    }
}

/// The way from the top to a classify.
fn crumbs(front: &ShopFront, mut id: i64) -> Vec<GoodsCrumb> {
    let mut way = Vec::new();
    while let Some(row) = front.classify(id).filter(|_| way.len() < DEPTH_MAX) {
        way.push(GoodsCrumb { id: row.id, name: localized(&row.name, &row.name_en) });
        id = row.pid;
    }
    way.reverse();
    way
}

impl GoodsDetail {
    /// Of stored goods; `offers` are pieces by SKU.
    pub(super) fn new(page: &GoodsPage, front: &ShopFront, offers: &HashMap<i64, i64>, settings: &ShopSettings, now: i64) -> Self {
        let few = settings.stock_few;
        let goods = &page.goods;
        let offer = |sku: &SkuRow| offers.get(&sku.id).copied().unwrap_or(0);
        let first = goods.classify_ids.iter().find(|id| front.classify(**id).is_some());
        Self {
            id: goods.id,
            goods_no: goods.goods_no.clone(),
            name: localized(&goods.name, &goods.name_en),
            sub_name: localized(&goods.sub_name, &goods.sub_name_en),
            images: goods.images.clone(),
            video: goods.video.clone(),
            classify: first.map(|id| crumbs(front, *id)).unwrap_or_default(),
            spec_type: goods.spec_type,
            spec_attrs: if goods.spec_type == 2 { groups(&goods.spec_attrs) } else { vec![] },
            skus: page.skus.iter().map(|sku| ShopSku::new(sku, &goods.spec_attrs, StockHint::of(offer(sku), few))).collect(),
            price: Amount(goods.price).into(),
            origin_price: Amount(goods.origin_price).into(),
            stock: StockHint::of(page.skus.iter().map(offer).sum(), few),
            sales: goods.sales,
            params: goods.params.iter().map(|param| GoodsParam { name: param.name.clone(), value: param.value.clone() }).collect(),
            services: page
                .services
                .iter()
                .map(|service| ShopService {
                    id: service.id,
                    name: localized(&service.name, &service.name_en),
                    image: service.image.clone(),
                    content: localized(&service.content, &service.content_en),
                })
                .collect(),
            delivery_type: goods.delivery_type,
            free_freight: page.free_freight,
            buy_min: goods.buy_min,
            buy_max: goods.buy_max,
            limit_num: goods.limit_num,
            line_max: settings.line_num_max,
            sale_start: goods.sale_start,
            sale_end: goods.sale_end,
            now,
            content: localized(&goods.content, &goods.content_en),
        }
    }
}

/// Why a line of a cart can't be bought now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum CartLineState {
    /// It can.
    Ok,
    /// No longer offered: retired, off shelf or deleted.
    Gone,
    /// There is nothing left.
    Out,
    /// There are fewer than wanted.
    Short,
    /// Less than is sold at least.
    TooFew,
    /// More than is sold at once.
    TooMany,
    /// Its sale has not begun.
    Early,
    /// Its sale is over.
    Late,
}

/// A line of a cart, with what it stands for now.
#[derive(Clone, Debug, Object)]
pub struct ShopCartRow {
    /// 0 in a cart that is kept in the browser.
    pub id: i64,
    pub sku_id: i64,
    pub quantity: i64,
    /// 1: chosen for the checkout.
    pub checked: i64,
    pub state: CartLineState,
    pub goods_id: i64,
    pub name: String,
    pub image: String,
    pub sku_text: String,
    pub price: DecimalText,
    pub origin_price: DecimalText,
    /// Price times quantity.
    pub amount: DecimalText,
    pub stock: StockHint,
    pub buy_min: i64,
    /// 0: no limit.
    pub buy_max: i64,
    pub sale_start: i64,
    pub create_time: i64,
}

/// A cart.
#[derive(Debug, Object)]
pub struct ShopCart {
    pub list: Vec<ShopCartRow>,
    /// Pieces in all lines.
    pub pieces: i64,
    /// What the chosen lines that can be bought come to.
    pub amount: DecimalText,
    /// Most pieces of a line.
    pub line_max: i64,
    /// Unix seconds.
    pub now: i64,
}

/// What somebody says of goods that they have bought.
#[derive(Debug, Object)]
pub struct ShopEvaluation {
    pub id: i64,
    pub star: i64,
    pub content: String,
    pub images: Vec<String>,
    pub sku_text: String,
    /// Nickname; hidden in the middle where they wish it.
    pub name: String,
    pub avatar: String,
    pub reply: String,
    pub reply_time: i64,
    pub create_time: i64,
}

/// A page of them.
#[derive(Debug, Object)]
pub struct ShopEvaluations {
    pub list: Vec<ShopEvaluation>,
    /// How many there are over all pages.
    pub total: i64,
    /// How many of each number of stars, from 1 to 5, over all of these goods.
    pub stars: Vec<i64>,
    /// The mean of all of them, with one place; null where there are none.
    #[oai(nullable)]
    pub average: Option<String>,
    /// How many there are, whatever is asked for.
    pub count: i64,
    /// How many of them have pictures.
    pub with_images: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_tell_no_figures() {
        assert_eq!(
            [0, -3, 1, 5, 6].map(|pieces| StockHint::of(pieces, 5)),
            [StockHint::Out, StockHint::Out, StockHint::Few, StockHint::Few, StockHint::In]
        );
    }
}
