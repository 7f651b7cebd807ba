//! Whole nodes, started as an operator starts them and asked as clients ask them.
#![recursion_limit = "256"]

mod bad_input;
mod cluster;
mod crash;
mod import;
mod sessions;
mod story;
mod support;
