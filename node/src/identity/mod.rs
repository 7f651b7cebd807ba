//! Who is who: passwords, tokens and sessions; what they may do: menu rules and groups; how often
//! they may try; and the log of what they did.

pub mod believed;
pub mod blocked;
pub mod groups;
pub mod issuer;
pub mod journal;
pub mod limits;
pub mod menu;
pub mod passwords;
pub mod sessions;
pub mod tokens;
