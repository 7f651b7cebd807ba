//! The program's HTTP server: the router, and the middleware of every route.
//!
//! Here: which families of endpoints there are ([`endpoints`]), who is let in ([`guard`], [`key_guard`], [`member_guard`]), limits
//! and headers. Not here: bodies, lists and answers ([`crate::http`]), and the routes, which are in the `api` files of their
//! nouns. Nothing imports this folder but the program's start. Start at [`router`].

pub mod blocked;
pub mod body_limit;
pub mod endpoints;
pub mod entrance;
pub mod guard;
pub mod key_guard;
pub mod log_line;
pub mod member_guard;
pub mod metrics;
pub mod router;
pub mod secure_headers;
pub mod web_app;
