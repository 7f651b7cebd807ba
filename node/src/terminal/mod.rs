//! The back office's terminal: fixed commands of an operator, whose lines are shown while they run. There is no shell, and no
//! command takes an argument.
//!
//! [`commands`] is the table of what there is; [`run`] runs one within its limits and answers its lines as events; [`api`] has
//! the routes of the own page, those of BuildAdmin's client are in [`crate::buildadmin_compat`].

pub mod api;
pub mod commands;
pub mod run;
