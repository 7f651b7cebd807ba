//! The member side: in, out, and what a member may. Codes, money and score, and visitors stand beside it.

mod addresses;
mod balance;
mod closing;
pub mod codes;
mod registration;
mod visitors;

use std::collections::HashMap;

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use entrepot_store::resource::{Act, Field, Resource, catalogue};
use serde_json::{Value, json};

use crate::world::{MailBox, PASSWORD, World};

pub fn key(answer: &Value) -> &str {
    answer["data"]["key"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn from_a_registration_to_another_password() {
    let world = World::start(ServiceSettings::default()).await;
    let visitor = world.visitor();
    let form = visitor.got("/api/user/checkIn").await;
    assert_eq!(form, json!({ "userLoginCaptchaSwitch": true, "accountVerificationType": [], "registrationByName": true }));
    let refused = world.ask_code(&visitor, "ann@example.com", "user_register", "").await;
    assert_eq!(key(&refused), "code.not_configured", "{refused}");
    let mails = MailBox::open().await;
    world.mail_to(mails.port).await;
    assert_eq!(visitor.got("/api/user/checkIn").await["accountVerificationType"], json!(["email"]));

    // A code, within its limits.
    let without = json!({ "email": "ann@example.com", "event": "user_register" });
    assert_eq!(key(&visitor.post("/api/Ems/send", &without).await), "captcha.required");
    let sent = world.ask_code(&visitor, "ann@example.com", "user_register", "").await;
    assert_eq!(sent["code"], 1, "{sent}");
    assert!(mails.last().contains("To: ann@example.com") && mails.last().contains("From: Entrepot <site@example.com>"), "{}", mails.last());
    let again = world.ask_code(&visitor, "ANN@example.com", "user_register", "").await;
    assert_eq!(key(&again), "code.too_soon", "{again}");
    let code = mails.code();

    // A registration.
    let register = |username: &str, email: &str, captcha: &str| json!({ "tab": "register", "username": username, "password": PASSWORD, "registerType": "email", "email": email, "captcha": captcha });
    for (bad, field) in [
        (register("1ann", "ann@example.com", &code), "username"),
        (register("ann", "nowhere", &code), "email"),
        (register("ann", "ann@example.com", "000000x"), "captcha"),
        (register("ann", "bob@example.com", &code), "captcha"),
        (
            json!({ "tab": "register", "username": "ann", "password": "12345", "registerType": "email", "email": "ann@example.com", "captcha": code }),
            "password",
        ),
    ] {
        let answer = visitor.post("/api/user/checkIn", &bad).await;
        assert_eq!((answer["code"].as_i64(), answer["data"]["field"].as_str()), (Some(0), Some(field)), "{bad}: {answer}");
    }
    let made = visitor.done("/api/user/checkIn", register("ann", "Ann@Example.com", &code)).await;
    assert_eq!((made["routePath"].as_str(), made["userInfo"]["email"].as_str()), (Some("/user"), Some("ann@example.com")));
    // The same address in capitals is theirs already.
    let second = world.ask_code(&visitor, "ANN@example.com", "user_register", "").await;
    assert_eq!((second["data"]["field"].as_str(), key(&second)), (Some("email"), "error.unique"), "{second}");
    assert_eq!((made["userInfo"]["money"].as_str(), made["userInfo"]["refresh_token"].as_str()), (Some("0.00"), Some("")));
    assert!(made["userInfo"].get("password").is_none());
    let twice = visitor.post("/api/user/checkIn", &register("ann", "ann2@example.com", &code)).await;
    assert_eq!(twice["code"], 0);
    let ann = visitor.clone().with("ba-user-token", made["userInfo"]["token"].as_str().expect("a token"));
    assert_eq!(ann.get("/api/user/checkIn").await["data"]["type"], "logged in");

    // The member centre.
    let site = ann.got("/api/index/index?requiredLogin=1").await;
    assert_eq!(site["userInfo"]["username"], "ann");
    assert_eq!(site["menus"][0]["name"], "account", "{site}");
    assert_eq!(
        (site["menus"][0]["children"][0]["name"].as_str(), site["menus"][0]["children"][0]["title"].as_str()),
        (Some("account/overview"), Some("Overview"))
    );
    let of_shop = site["menus"][1]["children"].as_array().into_iter().flatten().find(|page| page["name"] == "shop/evaluate");
    assert_eq!(of_shop.map(|page| &page["title"]), Some(&json!("My reviews")), "{site}");
    assert_eq!(site["openMemberCenter"], true);
    assert!(site["site"]["upload"]["maxSize"].as_u64().is_some_and(|size| size > 0));
    let overview = ann.got("/api/account/overview").await;
    assert_eq!((overview["days"].as_array().map(Vec::len), overview["money"][6].as_str()), (Some(7), Some("0.00")));
    let mut profile = site["userInfo"].clone();
    profile["nickname"] = json!("Ann-1");
    profile["money"] = json!("9999.00");
    profile["score"] = json!(9999);
    profile["id"] = json!(1_000_000);
    profile["birthday"] = json!("2000-02-29");
    ann.done("/api/account/profile", profile).await;
    let info = ann.got("/api/index/index").await["userInfo"].clone();
    assert_eq!((info["nickname"].as_str(), info["money"].as_str(), info["score"].as_i64()), (Some("Ann-1"), Some("0.00"), Some(0)));
    assert_eq!(info["birthday"], "2000-02-29");
    for (field, value) in [("nickname", "<b>"), ("username", "a"), ("birthday", "2999-01-01"), ("avatar", "javascript:alert(1)"), ("gender", "7")] {
        let answer = ann.post("/api/account/profile", &json!({ field: value })).await;
        assert_eq!(answer["data"]["field"], field, "{answer}");
    }

    // Another address: the code to the old one, then the code to the new one.
    let wrong = world.ask_code(&ann, "ann@example.com", "user_email_verify", "not the one").await;
    assert_eq!(wrong["data"]["field"], "password", "{wrong}");
    assert_eq!(world.ask_code(&ann, "ann@example.com", "user_email_verify", PASSWORD).await["code"], 1);
    let ticket = ann.done("/api/account/verification", json!({ "type": "email", "captcha": mails.code() })).await;
    assert_eq!(world.ask_code(&ann, "new@example.com", "user_change_email", "").await["code"], 1);
    let code = mails.code();
    let bind = |ticket: &str, code: &str| json!({ "type": "email", "email": "new@example.com", "captcha": code, "accountVerificationToken": ticket });
    let without = ann.post("/api/account/changeBind", &bind("made-up", &code)).await;
    assert_eq!(without["data"]["field"], "accountVerificationToken", "{without}");
    ann.done("/api/account/changeBind", bind(ticket["accountVerificationToken"].as_str().expect("a ticket"), &code)).await;
    assert_eq!(ann.got("/api/index/index").await["userInfo"]["email"], "new@example.com");

    // Another password: every session ends.
    let other = world.member_login("New@Example.com", PASSWORD).await;
    let change = |old: &str| json!({ "oldPassword": old, "newPassword": "Another-pass-2" });
    assert_eq!(ann.post("/api/account/changePassword", &change("not the one")).await["data"]["field"], "oldPassword");
    ann.done("/api/account/changePassword", change(PASSWORD)).await;
    for ended in [&ann, &other] {
        assert_eq!(ended.get("/api/account/overview").await["data"]["type"], "need login");
    }
    assert_eq!(world.try_member_login("ann", PASSWORD, false).await["code"], 0);
    world.member_login("ann", "Another-pass-2").await;

    // A forgotten one. Whether an address has an account is not told.
    let nobody = world.ask_code(&visitor, "nobody@example.com", "user_retrieve_pwd", "").await;
    let count = mails.count();
    let somebody = world.ask_code(&visitor, "new@example.com", "user_retrieve_pwd", "").await;
    assert_eq!((nobody["code"].as_i64(), &nobody["msg"]), (Some(1), &somebody["msg"]));
    while mails.count() == count {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(mails.count(), count + 1, "only one of them was sent");
    let retrieve = |code: &str| json!({ "type": "email", "account": "new@example.com", "captcha": code, "password": "Third-pass-3" });
    let code = mails.code();
    visitor.done("/api/account/retrievePassword", retrieve(&code)).await;
    assert_eq!(visitor.post("/api/account/retrievePassword", &retrieve(&code)).await["code"], 0, "a code is good for once");
    world.member_login("ann", "Third-pass-3").await;
}

/// A member with a name and a nickname from before the rules.
async fn old_member(world: &World, username: &str, nickname: &str) -> i64 {
    let resource = catalogue::find("user.User").expect("members");
    let fields: Vec<Field> = resource.fields.iter().map(|field| Field { rule: None, ..*field }).collect();
    let lax: &'static Resource = Box::leak(Box::new(Resource { fields: Vec::leak(fields), ..*resource }));
    let hash = entrepot::identity::passwords::hash(PASSWORD.to_owned()).await.expect("a hash");
    let row = json!({ "username": username, "nickname": nickname, "password": hash, "group_id": 1, "status": "enable" });
    let act = Act::system(world.node.now());
    world.node.store().insert_record(lax, row.as_object().expect("a row"), &act).await.expect("a member")
}

#[tokio::test]
async fn names_of_accounts_follow_the_rule_and_older_ones_stay() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let row = |name: &str| json!({ "username": name, "nickname": "Ann", "password": PASSWORD, "group_id": 1, "status": "enable" });
    for bad in ["张三", "1ann", "an", "a_name_of_sixteen", "ann-2", "a b c"] {
        let answer = admin.post("/admin/user.User/add", &row(bad)).await;
        assert_eq!((answer["data"]["field"].clone(), answer["data"]["key"].clone()), (json!("username"), json!("error.account")), "{bad}: {answer}");
    }
    let old = old_member(&world, "张三", "San Zhang").await;
    // The form sends everything back: neither the back office nor the member is stopped by what was there.
    admin.done("/admin/user.User/edit", json!({ "id": old, "username": "张三", "nickname": "San Zhang", "motto": "a" })).await;
    let answer = admin.post("/admin/user.User/edit", &json!({ "id": old, "username": "李四" })).await;
    assert_eq!(answer["data"]["key"], "error.account", "{answer}");
    let member = world.member_login("张三", PASSWORD).await;
    let profile = |username: &str, nickname: &str| json!({ "username": username, "nickname": nickname, "gender": 0, "birthday": null, "motto": "b" });
    member.done("/api/account/profile", profile("张三", "San Zhang")).await;
    assert_eq!(admin.got(&format!("/admin/user.User/edit?id={old}")).await["row"]["motto"], "b");
    for (body, field) in [(profile("李四", "San Zhang"), "username"), (profile("张三", "San Li"), "nickname")] {
        assert_eq!(member.post("/api/account/profile", &body).await["data"]["field"], field);
    }
    member.done("/api/account/profile", profile("zhang_san", "zhang-san")).await;
}

#[tokio::test]
async fn a_member_without_a_group_gets_that_of_those_who_register() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    for (name, group) in [("none", None), ("empty", Some(json!(""))), ("null", Some(Value::Null))] {
        let mut row = json!({ "username": name, "nickname": name, "password": PASSWORD, "status": "enable" });
        if let Some(group) = group {
            row["group_id"] = group;
        }
        let id = admin.done("/admin/user.User/add", row).await["id"].clone();
        // Neither does the form leave a member without.
        admin.done("/admin/user.User/edit", json!({ "id": id, "group_id": null, "motto": "a" })).await;
        let stored = admin.got(&format!("/admin/user.User/edit?id={id}")).await;
        assert_eq!(stored["row"]["group_id"].to_string().trim_matches('"'), "1", "{name}: {stored}");
        world.member_login(name, PASSWORD).await.got("/api/account/overview").await;
    }
}

#[tokio::test]
async fn blanks_belong_to_a_password() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let blank = "  six 6  ";
    let row = json!({ "username": "ann", "nickname": "Ann", "password": blank, "group_id": 1, "status": "enable" });
    let id = admin.done("/admin/user.User/add", row).await["id"].clone();
    assert_eq!(world.try_member_login("ann", blank, false).await["code"], 1);
    assert_ne!(world.try_member_login("ann", blank.trim(), false).await["code"], 1);
    let refused = admin.post("/admin/user.User/edit", &json!({ "id": id, "password": "12 & 45" })).await;
    let message = refused["data"]["errors"][0]["msg"].as_str().expect("words").to_owned();
    assert!(refused["data"]["key"] == "error.password" && message.contains("& < > \" '") && !message.contains("blank"), "{refused}");
    admin.done("/admin/user.User/edit", json!({ "id": id, "password": "      " })).await;
    assert_eq!(world.try_member_login("ann", "      ", false).await["code"], 1);
}

