//! What pages say of stock: what is below its safety stock, what may be picked, and what a figure is made of.

use serde_json::{Value, json};

use crate::order_steps::{Shop, shop};

const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";

fn rows<'a>(list: &'a Value, name: &str) -> Vec<&'a Value> {
    list[name].as_array().unwrap_or_else(|| panic!("{list}")).iter().collect()
}

async fn below(shop: &Shop) -> Vec<bool> {
    let list = shop.clerk.got("/admin/warehouse.Inventory/index").await;
    rows(&list, "list").iter().map(|row| row["below_safety"].as_bool().expect("a flag")).collect()
}

#[tokio::test]
async fn a_product_is_below_its_safety_stock_over_all_of_its_places() {
    let shop = shop(json!({})).await;
    shop.clerk.done("/admin/warehouse.Product/edit", json!({ "id": shop.product, "safety_stock_num": "5" })).await;
    shop.arrived(3, "1", "A", "2999-01-01").await;
    shop.arrived(3, "1", "B", "2999-02-01").await;
    assert_eq!(below(&shop).await, [false, false], "three lie in each place, six in both");
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(2)).await;
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": sale["id"] })).await;
    assert_eq!(below(&shop).await, [true, true]);
    let list = shop.clerk.got("/admin/warehouse.Inventory/index?below_safety=1").await;
    assert_eq!(list["total"], 2);
}

#[tokio::test]
async fn held_goods_are_not_offered_and_an_order_says_what_it_has_lost() {
    let shop = shop(json!({})).await;
    shop.arrived(5, "1", "A", "2999-01-01").await;
    shop.arrived(3, "1", "B", "2999-02-01").await;
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(6)).await;
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": sale["id"] })).await;
    let picks = async || shop.clerk.got(&format!("{OUTBOUND}/picks?id={}", sale["id"])).await;
    let movements = |list: &Value| -> Vec<(Value, Value, Value)> {
        rows(list, "picks").iter().map(|row| (row["batch_number"].clone(), row["quantity"].clone(), row["reserved"].clone())).collect()
    };
    let before = picks().await;
    assert_eq!(movements(&before), [(json!("A"), json!("5"), json!(true)), (json!("B"), json!("1"), json!(true))]);
    assert_eq!(before["missing"], json!([]));
    let hold = json!({ "product_id": shop.product, "batch_number": "A", "state": 2, "reason": "wet", "warehouses_id": shop.warehouse });
    shop.clerk.done("/admin/warehouse.BatchHold/add", hold).await;
    let after = picks().await;
    assert_eq!(movements(&after), [(json!("B"), json!("1"), json!(true)), (json!("B"), json!("2"), json!(false))]);
    assert_eq!((&after["missing"][0]["line"], &after["missing"][0]["quantity"]), (&json!(1), &json!("3")), "{after}");
    let places: Vec<&Value> = rows(&after, "places").into_iter().map(|place| &place["batch_number"]).collect();
    assert_eq!(places, ["B"], "held goods are nobody's");
}

/// A filter of a list, as it is sent.
fn ask(place: usize, field: &str, value: &str) -> String {
    format!("search[{place}][field]={field}&search[{place}][operator]=eq&search[{place}][val]={value}&")
}

#[tokio::test]
async fn a_bar_opens_the_records_whose_sum_it_is_with_what_takes_back_some_of_them() {
    let shop = shop(json!({})).await;
    let order = shop.arrived(10, "2", "A", "2999-01-01").await;
    let back = json!({ "id": order["id"], "reason": "counted twice", "lines": [{ "line": 1, "quantity": 4 }] });
    shop.clerk.done("/admin/warehouse.InboundOrder/reverse", back).await;
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(1)).await;
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": sale["id"] })).await;
    let month = shop.clerk.got("/admin/Dashboard/index").await["months"][0].clone();
    assert_eq!((&month["in_quantity"], &month["out_quantity"]), (&json!("6"), &json!("1")), "{month}");
    let list = async |filters: String| shop.clerk.got(&format!("/admin/warehouse.InventoryRecord/index?{filters}")).await;
    let sum = |list: &Value| -> i64 {
        rows(list, "list").iter().map(|row| row["quantity"].as_str().and_then(|text| text.parse::<i64>().ok()).expect("a number")).sum()
    };
    let (came, left) = (list(ask(0, "turnover", "10")).await, list(ask(0, "turnover", "20")).await);
    assert_eq!((sum(&came), &came["total"], sum(&left), &left["total"]), (6, &json!(2), -1, &json!(1)), "{came} {left}");
    let taken_back: Vec<&Value> = rows(&came, "list").into_iter().filter(|row| row["reverses"] == true).collect();
    assert_eq!((taken_back.len(), &taken_back[0]["quantity"]), (1, &json!("-4")));
    assert_eq!(list(ask(0, "reverses", "1")).await["total"], 1);
    // Figures of cost are asked for by those who see them.
    assert_eq!(list(ask(0, "total_price", "20") + &ask(1, "order_kind", "inbound")).await["total"], 1);
    let blind = shop.person("blind", &["warehouse/inventoryRecord", "warehouse/inventoryRecord/index"]).await;
    for asked in [ask(0, "unit_price", "2"), "order=total_price,desc".to_owned()] {
        assert_eq!(blind.get(&format!("/admin/warehouse.InventoryRecord/index?{asked}")).await["code"], 0, "{asked}");
    }
    assert_eq!(blind.got("/admin/warehouse.InventoryRecord/index").await["total"], 3);
}

