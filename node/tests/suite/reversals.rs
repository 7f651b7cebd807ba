//! Transfers and adjustments that are taken back, goods that are lost in transit, and what counts as a move.

use serde_json::{Value, json};

use crate::order_steps::{Shop, field, key, shop};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const TRANSFER: &str = "/admin/warehouse.TransferOrder";
const ADJUSTMENT: &str = "/admin/warehouse.AdjustmentOrder";

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

async fn add(shop: &Shop, controller: &str, body: Value) -> i64 {
    shop.clerk.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

/// On hand and average of the places of a warehouse that have goods.
async fn stock(shop: &Shop, warehouse: i64) -> Vec<(String, String)> {
    let list = shop.clerk.got("/admin/warehouse.Inventory/index?limit=50").await["list"].clone();
    let rows = list.as_array().expect("rows").iter().filter(|row| row["warehouses_id"] == warehouse);
    rows.map(|row| (text(row, "total_quantity").to_owned(), text(row, "average_cost").trim_end_matches('0').trim_end_matches('.').to_owned()))
        .collect()
}

async fn records(shop: &Shop) -> Vec<Value> {
    shop.clerk.got("/admin/warehouse.InventoryRecord/index?limit=100").await["list"].as_array().cloned().expect("records")
}

fn has(quantity: &str, average: &str) -> Vec<(String, String)> {
    vec![(quantity.to_owned(), average.to_owned())]
}

/// A transfer that was received wholly.
async fn received(shop: &Shop, target: i64, quantity: i64) -> Value {
    let body = json!({ "source_warehouses_id": shop.warehouse, "target_warehouses_id": target,
                       "lines": [{ "product_id": shop.product, "quantity": quantity }] });
    let order = shop.clerk.done(&format!("{TRANSFER}/add"), body).await;
    for step in ["audit", "ship", "receive"] {
        shop.clerk.done(&format!("{TRANSFER}/{step}"), json!({ "id": order["id"] })).await;
    }
    order
}

fn back(order: &Value, quantity: i64) -> Value {
    json!({ "id": order["id"], "reason": "wrong warehouse", "lines": [{ "line": 1, "quantity": quantity }] })
}

#[tokio::test]
async fn a_transfer_is_taken_back_by_one_that_goes_the_other_way() {
    let shop = shop(json!({})).await;
    let other = add(&shop, "warehouse.Warehouse", json!({ "name": "Far away", "serial_no": "W2" })).await;
    shop.arrived(10, "2", "A", "2999-01-01").await;
    let order = received(&shop, other, 6).await;
    assert_eq!((stock(&shop, shop.warehouse).await, stock(&shop, other).await), (has("4", "2"), has("6", "2")));
    let path = format!("{TRANSFER}/reverse");
    assert_eq!(field(&shop.clerk.post(&path, &json!({ "id": order["id"], "reason": "all" })).await), ("lines", "error.lines.empty"));
    let none = shop.person("none", &["warehouse/transferOrder/index", "warehouse/transferOrder/audit"]).await;
    assert_eq!(none.post(&path, &back(&order, 1)).await["code"], 401, "it has a right of its own");

    let mut body = back(&order, 4);
    body["command_id"] = "r1".into();
    let first = shop.clerk.done(&path, body.clone()).await;
    assert_eq!((&first["repeated"], &shop.clerk.done(&path, body).await["repeated"]), (&json!(false), &json!(true)));
    assert_eq!((stock(&shop, shop.warehouse).await, stock(&shop, other).await), (has("8", "2"), has("2", "2")));
    let row = shop.row(TRANSFER, &order).await;
    let made = row["made"][0].clone();
    assert_eq!((&row["lines"][0]["reversed_quantity"], &made["reason"], &made["kind"]), (&json!("4"), &json!("reversal"), &json!("transfer")));
    let counter = shop.row(TRANSFER, &made).await;
    assert_eq!((&counter["origin"]["id"], &counter["status"], &counter["allowed"]), (&order["id"], &json!(2), &json!([])), "{counter}");
    assert_eq!((&counter["source_warehouses_id"], &counter["target_warehouses_id"]), (&json!(other), &json!(shop.warehouse)));
    assert_eq!(counter["lines"][0]["batch_number"], "A");

    // No more than came, no reversal of a reversal, and nothing that is gone, reserved or held.
    assert_eq!(field(&shop.clerk.post(&path, &back(&order, 3)).await), ("lines[0].quantity", "error.quantity.reversible"));
    assert_eq!(key(&shop.clerk.post(&path, &back(&made, 1)).await), "order.transition");
    let sale = json!({ "warehouses_id": other, "customer_id": shop.customer, "type": 10,
                       "lines": [{ "product_id": shop.product, "quantity": 1, "unit_price": "4" }] });
    let sale = shop.clerk.done("/admin/warehouse.OutboundOrder/add", sale).await;
    shop.clerk.done("/admin/warehouse.OutboundOrder/audit", json!({ "id": sale["id"] })).await;
    let blocked = async |why: &str| {
        let refused = shop.clerk.post(&path, &back(&order, 2)).await;
        assert_eq!((key(&refused), &refused["data"]["lines"][0]["reason"]), ("stock.blocked", &json!(why)), "{refused}");
    };
    blocked("reserved").await;
    shop.clerk.done("/admin/warehouse.OutboundOrder/stock", json!({ "id": sale["id"] })).await;
    blocked("gone").await;
    let hold = json!({ "product_id": shop.product, "batch_number": "A", "state": 1, "reason": "wet", "warehouses_id": other });
    shop.clerk.done("/admin/warehouse.BatchHold/add", hold).await;
    let refused = shop.clerk.post(&path, &back(&order, 1)).await;
    assert_eq!(refused["data"]["lines"][0]["reason"], "held", "{refused}");
    shop.books_are_right().await;
}

#[tokio::test]
async fn who_may_not_receive_at_the_source_leaves_the_goods_on_the_road() {
    let shop = shop(json!({})).await;
    let other = add(&shop, "warehouse.Warehouse", json!({ "name": "Far away", "serial_no": "W2" })).await;
    shop.arrived(10, "2", "A", "2999-01-01").await;
    let order = received(&shop, other, 6).await;
    // It is taken back where the goods are.
    let here = shop.person("here", &["warehouse/transferOrder/index", "warehouse/transferOrder/reverse", "warehouse/transferOrder/receive"]).await;
    assert_eq!(key(&here.post(&format!("{TRANSFER}/reverse"), &back(&order, 6)).await), "order.other_side");
    let there = Shop { warehouse: other, ..shop };
    let clerk = there.person("there", &["warehouse/transferOrder/index", "warehouse/transferOrder/reverse", "warehouse/transferOrder/receive"]).await;
    clerk.done(&format!("{TRANSFER}/reverse"), back(&order, 6)).await;
    let made = there.row(TRANSFER, &order).await["made"][0].clone();
    let counter = there.row(TRANSFER, &made).await;
    assert_eq!(
        (&counter["status"], &counter["transit"]["there"], &counter["allowed"]),
        (&json!(1), &json!("6"), &json!(["receive", "lost"])),
        "{counter}"
    );
    here.done(&format!("{TRANSFER}/receive"), json!({ "id": made["id"] })).await;
    assert_eq!(there.row(TRANSFER, &made).await["status"], 2);
    assert_eq!(stock(&there, other).await, vec![]);
    there.books_are_right().await;
}

#[tokio::test]
async fn a_move_within_a_warehouse_goes_back_to_where_it_came_from() {
    let shop = shop(json!({})).await;
    let area = json!({ "warehouses_id": shop.warehouse, "name": "Hall", "serial_no": "H" });
    let area = add(&shop, "warehouse.WarehouseArea", area).await;
    shop.arrived(10, "2", "A", "2999-01-01").await;
    let body = json!({ "source_warehouses_id": shop.warehouse, "target_warehouses_id": shop.warehouse, "target_warehouses_areas_id": area,
                       "lines": [{ "product_id": shop.product, "quantity": 7 }] });
    let order = shop.clerk.done(&format!("{TRANSFER}/add"), body).await;
    for step in ["audit", "move"] {
        shop.clerk.done(&format!("{TRANSFER}/{step}"), json!({ "id": order["id"] })).await;
    }
    // What the goods cost now is none of the move's business.
    let purchase = shop.clerk.got(&format!("{INBOUND}/index")).await["list"][0].clone();
    shop.clerk.done(&format!("{INBOUND}/addCost"), json!({ "id": purchase["id"], "cost_type": 10, "amount": "10" })).await;
    shop.clerk.done(&format!("{TRANSFER}/reverse"), back(&order, 5)).await;
    let places = shop.clerk.got("/admin/warehouse.Inventory/index").await["list"].clone();
    let mut places: Vec<(bool, &str, &str)> = places
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (row["warehouses_areas_id"] == area, text(row, "total_quantity"), text(row, "average_cost")))
        .collect();
    places.sort_unstable();
    assert_eq!(places.iter().map(|(hall, quantity, _)| (*hall, *quantity)).collect::<Vec<_>>(), [(false, "8"), (true, "2")]);
    assert!(places.iter().all(|(_, _, average)| average.starts_with('3')), "{places:?}");
    let made = shop.row(TRANSFER, &order).await["made"][0].clone();
    let counter = shop.row(TRANSFER, &made).await;
    assert_eq!((&counter["type"], &counter["status"], &counter["allowed"]), (&json!(20), &json!(2), &json!([])), "{counter}");
    shop.books_are_right().await;
}

