//! Orders: what people do with them ([`service`]), what clients send ([`body`], [`step_body`]), what is answered ([`views`],
//! [`fields`], [`line_views`]), the fields that come back as they were shown ([`read_only`]), what goods that go back cost more
//! or less ([`differences`]), their papers ([`papers`]), their list as a file ([`export`]), orders of a file ([`file_import`]) and
//! its columns ([`line_table`]), and the routes, which are made from the table of order kinds ([`routes`]) for one set of handlers
//! ([`api`]).
//!
//! Not here: what an order may do (`actors::order`), the kinds (`bus_schemas::order::kinds`), and the rows of orders
//! (`entrepot_store`). Start at [`api`].

pub mod api;
pub mod beside_views;
pub mod body;
pub mod differences;
pub mod export;
pub mod fields;
pub mod file_heads_api;
pub mod file_import;
pub mod import;
pub mod import_api;
pub mod line_table;
pub mod line_views;
pub mod papers;
pub mod pick_views;
pub mod purchase_price_api;
pub mod read_only;
mod refusals;
pub mod reservation_api;
pub mod routes;
pub mod service;
pub mod step_body;
pub mod transit_api;
pub mod transit_export;
pub mod transit_views;
pub mod views;
