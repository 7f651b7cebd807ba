//! `kill -9` in the middle of concurrent posting: what was acknowledged is there, once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rust_decimal::Decimal;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::support::{Client, Ids, Node, admins, run};

/// Clients that post at once.
const CLIENTS: usize = 8;

fn cycles() -> u64 {
    std::env::var("ENTREPOT_KILL_CYCLES").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

/// Posts inbound orders of one line until the node is gone; notes what was acknowledged.
async fn post(client: Client, ids: Ids, cycle: u64, name: usize, acknowledged: Arc<Mutex<Vec<(String, i64)>>>, tried: Arc<AtomicU64>) {
    for number in 0.. {
        let quantity = 1 + (number * 7 + name as i64) % 13;
        let command = format!("c{cycle}-{name}-{number}");
        let mut body = ids.inbound(quantity);
        body["command_id"] = command.clone().into();
        // Some orders are large: a transaction that is longer than a block of the log.
        if number % 5 == 4 {
            body["lines"] = vec![body["lines"][0].clone(); 60].into();
        }
        tried.fetch_add(1, Ordering::Relaxed);
        let Ok(created) = client.try_post("/admin/warehouse.InboundOrder/add", &body).await else { return };
        let step = |step: &str| {
            let body = json!({ "id": created["data"]["id"], "command_id": format!("{command}-{step}") });
            let path = format!("/admin/warehouse.InboundOrder/{step}");
            let client = client.clone();
            async move { client.try_post(&path, &body).await.ok().filter(|answer: &Value| answer["code"] == 1) }
        };
        if step("audit").await.is_none() || step("stock").await.is_none() {
            return;
        }
        let lines = body["lines"].as_array().map_or(0, Vec::len) as i64;
        acknowledged.lock().await.push((created["data"]["inbound_order_no"].as_str().unwrap_or_default().to_owned(), quantity * lines));
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_or_doubled_by_kill() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let ids = node.login("clerk").await.master_data().await;
    node.kill().await;
    let acknowledged = Arc::new(Mutex::new(Vec::new()));
    let tried = Arc::new(AtomicU64::new(0));
    for cycle in 0..cycles() {
        let node = Node::start(dir.path(), &[]).await;
        let client = node.login("clerk").await;
        let posting: Vec<_> =
            (0..CLIENTS).map(|name| tokio::spawn(post(client.clone(), ids, cycle, name, acknowledged.clone(), tried.clone()))).collect();
        tokio::time::sleep(Duration::from_millis(200 + cycle * 37 % 400)).await;
        node.kill().await;
        for task in posting {
            task.await.expect("a client ends");
        }
    }
    let acknowledged = acknowledged.lock().await.clone();
    assert!(acknowledged.len() as u64 > cycles(), "only {} orders were acknowledged", acknowledged.len());
    let data = dir.path().display().to_string();
    let (ok, text) = run(&["check", "--data-dir", &data]).await;
    assert!(ok, "{text}");
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let mut stocked = Decimal::ZERO;
    for (number, quantity) in &acknowledged {
        let query = format!("limit=200&search[0][field]=operation_number&search[0][operator]=%3D&search[0][val]={number}");
        let records = client.get(&format!("/admin/warehouse.InventoryRecord/index?{query}")).await;
        let rows = records["data"]["list"].as_array().cloned().unwrap_or_default();
        let sum: Decimal = rows.iter().filter_map(|row| row["quantity"].as_str()?.parse::<Decimal>().ok()).sum();
        assert_eq!(sum, Decimal::from(*quantity), "{number}: acknowledged {quantity}, the ledger has {sum}");
        stocked += sum;
    }
    println!("{} cycles, {} orders tried, {} acknowledged, {stocked} pieces, 0 lost", cycles(), tried.load(Ordering::Relaxed), acknowledged.len());
    assert!(node.stop().await);
}
