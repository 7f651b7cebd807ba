//! Accounts at services outside: their secrets are never seen, their test says what is wrong, and what the site sends goes
//! through them in their order.

use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use entrepot::config::services::ServiceSettings;
use entrepot::outside::sms::Message;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::members::codes::provider;
use crate::members::key;
use crate::world::{MailBox, Visitor, World};

const NEEDLE: &str = "needle-7f3a";

fn mail_account(name: &str, port: u16) -> Value {
    json!({
        "name": name, "server": "127.0.0.1", "port": port, "secrecy": "NONE", "user": "ann", "password": NEEDLE, "sender": "site@example.com", "status": 1,
    })
}

async fn row(admin: &Visitor, controller: &str, id: &Value) -> Value {
    admin.got(&format!("/admin/{controller}/edit?id={id}")).await["row"].clone()
}

#[tokio::test]
async fn a_mail_server_is_set_up_tried_and_used_and_its_password_is_never_seen() {
    let world = World::start(ServiceSettings::default()).await;
    let (mails, admin) = (MailBox::open().await, world.admin().await);
    let added = admin.done("/admin/outside.Mail/add", mail_account("First", mails.port)).await["id"].clone();
    let shown = row(&admin, "outside.Mail", &added).await;
    assert!(shown["password_set_at"].as_i64().is_some_and(|at| at > 0), "{shown}");
    admin.done("/admin/outside.Mail/test", json!({ "id": added, "to": "bob@example.com" })).await;
    assert_eq!(mails.logins(), [format!("ann {NEEDLE}")]);
    assert!(mails.last().contains("To: bob@example.com"), "{}", mails.last());
    let shown = row(&admin, "outside.Mail", &added).await;
    assert_eq!((&shown["state"], &shown["finding"]), (&json!("good"), &json!("Sent to bob@example.com.")));

    // Codes go through it; what the settings name comes after.
    assert_eq!(world.visitor().got("/api/user/checkIn").await["accountVerificationType"], json!(["email"]));
    assert_eq!(world.ask_code(&world.visitor(), "eve@example.com", "user_register", "").await["code"], 1);
    assert_eq!(mails.count(), 2);

    // The password goes nowhere else without being entered again, and a changed account counts as not tested.
    let led = admin.post("/admin/outside.Mail/edit", &json!({ "id": added, "port": 26 })).await;
    assert_eq!((&led["data"]["field"], key(&led)), (&json!("password"), "mail.password_again"));
    admin.done("/admin/outside.Mail/edit", json!({ "id": added, "port": 1, "password": NEEDLE })).await;
    assert_eq!(row(&admin, "outside.Mail", &added).await["state"], "");
    let failed = admin.post("/admin/outside.Mail/test", &json!({ "id": added })).await;
    assert_eq!((&failed["code"], key(&failed)), (&json!(0), "outside.fault.unreachable"), "{failed}");
    assert_eq!(row(&admin, "outside.Mail", &added).await["state"], "bad");

    // The next one is asked where the first is down.
    admin.done("/admin/outside.Mail/add", mail_account("Second", mails.port)).await;
    admin.done("/admin/outside.Mail/edit", json!({ "id": added, "weigh": 1_000 })).await;
    assert_eq!(world.ask_code(&world.visitor(), "kim@example.com", "user_register", "").await["code"], 1);
    assert_eq!(mails.count(), 3);

    // Nothing shows the password: not the list, not the history, not the log of administrators.
    for path in [
        "/admin/outside.Mail/index".to_owned(),
        format!("/admin/outside.Mail/edit?id={added}"),
        format!("/admin/resource/history?controller=outside.Mail&id={added}"),
        "/admin/auth.AdminLog/index?limit=100".to_owned(),
    ] {
        let answer = admin.get(&path).await;
        assert_eq!(answer["code"], 1, "{path}: {answer}");
        assert!(!answer.to_string().contains(NEEDLE), "{path}: {answer}");
    }

    // It can be removed, and goes with its account.
    admin.done("/admin/outside.Mail/edit", json!({ "id": added, "password": { "clear": true } })).await;
    assert_eq!(row(&admin, "outside.Mail", &added).await["password_set_at"], 0);
    let left = async || world.node.store().sealed_after(None).await.expect("read").len();
    assert_eq!(left().await, 1);
    let ids: Vec<Value> =
        admin.got("/admin/outside.Mail/index").await["list"].as_array().expect("rows").iter().map(|row| row["id"].clone()).collect();
    for id in ids {
        assert_eq!(admin.del("/admin/outside.Mail/del", &id).await["code"], 1);
    }
    assert_eq!(left().await, 0);
}

