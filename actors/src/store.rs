//! Errors that every port shares.

/// Why the store did not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// Another transaction was in the way, more often than the store tries again. Nothing was written.
    #[error("too many conflicting transactions")]
    Conflict,
    /// The store can't be reached. Nothing was written.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// The commit was sent and its outcome is not known.
    #[error("the outcome is not known: {0}")]
    Unknown(String),
    /// The store holds something that can't be: a fault of ours or a damaged database.
    #[error("the store holds something impossible: {0}")]
    Corrupt(String),
}
