//! Measures Entrepot beside what its user would use instead. `ops/bench/run` runs all of it.
#![recursion_limit = "256"]

mod stock;

use clap::{Parser, Subcommand};

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Durable stock moves per second through the warehouse actor.
    Stock(stock::Options),
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    match Arguments::parse().what {
        What::Stock(options) => stock::run(options).await,
    }
}
