//! Held batches and areas, reservations by hand, recall and trace, stock by level, and the figures of cost.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Ids, Node, admins, run};

/// Makes an order of one line and takes it through these steps; answers its id and number.
async fn order(client: &Client, kind: &str, mut body: Value, line: Value, steps: &[&str]) -> (i64, String) {
    for (name, value) in line.as_object().expect("fields") {
        body["lines"][0][name] = value.clone();
    }
    let created = client.done(&format!("/admin/warehouse.{kind}/add"), body).await;
    for step in steps {
        client.done(&format!("/admin/warehouse.{kind}/{step}"), json!({ "id": created["id"] })).await;
    }
    let number = if kind == "InboundOrder" { "inbound_order_no" } else { "outbound_order_no" };
    (created["id"].as_i64().expect("an id"), created[number].as_str().expect("a number").to_owned())
}

async fn list(client: &Client, path: &str) -> Vec<Value> {
    let answer = client.get(path).await;
    assert_eq!(answer["code"], 1, "{path}: {answer}");
    answer["data"]["list"].as_array().expect("rows").clone()
}

pub fn is(row: &Value, expected: Value) {
    for (name, value) in expected.as_object().expect("fields") {
        assert_eq!(&row[name], value, "{name} of {row}");
    }
}

async fn proves(dir: &std::path::Path) {
    let (ok, text) = run(&["check", "--data-dir", &dir.display().to_string()]).await;
    assert!(ok, "{text}");
}

