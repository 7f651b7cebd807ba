//! The recycle bin and the log of sensitive fields, over the wire.

use serde_json::{Value, json};

use crate::support::{Node, admins};

#[tokio::test]
async fn deleted_rows_come_back() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let choices = client.get("/admin/security.DataRecycle/add").await["data"]["controllers"].clone();
    assert_eq!(choices["warehouse/Brand.php"], "warehouse/Brand.php", "{choices}");
    let wrong = client
        .post("/admin/security.DataRecycle/add", &json!({ "name": "x", "controller": "no/Such.php", "data_table": "x", "primary_key": "id" }))
        .await;
    assert_eq!(wrong["data"]["field"], "controller", "{wrong}");
    // The rules are there from the start: master data, goods and content, and nothing of what its own list trims.
    let rules = client.get("/admin/security.DataRecycle/index?limit=200").await["data"]["list"].clone();
    let rule_of = |path: &str| rules.as_array().and_then(|rules| rules.iter().find(|rule| rule["controller_as"] == path)).cloned();
    for kept in [
        "warehouse/brand",
        "warehouse/product",
        "warehouse/supplier",
        "shop/goods/goods",
        "shop/goods/classify",
        "shop/marketing/coupon",
        "shop/advert/banner",
        "site/article",
        "company/company",
        "trade/tariff",
        "expo/expo",
    ] {
        assert_eq!(rule_of(kept).map(|rule| rule["status"].clone()), Some(json!(1)), "{kept}");
    }
    for trimmed in ["routine/crontabLog", "notice/read", "api/log", "security/dataRecycleLog"] {
        assert!(rule_of(&trimmed.to_lowercase()).is_none() && rule_of(trimmed).is_none(), "{trimmed}");
    }
    let rule = rule_of("warehouse/brand").expect("a rule");
    assert_eq!(rule["name"], "Brands");
    let brand = client.done("/admin/warehouse.Brand/add", json!({ "name": "Nord", "introduce": "<b>x</b>" })).await["id"].clone();
    client.done("/admin/warehouse.Brand/del", json!({ "ids": [brand] })).await;
    let bin = client.get("/admin/security.DataRecycleLog/index?quickSearch=brand").await["data"].clone();
    let copy = &bin["list"][0];
    assert_eq!(
        (bin["total"].clone(), copy["recycle"]["name"].clone(), copy["admin"]["nickname"].clone()),
        (json!(1), json!("Brands"), json!("clerk")),
        "{bin}"
    );
    let info = client.get(&format!("/admin/security.DataRecycleLog/info?id={}", copy["id"])).await["data"]["row"].clone();
    assert_eq!(info["data"]["name"], "Nord", "{info}");
    client.done("/admin/security.DataRecycleLog/restore", json!({ "ids": [copy["id"]] })).await;
    let back = client.get(&format!("/admin/warehouse.Brand/edit?id={brand}")).await["data"]["row"].clone();
    assert_eq!((back["name"].clone(), back["introduce"].clone()), (json!("Nord"), json!("<b>x</b>")), "{back}");
    let empty = client.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [copy["id"]] })).await;
    assert_eq!(empty["data"]["key"], "error.not_found", "{empty}");
    // One that is switched off stays so, and one that is taken away does not come with the next start.
    client.done("/admin/security.DataRecycle/edit", json!({ "id": rule["id"], "status": 0 })).await;
    let unit = rule_of("warehouse/unit").expect("a rule");
    let gone = client.http.delete(format!("{}/admin/security.DataRecycle/del?ids[]={}", client.url, unit["id"])).header("batoken", &client.token);
    let gone: Value = gone.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(gone["code"], 1, "{gone}");
    assert!(node.stop().await);
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let again = client.get("/admin/security.DataRecycle/index?limit=200").await["data"]["list"].clone();
    let status = |id: &Value| again.as_array().and_then(|rules| rules.iter().find(|rule| rule["id"] == *id)).map(|rule| rule["status"].clone());
    assert_eq!((status(&rule["id"]), status(&unit["id"])), (Some(json!(0)), None));
    let copies = async |table: &str| {
        let list = client.get("/admin/security.DataRecycleLog/index").await["data"]["list"].clone();
        let of_table: Vec<Value> = list.as_array().into_iter().flatten().filter(|copy| copy["data_table"] == table).cloned().collect();
        of_table
    };
    assert_eq!(copies("data_recycle").await.len(), 1, "the rule itself");
    client.done("/admin/warehouse.Brand/del", json!({ "ids": [brand] })).await;
    assert!(copies("brand").await.is_empty(), "switched off");
    // What has no rule gets one with its first deletion.
    let piece = client.done("/admin/warehouse.Unit/add", json!({ "name": "piece" })).await["id"].clone();
    client.done("/admin/warehouse.Unit/del", json!({ "ids": [piece] })).await;
    assert_eq!(copies("unit").await.iter().map(|copy| copy["row_id"].clone()).collect::<Vec<_>>(), [piece]);
    node.kill().await;
}

