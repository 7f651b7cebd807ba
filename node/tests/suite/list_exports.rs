//! Orders, inventory and the ledger as files: what the lists show, within the reader's warehouses, figures of cost for
//! those who may see them, and the columns that were chosen.

use reqwest::Method;
use serde_json::{Value, json};

use crate::order_steps::{Shop, field, shop};
use crate::world::Visitor;

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";
const INVENTORY: &str = "/admin/warehouse.Inventory";
const ADJUSTMENT: &str = "/admin/warehouse.AdjustmentOrder";
const TRANSFER: &str = "/admin/warehouse.TransferOrder";
const RECORDS: &str = "/admin/warehouse.InventoryRecord";
const LEVELS: &str = "/admin/warehouse.StockLevel";
const ALL: [&str; 7] = [INBOUND, OUTBOUND, ADJUSTMENT, TRANSFER, INVENTORY, RECORDS, LEVELS];

/// A file that was exported, in English.
pub async fn file(who: &Visitor, path: &str, query: &str) -> String {
    let asked = who.ask(Method::POST, &format!("{path}/export?format=csv&{query}")).json(&json!({}));
    let answer: Value = asked.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(answer["code"], 1, "{answer}");
    let task = answer["data"]["task"].clone();
    for () in crate::support::turns() {
        let file = who.ask(Method::GET, &format!("/admin/routine.Transfer/download?id={task}")).send().await.expect("an answer");
        let text = file.text().await.expect("text");
        if !text.starts_with('{') {
            return text.trim_start_matches('\u{feff}').to_owned();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no file");
}

/// The rows of an export by the names of their columns, in English.
pub async fn exported(who: &Visitor, path: &str, query: &str) -> Vec<Value> {
    let text = file(who, path, query).await;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let heads = reader.headers().expect("heads").clone();
    let row = |row: Result<csv::StringRecord, csv::Error>| -> Value {
        let row = row.expect("a row");
        heads.iter().zip(row.iter()).map(|(head, cell)| (head.to_owned(), json!(cell))).collect::<serde_json::Map<_, _>>().into()
    };
    reader.records().map(row).collect()
}

/// The names of the columns that somebody may choose.
pub async fn columns(who: &Visitor, path: &str, query: &str) -> Vec<String> {
    let list = who.got(&format!("{path}/exportColumns?{query}")).await["list"].clone();
    let name = |column: &Value| {
        assert!(column["title"].as_str().is_some_and(|title| !title.is_empty() && !title.starts_with("export.")), "{column}");
        column["name"].as_str().expect("a name").to_owned()
    };
    list.as_array().expect("columns").iter().map(name).collect()
}

/// What [`column`] finds where a file has no such column.
pub const NO_COLUMN: &str = "no such column";

pub fn column<'a>(rows: &'a [Value], name: &str) -> Vec<&'a str> {
    rows.iter().map(|row| row[name].as_str().unwrap_or(NO_COLUMN)).collect()
}

/// Goods in the shop's warehouse and in another one, and a sale.
pub async fn stocked() -> (Shop, i64) {
    let shop = shop(json!({})).await;
    shop.arrived(10, "2", "A", "2999-01-01").await;
    shop.arrived(5, "4", "B", "2999-02-01").await;
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(4)).await;
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": sale["id"] })).await;
    let other = shop.clerk.done("/admin/warehouse.Warehouse/add", json!({ "name": "Other", "serial_no": "W2" })).await["id"].as_i64();
    let other = other.expect("an id");
    let mut body = shop.inbound(7);
    body["warehouses_id"] = other.into();
    let order = shop.clerk.done(&format!("{INBOUND}/add"), body).await;
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    (shop, other)
}

