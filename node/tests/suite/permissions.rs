//! Who may do what: every route against an administrator without its node, groups and administrators
//! under the rules of who may give what, passwords, limits and the log.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Client, Node, PASSWORD, admins};

/// Open to everybody, or to every administrator. A second list on purpose: who opens another route says so here as
/// well.
const OPEN: &[&str] = &[
    // Everybody reads the announcements that are for them.
    "/admin/notice.Announcement/mine",
    "/admin/notice.Announcement/read",
    "/admin/Index/login",
    "/admin/Index/logout",
    "/admin/Index/index",
    "/admin/resource/schema",
    "/admin/ajax/upload",
    "/admin/ajax/area",
    "/admin/ajax/buildSuffixSvg",
    "/admin/ajax/getDatabaseConnectionList",
    "/admin/ajax/getTableList",
    "/admin/ajax/getTablePk",
    "/admin/ajax/getTableFieldList",
    // By an address that was given to whoever may see it.
    "/admin/security.Backup/file",
    "/admin/routine.Transfer/download",
    "/admin/routine.Transfer/changes",
    "/admin/routine.Transfer/report",
    // One's own.
    "/admin/routine.Transfer/pause",
    "/admin/routine.Transfer/resume",
    // What the columns of the caller's own file are called.
    "/admin/routine.Transfer/heads",
    // These answer what the caller's nodes let them see, and nothing else.
    "/admin/warehouse.Barcode/resolve",
    "/admin/shop.base/config",
    // One's own profile and password.
    "/admin/routine.AdminInfo/index",
    "/admin/routine.AdminInfo/edit",
    // About oneself; about others it asks for its page, and knows nobody whom the caller does not administer.
    "/admin/auth.Why/index",
    // What the caller has saved for themselves.
    "/admin/routine.SavedFilter/index",
    "/admin/routine.SavedFilter/save",
    "/admin/routine.SavedFilter/drop",
    "/admin/routine.ListView/index",
    "/admin/routine.ListView/save",
    // Each asks for the list of what is spoken of.
    "/admin/routine.Comment/index",
    "/admin/routine.Comment/add",
    "/admin/routine.Comment/del",
];

/// Open to every administrator: what they were told.
const NOTIFICATIONS: &[&str] = &[
    "/admin/notification.Index/push",
    "/admin/notification.Index/index",
    "/admin/notification.Index/read",
    "/admin/notification.Index/readAll",
    "/admin/notification.Index/setup",
    "/admin/notification.Index/getsetup",
    "/admin/notification.Index/mute",
    "/admin/notification.Index/mail",
    "/admin/notification.Index/quiet",
];

/// Open to all who are logged in: they ask for the nodes of the controller that is named, or that an own import is of.
const BY_CONTROLLER: &[&str] = &["/admin/resource/history", "/admin/routine.Transfer/takeBack"];

/// Super administrators alone: what holding every node does not open.
const FOR_SUPER: &[&str] =
    &["/admin/ajax/clearCache", "/admin/ajax/terminal", "/admin/module/index", "/admin/ajax/changeTerminalConfig", "/admin/routine.Terminal/index"];

/// Every rule: id and name.
pub async fn rules(client: &Client) -> Vec<(i64, String)> {
    fn collect(rows: &Value, into: &mut Vec<(i64, String)>) {
        for row in rows.as_array().into_iter().flatten() {
            into.push((row["id"].as_i64().expect("an id"), row["name"].as_str().expect("a name").to_owned()));
            collect(&row["children"], into);
        }
    }
    let mut found = Vec::new();
    collect(&client.get("/admin/auth.Rule/index").await["data"]["list"], &mut found);
    found
}

/// The ids of the rules whose names begin so, and of the directories above them.
pub fn picked(rules: &[(i64, String)], prefixes: &[&str]) -> Vec<i64> {
    let fits = |name: &str| {
        prefixes.iter().any(|prefix| name == *prefix || name.starts_with(&format!("{prefix}/")) || prefix.starts_with(&format!("{name}/")))
    };
    rules.iter().filter(|(_, name)| fits(name)).map(|(id, _)| *id).collect()
}

/// Makes a group; answers its id.
pub async fn group(client: &Client, body: Value) -> i64 {
    client.done("/admin/auth.Group/add", body).await["id"].as_i64().expect("an id")
}

