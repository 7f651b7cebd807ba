//! Declarations of resources. Everything else follows from them: schema, checks, list, search, form, permissions,
//! OpenAPI, import and export.

mod field;
mod resource;

pub use field::*;
pub use resource::*;
