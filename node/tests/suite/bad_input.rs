//! What clients should not send: refused with the field's name, never a failure of the server.

use serde_json::{Value, json};

use crate::support::{Client, Node, admins};

async fn refused(client: &Client, path: &str, body: Value, field: &str) {
    let answer = client.post(path, &body).await;
    assert_eq!(answer["code"], 0, "{path} {body}: {answer}");
    assert_eq!(answer["data"]["field"], field, "{path} {body}: {answer}");
}

/// Open to everybody. A second list on purpose: who opens another route has to add it here as well.
const OPEN: &[&str] = &[
    "/admin/Index/login",
    "/admin/Index/logout",
    "/api/common/refreshToken",
    "/api/common/clickCaptcha",
    "/api/common/checkClickCaptcha",
    "/api/index/index",
    "/api/user/checkIn",
    "/api/user/logout",
    "/api/Ems/send",
    "/api/Sms/send",
    "/api/account/retrievePassword",
    "/api/ajax/area",
    "/api/ajax/buildSuffixSvg",
    "/api/content/{page}",
    "/api/message/add",
    // By the token of a mail.
    "/api/notice/unsubscribe",
    "/api/shop.Index/index",
    "/api/shop.Classify/index",
    "/api/shop.Goods/index",
    "/api/shop.Goods/detail",
    "/api/shop.Goods/lines",
    "/api/shop.Goods/together",
    "/api/shop.Goods/evaluations",
    "/api/shop.Goods/freight",
    "/api/shop.Pay/notify",
    "/api/shop.Pay/refundNotify",
    "/api/shop.Coupon/index",
    "/api/vendor/api/{interface}/modules",
    "/api/customs",
    "/api/placements",
    "/api/placements/seen",
    "/api/placements/go/{token}",
    "/api/articles",
    "/api/articles/{kind}/{slug}",
    "/api/platform/companies",
    "/api/platform/company",
    "/api/platform/enquiry",
    "/api/company/industries",
    // By an address that was given to whoever may see it.
    "/api/account/verifyPicture",
    "/admin/security.Backup/file",
];

#[tokio::test]
async fn every_route_needs_a_login() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let stranger = Client { token: String::new(), ..node.login("clerk").await };
    let document: Value = reqwest::get(format!("{}/openapi.json", node.url)).await.expect("a document").json().await.expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let mut asked = 0;
    for (path, methods) in paths {
        let open = OPEN.contains(&path.as_str());
        for method in methods.as_object().expect("methods").keys().filter(|_| !open) {
            let path = path.replace("{controller}", "warehouse.Product");
            let method = method.to_uppercase().parse().expect("a method");
            for token in ["", "abc.def.ghi"] {
                let request = stranger
                    .http
                    .request(reqwest::Method::clone(&method), format!("{}{path}", node.url))
                    .header("batoken", token)
                    .header("ba-user-token", token);
                let answer: Value = request.json(&json!({})).send().await.expect("an answer").json().await.expect("JSON");
                assert_eq!(answer["code"], 303, "{method} {path}: {answer}");
                asked += 1;
            }
        }
    }
    assert!(asked > 60, "{asked}");
    node.kill().await;
}

