//! A password that somebody else has set is changed before anything else.

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use serde_json::{Value, json};

use crate::order_steps::field;
use crate::support::{Client, Node, run};
use crate::world::{PASSWORD, Visitor, World};

const PROFILE: &str = "/admin/routine.AdminInfo/edit";
const OWN: &str = "Own-choice-77";

async fn sign_in(world: &World, name: &str, password: &str) -> (Visitor, Value) {
    let answer = world.visitor().done("/admin/Index/login", json!({ "username": name, "password": password })).await;
    (world.visitor().with("batoken", answer["userInfo"]["token"].as_str().expect("a token")), answer["changePassword"].clone())
}

fn key(answer: &Value) -> (&Value, &Value) {
    (&answer["code"], &answer["data"]["key"])
}

#[tokio::test]
async fn a_password_that_another_one_has_set_is_changed_first() {
    let settings = Settings { change_given_passwords: Some(true), ..Settings::default() };
    let world = World::start_with(ServiceSettings::default(), settings).await;
    let (chief, must) = sign_in(&world, "root", PASSWORD).await;
    assert_eq!(must, false, "a password of one's own");
    let rule = chief.done("/admin/auth.Rule/add", json!({ "pid": 0, "type": "button", "title": "b", "name": "warehouse/brand/index" })).await;
    let group = chief.done("/admin/auth.Group/add", json!({ "name": "scripts", "pid": 0, "rules": [rule["id"]] })).await["id"].clone();
    let account = json!({ "username": "anna", "nickname": "Anna", "password": PASSWORD, "group_arr": [1, group] });
    let anna = chief.done("/admin/auth.Admin/add", account).await["id"].clone();
    let row = chief.got(&format!("/admin/auth.Admin/edit?id={anna}")).await;
    assert!(row["row"].get("given_password").is_none(), "nobody sees or sends it: {row}");

    let (who, must) = sign_in(&world, "anna", PASSWORD).await;
    assert_eq!(must, true);
    let first = (&json!(0), &json!("password.given"));
    for path in [
        "/admin/Index/index",
        "/admin/auth.Admin/index",
        "/admin/routine.AdminInfo/index",
        "/admin/notification.Index/push",
        "/admin/resource/schema",
    ] {
        let answer = who.get(path).await;
        assert_eq!(key(&answer), first, "{path}: {answer}");
        assert!(answer["msg"].as_str().is_some_and(|text| text.contains("choose a new one")), "{answer}");
    }
    let other = who.post("/admin/auth.Admin/edit", &json!({ "id": anna, "nickname": "A" })).await;
    assert_eq!(key(&other), first, "{other}");
    assert_eq!(key(&who.post(PROFILE, &json!({ "nickname": "A" })).await), first, "not without a password");
    let change = async |new: &str, old: Option<&str>| who.post(PROFILE, &json!({ "password": new, "oldPassword": old, "nickname": "Other" })).await;
    assert_eq!(field(&change(OWN, None).await).0, "oldPassword");
    assert_eq!(field(&change(OWN, Some("Another-pass-9")).await).0, "oldPassword");
    assert_eq!(field(&change("short", Some(PASSWORD)).await).0, "password");
    assert_eq!(field(&change(PASSWORD, Some(PASSWORD)).await), ("password", "error.password.same"));
    assert_eq!(change(OWN, Some(PASSWORD)).await["code"], 1);
    assert_eq!(who.get("/admin/Index/index").await["code"], 303, "the session has ended");

    let (who, must) = sign_in(&world, "anna", OWN).await;
    assert_eq!((must, who.got("/admin/Index/index").await["adminInfo"]["nickname"].clone()), (json!(false), json!("Anna")));
    // A key made now goes on when the password is set by somebody else; the session does not.
    let key_of = json!({ "name": "script", "group_id": group, "expires": world.node.now() + 86_400 });
    let made = who.done("/admin/api.Key/make", key_of).await;
    let script = world.visitor().with("authorization", &format!("Bearer {}", made["api_key"].as_str().expect("a key")));
    assert_eq!(script.get("/admin/warehouse.Brand/index").await["code"], 1);
    chief.done("/admin/auth.Admin/edit", json!({ "id": anna, "password": PASSWORD })).await;
    assert_eq!(who.get("/admin/Index/index").await["code"], 303);
    assert_eq!(script.get("/admin/warehouse.Brand/index").await["code"], 1, "a key is no password");
    let (who, must) = sign_in(&world, "anna", PASSWORD).await;
    assert_eq!((must, key(&who.get("/admin/Index/index").await)), (json!(true), first));
    // An edit that sends no password sets none.
    chief.done("/admin/auth.Admin/edit", json!({ "id": anna, "nickname": "Ann", "password": "" })).await;
    assert_eq!(sign_in(&world, "anna", PASSWORD).await.1, true);
    // Signing in again, and out, are open.
    assert_eq!(who.post("/admin/Index/logout", &json!({})).await["code"], 1);
}

/// With a password of one's own.
async fn enter(node: &Node, name: &str, password: &str) -> (Client, Value) {
    let mut client = node.anonymous();
    let answer = client.done("/admin/Index/login", json!({ "username": name, "password": password })).await;
    client.token = answer["userInfo"]["token"].as_str().expect("a token").to_owned();
    (client, answer["changePassword"].clone())
}

/// The password in what the program prints.
fn printed(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("password")).unwrap_or_else(|| panic!("no password: {text}"));
    line.split_whitespace().next().expect("a password").to_owned()
}

#[tokio::test]
async fn passwords_that_the_program_prints_are_changed_first() {
    let dir = tempfile::tempdir().expect("a directory");
    let asked = [("ENTREPOT_CHANGE_GIVEN_PASSWORDS", "true")];
    let node = Node::start_with(dir.path(), &[], &asked).await;
    let password = printed(&std::fs::read_to_string(node.log()).expect("a log"));
    let (admin, must) = enter(&node, "admin", &password).await;
    assert_eq!((must, admin.get("/admin/Index/index").await["data"]["key"].clone()), (json!(true), json!("password.given")));
    let mut socket = admin.socket(None).await;
    let error = socket.next("error").await;
    assert!(error["code"] == 401 && error["msg"].as_str().is_some_and(|text| text.contains("choose a new one")), "{error}");
    assert!(socket.ends().await);
    admin.done(PROFILE, json!({ "password": OWN, "oldPassword": password })).await;
    let (admin, must) = enter(&node, "admin", OWN).await;
    assert_eq!((must, admin.get("/admin/Index/index").await["code"].clone()), (json!(false), json!(1)));
    assert!(node.stop().await);

    let data = dir.path().display().to_string();
    let (ok, text) = run(&["admin", "reset-password", "admin", "--data-dir", &data, "--change-given-passwords", "true"]).await;
    assert!(ok, "{text}");
    let (made, also) = run(&["admin", "create", "helper", "--data-dir", &data, "--change-given-passwords", "true"]).await;
    assert!(made, "{also}");
    let node = Node::start_with(dir.path(), &[], &asked).await;
    assert_eq!(enter(&node, "admin", &printed(&text)).await.1, true);
    assert_eq!(enter(&node, "helper", &printed(&also)).await.1, true);
    node.kill().await;
}
