//! Sections 4.10, 4.11, 4.14 and 6: attachments, one's own profile, helpers of forms, uploads.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{keys, refuses, search, set, site};
use crate::world::{PASSWORD, Visitor};

/// A PNG of one pixel.
fn pixel() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(1, 1).write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

async fn upload(who: &Visitor, path: &str, topic: Option<&str>) -> Value {
    let form = Form::new().part("file", Part::bytes(pixel()).file_name("my photo.png").mime_str("image/png").expect("a type"));
    let form = if let Some(topic) = topic { form.text("topic", topic.to_owned()) } else { form };
    who.ask(Method::POST, path).multipart(form).send().await.expect("an answer").json().await.expect("JSON")
}

#[tokio::test]
async fn uploads_and_attachments() {
    let (world, admin) = site().await;
    let answer = upload(&admin, "/admin/ajax/upload?uuid=x", None).await;
    let file = answer["data"]["file"].clone();
    let columns = set("id topic url full_url width height name size mimetype storage sha1 suffix admin_id last_upload_time");
    assert!(keys(&file).is_superset(&columns), "{answer}");
    let host = world.url.strip_prefix("http:").expect("a host");
    let url = file["url"].as_str().expect("a path");
    assert_eq!(file["full_url"], format!("{host}{url}"));
    assert!(url.starts_with("/storage/default/") && url.ends_with(".png") && url.contains("myphoto"), "{url}");
    assert_eq!((&file["width"], &file["suffix"], &file["storage"], &file["topic"]), (&json!(1), &json!("png"), &json!("local"), &json!("default")));
    assert_eq!(upload(&admin, "/admin/ajax/upload", Some("default")).await["data"]["file"]["id"], file["id"], "the same file is kept once");
    assert_ne!(upload(&admin, "/admin/ajax/upload", Some("other")).await["data"]["file"]["id"], file["id"]);
    refuses(&upload(&admin, "/admin/ajax/upload", Some("../x")).await, "topic");
    assert_eq!(upload(&world.visitor(), "/api/ajax/upload", None).await["code"], 303);
    let (member, member_id) = world.member("painter").await;
    assert_eq!(upload(&member, "/api/ajax/upload", Some("mine")).await["data"]["file"]["user_id"], member_id);

    // The file chooser asks so.
    let rows = admin.rows("routine.Attachment", &format!("{}&order=last_upload_time,desc", search("mimetype", "LIKE", &["image"], ""))).await;
    let row = rows.iter().find(|row| row["id"] == file["id"]).expect("a row");
    let columns =
        set("id topic admin_id user_id url width height name size mimetype quote storage sha1 create_time last_upload_time suffix full_url");
    assert!(keys(row).is_superset(&columns), "{row}");
    assert_eq!((&row["full_url"], &row["suffix"], &row["quote"]), (&file["full_url"], &json!("png"), &json!(2)));
    assert_eq!(row["admin"]["nickname"], "Root");
    assert_eq!(admin.rows("routine.Attachment", &search("user.nickname", "LIKE", &["painter"], "")).await.len(), 1);
    // Its form sends everything back; only name and topic are for writing.
    let id = file["id"].as_i64().expect("an id");
    let mut form = admin.row("routine.Attachment", id).await;
    form["name"] = json!("renamed.png");
    assert_eq!(admin.edited("routine.Attachment", form.clone()).await["code"], 1);
    for (field, value) in [("full_url", json!("//evil.example/x")), ("quote", json!(9)), ("url", json!("/storage/x")), ("admin_id", json!(99))] {
        let mut bad = form.clone();
        bad[field] = value;
        refuses(&admin.edited("routine.Attachment", bad).await, field);
    }
    assert_eq!(reqwest::get(format!("{}{url}", world.url)).await.expect("an answer").status(), 200);
    let answer = admin.deleted("routine.Attachment", &[id]).await;
    assert_eq!((&answer["code"], &answer["msg"]), (&json!(1), &json!("Files deleted: 1")));
    assert_eq!(reqwest::get(format!("{}{url}", world.url)).await.expect("an answer").status(), 404);
}

