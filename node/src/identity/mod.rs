//! Administrators: who they are and what they may do.
//!
//! Here: passwords ([`passwords`], [`hashing`]) and how often they may be tried ([`attempts`]), tokens
//! and sessions ([`tokens`], [`sessions`]), the login ([`login`]), what people are told about their accounts
//! ([`account_notices`]), groups and menu rules ([`groups`], [`rule_seeds`], [`rule_titles`], [`menu`]), why somebody may do what ([`why`]), filters
//! of lists that people have saved ([`saved_filters`]), keys of other programs ([`api_keys`], made by
//! [`api_key_service`]), and the routes for
//! logging in and one's own profile. Not here: members, who are a realm of their own ([`crate::member`]), and the audit log
//! ([`crate::audit_log`]). Start at [`sessions`].

pub mod access;
pub mod account_hooks;
pub mod account_notices;
pub mod api_key_api;
pub mod api_key_hooks;
pub mod api_key_service;
pub mod api_keys;
pub mod attempts;
pub mod blocked;
pub mod common;
pub mod contact;
pub mod cost;
pub mod group_hooks;
pub mod groups;
pub mod hashing;
pub mod issuer;
pub mod keyed_locks;
pub mod keys;
pub mod lockout;
pub mod login;
pub mod menu;
pub mod origin;
pub mod passwords;
pub mod profile_api;
pub mod rule_hooks;
pub mod rule_seeds;
pub mod rule_titles;
pub mod saved_filter_api;
pub mod saved_filters;
pub mod session_api;
pub mod sessions;
pub mod tokens;
pub mod views;
pub mod why;
pub mod why_api;
pub mod why_views;
