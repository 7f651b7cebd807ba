//! Goods come in, a clerk posts them, an administrator sees it at once.

use serde_json::{Value, json};

use crate::support::{Node, admins, run};

#[tokio::test]
async fn a_clerk_posts_and_an_administrator_sees_it() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (clerk, boss) = (node.login("clerk").await, node.login("boss").await);
    let ids = clerk.master_data().await;
    let mut seen = boss.socket(None).await;
    assert_eq!(seen.next("bind").await["unread_count"], 0);
    seen.send(json!({ "type": "subscribe", "data": { "topics": [format!("inventory:{}", ids.warehouse), "orders:inbound"] } })).await;
    seen.next("subscribe").await;

    let order = clerk.done("/admin/warehouse.InboundOrder/add", ids.inbound(8)).await;
    let number = order["inbound_order_no"].as_str().expect("a number").to_owned();
    assert!(number.starts_with("RK") && number.ends_with("0001"), "{number}");
    let word = seen.next("notify").await;
    assert_eq!((word["seq"].as_i64(), word["unread_count"].as_i64()), (Some(1), Some(1)));
    assert_eq!(word["message"]["message"], format!("Inbound order {number} is waiting for review (lines: 1)"));

    boss.done("/admin/warehouse.InboundOrder/audit", json!({ "id": order["id"] })).await;
    let done = clerk.done("/admin/warehouse.InboundOrder/stock", json!({ "id": order["id"], "command_id": "stock-once" })).await;
    assert_eq!(done["status"], 2);
    let again = clerk.done("/admin/warehouse.InboundOrder/stock", json!({ "id": order["id"], "command_id": "stock-once" })).await;
    assert_eq!((again["repeated"].clone(), again["version"].clone()), (json!(true), done["version"].clone()));
    // Topic events and notifications each come in order, but not in order with each other.
    let (mut topic, mut stocked) = (false, false);
    while !(topic && stocked) {
        let heard = seen.any().await;
        topic |= heard["type"] == "topic" && heard["data"]["topic"] == "orders:inbound";
        stocked |= heard["type"] == "notify" && heard["data"]["message"]["message_type"] == "order.stocked";
    }

    let stock = boss.get("/admin/warehouse.Inventory/index").await;
    assert_eq!(stock["data"]["list"][0]["total_quantity"], "8", "{stock}");
    assert_eq!(stock["data"]["list"][0]["average_cost"], "2.50");
    let records = boss.get("/admin/warehouse.InventoryRecord/index").await;
    assert_eq!(records["data"]["total"], 1, "{records}");
    // Both say what lies where, and the second time from memory.
    let named = |row: &Value| {
        let text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
        let product = &row["product"];
        text(&product["product_no"]) && text(&product["name"]) && text(&product["unit"]["name"]) && text(&row["warehouses"]["name"])
    };
    for list in [&stock, &records, &boss.get("/admin/warehouse.Inventory/index").await] {
        assert!(named(&list["data"]["list"][0]), "{list}");
    }
    assert_eq!(records["data"]["list"][0]["admin"]["nickname"], "clerk");
    assert_eq!(records["data"]["list"][0]["operation_number"], number);
    let chart = boss.get("/admin/Dashboard/index").await;
    assert_eq!(chart["data"]["months"][0]["in_amount"], "20.00", "{chart}");

    // What was missed while away is brought, in order; unread word of the same thing has become one.
    drop(seen);
    boss.done("/admin/notification.Index/readall", json!({ "upto": 2 })).await;
    clerk.done("/admin/warehouse.InboundOrder/add", ids.inbound(1)).await;
    clerk.done("/admin/warehouse.OutboundOrder/add", ids.outbound(1)).await;
    clerk.done("/admin/warehouse.InboundOrder/add", ids.inbound(2)).await;
    let mut back = boss.socket(Some(2)).await;
    let bound = back.next("bind").await;
    assert_eq!((bound["last_seq"].as_i64(), bound["unread_count"].as_i64()), (Some(5), Some(2)));
    let words = [back.next("notify").await, back.next("notify").await];
    let merged = words.each_ref().map(|word| (word["seq"].as_i64(), word["message"]["count"].as_i64()));
    assert_eq!(merged, [(Some(4), Some(1)), (Some(5), Some(2))]);
    assert_eq!(words[1]["message"]["message_data"]["link"], "/admin/warehouse/inboundOrder?only=id:2,4");
    // A client that still shows the first one can mark it as read.
    assert_eq!(boss.done("/admin/notification.Index/read", json!({ "id": 3 })).await["unread_count"], 2);
    boss.done("/admin/notification.Index/readall", json!({ "upto": 4 })).await;
    while back.next("read").await["unread_count"] != 1 {}

    assert!(node.stop().await, "it drains and ends well");
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok && text.contains("the books are right"), "{text}");
}

