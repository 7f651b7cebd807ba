//! Everything that is stored, over SurrealDB: the only crate that speaks SurrealQL.
//!
//! Lives here: the connection and its migrations ([`connect`], [`migrations`]), the one way to
//! run a transaction ([`transaction`]), the actors' ports ([`warehouse`], [`order`],
//! [`notification`]; what is remembered of [`commands`]; word on its way in `delivery`), accounts, groups and rules ([`identity`]), members ([`members`]), refresh tokens ([`rotation`]), declared
//! resources ([`records`]), what pages list ([`queries`]; what may be asked of any list: [`listing`]),
//! and what operators need ([`check`], [`backup`]). Rules of the trade live in `actors`, HTTP in
//! `node`. Every query is bound; names of tables, fields and orders come from declarations.
//!
//! Start reading at [`transaction`], then [`warehouse`].
#![recursion_limit = "256"]

pub mod accounts;
pub mod attachments;
pub mod backup;
pub mod check;
pub mod commands;
pub mod connect;
mod delivery;
pub mod identity;
pub mod listing;
pub mod members;
pub mod migrations;
pub mod notification;
pub mod order;
pub mod queries;
mod ready_id;
pub mod records;
pub mod rotation;
pub mod scope;
pub mod site;
mod torn;
pub mod transaction;
pub mod typed;
pub mod value;
pub mod warehouse;

pub use connect::{Store, StoreConfig};
