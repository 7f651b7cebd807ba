//! The site's settings.
//!
//! Here: what is done with them ([`service`]), their values between form and database ([`values`]), what follows
//! a change ([`hooks`]), and the routes ([`api`]). Not here: the
//! operator's configuration of a node, which is [`crate::config`]. Start at [`service`].

pub mod address;
pub mod api;
pub mod bodies;
pub mod entrance;
pub mod hooks;
pub mod service;
pub mod shop;
pub mod shop_table;
pub mod site;
mod values;
pub mod views;

pub use self::service::*;