#[tokio::test]
async fn goods_go_out_only_when_they_are_there() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let clerk = node.login("clerk").await;
    let ids = clerk.master_data().await;
    let order = clerk.done("/admin/warehouse.InboundOrder/add", ids.inbound(10)).await;
    for step in ["audit", "stock"] {
        clerk.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": order["id"] })).await;
    }
    let sale = clerk.done("/admin/warehouse.OutboundOrder/add", ids.outbound(7)).await;
    clerk.done("/admin/warehouse.OutboundOrder/audit", json!({ "id": sale["id"] })).await;
    let more = clerk.done("/admin/warehouse.OutboundOrder/add", ids.outbound(4)).await;
    let short = clerk.post("/admin/warehouse.OutboundOrder/audit", &json!({ "id": more["id"] })).await;
    assert_eq!((short["code"].clone(), short["data"]["key"].clone()), (json!(0), json!("stock.short")), "{short}");
    assert_eq!(short["data"]["lines"][0], json!({ "line": 1, "product_id": ids.product, "wanted": "4", "available": "3" }));

    let part = json!({ "id": sale["id"], "lines": [{ "line": 1, "quantity": "3" }] });
    assert_eq!(clerk.done("/admin/warehouse.OutboundOrder/stock", part).await["status"], 1);
    let refused = clerk.post("/admin/warehouse.OutboundOrder/void", &json!({ "id": sale["id"], "reason": "late" })).await;
    assert_eq!(refused["data"]["allowed"], json!(["stock", "close", "pick", "parcels", "reverse", "giveBack"]), "{refused}");
    let closed = clerk.done("/admin/warehouse.OutboundOrder/close", json!({ "id": sale["id"], "reason": "the rest is not wanted" })).await;
    assert_eq!(closed["status"], 2);
    let place = clerk.get("/admin/warehouse.Inventory/index").await["data"]["list"][0].clone();
    assert_eq!((place["total_quantity"].clone(), place["reserved_quantity"].clone()), (json!("7"), json!("0")));

    let stale = clerk.post("/admin/warehouse.OutboundOrder/edit", &json!({ "id": more["id"], "version": 9, "remark": "x" })).await;
    assert_eq!(stale["data"]["key"], "order.version_conflict", "{stale}");
    clerk
        .done(
            "/admin/warehouse.OutboundOrder/edit",
            json!({ "id": more["id"], "version": 1, "lines": [{ "product_id": ids.product, "quantity": 3, "unit_price": 1 }] }),
        )
        .await;
    for step in ["audit", "stock"] {
        clerk.done(&format!("/admin/warehouse.OutboundOrder/{step}"), json!({ "id": more["id"] })).await;
    }
    // 4 are left of a safety stock of 5: the watchers are notified, once.
    let mut socket = clerk.socket(Some(0)).await;
    let word = socket.next("notify").await;
    assert_eq!(word["message"]["message_type"], "stock.low", "{word}");
    node.kill().await;
}
