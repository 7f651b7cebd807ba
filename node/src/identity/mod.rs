//! Who is who: passwords, tokens and sessions; what they may do: menu rules and groups; how often
//! they may try ([`attempts`]); and the log of what they did.

pub mod attempts;
pub mod believed;
pub mod blocked;
pub mod common;
pub mod groups;
pub mod hashing;
pub mod issuer;
pub mod journal;
pub mod keys;
pub mod limits;
pub mod menu;
pub mod passwords;
pub mod sessions;
pub mod tokens;
