//! The public site: its texts, its articles, the trade platform, and the message board.
//!
//! Here: routes ([`content_api`], [`article_api`], [`platform_api`], [`message_board_api`]), what they read ([`articles`]), and
//! what happens around their rows in the back office ([`hooks`], [`article_hooks`]). Not here: the site's settings ([`crate::settings`]). Start at [`content_api`].

pub mod article_api;
pub mod article_hooks;
pub mod articles;
pub mod content_api;
pub mod hooks;
pub mod message_board_api;
pub mod platform_api;
pub mod search;
