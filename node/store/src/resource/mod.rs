//! Declared resources: a table that is declared once has its schema, its checks, its list, its form
//! and everything around it from the declaration.
//!
//! [`declaration`] is the language; [`goods`], [`company`], [`identity`], [`routine`], [`security`], [`shop`], [`shop_goods`],
//! [`companies`], [`people`], [`ads`], [`announcements`], [`site`], [`trade`], [`trade_declaration`], [`expo`] and [`system`] are said in it, [`catalogue`] has all of them. [`schema`] and [`defined`] define the tables,
//! [`body`] reads what is sent into typed values, [`validate`] checks them by their [`kinds`] and [`forms`] what texts must look
//! like, [`query`] makes conditions and orders, [`read`] and [`write`]
//! do what they say, [`alike`] keeps the forms in which texts are compared and sorted, [`tree`] and [`sortable`] are the pure parts, [`bin`] is the recycle bin and the
//! log of sensitive fields. What was read is kept until it is written ([`crate::cache`]): long lists'
//! quick search by [`quick`] (its texts: [`texts`]), pages by [`pages`], rows by [`rows`].

pub mod added;
mod ads;
pub(crate) mod alike;
mod announcements;
pub mod api_key;
pub mod api_log;
pub mod bin;
pub mod body;
pub mod catalogue;
mod companies;
mod company;
pub mod declaration;
pub(crate) mod defined;
pub mod error;
pub mod events;
mod expo;
pub mod forms;
mod goods;
pub mod history;
pub mod identity;
pub mod kinds;
pub mod labels;
pub mod listed;
pub mod notices;
pub mod numbering;
pub mod outside;
mod pages;
mod people;
pub mod query;
mod quick;
pub mod read;
pub mod rich_text;
mod routine;
pub mod row;
mod rows;
mod schema;
mod secrets;
mod security;
mod shop;
mod shop_evaluation;
mod shop_goods;
mod shop_recharge;
mod site;
pub mod site_articles;
pub mod sms;
pub mod sortable;
mod system;
pub(crate) mod texts;
mod trade;
mod trade_declaration;
pub mod tree;
pub mod validate;
pub mod write;

pub use body::TypedBody;
pub use declaration::{Field, Kind, Resource};
pub use error::RecordError;
pub use write::Act;
