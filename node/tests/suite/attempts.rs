//! Passwords that are wrong: bursts, locked names, names that do not exist, and who is let through all the same.

use std::collections::BTreeMap;

use entrepot::config::services::ServiceSettings;
use entrepot::identity::attempts::login_key;
use entrepot_store::identity::refresh_tokens::Realm;
use serde_json::{Value, json};

use crate::world::{PASSWORD, World};

const ADMIN: &str = "/admin/Index/login";
const MEMBER: &str = "/api/user/checkIn";

fn key(answer: &Value) -> String {
    answer["data"]["key"].as_str().unwrap_or("in").to_owned()
}

/// What a login page sends, of either side.
fn sent(name: &str, password: &str) -> Value {
    json!({ "tab": "login", "username": name, "password": password })
}

/// Without a captcha asked for before there were failures.
async fn started() -> World {
    World::start(ServiceSettings { member_captcha: Some("5".into()), ..ServiceSettings::default() }).await
}

/// How often each answer was given to logins sent at once.
async fn burst(world: &World, path: &str, name: &str, password: &str, count: usize) -> BTreeMap<String, usize> {
    let (visitor, body) = (world.visitor(), sent(name, password));
    let answers = futures::future::join_all((0..count).map(|_| visitor.post(path, &body))).await;
    let mut seen = BTreeMap::new();
    for answer in answers {
        *seen.entry(key(&answer)).or_default() += 1;
    }
    seen
}

#[tokio::test]
async fn a_burst_has_no_more_passwords_checked_than_one_after_the_other() {
    let world = started().await;
    world.member("ann").await;
    for (side, path, name) in
        [(Realm::Admins, ADMIN, "root"), (Realm::Admins, ADMIN, "nobody"), (Realm::Members, MEMBER, "ann"), (Realm::Members, MEMBER, "noone")]
    {
        let seen = burst(&world, path, name, "Wrong-pass-1", 100).await;
        assert_eq!(seen.get("login.wrong"), Some(&5), "{name}: {seen:?}");
        assert!(seen.keys().all(|key| ["login.wrong", "login.locked", "error.rate"].contains(&key.as_str())), "{name}: {seen:?}");
        assert_eq!(world.node.store().failures(&login_key(side, name), world.node.now()).await.expect("failures").count, 5);
    }
}

#[tokio::test]
async fn right_passwords_at_once_are_not_counted() {
    let world = started().await;
    for _ in 0..4 {
        let seen = burst(&world, ADMIN, "root", PASSWORD, 12).await;
        assert_eq!(seen, BTreeMap::from([("in".to_owned(), 12)]));
    }
    // Nor do they leave anything behind for the network.
    assert_eq!(world.visitor().got(ADMIN).await["captcha"], false);
    // A right one forgives the wrong ones before it.
    for _ in 0..3 {
        burst(&world, ADMIN, "root", "Wrong-pass-1", 4).await;
        burst(&world, ADMIN, "root", PASSWORD, 1).await;
    }
    assert_eq!(world.node.store().failures(&login_key(Realm::Admins, "root"), world.node.now()).await.expect("failures").count, 0);
}

#[tokio::test]
async fn a_name_that_does_not_exist_answers_alike() {
    for (path, known) in [(ADMIN, "root"), (MEMBER, "ann")] {
        let mut answers = vec![];
        for name in [known, "nobody"] {
            let world = started().await;
            world.member("ann").await;
            let visitor = world.visitor();
            let mut seen = vec![];
            for _ in 0..7 {
                let answer = visitor.ask(reqwest::Method::POST, path).json(&sent(name, "Wrong-pass-1")).send().await.expect("an answer");
                let status = answer.status();
                let mut body: Value = answer.json().await.expect("JSON");
                // Seconds and times pass.
                body["time"] = json!(0);
                let text: String = body.to_string().chars().filter(|letter| !letter.is_ascii_digit()).collect();
                seen.push((status, text));
            }
            assert!(seen[4].1.contains("login.wrong") && seen[5].1.contains("login.locked"), "{seen:?}");
            answers.push(seen);
        }
        assert_eq!(answers[0], answers[1]);
    }
}

