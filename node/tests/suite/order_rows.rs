//! An order as a client shows it, and posted back.

use serde_json::json;

use crate::support::{Node, admins};

#[tokio::test]
async fn an_order_has_somebody_in_charge_and_comes_back_as_it_was_shown() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["boss", "clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (boss, clerk) = (node.login("boss").await, node.login("clerk").await);
    let ids = boss.master_data().await;
    let list = boss.get("/admin/auth.Admin/index?limit=50").await["data"]["list"].clone();
    let id_of = |name: &str| list.as_array().expect("rows").iter().find(|row| row["username"] == name).expect("an account")["id"].clone();
    let mut body = ids.inbound(8);
    body["admin_id"] = json!(999_999);
    let answer = clerk.post("/admin/warehouse.InboundOrder/add", &body).await;
    assert_eq!((answer["code"].clone(), answer["data"]["field"].clone()), (json!(0), json!("admin_id")), "{answer}");
    body["admin_id"] = id_of("boss");
    let order = clerk.done("/admin/warehouse.InboundOrder/add", body).await;
    let detail = format!("/admin/warehouse.InboundOrder/edit?id={}", order["id"]);
    let row = clerk.get(&detail).await["data"]["row"].clone();
    assert_eq!((row["admin_id"].clone(), row["create_admin_id"].clone()), (id_of("boss"), id_of("clerk")));
    assert_eq!((row["delete_time"].clone(), row["stocked_quantity"].clone()), (json!(null), json!("0")));
    assert!(row.as_object().expect("a row").contains_key("delete_time"));
    // A row of the list and the one of the form, both as they came.
    let query = format!("search[0][field]=admin_id&search[0][operator]=eq&search[0][val]={}", id_of("boss"));
    let listed = clerk.get(&format!("/admin/warehouse.InboundOrder/index?{query}")).await["data"]["list"][0].clone();
    assert_eq!((listed["id"].clone(), listed["delete_time"].clone()), (order["id"].clone(), json!(null)));
    // A status that no order has is a list without rows.
    let nothing = clerk.get("/admin/warehouse.InboundOrder/index?search[0][field]=status&search[0][operator]=eq&search[0][val]=99").await;
    assert_eq!((nothing["code"].clone(), nothing["data"]["total"].clone(), nothing["data"]["list"].clone()), (json!(1), json!(0), json!([])));
    clerk.done("/admin/warehouse.InboundOrder/edit", listed).await;
    let row = clerk.get(&detail).await["data"]["row"].clone();
    clerk.done("/admin/warehouse.InboundOrder/edit", row.clone()).await;
    // What was changed and can't be is refused by its name, and nothing is saved.
    for (name, value) in [("status", json!(1)), ("total_amount", json!("1.00")), ("create_admin_id", id_of("boss")), ("inbound_order_no", json!("X"))]
    {
        let mut changed = clerk.get(&detail).await["data"]["row"].clone();
        changed[name] = value;
        changed["remark"] = json!("not saved");
        let answer = clerk.post("/admin/warehouse.InboundOrder/edit", &changed).await;
        let refused = (answer["code"].clone(), answer["data"]["field"].clone(), answer["data"]["key"].clone());
        assert_eq!(refused, (json!(0), json!(name), json!("error.field.read_only")), "{answer}");
    }
    let mut changed = clerk.get(&detail).await["data"]["row"].clone();
    changed["lines"][0]["total_price"] = json!("1.00");
    let answer = clerk.post("/admin/warehouse.InboundOrder/edit", &changed).await;
    assert_eq!(answer["data"]["field"], "lines[0].total_price", "{answer}");
    changed["lines"][0] = json!({ "product_id": ids.product, "quantity": 2, "unit_price": "2.5", "colour": "red" });
    let answer = clerk.post("/admin/warehouse.InboundOrder/edit", &changed).await;
    assert_eq!((answer["data"]["field"].clone(), answer["data"]["key"].clone()), (json!("lines[0].colour"), json!("error.field.unknown")));
    // A row that somebody has changed meanwhile is told to be that.
    let stale = clerk.post("/admin/warehouse.InboundOrder/edit", &row).await;
    assert_eq!(stale["data"]["key"], "order.version_conflict", "{stale}");
    assert_eq!(clerk.get(&detail).await["data"]["row"]["remark"], "");
    // Whoever is in charge is told how the order fares, and can be another one; without an account in use as well.
    clerk.done("/admin/warehouse.InboundOrder/edit", json!({ "id": order["id"], "admin_id": id_of("clerk") })).await;
    assert_eq!(clerk.get(&detail).await["data"]["row"]["admin_id"], id_of("clerk"));
    clerk.done("/admin/warehouse.InboundOrder/edit", json!({ "id": order["id"], "admin_id": id_of("boss") })).await;
    for step in ["audit", "stock"] {
        clerk.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": order["id"] })).await;
    }
    let notifications = boss.get("/admin/notification.Index/index").await["data"]["list"].clone();
    assert!(notifications.as_array().expect("rows").iter().any(|one| one["message_type"] == "order.stocked"), "{notifications}");
    node.kill().await;
}
