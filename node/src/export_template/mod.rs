//! Exports that are kept as templates and made by schedule, for several people, each under their own rights.
//!
//! Here: the rows' rules ([`hooks`]) and the runs ([`service`]). Not here: how a file is made
//! ([`crate::data_exchange`]): a run asks the API for the export as the receiver would.

pub mod hooks;
pub mod service;
