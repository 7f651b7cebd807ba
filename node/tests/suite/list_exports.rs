//! Orders, inventory and the ledger as files: what the lists show, within the reader's warehouses, and figures of cost
//! for those who may see them.

use reqwest::Method;
use serde_json::{Value, json};

use crate::order_steps::{Shop, shop};
use crate::world::Visitor;

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";
const INVENTORY: &str = "/admin/warehouse.Inventory";
const RECORDS: &str = "/admin/warehouse.InventoryRecord";

/// The rows of an export by the names of their columns, in English.
async fn exported(who: &Visitor, path: &str, query: &str) -> Vec<Value> {
    let asked = who.ask(Method::POST, &format!("{path}/export?format=csv&{query}")).json(&json!({}));
    let answer: Value = asked.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(answer["code"], 1, "{answer}");
    let task = answer["data"]["task"].clone();
    for _ in 0..400 {
        let file = who.ask(Method::GET, &format!("/admin/routine.Transfer/download?id={task}")).send().await.expect("an answer");
        let text = file.text().await.expect("text");
        if !text.starts_with('{') {
            let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
            let heads = reader.headers().expect("heads").clone();
            let row = |row: Result<csv::StringRecord, csv::Error>| -> Value {
                let row = row.expect("a row");
                heads.iter().zip(row.iter()).map(|(head, cell)| (head.to_owned(), json!(cell))).collect::<serde_json::Map<_, _>>().into()
            };
            return reader.records().map(row).collect();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no file");
}

fn column<'a>(rows: &'a [Value], name: &str) -> Vec<&'a str> {
    rows.iter().map(|row| row[name].as_str().unwrap_or("no such column")).collect()
}

/// Goods in the shop's warehouse and in another one, and a sale.
async fn stocked() -> (Shop, i64) {
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
    assert_eq!((column(&sales, "Customer"), column(&sales, "Moved"), column(&sales, "Shipment")), (vec!["Customer"], vec!["4"], vec!["No shipment"]));

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
    // The tasks are among the person's transfers, called as the pages are.
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
    assert_eq!((column(&orders, "Quantity"), column(&orders, "Amount")), (vec!["10", "5"], vec!["", ""]), "what goods cost is not theirs to see");
    assert_eq!(column(&exported(&keeper, OUTBOUND, "").await, "Amount"), ["16.00"], "customers pay it");
    let places = exported(&keeper, INVENTORY, "").await;
    assert_eq!((column(&places, "On hand"), column(&places, "Average cost"), column(&places, "Value")), (vec!["6", "5"], vec!["", ""], vec!["", ""]));
    let records = exported(&keeper, RECORDS, "").await;
    assert_eq!((column(&records, "Change"), column(&records, "Unit cost")), (vec!["10", "5", "-4"], vec![""; 3]));
    // To see a list is not to export it.
    let reader = shop.person("reader", &["warehouse/inboundOrder/index", "warehouse/inventory/index"]).await;
    for path in [INBOUND, INVENTORY, RECORDS] {
        assert_eq!(reader.post(&format!("{path}/export"), &json!({})).await["code"], 401, "{path}");
    }
}
