//! Texts of one line that people enter.

use crate::error::ServiceError;

/// A text of one line, trimmed; at most so many characters, and none that can't be seen in a line.
pub fn one_line(field: &str, text: &str, most: usize) -> Result<String, ServiceError> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(ServiceError::field(field, "error.required")),
        length if length > most => Err(ServiceError::field(field, "error.text.long")),
        _ if text.chars().any(char::is_control) => Err(ServiceError::field(field, "error.text.line")),
        _ => Ok(text.to_owned()),
    }
}
