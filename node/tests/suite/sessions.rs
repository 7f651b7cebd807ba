//! Logging in, staying logged in, and not getting in.

use serde_json::json;

use crate::support::{Node, PASSWORD, admins, run};

#[tokio::test]
async fn tokens_expire_refresh_and_end() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &["--access-seconds", "5"]).await;
    let mut client = node.login("clerk").await;
    assert_eq!(client.get("/ADMIN/Index/INDEX").await["data"]["adminInfo"]["username"], "clerk");
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    assert_eq!(client.get("/admin/Index/index").await["code"], 409);
    let open = client.http.get(format!("{}/admin/Index/login", client.url)).header("server", "true").header("batoken", &client.token);
    let open = open.send().await.expect("an answer");
    assert_eq!(open.headers().get("entrepot-token").map(|value| value.as_bytes()), Some(b"ended".as_slice()), "answered as to a guest");
    let body = json!({ "refreshToken": client.refresh, "rotate": true });
    let given = client.done("/api/common/refreshToken", body.clone()).await;
    assert_eq!(given["type"], "admin-refresh");
    // Another tab that comes with the same token at the same moment is given the same successor, and it works.
    let tab = client.done("/api/common/refreshToken", body.clone()).await;
    assert_eq!(tab["refresh_token"], given["refresh_token"]);
    let next = client.done("/api/common/refreshToken", json!({ "refreshToken": tab["refresh_token"], "rotate": true })).await;
    assert_ne!(next["refresh_token"], given["refresh_token"]);
    let old = client.token.clone();
    client.token = given["token"].as_str().expect("a token").to_owned();
    assert_eq!(client.get("/admin/Index/index").await["code"], 1);
    // A made-up one never works.
    client.token = old;
    assert_eq!(client.post("/api/common/refreshToken", &json!({ "refreshToken": "made-up" })).await["code"], 0);
    client.token = given["token"].as_str().expect("a token").to_owned();
    client.done("/admin/Index/logout", json!({ "refreshToken": "" })).await;
    assert_eq!(client.get("/admin/Index/index").await["code"], 303);
    node.kill().await;
}

#[tokio::test]
async fn wrong_passwords_wait() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.anonymous();
    let wrong = json!({ "username": "clerk", "password": "not the one", "keep": false });
    for _ in 0..5 {
        assert_eq!(client.post("/admin/Index/login", &wrong).await["data"]["key"], "login.wrong");
    }
    let locked = client.post("/admin/Index/login", &wrong).await;
    assert_eq!(locked["data"]["key"], "login.locked", "{locked}");
    assert!(locked["data"]["seconds"].as_i64().expect("seconds") > 0);
    let nobody = client.post("/admin/Index/login", &json!({ "username": "nobody", "password": "not the one" })).await;
    assert_eq!(nobody["data"]["key"], "login.wrong");
    // From twenty failures on the network's login page shows a captcha.
    for number in 0..15 {
        client.post("/admin/Index/login", &json!({ "username": format!("nobody{number}"), "password": "not the one" })).await;
    }
    assert_eq!(client.get("/admin/Index/login").await["data"]["captcha"], true);
    node.kill().await;
    // What was counted is known to the next start as well.
    let node = Node::start(dir.path(), &[]).await;
    let client = node.anonymous();
    assert_eq!(client.get("/admin/Index/login").await["data"]["captcha"], true);
    let right = json!({ "username": "clerk", "password": PASSWORD });
    assert_eq!(client.post("/admin/Index/login", &right).await["data"]["captcha"], true);
    node.kill().await;
    // A command lets them in again.
    let data = dir.path().display().to_string();
    let file = dir.path().join("password").display().to_string();
    let (ok, text) = run(&["admin", "reset-password", "clerk", "--password-file", &file, "--data-dir", &data]).await;
    assert!(ok, "{text}");
    let node = Node::start(dir.path(), &["--admin-captcha", "off"]).await;
    assert!(node.try_login("clerk").await.is_some());
    node.kill().await;
}

#[tokio::test]
async fn a_disabled_account_gets_back_in_by_a_command() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief", "clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let list = chief.get("/admin/auth.Admin/index").await["data"]["list"].clone();
    let clerk = list.as_array().expect("rows").iter().find(|row| row["username"] == "clerk").expect("the clerk")["id"].clone();
    chief.done("/admin/auth.Admin/edit", json!({ "id": clerk, "status": "disable" })).await;
    assert!(node.try_login("clerk").await.is_none());
    assert!(node.stop().await);
    let data = dir.path().display().to_string();
    let file = dir.path().join("password").display().to_string();
    let (ok, text) = run(&["admin", "reset-password", "clerk", "--password-file", &file, "--data-dir", &data]).await;
    assert!(ok && text.contains("enabled again"), "{text}");
    let short = dir.path().join("short");
    std::fs::write(&short, "123456").expect("written");
    let (ok, text) = run(&["admin", "reset-password", "clerk", "--password-file", &short.display().to_string(), "--data-dir", &data]).await;
    assert!(!ok && text.contains("12 to 32"), "{text}");
    let node = Node::start(dir.path(), &[]).await;
    assert!(node.try_login("clerk").await.is_some());
    node.kill().await;
}

#[tokio::test]
async fn signing_keys_are_changed_while_the_node_runs() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let mut client = node.login("chief").await;
    let data = dir.path().display().to_string();
    let (ok, text) = run(&["keys", "rotate", "--data-dir", &data]).await;
    assert!(ok, "{text}");
    assert_eq!(client.get("/admin/Index/index").await["code"], 1, "the old key is read");
    assert_eq!(node.login("chief").await.get("/admin/Index/index").await["code"], 1);
    let given = client.done("/api/common/refreshToken", json!({ "refreshToken": client.refresh, "rotate": true })).await;
    client.refresh = given["refresh_token"].as_str().expect("a token").to_owned();
    let (ok, text) = run(&["keys", "rotate", "--end-sessions", "--data-dir", &data]).await;
    assert!(ok, "{text}");
    assert_eq!(client.get("/admin/Index/index").await["code"], 303);
    assert_eq!(client.post("/api/common/refreshToken", &json!({ "refreshToken": client.refresh })).await["code"], 0);
    assert_eq!(node.login("chief").await.get("/admin/Index/index").await["code"], 1, "the new key signs at once");
    assert!(node.stop().await);
    let (ok, text) = run(&["keys", "rotate", "--data-dir", &data]).await;
    assert!(ok, "{text}");
    let node = Node::start(dir.path(), &[]).await;
    assert_eq!(node.login("chief").await.get("/admin/Index/index").await["code"], 1);
    node.kill().await;
}
