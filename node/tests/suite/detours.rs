//! Nobody gets by a detour (restore, rollback, import, sorting, menu rules) what they could not give themselves: every one
//! of them asks as an add or an edit does, under the rights of now.

use serde_json::{Value, json};

use crate::data_exchange::import;
use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, PASSWORD, admins};

/// The column of ids says which rows are meant.
const BY_ID: [(&str, &str); 1] = [("mapping", r#"{"id":"id"}"#)];

struct Site {
    node: Node,
    chief: Client,
    /// Heads administrators and groups, suppliers and customers, and has every way back.
    head: Client,
    heads: i64,
    /// Below the heads: suppliers and customers.
    below: i64,
    all: Vec<(i64, String)>,
}

async fn site(dir: &tempfile::TempDir) -> Site {
    admins(dir.path(), &[], &["chief", "second"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let all = rules(&chief).await;
    let held = picked(&all, &["auth", "security", "warehouse/supplier", "warehouse/customer", "warehouse/brand", "notification", "routine/transfer"]);
    let heads = group(&chief, json!({ "name": "heads", "pid": 0, "rules": held })).await;
    let head = member(&node, &chief, "head", &[heads]).await;
    let fields = json!([{ "name": "mobile", "value": "Mobile" }, { "name": "city", "value": "City" }]);
    let rule = json!({ "name": "s", "controller": "warehouse/Supplier.php", "data_table": "x", "primary_key": "id", "status": 1, "fields": fields });
    chief.done("/admin/security.SensitiveData/add", rule).await;
    let below = group(&head, json!({ "name": "below", "pid": heads, "rules": picked(&all, &["warehouse/supplier", "warehouse/customer"]) })).await;
    Site { node, chief, head, heads, below, all }
}

async fn log(client: &Client, controller: &str) -> Vec<Value> {
    client.get(&format!("/admin/{controller}/index?limit=200")).await["data"]["list"].as_array().expect("rows").clone()
}

async fn stored_rules(client: &Client, group: i64) -> Vec<i64> {
    let row = client.get(&format!("/admin/auth.Group/edit?id={group}")).await["data"]["row"].clone();
    row["rules"].as_array().unwrap_or_else(|| panic!("{row}")).iter().filter_map(Value::as_i64).collect()
}

#[tokio::test]
async fn a_group_does_not_get_back_what_was_taken_from_its_head() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    // The head takes customers from the group below; then they are taken from the heads.
    site.head.done("/admin/auth.Group/edit", json!({ "id": site.below, "rules": picked(&site.all, &["warehouse/supplier"]) })).await;
    let note = log(&site.head, "security.SensitiveDataLog").await[0]["id"].clone();
    let less = picked(&site.all, &["auth", "security", "warehouse/supplier", "warehouse/brand", "notification", "routine/transfer"]);
    site.chief.done("/admin/auth.Group/edit", json!({ "id": site.heads, "rules": less })).await;
    let before = stored_rules(&site.chief, site.below).await;
    let answer = site.head.post("/admin/security.SensitiveDataLog/rollback", &json!({ "ids": [note] })).await;
    assert_eq!(answer["data"]["key"], "error.group.beyond", "{answer}");
    assert_eq!(stored_rules(&site.chief, site.below).await, before);
    // Who may give it puts it back, and the note goes.
    let note = log(&site.chief, "security.SensitiveDataLog").await;
    let note =
        note.iter().find(|note| note["data_table"] == "admin_group" && note["id_value"] == format!("id={}", site.below)).expect("a note")["id"]
            .clone();
    site.chief.done("/admin/security.SensitiveDataLog/rollback", json!({ "ids": [note] })).await;
    assert_eq!(stored_rules(&site.chief, site.below).await.len(), before.len() * 2);
    assert!(log(&site.chief, "security.SensitiveDataLog").await.iter().all(|left| left["id"] != note), "the note is gone, and none is made");
    site.node.kill().await;
}

#[tokio::test]
async fn an_account_does_not_come_back_with_more_than_its_finder_has() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let nadia = json!({ "username": "nadia", "nickname": "Nadia", "password": PASSWORD, "group_arr": [site.below], "email": "nadia@example.com" });
    let nadia = site.head.done("/admin/auth.Admin/add", nadia).await["id"].clone();
    site.head.done("/admin/auth.Admin/del", json!({ "ids": [nadia] })).await;
    // Her group gets more than the head has.
    let more = picked(&site.all, &["warehouse/supplier", "routine/config"]);
    site.chief.done("/admin/auth.Group/edit", json!({ "id": site.below, "rules": more })).await;
    let copy = log(&site.head, "security.DataRecycleLog").await[0]["id"].clone();
    let answer = site.head.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [copy] })).await;
    assert_eq!((answer["data"]["field"].clone(), answer["data"]["key"].clone()), (json!("group_arr"), json!("error.group.not_yours")), "{answer}");
    assert!(site.node.try_login("nadia").await.is_none());
    // Her address is somebody else's by now: two accounts never have the same.
    site.chief.done("/admin/auth.Group/edit", json!({ "id": site.below, "rules": picked(&site.all, &["warehouse/supplier"]) })).await;
    let other = json!({ "username": "nora1", "nickname": "Nora", "password": PASSWORD, "group_arr": [site.below], "email": "nadia@example.com" });
    let other = site.head.done("/admin/auth.Admin/add", other).await["id"].clone();
    let answer = site.head.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [copy] })).await;
    assert_eq!((answer["data"]["field"].clone(), answer["data"]["key"].clone()), (json!("email"), json!("error.unique")), "{answer}");
    site.head.done("/admin/auth.Admin/edit", json!({ "id": other, "email": "" })).await;
    // With what the head may give she comes back, under her id and with her password.
    site.head.done("/admin/security.DataRecycleLog/restore", json!({ "ids": [copy] })).await;
    let back = site.head.get(&format!("/admin/auth.Admin/edit?id={nadia}")).await["data"]["row"].clone();
    assert_eq!((back["username"].clone(), back["group_arr"].clone()), (json!("nadia"), json!([site.below])), "{back}");
    assert!(site.node.try_login("nadia").await.is_some());
    assert!(log(&site.head, "security.DataRecycleLog").await.iter().all(|left| left["id"] != copy));
    site.node.kill().await;
}

