//! The one way to run queries. Several statements that belong together are one text
//! `BEGIN; ...; COMMIT;` with bound values: the SDK's own transactions commit after a failed
//! statement. Guards `THROW`; what went wrong is told apart here and nowhere else.

use std::time::Duration;

use actors::store::StoreError;
use surrealdb::types::{Object, QueryError, Value};
use surrealdb::{Error, IndexedResults};

use crate::connect::Store;

/// How often a transaction that met another one is tried.
const TRIES: u32 = 12;
/// Shortest and longest pause between two tries, in milliseconds; the pause is random in between.
const PAUSE_MS: (u64, u64) = (2, 80);

/// Why a transaction did not commit.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TxError {
    /// It met another transaction. Nothing was written.
    #[error("conflicting transactions")]
    Conflict,
    /// A guard threw this code. Nothing was written.
    #[error("thrown: {0}")]
    Thrown(String),
    /// A record exists already. Nothing was written.
    #[error("exists: {0}")]
    Exists(String),
    /// A unique index has the value already. Nothing was written.
    #[error("not unique: {0}")]
    NotUnique(String),
    /// The query or a field is wrong: a fault of ours. Nothing was written.
    #[error("refused: {0}")]
    Refused(String),
    /// The database can't be reached. Nothing was written.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// It may have been committed.
    #[error("outcome unknown: {0}")]
    Unknown(String),
}

impl From<TxError> for StoreError {
    fn from(error: TxError) -> Self {
        match error {
            TxError::Conflict => Self::Conflict,
            TxError::Unavailable(reason) => Self::Unavailable(reason),
            TxError::Unknown(reason) => Self::Unknown(reason),
            TxError::Thrown(reason) | TxError::Exists(reason) | TxError::NotUnique(reason) | TxError::Refused(reason) => Self::Corrupt(reason),
        }
    }
}

/// Bound values.
pub type Vars = Vec<(&'static str, Value)>;

/// Which kind of failure an error of the database is.
#[must_use]
pub fn classify(error: &Error) -> TxError {
    let message = error.message().to_owned();
    if matches!(error.query_details(), Some(QueryError::TransactionConflict))
        || message.contains("onflict")
        || message.contains("older than the commit oracle")
    {
        TxError::Conflict
    } else if error.is_thrown() {
        TxError::Thrown(message.trim_start_matches("An error occurred: ").to_owned())
    } else if message.contains("already contains") {
        TxError::NotUnique(message)
    } else if error.is_already_exists() || message.contains("already exists") {
        TxError::Exists(message)
    } else if error.is_validation() || message.contains("Couldn't coerce") || message.contains("Found ") {
        TxError::Refused(message)
    } else {
        TxError::Unknown(message)
    }
}

/// The error that tells why: statements that merely were not run because of it are passed over.
fn cause(errors: std::collections::HashMap<usize, Error>) -> Option<Error> {
    let mut errors: Vec<_> = errors.into_iter().collect();
    errors.sort_by_key(|(statement, _)| *statement);
    let told = |error: &Error| !matches!(error.query_details(), Some(QueryError::NotExecuted | QueryError::Cancelled));
    let position = errors.iter().position(|(_, error)| told(error)).unwrap_or(0);
    (!errors.is_empty()).then(|| errors.swap_remove(position).1)
}

/// Tries what meets another transaction again, after a pause.
pub(crate) async fn again<T, F: Future<Output = Result<T, TxError>>>(attempt: impl Fn() -> F) -> Result<T, TxError> {
    let mut tries = 1;
    loop {
        match attempt().await {
            Err(TxError::Conflict) if tries < TRIES => {
                tries += 1;
                let longest = (PAUSE_MS.0 << tries.min(6)).min(PAUSE_MS.1);
                tokio::time::sleep(Duration::from_millis(rand::random_range(PAUSE_MS.0..=longest))).await;
            }
            other => return other,
        }
    }
}

impl Store {
    /// Runs a query once.
    pub async fn once(&self, query: &str, vars: Vars) -> Result<IndexedResults, TxError> {
        // As one object: what is bound by name is copied.
        let vars: Object = vars.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let mut response = self.db().query(query).bind(Value::Object(vars)).await.map_err(|error| classify(&error))?;
        match cause(response.take_errors()) {
            None => Ok(response),
            Some(error) => Err(classify(&error)),
        }
    }

    /// Runs a query, again when it met another transaction.
    pub async fn run(&self, query: &str, vars: Vars) -> Result<IndexedResults, TxError> {
        self.run_made(|| (query, vars.clone())).await
    }

    /// The same, with text and values made for each try: large ones are not copied for a try that is not needed.
    pub async fn run_made<Q: AsRef<str>>(&self, make: impl Fn() -> (Q, Vars)) -> Result<IndexedResults, TxError> {
        again(|| {
            let (query, vars) = make();
            async move { self.once(query.as_ref(), vars).await }
        })
        .await
    }

    /// Rows of the first statement, read by way of JSON.
    pub async fn rows<T: serde::de::DeserializeOwned>(&self, query: &str, vars: Vars) -> Result<Vec<T>, StoreError> {
        let mut response = self.run(query, vars).await?;
        take(&mut response, 0)
    }
}

/// Takes one statement's answer; NONE is an empty answer where a list is expected.
pub fn take<T: serde::de::DeserializeOwned>(response: &mut IndexedResults, statement: usize) -> Result<T, StoreError> {
    let value: Value = response.take(statement).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    crate::value::read(value)
}