#[tokio::test]
async fn held_goods_are_on_hand_and_never_promised() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief", "keeper"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (chief, keeper) = (node.login("chief").await, node.login("keeper").await);
    let ids = chief.master_data().await;
    let through = ["audit", "stock"];
    order(&chief, "InboundOrder", ids.inbound(10), json!({ "batch_number": "a-1", "expiry_date": "2099-01-01" }), &through).await;
    order(&chief, "InboundOrder", ids.inbound(5), json!({ "batch_number": "B-1" }), &through).await;
    let (first, number) = order(&chief, "OutboundOrder", ids.outbound(12), json!({}), &["audit"]).await;
    let reserved = list(&chief, "/admin/warehouse.Reservation/index").await;
    assert_eq!(reserved.len(), 2);
    is(&reserved[0], json!({ "order_kind": "outbound", "order_id": first, "operation_number": number, "old": false, "end_time": null }));

    // Somebody else holds the batch: the order loses what it had of it, and its author is told.
    let hold =
        json!({ "product_id": ids.product, "batch_number": "A-1", "state": 1, "reason": "wet", "warehouses_id": ids.warehouse, "command_id": "h1" });
    let held = keeper.done("/admin/warehouse.BatchHold/add", hold.clone()).await;
    assert_eq!(
        held["released"],
        json!([{ "warehouses_id": ids.warehouse, "order_kind": "outbound", "order_id": first, "order_no": number, "quantity": "10" }])
    );
    let again = keeper.done("/admin/warehouse.BatchHold/add", hold).await;
    assert_eq!(again, held, "sent twice, done once");
    let kinds = chief.get("/admin/notification.Index/index?limit=20").await;
    let kinds: Vec<&str> = kinds["data"]["list"].as_array().expect("rows").iter().filter_map(|row| row["message_type"].as_str()).collect();
    assert!(kinds.contains(&"batch.held"), "{kinds:?}");
    let rows = list(&chief, "/admin/warehouse.Inventory/index?order=id,asc").await;
    is(
        &rows[0],
        json!({ "batch_number": "A-1", "total_quantity": "10", "held_quantity": "10", "reserved_quantity": "0", "available_quantity": "0", "hold_state": 1, "hold_reason": "wet" }),
    );
    is(&rows[1], json!({ "batch_number": "B-1", "held_quantity": "0", "reserved_quantity": "2", "available_quantity": "3", "hold_state": 0 }));
    assert_eq!(list(&chief, "/admin/warehouse.Inventory/index?held=1").await.len(), 1);
    assert!(list(&chief, "/admin/warehouse.Inventory/index?expires_in=30").await.is_empty());
    assert_eq!(list(&chief, "/admin/warehouse.Inventory/index?expires_in=36500").await.len(), 1);
    for (odd, field) in [
        ("Inventory/index?expires_in=-1", "expires_in"),
        ("Inventory/index?expires_in=soon", "expires_in"),
        ("Inventory/index?held=maybe", "held"),
        ("StockLevel/index?idle_days=long", "idle_days"),
        ("StockLevel/index?idle_days=-1", "idle_days"),
        ("StockLevel/index?below=some", "below"),
    ] {
        assert_eq!(chief.get(&format!("/admin/warehouse.{odd}")).await["data"]["field"], field, "{odd}");
    }
    let short = chief.post("/admin/warehouse.OutboundOrder/stock", &json!({ "id": first })).await;
    assert_eq!(short["data"]["key"], "stock.short", "{short}");
    let holds = list(&chief, "/admin/warehouse.BatchHold/index").await;
    is(&holds[0], json!({ "batch_number": "A-1", "state": 1, "reason": "wet", "warehouses_id": ids.warehouse, "total_quantity": "10" }));

    // Impossible ones are refused by their field.
    for (change, field) in [
        (json!({ "state": 0 }), "state"),
        (json!({ "state": 9 }), "state"),
        (json!({ "reason": " " }), "reason"),
        (json!({ "product_id": 999 }), "product_id"),
        (json!({ "warehouses_id": 999 }), "warehouses_id"),
        // Nobody has ever had it.
        (json!({ "batch_number": "B-l" }), "batch_number"),
    ] {
        let mut body = json!({ "product_id": ids.product, "batch_number": "B-1", "state": 2, "reason": "x", "warehouses_id": ids.warehouse });
        change.as_object().expect("fields").iter().for_each(|(name, value)| body[name] = value.clone());
        let refused = keeper.post("/admin/warehouse.BatchHold/add", &body).await;
        assert_eq!(refused["data"]["field"], field, "{refused}");
    }

    // Freed, it is available again, also under an id that was used to hold it.
    let free = json!({ "product_id": ids.product, "batch_number": "A-1", "reason": "dried", "warehouses_id": ids.warehouse, "command_id": "h1" });
    keeper.done("/admin/warehouse.BatchHold/release", free).await;
    assert!(list(&chief, "/admin/warehouse.BatchHold/index").await.is_empty());
    chief.done("/admin/warehouse.OutboundOrder/stock", json!({ "id": first })).await;

    // What lies in an area for damaged goods is on hand alone, from the moment that the area is saved.
    let area = json!({ "warehouses_id": ids.warehouse, "name": "Bench" });
    let area = chief.done("/admin/warehouse.WarehouseArea/add", area).await["id"].clone();
    order(&chief, "InboundOrder", ids.inbound(4), json!({ "warehouses_areas_id": area }), &through).await;
    let (second, _) = order(&chief, "OutboundOrder", ids.outbound(4), json!({ "warehouses_areas_id": area }), &["audit"]).await;
    keeper.done("/admin/warehouse.WarehouseArea/edit", json!({ "id": area, "purpose": 2 })).await;
    let refused = chief.post("/admin/warehouse.OutboundOrder/stock", &json!({ "id": second })).await;
    assert_eq!(refused["data"]["key"], "stock.short", "{refused}");
    let rows = list(&chief, "/admin/warehouse.Inventory/index?held=1").await;
    is(&rows[0], json!({ "area_purpose": 2, "held_quantity": "4", "available_quantity": "0", "reserved_quantity": "0" }));
    // One piece was sound and goes back among the others.
    let put = |quantity: i64, to: i64| json!({ "product_id": ids.product, "warehouses_id": ids.warehouse, "warehouses_areas_id": area, "quantity": quantity, "to_areas_id": to, "command_id": format!("m{quantity}-{to}") });
    for _ in 0..2 {
        keeper.done("/admin/warehouse.Inventory/move", put(1, 0)).await;
    }
    assert_eq!(keeper.post("/admin/warehouse.Inventory/move", &put(1, 987)).await["data"]["field"], "to_areas_id");
    let half = json!({ "product_id": ids.product, "warehouses_id": ids.warehouse, "warehouses_areas_id": area, "quantity": "0.5" });
    let half = keeper.post("/admin/warehouse.Inventory/move", &half).await;
    is(&half["data"], json!({ "field": "quantity", "key": "error.quantity.unit" }));
    let short = keeper.post("/admin/warehouse.Inventory/move", &put(4, 0)).await;
    assert_eq!(short["data"]["key"], "stock.short");
    assert!(short["msg"].as_str().is_some_and(|message| message.starts_with("Pen: 4 ")), "the goods are named: {short}");
    is(&list(&chief, "/admin/warehouse.Inventory/index?held=1").await[0], json!({ "held_quantity": "3" }));
    // What an order has reserved is not put among damaged goods, and the person is told what to do. It goes elsewhere with
    // its reservation.
    let (third, _) = order(&chief, "OutboundOrder", ids.outbound(1), json!({}), &["audit"]).await;
    let unplaced =
        list(&chief, "/admin/warehouse.Inventory/index?search[0][field]=warehouses_areas_id&search[0][operator]=eq&search[0][val]=0").await;
    let sum = |name: &str| unplaced.iter().filter_map(|row| row[name].as_str()?.parse::<i64>().ok()).sum::<i64>();
    assert_eq!(sum("reserved_quantity"), 1, "{unplaced:?}");
    let lies = unplaced.iter().find(|row| row["reserved_quantity"] != "0").expect("reserved goods");
    let all = |to: &Value| json!({ "product_id": ids.product, "warehouses_id": ids.warehouse, "batch_number": lies["batch_number"], "quantity": lies["total_quantity"], "to_areas_id": to });
    let refused = keeper.post("/admin/warehouse.Inventory/move", &all(&area)).await;
    assert!(refused["msg"].as_str().is_some_and(|message| message.contains("Reservations")), "{refused}");
    let shelf = chief.done("/admin/warehouse.WarehouseArea/add", json!({ "warehouses_id": ids.warehouse, "name": "Shelves" })).await["id"].clone();
    keeper.done("/admin/warehouse.Inventory/move", all(&shelf)).await;
    let reserved = list(&chief, "/admin/warehouse.Reservation/index").await;
    is(&reserved[0], json!({ "order_id": third, "warehouses_areas_id": shelf, "quantity": "1" }));
    let back = json!({ "product_id": ids.product, "warehouses_id": ids.warehouse, "warehouses_areas_id": shelf, "batch_number": lies["batch_number"], "quantity": lies["total_quantity"] });
    keeper.done("/admin/warehouse.Inventory/move", back).await;
    chief.done("/admin/warehouse.OutboundOrder/stock", json!({ "id": third })).await;
    let back = json!({ "product_id": ids.product, "warehouses_id": ids.warehouse, "quantity": 1, "to_areas_id": area });
    keeper.done("/admin/warehouse.Inventory/move", back).await;
    // Moves without an order are no obstacle to a search for a part of its number, in whatever order.
    let numbered = "order=quantity,desc&search[0][field]=operation_number&search[0][operator]=LIKE&search[0][val]=rk";
    assert!(!list(&chief, &format!("/admin/warehouse.InventoryRecord/index?{numbered}")).await.is_empty());
    keeper.done("/admin/warehouse.WarehouseArea/edit", json!({ "id": area, "purpose": 0 })).await;
    chief.done("/admin/warehouse.OutboundOrder/stock", json!({ "id": second })).await;
    assert!(node.stop().await);
    proves(dir.path()).await;
}

