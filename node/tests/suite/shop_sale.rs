//! Many members want few pieces at once, with coupons: each of the two steps of an order is one transaction, and who
//! comes too late has lost nothing.

use std::collections::BTreeMap;

use futures::future::join_all;
use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::shop_orders::trade;

const BUYERS: usize = 24;
const PIECES: i64 = 5;

async fn coupon(clerk: &crate::world::Visitor, to: &[i64]) -> i64 {
    let terms = json!({
        "name": "Sale", "type": 1, "amount": "2.00", "min_amount": "0", "scope": 0, "total_num": 0, "limit_num": 1, "get_type": 3, "valid_type": 2,
        "valid_days": 3, "status": 1,
    });
    let coupon = clerk.done("/admin/shop.marketing.Coupon/add", terms).await["id"].as_i64().expect("an id");
    clerk.done("/admin/shop.marketing.Coupon/give", json!({ "id": coupon, "user_ids": to, "command_id": "sale" })).await;
    coupon
}

#[tokio::test]
async fn a_flash_sale_sells_what_there_is_and_takes_no_coupon_of_the_others() {
    let trade = trade(PIECES, "10.00", json!({})).await;
    let mut buyers = Vec::new();
    for at in 0..BUYERS {
        buyers.push(trade.buyer(&format!("member{at}"), "50").await);
    }
    let ids: Vec<i64> = buyers.iter().map(|buyer| buyer.id).collect();
    let coupon = coupon(&trade.shop.clerk, &ids).await;
    let buy = async |buyer: &crate::shop_orders::Buyer| {
        let mut wish = trade.basket(buyer, 1);
        wish["best_coupon"] = true.into();
        let quote = buyer.who.done("/api/shop.Order/quote", wish).await;
        let mut body = trade.basket(buyer, 1);
        body["user_coupon_id"] = quote["user_coupon_id"].clone();
        body["pay_amount"] = quote["pay_amount"].clone();
        body["command_id"] = "sale".into();
        assert_eq!(quote["pay_amount"], "8.00", "{quote}");
        let placed = buyer.who.post("/api/shop.Order/add", &body).await;
        if placed["code"] != 1 {
            return placed;
        }
        let order_no = &placed["data"]["row"]["order_no"];
        buyer.who.post("/api/shop.Pay/begin", &json!({ "order_no": order_no, "method": 1, "command_id": "sale-pay" })).await
    };
    let answers = join_all(buyers.iter().map(buy)).await;
    let (sold, late): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer["code"] == 1);
    assert_eq!(sold.len(), usize::try_from(PIECES).expect("few"), "{answers:?}");
    for answer in &late {
        assert_eq!(key(answer), "shop.short", "{answer}");
        assert!(answer["msg"].as_str().is_some_and(|text| text.contains("Pen")), "what is sold out is named: {answer}");
    }
    // What is paid has its outbound order with the payment.
    for answer in &sold {
        let row = &answer["data"]["row"];
        assert_eq!((&row["status"], row["version"].as_i64()), (&json!(2), Some(2)), "{row}");
        let row = trade.row(&row["id"]).await;
        assert!(row["parcels"][0]["outbound_order_id"].is_i64(), "{row}");
    }
    let store = trade.shop.world.node.store();
    let states: Vec<i64> =
        store.rows(&format!("SELECT VALUE status FROM shop_user_coupon WHERE coupon_id = {coupon}"), vec![]).await.expect("states");
    let mut by_state = BTreeMap::new();
    states.iter().for_each(|state| *by_state.entry(*state).or_insert(0_usize) += 1);
    assert_eq!(by_state, BTreeMap::from([(0, BUYERS - sold.len()), (2, sold.len())]), "used by those who bought, free for the others");
    let open: Vec<Value> = store.rows("SELECT * OMIT id FROM shop_placing", vec![]).await.expect("rows");
    assert_eq!(open.len(), 0, "nothing was written before the reservation");
    assert_eq!(trade.available().await, "0");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn a_coupon_that_another_order_has_is_refused_by_name() {
    let trade = trade(5, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "50").await;
    coupon(&trade.shop.clerk, &[ann.id]).await;
    let mut body = trade.basket(&ann, 1);
    body["best_coupon"] = true.into();
    let quote = ann.who.done("/api/shop.Order/quote", body.clone()).await;
    body["user_coupon_id"] = quote["user_coupon_id"].clone();
    body["pay_amount"] = quote["pay_amount"].clone();
    let bodies = ["a", "b", "c"].map(|command| {
        let mut body = body.clone();
        body["command_id"] = command.into();
        body
    });
    let answers = join_all(bodies.iter().map(|body| ann.who.post("/api/shop.Order/add", body))).await;
    let (placed, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer["code"] == 1);
    assert_eq!((placed.len(), refused.len()), (1, 2), "{answers:?}");
    assert!(refused.iter().all(|answer| field(answer).0 == "user_coupon_id"), "{refused:?}");
    assert_eq!(trade.available().await, "4", "nothing is held of what was refused");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn without_enough_money_nothing_happens() {
    let trade = trade(5, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "9.99").await;
    let placed = trade.place(&ann, 1, "10.00", "a").await["data"]["row"].clone();
    for _ in 0..2 {
        assert_eq!(key(&ann.who.post("/api/shop.Pay/begin", &json!({ "order_no": placed["order_no"] })).await), "shop.balance");
    }
    let row = trade.row(&placed["id"]).await;
    assert_eq!((&row["status"], &row["version"]), (&json!(1), &placed["version"]), "{row}");
    trade.shop.clerk.done("/admin/user.MoneyLog/add", json!({ "user_id": ann.id, "money": "0.01", "memo": "enough" })).await;
    let paid = ann.who.done("/api/shop.Pay/begin", json!({ "order_no": placed["order_no"] })).await["row"].clone();
    assert_eq!(paid["status"], 2, "{paid}");
    assert_eq!(trade.money(&ann).await, "0.00");
    trade.shop.books_are_right().await;
}
