//! Notifications: one queue actor a recipient who is watching, on each node where he is.
//!
//! The store gives the numbers; a queue brings what is new to the sessions, in the order of the
//! numbers, without a gap. [`queue`] is the actor, [`notifications`] finds it.

pub mod notifications;
pub mod port;
pub mod queue;
