//! What pages list: orders, inventory, ledger rows, the dashboard. [`listing`] builds the conditions.

pub mod dashboard;
pub mod inventory;
pub mod ledger;
pub(crate) mod ledger_memory;
pub mod listing;
pub mod orders;
