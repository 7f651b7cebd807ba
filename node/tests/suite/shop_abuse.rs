//! What somebody tries who wants more than is theirs: other prices, other people's things, bodies that make no sense.

use serde_json::{Value, json};

use entrepot::rate_limits::Counted;

use crate::order_steps::{field, key};
use crate::shop_orders::{Buyer, Trade, trade};

/// Lets a member place and ask as if they had done nothing in the last minute.
fn rested(trade: &Trade, buyer: &Buyer) {
    let node = &trade.shop.world.node;
    for counted in [Counted::Placing, Counted::Quote] {
        node.limits().restore(counted, &format!("member-{}", buyer.id), 0, node.now() + 60);
    }
}

/// The routes of the shop for members, by the document: method and path.
async fn member_routes(url: &str) -> Vec<(String, String)> {
    let document: Value = reqwest::get(format!("{url}/openapi.json")).await.expect("a document").json().await.expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let of = |(path, methods): (&String, &Value)| {
        let methods: Vec<String> = methods.as_object().expect("methods").keys().cloned().collect();
        methods.into_iter().map(|method| (method, path.clone())).collect::<Vec<_>>()
    };
    paths.iter().filter(|(path, _)| path.starts_with("/api/shop.")).flat_map(of).collect()
}

#[tokio::test]
async fn nobody_sees_or_changes_what_is_another_members() {
    let trade = trade(9, "10.00", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "100").await, trade.buyer("bob", "100").await);
    let terms = json!({ "name": "Two off", "type": 1, "amount": "2.00", "min_amount": "0", "scope": 0, "total_num": 0, "limit_num": 1,
        "get_type": 1, "valid_type": 2, "valid_days": 7, "status": 1 });
    let coupon = trade.shop.clerk.done("/admin/shop.marketing.Coupon/add", terms).await["id"].clone();
    ann.who.done("/api/shop.Coupon/take", json!({ "id": coupon })).await;
    let coupon = ann.who.got("/api/shop.Coupon/mine?state=0").await["list"][0]["id"].clone();
    let row = trade.paid(&ann, 2, "20.00", "a").await;
    ann.who.done("/api/shop.Cart/add", json!({ "sku_id": trade.sku, "quantity": 2 })).await;
    let cart = ann.who.got("/api/shop.Cart/index").await["list"][0]["id"].clone();
    let ask = json!({ "order_no": row["order_no"], "type": 1, "reason": "late", "lines": [{ "line": 1, "quantity": 1 }] });
    let refund = ann.who.done("/api/shop.Refund/apply", ask).await;
    let row = trade.row(&row["id"]).await;

    // Every route, with everything that is Ann's.
    let order_no = row["order_no"].as_str().expect("a number");
    let query = format!("order_no={order_no}&id={}&order_id={}&user_id={}", refund["id"], row["id"], ann.id);
    let ids = [&refund["id"], &json!(ann.address), &cart, &row["id"], &coupon];
    let mut asked = 0;
    for (method, path) in member_routes(&trade.shop.world.url).await {
        for id in ids {
            let answer = if method == "get" {
                bob.who.get(&format!("{path}?{}", query.replace(&format!("id={}&", refund["id"]), &format!("id={id}&")))).await
            } else {
                let body = json!({
                    "order_no": order_no, "id": id, "ids": [id], "order_id": row["id"], "type": 1, "reason": "mine", "company": "X", "courier_number": "Y",
                    "lines": [{ "line": 1, "quantity": 1 }], "address_id": ann.address, "cart_ids": [cart], "user_coupon_id": coupon,
                    "pay_amount": "10.00", "method": 1, "star": 5, "content": "mine", "quantity": 1, "checked": 1,
                    "name": "Bob", "mobile": "13800138002", "area": [440_000, 440_300, 440_303], "address": "Street 2",
                });
                rested(&trade, &bob);
                bob.who.post(&path, &body).await
            };
            let text = answer.to_string();
            for own in [order_no, "\"ann\"", refund["refund_no"].as_str().expect("a number")] {
                assert!(!text.contains(own), "{method} {path}: {answer}");
            }
            let about = path.starts_with("/api/shop.Order/") || path.starts_with("/api/shop.Pay/") || path.starts_with("/api/shop.Refund/");
            let lists = path.ends_with("/index") || path.ends_with("/counts");
            assert!(!about || lists || answer["code"] != 1, "{method} {path}: {answer}");
            assert_ne!(answer["code"], 500, "{method} {path}: {answer}");
            asked += 1;
        }
    }
    assert!(asked > 100, "{asked}");
    let is = trade.row(&row["id"]).await;
    assert_eq!((&is["version"], &is["address"]), (&row["version"], &row["address"]), "nothing has changed");
    assert_eq!(ann.who.got("/api/shop.Cart/index").await["list"][0]["quantity"], 2);
    assert_eq!(ann.who.got("/api/shop.Address/index").await["list"][0]["name"], "ann");

    // What names something of hers says that there is no such thing, as it does of what never was.
    for (path, body) in [
        ("Order/detail", Value::Null),
        ("Refund/detail", Value::Null),
        ("Order/cancel", json!({ "order_no": order_no })),
        ("Order/edit", json!({ "order_no": order_no, "address_id": bob.address })),
        ("Refund/apply", json!({ "order_no": order_no, "type": 1, "reason": "mine", "lines": [{ "line": 1, "quantity": 1 }] })),
        ("Refund/quote", json!({ "order_no": order_no, "lines": [{ "line": 1, "quantity": 1 }] })),
        ("Refund/withdraw", json!({ "id": refund["id"] })),
        ("Refund/ship", json!({ "id": refund["id"], "company": "X", "courier_number": "Y" })),
        ("Pay/begin", json!({ "order_no": order_no, "method": 1 })),
        ("Pay/status", Value::Null),
    ] {
        let path = format!("/api/shop.{path}");
        let answer = if body.is_null() { bob.who.get(&format!("{path}?{query}")).await } else { bob.who.post(&path, &body).await };
        assert_eq!(key(&answer), "error.not_found", "{path}: {answer}");
    }
    for (name, value, expected) in [
        ("address_id", json!(ann.address), "address_id"),
        ("cart_ids", json!([cart]), "cart_ids"),
        ("user_coupon_id", coupon.clone(), "user_coupon_id"),
    ] {
        let mut body = trade.basket(&bob, 1);
        if name == "cart_ids" {
            body["lines"] = json!([]);
        }
        body[name] = value;
        if name == "user_coupon_id" {
            body["address_id"] = Value::Null;
        }
        rested(&trade, &bob);
        assert_eq!(field(&bob.who.post("/api/shop.Order/quote", &body).await), (expected, "error.reference"), "{body}");
        if name == "user_coupon_id" {
            continue;
        }
        body["pay_amount"] = "8.00".into();
        assert_eq!(field(&bob.who.post("/api/shop.Order/add", &body).await), (expected, "error.reference"), "{body}");
    }
    // Her own order to another's address, and with another's pictures from elsewhere.
    let edit = json!({ "order_no": order_no, "address_id": bob.address });
    assert_eq!(field(&ann.who.post("/api/shop.Order/edit", &edit).await), ("address_id", "error.reference"));
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn what_clients_say_of_money_is_compared_and_never_used() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    for amount in [json!("0.01"), json!("0"), json!("-10.00"), json!("10.01"), json!(9.99), json!("100000000")] {
        rested(&trade, &ann);
        let mut body = trade.basket(&ann, 1);
        body["pay_amount"] = amount.clone();
        let answer = ann.who.post("/api/shop.Order/add", &body).await;
        assert_eq!((key(&answer), &answer["data"]["quote"]["pay_amount"]), ("shop.quote.changed", &json!("10.00")), "{amount}: {answer}");
    }
    let mut body = trade.basket(&ann, 1);
    body["lines"][0]["price"] = "0.01".into();
    body["lines"][0]["goods_amount"] = "0.01".into();
    (body["pay_amount"], body["freight"], body["coupon_amount"], body["status"]) = ("10.00".into(), "-9.00".into(), "9.99".into(), 2.into());
    let row = ann.who.done("/api/shop.Order/add", body).await["row"].clone();
    assert_eq!((&row["pay_amount"], &row["lines"][0]["price"], &row["status"]), (&json!("10.00"), &json!("10.00"), &json!(1)), "{row}");
    let pay = json!({ "order_no": row["order_no"], "method": 1, "amount": "0.01", "pay_amount": "0.01" });
    ann.who.done("/api/shop.Pay/begin", pay).await;
    assert_eq!(trade.money(&ann).await, "90.00");
    // An amount that a member names in a request is not what they get.
    let ask = json!({ "order_no": row["order_no"], "type": 1, "reason": "late", "asked_amount": "99.00",
        "lines": [{ "line": 1, "quantity": 1, "amount": "99.00", "worth": "99.00" }] });
    assert_eq!(ann.who.done("/api/shop.Refund/apply", ask).await["asked_amount"], "10.00");
    let goodwill = json!({ "order_no": row["order_no"], "type": 1, "reason": "late", "lines": [{ "line": 1, "quantity": 0, "amount": "5.00" }] });
    assert_eq!(field(&ann.who.post("/api/shop.Refund/apply", &goodwill).await).0, "lines[0].quantity", "goodwill is staff's to give");
    for method in [json!(0), json!(2), json!(7)] {
        rested(&trade, &ann);
        let other = trade.place(&ann, 1, "10.00", &format!("m{method}")).await["data"]["row"].clone();
        let answer = ann.who.post("/api/shop.Pay/begin", &json!({ "order_no": other["order_no"], "method": method })).await;
        assert_eq!(field(&answer), ("method", "shop.pay.method"), "{method}: {answer}");
        ann.who.done("/api/shop.Order/cancel", json!({ "order_no": other["order_no"] })).await;
    }
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn a_remark_has_nothing_that_nobody_sees() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let mut body = trade.basket(&ann, 1);
    (body["pay_amount"], body["remark"]) = ("10.00".into(), " \u{0}=1+1\r\nring\u{1} twice\u{200B}".into());
    let row = ann.who.done("/api/shop.Order/add", body).await["row"].clone();
    assert_eq!(row["remark"], "=1+1\nring twice");
}

