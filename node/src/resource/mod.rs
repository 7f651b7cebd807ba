//! Serves declared resources: everything around a read or a write.
//!
//! Here: a call of a resource ([`call`]) and what it does ([`reading`], [`writing`], `commanding`), what stands beside a
//! declaration that it can't say ([`call::Hook`], a type of the noun that it belongs to; `hooks.rs` of the crate is the table),
//! the routes ([`routes`], [`api`], [`added`]), their part of the API document ([`document`]), and what the web app knows of
//! declarations ([`schema_api`]). Not here: reading, checking and writing rows, which is `entrepot_store::resource`. Start at [`call::Call`].

pub mod added;
pub mod added_api;
pub mod api;
pub mod call;
mod commanding;
pub mod document;
pub mod planned;
pub mod reading;
pub mod request;
pub mod routes;
pub mod schema_api;
pub mod schema_views;
mod sealing;
pub mod writing;

pub use self::call::Call;
