//! Client connections: the listener that all of them come through ([`listener`]) and the sockets themselves
//! ([`connection`]).
//!
//! Here: limits on their number ([`admission`]), how long each may wait ([`progress`]), and how many files the process
//! may open ([`open_files`]). Not here: what is said on them, which is [`crate::http`] and [`crate::ws`]. Start at
//! [`connection`].

pub mod admission;
pub mod connection;
pub mod listener;
pub mod open_files;
pub mod progress;
