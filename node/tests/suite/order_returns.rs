//! What changes the worth of goods after they came or left: returns by customers, costs that become known later, stock
//! that was below zero.

use serde_json::{Value, json};

use crate::order_steps::{Shop, field, key, shop};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

/// Batch, area, on hand and available of every place.
async fn places(shop: &Shop) -> Vec<(String, bool, String, String)> {
    let list = shop.clerk.got("/admin/warehouse.Inventory/index?order=batch_number,asc").await["list"].clone();
    let place = |row: &Value| {
        let area = row["warehouses_areas_id"].as_i64().is_some();
        (text(row, "batch_number").to_owned(), area, text(row, "total_quantity").to_owned(), text(row, "available_quantity").to_owned())
    };
    let mut places: Vec<_> = list.as_array().expect("rows").iter().map(place).collect();
    places.sort();
    places
}

async fn average(shop: &Shop) -> String {
    text(&shop.clerk.got("/admin/warehouse.Inventory/index").await["list"][0], "average_cost").to_owned()
}

/// Mark and amount of the records that change what goods are worth, oldest first.
async fn worth(shop: &Shop) -> Vec<(String, String)> {
    let path = "/admin/warehouse.InventoryRecord/index?search[0][field]=operation_type&search[0][operator]=%3D&search[0][val]=60";
    let list = shop.clerk.got(path).await["list"].clone();
    let mark = |row: &Value| (text(row, "cost_basis").to_owned(), text(row, "total_price").to_owned());
    list.as_array().expect("records").iter().rev().map(mark).collect()
}

async fn sold(shop: &Shop, quantity: i64) -> Value {
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(quantity)).await;
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": sale["id"] })).await
}

#[tokio::test]
async fn what_a_customer_sends_back_comes_at_the_cost_it_left_with_and_is_inspected_first() {
    let shop = shop(json!({})).await;
    let area = json!({ "warehouses_id": shop.warehouse, "name": "Inspection", "serial_no": "Q", "purpose": 1 });
    shop.clerk.done("/admin/warehouse.WarehouseArea/add", area).await;
    shop.arrived(10, "2", "A", "2999-01-01").await;
    let sale = sold(&shop, 4).await;
    shop.arrived(10, "4", "B", "2999-02-01").await;
    let back = |quantity: i64, command: &str| json!({ "id": sale["id"], "reason": "wrong colour", "command_id": command, "lines": [{ "line": 1, "quantity": quantity }] });
    let clerk = shop.person("clerk", &["warehouse/outboundOrder/index", "warehouse/outboundOrder/stock", "warehouse/outboundOrder/reverse"]).await;
    assert_eq!(clerk.post(&format!("{OUTBOUND}/giveBack"), &back(1, "x")).await["code"], 401);
    let unsaid = json!({ "id": sale["id"], "lines": [{ "line": 1, "quantity": 1 }] });
    assert_eq!(field(&shop.clerk.post(&format!("{OUTBOUND}/giveBack"), &unsaid).await), ("reason", "error.required"));
    let first = shop.clerk.done(&format!("{OUTBOUND}/giveBack"), back(3, "g1")).await;
    let again = shop.clerk.done(&format!("{OUTBOUND}/giveBack"), back(3, "g1")).await;
    assert_eq!((&first["repeated"], &again["repeated"]), (&json!(false), &json!(true)));
    let place = |batch: &str, area: bool, there: &str, free: &str| (batch.to_owned(), area, there.to_owned(), free.to_owned());
    let expected = [place("A", false, "6", "6"), place("A", true, "3", "0"), place("B", false, "10", "10")];
    assert_eq!(places(&shop).await, expected, "what is inspected is nobody's yet");
    // 6 and 3 at 2, 10 at 4.
    assert!(average(&shop).await.starts_with("3.05"), "{}", average(&shop).await);
    let row = shop.row(OUTBOUND, &sale).await;
    let made = row["made"][0].clone();
    assert_eq!((&made["reason"], &made["kind"], row["made"].as_array().map(Vec::len)), (&json!("return"), &json!("inbound"), Some(1)));
    let returned = shop.row(INBOUND, &made).await;
    assert_eq!((&returned["type"], &returned["status"], &returned["origin"]["id"]), (&json!(30), &json!(2), &sale["id"]));
    assert_eq!((&returned["customer_id"], &returned["supplier_id"]), (&shop.outbound(1)["customer_id"], &Value::Null));
    assert_eq!(returned["lines"][0]["batch_number"], "A");
    let record = shop.clerk.got("/admin/warehouse.InventoryRecord/index").await["list"][0].clone();
    assert_eq!((text(&record, "cost_basis"), text(&record, "total_price")), ("returned", "6.00"), "{record}");
    // Never more than was shipped, however it comes back.
    for way in ["giveBack", "reverse"] {
        let refused = shop.clerk.post(&format!("{OUTBOUND}/{way}"), &back(2, way)).await;
        assert_eq!(field(&refused), ("lines[0].quantity", "error.quantity.reversible"), "{refused}");
    }
    shop.clerk.done(&format!("{OUTBOUND}/giveBack"), back(1, "g2")).await;
    assert_eq!(shop.row(OUTBOUND, &sale).await["lines"][0]["reversed_quantity"], "4");
    // Goods that went back to a supplier are no sale.
    let mut other = shop.outbound(1);
    other["type"] = 20.into();
    (other["supplier_id"], other["customer_id"]) = (shop.inbound(1)["supplier_id"].clone(), Value::Null);
    let other = shop.clerk.done(&format!("{OUTBOUND}/add"), other).await;
    let refused = shop.clerk.post(&format!("{OUTBOUND}/giveBack"), &json!({ "id": other["id"], "reason": "no" })).await;
    assert_eq!(key(&refused), "order.transition", "{refused}");
    shop.books_are_right().await;
}

