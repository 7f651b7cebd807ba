//! Orders: what people do with them ([`service`]), what is answered ([`views`]), what a body may say ([`body`]), the
//! fields that come back as they were shown ([`read_only`]), their papers ([`printed`]), and the routes, which are made from the table of order
//! kinds ([`routes`]) for one set of handlers ([`api`]).
//!
//! Not here: what an order may do (`actors::order`), the kinds (`bus_schemas::order::kinds`), and the rows of orders
//! (`entrepot_store`). Start at [`api`].

pub mod api;
pub mod body;
pub mod import;
pub mod import_api;
pub mod printed;
pub mod read_only;
pub mod routes;
pub mod service;
pub mod transit_api;
pub mod transit_views;
pub mod views;
