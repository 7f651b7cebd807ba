//! Refunds of the shop's orders over HTTP: sums to the cent, two at once, goods that come back.

use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::shop_evaluations::picture;
use crate::shop_orders::{Buyer, Trade, trade};

const ORDERS: &str = "/admin/shop.order.Order";
const REFUNDS: &str = "/admin/shop.order.Refund";

fn ask(row: &Value, kind: i64, lines: &[(i64, i64)]) -> Value {
    let lines: Vec<Value> = lines.iter().map(|(line, quantity)| json!({ "line": line, "quantity": quantity })).collect();
    json!({ "order_no": row["order_no"], "type": kind, "lines": lines, "reason": "not as described" })
}

/// An address of ours that takes goods back.
async fn return_address(trade: &Trade) -> Value {
    let city = ["440000", "440300", "440303"];
    let address = json!({ "name": "Returns", "mobile": "13800138009", "city": city, "address": "Street 9", "is_return": 1, "status": 1 });
    trade.shop.clerk.done("/admin/shop.delivery.Address/add", address).await["id"].clone()
}

async fn agreed(trade: &Trade, refund: &Value, more: Value) -> Value {
    let mut body = json!({ "id": refund["id"], "agree": true });
    if refund["type"] == 2 {
        body["return_address_id"] = return_address(trade).await;
    }
    more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
    trade.shop.clerk.done(&format!("{REFUNDS}/audit"), body).await
}

async fn sent(trade: &Trade, buyer: &Buyer, quantity: i64, amount: &str, command: &str) -> Value {
    let row = trade.paid(buyer, quantity, amount, command).await;
    trade.shop.clerk.done(&format!("{ORDERS}/delivery"), trade.parcel(&row, "EX")).await["row"].clone()
}

