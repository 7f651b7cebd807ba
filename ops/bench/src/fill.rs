//! Many rows for the lists: products and brands through the resource engine, ledger rows through
//! the real warehouse actors.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use actors::clock::{Clock, SystemClock, day_in};
use actors::system::{Ports, System};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::warehouse::{DemandLine, Place, ReceiveLine, StockAction, StockCommand, StockReply, StockRequest};
use chrono_tz::Tz;
use clap::Args;
use entrepot_store::resource::write::FoundReferences;
use entrepot_store::resource::{Act, Resource, catalogue};
use entrepot_store::{Store, StoreConfig};
use rust_decimal::Decimal;
use serde_json::{Value, json};

#[derive(Args)]
pub struct Options {
    /// The data directory of a node that does not run.
    #[arg(long)]
    data: PathBuf,
    /// Rows of the ledger.
    #[arg(long, default_value_t = 1_000_000)]
    records: i64,
    #[arg(long, default_value_t = 100_000)]
    products: i64,
    #[arg(long, default_value_t = 200)]
    brands: i64,
    /// Shelves of a warehouse: each time all products have come in, the next time they come onto another.
    #[arg(long, default_value_t = 1)]
    shelves: i64,
}

pub(crate) type Failure = Box<dyn std::error::Error>;

const WAREHOUSES: i64 = 2;
/// Lines of a command: an invoice of the real data has 21.
const LINES: i64 = 50;
/// Rows written at once.
pub(crate) const BLOCK: i64 = 1_000;
/// Commands asked at once.
const CALLERS: i64 = 32;

pub(crate) fn resource(name: &str) -> Result<&'static Resource, Failure> {
    catalogue::find(name).ok_or_else(|| format!("no resource is called {name}").into())
}

pub(crate) async fn one(store: &Store, name: &str, row: Value) -> Result<i64, Failure> {
    let row = row.as_object().ok_or("no object")?.clone();
    Ok(store.insert_record(resource(name)?, &row, &Act::system(1)).await?)
}

pub(crate) async fn many(store: &Store, name: &str, count: i64, row: impl Fn(i64) -> Value) -> Result<(), Failure> {
    let (resource, act) = (resource(name)?, Act::system(1));
    let mut known = FoundReferences::new();
    for begin in (0..count).step_by(usize::try_from(BLOCK)?) {
        let mut checked = Vec::new();
        for number in begin..(begin + BLOCK).min(count) {
            let row = row(number);
            checked.push(store.checked_row(resource, row.as_object().ok_or("no object")?, &act, &mut known).await?);
        }
        store.insert_checked(resource, checked, false, &act).await?;
    }
    Ok(())
}

/// Pieces of a line that comes in, and of one that goes out: the rest stays, so that lists of stock have something in them.
const RECEIVED: i64 = 3;
const ISSUED: i64 = 1;

/// Lines in for an even number, out for an odd one, of products that were received before.
fn action(number: i64, products: i64, shelves: i64) -> StockAction {
    let shelf = ShelfId(number / 2 * LINES / products % shelves);
    let product = |line: i64| ProductId(1 + (number / 2 * LINES + line) * 7_919 % products);
    let pieces = |number: i64| Quantity(Decimal::from(number));
    let lines = 0..LINES;
    if number % 2 == 0 {
        let receive = |line| ReceiveLine {
            line: u32::try_from(line + 1).unwrap_or(1),
            place: Place { area: AreaId(0), shelf, product: product(line), batch: String::new() },
            unit: UnitId(1),
            quantity: pieces(RECEIVED),
            price: Price(Decimal::from(3)),
            produce_date: None,
            expiry_date: None,
            received: None,
        };
        StockAction::Receive { lines: lines.map(receive).collect() }
    } else {
        let demand = |line| DemandLine::new(u32::try_from(line + 1).unwrap_or(1), product(line), UnitId(1), pieces(ISSUED));
        StockAction::Issue { lines: lines.map(demand).collect(), release_rest: false }
    }
}

