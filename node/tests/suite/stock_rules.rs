//! What a store keeper is held to: batches and places of receipts, master data of the day, expired goods.

use serde_json::{Value, json};

use crate::order_steps::{Shop, field, key, shop};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";
const PRODUCT: &str = "/admin/warehouse.Product";

async fn list(shop: &Shop, path: &str) -> Vec<Value> {
    shop.clerk.got(path).await["list"].as_array().expect("rows").clone()
}

/// An inbound order that is reviewed.
async fn reviewed(shop: &Shop, body: Value) -> Value {
    let order = shop.clerk.done(&format!("{INBOUND}/add"), body).await;
    shop.clerk.done(&format!("{INBOUND}/audit"), json!({ "id": order["id"] })).await;
    order
}

/// The first notification of a kind, once it is there.
async fn notification(shop: &Shop, kind: &str) -> Value {
    for () in crate::support::turns() {
        let rows = list(shop, "/admin/notification.Index/index?limit=20").await;
        if let Some(row) = rows.into_iter().find(|row| row["message_type"] == kind) {
            return row;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("nobody was notified of {kind}");
}

/// What an object has of these fields.
fn of(row: &Value, names: &[&str]) -> Value {
    names.iter().map(|name| row[*name].clone()).collect()
}

#[tokio::test]
async fn a_receipt_says_batch_dates_and_place_of_each_part() {
    let shop = shop(json!({})).await;
    let area = shop.clerk.done("/admin/warehouse.WarehouseArea/add", json!({ "warehouses_id": shop.warehouse, "name": "A", "serial_no": "A" })).await;
    let order = reviewed(&shop, shop.inbound(10)).await;
    let parts = json!([
        { "line": 1, "quantity": 4, "batch_number": "b1", "expiry_date": "2099-01-01", "warehouses_areas_id": area["id"] },
        { "line": 1, "quantity": 6, "batch_number": "b2", "produce_date": "2026-01-01", "expiry_date": "2098-01-01" },
    ]);
    let nowhere = json!([{ "line": 1, "quantity": 4, "warehouses_areas_id": 99 }]);
    let refused = shop.clerk.post(&format!("{INBOUND}/stock"), &json!({ "id": order["id"], "lines": nowhere })).await;
    assert_eq!(field(&refused), ("lines[0].warehouses_areas_id", "error.reference"), "{refused}");
    let done = shop.clerk.done(&format!("{INBOUND}/stock"), json!({ "id": order["id"], "lines": parts })).await;
    assert_eq!(done["status"], 2);
    let rows = list(&shop, "/admin/warehouse.Inventory/index?order=batch_number,asc").await;
    let lies = |row: &Value| of(row, &["batch_number", "warehouses_areas_id", "total_quantity", "produce_date", "expiry_date"]);
    assert_eq!(
        rows.iter().map(lies).collect::<Vec<_>>(),
        [json!(["B1", area["id"], "4", null, "2099-01-01"]), json!(["B2", null, "6", "2026-01-01", "2098-01-01"])]
    );
    shop.books_are_right().await;
}

#[tokio::test]
async fn no_part_of_a_receipt_is_half_a_piece() {
    let shop = shop(json!({})).await;
    let order = reviewed(&shop, shop.inbound(8)).await;
    let part = |quantity: &str| json!({ "id": order["id"], "lines": [{ "line": 1, "quantity": quantity }] });
    let refused = shop.clerk.post(&format!("{INBOUND}/stock"), &part("0.5")).await;
    assert_eq!(field(&refused), ("lines[0].quantity", "error.quantity.unit"), "{refused}");
    shop.clerk.done(&format!("{INBOUND}/stock"), part("3.0")).await;
    shop.books_are_right().await;
}

#[tokio::test]
async fn the_dates_of_a_batch_are_corrected_and_the_ledger_says_so() {
    const DATES: &str = "/admin/warehouse.Inventory/dates";
    let shop = shop(json!({})).await;
    shop.arrived(3, "1", "A", "2020-01-01").await;
    let order = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(2)).await;
    let audit = json!({ "id": order["id"] });
    let short = shop.clerk.post(&format!("{OUTBOUND}/audit"), &audit).await;
    assert_eq!(key(&short), "stock.short", "{short}");
    let correct = |batch: &str, expiry: &str, reason: &str| {
        json!({ "product_id": shop.product, "warehouses_id": shop.warehouse, "batch_number": batch, "produce_date": "2019-01-01",
                "expiry_date": expiry, "reason": reason })
    };
    for (body, expected) in [
        (correct("A", "2099-01-01", " "), ("reason", "error.required")),
        (correct("A", "soon", "misread"), ("expiry_date", "error.date")),
        (correct("A", "2018-01-01", "misread"), ("expiry_date", "error.date.order")),
        (correct("B", "2099-01-01", "misread"), ("", "stock.no_such_goods")),
    ] {
        let refused = shop.clerk.post(DATES, &body).await;
        assert_eq!(field(&refused), expected, "{refused}");
    }
    let mut body = correct(" a", "2099-01-01", "misread");
    body["command_id"] = json!("dates-1");
    let clerk = shop.person("clerk", &["warehouse/inventory/index", "warehouse/inventory/move"]).await;
    assert_eq!(clerk.post(DATES, &body).await["code"], 401);
    for _ in 0..2 {
        shop.clerk.done(DATES, body.clone()).await;
    }
    let row = list(&shop, "/admin/warehouse.Inventory/index").await[0].clone();
    assert_eq!(of(&row, &["batch_number", "produce_date", "expiry_date", "expired"]), json!(["A", "2019-01-01", "2099-01-01", false]));
    let records = "/admin/warehouse.InventoryRecord/index?search[0][field]=operation_type&search[0][operator]=%3D&search[0][val]=70";
    let said: Vec<Value> =
        list(&shop, records).await.iter().map(|row| of(row, &["batch_number", "produce_date", "expiry_date", "quantity", "balance"])).collect();
    assert_eq!(said, [json!(["A", "2019-01-01", "2099-01-01", "0", "3"])]);
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), audit).await;
    shop.books_are_right().await;
}

