//! Orders: their rules and the actor that lets one change through at a time.
//!
//! [`rules`] knows the transitions and what each means for the warehouse (pure), [`lines`] checks
//! what a person filled in, [`actor`] carries a command through, [`orders`] finds or starts it.

pub mod actor;
pub mod lines;
pub mod orders;
pub mod port;
pub mod rules;

#[cfg(test)]
mod tests;
