//! Who is who: passwords, tokens and sessions.

pub mod passwords;
pub mod sessions;
pub mod tokens;
