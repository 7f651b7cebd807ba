//! `kill -9` while goods are received in parts, go from warehouse to warehouse, and are counted. Everybody asks again
//! under the same command id until there is an answer, so in the end every figure is known exactly.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::posting::number;
use crate::support::{Client, Node, admins, run};

const CLIENTS: usize = 4;
const INBOUND: &str = "/admin/warehouse.InboundOrder";
const TRANSFER: &str = "/admin/warehouse.TransferOrder";
const COUNT: &str = "/admin/warehouse.StockCount";

/// Who is logged in at the node that runs, while one runs: a clerk and a reviewer.
type People = Option<(Client, Client)>;

/// A clerk with a product of their own.
struct Clerk {
    name: usize,
    product: i64,
    warehouses: [i64; 2],
    supplier: i64,
    people: watch::Receiver<People>,
    /// No further round is begun.
    over: Arc<AtomicBool>,
    /// Answers that said that it had been done before.
    repeated: Arc<AtomicU64>,
    /// What there must be in each warehouse.
    there: [i64; 2],
}

impl Clerk {
    /// Asks until there is an answer, whichever node gives it.
    async fn post(&mut self, reviewer: bool, path: &str, body: Value) -> Value {
        loop {
            let (clerk, boss) = self.people.wait_for(Option::is_some).await.expect("the test goes on").clone().expect("somebody");
            let client = if reviewer { boss } else { clerk };
            match client.try_post(path, &body).await {
                Ok(answer) => {
                    assert_eq!(answer["code"], 1, "{path} {body}: {answer}");
                    self.repeated.fetch_add(u64::from(answer["data"]["repeated"] == true), Ordering::Relaxed);
                    return answer["data"].clone();
                }
                // The node is gone, and another one is on its way.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }

    /// An order of one line, and its steps: each with the part that it moves, or none.
    async fn carries(&mut self, path: &str, round: usize, mut order: Value, steps: &[(&str, Option<i64>)]) {
        let id = |step: &str, part: usize| format!("{}-{round}-{}-{step}-{part}", self.name, &path[17..20]);
        order["command_id"] = id("add", 0).into();
        let commands: Vec<String> = steps.iter().enumerate().map(|(part, (step, _))| id(step, part)).collect();
        let order = self.post(false, &format!("{path}/add"), order).await["id"].clone();
        for ((step, part), command) in steps.iter().zip(commands) {
            let mut body = json!({ "id": order, "command_id": command });
            if let Some(quantity) = part {
                body["lines"] = json!([{ "line": 1, "quantity": quantity }]);
            }
            self.post(false, &format!("{path}/{step}"), body).await;
        }
    }

    async fn counts(&mut self, round: usize) {
        let command = |step: &str| format!("{}-{round}-count-{step}", self.name);
        let made = json!({ "warehouses_id": self.warehouses[0], "product_ids": [self.product], "command_id": command("add") });
        let steps = ["one", "two", "submit", "post"].map(command);
        let sheet = self.post(false, &format!("{COUNT}/add"), made).await["id"].clone();
        // One more than the books say, found twice.
        let found = self.there[0] + 1;
        for step in &steps[..2] {
            let body = json!({ "id": sheet, "line": 1, "quantity": found, "command_id": step });
            self.post(false, &format!("{COUNT}/count"), body).await;
        }
        self.post(false, &format!("{COUNT}/submit"), json!({ "id": sheet, "command_id": steps[2] })).await;
        self.post(true, &format!("{COUNT}/post"), json!({ "id": sheet, "command_id": steps[3] })).await;
        self.there[0] += 1;
    }

    /// Works until it is over, one round at least; answers what there must be, and how many rounds there were.
    async fn work(mut self) -> (i64, [i64; 2], usize) {
        let mut round = 0;
        while round == 0 || !self.over.load(Ordering::Relaxed) {
            let line = |quantity: i64, price: &str| json!([{ "product_id": self.product, "quantity": quantity, "unit_price": price }]);
            let inbound = json!({ "warehouses_id": self.warehouses[0], "supplier_id": self.supplier, "type": 10, "lines": line(6, "2.5") });
            let transfer = json!({ "source_warehouses_id": self.warehouses[0], "target_warehouses_id": self.warehouses[1], "lines": line(3, "0") });
            self.carries(INBOUND, round, inbound, &[("audit", None), ("stock", Some(2)), ("stock", Some(4))]).await;
            self.there[0] += 6;
            let steps = [("audit", None), ("ship", Some(1)), ("ship", None), ("receive", Some(1)), ("receive", None)];
            self.carries(TRANSFER, round, transfer, &steps).await;
            self.there[0] -= 3;
            self.there[1] += 3;
            self.counts(round).await;
            round += 1;
        }
        (self.product, self.there, round)
    }
}

async fn add(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

#[tokio::test]
async fn parts_transfers_and_counts_are_done_once_whatever_is_killed() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("boss").await;
    let ids = chief.master_data().await;
    let far = add(&chief, "warehouse.Warehouse", json!({ "name": "Far away", "serial_no": "W2" })).await;
    let mut products = Vec::new();
    for name in 0..CLIENTS {
        let row = json!({ "product_no": format!("K{name}"), "name": "Pen", "unit_id": 1 });
        products.push(add(&chief, "warehouse.Product", row).await);
    }
    node.kill().await;

    let (at_work, people) = watch::channel::<People>(None);
    let (over, repeated) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let clerks: Vec<_> = products
        .into_iter()
        .enumerate()
        .map(|(name, product)| {
            let (people, over, repeated) = (people.clone(), over.clone(), repeated.clone());
            let (warehouses, supplier) = ([ids.warehouse, far], ids.supplier);
            tokio::spawn(Clerk { name, product, warehouses, supplier, people, over, repeated, there: [0, 0] }.work())
        })
        .collect();
    let cycles = number("ENTREPOT_KILL_CYCLES", 12);
    for cycle in 0..cycles {
        let node = Node::start(dir.path(), &[]).await;
        let both = (node.login("clerk").await, node.login("boss").await);
        at_work.send_replace(Some(both));
        tokio::time::sleep(Duration::from_millis(150 + cycle * 53 % 400)).await;
        at_work.send_replace(None);
        node.kill().await;
    }
    // The last node lives until everybody has finished.
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("boss").await;
    over.store(true, Ordering::Relaxed);
    at_work.send_replace(Some((node.login("clerk").await, chief.clone())));
    let (mut wanted, mut rounds) = (Vec::new(), 0);
    for clerk in clerks {
        let (product, there, done) = clerk.await.expect("a clerk ends");
        rounds += done;
        for (warehouse, quantity) in [ids.warehouse, far].into_iter().zip(there) {
            wanted.push((warehouse, product, quantity));
        }
    }
    let stock = chief.get("/admin/warehouse.Inventory/index?limit=100").await["data"]["list"].clone();
    for (warehouse, product, quantity) in wanted {
        let rows = stock.as_array().expect("rows").iter().filter(|row| row["warehouses_id"] == warehouse && row["product_id"] == product);
        let is: Vec<&Value> = rows.map(|row| &row["total_quantity"]).collect();
        assert_eq!(is, [&json!(quantity.to_string())], "product {product} in warehouse {warehouse}: {stock}");
    }
    assert_eq!(chief.get("/admin/warehouse.Transit/index").await["data"]["total"], 0, "nothing is in transit");
    assert!(node.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
    let repeated = repeated.load(Ordering::Relaxed);
    println!("{cycles} kills, {rounds} rounds of parts, transfers and counts acknowledged, {repeated} answered again, 0 lost, 0 doubled");
}