#[tokio::test]
async fn the_mail_server_of_the_settings_becomes_an_account_once() {
    let world = World::start(ServiceSettings::default()).await;
    let (mails, admin) = (MailBox::open().await, world.admin().await);
    let mailer = &world.node.accounts().codes.mailer;
    // The start of the node has found nothing to take over, and an installation of before has not noted that.
    world.node.store().drop_setting("mail_taken_over").await.expect("dropped");
    let settings = json!({
        "smtp_server": "127.0.0.1", "smtp_port": mails.port.to_string(), "smtp_user": "ann", "smtp_pass": NEEDLE, "smtp_verification": "NONE",
        "smtp_sender_mail": "site@example.com",
    });
    admin.done("/admin/routine.Config/edit", settings).await;
    assert!(entrepot::outside::takeover::run(mailer, 5).await.expect("taken over"));
    assert!(!entrepot::outside::takeover::run(mailer, 6).await.expect("once"));
    let rows = admin.got("/admin/outside.Mail/index").await["list"].clone();
    assert_eq!(rows.as_array().map(Vec::len), Some(1), "{rows}");
    admin.done("/admin/outside.Mail/test", json!({ "id": rows[0]["id"], "to": "bob@example.com" })).await;
    assert_eq!(mails.logins(), [format!("ann {NEEDLE}")]);
}

/// Requests that a stand-in got: their query and their body.
pub type Asked = Arc<Mutex<Vec<(String, Value)>>>;

/// A stand-in that answers what `check` says of a request's headers, query and body.
pub async fn stand_in(check: impl Fn(&poem::http::HeaderMap, &str, &str) -> Value + Send + Sync + 'static) -> (String, Asked) {
    use poem::listener::{Acceptor, Listener, TcpListener};
    let asked: Asked = Arc::default();
    let (kept, check) = (asked.clone(), Arc::new(check));
    let endpoint = poem::endpoint::make(move |mut request: poem::Request| {
        let (kept, check) = (kept.clone(), check.clone());
        async move {
            let body = request.take_body().into_string().await.unwrap_or_default();
            let query = request.uri().query().unwrap_or_default().to_owned();
            let answer = check(request.headers(), &query, &body);
            kept.lock().expect("the requests").push((query, serde_json::from_str(&body).unwrap_or_default()));
            poem::Response::builder().content_type("application/json").body(answer.to_string())
        }
    });
    let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.expect("a port");
    let url = format!("http://{}", acceptor.local_addr()[0].as_socket_addr().expect("an address"));
    tokio::spawn(poem::Server::new_with_acceptor(acceptor).run(endpoint));
    (url, asked)
}

