//! Identity of administrators: groups, rules and who is where ([`directory`]), what follows from it
//! ([`rights`]), the rules that a new site begins with ([`seed`]), and the log of what
//! administrators do ([`log`]); and whose passwords were wrong ([`failures`]).

pub mod accounts;
pub mod directory;
pub mod failures;
pub mod log;
pub mod refresh_tokens;
pub mod rights;
pub mod seed;
