//! Questions about stock: lists of stock balances, how much there is of a product, the dashboard's figures.
//! Changes are made in [`crate::ledger`] only.

pub mod closing;
pub mod dashboard;
pub mod days;
pub mod export;
pub mod free;
pub mod holds;
pub mod level_source;
pub mod levels;
pub mod list;
pub mod past;
pub mod picks;
pub(crate) mod product_stock;
pub mod reservations;
pub(crate) mod stock_figures;
pub mod trace;
