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
    /// The store did not answer within its time limit. A change that was sent may have been committed.
    #[error("the store did not answer in time: {0}")]
    TimedOut(String),
    /// The store holds something impossible: a bug or a damaged database.
    #[error("the store holds something impossible: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// Whether a change that was sent may have been committed: who wants to know has to ask the store.
    #[must_use]
    pub const fn outcome_unknown(&self) -> bool {
        match self {
            Self::Unknown(_) | Self::TimedOut(_) => true,
            Self::Conflict | Self::Unavailable(_) | Self::Corrupt(_) => false,
        }
    }
}
