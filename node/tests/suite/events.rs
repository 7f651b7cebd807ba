//! Events and webhooks: numbered without a gap, told to those who may know, signed, repeated, and never to who may not.

use std::sync::{Arc, Mutex};

use entrepot::config::services::ServiceSettings;
use hmac::{Hmac, Mac};
use poem::http::StatusCode;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::order_steps::{Shop, key, shop};
use crate::support::turns;
use crate::world::{Visitor, World};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const SECRET: &str = "needle-secret-0123456789";

async fn events(who: &Visitor, stream: &str, after: i64) -> Value {
    who.got(&format!("/api/events?stream={stream}&after={after}")).await
}

fn column(answer: &Value, name: &str) -> Vec<Value> {
    answer["list"].as_array().expect("a list").iter().map(|row| row[name].clone()).collect()
}

#[tokio::test]
async fn rows_tell_what_became_of_them_without_a_gap() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let brands: Vec<Value> = (0..8).map(|at| json!({ "name": format!("Brand {at}") })).collect();
    let added = futures::future::join_all(brands.iter().map(|brand| admin.done("/admin/warehouse.Brand/add", brand.clone()))).await;
    let id = added[0]["id"].clone();
    admin.done("/admin/warehouse.Brand/edit", json!({ "id": id, "name": "Other" })).await;
    assert_eq!(admin.del("/admin/warehouse.Brand/del", &id).await["code"], 1);
    let told = events(&admin, "table:warehouse.Brand", 0).await;
    assert_eq!(column(&told, "number"), (1..=10).map(Value::from).collect::<Vec<_>>(), "{told}");
    assert_eq!((&told["first"], &told["last"], &told["next"]), (&json!(1), &json!(10), &json!(10)));
    let edited = &told["list"][8];
    assert_eq!(
        (&edited["kind"], &edited["id"], &edited["name"], &edited["data"]["fields"]),
        (&json!("row.edited"), &id, &json!("Other"), &json!(["name"]))
    );
    assert_eq!((&edited["by"], &told["list"][9]["kind"]), (&json!("admin"), &json!("row.deleted")));
    assert_eq!(edited["page"], "warehouse/brand", "as in the menu");
    // What is refused tells nothing, and reading goes on after a number.
    assert_eq!(admin.post("/admin/warehouse.Brand/add", &json!({ "name": "" })).await["code"], 0);
    let rest = events(&admin, "table:warehouse.Brand", 8).await;
    assert_eq!(column(&rest, "number"), [9, 10]);
    assert_eq!(column(&events(&admin, "table:warehouse.Brand", 10).await, "number"), Vec::<Value>::new());
    for bad in ["", "warehouse", "warehouse:x", "table:a", "ledger:", "members:1"] {
        let refused = admin.get(&format!("/api/events?stream={bad}")).await;
        assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!("stream")), "{bad}: {refused}");
    }
    assert_eq!(world.visitor().get("/api/events?stream=shop").await["code"], 303);
    let (member, _) = world.member("ann").await;
    assert_ne!(member.get("/api/events?stream=shop").await["code"], 1, "members learn nothing");
}

pub async fn stocked(shop: &Shop) -> Value {
    let order = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(3)).await;
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    order
}

