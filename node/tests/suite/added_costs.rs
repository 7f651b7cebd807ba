//! Costs that are added to goods after they came, and taken back: over HTTP, by the figures that people see.

use serde_json::{Value, json};

use crate::order_steps::{Shop, field, shop};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

async fn came(shop: &Shop, quantity: i64, price: &str) -> Value {
    let mut body = shop.inbound(quantity);
    body["lines"][0]["unit_price"] = price.into();
    let order = shop.clerk.done(&format!("{INBOUND}/add"), body).await;
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await
}

async fn sold(shop: &Shop, quantity: i64) -> Value {
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(quantity)).await;
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": sale["id"] })).await
}

async fn add_cost(shop: &Shop, order: &Value, amount: &str) -> Value {
    shop.clerk.done(&format!("{INBOUND}/addCost"), json!({ "id": order["id"], "cost_type": 10, "amount": amount })).await
}

/// What the stock is worth: quantity times average, and what the records add up to without what was used.
async fn worth(shop: &Shop) -> (f64, f64) {
    let list = shop.clerk.got("/admin/warehouse.Inventory/index").await["list"].clone();
    let number = |row: &Value, name: &str| text(row, name).parse::<f64>().unwrap_or_default();
    let stock: f64 = list.as_array().expect("rows").iter().map(|row| number(row, "total_quantity") * number(row, "average_cost")).sum();
    let records = shop.clerk.got("/admin/warehouse.InventoryRecord/index?limit=100").await["list"].clone();
    let counted = |row: &&Value| text(row, "cost_basis") != "used";
    let signed = |row: &Value| number(row, "total_price");
    let sum: f64 = records.as_array().expect("records").iter().filter(counted).map(signed).sum();
    ((stock * 100.0).round() / 100.0, (sum * 100.0).round() / 100.0)
}

/// Mark and amount of the records that change what goods are worth, oldest first.
async fn marks(shop: &Shop) -> Vec<(String, String)> {
    let path = "/admin/warehouse.InventoryRecord/index?search[0][field]=operation_type&search[0][operator]=%3D&search[0][val]=60";
    let list = shop.clerk.got(path).await["list"].clone();
    let mark = |row: &Value| (text(row, "cost_basis").to_owned(), text(row, "total_price").to_owned());
    list.as_array().expect("records").iter().rev().map(mark).collect()
}

fn mark(basis: &str, amount: &str) -> (String, String) {
    (basis.to_owned(), amount.to_owned())
}

#[tokio::test]
async fn a_cost_of_goods_that_are_gone_does_not_go_onto_later_ones() {
    let shop = shop(json!({})).await;
    let first = came(&shop, 5, "10").await;
    sold(&shop, 5).await;
    let second = came(&shop, 5, "12").await;
    add_cost(&shop, &first, "10").await;
    assert_eq!(marks(&shop).await, [mark("used", "10.00")]);
    assert_eq!(worth(&shop).await, (60.0, 60.0));
    // Of the second all is there.
    add_cost(&shop, &second, "5").await;
    assert_eq!(worth(&shop).await, (65.0, 65.0));
    // Two of its five leave; what is taken back of the first is what was there without it.
    sold(&shop, 2).await;
    add_cost(&shop, &second, "5").await;
    assert_eq!(marks(&shop).await[2..], [mark("addition", "3.00"), mark("used", "2.00")]);
    shop.books_are_right().await;
}

#[tokio::test]
async fn goods_that_came_back_from_a_customer_are_still_those_of_their_receipt() {
    let shop = shop(json!({})).await;
    let first = came(&shop, 5, "10").await;
    let sale = sold(&shop, 5).await;
    came(&shop, 5, "12").await;
    let back = json!({ "id": sale["id"], "reason": "too many", "lines": [{ "line": 1, "quantity": 2 }] });
    shop.clerk.done(&format!("{OUTBOUND}/giveBack"), back).await;
    add_cost(&shop, &first, "10").await;
    assert_eq!(marks(&shop).await, [mark("addition", "4.00"), mark("used", "6.00")]);
    assert_eq!(worth(&shop).await, (84.0, 84.0));
    shop.books_are_right().await;
}

