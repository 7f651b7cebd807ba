//! Orders that are still being written: without lines, and by authors who may not edit what others wrote.

use entrepot::config::services::ServiceSettings;
use serde_json::{Value, json};

use crate::order_steps::{Shop, field, key, shop, shop_with};

const KINDS: [&str; 4] = ["InboundOrder", "OutboundOrder", "AdjustmentOrder", "TransferOrder"];

/// An order of a kind without its lines, and a line that fits it.
async fn blank(shop: &Shop, kind: &str) -> (Value, Value) {
    let line = json!({ "product_id": shop.product, "quantity": "2", "unit_price": "1" });
    match kind {
        "InboundOrder" => (without_lines(shop.inbound(1)), line),
        "OutboundOrder" => (without_lines(shop.outbound(1)), line),
        "AdjustmentOrder" => (json!({ "warehouses_id": shop.warehouse, "type": 40 }), line),
        _ => {
            let other = json!({ "name": "Other", "serial_no": "W2" });
            let other = shop.clerk.done("/admin/warehouse.Warehouse/add", other).await["id"].clone();
            (json!({ "source_warehouses_id": shop.warehouse, "target_warehouses_id": other }), line)
        }
    }
}

fn without_lines(mut order: Value) -> Value {
    order.as_object_mut().expect("an order").remove("lines");
    order
}

#[tokio::test]
async fn a_draft_is_saved_without_lines_and_reviewed_with_some() {
    let shop = shop(json!({})).await;
    shop.arrived(5, "2", "", "").await;
    for kind in KINDS {
        let path = format!("/admin/warehouse.{kind}");
        let (mut order, line) = blank(&shop, kind).await;
        shop.clerk.done(&format!("{path}/add"), order.clone()).await;
        order["lines"] = json!([]);
        let draft = shop.clerk.done(&format!("{path}/add"), order).await;
        let row = shop.row(&path, &draft).await;
        assert_eq!((&row["lines"], &row["line_count"], &row["total_amount"]), (&json!([]), &json!(0), &json!("0.00")), "{row}");
        let list = shop.clerk.got(&format!("{path}/index")).await;
        assert_eq!((&list["list"][0]["id"], &list["list"][0]["line_count"]), (&draft["id"], &json!(0)), "{list}");
        let refused = shop.clerk.post(&format!("{path}/audit"), &json!({ "id": draft["id"] })).await;
        assert_eq!(field(&refused), ("lines", "error.lines.empty"), "{kind} {refused}");
        let moved = shop.clerk.post(&format!("{path}/reviewStock"), &json!({ "id": draft["id"] })).await;
        if kind != "TransferOrder" {
            assert_eq!(field(&moved), ("lines", "error.lines.empty"), "{kind} {moved}");
        }
        let paper = shop.clerk.ask(reqwest::Method::GET, &format!("{path}/print?ids[]={}&form=order", draft["id"])).send().await.expect("a paper");
        assert_eq!(paper.headers()["content-type"], "application/pdf", "{kind}");
        shop.clerk.done(&format!("{path}/edit"), json!({ "id": draft["id"], "lines": [line] })).await;
        shop.clerk.done(&format!("{path}/audit"), json!({ "id": draft["id"] })).await;
    }
    shop.books_are_right().await;
}