#[tokio::test]
async fn a_return_is_with_the_other_sort_of_partner() {
    let shop = shop(json!({})).await;
    let inbound = "/admin/warehouse.InboundOrder";
    let mut back = shop.inbound(1);
    back["type"] = 30.into();
    let refused = shop.clerk.post(&format!("{inbound}/add"), &back).await;
    assert_eq!((&refused["data"]["field"], &refused["data"]["key"]), (&json!("supplier_id"), &json!("error.partner.customer")), "{refused}");
    let customer = shop.outbound(1)["customer_id"].clone();
    (back["supplier_id"], back["customer_id"]) = (Value::Null, customer.clone());
    let order = shop.clerk.done(&format!("{inbound}/add"), back).await;
    let row = shop.row(inbound, &order).await;
    assert_eq!((&row["supplier_id"], &row["customer_id"], row["customer"]["name"].is_string()), (&Value::Null, &customer, true), "{row}");
    let total = async |field: &str, id: &Value| shop.clerk.got(&format!("{inbound}/index?{}", ask(0, field, &id.to_string()))).await["total"].clone();
    assert_eq!((total("customer_id", &customer).await, total("supplier_id", &customer).await), (json!(1), json!(0)));
    // A purchase that becomes a return has no partner until one is named.
    let order = shop.clerk.done(&format!("{inbound}/add"), shop.inbound(1)).await;
    shop.clerk.done(&format!("{inbound}/edit"), json!({ "id": order["id"], "type": 30 })).await;
    let row = shop.row(inbound, &order).await;
    assert_eq!((&row["supplier_id"], &row["customer_id"]), (&Value::Null, &Value::Null), "{row}");
}

#[tokio::test]
async fn a_trace_nets_what_was_taken_back_and_shows_what_is_on_the_road() {
    let shop = shop(json!({})).await;
    let order = shop.arrived(10, "2", "A", "2999-01-01").await;
    let back = json!({ "id": order["id"], "reason": "counted twice", "lines": [{ "line": 1, "quantity": 4 }] });
    shop.clerk.done("/admin/warehouse.InboundOrder/reverse", back).await;
    let far = shop.clerk.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far", "serial_no": "W9" })).await["id"].clone();
    let line = json!({ "product_id": shop.product, "quantity": 3 });
    let body = json!({ "warehouses_id": shop.warehouse, "target_warehouses_id": far, "lines": [line] });
    let transfer = shop.clerk.done("/admin/warehouse.TransferOrder/add", body).await;
    for step in ["audit", "ship"] {
        shop.clerk.done(&format!("/admin/warehouse.TransferOrder/{step}"), json!({ "id": transfer["id"] })).await;
    }
    let trace = shop.clerk.got(&format!("/admin/warehouse.BatchTrace/index?product_id={}&batch_number=A", shop.product)).await;
    let figures = ["received", "delivered", "on_hand", "on_road"].map(|name| trace[name].as_str().unwrap_or_default().to_owned());
    assert_eq!(figures, ["6", "0", "3", "3"], "{trace}");
    let sources: Vec<(&Value, &Value)> = rows(&trace, "sources").into_iter().map(|step| (&step["quantity"], &step["reverses"])).collect();
    assert_eq!(sources, [(&json!("10"), &json!(false)), (&json!("-4"), &json!(true))]);
    assert_eq!(trace["deliveries"], json!([]), "what was never received was delivered to nobody");
    let road = &trace["roads"][0];
    assert_eq!((&road["order_id"], &road["to"]["name"], &road["quantity"]), (&transfer["id"], &json!("Far"), &json!("3")), "{trace}");
}

#[tokio::test]
async fn computed_columns_are_searched_and_sorted_by_or_refused_by_name() {
    let shop = shop(json!({})).await;
    shop.arrived(5, "1", "A", "2999-01-01").await;
    let listed = async |path: &str, query: &str| shop.clerk.got(&format!("/admin/{path}/index?{query}")).await;
    let like = |value: &str| format!("search[0][field]=id&search[0][operator]=LIKE&search[0][val]={value}");
    for path in ["warehouse.Inventory", "warehouse.InventoryRecord"] {
        let all = listed(path, "").await;
        let id = all["list"][0]["id"].as_i64().expect("an id").to_string();
        assert_eq!(listed(path, &like(&id)).await["list"][0]["id"], all["list"][0]["id"], "{path}");
        assert_eq!(listed(path, &like("none")).await["total"], 0, "{path}");
        assert_eq!(listed(path, &like(&id).replace("LIKE", "FIND_IN_SET")).await["total"], 1, "{path}");
    }
    for (path, order) in [
        ("warehouse.InventoryRecord", "reverses"),
        ("warehouse.InboundOrder", "supplier_id"),
        ("warehouse.OutboundOrder", "customer_id"),
        ("shop.order.Refund", "id"),
    ] {
        for direction in ["asc", "desc"] {
            let page = listed(path, &format!("order={order},{direction}")).await;
            assert!(page["list"].is_array(), "{path}: {page}");
        }
    }
    for (path, order) in [("warehouse.InventoryRecord", "turnover"), ("warehouse.Reservation", "operation_number"), ("shop.order.Export", "status")] {
        let answer = shop.clerk.get(&format!("/admin/{path}/index?order={order},desc")).await;
        assert_eq!((&answer["code"], &answer["data"]["field"]), (&json!(0), &json!(order)), "{path}: {answer}");
    }
}
