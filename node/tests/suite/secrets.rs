//! What the node writes is for its own user, and secrets lie sealed in it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use entrepot::config::services::ServiceSettings;
use entrepot::secrets::is_sealed;
use entrepot::settings;
use entrepot_store::resource::catalogue;
use entrepot_store::scope::Scope;
use serde_json::{Value, json};

use crate::support::{Node, admins, run};
use crate::world::World;

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
}

fn open_to_all(path: &Path) {
    let mode = if path.is_dir() { 0o755 } else { 0o644 };
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("changed");
}

/// Every file below a directory.
fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { Vec::from_iter(path.is_file().then_some(path)) }).collect()
}

fn contains(file: &Path, text: &str) -> bool {
    std::fs::read(file).expect("read").windows(text.len()).any(|part| part == text.as_bytes())
}

#[tokio::test]
async fn what_the_node_writes_is_for_its_own_user_alone() {
    let place = tempfile::tempdir().expect("a directory");
    let data = place.path().join("data");
    // As an older version made it.
    std::fs::create_dir(&data).expect("made");
    admins(&data, &[], &["boss"]).await;
    std::fs::remove_file(data.join("password")).expect("removed");
    for path in [data.clone(), data.join("db"), data.join("db/CURRENT")] {
        open_to_all(&path);
    }
    let node = Node::start(&data, &[]).await;
    let boss = node.login("boss").await;
    assert_eq!((mode(&data), mode(&data.join("db")), mode(&data.join("db/CURRENT"))), (0o700, 0o700, 0o600));
    boss.done("/admin/routine.Config/edit", json!({ "site_name": "Plain-Sight-7", "smtp_pass": "Needle-3-in-the-hay" })).await;
    let copy = place.path().join("company.backup");
    let (ok, text) = run(&["backup", &copy.display().to_string(), "--data-dir", &data.display().to_string()]).await;
    assert!(ok, "{text}");
    assert!(node.stop().await);
    let written = files(&data);
    for file in written.iter().filter(|file| file.extension().is_none_or(|end| end != "log") || file.starts_with(data.join("db"))) {
        assert_eq!(mode(file) & 0o077, 0, "{}", file.display());
    }
    assert_eq!(mode(&copy) & 0o077, 0);
    let database = files(&data.join("db"));
    assert!(database.iter().any(|file| contains(file, "Plain-Sight-7")), "what is no secret can be found in the files");
    for file in &written {
        assert!(!contains(file, "Needle-3-in-the-hay"), "{}", file.display());
    }
    // A directory that everybody writes to is no place for it.
    let shared = place.path().join("shared");
    std::fs::create_dir(&shared).expect("made");
    std::fs::set_permissions(&shared, std::fs::Permissions::from_mode(0o1777)).expect("changed");
    let (ok, text) = run(&["check", "--data-dir", &shared.display().to_string()]).await;
    assert!(!ok && text.contains("everybody may write"), "{text}");
}

#[tokio::test]
async fn a_lost_key_is_reported_and_given_up_only_by_command() {
    let dir = tempfile::tempdir().expect("a directory");
    let data = dir.path().display().to_string();
    admins(dir.path(), &[], &["boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    node.login("boss").await.done("/admin/routine.Config/edit", json!({ "smtp_pass": "secret" })).await;
    assert!(node.stop().await);
    std::fs::remove_file(dir.path().join("secrets.key")).expect("removed");
    let (ok, text) = run(&["serve", "--data-dir", &data, "--listen", "127.0.0.1:0", "--ws-listen", ""]).await;
    assert!(!ok && text.contains("secrets.key is not there"), "{text}");
    assert!(!dir.path().join("secrets.key").exists(), "no other key is made in its place");
    let (ok, text) = run(&["secrets", "forget", "--data-dir", &data]).await;
    assert!(ok && text.contains("smtp_pass"), "{text}");
    let node = Node::start(dir.path(), &[]).await;
    let index = node.login("boss").await.get("/admin/routine.Config/index").await;
    assert_eq!(password(&index["data"])["has_value"], false);
    assert!(node.stop().await);
}

fn password(index: &Value) -> Value {
    let rows = index["list"]["mail"]["list"].as_array().expect("rows").clone();
    rows.into_iter().find(|row| row["name"] == "smtp_pass").expect("a password")
}

#[tokio::test]
async fn a_password_is_written_never_shown_kept_when_empty_and_cleared_when_asked() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    for name in ["token_keys", "member_token_keys"] {
        assert!(world.node.store().setting(name).await.expect("read").is_some_and(|stored| is_sealed(&stored)), "{name}");
    }
    let shown = async || password(&admin.got("/admin/routine.Config/index").await);
    let edit = async |value: Value| admin.done("/admin/routine.Config/edit", json!({ "smtp_pass": value })).await;
    let meant = async || settings::value_of(world.node.site_settings(), "smtp_pass").await.expect("read");
    assert_eq!((shown().await["value"].clone(), shown().await["has_value"].clone()), (json!(""), json!(false)));
    edit(json!(" se cret ")).await;
    let row = shown().await;
    assert_eq!((row["value"].clone(), row["has_value"].clone()), (json!(""), json!(true)), "{row}");
    assert_eq!(meant().await.as_deref(), Some(" se cret "));
    let id = row["id"].as_i64().expect("an id");
    let config = catalogue::find("routine.Config").expect("declared");
    let stored = world.node.store().record(config, id, &Scope::system()).await.expect("a row");
    assert!(stored["value"].as_str().is_some_and(is_sealed), "{stored}");
    edit(json!("")).await;
    assert_eq!(meant().await.as_deref(), Some(" se cret "));
    // A setting that is secret by its kind alone is not written into the log.
    let own = json!({ "group": "basics", "name": "own_code", "title": "Own", "type": "password", "weigh": 1 });
    admin.done("/admin/routine.Config/add", own).await;
    admin.done("/admin/routine.Config/edit", json!({ "own_code": "needle", "site_name": "Shown" })).await;
    world.node.journal().flush().await;
    let log = admin.got("/admin/auth.AdminLog/index?limit=100").await.to_string();
    assert!(log.contains("own_code") && log.contains("Shown") && !log.contains("needle"), "{log}");
    edit(json!({ "clear": true })).await;
    assert_eq!((shown().await["has_value"].clone(), meant().await.as_deref()), (json!(false), Some("")));
}
