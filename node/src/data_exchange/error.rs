//! Why an import or export ends before its time.

use super::sheet::SheetError;
use crate::error::ServiceError;

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
}
