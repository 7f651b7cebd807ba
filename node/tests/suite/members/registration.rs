//! Members who come in by name, password and captcha.

use entrepot::config::services::ServiceSettings;
use serde_json::{Value, json};

use super::key;
use crate::world::{MailBox, PASSWORD, Visitor, World};

async fn register(world: &World, visitor: &Visitor, username: &str, more: Value) -> Value {
    let (id, info) = world.clicks_for("&action=register").await;
    let mut body =
        json!({ "tab": "register", "username": username, "password": PASSWORD, "registerType": "name", "captchaId": id, "captchaInfo": info });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    visitor.post("/api/user/checkIn", &body).await
}

fn field(answer: &Value) -> &str {
    answer["data"]["field"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_site_without_mail_registers_by_name() {
    let world = World::start(ServiceSettings::default()).await;
    let visitor = world.visitor();
    assert_eq!(visitor.got("/api/user/checkIn").await["registrationByName"], true);

    // What is wrong is named, before a captcha is used up.
    for (bad, named) in [
        (json!({ "username": "1ann" }), "username"),
        (json!({ "password": "12345" }), "password"),
        (json!({ "registerType": "letter" }), "registerType"),
    ] {
        let answer = register(&world, &visitor, "ann", bad).await;
        assert_eq!((answer["code"].as_i64(), field(&answer)), (Some(0), named), "{answer}");
    }
    let without = register(&world, &visitor, "ann", json!({ "captchaId": "", "captchaInfo": "" })).await;
    assert_eq!(key(&without), "captcha.required", "{without}");
    let (id, info) = world.clicks_for("&action=message").await;
    let other = register(&world, &visitor, "ann", json!({ "captchaId": id, "captchaInfo": info })).await;
    assert_eq!(key(&other), "captcha.wrong", "{other}");

    // An address that nobody has proved is not taken over.
    let made = register(&world, &visitor, "ann", json!({ "email": "boss@example.com", "mobile": "13800138000" })).await;
    assert_eq!((made["code"].as_i64(), made["data"]["routePath"].as_str()), (Some(1), Some("/user")), "{made}");
    let info = &made["data"]["userInfo"];
    assert_eq!((info["email"].as_str(), info["mobile"].as_str(), info["refresh_token"].as_str()), (Some(""), Some(""), Some("")));
    let ann = world.visitor().with("ba-user-token", info["token"].as_str().expect("a token"));
    assert_eq!(ann.got("/api/index/index?requiredLogin=1").await["userInfo"]["username"], "ann");
    world.member_login("ann", PASSWORD).await;

    // A name belongs to one, also of two who come at once.
    let twice = register(&world, &visitor, "ann", json!({})).await;
    assert_eq!((key(&twice), field(&twice)), ("error.unique", "username"), "{twice}");
    assert!(["This user name is taken", "该用户名已被占用"].iter().any(|said| twice["msg"] == *said), "{twice}");
    let (one, other) = tokio::join!(register(&world, &visitor, "bob", json!({})), register(&world, &visitor, "bob", json!({})));
    let codes = [one["code"].as_i64(), other["code"].as_i64()];
    assert!(codes.contains(&Some(1)) && codes.contains(&Some(0)), "{one} {other}");
    let loser = if one["code"] == 0 { one } else { other };
    assert_eq!(field(&loser), "username", "{loser}");

    // One network makes so many accounts in an hour: by now two are made, and two more have tried.
    let mut refused = Value::Null;
    for at in 0..12 {
        let answer = register(&world, &visitor, &format!("guest_{at}"), json!({})).await;
        if answer["code"] == 0 {
            refused = answer;
            break;
        }
    }
    assert_eq!(key(&refused), "error.rate", "{refused}");
}

#[tokio::test]
async fn the_setting_opens_and_closes_it() {
    let world = World::start(ServiceSettings::default()).await;
    let mails = MailBox::open().await;
    let (admin, visitor) = (world.admin().await, world.visitor());
    world.mail_to(mails.port).await;
    // Where mail is set up, members prove their address.
    assert_eq!(visitor.got("/api/user/checkIn").await["registrationByName"], false);
    let closed = register(&world, &visitor, "ann", json!({})).await;
    assert_eq!((key(&closed), field(&closed)), ("member.registration_closed", "registerType"), "{closed}");
    admin.done("/admin/routine.Config/edit", json!({ "member_registration": "on" })).await;
    assert_eq!(visitor.got("/api/user/checkIn").await["registrationByName"], true);
    assert_eq!(register(&world, &visitor, "ann", json!({})).await["code"], 1);
    admin.done("/admin/routine.Config/edit", json!({ "member_registration": "off" })).await;
    assert_eq!(key(&register(&world, &visitor, "bob", json!({})).await), "member.registration_closed");
    let odd = admin.post("/admin/routine.Config/edit", &json!({ "member_registration": "perhaps" })).await;
    assert_eq!(odd["data"]["field"], "member_registration", "{odd}");
    let groups = admin.got("/admin/routine.Config/index").await;
    let row = groups["list"]["basics"]["list"].as_array().into_iter().flatten().find(|row| row["name"] == "member_registration").cloned();
    assert_eq!(row.expect("the setting")["content"]["on"], "Open");
}
