//! Why a file is not read or not written.

use serde_json::json;

use crate::error::ServiceError;
use crate::i18n::text;
use crate::sheet::limits::{FILE_MAX, Limits, ROWS_MAX};

/// A file that is not read or not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    #[error("the file is too large, or unpacks to too much")]
    TooLarge,
    #[error("the file has more than {ROWS_MAX} rows or {} columns", Limits::IMPORT.columns)]
    TooMany,
    #[error("old Excel files are not read")]
    OldExcel,
    #[error("the encoding of the file can't be told")]
    Encoding,
    #[error("the file is neither CSV nor XLSX")]
    Foreign,
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

/// Bytes of a megabyte.
const MEGABYTE: usize = 1024 * 1024;

impl SheetError {
    /// What is wrong with the file, in the reader's language.
    #[must_use]
    pub fn reason(&self) -> String {
        let most = |count: usize| ("most", count.to_string());
        match self {
            Self::TooLarge => text("error.sheet.large", &[most(FILE_MAX / MEGABYTE)]),
            Self::TooMany => text("error.sheet.many", &[most(ROWS_MAX), ("columns", Limits::IMPORT.columns.to_string())]),
            Self::OldExcel => text("error.sheet.old_excel", &[]),
            Self::Encoding => text("error.sheet.encoding", &[]),
            Self::Foreign => text("error.sheet.foreign", &[]),
            Self::Broken(reason) => text("error.sheet.broken", &[("reason", reason.clone())]),
            Self::Write(_) => text("error.sheet.write", &[]),
        }
    }
}

fn unreadable(reason: String) -> ServiceError {
    ServiceError::Refused { key: "error.body", values: vec![("reason", reason)], facts: json!({ "key": "error.body" }) }
}

impl From<SheetError> for ServiceError {
    fn from(error: SheetError) -> Self {
        match &error {
            SheetError::OldExcel => Self::field("file", "error.sheet.old_excel"),
            SheetError::Encoding => Self::field("file", "error.sheet.encoding"),
            SheetError::Foreign => Self::field("file", "error.sheet.foreign"),
            SheetError::Write(reason) => Self::Internal(reason.clone()),
            SheetError::Broken(reason) => unreadable(reason.clone()),
            SheetError::TooLarge | SheetError::TooMany => unreadable(error.reason()),
        }
    }
}
