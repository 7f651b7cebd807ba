//! Orders: their rules and the actor that lets one change through at a time.
//!
//! [`rules`] knows the transitions and what each means for the warehouse (pure), [`lines`] checks
//! what a person filled in, [`edit`] lays a change over an order, [`actor`] carries a command through,
//! [`orders`] finds or starts it, [`deletion`] deletes several at once.

pub mod actor;
pub mod deletion;
pub mod edit;
pub mod lines;
pub mod orders;
pub mod port;
pub mod rules;

#[cfg(test)]
mod tests;
