//! Goods go from one warehouse to another over HTTP: in parts, over a crash, with each side seeing what is its own.

use serde_json::{Value, json};

use crate::order_steps::{key, shop};
use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Ids, Node, admins, run};
use crate::world::Visitor;

const PATH: &str = "/admin/warehouse.TransferOrder";

async fn add(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

/// Two warehouses, each with an area; ten pens at 2.5 in the first.
struct TwoWarehouses {
    ids: Ids,
    other: i64,
    area: i64,
}

async fn two_warehouses(chief: &Client) -> TwoWarehouses {
    let ids = chief.master_data().await;
    let other = add(chief, "warehouse.Warehouse", json!({ "name": "Far away", "serial_no": "W2" })).await;
    let area = add(chief, "warehouse.WarehouseArea", json!({ "warehouses_id": other, "name": "Hall" })).await;
    let inbound = chief.done("/admin/warehouse.InboundOrder/add", ids.inbound(10)).await["id"].clone();
    for step in ["audit", "stock"] {
        chief.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": inbound })).await;
    }
    TwoWarehouses { ids, other, area }
}

impl TwoWarehouses {
    /// Pens from the first warehouse to the second, into its hall.
    fn order(&self, quantity: i64) -> Value {
        json!({ "source_warehouses_id": self.ids.warehouse, "target_warehouses_id": self.other, "target_warehouses_areas_id": self.area,
                "remark": "for the fair", "lines": [{ "product_id": self.ids.product, "quantity": quantity }] })
    }
}

async fn step(client: &Client, step: &str, body: Value) -> Value {
    client.done(&format!("{PATH}/{step}"), body).await
}

async fn row(client: &Client, id: &Value) -> Value {
    client.get(&format!("{PATH}/edit?id={id}")).await["data"]["row"].clone()
}

fn refusal(answer: &Value) -> (Value, Value) {
    assert_eq!(answer["code"], 0, "{answer}");
    (answer["data"]["field"].clone(), answer["data"]["key"].clone())
}

#[tokio::test]
async fn a_transfer_survives_a_crash_between_shipping_and_receiving() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let warehouses = two_warehouses(&chief).await;
    let order = step(&chief, "add", warehouses.order(8)).await;
    let id = order["id"].clone();
    assert!(order["transfer_order_no"].as_str().is_some_and(|number| number.starts_with("DB")), "{order}");
    step(&chief, "audit", json!({ "id": id })).await;
    let ship = json!({ "id": id, "command_id": "ship-1", "lines": [{ "line": 1, "quantity": 5 }] });
    step(&chief, "ship", ship.clone()).await;
    node.kill().await;

    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    // The answer may have been lost: the same command is not done twice.
    assert_eq!(step(&chief, "ship", ship).await["repeated"], true);
    let shown = row(&chief, &id).await;
    assert_eq!((&shown["transit_status"], &shown["transit"]["there"], &shown["lines"][0]["transit"]["there"]), (&json!(1), &json!("5"), &json!("5")));
    let road = chief.get("/admin/warehouse.Transit/index").await["data"].clone();
    let first = &road["list"][0];
    assert_eq!(
        (&road["total"], &road["total_value"], &first["quantity"], &first["value"]),
        (&json!(1), &json!("12.50"), &json!("5"), &json!("12.50")),
        "{road}"
    );
    assert_eq!((&first["target_warehouses"]["name"], &first["days"]), (&json!("Far away"), &json!(0)), "{road}");

    step(&chief, "ship", json!({ "id": id })).await;
    let over = chief.post(&format!("{PATH}/receive"), &json!({ "id": id, "lines": [{ "line": 1, "quantity": 9 }] })).await;
    assert_eq!(refusal(&over), (json!("lines[0].quantity"), json!("error.quantity.transit")));
    let elsewhere = json!({ "id": id, "lines": [{ "line": 1, "quantity": 1, "warehouses_areas_id": 999_999 }] });
    let elsewhere = chief.post(&format!("{PATH}/receive"), &elsewhere).await;
    assert_eq!(refusal(&elsewhere), (json!("lines[0].warehouses_areas_id"), json!("error.reference")));
    // Damaged goods do not come among those that are sold.
    let damaged = json!({ "id": id, "lines": [{ "line": 1, "quantity": 1, "damaged": true }] });
    let damaged = chief.post(&format!("{PATH}/receive"), &damaged).await;
    assert_eq!(refusal(&damaged), (json!("lines[0].warehouses_areas_id"), json!("error.area.held")));
    step(&chief, "receive", json!({ "id": id, "lines": [{ "line": 1, "quantity": 4 }] })).await;
    step(&chief, "refuse", json!({ "id": id, "reason": "wet", "lines": [{ "line": 1, "quantity": 2 }] })).await;
    step(&chief, "lost", json!({ "id": id, "reason": "fell off", "lines": [{ "line": 1, "quantity": 1 }] })).await;
    node.kill().await;

    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let shown = row(&chief, &id).await;
    assert_eq!((&shown["status"], &shown["transit_status"]), (&json!(1), &json!(3)), "{shown}");
    let sums = ["there", "back", "arrived", "lost"].map(|name| shown["transit"][name].clone());
    assert_eq!(sums, ["1", "2", "4", "1"].map(|figure| json!(figure)));
    step(&chief, "receive", json!({ "id": id })).await;
    step(&chief, "receiveBack", json!({ "id": id })).await;
    let shown = row(&chief, &id).await;
    assert_eq!((&shown["status"], &shown["transit_status"], &shown["allowed"]), (&json!(2), &json!(4), &json!(["reverse"])), "{shown}");
    assert_eq!(chief.get("/admin/warehouse.Transit/index").await["data"]["total"], 0);

    // The goods are where they should be, at the cost that they had, and the ledger calls them transfers.
    let stock = chief.get("/admin/warehouse.Inventory/index").await["data"]["list"].clone();
    let lies = |warehouse: i64| {
        let rows = stock.as_array().expect("rows").iter().filter(move |row| row["warehouses_id"] == warehouse);
        rows.map(|row| (row["total_quantity"].clone(), row["average_cost"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(lies(warehouses.ids.warehouse).len(), 1, "{stock}");
    assert_eq!((lies(warehouses.ids.warehouse)[0].0.clone(), lies(warehouses.other)[0].0.clone()), (json!("4"), json!("5")), "{stock}");
    assert_eq!(lies(warehouses.other)[0].1, lies(warehouses.ids.warehouse)[0].1, "{stock}");
    let records = chief.get("/admin/warehouse.InventoryRecord/index").await["data"]["list"].clone();
    let transfers = records.as_array().expect("rows").iter().filter(|row| row["operation_type"] == 30).count();
    // What came back had left with two shipments: a row for each.
    // And one for what was lost, which an adjustment takes away at once.
    assert_eq!(transfers, 7, "{records}");
    let written_off: Vec<&Value> = records.as_array().expect("rows").iter().filter(|row| row["operation_type"] == 40).collect();
    assert_eq!((written_off.len(), &written_off[0]["total_price"], &written_off[0]["cost_basis"]), (1, &json!("-2.50"), &json!("lost")));
    assert!(node.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
}

/// On the way to another warehouse and within one, a clerk takes other goods than were proposed; the order keeps both.
#[tokio::test]
async fn reserved_picks_of_a_transfer_are_changed_by_hand() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let warehouses = two_warehouses(&chief).await;
    let own = warehouses.ids.warehouse;
    let cellar = add(&chief, "warehouse.WarehouseArea", json!({ "warehouses_id": own, "name": "Cellar" })).await;
    for (batch, expiry) in [("SOON", "2998-01-01"), ("LATE", "2999-01-01")] {
        let mut body = warehouses.ids.inbound(5);
        body["lines"][0]["batch_number"] = json!(batch);
        body["lines"][0]["expiry_date"] = json!(expiry);
        let inbound = chief.done("/admin/warehouse.InboundOrder/add", body).await["id"].clone();
        chief.done("/admin/warehouse.InboundOrder/reviewStock", json!({ "id": inbound })).await;
    }
    for (target, area, goes, quantity) in [(warehouses.other, warehouses.area, "ship", 3), (own, cellar, "move", 2)] {
        let mut body = warehouses.order(quantity);
        body["target_warehouses_id"] = json!(target);
        body["target_warehouses_areas_id"] = json!(area);
        let id = step(&chief, "add", body).await["id"].clone();
        let swap = |reason: Value| {
            let (from, to) = (json!({ "batch_number": "SOON" }), json!({ "batch_number": "LATE" }));
            let swap = json!({ "line": 1, "product_id": warehouses.ids.product, "quantity": quantity, "from": from, "to": to });
            json!({ "id": id, "swaps": [swap], "reason": reason })
        };
        let early = chief.post(&format!("{PATH}/pick"), &swap(json!("damp"))).await;
        assert_eq!(refusal(&early).1, json!("order.transition"), "nothing is reserved before the review");
        step(&chief, "audit", json!({ "id": id })).await;
        let picked = async || {
            let list = chief.get(&format!("{PATH}/picks?id={id}")).await["data"]["picks"].clone();
            ["batch_number", "quantity", "why"].map(|name| list[0][name].clone())
        };
        assert_eq!(picked().await[..2], [json!("SOON"), json!(quantity.to_string())]);
        let unexplained = chief.post(&format!("{PATH}/pick"), &swap(Value::Null)).await;
        assert_eq!(refusal(&unexplained), (json!("reason"), json!("error.pick.reason")));
        step(&chief, "pick", swap(json!("damp"))).await;
        assert_eq!(picked().await, [json!("LATE"), json!(quantity.to_string()), json!("chosen")]);
        let shown = row(&chief, &id).await;
        let kept = &shown["swaps"][0];
        assert_eq!(
            (&kept["proposed"]["batch_number"], &kept["taken"]["batch_number"], &kept["reason"]),
            (&json!("SOON"), &json!("LATE"), &json!("damp")),
            "{shown}"
        );
        step(&chief, goes, json!({ "id": id })).await;
    }
    let stock = chief.get("/admin/warehouse.Inventory/index?order=batch_number,asc").await["data"]["list"].clone();
    let lies = |row: &Value| (row["batch_number"].clone(), row["warehouses_areas_id"].clone(), row["total_quantity"].clone());
    let lying: Vec<_> = stock.as_array().expect("rows").iter().filter(|row| row["batch_number"] != "").map(lies).collect();
    assert_eq!(lying, [(json!("LATE"), json!(cellar), json!("2")), (json!("SOON"), Value::Null, json!("5"))], "{stock}");
    assert!(node.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
}

#[tokio::test]
async fn goods_move_within_a_warehouse_in_one_step() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let warehouses = two_warehouses(&chief).await;
    let cellar = add(&chief, "warehouse.WarehouseArea", json!({ "warehouses_id": warehouses.ids.warehouse, "name": "Cellar" })).await;
    let mut body = warehouses.order(6);
    body["target_warehouses_id"] = json!(warehouses.ids.warehouse);
    let unknown = chief.post(&format!("{PATH}/add"), &body).await;
    assert_eq!(refusal(&unknown), (json!("target_warehouses_areas_id"), json!("error.reference")));
    body["target_warehouses_areas_id"] = json!(cellar);
    let id = step(&chief, "add", body).await["id"].clone();
    assert_eq!(row(&chief, &id).await["type"], 20);
    step(&chief, "audit", json!({ "id": id })).await;
    let moved = step(&chief, "move", json!({ "id": id })).await;
    assert_eq!(moved["status"], 2, "{moved}");
    let stock = chief.get("/admin/warehouse.Inventory/index").await["data"]["list"].clone();
    let there = stock.as_array().expect("rows").iter().find(|row| row["warehouses_areas_id"] == cellar).unwrap_or_else(|| panic!("{stock}"));
    assert_eq!(there["total_quantity"], "6", "{stock}");
    assert!(node.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
}

#[tokio::test]
async fn each_side_does_its_own_and_sees_only_the_name_of_the_other() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let warehouses = two_warehouses(&chief).await;
    let held = picked(&rules(&chief).await, &["warehouse", "notification"]);
    let third = add(&chief, "warehouse.Warehouse", json!({ "name": "Elsewhere", "serial_no": "W3" })).await;
    let mut clerks = Vec::new();
    for (name, warehouse) in [("source", warehouses.ids.warehouse), ("target", warehouses.other), ("stranger", third)] {
        let id = group(&chief, json!({ "name": name, "pid": 0, "rules": held, "warehouses": [warehouse], "scope": "all" })).await;
        clerks.push(member(&node, &chief, name, &[id]).await);
    }
    let [source, target, stranger] = clerks.as_slice() else { panic!("three clerks") };

    let id = step(&chief, "add", warehouses.order(4)).await["id"].clone();
    // Who does not see the target names no place there: it is refused as if it were not there.
    let named = source.post(&format!("{PATH}/add"), &warehouses.order(1)).await;
    assert_eq!(refusal(&named), (json!("target_warehouses_areas_id"), json!("error.reference")));
    let line = json!({ "product_id": warehouses.ids.product, "quantity": 4, "target_warehouses_areas_id": warehouses.area });
    let named = source.post(&format!("{PATH}/edit"), &json!({ "id": id, "lines": [line] })).await;
    assert_eq!(refusal(&named), (json!("lines[0].target_warehouses_areas_id"), json!("error.reference")));
    step(&chief, "audit", json!({ "id": id })).await;
    for client in [source, target] {
        assert_eq!(client.get(&format!("{PATH}/index")).await["data"]["total"], 1);
    }
    assert_eq!(stranger.get(&format!("{PATH}/index")).await["data"]["total"], 0);
    assert_eq!(stranger.post(&format!("{PATH}/ship"), &json!({ "id": id })).await["data"]["key"], "error.not_found");
    assert_eq!(target.post(&format!("{PATH}/ship"), &json!({ "id": id })).await["data"]["key"], "order.other_side");
    // Where the goods lie is shown to those of the source alone.
    let picks = async |client: &Client| client.get(&format!("{PATH}/picks?id={id}")).await["data"].clone();
    let (here, there) = (picks(source).await, picks(target).await);
    assert!(here["picks"].as_array().is_some_and(|picks| !picks.is_empty()), "{here}");
    assert_eq!((&there["picks"], &there["places"], &there["missing"]), (&json!([]), &json!([]), &json!([])), "{there}");
    step(source, "ship", json!({ "id": id })).await;
    assert_eq!(source.post(&format!("{PATH}/receive"), &json!({ "id": id })).await["data"]["key"], "order.other_side");
    let (seen, hidden) = (row(target, &id).await, row(source, &id).await);
    assert_eq!((&seen["target_area"]["name"], &seen["warehouses"]["name"]), (&json!("Hall"), &json!("Main")), "{seen}");
    assert_eq!((&hidden["target_area"], &hidden["lines"][0]["target_area"]), (&Value::Null, &Value::Null), "{hidden}");
    assert_eq!(hidden["target_warehouses"]["name"], "Far away", "{hidden}");
    // Nor does the order that is told with a version conflict show more.
    for (client, client_step, shown) in [(source, "close", Value::Null), (target, "receive", json!("Hall"))] {
        let stale = client.post(&format!("{PATH}/{client_step}"), &json!({ "id": id, "version": 1, "reason": "late" })).await;
        let current = &stale["data"]["current"]["row"];
        assert_eq!((&stale["data"]["key"], &current["id"]), (&json!("order.version_conflict"), &id), "{stale}");
        assert_eq!((&current["target_area"]["name"], &current["lines"][0]["target_area"]["name"]), (&shown, &shown), "{stale}");
    }
    for (client, rows) in [(source, 1), (target, 1), (stranger, 0)] {
        assert_eq!(client.get("/admin/warehouse.Transit/index").await["data"]["total"], rows);
    }
    // Those of the source hear that not all has come.
    let short = async || {
        let heard = source.get("/admin/notification.Index/index").await["data"]["list"].clone();
        heard.as_array().unwrap_or_else(|| panic!("{heard}")).iter().filter(|one| one["message_type"] == "transfer.short").count()
    };
    assert_eq!(short().await, 0);
    step(target, "receive", json!({ "id": id, "lines": [{ "line": 1, "quantity": 3 }] })).await;
    assert_eq!(short().await, 1);
    // Damaged ones lie where nothing is sold from.
    let broken = json!({ "warehouses_id": warehouses.other, "name": "Broken", "serial_no": "Q", "purpose": 2 });
    let broken = add(&chief, "warehouse.WarehouseArea", broken).await;
    let last = json!({ "line": 1, "quantity": 1, "damaged": true, "warehouses_areas_id": broken });
    step(target, "receive", json!({ "id": id, "lines": [last], "reason": " the box was wet " })).await;
    assert_eq!(short().await, 1);
    let settled = row(source, &id).await;
    assert_eq!(settled["status"], 2);
    // What is wrong with them stands in the history of the order.
    let said = settled["history"].as_array().unwrap_or_else(|| panic!("{settled}")).iter().filter(|entry| entry["reason"] == "the box was wet");
    assert_eq!(said.count(), 1, "{settled}");
    // Lines that come back as the source was shown them keep their place at the target.
    let line = json!({ "product_id": warehouses.ids.product, "quantity": 1, "target_warehouses_areas_id": warehouses.area });
    let planned = json!({ "source_warehouses_id": warehouses.ids.warehouse, "target_warehouses_id": warehouses.other, "lines": [line] });
    let planned = step(&chief, "add", planned).await["id"].clone();
    let shown = row(source, &planned).await;
    assert_eq!(shown["lines"][0]["target_area"], Value::Null, "{shown}");
    step(source, "edit", json!({ "id": planned, "remark": "soon", "lines": shown["lines"] })).await;
    let kept = row(&chief, &planned).await;
    assert_eq!((&kept["remark"], &kept["lines"][0]["target_area"]["name"]), (&json!("soon"), &json!("Hall")), "{kept}");
    node.kill().await;
}

#[tokio::test]
async fn what_an_editor_does_not_see_stays_as_another_sets_it_at_the_same_time() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let warehouses = two_warehouses(&chief).await;
    let yard = add(&chief, "warehouse.WarehouseArea", json!({ "warehouses_id": warehouses.other, "name": "Yard" })).await;
    let held = picked(&rules(&chief).await, &["warehouse"]);
    let own = json!({ "name": "source", "pid": 0, "rules": held, "warehouses": [warehouses.ids.warehouse], "scope": "all" });
    let source = member(&node, &chief, "source", &[group(&chief, own).await]).await;
    let id = step(&chief, "add", warehouses.order(4)).await["id"].clone();
    let path = format!("{PATH}/edit");
    for round in 0..10 {
        let area = if round % 2 == 0 { yard } else { warehouses.area };
        let line = json!({ "product_id": warehouses.ids.product, "quantity": 4, "target_warehouses_areas_id": area });
        let theirs = json!({ "id": id, "target_warehouses_areas_id": area, "lines": [line] });
        let shown = row(&source, &id).await["lines"].clone();
        let own = json!({ "id": id, "remark": format!("round {round}"), "lines": shown });
        // Neither names a version: both are carried out, one after the other.
        let (moved, noted) = tokio::join!(chief.post(&path, &theirs), source.post(&path, &own));
        assert_eq!((&moved["code"], &noted["code"]), (&json!(1), &json!(1)), "{moved} {noted}");
        let after = row(&chief, &id).await;
        let expected = [json!(area), json!(area), json!(format!("round {round}"))];
        assert_eq!(
            [&after["target_warehouses_areas_id"], &after["lines"][0]["target_warehouses_areas_id"], &after["remark"]],
            expected.each_ref(),
            "{after}"
        );
    }
    // With the version that both were shown, one of them is told of the other.
    let version = row(&chief, &id).await["version"].clone();
    let change = |remark: &str| json!({ "id": id, "version": version, "remark": remark });
    let (first, second) = (change("first"), change("second"));
    let (first, second) = tokio::join!(chief.post(&path, &first), source.post(&path, &second));
    let codes = [&first["code"], &second["code"]].map(|code| code.as_i64().expect("a code"));
    assert_eq!(codes.iter().sum::<i64>(), 1, "{first} {second}");
    node.kill().await;
}

#[tokio::test]
async fn four_eyes_of_a_transfer_are_asked_by_what_its_goods_cost() {
    let shop = shop(json!({ "four_eyes_from": "20", "four_eyes_auto": 0 })).await;
    let other = shop.clerk.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far away", "serial_no": "W2" })).await["id"].clone();
    // 2.5 on average.
    for price in ["2", "3", "2.5", "2.5"] {
        shop.arrived(4, price, "", "").await;
    }
    let rights = ["index", "add", "edit", "audit"].map(|right| format!("warehouse/transferOrder/{right}"));
    let rights: Vec<&str> = rights.iter().map(String::as_str).collect();
    let clerk = shop.person("one", &rights).await;
    let add = async |who: &Visitor, quantity: i64| {
        let line = json!({ "product_id": shop.product, "quantity": quantity });
        let body = json!({ "source_warehouses_id": shop.warehouse, "target_warehouses_id": other, "lines": [line] });
        who.done(&format!("{PATH}/add"), body).await["id"].clone()
    };
    let audit = async |who: &Visitor, id: &Value| who.post(&format!("{PATH}/audit"), &json!({ "id": id })).await;
    let (small, large) = (add(&clerk, 7).await, add(&clerk, 8).await);
    assert_eq!(audit(&clerk, &small).await["code"], 1);
    let refused = audit(&clerk, &large).await;
    assert_eq!(key(&refused), "order.four_eyes", "{refused}");
    // What they are worth is shown to those who may see costs.
    let shown = async |who: &Visitor, id: &Value| who.got(&format!("{PATH}/edit?id={id}")).await["row"].clone();
    assert_eq!(shown(&clerk, &large).await["goods_value"], Value::Null);
    let mut row = shown(&shop.clerk, &large).await;
    assert_eq!(row["goods_value"], "20.00", "{row}");
    row["remark"] = json!("sent back as it was shown");
    shop.clerk.done(&format!("{PATH}/edit"), row).await;

    let own = add(&shop.clerk, 8).await;
    assert_eq!(key(&audit(&shop.clerk, &own).await), "order.four_eyes");
    let overruled = json!({ "id": own, "overrule": true, "reason": "nobody else is here" });
    shop.clerk.done(&format!("{PATH}/audit"), overruled).await;
    let row = shown(&shop.clerk, &own).await;
    assert_eq!((&row["history"][1]["overruled"], &row["goods_value"]), (&json!(true), &json!("20.00")), "{row}");
    shop.clerk.done(&format!("{PATH}/ship"), json!({ "id": own })).await;
    assert_eq!(shown(&shop.clerk, &own).await["goods_value"], Value::Null, "what has left has its own cost");
    shop.books_are_right().await;
}