#[tokio::test]
async fn two_realms_and_their_tokens() {
    let settings = Settings { access_seconds: Some(2), ..Settings::default() };
    let world = World::start_with(ServiceSettings::default(), settings).await;
    let (_, id) = world.member("ann").await;
    let admin = world.admin().await;
    // From here on every moment counts: the token lives for two seconds.
    let answer = world.try_member_login("ann", PASSWORD, true).await;
    let token = answer["data"]["userInfo"]["token"].as_str().expect("a token").to_owned();
    let refresh = answer["data"]["userInfo"]["refresh_token"].as_str().expect("a refresh token").to_owned();
    let ann = world.visitor().with("ba-user-token", &token);
    ann.got("/api/account/overview").await;
    // A member's token opens nothing of the back office, and the other way round.
    let crossed = world.visitor().with("batoken", &token);
    assert_eq!(crossed.get("/admin/Index/index").await["code"], 303);
    let admins = admin.headers[0].1.clone();
    assert_eq!(world.visitor().with("ba-user-token", &admins).get("/api/account/overview").await["code"], 303);
    assert_eq!(admin.get("/api/account/overview").await["code"], 303);
    assert_eq!(ann.get("/api/account/nothing").await["data"]["key"], "error.route", "what is not there is no question of rights");

    tokio::time::sleep(std::time::Duration::from_millis(3_200)).await;
    assert_eq!(ann.get("/api/account/overview").await["code"], 409);
    assert_eq!(ann.get("/api/index/index?requiredLogin=1").await["code"], 409);
    // What everybody may ask is answered as to a guest, with a word about it; what is written waits for the refresh.
    for open in ["/api/index/index", "/api/index/index?requiredLogin=0", "/api/shop.Coupon/index"] {
        let answer = ann.ask(reqwest::Method::GET, open).header("origin", "http://localhost:1").send().await.expect("an answer");
        let head = answer.headers().clone();
        assert_eq!(head.get("entrepot-token").map(|value| value.as_bytes()), Some(b"ended".as_slice()), "{open}");
        assert_eq!(head.get("access-control-expose-headers").map(|value| value.as_bytes()), Some(b"entrepot-token".as_slice()), "{open}");
        assert_eq!(answer.json::<Value>().await.expect("JSON")["code"], 1, "{open}");
        let guest = world.visitor().ask(reqwest::Method::GET, open).send().await.expect("an answer");
        assert!(guest.headers().get("entrepot-token").is_none(), "{open}");
    }
    let message = json!({ "name": "Ann", "mobile": "13800138000", "content": "Where is it?" });
    assert_eq!(ann.post("/api/message/add", &message).await["code"], 409);
    let code = json!({ "email": "ann@example.com", "event": "user_email_verify", "password": PASSWORD });
    assert_eq!(ann.post("/api/Ems/send", &code).await["code"], 409);
    assert_eq!(ann.post("/api/common/refreshToken", &json!({ "refreshToken": "made-up" })).await["code"], 0);
    assert_eq!(world.visitor().post("/api/common/refreshToken", &json!({ "refreshToken": refresh })).await["code"], 0, "without the old token");
    let given = ann.done("/api/common/refreshToken", json!({ "refreshToken": refresh })).await;
    assert_eq!(given["type"], "user-refresh");
    let ann = world.visitor().with("ba-user-token", given["token"].as_str().expect("a token"));
    ann.got("/api/account/overview").await;
    // Closed by the back office: at once.
    admin.done("/admin/user.User/edit", json!({ "id": id, "status": "disable" })).await;
    assert_eq!(ann.get("/api/account/overview").await["code"], 303);
    assert_eq!(ann.post("/api/user/logout", &json!({})).await["code"], 1);
}

