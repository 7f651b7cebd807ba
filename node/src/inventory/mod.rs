//! Queries of stock, the ledger and the dashboard; held batches and reservations.
//!
//! Not here: changes of stock, which only the warehouses' actors make (`actors::warehouse`), and SQL.
//! Start at [`api`].

pub mod api;
pub mod barcode_api;
pub mod closing_api;
pub mod dashboard_api;
mod dashboard_period;
pub mod export;
pub mod free_api;
pub mod hold_api;
pub mod hold_export;
pub mod hold_service;
pub mod hooks;
pub mod level_api;
pub mod level_export;
pub mod name_cells;
pub mod recall;
pub mod refusals;
pub mod reservation_export;
pub mod reservation_views;
pub mod safety_hooks;
pub mod trace_api;
pub mod unit_hooks;
pub mod unit_views;
pub mod views;