#[tokio::test]
async fn reservations_are_released_and_handed_over() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let ids = chief.master_data().await;
    order(&chief, "InboundOrder", ids.inbound(20), json!({}), &["audit", "stock"]).await;
    let (first, number) = order(&chief, "OutboundOrder", ids.outbound(12), json!({}), &["audit"]).await;
    let (second, other) = order(&chief, "OutboundOrder", ids.outbound(8), json!({}), &["audit"]).await;
    let part = |quantity: i64| json!({ "line": 1, "product_id": ids.product, "batch_number": "", "quantity": quantity });
    let release =
        |order: i64, quantity: i64, reason: &str| json!({ "order_kind": "outbound", "order_id": order, "parts": [part(quantity)], "reason": reason });
    let path = "/admin/warehouse.Reservation/release";
    let refused = chief.post(path, &release(second, 9, "late")).await;
    is(&refused["data"], json!({ "key": "stock.not_reserved", "line": 1, "reserved": "8" }));
    assert_eq!(chief.post(path, &release(second, 1, "")).await["data"]["field"], "reason");
    let mut sent = release(second, 5, "late");
    sent["command_id"] = json!("r1");
    for _ in 0..2 {
        chief.done(path, sent.clone()).await;
    }
    let reserved = |rows: &[Value], order: i64| rows.iter().find(|row| row["order_id"] == order).map_or(Value::Null, |row| row["quantity"].clone());
    let rows = list(&chief, "/admin/warehouse.Reservation/index").await;
    assert_eq!((reserved(&rows, first), reserved(&rows, second)), (json!("12"), json!("3")));

    // The second order lacks 5 and takes 4 of them from the first; 2 more are more than it lacks.
    let hand_over = |quantity: i64| {
        json!({ "order_kind": "outbound", "order_id": first, "parts": [part(quantity)], "to_order_kind": "outbound", "to_order_no": other,
                "to_line": 1, "reason": "urgent" })
    };
    let path = "/admin/warehouse.Reservation/handOver";
    chief.done("/admin/warehouse.OutboundOrder/add", ids.outbound(1)).await;
    chief.done(path, hand_over(4)).await;
    let rows = list(&chief, "/admin/warehouse.Reservation/index").await;
    assert_eq!((reserved(&rows, first), reserved(&rows, second)), (json!("8"), json!("7")));
    let refused = chief.post(path, &hand_over(2)).await;
    is(&refused["data"], json!({ "key": "stock.lacks", "lacks": "1" }));
    let mut unknown = hand_over(1);
    unknown["to_order_no"] = json!("CK1");
    assert_eq!(chief.post(path, &unknown).await["data"]["field"], "to_order_no");

    // Both histories say so, and found by its number the order's reservations are.
    for (order, action) in [(first, "handOver"), (second, "takeOver")] {
        let detail = chief.get(&format!("/admin/warehouse.OutboundOrder/edit?id={order}")).await;
        let actions: Vec<&str> =
            detail["data"]["row"]["history"].as_array().expect("entries").iter().filter_map(|entry| entry["action"].as_str()).collect();
        assert!(actions.contains(&action), "{actions:?}");
    }
    let by_number = format!("/admin/warehouse.Reservation/index?search[0][field]=operation_number&search[0][operator]=%3D&search[0][val]={number}");
    assert_eq!(list(&chief, &by_number).await.len(), 1);
    chief.done("/admin/warehouse.OutboundOrder/stock", json!({ "id": second })).await;
    assert!(node.stop().await);
    proves(dir.path()).await;
}

