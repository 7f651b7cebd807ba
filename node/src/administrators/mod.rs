//! The pages of administrators: their accounts, groups, rules, API keys and log.
//!
//! Not here: who somebody is and what they may do ([`crate::identity`]), which every route needs. Start at [`account_hooks`].

pub mod account_hooks;
pub mod api_key_api;
pub mod api_key_hooks;
pub mod api_key_service;
pub mod group_hooks;
pub mod list_view_api;
pub mod log_hooks;
pub mod rule_hooks;
pub mod saved_filter_api;
pub mod why_api;
