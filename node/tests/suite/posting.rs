//! Clients that post orders until the node is gone, and what must be found of it afterwards.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rust_decimal::Decimal;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::support::{Client, Ids, Node, run};

/// Clients that post at once.
const CLIENTS: usize = 8;

/// Orders that were tried and, with their pieces, those that were acknowledged.
#[derive(Clone, Default)]
pub struct Posted {
    pub tried: Arc<AtomicU64>,
    pub acknowledged: Arc<Mutex<Vec<(String, i64)>>>,
}

/// A number from the environment.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

impl Posted {
    /// Posts for so long, and until something was acknowledged on a busy machine too, then kills the node.
    pub async fn during(&self, node: Node, ids: Ids, cycle: u64, time: Duration) {
        let client = node.login("clerk").await;
        let before = self.acknowledged.lock().await.len();
        let posting: Vec<_> = (0..CLIENTS).map(|name| tokio::spawn(self.clone().post(client.clone(), ids, cycle, name))).collect();
        tokio::time::sleep(time).await;
        while self.acknowledged.lock().await.len() == before && posting.iter().any(|client| !client.is_finished()) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        node.kill().await;
        for task in posting {
            task.await.expect("a client ends");
        }
    }

    /// Posts inbound orders until the node is gone.
    async fn post(self, client: Client, ids: Ids, cycle: u64, name: usize) {
        for number in 0.. {
            let quantity = 1 + (number * 7 + name as i64) % 13;
            let command = format!("c{cycle}-{name}-{number}");
            let mut body = ids.inbound(quantity);
            body["command_id"] = command.clone().into();
            // Some orders are large: a transaction that is longer than a block of the log.
            if number % 5 == 4 {
                body["lines"] = vec![body["lines"][0].clone(); 60].into();
            }
            self.tried.fetch_add(1, Ordering::Relaxed);
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
            let order = created["data"]["inbound_order_no"].as_str().unwrap_or_default().to_owned();
            self.acknowledged.lock().await.push((order, quantity * lines));
        }
    }

    /// Acknowledged orders whose pieces the ledger does not have exactly once.
    pub async fn wrong(&self, client: &Client) -> Vec<String> {
        let mut moved: HashMap<String, Decimal> = HashMap::new();
        for page in 1.. {
            let records = client.get(&format!("/admin/warehouse.InventoryRecord/index?limit=200&page={page}")).await;
            let rows = records["data"]["list"].as_array().expect("a page of the ledger");
            for row in rows {
                let quantity: Decimal = row["quantity"].as_str().and_then(|text| text.parse().ok()).expect("a quantity");
                *moved.entry(row["operation_number"].as_str().unwrap_or_default().to_owned()).or_default() += quantity;
            }
            if rows.is_empty() {
                break;
            }
        }
        let acknowledged = self.acknowledged.lock().await;
        let found = |number: &String| moved.get(number).copied().unwrap_or_default();
        let wrong = acknowledged.iter().filter(|(number, quantity)| found(number) != Decimal::from(*quantity));
        wrong.map(|(number, quantity)| format!("{number}: acknowledged {quantity}, the ledger has {}", found(number))).collect()
    }

    /// Everything acknowledged is there once, and the books are right.
    pub async fn is_kept(&self, dir: &Path, what: &str, cycles: u64) {
        let acknowledged = self.acknowledged.lock().await.len();
        assert!(acknowledged as u64 >= cycles, "only {acknowledged} orders were acknowledged");
        let (ok, text) = run(&["check", "--data-dir", &dir.display().to_string()]).await;
        assert!(ok, "{text}");
        let node = Node::start(dir, &[]).await;
        let wrong = self.wrong(&node.login("clerk").await).await;
        assert!(wrong.is_empty(), "{} of {acknowledged}: {wrong:?}", wrong.len());
        println!("{cycles} {what}, {} orders tried, {acknowledged} acknowledged, 0 lost, 0 doubled", self.tried.load(Ordering::Relaxed));
        assert!(node.stop().await);
    }
}
