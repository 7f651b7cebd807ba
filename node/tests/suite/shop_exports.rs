//! Refunds and exceptions of the shop as files.

use serde_json::json;

use crate::list_exports::{column, columns, exported};
use crate::order_steps::field;
use crate::shop_orders::trade;

const REFUNDS: &str = "/admin/shop.order.Refund";
const EXCEPTIONS: &str = "/admin/shop.order.Exception";

#[tokio::test]
async fn refunds_are_exported_as_their_list_stands() {
    let trade = trade(9, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let ann = trade.buyer("ann", "100").await;
    let mut asked = Vec::new();
    for command in ["a", "b"] {
        let order = trade.paid(&ann, 2, "20.00", command).await;
        let lines = json!([{ "line": 1, "quantity": 1 }]);
        let body = json!({ "order_no": order["order_no"], "type": 1, "lines": lines, "reason": "not as described" });
        let refund = ann.who.done("/api/shop.Refund/apply", body).await;
        asked.push((refund, order));
    }
    clerk.done(&format!("{REFUNDS}/audit"), json!({ "id": asked[1].0["id"], "agree": false, "reason": "too late" })).await;

    let rows = exported(clerk, REFUNDS, "").await;
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let numbers: Vec<(String, String)> = asked.iter().map(|(refund, order)| (text(&refund["refund_no"]), text(&order["order_no"]))).collect();
    assert_eq!(column(&rows, "Refund number"), numbers.iter().map(|(refund, _)| &**refund).collect::<Vec<_>>());
    assert_eq!(column(&rows, "Order number"), numbers.iter().map(|(_, order)| &**order).collect::<Vec<_>>());
    assert_eq!((column(&rows, "Decision"), column(&rows, "Why it was refused")), (vec!["To decide", "Refused"], vec!["", "too late"]));
    assert_eq!((column(&rows, "Requested"), column(&rows, "Type of refund")), (vec!["10.00"; 2], vec!["Money only"; 2]));
    assert!(column(&rows, "Member").iter().all(|name| !name.is_empty()), "{rows:?}");
    let refused = "search[0][field]=audit_status&search[0][operator]=%3D&search[0][val]=3";
    assert_eq!(column(&exported(clerk, REFUNDS, refused).await, "Refund number"), [&*numbers[1].0]);
    let wrong = "search[0][field]=password&search[0][operator]=%3D&search[0][val]=1";
    assert_eq!(field(&clerk.post(&format!("{REFUNDS}/export?{wrong}"), &json!({})).await), ("password", "error.list"));

    let reader = trade.shop.person("reader", &["shop/order/refund/index"]).await;
    assert_eq!(reader.post(&format!("{REFUNDS}/export"), &json!({})).await["code"], 401);
    assert!(columns(&reader, REFUNDS, "").await.contains(&"refund_amount".to_owned()));
}

#[tokio::test]
async fn what_needs_a_person_is_exported_in_words() {
    let trade = trade(5, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    trade.shop.arrived(4, "2.5", "B1", "").await;
    let ann = trade.buyer("ann", "100").await;
    let order = trade.paid(&ann, 7, "70.00", "a").await;
    let hold = json!({ "product_id": trade.shop.product, "batch_number": "B1", "state": 1, "reason": "wet", "warehouses_id": trade.shop.warehouse });
    clerk.done("/admin/warehouse.BatchHold/add", hold).await;
    for () in crate::support::turns() {
        if clerk.got(&format!("{EXCEPTIONS}/index")).await["list"] != json!([]) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let rows = exported(clerk, EXCEPTIONS, &format!("order_id={}", order["id"])).await;
    assert_eq!((column(&rows, "Kind"), column(&rows, "Reason")), (vec!["Short of stock"], vec!["Not all of the goods are there"]));
    assert_eq!((column(&rows, "Order number")[0], column(&rows, "Amount")[0]), (order["order_no"].as_str().expect("a number"), "70.00"));
    assert_eq!(exported(clerk, EXCEPTIONS, "order_id=999999").await.len(), 0);
    assert_eq!(exported(clerk, EXCEPTIONS, "").await.len(), 1);

    let reader = trade.shop.person("reader", &["shop/order/exception/index"]).await;
    assert_eq!(reader.post(&format!("{EXCEPTIONS}/export"), &json!({})).await["code"], 401);
}
