//! A recall reaches who has bought the goods, and who has sent them.

use serde_json::{Value, json};

use crate::shop_evaluations::received;
use crate::shop_orders::{Buyer, trade};
use crate::world::Visitor;

#[tokio::test]
async fn members_and_the_desk_are_told_of_sold_goods_that_are_recalled() {
    let trade = trade(5, "10.00", json!({})).await;
    // The goods of this batch are picked first.
    trade.shop.arrived(5, "2.5", "LOT-7", "2999-01-01").await;
    let (ann, bob) = (trade.buyer("ann", "100").await, trade.buyer("bob", "100").await);
    let bought = received(&trade, &ann, 2, "20.00", "a").await;
    let desk = trade.shop.person("desk", &["shop/order/order/delivery", "notification/index/index"]).await;
    let other = trade.shop.person("other", &["shop/goods/goods/index", "notification/index/index"]).await;
    let recall = json!({ "product_id": trade.shop.product, "batch_number": "LOT-7", "reason": "leaks", "command_id": "r1" });
    for _ in 0..2 {
        let report = trade.shop.clerk.done("/admin/warehouse.BatchTrace/recall", recall.clone()).await;
        assert_eq!(report["delivered_orders"], 1, "{report}");
    }
    let order_no = bought["order_no"].as_str().expect("a number");
    let told = async |who: &Visitor| {
        let page = who.got("/admin/notification.Index/index?limit=100").await;
        page["list"].as_array().into_iter().flatten().filter(|row| row["message_type"] == "shop.recall").cloned().collect::<Vec<Value>>()
    };
    let news = told(&desk).await;
    let said = format!("Batch LOT-7 is recalled: shop order {order_no} shipped 2 of it (Pen): leaks");
    let link = format!("/admin/shop/order/order?id={}", bought["id"]);
    assert_eq!((&news[0]["message"], &news[0]["message_data"]["link"]), (&json!(said), &json!(link)), "{news:?}");
    assert!(told(&other).await.is_empty());
    // The trace leads to the shop's order, and those who see such orders to its member.
    let path = format!("/admin/warehouse.BatchTrace/index?product_id={}&batch_number=LOT-7", trade.shop.product);
    let keeper = trade.shop.person("keeper", &["warehouse/batchTrace/index"]).await;
    for (who, sees) in [(&trade.shop.clerk, true), (&keeper, false)] {
        let step = who.got(&path).await["deliveries"][0].clone();
        assert_eq!((&step["shop_order_id"], &step["shop_order_no"]), (&bought["id"], &bought["order_no"]), "{step}");
        assert_eq!(step["partner"]["kind"], if sees { json!("member") } else { Value::Null }, "{step}");
        assert!(!sees || step["partner"]["name"].as_str().is_some_and(|name| !name.is_empty()), "{step}");
    }
    // Its member is told once, the other members are not.
    let notices = async |buyer: &Buyer| {
        let page = buyer.who.got("/api/account/notifications").await;
        page["list"].as_array().into_iter().flatten().filter(|row| row["message_type"] == "recall").cloned().collect::<Vec<Value>>()
    };
    let own = notices(&ann).await;
    let said = format!("Order {order_no}: Pen of batch LOT-7 is recalled, please do not use it: leaks");
    assert_eq!((own.len(), &own[0]["message"], &own[0]["order_no"]), (1, &json!(said), &json!(order_no)), "{own:?}");
    assert!(notices(&bob).await.is_empty());
    trade.shop.books_are_right().await;
}