#[tokio::test]
async fn bad_bodies_name_the_field() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let ids = client.master_data().await;
    let add = "/admin/warehouse.InboundOrder/add";
    let with = |change: &dyn Fn(&mut Value)| {
        let mut body = ids.inbound(1);
        change(&mut body);
        body
    };
    refused(&client, add, json!({}), "warehouses_id").await;
    refused(&client, add, with(&|b| b["type"] = 99.into()), "type").await;
    refused(&client, add, with(&|b| b["warehouses_id"] = 999.into()), "warehouses_id").await;
    refused(&client, add, with(&|b| b["warehouses_id"] = "many".into()), "warehouses_id").await;
    refused(&client, add, with(&|b| b["supplier_id"] = 999.into()), "supplier_id").await;
    refused(&client, add, with(&|b| b["status"] = 2.into()), "status").await;
    refused(&client, add, with(&|b| b["business_date"] = "2026-02-30".into()), "business_date").await;
    refused(&client, add, with(&|b| b["command_id"] = "a b".into()), "command_id").await;
    for (value, _) in [(json!(0), 0), (json!(-3), 0), (json!("1e30"), 0), (json!("0.5"), 0), (json!(1_000_000_001), 0)] {
        refused(&client, add, with(&|b| b["lines"][0]["quantity"] = value.clone()), "lines[0].quantity").await;
    }
    refused(&client, add, with(&|b| b["lines"][0]["quantity"] = "lots".into()), "lines[0].quantity").await;
    refused(&client, add, with(&|b| b["lines"][0]["unit_price"] = (-1).into()), "lines[0].unit_price").await;
    refused(&client, add, with(&|b| b["lines"][0]["product_id"] = 999.into()), "lines[0].product_id").await;
    refused(
        &client,
        add,
        with(&|b| {
            b["lines"][0].as_object_mut().map(|line| line.remove("quantity"));
        }),
        "lines[0].quantity",
    )
    .await;
    refused(&client, add, with(&|b| b["lines"] = vec![b["lines"][0].clone(); 10_000].into()), "lines").await;
    refused(&client, "/admin/warehouse.InboundOrder/audit", json!({}), "id").await;
    refused(&client, "/admin/warehouse.Product/add", json!({ "name": "x" }), "unit_id").await;
    refused(&client, "/admin/warehouse.Product/add", json!({ "name": "x", "unit_id": 1 }), "product_no").await;
    refused(&client, "/admin/warehouse.Product/add", json!({ "product_no": "x", "name": "x", "unit_id": 999 }), "unit_id").await;
    refused(&client, "/admin/warehouse.Product/add", json!({ "product_no": "P1", "name": "x", "unit_id": 1 }), "product_no").await;
    refused(&client, "/admin/warehouse.Product/add", json!({ "product_no": "y", "name": "x", "unit_id": 1, "super": 1 }), "super").await;
    refused(&client, "/admin/warehouse.Product/edit", json!({ "name": "x" }), "id").await;
    refused(&client, "/admin/notification.Index/read", json!({ "id": {} }), "id").await;

    for path in ["/admin/warehouse.OutboundOrder/stock", "/admin/warehouse.OutboundOrder/void", "/admin/warehouse.InboundOrder/takeBack"] {
        let answer = client.post(path, &json!({ "id": 12345, "reason": "x" })).await;
        assert_eq!(answer["data"]["key"], "error.not_found", "{path}: {answer}");
    }
    for query in [
        "search[0][field]=id;REMOVE TABLE admin&search[0][val]=1",
        "order=password,desc",
        "search[0][field]=id&search[0][operator]=%3D1 OR&search[0][val]=1",
    ] {
        let answer = client.get(&format!("/admin/warehouse.InboundOrder/index?{query}")).await;
        assert_eq!(answer["code"], 0, "{query}: {answer}");
    }
    assert_eq!(client.get("/admin/warehouse.InboundOrder/index?page=-5&limit=100000").await["code"], 1);
    assert_eq!(client.get("/admin/no.Such/index").await["code"], 0);
    let broken =
        client.http.post(format!("{}{add}", node.url)).header("batoken", &client.token).body("{\"lines\": [").send().await.expect("an answer");
    assert!(broken.status().is_success());
    let large = client.http.post(format!("{}{add}", node.url)).header("batoken", &client.token).body(vec![b' '; 50 * 1024 * 1024]).send().await;
    assert!(large.is_err() || large.is_ok_and(|answer| answer.status() == 413));
    node.kill().await;
}

#[tokio::test]
async fn strange_websockets_are_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let upgrade = |origin: &str| {
        let request = client.http.get(format!("{}/ws", node.url)).header("connection", "upgrade").header("upgrade", "websocket");
        request
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
            .header("origin", origin.to_owned())
            .send()
    };
    assert_eq!(upgrade("https://evil.example").await.expect("an answer").status(), 403);
    assert_eq!(upgrade(&node.url).await.expect("an answer").status(), 101);
    assert_eq!(upgrade("http://localhost:1818").await.expect("an answer").status(), 101, "this machine's pages are let in without configuration");
    let stranger = Client { token: "abc".into(), ..client.clone() };
    let mut socket = stranger.socket(None).await;
    assert_eq!(socket.next("error").await["code"], 303);
    assert!(socket.ends().await);
    let mut chatty = client.socket(None).await;
    chatty.next("bind").await;
    let mut said = 0;
    // It may be closed before all is said.
    while said < 30 && chatty.sends(json!({ "type": "ping" })).await {
        said += 1;
    }
    assert!(chatty.ends().await);
    node.kill().await;
}
