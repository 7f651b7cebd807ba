//! Logging in, staying logged in, and not getting in.

use serde_json::json;

use crate::support::{Node, admins};

#[tokio::test]
async fn tokens_expire_refresh_and_end() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &["--access-seconds", "2"]).await;
    let mut client = node.login("clerk").await;
    assert_eq!(client.get("/ADMIN/Index/INDEX").await["data"]["adminInfo"]["username"], "clerk");
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    assert_eq!(client.get("/admin/Index/index").await["code"], 409);
    let body = json!({ "refreshToken": client.refresh, "rotate": true });
    let given = client.done("/api/common/refreshToken", body.clone()).await;
    assert_eq!(given["type"], "admin-refresh");
    let old = client.token.clone();
    client.token = given["token"].as_str().expect("a token").to_owned();
    assert_eq!(client.get("/admin/Index/index").await["code"], 1);
    // Within the grace two tabs may refresh with the same token; a made-up one never works.
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
    let client = node.stranger();
    let wrong = json!({ "username": "clerk", "password": "not the one", "keep": false });
    for _ in 0..5 {
        assert_eq!(client.post("/admin/Index/login", &wrong).await["data"]["key"], "login.wrong");
    }
    let locked = client.post("/admin/Index/login", &wrong).await;
    assert_eq!(locked["data"]["key"], "login.locked", "{locked}");
    assert!(locked["data"]["seconds"].as_i64().expect("seconds") > 0);
    let nobody = client.post("/admin/Index/login", &json!({ "username": "nobody", "password": "not the one" })).await;
    assert_eq!(nobody["data"]["key"], "login.wrong");
    node.kill().await;
}
