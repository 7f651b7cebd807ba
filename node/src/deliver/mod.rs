//! Hands events on to who should know outside: plans a delivery for each target that wants an event ([`plan`]), sends those that
//! are due ([`worker`]), and says what came of them (`event.Delivery`).
//!
//! Start at [`Deliverer`]. What a target may know is asked when it is sent ([`visible`]). Not here: what an event is
//! ([`bus_schemas::event`]), and how it gets its number ([`entrepot_store::event`]).

pub mod events_api;
pub mod hooks;
pub mod item_hooks;
pub mod items;
pub mod letters;
pub mod own_mails;
pub mod plan;
pub mod signature;
pub mod visible;
pub mod webhook;
pub mod webhook_delivery;
pub mod wording;
pub mod worker;

pub mod seeds;

pub use worker::{Deliverer, LOOK_EVERY};
