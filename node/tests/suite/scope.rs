//! Warehouses: nobody sees, changes, exports or is notified of a row in a warehouse outside their scope.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Ids, Node, PASSWORD, Socket, admins};

/// Two warehouses with an area and a shelf each, goods and open orders in both; a clerk of the first
/// who holds every node of the warehouse.
struct Site {
    node: Node,
    chief: Client,
    clerk: Client,
    own: Ids,
    foreign: Ids,
    /// Order ids: own, foreign.
    orders: (i64, i64),
}

async fn add(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

/// Stocks something in; leaves another order to be reviewed. Answers the latter.
async fn fill(client: &Client, ids: Ids) -> i64 {
    let path = "/admin/warehouse.InboundOrder";
    let first = client.done(&format!("{path}/add"), ids.inbound(100)).await["id"].clone();
    client.done(&format!("{path}/audit"), json!({ "id": first })).await;
    client.done(&format!("{path}/stock"), json!({ "id": first })).await;
    client.done(&format!("{path}/add"), ids.inbound(7)).await["id"].as_i64().expect("an id")
}

async fn site(dir: &tempfile::TempDir, scope: &str) -> Site {
    admins(dir.path(), &[], &["chief", "second"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let own = chief.master_data().await;
    let other = add(&chief, "warehouse.Warehouse", json!({ "name": "Far away", "serial_no": "W2" })).await;
    let foreign = Ids { warehouse: other, ..own };
    for ids in [own, foreign] {
        let area = add(&chief, "warehouse.WarehouseArea", json!({ "warehouses_id": ids.warehouse, "name": format!("A{}", ids.warehouse) })).await;
        let shelf = json!({ "warehouses_id": ids.warehouse, "warehouses_areas_id": area, "name": format!("S{}", ids.warehouse) });
        add(&chief, "warehouse.WarehouseShelf", shelf).await;
    }
    let orders = (fill(&chief, own).await, fill(&chief, foreign).await);
    let all = rules(&chief).await;
    let held = picked(&all, &["dashboard", "warehouse", "notification", "routine/transfer"]);
    let id = group(&chief, json!({ "name": "clerks", "pid": 0, "rules": held, "warehouses": [own.warehouse], "scope": scope })).await;
    let clerk = member(&node, &chief, "clerk", &[id]).await;
    Site { node, chief, clerk, own, foreign, orders }
}

fn rows(answer: &Value) -> Vec<Value> {
    answer["data"]["list"].as_array().or(answer["data"]["options"].as_array()).unwrap_or_else(|| panic!("{answer}")).clone()
}

fn warehouses(rows: &[Value], column: &str) -> BTreeSet<i64> {
    rows.iter().map(|row| row[column].as_i64().expect("a warehouse")).collect()
}

#[tokio::test]
async fn lists_and_selects_keep_to_ones_warehouses() {
    let dir = tempfile::tempdir().expect("a directory");
    let Site { node, chief, clerk, own, foreign, .. } = site(&dir, "all").await;
    let lists = [
        ("warehouse.Warehouse", "id"),
        ("warehouse.WarehouseArea", "warehouses_id"),
        ("warehouse.WarehouseShelf", "warehouses_id"),
        ("warehouse.InboundOrder", "warehouses_id"),
        ("warehouse.Inventory", "warehouses_id"),
        ("warehouse.InventoryRecord", "warehouses_id"),
    ];
    for (controller, column) in lists {
        let everything = chief.get(&format!("/admin/{controller}/index?limit=100")).await;
        assert_eq!(warehouses(&rows(&everything), column), [own.warehouse, foreign.warehouse].into(), "{controller}");
        let by = format!("search[0][field]={column}&search[0][operator]=eq&search[0][val]={}", foreign.warehouse);
        for query in ["limit=100", "limit=100&order=id,asc", "select=true", "quickSearch=P1", "initKey=id&initValue=1&initValue=2", &by] {
            let seen = clerk.get(&format!("/admin/{controller}/index?{query}")).await;
            let found = warehouses(&rows(&seen), column);
            assert!(found.is_subset(&[own.warehouse].into()), "{controller}?{query}: {seen}");
            if query.starts_with("limit") {
                assert!(!found.is_empty() && seen["data"]["total"].as_u64() == Some(rows(&seen).len() as u64), "{controller}?{query}: {seen}");
            }
        }
    }
    assert_eq!(warehouses(&rows(&clerk.get("/admin/warehouse.Warehouse/select").await), "id"), [own.warehouse].into());
    // The stock of a product is what lies in one's own warehouses.
    let stock = |answer: Value| rows(&answer)[0]["total_stock_num"].clone();
    assert_eq!(stock(chief.get("/admin/warehouse.Product/index").await), "200");
    assert_eq!(stock(clerk.get("/admin/warehouse.Product/index").await), "100");
    let (all, part) = (chief.get("/admin/Dashboard/index").await["data"].clone(), clerk.get("/admin/Dashboard/index").await["data"].clone());
    for card in ["to_review", "warehouses"] {
        assert_eq!((all["cards"][card].clone(), part["cards"][card].clone()), (json!(2), json!(1)), "{card}");
    }
    assert_eq!((all["cards"]["stock_value"].clone(), part["cards"]["stock_value"].clone()), (json!("500.00"), json!("250.00")));
    assert_eq!((all["months"][0]["in_quantity"].clone(), part["months"][0]["in_quantity"].clone()), (json!("200"), json!("100")), "{part}");
    node.kill().await;
}

#[tokio::test]
async fn rows_of_other_warehouses_are_out_of_reach() {
    let dir = tempfile::tempdir().expect("a directory");
    let Site { node, chief, clerk, own, foreign, orders, .. } = site(&dir, "all").await;
    let path = "/admin/warehouse.InboundOrder";
    assert_eq!(clerk.get(&format!("{path}/edit?id={}", orders.0)).await["code"], 1);
    let hidden = clerk.get(&format!("{path}/edit?id={}", orders.1)).await;
    let absent = clerk.get(&format!("{path}/edit?id=99999")).await;
    assert_eq!((hidden["code"].clone(), hidden["msg"].clone()), (json!(0), absent["msg"].clone()), "as if it were not there");
    for action in ["audit", "takeBack", "stock", "close", "void"] {
        let answer = clerk.post(&format!("{path}/{action}"), &json!({ "id": orders.1 })).await;
        assert_eq!(answer["data"]["key"], "error.not_found", "{action}: {answer}");
    }
    let mut body = foreign.inbound(1);
    assert_eq!(clerk.post(&format!("{path}/add"), &body).await["data"]["field"], "warehouses_id");
    body["id"] = orders.0.into();
    assert_eq!(clerk.post(&format!("{path}/edit"), &body).await["data"]["field"], "warehouses_id");
    let del = async |client: &Client, path: &str, id: i64| {
        let asked = client.http.delete(format!("{}{path}/del?ids[]={id}", client.url)).header("batoken", &client.token);
        asked.send().await.expect("an answer").json::<Value>().await.expect("JSON")
    };
    assert_eq!(del(&clerk, path, orders.1).await["data"]["key"], "error.not_found");
    let kept = chief.get(&format!("{path}/edit?id={}", orders.1)).await;
    assert_eq!((kept["code"].clone(), kept["data"]["row"]["version"].clone()), (json!(1), json!(1)), "{kept}");
    // Master data.
    let foreign_of = async |controller: &str| {
        let by = format!("search[0][field]=warehouses_id&search[0][operator]=eq&search[0][val]={}", foreign.warehouse);
        rows(&chief.get(&format!("/admin/{controller}/index?{by}")).await)[0]["id"].as_i64().expect("an id")
    };
    let area = foreign_of("warehouse.WarehouseArea").await;
    for (controller, id) in [
        ("warehouse.Warehouse", foreign.warehouse),
        ("warehouse.WarehouseArea", area),
        ("warehouse.WarehouseShelf", foreign_of("warehouse.WarehouseShelf").await),
    ] {
        let path = format!("/admin/{controller}");
        for answer in [
            clerk.get(&format!("{path}/edit?id={id}")).await,
            clerk.post(&format!("{path}/edit"), &json!({ "id": id, "name": "taken" })).await,
            clerk.post(&format!("{path}/sortable"), &json!({ "move": id, "target": own.warehouse, "direction": "up", "order": "weigh,desc" })).await,
            del(&clerk, &path, id).await,
        ] {
            assert_eq!(answer["data"]["key"], "error.not_found", "{controller}, as if it were not there: {answer}");
        }
    }
    assert_eq!(chief.get(&format!("/admin/warehouse.WarehouseArea/edit?id={area}")).await["data"]["row"]["version"], 1);
    let shelf = |warehouse: i64| json!({ "warehouses_id": warehouse, "warehouses_areas_id": area, "name": "mine" });
    assert_eq!(clerk.post("/admin/warehouse.WarehouseShelf/add", &shelf(foreign.warehouse)).await["data"]["field"], "warehouses_id");
    assert_eq!(clerk.post("/admin/warehouse.WarehouseShelf/add", &shelf(own.warehouse)).await["data"]["field"], "warehouses_areas_id");
    assert_eq!(clerk.post("/admin/warehouse.Warehouse/add", &json!({ "name": "New", "serial_no": "W9" })).await["code"], 401);
    node.kill().await;
}

#[tokio::test]
async fn exports_hold_ones_own_rows_only() {
    let dir = tempfile::tempdir().expect("a directory");
    let Site { node, chief, clerk, .. } = site(&dir, "all").await;
    let text_of = async |client: &Client| {
        let task = client.done("/admin/warehouse.WarehouseArea/export?format=csv", json!({})).await["task"].clone();
        let url = format!("{}/admin/routine.Transfer/download?id={task}", client.url);
        for () in crate::support::turns() {
            let answer = client.http.get(&url).header("batoken", &client.token).header("server", "true").send().await.expect("an answer");
            let text = answer.text().await.expect("text");
            if !text.starts_with('{') {
                return (task, text);
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("no file");
    };
    let (task, whole) = text_of(&chief).await;
    let (_, part) = text_of(&clerk).await;
    assert_eq!((whole.lines().count(), part.lines().count()), (3, 2), "{part}");
    // A file belongs to the administrator who exported it.
    let answer = clerk.get(&format!("/admin/routine.Transfer/download?id={task}")).await;
    assert_eq!(answer["data"]["key"], "error.not_found", "{answer}");
    assert_eq!(rows(&clerk.get("/admin/routine.Transfer/index").await).len(), 1);
    node.kill().await;
}

async fn heard(socket: &mut Socket) -> Vec<Value> {
    // Pings are answered in order: messages sent before the answer have arrived by then.
    let mut topics = Vec::new();
    socket.send(json!({ "type": "ping" })).await;
    loop {
        let message = socket.any().await;
        match message["type"].as_str() {
            Some("pong") => return topics,
            Some("topic") => topics.push(message["data"].clone()),
            _ => {}
        }
    }
}

#[tokio::test]
async fn topics_and_notices_keep_to_ones_warehouses() {
    let dir = tempfile::tempdir().expect("a directory");
    let Site { node, chief, clerk, own, foreign, .. } = site(&dir, "all").await;
    let mut socket = clerk.socket(None).await;
    socket.next("bind").await;
    let topics = ["inventory", "records", "orders", "orders:inbound", "dashboard", "resource:warehouse.WarehouseArea", "resource:auth.Admin"];
    let wanted: Vec<String> = topics.iter().map(|topic| (*topic).to_owned()).chain([format!("inventory:{}", foreign.warehouse)]).collect();
    socket.send(json!({ "type": "subscribe", "data": { "topics": wanted } })).await;
    socket.next("subscribe").await;
    let second = node.login("second").await;
    let hidden = fill(&second, foreign).await;
    let area = add(&chief, "warehouse.WarehouseArea", json!({ "warehouses_id": foreign.warehouse, "name": "hidden" })).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let foreign_words = heard(&mut socket).await;
    assert!(foreign_words.iter().all(|word| word["ids"] == json!([])), "{foreign_words:?} {area}");
    let order = fill(&second, own).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let words = heard(&mut socket).await;
    // One word may name several orders: the two that were made, and no other.
    let of_orders = words.iter().filter(|word| word["topic"] == "orders:inbound");
    let named: BTreeSet<i64> = of_orders.flat_map(|word| word["ids"].as_array().expect("ids")).filter_map(Value::as_i64).collect();
    assert!(named.contains(&order) && named.len() == 2 && !named.contains(&hidden), "{words:?}");
    assert!(words.iter().any(|word| word["topic"] == "inventory"), "{words:?}");
    // Notices: of the own warehouse, to who may review; the chief is told of both.
    let notifications_of = async |client: &Client| {
        let list = client.get("/admin/notification.Index/index?limit=100").await;
        rows(&list).iter().filter_map(|row| row["message_data"]["warehouse"].as_i64()).collect::<Vec<_>>()
    };
    let (of_clerk, of_chief) = (notifications_of(&clerk).await, notifications_of(&chief).await);
    assert!(!of_clerk.is_empty() && of_clerk.iter().all(|warehouse| *warehouse == own.warehouse), "{of_clerk:?}");
    assert!([own.warehouse, foreign.warehouse].iter().all(|warehouse| of_chief.contains(warehouse)), "{of_chief:?}");
    assert_eq!(clerk.get(&format!("/admin/warehouse.InboundOrder/edit?id={order}")).await["code"], 1);
    // After a permission is taken away, its events stop on the same socket.
    let groups = rows(&chief.get("/admin/auth.Group/index?isTree=false").await);
    let id = groups.iter().find(|group| group["name"] == "clerks").expect("the clerks")["id"].clone();
    chief.done("/admin/auth.Group/edit", json!({ "id": id, "warehouses": [foreign.warehouse] })).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    heard(&mut socket).await;
    fill(&second, own).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(heard(&mut socket).await, Vec::<Value>::new());
    assert_eq!(clerk.get(&format!("/admin/warehouse.InboundOrder/edit?id={order}")).await["code"], 0);
    node.kill().await;
}

#[tokio::test]
async fn own_rows_only_where_a_group_reaches_no_farther() {
    let dir = tempfile::tempdir().expect("a directory");
    let Site { node, chief, clerk, own, orders, .. } = site(&dir, "own").await;
    let path = "/admin/warehouse.InboundOrder";
    assert_eq!(rows(&clerk.get(&format!("{path}/index")).await).len(), 0);
    assert_eq!(clerk.get(&format!("{path}/edit?id={}", orders.0)).await["code"], 0);
    let mine = clerk.done(&format!("{path}/add"), own.inbound(3)).await["id"].clone();
    let seen = rows(&clerk.get(&format!("{path}/index")).await);
    assert!(seen.len() == 1 && seen[0]["id"] == mine, "{seen:?}");
    // A colleague of the same group sees it once the group reaches its members.
    let groups = rows(&chief.get("/admin/auth.Group/index?isTree=false").await);
    let id = groups.iter().find(|group| group["name"] == "clerks").expect("the clerks")["id"].as_i64().expect("an id");
    let body = json!({ "username": "mate", "nickname": "mate", "password": PASSWORD, "group_arr": [id] });
    chief.done("/admin/auth.Admin/add", body).await;
    let mate = node.login("mate").await;
    assert_eq!(rows(&mate.get(&format!("{path}/index")).await).len(), 0);
    chief.done("/admin/auth.Group/edit", json!({ "id": id, "scope": "group" })).await;
    assert_eq!(rows(&mate.get(&format!("{path}/index")).await).len(), 1);
    node.kill().await;
}
