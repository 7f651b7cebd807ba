//! The click captcha, from the picture to the call that it guards.

use base64::Engine;
use entrepot::config::services::ServiceSettings;
use serde_json::json;

use crate::world::{PASSWORD, Visitor, World};

#[tokio::test]
async fn a_picture_is_shown_and_its_answer_used_once() {
    let world = World::start(ServiceSettings::default()).await;
    let visitor = world.visitor();
    let shown = visitor.got("/api/common/clickCaptcha?id=one-id").await;
    assert_eq!((shown["id"].as_str(), shown["width"].as_u64(), shown["height"].as_u64()), (Some("one-id"), Some(350), Some(200)));
    assert_eq!(shown["text"].as_array().map(Vec::len), Some(2));
    assert!(shown["text"][0].as_str().is_some_and(|name| name.starts_with('<') && name.is_ascii()), "{shown}");
    let data = shown["base64"].as_str().and_then(|data| data.strip_prefix("data:image/png;base64,")).expect("a picture");
    let picture = base64::engine::general_purpose::STANDARD.decode(data).expect("base64");
    assert!(image::load_from_memory(&picture).is_ok());

    let (id, info) = world.clicks().await;
    let check = async |id: &str, info: &str, unset: bool| {
        visitor.post("/api/common/checkClickCaptcha", &json!({ "id": id, "info": info, "unset": unset })).await["code"].as_i64()
    };
    assert_eq!(check(&id, "1,1-2,2;350;200", false).await, Some(0));
    assert_eq!(check(&id, &info, false).await, Some(1));
    assert_eq!(check(&id, &info, true).await, Some(1));
    assert_eq!(check(&id, &info, true).await, Some(0), "used up");

    // Guessing ends with the picture.
    let (id, info) = world.clicks().await;
    for _ in 0..4 {
        assert_eq!(check(&id, "1,1-2,2;350;200", false).await, Some(0));
    }
    assert_eq!(check(&id, &info, false).await, Some(0));
    // A new picture under the same id forgets the old one.
    let (id, info) = world.clicks().await;
    visitor.got(&format!("/api/common/clickCaptcha?id={id}")).await;
    assert_eq!(check(&id, &info, true).await, Some(0));
    for bad in ["", "a b", &"x".repeat(65), "a'; DELETE captcha"] {
        let path = format!("/api/common/clickCaptcha?id={}", bad.replace(' ', "%20"));
        assert_eq!(visitor.get(&path).await["code"], 0, "{bad}");
    }
}