/// Makes an administrator of a group and logs them in.
pub async fn member(node: &Node, client: &Client, name: &str, groups: &[i64]) -> Client {
    client.done("/admin/auth.Admin/add", json!({ "username": name, "nickname": name, "password": PASSWORD, "group_arr": groups })).await;
    node.login(name).await
}

async fn site(dir: &tempfile::TempDir) -> (Node, Client) {
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    (node, chief)
}

async fn every_answer(client: &Client) -> Vec<(String, String, Value)> {
    let document: Value = reqwest::get(format!("{}/openapi.json", client.url)).await.expect("a document").json().await.expect("JSON");
    let mut answers = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for method in methods
            .as_object()
            .expect("methods")
            .keys()
            .filter(|_| path.starts_with("/admin/") && !OPEN.iter().chain(FOR_SUPER).any(|open| open.eq_ignore_ascii_case(path)))
        {
            let method = method.to_uppercase();
            let asked = client.http.request(method.parse().expect("a method"), format!("{}{path}", client.url)).header("batoken", &client.token);
            let asked = if method == "GET" { asked } else { asked.json(&json!({})) };
            let answer = asked.send().await.expect("an answer").bytes().await.expect("bytes");
            answers.push((method, path.clone(), serde_json::from_slice(&answer).unwrap_or_default()));
        }
    }
    answers
}

#[tokio::test]
async fn no_route_opens_without_its_node() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, chief) = site(&dir).await;
    let all = rules(&chief).await;
    let names: BTreeSet<String> = all.iter().map(|(_, name)| name.to_lowercase()).collect();
    // An administrator who may only see their notifications gets no other answer.
    let little = group(&chief, json!({ "name": "little", "pid": 0, "rules": picked(&all, &["notification"]) })).await;
    let nobody = member(&node, &chief, "nobody", &[little]).await;
    assert_eq!(nobody.get("/admin/Index/index").await["code"], 1);
    for path in FOR_SUPER {
        let answer = match path.rsplit('/').next() {
            Some("clearCache") => nobody.post(path, &json!({ "type": "all" })).await,
            Some("changeTerminalConfig") => nobody.post(path, &json!({ "manager": "none" })).await,
            _ => nobody.get(path).await,
        };
        assert_eq!(answer["code"], 401, "{path}: {answer}");
    }
    let answers = every_answer(&nobody).await;
    assert!(answers.len() > 150, "{}", answers.len());
    for (method, path, answer) in &answers {
        let open_to_all = NOTIFICATIONS.iter().chain(BY_CONTROLLER).any(|open| open.eq_ignore_ascii_case(path));
        assert_eq!(answer["code"] == 401, !open_to_all, "{method} {path}: {answer}");
    }
    // One who holds every node but that of brands, each by its own rule: each node has a rule.
    let rest: Vec<i64> = all.iter().filter(|(_, name)| !name.starts_with("warehouse/brand")).map(|(id, _)| *id).collect();
    let most = group(&chief, json!({ "name": "most", "pid": 0, "rules": rest })).await;
    let holder = member(&node, &chief, "holder", &[most]).await;
    for (method, path, answer) in every_answer(&holder).await {
        let refused = answer["code"] == 401;
        let hidden = path.starts_with("/admin/warehouse.Brand/") || (path.starts_with("/admin/auth.Rule/") && method != "GET");
        assert!(refused == hidden || (hidden && path.starts_with("/admin/auth.Rule/")), "{method} {path}: {answer}");
    }
    assert!(names.contains("warehouse/inboundorder/takeback") && names.contains("security/datarecyclelog/restore"));
    node.kill().await;
}

