//! Sections 4.1 to 4.8: administrators, groups, rules, the log, members, money and score.

use serde_json::{Value, json};

use super::{keys, refuses, search, set, site};
use crate::world::{PASSWORD, Visitor};

const ADMIN: &str =
    "id username nickname avatar email mobile last_login_time last_login_ip motto status create_time update_time group_arr group_name_arr";

#[tokio::test]
async fn administrators() {
    let (world, admin) = site().await;
    let form = json!({
        "username": "clerk", "nickname": "Clerk", "group_arr": ["1"], "avatar": "", "email": "", "mobile": "13800138000",
        "password": "Clerk-pass-12", "motto": "", "status": "1",
    });
    for (field, value) in [
        ("username", json!("1x")),
        ("username", json!("root")),
        ("nickname", json!("")),
        ("password", json!("12345")),
        ("password", json!("with<tag>")),
        ("email", json!("nowhere")),
        ("mobile", json!("12800138000")),
        ("group_arr", json!([])),
        ("status", json!("2")),
    ] {
        let mut bad = form.clone();
        bad[field] = value;
        refuses(&admin.post("/admin/auth.Admin/add", &bad).await, field);
    }
    let id = admin.added("auth.Admin", form.clone()).await;
    let row = admin.row("auth.Admin", id).await;
    assert!(keys(&row).is_superset(&set(ADMIN)) && row["password"] == "", "{row}");
    assert_eq!((&row["status"], &row["group_arr"], &row["last_login_time"]), (&json!("enable"), &json!([1]), &json!("")));
    assert_eq!(row["avatar"], "/static/images/avatar.png");
    let listed = admin.rows("auth.Admin", "quickSearch=Clerk").await;
    assert_eq!(listed.len(), 1);
    for secret in ["password", "salt", "login_failure"] {
        assert!(listed[0].get(secret).is_none(), "{secret}");
    }
    let mut twice = form.clone();
    twice["username"] = json!("other");
    refuses(&admin.post("/admin/auth.Admin/add", &twice).await, "mobile");
    // A blank password keeps the old one.
    admin.done("/admin/auth.Admin/edit", json!({ "id": id, "password": "", "nickname": "C", "avatar": "/static/images/avatar.png" })).await;
    let login = world.visitor().done("/admin/Index/login", json!({ "username": "clerk", "password": "Clerk-pass-12" })).await;
    let last = login["userInfo"]["last_login_time"].as_str().expect("a text").to_owned();
    assert!(last.is_empty() || last.len() == 19, "{last}");
    assert_eq!(admin.row("auth.Admin", id).await["last_login_time"].as_str().map(str::len), Some(19));
    admin.done("/admin/auth.Admin/edit", json!({ "id": id, "status": 0 })).await;
    assert_eq!(admin.row("auth.Admin", id).await["status"], "disable");
    // Nobody shuts themselves out.
    let me = admin.got("/admin/Index/index").await["adminInfo"]["id"].as_i64().expect("an id");
    refuses(&admin.edited("auth.Admin", json!({ "id": me, "status": "0" })).await, "status");
    assert_eq!(admin.deleted("auth.Admin", &[me]).await["code"], 0);
    assert_eq!(admin.deleted("auth.Admin", &[me, id]).await["code"], 0, "all or nothing");
    assert_eq!(admin.deleted("auth.Admin", &[id]).await["code"], 1);
    assert_eq!(admin.rows("auth.Admin", "").await.len(), 1);
}

async fn ids(admin: &Visitor, controller: &str, wanted: impl Fn(&str) -> bool) -> Vec<i64> {
    let rows = admin.rows(controller, "isTree=false").await;
    rows.iter().filter(|row| row["name"].as_str().is_some_and(&wanted)).filter_map(|row| row["id"].as_i64()).collect()
}

