//! What clients written for BuildAdmin (2.1 and 2.3) send that Entrepot's own web app does not, request by request.

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use serde_json::{Value, json};

use super::{keys, refuses, search, set, site, site_with};
use crate::world::{PASSWORD, Visitor};

/// What the select of a parent asks before anything is chosen.
fn parents(controller: &str) -> String {
    format!("/admin/{controller}/index?select=true&isTree=true&initKey=id&initValue=0&uuid=1f")
}

#[tokio::test]
async fn a_parent_can_be_chosen_where_none_is_chosen_yet() {
    let (_world, admin) = site().await;
    let chief = admin.rows("auth.Group", "isTree=false").await[0]["id"].as_i64().expect("an id");
    admin.added("auth.Group", json!({ "pid": chief, "name": "below", "rules": [], "status": 1 })).await;
    for (controller, label) in [("auth.Group", "name"), ("auth.Rule", "title"), ("user.Rule", "title")] {
        let offered = admin.got(&parents(controller)).await["options"].clone();
        let whole = admin.got(&format!("/admin/{controller}/index?select=true&isTree=true")).await["options"].clone();
        assert_eq!(offered, whole, "{controller}");
        let labels: Vec<&str> = offered.as_array().expect("options").iter().filter_map(|row| row[label].as_str()).collect();
        assert!(labels.iter().any(|label| label.starts_with("    ")) && labels.iter().any(|label| !label.starts_with(' ')), "{labels:?}");
    }
}

/// The form of a member rule as the client sends it.
fn member_rule(name: &str) -> Value {
    json!({
        "type": "menu", "pid": 0, "title": name, "name": name, "path": name, "icon": "fa fa-circle-o", "menu_type": "tab", "url": "",
        "component": "/src/views/frontend/user/account/more.vue", "no_login_valid": "0", "keepalive": 0, "extend": "none", "remark": "",
        "weigh": 0, "status": "1",
    })
}

#[tokio::test]
async fn a_member_rule_is_added_and_changed_with_the_field_that_it_does_not_have() {
    let (_world, admin) = site().await;
    let id = admin.added("user.Rule", member_rule("account/more")).await;
    let mut row = admin.row("user.Rule", id).await;
    assert!(row.get("keepalive").is_none(), "{row}");
    row["keepalive"] = json!(0);
    row["title"] = json!("More");
    assert_eq!(admin.edited("user.Rule", row).await["code"], 1);
    assert_eq!(admin.row("user.Rule", id).await["title"], "More");
}

/// The form of a menu rule as 2.3 sends it.
fn menu_rule(pid: i64, name: &str, more: &Value) -> Value {
    let mut form = json!({
        "type": "menu", "pid": pid, "title": name, "name": name, "path": name, "icon": "fa fa-circle-o", "menu_type": "tab", "url": "",
        "component": format!("/src/views/backend/{name}/index.vue"), "keepalive": 0, "extend": "none", "remark": "", "weigh": 0, "status": 1,
    });
    for (name, value) in more.as_object().expect("fields") {
        form[name] = value.clone();
    }
    form
}

async fn rules_below(admin: &Visitor, id: i64) -> Vec<Value> {
    let mut rows = admin.rows("auth.Rule", "isTree=false").await;
    rows.retain(|row| row["pid"] == id);
    rows
}