#[tokio::test]
async fn an_adjustment_is_taken_back_line_by_line() {
    let shop = shop(json!({})).await;
    shop.arrived(10, "2", "A", "2999-01-01").await;
    let lines = json!([{ "product_id": shop.product, "batch_number": "A", "quantity": -3, "unit_price": 0 },
                       { "product_id": shop.product, "batch_number": "B", "quantity": 4, "unit_price": 0, "reason": 40 }]);
    let order = shop.clerk.done(&format!("{ADJUSTMENT}/add"), json!({ "warehouses_id": shop.warehouse, "type": 10, "lines": lines })).await;
    shop.clerk.done(&format!("{ADJUSTMENT}/audit"), json!({ "id": order["id"] })).await;
    let early = json!({ "id": order["id"], "reason": "why", "lines": [{ "line": 1, "quantity": 1 }] });
    assert_eq!(key(&shop.clerk.post(&format!("{ADJUSTMENT}/reverse"), &early).await), "order.transition");
    shop.clerk.done(&format!("{ADJUSTMENT}/post"), json!({ "id": order["id"] })).await;
    // Dearer goods come meanwhile: what was lost comes back at what it was lost at.
    shop.arrived(11, "4", "C", "2999-01-01").await;
    let undo = |line: i64, quantity: i64| json!({ "id": order["id"], "reason": "found again", "lines": [{ "line": line, "quantity": quantity }] });
    shop.clerk.done(&format!("{ADJUSTMENT}/reverse"), undo(1, 2)).await;
    shop.clerk.done(&format!("{ADJUSTMENT}/reverse"), undo(2, 4)).await;
    assert_eq!(field(&shop.clerk.post(&format!("{ADJUSTMENT}/reverse"), &undo(1, 2)).await), ("lines[0].quantity", "error.quantity.reversible"));
    let list = shop.clerk.got("/admin/warehouse.Inventory/index?order=batch_number,asc").await["list"].clone();
    let lies: Vec<(&str, &str)> = list.as_array().expect("rows").iter().map(|row| (text(row, "batch_number"), text(row, "total_quantity"))).collect();
    assert_eq!(lies, [("A", "9"), ("C", "11")]);
    // 9 at 2 and 11 at 4.
    assert!(text(&list[0], "average_cost").starts_with("3.1"), "{list}");
    let row = shop.row(ADJUSTMENT, &order).await;
    let counter = shop.row(ADJUSTMENT, &row["made"][0]).await;
    assert_eq!((&counter["type"], &counter["status"], &counter["lines"][0]["quantity"]), (&json!(10), &json!(2), &json!("2")), "{counter}");
    assert_eq!((&counter["origin"]["id"], &counter["allowed"]), (&order["id"], &json!([])));
    let marks: Vec<Value> = records(&shop).await.into_iter().filter(|row| row["reverses"] == true).map(|row| row["operation_type"].clone()).collect();
    assert_eq!(marks, [json!(40), json!(40)]);
    shop.books_are_right().await;
}

