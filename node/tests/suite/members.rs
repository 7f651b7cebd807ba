//! The member side: in, out, one's own account, money and score, codes, messages.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use entrepot_store::members::balance::{Account, BalanceError};
use hmac::{Hmac, Mac};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::world::{MailBox, PASSWORD, Visitor, World};

fn key(answer: &Value) -> &str {
    answer["data"]["key"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn from_a_registration_to_another_password() {
    let world = World::start(ServiceSettings::default()).await;
    let visitor = world.visitor();
    let form = visitor.got("/api/user/checkIn").await;
    assert_eq!(form, json!({ "userLoginCaptchaSwitch": true, "accountVerificationType": [] }));
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
    let made = visitor.done("/api/user/checkIn", register("ann", "ann@example.com", &code)).await;
    assert_eq!(made["routePath"], "/user");
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
    let other = world.member_login("new@example.com", PASSWORD).await;
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
    assert_eq!(mails.count(), count + 1, "only one of them was sent");
    let retrieve = |code: &str| json!({ "type": "email", "account": "new@example.com", "captcha": code, "password": "Third-pass-3" });
    let code = mails.code();
    visitor.done("/api/account/retrievePassword", retrieve(&code)).await;
    assert_eq!(visitor.post("/api/account/retrievePassword", &retrieve(&code)).await["code"], 0, "a code is good for once");
    world.member_login("ann", "Third-pass-3").await;
}

#[tokio::test]
async fn a_test_mail_goes_where_the_form_says() {
    let world = World::start(ServiceSettings::default()).await;
    let (mails, admin) = (MailBox::open().await, world.admin().await);
    let mut form = json!({ "smtp_server": "127.0.0.1", "smtp_port": mails.port.to_string(), "smtp_verification": "NONE", "smtp_sender_mail": "site@example.com" });
    assert_eq!(admin.post("/admin/routine.Config/sendTestMail", &form).await["data"]["field"], "testMail");
    form["testMail"] = json!("ann@example.com");
    admin.done("/admin/routine.Config/sendTestMail", form.clone()).await;
    assert!(mails.last().contains("Subject: Entrepot: test mail") && mails.last().contains("To: ann@example.com"), "{}", mails.last());
    form["smtp_port"] = json!("1");
    assert_eq!(key(&admin.post("/admin/routine.Config/sendTestMail", &form).await), "mail.test.failed");
    // Nothing of the form is kept: codes are still not to be had.
    assert_eq!(world.visitor().got("/api/user/checkIn").await["accountVerificationType"], json!([]));
    world.mail_to(1).await;
    assert_eq!(key(&world.ask_code(&world.visitor(), "ann@example.com", "user_register", "").await), "code.not_sent");
}

#[tokio::test]
async fn a_code_can_be_tried_five_times() {
    let world = World::start(ServiceSettings::default()).await;
    let mails = MailBox::open().await;
    world.mail_to(mails.port).await;
    let visitor = world.visitor();
    assert_eq!(world.ask_code(&visitor, "ann@example.com", "user_register", "").await["code"], 1);
    let code = mails.code();
    let register = |code: &str| json!({ "tab": "register", "username": "ann", "password": PASSWORD, "registerType": "email", "email": "ann@example.com", "captcha": code });
    for guess in 0..5 {
        assert_eq!(visitor.post("/api/user/checkIn", &register(&format!("x{guess}"))).await["data"]["field"], "captcha");
    }
    assert_eq!(visitor.post("/api/user/checkIn", &register(&code)).await["data"]["field"], "captcha", "too many guesses");
}

#[tokio::test]
async fn two_worlds_and_their_tokens() {
    let settings = Settings { access_seconds: Some(2), ..Settings::default() };
    let world = World::start_with(ServiceSettings::default(), settings).await;
    let (_, id) = world.member("ann").await;
    let answer = world.try_member_login("ann", PASSWORD, true).await;
    let token = answer["data"]["userInfo"]["token"].as_str().expect("a token").to_owned();
    let refresh = answer["data"]["userInfo"]["refresh_token"].as_str().expect("a refresh token").to_owned();
    let ann = world.visitor().with("ba-user-token", &token);
    ann.got("/api/account/overview").await;
    // A member's token opens nothing of the back office, and the other way round.
    let crossed = world.visitor().with("batoken", &token);
    assert_eq!(crossed.get("/admin/Index/index").await["code"], 303);
    let admin = world.admin().await;
    let admins = admin.headers[0].1.clone();
    assert_eq!(world.visitor().with("ba-user-token", &admins).get("/api/account/overview").await["code"], 303);
    assert_eq!(admin.get("/api/account/overview").await["code"], 303);
    assert_eq!(ann.get("/api/account/nothing").await["code"], 401, "what is not known needs a rule nobody has");

    tokio::time::sleep(std::time::Duration::from_millis(3_200)).await;
    assert_eq!(ann.get("/api/account/overview").await["code"], 409);
    assert_eq!(ann.get("/api/index/index?requiredLogin=1").await["code"], 409);
    assert_eq!(ann.get("/api/index/index").await["code"], 1);
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

async fn change(admin: &Visitor, member: i64, money: &str, memo: &str) -> Value {
    admin.post("/admin/user.MoneyLog/add", &json!({ "user_id": member, "money": money, "memo": memo })).await
}

#[tokio::test]
async fn money_never_gets_lost() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, id) = world.member("ann").await;
    let admin = world.admin().await;
    assert_eq!(change(&admin, id, "100.00", "begin").await["code"], 1);
    // Forty at once: thirty in, ten out.
    let all = (0..40).map(|at| {
        let admin = admin.clone();
        async move { change(&admin, id, if at % 4 == 3 { "-0.30" } else { "0.10" }, &format!("change {at}")).await }
    });
    for answer in futures::future::join_all(all).await {
        assert_eq!(answer["code"], 1, "{answer}");
    }
    let form = admin.got(&format!("/admin/user.MoneyLog/add?userId={id}")).await;
    assert_eq!(form["user"]["money"], "100.00");
    let log = admin
        .got(&format!("/admin/user.MoneyLog/index?limit=100&order=id,asc&search[0][field]=user_id&search[0][operator]=eq&search[0][val]={id}"))
        .await;
    let rows = log["list"].as_array().expect("rows");
    assert_eq!((rows.len(), log["total"].as_i64()), (41, Some(41)));
    let number = |row: &Value, name: &str| row[name].as_str().and_then(|text| text.parse::<Decimal>().ok()).expect("a number");
    let mut before = Decimal::ZERO;
    let mut ordered = rows.clone();
    // Ids are given out before the commit, so the chain is followed by its links.
    while !ordered.is_empty() {
        let at = ordered.iter().position(|row| number(row, "before") == before).expect("an unbroken chain");
        let row = ordered.remove(at);
        assert_eq!(number(&row, "after"), before + number(&row, "money"));
        before = number(&row, "after");
    }
    assert_eq!(before, Decimal::new(10_000, 2));
    assert_eq!(rows[0]["user"]["username"], "ann");

    // The same command changes once.
    let command = json!({ "user_id": id, "money": "5", "memo": "once", "command_id": "c-1" });
    let first = admin.done("/admin/user.MoneyLog/add", command.clone()).await;
    assert_eq!(admin.done("/admin/user.MoneyLog/add", command).await["id"], first["id"]);
    for (bad, named) in [
        (json!({ "user_id": id, "money": "-105.01", "memo": "x" }), "balance.negative"),
        (json!({ "user_id": id, "money": "0", "memo": "x" }), "balance.zero"),
        (json!({ "user_id": id, "money": "0.001", "memo": "x" }), "error.number.precision"),
        (json!({ "user_id": id, "money": "x", "memo": "x" }), "error.number"),
        (json!({ "user_id": id, "money": "1", "memo": " " }), "error.required"),
        (json!({ "user_id": 999, "money": "1", "memo": "x" }), "error.reference"),
        (json!({ "user_id": id, "money": "1", "memo": "x", "after": "1000000" }), "error.field.read_only"),
        (json!({ "user_id": id, "money": "1", "memo": "x", "user": {} }), "error.field.unknown"),
    ] {
        assert_eq!(key(&admin.post("/admin/user.MoneyLog/add", &bad).await), named, "{bad}");
    }
    admin.done("/admin/user.ScoreLog/add", json!({ "user_id": id, "score": 7, "memo": "points" })).await;
    assert_eq!(key(&admin.post("/admin/user.ScoreLog/add", &json!({ "user_id": id, "score": 1.5, "memo": "x" })).await), "error.number.precision");
    // The form of the member changes neither.
    admin.done("/admin/user.User/edit", json!({ "id": id, "nickname": "Ann", "money": "1.00", "score": 1 })).await;
    let info = ann.got("/api/index/index").await["userInfo"].clone();
    assert_eq!((info["money"].as_str(), info["score"].as_i64()), (Some("105.00"), Some(7)));
    let page = ann.got("/api/account/balance?page=1&limit=5").await;
    assert_eq!((page["list"][0]["memo"].as_str(), page["list"][0]["money"].as_str(), page["total"].as_i64()), (Some("once"), Some("5.00"), Some(42)));
    assert!(page["list"][0].get("user_id").is_none());
    assert_eq!(ann.got("/api/account/integral").await["list"][0]["score"], 7);
    let overview = ann.got("/api/account/overview").await;
    assert_eq!((overview["money"][6].as_str(), overview["score"][6].as_i64()), (Some("105.00"), Some(7)));
    // Log rows stay as they are, and a member with a log can go.
    assert_ne!(admin.post("/admin/user.MoneyLog/edit", &json!({ "id": first["id"], "memo": "y" })).await["code"], 1);
    assert_ne!(admin.post("/admin/user.MoneyLog/del", &json!({ "ids": [first["id"]] })).await["code"], 1);
    admin.done("/admin/user.User/del", json!({ "ids": [id] })).await;
    assert_eq!(ann.get("/api/account/overview").await["code"], 303);
}

/// A provider that checks the signature as its documents say, and keeps what it was asked to send.
async fn provider(secret: &'static str) -> (String, Arc<Mutex<Vec<HashMap<String, String>>>>) {
    use poem::listener::{Acceptor, Listener, TcpListener};
    let sent: Arc<Mutex<Vec<HashMap<String, String>>>> = Arc::default();
    let kept = sent.clone();
    let endpoint = poem::endpoint::make_sync(move |request: poem::Request| {
        let header = |name: &str| request.header(name).unwrap_or_default().to_owned();
        let authorization = header("authorization");
        let part =
            |name: &str| authorization.split([' ', ',']).find_map(|part| part.strip_prefix(&format!("{name}="))).unwrap_or_default().to_owned();
        let names = part("SignedHeaders");
        let lines: String = names.split(';').map(|name| format!("{name}:{}\n", header(name))).collect();
        let canonical = format!(
            "POST\n{}\n{}\n{lines}\n{names}\n{}",
            request.uri().path(),
            request.uri().query().unwrap_or_default(),
            header("x-acs-content-sha256")
        );
        let text = format!("ACS3-HMAC-SHA256\n{}", hex::encode(Sha256::digest(canonical.as_bytes())));
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key");
        mac.update(text.as_bytes());
        let right = part("Signature") == hex::encode(mac.finalize().into_bytes()) && part("Credential") == "key-id";
        let complete = ["x-acs-action", "x-acs-date", "x-acs-signature-nonce", "x-acs-version", "host"].iter().all(|name| names.contains(name));
        if right && complete && header("x-acs-action") == "SendSms" {
            let query = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
            kept.lock().expect("what was sent").push(query.into_owned().collect());
            r#"{"Code":"OK","Message":"OK"}"#
        } else {
            r#"{"Code":"SignatureDoesNotMatch","Message":"no"}"#
        }
    });
    let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.expect("a port");
    let url = format!("http://{}", acceptor.local_addr()[0].as_socket_addr().expect("an address"));
    tokio::spawn(poem::Server::new_with_acceptor(acceptor).run(endpoint));
    (url, sent)
}

fn sms(url: &str, dir: &std::path::Path, secret: &str) -> ServiceSettings {
    let file = dir.join("sms-secret");
    std::fs::write(&file, secret).expect("written");
    ServiceSettings {
        sms_url: Some(url.into()),
        sms_key: Some("key-id".into()),
        sms_secret_file: Some(file),
        sms_sign: Some("仓库".into()),
        sms_template: Some("SMS_1".into()),
        ..ServiceSettings::default()
    }
}

#[tokio::test]
async fn codes_by_sms_are_signed() {
    let (url, sent) = provider("right secret").await;
    let dir = tempfile::tempdir().expect("a directory");
    let world = World::start(sms(&url, dir.path(), "right secret")).await;
    let visitor = world.visitor();
    let ask = async |world: &World, mobile: &str, event: &str| {
        let (id, info) = world.clicks().await;
        visitor.post("/api/Sms/send", &json!({ "mobile": mobile, "template_code": event, "captchaId": id, "captchaInfo": info })).await
    };
    assert_eq!(ask(&world, "12345", "user_register").await["data"]["field"], "mobile");
    assert_eq!(ask(&world, "13800138000", "user_change_email").await["data"]["field"], "event");
    assert_eq!(ask(&world, "13800138000", "user_register").await["code"], 1);
    let message = sent.lock().expect("what was sent").last().cloned().expect("a message");
    assert_eq!((message["PhoneNumbers"].as_str(), message["SignName"].as_str(), message["TemplateCode"].as_str()), ("13800138000", "仓库", "SMS_1"));
    let variables: Value = serde_json::from_str(&message["TemplateParam"]).expect("JSON");
    let body = json!({ "tab": "register", "username": "bob", "password": PASSWORD, "registerType": "mobile", "mobile": "13800138000", "captcha": variables["code"] });
    let made = visitor.done("/api/user/checkIn", body).await;
    assert_eq!(made["userInfo"]["mobile"], "13800138000");
    world.member_login("13800138000", PASSWORD).await;

    let wrong = World::start(sms(&url, dir.path(), "wrong secret")).await;
    let (id, info) = wrong.clicks().await;
    let body = json!({ "mobile": "13900139000", "template_code": "user_register", "captchaId": id, "captchaInfo": info });
    assert_eq!(key(&wrong.visitor().post("/api/Sms/send", &body).await), "code.not_sent");
}

#[tokio::test]
async fn visitors_read_texts_and_leave_messages() {
    let world = World::start(ServiceSettings::default()).await;
    let (visitor, admin) = (world.visitor(), world.admin().await);
    let row = json!({ "page": "home", "key": "hero.title", "zh": "仓库", "en": "Warehouse" });
    admin.done("/admin/site.Content/add", row.clone()).await;
    assert_eq!(admin.post("/admin/site.Content/add", &row).await["data"]["field"], "key");
    assert_eq!(visitor.got("/api/content/home?lang=en").await, json!({ "texts": { "hero.title": "Warehouse" } }));
    assert_eq!(visitor.got("/api/content/HOME?lang=zh-CN").await, json!({ "texts": { "hero.title": "仓库" } }));
    assert_eq!(visitor.got("/api/content/nothing").await, json!({ "texts": {} }));

    let mut message = json!({ "name": "Ann", "company": "Paper & Co", "mobile": "13800138000", "content": "<b>We</b> want a trial" });
    assert_eq!(key(&visitor.post("/api/message/add", &message).await), "captcha.required");
    let (id, info) = world.clicks().await;
    message["captchaId"] = json!(id);
    message["captchaInfo"] = json!(info);
    visitor.done("/api/message/add", message.clone()).await;
    assert_eq!(key(&visitor.post("/api/message/add", &message).await), "captcha.wrong");
    message["mobile"] = json!("");
    assert_eq!(visitor.post("/api/message/add", &message).await["data"]["field"], "mobile");
    let list = admin.got("/admin/site.Message/index").await;
    assert_eq!(list["list"][0]["content"], "<b>We</b> want a trial");
    assert_eq!(list["list"][0]["ip"], "127.0.0.1");
    let told = admin.got("/admin/notification.Index/index").await;
    assert_eq!((told["unread_count"].as_i64(), told["list"][0]["message"].as_str()), (Some(1), Some("Ann Paper & Co left a message")), "{told}");
    assert_eq!(told["list"][0]["message_data"]["message_id"], list["list"][0]["id"]);
    admin.done("/admin/site.Message/edit", json!({ "id": list["list"][0]["id"], "progress": "done", "remark": "called" })).await;
    assert_eq!(admin.post("/admin/site.Message/edit", &json!({ "id": list["list"][0]["id"], "content": "y" })).await["data"]["field"], "content");
}

#[tokio::test]
async fn strangers_are_counted_and_origins_looked_at() {
    let services = ServiceSettings { public_requests_per_minute: Some(5), trusted_proxies: Some("127.0.0.1".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let stranger = world.visitor().with("x-forwarded-for", "203.0.113.9");
    for _ in 0..5 {
        stranger.got("/api/ajax/area").await;
    }
    let refused = stranger.get("/api/ajax/area").await;
    assert_eq!((refused["code"].as_i64(), key(&refused)), (Some(0), "error.rate"));
    assert!(refused["msg"].as_str().is_some_and(|text| text.starts_with("Too many requests: please wait ")));
    world.visitor().with("x-forwarded-for", "203.0.113.10").got("/api/ajax/area").await;
    assert_eq!(stranger.get("/admin/Index/index").await["data"]["key"], "error.rate");

    let origin = async |origin: &str, method: reqwest::Method| {
        let asked = world.visitor().with("origin", origin).ask(method, "/api/index/index");
        let answer = asked.header("access-control-request-method", "POST").send().await.expect("an answer");
        let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        (answer.status().as_u16(), header("access-control-allow-origin"), header("access-control-allow-headers"))
    };
    let (status, allowed, headers) = origin("http://127.0.0.1:1818", reqwest::Method::OPTIONS).await;
    assert_eq!((status, allowed.as_deref()), (204, Some("http://127.0.0.1:1818")));
    assert!(headers.is_some_and(|headers| headers.contains("ba-user-token")));
    assert_eq!(origin("https://evil.example", reqwest::Method::OPTIONS).await.1, None);
    assert_eq!(origin("https://evil.example", reqwest::Method::GET).await.1, None);
}

#[tokio::test]
async fn helpers_of_forms() {
    let world = World::start(ServiceSettings::default()).await;
    let (visitor, admin) = (world.visitor(), world.admin().await);
    assert_eq!(visitor.got("/api/ajax/area").await.as_array().map(Vec::len), Some(34));
    assert_eq!(visitor.got("/api/ajax/area?province=440000&city=440300").await[0], json!({ "value": 440_303, "label": "罗湖区" }));
    assert_eq!(visitor.get("/admin/ajax/area").await["code"], 303);
    assert_eq!(admin.got("/admin/ajax/area?province=110000").await[0]["value"], 110_100);
    let picture = visitor.ask(reqwest::Method::GET, "/api/ajax/buildSuffixSvg?suffix=xlsx&server=1").send().await.expect("a picture");
    assert_eq!(picture.headers()["content-type"], "image/svg+xml");
    assert!(picture.text().await.expect("text").contains(">XLSX</text>"));
    let tables = admin.got("/admin/ajax/getTableList?quickSearch=brand").await;
    assert_eq!(tables["list"][0]["table"], "brand");
    assert_eq!(admin.got("/admin/ajax/getTablePk?table=brand").await["pk"], "id");
    assert_eq!(admin.get("/admin/ajax/getTablePk?table=session").await["code"], 0);
    let fields = admin.got("/admin/ajax/getTableFieldList?table=user&clean=1").await;
    assert_eq!(fields["fieldList"]["username"], "User name");
    assert!(fields["fieldList"].get("login_failure").is_none());
    assert_eq!(admin.post("/admin/ajax/clearCache", &json!({ "type": "all" })).await["code"], 1);
    assert_eq!(visitor.post("/admin/ajax/clearCache", &json!({ "type": "all" })).await["code"], 303);
}

#[tokio::test]
async fn two_nodes_at_once_lose_nothing() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, id) = world.member("ann").await;
    // Past the lock that a node has of its own: what counts is the transaction.
    let store = world.node.store();
    let all = (0..24).map(|_| store.change_balance(Account::Score, id, Decimal::ONE, "at once", None, world.node.now()));
    let done = futures::future::join_all(all).await;
    let told = done.iter().filter(|answer| answer.is_ok()).count();
    assert!(told >= 12, "most get through: {told}");
    assert!(done.iter().all(|answer| matches!(answer, Ok(_) | Err(BalanceError::Store(_)))));
    let page = ann.got("/api/account/integral?limit=100").await;
    let top = page["list"].as_array().into_iter().flatten().filter_map(|row| row["after"].as_i64()).max();
    let member = store.member(id).await.expect("the store").expect("a member");
    assert_eq!((member.score, page["total"].as_i64(), top), (told as i64, Some(told as i64), Some(told as i64)));
}
