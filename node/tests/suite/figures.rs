//! What people see before they decide: what is available beside the lines of an order, and the figures of the dashboard.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Ids, Node, admins};

/// Stocks a line in.
async fn receive(client: &Client, mut body: Value, line: Value) {
    for (name, value) in line.as_object().expect("fields") {
        body["lines"][0][name] = value.clone();
    }
    let id = client.done("/admin/warehouse.InboundOrder/add", body).await["id"].clone();
    for step in ["audit", "stock"] {
        client.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": id })).await;
    }
}

#[tokio::test]
async fn available_stock_is_named_in_the_order_it_goes_out() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let ids = chief.master_data().await;
    let other = chief.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far", "serial_no": "W9" })).await["id"].as_i64().expect("an id");
    let area = chief.done("/admin/warehouse.WarehouseArea/add", json!({ "warehouses_id": ids.warehouse, "name": "Hall" })).await["id"].clone();
    receive(&chief, ids.inbound(10), json!({ "batch_number": "LATE", "expiry_date": "2099-06-01", "warehouses_areas_id": area })).await;
    receive(&chief, ids.inbound(4), json!({ "batch_number": "SOON", "expiry_date": "2099-01-01" })).await;
    receive(&chief, ids.inbound(3), json!({ "batch_number": "GONE", "expiry_date": "2020-01-01" })).await;
    receive(&chief, ids.inbound(7), json!({ "batch_number": "BAD" })).await;
    let hold = json!({ "product_id": ids.product, "batch_number": "BAD", "state": 2, "reason": "wet", "warehouses_id": ids.warehouse });
    chief.done("/admin/warehouse.BatchHold/add", hold).await;
    let sale = chief.done("/admin/warehouse.OutboundOrder/add", ids.outbound(1)).await["id"].clone();
    chief.done("/admin/warehouse.OutboundOrder/audit", json!({ "id": sale })).await;

    let path = |warehouse: i64| format!("/admin/warehouse.Inventory/available?warehouses_id={warehouse}&ids[]={}&ids[]=987", ids.product);
    let answer = chief.get(&path(ids.warehouse)).await;
    let list = answer["data"]["list"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let of = |product: i64| list.iter().find(|row| row["product_id"] == product).unwrap_or_else(|| panic!("{answer}"));
    // One of the 4 is reserved; what has expired or is held can't be taken.
    assert_eq!((&of(ids.product)["available_quantity"], &of(ids.product)["more"]), (&json!("13"), &json!(0)));
    let places: Vec<_> = of(ids.product)["places"].as_array().expect("places").iter().collect();
    let rows: Vec<_> = places.iter().map(|place| (place["batch_number"].as_str(), place["available_quantity"].as_str())).collect();
    assert_eq!(rows, [(Some("SOON"), Some("3")), (Some("LATE"), Some("10")), (Some("GONE"), Some("3")), (Some("BAD"), Some("0"))]);
    assert_eq!((&places[1]["area"], &places[1]["warehouses_areas_id"]), (&json!({ "name": "Hall" }), &area));
    assert_eq!((&places[2]["expired"], &places[3]["held"], &places[3]["total_quantity"]), (&json!(true), &json!(true), &json!("7")));
    assert_eq!((&of(987)["available_quantity"], &of(987)["places"]), (&json!("0"), &json!([])));

    // Nothing is told of warehouses and pages that somebody does not see.
    let all = rules(&chief).await;
    let seeing = group(&chief, json!({ "name": "see", "pid": 0, "rules": picked(&all, &["warehouse"]), "warehouses": [other] })).await;
    let clerk = member(&node, &chief, "clerk", &[seeing]).await;
    assert_eq!(clerk.get(&path(ids.warehouse)).await["data"]["field"], "warehouses_id");
    assert_eq!(clerk.get(&path(other)).await["data"]["list"][0]["available_quantity"], "0");
    let blind = group(&chief, json!({ "name": "blind", "pid": 0, "rules": picked(&all, &["warehouse/outboundOrder"]) })).await;
    let blind = member(&node, &chief, "blind", &[blind]).await;
    assert_eq!(blind.get(&path(ids.warehouse)).await["code"], 401);
    assert_eq!(chief.get("/admin/warehouse.Inventory/available").await["data"]["field"], "warehouses_id");
    assert!(node.stop().await);
}

/// The figure of a card.
fn card(dashboard: &Value, name: &str) -> Value {
    dashboard["data"]["cards"][name].clone()
}

