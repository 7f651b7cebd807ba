//! The database itself: the connection, its migrations, the one way to run a transaction, and values between Rust,
//! JSON and SurrealDB. Knows no table of the trade. Start at [`transaction`].

pub(crate) mod after;
pub mod connect;
pub(crate) mod database_info;
mod deleting;
pub(crate) mod id_blocks;
pub(crate) mod look_up;
pub(crate) mod memory;
pub mod migrate;
pub(crate) mod replacing;
mod reserved_ids;
pub mod stored;
pub(crate) mod time_limit;
pub mod transaction;
pub mod typed;
pub mod value;
mod wal_repair;
