//! Websocket sessions: notifications and topic events for open pages.
//!
//! Here: one task for each session ([`session`]) with one bounded channel ([`session_channel`]), who gets
//! which event ([`subscribers`], [`topic_visibility`]), the messages of both sides ([`frames`]), and texts that sessions
//! share ([`text_cache`]).
//! Not here: sockets and their limits ([`crate::connections`]) and when a notification is made
//! (`actors::notification`). Start at [`session`].

mod frames;
pub mod registry;
pub mod session;
pub mod session_channel;
pub mod subscribers;
pub mod text_cache;
mod topic_visibility;