#[tokio::test]
async fn orders_tell_their_steps_to_those_who_see_them() {
    let shop = shop(json!({ "four_eyes": 0 })).await;
    let stream = format!("warehouse:{}", shop.warehouse);
    let order = stocked(&shop).await;
    let told = events(&shop.clerk, &stream, 0).await;
    let kinds = column(&told, "kind");
    assert_eq!((kinds.first(), kinds.last()), (Some(&json!("order.add")), Some(&json!("order.stock"))), "{told}");
    assert_eq!(column(&told, "number"), (1..=kinds.len()).map(Value::from).collect::<Vec<_>>());
    let last = told["list"].as_array().and_then(|list| list.last()).expect("an event");
    let number = shop.row(INBOUND, &order).await["inbound_order_no"].clone();
    assert_eq!((&last["id"], &last["page"], &last["name"]), (&order["id"], &json!("warehouse/inboundOrder"), &number));
    assert_eq!((&last["data"]["to"], &last["data"]["order_no"], &last["warehouses"]), (&json!("stocked"), &number, &json!([shop.warehouse])));
    assert!(!told.to_string().contains("2.5"), "no prices: {told}");

    let reader = shop.person("reader", &["warehouse/inboundorder/index"]).await;
    assert_eq!(column(&events(&reader, &stream, 0).await, "number").len(), kinds.len());
    let other = shop.person("other", &["warehouse/brand/index"]).await;
    assert_eq!(column(&events(&other, &stream, 0).await, "number"), Vec::<Value>::new(), "who does not see the page");
    let elsewhere = json!({ "name": "Far", "serial_no": "W2" });
    let elsewhere = shop.clerk.done("/admin/warehouse.Warehouse/add", elsewhere).await["id"].clone();
    let mut body = shop.inbound(1);
    body["warehouses_id"] = elsewhere.clone();
    shop.clerk.done(&format!("{INBOUND}/add"), body).await;
    assert_eq!(column(&events(&shop.clerk, &format!("warehouse:{elsewhere}"), 0).await, "number"), [1]);
    assert_eq!(column(&events(&reader, &format!("warehouse:{elsewhere}"), 0).await, "number"), Vec::<Value>::new(), "nor the warehouse");
    shop.books_are_right().await;
}

