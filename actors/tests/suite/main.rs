//! The actors over stores and buses that fail on a seeded schedule.

mod bus;
mod queue;
mod simulation;
mod store;