#[tokio::test]
async fn profile_password_and_bell_need_no_right() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, chief) = site(&dir).await;
    let all = rules(&chief).await;
    let id = group(&chief, json!({ "name": "bare", "pid": 0, "rules": picked(&all, &["warehouse/supplier"]) })).await;
    let bare = member(&node, &chief, "bare", &[id]).await;
    let mut open = bare.socket(None).await;
    open.next("bind").await;
    // Without any right there is still what is one's own.
    chief.done("/admin/auth.Group/edit", json!({ "id": id, "status": 0 })).await;
    assert_eq!(bare.get("/admin/Index/index").await["data"]["menus"], json!([]));
    let stock = bare.http.get(format!("{}/admin/Index/index", bare.url)).header("batoken", &bare.token).header("entrepot-client", "buildadmin-2.3");
    let stock: Value = stock.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(stock["data"]["key"], "menu.none", "such a client can show nothing: {stock}");
    assert_eq!(bare.get("/admin/warehouse.Supplier/index").await["code"], 401);
    for path in ["push", "index", "getsetup"] {
        assert_eq!(bare.get(&format!("/admin/notification.Index/{path}")).await["code"], 1, "{path}");
    }
    for (path, body) in [("setup", json!({ "sound": 0 })), ("readall", json!({})), ("mute", json!({ "kind": "order.review", "muted": 0 }))] {
        let answer = bare.post(&format!("/admin/notification.Index/{path}"), &body).await;
        assert_ne!(answer["code"], 401, "{path}: {answer}");
    }
    bare.done("/admin/routine.AdminInfo/edit", json!({ "nickname": "Bea" })).await;
    assert_eq!(bare.get("/admin/routine.AdminInfo/index").await["data"]["info"]["nickname"], "Bea");
    bare.socket(None).await.next("bind").await;
    bare.done("/admin/routine.AdminInfo/edit", json!({ "password": "Another-pass-2", "oldPassword": PASSWORD })).await;
    assert!(open.ends().await, "a new password ends what was begun");
    node.kill().await;
}

#[tokio::test]
async fn menus_and_declarations_show_what_one_holds() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, chief) = site(&dir).await;
    let index = chief.get("/admin/Index/index").await["data"].clone();
    assert_eq!(index["adminInfo"]["super"], true);
    assert!(index["menus"].as_array().is_some_and(|menus| menus.len() > 5 && menus[0]["name"] == "dashboard"), "{index}");
    let all = rules(&chief).await;
    let id = group(&chief, json!({ "name": "buyers", "pid": 0, "rules": picked(&all, &["warehouse/supplier", "notification"]) })).await;
    let buyer = member(&node, &chief, "buyer", &[id]).await;
    let index = buyer.get("/admin/Index/index").await["data"].clone();
    assert_eq!(index["adminInfo"]["super"], false);
    let menus = index["menus"].as_array().expect("menus").clone();
    assert_eq!(menus.len(), 2, "{index}");
    let page = menus[0]["children"][0].clone();
    assert_eq!(
        (menus[0]["type"].clone(), page["name"].clone(), page["title"].clone()),
        (json!("menu_dir"), json!("warehouse/supplier"), json!("Suppliers"))
    );
    assert_eq!(
        (page["keepalive"].clone(), page["menu_type"].clone(), page["path"].clone()),
        (json!("warehouse/supplier"), json!("tab"), json!("warehouse/supplier"))
    );
    let buttons: Vec<&str> = page["children"].as_array().expect("buttons").iter().filter_map(|button| button["name"].as_str()).collect();
    assert_eq!(&buttons[..4], ["warehouse/supplier/index", "warehouse/supplier/add", "warehouse/supplier/edit", "warehouse/supplier/del"]);
    let schema = buyer.get("/admin/resource/schema").await["data"]["resources"].clone();
    let seen: Vec<&str> = schema.as_array().expect("resources").iter().filter_map(|resource| resource["controller"].as_str()).collect();
    assert_eq!(seen, ["warehouse.Supplier"]);
    // What is taken away is gone at once.
    chief.done("/admin/auth.Group/edit", json!({ "id": id, "rules": picked(&all, &["notification"]) })).await;
    assert_eq!(buyer.get("/admin/warehouse.Supplier/index").await["code"], 401);
    chief.done("/admin/auth.Group/edit", json!({ "id": id, "status": 0 })).await;
    assert_eq!(buyer.get("/admin/Index/index").await["data"]["menus"], json!([]));
    node.kill().await;
}