#[tokio::test]
async fn goods_without_a_batch_bring_their_dates_to_an_empty_place() {
    let shop = shop(json!({})).await;
    shop.arrived(2, "1", "", "2098-01-01").await;
    let order = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(2)).await;
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    let expires = async || of(&list(&shop, "/admin/warehouse.Inventory/index").await[0], &["total_quantity", "expiry_date"]);
    shop.arrived(2, "1", "", "2099-01-01").await;
    assert_eq!(expires().await, json!(["2", "2099-01-01"]));
    shop.arrived(1, "1", "", "2097-01-01").await;
    assert_eq!(expires().await, json!(["3", "2097-01-01"]));
    shop.books_are_right().await;
}

#[tokio::test]
async fn batches_are_as_their_product_says() {
    let shop = shop(json!({})).await;
    shop.clerk.done(&format!("{PRODUCT}/edit"), json!({ "id": shop.product, "batch_use": 1, "shelf_life_days": 30 })).await;
    let order = reviewed(&shop, shop.inbound(5)).await;
    let refused = shop.clerk.post(&format!("{INBOUND}/stock"), &json!({ "id": order["id"] })).await;
    assert_eq!(field(&refused), ("lines[0].batch_number", "error.batch.required"), "{refused}");
    let line = shop.row(INBOUND, &order).await["lines"][0]["product"].clone();
    assert_eq!(of(&line, &["batch_use", "shelf_life_days"]), json!([1, 30]));
    let part = json!({ "line": 1, "quantity": 5, "batch_number": "A", "produce_date": "2098-01-01" });
    shop.clerk.done(&format!("{INBOUND}/stock"), json!({ "id": order["id"], "lines": [part] })).await;
    let row = list(&shop, "/admin/warehouse.Inventory/index").await[0].clone();
    assert_eq!(of(&row, &["batch_number", "expiry_date"]), json!(["A", "2098-01-31"]));
    let mut contradicts = shop.inbound(1);
    contradicts["lines"][0]["produce_date"] = "2098-01-01".into();
    contradicts["lines"][0]["expiry_date"] = "2098-02-15".into();
    let refused = shop.clerk.post(&format!("{INBOUND}/add"), &contradicts).await;
    assert_eq!(field(&refused), ("lines[0].expiry_date", "error.date.shelf_life"), "{refused}");
    shop.clerk.done(&format!("{PRODUCT}/edit"), json!({ "id": shop.product, "batch_use": 2 })).await;
    let mut named = shop.inbound(1);
    named["lines"][0]["batch_number"] = "A".into();
    let refused = shop.clerk.post(&format!("{INBOUND}/add"), &named).await;
    assert_eq!(field(&refused), ("lines[0].batch_number", "error.batch.none"), "{refused}");
}