#[tokio::test]
async fn ways_back_need_the_right_of_the_way_there() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let supplier = site.head.done("/admin/warehouse.Supplier/add", json!({ "name": "Nord", "mobile": "1", "city": "a" })).await["id"].clone();
    let gone = site.head.done("/admin/warehouse.Supplier/add", json!({ "name": "Gone" })).await["id"].clone();
    site.head.done("/admin/warehouse.Supplier/edit", json!({ "id": supplier, "mobile": "2", "city": "b" })).await;
    site.head.done("/admin/warehouse.Supplier/edit", json!({ "id": supplier, "mobile": "3" })).await;
    site.head.done("/admin/warehouse.Supplier/del", json!({ "ids": [gone] })).await;
    let notes: Vec<Value> = log(&site.head, "security.SensitiveDataLog").await.iter().map(|note| note["id"].clone()).collect();
    let copy = log(&site.head, "security.DataRecycleLog").await[0]["id"].clone();
    // Suppliers may be looked at only, from now on.
    let kept = |names: &[&str]| {
        let hidden = ["warehouse/supplier/add", "warehouse/supplier/edit"];
        let held = picked(&site.all, names);
        site.all.iter().filter(|(id, name)| held.contains(id) && !hidden.contains(&name.as_str())).map(|(id, _)| *id).collect::<Vec<_>>()
    };
    let names = ["auth", "security", "warehouse/supplier", "warehouse/customer", "notification", "routine/transfer"];
    site.chief.done("/admin/auth.Group/edit", json!({ "id": site.heads, "rules": kept(&names) })).await;
    assert_eq!(site.head.post("/admin/security.SensitiveDataLog/rollback", &json!({ "ids": notes })).await["code"], 401);
    assert_eq!(site.head.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [copy] })).await["code"], 401);
    let answer = import(&site.head, "warehouse.Supplier", format!("id,name,mobile\n{supplier},Nord,4\n,New,5\n").into(), &BY_ID).await;
    assert_eq!((answer["state"].clone(), answer["bad"].clone()), (json!("failed"), json!(2)), "{answer}");
    site.chief.done("/admin/auth.Group/edit", json!({ "id": site.heads, "rules": picked(&site.all, &names) })).await;
    // Several notes of one row: the oldest values are what stays.
    let count = site.head.done("/admin/security.SensitiveDataLog/rollback", json!({ "ids": notes })).await["count"].clone();
    let row = site.head.get(&format!("/admin/warehouse.Supplier/edit?id={supplier}")).await["data"]["row"].clone();
    assert_eq!((count, row["mobile"].clone(), row["city"].clone()), (json!(notes.len()), json!("1"), json!("a")), "{row}");
    assert!(log(&site.head, "security.SensitiveDataLog").await.is_empty());
    site.head.done("/admin/security.DataRecycleLog/restore", json!({ "ids": [copy] })).await;
    assert_eq!(site.head.get(&format!("/admin/warehouse.Supplier/edit?id={gone}")).await["data"]["row"]["name"], "Gone");
    // Rows of others stay theirs.
    let foreign = site.chief.done("/admin/warehouse.Supplier/add", json!({ "name": "Foreign" })).await["id"].clone();
    site.chief.done("/admin/warehouse.Supplier/del", json!({ "ids": [foreign] })).await;
    let copies = log(&site.chief, "security.DataRecycleLog").await;
    let copy = copies.iter().find(|copy| copy["row_id"] == foreign).expect("a copy")["id"].clone();
    let refused = site.head.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [copy] })).await;
    assert_eq!(refused["data"]["key"], "error.not_found", "{refused}");
    site.node.kill().await;
}

