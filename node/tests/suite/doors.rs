//! Doors that stay shut: requests that name what is not there, claims of strangers, and more of something than anybody needs.

use std::time::{Duration, Instant};

use entrepot::config::services::ServiceSettings;
use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::shop_orders::trade;
use crate::world::World;

/// How soon what is not there is answered.
const SOON: Duration = Duration::from_secs(3);

#[tokio::test]
async fn numbers_at_the_end_of_their_range_are_answered_as_any_other() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let unit = admin.done("/admin/warehouse.Unit/add", json!({ "name": "box", "decimals": 0 })).await["id"].clone();
    for version in [i64::MAX, i64::MAX - 1, i64::MIN, -1, 0] {
        let answer = admin.post("/admin/warehouse.Unit/edit", &json!({ "id": unit, "name": "crate", "version": version })).await;
        assert_eq!((&answer["code"], answer["data"]["version"].as_i64()), (&json!(0), Some(1)), "{version}: {answer}");
    }
    admin.done("/admin/warehouse.Unit/edit", json!({ "id": unit, "name": "crate", "version": 1 })).await;
    let product = admin.done("/admin/warehouse.Product/add", json!({ "name": "Pen", "product_no": "P9", "unit_id": unit })).await["id"].clone();
    for id in [i64::MAX, i64::MAX - 1, 999_999] {
        let asked = [
            ("/admin/warehouse.Inventory/dates", json!({ "product_id": product, "warehouses_id": id, "reason": "x", "batch_number": "" })),
            ("/admin/warehouse.Inventory/move", json!({ "product_id": product, "warehouses_id": id, "quantity": 1, "to_areas_id": 0 })),
            ("/admin/warehouse.BatchHold/add", json!({ "product_id": product, "state": 1, "reason": "x", "warehouses_id": id })),
            ("/admin/warehouse.MonthClosing/close", json!({ "warehouses_id": id, "month": "2020-01" })),
        ];
        for (path, body) in asked {
            let began = Instant::now();
            let answer = admin.post(path, &body).await;
            assert_eq!(field(&answer), ("warehouses_id", "error.reference"), "{path} {id}: {answer}");
            assert!(began.elapsed() < SOON, "{path} {id}: {:?}", began.elapsed());
        }
        let began = Instant::now();
        let free = admin.get(&format!("/admin/warehouse.Inventory/available?warehouses_id={id}&ids[]={product}")).await;
        assert_eq!(field(&free), ("warehouses_id", "error.reference"), "{id}: {free}");
        for step in ["audit", "stock", "void"] {
            let answer = admin.post(&format!("/admin/warehouse.InboundOrder/{step}"), &json!({ "id": id, "reason": "x" })).await;
            assert_eq!(key(&answer), "error.not_found", "{step} {id}: {answer}");
        }
        let index = format!("/admin/warehouse.Inventory/index?search[0][field]=warehouses_id&search[0][operator]=eq&search[0][val]={id}");
        assert_eq!(admin.got(&index).await["total"], 0);
        assert!(began.elapsed() < SOON, "{id}: {:?}", began.elapsed());
    }
}

#[tokio::test]
async fn a_host_that_a_stranger_claims_is_repeated_nowhere() {
    let world = World::start(ServiceSettings::default()).await;
    let page = async |path: &str, host: &str| {
        let asked = reqwest::Client::new().get(format!("{}{path}", world.url)).header("host", host);
        let answer = asked.send().await.expect("an answer");
        (answer.status().as_u16(), answer.text().await.expect("text"))
    };
    for host in ["evil.example", "evil.example:8080", "127.0.0.1.evil.example"] {
        for path in ["/shop", "/shop/list", "/", "/robots.txt", "/sitemap.xml", "/sitemap-1.xml"] {
            let (_, text) = page(path, host).await;
            assert!(!text.contains("evil.example"), "{path} of {host}");
        }
        assert_eq!(page("/sitemap.xml", host).await.0, 404);
    }
    let own = world.url.trim_start_matches("http://");
    assert!(page("/sitemap.xml", own).await.1.contains(&format!("<loc>{}/shop</loc>", world.url)), "of programs on this machine");
}

