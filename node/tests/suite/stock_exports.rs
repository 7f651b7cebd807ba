//! Reservations, held batches, goods in transit, count sheets and their lines as files: what the lists show, within the
//! reader's warehouses, and nothing of what is hidden from them.

use serde_json::{Value, json};

use crate::list_exports::{NO_COLUMN, column, columns, exported, file, stocked};
use crate::order_steps::{field, key};

const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";
const TRANSFER: &str = "/admin/warehouse.TransferOrder";
const RESERVATIONS: &str = "/admin/warehouse.Reservation";
const HOLDS: &str = "/admin/warehouse.BatchHold";
const INVENTORY: &str = "/admin/warehouse.Inventory";
const TRANSIT: &str = "/admin/warehouse.Transit";
const COUNTS: &str = "/admin/warehouse.StockCount";

/// One condition of a list.
fn only(field: &str, value: impl std::fmt::Display) -> String {
    format!("search[0][field]={field}&search[0][operator]=%3D&search[0][val]={value}")
}

#[tokio::test]
async fn reservations_are_exported_as_their_list_stands() {
    let (shop, other) = stocked().await;
    let mut numbers = Vec::new();
    for (warehouse, quantity) in [(shop.warehouse, 8), (other, 1)] {
        let mut body = shop.outbound(quantity);
        body["warehouses_id"] = warehouse.into();
        let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), body).await;
        shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": sale["id"] })).await;
        numbers.push(sale["outbound_order_no"].as_str().expect("a number").to_owned());
    }
    let rows = exported(&shop.clerk, RESERVATIONS, "").await;
    assert_eq!((column(&rows, "Batch"), column(&rows, "Quantity")), (vec!["A", "B", ""], vec!["6", "2", "1"]));
    assert_eq!(column(&rows, "Document"), [&*numbers[0], &*numbers[0], &*numbers[1]]);
    assert_eq!((column(&rows, "Kind of order")[0], column(&rows, "Type")[0]), ("Outbound order", "Sales"));
    assert_eq!((column(&rows, "Warehouse"), column(&rows, "Ends")), (vec!["Main", "Main", "Other"], vec![""; 3]));
    assert!(column(&rows, "Since").iter().all(|since| since.len() == "2026-01-01 00:00:00".len()), "{rows:?}");
    assert_eq!(
        file(&shop.clerk, RESERVATIONS, &format!("columns=quantity,product_no&{}", only("batch_number", "B"))).await,
        "Quantity,Product no.\n2,P1\n"
    );
    assert!(exported(&shop.clerk, RESERVATIONS, "quickSearch=nothing").await.is_empty());
    assert_eq!(field(&shop.clerk.post(&format!("{RESERVATIONS}/export?{}", only("password", 1)), &json!({})).await), ("password", "error.list"));

    let keeper = shop.person("keeper", &["warehouse/reservation/index", "warehouse/reservation/export"]).await;
    assert_eq!(column(&exported(&keeper, RESERVATIONS, "").await, "Batch"), ["A", "B"]);
}

#[tokio::test]
async fn held_batches_are_exported_as_their_list_stands() {
    let (shop, other) = stocked().await;
    let hold = async |batch: &str, state: i64, warehouse: Option<i64>| {
        let body = json!({ "product_id": shop.product, "batch_number": batch, "state": state, "reason": "wet", "warehouses_id": warehouse });
        shop.clerk.done(&format!("{HOLDS}/add"), body).await;
    };
    hold("A", 2, Some(shop.warehouse)).await;
    hold("B", 3, None).await;
    hold("", 1, Some(other)).await;
    let rows = exported(&shop.clerk, HOLDS, "").await;
    assert_eq!((column(&rows, "Batch"), column(&rows, "Batch state")), (vec!["B", "A", ""], vec!["Recalled", "Damaged", "To inspect"]));
    assert_eq!((column(&rows, "Warehouse"), column(&rows, "On hand")), (vec!["Every warehouse", "Main", "Other"], vec!["5", "6", "7"]));
    assert_eq!(column(&rows, "Reason"), ["wet"; 3]);
    assert_eq!(file(&shop.clerk, HOLDS, &format!("columns=batch&{}", only("state", 2))).await, "Batch\nA\n");

    // So are the places of the inventory; goods that no batch holds are what their area is for.
    let places = exported(&shop.clerk, INVENTORY, "").await;
    assert_eq!(column(&places, "Batch state"), ["Damaged", "Recalled", "To inspect"]);
    let area = json!({ "warehouses_id": other, "name": "Bench", "purpose": 2 });
    let area = shop.clerk.done("/admin/warehouse.WarehouseArea/add", area).await["id"].clone();
    let put = json!({ "product_id": shop.product, "warehouses_id": other, "quantity": 7, "to_areas_id": area });
    shop.clerk
        .done(&format!("{HOLDS}/release"), json!({ "product_id": shop.product, "batch_number": "", "reason": "dry", "warehouses_id": other }))
        .await;
    shop.clerk.done(&format!("{INVENTORY}/move"), put).await;
    let places = exported(&shop.clerk, INVENTORY, "").await;
    assert_eq!(column(&places, "Batch state").last(), Some(&"Damaged"), "{places:?}");

    // What is held everywhere is held in theirs, too.
    let keeper = shop.person("keeper", &["warehouse/batchHold/index", "warehouse/batchHold/export"]).await;
    assert_eq!(column(&exported(&keeper, HOLDS, "").await, "Batch"), ["B", "A"]);
}

