//! Orders: their rules and the actor that lets one change through at a time.

pub mod port;
