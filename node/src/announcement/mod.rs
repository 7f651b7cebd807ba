//! Announcements to administrators and members.
//!
//! Here: telling their people ([`service`]), reading and confirming ([`api`]), and what happens around the rows in the back
//! office ([`hooks`]). Not here: notifications about what happens ([`crate::notification`]), and notices to a single member
//! ([`crate::member`]). Start at [`service`].

pub mod api;
pub mod hooks;
pub mod service;
