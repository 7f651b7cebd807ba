//! What visitors of the shop look at, through HTTP, over connections that are kept open.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::http::{Connection, Failure};
use crate::proof;
use crate::shop_fill::CLASSIFIES;

#[derive(Args)]
pub struct Options {
    /// HOST:PORT of the node.
    #[arg(long)]
    host: String,
    /// How many goods there are, with ids from 1.
    #[arg(long, default_value_t = 100_000)]
    goods: u64,
    /// Seconds for each page.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    #[arg(long, default_value_t = 64)]
    connections: u64,
}

/// The address of the request with this number, which is scattered, of a shop with so many goods.
type Address = fn(number: u64, goods: u64) -> String;

/// Goods that nine of ten visitors look at.
const POPULAR: u64 = 1_000;
/// Rows of a page.
const LIMIT: u64 = 20;
const SORTS: [&str; 5] = ["", "sales", "price_asc", "price_desc", "newest"];
const WORDS: [&str; 6] = ["blue pen", "soft", "lamp small", "round ruler", "ink", "thin brush"];

fn sort(number: u64) -> &'static str {
    SORTS[usize::try_from(number % 5).unwrap_or(0)]
}

/// Nine of ten numbers are among the popular ones.
const fn seen(number: u64, all: u64) -> u64 {
    if number.is_multiple_of(10) { number / 10 % all } else { number / 10 % POPULAR }
}

const VISITED: &str = "goods page, as visited";

const PAGES: &[(&str, Address)] = &[
    ("goods list, first pages of each order", |number, _| {
        format!("/api/shop.Goods/index?limit=20&page={}&order={}", 1 + number / 5 % 10, sort(number))
    }),
    ("goods list, any page of a classify", |number, goods| {
        let pages = (goods / CLASSIFIES / LIMIT).max(1);
        format!(
            "/api/shop.Goods/index?limit={LIMIT}&classify_id={}&page={}&order={}",
            1 + number / 5 % CLASSIFIES,
            1 + number / 250 % pages,
            sort(number)
        )
    }),
    (VISITED, |number, goods| format!("/api/shop.Goods/detail?id={}", 1 + seen(number, goods))),
    ("goods page, any", |number, goods| format!("/api/shop.Goods/detail?id={}", 1 + number % goods)),
    ("search, words", |number, _| {
        let words = WORDS[usize::try_from(number % 6).unwrap_or(0)].replace(' ', "%20");
        format!("/api/shop.Goods/index?limit=20&search={words}&page={}", 1 + number / 6 % 3)
    }),
    ("search, a number nobody has asked for", |number, goods| format!("/api/shop.Goods/index?limit=20&search=no.%20{}", number % goods)),
];

/// Scatters the requests of all connections; each is another one.
const fn scattered(of: u64, asked: u64, connections: u64) -> u64 {
    let mut number = (asked * connections + of).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number ^= number >> 31;
    number = number.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number >> 20
}

async fn measure(options: &Options, name: &'static str, address: Address) -> Result<Value, Failure> {
    let mut connection = Connection::open_for_member(&options.host, "").await?;
    let asked = Instant::now();
    let path = address(0, options.goods);
    let answer = connection.get(&path).await?;
    let cold = asked.elapsed();
    proof::has_rows(&path, answer)?;
    if name == VISITED {
        // A shop that has been open for a while.
        for id in 1..=POPULAR.min(options.goods) {
            connection.get(&format!("/api/shop.Goods/detail?id={id}")).await?;
        }
    }
    let (began, until) = (Instant::now(), Instant::now() + Duration::from_secs(options.seconds));
    let all = Arc::new(Mutex::new(Histogram::<u64>::new_with_bounds(1, 60_000_000, 3)?));
    let mut tasks = Vec::new();
    for of in 0..options.connections {
        let (host, all, goods, connections) = (options.host.clone(), all.clone(), options.goods, options.connections);
        tasks.push(tokio::spawn(async move {
            let mut connection = Connection::open_for_member(&host, "").await?;
            let mut own = Histogram::<u64>::new_with_bounds(1, 60_000_000, 3)?;
            let mut number = 1;
            while Instant::now() < until {
                let path = address(scattered(of, number, connections), goods);
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
    proof::has_measurements(name, &histogram)?;
    let ms = |quantile| histogram.value_at_quantile(quantile) as f64 / 1_000.0;
    Ok(json!({
        "page": name, "connections": options.connections, "cold_ms": cold.as_secs_f64() * 1_000.0,
        "requests_per_second": (histogram.len() as f64 / began.elapsed().as_secs_f64()).round(), "p50_ms": ms(0.5), "p99_ms": ms(0.99),
    }))
}

/// Runs and prints a line of JSON for each page.
pub async fn run(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    for (name, address) in PAGES {
        println!("{}", measure(&options, name, *address).await.map_err(|error| error.to_string())?);
    }
    Ok(())
}
