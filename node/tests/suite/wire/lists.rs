//! Section 3.1, 3.2 and 3.4: lists, every operator, remote selects, trees.

use form_urlencoded::Serializer;
use serde_json::{Value, json};

use super::{keys, search, set, site};
use crate::world::Visitor;

/// Brands with a product each of 3.50, 12.00 and 40.25; answers the products' ids.
async fn goods(admin: &Visitor) -> Vec<i64> {
    let unit = admin.added("warehouse.Unit", json!({ "name": "piece" })).await;
    let mut products = Vec::new();
    for (name, price) in [("Pen", "3.50"), ("Ink 100%", "12"), ("Lamp_x", "40.25")] {
        let brand = admin.added("warehouse.Brand", json!({ "name": format!("{name} & Co") })).await;
        let body = json!({ "name": name, "product_no": format!("P-{name}"), "unit_id": unit, "brand_id": brand.to_string(), "price": price });
        products.push(admin.added("warehouse.Product", body).await);
    }
    products
}

async fn found(admin: &Visitor, controller: &str, query: &str) -> Vec<i64> {
    let mut ids: Vec<i64> = admin.rows(controller, query).await.iter().filter_map(|row| row["id"].as_i64()).collect();
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn a_list_has_rows_a_total_and_a_remark() {
    let (_world, admin) = site().await;
    let products = goods(&admin).await;
    let page = admin.got("/admin/warehouse.Product/index?page=2&limit=2&order=id,asc&uuid=1").await;
    assert_eq!((keys(&page), page["total"].as_i64()), (set("list total remark"), Some(3)));
    assert_eq!(page["list"][0]["id"], products[2]);
    assert_eq!(page["list"][0]["brand"], json!({ "name": "Lamp_x & Co" }), "a related row shows no more than it must");
    for quick in ["lamp", "P-Lamp", "LAMP_X"] {
        assert_eq!(found(&admin, "warehouse.Product", &format!("quickSearch={quick}")).await, [products[2]], "{quick}");
    }
    // The rule's remark is the page's.
    let rules = admin.rows("auth.Rule", "isTree=false").await;
    let rule = rules.iter().find(|rule| rule["name"] == "warehouse/product").expect("a rule");
    admin.done("/admin/auth.Rule/edit", json!({ "id": rule["id"], "remark": "look twice" })).await;
    assert_eq!(admin.got("/admin/warehouse.Product/index").await["remark"], "look twice");
}

#[tokio::test]
async fn every_operator_in_every_spelling() {
    let (_world, admin) = site().await;
    let products = goods(&admin).await;
    let [a, b, c] = products[..] else { panic!("three products") };
    let (text_a, list) = (a.to_string(), format!("{a},{c}"));
    /// Field, operators, values, and the rows that they find.
    type Case<'a> = (&'a str, &'a [&'a str], &'a [&'a str], &'a [i64]);
    let cases: &[Case] = &[
        ("id", &["=", "eq", ""], &[&text_a], &[a]),
        ("id", &["<>", "ne"], &[&text_a], &[b, c]),
        ("id", &["=", "eq"], &["abc"], &[]),
        ("id", &["<>"], &["abc"], &[a, b, c]),
        ("price", &[">", "gt"], &["12"], &[c]),
        ("price", &[">=", "egt"], &["12"], &[b, c]),
        ("price", &["<", "lt"], &["12"], &[a]),
        ("price", &["<=", "elt"], &["12"], &[a, b]),
        ("name", &["LIKE", "like"], &["00%"], &[b]),
        ("name", &["LIKE"], &["_"], &[c]),
        ("name", &["NOT LIKE", "not like"], &["e"], &[b, c]),
        ("price", &["RANGE", "range"], &["3.5,12"], &[a, b]),
        ("price", &["RANGE"], &["12,"], &[b, c]),
        ("price", &["RANGE"], &[",12"], &[a, b]),
        ("price", &["NOT RANGE"], &["4,13"], &[a, c]),
        ("price", &["NOT RANGE"], &["12,"], &[a]),
        ("price", &["NOT RANGE"], &[",12"], &[c]),
        ("id", &["IN", "in"], &[&text_a, &c.to_string()], &[a, c]),
        ("id", &["IN"], &[&list], &[a, c]),
        ("id", &["NOT IN"], &[&list], &[b]),
        ("brand.name", &["LIKE"], &["ink"], &[b]),
        ("product.name", &["="], &["Pen"], &[a]),
        ("category_id", &["NULL", "null"], &["true"], &[a, b, c]),
        ("brand_id", &["NOT NULL"], &["true"], &[a, b, c]),
        ("name", &["FIND_IN_SET"], &["Pen"], &[a]),
    ];
    for (field, spellings, values, expected) in cases {
        for operator in *spellings {
            assert_eq!(found(&admin, "warehouse.Product", &search(field, operator, values, "")).await, *expected, "{field} {operator} {values:?}");
        }
    }
    // What is not complete says nothing; what is not known is refused.
    for incomplete in ["search[0][field]=id", "search[0][field]=id&search[0][val]=&search[0][operator]=eq", "search[0][val]=1"] {
        assert_eq!(found(&admin, "warehouse.Product", incomplete).await.len(), 3, "{incomplete}");
    }
    for unknown in [search("nothing", "eq", &["1"], ""), search("brand.password", "eq", &["1"], ""), "order=nothing,desc".into()] {
        assert_eq!(admin.get(&format!("/admin/warehouse.Product/index?{unknown}")).await["code"], 0, "{unknown}");
    }
}