#[tokio::test]
async fn a_page_comes_with_its_buttons() {
    let (world, admin) = site().await;
    let top = admin.added("auth.Rule", menu_rule(0, "own", &json!({ "type": "menu_dir", "buttons": ["index", "add"] }))).await;
    assert_eq!(rules_below(&admin, top).await.len(), 0, "a directory has none");
    // Whoever holds the directory holds what is put into it.
    let group = admin.added("auth.Group", json!({ "pid": 0, "name": "few", "rules": [top], "status": 1 })).await;
    let page = admin.added("auth.Rule", menu_rule(top, "own/page", &json!({ "buttons": ["index", "add", "edit", "del", "shipNow"] }))).await;
    let buttons = rules_below(&admin, page).await;
    let names: Vec<&str> = buttons.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names, ["own/page/index", "own/page/add", "own/page/edit", "own/page/del", "own/page/shipNow"], "in this order");
    assert!(buttons.iter().all(|row| row["type"] == "button" && row["status"] == 1), "{buttons:?}");
    assert_eq!((&buttons[1]["title"], &buttons[4]["title"]), (&json!("Add"), &json!("shipNow")));
    let held = admin.row("auth.Group", group).await["rules"].as_array().expect("rules").clone();
    assert_eq!(held.len(), buttons.len(), "all buttons; what is above them follows: {held:?}");
    assert!(buttons.iter().all(|row| held.contains(&row["id"])), "{held:?}");
    // An edit says nothing with them, a page without them has none.
    admin.done("/admin/auth.Rule/edit", json!({ "id": page, "title": "Own", "buttons": ["import"] })).await;
    assert_eq!(rules_below(&admin, page).await.len(), 5);
    for (name, buttons) in [("own/bare", json!([])), ("own/none", Value::Null)] {
        let bare = admin.added("auth.Rule", menu_rule(top, name, &json!({ "buttons": buttons }))).await;
        assert_eq!(rules_below(&admin, bare).await.len(), 0, "{name}");
    }
    // All of it or nothing.
    let before = admin.rows("auth.Rule", "isTree=false").await.len();
    for (name, buttons) in [("own/bad", json!(["a b"])), ("own/bad", json!([{}])), ("own/bad", json!(7))] {
        refuses(&admin.post("/admin/auth.Rule/add", &menu_rule(top, name, &json!({ "buttons": buttons }))).await, "buttons");
    }
    admin.added("auth.Rule", menu_rule(0, "own/other/edit", &json!({ "type": "button" }))).await;
    refuses(&admin.post("/admin/auth.Rule/add", &menu_rule(top, "own/other", &json!({ "buttons": ["add", "edit"] }))).await, "buttons");
    refuses(&admin.post("/admin/auth.Rule/add", &menu_rule(top, "own/page", &json!({ "buttons": ["more"] }))).await, "name");
    refuses(&admin.post("/admin/auth.Rule/add", &menu_rule(top, "", &json!({ "title": "T", "buttons": ["add"] }))).await, "name");
    assert_eq!(admin.rows("auth.Rule", "isTree=false").await.len(), before + 1);
    // Nobody but a super administrator makes rules.
    let holder = rules_below(&admin, rule(&admin, "auth/rule").await).await;
    let held: Vec<i64> = holder.iter().filter_map(|row| row["id"].as_i64()).chain([top]).collect();
    let clerks = admin.added("auth.Group", json!({ "pid": 0, "name": "clerks", "rules": held, "status": 1 })).await;
    let body = json!({ "username": "clerk", "nickname": "C", "password": PASSWORD, "group_arr": [clerks], "status": 1 });
    admin.added("auth.Admin", body).await;
    let login = world.visitor().done("/admin/Index/login", json!({ "username": "clerk", "password": PASSWORD })).await;
    let clerk = world.visitor().with("batoken", login["userInfo"]["token"].as_str().expect("a token"));
    let answer = clerk.post("/admin/auth.Rule/add", &menu_rule(top, "own/theirs", &json!({ "buttons": ["add"] }))).await;
    assert_eq!(answer["code"], 401, "{answer}");
}

async fn rule(admin: &Visitor, name: &str) -> i64 {
    let rows = admin.rows("auth.Rule", "isTree=false").await;
    rows.iter().find(|row| row["name"] == name).and_then(|row| row["id"].as_i64()).expect("a rule")
}

