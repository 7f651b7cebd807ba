//! Rights while an export runs and once its file is there: who loses them, or sees more or less than at the beginning, gets
//! no file. And that what is downloaded stands in the administrators' log.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use entrepot::data_exchange::error::ExchangeError;
use entrepot::data_exchange::file_options::FileOptions;
use entrepot::data_exchange::list_export::{self, ExportRequest, ListExport, Reader};
use entrepot::data_exchange::resume::TaskStart;
use entrepot::http::origin::Origin;
use entrepot::identity::sessions::{Caller, TokenStatus};
use entrepot_store::Store;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::list_exports::file;
use crate::order_steps::{Shop, shop};
use crate::world::Visitor;

/// A list of as many rows as may go on, one a block.
struct Slow {
    gate: Arc<Semaphore>,
    given: i64,
}

#[async_trait]
impl ListExport for Slow {
    fn controller(&self) -> &'static str {
        "warehouse.Inventory"
    }

    fn page(&self) -> &'static str {
        "warehouse/inventory"
    }

    fn columns(&self) -> Vec<&'static str> {
        vec!["quantity", "amount"]
    }

    fn figures(&self) -> Vec<&'static str> {
        vec![]
    }

    fn shows(&self, column: &str, reader: &Reader) -> bool {
        column != "amount" || reader.costs.sees()
    }

    async fn count(&self, _: &Store, _: &Reader) -> Result<i64, ExchangeError> {
        Ok(3)
    }

    async fn next(&mut self, _: &Store, _: &Reader) -> Result<Option<Vec<Vec<String>>>, ExchangeError> {
        let passed = self.gate.acquire().await.map_err(|error| ExchangeError::Stopped(error.to_string()))?;
        passed.forget();
        self.given += 1;
        Ok((self.given <= 3).then(|| vec![vec![self.given.to_string(), "secret".to_owned()]]))
    }
}

async fn caller(shop: &Shop, who: &Visitor) -> Caller {
    let node = &shop.world.node;
    match node.sessions().token_status(&who.headers[0].1, node.now()).await.expect("the store") {
        TokenStatus::Valid(caller) => *caller,
        other => panic!("{other:?}"),
    }
}

async fn task(who: &Visitor, id: i64) -> Value {
    let query = format!("/admin/routine.Transfer/index?search[0][field]=id&search[0][operator]=eq&search[0][val]={id}");
    who.got(&query).await["list"][0].clone()
}

/// Waits until the task is so far.
async fn until(who: &Visitor, id: i64, so: impl Fn(&Value) -> bool) -> Value {
    for () in crate::support::turns() {
        let row = task(who, id).await;
        if so(&row) {
            return row;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{}", task(who, id).await);
}

/// Changes the group of somebody whom [`Shop::person`] made.
async fn regroup(shop: &Shop, name: &str, change: Value) {
    let groups = shop.clerk.got("/admin/auth.Group/index").await["list"].clone();
    fn find(rows: &Value, name: &str) -> Option<Value> {
        rows.as_array().into_iter().flatten().find_map(|row| if row["name"] == name { Some(row["id"].clone()) } else { find(&row["children"], name) })
    }
    let mut body = change;
    body["id"] = find(&groups, name).expect("the group");
    shop.clerk.done("/admin/auth.Group/edit", body).await;
}

const RIGHTS: &[&str] = &["warehouse/inventory/index", "warehouse/inventory/export", "routine/transfer/index"];
/// All but the one that is asked for.
const OTHERS: &[&str] = &["warehouse/inventory/index", "routine/transfer/index"];

#[tokio::test]
async fn a_running_export_asks_for_its_rights_at_every_step() {
    let shop = shop(json!({})).await;
    let other = shop.clerk.done("/admin/warehouse.Warehouse/add", json!({ "name": "Other", "serial_no": "W2" })).await["id"].clone();
    for (name, change) in [
        ("kept", json!({ "name": "kept" })),
        ("loses", json!({ "rules": shop.rules(OTHERS).await })),
        ("moves", json!({ "warehouses": [other] })),
        ("grows", json!({ "warehouses": [shop.warehouse, other] })),
    ] {
        let who = shop.person(name, RIGHTS).await;
        let gate = Arc::new(Semaphore::new(1));
        let asking = caller(&shop, &who).await;
        let request =
            ExportRequest { caller: &asking, origin: Origin::default(), query: "", start: TaskStart::New { request: json!({}), parts: vec![] } };
        let begun = list_export::begin(shop.world.node.exchange(), request, Slow { gate: gate.clone(), given: 0 }, FileOptions::default()).await;
        let id = begun.map_err(|error| error.to_string()).expect("begun").task;
        until(&shop.clerk, id, |row| row["handled"] == 1).await;
        regroup(&shop, name, change).await;
        gate.add_permits(10);
        let ended = until(&shop.clerk, id, |row| row["state"] != "running").await;
        let (state, file) = if name == "kept" { ("done", false) } else { ("failed", true) };
        assert_eq!((ended["state"].as_str(), ended["file"].as_str().unwrap_or_default().is_empty()), (Some(state), file), "{name} {ended}");
        if name == "moves" || name == "grows" {
            assert!(ended["message"].as_str().is_some_and(|message| !message.is_empty()), "{ended}");
        }
    }
}

#[tokio::test]
async fn who_lost_the_right_to_export_does_not_get_the_file_of_before() {
    let shop = shop(json!({})).await;
    let who = shop.person("keeper", RIGHTS).await;
    file(&who, "/admin/warehouse.Inventory", "").await;
    let tasks = who.got("/admin/routine.Transfer/index").await["list"].clone();
    let path = format!("/admin/routine.Transfer/download?id={}", tasks[0]["id"]);
    regroup(&shop, "keeper", json!({ "rules": shop.rules(OTHERS).await })).await;
    assert_eq!(who.get(&path).await["code"], 401);
    // What was taken home, and what was refused, stands in the log.
    shop.world.node.journal().flush().await;
    let log = shop.clerk.got("/admin/auth.AdminLog/index?limit=100").await["list"].clone();
    let lines = log.as_array().expect("lines").iter().filter(|row| row["url"].as_str() == Some(path.as_str()) && row["username"] == "keeper");
    let data: Vec<Value> = lines.map(|row| serde_json::from_str(row["data"].as_str().expect("a text")).expect("JSON")).collect();
    let of = |file: bool, done: bool| data.iter().any(|line| line["file"].is_string() == file && (line["_result"] == "done") == done);
    assert!(of(true, true) && of(false, false), "{log}");
    let titles = log.as_array().expect("lines").iter().filter(|row| row["url"].as_str() == Some(path.as_str())).map(|row| row["title"].clone());
    assert!(titles.into_iter().all(|title| title.as_str().is_some_and(|title| title.ends_with("- Download"))), "{log}");
}
