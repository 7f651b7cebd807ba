//! Orders of many lines through HTTP: bought, saved, reviewed and stocked in, then sold, saved, reviewed and stocked out.
//! Each line is another product, and every third is bought in boxes of 12 and kept in batches.

use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use crate::http::{Clerk, Failure, NodeArgs};

/// Products that are added with one request.
const SECTION: usize = 500;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    node: NodeArgs,
    /// Lines of the orders.
    #[arg(long, value_delimiter = ',', default_value = "1000,5000")]
    lines: Vec<usize>,
    /// How often each is carried through; the middle one counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

/// What a step took, in milliseconds.
type Took = Vec<(&'static str, Vec<f64>)>;

struct Goods {
    warehouse: i64,
    supplier: i64,
    customer: i64,
    products: Vec<i64>,
    boxes: i64,
}

fn note(took: &mut Took, step: &'static str, began: Instant) {
    let ms = began.elapsed().as_secs_f64() * 1_000.0;
    match took.iter_mut().find(|(name, _)| *name == step) {
        Some((_, all)) => all.push(ms),
        None => took.push((step, vec![ms])),
    }
}

fn middle(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).map_or(0.0, |ms| (ms * 10.0).round() / 10.0)
}

async fn goods(clerk: &mut Clerk, many: usize) -> Result<Goods, Failure> {
    let stamp = clerk.stamp;
    let unit = clerk.add("warehouse.Unit", json!({ "name": format!("piece {stamp}") })).await?;
    let boxes = clerk.add("warehouse.Unit", json!({ "name": format!("box {stamp}") })).await?;
    let warehouse = clerk.add("warehouse.Warehouse", json!({ "name": "Large", "serial_no": format!("L{stamp}") })).await?;
    let supplier = clerk.add("warehouse.Supplier", json!({ "name": format!("Large {stamp}") })).await?;
    let customer = clerk.add("warehouse.Customer", json!({ "name": format!("Large {stamp}") })).await?;
    let mut products = Vec::with_capacity(many);
    for number in 0..many {
        let row = json!({ "product_no": format!("L{stamp}-{number}"), "name": format!("Thing {number}"), "unit_id": unit });
        products.push(clerk.add("warehouse.Product", row).await?);
        if number % 3 == 0 {
            let row = json!({ "product_id": products[number], "unit_id": boxes, "factor": "12" });
            clerk.add("warehouse.ProductUnit", row).await?;
        }
        if number % SECTION == SECTION - 1 {
            eprintln!("{} of {many} products", number + 1);
        }
    }
    Ok(Goods { warehouse, supplier, customer, products, boxes })
}

impl Goods {
    fn bought(&self, lines: usize, round: usize) -> Value {
        let line = |(number, product): (usize, &i64)| {
            if number % 3 == 0 {
                json!({ "product_id": product, "quantity": 5, "unit_id": self.boxes, "unit_price": "2.5", "batch_number": format!("R{round}"),
                        "expiry_date": "2031-01-01" })
            } else {
                json!({ "product_id": product, "quantity": 60, "unit_price": "2.5" })
            }
        };
        let lines: Vec<Value> = self.products.iter().take(lines).enumerate().map(line).collect();
        json!({ "warehouses_id": self.warehouse, "supplier_id": self.supplier, "type": 10, "lines": lines })
    }

    fn sold(&self, lines: usize) -> Value {
        let line = |product: &i64| json!({ "product_id": product, "quantity": 20, "unit_price": "4" });
        let lines: Vec<Value> = self.products.iter().take(lines).map(line).collect();
        json!({ "warehouses_id": self.warehouse, "customer_id": self.customer, "type": 10, "lines": lines })
    }
}

/// Runs and prints a line of JSON for each number of lines.
pub async fn run(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    let mut clerk = Clerk::login(&options.node.host, &options.node.password_file).await?;
    let many = options.lines.iter().copied().max().unwrap_or(1);
    let goods = goods(&mut clerk, many).await.map_err(|error| error.to_string())?;
    for &lines in &options.lines {
        let mut took: Took = Vec::new();
        for round in 0..options.rounds {
            through(&mut clerk, &goods, lines, round, &mut took).await.map_err(|error| error.to_string())?;
        }
        let mut figures = json!({ "lines": lines });
        for (step, all) in took {
            figures[step] = middle(all).into();
        }
        println!("{figures}");
    }
    Ok(())
}

async fn through(clerk: &mut Clerk, goods: &Goods, lines: usize, round: usize, took: &mut Took) -> Result<(), Failure> {
    let orders = [
        ("/admin/warehouse.InboundOrder", goods.bought(lines, round), ["in_saved_ms", "in_reviewed_ms", "in_stocked_ms", "in_read_ms"]),
        ("/admin/warehouse.OutboundOrder", goods.sold(lines), ["out_saved_ms", "out_reviewed_ms", "out_stocked_ms", "out_read_ms"]),
    ];
    for (path, body, names) in orders {
        let began = Instant::now();
        let id = clerk.done(&format!("{path}/add"), body).await?["id"].clone();
        note(took, names[0], began);
        for (step, name) in ["audit", "stock"].into_iter().zip(&names[1..]) {
            let began = Instant::now();
            clerk.done(&format!("{path}/{step}"), json!({ "id": id })).await?;
            note(took, name, began);
        }
        let began = Instant::now();
        clerk.get(&format!("{path}/edit?id={id}")).await?;
        note(took, names[3], began);
    }
    Ok(())
}