#[tokio::test]
async fn what_was_disabled_since_passes_no_review() {
    let shop = shop(json!({})).await;
    let order = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(5)).await;
    let audit = json!({ "id": order["id"] });
    shop.clerk.done(&format!("{PRODUCT}/edit"), json!({ "id": shop.product, "status": 0 })).await;
    let refused = shop.clerk.post(&format!("{INBOUND}/audit"), &audit).await;
    assert_eq!(field(&refused), ("lines[0].product_id", "error.reference"), "{refused}");
    shop.clerk.done(&format!("{PRODUCT}/edit"), json!({ "id": shop.product, "status": 1 })).await;
    let supplier = shop.row(INBOUND, &order).await["supplier_id"].clone();
    shop.clerk.done("/admin/warehouse.Supplier/edit", json!({ "id": supplier, "status": 0 })).await;
    let refused = shop.clerk.post(&format!("{INBOUND}/audit"), &audit).await;
    assert_eq!(field(&refused), ("supplier_id", "error.reference"), "{refused}");
    shop.clerk.done("/admin/warehouse.Supplier/edit", json!({ "id": supplier, "status": 1 })).await;
    shop.clerk.done(&format!("{INBOUND}/audit"), audit).await;
}

#[tokio::test]
async fn expired_goods_are_on_hand_and_not_available() {
    let shop = shop(json!({})).await;
    shop.clerk.done(&format!("{PRODUCT}/edit"), json!({ "id": shop.product, "safety_stock_num": "5" })).await;
    shop.arrived(3, "1", "OLD", "2020-01-01").await;
    shop.arrived(4, "1", "NEW", "2099-01-01").await;
    let rows = list(&shop, "/admin/warehouse.Inventory/index?order=batch_number,desc").await;
    let figures = |row: &Value| of(row, &["batch_number", "total_quantity", "held_quantity", "available_quantity", "expired"]);
    assert_eq!(rows.iter().map(figures).collect::<Vec<_>>(), [json!(["OLD", "3", "3", "0", true]), json!(["NEW", "4", "0", "4", false])]);
    assert_eq!(list(&shop, "/admin/warehouse.Inventory/index?held=1").await.len(), 1);
    // 4 are usable of the 5 that should be.
    let level = list(&shop, "/admin/warehouse.StockLevel/index?level=product&below=1").await;
    assert_eq!(level.iter().map(|row| of(row, &["available_quantity", "held_quantity"])).collect::<Vec<_>>(), [json!(["4", "3"])]);
    notification(&shop, "stock.low").await;
    let order = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(5)).await;
    let short = shop.clerk.post(&format!("{OUTBOUND}/audit"), &json!({ "id": order["id"] })).await;
    assert_eq!(key(&short), "stock.short", "{short}");
}

#[tokio::test]
async fn a_product_keeps_its_unit_while_anything_is_counted_in_it() {
    let shop = shop(json!({})).await;
    let unit = shop.clerk.done("/admin/warehouse.Unit/add", json!({ "name": "metre", "decimals": 2 })).await["id"].clone();
    let change = json!({ "id": shop.product, "unit_id": unit });
    // An open order.
    let order = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(2)).await;
    let refused = shop.clerk.post(&format!("{PRODUCT}/edit"), &change).await;
    assert_eq!(field(&refused), ("unit_id", "error.unit.stock"), "{refused}");
    // Stock.
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    let refused = shop.clerk.post(&format!("{PRODUCT}/edit"), &change).await;
    assert_eq!(field(&refused), ("unit_id", "error.unit.stock"), "{refused}");
    // Neither: what is over stays as it was counted.
    let out = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(2)).await;
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": out["id"] })).await;
    shop.clerk.done(&format!("{PRODUCT}/edit"), change).await;
}

