//! Questions about stock: lists of stock balances, how much there is of a product, the dashboard's figures.
//! Changes are made in [`crate::ledger`] only.

pub mod closing;
pub mod dashboard;
pub mod days;
pub mod export;
pub mod free;
pub mod holds;
pub mod level_rows;
pub mod level_source;
mod level_values;
pub mod levels;
pub mod list;
pub(crate) mod listed_places;
mod minimums;
pub mod moved;
pub mod past;
pub mod picks;
pub mod place_columns;
pub(crate) mod product_stock;
pub mod put_away;
pub(crate) mod read_model;
pub mod reservations;
pub mod trace;
