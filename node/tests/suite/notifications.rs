//! Kinds of notifications: who gets which, who has switched it off, and who may not see it any more.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, PASSWORD, admins};

const ORDERS: &str = "/admin/warehouse.InboundOrder";

async fn list(client: &Client) -> Vec<Value> {
    client.get("/admin/notification.Index/index?limit=100").await["data"]["list"].as_array().expect("a list").clone()
}

/// The messages of a kind, newest first.
async fn messages(client: &Client, kind: &str) -> Vec<String> {
    let rows = list(client).await;
    rows.iter().filter(|row| row["message_type"] == kind).map(|row| row["message"].as_str().expect("a message").to_owned()).collect()
}

/// An order of the first, reviewed by the second; its id and number.
async fn reviewed(first: &Client, second: &Client, body: Value) -> (Value, String) {
    let order = first.done(&format!("{ORDERS}/add"), body).await;
    second.done(&format!("{ORDERS}/audit"), json!({ "id": order["id"] })).await;
    (order["id"].clone(), order["inbound_order_no"].as_str().expect("a number").to_owned())
}

#[tokio::test]
async fn the_people_of_an_order_are_notified_of_its_end_unless_they_switched_that_off() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["author", "reviewer"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (author, reviewer) = (node.login("author").await, node.login("reviewer").await);
    let ids = author.master_data().await;

    let (id, number) = reviewed(&author, &reviewer, ids.inbound(8)).await;
    reviewer.done(&format!("{ORDERS}/takeBack"), json!({ "id": id })).await;
    assert_eq!(messages(&author, "order.taken_back").await, [format!("Inbound order {number}: the review was taken back")]);
    assert_eq!(messages(&reviewer, "order.taken_back").await, Vec::<String>::new(), "who did it knows");
    reviewer.done(&format!("{ORDERS}/audit"), json!({ "id": id })).await;
    author.done(&format!("{ORDERS}/takeBack"), json!({ "id": id })).await;
    assert_eq!(messages(&reviewer, "order.taken_back").await.len(), 1, "whose review was taken back");

    let (id, number) = reviewed(&author, &reviewer, ids.inbound(8)).await;
    reviewer.done(&format!("{ORDERS}/stock"), json!({ "id": id, "lines": [{ "line": 1, "quantity": "3" }] })).await;
    reviewer.done(&format!("{ORDERS}/close"), json!({ "id": id, "reason": "the rest is lost" })).await;
    let closed = format!("Inbound order {number} was closed before all of it had moved: the rest is lost");
    assert_eq!(messages(&author, "order.closed_short").await, [closed]);

    let (id, number) = reviewed(&author, &reviewer, ids.inbound(8)).await;
    reviewer.done(&format!("{ORDERS}/void"), json!({ "id": id, "reason": "sent twice" })).await;
    let voided = format!("Inbound order {number} was voided: sent twice");
    assert_eq!(messages(&author, "order.voided").await, std::slice::from_ref(&voided));
    // The sweep of each minute may have sent another kind since.
    let newest = list(&author).await.into_iter().find(|row| row["message_type"] == "order.voided").expect("it is listed");
    assert_eq!(newest["message_data"]["link"], format!("/admin/warehouse/inboundOrder?id={id}"));
    assert_eq!((newest["severity"].clone(), newest["audio_path"].clone()), (json!("warning"), json!("")), "{newest}");
    assert_eq!(newest["message_type_map"]["order.voided"], "Voided");

    // What somebody does not want is not sent to them, until they want it again.
    let mute = async |kind: &str, muted: i64| author.post("/admin/notification.Index/mute", &json!({ "kind": kind, "muted": muted })).await;
    let is_muted = async || {
        let setup = author.get("/admin/notification.Index/getsetup").await;
        let kinds = setup["data"]["kinds"].as_array().expect("kinds").clone();
        kinds.iter().find(|kind| kind["name"] == "order.voided").expect("the kind")["muted"].clone()
    };
    assert_eq!((is_muted().await, mute("order.voided", 1).await["code"].clone(), is_muted().await), (json!(false), json!(1), json!(true)));
    let (id, _) = reviewed(&author, &reviewer, ids.inbound(8)).await;
    reviewer.done(&format!("{ORDERS}/void"), json!({ "id": id, "reason": "again" })).await;
    assert_eq!(messages(&author, "order.voided").await, std::slice::from_ref(&voided));
    assert_eq!((mute("order.voided", 0).await["code"].clone(), is_muted().await), (json!(1), json!(false)));
    let (id, _) = reviewed(&author, &reviewer, ids.inbound(8)).await;
    reviewer.done(&format!("{ORDERS}/void"), json!({ "id": id, "reason": "again" })).await;
    assert_eq!(messages(&author, "order.voided").await.len(), 2);
    // Of one warehouse alone: another one still counts.
    let there = async |warehouse: &Value, muted: i64| {
        author.post("/admin/notification.Index/mute", &json!({ "kind": "order.voided", "muted": muted, "warehouses_id": warehouse })).await
    };
    let warehouse = json!(ids.warehouse);
    assert_eq!(there(&warehouse, 1).await["code"], 1);
    let setup = author.get("/admin/notification.Index/getsetup").await["data"].clone();
    let voided = setup["kinds"].as_array().expect("kinds").iter().find(|kind| kind["name"] == "order.voided").expect("the kind").clone();
    assert_eq!((&voided["muted"], &voided["by_warehouse"], &voided["muted_warehouses"]), (&json!(false), &json!(true), &json!([ids.warehouse])));
    assert_eq!(setup["warehouses"], json!([{ "id": ids.warehouse, "name": "Main" }]));
    let (id, _) = reviewed(&author, &reviewer, ids.inbound(8)).await;
    reviewer.done(&format!("{ORDERS}/void"), json!({ "id": id, "reason": "again" })).await;
    assert_eq!(messages(&author, "order.voided").await.len(), 2, "not of this warehouse");
    assert_eq!(there(&warehouse, 0).await["code"], 1);
    let (id, _) = reviewed(&author, &reviewer, ids.inbound(8)).await;
    reviewer.done(&format!("{ORDERS}/void"), json!({ "id": id, "reason": "again" })).await;
    assert_eq!(messages(&author, "order.voided").await.len(), 3);
    let refused = there(&json!(99), 1).await;
    assert_eq!((&refused["data"]["field"], &refused["data"]["key"]), (&json!("warehouses_id"), &json!("error.reference")), "{refused}");
    let refused = mute("order.lost", 1).await;
    assert_eq!((refused["code"].clone(), refused["data"]["field"].clone()), (json!(0), json!("kind")), "{refused}");
    node.kill().await;
}

