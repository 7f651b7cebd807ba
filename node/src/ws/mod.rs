//! Websocket sessions: notifications and pokes for open pages.

pub mod audience;
pub mod connection;
pub mod door;
pub mod registry;
pub mod session;
mod telling;
pub mod texts;
pub mod words;
