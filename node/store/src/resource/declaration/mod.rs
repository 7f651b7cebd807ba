//! Declarations of resources. Everything else follows from them: schema, checks, list, search, form, permissions,
//! OpenAPI, import and export.

mod command;
mod field;
mod resource;
mod translated;

pub use command::{Command, From};
pub use field::*;
pub use resource::*;
pub(super) use translated::with_companions;
