//! Notifications: one queue a recipient, with its order, its unread count and its pace.

pub mod port;
