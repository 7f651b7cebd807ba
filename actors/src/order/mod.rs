//! Orders: their rules and the actor that lets one change through at a time.
//!
//! [`rules`] decides commands (pure), by where an order stands ([`state`]) and what the world says ([`facts`], of which
//! [`needs`] says what has to be looked up); a [`decision`] is the order's next version and its [`effect`] on the warehouse,
//! which is asked for goods by [`demand`]. [`lines`] checks what a person filled in,
//! [`adjustment`] the lines of adjustments, [`supplier_return`] what goes back to a supplier, [`receipt`] what comes in, [`batches`] what products say of their batches,
//! [`edit`] merges a change into an order, [`unseen`] keeps what its sender does not see, [`notices`] says whom a step notifies,
//! [`actor`] executes commands, [`orders`] finds or starts the actor, [`shared`] is what all of them need,
//! [`deletion`] deletes several orders, [`units`] converts what is entered in other units, `decimals` keeps quantities to
//! those of their units, `reserved` releases reservations and hands them over.

pub mod actor;
pub mod adjustment;
pub mod batches;
pub mod costs;
mod decimals;
pub mod decision;
pub mod deletion;
pub mod demand;
pub mod edit;
mod effect;
pub mod facts;
pub mod lines;
pub mod needs;
mod notices;
pub mod orders;
pub mod picks;
pub mod port;
pub mod receipt;
mod reserved;
pub mod reversal;
pub mod rules;
pub mod shared;
pub mod shipping;
pub mod state;
pub mod supplier_return;
pub mod transfer;
pub mod units;
pub mod unseen;

#[cfg(test)]
mod adjustment_tests;
#[cfg(test)]
mod made_tests;
#[cfg(test)]
mod receipt_tests;
#[cfg(test)]
mod step_tests;
#[cfg(test)]
mod test_orders;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod transfer_tests;