#[tokio::test]
async fn orders_that_wait_together_are_all_named_and_listed() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["author", "reviewer"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (author, reviewer) = (node.login("author").await, node.login("reviewer").await);
    let ids = author.master_data().await;
    let mut orders = Vec::new();
    let mut socket = reviewer.socket(Some(0)).await;
    for quantity in 1..=5 {
        orders.push(author.done(&format!("{ORDERS}/add"), ids.inbound(quantity)).await);
        let link = socket.next("notify").await["message"]["message_data"]["link"].clone();
        let all: Vec<String> = orders.iter().map(|order| order["id"].to_string()).collect();
        let expected = match all.as_slice() {
            [only] => format!("/admin/warehouse/inboundOrder?id={only}"),
            several => format!("/admin/warehouse/inboundOrder?only=id:{}", several.join(",")),
        };
        assert_eq!(link, expected, "live as stored");
    }
    let numbers: Vec<&str> = orders.iter().filter_map(|order| order["inbound_order_no"].as_str()).collect();
    let said = format!("5 inbound orders are waiting for review: {} and 2 more", numbers[..3].join(", "));
    assert_eq!(messages(&reviewer, "order.review").await, [said]);
    let these: Vec<String> = orders[..2].iter().map(|order| order["id"].to_string()).collect();
    let found = reviewer.get(&format!("{ORDERS}/index?search[0][field]=id&search[0][operator]=IN&search[0][val]={}", these.join(","))).await;
    assert_eq!(found["data"]["total"], 2, "{found}");
    node.kill().await;
}

#[tokio::test]
async fn who_lost_a_warehouse_reads_nothing_of_it() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let ids = chief.master_data().await;
    let other = chief.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far away", "serial_no": "W2" })).await["id"].clone();
    let held = picked(&rules(&chief).await, &["warehouse", "notification"]);
    let clerks = group(&chief, json!({ "name": "clerks", "pid": 0, "rules": held, "warehouses": [ids.warehouse] })).await;
    let clerk = member(&node, &chief, "clerk", &[clerks]).await;
    let order = chief.done(&format!("{ORDERS}/add"), ids.inbound(8)).await;
    let number = order["inbound_order_no"].as_str().expect("a number").to_owned();
    assert_eq!(messages(&clerk, "order.review").await, [format!("Inbound order {number} is waiting for review (lines: 1)")]);
    chief.done("/admin/auth.Group/edit", json!({ "id": clerks, "warehouses": [other] })).await;
    let rows = list(&clerk).await;
    assert_eq!(rows[0]["message_type"], "security.rights", "{rows:?}");
    assert_eq!(rows[1]["message"], "You may no longer see this notification", "{rows:?}");
    assert_eq!(rows[1]["message_data"], json!({ "link": "" }));
    let missed = clerk.get("/admin/notification.Index/push").await["data"]["list"][1].clone();
    assert_eq!(missed["message_data"], json!({ "link": "" }), "{missed}");
    let brought = clerk.socket(Some(0)).await.next("notify").await;
    assert_eq!(brought["message"]["message_data"], json!({ "link": "" }), "{brought}");
    node.kill().await;
}