#[tokio::test]
async fn goods_on_the_road_are_exported_as_their_list_stands() {
    let (shop, other) = stocked().await;
    let area = shop.clerk.done("/admin/warehouse.WarehouseArea/add", json!({ "warehouses_id": other, "name": "Dock" })).await["id"].clone();
    let mut orders = Vec::new();
    for quantity in [2, 3] {
        let line = json!({ "product_id": shop.product, "quantity": quantity });
        let body = json!({ "warehouses_id": shop.warehouse, "target_warehouses_id": other, "target_warehouses_areas_id": area, "lines": [line] });
        let order = shop.clerk.done(&format!("{TRANSFER}/add"), body).await;
        for step in ["audit", "ship"] {
            shop.clerk.done(&format!("{TRANSFER}/{step}"), json!({ "id": order["id"] })).await;
        }
        orders.push(order);
    }
    // What the target has refused goes back.
    let refused = json!({ "id": orders[1]["id"], "reason": "wet", "lines": [{ "line": 1, "quantity": 3 }] });
    shop.clerk.done(&format!("{TRANSFER}/refuse"), refused).await;
    let rows = exported(&shop.clerk, TRANSIT, "").await;
    let numbers: Vec<&str> = orders.iter().map(|order| order["transfer_order_no"].as_str().expect("a number")).collect();
    assert_eq!((column(&rows, "Number"), column(&rows, "Quantity")), (numbers, vec!["2", "3"]));
    assert_eq!(column(&rows, "Direction"), ["To the target", "Back to the source"]);
    assert_eq!((column(&rows, "Source warehouse"), column(&rows, "Target warehouse")), (vec!["Main"; 2], vec!["Other"; 2]));
    assert_eq!((column(&rows, "Days in transit"), column(&rows, "Batch")), (vec!["0"; 2], vec!["A"; 2]));
    // 40 for 15 pens.
    assert_eq!(column(&rows, "Value")[0], "5.33");
    for (query, found) in [
        (format!("order_id={}", orders[0]["id"]), 1),
        (format!("warehouses_id={other}"), 2),
        ("warehouses_id=999999".to_owned(), 0),
        ("quickSearch=pen".to_owned(), 2),
        ("quickSearch=nothing".to_owned(), 0),
        ("min_days=1".to_owned(), 0),
    ] {
        assert_eq!(exported(&shop.clerk, TRANSIT, &query).await.len(), found, "{query}");
    }

    let keeper = shop.person("keeper", &["warehouse/transit/index", "warehouse/transit/export"]).await;
    let own = exported(&keeper, TRANSIT, "").await;
    assert_eq!((column(&own, "Quantity"), column(&own, "Value")), (vec!["2", "3"], vec![NO_COLUMN; 2]), "what goods cost is not theirs to see");
    let (all, offered) = (columns(&shop.clerk, TRANSIT, "").await, columns(&keeper, TRANSIT, "").await);
    assert_eq!(all.into_iter().filter(|name| !offered.contains(name)).collect::<Vec<_>>(), ["transit_value"]);
}