#[tokio::test]
async fn ones_own_profile() {
    let (world, admin) = site().await;
    let info = admin.got("/admin/routine.AdminInfo/index").await["info"].clone();
    assert!(keys(&info).is_superset(&set("id username nickname avatar email mobile motto last_login_time")), "{info}");
    let other = json!({ "username": "other", "nickname": "Other", "password": PASSWORD, "group_arr": [1], "status": 1 });
    let other = admin.added("auth.Admin", other).await;
    // The posted id is nothing; name and status stay.
    let body = json!({ "id": other, "username": "x", "status": "disable", "nickname": "Me", "email": "me@example.com", "mobile": "", "motto": "m", "password": "" });
    admin.done("/admin/routine.AdminInfo/edit", body).await;
    let info = admin.got("/admin/routine.AdminInfo/index").await["info"].clone();
    assert_eq!((&info["nickname"], &info["username"], &info["email"]), (&json!("Me"), &json!("root"), &json!("me@example.com")));
    assert_eq!(admin.row("auth.Admin", other).await["nickname"], "Other");
    admin.done("/admin/routine.AdminInfo/edit", json!({ "id": info["id"], "avatar": "/storage/default/a.png" })).await;
    assert_eq!(admin.got("/admin/Index/index").await["adminInfo"]["avatar"], "/storage/default/a.png");
    refuses(&admin.post("/admin/routine.AdminInfo/edit", &json!({ "nickname": "" })).await, "nickname");
    refuses(&admin.post("/admin/routine.AdminInfo/edit", &json!({ "email": "nowhere" })).await, "email");
    let log = admin.logged(&format!("order=id,desc&{}", search("admin_id", "eq", &[&info["id"].to_string()], "")), "AdminInfo/edit").await;
    assert_eq!(log["username"], "root");
    let change = async |password: &str, old: Option<&str>| {
        admin.post("/admin/routine.AdminInfo/edit", &json!({ "id": info["id"], "password": password, "oldPassword": old })).await
    };
    let new = "Another-pass-1";
    refuses(&change(new, None).await, "oldPassword");
    refuses(&change(new, Some("")).await, "oldPassword");
    refuses(&change(new, Some("not the one")).await, "oldPassword");
    // Neither is there another way to one's own password.
    refuses(&admin.post("/admin/auth.Admin/edit", &json!({ "id": info["id"], "password": new })).await, "oldPassword");
    for (weak, key) in [("123456", "error.password.admin"), ("Another-1", "error.password.admin"), ("password1234", "error.password.common")] {
        let refused = change(weak, Some(PASSWORD)).await;
        assert_eq!((&refused["data"]["field"], &refused["data"]["key"]), (&json!("password"), &json!(key)), "{refused}");
    }
    let answer = change(new, Some(PASSWORD)).await;
    assert_eq!(answer["code"], 1);
    assert_eq!(admin.get("/admin/Index/index").await["code"], 303, "a new password ends what was begun");
    world.visitor().done("/admin/Index/login", json!({ "username": "root", "password": "Another-pass-1" })).await;
}

#[tokio::test]
async fn helpers_of_forms() {
    let (world, admin) = site().await;
    for path in ["/admin/ajax/area?uuid=1", "/api/ajax/area"] {
        let provinces = admin.got(path).await;
        assert_eq!(provinces[0], json!({ "value": 110_000, "label": "北京市" }));
    }
    let cities = admin.got("/admin/ajax/area?province=330000").await;
    let city = cities[0]["value"].as_i64().expect("an id");
    let districts = admin.got(&format!("/admin/ajax/area?province=330000&city={city}")).await;
    assert!(districts.as_array().is_some_and(|list| list.len() > 3) && districts != cities, "{districts}");
    assert_eq!(keys(&admin.got("/admin/ajax/getDatabaseConnectionList?quickSearch=").await["list"][0]), set("type database key"));
    let tables = admin.got("/admin/ajax/getTableList?quickSearch=user&samePrefix=1&excludeTable[]=user_rule&connection=").await["list"].clone();
    assert_eq!(keys(&tables[0]), set("table comment connection prefix"));
    assert!(!tables.as_array().expect("a list").iter().any(|table| table["table"] == "user_rule"));
    assert_eq!(admin.got("/admin/ajax/getTablePk?table=user&connection=").await, json!({ "pk": "id" }));
    assert_eq!(admin.get("/admin/ajax/getTablePk?table=nothing").await["code"], 0);
    let clean = admin.got("/admin/ajax/getTableFieldList?table=user&clean=1").await;
    assert_eq!((&clean["pk"], &clean["fieldList"]["nickname"]), (&json!("id"), &json!("Nickname")));
    assert!(admin.got("/admin/ajax/getTableFieldList?table=user&clean=0").await["fieldList"]["nickname"].is_object());
    assert!(!clean["fieldList"].as_object().expect("fields").contains_key("login_failure"));
    for kind in ["tp", "all"] {
        admin.done("/admin/ajax/clearCache", json!({ "type": kind })).await;
    }
    let token = &admin.headers[0].1;
    let url = format!("{}/admin/ajax/buildSuffixSvg?batoken={token}&suffix=zip&background=%23ff0000&server=1", world.url);
    let picture = reqwest::get(url).await.expect("an answer");
    assert_eq!(picture.headers()["content-type"], "image/svg+xml");
    assert!(picture.text().await.expect("text").contains(">ZIP</text>"));
}