#[tokio::test]
async fn groups_and_administrators_are_given_from_ones_own() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, chief) = site(&dir).await;
    let all = rules(&chief).await;
    let wide = picked(&all, &["auth", "warehouse/supplier", "warehouse/customer", "notification"]);
    let narrow = picked(&all, &["warehouse/supplier"]);
    let heads = group(&chief, json!({ "name": "heads", "pid": 0, "rules": wide })).await;
    let others = group(&chief, json!({ "name": "others", "pid": 0, "rules": picked(&all, &["routine"]) })).await;
    let head = member(&node, &chief, "head", &[heads]).await;
    let stranger = member(&node, &chief, "stranger", &[others]).await;
    let add = async |body: Value| head.post("/admin/auth.Group/add", &body).await;
    // They may give only a part of their own rules, under their own group.
    let beyond = add(json!({ "name": "x", "pid": heads, "rules": picked(&all, &["routine"]) })).await;
    assert_eq!((beyond["data"]["field"].clone(), beyond["data"]["key"].clone()), (json!("rules"), json!("error.group.beyond")), "{beyond}");
    assert_eq!(add(json!({ "name": "x", "pid": heads, "rules": wide })).await["data"]["key"], "error.group.all_of_mine");
    assert_eq!(add(json!({ "name": "x", "pid": heads, "rules": ["*"] })).await["data"]["key"], "error.group.beyond");
    assert_eq!(add(json!({ "name": "x", "pid": 0, "rules": narrow })).await["data"]["field"], "pid");
    let below = group(&head, json!({ "name": "below", "pid": heads, "rules": narrow })).await;
    // His own group and those of others stay as they are.
    let edit = async |id: i64| head.post("/admin/auth.Group/edit", &json!({ "id": id, "name": "y" })).await;
    assert_eq!(edit(heads).await["data"]["key"], "error.group.own");
    assert_ne!(edit(others).await["code"], 1);
    assert_eq!(edit(below).await["code"], 1);
    let seen = head.get("/admin/auth.Group/index").await["data"].clone();
    assert_eq!(
        (seen["list"][0]["id"].clone(), seen["list"][0]["children"][0]["id"].clone(), seen["group"].clone()),
        (json!(heads), json!(below), json!([heads])),
        "{seen}"
    );
    assert_eq!(seen["list"].as_array().map(Vec::len), Some(1), "{seen}");
    let given = head.get("/admin/auth.Group/index?absoluteAuth=1&isTree=false").await["data"].clone();
    assert_eq!(given["list"].as_array().map(Vec::len), Some(1), "{given}");
    let row = head.get(&format!("/admin/auth.Group/edit?id={below}")).await["data"]["row"].clone();
    let leaves: Vec<i64> = all.iter().filter(|(_, name)| name.starts_with("warehouse/supplier/")).map(|(id, _)| *id).collect();
    assert_eq!(row["rules"].as_array().map(Vec::len), Some(leaves.len()), "{row}");

    // Administrators: only with groups that they may give, and only those below them.
    let add = async |name: &str, groups: Value| {
        head.post("/admin/auth.Admin/add", &json!({ "username": name, "nickname": name, "password": PASSWORD, "group_arr": groups })).await
    };
    assert_eq!(add("nadia", json!([others])).await["data"]["field"], "group_arr");
    assert_eq!(add("nadia", json!([heads])).await["data"]["field"], "group_arr");
    assert_eq!(add("nadia", json!([1])).await["data"]["field"], "group_arr");
    assert_eq!(add("nadia", json!([])).await["data"]["field"], "group_arr");
    assert_eq!(add("nadia", json!([below])).await["code"], 1);
    let seen = head.get("/admin/auth.Admin/index?order=id,asc").await["data"]["list"].clone();
    let names: Vec<&str> = seen.as_array().expect("rows").iter().filter_map(|row| row["username"].as_str()).collect();
    assert_eq!(names, ["head", "nadia"]);
    let chiefs = chief.get("/admin/auth.Admin/index?order=id,asc").await["data"]["list"].clone();
    let id_of = |name: &str| chiefs.as_array().and_then(|rows| rows.iter().find(|row| row["username"] == name)).expect("a row")["id"].clone();
    for name in ["chief", "stranger"] {
        for answer in [
            head.get(&format!("/admin/auth.Admin/edit?id={}", id_of(name))).await,
            head.post("/admin/auth.Admin/edit", &json!({ "id": id_of(name), "password": "Taken-over-1" })).await,
            head.post("/admin/auth.Admin/del", &json!({ "ids": [id_of(name)] })).await,
        ] {
            assert_eq!(answer["data"]["key"], "error.not_found", "{answer}");
        }
    }
    // They may not raise themselves, or make a rule that grants what they do not hold.
    assert_eq!(
        head.post("/admin/auth.Admin/edit", &json!({ "id": id_of("head"), "group_arr": [heads, others] })).await["data"]["field"],
        "group_arr"
    );
    let rule = json!({ "pid": narrow[0], "type": "button", "title": "x", "name": "routine/config/index" });
    assert_eq!(head.post("/admin/auth.Rule/add", &rule).await["code"], 401);
    let supplier = all.iter().find(|(_, name)| name == "warehouse/supplier/index").expect("a rule").0;
    assert_eq!(head.post("/admin/auth.Rule/edit", &json!({ "id": supplier, "name": "routine/config/edit" })).await["code"], 401);
    assert_eq!(head.post("/admin/auth.Rule/edit", &json!({ "id": supplier, "title": "Look" })).await["code"], 1);
    assert_eq!(stranger.get("/admin/auth.Admin/index").await["code"], 401);
    // One super administrator stays, and nobody shuts themselves out.
    assert_eq!(
        chief.post("/admin/auth.Admin/edit", &json!({ "id": id_of("chief"), "group_arr": [others] })).await["data"]["key"],
        "error.last_chief"
    );
    assert_eq!(chief.post("/admin/auth.Admin/edit", &json!({ "id": id_of("chief"), "status": "disable" })).await["data"]["field"], "status");
    assert_eq!(chief.post("/admin/auth.Group/del", &json!({ "ids": [below] })).await["data"]["key"], "error.in_use");
    node.kill().await;
}

