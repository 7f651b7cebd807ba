//! Why nothing is replayed.

use actors::store::StoreError;
use entrepot_store::resource::RecordError;

/// Why nothing is replayed.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("{file}: {reason}")]
    File { file: String, reason: String },
    #[error("{0}")]
    Csv(#[from] csv::Error),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{what} was not done: {why}")]
    Step { what: String, why: String },
}
