//! Sections 0 to 2: envelope, tokens, paths, other origins, login, captcha, what the back office begins with.

use reqwest::Method;
use serde_json::{Value, json};

use super::{keys, set, site};
use crate::world::{PASSWORD, Visitor, World};

#[tokio::test]
async fn every_answer_is_an_envelope_with_status_200() {
    let (world, admin) = site().await;
    for (who, path, code) in [
        (world.visitor(), "/admin/Index/login", 1),
        (world.visitor(), "/admin/Index/index", 303),
        (world.visitor().with("batoken", "nonsense"), "/admin/auth.Admin/index", 303),
        (admin.clone(), "/admin/auth.Admin/edit?id=999", 0),
        (admin.clone(), "/admin/auth.Admin/add", 0),
    ] {
        let answer = who.ask(Method::GET, path).send().await.expect("an answer");
        assert_eq!(answer.status(), 200, "{path}");
        let answer: Value = answer.json().await.expect("JSON");
        assert_eq!((keys(&answer), answer["code"].as_i64()), (set("code msg time data"), Some(code)), "{path}: {answer}");
        assert!(answer["time"].is_i64(), "{answer}");
    }
    let need = world.visitor().get("/admin/Index/index").await;
    assert_eq!(need["data"], json!({ "type": "need login" }));
    assert_eq!(admin.get("/admin/Index/login").await["data"], json!({ "type": "logged in" }));
    let body = json!({ "username": "root", "password": PASSWORD });
    assert_eq!(admin.post("/admin/Index/login", &body).await["data"], json!({ "type": "logged in" }));
}

#[tokio::test]
async fn a_token_is_found_wherever_clients_put_it() {
    let (world, admin) = site().await;
    let token = admin.headers[0].1.clone();
    for name in ["batoken", "ba-token", "ba_token"] {
        let code = world.visitor().with(name, &token).get("/admin/Index/index").await["code"].clone();
        assert_eq!(code, 1, "header {name}");
        let code = world.visitor().get(&format!("/admin/Index/index?{name}={token}")).await["code"].clone();
        assert_eq!(code, 1, "parameter {name}");
    }
    for name in ["batoken", "ba-token", "ba_token"] {
        let made = world.visitor().post("/admin/warehouse.Brand/add", &json!({ "name": format!("brand {name}"), (name): token })).await;
        assert_eq!(made["code"], 1, "field {name}: {made}");
    }
    // What stands first counts, and an empty one is none.
    let path = format!("/admin/Index/index?batoken={token}");
    assert_eq!(world.visitor().with("batoken", "x").get(&path).await["code"], 303);
    assert_eq!(world.visitor().with("batoken", "").get(&path).await["code"], 1);
    assert_eq!(world.visitor().with("ba_token", "x").get(&path).await["code"], 1);
    let stale = world.visitor().post("/admin/warehouse.Brand/add", &json!({ "name": "brand", "batoken": "x" })).await;
    assert_eq!(stale["code"], 303, "{stale}");
    // It ends from there as well.
    assert_eq!(world.visitor().post("/admin/Index/logout", &json!({ "batoken": token })).await["code"], 1);
    assert_eq!(admin.get("/admin/Index/index").await["code"], 303);
}

