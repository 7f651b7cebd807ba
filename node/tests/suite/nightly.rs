//! Tasks of the night: the backup and its test, and who is notified when one fails.

use serde_json::{Value, json};

use crate::order_steps::{Shop, shop};

/// Runs a task, and answers what came of it. On a busy machine the answer may come too late: the task goes on, and its
/// log says what came of it.
async fn run(shop: &Shop, kind: &str) -> Value {
    let tasks = shop.clerk.got("/admin/routine.Crontab/index?limit=100").await["list"].clone();
    let task = tasks.as_array().expect("tasks").iter().find(|task| task["type"] == kind).unwrap_or_else(|| panic!("no {kind}: {tasks}"));
    let before = logged(shop, task).await.len();
    let answer = shop.clerk.post("/admin/routine.Crontab/run", &json!({ "id": task["id"] })).await;
    if answer["code"] == 1 {
        return answer["data"].clone();
    }
    assert_eq!(answer["data"]["key"], "error.timeout", "{kind}: {answer}");
    for () in crate::support::turns() {
        if let Some(run) = logged(shop, task).await.into_iter().rev().nth(before) {
            return run;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("nothing came of {kind}");
}

/// The runs of a task, newest first.
async fn logged(shop: &Shop, task: &Value) -> Vec<Value> {
    let rows = shop.clerk.got("/admin/routine.CrontabLog/index?limit=100").await["list"].clone();
    rows.as_array().expect("rows").iter().filter(|row| row["crontab_id"] == task["id"]).cloned().collect()
}

#[tokio::test]
async fn a_backup_is_made_and_restored_to_test_it() {
    let shop = shop(json!({})).await;
    let refused = run(&shop, "test_backup").await;
    assert_eq!(refused["result"], "failed", "there is none yet: {refused}");
    shop.arrived(3, "1", "A", "2099-01-01").await;
    for _ in 0..2 {
        let made = run(&shop, "backup").await;
        assert_eq!(made["result"], "done", "{made}");
    }
    let dir = shop.world.node.config().data_dir.join("backups");
    let files = || std::fs::read_dir(&dir).expect("the directory").map(|file| file.expect("a file").file_name()).collect::<Vec<_>>();
    assert_eq!(files().len(), 1, "a day has one: {:?}", files());
    let tested = run(&shop, "test_backup").await;
    assert_eq!(tested["result"], "done", "{tested}");
    assert_eq!(files().len(), 1, "what was restored is away again: {:?}", files());
}

/// The first notification of a kind, once it is there.
async fn notification(shop: &Shop, kind: &str) -> Value {
    for () in crate::support::turns() {
        let rows = shop.clerk.got("/admin/notification.Index/index?limit=20").await["list"].clone();
        if let Some(row) = rows.as_array().expect("rows").iter().find(|row| row["message_type"] == kind) {
            return row.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("nobody was notified of {kind}");
}

#[tokio::test]
async fn people_are_notified_of_tasks_that_fail_and_of_files_that_are_ready() {
    let shop = shop(json!({})).await;
    // Where the directory of backups should be is a file.
    std::fs::write(shop.world.node.config().data_dir.join("backups"), "").expect("a file");
    for _ in 0..2 {
        let run = run(&shop, "backup").await;
        assert_eq!(run["result"], "failed", "{run}");
    }
    let failed = notification(&shop, "backup.failed").await;
    assert_eq!(failed["count"], 1, "once an hour: {failed}");
    assert!(failed["message"].as_str().is_some_and(|text| text.contains("backups")), "{failed}");
    let query = reqwest::Method::POST;
    let asked = shop.clerk.ask(query, "/admin/warehouse.Product/export?format=csv").json(&json!({})).send().await.expect("an answer");
    let answer: Value = asked.json().await.expect("JSON");
    assert_eq!(answer["code"], 1, "{answer}");
    let ready = notification(&shop, "export.ready").await;
    assert_eq!(ready["message_data"]["link"], "/admin/routine/transfer", "{ready}");
}