#[tokio::test]
async fn nothing_is_run_or_installed_from_the_browser() {
    let (world, admin) = site().await;
    assert_eq!(admin.got("/admin/module/index").await["installed"], json!([]));
    // The market is at the address that the client is told, below which each release has its own interface.
    let market = admin.got("/admin/Index/index").await["siteConfig"]["apiUrl"].as_str().expect("an address").to_owned();
    for store in ["v6.store", "v7.store"] {
        let offered = world.visitor().got(&format!("{market}/api/{store}/modules?activeTab=all&sysVersion=v2&installed[0][uid]=x")).await;
        assert_eq!((&offered["rows"], &offered["total"], &offered["category"]), (&json!([]), &json!(0), &json!([{ "id": "all", "name": "All" }])));
    }
    assert_eq!(world.visitor().get(&format!("{market}/api/v7.order/modules")).await["code"], 0);
    let path = "/admin/ajax/terminal?command=composer.update&uuid=u&extend=&server=1";
    let answer = admin.ask(Method::GET, path).send().await.expect("an answer");
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let said = answer.text().await.expect("text");
    let events: Vec<Value> = said.split_terminator("\n\n").map(|event| serde_json::from_str(&event["data: ".len()..]).expect("JSON")).collect();
    assert!(events[0]["data"].as_str().is_some_and(|text| text.starts_with("Error:")), "{said}");
    assert_eq!(events[1], json!({ "data": "command-exec-error", "uuid": "u", "extend": "", "key": "composer.update" }));
    // A browser opens it without our header: the reason is in the language in which its user has called before.
    let bare = async |browser: &str| {
        let asked = reqwest::Client::new().get(format!("{}{path}&batoken={}", world.url, admin.headers[0].1)).header("accept-language", browser);
        asked.send().await.expect("an answer").text().await.expect("text")
    };
    assert!(bare("zh-CN,zh;q=0.9").await.contains("Error: there"), "they read English");
    let chinese = reqwest::Client::new().get(format!("{}/admin/Index/index", world.url)).header("server", "true").header("think-lang", "zh-cn");
    chinese.header("batoken", &admin.headers[0].1).send().await.expect("an answer");
    assert!(!bare("en-US,en;q=0.9").await.contains("Error: there"), "they read Chinese now");
    assert_eq!(world.visitor().get(path).await["code"], 303);
    // Its package manager: none is what there is, and all that can be had.
    let choose = async |manager: &str| admin.post("/admin/ajax/changeTerminalConfig", &json!({ "manager": manager })).await;
    assert_eq!(admin.got("/admin/Index/index").await["terminal"]["npmPackageManager"], "none");
    for manager in ["npm", "cnpm", "pnpm", "yarn", "ni", "none", "npm"] {
        assert_eq!(choose(manager).await["code"], 1, "{manager}");
        assert_eq!(admin.got("/admin/Index/index").await["terminal"]["npmPackageManager"], manager);
    }
    refuses(&choose("bun").await, "manager");
    assert_eq!(world.visitor().post("/admin/ajax/changeTerminalConfig", &json!({ "manager": "none" })).await["code"], 303);
}

#[tokio::test]
async fn the_classic_captcha_is_not_there() {
    let (world, _) = site().await;
    let (member, _) = world.member("looker").await;
    for who in [world.visitor(), member] {
        for path in ["/api/common/captcha?id=x&server=1", "/api/nothing/here"] {
            let answer = who.ask(Method::GET, path).send().await.expect("an answer");
            assert_eq!(answer.status(), 404, "{path}");
        }
    }
    // What is there still asks who calls.
    assert_eq!(world.visitor().get("/api/account/overview").await["code"], 303);
}