#[tokio::test]
async fn several_values_in_a_column_and_either_form_of_a_status() {
    let (_world, admin) = site().await;
    let group = admin.rows("auth.Group", "isTree=false").await[0]["id"].to_string();
    assert_eq!(admin.rows("auth.Admin", &search("group_arr", "FIND_IN_SET", &[&group], "")).await.len(), 1);
    assert_eq!(admin.rows("auth.Admin", &search("group_arr", "FIND_IN_SET", &[&group, "999"], "")).await.len(), 0);
    for value in ["enable", "1"] {
        assert_eq!(admin.rows("auth.Admin", &search("status", "eq", &[value], "")).await.len(), 1, "{value}");
    }
    assert_eq!(admin.rows("auth.Admin", &search("status", "IN", &["0", "disable"], "")).await.len(), 0);
    for value in ["1", "0"] {
        assert_eq!(admin.rows("user.Group", &search("status", "eq", &[value], "")).await.len(), usize::from(value == "1"));
    }
}

#[tokio::test]
async fn times_are_those_of_the_sites_clock() {
    let (_world, admin) = site().await;
    let id = admin.member("born").await;
    admin.done("/admin/user.User/edit", json!({ "id": id, "birthday": "2000-02-03" })).await;
    let created = admin.row("user.User", id).await["create_time"].as_i64().expect("seconds");
    let shanghai = |seconds: i64| {
        let time = chrono::DateTime::from_timestamp(seconds, 0).expect("a time").with_timezone(&chrono_tz::Asia::Shanghai);
        time.format("%Y-%m-%d %H:%M:%S").to_string()
    };
    let found = async |field: &str, operator: &str, value: &str| admin.rows("user.User", &search(field, operator, &[value], "datetime")).await.len();
    let around = format!("{},{}", shanghai(created), shanghai(created + 1));
    assert_eq!((found("create_time", "RANGE", &around).await, found("create_time", "eq", &shanghai(created)).await), (1, 1));
    assert_eq!(found("create_time", "RANGE", &format!("{},{}", shanghai(created - 9), shanghai(created - 1))).await, 0);
    assert_eq!(found("create_time", "RANGE", &shanghai(created - 9)).await, 1, "half a range says nothing");
    // A date-only picker sends whole days.
    assert_eq!(found("birthday", "RANGE", "2000-02-03 00:00:00,2000-02-03 23:59:59").await, 1);
    assert_eq!(found("birthday", "RANGE", "2000-02-04 00:00:00,2000-02-05 23:59:59").await, 0);
    let other = admin.member("ageless").await;
    let like = admin.rows("user.User", &search("birthday", "LIKE", &["2000-02"], "")).await;
    assert_eq!(like.len(), 1);
    assert_eq!(admin.rows("user.User", &search("birthday", "NULL", &["true"], "")).await[0]["id"], other);
}

