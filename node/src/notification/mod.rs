//! Administrators' notifications: what they say ([`texts`]), reading them and marking
//! them as read ([`api`]).
//!
//! Not here: when one is made (`actors::notification`), and how it reaches an open page
//! ([`crate::ws`]). Start at [`api`].

pub mod api;
pub mod quiet;
pub mod shop_api;
pub mod texts;
pub mod views;
