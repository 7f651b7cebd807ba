//! Serves declared resources: everything around a read or a write.
//!
//! Here: the one way to use a resource ([`call`]), behaviour that a declaration can't say ([`hooks`],
//! a type of the noun that it belongs to), the routes ([`api`]; [`added`] for resources that come and
//! go while the node runs), their part of the API document
//! ([`document`]) and what the web app knows of declarations ([`schema_api`]). Not here: reading,
//! checking and writing rows, which is `entrepot_store::resource`, and rules of one noun alone.
//! Start at [`call::Call`].

pub mod added;
pub mod api;
pub mod body;
pub mod call;
pub mod document;
pub mod hooks;
pub mod levels;
pub mod schema_api;
pub mod schema_views;

pub use self::call::Call;
