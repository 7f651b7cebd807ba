//! A warehouse: its stock, its ledger and the actor that serializes what happens to it.
//!
//! [`port`] is what it needs of a store.

pub mod port;