#[tokio::test]
async fn the_rows_that_a_list_shows_are_exported() {
    let (shop, other) = stocked().await;
    let orders = exported(&shop.clerk, INBOUND, "").await;
    assert_eq!((column(&orders, "Warehouse"), column(&orders, "Quantity")), (vec!["Main", "Main", "Other"], vec!["10", "5", "7"]));
    assert_eq!((column(&orders, "Status")[0], column(&orders, "Type")[0], column(&orders, "Amount")[0]), ("stocked in", "Purchase", "20.00"));
    assert_eq!(column(&orders, "Supplier"), vec!["Supplier"; 3]);
    // With the list's filters: codes of states, too.
    let of_other = format!("search[0][field]=warehouses_id&search[0][operator]=%3D&search[0][val]={other}");
    assert_eq!(exported(&shop.clerk, INBOUND, &of_other).await.len(), 1);
    assert_eq!(exported(&shop.clerk, INBOUND, "search[0][field]=status&search[0][operator]=%3D&search[0][val]=0").await.len(), 0);
    // Or each line of theirs, with what its order says.
    let lines = exported(&shop.clerk, INBOUND, "rows=lines").await;
    assert_eq!(
        (column(&lines, "Batch"), column(&lines, "Line quantity"), column(&lines, "Line")),
        (vec!["A", "B", ""], vec!["10", "5", "7"], vec!["1"; 3])
    );
    assert_eq!((column(&lines, "Number"), column(&lines, "Line amount")[0]), (column(&orders, "Number"), "20.00"));
    let wrong = shop.clerk.post(&format!("{INBOUND}/export?rows=all"), &json!({})).await;
    assert_eq!(wrong["data"]["field"], "rows", "{wrong}");
    let sales = exported(&shop.clerk, OUTBOUND, "").await;
    assert_eq!((column(&sales, "Customer"), column(&sales, "Moved"), column(&sales, "Shipment")), (vec!["Customer"], vec!["4"], vec!["None needed"]));

    let places = exported(&shop.clerk, INVENTORY, "").await;
    assert_eq!((column(&places, "Batch"), column(&places, "On hand")), (vec!["A", "B", ""], vec!["6", "5", "7"]));
    // 6 at 2 and 5 at 4 have one average.
    assert!(column(&places, "Average cost")[0].starts_with("2."), "{places:?}");
    assert_eq!(exported(&shop.clerk, INVENTORY, "quickSearch=nothing").await.len(), 0);

    let records = exported(&shop.clerk, RECORDS, "").await;
    assert_eq!((column(&records, "Change"), column(&records, "Sequence")[0]), (vec!["10", "5", "-4", "7"], "1"));
    assert_eq!((column(&records, "Operation"), column(&records, "Amount")[0]), (vec!["Inbound", "Inbound", "Outbound", "Inbound"], "20.00"));
    let outbound = exported(&shop.clerk, RECORDS, "search[0][field]=operation_type&search[0][operator]=%3D&search[0][val]=20").await;
    assert_eq!(column(&outbound, "Change"), ["-4"]);
    // What can't be filtered by is refused before there is a task.
    let wrong = shop.clerk.post(&format!("{INBOUND}/export?search[0][field]=lines&search[0][operator]=%3D&search[0][val]=1"), &json!({})).await;
    assert_eq!(wrong["data"]["key"], "error.list", "{wrong}");
    let wrong = shop.clerk.post(&format!("{INVENTORY}/export?format=pdf"), &json!({})).await;
    assert_eq!(wrong["data"]["field"], "format", "{wrong}");
    // The tasks are among the person's imports and exports, called as the pages are.
    let tasks = shop.clerk.got("/admin/routine.Transfer/index?limit=50").await["list"].clone();
    let tasks = tasks.as_array().expect("rows");
    assert!(tasks.iter().all(|task| task["kind"] == "export" && task["state"] == "done"), "{tasks:?}");
    assert!(
        tasks
            .iter()
            .any(|task| task["controller"] == "warehouse.InboundOrder" && task["name"].as_str().is_some_and(|name| name.starts_with("Inbound")))
    );
}