#[tokio::test]
async fn another_port_of_the_host_is_another_site() {
    let world = World::start(ServiceSettings::default()).await;
    let allowed = async |host: &str, origin: &str| {
        let asked = reqwest::Client::new().get(format!("{}/api/index/index", world.url)).header("host", host).header("origin", origin);
        let answer = asked.send().await.expect("an answer");
        answer.headers().get("access-control-allow-origin").and_then(|value| value.to_str().ok()).map(str::to_owned)
    };
    for origin in ["http://shop.local:9000", "http://shop.local", "https://shop.local", "http://shop.local:80801"] {
        assert_eq!(allowed("shop.local:8080", origin).await, None, "{origin}");
    }
    assert_eq!(allowed("shop.local:8080", "http://shop.local:8080").await.as_deref(), Some("http://shop.local:8080"));
}

#[tokio::test]
async fn what_a_member_changes_in_a_minute_is_limited() {
    let world = World::start(ServiceSettings::default()).await;
    let ((ann, _), (bob, _)) = (world.member("ann").await, world.member("bob").await);
    let write = async |who: &crate::world::Visitor| who.post("/api/shop.Cart/del", &json!({ "ids": [1] })).await;
    let mut refused: Option<Value> = None;
    for _ in 0..300 {
        let answer = write(&ann).await;
        if key(&answer) == "error.rate" {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a refusal");
    assert!(refused["msg"].as_str().is_some_and(|text| text.starts_with("Too many requests: please wait ")), "{refused}");
    assert_eq!(ann.get("/api/shop.Cart/index").await["code"], 1, "reading goes on");
    assert_ne!(key(&write(&bob).await), "error.rate", "others are not concerned");
}

#[tokio::test]
async fn a_member_does_not_have_goods_sent_farther_than_they_have_paid_for() {
    let trade = trade(9, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    // Guangdong is near, Beijing is far, Xinjiang is not delivered to.
    let rule =
        |areas: Value, freight: &str| json!({ "area_ids": areas, "first": "1", "freight": freight, "continue": "1", "continue_freight": "0.00" });
    let rules = json!([rule(json!([440_000]), "8.00"), rule(json!([310_000]), "5.00"), rule(json!([]), "30.00")]);
    let template = json!({ "name": "By distance", "method": 1, "rules": rules, "no_area_ids": [650_000] });
    let template = clerk.done("/admin/shop.delivery.Template/add", template).await["id"].clone();
    clerk.done("/admin/shop.goods.Goods/edit", json!({ "id": trade.goods, "delivery_template_id": template })).await;
    let ann = trade.buyer("ann", "100").await;
    let address = async |area: [i64; 3]| {
        let body = json!({ "name": "ann", "mobile": "13800138001", "area": area, "address": "Road 1" });
        ann.who.done("/api/shop.Address/add", body).await["row"]["id"].clone()
    };
    let (beijing, shanghai, shenzhen) =
        (address([110_000, 110_100, 110_101]).await, address([310_000, 310_100, 310_101]).await, address([440_000, 440_300, 440_304]).await);
    let placed = trade.place(&ann, 1, "18.00", "a").await["data"]["row"].clone();
    let to = async |address: &Value| ann.who.post("/api/shop.Order/edit", &json!({ "order_no": placed["order_no"], "address_id": address })).await;
    let far = to(&beijing).await;
    assert_eq!((key(&far), far["data"]["more"].as_str()), ("shop.edit.freight", Some("22.00")), "{far}");
    assert_eq!(to(&shenzhen).await["code"], 1, "as near as before");
    let nearer = to(&shanghai).await;
    assert_eq!((&nearer["code"], &nearer["data"]["row"]["freight"]), (&json!(1), &json!("8.00")), "the freight stays: {nearer}");
    assert_eq!(to(&shenzhen).await["code"], 1, "as much as is paid for");
    assert_eq!(key(&to(&beijing).await), "shop.edit.freight");
    // The shop may bear it.
    let moved = json!({ "id": placed["id"], "area": [110_000, 110_100, 110_101], "address": "Road 1" });
    assert_eq!(clerk.done("/admin/shop.order.Order/edit", moved).await["row"]["freight"], "8.00");
}
