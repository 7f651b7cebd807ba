//! Section 4.12: the recycle bin and the log of sensitive fields.

use serde_json::{Value, json};

use super::{keys, refuses, search, set, site};
use crate::world::Visitor;

#[tokio::test]
async fn a_deleted_member_is_looked_at_and_comes_back() {
    let (_world, admin) = site().await;
    let form = admin.got("/admin/security.DataRecycle/add").await;
    assert_eq!(form["controllers"]["user/User.php"], "user/User.php");
    for left_out in ["Index", "Dashboard", "routine/AdminInfo.php", "user/MoneyLog.php", "user/ScoreLog.php"] {
        assert!(form["controllers"].get(left_out).is_none(), "{left_out}");
    }
    let rule = admin.rows("security.DataRecycle", &search("controller_as", "=", &["user/user"], "")).await[0].clone();
    assert!(keys(&rule).is_superset(&set("id name controller controller_as data_table connection primary_key status create_time")), "{rule}");
    assert_eq!((&rule["controller"], &rule["data_table"], &rule["primary_key"]), (&json!("user/User.php"), &json!("user"), &json!("id")));
    let again = json!({ "name": "x", "controller": "user/User.php", "data_table": "user", "primary_key": "id", "status": 1 });
    refuses(&admin.post("/admin/security.DataRecycle/add", &again).await, "controller");
    refuses(&admin.post("/admin/security.DataRecycle/add", &json!({ "name": "x", "controller": "no/Such.php" })).await, "controller");

    let id = admin.member("gone").await;
    let before = admin.row("user.User", id).await;
    assert_eq!(admin.deleted("user.User", &[id]).await["code"], 1);
    let log = admin.rows("security.DataRecycleLog", &search("recycle.controller_as", "LIKE", &["user/user"], "")).await[0].clone();
    let columns = set("id admin_id recycle_id data data_table connection primary_key ip useragent create_time recycle admin");
    assert!(keys(&log).is_superset(&columns), "{log}");
    assert_eq!((keys(&log["recycle"]), keys(&log["admin"])), (set("name controller_as"), set("username nickname")));
    assert!(log["data"].is_string() && !log["data"].as_str().is_some_and(|data| data.contains("argon2")), "{log}");
    let key = log["id"].as_i64().expect("an id");
    let info = admin.got(&format!("/admin/security.DataRecycleLog/info?id={key}")).await["row"].clone();
    assert_eq!((&info["data"]["username"], &info["data"]["id"]), (&json!("gone"), &json!(id)));
    assert_eq!(admin.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [999] })).await["code"], 0);
    admin.done("/admin/security.DataRecycleLog/restore", json!({ "ids": [key.to_string()] })).await;
    assert_eq!(admin.row("user.User", id).await["username"], before["username"]);
    assert_eq!(admin.got("/admin/security.DataRecycleLog/index").await["total"], 0);
    // The copy of another one is thrown away for good.
    let other = admin.member("lost").await;
    admin.deleted("user.User", &[other]).await;
    let key = admin.rows("security.DataRecycleLog", "").await[0]["id"].as_i64().expect("an id");
    assert_eq!(admin.deleted("security.DataRecycleLog", &[key]).await["code"], 1);
    assert_eq!(admin.post("/admin/security.DataRecycleLog/restore", &json!({ "ids": [key] })).await["code"], 0);
}

#[tokio::test]
async fn a_sensitive_field_is_noted_and_goes_back() {
    let (_world, admin) = site().await;
    let rules = admin.rows("security.SensitiveData", "").await;
    let rule = rules.iter().find(|rule| rule["controller_as"] == "user/user").expect("a rule");
    assert!(rule["data_fields"].as_array().is_some_and(|labels| labels.iter().all(Value::is_string)), "{rule}");
    let key = rule["id"].as_i64().expect("an id");
    let form = admin.got(&format!("/admin/security.SensitiveData/edit?id={key}")).await;
    assert!(form["controllers"].is_object() && form["row"]["data_fields"]["username"].is_string(), "{form}");
    // As the form sends it: the names, and what each is called.
    let body = json!({
        "id": key, "data_fields": ["mobile", "password"],
        "fields": [{ "name": "mobile", "value": "Phone" }, { "name": "password", "value": "Password" }],
    });
    admin.done("/admin/security.SensitiveData/edit", body).await;
    let map = admin.row("security.SensitiveData", key).await["data_fields"].clone();
    assert_eq!(map, json!({ "mobile": "Phone", "password": "Password" }));
    refuses(&admin.edited("security.SensitiveData", json!({ "id": key, "data_fields": [], "fields": [] })).await, "data_fields");

    let id = admin.member("watched").await;
    admin.done("/admin/user.User/edit", json!({ "id": id, "mobile": "13800138000", "nickname": "Other", "password": "" })).await;
    admin.done("/admin/user.User/edit", json!({ "id": id, "password": "Another-1" })).await;
    let logs = admin.rows("security.SensitiveDataLog", "").await;
    assert_eq!(logs.len(), 2, "{logs:?}");
    let columns = set(
        "id admin_id sensitive_id data_table connection primary_key data_field data_comment id_value before after ip useragent create_time sensitive admin",
    );
    let (secret, phone) = (&logs[0], &logs[1]);
    assert!(keys(phone).is_superset(&columns), "{phone}");
    assert_eq!((&phone["id_value"], &phone["data_comment"]), (&json!(format!("id={id}")), &json!("Phone")));
    assert_eq!((&phone["before"], &phone["after"]), (&json!(""), &json!("13800138000")));
    assert_eq!((&secret["before"], &secret["after"]), (&json!("******"), &json!("******")));
    let found = admin.rows("security.SensitiveDataLog", &search("sensitive.controller_as", "LIKE", &["user"], "")).await;
    assert_eq!(found.len(), 2);
    let info = admin.got(&format!("/admin/security.SensitiveDataLog/info?id={}", phone["id"])).await;
    assert_eq!(info["row"]["after"], "13800138000");
    admin.done("/admin/security.SensitiveDataLog/rollback", json!({ "ids": [phone["id"]] })).await;
    assert_eq!(admin.row("user.User", id).await["mobile"], "");
    assert_eq!(admin.post("/admin/security.SensitiveDataLog/rollback", &json!({ "ids": [secret["id"]] })).await["code"], 0, "no secret goes back");
}