#[tokio::test]
async fn a_return_that_is_reversed_may_come_back_again() {
    let shop = shop(json!({})).await;
    let area = json!({ "warehouses_id": shop.warehouse, "name": "Inspection", "serial_no": "Q", "purpose": 1 });
    shop.clerk.done("/admin/warehouse.WarehouseArea/add", area).await;
    shop.arrived(10, "2", "A", "2999-01-01").await;
    let sale = sold(&shop, 4).await;
    let back = |quantity: i64| json!({ "id": sale["id"], "reason": "wrong colour", "lines": [{ "line": 1, "quantity": quantity }] });
    shop.clerk.done(&format!("{OUTBOUND}/giveBack"), back(4)).await;
    let made = shop.row(OUTBOUND, &sale).await["made"][0].clone();
    let undo = json!({ "id": made["id"], "reason": "it never came", "lines": [{ "line": 1, "quantity": 3 }], "command_id": "undo" });
    shop.clerk.done(&format!("{INBOUND}/reverse"), undo.clone()).await;
    let again = shop.clerk.done(&format!("{INBOUND}/reverse"), undo).await;
    assert_eq!(again["repeated"], true, "{again}");
    let row = shop.row(OUTBOUND, &sale).await;
    assert_eq!((text(&row["lines"][0], "reversed_quantity"), text(&row["lines"][0], "stocked_quantity")), ("1", "4"), "{row}");
    assert_eq!(row["history"].as_array().and_then(|history| history.last()).map(|event| text(event, "action")), Some("returnReversed"));
    let place = |batch: &str, area: bool, there: &str, free: &str| (batch.to_owned(), area, there.to_owned(), free.to_owned());
    assert_eq!(places(&shop).await, [place("A", false, "6", "6"), place("A", true, "1", "0")]);
    assert_eq!(field(&shop.clerk.post(&format!("{OUTBOUND}/giveBack"), &back(4)).await), ("lines[0].quantity", "error.quantity.reversible"));
    shop.clerk.done(&format!("{OUTBOUND}/giveBack"), back(3)).await;
    assert_eq!(text(&shop.row(OUTBOUND, &sale).await["lines"][0], "reversed_quantity"), "4");
    shop.books_are_right().await;
}

