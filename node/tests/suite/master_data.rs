//! Master data: partners with one id, the history of a row, and who sees contact data.

use serde_json::{Value, json};

use crate::list_exports::exported;
use crate::order_steps::{field, key, shop};
use crate::world::Visitor;

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const SUPPLIER: &str = "/admin/warehouse.Supplier";
const CUSTOMER: &str = "/admin/warehouse.Customer";

#[tokio::test]
async fn a_supplier_and_a_customer_with_one_id_are_two_partners() {
    let shop = shop(json!({})).await;
    let (mut purchase, customer) = (shop.inbound(1), shop.outbound(1)["customer_id"].clone());
    let supplier = purchase["supplier_id"].clone();
    assert_eq!(supplier, customer, "both are the first of their table");
    purchase["order_no"] = "R-1".into();
    shop.clerk.done(&format!("{INBOUND}/add"), purchase.clone()).await;
    // The same number of the partner is another order's where the partner is another.
    let mut back = purchase.clone();
    (back["type"], back["supplier_id"], back["customer_id"]) = (30.into(), Value::Null, customer.clone());
    let back = shop.clerk.done(&format!("{INBOUND}/add"), back).await;
    assert_eq!(shop.clerk.post(&format!("{INBOUND}/add"), &purchase).await["code"], 0, "a supplier's own number comes once");
    let used = shop.clerk.post(&format!("{CUSTOMER}/del"), &json!({ "ids": [customer] })).await;
    assert_eq!((used["code"].as_i64(), key(&used)), (Some(0), "error.in_use"), "{used}");
    let gone = shop.clerk.del(&format!("{INBOUND}/del"), &back["id"]).await;
    assert_eq!(gone["code"], 1, "{gone}");
    // A deleted order names its partner still: a second customer has none.
    let second = shop.clerk.done(&format!("{CUSTOMER}/add"), json!({ "name": "Second" })).await["id"].clone();
    let other = shop.clerk.done(&format!("{SUPPLIER}/add"), json!({ "name": "Second" })).await["id"].clone();
    assert_eq!(second, other);
    let mut bought = shop.inbound(1);
    bought["supplier_id"] = other.clone();
    shop.clerk.done(&format!("{INBOUND}/add"), bought).await;
    shop.clerk.done(&format!("{CUSTOMER}/del"), json!({ "ids": [second] })).await;
    let used = shop.clerk.post(&format!("{SUPPLIER}/del"), &json!({ "ids": [other] })).await;
    assert_eq!(key(&used), "error.in_use", "{used}");
}

#[tokio::test]
async fn a_place_stays_in_its_warehouse_while_something_refers_to_it() {
    let shop = shop(json!({})).await;
    let post = async |path: &str, body: Value| shop.clerk.post(&format!("/admin/warehouse.{path}"), &body).await;
    let add = async |controller: &str, body: Value| shop.clerk.done(&format!("/admin/warehouse.{controller}/add"), body).await["id"].clone();
    let far = add("Warehouse", json!({ "name": "Far", "serial_no": "W2" })).await;
    let area = add("WarehouseArea", json!({ "warehouses_id": shop.warehouse, "name": "A" })).await;
    let other = add("WarehouseArea", json!({ "warehouses_id": far, "name": "B" })).await;
    // Nothing refers to it yet.
    for warehouse in [&far, &json!(shop.warehouse)] {
        assert_eq!(post("WarehouseArea/edit", json!({ "id": area, "warehouses_id": warehouse })).await["code"], 1);
    }
    let strange = post("WarehouseShelf/add", json!({ "warehouses_id": shop.warehouse, "warehouses_areas_id": other, "name": "S" })).await;
    assert_eq!(field(&strange), ("warehouses_areas_id", "error.reference"), "{strange}");
    let shelf = add("WarehouseShelf", json!({ "warehouses_id": shop.warehouse, "warehouses_areas_id": area, "name": "S" })).await;
    let strange = post("WarehouseShelf/edit", json!({ "id": shelf, "warehouses_areas_id": other })).await;
    assert_eq!(field(&strange), ("warehouses_areas_id", "error.reference"), "{strange}");
    let moved = post("WarehouseArea/edit", json!({ "id": area, "warehouses_id": far })).await;
    assert_eq!(field(&moved), ("warehouses_id", "error.place.used"), "it has a shelf: {moved}");
    let mut body = shop.inbound(1);
    (body["lines"][0]["warehouses_areas_id"], body["lines"][0]["warehouses_shelves_id"]) = (area.clone(), shelf.clone());
    let order = shop.clerk.done(&format!("{INBOUND}/add"), body).await;
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await;
    let moved = post("WarehouseShelf/edit", json!({ "id": shelf, "warehouses_id": far, "warehouses_areas_id": other })).await;
    assert_eq!(field(&moved), ("warehouses_id", "error.place.used"), "{moved}");
    let second = add("WarehouseArea", json!({ "warehouses_id": shop.warehouse, "name": "C" })).await;
    let moved = post("WarehouseShelf/edit", json!({ "id": shelf, "warehouses_areas_id": second })).await;
    assert_eq!(field(&moved), ("warehouses_areas_id", "error.place.used"), "{moved}");
    let same = json!({ "id": shelf, "name": "T", "warehouses_id": shop.warehouse, "warehouses_areas_id": area });
    assert_eq!(post("WarehouseShelf/edit", same).await["code"], 1);
}