#[tokio::test]
async fn a_solved_captcha_lets_the_right_password_through() {
    let world = started().await;
    world.member("ann").await;
    for (side, path, name) in [(Realm::Admins, ADMIN, "root"), (Realm::Members, MEMBER, "ann")] {
        let visitor = world.visitor();
        let solved = async |password: &str| {
            let (id, info) = world.clicks().await;
            let mut body = sent(name, password);
            body["captchaId"] = json!(id);
            body["captchaInfo"] = json!(info);
            visitor.post(path, &body).await
        };
        burst(&world, path, name, "Wrong-pass-1", 16).await;
        // Three more: it waits for longer than a slow machine takes.
        for _ in 0..3 {
            world.node.store().note_failure(&login_key(side, name), &[], world.node.now()).await.expect("noted");
        }
        let locked = visitor.post(path, &sent(name, PASSWORD)).await;
        assert_eq!((key(&locked).as_str(), &locked["data"]["captcha"]), ("login.locked", &json!(true)), "{locked}");
        assert_eq!(key(&solved("Wrong-pass-1").await), "login.wrong", "a captcha alone opens nothing");
        assert_eq!(key(&solved(PASSWORD).await), "in");
        let failures = world.node.store().failures(&login_key(side, name), world.node.now()).await.expect("failures");
        assert_eq!(failures.count, 0, "it is forgiven");
        // Its network is asked for a captcha from now on, which its login page says.
        assert_eq!(key(&visitor.post(path, &sent(name, PASSWORD)).await), "captcha.required");
    }
}

#[tokio::test]
async fn a_network_that_waits_is_let_through_with_a_captcha() {
    let world = started().await;
    let visitor = world.visitor();
    let mut last = json!(null);
    for number in 0..40 {
        last = visitor.post(ADMIN, &sent(&format!("nobody{number}"), "Wrong-pass-1")).await;
    }
    assert_eq!((key(&last).as_str(), &last["data"]["captcha"]), ("login.address", &json!(true)), "{last}");
    assert_eq!(key(&visitor.post(ADMIN, &sent("root", PASSWORD)).await), "login.address");
    let (id, info) = world.clicks().await;
    let mut body = sent("root", PASSWORD);
    body["captchaId"] = json!(id);
    body["captchaInfo"] = json!(info);
    assert_eq!(key(&visitor.post(ADMIN, &body).await), "in");
    // With captchas as well there is an end.
    let mut seen = vec![];
    for number in 0..70 {
        let (id, info) = world.kept_clicks().await;
        let mut body = sent(&format!("somebody{number}"), "Wrong-pass-1");
        body["captchaId"] = json!(id);
        body["captchaInfo"] = json!(info);
        seen.push(key(&visitor.post(ADMIN, &body).await));
    }
    assert_eq!((seen.iter().filter(|key| *key == "login.wrong").count(), seen[69].as_str()), (60, "error.rate"), "{seen:?}");
}

#[tokio::test]
async fn captchas_buy_so_many_passwords_of_an_account_and_its_owner_comes_in_from_where_they_were() {
    let services = ServiceSettings {
        admin_captcha: Some("always".into()),
        password_attempts_per_hour: Some(4),
        trusted_proxies: Some("127.0.0.1".into()),
        ..ServiceSettings::default()
    };
    let world = World::start(services).await;
    let solved = async |from: &str, path: &str, name: &str, password: &str| {
        let (id, info) = world.kept_clicks().await;
        let mut body = sent(name, password);
        body["captchaId"] = json!(id);
        body["captchaInfo"] = json!(info);
        world.visitor().with("x-forwarded-for", from).post(path, &body).await
    };
    let answer = solved("192.0.2.7", ADMIN, "root", PASSWORD).await;
    let token = answer["data"]["userInfo"]["token"].as_str().expect("a token").to_owned();
    let row = json!({ "username": "ann", "nickname": "Ann", "password": PASSWORD, "group_id": 1, "status": "enable" });
    world.visitor().with("batoken", &token).done("/admin/user.User/add", row).await;
    assert_eq!(key(&solved("192.0.2.7", MEMBER, "ann", PASSWORD).await), "in");
    for (path, name) in [(ADMIN, "root"), (ADMIN, "nobody"), (MEMBER, "ann"), (MEMBER, "noone")] {
        let mut seen = vec![];
        // Each from a network of its own.
        for number in 0..9 {
            seen.push(key(&solved(&format!("198.51.{number}.1"), path, name, "Wrong-pass-1").await));
        }
        assert_eq!(seen.iter().filter(|key| *key == "login.wrong").count(), 4, "{name}: {seen:?}");
        assert!(seen[4..].iter().all(|key| key == "login.bounded"), "{name}: {seen:?}");
    }
    for (path, name) in [(ADMIN, "root"), (MEMBER, "ann")] {
        let late = solved("198.51.200.1", path, name, PASSWORD).await;
        assert_eq!(key(&late), "login.bounded", "also with the right password: {late}");
        assert!(late["data"]["seconds"].as_i64().is_some_and(|seconds| (1..=3_600).contains(&seconds)), "{late}");
        for _ in 0..6 {
            assert_eq!(key(&solved("192.0.2.7", path, name, PASSWORD).await), "in", "{name} comes in from a known network, as often as they like");
        }
        // What is tried from there is bounded as well.
        let mut seen = vec![];
        for _ in 0..7 {
            seen.push(key(&solved("192.0.2.9", path, name, "Wrong-pass-1").await));
        }
        assert_eq!(seen.iter().filter(|key| *key == "login.wrong").count(), 4, "{name}: {seen:?}");
    }
}

