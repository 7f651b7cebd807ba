//! Serves declared resources: everything around a read or a write.
//!
//! Here: a call of a resource ([`call`]) and what it does ([`reading`], [`writing`], [`commanding`]), what stands beside a
//! declaration that it can't say ([`call::Hook`], a type of the noun that it belongs to; [`hooks`] is the table), the
//! routes ([`routes`], [`api`]; [`added`] for resources that come and go while the node runs), their part of the API
//! document ([`document`]), what the web app knows of declarations ([`schema_api`]) and the history of a row
//! ([`history_api`]). Not here: reading,
//! checking and writing rows, which is `entrepot_store::resource`, and rules of one noun alone.
//! Start at [`call::Call`].

pub mod added;
pub mod added_api;
pub mod api;
pub mod call;
mod commanding;
pub mod document;
pub mod history_api;
pub mod hooks;
pub mod planned;
pub mod reading;
pub mod request;
pub mod routes;
pub mod schema_api;
pub mod schema_views;
pub mod writing;

pub use self::call::Call;