#[tokio::test]
async fn goods_go_back_to_their_supplier_at_the_price_they_came_for() {
    let shop = shop(json!({})).await;
    shop.arrived(10, "2", "A", "2999-01-01").await;
    let purchase = shop.arrived(10, "4", "B", "2999-02-01").await;
    let back = |quantity: i64, command: &str| json!({ "id": purchase["id"], "reason": "broken", "command_id": command, "lines": [{ "line": 1, "quantity": quantity }] });
    let clerk = shop.person("clerk", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/reverse", "warehouse/outboundOrder/edit"]).await;
    assert_eq!(clerk.post(&format!("{INBOUND}/returnGoods"), &back(1, "x")).await["code"], 401);
    let unsaid = json!({ "id": purchase["id"], "lines": [{ "line": 1, "quantity": 1 }] });
    assert_eq!(field(&shop.clerk.post(&format!("{INBOUND}/returnGoods"), &unsaid).await), ("reason", "error.required"));
    let first = shop.clerk.done(&format!("{INBOUND}/returnGoods"), back(6, "r1")).await;
    let again = shop.clerk.done(&format!("{INBOUND}/returnGoods"), back(6, "r1")).await;
    assert_eq!((&first["repeated"], &again["repeated"]), (&json!(false), &json!(true)));
    for way in ["returnGoods", "reverse"] {
        let refused = shop.clerk.post(&format!("{INBOUND}/{way}"), &back(5, way)).await;
        assert_eq!(field(&refused), ("lines[0].quantity", "error.quantity.reversible"), "{refused}");
    }
    let made = shop.row(INBOUND, &purchase).await["made"].clone();
    assert_eq!((&made[0]["reason"], &made[0]["kind"], made.as_array().map(Vec::len)), (&json!("supplier_return"), &json!("outbound"), Some(1)));
    let sent = shop.row(OUTBOUND, &made[0]).await;
    assert_eq!((&sent["type"], &sent["status"], &sent["origin"]["id"]), (&json!(20), &json!(0), &purchase["id"]));
    assert_eq!((&sent["supplier_id"], &sent["allowed"]), (&shop.inbound(1)["supplier_id"], &json!(["audit", "void"])));
    assert_eq!((text(&sent["lines"][0], "batch_number"), text(&sent["lines"][0], "unit_price")), ("B", "4.00"));
    // 6 at 4 instead of 3, for those who may see cost.
    let difference = |row: &Value| (text(&row["differences"][0], "average_cost").to_owned(), text(&row["differences"][0], "difference").to_owned());
    let expected = ("3.00".to_owned(), "6.00".to_owned());
    assert_eq!(difference(&sent), expected, "{sent}");
    let seen = clerk.got(&format!("{OUTBOUND}/edit?id={}", made[0]["id"])).await["row"].clone();
    assert_eq!((&seen["id"], &seen["differences"]), (&made[0]["id"], &Value::Null));
    let edited = json!({ "id": made[0]["id"], "remark": "other" });
    assert_eq!(key(&shop.clerk.post(&format!("{OUTBOUND}/edit"), &edited).await), "order.transition");
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": made[0]["id"] })).await;
    let record = shop.clerk.got("/admin/warehouse.InventoryRecord/index").await["list"][0].clone();
    assert_eq!((text(&record, "cost_basis"), text(&record, "unit_price")), ("receipt", "4.00"), "{record}");
    // 20 at 3 less 6 at 4 are 14 at 2.571428.
    assert!(average(&shop).await.starts_with("2.57"), "{}", average(&shop).await);
    assert_eq!(difference(&shop.row(OUTBOUND, &made[0]).await), expected, "as it was then");
    shop.books_are_right().await;

    // What does not go back after all may go another time.
    shop.clerk.done(&format!("{INBOUND}/returnGoods"), back(4, "r2")).await;
    let second = shop.row(INBOUND, &purchase).await["made"][1].clone();
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": second["id"] })).await;
    shop.clerk.done(&format!("{OUTBOUND}/void"), json!({ "id": second["id"], "reason": "kept" })).await;
    let row = shop.row(INBOUND, &purchase).await;
    assert_eq!(text(&row["lines"][0], "reversed_quantity"), "6", "{row}");
    assert_eq!(row["history"].as_array().and_then(|history| history.last()).map(|event| text(event, "action")), Some("returnReversed"));
    let place = |batch: &str, there: &str| (batch.to_owned(), false, there.to_owned(), there.to_owned());
    assert_eq!(places(&shop).await, [place("A", "10"), place("B", "4")], "nothing is reserved");
    shop.clerk
        .done(
            &format!("{OUTBOUND}/reverse"),
            json!({ "id": made[0]["id"], "reason": "the supplier refused", "lines": [{ "line": 1, "quantity": 6 }] }),
        )
        .await;
    assert_eq!(text(&shop.row(INBOUND, &purchase).await["lines"][0], "reversed_quantity"), "0");
    assert!(average(&shop).await.starts_with('3'), "{}", average(&shop).await);
    shop.books_are_right().await;
}

#[tokio::test]
async fn freight_makes_dearer_what_is_still_there_and_the_rest_is_a_record() {
    let shop = shop(json!({})).await;
    let mut body = shop.inbound(10);
    body["lines"][0]["unit_price"] = "2".into();
    let order = shop.clerk.done(&format!("{INBOUND}/add"), body).await;
    let freight = json!({ "id": order["id"], "cost_type": 10, "amount": "5", "reason": "by sea", "command_id": "f" });
    assert_eq!(key(&shop.clerk.post(&format!("{INBOUND}/addCost"), &freight).await), "order.transition");
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    sold(&shop, 4).await;
    let clerk = shop.person("clerk", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/edit"]).await;
    assert_eq!(clerk.post(&format!("{INBOUND}/addCost"), &freight).await["code"], 401);
    for (name, value, wrong) in [
        ("amount", json!("0"), "error.number.positive"),
        ("amount", json!("1.001"), "error.number.precision"),
        ("cost_type", json!(11), "error.choice"),
    ] {
        let mut body = freight.clone();
        body[name] = value;
        body["command_id"] = Value::Null;
        let refused = shop.clerk.post(&format!("{INBOUND}/addCost"), &body).await;
        assert_eq!(field(&refused), (name, wrong), "{refused}");
    }
    shop.clerk.done(&format!("{INBOUND}/addCost"), freight.clone()).await;
    assert_eq!(shop.clerk.done(&format!("{INBOUND}/addCost"), freight).await["repeated"], true);
    // Of ten, six are there: 3 of the 5 make 12 into 15.
    let record = |mark: &str, amount: &str| (mark.to_owned(), amount.to_owned());
    assert_eq!(worth(&shop).await, [record("addition", "3.00"), record("used", "2.00")]);
    assert!(average(&shop).await.starts_with("2.5"), "{}", average(&shop).await);
    let costs = shop.row(INBOUND, &order).await["costs"].clone();
    assert_eq!((&costs[0]["cost_type"], &costs[0]["amount"], &costs[0]["remark"]), (&json!(10), &json!("5.00"), &json!("by sea")));
    let seen = clerk.got(&format!("{INBOUND}/edit?id={}", order["id"])).await["row"]["costs"].clone();
    assert_eq!((&seen[0]["cost_type"], &seen[0]["amount"]), (&json!(10), &Value::Null), "without the right to see cost");
    shop.books_are_right().await;
}

#[tokio::test]
async fn what_is_below_zero_is_listed_until_it_is_filled_and_then_corrected() {
    let shop = shop(json!({ "allow_negative": 1 })).await;
    let below = async || shop.clerk.got("/admin/warehouse.Inventory/index?negative=1").await["total"].as_i64();
    sold(&shop, 3).await;
    assert_eq!(below().await, Some(1));
    let order = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(5)).await;
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    assert_eq!(below().await, Some(0));
    // They left at nothing and cost 2.5 each.
    assert_eq!(worth(&shop).await, [("correction".to_owned(), "-7.50".to_owned())]);
    shop.books_are_right().await;
}
