//! The actors over stores and buses that fail on a seeded schedule.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod bus;
mod commands;
mod history;
mod memory_bus;
mod placement;
mod queue;
mod shop;
mod simulation;
mod store;
mod transfers;
mod zones;
