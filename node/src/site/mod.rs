//! The public site: its texts, and the message board.
//!
//! Here: routes ([`content_api`], [`message_board_api`]) and what happens around their rows in the back
//! office ([`hooks`]). Not here: the site's settings ([`crate::settings`]). Start at [`content_api`].

pub mod content_api;
pub mod hooks;
pub mod message_board_api;
