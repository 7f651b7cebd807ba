//! What a resource says of itself. Everything else follows from it: schema, checks, list, search,
//! form, permissions, OpenAPI, import and export.

mod field;
mod resource;

pub use field::*;
pub use resource::*;
