//! Goods in transit: transfers and outbound orders from files, what both sides see of them, and what is printed.

use serde_json::{Value, json};

use crate::holds::is;
use crate::printing::{papers, says, text};
use crate::stock_count::from_file;
use crate::support::{Client, Ids, Node, admins};

const TRANSFER: &str = "warehouse.TransferOrder";

/// Two warehouses, 20 pieces of batch B1 in the first.
async fn site(client: &Client) -> (Ids, i64) {
    let ids = client.master_data().await;
    let far = client.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far away", "serial_no": "W2" })).await["id"].as_i64().expect("an id");
    client.done("/admin/warehouse.WarehouseArea/add", json!({ "warehouses_id": far, "name": "Dock" })).await;
    let mut order = ids.inbound(20);
    order["lines"][0]["batch_number"] = json!("B1");
    let made = client.done("/admin/warehouse.InboundOrder/add", order).await;
    for step in ["audit", "stock"] {
        client.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": made["id"] })).await;
    }
    (ids, far)
}

async fn levels(client: &Client, query: &str) -> Vec<Value> {
    let answer = client.get(&format!("/admin/warehouse.StockLevel/index?order=total_quantity,desc&{query}")).await;
    answer["data"]["list"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
}

#[tokio::test]
async fn a_transfer_from_a_file_is_on_the_road_on_both_sides() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let clerk = node.login("clerk").await;
    let (ids, far) = site(&clerk).await;
    let fields = |dry: &str| {
        let (source, target) = (ids.warehouse.to_string(), far.to_string());
        vec![("warehouses_id", source), ("target_warehouses_id", target), ("dry", dry.to_owned())]
    };
    let nowhere = from_file(&clerk, TRANSFER, "Product no.,Quantity\nP1,5\n", &fields("1")[..1]).await;
    assert_eq!(nowhere["data"]["field"], "target_warehouses_id", "{nowhere}");
    let faulty = from_file(&clerk, TRANSFER, "Product no.,Quantity,To area\nP1,5,Attic\nP1,1,Dock\n", &fields("0")).await["data"].clone();
    is(&faulty, json!({ "rows": 2, "bad": 1, "written": false }));
    is(&faulty["errors"][0], json!({ "row": 2, "column": "To area" }));
    let good = "商品编号,数量,调入库区\nP1,5,Dock\n";
    is(&from_file(&clerk, TRANSFER, good, &fields("1")).await["data"], json!({ "rows": 1, "bad": 0, "written": false }));
    let made = from_file(&clerk, TRANSFER, good, &fields("0")).await["data"].clone();
    let order = json!({ "id": made["id"] });

    // It says on paper where its goods go, and no price.
    let paper = text(papers(&clerk, TRANSFER, &format!("ids[]={}", made["id"]), "en").await);
    assert!(says(&paper[0], "Far away") && says(&paper[0], "Dock") && !says(&paper[0], "Amount"), "{paper:?}");

    clerk.done(&format!("/admin/{TRANSFER}/audit"), order.clone()).await;
    let part = json!({ "id": made["id"], "lines": [{ "line": 1, "quantity": 3 }] });
    clerk.done(&format!("/admin/{TRANSFER}/ship"), part).await;
    let by_warehouse = levels(&clerk, "group=warehouse").await;
    assert_eq!(by_warehouse.len(), 2, "{by_warehouse:?}");
    is(&by_warehouse[0], json!({ "warehouses_id": ids.warehouse, "total_quantity": "17", "coming_quantity": "0", "leaving_quantity": "3" }));
    is(&by_warehouse[1], json!({ "warehouses_id": far, "total_quantity": "0", "coming_quantity": "3", "leaving_quantity": "0" }));
    is(&levels(&clerk, "group=batch").await[0], json!({ "batch_number": "B1", "total_quantity": "17", "coming_quantity": "3" }));
    is(&levels(&clerk, "").await[0], json!({ "total_quantity": "17", "coming_quantity": "3", "leaving_quantity": "3" }));
    is(&levels(&clerk, "group=area").await[0], json!({ "coming_quantity": null, "leaving_quantity": null }));
    // Refused goods come back.
    let refused = json!({ "id": made["id"], "reason": "wrong colour", "lines": [{ "line": 1, "quantity": 1 }] });
    clerk.done(&format!("/admin/{TRANSFER}/refuse"), refused).await;
    let by_warehouse = levels(&clerk, "group=warehouse").await;
    is(&by_warehouse[0], json!({ "coming_quantity": "1", "leaving_quantity": "2" }));
    clerk.done(&format!("/admin/{TRANSFER}/receive"), order.clone()).await;
    clerk.done(&format!("/admin/{TRANSFER}/receiveBack"), order).await;
    let by_warehouse = levels(&clerk, "group=warehouse").await;
    is(&by_warehouse[0], json!({ "total_quantity": "18", "coming_quantity": "0", "leaving_quantity": "0" }));
    is(&by_warehouse[1], json!({ "total_quantity": "2", "coming_quantity": "0", "leaving_quantity": "0" }));
    assert!(node.stop().await);
}