fn hmac_of(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// Tencent Cloud, as its manual has it: the signature covers the headers that the caller names.
fn tencent(secret: &'static str) -> impl Fn(&poem::http::HeaderMap, &str, &str) -> Value + Send + Sync + 'static {
    move |headers, _, body| {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
        let authorization = header("authorization");
        let part =
            |name: &str| authorization.split([' ', ',']).find_map(|part| part.strip_prefix(&format!("{name}="))).unwrap_or_default().to_owned();
        let names = part("SignedHeaders");
        let lines: String = names
            .split(';')
            .map(|name| format!("{name}:{}\n", if name == "x-tc-action" { header(name).to_lowercase() } else { header(name) }))
            .collect();
        let hash = |text: &str| hex::encode(Sha256::digest(text.as_bytes()));
        let canonical = format!("POST\n/\n\n{lines}\n{names}\n{}", hash(body));
        let credential = part("Credential");
        let scope = credential.split_once('/').map(|(_, scope)| scope.to_owned()).unwrap_or_default();
        let date = scope.split('/').next().unwrap_or_default().to_owned();
        let text = format!("TC3-HMAC-SHA256\n{}\n{scope}\n{}", header("x-tc-timestamp"), hash(&canonical));
        let key = hmac_of(&hmac_of(&hmac_of(format!("TC3{secret}").as_bytes(), &date), "sms"), "tc3_request");
        let complete = ["content-type", "host"].iter().all(|name| names.contains(name)) && header("x-tc-version") == "2021-01-11";
        if complete && hex::encode(hmac_of(&key, &text)) == part("Signature") {
            json!({ "Response": { "SendStatusSet": [{ "Code": "Ok", "SerialNo": "1", "Message": "" }], "RequestId": "r" } })
        } else {
            json!({ "Response": { "Error": { "Code": "AuthFailure.SignatureFailure", "Message": "no" }, "RequestId": "r" } })
        }
    }
}

#[tokio::test]
async fn sms_go_to_the_next_provider_when_one_refuses_and_a_number_gets_so_many_a_day() {
    let (tencent_url, at_tencent) = stand_in(tencent("right")).await;
    let (aliyun_url, at_aliyun) = provider("second secret").await;
    let world = World::start(ServiceSettings { sms_url: Some(aliyun_url), tencent_sms_url: Some(tencent_url), ..ServiceSettings::default() }).await;
    let admin = world.admin().await;
    let first = json!({
        "name": "First", "provider": "tencent", "key": "id", "secret": "wrong", "sign": "仓库", "template": "7", "app_id": "1400000001", "day_limit": 1,
        "status": 1, "weigh": 9,
    });
    let first = admin.done("/admin/outside.Sms/add", first).await["id"].clone();
    let second = json!({ "name": "Second", "provider": "aliyun", "key": "key-id", "secret": "second secret", "sign": "仓库", "template": "SMS_1", "day_limit": 2, "status": 1 });
    admin.done("/admin/outside.Sms/add", second).await;
    let missing = admin.post("/admin/outside.Sms/add", &json!({ "name": "x", "provider": "aliyun", "key": "k", "sign": "s", "template": "t" })).await;
    assert_eq!((&missing["data"]["field"], key(&missing)), (&json!("secret"), "error.required"));

    let ask = async |mobile: &str, event: &str| {
        let (id, info) = world.clicks().await;
        world.visitor().post("/api/Sms/send", &json!({ "mobile": mobile, "template_code": event, "captchaId": id, "captchaInfo": info })).await
    };
    let counts = || (at_tencent.lock().expect("requests").len(), at_aliyun.lock().expect("requests").len());
    assert_eq!(ask("13800138000", "user_register").await["code"], 1);
    assert_eq!(counts(), (1, 1), "the second is asked after the first has refused");

    let told = admin.post("/admin/outside.Sms/test", &json!({ "id": first, "to": "13800138001" })).await;
    assert_eq!(key(&told), "outside.fault.set_up", "{told}");
    assert!(told["msg"].as_str().is_some_and(|words| words.contains("AuthFailure.SignatureFailure")), "{told}");
    admin.done("/admin/outside.Sms/edit", json!({ "id": first, "secret": "right" })).await;
    admin.done("/admin/outside.Sms/test", json!({ "id": first, "to": "13800138001" })).await;
    assert_eq!(row(&admin, "outside.Sms", &first).await["state"], "good");
    let (_, sent) = at_tencent.lock().expect("requests").last().cloned().expect("a message");
    assert_eq!((&sent["PhoneNumberSet"], &sent["TemplateParamSet"]), (&json!(["+8613800138001"]), &json!(["000000"])));

    // A number has had its message of the day at the first, and then its two at the second.
    assert_eq!(ask("13800138002", "user_register").await["code"], 1);
    assert_eq!(counts(), (4, 1));
    let today = world.node.now();
    let message = Message { mobile: "13800138002", purpose: "user_register", values: &[("code", "1".to_owned())] };
    let send = async || world.node.accounts().codes.sms.send(&message, "2026-01-01", today).await.map_err(|failure| failure.fault);
    assert_eq!((send().await, send().await, send().await), (Ok(()), Ok(()), Ok(())));
    assert_eq!(send().await, Err(entrepot::outgoing::fault::Fault::Later));
}

#[tokio::test]
async fn sms_have_a_template_for_each_purpose_and_a_line_in_the_log() {
    let (tencent_url, at_tencent) = stand_in(tencent("right")).await;
    let world = World::start(ServiceSettings { tencent_sms_url: Some(tencent_url), ..ServiceSettings::default() }).await;
    let admin = world.admin().await;
    let account = json!({
        "name": "First", "provider": "tencent", "key": "id", "secret": "right", "sign": "仓库", "template": "7", "app_id": "1400000001", "status": 1,
    });
    admin.done("/admin/outside.Sms/add", account).await;
    let template = |wrong: (&str, &str)| {
        let mut row = json!({
            "code": "user_register", "name": "Registration", "tencent": "8", "aliyun": "", "variables": "minutes,code",
            "preview": "{code} is your code, good for {minutes} minutes", "status": 1,
        });
        row[wrong.0] = json!(wrong.1);
        row
    };
    for (field, value) in [("variables", "minutes"), ("variables", "code,code"), ("variables", "code,name"), ("preview", "{name}"), ("code", "other")]
    {
        let refused = admin.post("/admin/sms.Template/add", &template((field, value))).await;
        assert_eq!(refused["data"]["field"], field, "{refused}");
    }
    let refused = admin.post("/admin/sms.Template/add", &template(("tencent", ""))).await;
    assert_eq!((&refused["data"]["field"], key(&refused)), (&json!("aliyun"), "outside.sms.number"));
    let id = admin.done("/admin/sms.Template/add", template(("name", "Registration"))).await["id"].clone();
    let twice = admin.post("/admin/sms.Template/add", &template(("name", "Again"))).await;
    assert_eq!((&twice["data"]["field"], key(&twice)), (&json!("code"), "error.unique"), "one for each purpose");

    admin.done("/admin/sms.Template/test", json!({ "id": id, "to": "13800138009" })).await;
    assert_eq!(row(&admin, "sms.Template", &id).await["state"], "good");
    let (captcha, info) = world.clicks().await;
    let body = json!({ "mobile": "13800138000", "template_code": "user_register", "captchaId": captcha, "captchaInfo": info });
    assert_eq!(world.visitor().post("/api/Sms/send", &body).await["code"], 1);
    let sent: Vec<Value> = at_tencent.lock().expect("requests").iter().map(|(_, body)| body.clone()).collect();
    assert_eq!((&sent[0]["TemplateId"], &sent[0]["TemplateParamSet"]), (&json!("8"), &json!(["10", "000000"])), "in the template’s order");
    assert_eq!((&sent[1]["TemplateId"], &sent[1]["TemplateParamSet"][0]), (&json!("8"), &json!("10")));

    // One that is switched off leaves the word to the account's own.
    admin.done("/admin/sms.Template/edit", json!({ "id": id, "status": 0 })).await;
    let message = Message { mobile: "13800138001", purpose: "user_register", values: &[("code", "1".to_owned())] };
    assert!(world.node.accounts().codes.sms.send(&message, "2026-01-01", world.node.now()).await.is_ok());
    let (_, last) = at_tencent.lock().expect("requests").last().cloned().expect("a message");
    assert_eq!((&last["TemplateId"], &last["TemplateParamSet"]), (&json!("7"), &json!(["1"])));

    let log = admin.get("/admin/sms.Log/index").await;
    let lines: Vec<(&str, &str, &str)> = log["data"]["list"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| {
            (line["mobile"].as_str().unwrap_or_default(), line["account"].as_str().unwrap_or_default(), line["state"].as_str().unwrap_or_default())
        })
        .collect();
    assert_eq!(lines, [("13800138001", "First", "sent"), ("13800138000", "First", "sent"), ("13800138009", "First", "sent")]);
    assert!(!log.to_string().contains(sent[1]["TemplateParamSet"][1].as_str().expect("a code")), "no code is in the log");
}

#[tokio::test]
async fn a_robot_writes_into_its_group_and_its_address_leads_nowhere_else() {
    let secret = "SECtest";
    let (url, written) = stand_in(move |_, query, _| {
        let parameters: std::collections::HashMap<String, String> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let at = parameters.get("timestamp").cloned().unwrap_or_default();
        let sign = STANDARD.encode(hmac_of(secret.as_bytes(), &format!("{at}\n{secret}")));
        let right = parameters.get("sign") == Some(&sign) && parameters.get("access_token").map(String::as_str) == Some("token1");
        if right { json!({ "errcode": 0, "errmsg": "ok" }) } else { json!({ "errcode": 310_000, "errmsg": "sign not match" }) }
    })
    .await;
    let world = World::start(ServiceSettings { dingtalk_url: Some(url), ..ServiceSettings::default() }).await;
    let admin = world.admin().await;
    let robot = |address: &str, secret: &str| json!({ "name": "Group", "platform": "dingtalk", "url": address, "sign_secret": secret, "word": "仓库", "status": 1 });
    for elsewhere in ["http://127.0.0.1:1/robot/send?access_token=token1", "https://oapi.dingtalk.com@127.0.0.1/robot/send?access_token=a", "x"] {
        let refused = admin.post("/admin/ding.Config/add", &robot(elsewhere, secret)).await;
        assert_eq!((&refused["data"]["field"], key(&refused)), (&json!("url"), "outside.robot_address"), "{elsewhere}");
    }
    let id = admin.done("/admin/ding.Config/add", robot("https://oapi.dingtalk.com/robot/send?access_token=token1", "other")).await["id"].clone();
    let told = admin.post("/admin/ding.Config/test", &json!({ "id": id })).await;
    assert_eq!(key(&told), "outside.fault.set_up", "{told}");
    admin.done("/admin/ding.Config/edit", json!({ "id": id, "sign_secret": secret })).await;
    admin.done("/admin/ding.Config/test", json!({ "id": id })).await;
    let (_, body) = written.lock().expect("requests").last().cloned().expect("a message");
    assert!(body["markdown"]["text"].as_str().is_some_and(|text| text.starts_with("仓库\n") && text.contains("Group")), "{body}");
    // Another platform needs its own address.
    let refused = admin.post("/admin/ding.Config/edit", &json!({ "id": id, "platform": "feishu" })).await;
    assert_eq!(refused["data"]["field"], "url", "{refused}");
    let shown = admin.get("/admin/ding.Config/index").await.to_string();
    assert!(!shown.contains("token1") && !shown.contains(secret), "{shown}");
}