#[tokio::test]
async fn an_export_keeps_to_the_readers_warehouses_and_to_what_they_may_see_of_cost() {
    let (shop, _) = stocked().await;
    let pages = ["inboundOrder", "outboundOrder", "inventory", "inventoryRecord"];
    let rights: Vec<String> = pages.iter().flat_map(|page| ["index", "export"].map(|right| format!("warehouse/{page}/{right}"))).collect();
    let rights: Vec<&str> = rights.iter().map(String::as_str).collect();
    let keeper = shop.person("keeper", &rights).await;
    let orders = exported(&keeper, INBOUND, "").await;
    assert_eq!(
        (column(&orders, "Quantity"), column(&orders, "Amount")),
        (vec!["10", "5"], vec![NO_COLUMN; 2]),
        "what goods cost is not theirs to see"
    );
    let lines = exported(&keeper, INBOUND, "rows=lines").await;
    for name in ["Amount", "Price", "Line amount"] {
        assert_eq!(column(&lines, name), [NO_COLUMN; 2], "{name}");
    }
    assert_eq!(column(&exported(&keeper, OUTBOUND, "").await, "Amount"), ["16.00"], "customers pay it");
    let places = exported(&keeper, INVENTORY, "").await;
    assert_eq!(column(&places, "On hand"), ["6", "5"]);
    assert_eq!((column(&places, "Average cost"), column(&places, "Value")), (vec![NO_COLUMN; 2], vec![NO_COLUMN; 2]));
    let records = exported(&keeper, RECORDS, "").await;
    assert_eq!((column(&records, "Change"), column(&records, "Unit cost")), (vec!["10", "5", "-4"], vec![NO_COLUMN; 3]));
    // To see a list is not to export it.
    let reader = shop.person("reader", &["warehouse/inboundOrder/index", "warehouse/inventory/index"]).await;
    for path in ALL {
        assert_eq!(reader.post(&format!("{path}/export"), &json!({})).await["code"], 401, "{path}");
    }
    // The names of columns are for who sees the page.
    assert!(columns(&reader, INVENTORY, "").await.contains(&"on_hand".to_owned()));
    assert_eq!(reader.get(&format!("{RECORDS}/exportColumns")).await["code"], 401);
}

#[tokio::test]
async fn a_file_has_the_columns_that_were_chosen() {
    let (shop, _) = stocked().await;
    let text = file(&shop.clerk, INBOUND, "columns=quantity,warehouse").await;
    assert_eq!(text, "Quantity,Warehouse\n10,Main\n5,Main\n7,Other\n");
    let text =
        file(&shop.clerk, INBOUND, "rows=lines&columns=batch,number&search[0][field]=total_quantity&search[0][operator]=%3D&search[0][val]=5").await;
    assert!(text.starts_with("Batch,Number\nB,"), "{text}");
    assert_eq!(
        file(&shop.clerk, RECORDS, "columns=moved&search[0][field]=operation_type&search[0][operator]=%3D&search[0][val]=20").await,
        "Change\n-4\n"
    );
    for wrong in ["quantity,quantity", "quantity,password", "line"] {
        let answer = shop.clerk.post(&format!("{INBOUND}/export?columns={wrong}"), &json!({})).await;
        assert_eq!(answer["data"]["field"], "columns", "{answer}");
    }
    // The task and the log say what was asked for.
    let tasks = shop.clerk.got("/admin/routine.Transfer/index?limit=50&order=id,desc").await["list"].clone();
    let asked: Value = match &tasks[1]["asked"] {
        Value::String(text) => serde_json::from_str(text).expect("JSON"),
        other => other.clone(),
    };
    assert_eq!(asked["columns"], json!(["batch", "number"]), "{tasks}");
    assert!(asked["filter"].as_str().is_some_and(|filter| filter.starts_with("rows=lines&") && filter.ends_with("=5")), "{asked}");
    shop.world.node.journal().flush().await;
    let log = shop.clerk.got("/admin/auth.AdminLog/index?limit=100").await["list"].clone();
    let logged = |row: &Value| row["url"].as_str().is_some_and(|url| url.starts_with(&format!("{INBOUND}/export?")) && url.contains("rows=lines"));
    assert!(log.as_array().expect("lines").iter().any(logged), "{log}");
    // What every list offers makes a file.
    for path in ALL {
        let offered = columns(&shop.clerk, path, "").await;
        let text = file(&shop.clerk, path, &format!("columns={}", offered.join(","))).await;
        assert_eq!(text.lines().next().map(|heads| heads.split(',').count()), Some(offered.len()), "{path}: {text}");
    }
    assert!(columns(&shop.clerk, INBOUND, "rows=lines").await.contains(&"line_amount".to_owned()));
    // Somebody who sees no cost is not offered its columns, and their files are without them.
    let rights = ["inboundOrder", "outboundOrder", "inventory", "inventoryRecord", "stockLevel"];
    let rights: Vec<String> = rights.iter().flat_map(|page| ["index", "export"].map(|right| format!("warehouse/{page}/{right}"))).collect();
    let keeper = shop.person("keeper", &rights.iter().map(String::as_str).collect::<Vec<_>>()).await;
    for (path, masked) in
        [(INBOUND, vec!["amount"]), (INVENTORY, vec!["average_cost", "value"]), (RECORDS, vec!["unit_cost", "amount"]), (LEVELS, vec!["value"])]
    {
        let (all, seen) = (columns(&shop.clerk, path, "").await, columns(&keeper, path, "").await);
        assert_eq!(all.into_iter().filter(|name| !seen.contains(name)).collect::<Vec<_>>(), masked, "{path}");
        let refused = keeper.post(&format!("{path}/export?columns={}", masked.join(",")), &json!({})).await;
        assert_eq!(field(&refused), ("columns", "error.export.columns"), "{path}");
        let heads = |text: String| text.lines().next().unwrap_or_default().to_owned();
        let some = file(&keeper, path, &format!("columns={},{}", masked.join(","), seen[0])).await;
        assert_eq!(heads(some), heads(file(&shop.clerk, path, &format!("columns={}", seen[0])).await), "{path}");
        let whole = heads(file(&keeper, path, "").await);
        assert_eq!(whole, heads(file(&shop.clerk, path, &format!("columns={}", seen.join(","))).await), "{path}");
    }
    // The same of stock as it was.
    let day = format!("as_of={}", (chrono::Utc::now() - chrono::Duration::days(1)).format("%Y-%m-%d"));
    let (all, seen) = (columns(&shop.clerk, LEVELS, &day).await, columns(&keeper, LEVELS, &day).await);
    assert_eq!(all.into_iter().filter(|name| !seen.contains(name)).collect::<Vec<_>>(), ["value"]);
    assert_eq!(file(&keeper, LEVELS, &day).await.lines().next().map(|heads| heads.split(',').count()), Some(seen.len()));
    assert!(columns(&keeper, OUTBOUND, "").await.contains(&"amount".to_owned()), "customers pay it");
}

