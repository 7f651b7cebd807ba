//! Companies that members make, and who belongs to them.
//!
//! Here: what members may do ([`service`]) and its routes ([`api`]), what happens around the rows in the back office
//! ([`hooks`]), and the numbers that companies have ([`uscc`]). Departments of the own company are declared tables; who may move them is
//! [`department_hooks`]. Not here: jobs, which are declared only. Start at [`service`].

pub mod api;
pub mod department_hooks;
pub mod hooks;
pub mod service;
pub mod uscc;
