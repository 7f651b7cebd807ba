//! The rules of the trade, and the supervised ractor actors around them.
//!
//! Lives here: rules (`decide` and `evolve`: no clock, no I/O, no randomness), the actors with
//! their mailboxes, timers and replies, the ports they own and the bus trait. Lives elsewhere:
//! SurrealQL and HTTP (`node`), message types (`bus-schemas`). Nothing here knows a database.
//!
//! Start reading at [`warehouse`] (the ledger and its group commit), then [`order`] (one actor an
//! order that is worked on), [`notification`] (one queue a recipient), [`placement`] (how an actor
//! is reached), [`bus`], and [`system`], which wires them.

pub mod bus;
pub mod clock;
pub mod count;
pub mod dates;
pub mod folding;
pub mod invisible;
pub mod natural_order;
mod notices;
pub mod notification;
pub mod order;
pub mod placement;
pub mod shop;
pub mod store;
pub mod supervision;
pub mod system;
pub mod warehouse;