#[tokio::test]
async fn adjustments_and_transfers_are_exported_as_well() {
    let (shop, other) = stocked().await;
    let line = json!({ "product_id": shop.product, "quantity": -1, "unit_price": 0 });
    let body = json!({ "warehouses_id": shop.warehouse, "type": 10, "remark": "=HYPERLINK(1)", "lines": [line] });
    shop.clerk.done(&format!("{ADJUSTMENT}/add"), body).await;
    let text = file(&shop.clerk, ADJUSTMENT, "columns=quantity,remark").await;
    assert!(text.ends_with(",'=HYPERLINK(1)\n"), "a formula is guarded: {text}");
    assert_eq!(exported(&shop.clerk, ADJUSTMENT, "search[0][field]=status&search[0][operator]=%3D&search[0][val]=2").await.len(), 0);

    let area = shop.clerk.done("/admin/warehouse.WarehouseArea/add", json!({ "warehouses_id": other, "name": "Dock" })).await["id"].clone();
    let line = json!({ "product_id": shop.product, "quantity": 2, "target_warehouses_areas_id": area });
    let body = json!({ "warehouses_id": shop.warehouse, "target_warehouses_id": other, "target_warehouses_areas_id": area, "lines": [line] });
    shop.clerk.done(&format!("{TRANSFER}/add"), body).await;
    let whole = exported(&shop.clerk, TRANSFER, "rows=lines").await;
    assert_eq!((column(&whole, "Target warehouse"), column(&whole, "Line quantity")), (vec!["Other"], vec!["2"]));
    assert_eq!(column(&whole, "Target area"), ["Dock"]);
    let to_main = format!("search[0][field]=target_warehouses_id&search[0][operator]=%3D&search[0][val]={}", shop.warehouse);
    assert_eq!(exported(&shop.clerk, TRANSFER, &to_main).await.len(), 0);
    // Where things lie in a warehouse that the reader does not see stays out of the file.
    let keeper = shop.person("keeper", &["warehouse/transferOrder/index", "warehouse/transferOrder/export"]).await;
    let own = exported(&keeper, TRANSFER, "rows=lines").await;
    assert_eq!((column(&own, "Target warehouse"), column(&own, "Target area")), (vec!["Other"], vec![""]));
}

