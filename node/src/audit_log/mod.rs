//! The audit log: the queue of its lines and how they are written ([`journal`]), and how those of refused strangers become few.
//!
//! Not here: the line of a request (`server::log_line`), what happens around its rows (`administrators::log_hooks`), and the
//! program's own log (`tracing`). Start at [`journal`].

pub mod journal;
mod strangers;
