//! What administrators say to each other about rows and documents: comments with files, in which they name colleagues.
//!
//! Here: which rows can be spoken of and who may ([`subject`]), and the routes ([`api`]). Start at [`api`].

pub mod api;
mod subject;
