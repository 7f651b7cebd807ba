//! What people see before they decide: what is available beside an order's lines.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, admins};

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
    let told: Vec<_> = places.iter().map(|place| (place["batch_number"].as_str(), place["available_quantity"].as_str())).collect();
    assert_eq!(told, [(Some("SOON"), Some("3")), (Some("LATE"), Some("10")), (Some("GONE"), Some("3")), (Some("BAD"), Some("0"))]);
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
