//! Trade fairs and the companies met there.
//!
//! Here: what happens around their rows ([`hooks`]), and the step by which a company becomes a customer or a supplier ([`become_api`]). Not here: the
//! reminder of contacts that are due, which is a scheduled task ([`crate::jobs::kinds`]). Start at [`hooks`].

pub mod become_api;
pub mod contacts;
pub mod hooks;
