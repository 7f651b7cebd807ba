//! Queries of stock, the ledger and the dashboard.
//!
//! Not here: changes of stock, which only the warehouses' actors make (`actors::warehouse`), and SQL.
//! Start at [`api`].

pub mod api;
pub mod dashboard_api;
pub mod hooks;
pub mod unit_hooks;
pub mod unit_views;
pub mod views;