#[tokio::test]
async fn groups_of_administrators() {
    let (world, admin) = site().await;
    let brand = ids(&admin, "auth.Rule", |name| name.starts_with("warehouse/brand") || name == "warehouse").await;
    let top = admin.added("auth.Group", json!({ "pid": "0", "name": "top", "rules": brand, "status": "1" })).await;
    let row = admin.row("auth.Group", top).await;
    assert_eq!(row["rules"].as_array().map(Vec::len), Some(brand.len() - 2), "without those that are above another one: {row}");
    let listed = admin.rows("auth.Group", "isTree=false").await;
    let shown = |id: i64| listed.iter().find(|row| row["id"] == id).expect("a group")["rules"].as_str().expect("a text").to_owned();
    assert!(shown(top).contains(&(brand.len() - 1).to_string()), "{}", shown(top));
    assert_eq!(admin.got("/admin/auth.Group/index").await["group"], json!([1]));
    assert_eq!(admin.edited("auth.Group", json!({ "id": 1, "name": "mine" })).await["code"], 0, "one's own group stays as it is");
    // A group is given a part of one's own rights only, and never all of them.
    let boss = json!({ "username": "boss", "nickname": "B", "password": PASSWORD, "group_arr": [top], "status": 1 });
    admin.added("auth.Admin", boss).await;
    let groups = ids(&admin, "auth.Rule", |name| name == "auth" || name == "auth/group" || name.starts_with("auth/group/")).await;
    let both = [brand.clone(), groups].concat();
    admin.done("/admin/auth.Group/edit", json!({ "id": top, "rules": both })).await;
    let token = world.visitor().done("/admin/Index/login", json!({ "username": "boss", "password": PASSWORD })).await["userInfo"]["token"].clone();
    let boss = world.visitor().with("batoken", token.as_str().expect("a token"));
    let foreign = ids(&admin, "auth.Rule", |name| name == "user/user").await;
    let ask = |rules: Vec<i64>| json!({ "pid": top, "name": "below", "rules": rules, "status": 1 });
    refuses(&boss.post("/admin/auth.Group/add", &ask(foreign)).await, "rules");
    refuses(&boss.post("/admin/auth.Group/add", &ask(both)).await, "rules");
    assert_eq!(boss.post("/admin/auth.Group/add", &ask(brand)).await["code"], 1);
    assert_eq!(admin.deleted("auth.Group", &[top]).await["code"], 0, "one with a group below it stays");
    // Rules without those above them come with these: their page is in the menu.
    let leaf = ids(&admin, "auth.Rule", |name| name == "warehouse/brand/index").await;
    let readers = admin.added("auth.Group", json!({ "pid": 0, "name": "readers", "rules": leaf, "status": 1 })).await;
    let reader = json!({ "username": "reader", "nickname": "R", "password": PASSWORD, "group_arr": [readers], "status": 1 });
    admin.added("auth.Admin", reader).await;
    let token = world.visitor().done("/admin/Index/login", json!({ "username": "reader", "password": PASSWORD })).await["userInfo"]["token"].clone();
    let reader = world.visitor().with("batoken", token.as_str().expect("a token"));
    let menus = reader.got("/admin/Index/index").await["menus"].clone();
    assert_eq!((&menus[0]["name"], &menus[0]["children"][0]["name"]), (&json!("warehouse"), &json!("warehouse/brand")), "{menus}");
    assert_eq!(admin.row("auth.Group", readers).await["rules"], json!(leaf));
    // Everything is stored as such.
    let all = ids(&admin, "auth.Rule", |_| true).await;
    let whole = admin.added("auth.Group", json!({ "pid": 0, "name": "whole", "rules": all, "status": 1 })).await;
    assert_eq!(admin.row("auth.Group", whole).await["rules"], json!(["*"]));
}

