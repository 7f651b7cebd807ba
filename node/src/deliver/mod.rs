//! Hands events on to who should know outside: plans a delivery for each target that wants an event ([`plan`]), sends those that
//! are due ([`worker`]), and says what came of them (`event.Delivery`).
//!
//! Start at [`Deliverer`]. What a target may know is asked when it is sent ([`visible`]). Not here: what an event is
//! ([`bus_schemas::event`]), and how it gets its number ([`entrepot_store::event`]).

pub mod events_api;
pub mod hooks;
pub mod plan;
pub mod signature;
pub mod visible;
pub mod webhook;
pub mod worker;

pub use worker::{Deliverer, LOOK_EVERY};
