//! Structured data of a page for search engines (schema.org).

use chrono::DateTime;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::rating::Rating;
use super::views::{GoodsCard, GoodsDetail, ShopEvaluation, ShopSku, StockHint};

/// Goods of a list.
#[must_use]
pub fn items(origin: &str, cards: &[GoodsCard]) -> Value {
    let item = |(at, card): (usize, &GoodsCard)| json!({ "@type": "ListItem", "position": at + 1, "name": card.name, "url": format!("{}/shop/goods/{}", origin, card.id) });
    json!({ "@context": "https://schema.org", "@type": "ItemList", "itemListElement": cards.iter().enumerate().map(item).collect::<Vec<_>>() })
}

/// The way to a page: names and paths.
#[must_use]
pub fn crumbs(origin: &str, way: &[(String, String)]) -> Value {
    let item = |(at, (name, path)): (usize, &(String, String))| json!({ "@type": "ListItem", "position": at + 1, "name": name, "item": format!("{}{path}", origin) });
    json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": way.iter().enumerate().map(item).collect::<Vec<_>>() })
}

/// What goods cost and whether there are any, for search engines: one offer, or several where the SKUs differ.
fn offers(canonical: &str, goods: &GoodsDetail, currency: &str) -> Value {
    let availability = |stock: StockHint| {
        let word = match stock {
            _ if goods.sale_start > goods.now => "PreOrder",
            _ if goods.sale_end > 0 && goods.sale_end <= goods.now => "Discontinued",
            StockHint::In => "InStock",
            StockHint::Few => "LimitedAvailability",
            StockHint::Out => "OutOfStock",
        };
        format!("https://schema.org/{word}")
    };
    let offer = |sku: Option<&str>, price: String, stock: StockHint| {
        let mut offer = json!({
            "@type": "Offer", "url": canonical, "priceCurrency": currency, "price": price,
            "availability": availability(stock), "itemCondition": "https://schema.org/NewCondition",
        });
        if let Some(sku) = sku.filter(|sku| !sku.is_empty()) {
            offer["sku"] = json!(sku);
        }
        offer
    };
    let own = |sku: &ShopSku| offer(Some(&sku.sku_code), sku.price.to_string(), sku.stock);
    match goods.skus.as_slice() {
        [] => offer(None, goods.price.to_string(), goods.stock),
        [sku] => own(sku),
        skus => {
            let prices = || skus.iter().filter_map(|sku| Some((sku.price.to_string().parse::<Decimal>().ok()?, sku.price.to_string())));
            let (low, high) = (prices().min().unwrap_or_default().1, prices().max().unwrap_or_default().1);
            json!({
                "@type": "AggregateOffer", "url": canonical, "priceCurrency": currency, "lowPrice": low, "highPrice": high, "price": low,
                "offerCount": skus.len(), "availability": availability(goods.stock), "offers": skus.iter().map(own).collect::<Vec<_>>(),
            })
        }
    }
}

fn review(said: &ShopEvaluation) -> Value {
    let day = DateTime::from_timestamp(said.create_time, 0).map(|time| time.format("%Y-%m-%d").to_string());
    json!({
        "@type": "Review", "author": { "@type": "Person", "name": said.name }, "datePublished": day, "reviewBody": said.content,
        "reviewRating": { "@type": "Rating", "ratingValue": said.star, "bestRating": 5, "worstRating": 1 },
    })
}

/// One of the goods, with its price, whether there are any, and what those say who have bought them.
#[must_use]
pub fn product(
    canonical: &str,
    description: &str,
    images: &[String],
    goods: &GoodsDetail,
    rating: Option<Rating>,
    said: &[ShopEvaluation],
    currency: &str,
) -> Value {
    let properties = goods.params.iter().map(|param| json!({ "@type": "PropertyValue", "name": param.name, "value": param.value }));
    let mut structured = json!({
        "@context": "https://schema.org", "@type": "Product", "name": goods.name, "description": description, "image": images,
        "productID": goods.goods_no, "url": canonical, "offers": offers(canonical, goods, currency),
        "additionalProperty": properties.collect::<Vec<_>>(),
    });
    if let Some(classify) = goods.classify.last() {
        structured["category"] = json!(classify.name);
    }
    if let Some(rating) = rating {
        structured["aggregateRating"] = json!({
            "@type": "AggregateRating", "ratingValue": rating.average(), "ratingCount": rating.count, "reviewCount": rating.count,
            "bestRating": 5, "worstRating": 1,
        });
        structured["review"] = said.iter().filter(|said| !said.content.is_empty()).map(review).collect();
    }
    structured
}
