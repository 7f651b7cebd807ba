//! Moves through the real warehouse actor over the real store: each is a command of one line, and
//! counts when the caller has heard that it is on disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actors::clock::SystemClock;
use actors::system::{Ports, System};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::warehouse::{DemandLine, Place, ReceiveLine, StockAction, StockCommand, StockReply, StockRequest};
use clap::Args;
use entrepot_store::{Store, StoreConfig};
use hdrhistogram::Histogram;
use rust_decimal::Decimal;
use serde_json::json;
use tokio::sync::Mutex;

/// What is measured without HTTP.
#[derive(Args)]
pub struct Run {
    /// An empty directory for the database.
    #[arg(long)]
    pub data: PathBuf,
    /// Seconds for each number of callers.
    #[arg(long, default_value_t = 5)]
    pub seconds: u64,
    /// Numbers of callers.
    #[arg(long, value_delimiter = ',', default_value = "1,16,64,256,1024")]
    pub callers: Vec<usize>,
}

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    run: Run,
    /// Products that the moves are spread over.
    #[arg(long, default_value_t = 1_000)]
    products: i64,
}

pub const WAREHOUSE: WarehouseId = WarehouseId(1);
/// So much of everything is there that no move is refused.
const PLENTY: i64 = 900_000_000;

fn command(id: String, action: StockAction) -> Result<StockRequest, Box<dyn std::error::Error>> {
    let command = StockCommand::new(CommandKey::system(CommandId::new(id)?), AdminId(1), "2026-01-15", action);
    Ok(StockRequest { warehouse: WAREHOUSE, command, deadline: i64::MAX })
}

/// The actors over an empty database with one warehouse and these products.
pub async fn start(data: &Path, products: i64) -> Result<System, Box<dyn std::error::Error>> {
    let url = format!("rocksdb:{}", data.display());
    let store = Store::connect(&StoreConfig::new(url, "bench")).await?;
    let goods = (1..=products).map(|number| ("warehouse.Product", json!({"product_no": number.to_string(), "name": "Bench", "unit_id": 1})));
    let masters = [("warehouse.Warehouse", json!({"name": "Bench", "serial_no": "B1"})), ("warehouse.Unit", json!({"name": "piece"}))];
    for (name, row) in masters.into_iter().chain(goods) {
        let resource = entrepot_store::resource::catalogue::find(name).ok_or("no such resource")?;
        store.insert_record(resource, row.as_object().ok_or("no object")?, &entrepot_store::resource::Act::system(0)).await?;
    }
    let ports =
        Ports { warehouses: Arc::new(store.clone()), orders: Arc::new(store.clone()), notifications: Arc::new(store.clone()), shop: Arc::new(store) };
    let clock = Arc::new(SystemClock(chrono_tz::Asia::Shanghai));
    Ok(System::start("bench".into(), "bench", ports, None, clock).await?)
}

/// Runs and prints a line of JSON for each number of callers.
pub async fn run(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    let system = start(&options.run.data, 0).await?;
    for product in 1..=options.products {
        let place = Place { area: AreaId(0), shelf: ShelfId(0), product: ProductId(product), batch: String::new() };
        let line = ReceiveLine {
            line: 1,
            place,
            unit: UnitId(1),
            quantity: Quantity(Decimal::from(PLENTY)),
            price: Price(Decimal::from(3)),
            produce_date: None,
            expiry_date: None,
            received: None,
        };
        let reply = system.warehouses().ask(command(format!("opening-{product}"), StockAction::Receive { lines: vec![line] })?).await;
        if !matches!(reply, StockReply::Done(_)) {
            return Err(format!("the opening stock was not taken in: {reply:?}").into());
        }
    }
    for &callers in &options.run.callers {
        let products = options.products;
        let step = move |system: System, caller: usize, n: i64| async move {
            let product = (caller as i64 * 7_919 + n * 31) % products + 1;
            let line = DemandLine::new(1, ProductId(product), UnitId(1), Quantity(Decimal::ONE));
            let action = StockAction::Issue { lines: vec![line], release_rest: false };
            let request = command(format!("m-{callers}-{caller}-{n}"), action).map_err(|error| error.to_string())?;
            match system.warehouses().ask(request).await {
                StockReply::Done(_) => Ok(()),
                other => Err(format!("{other:?}")),
            }
        };
        println!("{}", measure(&system, options.run.seconds, callers, step).await?);
    }
    system.drain(Duration::from_secs(10)).await;
    Ok(())
}

/// Callers that take one step after the other for some seconds: a line of JSON.
pub async fn measure<S, F>(system: &System, seconds: u64, callers: usize, step: S) -> Result<serde_json::Value, Box<dyn std::error::Error>>
where
    S: Fn(System, usize, i64) -> F + Clone + Send + 'static,
    F: Future<Output = Result<(), String>> + Send,
{
    let all = Arc::new(Mutex::new(Histogram::<u64>::new_with_bounds(1, 60_000_000, 3)?));
    let moves = Arc::new(AtomicU64::new(0));
    let began = Instant::now();
    let until = began + Duration::from_secs(seconds);
    let mut tasks = Vec::new();
    for caller in 0..callers {
        let (system, all, moves, step) = (system.clone(), all.clone(), moves.clone(), step.clone());
        tasks.push(tokio::spawn(async move {
            let mut own = Histogram::<u64>::new_with_bounds(1, 60_000_000, 3).map_err(|error| error.to_string())?;
            let mut n = 0_i64;
            while Instant::now() < until {
                let asked = Instant::now();
                step(system.clone(), caller, n).await?;
                own.saturating_record(asked.elapsed().as_micros() as u64);
                moves.fetch_add(1, Ordering::Relaxed);
                n += 1;
            }
            all.lock().await.add(own).map_err(|error| error.to_string())
        }));
    }
    for task in tasks {
        task.await??;
    }
    let seconds = began.elapsed().as_secs_f64();
    let histogram = all.lock().await;
    crate::proof::has_measurements("moves", &histogram).map_err(|error| error.to_string())?;
    Ok(json!({
        "callers": callers,
        "moves_per_second": (moves.load(Ordering::Relaxed) as f64 / seconds).round(),
        "p50_ms": histogram.value_at_quantile(0.5) as f64 / 1_000.0,
        "p99_ms": histogram.value_at_quantile(0.99) as f64 / 1_000.0,
    }))
}