#[tokio::test]
async fn a_new_rule_goes_to_the_groups_of_its_parent() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, chief) = site(&dir).await;
    let all = rules(&chief).await;
    let id = group(&chief, json!({ "name": "g", "pid": 0, "rules": picked(&all, &["warehouse/supplier", "notification"]) })).await;
    let clerk = member(&node, &chief, "clerk", &[id]).await;
    let parent = all.iter().find(|(_, name)| name == "warehouse").expect("a rule").0;
    let rule = json!({ "pid": parent, "type": "menu", "title": "Help", "name": "help", "path": "help", "menu_type": "link", "url": "https://example.com/help", "component": "a\\b" });
    let help = chief.done("/admin/auth.Rule/add", rule.clone()).await["id"].as_i64().expect("an id");
    assert!(clerk.get("/admin/Index/index").await["data"]["menus"].to_string().contains("example.com/help"));
    assert_eq!(chief.post("/admin/auth.Rule/add", &rule).await["data"]["field"], "name");
    assert_eq!(chief.get(&format!("/admin/auth.Rule/edit?id={help}")).await["data"]["row"]["component"], "a/b");
    chief.done("/admin/auth.Rule/edit", json!({ "id": help, "status": "0" })).await;
    assert!(!clerk.get("/admin/Index/index").await["data"]["menus"].to_string().contains("example.com/help"));
    // Hung under its own child, a rule changes places with it.
    let child = chief.done("/admin/auth.Rule/add", json!({ "pid": help, "type": "button", "title": "c", "name": "help/c" })).await["id"].clone();
    chief.done("/admin/auth.Rule/edit", json!({ "id": help, "pid": child })).await;
    assert_eq!(chief.get(&format!("/admin/auth.Rule/edit?id={child}")).await["data"]["row"]["pid"], 0);
    node.kill().await;
}