#[tokio::test]
async fn a_row_says_who_changed_what() {
    let shop = shop(json!({})).await;
    let path = format!("/admin/resource/history?controller=warehouse.Product&id={}", shop.product);
    let brand = shop.clerk.done("/admin/warehouse.Brand/add", json!({ "name": "Nord" })).await["id"].clone();
    shop.clerk.done("/admin/warehouse.Product/edit", json!({ "id": shop.product, "name": "Pencil", "brand_id": brand })).await;
    shop.clerk.done("/admin/warehouse.Product/edit", json!({ "id": shop.product, "name": "Pencil" })).await;
    let list = shop.clerk.got(&path).await["list"].clone();
    let versions: Vec<(&Value, &Value)> = list.as_array().expect("versions").iter().map(|entry| (&entry["version"], &entry["action"])).collect();
    assert_eq!(versions, [(&json!(2), &json!("edited")), (&json!(1), &json!("added"))], "what changes nothing is no version: {list}");
    let change = |field: &str| {
        let changes = list[0]["changes"].as_array().expect("changes");
        let found = changes.iter().find(|change| change["field"] == field).unwrap_or_else(|| panic!("{field}: {list}"));
        (found["before"].clone(), found["after"].clone())
    };
    assert_eq!(change("name"), (json!("Pen"), json!("Pencil")));
    assert_eq!(change("brand_id"), (json!(""), json!("Nord")));
    assert!(list[0]["admin_name"].as_str().is_some_and(|name| !name.is_empty()), "{list}");
    let stranger = shop.person("stranger", &["warehouse/brand/index"]).await;
    assert_eq!(stranger.get(&path).await["code"], 401);
    // So does every declared row, but for those that tell of a person.
    shop.clerk.done("/admin/warehouse.Brand/edit", json!({ "id": brand, "name": "Nordic" })).await;
    let of_brand = shop.clerk.got(&format!("/admin/resource/history?controller=warehouse.Brand&id={brand}")).await["list"].clone();
    assert_eq!((&of_brand[0]["changes"][0]["before"], &of_brand[0]["changes"][0]["after"]), (&json!("Nord"), &json!("Nordic")), "{of_brand}");
    let none = shop.clerk.get("/admin/resource/history?controller=user.User&id=1").await;
    assert_eq!(none["data"]["field"], "controller", "members keep no history: {none}");
}

#[tokio::test]
async fn contact_data_is_masked_for_those_without_the_right() {
    let shop = shop(json!({})).await;
    let row = json!({ "name": "Acme", "mobile": "13800138000", "address": "1 Road" });
    let id = shop.clerk.done(&format!("{SUPPLIER}/add"), row).await["id"].clone();
    shop.clerk.done(&format!("{SUPPLIER}/edit"), json!({ "id": id, "mobile": "13900139000" })).await;
    let reader = shop.person("reader", &["warehouse/supplier/index"]).await;
    let caller = shop.person("caller", &["warehouse/supplier/index", "warehouse/supplier/contact"]).await;
    let list = format!("{SUPPLIER}/index?initKey=id&initValue[]={id}");
    let seen = |answer: Value| (answer["list"][0]["mobile"].clone(), answer["list"][0]["address"].clone());
    assert_eq!(seen(reader.got(&list).await), (json!("139****9000"), json!("******")));
    assert_eq!(seen(caller.got(&list).await), (json!("13900139000"), json!("1 Road")));
    let by_number = format!("{SUPPLIER}/index?search[0][field]=mobile&search[0][operator]=LIKE&search[0][val]=139");
    assert_eq!(reader.get(&by_number).await["code"], 0, "a search would tell what is masked");
    assert_eq!(caller.got(&by_number).await["total"], 1);
    let history = format!("/admin/resource/history?controller=warehouse.Supplier&id={id}");
    let change = reader.got(&history).await["list"][0]["changes"][0].clone();
    assert_eq!((&change["before"], &change["after"]), (&json!("138****8000"), &json!("139****9000")), "{change}");
    assert_eq!(caller.got(&history).await["list"][0]["changes"][0]["after"], "13900139000");
}

