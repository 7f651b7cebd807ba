//! A backup of a node that is at work, restored elsewhere.

use serde_json::json;

use crate::support::{Node, admins, run};

#[tokio::test]
async fn a_backup_made_while_clerks_post_is_a_right_company_elsewhere() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let ids = client.master_data().await;
    let post = move |number: i64| {
        let client = client.clone();
        async move {
            let created = client.done("/admin/warehouse.InboundOrder/add", ids.inbound(number)).await;
            for step in ["audit", "stock"] {
                client.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": created["id"] })).await;
            }
        }
    };
    post(3).await;
    let posting = tokio::spawn(async move {
        for number in 1..40 {
            post(number).await;
        }
    });
    let data = dir.path().display().to_string();
    let file = dir.path().join("company.backup").display().to_string();
    let (ok, text) = run(&["backup", &file, "--data-dir", &data]).await;
    assert!(ok, "{text}");
    posting.await.expect("every order is posted while the backup is made");
    assert!(node.stop().await);

    let elsewhere = tempfile::tempdir().expect("a directory");
    let other = elsewhere.path().display().to_string();
    let (ok, text) = run(&["restore", &file, "--data-dir", &other]).await;
    assert!(ok && text.contains("checked"), "{text}");
    let (ok, text) = run(&["restore", &file, "--data-dir", &other]).await;
    assert!(!ok && text.contains("not empty"), "{text}");

    // What is secret in it opens only with the key of the node that it is from.
    let serve = ["serve", "--data-dir", &other, "--listen", "127.0.0.1:0", "--ws-listen", ""];
    let (ok, text) = run(&serve).await;
    assert!(!ok && text.contains("secrets.key is not there") && text.contains("entrepot secrets forget"), "{text}");
    std::fs::copy(dir.path().join("secrets.key"), elsewhere.path().join("secrets.key")).expect("copied");
    let restored = Node::start(elsewhere.path(), &[]).await;
    let client = restored.login("clerk").await;
    let orders = client.get("/admin/warehouse.InboundOrder/index?limit=100").await;
    let kept = orders["data"]["total"].as_i64().expect("a total");
    assert!((1..=40).contains(&kept), "{orders}");
    // The company goes on: new numbers don't meet old ones.
    let created = client.done("/admin/warehouse.InboundOrder/add", ids.inbound(2)).await;
    let highest = orders["data"]["list"].as_array().expect("rows").iter().filter_map(|row| row["id"].as_i64()).max();
    assert!(created["id"].as_i64() > highest, "{created} after {highest:?}");
    assert!(restored.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &other]).await;
    assert!(ok, "{text}");
}

#[tokio::test]
async fn a_damaged_backup_is_refused_before_anything_is_written() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let data = dir.path().display().to_string();
    let file = dir.path().join("company.backup");
    let (ok, text) = run(&["backup", &file.display().to_string(), "--data-dir", &data]).await;
    assert!(ok, "{text}");
    let mut bytes = std::fs::read(&file).expect("the file");
    bytes.truncate(bytes.len() - 7);
    std::fs::write(&file, bytes).expect("written");
    let elsewhere = tempfile::tempdir().expect("a directory");
    let (ok, text) = run(&["restore", &file.display().to_string(), "--data-dir", &elsewhere.path().display().to_string()]).await;
    assert!(!ok && text.contains("not a whole backup"), "{text}");
    assert!(!elsewhere.path().join("db").exists());
}

/// A node that runs writes the backup itself, with its own keys or without.
#[tokio::test]
async fn a_backup_that_was_to_be_encrypted_and_is_not_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let node = Node::start(dir.path(), &[]).await;
    let data = dir.path().display().to_string();
    let keys = dir.path().join("backup.key");
    std::fs::write(&keys, "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo=\n").expect("a key");
    std::fs::set_permissions(&keys, std::os::unix::fs::PermissionsExt::from_mode(0o600)).expect("its own");
    let file = dir.path().join("plain").display().to_string();
    let (ok, text) = run(&["backup", &file, "--data-dir", &data, "--backup-key-file", &keys.display().to_string()]).await;
    assert!(!ok && text.contains("not encrypted"), "{text}");
    node.kill().await;
}

#[tokio::test]
async fn a_directory_without_a_database_has_no_backup_and_no_books() {
    let dir = tempfile::tempdir().expect("a directory");
    let data = dir.path().join("mistyped");
    let file = dir.path().join("company.backup");
    let data_dir = data.display().to_string();
    let (ok, text) = run(&["backup", &file.display().to_string(), "--data-dir", &data_dir]).await;
    assert!(!ok && text.contains("there is no database in"), "{text}");
    let (ok, text) = run(&["check", "--data-dir", &data_dir]).await;
    assert!(!ok && text.contains("there is no database in"), "{text}");
    assert!(!file.exists() && !data.join("db").exists());
}

#[tokio::test]
async fn an_account_that_was_closed_since_the_backup_is_closed_again() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let row = json!({ "username": "annabella", "nickname": "Ann", "password": "secret-1", "email": "ann@example.com", "status": "enable" });
    let id = client.done("/admin/user.User/add", row).await["id"].clone();
    let data = dir.path().display().to_string();
    let file = dir.path().join("before.backup").display().to_string();
    let (ok, text) = run(&["backup", &file, "--data-dir", &data]).await;
    assert!(ok, "{text}");
    client.done("/admin/user.User/close", json!({ "id": id })).await;
    assert!(node.stop().await);

    let elsewhere = tempfile::tempdir().expect("a directory");
    let other = elsewhere.path().display().to_string();
    let list = dir.path().join("closed-accounts").display().to_string();
    let (ok, text) = run(&["restore", &file, "--data-dir", &other, "--closed-accounts", &list]).await;
    assert!(ok, "{text}");
    std::fs::copy(dir.path().join("secrets.key"), elsewhere.path().join("secrets.key")).expect("copied");
    let restored = Node::start(elsewhere.path(), &[]).await;
    let client = restored.login("clerk").await;
    let members = client.get("/admin/user.User/index").await["data"]["list"].clone();
    let row = members.as_array().into_iter().flatten().find(|row| row["id"] == id).cloned().unwrap_or_default();
    assert_eq!((&row["username"], &row["email"]), (&json!(format!("closed-{id}")), &json!("")), "{row}");
    assert!(restored.stop().await);
}