#[tokio::test]
async fn the_safety_stock_of_the_company_is_told_to_who_sees_all_warehouses() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief", "boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (chief, boss) = (node.login("chief").await, node.login("boss").await);
    let ids = chief.master_data().await;
    let other = chief.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far away", "serial_no": "W2" })).await["id"].clone();
    let held = picked(&rules(&chief).await, &["warehouse", "notification"]);
    let person = async |name: &str, warehouses: Value| {
        let group = group(&chief, json!({ "name": name, "pid": 0, "rules": held, "warehouses": warehouses })).await;
        member(&node, &chief, name, &[group]).await
    };
    let keeper = person("keeper", json!([ids.warehouse])).await;
    let buyer = person("buyer", json!([ids.warehouse, other])).await;
    chief.done("/admin/warehouse.Product/edit", json!({ "id": ids.product, "safety_stock_num": "5" })).await;
    let minimum = json!({ "warehouses_id": ids.warehouse, "product_id": ids.product, "quantity": "4" });
    chief.done("/admin/warehouse.SafetyStock/add", minimum).await;
    for (orders, body) in [(ORDERS, ids.inbound(6)), ("/admin/warehouse.OutboundOrder", ids.outbound(3))] {
        let order = chief.done(&format!("{orders}/add"), body).await;
        boss.done(&format!("{orders}/reviewStock"), json!({ "id": order["id"] })).await;
    }
    let told = async |client: &Client, kind: &str| messages(client, kind).await.len();
    // The company's figure is compared first: once the warehouse's has arrived, nothing more comes.
    for client in [&keeper, &buyer, &chief] {
        let mut tries = 0;
        while told(client, "stock.minimum").await == 0 {
            tries += 1;
            assert!(tries < 500, "nobody was notified of the minimum");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    assert_eq!((told(&keeper, "stock.low").await, told(&buyer, "stock.low").await, told(&chief, "stock.low").await), (0, 1, 1));
    node.kill().await;
}

#[tokio::test]
async fn people_are_told_of_what_befalls_their_accounts() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let held = picked(&rules(&chief).await, &["notification"]);
    let readers = group(&chief, json!({ "name": "readers", "pid": 0, "rules": held })).await;
    let others = group(&chief, json!({ "name": "others", "pid": 0, "rules": held })).await;
    let clerk = member(&node, &chief, "clerk", &[readers]).await;
    node.login("clerk").await;
    assert_eq!(list(&clerk).await, Vec::<Value>::new(), "the first sign-in, and one from the same place");

    let sign_in = async |agent: &str| {
        let body = json!({ "username": "clerk", "password": PASSWORD });
        let asked = clerk.http.post(format!("{}/admin/Index/login", clerk.url)).header("user-agent", agent).json(&body);
        asked.send().await.expect("an answer").text().await.expect("a text")
    };
    sign_in("Spoon/1.0").await;
    let new = "Your account was signed in to from a network or a program it has not used before: 127.0.0.1, Spoon/1.0";
    assert_eq!(messages(&clerk, "security.device").await, [new]);
    // Neither an update nor a second new one within the hour, unless the hour has just ended.
    sign_in("Spoon/2.0").await;
    assert_eq!(messages(&clerk, "security.device").await.len(), 1);

    // A name gives no right, and who changes rights knows it.
    chief.done("/admin/auth.Group/edit", json!({ "id": readers, "name": "people who read" })).await;
    assert_eq!(messages(&clerk, "security.rights").await.len(), 0);
    let account = chief.get("/admin/auth.Admin/index?limit=50").await["data"]["list"].clone();
    let account = account.as_array().expect("accounts").iter().find(|row| row["username"] == "clerk").expect("the clerk")["id"].clone();
    chief.done("/admin/auth.Admin/edit", json!({ "id": account, "group_arr": [readers, others] })).await;
    let told = messages(&clerk, "security.rights").await;
    assert!(told.len() == 1 && told[0].ends_with(" has changed your groups or rights"), "{told:?}");
    assert_eq!(messages(&chief, "security.rights").await.len(), 0);

    for _ in 0..5 {
        let wrong = json!({ "username": "clerk", "password": "Wrong-pass-1" });
        assert_eq!(node.anonymous().post("/admin/Index/login", &wrong).await["code"], 0);
    }
    let failures = async || messages(&clerk, "security.failures").await;
    for () in crate::support::turns() {
        if !failures().await.is_empty() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(failures().await, ["Somebody entered 5 wrong passwords in a row for your account, the last from 127.0.0.1"]);
    let refused = clerk.post("/admin/notification.Index/mute", &json!({ "kind": "security.failures", "muted": 1 })).await;
    assert_eq!(refused["data"]["key"], "notice.unmutable", "{refused}");
    node.kill().await;
}

/// Runs a scheduled task now; what it says of itself.
async fn run_task(client: &Client, kind: &str) -> String {
    let tasks = client.get("/admin/routine.Crontab/index?limit=50").await["data"]["list"].clone();
    let task = tasks.as_array().expect("tasks").iter().find(|task| task["type"] == kind).expect("the task").clone();
    let run = client.done("/admin/routine.Crontab/run", json!({ "id": task["id"] })).await;
    assert_eq!(run["result"], "done", "{run}");
    run["message"].as_str().expect("a message").to_owned()
}

#[tokio::test]
async fn the_people_of_a_warehouse_are_notified_of_expiry_and_negative_stock() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let ids = chief.master_data().await;

    let expiry = (chrono::Utc::now() + chrono::Days::new(20)).format("%Y-%m-%d").to_string();
    let line = json!({ "product_id": ids.product, "quantity": 8, "unit_price": "2.5", "batch_number": "B1", "expiry_date": expiry });
    let body = json!({ "warehouses_id": ids.warehouse, "supplier_id": ids.supplier, "type": 10, "lines": [line] });
    let (id, _) = reviewed(&chief, &chief, body).await;
    chief.done(&format!("{ORDERS}/stock"), json!({ "id": id })).await;
    assert_eq!(run_task(&chief, "expiry_digest").await, "1 notifications");
    assert_eq!(run_task(&chief, "expiry_digest").await, "0 notifications", "once a day");
    let soon = format!("Main: batches that expire soon: 1, the earliest Pen B1 ({expiry})");
    assert_eq!(messages(&chief, "batch.expiring").await, [soon]);
    assert_eq!(run_task(&chief, "old_reservations").await, "0 notifications");
    assert_eq!(run_task(&chief, "closing_reminder").await, "1 notifications");
    assert_eq!(run_task(&chief, "closing_reminder").await, "0 notifications", "once a month");
    assert!(run_task(&chief, "check_books").await.starts_with("1 warehouses, 1 movements, 1 places, "));

    // A category says its own days, or is refused.
    let category = json!({ "name": "Fresh", "pid": 0, "expiry_alert_days": "soon" });
    let refused = chief.post("/admin/warehouse.ProductCategory/add", &category).await;
    assert_eq!((refused["code"].clone(), refused["data"]["field"].clone()), (json!(0), json!("expiry_alert_days")), "{refused}");
    chief.done("/admin/warehouse.ProductCategory/add", json!({ "name": "Fresh", "pid": 0, "expiry_alert_days": "3, 1" })).await;

    // Below zero: when it is crossed, not each time that more goes out.
    let unit = chief.get("/admin/warehouse.Unit/index").await["data"]["list"][0]["id"].clone();
    let loose = chief.done("/admin/warehouse.Product/add", json!({ "product_no": "P2", "name": "Sand", "unit_id": unit })).await["id"].clone();
    chief.done("/admin/warehouse.Warehouse/edit", json!({ "id": ids.warehouse, "allow_negative": 1 })).await;
    let goes_out = async |quantity: i64| {
        let line = json!({ "product_id": loose, "quantity": quantity, "unit_price": "1" });
        let body = json!({ "warehouses_id": ids.warehouse, "customer_id": ids.customer, "type": 10, "lines": [line] });
        let order = chief.done("/admin/warehouse.OutboundOrder/add", body).await;
        for step in ["audit", "stock"] {
            chief.done(&format!("/admin/warehouse.OutboundOrder/{step}"), json!({ "id": order["id"] })).await;
        }
    };
    goes_out(3).await;
    goes_out(2).await;
    assert_eq!(messages(&chief, "stock.negative").await, ["Main: Sand (P2) has fallen below zero, -3 on hand"]);
    let fallen = list(&chief).await.into_iter().find(|row| row["message_type"] == "stock.negative").expect("it is listed");
    assert_eq!(fallen["message_data"]["link"], format!("/admin/warehouse/inventory?product_id={loose}"));
    node.kill().await;
}
