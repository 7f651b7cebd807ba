//! What pages list: orders, inventory, ledger rows, the dashboard. [`listing`] builds the conditions,
//! [`names`] has the names of what rows refer to, [`product_stock`] how much there is of a product, [`facts`] what an
//! order may refer to; [`referred`] remembers such rows.

pub mod dashboard;
pub mod facts;
pub mod inventory;
pub mod ledger;
pub(crate) mod ledger_memory;
mod ledger_order;
pub mod listing;
pub(crate) mod names;
pub mod orders;
mod product_stock;
mod referred;