#[tokio::test]
async fn an_outbound_order_comes_from_a_file() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let clerk = node.login("clerk").await;
    let (ids, _) = site(&clerk).await;
    let kind = "warehouse.OutboundOrder";
    let file = "Product no.,Quantity,Unit price,Batch\nP1,4,9.9,B1\n";
    let mut fields =
        vec![("warehouses_id", ids.warehouse.to_string()), ("type", "10".to_owned()), ("dry", "0".to_owned()), ("customer_id", "999".to_owned())];
    let refused = from_file(&clerk, kind, file, &fields).await;
    assert_eq!(refused["data"]["field"], "customer_id", "{refused}");
    fields[3].1 = ids.customer.to_string();
    let made = from_file(&clerk, kind, file, &fields).await["data"].clone();
    is(&made, json!({ "written": true, "rows": 1 }));
    let order = clerk.get(&format!("/admin/{kind}/edit?id={}", made["id"])).await["data"]["row"].clone();
    is(&order, json!({ "status": 0, "customer_id": ids.customer, "total_amount": "39.60" }));
    assert!(node.stop().await);
}

#[tokio::test]
async fn goods_from_another_warehouse_are_as_old_as_they_were_there() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let clerk = node.login("clerk").await;
    // B1 comes to the source before anything comes to the target.
    let (ids, far) = site(&clerk).await;
    let arrives = async |batch: &str, warehouse: i64| {
        let mut order = ids.inbound(4);
        order["warehouses_id"] = warehouse.into();
        order["lines"][0]["batch_number"] = batch.into();
        let made = clerk.done("/admin/warehouse.InboundOrder/add", order).await;
        clerk.done("/admin/warehouse.InboundOrder/reviewStock", json!({ "id": made["id"] })).await;
    };
    arrives("B2", far).await;
    arrives("B3", ids.warehouse).await;
    arrives("B4", far).await;
    let lines = json!([
        { "product_id": ids.product, "quantity": 4, "batch_number": "B1" },
        { "product_id": ids.product, "quantity": 4, "batch_number": "B3" },
    ]);
    let transfer = json!({ "source_warehouses_id": ids.warehouse, "target_warehouses_id": far, "lines": lines });
    let made = clerk.done(&format!("/admin/{TRANSFER}/add"), transfer).await;
    for step in ["audit", "ship", "receive"] {
        clerk.done(&format!("/admin/{TRANSFER}/{step}"), json!({ "id": made["id"] })).await;
    }
    let mut order = ids.outbound(16);
    order["warehouses_id"] = far.into();
    let order = clerk.done("/admin/warehouse.OutboundOrder/add", order).await;
    let picks = clerk.get(&format!("/admin/warehouse.OutboundOrder/picks?id={}", order["id"])).await["data"]["picks"].clone();
    let batches: Vec<Value> = picks.as_array().expect("picks").iter().map(|pick| pick["batch_number"].clone()).collect();
    assert_eq!(batches, ["B1", "B2", "B3", "B4"], "as they came, wherever that was: {picks}");
    assert!(node.stop().await);
}