#[tokio::test]
async fn a_tree_comes_back_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let narrow = picked(&site.all, &["warehouse/supplier"]);
    let top = group(&site.head, json!({ "name": "top", "pid": site.heads, "rules": narrow })).await;
    let leaf = group(&site.head, json!({ "name": "leaf", "pid": top, "rules": narrow })).await;
    site.head.done("/admin/auth.Group/del", json!({ "ids": [top, leaf] })).await;
    // The newest first: the leaf stands before what it hangs under.
    let copies: Vec<Value> = log(&site.head, "security.DataRecycleLog").await.iter().map(|copy| copy["id"].clone()).collect();
    assert_eq!(copies.len(), 2);
    // The leaf alone has nothing to hang under.
    let leafs = log(&site.head, "security.DataRecycleLog").await;
    let alone = leafs.iter().find(|copy| copy["row_id"] == leaf).expect("a copy")["id"].clone();
    let answer = site.head.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [alone] })).await;
    assert_eq!((answer["code"].clone(), answer["data"]["field"].clone()), (json!(0), json!("pid")), "{answer}");
    let answer = site.head.done("/admin/security.DataRecycleLog/restore", json!({ "ids": copies })).await;
    assert_eq!(answer["count"], 2, "{answer}");
    let row = site.head.get(&format!("/admin/auth.Group/edit?id={leaf}")).await["data"]["row"].clone();
    assert_eq!((row["pid"].clone(), row["name"].clone()), (json!(top), json!("leaf")), "{row}");
    site.node.kill().await;
}

