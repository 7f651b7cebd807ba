//! Whole orders through HTTP: inbound (create, review, stock), outbound (create, review with reservation, stock out) and
//! transfer (create, review, ship, receive), of one line, by clients that keep their connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use hdrhistogram::Histogram;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::http::{Clerk, Failure, NodeArgs};
use crate::proof;

/// Products of each warehouse; clients take one after the other.
const PRODUCTS: usize = 10;
/// Pieces of each that are there at the beginning.
const PLENTY: i64 = 10_000_000;

#[derive(Clone, Copy, ValueEnum)]
enum Flow {
    Inbound,
    Outbound,
    Transfer,
}

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    node: NodeArgs,
    /// Seconds for each number of connections.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Numbers of connections.
    #[arg(long, value_delimiter = ',', default_value = "1,16,64")]
    callers: Vec<usize>,
    /// What is carried through.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "inbound,outbound,transfer")]
    flows: Vec<Flow>,
}

#[derive(Clone)]
struct Goods {
    warehouses: [i64; 2],
    supplier: i64,
    customer: i64,
    products: Vec<i64>,
}

async fn goods(clerk: &mut Clerk) -> Result<Goods, Failure> {
    let stamp = clerk.stamp;
    let unit = clerk.add("warehouse.Unit", json!({ "name": format!("piece {stamp}") })).await?;
    let mut warehouses = [0; 2];
    for (number, warehouse) in warehouses.iter_mut().enumerate() {
        *warehouse = clerk.add("warehouse.Warehouse", json!({ "name": "Flow", "serial_no": format!("F{stamp}-{number}") })).await?;
        // Something is held in it, as in every warehouse that works.
        clerk.add("warehouse.WarehouseArea", json!({ "warehouses_id": *warehouse, "name": "Damaged", "purpose": 2 })).await?;
    }
    let supplier = clerk.add("warehouse.Supplier", json!({ "name": format!("Flow {stamp}") })).await?;
    let customer = clerk.add("warehouse.Customer", json!({ "name": format!("Flow {stamp}") })).await?;
    let mut products = Vec::new();
    for number in 0..PRODUCTS {
        let row = json!({ "product_no": format!("F{stamp}-{number}"), "name": "Thing", "unit_id": unit });
        products.push(clerk.add("warehouse.Product", row).await?);
    }
    let goods = Goods { warehouses, supplier, customer, products };
    let lines: Vec<Value> = goods.products.iter().map(|product| json!({ "product_id": product, "quantity": PLENTY, "unit_price": "2.5" })).collect();
    for warehouse in goods.warehouses {
        let order = json!({ "warehouses_id": warehouse, "supplier_id": supplier, "type": 10, "lines": lines });
        carried(clerk, "InboundOrder", order, &["audit", "stock"]).await?;
    }
    Ok(goods)
}

async fn carried(clerk: &mut Clerk, controller: &str, order: Value, steps: &[&str]) -> Result<(), Failure> {
    let path = format!("/admin/warehouse.{controller}");
    let id = clerk.done(&format!("{path}/add"), order).await?["id"].clone();
    for step in steps {
        clerk.done(&format!("{path}/{step}"), json!({ "id": id })).await?;
    }
    Ok(())
}

impl Flow {
    const fn name(self) -> &'static str {
        match self {
            Self::Inbound => "inbound",
            Self::Outbound => "outbound",
            Self::Transfer => "transfer",
        }
    }

    async fn through(self, clerk: &mut Clerk, goods: &Goods, number: usize) -> Result<(), Failure> {
        let product = goods.products[number % goods.products.len()];
        let [source, target] = goods.warehouses;
        match self {
            Self::Inbound => {
                let lines = json!([{ "product_id": product, "quantity": 5, "unit_price": "2.5" }]);
                let order = json!({ "warehouses_id": source, "supplier_id": goods.supplier, "type": 10, "lines": lines });
                carried(clerk, "InboundOrder", order, &["audit", "stock"]).await
            }
            Self::Outbound => {
                let lines = json!([{ "product_id": product, "quantity": 5, "unit_price": "4" }]);
                let order = json!({ "warehouses_id": source, "customer_id": goods.customer, "type": 10, "lines": lines });
                carried(clerk, "OutboundOrder", order, &["audit", "stock"]).await
            }
            Self::Transfer => {
                let lines = json!([{ "product_id": product, "quantity": 5 }]);
                let order = json!({ "source_warehouses_id": source, "target_warehouses_id": target, "lines": lines });
                carried(clerk, "TransferOrder", order, &["audit", "ship", "receive"]).await
            }
        }
    }
}

/// Runs and prints a line of JSON for each flow and number of connections.
pub async fn run(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    let mut clerk = Clerk::login(&options.node.host, &options.node.password_file).await?;
    let goods = goods(&mut clerk).await.map_err(|error| error.to_string())?;
    for &flow in &options.flows {
        for &callers in &options.callers {
            let until = Instant::now() + Duration::from_secs(options.seconds);
            let began = Instant::now();
            let all = Arc::new(Mutex::new(Histogram::<u64>::new_with_bounds(1, 60_000_000, 3)?));
            let orders = Arc::new(AtomicU64::new(0));
            let mut tasks = Vec::new();
            for caller in 0..callers {
                let (mut clerk, goods, all, orders) = (clerk.another().await?, goods.clone(), all.clone(), orders.clone());
                tasks.push(tokio::spawn(async move {
                    let mut own = Histogram::<u64>::new_with_bounds(1, 60_000_000, 3)?;
                    let mut number = caller;
                    while Instant::now() < until {
                        let asked = Instant::now();
                        flow.through(&mut clerk, &goods, number).await?;
                        own.saturating_record(asked.elapsed().as_micros() as u64);
                        orders.fetch_add(1, Ordering::Relaxed);
                        number += 1;
                    }
                    all.lock().await.add(own)?;
                    Ok::<(), Failure>(())
                }));
            }
            for task in tasks {
                task.await?.map_err(|error| error.to_string())?;
            }
            let histogram = all.lock().await.clone();
            proof::has_measurements(flow.name(), &histogram).map_err(|error| error.to_string())?;
            let line = json!({
                "flow": flow.name(),
                "callers": callers,
                "orders_per_second": (orders.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64() * 10.0).round() / 10.0,
                "p50_ms": histogram.value_at_quantile(0.5) as f64 / 1_000.0,
                "p99_ms": histogram.value_at_quantile(0.99) as f64 / 1_000.0,
            });
            println!("{line}");
        }
    }
    Ok(())
}
