//! The site's settings.
//!
//! Here: their values and the form of each ([`service`]), and the routes ([`api`]). Not here: the
//! operator's configuration of a node, which is [`crate::config`]. Start at [`service`].

pub mod api;
pub mod entrance;
pub mod service;
pub mod views;

pub use self::service::*;
