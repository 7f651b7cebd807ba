//! The log of API calls.
//!
//! Here: what is noted of a request while it is answered ([`call`]), how it is counted ([`counting`], [`buckets`]), what is
//! hidden before anything is stored ([`masking`]), how lines are written behind the answers ([`writer`]), what a site has set
//! ([`settings`]), and what the board shows ([`board`], [`board_api`]). Not here: the administrators' log
//! ([`crate::audit_log`]), which nobody can switch off. Start at [`call`].

pub mod board;
pub mod board_api;
pub mod buckets;
pub mod call;
pub mod counting;
pub mod hooks;
pub mod masking;
pub mod settings;
pub mod writer;

pub use writer::ApiLog;
