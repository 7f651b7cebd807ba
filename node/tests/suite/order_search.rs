//! Orders are found by what they hold and with whom they are, not by their numbers alone.

use serde_json::{Value, json};

use crate::support::{Client, Node, admins};

async fn found(client: &Client, controller: &str, sought: &str) -> Vec<i64> {
    let answer = client.get(&format!("/admin/warehouse.{controller}/index?quickSearch={sought}")).await["data"].clone();
    let ids: Vec<i64> = answer["list"].as_array().expect("rows").iter().filter_map(|row| row["id"].as_i64()).collect();
    assert_eq!(answer["total"], ids.len(), "{sought}");
    ids
}

#[tokio::test]
async fn orders_are_found_by_partner_and_product() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let boss = node.login("boss").await;
    let ids = boss.master_data().await;
    let add = async |path: &str, body: Value| boss.done(&format!("/admin/warehouse.{path}/add"), body).await["id"].as_i64().expect("an id");
    let supplier = add("Supplier", json!({ "name": "木业 Oak & Sons" })).await;
    let unit = boss.got("/admin/warehouse.Unit/index").await["list"][0]["id"].clone();
    let table = json!({ "product_no": "T-77", "name": "Oak table", "unit_id": unit, "barcode": "6901234567892" });
    let table = add("Product", table).await;
    let pens = add("InboundOrder", ids.inbound(3)).await;
    let mut body = ids.inbound(2);
    body["supplier_id"] = json!(supplier);
    body["lines"][0]["product_id"] = json!(table);
    let tables = add("InboundOrder", body).await;
    let sold = add("OutboundOrder", ids.outbound(1)).await;

    for (sought, expected) in [("Sons", vec![tables]), ("%E6%9C%A8%E4%B8%9A", vec![tables]), ("pen", vec![pens]), ("t-77", vec![tables])] {
        assert_eq!(found(&boss, "InboundOrder", sought).await, expected, "{sought}");
    }
    assert_eq!(found(&boss, "InboundOrder", "6901234567892").await, [tables], "a bar code");
    assert_eq!(found(&boss, "InboundOrder", "690123456789").await, [0; 0], "no part of one");
    // Both orders have a number that begins so; a customer is no supplier of the same id.
    assert_eq!(found(&boss, "InboundOrder", "RK").await, [tables, pens]);
    assert_eq!(found(&boss, "InboundOrder", "customer").await, [0; 0]);
    assert_eq!(found(&boss, "OutboundOrder", "customer").await, [sold]);
    // Beside a condition.
    let narrowed = "oak&search[0][field]=supplier_id&search[0][operator]=eq&search[0][val]=";
    assert_eq!(found(&boss, "InboundOrder", &format!("{narrowed}{}", ids.supplier)).await, [0; 0]);
    assert_eq!(found(&boss, "InboundOrder", &format!("{narrowed}{supplier}")).await, [tables]);
    node.kill().await;
}
