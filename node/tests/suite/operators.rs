//! What operators do in the back office: backups, fixed commands, and everybody's imports and exports.

use std::time::Duration;

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Node, make_admins, run};
use crate::upload::{bucket, in_bucket};
use crate::world::{PASSWORD, Visitor, World};

/// Waits until a backup has this state; answers its row.
async fn settled(chief: &Visitor, id: &Value, state: &str) -> Value {
    for () in crate::support::turns() {
        let list = chief.got("/admin/security.Backup/index?limit=50").await;
        let row = list["list"].as_array().expect("rows").iter().find(|row| row["id"] == *id).expect("the row").clone();
        if row["state"] == state {
            return row;
        }
        assert_ne!(row["state"], "failed", "{row}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no backup is {state}");
}

async fn file(world: &World) -> (Visitor, Value) {
    let chief = world.admin().await;
    let id = chief.done("/admin/security.Backup/make", json!({})).await["id"].clone();
    (chief.clone(), settled(&chief, &id, "done").await)
}

#[tokio::test]
async fn a_backup_is_made_tested_and_downloaded_once() {
    let world = World::start_with(ServiceSettings::default(), Settings::default()).await;
    let (chief, made) = file(&world).await;
    let id = made["id"].clone();
    assert!(
        made["bytes"].as_i64() > Some(0) && made["rows"].as_i64() > Some(10) && made["sha256"].as_str().is_some_and(|sum| sum.len() == 64),
        "{made}"
    );
    assert_eq!((&made["kind"], &made["admin_id"], &made["encrypted"]), (&json!("manual"), &json!(1), &json!(0)));
    chief.done("/admin/security.Backup/verify", json!({ "id": id })).await;
    let tested = settled(&chief, &id, "verified").await;
    assert!(
        tested["verified_at"].as_i64() > Some(0)
            && tested["report"].as_str().is_some_and(|report| report.contains("compared") && report.contains("sealed secrets")),
        "{tested}"
    );

    let download = "/admin/security.Backup/download";
    let wrong = chief.post(download, &json!({ "id": id, "password": "not it" })).await;
    assert_eq!((&wrong["code"], &wrong["data"]["field"]), (&json!(0), &json!("password")));
    let address = chief.done(download, json!({ "id": id, "password": PASSWORD })).await;
    let url = address["url"].as_str().expect("an address");
    let fetched = world.visitor().ask(Method::GET, url).send().await.expect("an answer");
    assert!(fetched.headers()["content-disposition"].to_str().expect("text").contains(tested["name"].as_str().expect("a name")));
    let bytes = fetched.bytes().await.expect("a file");
    assert_eq!(Some(bytes.len() as i64), made["bytes"].as_i64());
    assert_eq!(world.visitor().get(url).await["data"]["key"], "backup.ticket", "it works once");
    assert_eq!(world.visitor().get("/admin/security.Backup/file?ticket=x").await["data"]["key"], "backup.ticket");
    let gone = chief.post(download, &json!({ "id": 999, "password": PASSWORD })).await;
    assert_eq!(gone["data"]["key"], "error.not_found");
    assert_eq!(world.visitor().post("/admin/security.Backup/make", &json!({})).await["code"], 303);
}

#[tokio::test]
async fn a_backup_is_put_into_the_bucket_and_goes_from_there_with_its_time() {
    let (url, objects) = bucket().await;
    let dir = tempfile::tempdir().expect("a directory");
    let key_file = dir.path().join("backup.key");
    std::fs::write(&key_file, "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n").expect("written");
    let settings = Settings { backup_key_file: Some(key_file), ..Settings::default() };
    let world = World::start_with(in_bucket(url, dir.path()), settings).await;
    let (chief, made) = file(&world).await;
    // The copy is noted after the file.
    let row = async |id: &Value| {
        let list = chief.got("/admin/security.Backup/index?limit=50").await;
        list["list"].as_array().expect("rows").iter().find(|row| row["id"] == *id).expect("the row").clone()
    };
    let copied = async |id: &Value| loop {
        let row = row(id).await;
        if row["object"].as_str().is_some_and(|object| !object.is_empty()) {
            break row;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let first = copied(&made["id"]).await;
    let key = format!("/files/backups/{}", made["name"].as_str().expect("a name"));
    assert_eq!(first["object"], format!("backups/{}", made["name"].as_str().expect("a name")));
    let bytes = objects.lock().expect("the objects").get(&key).map(Vec::len);
    assert_eq!(bytes.and_then(|bytes| i64::try_from(bytes).ok()), made["bytes"].as_i64());
    // Of two of one day that were not tested, the later one stays.
    let second = chief.done("/admin/security.Backup/make", json!({})).await["id"].clone();
    copied(&second).await;
    for () in crate::support::turns() {
        if row(&made["id"]).await["state"] == "expired" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let gone = row(&made["id"]).await;
    assert_eq!((&gone["state"], &gone["object"]), (&json!("expired"), &json!("")), "{gone}");
    let kept = objects.lock().expect("the objects");
    assert!(!kept.contains_key(&key) && kept.keys().filter(|key| key.starts_with("/files/backups/")).count() == 1, "{:?}", kept.keys());
}

#[tokio::test]
async fn an_encrypted_backup_opens_with_its_key_and_by_another_program() {
    let dir = tempfile::tempdir().expect("a directory");
    make_admins(dir.path(), &[], &["clerk"]).await;
    let key = dir.path().join("backup.key");
    // 32 bytes in base64.
    std::fs::write(&key, "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n").expect("written");
    let (data, key, file) = (dir.path().display().to_string(), key.display().to_string(), dir.path().join("sealed.backup").display().to_string());
    let (ok, text) = run(&["backup", &file, "--data-dir", &data, "--backup-key-file", &key]).await;
    assert!(ok, "{text}");
    let elsewhere = tempfile::tempdir().expect("a directory");
    let other = elsewhere.path().display().to_string();
    let (ok, text) = run(&["restore", &file, "--data-dir", &other]).await;
    assert!(!ok && text.contains("backup_key_file") && !elsewhere.path().join("db").exists(), "{text}");
    let opened = std::process::Command::new("node").args(["tests/suite/open_backup.mjs", &file, &key]).output().expect("node");
    assert!(opened.status.success(), "{}", String::from_utf8_lossy(&opened.stderr));
    // What it opens is a zstd stream.
    assert_eq!(opened.stdout.get(..4), Some(&[0x28, 0xb5, 0x2f, 0xfd][..]));
    let (ok, text) = run(&["restore", &file, "--data-dir", &other, "--backup-key-file", &key]).await;
    assert!(ok && text.contains("checked") && text.contains("sealed secrets open with the present key"), "{text}");
    let restored = Node::start(elsewhere.path(), &[]).await;
    restored.login("clerk").await;
    assert!(restored.stop().await);
}

#[tokio::test]
async fn fixed_commands_run_for_super_administrators_alone() {
    let world = World::start_with(ServiceSettings::default(), Settings::default()).await;
    let chief = world.admin().await;
    let commands = chief.got("/admin/routine.Terminal/index").await;
    let keys: Vec<&str> = commands.as_array().expect("commands").iter().filter_map(|command| command["key"].as_str()).collect();
    assert!(keys.contains(&"check.books") && keys.contains(&"config.show"), "{keys:?}");
    let said = async |command: &str| {
        let answer = chief.ask(Method::POST, "/admin/routine.Terminal/run").json(&json!({ "command": command })).send().await.expect("an answer");
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        answer.text().await.expect("text")
    };
    for key in &keys {
        let text = said(key).await;
        let nothing_to_test = *key == "backup.verify" && text.contains("there is no backup yet");
        assert!(text.contains("command-exec-success") || nothing_to_test, "{key}: {text}");
        assert!(text.contains("exitCode: ") && text.contains("command-exec-completed"), "{key}: {text}");
        assert!(!text.contains(PASSWORD), "{key}");
    }
    let refused = chief.post("/admin/routine.Terminal/run", &json!({ "command": "rm -rf /" })).await;
    assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!("command")));
    assert_eq!(world.visitor().post("/admin/routine.Terminal/run", &json!({ "command": "check.books" })).await["code"], 303);
}

#[tokio::test]
async fn exports_of_everybody_are_seen_without_what_they_were_about() {
    let world = World::start_with(ServiceSettings::default(), Settings::default()).await;
    let chief = world.admin().await;
    chief.done("/admin/warehouse.Brand/add", json!({ "name": "Acme" })).await;
    let task = chief.done("/admin/warehouse.Brand/export", json!({})).await["task"].clone();
    let exports = chief.got("/admin/routine.DataExport/index").await;
    assert_eq!((&exports["total"], &exports["list"][0]["id"]), (&json!(1), &task), "{exports}");
    assert_eq!(chief.got("/admin/routine.DataImport/index").await["total"], 0);
    let by_report = chief.get("/admin/routine.DataExport/index?search[0][field]=report&search[0][operator]=LIKE&search[0][val]=x").await;
    assert_eq!(by_report["code"], 0, "{by_report}");
}
