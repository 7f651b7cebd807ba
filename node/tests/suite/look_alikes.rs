//! Texts that look alike, the order of names, and times and dates as people mean them.

use serde_json::{Value, json};

use crate::order_steps::{Shop, field, key, shop};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const PRODUCT: &str = "/admin/warehouse.Product";

/// A product with this number and name, as the node answers to it.
async fn product(shop: &Shop, number: &str, name: &str) -> Value {
    let unit = shop.clerk.got("/admin/warehouse.Unit/index").await["list"][0]["id"].clone();
    shop.clerk.post(&format!("{PRODUCT}/add"), &json!({ "product_no": number, "name": name, "unit_id": unit })).await
}

/// A part of an address, with its signs written out.
fn written(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

async fn names(shop: &Shop, query: &str) -> Vec<String> {
    let list = shop.clerk.got(&format!("{PRODUCT}/index?limit=100&{query}")).await["list"].clone();
    list.as_array().expect("rows").iter().filter_map(|row| row["name"].as_str()).map(str::to_owned).collect()
}

#[tokio::test]
async fn numbers_that_look_alike_are_the_same() {
    let shop = shop(json!({})).await;
    let made = product(&shop, "LK-1", "Tea （red）").await["data"]["id"].clone();
    for number in ["lk-1", "ＬＫ－１", "LK\u{200B}-1", "LK-\u{202E}1", "L\u{AD}K-1", " LK-1\u{3000}"] {
        let refused = product(&shop, number, "Other").await;
        assert_eq!(field(&refused), ("product_no", "error.unique"), "{number:?}: {refused}");
    }
    // A search and a scan find it however it is written.
    for sought in ["ｌｋ", "LK-1", "tea", "(red", "（RED）", "te\u{200B}a"] {
        assert_eq!(names(&shop, &format!("quick_search={}", written(sought))).await, ["Tea （red）"], "{sought}");
    }
    for code in ["lk-1", "ＬＫ－１"] {
        let found = shop.clerk.got(&format!("/admin/warehouse.Barcode/resolve?code={}", written(code))).await["found"].clone();
        assert_eq!(found[0]["product"]["id"], made, "{code}: {found}");
    }
    // The supplier's own number of an order.
    let mut order = shop.inbound(1);
    order["order_no"] = "PO-1".into();
    shop.clerk.done(&format!("{INBOUND}/add"), order.clone()).await;
    for number in ["po-1", "ＰＯ－１", "PO\u{200B}-1", "P\u{2060}O-1"] {
        order["order_no"] = number.into();
        let refused = shop.clerk.post(&format!("{INBOUND}/add"), &order).await;
        assert_eq!(refused["code"], 0, "{number:?}: {refused}");
    }
    order["order_no"] = "ＰＯ－２".into();
    shop.clerk.done(&format!("{INBOUND}/add"), order).await;
    let list = shop.clerk.got(&format!("{INBOUND}/index?quick_search=po-2")).await["list"].clone();
    assert_eq!((list.as_array().map(Vec::len), &list[0]["order_no"]), (Some(1), &json!("ＰＯ－２")), "{list}");
    shop.books_are_right().await;
}

#[tokio::test]
async fn names_keep_what_their_script_needs_and_sort_as_people_count() {
    let shop = shop(json!({})).await;
    for (number, name, kept) in [
        ("N1", "👨\u{200D}👩\u{200D}👧 set", "👨\u{200D}👩\u{200D}👧 set"),
        ("N2", "می\u{200C}خواهم", "می\u{200C}خواهم"),
        ("N3", "A\u{202E}B\u{2066}C", "ABC"),
    ] {
        let id = product(&shop, number, name).await["data"]["id"].clone();
        assert_eq!(shop.clerk.got(&format!("{PRODUCT}/edit?id={id}")).await["row"]["name"], kept);
    }
    for (at, name) in ["Sort A10", "Sort A2", "Sort 张", "Sort a1", "Sort 李", "Sort Ａ3"].into_iter().enumerate() {
        product(&shop, &format!("S{at}"), name).await;
    }
    let ascending = names(&shop, "quick_search=sort&order=name,asc").await;
    assert_eq!(ascending, ["Sort a1", "Sort A2", "Sort Ａ3", "Sort A10", "Sort 李", "Sort 张"]);
}

#[tokio::test]
async fn the_last_second_of_a_range_is_a_whole_one() {
    let shop = shop(json!({})).await;
    let order = shop
        .clerk
        .done(&format!("{INBOUND}/reviewStock"), json!({ "id": shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(1)).await["id"] }))
        .await;
    for path in [INBOUND, "/admin/warehouse.InventoryRecord"] {
        let row = shop.clerk.got(&format!("{path}/index")).await["list"][0].clone();
        let at = row["create_time"].as_i64().unwrap_or_else(|| panic!("{path}: {row}"));
        for (operator, value, found) in
            [("RANGE", format!("{at},{at}"), 1), ("eq", at.to_string(), 1), (">", at.to_string(), 0), ("<=", at.to_string(), 1)]
        {
            let query = format!("search[0][field]=create_time&search[0][operator]={operator}&search[0][val]={value}");
            assert_eq!(shop.clerk.got(&format!("{path}/index?{query}")).await["total"], found, "{path} {operator}");
        }
    }
    assert_ne!(order["id"], Value::Null);
}

#[tokio::test]
async fn dates_of_years_that_nobody_means_are_refused() {
    let shop = shop(json!({})).await;
    for year in ["0069", "1066", "1899", "3026"] {
        let mut order = shop.inbound(1);
        order["lines"][0]["batch_number"] = "B1".into();
        order["lines"][0]["expiry_date"] = format!("{year}-01-05").into();
        let refused = shop.clerk.post(&format!("{INBOUND}/add"), &order).await;
        assert_eq!((refused["data"]["field"].as_str(), key(&refused)), (Some("lines[0].expiry_date"), "error.date"), "{refused}");
    }
}

#[tokio::test]
async fn a_text_that_the_font_lacks_is_named() {
    let shop = shop(json!({})).await;
    let mut order = shop.inbound(1);
    order["remark"] = "to مرحبا".into();
    let order = shop.clerk.done(&format!("{INBOUND}/add"), order).await;
    let refused = shop.clerk.get(&format!("{INBOUND}/print?ids[]={}&form=order", order["id"])).await;
    assert_eq!(key(&refused), "print.letters", "{refused}");
    assert!(refused["msg"].as_str().is_some_and(|said| said.contains("مرحبا")), "{refused}");
}