#[tokio::test]
async fn the_dashboard_shows_what_its_reader_may_see_and_its_lists_hold_the_same() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let own = chief.master_data().await;
    let far = chief.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far", "serial_no": "W9" })).await["id"].as_i64().expect("an id");
    let foreign = Ids { warehouse: far, ..own };
    receive(&chief, own.inbound(100), json!({ "batch_number": "A", "expiry_date": "2099-01-01" })).await;
    receive(&chief, own.inbound(8), json!({ "batch_number": "OLD", "expiry_date": "2020-01-01" })).await;
    receive(&chief, foreign.inbound(40), json!({})).await;
    for (ids, quantity) in [(own, 3), (own, 4), (foreign, 5)] {
        let sale = chief.done("/admin/warehouse.OutboundOrder/add", ids.outbound(quantity)).await["id"].clone();
        for step in ["audit", "stock"] {
            chief.done(&format!("/admin/warehouse.OutboundOrder/{step}"), json!({ "id": sale })).await;
        }
    }
    // What waits: an inbound order here, an outbound and a transfer order there.
    chief.done("/admin/warehouse.InboundOrder/add", own.inbound(7)).await;
    let sale = chief.done("/admin/warehouse.OutboundOrder/add", foreign.outbound(1)).await["id"].clone();
    chief.done("/admin/warehouse.OutboundOrder/add", foreign.outbound(2)).await;
    chief.done("/admin/warehouse.OutboundOrder/audit", json!({ "id": sale })).await;
    let sheet = chief.done("/admin/warehouse.StockCount/add", json!({ "warehouses_id": far })).await["id"].clone();
    chief.done("/admin/warehouse.StockCount/count", json!({ "id": sheet, "line": 1, "quantity": "34" })).await;
    chief.done("/admin/warehouse.StockCount/submit", json!({ "id": sheet })).await;

    let seen = chief.get("/admin/Dashboard/index").await;
    for (name, figure) in [
        ("to_review", json!(2)),
        ("counts_to_review", json!(1)),
        ("to_stock_in", json!(0)),
        ("to_ship", json!(1)),
        ("overdue_transfers", json!(0)),
        ("expiring", json!(1)),
        // (108 - 7 + 40 - 5) at 2.50 each.
        ("stock_value", json!("340.00")),
        ("warehouses", json!(2)),
    ] {
        assert_eq!(card(&seen, name), figure, "{name}: {seen}");
    }
    let data = &seen["data"];
    let reviews: Vec<_> = data["reviews"].as_array().expect("reviews").iter().map(|row| (row["kind"].as_str(), row["count"].as_i64())).collect();
    assert!(reviews.contains(&(Some("inbound"), Some(1))) && reviews.contains(&(Some("outbound"), Some(1))), "{reviews:?}");
    let values: Vec<_> =
        data["values"].as_array().expect("values").iter().map(|row| (row["warehouses_id"].as_i64(), row["value"].as_str())).collect();
    assert_eq!(values, [(Some(own.warehouse), Some("252.50")), (Some(far), Some("87.50"))]);
    assert_eq!(data["movers"][0]["records"], 3, "{seen}");
    assert_eq!(data["movers"][0]["records_before"], 0, "{seen}");
    let moves = &data["moves"];
    let nothing_before = |now: i64| json!({ "now": now, "before": 0 });
    assert_eq!((&moves["received"], &moves["shipped"], &moves["products"]), (&nothing_before(3), &nothing_before(3), &nothing_before(1)));
    let points = moves["points"].as_array().expect("days");
    assert_eq!((&moves["period"], points.len(), &points[29]["received"], &points[29]["shipped"]), (&json!("30d"), 30, &json!(3), &json!(3)));
    let busy: Vec<_> = moves["warehouses"].as_array().expect("warehouses").iter().map(|row| (row["warehouses_id"].as_i64(), &row["moves"])).collect();
    assert_eq!(busy, [(Some(own.warehouse), &nothing_before(4)), (Some(far), &nothing_before(2))]);
    assert_eq!(
        moves["operations"],
        json!([{ "operation_type": 10, "moves": nothing_before(3) }, { "operation_type": 20, "moves": nothing_before(3) }])
    );
    for (period, points) in [("7d", 7), ("12m", 12)] {
        let of = chief.get(&format!("/admin/Dashboard/index?period={period}")).await["data"]["moves"].clone();
        assert_eq!((&of["shipped"], of["points"].as_array().map(Vec::len)), (&nothing_before(3), Some(points)), "{of}");
    }
    assert_ne!(chief.get("/admin/Dashboard/index?period=5y").await["code"], 1);
    assert_eq!((&data["movers"][0]["product_id"], &data["movers"][0]["product_no"]), (&json!(own.product), &json!("P1")));

    // Every figure's list has as many rows.
    let total = async |client: &Client, path: String| client.get(&path).await["data"]["total"].clone();
    let field = |place: usize, name: &str, operator: &str, value: &str| {
        format!("search[{place}][field]={name}&search[{place}][operator]={operator}&search[{place}][val]={value}&")
    };
    let month = data["months"][0]["month"].as_str().expect("a month").to_owned();
    let unit = data["months"][0]["unit_id"].to_string();
    let bar = |operation: &str| {
        let (of, in_unit) = (field(0, "operation_type", "eq", operation), field(1, "unit_id", "eq", &unit));
        let days = field(2, "business_date", "RANGE", &format!("{month}-01,"));
        format!("/admin/warehouse.InventoryRecord/index?{of}{in_unit}{days}")
    };
    assert_eq!((total(&chief, bar("10")).await, total(&chief, bar("20")).await), (json!(3), json!(3)));
    let rows = chief.get(&bar("20")).await["data"]["list"].as_array().expect("rows").clone();
    let sum: i64 = rows.iter().map(|row| row["quantity"].as_str().and_then(|text| text.parse::<i64>().ok()).expect("a number")).sum();
    assert_eq!((data["months"][0]["out_quantity"].as_str(), sum), (Some("12"), -12));
    assert_eq!(total(&chief, format!("/admin/warehouse.Inventory/index?expires_in={}", data["expires_in"])).await, 1);
    let since = data["movers_since"].as_str().expect("a day");
    let moved = field(0, "operation_type", "eq", "20") + &field(1, "product_id", "eq", &own.product.to_string());
    let moved = format!("{moved}search[2][field]=create_time&search[2][operator]=RANGE&search[2][render]=datetime&search[2][val]={since} 00:00:00,");
    assert_eq!(total(&chief, format!("/admin/warehouse.InventoryRecord/index?{moved}")).await, 3);
    assert_eq!(total(&chief, "/admin/warehouse.Transit/index?min_days=7".to_owned()).await, 0);

    // Somebody who sees one warehouse, and no cost.
    let all = rules(&chief).await;
    let held: Vec<i64> = picked(&all, &["dashboard", "warehouse"]);
    let without: Vec<i64> = all.iter().filter(|(id, name)| held.contains(id) && name != "warehouse/inventory/cost").map(|(id, _)| *id).collect();
    let clerks = group(&chief, json!({ "name": "clerks", "pid": 0, "rules": without, "warehouses": [far], "scope": "all" })).await;
    let clerk = member(&node, &chief, "clerk", &[clerks]).await;
    let part = clerk.get("/admin/Dashboard/index").await;
    for (name, figure) in [("to_review", 1), ("counts_to_review", 1), ("to_ship", 1), ("expiring", 0), ("warehouses", 1), ("below_safety", 0)] {
        assert_eq!(card(&part, name), figure, "{name}: {part}");
    }
    assert_eq!(card(&part, "stock_value"), Value::Null);
    let own_moves = &part["data"]["moves"];
    assert_eq!((&own_moves["received"], &own_moves["shipped"]), (&nothing_before(1), &nothing_before(1)), "{own_moves}");
    assert_eq!(own_moves["warehouses"], json!([{ "warehouses_id": far, "name": "Far", "moves": nothing_before(2) }]));
    assert_eq!(part["data"]["values"], json!([{ "warehouses_id": far, "name": "Far", "value": null }]));
    assert_eq!((&part["data"]["movers"][0]["records"], &part["data"]["months"][0]["out_quantity"]), (&json!(1), &json!("5")));
    assert_eq!(part["data"]["months"][0]["out_amount"], Value::Null);
    assert_eq!(total(&clerk, bar("20")).await, 1);

    // A kind of orders that somebody does not see is not counted for them; figures follow what moves.
    let narrow = group(&chief, json!({ "name": "narrow", "pid": 0, "rules": picked(&all, &["dashboard"]) })).await;
    let guest = member(&node, &chief, "guest", &[narrow]).await;
    let little = guest.get("/admin/Dashboard/index").await;
    assert_eq!((card(&little, "to_review"), &little["data"]["reviews"]), (json!(0), &json!([])));
    receive(&chief, foreign.inbound(10), json!({})).await;
    assert_eq!(card(&chief.get("/admin/Dashboard/index").await, "stock_value"), "365.00");
    assert!(node.stop().await);
}