/// Names of a list in a language, by what is asked.
async fn names(admin: &Visitor, language: &str, controller: &str, field: &str, query: &str) -> Vec<String> {
    let path = format!("{}/admin/{controller}/index?limit=50{query}", admin.url);
    let asked = admin.headers.iter().fold(admin.http.get(path), |asked, (name, value)| asked.header(name, value));
    let answer: Value = asked.header("server", "true").header("think-lang", language).send().await.expect("an answer").json().await.expect("JSON");
    let rows = answer["data"]["list"].as_array().unwrap_or_else(|| panic!("{answer}")).clone();
    rows.iter().map(|row| row.pointer(field).and_then(Value::as_str).expect("a name").to_owned()).collect()
}

#[tokio::test]
async fn what_a_site_began_with_is_called_in_the_readers_language() {
    let (_world, admin) = site().await;
    let all_ascii = |names: &[String]| !names.is_empty() && names.iter().all(|name| name.is_ascii());
    for controller in ["security.DataRecycle", "security.SensitiveData"] {
        let english = names(&admin, "en", controller, "/name", "&limit=200").await;
        assert!(all_ascii(&english), "{english:?}");
        let chinese = names(&admin, "zh-cn", controller, "/name", "&limit=200").await;
        assert!(chinese.iter().all(|name| !name.is_ascii()), "{chinese:?}");
        // They are searched and sorted as they are shown.
        let found = names(&admin, "en", controller, "/name", "&search[0][field]=name&search[0][operator]=LIKE&search[0][val]=Members").await;
        assert!(found.contains(&"Members".to_owned()) && found.iter().all(|name| name.to_lowercase().contains("members")), "{controller}: {found:?}");
        let mut sorted = english.clone();
        sorted.sort();
        assert_eq!(names(&admin, "en", controller, "/name", "&limit=200&order=name,asc").await, sorted, "{controller}");
    }
    let rule = admin.rows("security.SensitiveData", &search("controller_as", "=", &["user/user"], "")).await[0].clone();
    let labels: Vec<String> = rule["data_fields"].as_array().expect("labels").iter().filter_map(|label| label.as_str().map(str::to_owned)).collect();
    assert!(all_ascii(&labels), "{labels:?}");
    // Sent back as it was shown, it stays what it was; a name of one's own is the same in every language.
    let form = admin.row("security.SensitiveData", rule["id"].as_i64().expect("an id")).await;
    admin.done("/admin/security.SensitiveData/edit", json!({ "id": rule["id"], "name": form["name"], "data_fields": form["data_fields"] })).await;
    assert!(names(&admin, "zh-cn", "security.SensitiveData", "/name", "").await.iter().all(|name| !name.is_ascii()));
    let recycled = admin.rows("security.DataRecycle", &search("controller_as", "=", &["user/user"], "")).await[0].clone();
    let member = admin.member("gone").await;
    admin.done("/admin/user.User/edit", json!({ "id": member, "mobile": "13800138000" })).await;
    assert_eq!(admin.deleted("user.User", &[member]).await["code"], 1);
    for (controller, field) in [("security.DataRecycleLog", "/recycle/name"), ("security.SensitiveDataLog", "/sensitive/name")] {
        let log = names(&admin, "en", controller, field, "&quickSearch=Members").await;
        assert!(!log.is_empty() && log.iter().all(|name| name == "Members"), "{controller} {log:?}");
        let sort = format!("&order={},desc", field.trim_start_matches('/').replace('/', "."));
        assert_eq!(names(&admin, "en", controller, field, &sort).await, log, "{controller}");
    }
    assert!(all_ascii(&names(&admin, "en", "security.SensitiveDataLog", "/data_comment", "").await));
    admin.done("/admin/security.DataRecycle/edit", json!({ "id": recycled["id"], "name": "Our people" })).await;
    for language in ["en", "zh-cn"] {
        assert!(names(&admin, language, "security.DataRecycle", "/name", "&limit=200").await.contains(&"Our people".to_owned()), "{language}");
    }
}