#[tokio::test]
async fn wrong_answers_use_a_picture_up_and_make_a_network_wait() {
    let services = ServiceSettings { trusted_proxies: Some("127.0.0.1".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let (here, elsewhere) = (world.visitor().with("x-forwarded-for", "192.0.2.7"), world.visitor().with("x-forwarded-for", "198.51.100.7"));
    let check = async |who: &Visitor, id: &str, info: &str| {
        who.post("/api/common/checkClickCaptcha", &json!({ "id": id, "info": info, "unset": false })).await
    };
    let (id, info) = world.kept_clicks().await;
    // Many at once are no more tries than one after the other.
    let at_once = futures::future::join_all((0..6).map(|_| check(&here, &id, "1,1-2,2;350;200"))).await;
    assert!(at_once.iter().all(|answer| answer["code"] == 0), "{at_once:?}");
    assert_eq!(check(&here, &id, &info).await["code"], 0, "used up");
    let mut last = json!(null);
    for _ in 0..30 {
        let (id, _) = world.kept_clicks().await;
        last = check(&here, &id, "1,1-2,2;350;200").await;
    }
    assert_eq!(last["data"]["key"], "error.rate", "{last}");
    let (id, info) = world.kept_clicks().await;
    assert_eq!(check(&here, &id, &info).await["data"]["key"], "error.rate");
    assert_eq!(here.get("/api/common/clickCaptcha?id=x").await["data"]["key"], "error.rate");
    assert_eq!(check(&elsewhere, &id, &info).await["code"], 1, "others are not concerned");
}

#[tokio::test]
async fn the_back_office_asks_when_it_is_configured() {
    let services = ServiceSettings { admin_captcha: Some("always".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let visitor = world.visitor();
    assert_eq!(visitor.got("/admin/Index/login").await["captcha"], true);
    let mut body = json!({ "username": "root", "password": PASSWORD, "keep": false });
    let refused = visitor.post("/admin/Index/login", &body).await;
    assert_eq!(refused["data"]["key"], "captcha.required", "{refused}");
    let (id, info) = world.clicks().await;
    body["captchaId"] = json!(id);
    body["captchaInfo"] = json!("1,1-2,2;350;200");
    assert_eq!(visitor.post("/admin/Index/login", &body).await["data"]["key"], "captcha.wrong");
    body["captchaInfo"] = json!(info);
    assert_eq!(visitor.post("/admin/Index/login", &body).await["data"]["key"], "captcha.wrong", "a wrong answer uses it up");
    let (id, info) = world.clicks().await;
    body["captchaId"] = json!(id);
    body["captchaInfo"] = json!(info);
    assert_eq!(visitor.post("/admin/Index/login", &body).await["code"], 1);
    assert_eq!(visitor.post("/admin/Index/login", &body).await["code"], 0, "once");
}

#[tokio::test]
async fn after_failures_a_captcha_is_asked_for_and_the_page_knows() {
    let services = ServiceSettings { admin_captcha: Some("2".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let visitor = world.visitor();
    let wrong = json!({ "username": "root", "password": "not the one" });
    assert_eq!(visitor.got("/admin/Index/login").await["captcha"], false);
    for _ in 0..2 {
        assert_eq!(visitor.post("/admin/Index/login", &wrong).await["data"]["key"], "login.wrong");
    }
    assert_eq!(visitor.post("/admin/Index/login", &wrong).await["data"]["key"], "captcha.required");
    assert_eq!(visitor.got("/admin/Index/login").await["captcha"], true);
}

#[tokio::test]
async fn the_login_page_shows_the_captcha_that_takes_the_place_of_a_wait() {
    // After ten failures a captcha is asked for; after five the name waits.
    let services = ServiceSettings { admin_captcha: Some("10".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    for client in [None, Some("buildadmin-2.1"), Some("buildadmin-2.3")] {
        let name = client.map_or("root".to_owned(), |client| format!("nobody-{client}"));
        let visitor = client.map_or(world.visitor(), |client| world.visitor().with("entrepot-client", client));
        for _ in 0..5 {
            let wrong = json!({ "username": name, "password": "not the one" });
            assert_eq!(visitor.post("/admin/Index/login", &wrong).await["data"]["key"], "login.wrong");
        }
        assert_eq!(visitor.got("/admin/Index/login").await["captcha"], true, "{client:?}: before anybody has waited");
        let locked = visitor.post("/admin/Index/login", &json!({ "username": name, "password": PASSWORD })).await;
        assert_eq!((&locked["code"], &locked["data"]["key"]), (&json!(0), &json!("login.locked")), "{locked}");
        // Such a client asks for it when its page is loaded, which its users have to be told.
        assert_eq!(locked["msg"].as_str().is_some_and(|said| said.contains("reload this page")), client.is_some(), "{locked}");
    }
    // Others of the network need not solve it.
    let other = json!({ "username": "somebody", "password": "not the one" });
    assert_eq!(world.visitor().post("/admin/Index/login", &other).await["data"]["key"], "login.wrong");
    // The picture that such a client asks for, without an action, opens at once.
    let (id, info) = world.clicks().await;
    let body = json!({ "username": "root", "password": PASSWORD, "keep": false, "captchaId": id, "captchaInfo": info });
    assert_eq!(world.visitor().post("/admin/Index/login", &body).await["code"], 1);
}

#[tokio::test]
async fn a_picture_is_good_for_what_it_was_asked_for() {
    let services = ServiceSettings { admin_captcha: Some("always".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let visitor = world.visitor();
    let login = async |(id, info): (String, String)| {
        let body = json!({ "username": "root", "password": PASSWORD, "captchaId": id, "captchaInfo": info });
        visitor.post("/admin/Index/login", &body).await
    };
    let other = login(world.clicks_for("&action=message").await).await;
    assert_eq!(other["data"]["key"], "captcha.wrong", "{other}");
    assert_eq!(login(world.clicks_for("&action=login").await).await["code"], 1);
    assert_eq!(login(world.clicks().await).await["code"], 1, "clients written for BuildAdmin name no action");
    assert_eq!(visitor.get("/api/common/clickCaptcha?id=x&action=everything").await["data"]["field"], "action");
    let (id, info) = world.clicks_for("&action=login").await;
    let body = json!({ "tab": "login", "username": "ann", "password": PASSWORD, "captchaId": id, "captchaInfo": info });
    assert_eq!(visitor.post("/api/user/checkIn", &body).await["data"]["key"], "captcha.wrong");

    let services = ServiceSettings { admin_captcha: Some("always".into()), captcha_unnamed: Some(false), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let (id, info) = world.clicks().await;
    let body = json!({ "username": "root", "password": PASSWORD, "captchaId": id, "captchaInfo": info });
    assert_eq!(world.visitor().post("/admin/Index/login", &body).await["data"]["key"], "captcha.wrong");
}
