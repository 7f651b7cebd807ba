//! What staff and members do around orders: files of orders and of parcels, freight that is tried out, limits, notices.

use entrepot_store::shop::offers::OfferTerms;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::shop_evaluations::{picture, received};
use crate::shop_orders::{Buyer, trade};
use crate::world::Visitor;

const ORDERS: &str = "/admin/shop.order.Order";
const EXPORTS: &str = "/admin/shop.order.Export";

async fn finished(who: &Visitor, task: &Value) -> Value {
    for () in crate::support::turns() {
        let list = who.got(&format!("{EXPORTS}/index")).await["list"].clone();
        if let Some(row) = list.as_array().into_iter().flatten().find(|row| row["id"] == *task && row["status"].as_i64() >= Some(2)) {
            return row.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the export does not end");
}

async fn file(who: &Visitor, task: &Value) -> Vec<Vec<String>> {
    let file = who.ask(Method::GET, &format!("{EXPORTS}/download?id={task}")).send().await.expect("an answer").text().await.expect("text");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect()
}

#[tokio::test]
async fn orders_are_exported_line_by_line_with_the_columns_that_were_chosen() {
    let trade = trade(20, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let mut body = trade.basket(&ann, 2);
    body["pay_amount"] = "20.00".into();
    body["remark"] = "=1+1".into();
    let order = ann.who.done("/api/shop.Order/add", body).await["row"].clone();
    trade.paid(&ann, 1, "10.00", "b").await;

    let clerk = &trade.shop.clerk;
    let add = format!("{ORDERS}/addExportTask");
    for (body, wrong) in [
        (json!({ "name": " " }), ("name", "error.required")),
        (json!({ "name": "x", "columns": ["order_no", "order_no"] }), ("columns", "error.shop.export_columns")),
        (json!({ "name": "x", "columns": ["cost"] }), ("columns", "error.shop.export_columns")),
        (json!({ "name": "x", "format": "pdf" }), ("format", "error.choice")),
    ] {
        assert_eq!(field(&clerk.post(&add, &body).await), wrong, "{body}");
    }
    let columns = json!(["order_no", "status", "quantity", "pay_share", "mobile", "address", "remark"]);
    let unpaid = "search[0][field]=status&search[0][operator]=%3D&search[0][val]=1";
    let task = clerk.done(&add, json!({ "name": "Unpaid", "columns": columns, "filter": unpaid })).await["task"].clone();
    let row = finished(clerk, &task).await;
    assert_eq!((&row["status"], &row["rows"], &row["name"], &row["columns"]), (&json!(2), &json!(1), &json!("Unpaid"), &columns), "{row}");
    let rows = file(clerk, &task).await;
    assert_eq!(rows[0], ["Order number", "Status", "Pieces", "Due for the line", "Mobile", "Address", "Member’s remark"]);
    let number = order["order_no"].as_str().expect("a number");
    assert_eq!(rows[1][..6], [number, "To pay", "2", "20.00", "13800138001", "深南东路 1 号"]);
    assert!(!rows[1][6].starts_with('='), "no formula: {rows:?}");

    // Every column, all orders.
    let task = clerk.done(&add, json!({ "name": "All" })).await["task"].clone();
    assert_eq!(finished(clerk, &task).await["rows"], 2);
    let known = clerk.got(&format!("{ORDERS}/exportColumns")).await["list"].clone();
    assert_eq!(file(clerk, &task).await[0].len(), known.as_array().expect("columns").len());

    // Without the right to send or change orders numbers are masked; an export is its own right, and one's own.
    let reader = trade.shop.person("reader", &["shop/order/order/index", "shop/order/order/addexporttask", "shop/order/export/index"]).await;
    let task = reader.done(&add, json!({ "name": "Masked", "columns": ["mobile", "address"] })).await["task"].clone();
    finished(&reader, &task).await;
    assert_eq!(file(&reader, &task).await[1], ["138****8001", "********"]);
    assert_eq!(reader.got(&format!("{EXPORTS}/index")).await["total"], 1);
    let viewer = trade.shop.person("viewer", &["shop/order/order/index", "shop/order/export/index", "shop/order/export/del"]).await;
    assert_eq!(viewer.post(&add, &json!({ "name": "x" })).await["code"], 401);
    assert_eq!(viewer.get(&format!("{EXPORTS}/download?id={task}")).await["code"], 401);
    assert_eq!(key(&viewer.post(&format!("{EXPORTS}/del"), &json!({ "ids": [task] })).await), "error.not_found");
    assert_eq!(reader.post(&format!("{EXPORTS}/del"), &json!({ "ids": [task] })).await["code"], 401);
    assert_eq!(clerk.post(&format!("{EXPORTS}/del"), &json!({ "ids": [task] })).await["code"], 1);
    assert_eq!(key(&reader.get(&format!("{EXPORTS}/download?id={task}")).await), "error.not_found");
}

async fn sheet(who: &Visitor, text: String, dry: bool) -> Value {
    let part = Part::bytes(text.into_bytes()).file_name("parcels.csv");
    let form = Form::new().part("file", part).text("dry", if dry { "1" } else { "0" });
    let asked = who.ask(Method::POST, &format!("{ORDERS}/deliveryFile")).multipart(form);
    asked.send().await.expect("an answer").json().await.expect("JSON")
}

#[tokio::test]
async fn a_file_sends_many_parcels_and_none_twice() {
    let trade = trade(20, "10.00", json!({})).await;
    let (ann, clerk) = (trade.buyer("ann", "100").await, &trade.shop.clerk);
    let one = trade.paid(&ann, 1, "10.00", "a").await;
    let two = trade.paid(&ann, 2, "20.00", "b").await;
    let number = |row: &Value| row["order_no"].as_str().expect("a number").to_owned();
    let (first, second) = (number(&one), number(&two));
    let head = "Order number,Parcel,Delivery company,Tracking number\n";
    let bad = format!("{head}{first},,Nobody,X1\n{second},9,EXP,X2\n123,,EXP,X3\n{first},,exp,\n{second},1,Express,X4\n{second},,EXP,X5\n");
    let faults = sheet(clerk, bad, false).await["data"].clone();
    let at: Vec<(i64, &str)> = faults["errors"]
        .as_array()
        .expect("faults")
        .iter()
        .map(|row| (row["row"].as_i64().unwrap_or(0), row["column"].as_str().unwrap_or_default()))
        .collect();
    let expected = [(2, "Delivery company"), (3, "Parcel"), (4, "Order number"), (5, "Tracking number"), (7, "Parcel")];
    assert_eq!((at.as_slice(), &faults["dry"], &faults["sent"]), (expected.as_slice(), &json!(true), &json!(1)), "{faults}");
    assert_eq!(trade.row(&two["id"]).await["status"], 2, "a file with faults sends nothing");

    let good = format!("{head}{first},,Express,X1\n{second},1,EXP,X2\n");
    let tried = sheet(clerk, good.clone(), true).await["data"].clone();
    assert_eq!((&tried["sent"], &tried["bad"], &tried["dry"]), (&json!(2), &json!(0), &json!(true)), "{tried}");
    assert_eq!(trade.row(&one["id"]).await["status"], 2);
    let sent = sheet(clerk, good.clone(), false).await["data"].clone();
    assert_eq!((&sent["sent"], &sent["bad"], &sent["dry"]), (&json!(2), &json!(0), &json!(false)), "{sent}");
    let row = trade.row(&one["id"]).await;
    assert_eq!((&row["status"], &row["parcels"][0]["courier_number"]), (&json!(3), &json!("X1")), "{row}");
    let again = sheet(clerk, good, false).await["data"].clone();
    assert_eq!((&again["sent"], &again["repeated"], &again["bad"]), (&json!(0), &json!(2), &json!(0)), "{again}");
    let reader = trade.shop.person("reader", &["shop/order/order/index"]).await;
    assert_eq!(sheet(&reader, format!("{head}{first},,EXP,Z\n"), false).await["code"], 401);
    let template = clerk.ask(Method::GET, &format!("{ORDERS}/deliveryTemplate")).send().await.expect("an answer").text().await.expect("text");
    assert!(template.contains("Tracking number"), "{template}");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn the_calculator_shows_how_freight_comes_about() {
    let rule = json!({ "area_ids": [], "first": "1", "freight": "8.00", "continue": "1", "continue_freight": "2.00" });
    let trade = trade(20, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let template = json!({ "name": "By piece", "method": 1, "rules": [rule], "no_area_ids": [540_000] });
    let template = clerk.done("/admin/shop.delivery.Template/add", template).await["id"].clone();
    let path = "/admin/shop.delivery.Template/calculate";
    let mut body = json!({ "lines": [{ "sku_id": trade.sku, "quantity": 3 }], "area": [440_000, 440_300, 440_303] });
    let free = clerk.done(path, body.clone()).await;
    assert_eq!((&free["freight"], &free["steps"]), (&json!("0.00"), &json!([])), "the shop pays: {free}");
    body["template_id"] = template;
    let quote = clerk.done(path, body.clone()).await;
    let step = &quote["steps"][0];
    assert_eq!(
        (&quote["freight"], &step["steps"], &step["measure"], &quote["goods_amount"]),
        (&json!("12.00"), &json!(2), &json!(3), &json!("30.00")),
        "{quote}"
    );
    body["area"] = json!([540_000, 540_100, 540_102]);
    let refused = clerk.post(path, &body).await;
    assert_eq!((key(&refused), &refused["data"]["lines"]), ("error.shop.not_delivered", &json!([1])));
    let name = refused["data"]["names"][0].as_str().unwrap_or_default();
    assert!(!name.is_empty() && refused["msg"].as_str().is_some_and(|text| text.ends_with(&format!(": {name}"))), "{refused}");
    body["area"] = json!([1]);
    assert_eq!(field(&clerk.post(path, &body).await), ("area", "address.area"));
    let reader = trade.shop.person("reader", &["shop/delivery/template/index"]).await;
    assert_eq!(reader.post(path, &body).await["code"], 401);
}

#[tokio::test]
async fn a_member_places_and_asks_only_so_often_and_keeps_few_orders_unpaid() {
    let trade = trade(50, "10.00", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "100").await, trade.buyer("bob", "100").await);
    for at in 0..5 {
        assert_eq!(trade.place(&ann, 1, "10.00", &format!("a{at}")).await["code"], 1);
    }
    let full = trade.place(&ann, 1, "10.00", "a5").await;
    assert_eq!((key(&full), &full["data"]["most"]), ("shop.unpaid", &json!(5)), "{full}");
    for at in 6..10 {
        assert_eq!(key(&trade.place(&ann, 1, "10.00", &format!("a{at}")).await), "shop.unpaid");
    }
    let often = trade.place(&ann, 1, "10.00", "a10").await;
    assert_eq!(key(&often), "error.rate", "{often}");
    assert!(often["data"]["seconds"].as_i64().is_some_and(|seconds| (1..=60).contains(&seconds)), "{often}");
    assert_eq!(trade.place(&ann, 1, "10.00", "a0").await["data"]["repeated"], true, "what was done answers all the same");
    assert_eq!(trade.place(&bob, 1, "10.00", "b").await["code"], 1, "others are not concerned");
    for _ in 0..60 {
        assert_eq!(bob.who.post("/api/shop.Order/quote", &trade.basket(&bob, 1)).await["code"], 1);
    }
    assert_eq!(key(&bob.who.post("/api/shop.Order/quote", &trade.basket(&bob, 1)).await), "error.rate");
    // The same address twice is one address.
    let mut address = json!({ "name": "Ann", "mobile": "13800138001", "area": [440_000, 440_300, 440_303], "address": "1", "command_id": "x" });
    let added = ann.who.done("/api/shop.Address/add", address.clone()).await["row"]["id"].clone();
    address["address"] = "2".into();
    let again = ann.who.done("/api/shop.Address/add", address.clone()).await["row"].clone();
    assert_eq!((&again["id"], &again["address"]), (&added, &json!("1")), "the first answer");
    assert_ne!(bob.who.done("/api/shop.Address/add", address).await["row"]["id"], added, "a command is its member's");
    assert_eq!(ann.who.got("/api/shop.Address/index").await["list"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_member_holds_so_many_pieces_unpaid_and_so_much_and_never_hears_how_many_are_there() {
    let trade = trade(50, "10.00", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "100").await, trade.buyer("bob", "100").await);
    let set = async |name: &str, value: &str| trade.shop.clerk.done("/admin/shop.Settings/edit", json!({ name: value })).await;
    set("unpaid_pieces_max", "8").await;
    assert_eq!(key(&trade.place(&ann, 9, "90.00", "a0").await), "shop.unpaid_pieces", "also in one order");
    let first = trade.place(&ann, 5, "50.00", "a1").await;
    assert_eq!(first["code"], 1, "{first}");
    let full = trade.place(&ann, 4, "40.00", "a2").await;
    assert_eq!((key(&full), &full["data"]["most"]), ("shop.unpaid_pieces", &json!(8)), "{full}");
    assert_eq!(trade.place(&ann, 3, "30.00", "a3").await["code"], 1);
    assert_eq!(trade.place(&bob, 8, "80.00", "b1").await["code"], 1, "others are not concerned");
    // What is paid is held no more, and neither is what is cancelled.
    ann.who.done("/api/shop.Pay/begin", json!({ "order_no": first["data"]["row"]["order_no"], "method": 1 })).await;
    set("unpaid_pieces_max", "1000").await;
    set("unpaid_amount_max", "79.99").await;
    let dear = trade.place(&ann, 5, "50.00", "a4").await;
    assert_eq!((key(&dear), &dear["data"]["most"]), ("shop.unpaid_amount", &json!("79.99")), "{dear}");
    assert_eq!(trade.place(&ann, 4, "40.00", "a5").await["code"], 1);
    set("unpaid_amount_max", "100000").await;
    let there = trade.available().await;
    let short = trade.place(&ann, 49, "490.00", "a6").await;
    assert_eq!(key(&short), "shop.short", "{short}");
    assert_eq!(short["data"]["lines"], json!([{ "line": 1, "wanted": 49 }]), "not a word of the {there} that are there");
    let text = short["msg"].as_str().expect("text");
    assert!(text.contains("Pen") && !text.contains(&there), "{text}");
}

async fn notices(buyer: &Buyer) -> Vec<String> {
    let page = buyer.who.got("/api/account/notifications?limit=100").await;
    let rows = page["list"].as_array().cloned().unwrap_or_default();
    let of_orders = rows.iter().filter(|row| !["money", "score"].contains(&row["message_type"].as_str().unwrap_or_default()));
    of_orders.map(|row| row["message"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn members_are_notified_of_decisions_about_their_orders() {
    let trade = trade(50, "10.00", json!({})).await;
    let (ann, clerk) = (trade.buyer("ann", "100").await, &trade.shop.clerk);
    let sent = received(&trade, &ann, 2, "20.00", "a").await;
    let number = sent["order_no"].as_str().expect("a number").to_owned();
    assert_eq!(notices(&ann).await, [format!("Order {number}: a parcel was shipped, tracking number EX")], "nothing of what she did herself");
    let ask = |line: i64| json!({ "order_no": number, "type": 1, "lines": [{ "line": 1, "quantity": line }], "reason": "broken" });
    let refund = ann.who.done("/api/shop.Refund/apply", ask(1)).await;
    let own = picture(&ann.who, "/api/ajax/upload", 3).await;
    clerk.done("/admin/shop.order.Refund/audit", json!({ "id": refund["id"], "agree": false, "reason": "worn" })).await;
    assert_eq!(notices(&ann).await[0], format!("Order {number}: the refund was refused: worn"));
    let mut again = ask(1);
    again["images"] = json!(["/storage/of-somebody-else.png"]);
    assert_eq!(field(&ann.who.post("/api/shop.Refund/apply", &again).await), ("images", "error.reference"));
    again["images"] = json!([own]);
    let refund = ann.who.done("/api/shop.Refund/apply", again).await;
    clerk.done("/admin/shop.order.Refund/audit", json!({ "id": refund["id"], "agree": true })).await;
    assert_eq!(notices(&ann).await[0], format!("Order {number}: the shop agreed to the refund of 10.00"));

    let row = trade.paid(&ann, 1, "10.00", "b").await;
    let number = row["order_no"].as_str().expect("a number").to_owned();
    for (agree, reason, notice) in
        [(false, "packed already", format!("Order {number} is not cancelled: packed already")), (true, "", format!("Order {number} is cancelled"))]
    {
        ann.who.done("/api/shop.Order/applyCancel", json!({ "order_no": number })).await;
        clerk.done(&format!("{ORDERS}/cancel"), json!({ "id": row["id"], "agree": agree, "reason": reason })).await;
        assert_eq!(notices(&ann).await[0], notice);
    }
    let late = trade.place(&ann, 1, "10.00", "late").await["data"]["row"].clone();
    let node = &trade.shop.world.node;
    node.store().run(&format!("UPDATE shop_order:{} SET due_at = 1, wake_at = 1 RETURN NONE", late["id"]), vec![]).await.expect("a timer");
    node.system().shop().sweep().await.expect("a sweep");
    let number = late["order_no"].as_str().expect("a number");
    assert_eq!(notices(&ann).await[0], format!("Order {number} was not paid in time and is closed"));
    let coupon = json!({ "name": "Five off", "type": 1, "amount": "5", "min_amount": "0", "get_type": 3, "valid_type": 2, "valid_days": 5 });
    let coupon = clerk.done("/admin/shop.marketing.Coupon/add", coupon).await["id"].clone();
    let give = json!({ "id": coupon, "user_ids": [ann.id], "command_id": "gift" });
    clerk.done("/admin/shop.marketing.Coupon/give", give.clone()).await;
    clerk.done("/admin/shop.marketing.Coupon/give", give).await;
    let all = notices(&ann).await;
    assert_eq!(all.iter().filter(|notice| *notice == "You have a new coupon: Five off").count(), 1, "{all:?}");
}

#[tokio::test]
async fn staff_is_notified_of_few_goods_once_a_day() {
    let trade = trade(6, "10.00", json!({})).await;
    let (ann, clerk) = (trade.buyer("ann", "100").await, &trade.shop.clerk);
    let node = &trade.shop.world.node;
    let notify =
        async || node.store().notify_few_goods(5, OfferTerms { today: &node.today(), ..OfferTerms::default() }).await.expect("notices").notifications;
    assert_eq!(notify().await, 0);
    trade.paid(&ann, 2, "20.00", "a").await;
    assert_eq!((notify().await, notify().await), (1, 0));
    let page = clerk.got("/admin/notification.Index/index?limit=100").await;
    let notified: Vec<&Value> = page["list"].as_array().into_iter().flatten().filter(|row| row["message_type"] == "shop.goods_few").collect();
    assert_eq!(notified.len(), 1, "{page}");
    assert!(notified[0]["message"].as_str().is_some_and(|text| text.contains("only 4 left")), "{notified:?}");
}