#[tokio::test]
async fn stock_by_level_is_exported_at_its_level() {
    let (shop, other) = stocked().await;
    let levels = exported(&shop.clerk, LEVELS, "").await;
    assert_eq!((column(&levels, "Product no."), column(&levels, "On hand")), (vec!["P1"], vec!["18"]));
    let by_warehouse = exported(&shop.clerk, LEVELS, "group=warehouse").await;
    assert_eq!((column(&by_warehouse, "Warehouse"), column(&by_warehouse, "On hand")), (vec!["Main", "Other"], vec!["11", "7"]));
    assert_eq!(column(&by_warehouse, "Value")[1], "17.50");
    let of_other = format!("group=batch&search[0][field]=warehouses_id&search[0][operator]=%3D&search[0][val]={other}");
    assert_eq!(column(&exported(&shop.clerk, LEVELS, &of_other).await, "On hand"), ["7"]);
    let past = file(&shop.clerk, LEVELS, "group=batch&as_of=2020-01-01").await;
    assert_eq!(past, "Product no.,Product,Specification,Unit,Batch,On hand,Value\n");
    let now = exported(&shop.clerk, LEVELS, &format!("group=batch&as_of={}", shop.world.node.now() + 60)).await;
    assert_eq!((column(&now, "Batch"), column(&now, "On hand")), (vec!["", "A", "B"], vec!["7", "6", "5"]));
    let of_now = format!("group=warehouse&as_of={}", shop.world.node.now() + 60);
    let listed = shop.clerk.got(&format!("{LEVELS}/index?{of_now}")).await;
    let values: Vec<&str> = listed["list"].as_array().expect("rows").iter().filter_map(|row| row["value"].as_str()).collect();
    let past = exported(&shop.clerk, LEVELS, &of_now).await;
    assert_eq!((column(&past, "Value"), values.len()), (values.clone(), 2), "the file says what the list says");
    assert_eq!(exported(&shop.clerk, LEVELS, "quickSearch=nothing").await.len(), 0);
    assert_eq!(shop.clerk.post(&format!("{LEVELS}/export?group=planet"), &json!({})).await["data"]["field"], "group");

    let keeper = shop.person("keeper", &["warehouse/stockLevel/index", "warehouse/stockLevel/export"]).await;
    let own = exported(&keeper, LEVELS, "group=warehouse").await;
    assert_eq!((column(&own, "On hand"), column(&own, "Value")), (vec!["11"], vec![NO_COLUMN]));
    let past = exported(&keeper, LEVELS, &of_now).await;
    assert_eq!((column(&past, "On hand"), column(&past, "Value")), (vec!["11"], vec![NO_COLUMN]));
}

#[tokio::test]
async fn a_wrong_filter_is_named_before_there_is_a_task() {
    let shop = shop(json!({})).await;
    for path in ALL {
        for (filter, field) in [
            ("search[0][field]=password&search[0][operator]=%3D&search[0][val]=1", "password"),
            (
                "search[0][field]=id&search[0][operator]=%3D&search[0][val]=1&search[1][field]=warehouses_id&search[1][operator]=LOVES&search[1][val]=1",
                "warehouses_id",
            ),
            ("search[0][field]=update_time&search[0][operator]=%3E&search[0][val]=soon", "update_time"),
        ] {
            let answer = shop.clerk.post(&format!("{path}/export?{filter}"), &json!({})).await;
            // The ledger knows no time of a change.
            assert_eq!((answer["code"].clone(), answer["data"]["field"].clone()), (json!(0), json!(field)), "{path}: {answer}");
        }
    }
    // Of the past, only some conditions can be decided: the one that can't be is named.
    let past = "as_of=2026-01-01&search[0][field]=product_id&search[0][operator]=%3D&search[0][val]=1&search[1][field]=expiry_date&search[1][operator]=%3C&search[1][val]=2026-01-01";
    assert_eq!(shop.clerk.post(&format!("{LEVELS}/export?{past}"), &json!({})).await["data"]["field"], "expiry_date");
    assert_eq!(shop.clerk.got("/admin/routine.Transfer/index").await["total"], 0);
}

