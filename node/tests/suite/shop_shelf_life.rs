//! Goods of the shop that must keep for some days when they are ordered.

use serde_json::{Value, json};

use crate::order_steps::{Shop, key};
use crate::shop_orders::trade;

const SETTINGS: &str = "/admin/shop.Settings/edit";

/// The batches of which something is reserved, with how much.
async fn reserved(shop: &Shop) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = shop.clerk.got("/admin/warehouse.Reservation/index").await["list"].clone();
    let rows = list.as_array().expect("a list").iter();
    let mut found: Vec<_> = rows.map(|row| (text(&row["batch_number"]), text(&row["quantity"]))).collect();
    found.sort();
    found
}

#[tokio::test]
async fn members_get_goods_that_keep_as_long_as_the_shop_promised() {
    let trade = trade(1, "10.00", json!({})).await;
    let soon = (chrono::Utc::now() + chrono::Duration::days(20)).format("%Y-%m-%d").to_string();
    trade.shop.arrived(5, "1", "SOON", &soon).await;
    trade.shop.arrived(3, "1", "LATE", "2099-01-01").await;
    let clerk = &trade.shop.clerk;
    let offered = async || clerk.got(&format!("/admin/shop.goods.Goods/edit?id={}", trade.goods)).await["row"]["skus"][0]["stock"].clone();
    assert_eq!(offered().await, 9, "who asks for nothing gets all that is usable");
    let bad = clerk.post(SETTINGS, &json!({ "life_days": "3651" })).await;
    assert_eq!(key(&bad), "error.number.range", "{bad}");

    clerk.done(SETTINGS, json!({ "life_days": "60" })).await;
    assert_eq!(offered().await, 4, "undated goods keep for ever");
    let ann = trade.buyer("ann", "100").await;
    let short = trade.place(&ann, 5, "50.00", "a0").await;
    assert_eq!(key(&short), "shop.short", "{short}");
    let placed = trade.place(&ann, 3, "30.00", "a1").await;
    assert_eq!(placed["code"], 1, "{placed}");
    assert_eq!(reserved(&trade.shop).await, [("LATE".to_owned(), "3".to_owned())], "what is dated goes first");

    // The order keeps what it was placed with: the parcel is picked afresh when it is paid, of such goods.
    clerk.done(SETTINGS, json!({ "life_days": "0" })).await;
    assert_eq!(offered().await, 6);
    ann.who.done("/api/shop.Pay/begin", json!({ "order_no": placed["data"]["row"]["order_no"], "method": 1 })).await;
    let row = trade.handed_over(&placed["data"]["row"]["id"]).await;
    assert_eq!(reserved(&trade.shop).await, [("LATE".to_owned(), "3".to_owned())]);
    let outbound = &row["parcels"][0]["outbound_order_id"];
    let picks = clerk.got(&format!("/admin/warehouse.OutboundOrder/picks?id={outbound}")).await;
    assert_eq!(picks["picks"][0]["batch_number"], "LATE", "{picks}");

    // The next one is placed without a promise, and gets what expires first.
    let bob = trade.buyer("bob", "100").await;
    trade.paid(&bob, 2, "20.00", "b1").await;
    assert_eq!(reserved(&trade.shop).await, [("LATE".to_owned(), "3".to_owned()), ("SOON".to_owned(), "2".to_owned())]);

    // What was promised binds neither way: a stricter setting is for later orders.
    clerk.done(SETTINGS, json!({ "life_days": "3650" })).await;
    let sent = clerk.done("/admin/shop.order.Order/delivery", trade.parcel(&row, "EX1")).await["row"].clone();
    assert_eq!(sent["status"], 3, "{sent}");
    trade.shop.books_are_right().await;
}