#[tokio::test]
async fn mail_settings_can_be_saved_and_settings_show_words() {
    let (world, admin) = site().await;
    let index = admin.got("/admin/routine.Config/index").await;
    let rows = index["list"]["mail"]["list"].as_array().expect("rows").clone();
    let port = rows.iter().find(|row| row["name"] == "smtp_port").expect("a port");
    // The client holds values against the rules; of a text it says that it is no integer.
    assert!(port["value"].is_string() && !port["rule"].as_str().expect("rules").contains("integer"), "{port}");
    for (value, fine) in
        [(json!("587"), true), (json!(25), true), (json!(""), true), (json!("0"), false), (json!("x"), false), (json!("70000"), false)]
    {
        let answer = admin.edited("routine.Config", json!({ "smtp_server": "mail.example.com", "smtp_port": value })).await;
        if fine { assert_eq!(answer["code"], 1, "{answer}") } else { refuses(&answer, "smtp_port") }
    }
    // Words in the reader's language, wherever one looks.
    assert!(!index.to_string().contains("\"setting.") && !index.to_string().contains("\"entrance."), "{index}");
    let shown = async |name: &str| {
        let index = admin.got("/admin/routine.Config/index").await;
        let groups = index["list"].as_object().expect("groups").values().flat_map(|group| group["list"].as_array().cloned().unwrap_or_default());
        groups.into_iter().find(|row| row["name"] == name).expect("a setting")["value"].clone()
    };
    let english = shown("config_group").await;
    assert_eq!(english[0], json!({ "key": "basics", "value": "Basics" }));
    let entrances = shown("config_quick_entrance").await;
    assert_eq!(entrances[0], json!({ "key": "Recycle rules", "value": "security/dataRecycle" }));
    // The whole tab goes back as it was shown; a group of one's own comes to the others.
    let mut sent = english.clone();
    sent.as_array_mut().expect("groups").push(json!({ "key": "shop", "value": "Our shop" }));
    admin.done("/admin/routine.Config/edit", json!({ "config_group": sent, "config_quick_entrance": entrances })).await;
    let index = admin.got("/admin/routine.Config/index").await;
    assert_eq!((&index["configGroup"]["basics"], &index["configGroup"]["shop"]), (&json!("Basics"), &json!("Our shop")));
    let stored = entrepot::settings::value_of(world.node.site_settings(), "config_group").await.expect("a setting").expect("a value");
    assert!(stored.contains("setting.basics") && stored.contains("Our shop"), "{stored}");
    let url = format!("{}/admin/routine.Config/index?lang=zh-cn", world.url);
    let asked = reqwest::Client::new().get(url).header("server", "true").header("batoken", &admin.headers[0].1);
    let index: Value = asked.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!((&index["data"]["configGroup"]["basics"], &index["data"]["configGroup"]["shop"]), (&json!("基础配置"), &json!("Our shop")));
}

#[tokio::test]
async fn settings_that_choose_rows_say_where_these_are() {
    let (_world, admin) = site().await;
    let index = admin.got("/admin/routine.Config/index").await;
    let rows = index["list"]["shop"]["list"].as_array().expect("rows").clone();
    let chosen: Vec<&Value> = rows.iter().filter(|row| row["type"].as_str().is_some_and(|kind| kind.starts_with("remoteSelect"))).collect();
    assert!(!chosen.is_empty());
    for row in chosen {
        let input = &row["input_extend"];
        let (address, key, label) = (input["remote-url"].as_str().expect("an address"), input["pk"].as_str().expect("a key"), &input["field"]);
        // As such a client asks.
        let offered = admin.got(&format!("{address}?select=true&quickSearch=&page=1&initKey={key}&initValue[]=")).await;
        assert!(offered["options"].is_array() || offered["list"].is_array(), "{row}: {offered}");
        assert_eq!(label, "name");
    }
}