#[tokio::test]
async fn members_of_the_shop_are_masked_and_found_by_the_whole_number() {
    let shop = shop(json!({})).await;
    let (_, ann) = shop.world.member("ann").await;
    shop.clerk.done("/admin/user.User/edit", json!({ "id": ann, "mobile": "13800138000" })).await;
    let reader = shop.person("reader", &["shop/user/user/index", "shop/user/user/export"]).await;
    let caller = shop.person("caller", &["shop/user/user/index", "shop/user/user/export", "shop/user/user/contact"]).await;
    let list = "/admin/shop.user.User";
    let whole = ("13800138000", "ann@example.com");
    for (who, seen) in [(&reader, ("138****8000", "a**@example.com")), (&caller, whole)] {
        let row = who.got(&format!("{list}/index")).await["list"][0].clone();
        assert_eq!((row["mobile"].as_str(), row["email"].as_str()), (Some(seen.0), Some(seen.1)), "{row}");
        let row = exported(who, list, "").await[0].clone();
        let cells: Vec<&str> = row.as_object().expect("cells").values().filter_map(Value::as_str).collect();
        assert!(cells.contains(&seen.0) && cells.contains(&seen.1), "{row}");
    }
    let found = async |who: &Visitor, words: &str| who.got(&format!("{list}/index?quickSearch={words}")).await["total"].clone();
    assert_eq!((found(&reader, whole.0).await, found(&reader, "ann").await), (json!(1), json!(1)));
    assert_eq!(found(&reader, "13800").await, 0, "a part would be told by the rows that are found");
    assert_eq!(found(&caller, "13800").await, 1);
    let by_number = format!("{list}/index?search[0][field]=mobile&search[0][operator]=LIKE&search[0][val]=138");
    assert_eq!(reader.get(&by_number).await["code"], 0, "neither by a filter");
}

#[tokio::test]
async fn members_are_masked_for_those_who_do_not_edit_them_and_no_mask_is_written_back() {
    let shop = shop(json!({})).await;
    let (_, ann) = shop.world.member("ann").await;
    let edit = "/admin/user.User/edit";
    shop.clerk.done(edit, json!({ "id": ann, "mobile": "13800138000" })).await;
    let list = "/admin/user.User";
    let reading = ["user/user/index", "user/user/export", "user/user/del", "security/dataRecycleLog/index"];
    let reader = shop.person("reader", &reading).await;
    let caller = shop.person("caller", &["user/user/index", "user/user/export", "user/user/contact"]).await;
    let editor = shop.person("editor", &["user/user/index", "user/user/export", "user/user/edit"]).await;
    let (masked, whole) = (("138****8000", "a**@example.com"), ("13800138000", "ann@example.com"));
    for (who, seen) in [(&reader, masked), (&caller, whole), (&editor, whole)] {
        for path in ["index", "index?select=true"] {
            let answer = who.got(&format!("{list}/{path}")).await;
            let rows = if answer["list"].is_array() { &answer["list"] } else { &answer["options"] };
            let other = if seen == masked { whole } else { masked };
            let text = rows.to_string();
            assert!(!text.contains(other.0) && !text.contains(other.1), "{path}: {rows}");
        }
        let row = exported(who, list, "").await[0].clone();
        let cells: Vec<&str> = row.as_object().expect("cells").values().filter_map(Value::as_str).collect();
        assert!(cells.contains(&seen.0) && cells.contains(&seen.1), "{row}");
    }
    let by_number = format!("{list}/index?search[0][field]=mobile&search[0][operator]=LIKE&search[0][val]=138");
    assert_eq!((reader.get(&by_number).await["code"].clone(), caller.got(&by_number).await["total"].clone()), (json!(0), json!(1)));
    assert_eq!(reader.get(&format!("{edit}?id={ann}")).await["code"], 401);

    // A form that was read before the right to edit was given.
    editor.done(edit, json!({ "id": ann, "mobile": masked.0, "email": masked.1, "motto": "new" })).await;
    let row = editor.got(&format!("{edit}?id={ann}")).await["row"].clone();
    assert_eq!((&row["mobile"], &row["email"], &row["motto"]), (&json!(whole.0), &json!(whole.1), &json!("new")));
    assert_eq!(editor.post(edit, &json!({ "id": ann, "mobile": "139****8000" })).await["data"]["field"], "mobile", "another mask");

    reader.done(&format!("{list}/del"), json!({ "ids": [ann] })).await;
    let deleted = reader.got("/admin/security.DataRecycleLog/index").await["list"][0]["data"].to_string();
    assert!(deleted.contains(masked.0) && !deleted.contains(whole.0) && !deleted.contains(whole.1), "{deleted}");
    // A search of what the bin has kept would tell it.
    let kept = |query: &str| format!("/admin/security.DataRecycleLog/index?{query}");
    for query in ["search[0][field]=data&search[0][operator]=LIKE&search[0][val]=1380013", "order=data,asc"] {
        assert_eq!(reader.get(&kept(query)).await["data"]["field"], "data", "{query}");
        assert_eq!(shop.clerk.get(&kept(query)).await["code"], 1, "{query}");
    }
}