#[tokio::test]
async fn a_batch_is_traced_and_recalled_and_stock_is_summed() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief", "second"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (chief, second) = (node.login("chief").await, node.login("second").await);
    let ids = chief.master_data().await;
    let far = chief.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far away", "serial_no": "W2" })).await["id"].as_i64().expect("an id");
    let there = Ids { warehouse: far, ..ids };
    for place in [ids, there] {
        order(&chief, "InboundOrder", place.inbound(10), json!({ "batch_number": "A-1" }), &["audit", "stock"]).await;
    }
    order(&chief, "InboundOrder", ids.inbound(30), json!({}), &["audit"]).await;
    let (shipped, number) = order(&chief, "OutboundOrder", ids.outbound(4), json!({}), &["audit", "stock"]).await;
    order(&chief, "OutboundOrder", there.outbound(3), json!({}), &["audit"]).await;

    // A clerk of the first warehouse, without the right to see cost.
    let all = rules(&chief).await;
    let held: Vec<i64> = picked(&all, &["dashboard", "warehouse", "notification"]);
    let cost: Vec<i64> = all.iter().filter(|(_, name)| name == "warehouse/inventory/cost").map(|(id, _)| *id).collect();
    assert_eq!(cost.len(), 1);
    let without: Vec<i64> = held.iter().copied().filter(|id| !cost.contains(id)).collect();
    let clerks = group(&chief, json!({ "name": "clerks", "pid": 0, "rules": without, "warehouses": [ids.warehouse], "scope": "all" })).await;
    let clerk = member(&node, &chief, "clerk", &[clerks]).await;
    let seen = |rows: &[Value], name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    for (client, shown) in [(&chief, true), (&clerk, false)] {
        let stock = list(client, "/admin/warehouse.Inventory/index").await;
        assert!(seen(&stock, "average_cost").iter().all(|cost| *cost == if shown { json!("2.50") } else { Value::Null }));
        let records = list(client, "/admin/warehouse.InventoryRecord/index").await;
        assert!(records.iter().all(|row| row["unit_price"].is_null() != shown && row["total_price"].is_null() != shown));
        let dashboard = client.get("/admin/Dashboard/index").await;
        assert!(dashboard["data"]["cards"]["stock_value"].is_null() != shown, "{dashboard}");
        assert!(dashboard["data"]["months"].as_array().expect("months").iter().all(|month| month["in_amount"].is_null() != shown));
        let levels = list(client, "/admin/warehouse.StockLevel/index").await;
        assert!(levels.iter().all(|row| row["value"].is_null() != shown));
    }

    // Summed by level; expected are the 30 of the reviewed order.
    let levels = list(&chief, "/admin/warehouse.StockLevel/index").await;
    assert_eq!(levels.len(), 1);
    is(
        &levels[0],
        json!({ "total_quantity": "16", "reserved_quantity": "3", "available_quantity": "13", "expected_quantity": "30", "safety_stock_num": "5", "to_order": "0", "value": "40.00" }),
    );
    let by_warehouse = list(&chief, "/admin/warehouse.StockLevel/index?group=warehouse&order=total_quantity,asc").await;
    assert_eq!(seen(&by_warehouse, "total_quantity"), [json!("6"), json!("10")]);
    assert_eq!(seen(&by_warehouse, "expected_quantity"), [json!("30"), json!("0")]);
    let by_batch = list(&chief, "/admin/warehouse.StockLevel/index?group=batch").await;
    assert_eq!(seen(&by_batch, "batch_number"), [json!(""), json!("A-1")]);
    let own = list(&clerk, "/admin/warehouse.StockLevel/index").await;
    is(&own[0], json!({ "total_quantity": "6", "reserved_quantity": "0" }));
    let wrong = chief.get("/admin/warehouse.StockLevel/index?group=planet").await;
    assert_eq!(wrong["data"]["field"], "group");
    // As of a second before anything was there, nothing was; now, what there is.
    let records = list(&chief, "/admin/warehouse.InventoryRecord/index?order=create_time,asc").await;
    let began = records[0]["create_time"].as_i64().expect("a time");
    assert!(list(&chief, &format!("/admin/warehouse.StockLevel/index?as_of={}", began - 1)).await.is_empty());
    let past = list(&chief, &format!("/admin/warehouse.StockLevel/index?group=batch&as_of={}", began + 86_400)).await;
    is(&past[0], json!({ "total_quantity": "16", "batch_number": "A-1", "available_quantity": null, "value": "40.00" }));
    let past = list(&clerk, &format!("/admin/warehouse.StockLevel/index?as_of={}", began + 86_400)).await;
    is(&past[0], json!({ "total_quantity": "6", "value": null }));
    assert_eq!(chief.get("/admin/warehouse.StockLevel/index?as_of=then").await["data"]["field"], "as_of");
    // In the second warehouse nothing has gone out.
    let idle = list(&chief, "/admin/warehouse.StockLevel/index?group=warehouse&idle_days=30").await;
    assert_eq!(seen(&idle, "warehouses_id"), [json!(far)]);
    // Forty days on, the goods of the first one have not gone out for thirty days either.
    let later = began + 40 * 86_400;
    let idle = list(&chief, &format!("/admin/warehouse.StockLevel/index?group=warehouse&idle_days=30&as_of={later}")).await;
    assert_eq!(idle.len(), 2);
    // A minimum in one warehouse, and what is below it.
    chief.done("/admin/warehouse.SafetyStock/add", json!({ "warehouses_id": far, "product_id": ids.product, "quantity": 20 })).await;
    let below = list(&chief, "/admin/warehouse.StockLevel/index?group=warehouse&below=1").await;
    assert_eq!(below.len(), 1);
    is(&below[0], json!({ "warehouses_id": far, "available_quantity": "7", "safety_stock_num": "20", "to_order": "13" }));
    // The product has enough in both warehouses together. It is listed, and counted on the dashboard, for the one that lacks some.
    let below = list(&chief, "/admin/warehouse.StockLevel/index?below=1").await;
    assert_eq!(below.len(), 1);
    is(&below[0], json!({ "product_id": ids.product, "safety_stock_num": "5", "to_order": "13" }));
    assert_eq!(chief.get("/admin/Dashboard/index").await["data"]["cards"]["below_safety"], 1);
    // The clerk sees six of the thirteen that are available. The company's figure says nothing of these six; the minimum of
    // their warehouse does, and pages agree.
    chief.done("/admin/warehouse.Product/edit", json!({ "id": ids.product, "safety_stock_num": "10" })).await;
    let pages = async |client: &Client| {
        let places = list(client, "/admin/warehouse.Inventory/index").await;
        let marked = places.iter().filter(|row| row["below_safety"] == true).count();
        let only = list(client, "/admin/warehouse.Inventory/index?below_safety=1").await.len();
        let levels = list(client, "/admin/warehouse.StockLevel/index?below=1").await;
        let card = client.get("/admin/Dashboard/index").await["data"]["cards"]["below_safety"].clone();
        let product = list(client, "/admin/warehouse.Product/index").await[0]["below_safety"].clone();
        (marked, only, levels.len(), card, product)
    };
    let own = list(&clerk, "/admin/warehouse.StockLevel/index").await;
    is(&own[0], json!({ "available_quantity": "6", "safety_stock_num": null, "to_order": "0" }));
    assert_eq!((pages(&clerk).await, pages(&chief).await), ((0, 0, 0, json!(0), json!(false)), (2, 2, 1, json!(1), json!(true))));
    chief.done("/admin/warehouse.SafetyStock/add", json!({ "warehouses_id": ids.warehouse, "product_id": ids.product, "quantity": 40 })).await;
    let own = list(&clerk, "/admin/warehouse.StockLevel/index?below=1").await;
    is(&own[0], json!({ "safety_stock_num": null, "to_order": "4" }));
    assert_eq!(pages(&clerk).await, (1, 1, 1, json!(1), json!(true)));
    // In a list of one warehouse, the company's figure is not compared with what that one has.
    let narrowed = format!("/admin/warehouse.StockLevel/index?search[0][field]=warehouses_id&search[0][operator]=eq&search[0][val]={far}");
    is(&list(&chief, &narrowed).await[0], json!({ "available_quantity": "7", "safety_stock_num": null, "to_order": "13" }));

    // From the supplier to the customer, and back from the order.
    let trace = chief.get(&format!("/admin/warehouse.BatchTrace/index?product_id={}&batch_number=a-1", ids.product)).await["data"].clone();
    is(&trace, json!({ "batch_number": "A-1", "received": "20", "delivered": "4", "on_hand": "16", "holds": [] }));
    assert!(trace["sources"].as_array().expect("steps").iter().all(|step| step["partner"]["name"] == "Supplier"));
    is(&trace["deliveries"][0], json!({ "order_id": shipped, "operation_number": number, "quantity": "-4" }));
    assert_eq!(trace["deliveries"][0]["partner"]["name"], "Customer");
    assert_eq!((trace["places"].as_array().map(Vec::len), trace["reservations"].as_array().map(Vec::len)), (Some(2), Some(1)));
    let back = chief.get(&format!("/admin/warehouse.BatchTrace/order?order_no={number}")).await["data"].clone();
    assert_eq!(back["batches"][0]["sources"][0]["partner"]["name"], "Supplier");
    let own = clerk.get(&format!("/admin/warehouse.BatchTrace/index?product_id={}&batch_number=A-1", ids.product)).await["data"].clone();
    is(&own, json!({ "received": "10", "on_hand": "6" }));

    // Who sees some warehouses neither decides for all of them nor reaches another's.
    let recall = json!({ "product_id": ids.product, "batch_number": "A-1", "reason": "salmonella" });
    let foreign = json!({ "product_id": ids.product, "batch_number": "A-1", "state": 3, "reason": "x", "warehouses_id": far });
    for (path, body) in [("BatchTrace/recall", &recall), ("BatchHold/add", &foreign), ("BatchHold/release", &foreign)] {
        let refused = clerk.post(&format!("/admin/warehouse.{path}"), body).await;
        assert_eq!(refused["data"]["field"], "warehouses_id", "{path}: {refused}");
    }
    assert!(list(&clerk, "/admin/warehouse.Reservation/index").await.is_empty());
    let reserved = list(&chief, "/admin/warehouse.Reservation/index").await;
    let part = json!({ "line": 1, "product_id": ids.product, "batch_number": "A-1", "quantity": 1 });
    let release = json!({ "order_kind": "outbound", "order_id": reserved[0]["order_id"], "parts": [part], "reason": "x" });
    let refused = clerk.post("/admin/warehouse.Reservation/release", &release).await;
    let mut nowhere = release.clone();
    nowhere["order_id"] = json!(987_654);
    assert_eq!(refused["msg"], clerk.post("/admin/warehouse.Reservation/release", &nowhere).await["msg"], "{refused}");

    let report = second.done("/admin/warehouse.BatchTrace/recall", recall).await;
    assert_eq!((report["released"].as_array().map(Vec::len), report["delivered_orders"].clone()), (Some(1), json!(1)));
    assert_eq!(report["delivered_more"], false, "{report}");
    is(&report["trace"]["holds"][0], json!({ "warehouses_id": null, "state": 3, "reason": "salmonella" }));
    let kinds = chief.get("/admin/notification.Index/index?limit=20").await;
    let kinds: Vec<&str> = kinds["data"]["list"].as_array().expect("rows").iter().filter_map(|row| row["message_type"].as_str()).collect();
    assert!(kinds.contains(&"batch.recalled") && kinds.contains(&"recall.delivered"), "{kinds:?}");
    // Goods of it that arrive later are held as well.
    order(&chief, "InboundOrder", there.inbound(2), json!({ "batch_number": "A-1" }), &["audit", "stock"]).await;
    let levels = list(&chief, "/admin/warehouse.StockLevel/index").await;
    is(&levels[0], json!({ "total_quantity": "18", "held_quantity": "18", "available_quantity": "0", "reserved_quantity": "0" }));
    assert!(node.stop().await);
    proves(dir.path()).await;
}