#[tokio::test]
async fn the_orders_that_hold_a_product_are_listed_and_exported() {
    let (shop, other) = stocked().await;
    let unit = shop.clerk.got(&format!("/admin/warehouse.Product/edit?id={}", shop.product)).await["row"]["unit_id"].clone();
    let ink = json!({ "product_no": "P2", "name": "Ink", "unit_id": unit });
    let ink = shop.clerk.done("/admin/warehouse.Product/add", ink).await["id"].as_i64().expect("an id");
    let pen = shop.product;
    let line = |product: i64| json!({ "product_id": product, "quantity": 1, "unit_price": "1" });
    let add = async |lines: Value| {
        let mut body = shop.inbound(1);
        body["lines"] = lines;
        shop.clerk.done(&format!("{INBOUND}/add"), body).await["id"].clone()
    };
    let (both, only) = (add(json!([line(ink), line(pen), line(ink)])).await, add(json!([line(ink)])).await);
    let transfer = json!({ "source_warehouses_id": shop.warehouse, "target_warehouses_id": other, "lines": [{ "product_id": ink, "quantity": 1 }] });
    let transfer = shop.clerk.done(&format!("{TRANSFER}/add"), transfer).await["id"].clone();

    let listed = async |who: &Visitor, path: &str, query: &str| {
        let page = who.got(&format!("{path}/index?{query}")).await;
        let ids: Vec<Value> = page["list"].as_array().expect("rows").iter().map(|row| row["id"].clone()).collect();
        (ids, page["total"].as_i64().expect("a total"))
    };
    let clerk = &shop.clerk;
    let of_ink = format!("product_id={ink}");
    assert_eq!(listed(clerk, INBOUND, &of_ink).await, (vec![only.clone(), both.clone()], 2));
    assert_eq!(listed(clerk, INBOUND, &format!("{of_ink}&limit=1&page=2")).await, (vec![both.clone()], 2));
    assert_eq!(listed(clerk, INBOUND, &format!("{of_ink}&order=total_amount,desc")).await, (vec![both.clone(), only.clone()], 2));
    assert_eq!(listed(clerk, TRANSFER, &of_ink).await, (vec![transfer], 1));
    assert_eq!(listed(clerk, OUTBOUND, &of_ink).await, (vec![], 0));
    // As one of the list's conditions it goes with the others, and keeps to the reader's warehouses.
    let condition = |at: usize, field: &str, value: i64| format!("search[{at}][field]={field}&search[{at}][operator]=eq&search[{at}][val]={value}");
    let of_pen = condition(0, "product_id", pen);
    assert_eq!(listed(clerk, INBOUND, &of_pen).await.1, 4);
    assert_eq!(listed(clerk, INBOUND, &format!("{of_pen}&{}", condition(1, "warehouses_id", other))).await.1, 1);
    assert_eq!(listed(clerk, INBOUND, &format!("{of_pen}&{}", condition(1, "status", 0))).await, (vec![both.clone()], 1));
    let reader = shop.person("reader", &["warehouse/inboundOrder/index"]).await;
    assert_eq!(listed(&reader, INBOUND, &of_pen).await.1, 3);

    let rows = exported(clerk, INBOUND, &of_ink).await;
    assert_eq!(column(&rows, "Quantity"), ["3", "1"], "the oldest first");
    assert_eq!(exported(clerk, INBOUND, &format!("{of_ink}&rows=lines")).await.len(), 4, "all lines of these orders");
    // What an order no longer holds it is not found by.
    clerk.done(&format!("{INBOUND}/edit"), json!({ "id": only, "lines": [line(pen)] })).await;
    assert_eq!(listed(clerk, INBOUND, &of_ink).await, (vec![both.clone()], 1));
    assert_eq!(clerk.del(&format!("{INBOUND}/del"), &both).await["code"], 1);
    assert_eq!(listed(clerk, INBOUND, &of_ink).await, (vec![], 0));
    assert_eq!(listed(clerk, INBOUND, &format!("{of_ink}&deleted=1")).await, (vec![both], 1));
}