#[tokio::test]
async fn what_is_kept_in_batches_or_sold_in_the_shop_never_goes_below_zero() {
    let shop = shop(json!({ "allow_negative": 1 })).await;
    let send = async |quantity: i64| {
        let order = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(quantity)).await;
        shop.clerk.post(&format!("{OUTBOUND}/reviewStock"), &json!({ "id": order["id"] })).await
    };
    assert_eq!(send(1).await["code"], 1, "the warehouse allows it");
    shop.clerk.done(&format!("{PRODUCT}/edit"), json!({ "id": shop.product, "batch_use": 1 })).await;
    let refused = send(1).await;
    assert_eq!(key(&refused), "stock.short", "{refused}");
    shop.clerk.done(&format!("{PRODUCT}/edit"), json!({ "id": shop.product, "batch_use": 0 })).await;
    let classify = shop.clerk.done("/admin/shop.goods.Classify/add", json!({ "name": "Pens" })).await["id"].clone();
    let sku = json!({ "attrs": [], "price": "1", "product_id": shop.product, "warehouses_ids": [shop.warehouse] });
    let goods = json!({ "name": "Pen", "classify_ids": [classify], "images": ["/storage/a.png"], "skus": [sku] });
    shop.clerk.done("/admin/shop.goods.Goods/add", goods).await;
    let refused = send(1).await;
    assert_eq!(key(&refused), "stock.short", "{refused}");
}

#[tokio::test]
async fn a_notification_of_low_stock_names_what_is_on_its_way() {
    let shop = shop(json!({})).await;
    shop.clerk.done(&format!("{PRODUCT}/edit"), json!({ "id": shop.product, "safety_stock_num": "5" })).await;
    let minimum = json!({ "warehouses_id": shop.warehouse, "product_id": shop.product, "quantity": "4" });
    shop.clerk.done("/admin/warehouse.SafetyStock/add", minimum.clone()).await;
    let twice = shop.clerk.post("/admin/warehouse.SafetyStock/add", &minimum).await;
    assert_eq!(field(&twice), ("product_id", "error.unique"), "{twice}");
    shop.arrived(6, "1", "", "").await;
    reviewed(&shop, shop.inbound(7)).await;
    let out = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(3)).await;
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": out["id"] })).await;
    let said = |row: &Value| of(&row["message_data"], &["available", "safety", "expected", "in_transit"]);
    assert_eq!(said(&notification(&shop, "stock.low").await), json!(["3", "5", "7", "0"]));
    let minimum = notification(&shop, "stock.minimum").await;
    assert_eq!(said(&minimum), json!(["3", "4", "7", "0"]));
    assert!(minimum["message"].as_str().is_some_and(|text| text.contains("Main") && text.contains('7')), "{minimum}");
}

#[tokio::test]
async fn master_data_in_use_is_refused_with_what_uses_it() {
    let shop = shop(json!({})).await;
    let other = shop.clerk.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far", "serial_no": "W2" })).await["id"].clone();
    let carrier = shop.clerk.done("/admin/warehouse.Carrier/add", json!({ "name": "Post" })).await["id"].clone();
    let line = json!({ "product_id": shop.product, "quantity": 1 });
    let transfer = json!({ "source_warehouses_id": shop.warehouse, "target_warehouses_id": other, "lines": [line] });
    shop.clerk.done("/admin/warehouse.TransferOrder/add", transfer).await;
    let mut sent = shop.outbound(1);
    sent["carrier_id"] = carrier.clone();
    let sent = shop.clerk.done(&format!("{OUTBOUND}/add"), sent).await;
    for (controller, row, kind) in [("Warehouse", other, "transferOrder"), ("Carrier", carrier, "outboundOrder")] {
        let refused = shop.clerk.del(&format!("/admin/warehouse.{controller}/del"), &row).await;
        assert_eq!((key(&refused), &refused["data"]["ids"]), ("error.in_use", &json!([row])), "{refused}");
        let used = &refused["data"]["uses"][0];
        assert!(used["link"].as_str().is_some_and(|link| link.starts_with(&format!("/admin/warehouse/{kind}?id="))), "{refused}");
        assert!(refused["msg"].as_str().is_some_and(|msg| used["name"].as_str().is_some_and(|name| msg.contains(name))), "{refused}");
    }
    // A parcel keeps its carrier as well.
    shop.arrived(1, "1", "", "").await;
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": sent["id"] })).await;
    let parcel = shop.clerk.done("/admin/warehouse.Carrier/add", json!({ "name": "Van" })).await["id"].clone();
    shop.clerk.done(&format!("{OUTBOUND}/stock"), json!({ "id": sent["id"], "carrier_id": parcel, "courier_number": "1" })).await;
    let refused = shop.clerk.del("/admin/warehouse.Carrier/del", &parcel).await;
    assert_eq!(key(&refused), "error.in_use", "{refused}");
}

