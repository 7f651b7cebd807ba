//! Orders of many lines: rows that change alike are written together, and the books are as if each were written alone.

use serde_json::{Value, json};

use crate::order_steps::shop;

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";
/// Lines of which each is another product.
const LINES: i64 = 40;

#[tokio::test]
async fn many_lines_leave_the_books_as_few_would() {
    let shop = shop(json!({})).await;
    let unit = shop.clerk.got("/admin/warehouse.Unit/index").await["list"][0]["id"].clone();
    let mut products = Vec::new();
    for number in 0..LINES {
        let row = json!({ "product_no": format!("M{number:02}"), "name": format!("Thing {number}"), "unit_id": unit });
        products.push(shop.clerk.done("/admin/warehouse.Product/add", row).await["id"].clone());
    }
    // Most lines are of 6, some of other quantities.
    let quantity = |number: usize| if number.is_multiple_of(5) { 3 + number as i64 } else { 6 };
    let lines = |of: &dyn Fn(usize) -> i64| -> Vec<Value> {
        products.iter().enumerate().map(|(number, product)| json!({ "product_id": product, "quantity": of(number), "unit_price": "2" })).collect()
    };
    let mut body = shop.inbound(1);
    body["lines"] = lines(&|number| 2 * quantity(number)).into();
    let order = shop.clerk.done(&format!("{INBOUND}/add"), body).await;
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;

    let figures = async |name: &str| -> Vec<String> {
        let list = shop.clerk.got("/admin/warehouse.Inventory/index?limit=100&zero=1&order=product_id,asc").await["list"].clone();
        list.as_array().expect("rows").iter().map(|row| row[name].as_str().unwrap_or_default().to_owned()).collect()
    };
    let expected = |of: &dyn Fn(usize) -> i64| -> Vec<String> { (0..products.len()).map(|number| of(number).to_string()).collect() };
    let mut body = shop.outbound(1);
    body["lines"] = lines(&quantity).into();
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), body).await;
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": sale["id"] })).await;
    assert_eq!(figures("reserved_quantity").await, expected(&quantity));
    assert_eq!(figures("total_quantity").await, expected(&|number| 2 * quantity(number)));
    // Two of each line leave, then the rest.
    let parts: Vec<Value> = (1..=LINES).map(|line| json!({ "line": line, "quantity": 2 })).collect();
    shop.clerk.done(&format!("{OUTBOUND}/stock"), json!({ "id": sale["id"], "lines": parts })).await;
    assert_eq!(figures("reserved_quantity").await, expected(&|number| quantity(number) - 2));
    assert_eq!(figures("total_quantity").await, expected(&|number| 2 * quantity(number) - 2));
    shop.books_are_right().await;
    shop.clerk.done(&format!("{OUTBOUND}/stock"), json!({ "id": sale["id"] })).await;
    assert_eq!(figures("reserved_quantity").await, expected(&|_| 0));
    assert_eq!(figures("available_quantity").await, expected(&quantity));
    assert_eq!(shop.row(OUTBOUND, &sale).await["status"], 2);
    shop.books_are_right().await;

    // What was reserved once can be reserved again, and given back.
    let mut body = shop.outbound(1);
    body["lines"] = lines(&quantity).into();
    let next = shop.clerk.done(&format!("{OUTBOUND}/add"), body).await;
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": next["id"] })).await;
    assert_eq!(figures("available_quantity").await, expected(&|_| 0));
    shop.clerk.done(&format!("{OUTBOUND}/takeBack"), json!({ "id": next["id"] })).await;
    assert_eq!(figures("available_quantity").await, expected(&quantity));
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": next["id"] })).await;
    assert_eq!(figures("reserved_quantity").await, expected(&quantity));
    shop.books_are_right().await;
}
