//! Why a file is not read or not written.

use super::limits::{Limits, ROWS_MAX};

/// A file that is not read or not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    #[error("the file is too large, or unpacks to too much")]
    TooLarge,
    #[error("the file has more than {ROWS_MAX} rows or {} columns", Limits::IMPORT.columns)]
    TooMany,
    #[error("the file can't be read: {0}")]
    Broken(String),
    #[error("the file can't be written: {0}")]
    Write(String),
}

impl SheetError {
    /// A file that can't be read for this reason.
    pub(super) fn broken(reason: impl std::fmt::Display) -> Self {
        // A library quotes the file in its reasons.
        Self::Broken(reason.to_string().chars().take(200).collect())
    }
}