#[tokio::test]
async fn movements_of_stock_and_members_have_streams_of_their_own() {
    let shop = shop(json!({ "four_eyes": 0 })).await;
    let stream = format!("ledger:{}", shop.warehouse);
    stocked(&shop).await;
    let told = events(&shop.clerk, &stream, 0).await;
    assert_eq!((column(&told, "number"), column(&told, "kind")), (vec![json!(1)], vec![json!("stock.inbound")]), "{told}");
    let data = &told["list"][0]["data"];
    assert_eq!((&data["quantity"], &data["balance"], &told["list"][0]["page"]), (&json!("3"), &json!("3"), &json!("warehouse/inventoryRecord")));
    assert!(data["product_no"].as_str().is_some_and(|number| !number.is_empty()), "{told}");
    assert!(!told.to_string().contains("2.5"), "no costs: {told}");
    let reader = shop.person("reader", &["warehouse/inboundorder/index"]).await;
    assert_eq!(column(&events(&reader, &stream, 0).await, "number"), Vec::<Value>::new(), "who does not see the ledger");

    // Who begins to ask is told of what comes from then on; all kinds are not these.
    let (url, got) = receiver(&[]).await;
    let hook = |kinds: &str| json!({ "name": kinds, "url": url, "kinds": kinds, "group_id": 1, "secret": SECRET, "status": 1 });
    shop.clerk.done("/admin/event.Webhook/add", hook("stock.*")).await;
    for () in turns() {
        if shop.world.node.store().delivery_cursors().await.expect("cursors").moves {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    stocked(&shop).await;
    let rows = settled(&shop.clerk, 1).await;
    assert_eq!((rows.len(), &rows[0]["kind"], &rows[0]["number"], &rows[0]["state"]), (1, &json!("stock.inbound"), &json!(2), &json!("sent")));
    let (_, body) = got.lock().expect("what came").last().cloned().expect("a call");
    let body: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!((&body["event"]["stream"], &body["event"]["data"]["balance"]), (&json!(stream), &json!("6")), "{body}");

    let (_, member) = shop.world.member("ann").await;
    shop.clerk.done("/admin/user.User/edit", json!({ "id": member, "nickname": "Ann B" })).await;
    let told = events(&shop.clerk, "members", 0).await;
    assert_eq!(column(&told, "kind"), ["member.added", "member.edited"], "{told}");
    assert_eq!((&told["list"][1]["id"], &told["list"][1]["data"]["fields"]), (&json!(member), &json!(["nickname"])));
    assert!(!told.to_string().to_lowercase().contains("ann"), "nobody's name: {told}");
    assert_eq!(column(&events(&reader, "members", 0).await, "number"), Vec::<Value>::new(), "who does not see members");
    shop.books_are_right().await;
}

/// What another program got: the headers' signature, and the body as it came.
type Got = Arc<Mutex<Vec<(String, String)>>>;

/// Another program that answers with the states of `answers` in turn, and then with 200.
async fn receiver(answers: &[u16]) -> (String, Got) {
    use poem::listener::{Acceptor, Listener, TcpListener};
    let got: Got = Arc::default();
    let (kept, left) = (got.clone(), Arc::new(Mutex::new(answers.to_vec())));
    let endpoint = poem::endpoint::make(move |mut request: poem::Request| {
        let (kept, left) = (kept.clone(), left.clone());
        async move {
            let signed = request.header("entrepot-signature").unwrap_or_default().to_owned();
            let body = request.take_body().into_string().await.unwrap_or_default();
            kept.lock().expect("what came").push((signed, body));
            let mut left = left.lock().expect("answers");
            let status = if left.is_empty() { 200 } else { left.remove(0) };
            poem::Response::builder().status(StatusCode::from_u16(status).expect("a status")).body("thanks")
        }
    });
    let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.expect("a port");
    let url = format!("http://{}/hook", acceptor.local_addr()[0].as_socket_addr().expect("an address"));
    tokio::spawn(poem::Server::new_with_acceptor(acceptor).run(endpoint));
    (url, got)
}

/// As a receiver checks it.
fn is_signed(secret: &str, header: &str, body: &str) -> bool {
    let parts: Vec<(&str, &str)> = header.split(',').filter_map(|part| part.split_once('=')).collect();
    let at = parts.iter().find(|(name, _)| *name == "t").map(|(_, value)| *value).unwrap_or_default();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key");
    mac.update(format!("{at}.{body}").as_bytes());
    let right = hex::encode(mac.finalize().into_bytes());
    parts.iter().any(|(name, value)| *name == "v1" && *value == right)
}

async fn deliveries(admin: &Visitor) -> Vec<Value> {
    admin.got("/admin/event.Delivery/index?order=id,asc&limit=200").await["list"].as_array().expect("rows").clone()
}

/// Waits until every delivery is settled, and there are so many.
pub async fn settled(admin: &Visitor, many: usize) -> Vec<Value> {
    for () in turns() {
        let rows = deliveries(admin).await;
        if rows.len() >= many && rows.iter().all(|row| row["state"] != "waiting" && row["state"] != "sending") {
            return rows;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("they are not settled: {:?}", deliveries(admin).await)
}

pub async fn group_of(shop: &Shop, name: &str) -> Value {
    let groups = shop.clerk.got("/admin/auth.Group/index").await["list"].clone();
    groups.as_array().expect("groups").iter().find(|group| group["name"] == name).expect("the group")["id"].clone()
}

#[tokio::test]
async fn a_webhook_gets_what_its_group_may_see_signed_and_once() {
    let shop = shop(json!({ "four_eyes": 0 })).await;
    shop.person("reader", &["warehouse/inboundorder/index"]).await;
    let group = group_of(&shop, "reader").await;
    let (url, got) = receiver(&[]).await;
    let hook = |url: &str, secret: &str, kinds: &str| json!({ "name": "Shop floor", "url": url, "kinds": kinds, "group_id": group, "secret": secret, "status": 1 });
    for (body, field) in [
        (hook("ftp://x", SECRET, "*"), "url"),
        (hook("http://a:b@example.com", SECRET, "*"), "url"),
        (hook(&url, "short", "*"), "secret"),
        (hook(&url, SECRET, "order.stock;"), "kinds"),
        (json!({ "name": "x", "url": url, "kinds": "*", "secret": SECRET, "group_id": 999_999 }), "group_id"),
    ] {
        assert_eq!(shop.clerk.post("/admin/event.Webhook/add", &body).await["data"]["field"], field, "{body}");
    }
    let id = shop.clerk.done("/admin/event.Webhook/add", hook(&url, SECRET, "order.*")).await["id"].clone();
    shop.clerk.done("/admin/event.Webhook/test", json!({ "id": id })).await;
    assert_eq!(got.lock().expect("what came").len(), 1);
    let order = stocked(&shop).await;
    // Nothing of what the group does not see, nor of other kinds.
    shop.clerk.done("/admin/warehouse.Brand/add", json!({ "name": "Acme" })).await;
    let told = events(&shop.clerk, &format!("warehouse:{}", shop.warehouse), 0).await;
    let many = told["list"].as_array().expect("events").len();
    let rows = settled(&shop.clerk, many).await;
    assert_eq!(rows.len(), many, "{rows:?}");
    assert!(rows.iter().all(|row| row["state"] == "sent" && row["answer"] == "200 thanks" && row["tries"] == 1), "{rows:?}");
    let came: Vec<(String, Value)> =
        got.lock().expect("what came").iter().map(|(signed, body)| (signed.clone(), serde_json::from_str(body).expect("JSON"))).collect();
    assert_eq!(came.len(), many + 1);
    assert!(got.lock().expect("what came").iter().all(|(signed, body)| is_signed(SECRET, signed, body)));
    let mut kinds: Vec<&str> = came.iter().filter_map(|(_, body)| body["event"]["kind"].as_str()).collect();
    kinds.sort_unstable();
    assert!(kinds.contains(&"order.stock") && !kinds.iter().any(|kind| kind.starts_with("row.")), "{kinds:?}");
    let stock = came.iter().find(|(_, body)| body["event"]["kind"] == "order.stock").expect("the event");
    assert_eq!((&stock.1["event"]["subject"]["id"], &stock.1["delivery"]), (&order["id"], &rows.last().expect("a row")["id"]));

    // After a change both secrets sign.
    shop.clerk.done("/admin/event.Webhook/edit", json!({ "id": id, "secret": "another-secret-0123456789" })).await;
    shop.clerk.done("/admin/event.Webhook/test", json!({ "id": id })).await;
    let (signed, body) = got.lock().expect("what came").last().cloned().expect("a call");
    assert!(is_signed(SECRET, &signed, &body) && is_signed("another-secret-0123456789", &signed, &body), "{signed}");

    // Once more by hand: the same event under a number of its own.
    let last = rows.last().expect("a row");
    shop.clerk.done("/admin/event.Delivery/repeat", json!({ "id": last["id"] })).await;
    let again = settled(&shop.clerk, many + 1).await;
    let repeated = again.last().expect("a row");
    assert_eq!((&repeated["replayed_from"], &repeated["number"], &repeated["state"]), (&last["id"], &last["number"], &json!("sent")), "{repeated}");

    // Secrets are nowhere.
    for path in [format!("/admin/event.Webhook/edit?id={id}"), "/admin/event.Webhook/index".into(), "/admin/event.Delivery/index".into()] {
        let shown = shop.clerk.get(&path).await.to_string();
        assert!(!shown.contains("needle") && !shown.contains("another-secret"), "{path}: {shown}");
    }
}

#[tokio::test]
async fn who_has_lost_a_right_gets_nothing_and_who_fails_is_asked_again() {
    let shop = shop(json!({ "four_eyes": 0 })).await;
    shop.person("reader", &["warehouse/inboundorder/index"]).await;
    let group = group_of(&shop, "reader").await;
    let (url, got) = receiver(&[500, 503]).await;
    let hook = json!({ "name": "Flaky", "url": url, "kinds": "order.add", "group_id": group, "secret": SECRET, "status": 1 });
    let id = shop.clerk.done("/admin/event.Webhook/add", hook).await["id"].clone();
    shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(1)).await;
    let waiting = async || {
        for () in turns() {
            let row = deliveries(&shop.clerk).await.first().cloned().unwrap_or_default();
            if row["tries"] == 1 && row["state"] == "waiting" {
                return row;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("nothing is waiting")
    };
    let row = waiting().await;
    assert_eq!(row["answer"], "500 thanks", "{row}");
    let shown = shop.clerk.got(&format!("/admin/event.Webhook/edit?id={id}")).await["row"].clone();
    assert!(shown["failing_since"].as_i64().is_some_and(|since| since > 0), "{shown}");
    // It loses its right before the next try.
    let own = shop.clerk.got("/admin/auth.Group/index").await["list"].clone();
    let own = own.as_array().expect("groups").iter().find(|row| row["id"] == group).expect("the group").clone();
    let rules = shop.rules(&["warehouse/brand/index"]).await;
    shop.clerk
        .done("/admin/auth.Group/edit", json!({ "id": group, "name": own["name"], "pid": 0, "rules": rules, "warehouses": [shop.warehouse] }))
        .await;
    let rows = settled(&shop.clerk, 1).await;
    assert_eq!((&rows[0]["state"], &rows[0]["answer"]), (&json!("skipped"), &json!("Its group may not see it any more")), "{rows:?}");
    assert_eq!(got.lock().expect("what came").len(), 1, "it was asked once, before");

    // Somebody with fewer rights can't speak for a group that has more.
    let small = shop.person("small", &["event/webhook/index", "event/webhook/add", "event/webhook/edit"]).await;
    let refused =
        small.post("/admin/event.Webhook/add", &json!({ "name": "x", "url": url, "kinds": "*", "secret": SECRET, "group_id": group })).await;
    assert_eq!(refused["data"]["field"], "group_id", "{refused}");
    let stolen = small.post("/admin/event.Webhook/edit", &json!({ "id": id, "url": "https://example.com/" })).await;
    assert_eq!((&stolen["code"], key(&stolen)), (&json!(0), "deliver.group"), "{stolen}");
}

#[tokio::test]
async fn an_address_within_is_refused_and_one_that_is_gone_is_switched_off() {
    let services = ServiceSettings { outgoing_private_hosts: Some("127.0.0.2".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let admin = world.admin().await;
    let (url, got) = receiver(&[]).await;
    let hook = json!({ "name": "Within", "url": url, "kinds": "row.*", "group_id": 1, "secret": SECRET, "status": 1 });
    let id = admin.done("/admin/event.Webhook/add", hook).await["id"].clone();
    let refused = admin.post("/admin/event.Webhook/test", &json!({ "id": id })).await;
    assert_eq!(key(&refused), "outside.fault.refused", "{refused}");
    admin.done("/admin/warehouse.Brand/add", json!({ "name": "Acme" })).await;
    let rows = settled(&admin, 1).await;
    assert_eq!(rows[0]["state"], "failed", "{rows:?}");
    assert!(rows[0]["answer"].as_str().is_some_and(|answer| answer.contains("not public")), "{rows:?}");
    assert!(got.lock().expect("what came").is_empty());

    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let (url, _) = receiver(&[410]).await;
    let hook = json!({ "name": "Gone", "url": url, "kinds": "row.*", "group_id": 1, "secret": SECRET, "status": 1 });
    let id = admin.done("/admin/event.Webhook/add", hook).await["id"].clone();
    admin.done("/admin/warehouse.Brand/add", json!({ "name": "Acme" })).await;
    for () in turns() {
        let row = admin.got(&format!("/admin/event.Webhook/edit?id={id}")).await["row"].clone();
        if row["status"] == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let shown = admin.got("/admin/event.Webhook/index").await["list"][0].clone();
    assert_eq!((&shown["status"], &shown["finding"]), (&json!(0), &json!("Switched off: 410 thanks")), "{shown}");
    assert_eq!(settled(&admin, 1).await[0]["state"], "failed");
}
