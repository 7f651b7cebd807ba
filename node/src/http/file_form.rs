//! What forms with a file have in common: how the API document describes them, and what is refused of a file of rows.

use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef};

use super::error::ApiError;
use crate::sheet::FILE_MAX;

/// A form with a `file` and these fields, of which some must be there.
#[must_use]
pub fn described(fields: Vec<(&'static str, MetaSchema)>, required: &[&'static str]) -> MetaRequest {
    let inline = |schema: MetaSchema| MetaSchemaRef::Inline(Box::new(schema));
    let file = ("file", inline(MetaSchema::new_with_format("string", "binary")));
    let properties = std::iter::once(file).chain(fields.into_iter().map(|(name, schema)| (name, inline(schema)))).collect();
    let required = std::iter::once("file").chain(required.iter().copied()).collect();
    let schema = inline(MetaSchema { properties, required, ..MetaSchema::new("object") });
    MetaRequest { description: None, content: vec![MetaMediaType { content_type: "multipart/form-data", schema }], required: true }
}

/// A form with rows that can't be read.
pub fn broken(error: impl std::fmt::Display) -> ApiError {
    tracing::debug!(%error, "a form can't be read");
    ApiError::field("file", "error.import.file")
}

/// Refuses a file of rows that is not there or too large.
pub fn check_rows(file: &[u8]) -> Result<(), ApiError> {
    match file.len() {
        0 => Err(ApiError::field("file", "error.import.file")),
        length if length > FILE_MAX => Err(ApiError::field("file", "error.too_large")),
        _ => Ok(()),
    }
}

/// A switch: on for `1` and `true`, off for `0`, `false` and nothing.
pub fn switch(name: &str, text: &str) -> Result<bool, ApiError> {
    match text.trim() {
        "1" | "true" => Ok(true),
        "" | "0" | "false" => Ok(false),
        _ => Err(ApiError::field(name, "error.choice")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_that_can_not_be_read_is_refused() {
        let read = |text: &str| switch("dry", text).ok();
        assert_eq!(["1", " true ", "0", "false", ""].map(read), [Some(true), Some(true), Some(false), Some(false), Some(false)]);
        for odd in ["yes", "on", "2", "TRUE!"] {
            assert!(matches!(switch("dry", odd), Err(ApiError::Field { field, .. }) if field == "dry"), "{odd}");
        }
    }
}
