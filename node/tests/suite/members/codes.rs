//! Codes by mail and by SMS, and the test mail.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use entrepot::config::services::ServiceSettings;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::key;
use crate::world::{MailBox, PASSWORD, World};

#[tokio::test]
async fn a_test_mail_goes_where_the_form_says() {
    let world = World::start(ServiceSettings::default()).await;
    let (mails, admin) = (MailBox::open().await, world.admin().await);
    let mut form = json!({ "smtp_server": "127.0.0.1", "smtp_port": mails.port.to_string(), "smtp_verification": "NONE", "smtp_sender_mail": "site@example.com" });
    assert_eq!(admin.post("/admin/routine.Config/sendTestMail", &form).await["data"]["field"], "testMail");
    form["testMail"] = json!("ann@example.com");
    admin.done("/admin/routine.Config/sendTestMail", form.clone()).await;
    assert!(mails.last().contains("Subject: Entrepot: test e-mail") && mails.last().contains("To: ann@example.com"), "{}", mails.last());
    // Whatever goes wrong, the answer is the same: it tells nothing of the network behind the node.
    let mut answers = std::collections::BTreeSet::new();
    for (server, port) in [
        ("127.0.0.1", "1"),
        ("127.0.0.2", "25"),
        ("localhost", "25"),
        ("[::1]", "25"),
        ("169.254.169.254", "25"),
        ("no such host", "25"),
        ("8.8.8.8", "22"),
    ] {
        (form["smtp_server"], form["smtp_port"]) = (json!(server), json!(port));
        let mut answer = admin.post("/admin/routine.Config/sendTestMail", &form).await;
        assert_eq!(key(&answer), "mail.test.failed", "{server}:{port}");
        answer["time"] = Value::Null;
        answers.insert(answer.to_string());
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    // Nothing of the form is kept: codes are still not to be had.
    assert_eq!(world.visitor().got("/api/user/checkIn").await["accountVerificationType"], json!([]));
    world.mail_to(1).await;
    assert_eq!(key(&world.ask_code(&world.visitor(), "ann@example.com", "user_register", "").await), "code.not_sent");
}

#[tokio::test]
async fn the_stored_mail_password_goes_only_to_the_stored_server() {
    let world = World::start(ServiceSettings::default()).await;
    let (own, other, admin) = (MailBox::open().await, MailBox::open().await, world.admin().await);
    let place = |port: u16| json!({ "smtp_server": "127.0.0.1", "smtp_port": port.to_string(), "smtp_user": "ann", "smtp_verification": "NONE", "smtp_sender_mail": "site@example.com" });
    let mut stored = place(own.port);
    stored["smtp_pass"] = json!("needle");
    admin.done("/admin/routine.Config/edit", stored).await;
    let test = |changes: Value| {
        let mut form = place(own.port);
        form["testMail"] = json!("ann@example.com");
        form["smtp_pass"] = json!("");
        form.as_object_mut().expect("a form").extend(changes.as_object().expect("changes").clone());
        form
    };
    admin.done("/admin/routine.Config/sendTestMail", test(json!({}))).await;
    assert_eq!(own.logins(), ["ann needle"], "the form shows no password, the stored one is meant");
    for changed in [
        json!({ "smtp_port": other.port.to_string() }),
        json!({ "smtp_server": "localhost" }),
        json!({ "smtp_user": "bob" }),
        json!({ "smtp_verification": "TLS" }),
    ] {
        let answer = admin.post("/admin/routine.Config/sendTestMail", &test(changed.clone())).await;
        assert_eq!(answer["data"]["field"], "smtp_pass", "{changed}: {answer}");
        // Nor is it led there by saving first.
        let answer = admin.post("/admin/routine.Config/edit", &changed).await;
        assert_eq!(answer["data"]["field"], "smtp_pass", "{changed}: {answer}");
    }
    admin.done("/admin/routine.Config/sendTestMail", test(json!({ "smtp_port": other.port.to_string(), "smtp_pass": "own" }))).await;
    assert_eq!((other.logins(), own.logins().len()), (vec!["ann own".to_owned()], 1));
    // A place without the password: it is taken away first.
    admin.done("/admin/routine.Config/edit", json!({ "smtp_port": other.port.to_string(), "smtp_pass": { "clear": true } })).await;
    assert_eq!(entrepot::settings::value_of(world.node.site_settings(), "smtp_pass").await.expect("read").as_deref(), Some(""));
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

/// A provider that checks the signature as its documents say, and keeps what it was asked to send.
pub async fn provider(secret: &'static str) -> (String, Arc<Mutex<Vec<HashMap<String, String>>>>) {
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
        world.visitor().post("/api/Sms/send", &json!({ "mobile": mobile, "template_code": event, "captchaId": id, "captchaInfo": info })).await
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
    // Whether a number is known is not told by a code that could not be sent either.
    let (_, ann) = wrong.member("ann").await;
    wrong.admin().await.done("/admin/user.User/edit", json!({ "id": ann, "mobile": "13700137000" })).await;
    let known = ask(&wrong, "13700137000", "user_retrieve_pwd").await;
    let unknown = ask(&wrong, "13700137001", "user_retrieve_pwd").await;
    for part in ["code", "msg", "data"] {
        assert_eq!(known[part], unknown[part], "{part}");
    }
    assert_eq!(known["code"], 1, "{known}");
    let (id, info) = wrong.clicks().await;
    let body = json!({ "mobile": "13900139000", "template_code": "user_register", "captchaId": id, "captchaInfo": info });
    assert_eq!(key(&wrong.visitor().post("/api/Sms/send", &body).await), "code.not_sent");
}