#[tokio::test]
async fn paths_are_read_in_any_case_and_below_another_entrance() {
    let (world, admin) = site().await;
    for path in ["/admin/index/INDEX", "/admin/AUTH.admin/Index", "/admin.php/Index/index", "/admin/auth.admin/index?isTree=false"] {
        assert_eq!(admin.get(path).await["code"], 1, "{path}");
    }
    let desk = |path: &str| format!("{}{path}", world.url);
    assert_eq!(world.visitor().http.get(desk("/desk.php/Index/index")).header("server", "true").send().await.expect("an answer").status(), 404);
    for bad in ["desk", "/de-sk", "/api", "/"] {
        super::refuses(&admin.edited("routine.Config", json!({ "backend_entrance": bad })).await, "backend_entrance");
    }
    admin.done("/admin/routine.Config/edit", json!({ "backend_entrance": "/desk" })).await;
    assert_eq!(admin.get("/desk.php/Index/index").await["code"], 1);
    assert_eq!(admin.get("/admin/Index/index").await["code"], 1);
    let token = &admin.headers[0].1;
    let picture = reqwest::get(desk(&format!("/desk/ajax/buildSuffixSvg?server=1&suffix=zip&batoken={token}"))).await.expect("an answer");
    assert_eq!(picture.headers()["content-type"], "image/svg+xml");
    // Opened as a page, it leads to ours.
    let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let page = browser.get(desk("/desk")).header("accept", "text/html").send().await.expect("an answer");
    assert_eq!((page.status().as_u16(), page.headers()["location"].to_str().expect("text")), (307, "/admin"));
}

#[tokio::test]
async fn words_come_in_the_language_that_is_asked_for() {
    let (world, _) = site().await;
    let said = async |header: &str, query: &str| {
        let url = format!("{}/admin/Index/index?server=1{query}", world.url);
        let asked = reqwest::Client::new().get(url);
        let asked = if header.is_empty() { asked } else { asked.header("think-lang", header) };
        asked.send().await.expect("an answer").json::<Value>().await.expect("JSON")["msg"].as_str().expect("text").to_owned()
    };
    let (chinese, english) = (said("zh-cn", "").await, said("en", "").await);
    assert!(english.is_ascii() && !chinese.is_ascii(), "{english} {chinese}");
    assert_eq!((said("", "").await, said("", "&lang=en").await), (chinese, english));
}

#[tokio::test]
async fn other_origins_are_answered() {
    let (world, _) = site().await;
    let ask = async |origin: &str| {
        let asked = reqwest::Client::new().request(Method::OPTIONS, format!("{}/admin/auth.Admin/index", world.url));
        asked.header("origin", origin).header("access-control-request-method", "GET").send().await.expect("an answer")
    };
    let answer = ask("http://localhost:1818").await;
    let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_lowercase();
    assert_eq!((answer.status().as_u16(), header("access-control-allow-origin").as_str()), (204, "http://localhost:1818"));
    assert_eq!((header("access-control-allow-credentials"), header("access-control-max-age")), ("true".into(), "1800".into()));
    for method in ["get", "post", "patch", "put", "delete", "options"] {
        assert!(header("access-control-allow-methods").contains(method), "{method}");
    }
    for name in ["think-lang", "server", "ba_user_token", "ba-user-token", "ba_token", "ba-token", "batoken", "content-type", "x-csrf-token"] {
        assert!(header("access-control-allow-headers").contains(name), "{name}");
    }
    assert!(answer.text().await.expect("text").is_empty());
    assert!(ask("https://elsewhere.example").await.headers().get("access-control-allow-origin").is_none());
}

async fn login(world: &World, body: Value) -> Value {
    world.visitor().post("/admin/Index/login", &body).await
}