#[tokio::test]
async fn bodies_that_make_no_sense_name_the_field() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.paid(&ann, 2, "20.00", "a").await;
    let basket = |change: &dyn Fn(&mut Value)| {
        let mut body = trade.basket(&ann, 1);
        body["pay_amount"] = "10.00".into();
        change(&mut body);
        body
    };
    let odd_quantities = [
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!("1.5"),
        json!("x"),
        json!(""),
        json!(null),
        json!([1]),
        json!({}),
        json!(1e30),
        json!(1_000_000),
        json!("99999999999999999999"),
    ];
    for odd in &odd_quantities {
        rested(&trade, &ann);
        for path in ["/api/shop.Order/add", "/api/shop.Order/quote"] {
            let answer = ann.who.post(path, &basket(&|body| body["lines"][0]["quantity"] = odd.clone())).await;
            assert_eq!((answer["code"].as_i64(), field(&answer).0), (Some(0), "lines[0].quantity"), "{path} {odd}: {answer}");
        }
    }
    for odd in [json!(true), json!("x"), json!(1.5), json!([]), json!(-3), json!(i64::MAX)] {
        rested(&trade, &ann);
        let answer = ann.who.post("/api/shop.Order/add", &basket(&|body| body["lines"][0]["sku_id"] = odd.clone())).await;
        assert_eq!((answer["code"].as_i64(), field(&answer).0), (Some(0), "lines[0].sku_id"), "{odd}: {answer}");
    }
    for (name, odd) in [
        ("pay_amount", json!(true)),
        ("pay_amount", json!("ten")),
        ("pay_amount", json!("10.001")),
        ("pay_amount", json!(null)),
        ("pay_amount", json!("1e3")),
        ("address_id", json!(true)),
        ("address_id", json!("mine")),
        ("address_id", json!(999_999)),
        ("user_coupon_id", json!(false)),
        ("user_coupon_id", json!(999_999)),
        ("score", json!(1.5)),
        ("score", json!("many")),
        ("best_coupon", json!("yes")),
        ("cart_ids", json!("1")),
        ("cart_ids", json!([999_999])),
        ("lines", json!({})),
        ("lines", json!("pens")),
        ("lines", (1..=51).map(|sku| json!({ "sku_id": sku, "quantity": 1 })).collect()),
        ("command_id", json!("a b")),
        ("command_id", json!(5)),
        ("command_id", json!("x".repeat(500))),
        ("remark", json!("x".repeat(201))),
        ("remark", json!(7)),
    ] {
        rested(&trade, &ann);
        let answer = ann.who.post("/api/shop.Order/add", &basket(&|body| body[name] = odd.clone())).await;
        assert_eq!((answer["code"].as_i64(), field(&answer).0), (Some(0), name), "{name} {odd}: {answer}");
    }
    let huge = ann.who.post("/api/shop.Order/quote", &json!({ "area": vec![1; 2_000], "lines": [{ "sku_id": trade.sku, "quantity": 1 }] })).await;
    assert_ne!(huge["code"], 500, "{huge}");

    let (order_no, clerk) = (&row["order_no"], &trade.shop.clerk);
    let line = |quantity: Value| json!({ "order_no": order_no, "type": 1, "reason": "late", "lines": [{ "line": 1, "quantity": quantity }] });
    for odd in [json!(true), json!(0), json!(-1), json!(1.5), json!(3), json!(1e30), json!(4_294_967_297_i64), json!("x")] {
        let answer = ann.who.post("/api/shop.Refund/apply", &line(odd.clone())).await;
        assert_eq!((answer["code"].as_i64(), field(&answer).0), (Some(0), "lines[0].quantity"), "{odd}: {answer}");
    }
    for (name, odd) in [
        ("type", json!(3)),
        ("type", json!(true)),
        ("reason", json!(" ")),
        ("reason", json!("x".repeat(201))),
        ("description", json!("x".repeat(501))),
        ("images", json!(["//evil.example/a.png"])),
        ("images", json!(vec!["/a.png"; 7])),
        ("lines", json!([])),
        ("command_id", json!(" spaced ")),
    ] {
        let mut body = line(json!(1));
        body[name] = odd.clone();
        let answer = ann.who.post("/api/shop.Refund/apply", &body).await;
        assert_eq!((answer["code"].as_i64(), field(&answer).0), (Some(0), name), "{name} {odd}: {answer}");
    }
    for lines in
        [json!([{ "line": 9, "quantity": 1 }]), json!([{ "line": -1, "quantity": 1 }]), json!([{ "line": 4_294_967_297_i64, "quantity": 1 }])]
    {
        let mut body = line(json!(1));
        body["lines"] = lines.clone();
        assert_eq!(field(&ann.who.post("/api/shop.Refund/apply", &body).await).0, "lines[0].line", "{lines}");
    }
    let twice = json!([{ "line": 1, "quantity": 1 }, { "line": 1, "quantity": 1 }]);
    let mut body = line(json!(1));
    body["lines"] = twice.clone();
    assert_eq!(field(&ann.who.post("/api/shop.Refund/apply", &body).await).0, "lines[1].line");
    for (name, odd, expected) in [
        ("parcel", json!(true), "parcel"),
        ("parcel", json!(-1), "parcel"),
        ("parcel", json!(9), "parcel"),
        ("company_id", json!("x"), "company_id"),
        ("company_id", json!(0), "company_id"),
        ("company_id", json!(999_999), "company_id"),
        ("courier_number", json!(" "), "courier_number"),
        ("courier_number", json!("x".repeat(201)), "courier_number"),
        ("lines", json!([{ "line": 1, "quantity": 0 }]), "lines[0].quantity"),
        ("lines", json!([{ "line": 1, "quantity": 3 }]), "lines[0].quantity"),
        ("lines", json!([{ "line": 1, "quantity": -1 }]), "lines[0].quantity"),
        ("lines", twice, "lines[1].line"),
        ("version", json!("new"), "version"),
    ] {
        let mut body = trade.parcel(&json!({ "id": row["id"] }), "EX");
        body[name] = odd.clone();
        let answer = clerk.post("/admin/shop.order.Order/delivery", &body).await;
        assert_eq!((answer["code"].as_i64(), field(&answer).0), (Some(0), expected), "{name} {odd}: {answer}");
    }
    for id in [json!(0), json!(-7), json!(i64::MIN), json!(i64::MAX), json!(12_345)] {
        for path in [
            "shop.order.Order/close",
            "shop.order.Order/cancel",
            "shop.order.Refund/audit",
            "shop.order.Refund/receive",
            "shop.order.Refund/reject",
            "shop.order.Refund/waive",
        ] {
            let answer = clerk.post(&format!("/admin/{path}"), &json!({ "id": id, "reason": "x", "agree": false })).await;
            assert_eq!(key(&answer), "error.not_found", "{path} {id}: {answer}");
        }
    }
    trade.shop.books_are_right().await;
}
