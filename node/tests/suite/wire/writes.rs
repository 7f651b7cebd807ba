//! Section 3.3: adding, partial edits, whole rows that come back, deleting, drag sort.

use reqwest::Method;
use serde_json::{Value, json};

use super::{keys, refuses, search, set, site};
use crate::world::Visitor;

#[tokio::test]
async fn the_switch_cell_sends_one_field_and_a_form_the_whole_row() {
    let (_world, admin) = site().await;
    let id = admin.added("warehouse.Supplier", json!({ "name": "a & <b>", "status": "1", "level": "A" })).await;
    for (sent, stored) in [(json!("0"), 0), (json!(1), 1), (json!(false), 0), (json!(true), 1)] {
        admin.done("/admin/warehouse.Supplier/edit", json!({ "id": id.to_string(), "status": sent })).await;
        let row = admin.row("warehouse.Supplier", id).await;
        assert_eq!((&row["status"], &row["name"], &row["level"]), (&json!(stored), &json!("a & <b>"), &json!("A")), "{sent}");
    }
    let answer = admin.edited("warehouse.Supplier", json!({ "id": id, "name": "a & <b>" })).await;
    assert_eq!(answer["code"], 1, "no change is a success: {answer}");
}

/// Sends a row back as it was shown, then with one of its read-only columns changed.
async fn comes_back(admin: &Visitor, controller: &str, id: i64, changed: &str) {
    let row = admin.row(controller, id).await;
    let answer = admin.edited(controller, row.clone()).await;
    assert_eq!(answer["code"], 1, "{controller}: {answer} {row}");
    assert_eq!(admin.row(controller, id).await, row, "{controller}: nothing has changed");
    if !changed.is_empty() {
        assert!(row.get(changed).is_some(), "{controller} shows {changed}: {row}");
        let mut other = row.clone();
        other[changed] = json!("something else");
        refuses(&admin.edited(controller, other).await, changed);
    }
    let mut unknown = row;
    unknown["nobody_knows_it"] = json!(1);
    refuses(&admin.edited(controller, unknown).await, "nobody_knows_it");
}

#[tokio::test]
async fn whole_rows_come_back_and_nobody_writes_what_is_not_his() {
    let (_world, admin) = site().await;
    let member = admin.member("whole").await;
    let clerk = json!({ "username": "clerk", "nickname": "Clerk", "password": "Clerk-pass-12", "group_arr": [1], "status": 1 });
    let clerk = admin.added("auth.Admin", clerk).await;
    comes_back(&admin, "auth.Admin", clerk, "group_name_arr").await;
    comes_back(&admin, "user.User", member, "nickname_text").await;
    comes_back(&admin, "user.User", member, "last_login_ip").await;
    comes_back(&admin, "user.User", member, "userGroup").await;
    let ids = async |controller: &str| admin.rows(controller, "isTree=false").await[0]["id"].as_i64().expect("an id");
    for controller in ["auth.Rule", "user.Group", "user.Rule", "security.DataRecycle"] {
        comes_back(&admin, controller, ids(controller).await, "").await;
    }
    comes_back(&admin, "security.SensitiveData", ids("security.SensitiveData").await, "").await;
    let group = admin.added("auth.Group", json!({ "pid": 0, "name": "back", "rules": [ids("auth.Rule").await], "status": 1 })).await;
    comes_back(&admin, "auth.Group", group, "").await;
    let category = admin.added("warehouse.ProductCategory", json!({ "pid": 0, "name": "top" })).await;
    comes_back(&admin, "warehouse.ProductCategory", category, "level").await;
    let unit = admin.added("warehouse.Unit", json!({ "name": "piece" })).await;
    let product = admin.added("warehouse.Product", json!({ "name": "Pen", "product_no": "P1", "unit_id": unit, "category_id": category })).await;
    comes_back(&admin, "warehouse.Product", product, "unit").await;
    // Rows of a list carry the same.
    let listed = admin.rows("warehouse.Product", "").await[0].clone();
    assert_eq!(admin.edited("warehouse.Product", listed).await["code"], 1);
    // Times that the server keeps are never an obstacle.
    admin.done("/admin/user.User/edit", json!({ "id": member, "create_time": 1, "update_time": 1, "last_login_time": 1, "motto": "x" })).await;
    for (field, value) in [("login_failure", json!(0)), ("salt", json!("")), ("join_ip", json!("9.9.9.9"))] {
        let mut body = json!({ "id": member });
        body[field] = value;
        refuses(&admin.edited("user.User", body).await, field);
    }
}

#[tokio::test]
async fn what_is_missing_is_said() {
    let (_world, admin) = site().await;
    assert_eq!(admin.get("/admin/warehouse.Brand/edit?id=99").await["msg"], "Record not found");
    assert_eq!(admin.edited("warehouse.Brand", json!({ "id": 99, "name": "x" })).await["code"], 0);
    assert_eq!(admin.deleted("warehouse.Brand", &[99]).await["code"], 0);
    assert_eq!(admin.post("/admin/warehouse.Brand/add", &json!({})).await["code"], 0);
    assert_eq!(admin.get("/admin/warehouse.Brand/add").await["code"], 0);
    refuses(&admin.post("/admin/warehouse.Brand/add", &json!({ "weigh": 1 })).await, "name");
}