#[tokio::test]
async fn menu_rules_and_their_partial_edits() {
    let (_world, admin) = site().await;
    let parent = ids(&admin, "auth.Rule", |name| name == "warehouse").await[0];
    let few = admin.added("auth.Group", json!({ "pid": 0, "name": "few", "rules": [parent], "status": 1 })).await;
    let form = json!({
        "pid": parent.to_string(), "type": "menu", "title": "Own", "name": "warehouse/own", "path": "warehouse/own", "icon": "fa fa-circle-o",
        "menu_type": "tab", "url": "", "component": "\\src\\views\\own.vue", "keepalive": "0", "extend": "none", "remark": "", "weigh": 0, "status": 1,
    });
    let id = admin.added("auth.Rule", form).await;
    let row = admin.row("auth.Rule", id).await;
    assert_eq!((&row["component"], &row["keepalive"]), (&json!("/src/views/own.vue"), &json!(0)));
    assert_eq!(admin.row("auth.Group", few).await["rules"], json!([id]), "who holds the parent holds the child");
    admin.done("/admin/auth.Rule/edit", json!({ "id": id, "keepalive": "1" })).await;
    let row = admin.row("auth.Rule", id).await;
    assert_eq!((&row["keepalive"], &row["title"]), (&json!(1), &json!("Own")));
    // Hung under its own child, a rule changes places with it.
    admin.done("/admin/auth.Rule/edit", json!({ "id": parent, "pid": id })).await;
    assert_eq!((admin.row("auth.Rule", id).await["pid"].clone(), admin.row("auth.Rule", parent).await["pid"].clone()), (json!(0), json!(id)));
    assert_eq!(admin.deleted("auth.Rule", &[id]).await["code"], 0, "its children come first");
}

#[tokio::test]
async fn the_log_of_administrators() {
    let (_world, admin) = site().await;
    admin.added("warehouse.Brand", json!({ "name": "Logged" })).await;
    let me = admin.got("/admin/Index/index").await["adminInfo"]["id"].to_string();
    let own = search("admin_id", "eq", &[&me], "");
    let row = &admin.logged(&own, "/warehouse.Brand/add").await;
    assert!(keys(row).is_superset(&set("id admin_id username url title data ip useragent create_time")), "{row}");
    assert_eq!(row["title"], "Brands - Add");
    let data: Value = serde_json::from_str(row["data"].as_str().expect("a text")).expect("JSON");
    assert_eq!(data["name"], "Logged");
    let login = admin.logged(&own, "/login").await;
    assert!(login["data"].as_str().is_some_and(|data| data.contains("***") && !data.contains(PASSWORD)), "{login}");
    assert_eq!(admin.rows("auth.AdminLog", &search("data", "LIKE", &["Logged"], "")).await.len(), 1);
    assert_eq!(admin.deleted("auth.AdminLog", &[row["id"].as_i64().expect("an id")]).await["code"], 1);
}

const MEMBER: &str = "id group_id username nickname email mobile avatar gender birthday money score last_login_time last_login_ip \
     motto status create_time update_time userGroup";

