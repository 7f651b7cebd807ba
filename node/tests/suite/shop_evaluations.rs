//! What members say of what they have bought, what staff answers, and what counts as sold.

use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::shop_orders::{Buyer, Trade, trade};
use crate::world::Visitor;

const ORDERS: &str = "/admin/shop.order.Order";
const EVALUATIONS: &str = "/admin/shop.order.Evaluation";
const EVALUATE: &str = "/api/shop.Order/evaluate";

/// Uploads a picture, as a member or an administrator; answers its address.
pub async fn picture(who: &Visitor, path: &str, seed: u8) -> String {
    let image = RgbImage::from_fn(32, 32, |x, y| image::Rgb([x as u8, y as u8, seed]));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).expect("a picture");
    let part = Part::bytes(bytes.into_inner()).file_name("a.png").mime_str("image/png").expect("a type");
    let answer: Value =
        who.ask(reqwest::Method::POST, path).multipart(Form::new().part("file", part)).send().await.expect("an answer").json().await.expect("JSON");
    answer["data"]["file"]["url"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// An order that was sent and received.
pub async fn received(trade: &Trade, buyer: &Buyer, quantity: i64, amount: &str, command: &str) -> Value {
    let row = trade.paid(buyer, quantity, amount, command).await;
    trade.shop.clerk.done(&format!("{ORDERS}/delivery"), trade.parcel(&row, "EX")).await;
    buyer.who.done("/api/shop.Order/receive", json!({ "order_no": row["order_no"] })).await["row"].clone()
}

fn says(row: &Value, star: i64, content: &str) -> Value {
    json!({ "order_no": row["order_no"], "lines": [{ "line": 1, "star": star, "content": content }] })
}

async fn notifications(trade: &Trade, kind: &str) -> Vec<Value> {
    let page = trade.shop.clerk.got("/admin/notification.Index/index?limit=100").await;
    page["list"].as_array().into_iter().flatten().filter(|row| row["message_type"] == kind).cloned().collect()
}

#[tokio::test]
async fn who_received_goods_says_once_what_they_are_like() {
    let trade = trade(20, "10.00", json!({})).await;
    // The goods of this batch are picked first.
    trade.shop.arrived(5, "2.5", "LOT-7", "2999-01-01").await;
    let (ann, bob) = (trade.buyer("ann", "100").await, trade.buyer("bob", "100").await);
    let paid = trade.paid(&ann, 2, "20.00", "a").await;
    assert_eq!(key(&ann.who.post(EVALUATE, &says(&paid, 5, "early")).await), "shop.transition", "not before it is received");
    trade.shop.clerk.done(&format!("{ORDERS}/delivery"), trade.parcel(&paid, "EX")).await;
    assert_eq!(key(&ann.who.post(EVALUATE, &says(&paid, 5, "early")).await), "shop.transition");
    ann.who.done("/api/shop.Order/receive", json!({ "order_no": paid["order_no"] })).await;

    // Another's order does not exist, and neither does another's picture.
    assert_eq!(key(&bob.who.post(EVALUATE, &says(&paid, 1, "not mine")).await), "error.not_found");
    assert_eq!(trade.shop.world.visitor().post(EVALUATE, &says(&paid, 1, "")).await["data"]["type"], "need login");
    let (own, foreign) = (picture(&ann.who, "/api/ajax/upload", 1).await, picture(&bob.who, "/api/ajax/upload", 2).await);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut body = says(&paid, 2, "<b>leaks</b>");
        body["lines"][0]["anonymous"] = true.into();
        change(&mut body["lines"][0]);
        body
    };
    for (change, wrong) in [
        (json!({ "star": 0 }), ("lines[0].star", "error.number.range")),
        (json!({ "star": 6 }), ("lines[0].star", "error.number.range")),
        (json!({ "line": 2 }), ("lines[0].line", "error.line.unknown")),
        (json!({ "content": "x".repeat(501) }), ("lines[0].content", "error.text.long")),
        (json!({ "images": [foreign] }), ("lines[0].images", "error.reference")),
        (json!({ "images": ["https://example.com/a.png"] }), ("lines[0].images", "error.reference")),
        (json!({ "images": ["//example.com/a.png"] }), ("lines[0].images", "error.reference")),
        (json!({ "images": vec![own.clone(); 10] }), ("lines[0].images", "error.list.long")),
    ] {
        let body = with(&|line| change.as_object().into_iter().flatten().for_each(|(name, value)| line[name] = value.clone()));
        assert_eq!(field(&ann.who.post(EVALUATE, &body).await), wrong, "{change}");
    }
    assert_eq!(field(&ann.who.post(EVALUATE, &json!({ "order_no": paid["order_no"], "lines": [] })).await), ("lines", "error.required"));

    let mut body = with(&|line| line["images"] = json!([own]));
    body["command_id"] = "said".into();
    let done = ann.who.done(EVALUATE, body.clone()).await;
    assert_eq!((&done["row"]["status"], &done["row"]["lines"][0]["evaluated"]), (&json!(5), &json!(true)), "all is said: {done}");
    assert_eq!(ann.who.done(EVALUATE, body).await["repeated"], true);
    assert_eq!(key(&ann.who.post(EVALUATE, &says(&paid, 5, "again")).await), "shop.transition");

    // Others read it as text, without the name and the batch.
    let url = format!("/api/shop.Goods/evaluations?goods_id={}", trade.goods);
    let seen = trade.shop.world.visitor().got(&url).await;
    let row = seen["list"][0].clone();
    assert_eq!((&row["content"], &row["star"], &row["images"]), (&json!("<b>leaks</b>"), &json!(2), &json!([own])), "{seen}");
    assert_eq!((row["name"].as_str().expect("a name").contains("***"), &row["batch"]), (true, &Value::Null), "{row}");
    assert_eq!(
        (&seen["average"], &seen["count"], &seen["with_images"], &seen["stars"]),
        (&json!("2.0"), &json!(1), &json!(1), &json!([0, 1, 0, 0, 0]))
    );
    let mine = ann.who.got("/api/shop.Evaluation/index").await;
    assert_eq!(
        (&mine["total"], &mine["list"][0]["order_no"], &mine["list"][0]["goods_name"]),
        (&json!(1), &paid["order_no"], &json!("Pen")),
        "{mine}"
    );
    assert_eq!(bob.who.got("/api/shop.Evaluation/index").await["total"], 0);

    // Staff sees the lot, and is told of bad stars.
    let listed = trade.shop.clerk.got(&format!("{EVALUATIONS}/index")).await["list"][0].clone();
    assert_eq!((&listed["batch"], &listed["goods_name"], &listed["anonymous"]), (&json!("LOT-7"), &json!("Pen"), &json!(1)), "{listed}");
    assert_eq!(notifications(&trade, "shop.low_rating").await.len(), 1);
    let answer = json!({ "id": listed["id"], "reply": "We send another one", "star": 5 });
    assert_eq!(field(&trade.shop.clerk.post(&format!("{EVALUATIONS}/edit"), &answer).await), ("star", "error.field.read_only"), "stars stay");
    trade.shop.clerk.done(&format!("{EVALUATIONS}/edit"), json!({ "id": listed["id"], "reply": "We send another one" })).await;
    let seen = trade.shop.world.visitor().got(&url).await;
    assert_eq!(seen["list"][0]["reply"], "We send another one");
    assert!(seen["list"][0]["reply_time"].as_i64().is_some_and(|at| at > 0), "{seen}");
    trade.shop.clerk.done(&format!("{EVALUATIONS}/edit"), json!({ "id": listed["id"], "status": 0 })).await;
    assert_eq!(trade.shop.world.visitor().got(&url).await["count"], 0, "hidden");

    // To read evaluations is not to answer them.
    let reader = trade.shop.person("reader", &["shop/order/evaluation/index"]).await;
    assert_eq!(reader.got(&format!("{EVALUATIONS}/index")).await["total"], 1);
    for (path, body) in [("edit", json!({ "id": listed["id"], "reply": "x" })), ("del", json!({ "ids": [listed["id"]] }))] {
        assert_eq!(reader.post(&format!("{EVALUATIONS}/{path}"), &body).await["code"], 401, "{path}");
    }
    assert_eq!(trade.shop.clerk.post(&format!("{EVALUATIONS}/del"), &json!({ "ids": [listed["id"]] })).await["code"], 1);
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn evaluations_are_filtered_wait_for_review_and_nothing_is_made_up() {
    let trade = trade(20, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    for (command, star) in [("a", 5), ("b", 4), ("c", 4)] {
        let row = received(&trade, &ann, 1, "10.00", command).await;
        let mut body = says(&row, star, "good");
        if star == 5 {
            body["lines"][0]["images"] = json!([picture(&ann.who, "/api/ajax/upload", 9).await]);
        }
        ann.who.done(EVALUATE, body).await;
    }
    let url = format!("/api/shop.Goods/evaluations?goods_id={}", trade.goods);
    let got = async |more: &str| trade.shop.world.visitor().got(&format!("{url}{more}")).await;
    let page = got("&limit=2&page=2").await;
    assert_eq!((&page["total"], page["list"].as_array().map(Vec::len), &page["average"]), (&json!(3), Some(1), &json!("4.3")), "{page}");
    let four = got("&star=4").await;
    assert_eq!((&four["total"], &four["count"], &four["stars"]), (&json!(2), &json!(3), &json!([0, 0, 0, 2, 1])), "{four}");
    assert_eq!((&got("&images=1").await["total"], &got("&images=1&star=4").await["total"]), (&json!(1), &json!(0)));
    assert_eq!(notifications(&trade, "shop.low_rating").await.len(), 0);
    assert!(!notifications(&trade, "shop.evaluation").await.is_empty());

    trade.shop.clerk.done("/admin/shop.Settings/edit", json!({ "evaluation_review": 1 })).await;
    let row = received(&trade, &ann, 1, "10.00", "d").await;
    ann.who.done(EVALUATE, says(&row, 3, "later")).await;
    assert_eq!(got("").await["count"], 3, "it waits for staff");
    let waits = trade.shop.clerk.got(&format!("{EVALUATIONS}/index?search[0][field]=status&search[0][operator]=%3D&search[0][val]=0")).await;
    assert_eq!(waits["total"], 1, "{waits}");
    trade.shop.clerk.done(&format!("{EVALUATIONS}/edit"), json!({ "id": waits["list"][0]["id"], "status": 1 })).await;
    assert_eq!(got("").await["count"], 4);

    // The timer completes an order and says nothing for its member.
    let row = received(&trade, &ann, 1, "10.00", "e").await;
    let store = trade.shop.world.node.store().clone();
    store.run(&format!("UPDATE shop_order:{} SET due_at = 1, wake_at = 1 RETURN NONE", row["id"]), vec![]).await.expect("a timer");
    trade.shop.world.node.system().shop().sweep().await.expect("a sweep");
    assert_eq!((&trade.row(&row["id"]).await["status"], &got("").await["count"]), (&json!(5), &json!(4)));
    assert_eq!(key(&ann.who.post(EVALUATE, &says(&row, 5, "late")).await), "shop.transition");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn sales_are_what_was_paid_less_what_was_paid_back() {
    let trade = trade(20, "10.00", json!({})).await;
    let store = trade.shop.world.node.store().clone();
    let sales = async || {
        store.add_up_sales().await.expect("sales");
        trade.shop.clerk.got("/admin/shop.goods.Goods/index").await["list"][0]["sales"].clone()
    };
    let ann = trade.buyer("ann", "500").await;
    let placed = trade.place(&ann, 2, "20.00", "unpaid").await;
    assert_eq!((&placed["code"], sales().await), (&json!(1), json!(0)), "nothing is sold until it is paid");
    let row = received(&trade, &ann, 3, "30.00", "a").await;
    let other = trade.paid(&ann, 4, "40.00", "b").await;
    assert_eq!(sales().await, 7);
    let ask = json!({ "order_no": row["order_no"], "type": 1, "lines": [{ "line": 1, "quantity": 1 }], "reason": "one is broken" });
    let refund = ann.who.done("/api/shop.Refund/apply", ask).await;
    assert_eq!(sales().await, 7, "asked is not paid back");
    trade.shop.clerk.done("/admin/shop.order.Refund/audit", json!({ "id": refund["id"], "agree": true })).await;
    trade.shop.clerk.done(&format!("{ORDERS}/close"), json!({ "id": other["id"], "reason": "sold out", "goods": "back" })).await;
    assert_eq!(sales().await, 2);
    trade.shop.books_are_right().await;
    // A wrong figure is found.
    store.run(&format!("UPDATE shop_goods:{} SET sales = 9 RETURN NONE", trade.goods), vec![]).await.expect("a figure");
    store.run("UPDATE shop_order SET update_time = 1 RETURN NONE", vec![]).await.expect("long ago");
    let report = store.check().await.expect("a report");
    assert!(report.findings.iter().any(|found| found.problem.contains("sales are 9, orders have sold 2")), "{:?}", report.findings);
}