#[tokio::test]
async fn logging_in_refreshing_and_out() {
    let (world, _) = site().await;
    for bad in [json!({ "username": "ab", "password": PASSWORD }), json!({ "username": "root", "password": "wrong-1" }), json!({})] {
        assert_eq!(login(&world, bad).await["code"], 0);
    }
    let short = login(&world, json!({ "username": "root", "password": PASSWORD, "keep": 0 })).await["data"]["userInfo"].clone();
    assert_eq!(short["refresh_token"], "");
    let answer = login(&world, json!({ "username": "root", "password": PASSWORD, "keep": true, "captchaId": "x", "captchaInfo": "" })).await;
    let info = &answer["data"]["userInfo"];
    assert_eq!(keys(info), set("id username nickname avatar last_login_time token refresh_token"));
    assert!(info["id"].is_i64() && info["last_login_time"].is_string(), "{info}");
    let text = |name: &str| info[name].as_str().expect("text").to_owned();
    // The access token must be at hand; the refresh token stays as it is.
    let refresh = json!({ "refreshToken": text("refresh_token") });
    assert_eq!(world.visitor().post("/api/common/refreshToken", &refresh).await["code"], 0);
    let admin = world.visitor().with("batoken", &text("token"));
    assert_eq!(admin.post("/api/common/refreshToken", &json!({ "refreshToken": "" })).await["code"], 0);
    let given = admin.done("/api/common/refreshToken", refresh.clone()).await;
    assert_eq!((keys(&given), given["type"].as_str()), (set("type token"), Some("admin-refresh")));
    // A member's token beside it changes nothing: the side is that of the refresh token.
    let (member, _) = world.member("beside").await;
    let both = admin.clone().with("ba-user-token", &member.headers[0].1);
    assert_eq!(both.done("/api/common/refreshToken", refresh.clone()).await["type"], "admin-refresh");
    let fresh = world.visitor().with("batoken", given["token"].as_str().expect("a token"));
    assert_eq!(fresh.get("/admin/Index/index").await["code"], 1);
    fresh.done("/admin/Index/logout", refresh.clone()).await;
    assert_eq!(fresh.get("/admin/Index/index").await["code"], 303);
    assert_eq!(fresh.post("/api/common/refreshToken", &refresh).await["code"], 0);
    assert_eq!(world.visitor().post("/admin/Index/logout", &json!({ "refreshToken": null })).await["code"], 1);
}

#[tokio::test]
async fn a_click_captcha_is_shown_checked_and_used_up() {
    let (world, _) = site().await;
    let shown = world.visitor().got("/api/common/clickCaptcha?id=one").await;
    assert_eq!(keys(&shown), set("id text base64 width height"));
    assert!(shown["base64"].as_str().is_some_and(|image| image.starts_with("data:image/png;base64,")));
    assert_eq!(shown["text"].as_array().map(Vec::len), Some(2));
    let (id, info) = world.clicks().await;
    let check = async |info: &str, unset: bool| {
        world.visitor().post("/api/common/checkClickCaptcha", &json!({ "id": id, "info": info, "unset": unset })).await["code"].clone()
    };
    assert_eq!(check("1,1;350;200", false).await, 0, "every target is to be clicked");
    assert_eq!((check(&info, false).await, check(&info, true).await, check(&info, false).await), (json!(1), json!(1), json!(0)));
}

fn each_rule(menus: &Value, see: &mut impl FnMut(&Value)) {
    for rule in menus.as_array().into_iter().flatten() {
        see(rule);
        each_rule(&rule["children"], see);
    }
}

