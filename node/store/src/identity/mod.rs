//! Identity of administrators: groups, rules and memberships ([`directory`]), the rights computed from them
//! ([`rights`], what each needs in a warehouse: [`warehouse_rights`]), the rules of a new site ([`seed`]), the audit log ([`log`]) failed logins ([`failures`]),
//! where sign-ins came from (`devices`), what proves keys of other programs ([`api_keys`]), the filters of lists that people have given names ([`saved_filters`]), and how they look at lists ([`list_views`]).

pub mod accounts;
pub mod api_keys;
pub mod chiefs;
mod devices;
pub mod directory;
pub mod failures;
pub mod list_views;
pub mod log;
pub mod mutes;
pub mod refresh_tokens;
pub mod rights;
pub mod saved_filters;
pub mod seed;
pub mod warehouse_rights;