#[tokio::test]
async fn a_group_without_the_rule_may_not() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, _) = world.member("ann").await;
    ann.got("/api/account/balance").await;
    let admin = world.admin().await;
    let rules = admin.got("/admin/user.Rule/index?isTree=false").await;
    let flat = |rows: &Value| -> Vec<(String, i64)> {
        let mut all = vec![];
        let mut open: Vec<Value> = rows.as_array().cloned().unwrap_or_default();
        while let Some(row) = open.pop() {
            open.extend(row["children"].as_array().cloned().unwrap_or_default());
            all.push((row["name"].as_str().unwrap_or_default().to_owned(), row["id"].as_i64().unwrap_or(0)));
        }
        all
    };
    let ids: HashMap<String, i64> = flat(&rules["list"]).into_iter().collect();
    let few = format!("{},{}", ids["account"], ids["account/overview"]);
    admin.done("/admin/user.Group/edit", json!({ "id": 1, "rules": few })).await;
    world.node.members().sessions.forget_all();
    ann.got("/api/account/overview").await;
    assert_eq!(ann.get("/api/account/balance").await["code"], 401);
    let menus = ann.got("/api/index/index").await["menus"].clone();
    assert_eq!(menus[0]["children"].as_array().map(Vec::len), Some(1), "{menus}");
}
