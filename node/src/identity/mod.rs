//! Who calls, administrators and members, and what they may do.
//!
//! Here: passwords ([`passwords`], [`hashing`]) and how often they may be tried ([`attempts`]), sessions ([`sessions`],
//! [`member_sessions`]), the login of administrators ([`login`]), who a request comes from ([`admin_request`], [`member_request`]),
//! groups and menu rules ([`groups`], [`rule_seeds`], [`menu`]), why somebody may do what ([`why`]), keys of other programs
//! ([`api_keys`]). Not here: the pages of administrators ([`crate::administrators`]) and of members ([`crate::member`]). Start at [`sessions`].

pub mod account_notices;
pub mod admin_request;
pub mod api_keys;
pub mod attempts;
pub mod blocked;
pub mod common;
pub mod contact;
pub mod cost;
pub mod groups;
pub mod hashing;
pub mod issuer;
pub mod keyed_locks;
pub mod keys;
pub mod list_views;
pub mod lockout;
pub mod login;
pub mod member_request;
pub mod member_rights;
pub mod member_sessions;
pub mod menu;
pub mod order_rights;
pub mod own_account;
pub mod passwords;
pub mod rule_seeds;
pub mod rule_titles;
pub mod saved_filters;
pub mod sessions;
pub mod tokens;
pub mod why;
pub mod why_views;