#[tokio::test]
async fn what_the_back_office_begins_with() {
    let (world, admin) = site().await;
    let init = admin.got("/admin/Index/index").await;
    assert_eq!(keys(&init), set("adminInfo menus siteConfig terminal unusableNodes narrowedNodes"));
    assert_eq!(keys(&init["adminInfo"]), set("id username nickname avatar last_login_time super"));
    assert_eq!(init["adminInfo"]["super"], true);
    let config = &init["siteConfig"];
    assert!(keys(config).is_superset(&set("siteName version cdnUrl cdnUrlParams apiUrl upload headNav")), "{config}");
    assert_eq!(config["cdnUrl"].as_str(), world.url.strip_prefix("http:"));
    assert_eq!((config["cdnUrlParams"].as_str(), config["version"].as_str()), (Some(""), Some("v1.0.0")));
    assert_eq!(keys(&config["upload"]), set("mode maxSize saveName allowedSuffixes allowedMimeTypes"));
    assert_eq!(config["upload"]["mode"], "local");
    assert_eq!(keys(&init["terminal"]), set("phpDevelopmentServer npmPackageManager"));
    // Whoever has no picture gets one that is there.
    let picture = init["adminInfo"]["avatar"].as_str().expect("a path");
    let served = reqwest::get(format!("{}{picture}", world.url)).await.expect("an answer");
    assert_eq!((served.status().as_u16(), served.headers()["content-type"].to_str().expect("text")), (200, "image/png"));
    let mut names = Vec::new();
    each_rule(&init["menus"], &mut |rule| {
        let expected = set("id pid type title name path icon menu_type url component keepalive extend children");
        assert_eq!(keys(rule), expected, "{rule}");
        let name = rule["name"].as_str().expect("a name");
        match rule["type"].as_str() {
            Some("menu") => {
                assert_eq!((&rule["path"], &rule["keepalive"], &rule["menu_type"]), (&rule["name"], &rule["name"], &json!("tab")), "{rule}");
                // Two views are files of their own in the stock clients.
                let single = matches!(name, "dashboard" | "routine/adminInfo");
                let view = if single { format!("/src/views/backend/{name}.vue") } else { format!("/src/views/backend/{name}/index.vue") };
                assert_eq!(rule["component"], view);
            }
            Some("button") => assert_eq!((&rule["keepalive"], &rule["menu_type"]), (&json!(0), &Value::Null), "{rule}"),
            kind => assert_eq!(kind, Some("menu_dir"), "{rule}"),
        }
        let icon = rule["icon"].as_str().expect("an icon");
        assert!(rule["type"] == "button" || icon.starts_with("fa fa-"), "{rule}");
        names.push(name.to_owned());
    });
    for (page, actions) in PAGES {
        for action in actions.split_whitespace() {
            assert!(names.contains(&format!("{page}/{action}")), "{page}/{action}");
        }
    }
    assert!(keys(&admin.got("/admin/Dashboard/index").await).contains("remark"));
}

/// The stock pages and their buttons.
const PAGES: &[(&str, &str)] = &[
    ("dashboard", "index"),
    ("auth/group", "index add edit del"),
    ("auth/admin", "index add edit del"),
    ("auth/rule", "index add edit del sortable"),
    ("auth/adminLog", "index"),
    ("user/user", "index add edit del"),
    ("user/group", "index add edit del"),
    ("user/rule", "index add edit del sortable"),
    ("user/moneyLog", "index add"),
    ("user/scoreLog", "index add"),
    ("routine/config", "index add edit del"),
    ("routine/attachment", "index edit del"),
    ("routine/adminInfo", "index edit"),
    ("security/dataRecycleLog", "index del restore info"),
    ("security/sensitiveDataLog", "index del rollback info"),
    ("security/dataRecycle", "index add edit del"),
    ("security/sensitiveData", "index add edit del"),
];

#[tokio::test]
async fn an_answer_without_the_node_is_401() {
    let (world, admin) = site().await;
    let group = admin.added("auth.Group", json!({ "pid": 0, "name": "few", "rules": [first_rule(&admin, "dashboard").await], "status": 1 })).await;
    let body = json!({ "username": "clerk", "nickname": "Clerk", "password": PASSWORD, "group_arr": [group.to_string()], "status": "1" });
    admin.added("auth.Admin", body).await;
    let token = login(&world, json!({ "username": "clerk", "password": PASSWORD })).await["data"]["userInfo"]["token"].clone();
    let clerk = world.visitor().with("batoken", token.as_str().expect("a token"));
    let answer = clerk.get("/admin/auth.Admin/index").await;
    assert_eq!((answer["code"].as_i64(), &answer["data"]), (Some(401), &json!([])));
    let init = clerk.got("/admin/Index/index").await;
    assert_eq!((init["adminInfo"]["super"].as_bool(), init["menus"].as_array().map(Vec::len)), (Some(false), Some(1)));
}

async fn first_rule(admin: &Visitor, name: &str) -> i64 {
    let rules = admin.rows("auth.Rule", "isTree=false").await;
    rules.iter().find(|rule| rule["name"] == name).and_then(|rule| rule["id"].as_i64()).expect("a rule")
}