#[tokio::test]
async fn count_sheets_are_exported_with_what_their_reader_may_see() {
    let (shop, other) = stocked().await;
    let sheet = shop.clerk.done(&format!("{COUNTS}/add"), json!({ "warehouses_id": shop.warehouse })).await;
    let elsewhere = shop.clerk.done(&format!("{COUNTS}/add"), json!({ "warehouses_id": other, "open": true })).await;
    let keeper = shop.person("keeper", &["warehouse/stockCount/index", "warehouse/stockCount/export"]).await;
    // The second time the count is believed.
    for (line, quantity) in [(1, 4), (1, 4), (2, 5)] {
        shop.clerk.done(&format!("{COUNTS}/count"), json!({ "id": sheet["id"], "line": line, "quantity": quantity })).await;
    }
    let lines = format!("rows=lines&id={}", sheet["id"]);

    // A blind sheet that is being counted: what the books say is neither offered nor told by a filter.
    let rows = exported(&shop.clerk, COUNTS, &lines).await;
    assert_eq!((column(&rows, "Batch"), column(&rows, "Counted")), (vec!["A", "B"], vec!["4", "5"]));
    assert_eq!((column(&rows, "Result"), column(&rows, "Book quantity")), (vec!["Counted"; 2], vec![NO_COLUMN; 2]));
    assert_eq!(exported(&shop.clerk, COUNTS, &format!("{lines}&view=different")).await.len(), 2);
    assert_eq!(exported(&shop.clerk, COUNTS, &format!("{lines}&view=not_counted")).await.len(), 0);
    let refused = shop.clerk.post(&format!("{COUNTS}/export?{lines}&columns=book"), &json!({})).await;
    assert_eq!(field(&refused), ("columns", "error.export.columns"));
    let searched = format!("{COUNTS}/export?{lines}&{}", only("difference_quantity", -2));
    assert_eq!(field(&shop.clerk.post(&searched, &json!({})).await), ("difference_quantity", "error.list"));

    // Submitted, it is open to reviewers.
    shop.clerk.done(&format!("{COUNTS}/submit"), json!({ "id": sheet["id"] })).await;
    let rows = exported(&shop.clerk, COUNTS, &lines).await;
    assert_eq!((column(&rows, "Book quantity"), column(&rows, "Difference")), (vec!["6", "5"], vec!["-2", "0"]));
    assert_eq!((column(&rows, "Result"), column(&rows, "Value of the difference")[0]), (vec!["Different", "Equal"], "-5.33"));
    assert_eq!(column(&exported(&shop.clerk, COUNTS, &format!("{lines}&view=different")).await, "Batch"), ["A"]);
    assert_eq!(column(&exported(&keeper, COUNTS, &lines).await, "Book quantity"), [NO_COLUMN; 2]);

    let sheets = exported(&shop.clerk, COUNTS, "").await;
    assert_eq!(column(&sheets, "Number"), [&sheet, &elsewhere].map(|sheet| sheet["count_no"].as_str().expect("a number")));
    assert_eq!((column(&sheets, "Status"), column(&sheets, "Kind")), (vec!["waiting for review", "being counted"], vec!["Blind", "Open"]));
    assert_eq!((column(&sheets, "Lines counted"), column(&sheets, "Lines with differences")), (vec!["2", "0"], vec!["1", "0"]));
    // With the codes that the list has.
    assert_eq!(exported(&shop.clerk, COUNTS, &only("status", 1)).await.len(), 1);
    assert_eq!(exported(&shop.clerk, COUNTS, &only("status", 2)).await.len(), 0);

    // Of their own warehouse, and without what is for reviewers.
    let own = exported(&keeper, COUNTS, "").await;
    assert_eq!((column(&own, "Warehouse"), column(&own, "Lines with differences")), (vec!["Main"], vec![""]));
    let answer = keeper.post(&format!("{COUNTS}/export?rows=lines&id={}", elsewhere["id"]), &json!({})).await;
    assert_eq!(key(&answer), "error.not_found", "{answer}");
    // An open sheet shows its books, and cost to those who may see it.
    let open = shop.clerk.done(&format!("{COUNTS}/add"), json!({ "warehouses_id": shop.warehouse, "open": true })).await;
    let of_open = format!("rows=lines&id={}", open["id"]);
    let (all, offered) = (columns(&shop.clerk, COUNTS, &of_open).await, columns(&keeper, COUNTS, &of_open).await);
    assert!(offered.contains(&"book".to_owned()), "{offered:?}");
    assert_eq!(all.into_iter().filter(|name| !offered.contains(name)).collect::<Vec<_>>(), ["difference_value"]);
    let odd_view = format!("{lines}&view=odd");
    for (query, wrong) in [("rows=lines", "id"), ("rows=orders", "rows"), (odd_view.as_str(), "view")] {
        assert_eq!(field(&shop.clerk.post(&format!("{COUNTS}/export?{query}"), &json!({})).await).0, wrong, "{query}");
    }
}

#[tokio::test]
async fn to_see_a_list_is_not_to_export_it() {
    let (shop, _) = stocked().await;
    let pages = ["reservation", "batchHold", "transit", "stockCount"].map(|page| format!("warehouse/{page}/index"));
    let reader = shop.person("reader", &pages.each_ref().map(String::as_str)).await;
    for path in [RESERVATIONS, HOLDS, TRANSIT, COUNTS] {
        let answer: Value = reader.post(&format!("{path}/export"), &json!({})).await;
        assert_eq!(answer["code"], 401, "{path}");
        // The names of columns are for who sees the page; what every list offers makes a file.
        let offered = columns(&reader, path, "").await;
        let text = file(&shop.clerk, path, &format!("columns={}", offered.join(","))).await;
        assert_eq!(text.lines().next().map(|heads| heads.split(',').count()), Some(offered.len()), "{path}: {text}");
    }
}