#[tokio::test]
async fn authors_edit_their_own_pending_orders_without_the_right_to_edit() {
    let shop = shop(json!({})).await;
    let writer = shop.person("writer", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/add"]).await;
    let reader = shop.person("reader", &["warehouse/inboundOrder/index"]).await;
    let path = "/admin/warehouse.InboundOrder";
    let own = writer.done(&format!("{path}/add"), shop.inbound(2)).await;
    let others = shop.clerk.done(&format!("{path}/add"), shop.inbound(2)).await;
    assert_eq!(writer.got(&format!("{path}/edit?id={}", own["id"])).await["row"]["lines"][0]["quantity"], "2");
    let mut changed = shop.inbound(3);
    changed["id"] = own["id"].clone();
    changed["remark"] = "three".into();
    writer.done(&format!("{path}/edit"), changed.clone()).await;
    let row = shop.row(path, &own).await;
    assert_eq!((&row["lines"][0]["quantity"], &row["remark"]), (&json!("3"), &json!("three")), "{row}");
    // Others' orders, those that are not there, and what is no edit stay closed.
    for id in [&others["id"], &json!(987_654)] {
        assert_eq!(writer.get(&format!("{path}/edit?id={id}")).await["code"], 401, "{id}");
        let mut body = shop.inbound(9);
        body["id"] = id.clone();
        assert_eq!(writer.post(&format!("{path}/edit"), &body).await["code"], 401, "{id}");
    }
    assert_eq!(shop.row(path, &others).await["lines"][0]["quantity"], "2");
    let row = json!({ "id": own["id"] });
    assert_eq!(writer.post(&format!("{path}/audit"), &row).await["code"], 401);
    assert_eq!(writer.del(&format!("{path}/del"), &own["id"]).await["code"], 401);
    assert_eq!(reader.post(&format!("{path}/edit"), &changed).await["code"], 401, "who may not add did not make it");
    // A warehouse where they do not work is none of theirs.
    let other = shop.clerk.done("/admin/warehouse.Warehouse/add", json!({ "name": "Other", "serial_no": "W2" })).await["id"].clone();
    let moved = writer.post(&format!("{path}/edit"), &json!({ "id": own["id"], "warehouses_id": other })).await;
    assert_eq!(field(&moved), ("warehouses_id", "error.reference"), "{moved}");
    // Once it is reviewed it is no draft any more.
    shop.clerk.done(&format!("{path}/audit"), row).await;
    let late = writer.post(&format!("{path}/edit"), &changed).await;
    assert_eq!((late["code"].as_i64(), key(&late)), (Some(0), "order.transition"), "{late}");
}

#[tokio::test]
async fn authors_edit_their_own_orders_also_where_their_right_to_edit_does_not_reach() {
    let shop = shop(json!({})).await;
    let other = shop.clerk.done("/admin/warehouse.Warehouse/add", json!({ "name": "Other", "serial_no": "W2" })).await["id"].clone();
    // Adds orders in one warehouse, and edits those of another.
    let writer = shop.person("writer", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/add"]).await;
    let second = shop.person("second", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/edit"]).await;
    let groups = shop.clerk.got("/admin/auth.Group/index").await["list"].clone();
    let group = |name: &str| find(&groups, name).expect("a group");
    shop.clerk.done("/admin/auth.Group/edit", json!({ "id": group("second"), "warehouses": [other] })).await;
    let admins = shop.clerk.got("/admin/auth.Admin/index?quickSearch=writer").await["list"].clone();
    shop.clerk.done("/admin/auth.Admin/edit", json!({ "id": admins[0]["id"], "group_arr": [group("writer"), group("second")] })).await;
    let path = "/admin/warehouse.InboundOrder";
    let own = writer.done(&format!("{path}/add"), shop.inbound(2)).await;
    assert!(own["allowed"].as_array().expect("actions").contains(&json!("edit")), "{own}");
    let others = shop.clerk.done(&format!("{path}/add"), shop.inbound(2)).await;
    let mut there = shop.inbound(2);
    there["warehouses_id"] = other.clone();
    let there = shop.clerk.done(&format!("{path}/add"), there).await;
    let list = writer.got(&format!("{path}/index")).await["list"].clone();
    let editable: Vec<Value> =
        list.as_array().expect("rows").iter().filter(|row| row["allowed"].to_string().contains("\"edit\"")).map(|row| row["id"].clone()).collect();
    assert_eq!(editable, [there["id"].clone(), own["id"].clone()], "{list}");
    let edit = async |id: &Value| writer.post(&format!("{path}/edit"), &json!({ "id": id, "remark": "mine" })).await;
    for (order, code) in [(&own, 1), (&there, 1), (&others, 0)] {
        let answer = edit(&order["id"]).await;
        assert_eq!(answer["code"], code, "{answer}");
        assert_eq!(shop.row(path, order).await["remark"] == "mine", code == 1);
    }
    assert_eq!(writer.got(&format!("{path}/edit?id={}", own["id"])).await["row"]["remark"], "mine");
    // It can't be moved to where they may not add orders, and others of the other warehouse don't see it.
    let moved = writer.post(&format!("{path}/edit"), &json!({ "id": own["id"], "warehouses_id": other })).await;
    assert_eq!(moved["code"], 0, "{moved}");
    assert_eq!(second.post(&format!("{path}/edit"), &json!({ "id": own["id"], "remark": "theirs" })).await["code"], 0);
}

/// The id of a group in the tree of groups.
fn find(rows: &Value, name: &str) -> Option<Value> {
    rows.as_array()?.iter().find_map(|row| if row["name"] == name { Some(row["id"].clone()) } else { find(&row["children"], name) })
}

#[tokio::test]
async fn lists_of_orders_pass_over_conditions_by_ignored_fields() {
    let services = ServiceSettings { ignored_fields: Some("shop_id, status".into()), ..ServiceSettings::default() };
    let shop = shop_with(services, json!({})).await;
    shop.arrived(5, "2", "", "").await;
    let lists = ["InboundOrder", "TransferOrder", "Inventory", "InventoryRecord", "Reservation", "BatchHold", "StockCount", "StockLevel"];
    let shops = ["Order", "Refund"].map(|name| format!("/admin/shop.order.{name}/index"));
    for path in lists.map(|name| format!("/admin/warehouse.{name}/index")).into_iter().chain(shops) {
        let plain = shop.clerk.got(&path).await;
        for query in ["search[0][field]=shop_id&search[0][operator]=eq&search[0][val]=7", "order=shop_id,desc"] {
            assert_eq!(shop.clerk.got(&format!("{path}?{query}")).await["total"], plain["total"], "{path} {query}");
        }
        let unknown = shop.clerk.get(&format!("{path}?search[0][field]=unheard_of&search[0][operator]=eq&search[0][val]=7")).await;
        assert_eq!(unknown["code"], 0, "{path} {unknown}");
    }
    // A field that the list has is never passed over.
    let none = shop.clerk.got("/admin/warehouse.InboundOrder/index?search[0][field]=status&search[0][operator]=eq&search[0][val]=99").await;
    assert_eq!(none["total"], 0, "{none}");
}
