//! Orders of the shop over HTTP: the whole way of one, and what happens at once.

use entrepot::config::services::ServiceSettings;
use futures::future::join_all;
use serde_json::{Value, json};

use crate::order_steps::{Shop, field, key, shop_with};
use crate::world::Visitor;

const ORDERS: &str = "/admin/shop.order.Order";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";
const AREA: [i64; 3] = [440_000, 440_300, 440_303];

pub struct Buyer {
    pub who: Visitor,
    pub id: i64,
    pub address: i64,
}

pub struct Trade {
    pub shop: Shop,
    pub sku: i64,
    pub goods: i64,
    pub company: i64,
}

/// A shop that sells pens at a price, of which so many are there.
pub async fn trade(pieces: i64, price: &str, more: Value) -> Trade {
    trade_with(ServiceSettings::default(), pieces, price, more).await
}

/// The same with services of its own.
pub async fn trade_with(services: ServiceSettings, pieces: i64, price: &str, more: Value) -> Trade {
    let shop = shop_with(services, json!({})).await;
    shop.arrived(pieces, "2.5", "", "").await;
    let clerk = &shop.clerk;
    let classify = clerk.done("/admin/shop.goods.Classify/add", json!({ "name": "Pens" })).await["id"].clone();
    let mut body = json!({
        "name": "Pen", "classify_ids": [classify], "images": ["/storage/pen.png"], "spec_type": 1, "status": 1,
        "skus": [{ "price": price, "product_id": shop.product, "ratio": "1" }],
    });
    more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
    let goods = clerk.done("/admin/shop.goods.Goods/add", body).await["id"].as_i64().expect("an id");
    let skus = shop.world.node.store().rows::<i64>("SELECT VALUE record::id(id) FROM shop_sku", vec![]).await.expect("SKUs");
    let carrier = clerk.got("/admin/warehouse.Carrier/index").await["list"][0]["id"].clone();
    let company = json!({ "name": "Express", "code": "EXP", "carrier_id": carrier, "tracking_url": "https://example.com/{no}" });
    let company = clerk.done("/admin/shop.delivery.Company/add", company).await["id"].as_i64().expect("an id");
    Trade { shop, sku: skus[0], goods, company }
}

impl Trade {
    /// A member with an address and so much money.
    pub async fn buyer(&self, name: &str, money: &str) -> Buyer {
        let (who, id) = self.shop.world.member(name).await;
        if money != "0" {
            self.shop.clerk.done("/admin/user.MoneyLog/add", json!({ "user_id": id, "money": money, "memo": "for the test" })).await;
        }
        let address = json!({ "name": name, "mobile": "13800138001", "area": AREA, "address": "深南东路 1 号" });
        let address = who.done("/api/shop.Address/add", address).await["row"]["id"].as_i64().expect("an id");
        Buyer { who, id, address }
    }

    pub fn basket(&self, buyer: &Buyer, quantity: i64) -> Value {
        json!({ "lines": [{ "sku_id": self.sku, "quantity": quantity }], "address_id": buyer.address })
    }

    pub async fn place(&self, buyer: &Buyer, quantity: i64, amount: &str, command: &str) -> Value {
        let mut body = self.basket(buyer, quantity);
        body["pay_amount"] = amount.into();
        body["command_id"] = command.into();
        buyer.who.post("/api/shop.Order/add", &body).await
    }

    /// An order that is paid, whose goods an outbound order holds.
    pub async fn paid(&self, buyer: &Buyer, quantity: i64, amount: &str, command: &str) -> Value {
        let placed = self.place(buyer, quantity, amount, command).await;
        assert_eq!(placed["code"], 1, "{placed}");
        let order_no = &placed["data"]["row"]["order_no"];
        buyer.who.done("/api/shop.Pay/begin", json!({ "order_no": order_no, "method": 1 })).await;
        self.handed_over(&placed["data"]["row"]["id"]).await
    }

