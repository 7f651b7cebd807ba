//! What pages list: orders, inventory, ledger rows, the dashboard. [`listing`] builds the conditions.

pub mod dashboard;
pub mod inventory;
pub mod ledger;
pub mod listing;
pub mod orders;