#[tokio::test]
async fn what_is_shown_in_english_is_found_in_english() {
    let (world, admin) = site().await;
    let token = admin.headers[0].1.clone();
    let names = |rows: Value| -> Vec<String> {
        let rows = rows["data"]["list"].as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row["title"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let ask = async |language: &str, controller: &str, query: &str| {
        let url = format!("{}/admin/{controller}/index?limit=100&isTree=false&{query}", world.url);
        let asked = reqwest::Client::new().get(url).header("server", "true").header("think-lang", language).header("batoken", &token);
        names(asked.send().await.expect("an answer").json().await.expect("JSON"))
    };
    admin.added("warehouse.Brand", json!({ "name": "Logged" })).await;
    admin.logged("", "/warehouse.Brand/add").await;
    // Controller, what English readers look for and see, what Chinese readers look for and see.
    for (controller, english, chinese) in
        [("auth.Rule", "Products", "商品"), ("auth.AdminLog", "Brands - Add", "品牌 - 新增"), ("user.Rule", "Change password", "修改密码")]
    {
        let first = english.to_lowercase();
        let word = first.split(' ').next().expect("a word");
        for query in [format!("quickSearch={word}"), search("title", "LIKE", &[&english[1..]], ""), search("title", "=", &[english], "")] {
            let found = ask("en", controller, &query).await;
            assert!(found.contains(&english.to_owned()), "{controller} {query}: {found:?}");
            assert!(found.iter().all(|title| title.to_lowercase().contains(word)), "{controller} {query}: {found:?}");
        }
        for query in [format!("quickSearch={chinese}").replace(" - ", "+-+"), search("title", "LIKE", &[chinese], "")] {
            let found = ask("zh-cn", controller, &query).await;
            assert!(!found.is_empty() && found.iter().all(|title| title.contains(chinese)), "{controller} {query}: {found:?}");
            assert_eq!(ask("en", controller, &query).await, Vec::<String>::new(), "{controller} {query}: nobody sees it so");
        }
        assert_eq!(ask("zh-cn", controller, &search("title", "LIKE", &[english], "")).await, Vec::<String>::new(), "{controller}");
        let sorted = ask("en", controller, "order=title,asc").await;
        let mut expected = sorted.clone();
        expected.sort();
        assert_eq!(sorted, expected, "{controller}");
    }
    // A login has no node, and is found all the same.
    assert!(ask("en", "auth.AdminLog", "quickSearch=sign+in").await.contains(&"Back office - Sign in".to_owned()));
    // A title of one's own is shown and found in every language; a shown one that comes back stays what it was.
    let id = rule(&admin, "warehouse/unit").await;
    admin.done("/admin/auth.Rule/edit", json!({ "id": id, "title": "Measures" })).await;
    for language in ["en", "zh-cn"] {
        assert_eq!(ask(language, "auth.Rule", "quickSearch=measures").await, ["Measures"]);
    }
    let rows = admin.rows("user.Rule", "quickSearch=overview&isTree=false").await;
    assert_eq!(rows[0]["title"], "Overview");
    assert_eq!(admin.edited("user.Rule", rows[0].clone()).await["code"], 1);
    assert_eq!(ask("zh-cn", "user.Rule", "quickSearch=账户概览").await, ["账户概览"]);
    // An export has the rows that the list shows.
    let task = admin.done("/admin/auth.Rule/export?quickSearch=measures", json!({})).await["task"].clone();
    for () in crate::support::turns() {
        let rows = admin.rows("routine.Transfer", &search("id", "=", &[&task.to_string()], "")).await;
        if rows[0]["state"] != "running" {
            assert_eq!((&rows[0]["state"], &rows[0]["total"]), (&json!("done"), &json!(1)), "{rows:?}");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("the export does not end");
}

#[tokio::test]
async fn a_members_group_has_both_its_names() {
    let (_world, admin) = site().await;
    let id = admin.member("ann").await;
    let row = admin.rows("user.User", "quickSearch=ann").await[0].clone();
    assert_eq!((&row["group"], &row["group"]["name"]), (&row["userGroup"], &json!("默认分组")), "{row}");
    for relation in ["group", "userGroup", "user_group"] {
        for (text, count) in [("默认", 1), ("nothing", 0)] {
            assert_eq!(admin.rows("user.User", &search(&format!("{relation}.name"), "LIKE", &[text], "")).await.len(), count, "{relation}");
        }
        assert_eq!(admin.rows("user.User", &format!("order={relation}.name,asc")).await.len(), 1, "{relation}");
    }
    let row = admin.row("user.User", id).await;
    assert_eq!(admin.edited("user.User", row).await["code"], 1, "a whole row comes back");
    assert_eq!(admin.get(&format!("/admin/user.User/index?{}", search("group.rules", "LIKE", &["*"], ""))).await["code"], 0);
}

#[tokio::test]
async fn a_client_for_2_1_knows_an_administrators_status_by_its_numbers() {
    let services = ServiceSettings { assumed_client: Some("buildadmin-2.1".into()), ..ServiceSettings::default() };
    let (_world, admin) = site_with(services, Settings::default()).await;
    let form = json!({
        "username": "clerk", "nickname": "Clerk", "group_arr": ["1"], "avatar": "", "email": "", "mobile": "", "password": PASSWORD, "motto": "",
        "status": "1",
    });
    let id = admin.added("auth.Admin", form).await;
    let mut row = admin.row("auth.Admin", id).await;
    assert_eq!(row["status"], "1");
    row["status"] = json!("0");
    assert_eq!(admin.edited("auth.Admin", row).await["code"], 1);
    let listed = async |who: &Visitor| {
        let rows = who.rows("auth.Admin", "quickSearch=clerk").await;
        rows[0]["status"].clone()
    };
    assert_eq!(listed(&admin).await, "0");
    for value in ["0", "disable"] {
        assert_eq!(admin.rows("auth.Admin", &search("status", "eq", &[value], "")).await.len(), 1, "{value}");
    }
    // Programs that say what they are get what they know, on the same node.
    assert_eq!(listed(&admin.clone().with("entrepot-client", "entrepot")).await, "disable");
    assert_eq!(listed(&admin.clone().with("entrepot-client", "buildadmin-2.3")).await, "disable");
    // Other statuses are the same for everybody.
    let member = admin.member("ann").await;
    assert_eq!((&admin.row("user.User", member).await["status"], &admin.row("auth.Group", 1).await["status"]), (&json!("enable"), &json!(1)));
}

fn names(rules: &Value) -> Vec<String> {
    let mut all = Vec::new();
    for rule in rules.as_array().into_iter().flatten() {
        all.push(rule["name"].as_str().unwrap_or_default().to_owned());
        all.extend(names(&rule["children"]));
    }
    all
}

#[tokio::test]
async fn the_menu_leaves_out_what_a_client_has_no_page_for() {
    let services =
        ServiceSettings { assumed_client: Some("buildadmin-2.3".into()), client_pages: Some("warehouse/brand".into()), ..ServiceSettings::default() };
    let (world, admin) = site_with(services, Settings::default()).await;
    admin.added("auth.Rule", menu_rule(0, "somebodys/page", &json!({ "buttons": ["index"] }))).await;
    let menu = async |who: &Visitor| names(&who.got("/admin/Index/index").await["menus"]);
    let theirs = menu(&admin).await;
    for there in
        ["dashboard", "auth/admin", "auth/admin/add", "routine/adminInfo", "warehouse", "warehouse/brand", "warehouse/brand/edit", "somebodys/page"]
    {
        assert!(theirs.contains(&there.to_owned()), "{there}: {theirs:?}");
    }
    for away in ["warehouse/product", "warehouse/product/add", "company", "company/job", "notification/index", "routine/crontab", "site/content"] {
        assert!(!theirs.contains(&away.to_owned()), "{away}: {theirs:?}");
    }
    // Our own app has all of them, and so has a client that says nothing where nothing is set.
    let ours = menu(&admin.clone().with("entrepot-client", "entrepot")).await;
    assert!(ours.len() > theirs.len() && ours.contains(&"company/job".to_owned()));
    let (_other, usual) = site().await;
    assert_eq!(menu(&usual).await.len() + 2, ours.len());
    // It is the menu alone: a call is refused by rights and nothing else.
    assert_eq!(admin.get("/admin/warehouse.Product/index").await["code"], 1);
    // The member centre as well.
    let (member, _) = world.member("reader").await;
    let centre = |who: Visitor| async move { names(&who.got("/api/index/index?requiredLogin=1").await["menus"]) };
    let theirs = centre(member.clone()).await;
    assert!(theirs.contains(&"account/balance".to_owned()) && !theirs.contains(&"account/notifications".to_owned()), "{theirs:?}");
    let menus = member.got("/api/index/index?requiredLogin=1").await["menus"].clone();
    let headings: Vec<&str> = menus.as_array().expect("menus").iter().filter_map(|menu| menu["name"].as_str()).collect();
    assert_eq!(headings, ["account"], "a directory whose pages are hidden is hidden with them: {menus}");
    assert!(centre(member.with("entrepot-client", "entrepot")).await.contains(&"account/notifications".to_owned()));
}

#[tokio::test]
async fn files_that_answers_name_are_there_beside_another_web_app() {
    let dir = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    write("index.html", "<html><head></head><body>another app</body></html>");
    write("static/images/own.txt", "own");
    let settings = Settings { web_dir: Some(dir.path().to_owned()), ..Settings::default() };
    let (world, admin) = site_with(ServiceSettings::default(), settings).await;
    let avatar = admin.got("/admin/Index/index").await["adminInfo"]["avatar"].as_str().expect("a path").to_owned();
    assert_eq!(avatar, "/static/images/avatar.png");
    for (path, status, kind) in [
        (avatar.as_str(), 200, "image/png"),
        ("/audio/notify.wav", 200, "audio/wav"),
        ("/static/images/own.txt", 200, "text/plain"),
        ("/static/images/missing.png", 404, ""),
    ] {
        let answer = reqwest::get(format!("{}{path}", world.url)).await.expect("an answer");
        let content_type = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        assert_eq!((answer.status().as_u16(), content_type.starts_with(kind)), (status, true), "{path}: {content_type}");
    }
    // What the other app brings is its own.
    write("static/images/avatar.png", "their picture");
    let answer = reqwest::get(format!("{}{avatar}", world.url)).await.expect("an answer");
    assert_eq!(answer.text().await.expect("text"), "their picture");
    let page = reqwest::Client::new().get(&world.url).header("accept", "text/html").send().await.expect("an answer");
    assert!(page.text().await.expect("text").contains("another app"));
}

#[tokio::test]
async fn fields_of_a_fork_are_passed_over_and_no_others() {
    let services = ServiceSettings { ignored_fields: Some("fork_note, forkTags, remark".into()), ..ServiceSettings::default() };
    let (world, admin) = site_with(services, Settings::default()).await;
    let extra = |mut form: Value| {
        form["fork_note"] = json!("theirs");
        form["forkTags"] = json!(["a", { "b": 1 }]);
        form
    };
    // Records: added and changed; a field that the resource has is kept whatever is ignored elsewhere.
    let unit = admin.added("warehouse.Unit", extra(json!({ "name": "piece", "remark": "kept" }))).await;
    assert_eq!(admin.row("warehouse.Unit", unit).await["remark"], "kept");
    assert_eq!(admin.edited("warehouse.Unit", extra(json!({ "id": unit, "name": "box", "remark": "changed" }))).await["code"], 1);
    let row = admin.row("warehouse.Unit", unit).await;
    assert_eq!((&row["name"], &row["remark"], row.get("fork_note")), (&json!("box"), &json!("changed"), None));
    for (mut form, field) in [(json!({ "name": "x" }), "unheard_of"), (json!({ "name": "x" }), "fork_notes")] {
        form[field] = json!(1);
        refuses(&admin.post("/admin/warehouse.Unit/add", &extra(form)).await, field);
    }
    // Searched or sorted by, they are passed over as well.
    for query in [search("fork_note", "LIKE", &["x"], ""), search("unit.forkTags", "=", &["x"], ""), "order=fork_note,desc".to_owned()] {
        assert_eq!(admin.rows("warehouse.Unit", &query).await.len(), 1, "{query}");
    }
    assert_eq!(admin.rows("warehouse.Unit", &search("remark", "=", &["other"], "")).await.len(), 0, "the resource has it");
    assert_eq!(admin.get(&format!("/admin/warehouse.Unit/index?{}", search("fork_notes", "=", &["x"], ""))).await["code"], 0);
    // The refusal has the name that the setting needs, also where ours of that name would be called otherwise.
    for name in ["admin_id", "unheard_of", "warehouses_id"] {
        let mut form = json!({ "name": "x" });
        form[name] = json!(1);
        let refused = admin.post("/admin/warehouse.Unit/add", &form).await;
        assert!(refused.to_string().contains(&format!("\"msg\":\"{name}: ")), "{refused}");
    }
    // A hook that writes the row itself, settings, menu rules with buttons.
    let member = admin.member("ann").await;
    admin.done("/admin/user.MoneyLog/add", extra(json!({ "user_id": member, "money": "5", "memo": "m" }))).await;
    refuses(&admin.post("/admin/user.MoneyLog/add", &json!({ "user_id": member, "money": "5", "memo": "m", "other": 1 })).await, "other");
    admin.done("/admin/routine.Config/edit", extra(json!({ "site_name": "Fork" }))).await;
    assert_eq!(world.visitor().got("/api/index/index").await["site"]["siteName"], "Fork");
    admin.added("auth.Rule", extra(menu_rule(0, "fork/page", &json!({ "buttons": ["add"] })))).await;
    // Orders, with their lines.
    let warehouse = admin.added("warehouse.Warehouse", json!({ "name": "Main", "serial_no": "W1" })).await;
    let supplier = admin.added("warehouse.Supplier", json!({ "name": "Supplier" })).await;
    let product = admin.added("warehouse.Product", json!({ "product_no": "P1", "name": "Pen", "unit_id": unit })).await;
    let line = |more: &Value| {
        let mut line = json!({ "product_id": product, "quantity": 2, "unit_price": "1" });
        line["remark"] = more.clone();
        line
    };
    let order = |lines: Value| extra(json!({ "warehouses_id": warehouse, "supplier_id": supplier, "type": 10, "remark": "order", "lines": lines }));
    let made = admin.post("/admin/warehouse.InboundOrder/add", &order(json!([line(&json!("a")), line(&json!({ "b": 1 }))]))).await;
    assert_eq!(made["code"], 1, "{made}");
    let listed = admin.rows("warehouse.InboundOrder", "").await;
    assert_eq!((listed.len(), &listed[0]["remark"]), (1, &json!("order")));
    let mut wrong = line(&json!(""));
    wrong["colour"] = json!("red");
    assert_eq!(admin.post("/admin/warehouse.InboundOrder/add", &order(json!([wrong]))).await["code"], 0);
    // Without the setting all of it is refused by name.
    let (_usual, admin) = site().await;
    refuses(&admin.post("/admin/warehouse.Unit/add", &json!({ "name": "piece", "fork_note": "" })).await, "fork_note");
}

#[tokio::test]
async fn another_origin_may_say_which_client_it_is() {
    let (world, _) = site().await;
    let asked = reqwest::Client::new().request(reqwest::Method::OPTIONS, format!("{}/admin/Index/index", world.url));
    let answer = asked.header("origin", "http://localhost:1818").header("access-control-request-method", "GET").send().await.expect("an answer");
    let allowed = answer.headers()["access-control-allow-headers"].to_str().expect("text").to_lowercase();
    assert!(allowed.contains("entrepot-client"), "{allowed}");
    assert!(keys(&world.visitor().got("/admin/Index/login").await).is_superset(&set("captcha")));
}
