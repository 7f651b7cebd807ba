//! What happens to orders of the shop at once: whichever comes first, the other hears of it, and the sums are right.

use futures::future::join_all;
use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::shop_orders::{Buyer, Trade, trade};

const ORDERS: &str = "/admin/shop.order.Order";
const REFUNDS: &str = "/admin/shop.order.Refund";
const GOODS: &str = "/admin/shop.goods.Goods";

fn done(answers: &[Value]) -> usize {
    answers.iter().filter(|answer| answer["code"] == 1).count()
}

impl Trade {
    /// A coupon of 2.00 that a member has taken; the id of the claimed one.
    async fn coupon(&self, buyer: &Buyer) -> i64 {
        let terms = json!({ "name": "Two off", "type": 1, "amount": "2.00", "min_amount": "0", "scope": 0, "total_num": 0, "limit_num": 9,
            "get_type": 1, "valid_type": 2, "valid_days": 7, "status": 1 });
        let coupon = self.shop.clerk.done("/admin/shop.marketing.Coupon/add", terms).await["id"].clone();
        buyer.who.done("/api/shop.Coupon/take", json!({ "id": coupon })).await;
        buyer.who.got("/api/shop.Coupon/mine?state=0").await["list"][0]["id"].as_i64().expect("an id")
    }

    async fn place_with(&self, buyer: &Buyer, amount: &str, more: Value) -> Value {
        let mut body = self.basket(buyer, 1);
        body["pay_amount"] = amount.into();
        more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        buyer.who.post("/api/shop.Order/add", &body).await
    }