#[tokio::test]
async fn rows_are_deleted_by_query_and_by_body() {
    let (_world, admin) = site().await;
    let mut ids = Vec::new();
    for name in ["a", "b", "c", "d", "e", "f"] {
        ids.push(admin.added("warehouse.Brand", json!({ "name": name })).await);
    }
    assert_eq!(admin.deleted("warehouse.Brand", &ids[..2]).await["code"], 1);
    admin.done("/admin/warehouse.Brand/del", json!({ "ids": [ids[2], ids[3].to_string()] })).await;
    let body = json!({ "ids": ids[4].to_string() });
    let answer = admin.ask(Method::DELETE, "/admin/warehouse.Brand/del").json(&body).send().await.expect("an answer");
    assert_eq!(answer.json::<Value>().await.expect("JSON")["code"], 1);
    assert_eq!(admin.got("/admin/warehouse.Brand/index").await["total"], 1);
}

async fn order(admin: &Visitor, query: &str) -> String {
    admin.rows("warehouse.Brand", query).await.iter().map(|row| row["name"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn a_dragged_row_lands_where_the_target_was_ties_included() {
    let (_world, admin) = site().await;
    let mut ids = std::collections::HashMap::new();
    for name in ["a", "b", "c", "d", "e"] {
        ids.insert(name, admin.added("warehouse.Brand", json!({ "name": name, "weigh": 7 })).await);
    }
    // All weigh the same: the newest is first.
    assert_eq!(order(&admin, "").await, "edcba");
    let drag = async |moved: &str, target: &str, shown: Value, direction: &str| {
        let body = json!({ "move": ids[moved], "target": ids[target].to_string(), "order": shown, "direction": direction });
        admin.post("/admin/warehouse.Brand/sortable", &body).await
    };
    let answer = drag("a", "d", json!("weigh,desc"), "up").await;
    assert_eq!((answer["code"].as_i64(), &answer["data"]), (Some(1), &Value::Null), "{answer}");
    assert_eq!(order(&admin, "").await, "eadcb");
    assert_eq!(drag("e", "c", Value::Null, "down").await["code"], 1, "without an order that of the table counts");
    assert_eq!(order(&admin, "").await, "adceb");
    assert_eq!(order(&admin, "order=weigh,asc").await, "becda");
    assert_eq!(drag("b", "d", json!("weigh,asc"), "down").await["code"], 1);
    assert_eq!(order(&admin, "order=weigh,asc").await, "ecdba");
    for (moved, target, shown, direction) in [("a", "a", "weigh,desc", "up"), ("a", "b", "id,desc", "up"), ("a", "b", "weigh,desc", "sideways")] {
        assert_eq!(drag(moved, target, json!(shown), direction).await["code"], 0, "{moved} {target} {shown} {direction}");
    }
    let missing = json!({ "move": 999, "target": ids["a"], "direction": "up" });
    assert_eq!(admin.post("/admin/warehouse.Brand/sortable", &missing).await["code"], 0);
}

#[tokio::test]
async fn a_new_row_weighs_its_id() {
    let (_world, admin) = site().await;
    let id = admin.added("user.Rule", json!({ "pid": 0, "type": "route", "title": "R", "name": "r", "menu_type": null })).await;
    assert_eq!(admin.row("user.Rule", id).await["weigh"], id);
    let row = admin.row("user.Rule", id).await;
    assert!(
        keys(&row).is_superset(&set("id pid type title name path icon menu_type url component no_login_valid extend remark weigh status")),
        "{row}"
    );
    assert_eq!((row["status"].is_i64(), row["no_login_valid"].is_i64(), row["create_time"].is_i64()), (true, true, true));
}

#[tokio::test]
async fn departments_tell_their_times_by_both_names_and_a_dictionary_type_needs_no_code() {
    let (_world, admin) = site().await;
    let first = admin.added("company.Department", json!({ "pid": 0, "name": "Sales" })).await;
    let second = admin.added("company.Department", json!({ "pid": 0, "name": "Stores" })).await;
    let row = admin.row("company.Department", first).await;
    for (name, older) in [("create_time", "createtime"), ("update_time", "updatetime")] {
        assert!(row[older].as_i64().is_some_and(|time| time > 1_700_000_000) && row[name] == row[older], "{row}");
        let listed = admin.rows("company.Department", &format!("order={older},desc&isTree=false&{}", search(older, ">", &["5"], ""))).await;
        assert_eq!(listed.len(), 2, "{older}: {listed:?}");
    }
    comes_back(&admin, "company.Department", second, "").await;
    for title in ["one", "two"] {
        let id = admin.added("company.Dictionary", json!({ "title": title })).await;
        comes_back(&admin, "company.Dictionary", id, "").await;
    }
    admin.added("company.Dictionary", json!({ "title": "three", "code": "named" })).await;
    refuses(&admin.post("/admin/company.Dictionary/add", &json!({ "title": "four", "code": "named" })).await, "code");
}
