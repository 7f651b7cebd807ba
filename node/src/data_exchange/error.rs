//! Why an import or export ends before its time.

use serde_json::json;

use super::heads::HeadError;
use crate::error::ServiceError;
use crate::sheet::SheetError;

/// Why an import or export ends before its time.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeError {
    #[error(transparent)]
    Sheet(#[from] SheetError),
    #[error(transparent)]
    Record(#[from] entrepot_store::resource::RecordError),
    #[error(transparent)]
    Api(#[from] ServiceError),
    #[error(transparent)]
    List(#[from] entrepot_store::listing::columns::ListFailure),
    #[error(transparent)]
    Store(#[from] actors::store::StoreError),
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("stopped: {0}")]
    Stopped(String),
    /// Somebody has paused it.
    #[error("paused")]
    Paused,
}

impl ExchangeError {
    /// Why, in the reader's language.
    #[must_use]
    pub fn message(self) -> String {
        match self {
            Self::Sheet(error) => error.reason(),
            Self::Record(error) => ServiceError::from(error).message(),
            Self::Api(error) => error.message(),
            Self::List(failure) => ServiceError::from(failure).message(),
            Self::Store(error) => ServiceError::from(error).message(),
            error @ (Self::Io(_) | Self::Stopped(_) | Self::Paused) => error.to_string(),
        }
    }
}

/// Why the columns of a file are not taken; `title` says what people call a field.
pub fn wrong_head(error: HeadError<&'static str>, title: impl Fn(&str) -> String) -> ServiceError {
    match error {
        HeadError::Unknown { column } => ServiceError::field(format!("mapping.{column}"), "error.field.unknown"),
        HeadError::Twice { field, first, second } => {
            let facts = json!({ "key": "error.import.two_columns", "field": field, "columns": [&first, &second] });
            let values = vec![("first", first), ("second", second), ("field", title(field))];
            ServiceError::Refused { key: "error.import.two_columns", values, facts }
        }
    }
}