#[tokio::test]
async fn a_password_that_is_asked_for_once_more_is_counted() {
    let world = started().await;
    let (ann, _) = world.member("ann").await;
    let change = |old: &str| json!({ "oldPassword": old, "newPassword": "Another-pass-2" });
    let bind = |password: &str| json!({ "type": "mobile", "mobile": "13800138000", "captcha": "000000", "password": password });
    for _ in 0..3 {
        assert_eq!(ann.post("/api/account/changeBind", &bind("Wrong-pass-1")).await["data"]["field"], "password");
    }
    assert_eq!(ann.post("/api/account/changeBind", &bind(PASSWORD)).await["data"]["field"], "captcha", "the password was right");
    for number in 0..5 {
        let answer = match number {
            0..3 => ann.post("/api/account/changeBind", &bind("Wrong-pass-1")).await,
            _ => ann.post("/api/account/changePassword", &change("Wrong-pass-1")).await,
        };
        assert_eq!(answer["data"]["key"], "login.password_wrong", "{answer}");
    }
    assert_eq!(key(&ann.post("/api/account/changeBind", &bind(PASSWORD)).await), "error.rate");
    assert_eq!(key(&ann.post("/api/account/changePassword", &change(PASSWORD)).await), "error.rate");
    // Nobody else waits for it, and the login does not.
    assert_eq!(key(&world.try_member_login("ann", PASSWORD, false).await), "in");
    let admin = world.admin().await;
    for _ in 0..5 {
        let answer = admin.post("/admin/routine.AdminInfo/edit", &json!({ "password": "Another-pass-2", "oldPassword": "Wrong-pass-1" })).await;
        assert_eq!(answer["data"]["field"], "oldPassword", "{answer}");
    }
    let answer = admin.post("/admin/routine.AdminInfo/edit", &json!({ "password": "Another-pass-2", "oldPassword": PASSWORD })).await;
    assert_eq!(key(&answer), "error.rate");
}

#[tokio::test]
async fn an_old_short_password_still_opens_and_a_member_takes_no_common_one() {
    let world = started().await;
    let hash = entrepot::identity::passwords::hash("123456".into()).await.expect("a hash");
    world.node.store().create_admin("early", "Early", &hash, false, world.node.now()).await.expect("an administrator");
    assert_eq!(key(&world.visitor().post(ADMIN, &sent("early", "123456")).await), "in");
    let (ann, _) = world.member("ann").await;
    let change = |new: &str| json!({ "oldPassword": PASSWORD, "newPassword": new });
    assert_eq!(key(&ann.post("/api/account/changePassword", &change("123456")).await), "error.password.common");
    assert_eq!(key(&ann.post("/api/account/changePassword", &change("12345")).await), "error.password");
    assert_eq!(ann.post("/api/account/changePassword", &change("plum 7")).await["code"], 1);
    let admin = world.admin().await;
    let row = |password: &str| json!({ "username": "newone", "nickname": "n", "password": password, "group_arr": [1] });
    for (password, refused) in
        [("short-one", "error.password.admin"), ("Newone-123456", "error.password.common"), ("qwertyuiop12", "error.password.common")]
    {
        assert_eq!(key(&admin.post("/admin/auth.Admin/add", &row(password)).await), refused, "{password}");
    }
    admin.done("/admin/auth.Admin/add", row("plum tree seven")).await;
}
