//! Measures Entrepot beside what its user would use instead. `ops/bench/run` runs all of it.
//!
//! Lives here: the clients and the clocks, a line of JSON for each figure. The other side's set-up
//! is in `postgres/` and `socketio/`, the table is made by `table.mjs`.
#![recursion_limit = "256"]

mod fill;
mod flows;
mod heard;
mod http;
mod large;
mod lists;
mod moves;
mod proof;
mod shop;
mod shop_fill;
mod shop_lists;
mod sockets;
mod steps;
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
    /// The same as steps of orders, through the order's actor: what `moves` does, without HTTP.
    Steps(stock::Run),
    /// One notification to many websocket sessions.
    Sockets(sockets::Options),
    /// Durable stock moves per second through HTTP.
    Moves(moves::Options),
    /// Whole orders per second through HTTP: inbound, outbound, transfer.
    Flows(flows::Options),
    /// Orders of many lines through HTTP.
    Large(large::Options),
    /// Fills an empty database with many ledger rows, products and brands.
    Fill(fill::Options),
    /// Lists through HTTP, over what `fill` has made.
    Lists(lists::Options),
    /// Fills an empty database with goods, members and coupons of the shop.
    ShopFill(shop_fill::Options),
    /// Members buy, all at once for the last pieces, or take coupons, over what `shop-fill` has made.
    Shop(shop::Options),
    /// What visitors of the shop look at, over the same.
    ShopLists(shop_lists::Options),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // As in the node: without a subscriber every span of the database is formatted for nobody.
    tracing_subscriber::fmt().with_max_level(tracing_subscriber::filter::LevelFilter::WARN).init();
    let runtime = tokio::runtime::Runtime::new;
    match Arguments::parse().what {
        What::Stock(options) => runtime()?.block_on(stock::run(options)),
        What::Steps(options) => runtime()?.block_on(steps::run(options)),
        What::Sockets(options) => sockets::run(options),
        What::Moves(options) => runtime()?.block_on(moves::run(options)),
        What::Flows(options) => runtime()?.block_on(flows::run(options)),
        What::Large(options) => runtime()?.block_on(large::run(options)),
        What::Fill(options) => runtime()?.block_on(fill::run(options)),
        What::Lists(options) => runtime()?.block_on(lists::run(options)),
        What::ShopFill(options) => runtime()?.block_on(shop_fill::run(options)),
        What::Shop(options) => runtime()?.block_on(shop::run(options)),
        What::ShopLists(options) => runtime()?.block_on(shop_lists::run(options)),
    }
}
