//! Limits on client connections: their number ([`admission`]), how long each may wait ([`progress`]), and how many
//! files the process may open ([`open_files`]). The sockets themselves are in [`crate::ws::connection`].

pub mod admission;
pub mod open_files;
pub mod progress;
