//! What somebody without a login can add to what is stored.

use entrepot::config::services::ServiceSettings;
use serde_json::{Value, json};

use crate::world::{PASSWORD, Visitor, World};

const LOGIN: &str = "/admin/Index/login";

/// The lines of refused logins in the administrators' log.
async fn refused(world: &World, admin: &Visitor) -> Vec<Value> {
    world.node.journal().flush().await;
    let list = admin.got("/admin/auth.AdminLog/index?limit=100").await["list"].clone();
    list.as_array().expect("a list").iter().filter(|line| line["data"].as_str().is_some_and(|data| !data.contains("\"done\""))).cloned().collect()
}

fn data(line: &Value) -> Value {
    serde_json::from_str(line["data"].as_str().expect("text")).expect("JSON")
}

#[tokio::test]
async fn a_flood_of_refused_logins_with_junk_leaves_little_in_the_log() {
    let world = World::start(ServiceSettings::default()).await;
    let (admin, junk) = (world.admin().await, "x".repeat(30_000));
    let visitor = world.visitor().with("user-agent", &"agent ".repeat(200));
    let body = |name: &str, number: usize| json!({ "username": name, "password": "Wrong-pass-1", "junk": junk, junk.clone(): number, "captchaId": junk, "keep": { "a": junk } });
    for number in 0..40 {
        let name = if number % 2 == 0 { "nobody" } else { "root" };
        let mut body = body(name, number);
        if number % 4 == 0 {
            body["keep"] = json!(false);
            body["captchaId"] = json!(format!("{junk}{number}"));
        }
        let answer = visitor.post(&format!("{LOGIN}?more={}", &junk[..2_000]), &body).await;
        assert_eq!(answer["code"], 0, "{answer}");
    }
    let lines = refused(&world, &admin).await;
    // Of each account: the first call by itself, and the rest together.
    assert!((1..=4).contains(&lines.len()), "{}", lines.len());
    let bytes: usize = lines.iter().map(|line| line.to_string().len()).sum();
    assert!(bytes < 6_000, "{bytes}");
    assert!(lines.iter().all(|line| !line.to_string().contains(&junk[..200])), "{lines:?}");
    let calls: u64 = lines.iter().map(|line| data(line)["_count"].as_u64().unwrap_or(1)).sum();
    assert!((10..=40).contains(&calls), "{calls}: a body that can't be read says no name");
    assert!(lines.iter().all(|line| !line.to_string().contains("Wrong-pass")), "{lines:?}");
    // What somebody with a login does stands by itself, and whole.
    admin.done("/admin/routine.AdminInfo/edit", json!({ "nickname": "Root the first" })).await;
    world.node.journal().flush().await;
    let list = admin.got("/admin/auth.AdminLog/index?limit=100").await["list"].to_string();
    assert!(list.contains("Root the first"), "{list}");
}

#[tokio::test]
async fn a_day_takes_few_lines_of_refused_calls_from_however_many_networks() {
    let services = ServiceSettings { refused_lines_per_day: Some(5), trusted_proxies: Some("127.0.0.1".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    for number in 0..20 {
        let visitor = world.visitor().with("x-forwarded-for", &format!("10.{number}.0.1"));
        let answer = visitor.post(LOGIN, &json!({ "username": format!("nobody{number}"), "password": "Wrong-pass-1" })).await;
        assert_eq!(answer["data"]["key"], "login.wrong", "{answer}");
    }
    let admin = world.admin().await;
    let lines = refused(&world, &admin).await;
    assert_eq!(lines.len(), 6, "five, and one that counts the others: {lines:?}");
    let rest: Vec<Value> = lines.iter().map(data).filter(|data| data["_count"] == 15).collect();
    assert_eq!(rest.len(), 1, "{lines:?}");
    assert_eq!(rest[0]["_networks"]["10.19.0.1"], 1);
}

#[tokio::test]
async fn messages_and_registrations_of_strangers_have_a_limit_a_day() {
    let services = ServiceSettings {
        messages_per_day: Some(3),
        registrations_per_day: Some(2),
        trusted_proxies: Some("127.0.0.1".into()),
        member_captcha: Some("off".into()),
        ..ServiceSettings::default()
    };
    let world = World::start(services).await;
    let message = json!({ "name": "Ann", "mobile": "13800138000", "content": "Hello" });
    let mut seen = vec![];
    for number in 0..5 {
        let visitor = world.visitor().with("x-forwarded-for", &format!("10.{number}.0.1"));
        seen.push(visitor.post("/api/message/add", &message).await["data"]["key"].as_str().unwrap_or("added").to_owned());
    }
    assert_eq!(seen, ["added", "added", "added", "error.rate", "error.rate"]);
    let mut seen = vec![];
    for number in 0..4 {
        let visitor = world.visitor().with("x-forwarded-for", &format!("10.{number}.0.1"));
        let body = json!({ "tab": "register", "registerType": "name", "username": format!("newcomer{number}"), "password": PASSWORD });
        seen.push(visitor.post("/api/user/checkIn", &body).await["data"]["key"].as_str().unwrap_or("in").to_owned());
    }
    assert_eq!(seen, ["in", "in", "error.rate", "error.rate"]);
}
