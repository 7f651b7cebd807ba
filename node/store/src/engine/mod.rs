//! The database itself: the connection, its migrations, the one way to run a transaction, and values between Rust,
//! JSON and SurrealDB. Knows no table of the trade. Start at [`transaction`].

pub(crate) mod caches;
pub mod connect;
pub(crate) mod id_prefetch;
pub mod migrate;
pub mod transaction;
pub mod typed;
pub mod value;
mod wal_repair;