    /// Waits until nothing is left to do of an order.
    pub async fn handed_over(&self, id: &Value) -> Value {
        for _ in 0..2_000 {
            let row = self.row(id).await;
            let parcels = row["parcels"].as_array().cloned().unwrap_or_default();
            if parcels.iter().all(|parcel| parcel["outbound_order_id"].is_i64() || parcel["status"] == 3) {
                return row;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("the goods are not handed over: {}", self.row(id).await);
    }

    pub async fn row(&self, id: &Value) -> Value {
        self.shop.clerk.got(&format!("{ORDERS}/detail?id={id}")).await["row"].clone()
    }

    pub fn parcel(&self, row: &Value, number: &str) -> Value {
        json!({ "id": row["id"], "parcel": 1, "company_id": self.company, "courier_number": number, "version": row["version"] })
    }

    pub async fn available(&self) -> String {
        let list = self.shop.clerk.got("/admin/warehouse.Inventory/index").await["list"].clone();
        list[0]["available_quantity"].as_str().unwrap_or_default().to_owned()
    }

    pub async fn money(&self, buyer: &Buyer) -> String {
        let list =
            self.shop.clerk.got(&format!("/admin/user.User/index?search[0][field]=id&search[0][operator]=%3D&search[0][val]={}", buyer.id)).await;
        list["list"][0]["money"].as_str().unwrap_or_default().to_owned()
    }
}

#[tokio::test]
async fn an_order_goes_its_whole_way_through_the_ledger() {
    let trade = trade(10, "12.50", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "100").await, trade.buyer("bob", "0").await);
    let quote = ann.who.done("/api/shop.Order/quote", trade.basket(&ann, 3)).await;
    assert_eq!((&quote["pay_amount"], &quote["lines"][0]["pay_share"], &quote["ships"]), (&json!("37.50"), &json!("37.50"), &json!(true)), "{quote}");

    // Another price than the one that was shown: the new quote, and nothing is held.
    let refused = trade.place(&ann, 3, "30.00", "c0").await;
    assert_eq!((key(&refused), &refused["data"]["quote"]["pay_amount"]), ("shop.quote.changed", &json!("37.50")), "{refused}");
    let line = &refused["data"]["quote"]["lines"][0];
    assert_eq!((&line["line"], &line["goods_amount"]), (&json!(1), &json!("37.50")), "the checkout marks what has changed by it");
    assert_eq!(trade.available().await, "10");
    let mut far = trade.basket(&ann, 3);
    far["address_id"] = bob.address.into();
    far["pay_amount"] = "37.50".into();
    assert_eq!(field(&ann.who.post("/api/shop.Order/add", &far).await), ("address_id", "error.reference"), "another's address");

    let placed = trade.place(&ann, 3, "37.50", "c1").await;
    assert_eq!((placed["code"].as_i64(), &placed["data"]["row"]["status"]), (Some(1), &json!(1)), "{placed}");
    let again = trade.place(&ann, 3, "37.50", "c1").await;
    assert_eq!((&again["data"]["row"]["order_no"], &again["data"]["repeated"]), (&placed["data"]["row"]["order_no"], &json!(true)), "{again}");
    assert_eq!(trade.available().await, "7", "one order is held once");
    let held = trade.shop.clerk.got("/admin/warehouse.Reservation/index").await["list"].clone();
    assert_eq!((&held[0]["order_kind"], &held[0]["quantity"], held.as_array().map(Vec::len)), (&json!("shop"), &json!("3"), Some(1)), "{held}");

    // Another member's order does not exist.
    let order_no = placed["data"]["row"]["order_no"].clone();
    for path in ["cancel", "applyCancel", "receive", "hide", "extend"] {
        assert_eq!(key(&bob.who.post(&format!("/api/shop.Order/{path}"), &json!({ "order_no": order_no })).await), "error.not_found", "{path}");
    }
    assert_eq!(key(&bob.who.get(&format!("/api/shop.Order/detail?order_no={}", order_no.as_str().expect("a number"))).await), "error.not_found");
    assert_eq!(key(&bob.who.post("/api/shop.Pay/begin", &json!({ "order_no": order_no })).await), "error.not_found");
    let stranger = trade.shop.world.visitor();
    assert_eq!(stranger.post("/api/shop.Order/quote", &trade.basket(&ann, 1)).await["data"]["type"], "need login");

    let paid = ann.who.done("/api/shop.Pay/begin", json!({ "order_no": order_no, "method": 1 })).await["row"].clone();
    assert_eq!((&paid["status"], &paid["paid_amount"]), (&json!(2), &json!("37.50")));
    assert_eq!(key(&ann.who.post("/api/shop.Pay/begin", &json!({ "order_no": order_no, "method": 1 })).await), "shop.transition", "not twice");
    assert_eq!(trade.money(&ann).await, "62.50");
    let row = trade.handed_over(&paid["id"]).await;
    assert_eq!(trade.available().await, "7", "the hold went over");
    let outbound = json!({ "id": row["parcels"][0]["outbound_order_id"] });
    let sent = trade.shop.row(OUTBOUND, &outbound).await;
    assert_eq!((&sent["status"], &sent["shipment_status"], &sent["shop_order_no"]), (&json!(1), &json!(1), &order_no), "{sent}");
    assert_eq!(sent["allowed"], json!([]), "it is the shop's");
    for step in ["stock", "void", "takeBack"] {
        let refused = trade.shop.clerk.post(&format!("{OUTBOUND}/{step}"), &json!({ "id": outbound["id"], "reason": "by hand" })).await;
        assert_eq!(key(&refused), "order.transition", "{step}: {refused}");
    }
    assert!(row["allowed"].as_array().expect("buttons").contains(&json!("delivery")), "{row}");
    let unknown = json!({ "id": row["id"], "parcel": 7, "company_id": trade.company, "courier_number": "X" });
    assert_eq!(field(&trade.shop.clerk.post(&format!("{ORDERS}/delivery"), &unknown).await), ("parcel", "error.reference"));

    // A part leaves first, the rest stays a parcel of its own.
    let mut part = trade.parcel(&row, "EX1");
    part["lines"] = json!([{ "line": 1, "quantity": 1 }]);
    let first = trade.shop.clerk.done(&format!("{ORDERS}/delivery"), part).await["row"].clone();
    assert_eq!(
        (&first["status"], first["parcels"].as_array().map(Vec::len), &first["lines"][0]["shipped"]),
        (&json!(2), Some(2), &json!(1)),
        "{first}"
    );
    let mut rest = trade.parcel(&first, "EX2");
    rest["parcel"] = 2.into();
    let second = trade.shop.clerk.done(&format!("{ORDERS}/delivery"), rest.clone()).await["row"].clone();
    assert_eq!((&second["status"], &second["lines"][0]["shipped"]), (&json!(3), &json!(3)), "{second}");
    assert_ne!(trade.shop.clerk.post(&format!("{ORDERS}/delivery"), &rest).await["code"], 1, "it has left");
    let sent = trade.shop.row(OUTBOUND, &outbound).await;
    assert_eq!((&sent["status"], &sent["shipment_status"]), (&json!(2), &json!(2)), "{sent}");
    assert_eq!(ann.who.done("/api/shop.Order/receive", json!({ "order_no": order_no })).await["row"]["status"], 4);
    let seen = ann.who.got(&format!("/api/shop.Order/detail?order_no={}", order_no.as_str().expect("a number"))).await;
    assert_eq!((&seen["row"]["parcels"][0]["warehouses_id"], &seen["companies"][0]["name"]), (&Value::Null, &json!("Express")), "{seen}");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn the_last_pieces_are_sold_once() {
    let trade = trade(3, "10.00", json!({})).await;
    let mut buyers = Vec::new();
    for at in 0..8 {
        buyers.push(trade.buyer(&format!("member{at}"), "50").await);
    }
    let answers = join_all(buyers.iter().map(|buyer| trade.place(buyer, 1, "10.00", "c"))).await;
    let (sold, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer["code"] == 1);
    assert_eq!((sold.len(), refused.len()), (3, 5), "{answers:?}");
    assert!(refused.iter().all(|answer| key(answer) == "shop.short"), "{refused:?}");
    assert_eq!(trade.available().await, "0");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn an_order_is_paid_or_runs_out_of_time_and_gives_its_goods_back() {
    let trade = trade(5, "10.00", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "50").await, trade.buyer("bob", "5").await);
    // Too little money: it stays unpaid, and nothing is taken.
    let poor = trade.place(&bob, 1, "10.00", "b").await["data"]["row"].clone();
    assert_eq!(key(&bob.who.post("/api/shop.Pay/begin", &json!({ "order_no": poor["order_no"] })).await), "shop.balance");
    assert_eq!(trade.money(&bob).await, "5.00");
    let shop = trade.shop.world.node.system().shop().clone();
    let store = trade.shop.world.node.store().clone();
    for at in 0..6 {
        let placed = trade.place(&ann, 1, "10.00", &format!("a{at}")).await["data"]["row"].clone();
        store.run(&format!("UPDATE shop_order:{} SET due_at = 1, wake_at = 1 RETURN NONE", placed["id"]), vec![]).await.expect("a timer");
        let pay = json!({ "order_no": placed["order_no"] });
        let (paid, _) = tokio::join!(ann.who.post("/api/shop.Pay/begin", &pay), shop.sweep());
        let row = trade.handed_over(&placed["id"]).await;
        // Whichever came first, the other heard of it.
        if paid["code"] == 1 {
            assert!([2, 3, 4].contains(&row["status"].as_i64().unwrap_or(0)), "{row}");
            assert_eq!(row["paid_amount"], "10.00");
            let closed = json!({ "id": row["id"], "reason": "for the next round", "goods": "back" });
            trade.shop.clerk.done(&format!("{ORDERS}/close"), closed).await;
        } else {
            assert_eq!((row["status"].as_i64(), key(&paid), &row["cancel_by"]), (Some(6), "shop.transition", &json!("system")), "{paid}");
        }
        assert_eq!(trade.money(&ann).await, "50.00");
    }
    // All but what Bob's order holds is free again.
    for _ in 0..2_000 {
        if trade.available().await == "4" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(trade.available().await, "4");
    bob.who.done("/api/shop.Order/cancel", json!({ "order_no": poor["order_no"], "reason": "no money" })).await;
    assert_eq!(trade.available().await, "5");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn a_cancellation_and_a_delivery_exclude_each_other() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    for at in 0..4 {
        let row = trade.paid(&ann, 1, "10.00", &format!("a{at}")).await;
        let mut parcel = trade.parcel(&row, &format!("EX{at}"));
        parcel["version"] = Value::Null;
        let (apply, path) = (json!({ "order_no": row["order_no"], "reason": "too late" }), format!("{ORDERS}/delivery"));
        let (asked, sent) = tokio::join!(ann.who.post("/api/shop.Order/applyCancel", &apply), trade.shop.clerk.post(&path, &parcel));
        let is = trade.row(&row["id"]).await;
        assert_eq!((asked["code"] == 1) as i64 + (sent["code"] == 1) as i64, 1, "{asked} {sent} {is}");
        if asked["code"] == 1 {
            assert_eq!(is["status"], 7, "{is}");
            let agreed = json!({ "id": row["id"], "agree": true });
            let closed = trade.shop.clerk.done(&format!("{ORDERS}/cancel"), agreed).await["row"].clone();
            assert_eq!((&closed["status"], &closed["refund_amount"]), (&json!(6), &json!("10.00")), "{closed}");
        } else {
            assert_eq!(is["status"], 3, "{is}");
        }
    }
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn a_refused_cancellation_goes_on_and_an_agreed_one_gives_everything_back() {
    let trade = trade(5, "12.34", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.paid(&ann, 2, "24.68", "a").await;
    let own = json!({ "order_no": row["order_no"] });
    assert_eq!(ann.who.done("/api/shop.Order/applyCancel", own.clone()).await["row"]["status"], 7);
    let frozen = trade.shop.clerk.post(&format!("{ORDERS}/delivery"), &trade.parcel(&json!({ "id": row["id"] }), "EX")).await;
    assert_eq!(key(&frozen), "shop.transition", "{frozen}");
    let unsaid = json!({ "id": row["id"], "agree": false });
    assert_eq!(field(&trade.shop.clerk.post(&format!("{ORDERS}/cancel"), &unsaid).await), ("reason", "error.required"));
    let refused = json!({ "id": row["id"], "agree": false, "reason": "packed already" });
    assert_eq!(trade.shop.clerk.done(&format!("{ORDERS}/cancel"), refused).await["row"]["status"], 2);
    assert_eq!(ann.who.done("/api/shop.Order/applyCancel", own.clone()).await["row"]["status"], 7);
    assert_eq!(ann.who.done("/api/shop.Order/takeBackCancel", own.clone()).await["row"]["status"], 2);
    assert_eq!(key(&ann.who.post("/api/shop.Order/applyCancel", &own).await), "shop.cancel.often");
    let closed = json!({ "id": row["id"], "reason": "not to be had any more" });
    let closed = trade.shop.clerk.done(&format!("{ORDERS}/close"), closed).await["row"].clone();
    assert_eq!((&closed["status"], &closed["refund_amount"]), (&json!(6), &json!("24.68")), "{closed}");
    assert_eq!((trade.money(&ann).await.as_str(), trade.available().await.as_str()), ("100.00", "5"));
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn limits_and_buffers_are_kept_and_goods_off_shelf_are_named() {
    let sku = |shop: &Trade| json!({ "lines": [{ "sku_id": shop.sku, "quantity": 1 }] });
    let trade = trade(6, "10.00", json!({ "limit_num": 3, "buy_max": 2 })).await;
    let ann = trade.buyer("ann", "100").await;
    let refused = trade.place(&ann, 3, "30.00", "a0").await;
    assert_eq!(field(&refused), ("lines[0].quantity", "shop.line.buy_max"), "{refused}");
    let names_it = |answer: &Value| answer["data"]["lines"] == json!([1]) && answer["msg"].as_str().is_some_and(|text| text.contains("Pen"));
    assert!(names_it(&refused) && refused["data"]["names"] == json!(["Pen"]), "{refused}");
    trade.paid(&ann, 2, "20.00", "a1").await;
    let refused = trade.place(&ann, 2, "20.00", "a2").await;
    assert!(key(&refused) == "shop.limit" && names_it(&refused), "{refused}");
    assert_eq!(trade.available().await, "4", "nothing is held of what was refused");
    let held = trade.place(&ann, 1, "10.00", "a3").await;
    assert_eq!(held["code"], 1, "{held}");
    ann.who.done("/api/shop.Order/cancel", json!({ "order_no": held["data"]["row"]["order_no"] })).await;
    assert_eq!(trade.place(&ann, 1, "10.00", "a4").await["code"], 1, "what was given back may be bought again");
    // The buffer stays in the warehouse, whoever asks.
    let edit = async |more: Value| trade.shop.clerk.done("/admin/shop.goods.Goods/edit", more).await;
    let kept = json!({ "price": "10.00", "product_id": trade.shop.product, "ratio": "1", "buffer": "2" });
    edit(json!({ "id": trade.goods, "skus": [kept] })).await;
    let bob = trade.buyer("bob", "100").await;
    assert_eq!(trade.available().await, "3");
    assert_eq!(key(&trade.place(&bob, 2, "20.00", "b1").await), "shop.short");
    assert_eq!(trade.place(&bob, 1, "10.00", "b2").await["code"], 1);
    edit(json!({ "id": trade.goods, "status": 0 })).await;
    let gone = bob.who.post("/api/shop.Order/quote", &sku(&trade)).await;
    assert_eq!(field(&gone), ("lines[0].sku_id", "shop.line.off_shelf"), "{gone}");
    assert!(names_it(&gone), "{gone}");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn goods_with_a_counter_of_their_own_are_named_when_they_are_sold_out() {
    let trade = trade(2, "1.00", json!({})).await;
    let (ann, clerk) = (trade.buyer("ann", "50").await, &trade.shop.clerk);
    let classify = clerk.got(&format!("/admin/shop.goods.Goods/edit?id={}", trade.goods)).await["row"]["classify_ids"].clone();
    let design = json!({ "name": "Design", "classify_ids": classify, "images": ["/storage/a.png"], "spec_type": 1, "status": 1, "delivery_type": 2,
        "skus": [{ "price": "9.90", "stock": 1 }] });
    let goods = clerk.done("/admin/shop.goods.Goods/add", design).await["id"].clone();
    let query = format!("SELECT VALUE record::id(id) FROM shop_sku WHERE goods_id = {goods}");
    let skus = trade.shop.world.node.store().rows::<i64>(&query, vec![]).await.expect("SKUs");
    let lines = json!([{ "sku_id": skus[0], "quantity": 2 }]);
    let refused = ann.who.post("/api/shop.Order/add", &json!({ "lines": lines, "pay_amount": "19.80", "command_id": "v" })).await;
    assert_eq!((key(&refused), &refused["data"]["lines"]), ("shop.sold_out", &json!([1])), "{refused}");
    assert!(refused["msg"].as_str().is_some_and(|text| text.contains("Design")), "{refused}");
}

#[tokio::test]
async fn a_limit_that_is_set_later_counts_what_was_bought_before() {
    let trade = trade(20, "1.00", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "50").await, trade.buyer("bob", "50").await);
    let first = trade.paid(&ann, 4, "4.00", "a").await;
    let limit = json!({ "id": trade.goods, "limit_num": 5 });
    trade.shop.clerk.done("/admin/shop.goods.Goods/edit", limit).await;
    assert_eq!(key(&trade.place(&ann, 2, "2.00", "b").await), "shop.limit", "four and two are more than five");
    assert_eq!(trade.place(&bob, 5, "5.00", "c").await["code"], 1, "the limit is of each member");
    trade.paid(&ann, 1, "1.00", "d").await;
    assert_eq!(key(&trade.place(&ann, 1, "1.00", "e").await), "shop.limit");
    // What is paid back is free again, also of what was bought before.
    let ask = json!({ "order_no": first["order_no"], "type": 1, "lines": [{ "line": 1, "quantity": 2 }], "reason": "too many" });
    let refund = ann.who.done("/api/shop.Refund/apply", ask).await;
    trade.shop.clerk.done("/admin/shop.order.Refund/audit", json!({ "id": refund["id"], "agree": true })).await;
    assert_eq!(key(&trade.place(&ann, 3, "3.00", "f").await), "shop.limit");
    assert_eq!(trade.place(&ann, 2, "2.00", "g").await["code"], 1);
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn lost_goods_are_notified_of_and_reserved_elsewhere() {
    let trade = trade(5, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    trade.shop.arrived(4, "2.5", "B1", "").await;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.paid(&ann, 7, "70.00", "a").await;
    let exceptions = async || clerk.got("/admin/shop.order.Exception/index").await["list"].clone();
    let hold = |state: i64| json!({ "product_id": trade.shop.product, "batch_number": "B1", "state": state, "reason": "wet", "warehouses_id": trade.shop.warehouse });
    clerk.done("/admin/warehouse.BatchHold/add", hold(1)).await;
    let mut list = json!([]);
    for _ in 0..2_000 {
        list = exceptions().await;
        if list != json!([]) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!((&list[0]["kind"], &list[0]["why"], &list[0]["order_id"]), (&json!("stock"), &json!("short"), &row["id"]), "{list}");
    // Who held the goods ships them as well, and is told.
    let notifications = clerk.got("/admin/shop.notify.Notify/index").await["list"].to_string();
    assert!(notifications.contains("shop.stock_exception") && !notifications.contains("shop.doubt."), "{notifications}");
    assert_eq!(key(&clerk.post(&format!("{ORDERS}/delivery"), &trade.parcel(&json!({ "id": row["id"] }), "EX")).await), "shop.delivery.doubt");

    // Others have come in: the order holds them, and leaves.
    trade.shop.arrived(9, "2.5", "C1", "").await;
    clerk.done("/admin/shop.order.Exception/handle", json!({ "kind": "stock", "order_id": row["id"] })).await;
    assert_eq!(exceptions().await, json!([]));
    let sent = clerk.done(&format!("{ORDERS}/delivery"), trade.parcel(&trade.row(&row["id"]).await, "EX")).await["row"].clone();
    assert_eq!(sent["status"], 3, "{sent}");
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn those_who_ship_are_notified_of_goods_that_a_count_does_not_find() {
    const COUNT: &str = "/admin/warehouse.StockCount";
    let trade = trade(5, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.paid(&ann, 3, "30.00", "a").await;
    let poster = trade.shop.person("poster", &["warehouse/stockCount/index", "warehouse/stockCount/post"]).await;
    let sheet = clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": trade.shop.warehouse, "open": true })).await["id"].clone();
    for _ in 0..2 {
        clerk.done(&format!("{COUNT}/count"), json!({ "id": sheet, "line": 1, "quantity": 1 })).await;
    }
    clerk.done(&format!("{COUNT}/submit"), json!({ "id": sheet })).await;
    poster.done(&format!("{COUNT}/post"), json!({ "id": sheet })).await;
    let mut notifications = String::new();
    for _ in 0..2_000 {
        notifications = clerk.got("/admin/shop.notify.Notify/index").await["list"].to_string();
        if notifications.contains("goods are missing") || clerk.got("/admin/shop.order.Exception/index").await["list"][0]["why"] == "short" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert!(notifications.contains("shop.stock_exception"), "{notifications}");
    let list = clerk.got("/admin/shop.order.Exception/index").await["list"].clone();
    assert_eq!((&list[0]["why"], &list[0]["order_no"]), (&json!("short"), &row["order_no"]), "{list}");
}

#[tokio::test]
async fn only_the_rows_that_were_bought_leave_the_cart() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    ann.who.done("/api/shop.Cart/add", json!({ "sku_id": trade.sku, "quantity": 3 })).await;
    let cart = ann.who.got("/api/shop.Cart/index").await["list"][0]["id"].clone();
    // The same goods, bought past the cart.
    assert_eq!(trade.place(&ann, 1, "10.00", "a1").await["code"], 1);
    let kept = ann.who.got("/api/shop.Cart/index").await["list"].clone();
    assert_eq!((&kept[0]["id"], &kept[0]["quantity"]), (&cart, &json!(3)), "{kept}");
    // A row that is named twice is bought once.
    let body = json!({ "cart_ids": [cart, cart], "address_id": ann.address, "pay_amount": "30.00", "command_id": "a2" });
    ann.who.done("/api/shop.Order/add", body).await;
    assert_eq!(ann.who.got("/api/shop.Cart/index").await["list"], json!([]));
}

#[tokio::test]
async fn lines_show_the_picture_of_their_value_as_it_was_at_placing() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let coloured = |picture: &str| {
        let value = json!({ "id": "red", "text": "Red", "image": picture });
        json!({
            "id": trade.goods, "spec_type": 2, "spec_attrs": [{ "id": "c", "name": "Colour", "values": [value] }],
            "skus": [{ "id": trade.sku, "attrs": ["red"], "price": "10.00", "product_id": trade.shop.product }],
        })
    };
    let edit = "/admin/shop.goods.Goods/edit";
    trade.shop.clerk.done(edit, coloured("/storage/red.png")).await;
    let quote = ann.who.done("/api/shop.Order/quote", trade.basket(&ann, 1)).await;
    assert_eq!(quote["lines"][0]["image"], "/storage/red.png", "{quote}");
    let placed = trade.place(&ann, 1, "10.00", "p1").await;
    trade.shop.clerk.done(edit, coloured("/storage/crimson.png")).await;
    let row = trade.row(&placed["data"]["row"]["id"]).await;
    assert_eq!(row["lines"][0]["image"], "/storage/red.png", "{row}");
    ann.who.done("/api/shop.Cart/add", json!({ "sku_id": trade.sku })).await;
    assert_eq!(ann.who.got("/api/shop.Cart/index").await["list"][0]["image"], "/storage/crimson.png");
}
