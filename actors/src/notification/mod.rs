//! Notifications: on each node, a queue actor for each recipient who has a session there.
//!
//! The store gives the numbers; a queue passes new notifications to the sessions in the order of their numbers,
//! without a gap. [`queue`] is the actor, [`notifications`] finds it.

pub mod notifications;
pub mod port;
pub mod queue;
