//! Moves through HTTP: each connection is kept open and stocks a part of a reviewed order of its
//! own, one piece a request. The same durable move as in `stock`, with the order's new state, the
//! command's record and the JSON on both sides. The first step of an order reads it, and all begin at once: it has a
//! figure of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::http::{self, Connection, Failure, NodeArgs};
use crate::proof;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    node: NodeArgs,
    /// Seconds for each number of connections.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Numbers of connections.
    #[arg(long, value_delimiter = ',', default_value = "1,16,64,256")]
    callers: Vec<usize>,
}

/// Pieces that each order has: more than a run can stock.
const PLENTY: i64 = 1_000_000;

async fn done(connection: &mut Connection, path: &str, body: Value) -> Result<Value, Failure> {
    let mut answer = connection.post(path, &body).await?;
    if answer["code"] == 1 { Ok(answer["data"].take()) } else { Err(format!("{path}: {answer}").into()) }
}

async fn orders(options: &Options, token: &str) -> Result<Vec<i64>, Failure> {
    let mut connection = Connection::open(&options.node.host, token).await?;
    let stamp = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs();
    let id = |data: Value| data["id"].as_i64().ok_or("no id");
    let unit = id(done(&mut connection, "/admin/warehouse.Unit/add", json!({ "name": format!("piece {stamp}") })).await?)?;
    let warehouse = id(done(&mut connection, "/admin/warehouse.Warehouse/add", json!({ "name": "Bench", "serial_no": format!("B{stamp}") })).await?)?;
    let supplier = id(done(&mut connection, "/admin/warehouse.Supplier/add", json!({ "name": format!("Bench {stamp}") })).await?)?;
    let mut orders = Vec::new();
    for number in 0..options.callers.iter().copied().max().unwrap_or(1) {
        let product = json!({ "product_no": format!("P{stamp}-{number}"), "name": "Pen", "unit_id": unit });
        let product = id(done(&mut connection, "/admin/warehouse.Product/add", product).await?)?;
        let lines = [json!({ "product_id": product, "quantity": PLENTY, "unit_price": "3" })];
        let order = json!({ "warehouses_id": warehouse, "supplier_id": supplier, "type": 10, "lines": lines });
        let order = id(done(&mut connection, "/admin/warehouse.InboundOrder/add", order).await?)?;
        done(&mut connection, "/admin/warehouse.InboundOrder/audit", json!({ "id": order })).await?;
        orders.push(order);
    }
    Ok(orders)
}

/// Runs and prints a line of JSON for each number of connections.
pub async fn run(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    let password = std::fs::read_to_string(&options.node.password_file)?;
    let body = json!({ "username": "clerk", "password": password.trim(), "keep": false });
    let data = http::call(&options.node.host, "/admin/Index/login", "", &body).await?;
    let token: Arc<str> = data["userInfo"]["token"].as_str().ok_or("no token")?.into();
    let orders = orders(&options, &token).await.map_err(|error| error.to_string())?;
    for &callers in &options.callers {
        let until = Instant::now() + Duration::from_secs(options.seconds);
        let began = Instant::now();
        let histogram = || Histogram::<u64>::new_with_bounds(1, 60_000_000, 3);
        let (all, firsts) = (Arc::new(Mutex::new(histogram()?)), Arc::new(Mutex::new(histogram()?)));
        let moves = Arc::new(AtomicU64::new(0));
        let mut tasks = Vec::new();
        for order in orders.iter().copied().take(callers) {
            let (host, token, moves) = (options.node.host.clone(), token.clone(), moves.clone());
            let (all, firsts) = (all.clone(), firsts.clone());
            tasks.push(tokio::spawn(async move {
                let mut connection = Connection::open(&host, &token).await?;
                let mut own = histogram()?;
                let mut is_first = true;
                while Instant::now() < until {
                    let asked = Instant::now();
                    let part = json!({ "id": order, "lines": [{ "line": 1, "quantity": 1 }] });
                    done(&mut connection, "/admin/warehouse.InboundOrder/stock", part).await?;
                    let took = asked.elapsed().as_micros() as u64;
                    if std::mem::take(&mut is_first) {
                        firsts.lock().await.saturating_record(took);
                    } else {
                        own.saturating_record(took);
                    }
                    moves.fetch_add(1, Ordering::Relaxed);
                }
                all.lock().await.add(own)?;
                Ok::<(), Failure>(())
            }));
        }
        for task in tasks {
            task.await?.map_err(|error| error.to_string())?;
        }
        let (histogram, firsts) = (all.lock().await.clone(), firsts.lock().await.clone());
        proof::has_measurements("moves after the first of an order", &histogram).map_err(|error| error.to_string())?;
        let line = json!({
            "callers": callers,
            "moves_per_second": (moves.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64()).round(),
            "p50_ms": histogram.value_at_quantile(0.5) as f64 / 1_000.0,
            "p99_ms": histogram.value_at_quantile(0.99) as f64 / 1_000.0,
            "first_p99_ms": firsts.value_at_quantile(0.99) as f64 / 1_000.0,
        });
        println!("{line}");
    }
    Ok(())
}
