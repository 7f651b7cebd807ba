//! The audit log.
//!
//! Here: the queue of entries and how they are written ([`journal`]), the entry of one request
//! ([`request`]), how those of refused strangers become few ([`strangers`]), and what happens around its rows ([`hooks`]). Not here: the program's own log
//! (`tracing`). Start at [`journal`].

pub mod hooks;
pub mod journal;
pub mod request;
mod strangers;