    async fn until_available(&self, pieces: &str) {
        for () in crate::support::turns() {
            if self.available().await == pieces {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("{} are available, not {pieces}", self.available().await);
    }
}

#[tokio::test]
async fn an_order_is_paid_once_however_often_it_is_asked() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.place(&ann, 1, "10.00", "a").await["data"]["row"].clone();
    let pay = |command: &str| json!({ "order_no": row["order_no"], "method": 1, "command_id": command });
    // Two people at two machines, and one of them twice.
    let (first, other) = (pay("p1"), pay("p2"));
    let answers = tokio::join!(
        ann.who.post("/api/shop.Pay/begin", &first),
        ann.who.post("/api/shop.Pay/begin", &other),
        ann.who.post("/api/shop.Pay/begin", &first),
    );
    let by_first = done(&[answers.0.clone(), answers.2.clone()]);
    assert!((by_first, done(std::slice::from_ref(&answers.1))) == (2, 0) || (by_first, answers.1["code"] == 1) == (0, true), "{answers:?}");
    assert_eq!(trade.money(&ann).await, "90.00");
    let row = trade.handed_over(&row["id"]).await;
    assert_eq!((&row["status"], &row["paid_amount"]), (&json!(2), &json!("10.00")));
    let log = ann.who.got("/api/account/balance?limit=10").await;
    assert_eq!(log["total"], 2, "what came in, and the order: {log}");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn one_command_on_two_connections_places_one_order() {
    let trade = trade(2, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let coupon = trade.coupon(&ann).await;
    for (at, more) in [json!({}), json!({ "user_coupon_id": coupon })].into_iter().enumerate() {
        let mut body = trade.basket(&ann, 1);
        body["pay_amount"] = if at == 0 { "10.00" } else { "8.00" }.into();
        body["command_id"] = format!("c{at}").into();
        more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        let again = trade.shop.world.member_login("ann", crate::world::PASSWORD).await;
        let answers = join_all([&ann.who, &again, &ann.who].map(|who| who.post("/api/shop.Order/add", &body))).await;
        assert_eq!(done(&answers), 3, "{answers:?}");
        assert!(answers.iter().all(|answer| answer["data"]["row"]["order_no"] == answers[0]["data"]["row"]["order_no"]), "{answers:?}");
        assert_eq!(answers.iter().filter(|answer| answer["data"]["repeated"] == false).count(), 1, "{answers:?}");
    }
    assert_eq!((trade.available().await.as_str(), ann.who.got("/api/shop.Order/index").await["total"].as_i64()), ("0", Some(2)));
    // Another basket under the same name is nothing new.
    let other = trade.place(&ann, 2, "20.00", "c0").await;
    assert_eq!((other["code"].as_i64(), &other["data"]["repeated"]), (Some(1), &json!(true)), "{other}");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn one_coupon_is_in_one_order_and_one_balance_pays_what_it_has() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "12").await;
    let coupon = trade.coupon(&ann).await;
    for round in 0..2 {
        let place = |at: i64| trade.place_with(&ann, "8.00", json!({ "user_coupon_id": coupon, "command_id": format!("c{round}-{at}") }));
        let answers = join_all([place(1), place(2), place(3)]).await;
        assert_eq!(done(&answers), 1, "{answers:?}");
        let refused: Vec<_> = answers.iter().filter(|answer| answer["code"] != 1).collect();
        assert!(refused.iter().all(|answer| field(answer).0 == "user_coupon_id"), "{refused:?}");
        let placed = answers.iter().find(|answer| answer["code"] == 1).expect("an order")["data"]["row"].clone();
        ann.who.done("/api/shop.Order/cancel", json!({ "order_no": placed["order_no"] })).await;
    }
    trade.until_available("9").await;
    let (one, other) = (trade.place(&ann, 1, "10.00", "b1").await, trade.place(&ann, 1, "10.00", "b2").await);
    let pay = |answer: &Value| json!({ "order_no": answer["data"]["row"]["order_no"], "method": 1 });
    let (one, other) = (pay(&one), pay(&other));
    let (one, other) = tokio::join!(ann.who.post("/api/shop.Pay/begin", &one), ann.who.post("/api/shop.Pay/begin", &other));
    let refused = if one["code"] == 1 { &other } else { &one };
    assert_eq!((done(&[one.clone(), other.clone()]), key(refused)), (1, "shop.balance"), "{one} {other}");
    assert_eq!(trade.money(&ann).await, "2.00");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn refunds_at_once_do_not_pass_what_was_paid() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.paid(&ann, 2, "20.00", "a").await;
    // Goodwill from two desks, each of it within what was paid.
    let goodwill = json!({ "order_id": row["id"], "type": 1, "reason": "sorry", "lines": [{ "line": 1, "quantity": 0, "amount": "15.00" }] });
    let add = format!("{REFUNDS}/add");
    let (one, other) = tokio::join!(trade.shop.clerk.post(&add, &goodwill), trade.shop.clerk.post(&add, &goodwill));
    let (made, refused) = if one["code"] == 1 { (one, other) } else { (other, one) };
    assert_eq!((made["code"].as_i64(), field(&refused)), (Some(1), ("lines[0].amount", "error.shop.refund_amount")), "{made} {refused}");
    // One refund is agreed to by two people.
    let agree = json!({ "id": made["data"]["id"], "agree": true });
    let audit = format!("{REFUNDS}/audit");
    let (one, other) = tokio::join!(trade.shop.clerk.post(&audit, &agree), trade.shop.clerk.post(&audit, &agree));
    assert_eq!(done(&[one.clone(), other.clone()]), 1, "{one} {other}");
    assert_eq!(trade.money(&ann).await, "95.00");
    let row = trade.row(&row["id"]).await;
    assert_eq!((&row["refund_amount"], &row["refund_open"]), (&json!("15.00"), &json!("0.00")), "{row}");
    // What the pieces are still worth is what is left.
    let rest = json!({ "order_no": row["order_no"], "type": 1, "reason": "late", "lines": [{ "line": 1, "quantity": 2 }] });
    let rest = ann.who.done("/api/shop.Refund/apply", rest).await;
    assert_eq!(rest["asked_amount"], "5.00", "{rest}");
    trade.shop.clerk.done(&audit, json!({ "id": rest["id"], "agree": true })).await;
    assert_eq!((trade.money(&ann).await.as_str(), &trade.row(&row["id"]).await["status"]), ("100.00", &json!(6)));
    trade.until_available("9").await;
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn an_order_is_closed_or_refunded_and_never_pays_back_twice() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    for at in 0..3 {
        let row = trade.paid(&ann, 2, "20.00", &format!("a{at}")).await;
        let ask = json!({ "order_no": row["order_no"], "type": 1, "reason": "late", "lines": [{ "line": 1, "quantity": 1 }] });
        let refund = ann.who.done("/api/shop.Refund/apply", ask).await;
        let agree = json!({ "id": refund["id"], "agree": true });
        let close = json!({ "id": row["id"], "reason": "no more", "goods": "back" });
        let (audit, closing) = (format!("{REFUNDS}/audit"), format!("{ORDERS}/close"));
        let (agreed, closed) = tokio::join!(trade.shop.clerk.post(&audit, &agree), trade.shop.clerk.post(&closing, &close));
        assert_eq!(done(&[agreed.clone(), closed.clone()]), 1, "{agreed} {closed}");
        let is = trade.handed_over(&row["id"]).await;
        if closed["code"] == 1 {
            assert_eq!((&is["status"], &is["refund_amount"], key(&agreed)), (&json!(6), &json!("20.00"), "shop.refund.state"), "{is}");
        } else {
            assert_eq!((&is["status"], &is["refund_amount"], key(&closed)), (&json!(2), &json!("10.00"), "shop.close.refunded"), "{is}");
            // The rest goes back as well, for the next round.
            let ask = json!({ "order_no": row["order_no"], "type": 1, "reason": "late", "lines": [{ "line": 1, "quantity": 1 }] });
            let refund = ann.who.done("/api/shop.Refund/apply", ask).await;
            trade.shop.clerk.done(&audit, json!({ "id": refund["id"], "agree": true })).await;
        }
        assert_eq!(trade.money(&ann).await, "100.00");
    }
    trade.until_available("9").await;
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn a_sku_is_bought_at_the_price_that_was_shown_or_not_at_all() {
    let trade = trade(30, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "0").await;
    let mut price = 1_000;
    let (mut sold, mut changed) = (0, 0);
    for at in 0..6 {
        let shown = format!("{}.{:02}", price / 100, price % 100);
        price += 125;
        let now = format!("{}.{:02}", price / 100, price % 100);
        let edit = json!({ "id": trade.goods, "spec_type": 1, "skus": [{ "price": now, "product_id": trade.shop.product, "ratio": "1" }] });
        let edited_first = at % 3 == 0;
        let path = format!("{GOODS}/edit");
        let answer = if edited_first {
            trade.shop.clerk.done(&path, edit.clone()).await;
            trade.place(&ann, 1, &shown, &format!("c{at}")).await
        } else {
            let command = format!("c{at}");
            let (answer, edited) = tokio::join!(trade.place(&ann, 1, &shown, &command), trade.shop.clerk.post(&path, &edit));
            assert_eq!(edited["code"], 1, "{edited}");
            answer
        };
        if answer["code"] == 1 {
            sold += 1;
            let row = &answer["data"]["row"];
            assert_eq!((&row["pay_amount"], &row["lines"][0]["price"]), (&json!(shown), &json!(shown)), "{answer}");
            ann.who.done("/api/shop.Order/cancel", json!({ "order_no": row["order_no"] })).await;
        } else {
            changed += 1;
            assert_eq!((key(&answer), &answer["data"]["quote"]["pay_amount"]), ("shop.quote.changed", &json!(now)), "{answer}");
        }
        assert!(!edited_first || answer["code"] != 1, "{answer}");
        trade.until_available("30").await;
    }
    assert_eq!(sold + changed, 6);
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn goods_that_are_switched_off_meanwhile_are_sold_before_or_not() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let path = format!("{GOODS}/edit");
    let mut placed = Vec::new();
    for at in 0..4 {
        let off = json!({ "id": trade.goods, "status": 0 });
        let command = format!("c{at}");
        let (answer, switched) = tokio::join!(trade.place(&ann, 1, "10.00", &command), trade.shop.clerk.post(&path, &off));
        assert_eq!(switched["code"], 1, "{switched}");
        if answer["code"] == 1 {
            placed.push(answer["data"]["row"].clone());
        } else {
            assert_eq!(field(&answer), ("lines[0].sku_id", "shop.line.off_shelf"), "{answer}");
        }
        let late = trade.place(&ann, 1, "10.00", &format!("late{at}")).await;
        assert_eq!(field(&late), ("lines[0].sku_id", "shop.line.off_shelf"), "{late}");
        trade.shop.clerk.done(&path, json!({ "id": trade.goods, "status": 1 })).await;
    }
    trade.until_available(&(9 - placed.len()).to_string()).await;
    // The warehouse's product may be switched off as well: what was bought before is paid and sent.
    placed.push(trade.place(&ann, 1, "10.00", "last").await["data"]["row"].clone());
    trade.shop.clerk.done("/admin/warehouse.Product/edit", json!({ "id": trade.shop.product, "status": 0 })).await;
    for row in placed {
        ann.who.done("/api/shop.Pay/begin", json!({ "order_no": row["order_no"], "method": 1 })).await;
        let row = trade.handed_over(&row["id"]).await;
        let sent = trade.shop.clerk.done(&format!("{ORDERS}/delivery"), trade.parcel(&row, "EX")).await["row"].clone();
        assert_eq!(sent["status"], 3, "{sent}");
    }
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn a_coupons_terms_are_those_of_its_first_ticket() {
    let trade = trade(1, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "0").await;
    let coupon = "/admin/shop.marketing.Coupon";
    for at in 0..8 {
        let terms = json!({ "name": format!("Off {at}"), "type": 1, "amount": "2.00", "min_amount": "0", "scope": 0, "total_num": 0, "limit_num": 1,
            "get_type": 1, "valid_type": 2, "valid_days": 7, "status": 1 });
        let id = trade.shop.clerk.done(&format!("{coupon}/add"), terms).await["id"].clone();
        let (take, edit, path) = (json!({ "id": id }), json!({ "id": id, "amount": "0.50" }), format!("{coupon}/edit"));
        let (taken, edited) = tokio::join!(ann.who.post("/api/shop.Coupon/take", &take), trade.shop.clerk.post(&path, &edit));
        assert_eq!(taken["code"], 1, "{taken}");
        let row = trade.shop.clerk.got(&format!("{coupon}/edit?id={id}")).await["row"].clone();
        let own = ann.who.got("/api/shop.Coupon/mine?state=0").await["list"].clone();
        let own = own.as_array().and_then(|all| all.iter().find(|one| one["coupon_id"] == id)).expect("a coupon").clone();
        assert_eq!((&row["amount"], row["received_num"].as_i64()), (&own["terms"]["amount"], Some(1)), "{edited} {row} {own}");
        assert_eq!(row["amount"] == "0.50", edited["code"] == 1, "{edited} {row}");
    }
}