#[tokio::test]
async fn a_new_password_ends_sessions_and_is_logged() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, chief) = site(&dir).await;
    let all = rules(&chief).await;
    let id = group(&chief, json!({ "name": "g", "pid": 0, "rules": picked(&all, &["routine/adminInfo", "auth/adminLog", "notification"]) })).await;
    let clerk = member(&node, &chief, "clerk", &[id]).await;
    let other = node.login("clerk").await;
    let info = clerk.get("/admin/routine.AdminInfo/index").await["data"]["info"].clone();
    assert_eq!(info["username"], "clerk", "{info}");
    // The posted id, name and status count for nothing.
    let body = json!({ "id": 1, "username": "root", "status": "disable", "nickname": "Kim", "email": "kim@example.com", "group_arr": [1] });
    clerk.done("/admin/routine.AdminInfo/edit", body).await;
    assert_eq!(clerk.post("/admin/routine.AdminInfo/edit", &json!({ "nickname": " " })).await["data"]["field"], "nickname");
    let info = clerk.get("/admin/routine.AdminInfo/index").await["data"]["info"].clone();
    assert_eq!((info["username"].clone(), info["nickname"].clone(), info["email"].clone()), (json!("clerk"), json!("Kim"), json!("kim@example.com")));
    clerk.done("/admin/routine.AdminInfo/edit", json!({ "password": "Another-pass-2", "oldPassword": PASSWORD })).await;
    for ended in [&clerk, &other] {
        assert_eq!(ended.get("/admin/Index/index").await["code"], 303);
    }
    assert!(node.try_login("clerk").await.is_none());
    let body = json!({ "username": "clerk", "password": "Another-pass-2" });
    let again = clerk.post("/admin/Index/login", &body).await;
    let again = Client { token: again["data"]["userInfo"]["token"].as_str().expect("a token").to_owned(), ..clerk };
    // The log: of oneself only, and without secrets.
    let mut log = json!(null);
    for () in crate::support::turns() {
        log = again.get("/admin/auth.AdminLog/index?limit=50").await["data"]["list"].clone();
        if log.as_array().is_some_and(|rows| rows.len() >= 6) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let rows = log.as_array().expect("rows");
    assert!(rows.iter().all(|row| row["username"] == "clerk" && row["ip"] == "127.0.0.1"), "{log}");
    assert!(!log.to_string().contains("Another-pass") && !log.to_string().contains(PASSWORD), "{log}");
    // What was sent is the text of a JSON.
    let data = |row: &Value| serde_json::from_str::<Value>(row["data"].as_str().expect("a text")).expect("JSON");
    let edited = rows.iter().find(|row| data(row)["nickname"] == "Kim").expect("the change");
    assert_eq!(data(edited)["_changes"][0]["before"]["nickname"], "clerk", "{edited}");
    assert_eq!((edited["title"].clone(), data(edited)["_result"].clone()), (json!("My profile - Edit"), json!("done")), "{edited}");
    assert!(rows.iter().any(|row| row["url"] == "/admin/Index/login" && data(row)["_result"] != "done"), "{log}");
    let seen = chief.get("/admin/auth.AdminLog/index?limit=50").await["data"]["list"].to_string();
    assert!(seen.contains("/admin/auth.Group/add") && seen.contains("clerk"), "{seen}");
    node.kill().await;
}

#[tokio::test]
async fn too_many_failures_wait_and_say_how_long() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, chief) = site(&dir).await;
    let stranger = node.anonymous();
    let wrong = json!({ "username": "chief", "password": "Wrong-pass-1" });
    for _ in 0..5 {
        assert_eq!(stranger.post("/admin/Index/login", &wrong).await["data"]["key"], "login.wrong");
    }
    let locked = stranger.post("/admin/Index/login", &json!({ "username": "chief", "password": PASSWORD })).await;
    assert_eq!(locked["data"]["key"], "login.locked", "{locked}");
    let seconds = locked["data"]["seconds"].as_i64().expect("seconds");
    assert!((1..=5).contains(&seconds) && locked["msg"].as_str().is_some_and(|msg| msg.contains(&seconds.to_string())), "{locked}");
    // From one address, for any account.
    let mut last = json!(null);
    for number in 0..40 {
        last = stranger.post("/admin/Index/login", &json!({ "username": format!("nobody{number}"), "password": "Wrong-pass-1" })).await;
    }
    assert_eq!(last["data"]["key"], "login.address", "{last}");
    assert_eq!(chief.get("/admin/Index/index").await["code"], 1, "whoever is logged in stays so");
    node.kill().await;
}

#[tokio::test]
async fn one_session_per_account_when_asked_for() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &["--single-session"]).await;
    let first = node.login("chief").await;
    assert_eq!(first.get("/admin/Index/index").await["code"], 1);
    let second = node.login("chief").await;
    assert_eq!(first.get("/admin/Index/index").await["code"], 303);
    assert_eq!(second.get("/admin/Index/index").await["code"], 1);
    node.kill().await;
}