#[tokio::test]
async fn sensitive_fields_are_noted_and_rolled_back() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "other"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let rule = |controller: &str, fields: Value| {
        let names: Vec<Value> = fields.as_array().into_iter().flatten().map(|field| field["name"].clone()).collect();
        json!({ "name": "x", "controller": controller, "data_table": "x", "primary_key": "id", "status": 1, "data_fields": names, "fields": fields })
    };
    let unknown =
        client.post("/admin/security.SensitiveData/add", &rule("warehouse/Supplier.php", json!([{ "name": "no_such", "value": "x" }]))).await;
    assert_eq!(unknown["data"]["field"], "data_fields.no_such", "{unknown}");
    client.done("/admin/security.SensitiveData/add", rule("warehouse/Supplier.php", json!([{ "name": "mobile", "value": "Mobile" }]))).await;
    let twice = client.post("/admin/security.SensitiveData/add", &rule("auth/Admin.php", json!([{ "name": "password", "value": "x" }]))).await;
    assert_eq!(twice["data"]["key"], "error.unique", "{twice}");
    let rules = client.get("/admin/security.SensitiveData/index?order=id,desc").await["data"]["list"].clone();
    assert_eq!((rules[0]["data_fields"].clone(), rules[0]["controller_as"].clone()), (json!(["Mobile"]), json!("warehouse/supplier")), "{rules}");
    let id = client.done("/admin/warehouse.Supplier/add", json!({ "name": "Nord", "mobile": "111" })).await["id"].clone();
    client.done("/admin/warehouse.Supplier/edit", json!({ "id": id, "mobile": "222", "city": "上海" })).await;
    let log = client.get("/admin/security.SensitiveDataLog/index").await["data"].clone();
    let note = &log["list"][0];
    assert_eq!((log["total"].clone(), note["before"].clone(), note["after"].clone()), (json!(1), json!("111"), json!("222")), "{log}");
    assert_eq!(note["id_value"], format!("id={id}"), "{log}");
    client.done("/admin/security.SensitiveDataLog/rollback", json!({ "ids": [note["id"]] })).await;
    assert_eq!(client.get(&format!("/admin/warehouse.Supplier/edit?id={id}")).await["data"]["row"]["mobile"], "111");
    assert_eq!(client.get("/admin/security.SensitiveDataLog/index").await["data"]["total"], 0);
    // A password is masked on both sides and never put back.
    let admins = client.get("/admin/auth.Admin/index?order=id,asc").await["data"]["list"].clone();
    let other = admins.as_array().expect("rows").iter().find(|row| row["username"] == "other").expect("the other")["id"].clone();
    client.done("/admin/auth.Admin/edit", json!({ "id": other, "password": "Another-pass-2" })).await;
    let note = client.get("/admin/security.SensitiveDataLog/index").await["data"]["list"][0].clone();
    assert_eq!((note["before"].clone(), note["after"].clone()), (json!("******"), json!("******")), "{note}");
    let refused = client.post("/admin/security.SensitiveDataLog/rollback", &json!({ "ids": [note["id"]] })).await;
    assert_eq!(refused["data"]["key"], "error.not_restorable", "{refused}");
    node.kill().await;
}

#[tokio::test]
async fn settings_and_tasks_are_there_from_the_start() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let value = |page: &Value, group: &str, name: &str| {
        let list = page["list"][group]["list"].as_array().cloned().unwrap_or_default();
        list.iter().find(|row| row["name"] == name).map(|row| row["value"].clone())
    };
    let path = "/admin/routine.Config";
    let page = client.get(&format!("{path}/index")).await["data"].clone();
    assert_eq!((value(&page, "basics", "site_name"), page["configGroup"]["mail"].clone()), (Some(json!("Entrepot")), json!("Mail")), "{page}");
    client.done(&format!("{path}/edit"), json!({ "site_name": "Nord", "smtp_pass": "secret" })).await;
    for (body, field) in
        [(json!({ "site_name": "" }), "site_name"), (json!({ "backend_entrance": "/a/b" }), "backend_entrance"), (json!({ "no_such": 1 }), "no_such")]
    {
        assert_eq!(client.post(&format!("{path}/edit"), &body).await["data"]["field"], field, "{body}");
    }
    let added =
        json!({ "group": "basics", "name": "colour_of_day", "title": "Colour", "type": "select", "content": "r=Red\ng=Green", "rule": ["required"] });
    let id = client.done(&format!("{path}/add"), added).await["id"].clone();
    let page = client.get(&format!("{path}/index")).await["data"].clone();
    assert_eq!((value(&page, "basics", "site_name"), value(&page, "mail", "smtp_pass")), (Some(json!("Nord")), Some(json!(""))), "{page}");
    assert!(!page.to_string().contains("secret"), "{page}");
    assert!(page["list"]["basics"]["list"].as_array().is_some_and(|rows| rows.iter().any(|row| row["content"]["g"] == "Green")), "{page}");
    let del = async |id: &Value| {
        let asked = client.http.delete(format!("{}{path}/del?ids[]={id}", client.url)).header("batoken", &client.token);
        asked.send().await.expect("an answer").json::<Value>().await.expect("JSON")
    };
    assert_eq!(del(&id).await["code"], 1);
    let basics = page["list"]["basics"]["list"].as_array().expect("settings");
    let kept = basics.iter().find(|row| row["name"] == "site_name").expect("the site's name");
    assert_eq!(del(&kept["id"]).await["data"]["key"], "error.setting.kept");

    let tasks = client.get("/admin/routine.Crontab/index?limit=100").await["data"]["list"].clone();
    let bin = tasks.as_array().expect("tasks").iter().find(|row| row["type"] == "tidy_recycle_bin").expect("the bin").clone();
    assert_eq!(client.post("/admin/routine.Crontab/edit", &json!({ "id": bin["id"], "cron": "61 * * * *" })).await["data"]["field"], "cron");
    client.done("/admin/routine.Crontab/run", json!({ "id": bin["id"] })).await;
    let log = client.get("/admin/routine.CrontabLog/index").await["data"]["list"].clone();
    assert_eq!((log[0]["crontab"]["type"].clone(), log[0]["result"].clone()), (json!("tidy_recycle_bin"), json!("done")), "{log}");
    node.kill().await;
}
