//! Errors that every port shares.

/// Why the store failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another transaction was in the way, more often than the store tries again. Nothing was written.
    #[error("too many conflicting transactions")]
    Conflict,
    /// The store can't be reached. Nothing was written.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// The commit was sent and its outcome is unknown.
    #[error("the outcome is not known: {0}")]
    Unknown(String),
    /// The store holds something impossible: a bug or a damaged database.
    #[error("the store holds something impossible: {0}")]
    Corrupt(String),
}