#[tokio::test]
async fn a_remote_select_loads_what_it_holds() {
    let (_world, admin) = site().await;
    let products = goods(&admin).await;
    let ask = |pairs: &[(&str, &str)]| {
        let mut query = Serializer::new(String::new());
        query.extend_pairs(pairs);
        format!("/admin/warehouse.Product/index?{}", query.finish())
    };
    let (a, c) = (products[0].to_string(), products[2].to_string());
    for (pairs, expected) in [
        (vec![("select", "true"), ("initKey", "id"), ("initValue", a.as_str()), ("uuid", "x")], 1),
        (vec![("select", "true"), ("initKey", "product.id"), ("initValue[]", &a), ("initValue[]", &c)], 2),
        (vec![("initKey", "id"), ("initValue[0]", &a), ("initValue[1]", &c), ("initOperator", "not in"), ("limit", "1")], 1),
        (vec![("initKey", "name"), ("initValue", "Pen"), ("initOperator", "=")], 1),
        (vec![("select", "true"), ("initValue", ""), ("quickSearch", "")], 3),
        (vec![("initValue", "nonsense")], 0),
    ] {
        let answer = admin.got(&ask(&pairs)).await;
        assert_eq!(answer["list"].as_array().map(Vec::len), Some(expected), "{pairs:?}: {answer}");
        assert_eq!(answer["total"], expected, "{pairs:?}");
    }
    let id = admin.member("chosen").await;
    let shown = admin.got(&format!("/admin/user.User/index?select=true&initKey=user.id&initValue={id}")).await;
    assert_eq!(shown["list"][0]["nickname_text"], format!("chosen(ID:{id})"));
}

fn texts(options: &Value, label: &str) -> Vec<String> {
    let text = |option: &Value| option[label].as_str().unwrap_or_default().to_owned();
    options.as_array().expect("options").iter().map(text).collect()
}

#[tokio::test]
async fn trees_are_whole_and_selects_are_flat_and_indented() {
    let (_world, admin) = site().await;
    let add = async |pid: i64, name: &str| admin.added("auth.Group", json!({ "pid": pid, "name": name, "rules": [], "status": 1 })).await;
    let chief = admin.rows("auth.Group", "isTree=false").await[0]["id"].as_i64().expect("an id");
    let top = add(chief, "top").await;
    let (first, _last) = (add(top, "first").await, add(top, "last").await);
    add(first, "below").await;
    let tree = admin.got("/admin/auth.Group/index").await;
    assert_eq!(keys(&tree), set("list group remark"), "a tree has no total");
    assert_eq!(tree["list"][0]["children"][0]["children"][0]["children"][0]["name"], "below");
    let flat = admin.got("/admin/auth.Group/index?isTree=false").await;
    assert!(flat["list"].as_array().expect("rows").iter().all(|row| row.get("children").is_none()));
    let options = admin.got("/admin/auth.Group/index?select=true&isTree=true").await["options"].clone();
    assert_eq!(texts(&options, "name")[1..], ["    └top", "        ├first", "        │    └below", "        └last"].map(String::from));
    // What is held already is not decorated, and keeps to the values.
    let held = admin.got(&format!("/admin/auth.Group/index?select=true&initKey=id&initValue[]={first}")).await["options"].clone();
    assert_eq!(texts(&held, "name"), ["first"]);
    admin.done("/admin/auth.Group/edit", json!({ "id": first, "status": "0" })).await;
    let options = admin.got("/admin/auth.Group/index?select=true").await["options"].clone();
    assert!(!texts(&options, "name").iter().any(|name| name.contains("first")), "{options}");
    let rules = admin.got("/admin/auth.Rule/index?select=true").await["options"].clone();
    assert!(rules.as_array().expect("options").iter().all(|rule| rule["type"] != "button"));
}
