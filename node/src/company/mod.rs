//! Companies that members make, and who belongs to them.
//!
//! Here: what members may do ([`service`]) and its routes ([`api`]), what happens around the rows in the back office
//! ([`hooks`]), and the numbers that companies have ([`uscc`]). Not here: departments and jobs of the own company, which are
//! declared tables only. Start at [`service`].

pub mod api;
pub mod hooks;
pub mod service;
pub mod uscc;
