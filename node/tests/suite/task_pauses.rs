//! Imports and exports that wait, and those that go on when their node is gone: each row is there once in the end.

use std::fmt::Write;
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::data_exchange::finished;
use crate::order_steps::shop;
use crate::support::{Client, Node, admins};
use crate::world::Visitor;

const PAUSE: &str = "/admin/routine.Transfer/pause";
const RESUME: &str = "/admin/routine.Transfer/resume";

fn sheet(count: usize) -> Vec<u8> {
    let mut rows = String::from("name,code\n");
    for number in 0..count {
        let _ = writeln!(rows, "Job {number},J{number}");
    }
    rows.into_bytes()
}

async fn begun(client: &Client, bytes: Vec<u8>) -> Value {
    let form = Form::new().part("file", Part::bytes(bytes).file_name("rows.csv"));
    let asked = client.http.post(format!("{}/admin/company.Job/import", client.url)).header("batoken", &client.token).multipart(form);
    let answer: Value = asked.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(answer["code"], 1, "{answer}");
    answer["data"]["task"].clone()
}

async fn count(client: &Client) -> i64 {
    client.get("/admin/company.Job/index?limit=1").await["data"]["total"].as_i64().expect("a number")
}

/// Waits until some rows were written.
async fn some_written(client: &Client) -> i64 {
    for () in crate::support::turns() {
        match count(client).await {
            0 => tokio::time::sleep(Duration::from_millis(5)).await,
            some => return some,
        }
    }
    panic!("nothing is written");
}

async fn check_killed(rows: usize) {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let task = begun(&client, sheet(rows)).await;
    let before = some_written(&client).await;
    node.kill().await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let half = count(&client).await;
    assert!(half >= before && half < rows as i64, "{half} of {rows} were written");
    let done = finished(&client, &task).await;
    assert_eq!((&done["state"], &done["report"]["new"], &done["bad"]), (&json!("done"), &json!(rows), &json!(0)), "{done}");
    assert_eq!(count(&client).await, rows as i64, "each row once; {half} were there");
    for number in [0, rows / 2, rows - 1] {
        let found = client.get(&format!("/admin/company.Job/index?search[0][field]=code&search[0][operator]=eq&search[0][val]=J{number}")).await;
        assert_eq!(found["data"]["total"], 1, "J{number}");
    }
    node.kill().await;
}

#[tokio::test]
async fn an_import_that_is_written_as_it_is_read_goes_on_when_its_node_was_killed() {
    check_killed(11_000).await;
}

#[tokio::test]
async fn an_import_of_all_or_nothing_goes_on_when_its_node_was_killed_and_is_taken_back_whole() {
    check_killed(9_000).await;
}

async fn state(who: &Visitor, task: &Value) -> Value {
    let list = who.got("/admin/routine.Transfer/index?limit=50").await;
    list["list"].as_array().expect("rows").iter().find(|row| row["id"] == *task).cloned().expect("the task")
}

#[tokio::test]
async fn an_import_is_paused_and_continued_by_its_author() {
    let shop = shop(json!({})).await;
    let rights = ["company/job/index", "company/job/import", "company/job/add", "routine/transfer/index"];
    let (ann, ben) = (shop.person("ann", &rights).await, shop.person("ben", &rights).await);
    let form = Form::new().part("file", Part::bytes(sheet(9_000)).file_name("rows.csv"));
    let answer = ann.ask(Method::POST, "/admin/company.Job/import").multipart(form).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    let task = answer.json::<Value>().await.expect("JSON")["data"]["task"].clone();
    let total = async || ann.got("/admin/company.Job/index?limit=1").await["total"].as_i64().expect("a number");
    while total().await == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let body = json!({ "id": task });
    for path in [PAUSE, RESUME] {
        assert_eq!(ben.post(path, &body).await["data"]["key"], "error.not_found", "{path}: somebody else's");
    }
    assert_eq!(ann.post(RESUME, &body).await["data"]["key"], "error.other_state", "it runs");
    ann.done(PAUSE, body.clone()).await;
    assert_eq!(ann.post(PAUSE, &body).await["data"]["key"], "error.other_state", "it waits");
    // What was being written when it was paused is written.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let half = total().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let paused = state(&ann, &task).await;
    assert_eq!((&paused["state"], total().await), (&json!("paused"), half), "{paused}");
    assert!(half < 9_000, "{half}");
    assert!(paused["made_count"].as_i64() == Some(half), "{paused}");
    assert_eq!(ben.post(RESUME, &body).await["data"]["key"], "error.not_found");
    ann.done(RESUME, body.clone()).await;
    let done = loop {
        let row = state(&ann, &task).await;
        if row["state"] != "running" {
            break row;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!((&done["state"], &done["report"]["new"], total().await), (&json!("done"), &json!(9_000), 9_000), "{done}");
    assert_eq!(done["made_count"], 9_000, "all of it can be taken back: {done}");
    assert_eq!(ann.post(RESUME, &body).await["data"]["key"], "error.other_state", "it has ended");
    assert_eq!(ann.post(PAUSE, &json!({})).await["code"], 0);
}

#[tokio::test]
async fn rights_are_asked_anew_when_a_task_is_continued_and_a_super_administrator_may_pause_everybodys() {
    let shop = shop(json!({})).await;
    let rights = ["company/job/index", "company/job/import", "company/job/add", "routine/transfer/index"];
    let ann = shop.person("ann", &rights).await;
    let form = Form::new().part("file", Part::bytes(sheet(9_000)).file_name("rows.csv"));
    let answer = ann.ask(Method::POST, "/admin/company.Job/import").multipart(form).send().await.expect("an answer");
    let task = answer.json::<Value>().await.expect("JSON")["data"]["task"].clone();
    let total = async || shop.clerk.got("/admin/company.Job/index?limit=1").await["total"].as_i64().expect("a number");
    while total().await == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    shop.clerk.done(PAUSE, json!({ "id": task })).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let half = total().await;
    let groups = shop.clerk.got("/admin/auth.Group/index").await;
    let group = groups["list"].as_array().expect("groups").iter().find(|group| group["name"] == "ann").expect("the group")["id"].clone();
    let rules = shop.rules(&["company/job/index", "routine/transfer/index"]).await;
    shop.clerk.done("/admin/auth.Group/edit", json!({ "id": group, "rules": rules })).await;
    shop.clerk.done(RESUME, json!({ "id": task })).await;
    let ended = loop {
        let row = state(&ann, &task).await;
        if row["state"] != "running" {
            break row;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!((&ended["state"], total().await), (&json!("failed"), half), "{ended}");
    assert!(ended["message"].as_str().is_some_and(|why| !why.is_empty()), "{ended}");
}

#[tokio::test]
async fn an_export_that_was_paused_makes_its_file_anew() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    finished(&client, &begun(&client, sheet(12_000)).await).await;
    let task = client.done("/admin/company.Job/export?format=csv&order=id,asc", json!({})).await["task"].clone();
    let body = json!({ "id": task });
    client.done(PAUSE, body.clone()).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(finished(&client, &task).await["state"], "paused");
    client.done(RESUME, body).await;
    let done = finished(&client, &task).await;
    assert_eq!((&done["state"], &done["handled"]), (&json!("done"), &json!(12_000)), "{done}");
    let asked = client.http.get(format!("{}/admin/routine.Transfer/download?id={task}", client.url)).header("batoken", &client.token);
    let file = asked.send().await.expect("an answer").text().await.expect("text");
    assert_eq!(file.lines().count(), 12_001);
    node.kill().await;
}