#[tokio::test]
async fn a_cost_is_taken_back_by_what_is_still_there_of_its_goods() {
    let shop = shop(json!({})).await;
    let order = came(&shop, 5, "10").await;
    let named = |number: Value| json!({ "id": order["id"], "cost_no": number, "reason": "booked twice", "command_id": format!("t{number}") });
    let path = format!("{INBOUND}/takeCostBack");
    assert_eq!(field(&shop.clerk.post(&path, &named(json!(1))).await), ("cost_no", "error.cost.unknown"));
    add_cost(&shop, &order, "10").await;
    add_cost(&shop, &order, "5").await;
    assert_eq!(worth(&shop).await, (65.0, 65.0));
    sold(&shop, 2).await;
    let mut body = named(Value::Null);
    assert_eq!(field(&shop.clerk.post(&path, &body).await), ("cost_no", "error.required"));
    body = named(json!(1));
    body["reason"] = " ".into();
    assert_eq!(field(&shop.clerk.post(&path, &body).await), ("reason", "error.required"));
    let clerk = shop.person("clerk", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/addCost"]).await;
    assert_eq!(clerk.post(&path, &named(json!(1))).await["code"], 401);
    let first = shop.clerk.done(&path, named(json!(1))).await;
    assert_eq!((&first["repeated"], &shop.clerk.done(&path, named(json!(1))).await["repeated"]), (&json!(false), &json!(true)));
    // 3 of 5 are there, and were at 13: 39 less 6.
    assert_eq!(marks(&shop).await[2..], [mark("addition", "-6.00"), mark("used", "-4.00")]);
    assert_eq!(worth(&shop).await, (33.0, 33.0));
    let row = shop.row(INBOUND, &order).await;
    let costs: Vec<_> = row["costs"].as_array().expect("costs").iter().map(|cost| (cost["no"].clone(), cost["taken_back_at"].is_i64())).collect();
    assert_eq!(costs, [(json!(1), true), (json!(2), false)]);
    assert_eq!(row["history"].as_array().and_then(|history| history.last()).map(|event| text(event, "action")), Some("takeCostBack"));
    let again = json!({ "id": order["id"], "cost_no": 1, "reason": "booked twice" });
    assert_eq!(field(&shop.clerk.post(&path, &again).await), ("cost_no", "error.cost.taken_back"));
    shop.clerk.done(&path, named(json!(2))).await;
    assert_eq!(worth(&shop).await, (30.0, 30.0));
    shop.books_are_right().await;
}

#[tokio::test]
async fn what_goes_back_dearer_than_all_that_is_left_is_corrected() {
    let shop = shop(json!({})).await;
    let first = came(&shop, 10, "10").await;
    came(&shop, 10, "1").await;
    sold(&shop, 15).await;
    assert_eq!(worth(&shop).await, (27.5, 27.5));
    let back = json!({ "id": first["id"], "reason": "broken", "lines": [{ "line": 1, "quantity": 3 }] });
    shop.clerk.done(&format!("{INBOUND}/returnGoods"), back).await;
    let made = shop.row(INBOUND, &first).await["made"][0].clone();
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": made["id"] })).await;
    assert_eq!(worth(&shop).await, (0.0, 0.0));
    assert_eq!(marks(&shop).await, [mark("correction", "2.50")]);
    came(&shop, 2, "4").await;
    assert_eq!(worth(&shop).await, (8.0, 8.0));
    shop.books_are_right().await;
}

#[tokio::test]
async fn goods_with_an_added_cost_are_reversed_after_it_is_taken_back() {
    let shop = shop(json!({})).await;
    let order = came(&shop, 5, "10").await;
    came(&shop, 5, "12").await;
    add_cost(&shop, &order, "10").await;
    assert_eq!(worth(&shop).await, (120.0, 120.0));
    let reverse = json!({ "id": order["id"], "reason": "never came", "lines": [{ "line": 1, "quantity": 5 }] });
    let path = format!("{INBOUND}/reverse");
    assert_eq!(field(&shop.clerk.post(&path, &reverse).await), ("costs", "error.cost.stands"));
    shop.clerk.done(&format!("{INBOUND}/takeCostBack"), json!({ "id": order["id"], "cost_no": 1, "reason": "never came" })).await;
    shop.clerk.done(&path, reverse).await;
    assert_eq!(worth(&shop).await, (60.0, 60.0));
    shop.books_are_right().await;
}