#[tokio::test]
async fn members_and_what_only_logs_change() {
    let (_world, admin) = site().await;
    let id = admin.member("ann").await;
    let row = admin.rows("user.User", "quickSearch=ann").await[0].clone();
    assert!(keys(&row).is_superset(&set(MEMBER)), "{row}");
    assert_eq!((&row["gender"], &row["money"], &row["score"], &row["birthday"]), (&json!(1), &json!("0.00"), &json!(0), &Value::Null));
    assert!(row["userGroup"]["name"].is_string() && row["create_time"].is_i64());
    for secret in ["password", "salt", "login_failure"] {
        assert!(row.get(secret).is_none(), "{secret}");
    }
    assert_eq!(admin.rows("user.User", &search("userGroup.name", "LIKE", &["默认"], "")).await.len(), 1);
    admin.done("/admin/user.User/edit", json!({ "id": id, "money": "99.00", "score": 9, "birthday": "2000-01-02" })).await;
    let row = admin.row("user.User", id).await;
    assert_eq!((&row["money"], &row["score"], &row["birthday"]), (&json!("0.00"), &json!(0), &json!("2000-01-02")));

    let form = admin.got(&format!("/admin/user.MoneyLog/add?userId={id}")).await;
    assert_eq!((&form["user"]["money"], &form["user"]["id"]), (&json!("0.00"), &json!(id)));
    assert_eq!(admin.get("/admin/user.MoneyLog/add?userId=999").await["code"], 0);
    for (controller, field, amount) in [("user.MoneyLog", "money", json!("12.50")), ("user.ScoreLog", "score", json!("7"))] {
        let path = format!("/admin/{controller}/add");
        admin.done(&path, json!({ "user_id": id.to_string(), field: amount, "memo": "gift" })).await;
        refuses(&admin.post(&path, &json!({ "user_id": id, field: amount, "memo": " " })).await, "memo");
        assert_eq!(admin.post(&path, &json!({ "user_id": id, field: "-100000", "memo": "x" })).await["code"], 0);
        let log = admin.rows(controller, &format!("user_id={id}")).await[0].clone();
        assert!(keys(&log).is_superset(&set(&format!("id user_id {field} before after memo create_time user"))), "{log}");
        assert_eq!(keys(&log["user"]), set("username nickname"));
        assert_eq!(admin.rows(controller, &search("user.username", "LIKE", &["ann"], "")).await.len(), 1);
        assert_ne!(admin.deleted(controller, &[log["id"].as_i64().expect("an id")]).await["code"], 1);
    }
    // Money is searched as it is shown.
    assert_eq!(admin.rows("user.MoneyLog", &search("money", "RANGE", &["12,13"], "")).await[0]["money"], "12.50");
    assert_eq!(admin.rows("user.MoneyLog", &search("after", "RANGE", &["1200,1300"], "")).await.len(), 0);
    let log = admin.rows("user.ScoreLog", "").await[0].clone();
    assert_eq!((&log["score"], &log["before"], &log["after"]), (&json!(7), &json!(0), &json!(7)));
}

#[tokio::test]
async fn groups_and_rules_of_members() {
    let (_world, admin) = site().await;
    let rules = admin.got("/admin/user.Rule/index").await;
    assert_eq!(keys(&rules), set("list remark"));
    let (top, child) = (rules["list"][0]["id"].as_i64().expect("an id"), rules["list"][0]["children"][0]["id"].as_i64().expect("an id"));
    let group = admin.added("user.Group", json!({ "name": "some", "rules": [top, child], "status": "1" })).await;
    assert_eq!(admin.row("user.Group", group).await["rules"], json!([child]));
    let raw = async || admin.rows("user.Group", &search("id", "=", &[&group.to_string()], "")).await[0]["rules"].clone();
    assert_eq!(raw().await, format!("{top},{child}"));
    let body = json!({ "pid": top, "type": "menu", "title": "More", "name": "account/more", "menu_type": null, "component": "\\a.vue", "status": 1 });
    let new = admin.added("user.Rule", body).await;
    assert_eq!(raw().await, format!("{top},{child},{new}"));
    admin.done("/admin/user.Group/edit", json!({ "id": group, "rules": [] })).await;
    assert_eq!(raw().await, format!("{top},{child},{new}"), "none sent changes nothing");
    let all: Vec<i64> = admin.rows("user.Rule", "isTree=false").await.iter().filter_map(|row| row["id"].as_i64()).collect();
    admin.done("/admin/user.Group/edit", json!({ "id": group, "rules": all })).await;
    assert_eq!((raw().await, admin.row("user.Group", group).await["rules"].clone()), (json!("*"), json!(["*"])));
    assert_eq!(admin.deleted("user.Rule", &[top]).await["code"], 0, "children are to go with it");
    admin.done("/admin/user.Rule/edit", json!({ "id": top, "pid": new })).await;
    assert_eq!(admin.row("user.Rule", new).await["pid"], 0, "a child that takes its parent goes to the top");
    let options = admin.got("/admin/user.Rule/index?select=true&isTree=true").await["options"].clone();
    assert!(options.as_array().is_some_and(|options| options.len() >= all.len()), "{options}");
}
