//! The store under the actors it is made for.
#![recursion_limit = "256"]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod audit_log;
mod balances;
mod books;
mod commands;
mod damage;
mod digests;
mod ids;
mod in_use;
mod inbox;
mod keyed_rows;
mod ledger_lists;
mod many_values;
mod notified;
mod past;
mod restored;
mod sums;
mod support;
mod torn_log;
mod trees;
mod turns;
mod uniques;
mod unreadable;