/// Half a year until now: it goes on with each command.
#[derive(Debug)]
struct HalfYear {
    commands: i64,
    done: AtomicI64,
    /// Unix milliseconds.
    end: i64,
}

impl HalfYear {
    const LENGTH_MS: i64 = 182 * 86_400_000;
    const ZONE: Tz = chrono_tz::Asia::Shanghai;

    fn new(commands: i64) -> Self {
        Self { commands: commands.max(1), done: AtomicI64::new(0), end: SystemClock(Self::ZONE).now_ms() }
    }
}

impl Clock for HalfYear {
    fn now_ms(&self) -> i64 {
        self.end - Self::LENGTH_MS / self.commands * (self.commands - self.done.load(Ordering::Relaxed)).max(0)
    }

    fn today(&self) -> String {
        day_in(Self::ZONE, self.now_ms())
    }
}

/// One chain of commands: what it takes out is a part of what it has brought in just before.
async fn chain(system: System, clock: Arc<HalfYear>, first: i64, commands: i64, (products, shelves): (i64, i64)) -> Result<(), String> {
    for number in first * commands..(first + 1) * commands {
        let id = CommandId::new(format!("fill-{number}")).map(CommandKey::system).map_err(|error| error.to_string())?;
        let date = format!("2026-{:02}-15", 1 + number % 11);
        let command = StockCommand::new(id, AdminId(1), date, action(number, products, shelves));
        clock.done.fetch_add(1, Ordering::Relaxed);
        let warehouse = WarehouseId(1 + first % WAREHOUSES);
        match system.warehouses().ask(StockRequest { warehouse, command, deadline: i64::MAX }).await {
            StockReply::Done(_) => {}
            other => return Err(format!("command {number}: {other:?}")),
        }
    }
    Ok(())
}

/// Fills, and prints how long it took.
pub async fn run(options: Options) -> Result<(), Failure> {
    let url = format!("rocksdb:{}", options.data.join("db").display());
    let config = StoreConfig::new(url, "entrepot");
    let store = Store::connect(&config).await?;
    let began = Instant::now();
    let unit = one(&store, "warehouse.Unit", json!({ "name": "piece" })).await?;
    for number in 1..=WAREHOUSES {
        one(&store, "warehouse.Warehouse", json!({ "name": format!("Warehouse {number}"), "serial_no": format!("W{number}") })).await?;
    }
    many(&store, "warehouse.Brand", options.brands, |number| json!({ "name": format!("Brand {number}") })).await?;
    let product = |number: i64| json!({ "product_no": format!("P{number:07}"), "name": format!("Thing {}", number * 7_919 % options.products), "unit_id": unit });
    many(&store, "warehouse.Product", options.products, product).await?;
    let products_in = began.elapsed();
    let ports =
        Ports { warehouses: Arc::new(store.clone()), orders: Arc::new(store.clone()), notifications: Arc::new(store.clone()), shop: Arc::new(store) };
    // Even, so that every chain ends with what goes out.
    let commands = (options.records / LINES / CALLERS + 1) / 2 * 2;
    let clock = Arc::new(HalfYear::new(commands * CALLERS));
    let system = System::start("fill".into(), "fill", ports, None, clock.clone()).await?;
    let size = (options.products, options.shelves.max(1));
    let chains = (0..CALLERS).map(|first| tokio::spawn(chain(system.clone(), clock.clone(), first, commands, size)));
    for done in chains.collect::<Vec<_>>() {
        done.await??;
    }
    system.drain(Duration::from_secs(10)).await;
    let figures = json!({
        "records": commands * CALLERS * LINES, "products": options.products, "products_seconds": products_in.as_secs_f64().round(),
        "seconds": began.elapsed().as_secs_f64().round(),
    });
    println!("{figures}");
    Ok(())
}
