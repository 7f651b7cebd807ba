//! Section 5: what the public site begins with, members, their account.

use serde_json::{Value, json};

use super::{keys, set, site};
use crate::world::PASSWORD;

const INFO: &str = "id username nickname email mobile avatar gender birthday money score join_time motto last_login_time last_login_ip";

fn login(name: &str, keep: &Value) -> Value {
    json!({
        "tab": "login", "username": name, "password": PASSWORD, "keep": keep, "captcha": "", "captchaId": "", "captchaInfo": "",
        "email": "", "mobile": "", "registerType": "email",
    })
}

#[tokio::test]
async fn what_the_site_begins_with() {
    let (world, admin) = site().await;
    let visitor = world.visitor();
    let init = visitor.got("/api/index/index?requiredLogin=0").await;
    assert!(keys(&init).is_superset(&set("site openMemberCenter userInfo rules menus")), "{init}");
    assert_eq!(
        keys(&init["site"]),
        set("siteName recordNumber companyAddress companyContact currency entries shopName homePage version cdnUrl cdnUrlParams upload headNav")
    );
    assert_eq!((&init["userInfo"], &init["menus"], &init["openMemberCenter"]), (&json!({}), &json!([]), &json!(true)));
    assert_eq!(visitor.get("/api/index/index?requiredLogin=1").await["data"], json!({ "type": "need login" }));
    // Rules that need no login are the visitor's too.
    for (kind, open) in [("nav", 1), ("route", 1), ("nav_user_menu", 1), ("nav", 0)] {
        let name = format!("{kind}_{open}");
        let body =
            json!({ "pid": 0, "type": kind, "title": name, "name": name, "path": name, "menu_type": "tab", "no_login_valid": open, "status": 1 });
        admin.added("user.Rule", body).await;
    }
    let mut names: Vec<String> = visitor.got("/api/index/index").await["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .filter_map(|rule| rule["name"].as_str().map(str::to_owned))
        .collect();
    names.sort();
    assert_eq!(names, ["nav_1", "route_1"]);
    // The header's own list is of these, with what is nested in it.
    let top = visitor.got("/api/index/index").await["site"]["headNav"].clone();
    assert_eq!((&top[0]["name"], top.as_array().map(Vec::len)), (&json!("nav_1"), Some(1)), "{top}");
    let below = json!({ "pid": top[0]["id"], "type": "nav", "title": "below", "name": "below", "path": "below", "menu_type": "link", "url": "https://example.com/", "no_login_valid": 1, "status": 1 });
    admin.added("user.Rule", below).await;
    for init in [visitor.got("/api/index/index").await["site"].clone(), admin.got("/admin/Index/index").await["siteConfig"].clone()] {
        assert_eq!(init["headNav"][0]["children"][0]["name"], "below", "{init}");
    }
    let (member, _) = world.member("inside").await;
    let init = member.got("/api/index/index?requiredLogin=1").await;
    assert_eq!(keys(&init["userInfo"]), set(INFO), "no tokens here");
    assert_eq!(init["rules"].as_array().map(Vec::len), Some(4), "{}", init["rules"]);
    assert_eq!(init["site"]["headNav"].as_array().map(Vec::len), Some(2), "{}", init["site"]);
    assert_eq!((&init["menus"][0]["name"], &init["menus"][0]["type"]), (&json!("account"), &json!("menu_dir")));
    let pages: Vec<&str> = init["menus"][0]["children"].as_array().expect("pages").iter().filter_map(|page| page["name"].as_str()).collect();
    assert_eq!(pages[..5], ["account/overview", "account/profile", "account/changePassword", "account/integral", "account/balance"]);
    let page = &init["menus"][0]["children"][0];
    assert!(keys(page).is_superset(&set("id pid type title name path icon menu_type url component extend")), "{page}");
    assert_eq!(page["component"], "/src/views/frontend/user/account/overview.vue");
}

#[tokio::test]
async fn members_come_in_and_go() {
    let (world, admin) = site().await;
    admin.member("comer").await;
    let visitor = world.visitor();
    assert_eq!(
        visitor.got("/api/user/checkIn").await,
        json!({ "userLoginCaptchaSwitch": false, "accountVerificationType": [], "registrationByName": true })
    );
    let answer = visitor.post("/api/user/checkIn", &login("comer", &json!(false))).await;
    let info = &answer["data"]["userInfo"];
    assert_eq!((keys(info), &answer["data"]["routePath"]), (set(&format!("{INFO} token refresh_token")), &json!("/user")), "{answer}");
    assert_eq!(info["refresh_token"], "");
    assert!(info["last_login_time"].is_i64() && info["money"] == "0.00" && info["gender"] == 1, "{info}");
    assert_eq!(info["avatar"], "/static/images/avatar.png");
    let kept = visitor.done("/api/user/checkIn", login("comer", &json!("1"))).await["userInfo"].clone();
    let refresh = json!({ "refreshToken": kept["refresh_token"] });
    let member = visitor.clone().with("ba-user-token", kept["token"].as_str().expect("a token"));
    assert_eq!(member.get("/api/user/checkIn").await["data"], json!({ "type": "logged in" }));
    let given = member.done("/api/common/refreshToken", refresh.clone()).await;
    assert_eq!((keys(&given), &given["type"]), (set("type token"), &json!("user-refresh")));
    assert_eq!(visitor.post("/api/common/refreshToken", &refresh).await["code"], 0, "the expired access token must be at hand");
    // Neither token is worth anything in the other world.
    let token = kept["token"].as_str().expect("a token");
    assert_eq!(visitor.clone().with("batoken", token).get("/admin/Index/index").await["code"], 303);
    assert_eq!(visitor.clone().with("ba-user-token", &admin.headers[0].1).get("/api/account/profile").await["code"], 303);
    member.done("/api/user/logout", refresh.clone()).await;
    assert_eq!(member.get("/api/account/profile").await["code"], 303);
    assert_eq!(visitor.post("/api/user/logout", &json!({ "refreshToken": "" })).await["code"], 1);
    for tab in ["", "other"] {
        let mut body = login("comer", &json!(0));
        body["tab"] = json!(tab);
        assert_eq!(visitor.post("/api/user/checkIn", &body).await["code"], 0);
    }
}

#[tokio::test]
async fn ones_account() {
    let (world, admin) = site().await;
    let (member, id) = world.member("saver").await;
    for money in ["5.00", "-1.25"] {
        admin.done("/admin/user.MoneyLog/add", json!({ "user_id": id, "money": money, "memo": "m" })).await;
    }
    admin.done("/admin/user.ScoreLog/add", json!({ "user_id": id, "score": 3, "memo": "s" })).await;
    let overview = member.got("/api/account/overview").await;
    assert_eq!(keys(&overview), set("days score money"));
    assert_eq!((overview["days"].as_array().map(Vec::len), &overview["score"][6], &overview["money"][6]), (Some(7), &json!(3), &json!("3.75")));
    assert_eq!(overview["money"][0], "0.00");
    let balance = member.got("/api/account/balance?page=1&limit=1").await;
    assert_eq!(
        (balance["total"].as_i64(), keys(&balance["list"][0])),
        (Some(2), set("memo money before after kind cause_kind cause_id create_time"))
    );
    assert_eq!((&balance["list"][0]["money"], &balance["list"][0]["after"]), (&json!("-1.25"), &json!("3.75")), "the newest first");
    let integral = member.got("/api/account/integral").await;
    assert_eq!(
        (keys(&integral["list"][0]), &integral["list"][0]["score"]),
        (set("memo score before after kind cause_kind cause_id create_time"), &json!(3))
    );
    assert_eq!(member.got("/api/account/profile").await, json!({ "accountVerificationType": [] }));
    // The whole store is sent; only one's own fields are taken, of oneself.
    let store = member.got("/api/index/index").await["userInfo"].clone();
    let mut sent = store.clone();
    for (name, value) in
        [("id", json!(1)), ("nickname", json!("小王-1")), ("money", json!("99")), ("gender", json!("2")), ("birthday", json!("2001-02-03"))]
    {
        sent[name] = value;
    }
    member.done("/api/account/profile", sent).await;
    let now = member.got("/api/index/index").await["userInfo"].clone();
    assert_eq!((&now["nickname"], &now["money"], &now["gender"], &now["id"]), (&json!("小王-1"), &store["money"], &json!(2), &json!(id)));
    for (name, bad) in [("nickname", "a b"), ("username", "1x"), ("birthday", "2000-02-30")] {
        let mut sent = now.clone();
        sent[name] = json!(bad);
        super::refuses(&member.post("/api/account/profile", &sent).await, name);
    }
    let change = |old: &str| json!({ "oldPassword": old, "newPassword": "Another-1" });
    super::refuses(&member.post("/api/account/changePassword", &change("wrong-1")).await, "oldPassword");
    member.done("/api/account/changePassword", change(PASSWORD)).await;
    assert_eq!(member.get("/api/account/profile").await["code"], 303);
    world.member_login("saver", "Another-1").await;
}

#[tokio::test]
async fn a_group_without_the_rule_is_refused() {
    let (world, admin) = site().await;
    let rules = admin.rows("user.Rule", "isTree=false").await;
    let id = |name: &str| rules.iter().find(|rule| rule["name"] == name).and_then(|rule| rule["id"].as_i64()).expect("a rule");
    let group = json!({ "name": "few", "rules": [id("account"), id("account/overview")], "status": 1 });
    let group = admin.added("user.Group", group).await;
    let (member, key) = world.member("limited").await;
    admin.done("/admin/user.User/edit", json!({ "id": key, "group_id": group.to_string() })).await;
    assert_eq!(member.get("/api/account/overview").await["code"], 1);
    assert_eq!(member.get("/api/account/balance").await["code"], 401);
    // A changed group counts at once.
    admin.done("/admin/user.Group/edit", json!({ "id": group, "rules": [id("account"), id("account/balance")] })).await;
    assert_eq!(
        (member.get("/api/account/balance").await["code"].clone(), member.get("/api/account/overview").await["code"].clone()),
        (json!(1), json!(401))
    );
}