#[tokio::test]
async fn an_import_gives_no_more_than_a_form() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let admins = site.chief.get("/admin/auth.Admin/index?order=id,asc&limit=50").await["data"]["list"].clone();
    let id_of = |name: &str| admins.as_array().and_then(|rows| rows.iter().find(|row| row["username"] == name)).expect("a row")["id"].clone();
    let (head, chief) = (id_of("head"), id_of("chief"));
    for file in [
        format!("id,group_arr\n{head},1\n"),
        format!("id,group_arr\n{head},\"{},1\"\n", site.heads),
        format!("username,nickname,password,group_arr\nzed01,Zed,{PASSWORD},1\n"),
        format!("username,nickname,password,group_arr\nzed01,Zed,{PASSWORD},true\n"),
        format!("id,password\n{chief},Taken-over-1\n"),
        format!("id,status\n{chief},disable\n"),
    ] {
        let answer = import(&site.head, "auth.Admin", file.clone().into(), &BY_ID).await;
        assert!(answer["state"] == "failed" || answer["bad"] == 1, "{file}: {answer}");
    }
    for file in [
        format!("id,rules\n{},*\n", site.heads),
        format!("id,rules\n{},*\n", site.below),
        format!("id,scope,pid\n{},all,0\n", site.below),
        format!("name,pid,rules\nmine,{},*\n", site.heads),
        "name,pid,rules\nmine,0,1\n".to_owned(),
        "id,rules\n1,1\n".to_owned(),
    ] {
        let answer = import(&site.head, "auth.Group", file.clone().into(), &BY_ID).await;
        assert!(answer["state"] == "failed" || answer["bad"] == 1, "{file}: {answer}");
    }
    let supplier = site.all.iter().find(|(_, name)| name == "warehouse/supplier/index").expect("a rule").0;
    for file in
        [format!("id,name\n{supplier},routine/config/edit\n"), format!("id,status\n{supplier},0\n"), "title,name\nMine,routine/config/edit\n".into()]
    {
        let answer = import(&site.head, "auth.Rule", file.clone().into(), &BY_ID).await;
        assert!(answer["state"] == "failed" || answer["bad"] == 1, "{file}: {answer}");
    }
    assert_eq!(site.head.get("/admin/routine.Config/index").await["code"], 401);
    assert_eq!(site.head.get("/admin/Index/index").await["data"]["adminInfo"]["super"], false);
    assert!(site.node.try_login("chief").await.is_some());
    // Rows that they may write are imported, and they see the result.
    let file = format!("username,nickname,password,group_arr\nyara1,Yara,{PASSWORD},below\n");
    let answer = import(&site.head, "auth.Admin", file.into(), &[]).await;
    assert_eq!((answer["state"].clone(), answer["report"]["new"].clone()), (json!("done"), json!(1)), "{answer}");
    assert!(site.node.try_login("yara1").await.is_some());
    site.node.kill().await;
}

#[tokio::test]
async fn a_menu_rule_is_switched_by_super_administrators() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let id_of = |wanted: &str| site.all.iter().find(|(_, name)| name == wanted).expect("a rule").0;
    let (page, list) = (id_of("warehouse/supplier"), id_of("warehouse/supplier/index"));
    for (id, change) in [
        (list, json!({ "status": 0 })),
        (list, json!({ "status": false })),
        (page, json!({ "status": "0" })),
        (page, json!({ "extend": "add_rules_only" })),
    ] {
        let mut body = change.clone();
        body["id"] = id.into();
        assert_eq!(site.head.post("/admin/auth.Rule/edit", &body).await["code"], 401, "{body}");
    }
    // What is switched off stays off for whoever holds it.
    site.chief.done("/admin/auth.Rule/edit", json!({ "id": list, "status": 0 })).await;
    assert_eq!(site.head.get("/admin/warehouse.Supplier/index").await["code"], 401);
    assert_eq!(site.head.post("/admin/auth.Rule/edit", &json!({ "id": list, "status": 1 })).await["code"], 401);
    site.chief.done("/admin/auth.Rule/edit", json!({ "id": list, "status": true })).await;
    assert_eq!(site.head.get("/admin/warehouse.Supplier/index").await["code"], 1);
    // The whole form comes back as it was, with another look.
    let mut row = site.head.get(&format!("/admin/auth.Rule/edit?id={page}")).await["data"]["row"].clone();
    row["icon"] = "fa fa-truck".into();
    row["remark"] = "Whom we buy from".into();
    site.head.done("/admin/auth.Rule/edit", row).await;
    assert_eq!(site.head.get(&format!("/admin/auth.Rule/edit?id={page}")).await["data"]["row"]["icon"], "fa fa-truck");
    site.node.kill().await;
}
