//! Business dates: how far back they may lie, and months whose books are closed.

use serde_json::{Value, json};

use crate::order_steps::{key, shop};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const CLOSING: &str = "/admin/warehouse.MonthClosing";

fn field(answer: &Value) -> (&str, &str) {
    (answer["data"]["field"].as_str().unwrap_or_default(), key(answer))
}

#[tokio::test]
async fn nothing_is_dated_into_a_closed_month() {
    let shop = shop(json!({})).await;
    let latest = shop.clerk.got(&format!("{CLOSING}/index")).await["latest"].as_str().expect("a month").to_owned();
    let dated = |day: &str| {
        let mut body = shop.inbound(3);
        body["business_date"] = format!("{latest}-{day}").into();
        body
    };
    let clerk = shop.person("clerk", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/add", "warehouse/monthClosing/index"]).await;
    let mut long_ago = shop.inbound(3);
    long_ago["business_date"] = "2001-01-01".into();
    let refused = clerk.post(&format!("{INBOUND}/add"), &long_ago).await;
    assert_eq!(field(&refused), ("business_date", "error.date.backdate"), "{refused}");
    let old = shop.clerk.done(&format!("{INBOUND}/add"), dated("15")).await;
    shop.clerk.done(&format!("{INBOUND}/audit"), json!({ "id": old["id"] })).await;
    // Who closes the month sees that an order of it is still open.
    let open = clerk.got(&format!("{CLOSING}/index")).await["list"][0]["open"].clone();
    assert!(open.as_array().expect("months").contains(&json!({ "month": latest, "orders": 1 })), "{open}");
    let month = json!({ "warehouses_id": shop.warehouse, "month": latest, "command_id": "m1" });
    assert_eq!(clerk.post(&format!("{CLOSING}/close"), &month).await["code"], 401);
    let elsewhere = json!({ "warehouses_id": 99, "month": latest });
    assert_eq!(field(&shop.clerk.post(&format!("{CLOSING}/close"), &elsewhere).await), ("warehouses_id", "error.reference"));
    let now = json!({ "warehouses_id": shop.warehouse, "month": "2999-01" });
    assert_eq!(field(&shop.clerk.post(&format!("{CLOSING}/close"), &now).await), ("month", "error.month.close"));
    assert_eq!(shop.clerk.done(&format!("{CLOSING}/close"), month.clone()).await["closed_month"], latest.as_str());
    assert_eq!(shop.clerk.done(&format!("{CLOSING}/close"), month.clone()).await["repeated"], true);
    let refused = shop.clerk.post(&format!("{INBOUND}/add"), &dated("20")).await;
    assert_eq!(field(&refused), ("business_date", "error.date.closed"), "{refused}");
    let named = json!({ "id": old["id"], "business_date": format!("{latest}-16") });
    let refused = shop.clerk.post(&format!("{INBOUND}/stock"), &named).await;
    assert_eq!(field(&refused), ("business_date", "error.date.closed"), "{refused}");
    // The goods of an order from before move today.
    shop.clerk.done(&format!("{INBOUND}/stock"), json!({ "id": old["id"] })).await;
    let record = shop.clerk.got("/admin/warehouse.InventoryRecord/index").await["list"][0].clone();
    assert!(record["business_date"].as_str().is_some_and(|date| !date.starts_with(&latest)), "{record}");
    let open = json!({ "warehouses_id": shop.warehouse, "month": latest });
    assert_eq!(field(&shop.clerk.post(&format!("{CLOSING}/reopen"), &open).await), ("reason", "error.required"));
    let mut open = open;
    open["reason"] = "a late invoice".into();
    open["command_id"] = "m1".into();
    assert_eq!(key(&shop.clerk.post(&format!("{CLOSING}/reopen"), &open).await), "error.command_reused");
    open["command_id"] = "m2".into();
    shop.clerk.done(&format!("{CLOSING}/reopen"), open).await;
    let books = clerk.got(&format!("{CLOSING}/index")).await["list"][0].clone();
    let history: Vec<&str> = books["history"].as_array().expect("entries").iter().filter_map(|entry| entry["action"].as_str()).collect();
    assert_eq!((books["closed_month"] == json!(latest), history), (false, vec!["reopen", "close"]));
    assert_eq!(shop.clerk.post(&format!("{INBOUND}/add"), &dated("20")).await["code"], 1);
    shop.books_are_right().await;
}