#[tokio::test]
async fn parts_of_what_was_paid_go_back_and_end_at_the_cent() {
    let trade = trade(9, "3.33", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "100").await, trade.buyer("bob", "0").await);
    let row = trade.paid(&ann, 3, "9.99", "a").await;
    let worth = ann.who.done("/api/shop.Refund/quote", json!({ "order_no": row["order_no"], "lines": [{ "line": 1, "quantity": 2 }] })).await;
    assert_eq!(worth["amount"], "6.66", "{worth}");
    assert_eq!(key(&bob.who.post("/api/shop.Refund/apply", &ask(&row, 1, &[(1, 1)])).await), "error.not_found");
    let back = ask(&row, 2, &[(1, 1)]);
    assert_eq!(field(&ann.who.post("/api/shop.Refund/apply", &back).await), ("lines[0].quantity", "error.shop.refund_not_shipped"));

    // Two at once for the same pieces: one is asked for, the other finds none left.
    let two = ask(&row, 1, &[(1, 2)]);
    let (one, other) = tokio::join!(ann.who.post("/api/shop.Refund/apply", &two), ann.who.post("/api/shop.Refund/apply", &two));
    let (asked, refused) = if one["code"] == 1 { (one, other) } else { (other, one) };
    assert_eq!((asked["code"].as_i64(), field(&refused)), (Some(1), ("lines[0].quantity", "error.shop.refund_quantity")), "{asked} {refused}");
    let refund = asked["data"].clone();
    assert_eq!((&refund["asked_amount"], &refund["allowed"]), (&json!("6.66"), &json!(["withdraw"])), "{refund}");
    assert_eq!(key(&bob.who.post("/api/shop.Refund/withdraw", &json!({ "id": refund["id"] })).await), "error.not_found");
    assert_eq!(ann.who.got("/api/shop.Order/counts").await["refunds"], 1);
    let parcel = trade.parcel(&json!({ "id": row["id"] }), "EX");
    assert_eq!(key(&trade.shop.clerk.post(&format!("{ORDERS}/delivery"), &parcel).await), "shop.delivery.refund", "a refund is asked for");

    // A lower amount needs a reason, a higher one than was paid is refused.
    let lower = json!({ "id": refund["id"], "agree": true, "lines": [{ "line": 1, "quantity": 2, "amount": "5.00" }] });
    assert_eq!(field(&trade.shop.clerk.post(&format!("{REFUNDS}/audit"), &lower).await), ("reason", "error.required"));
    let more = json!({ "id": refund["id"], "agree": true, "lines": [{ "line": 1, "quantity": 2, "amount": "10.00" }] });
    assert_eq!(field(&trade.shop.clerk.post(&format!("{REFUNDS}/audit"), &more).await), ("lines[0].amount", "error.shop.refund_amount"));
    // A request is agreed to as a whole.
    let part = json!({ "id": refund["id"], "agree": true, "lines": [{ "line": 1, "quantity": 1 }] });
    assert_eq!(field(&trade.shop.clerk.post(&format!("{REFUNDS}/audit"), &part).await), ("lines[0].quantity", "error.shop.refund_pieces"));
    let done = agreed(&trade, &refund, json!({})).await;
    assert_eq!((&done["status"], &done["pay_status"], &done["refund_amount"]), (&json!(2), &json!(2), &json!("6.66")), "{done}");
    assert_eq!(trade.money(&ann).await, "96.67");
    let best = trade.shop.clerk.got("/admin/shop.Dashboard/index").await["best"][0].clone();
    assert_eq!((&best["quantity"], &best["amount"]), (&json!(1), &json!("3.33")), "what is left of them: {best}");
    assert_ne!(trade.shop.clerk.post(&format!("{REFUNDS}/audit"), &json!({ "id": refund["id"], "agree": true })).await["code"], 1, "not twice");
    assert_eq!(ann.who.got("/api/shop.Order/counts").await["refunds"], 0);

    // What is not sent any more is free again; the rest leaves with another outbound order.
    let row = trade.handed_over(&row["id"]).await;
    for () in crate::support::turns() {
        if trade.available().await == "8" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(trade.available().await, "8");
    let row = trade.row(&row["id"]).await;
    let shipped = trade.shop.clerk.done(&format!("{ORDERS}/delivery"), trade.parcel(&row, "EX1")).await["row"].clone();
    assert_eq!((&shipped["status"], &shipped["lines"][0]["shipped"]), (&json!(3), &json!(1)), "{shipped}");
    // The last piece is worth what is left.
    let last = ann.who.done("/api/shop.Refund/apply", ask(&row, 1, &[(1, 1)])).await;
    agreed(&trade, &last, json!({})).await;
    let closed = trade.row(&row["id"]).await;
    assert_eq!((&closed["status"], &closed["refund_amount"]), (&json!(6), &json!("9.99")), "{closed}");
    assert_eq!(trade.money(&ann).await, "100.00");
    // What can't be asked for has no price either.
    let none = json!({ "order_no": row["order_no"], "lines": [{ "line": 1, "quantity": 1 }] });
    assert_eq!(key(&ann.who.post("/api/shop.Refund/quote", &none).await), "shop.refund.status");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn goods_come_back_to_be_inspected_at_the_cost_they_left_with() {
    let trade = trade(5, "10.00", json!({})).await;
    let area = json!({ "warehouses_id": trade.shop.warehouse, "name": "Inspection", "serial_no": "Q", "purpose": 1 });
    trade.shop.clerk.done("/admin/warehouse.WarehouseArea/add", area).await;
    let ann = trade.buyer("ann", "100").await;
    let row = sent(&trade, &ann, 2, "20.00", "a").await;
    assert_eq!(row["status"], 3, "{row}");
    let refund = ann.who.done("/api/shop.Refund/apply", ask(&row, 2, &[(1, 2)])).await;
    // Only where goods are taken back: not nowhere, not where there is nothing, not where they are only sent from.
    let sends = return_address(&trade).await;
    trade.shop.clerk.done("/admin/shop.delivery.Address/edit", json!({ "id": sends, "is_return": 0 })).await;
    for (address, why) in [(Value::Null, "error.required"), (json!(0), "error.required"), (json!(999), "error.reference"), (sends, "error.reference")]
    {
        let body = json!({ "id": refund["id"], "agree": true, "return_address_id": address });
        assert_eq!(field(&trade.shop.clerk.post(&format!("{REFUNDS}/audit"), &body).await), ("return_address_id", why));
    }
    let refund = agreed(&trade, &refund, json!({})).await;
    assert_eq!((&refund["status"], &refund["pay_status"]), (&json!(1), &json!(0)), "the goods come first: {refund}");
    let held_up = trade.row(&row["id"]).await;
    assert_eq!(held_up["refund_open"], "20.00");
    assert!(held_up["due_at"].is_null() && held_up["paused_seconds"].as_i64().is_some_and(|left| left > 0), "its timer stands still: {held_up}");
    assert_ne!(trade.shop.clerk.post(&format!("{REFUNDS}/receive"), &json!({ "id": refund["id"] })).await["code"], 1, "nothing was sent");
    let unsaid = json!({ "id": refund["id"], "company": "Express" });
    assert_eq!(field(&ann.who.post("/api/shop.Refund/ship", &unsaid).await), ("courier_number", "error.required"));
    let shown = picture(&ann.who, "/api/ajax/upload", 1).await;
    let mut back = json!({ "id": refund["id"], "company": "Express", "courier_number": "B1", "images": ["https://example.com/a.png"] });
    assert_eq!(field(&ann.who.post("/api/shop.Refund/ship", &back).await), ("images", "error.reference"));
    back["images"] = json!([shown]);
    let on_its_way = ann.who.done("/api/shop.Refund/ship", back).await;
    assert_eq!((&on_its_way["user_ship_status"], &on_its_way["ship_images"]), (&json!(1), &json!([shown])), "{on_its_way}");
    // One of the two came.
    let came = json!({ "id": refund["id"], "lines": [{ "line": 1, "quantity": 1 }] });
    assert_eq!(field(&trade.shop.clerk.post(&format!("{REFUNDS}/receive"), &came).await), ("lines[0].reason", "error.required"));
    let came = json!({ "id": refund["id"], "lines": [{ "line": 1, "quantity": 1, "reason": "one was not in the parcel" }] });
    let received = trade.shop.clerk.done(&format!("{REFUNDS}/receive"), came).await;
    assert_eq!((&received["status"], &received["refund_amount"]), (&json!(2), &json!("10.00")), "{received}");
    assert_eq!(received["missing"], json!([{ "line": 1, "quantity": 1, "reason": "one was not in the parcel" }]));
    assert_eq!(trade.money(&ann).await, "90.00");
    let inbound = "/admin/warehouse.InboundOrder/index?search[0][field]=type&search[0][operator]=%3D&search[0][val]=30";
    let mut list = Value::Null;
    for () in crate::support::turns() {
        list = trade.shop.clerk.got(inbound).await["list"].clone();
        if list.as_array().is_some_and(|rows| !rows.is_empty()) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!((&list[0]["status"], &list[0]["total_quantity"]), (&json!(2), &json!("1")), "{list}");
    assert_eq!(trade.available().await, "3", "what is inspected is nobody's yet");
    // Nothing of it was decided by the member, and nobody else's pictures are fetched.
    let mut foreign = ask(&row, 1, &[(1, 1)]);
    foreign["images"] = json!(["https://example.com/a.png"]);
    assert_eq!(field(&ann.who.post("/api/shop.Refund/apply", &foreign).await), ("images", "error.reference"));
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn a_refused_request_frees_its_pieces_and_staff_need_the_right_node() {
    let trade = trade(5, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = sent(&trade, &ann, 1, "10.00", "a").await;
    let refund = ann.who.done("/api/shop.Refund/apply", ask(&row, 1, &[(1, 1)])).await;
    let viewer = trade.shop.person("viewer", &["shop/order/refund/index", "shop/order/order/index"]).await;
    let seen = viewer.got(&format!("{REFUNDS}/index?search[0][field]=audit_status&search[0][operator]=%3D&search[0][val]=1")).await["list"].clone();
    assert_eq!((&seen[0]["orderRelation"]["order_no"], &seen[0]["allowed"]), (&row["order_no"], &json!([])), "{seen}");
    for path in ["audit", "receive", "waive", "reject", "retry", "add"] {
        let answer = viewer
            .post(&format!("{REFUNDS}/{path}"), &json!({ "id": refund["id"], "order_id": row["id"], "type": 1, "lines": [], "reason": "x" }))
            .await;
        assert_eq!(answer["code"], 401, "{path}: {answer}");
    }
    let masked = viewer.got(&format!("{ORDERS}/detail?id={}", row["id"])).await["row"].clone();
    assert_eq!((&masked["mobile"], &masked["allowed"]), (&json!("138****8001"), &json!([])), "{masked}");
    for path in ["delivery", "cancel", "close", "edit"] {
        let body = json!({ "id": row["id"], "parcel": 1, "company_id": 1, "courier_number": "X", "reason": "x" });
        assert_eq!(viewer.post(&format!("{ORDERS}/{path}"), &body).await["code"], 401, "{path}");
    }
    assert_eq!(key(&ann.who.post("/api/shop.Order/receive", &json!({ "order_no": row["order_no"] })).await), "shop.refund.open");
    let refused = json!({ "id": refund["id"], "agree": false, "reason": "used" });
    assert_eq!(trade.shop.clerk.done(&format!("{REFUNDS}/audit"), refused).await["audit_status"], 3);
    let again = ann.who.done("/api/shop.Refund/apply", ask(&row, 1, &[(1, 1)])).await;
    ann.who.done("/api/shop.Refund/withdraw", json!({ "id": again["id"] })).await;
    assert_eq!(ann.who.done("/api/shop.Order/receive", json!({ "order_no": row["order_no"] })).await["row"]["status"], 4);
    let dashboard = trade.shop.clerk.got("/admin/shop.Dashboard/index").await;
    assert_eq!(
        (&dashboard["today"]["orders"], &dashboard["today"]["paid"], &dashboard["best"][0]["quantity"]),
        (&json!(1), &json!("10.00"), &json!(1)),
        "{dashboard}"
    );
    let of_days = &dashboard["conversion"];
    assert_eq!((of_days, &dashboard["today"]["placed"]), (&json!({ "placed": 1, "paid": 1, "open": 0 }), &json!(1)), "{dashboard}");
    assert_eq!(dashboard["few"], 1, "four pieces are few");
    let few = trade.shop.clerk.got("/admin/shop.goods.Goods/index?few=1").await;
    assert_eq!((few["total"].as_i64(), few["list"][0]["id"].as_i64()), (Some(1), Some(trade.goods)), "{few}");
    let months = trade.shop.clerk.got("/admin/shop.Dashboard/months").await["list"].clone();
    assert_eq!((months.as_array().map(Vec::len), &months[11]["paid"], &months[11]["buyers"]), (Some(12), &json!("10.00"), &json!(1)), "{months}");
    let margin = trade.shop.clerk.got("/admin/shop.Dashboard/margin").await;
    let expected = json!({ "orders": 1, "all": 1, "sales": "10.00", "cost": "2.50", "margin": "7.50" });
    assert_eq!(margin, expected);
    // The line knows what its goods had cost, for those who see costs.
    let costs = format!("{ORDERS}/costs?id={}", row["id"]);
    assert_eq!(trade.shop.clerk.got(&costs).await, json!({ "list": [{ "line": 1, "cost": "2.50" }] }));
    assert_eq!(viewer.get(&costs).await["code"], 401);
    assert_eq!(trade.shop.clerk.got("/admin/shop.order.Exception/index").await["list"], serde_json::json!([]));
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn staff_asks_for_a_member_sends_all_the_same_and_shows_why_goods_are_not_taken_back() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.paid(&ann, 3, "30.00", "a").await;
    let clerk = &trade.shop.clerk;
    assert!(trade.row(&row["id"]).await["allowed"].as_array().is_some_and(|all| all.contains(&json!("refund"))));
    // What pieces are worth is told before it is asked; goodwill has no pieces.
    let of = |quantity: i64| json!({ "order_id": row["id"], "lines": [{ "line": 1, "quantity": quantity }] });
    assert_eq!(clerk.done(&format!("{REFUNDS}/quote"), of(2)).await["amount"], "20.00");
    assert_eq!(field(&clerk.post(&format!("{REFUNDS}/quote"), &of(4)).await).0, "lines[0].quantity");
    let mut ask_for = of(1);
    (ask_for["type"], ask_for["reason"]) = (json!(1), json!("asked by phone"));
    let asked = clerk.done(&format!("{REFUNDS}/add"), ask_for).await;
    assert_eq!((&asked["audit_status"], &asked["refund_amount"]), (&json!(1), &json!("10.00")), "{asked}");
    let seen = clerk.got(&format!("{REFUNDS}/detail?id={}", asked["id"])).await;
    assert_eq!((&seen["row"]["reason"], &seen["coupon"]), (&json!("asked by phone"), &Value::Null), "no coupon was used: {seen}");

    // Goods that a refund is asked for leave with a reason alone.
    let mut parcel = trade.parcel(&json!({ "id": row["id"] }), "EX");
    assert_eq!(key(&clerk.post(&format!("{ORDERS}/delivery"), &parcel).await), "shop.delivery.refund");
    parcel["force"] = json!(true);
    assert_eq!(field(&clerk.post(&format!("{ORDERS}/delivery"), &parcel).await), ("reason", "error.required"));
    parcel["reason"] = json!("the parcel is packed");
    let sent = clerk.done(&format!("{ORDERS}/delivery"), parcel).await["row"].clone();
    assert_eq!(sent["status"], 3, "{sent}");
    let history = clerk.got(&format!("{ORDERS}/detail?id={}", row["id"])).await["history"].clone();
    assert!(history.as_array().is_some_and(|all| all.iter().any(|step| step["reason"] == "the parcel is packed")), "{history}");

    // Its number is mended by whoever may send.
    let sender = trade.shop.person("sender", &["shop/order/order/index", "shop/order/order/delivery"]).await;
    let number = json!({ "id": row["id"], "parcel": 1, "courier_number": "EX-2" });
    assert_eq!(sender.done(&format!("{ORDERS}/parcel"), number.clone()).await["row"]["parcels"][0]["courier_number"], "EX-2");
    let outbound = json!({ "id": sent["parcels"][0]["outbound_order_id"] });
    let there = trade.shop.row("/admin/warehouse.OutboundOrder", &outbound).await;
    assert_eq!(there["parcels"][0]["courier_number"], "EX-2", "the warehouse has it as well: {there}");
    let viewer = trade.shop.person("viewer", &["shop/order/order/index"]).await;
    assert_eq!(viewer.post(&format!("{ORDERS}/parcel"), &number).await["code"], 401);
    let editor = trade.shop.person("editor", &["shop/order/order/index", "shop/order/order/edit"]).await;
    assert_eq!(editor.post(&format!("{ORDERS}/edit"), &number).await["code"], 401, "nor by whoever may change orders");
    assert_eq!(viewer.post(&format!("{REFUNDS}/quote"), &of(1)).await["code"], 401);

    // What comes back is not taken, and pictures show why.
    let back = ann.who.done("/api/shop.Refund/apply", ask(&row, 2, &[(1, 1)])).await;
    let back = agreed(&trade, &back, json!({})).await;
    ann.who.done("/api/shop.Refund/ship", json!({ "id": back["id"], "company": "Express", "courier_number": "B1" })).await;
    let mut no = json!({ "id": back["id"], "reason": "worn", "images": ["https://example.com/a.png"] });
    assert_eq!(field(&clerk.post(&format!("{REFUNDS}/reject"), &no).await), ("images", "error.reference"));
    no["images"] = json!(["/storage/worn.png"]);
    let rejected = clerk.done(&format!("{REFUNDS}/reject"), no).await;
    assert_eq!((&rejected["status"], &rejected["reject_images"]), (&json!(3), &json!(["/storage/worn.png"])), "{rejected}");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn a_refund_counts_on_the_day_its_money_was_back() {
    let trade = trade(5, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = sent(&trade, &ann, 1, "10.00", "a").await;
    let refunded = async || trade.shop.clerk.got("/admin/shop.Dashboard/index").await["today"]["refunded"].clone();
    trade.shop.clerk.done(&format!("{ORDERS}/close"), json!({ "id": row["id"], "reason": "lost", "goods": "back" })).await;
    assert_eq!(refunded().await, "10.00");
    // The money was back long ago, and something else has changed today.
    let query = "UPDATE shop_refund SET paid_time = update_time - 5 * 86400 RETURN NONE";
    trade.shop.world.node.store().run(query, vec![]).await.expect("a query");
    assert_eq!(refunded().await, "0.00");
    let months = trade.shop.clerk.got("/admin/shop.Dashboard/months").await["list"].clone();
    let sum: f64 = months.as_array().into_iter().flatten().filter_map(|month| month["refunded"].as_str()?.parse::<f64>().ok()).sum();
    assert!((sum - 10.0).abs() < 0.001, "{months}");
}

#[tokio::test]
async fn what_is_closed_half_sent_is_paid_back_and_the_member_sends_what_has_left() {
    let trade = trade(5, "3.33", json!({})).await;
    let (ann, clerk) = (trade.buyer("ann", "100").await, &trade.shop.clerk);
    let row = trade.paid(&ann, 3, "9.99", "a").await;
    let mut part = trade.parcel(&row, "EX");
    part["lines"] = json!([{ "line": 1, "quantity": 2 }]);
    let row = clerk.done(&format!("{ORDERS}/delivery"), part).await["row"].clone();
    let close = format!("{ORDERS}/close");
    let mut body = json!({ "id": row["id"], "reason": "no more", "goods": "back", "return_address_id": 99 });
    assert_eq!(field(&clerk.post(&close, &body).await), ("return_address_id", "error.reference"));
    let address = return_address(&trade).await;
    body["return_address_id"] = address.clone();
    let closed = clerk.done(&close, body).await["row"].clone();
    assert_eq!((&closed["status"], &closed["refund_amount"], trade.money(&ann).await.as_str()), (&json!(6), &json!("9.99"), "100.00"), "{closed}");
    let said = |no: usize, name: &str| closed["refunds"][no][name].clone();
    assert_eq!((said(0, "type"), said(0, "refund_amount"), said(0, "status")), (json!(1), json!("3.33"), json!(2)), "what never left: {closed}");
    assert_eq!((said(1, "type"), said(1, "refund_amount"), said(1, "status")), (json!(2), json!("6.66"), json!(1)), "what has left: {closed}");
    assert_eq!((said(1, "user_ship_status"), said(1, "return_address_id")), (json!(0), address));
    let own = ann.who.got("/api/shop.Refund/index").await["list"][0].clone();
    assert_eq!(own["allowed"], json!(["ship"]), "the money is back, so it is not given up any more: {own}");
    let sent = json!({ "id": own["id"], "company": "Express", "courier_number": "B1" });
    assert_eq!(ann.who.done("/api/shop.Refund/ship", sent).await["user_ship_status"], 1);
    let lines = json!([{ "line": 1, "quantity": 2 }]);
    let here = clerk.done(&format!("{REFUNDS}/receive"), json!({ "id": own["id"], "lines": lines })).await;
    assert_eq!((&here["status"], &here["missing"]), (&json!(2), &json!([])), "only what has left is counted: {here}");
    assert_eq!(trade.money(&ann).await, "100.00", "once");
}

#[tokio::test]
async fn goods_that_come_back_wait_for_an_area_to_be_inspected_in() {
    let trade = trade(5, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = sent(&trade, &ann, 2, "20.00", "a").await;
    let refund = ann.who.done("/api/shop.Refund/apply", ask(&row, 2, &[(1, 2)])).await;
    let refund = agreed(&trade, &refund, json!({})).await;
    ann.who.done("/api/shop.Refund/ship", json!({ "id": refund["id"], "company": "Express", "courier_number": "B1" })).await;
    trade.shop.clerk.done(&format!("{REFUNDS}/receive"), json!({ "id": refund["id"] })).await;
    // The money is back; the goods are nobody's to buy, and staff is told why.
    let exceptions = async || trade.shop.clerk.got("/admin/shop.order.Exception/index").await["list"].clone();
    let doubted = async || {
        for () in crate::support::turns() {
            let list = exceptions().await;
            if list.as_array().is_some_and(|rows| !rows.is_empty()) {
                return list;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("nobody is told");
    };
    let list = doubted().await;
    assert_eq!((&list[0]["kind"], &list[0]["why"], &list[0]["order_no"]), (&json!("stock"), &json!("inspect"), &row["order_no"]), "{list}");
    assert_eq!((&trade.row(&row["id"]).await["status"], trade.available().await), (&json!(6), "3".to_owned()));
    let list = trade.shop.clerk.got("/admin/shop.notify.Notify/index").await["list"].clone();
    let said = list.as_array().into_iter().flatten().find(|notice| notice["message_type"] == "shop.stock_exception");
    assert!(said.is_some_and(|notice| notice["message"].as_str().is_some_and(|text| text.contains("area to inspect"))), "{list}");
    let again = json!({ "kind": "stock", "order_id": row["id"] });
    assert_eq!(key(&trade.shop.clerk.post("/admin/shop.order.Exception/handle", &again).await), "shop.delivery.doubt");

    let area = json!({ "warehouses_id": trade.shop.warehouse, "name": "Inspection", "serial_no": "Q", "purpose": 1 });
    trade.shop.clerk.done("/admin/warehouse.WarehouseArea/add", area).await;
    trade.shop.clerk.done("/admin/shop.order.Exception/handle", again).await;
    assert_eq!((exceptions().await, trade.available().await), (json!([]), "3".to_owned()));
    let goods = trade.shop.clerk.got("/admin/warehouse.Inventory/index").await["list"].clone();
    let held: Vec<_> = goods.as_array().into_iter().flatten().filter(|place| place["held_quantity"] == "2").collect();
    assert_eq!(held.len(), 1, "{goods}");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn goods_come_back_to_the_warehouse_of_the_address_they_are_sent_to() {
    let trade = trade(5, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let row = json!({ "name": "Returns", "serial_no": "W9" });
    let there = clerk.done("/admin/warehouse.Warehouse/add", row).await["id"].clone();
    let area = async |name: &str| {
        let area = json!({ "warehouses_id": there, "name": name, "serial_no": name, "purpose": 1 });
        clerk.done("/admin/warehouse.WarehouseArea/add", area).await["id"].clone()
    };
    let (_, bench) = (area("Q1").await, area("Q2").await);
    let address = json!({
        "name": "Desk", "mobile": "13800138002", "city": [440_000, 440_300, 440_303], "address": "1 Street", "is_return": 1,
        "warehouses_id": there, "warehouses_areas_id": bench,
    });
    let address = clerk.done("/admin/shop.delivery.Address/add", address).await["id"].clone();
    let ann = trade.buyer("ann", "100").await;
    let row = sent(&trade, &ann, 2, "20.00", "a").await;
    let refund = ann.who.done("/api/shop.Refund/apply", ask(&row, 2, &[(1, 2)])).await;
    let refund = agreed(&trade, &refund, json!({ "return_address_id": address })).await;
    ann.who.done("/api/shop.Refund/ship", json!({ "id": refund["id"], "company": "Express", "courier_number": "B1" })).await;
    clerk.done(&format!("{REFUNDS}/receive"), json!({ "id": refund["id"] })).await;
    let mut places = Value::Null;
    for () in crate::support::turns() {
        places = clerk.got(&format!("/admin/warehouse.Inventory/index?warehouses_id={there}")).await["list"].clone();
        if places.as_array().is_some_and(|rows| rows.iter().any(|place| place["warehouses_id"] == there)) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let found: Vec<_> = places.as_array().into_iter().flatten().filter(|place| place["warehouses_id"] == there).collect();
    assert_eq!((found.len(), &found[0]["warehouses_areas_id"], &found[0]["held_quantity"]), (1, &bench, &json!("2")), "{places}");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn buttons_of_a_refund_are_those_that_the_warehouse_allows() {
    let trade = trade(5, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.paid(&ann, 1, "10.00", "a").await;
    let refund = ann.who.done("/api/shop.Refund/apply", ask(&row, 1, &[(1, 1)])).await;
    let auditor = trade.shop.person("auditor", &["shop/order/refund/index", "shop/order/refund/audit"]).await;
    let allowed = async || {
        let listed = auditor.got(&format!("{REFUNDS}/index")).await["list"][0]["allowed"].clone();
        let opened = auditor.got(&format!("{REFUNDS}/detail?id={}", refund["id"])).await["row"]["allowed"].clone();
        assert_eq!(listed, opened, "{opened}");
        listed
    };
    assert_eq!(allowed().await, json!(["audit"]));
    let groups = trade.shop.clerk.got("/admin/auth.Group/index").await["list"].clone();
    let group = groups.as_array().into_iter().flatten().find(|group| group["name"] == "auditor").map(|group| group["id"].clone());
    for right in ["work", "see"] {
        trade.shop.clerk.done("/admin/auth.Group/edit", json!({ "id": group, "warehouse_right": right })).await;
        assert_eq!(allowed().await, json!([]), "{right}");
    }
    let refused = auditor.post(&format!("{REFUNDS}/audit"), &json!({ "id": refund["id"], "agree": true })).await;
    assert_eq!(key(&refused), "error.warehouse.decide", "{refused}");
}
