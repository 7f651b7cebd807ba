//! What visitors of the shop read, and the carts of members.
//!
//! | Module | What it has |
//! |---|---|
//! | [`shelf`] | the goods on shelf in memory, searched, filtered and sorted there; [`renewal`] reads them |
//! | [`page`] | the home page's rows, classifies, and one of the goods with its SKUs |
//! | [`offers`] | how many pieces of a SKU the warehouses have to offer |
//! | [`together`] | which goods are bought with which |
//! | [`evaluations`] | what members say of goods |
//! | [`cart`] | lines of carts, and what they stand for now |
//!
//! Rows are written by the back office, as declared resources; orders count sales. Nothing here decides an order: what
//! is shown of stock is a hint, and the ledger alone accepts.

pub mod cart;
pub mod evaluations;
pub mod offers;
pub mod page;
pub mod renewal;
pub mod shelf;
pub mod together;
