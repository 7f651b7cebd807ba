//! Ways back: the recycle bin and the log of sensitive fields.
//!
//! Here: what happens around their rules and logs ([`hooks`]), putting back ([`put_back`]), routes
//! ([`api`]). Not here: what is kept of a deleted row (`entrepot_store::resource::bin`). Start at
//! [`put_back`].

pub mod api;
pub mod history_api;
pub mod hooks;
mod names;
pub mod put_back;
pub mod views;