#[tokio::test]
async fn a_customer_gets_goods_that_keep_as_long_as_they_ask() {
    let shop = shop(json!({})).await;
    let soon = (chrono::Utc::now() + chrono::Duration::days(20)).format("%Y-%m-%d").to_string();
    shop.arrived(3, "1", "SOON", &soon).await;
    shop.arrived(4, "1", "LATE", "2099-01-01").await;
    shop.clerk.done("/admin/warehouse.Customer/edit", json!({ "id": shop.customer, "life_days": 60 })).await;
    let order = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(5)).await;
    let picks = shop.clerk.got(&format!("{OUTBOUND}/picks?id={}", order["id"])).await;
    let planned = |picks: &Value| picks["picks"].as_array().expect("picks").iter().map(|pick| pick["batch_number"].clone()).collect::<Vec<_>>();
    assert_eq!(planned(&picks), [json!("LATE")], "{picks}");
    let short = shop.clerk.post(&format!("{OUTBOUND}/audit"), &json!({ "id": order["id"] })).await;
    assert_eq!((key(&short), &short["data"]["lines"][0]["expired"]), ("stock.short", &json!("3")), "{short}");
    shop.clerk.done("/admin/warehouse.Customer/edit", json!({ "id": shop.customer, "life_days": 10 })).await;
    let picks = shop.clerk.got(&format!("{OUTBOUND}/picks?id={}", order["id"])).await;
    assert_eq!(planned(&picks), [json!("SOON"), json!("LATE")], "{picks}");
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    shop.books_are_right().await;
}

#[tokio::test]
async fn of_one_receipt_the_heavier_area_is_emptied_first() {
    let shop = shop(json!({})).await;
    let mut areas = Vec::new();
    for (name, weigh) in [("A", 1), ("B", 9)] {
        let area = json!({ "warehouses_id": shop.warehouse, "name": name, "serial_no": name, "weigh": weigh });
        areas.push(shop.clerk.done("/admin/warehouse.WarehouseArea/add", area).await["id"].clone());
    }
    let order = reviewed(&shop, shop.inbound(8)).await;
    let parts = json!([
        { "line": 1, "quantity": 4, "warehouses_areas_id": areas[0] },
        { "line": 1, "quantity": 4, "warehouses_areas_id": areas[1] },
    ]);
    shop.clerk.done(&format!("{INBOUND}/stock"), json!({ "id": order["id"], "lines": parts })).await;
    let order = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(1)).await;
    let first = async || {
        let picks = shop.clerk.got(&format!("{OUTBOUND}/picks?id={}", order["id"])).await;
        of(&picks["picks"][0], &["warehouses_areas_id", "why"])
    };
    assert_eq!(first().await, json!([areas[1], "place"]));
    shop.clerk.done("/admin/warehouse.WarehouseArea/edit", json!({ "id": areas[0], "weigh": 10 })).await;
    assert_eq!(first().await, json!([areas[0], "place"]));
}

#[tokio::test]
async fn the_cent_that_is_left_of_goods_that_are_gone_is_a_record() {
    let shop = shop(json!({})).await;
    let mut body = shop.inbound(3);
    body["lines"][0]["unit_price"] = "0.3333".into();
    let order = shop.clerk.done(&format!("{INBOUND}/add"), body).await;
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    for _ in 0..3 {
        let order = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(1)).await;
        shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    }
    let records = list(&shop, "/admin/warehouse.InventoryRecord/index?limit=50").await;
    let rounding: Vec<&Value> = records.iter().filter(|row| row["cost_basis"] == "rounding").collect();
    assert_eq!(rounding.iter().map(|row| of(row, &["operation_type", "total_price"])).collect::<Vec<_>>(), [json!([60, "-0.01"])], "{records:?}");
    shop.books_are_right().await;
}
