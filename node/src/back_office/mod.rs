//! The start of the back office: login, refresh, logout, and what its first page reads.
//!
//! Not here: the logins themselves ([`crate::identity::login`]). Start at [`session_api`].

pub mod first_steps_api;
pub mod profile_api;
pub mod session_api;
pub mod views;
