//! Everything that is stored, over SurrealDB: the only crate that speaks SurrealQL.
//!
//! | Folder | What lives there |
//! |---|---|
//! | [`engine`] | the connection, migrations, transactions, values |
//! | [`ledger`] | what actors of warehouses load and write; its index; lists of its rows |
//! | [`cache`] | what was read, kept until it is written |
//! | [`order`] | orders, their lists, what they may refer to; [`commands`] that were given |
//! | [`count`] | count sheets |
//! | [`inventory`] | questions about stock |
//! | [`inbox`] | notifications, written in the transaction that causes them; [`digest`]: daily summaries |
//! | [`codes`] | what carries a code that is scanned |
//! | [`imports`] | what imports made, so that it can be taken back |
//! | [`identity`], [`member`] | administrators and members: accounts, rights, sessions |
//! | [`resource`] | the engine of declared resources |
//! | [`shop`] | SKUs of goods, and what the ledger offers of them |
//! | [`trade`] | the nomenclature of customs in memory, tariffs, declarations |
//! | [`storefront`] | what visitors of the shop read; carts |
//! | [`attachments`], [`unused_uploads`] | uploaded files, and which of them nothing refers to |
//! | [`listing`] | what may be asked of any list |
//! | [`api_log`] | the log of API calls and its counts |
//! | [`maintenance`] | check, backup, restore |
//!
//! Rules of the trade live in `actors`, HTTP in `node`. Every query is bound; names of tables, fields and orders come
//! from declarations. Start reading at [`engine::transaction`], then [`ledger`].
#![recursion_limit = "256"]

pub mod ads;
pub mod announcements;
pub mod api_log;
pub mod articles;
pub mod attachments;
pub mod cache;
mod choice;
pub mod codes;
pub mod commands;
pub mod comments;
pub mod companies;
pub mod count;
pub mod delivery;
pub mod digest;
pub mod engine;
pub mod event;
pub mod export_templates;
pub mod first_steps;
pub mod identity;
pub mod imports;
pub mod inbox;
pub mod inventory;
pub mod leases;
pub mod ledger;
pub mod listing;
pub mod maintenance;
pub mod member;
pub mod order;
pub mod people;
pub mod platform;
pub mod resource;
pub mod scope;
pub mod sealed_secrets;
pub mod shop;
pub mod site;
mod startup;
pub mod storefront;
pub mod task_steps;
#[cfg(test)]
#[path = "../tests/store/support/stock.rs"]
mod test_support;
pub mod trade;
pub mod unused_uploads;
pub mod upload_room;

pub use engine::connect::{Store, StoreConfig};

// The support of the tests speaks of the store by its name.
#[cfg(test)]
extern crate self as entrepot_store;