#[tokio::test]
async fn goods_that_are_lost_on_the_road_are_written_off_in_the_ledger() {
    let shop = shop(json!({})).await;
    let other = add(&shop, "warehouse.Warehouse", json!({ "name": "Far away", "serial_no": "W2" })).await;
    shop.arrived(10, "2.5", "A", "2999-01-01").await;
    let body =
        json!({ "source_warehouses_id": shop.warehouse, "target_warehouses_id": other, "lines": [{ "product_id": shop.product, "quantity": 6 }] });
    let order = shop.clerk.done(&format!("{TRANSFER}/add"), body).await;
    for step in ["audit", "ship"] {
        shop.clerk.done(&format!("{TRANSFER}/{step}"), json!({ "id": order["id"] })).await;
    }
    let part = |quantity: i64| json!({ "id": order["id"], "reason": "fell off", "lines": [{ "line": 1, "quantity": quantity }] });
    shop.clerk.done(&format!("{TRANSFER}/lost"), part(2)).await;
    shop.clerk.done(&format!("{TRANSFER}/refuse"), part(1)).await;
    shop.clerk.done(&format!("{TRANSFER}/lostBack"), part(1)).await;
    shop.clerk.done(&format!("{TRANSFER}/receive"), json!({ "id": order["id"] })).await;
    assert_eq!((stock(&shop, shop.warehouse).await, stock(&shop, other).await), (has("4", "2.5"), has("3", "2.5")));
    let lost: Vec<(i64, String, String)> = records(&shop)
        .await
        .iter()
        .filter(|row| row["operation_type"] == 40)
        .map(|row| (row["warehouses_id"].as_i64().unwrap_or_default(), text(row, "total_price").to_owned(), text(row, "cost_basis").to_owned()))
        .collect();
    let gone = |warehouse: i64, worth: &str| (warehouse, worth.to_owned(), "lost".to_owned());
    assert_eq!(lost, [gone(shop.warehouse, "-2.50"), gone(other, "-5.00")], "newest first");
    let row = shop.row(TRANSFER, &order).await;
    assert_eq!((&row["status"], &row["transit"]["lost"], &row["lines"][0]["stocked_quantity"]), (&json!(2), &json!("3"), &json!("6")), "{row}");
    shop.books_are_right().await;
}

#[tokio::test]
async fn what_was_taken_back_has_not_moved() {
    let shop = shop(json!({})).await;
    let order = shop.arrived(10, "2", "A", "2999-01-01").await;
    let idle = async || shop.clerk.got("/admin/warehouse.StockLevel/index?idle_days=30").await["total"].clone();
    assert_eq!(idle().await, 1);
    // What never came has not gone out.
    shop.clerk.done(&format!("{INBOUND}/reverse"), back(&order, 4)).await;
    assert_eq!(idle().await, 1);
    let sale = shop.clerk.done("/admin/warehouse.OutboundOrder/add", shop.outbound(3)).await;
    shop.clerk.done("/admin/warehouse.OutboundOrder/reviewStock", json!({ "id": sale["id"] })).await;
    assert_eq!(idle().await, 0);
    let undo = |quantity: i64| json!({ "id": sale["id"], "reason": "not sold", "lines": [{ "line": 1, "quantity": quantity }] });
    shop.clerk.done("/admin/warehouse.OutboundOrder/reverse", undo(2)).await;
    assert_eq!(idle().await, 0, "one was sold");
    shop.clerk.done("/admin/warehouse.OutboundOrder/reverse", undo(1)).await;
    assert_eq!(idle().await, 1);
}
