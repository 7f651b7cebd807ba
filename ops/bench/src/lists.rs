//! Pages of long lists through HTTP, over connections that are kept open.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actors::clock::{Clock, SystemClock, day_in};
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
    /// Seconds for each list.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
}

/// Rows of a page.
const LIMIT: i64 = 20;
const LEDGER: &str =
    "/admin/warehouse.InventoryRecord/index?limit=20&order=create_time,desc&search[0][field]=operation_type&search[0][operator]=eq&search[0][val]=10";

/// The address of the `asked`th request of connection `of` (a list has `total` rows).
type Address = fn(of: i64, asked: i64, total: i64) -> String;

struct List {
    name: &'static str,
    connections: i64,
    address: Address,
    /// A number of the first answer that is above zero when the list has what it is measured over (RFC 6901, of the data).
    proof: &'static str,
}

const ROWS: &str = "/total";
const STOCK: &str = "/list/0/total_quantity";

/// Pages of a list that have all their rows.
const fn full_pages(total: i64) -> i64 {
    total / LIMIT
}

fn ledger(page: i64) -> String {
    format!("{LEDGER}&page={page}")
}

fn levels(view: &str) -> String {
    format!("/admin/warehouse.StockLevel/index?limit=20&{view}")
}

/// YYYY-MM-DD
fn days_ago(days: i64) -> String {
    const ZONE: chrono_tz::Tz = chrono_tz::Asia::Shanghai;
    day_in(ZONE, SystemClock(ZONE).now_ms() - days * 86_400_000)
}

const LISTS: &[List] = &[
    List { name: "ledger, filtered, first page", connections: 16, address: |_, _, _| ledger(1), proof: ROWS },
    // Each connection walks on from where the one before stands at first, so that all of the list is walked over.
    List {
        name: "ledger, filtered, next pages",
        connections: 16,
        address: |_, asked, total| ledger(2 + asked % (full_pages(total) - 1).max(1)),
        proof: ROWS,
    },
    List {
        name: "ledger, filtered, a jump within 10,000 rows",
        connections: 16,
        address: |of, asked, total| ledger(1 + (of * 7_919 + asked * 104_729) % full_pages(total).clamp(1, 500)),
        proof: ROWS,
    },
    List { name: "ledger, filtered, the last page", connections: 16, address: |_, _, total| ledger((total + LIMIT - 1) / LIMIT), proof: ROWS },
    List {
        name: "products, quick search",
        connections: 16,
        address: |of, asked, _| format!("/admin/warehouse.Product/index?limit=20&quickSearch=thing%20{}", (of * 31 + asked * 7) % 1_000),
        proof: ROWS,
    },
    List { name: "products, first page", connections: 16, address: |_, _, _| "/admin/warehouse.Product/index?limit=20".into(), proof: ROWS },
    List { name: "inventory, first page", connections: 16, address: |_, _, _| "/admin/warehouse.Inventory/index?limit=20".into(), proof: STOCK },
    List { name: "stock by product", connections: 16, address: |_, _, _| levels("group=product"), proof: STOCK },
    List { name: "stock by shelf", connections: 16, address: |_, _, _| levels("group=shelf"), proof: STOCK },
    List { name: "stock by product, thirty days ago", connections: 16, address: |_, _, _| levels(&format!("as_of={}", days_ago(30))), proof: STOCK },
    List { name: "dashboard", connections: 16, address: |_, _, _| "/admin/Dashboard/index".into(), proof: "/cards/stock_value" },
    List { name: "brands, 20 rows", connections: 64, address: |_, _, _| "/admin/warehouse.Brand/index?limit=20".into(), proof: ROWS },
];

/// How many rows a list has, 0 for what is no list. Refuses one that has nothing to measure.
fn total(path: &str, answer: &[u8], proof: &str) -> Result<i64, Failure> {
    proof::has_rows(path, answer)?;
    let answer: Value = serde_json::from_slice(answer)?;
    proof::is_above_zero(path, &answer, proof)?;
    Ok(answer["data"]["total"].as_i64().unwrap_or(0))
}

async fn measure(options: &Options, token: &str, list: &List) -> Result<Value, Failure> {
    let mut first = Connection::open(&options.node.host, token).await?;
    let asked = Instant::now();
    let path = (list.address)(0, 0, 1);
    let answer = first.get(&path).await?;
    let cold = asked.elapsed();
    let total = total(&path, answer, list.proof)?;
    let (began, until) = (Instant::now(), Instant::now() + Duration::from_secs(options.seconds));
    let all = Arc::new(Mutex::new(Histogram::<u64>::new_with_bounds(1, 60_000_000, 3)?));
    let mut tasks = Vec::new();
    for of in 0..list.connections {
        let (host, token, all, address) = (options.node.host.clone(), token.to_owned(), all.clone(), list.address);
        tasks.push(tokio::spawn(async move {
            let mut connection = Connection::open(&host, &token).await?;
            let mut own = Histogram::<u64>::new_with_bounds(1, 60_000_000, 3)?;
            let mut number = 0;
            while Instant::now() < until {
                let path = address(of, number, total);
                let asked = Instant::now();
                let answer = connection.get(&path).await?;
                own.saturating_record(asked.elapsed().as_micros() as u64);
                proof::has_rows(&path, answer)?;
                number += 1;
            }
            all.lock().await.add(own)?;
            Ok::<(), Failure>(())
        }));
    }
    for task in tasks {
        task.await??;
    }
    let histogram = all.lock().await.clone();
    proof::has_measurements(list.name, &histogram)?;
    let ms = |quantile| histogram.value_at_quantile(quantile) as f64 / 1_000.0;
    Ok(json!({
        "list": list.name, "connections": list.connections, "total": total, "requests_per_second": (histogram.len() as f64 / began.elapsed().as_secs_f64()).round(),
        "cold_ms": cold.as_secs_f64() * 1_000.0, "p50_ms": ms(0.5), "p99_ms": ms(0.99),
    }))
}

/// Runs and prints a line of JSON for each list.
pub async fn run(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    let password = std::fs::read_to_string(&options.node.password_file)?;
    let body = json!({ "username": "clerk", "password": password.trim(), "keep": false });
    let data = http::call(&options.node.host, "/admin/Index/login", "", &body).await?;
    let token = data["userInfo"]["token"].as_str().ok_or("no token")?.to_owned();
    for list in LISTS {
        println!("{}", measure(&options, &token, list).await.map_err(|error| error.to_string())?);
    }
    Ok(())
}
