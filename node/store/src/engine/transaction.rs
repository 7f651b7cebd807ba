//! The one way to run queries. Statements that belong together are one text `BEGIN; ...; COMMIT;` with bound values,
//! because the SDK's own transactions commit after a failed statement. Guards `THROW`; errors are classified here and
//! nowhere else.

use std::future::IntoFuture;
use std::time::{Duration, Instant};

use actors::store::StoreError;
use surrealdb::types::{AlreadyExistsError, ErrorDetails, Object, QueryError, Value};
use surrealdb::{Error, IndexedResults};

use crate::engine::connect::Store;
use crate::engine::time_limit;
use crate::engine::value::NotARow;

/// How often a transaction that met another one is tried.
const TRIES: u32 = 12;
/// Shortest and longest pause between two tries, in milliseconds; the pause is random in between.
const PAUSE_MS: (u64, u64) = (2, 80);
/// Longest wait for the answer to whether the database is there.
const HEALTH_LIMIT: Duration = Duration::from_secs(3);

/// Why a transaction did not commit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TxError {
    /// It met another transaction. Nothing was written.
    #[error("conflicting transactions")]
    Conflict,
    /// A guard threw this code. Nothing was written.
    #[error("thrown: {0}")]
    Thrown(String),
    /// This record exists already: its id as SurrealQL writes it. Nothing was written.
    #[error("{0} exists")]
    Exists(String),
    /// The unique index of this name has the value already. Nothing was written.
    #[error("not unique: {0}")]
    NotUnique(String),
    /// The query or a field is wrong, which is a bug. Nothing was written.
    #[error("refused: {0}")]
    Refused(String),
    /// The database can't be reached. Nothing was written.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// It may have been committed.
    #[error("outcome unknown: {0}")]
    Unknown(String),
    /// The database did not answer within the limit. It may have been committed.
    #[error("no answer within {0:?}")]
    TimedOut(Duration),
    /// The database came to it so late that its caller had given up. Nothing was written.
    #[error("it came too late")]
    TooLate,
}

impl TxError {
    /// Whether the record that exists is of this table.
    #[must_use]
    pub fn exists_in(&self, table: &str) -> bool {
        matches!(self, Self::Exists(record) if record.split_once(':').is_some_and(|(of, _)| of == table))
    }

    /// Whether it may have been committed.
    #[must_use]
    pub const fn outcome_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_) | Self::TimedOut(_))
    }
}

impl From<NotARow> for TxError {
    fn from(error: NotARow) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<TxError> for StoreError {
    fn from(error: TxError) -> Self {
        match error {
            TxError::Conflict => Self::Conflict,
            TxError::Unavailable(reason) => Self::Unavailable(reason),
            TxError::Unknown(reason) => Self::Unknown(reason),
            TxError::TimedOut(limit) => Self::TimedOut(format!("no answer within {} s", limit.as_secs())),
            TxError::TooLate => Self::Unavailable("the database came to it too late".into()),
            TxError::Thrown(reason) | TxError::Exists(reason) | TxError::NotUnique(reason) | TxError::Refused(reason) => Self::Corrupt(reason),
        }
    }
}

/// Bound values.
pub type Vars = Vec<(&'static str, Value)>;

/// The statements between BEGIN and COMMIT.
#[derive(Default)]
pub(crate) struct TransactionBody {
    pub(crate) query: String,
    pub(crate) vars: Vars,
}

/// Classifies an error of the database by its kind and details, never by text that may come from a value.
#[must_use]
pub fn classify(error: &Error) -> TxError {
    let message = || error.message().to_owned();
    match error.details() {
        ErrorDetails::Query(Some(QueryError::TransactionConflict)) => TxError::Conflict,
        ErrorDetails::Thrown if thrown(error) == time_limit::TOO_LATE => TxError::TooLate,
        ErrorDetails::Thrown => TxError::Thrown(thrown(error).to_owned()),
        ErrorDetails::AlreadyExists(Some(AlreadyExistsError::Record { id })) => TxError::Exists(id.clone()),
        ErrorDetails::AlreadyExists(_) => TxError::Exists(message()),
        ErrorDetails::Validation(_) => TxError::Refused(message()),
        ErrorDetails::Internal => classify_text(error.message()),
        _ => TxError::Unknown(message()),
    }
}

/// The database's prefix of a code that a guard threw.
const THROWN: &str = "An error occurred: ";

fn thrown(error: &Error) -> &str {
    error.message().strip_prefix(THROWN).unwrap_or(error.message())
}

/// Classifies errors that SurrealDB 3.3 only gives as text, by the beginning of the text: values can only come later
/// in it.
fn classify_text(message: &str) -> TxError {
    if let Some(rest) = message.strip_prefix("Database index `") {
        return TxError::NotUnique(rest.split('`').next().unwrap_or_default().to_owned());
    }
    // A server on SurrealKV has dropped the snapshot: the transaction started too late.
    let too_old = message.starts_with("There was a problem with a transaction:") && message.contains("older than the commit oracle");
    if too_old || message.starts_with("Transaction conflict:") {
        TxError::Conflict
    } else if message.starts_with("Couldn't coerce value for field `") || message.starts_with("Found ") {
        TxError::Refused(message.to_owned())
    } else {
        TxError::Unknown(message.to_owned())
    }
}

/// The cause among the errors of a transaction: skips statements that were not run because of it.
fn cause(errors: std::collections::HashMap<usize, Error>) -> Option<Error> {
    let mut errors: Vec<_> = errors.into_iter().collect();
    errors.sort_by_key(|(statement, _)| *statement);
    let ran = |error: &Error| !matches!(error.query_details(), Some(QueryError::NotExecuted | QueryError::Cancelled));
    let position = errors.iter().position(|(_, error)| ran(error)).unwrap_or(0);
    (!errors.is_empty()).then(|| errors.swap_remove(position).1)
}

/// Waits before a transaction that met another one is tried again; `tries` is how often it was tried.
pub(crate) async fn pause(tries: u32) {
    let longest = (PAUSE_MS.0 << tries.min(6)).min(PAUSE_MS.1);
    tokio::time::sleep(Duration::from_millis(rand::random_range(PAUSE_MS.0..=longest))).await;
}

/// Retries after a conflict with another transaction, with a pause.
pub(crate) async fn with_retries<T, F: Future<Output = Result<T, TxError>>>(attempt: impl Fn() -> F) -> Result<T, TxError> {
    let mut tries = 1;
    loop {
        match attempt().await {
            Err(TxError::Conflict) if tries < TRIES => {
                tries += 1;
                pause(tries).await;
            }
            other => return other,
        }
    }
}

impl Store {
    /// Whether the database answers a small question, within [`HEALTH_LIMIT`].
    pub async fn healthy(&self) -> Result<(), StoreError> {
        let asked = self.db().query("SELECT VALUE number FROM audit_head:last").into_future();
        let answer = tokio::time::timeout(HEALTH_LIMIT, asked).await.map_err(|_| TxError::TimedOut(HEALTH_LIMIT))?;
        match cause(answer.map_err(|error| classify(&error))?.take_errors()) {
            None => Ok(()),
            Some(error) => Err(classify(&error).into()),
        }
    }

    /// Runs a query once, within the store's time limit where it has one.
    pub async fn once(&self, query: &str, mut vars: Vars) -> Result<IndexedResults, TxError> {
        let guarded = self.time_limit().and_then(|limit| limit.guarded(query, &mut vars));
        let query = guarded.as_deref().unwrap_or(query);
        // Bound as one object, because values bound by name are copied.
        let vars: Object = vars.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let began = Instant::now();
        let asked = self.db().query(query).bind(Value::Object(vars)).into_future();
        let answer = match self.time_limit() {
            None => asked.await,
            Some(limit) => limit.within(asked).await?,
        };
        // Texts only: values may be secrets.
        tracing::debug!(micros = began.elapsed().as_micros(), query, "queried");
        let mut response = answer.map_err(|error| classify(&error))?;
        match cause(response.take_errors()) {
            None => Ok(response),
            Some(error) => Err(self.noted(classify(&error)).await),
        }
    }

    /// A transaction that came too late although its caller still waits: the clocks have moved apart.
    async fn noted(&self, error: TxError) -> TxError {
        if error == TxError::TooLate
            && let Some(limit) = self.time_limit()
            && let Err(error) = self.compare_clocks(limit).await
        {
            tracing::warn!(%error, "the database's clock was not read");
        }
        error
    }

    /// Runs a query, again when it met another transaction.
    pub async fn run(&self, query: &str, vars: Vars) -> Result<IndexedResults, TxError> {
        self.run_made(|| (query, vars.clone())).await
    }

    /// The same, with text and values made for each try: large ones are not copied for a try that is not needed.
    pub async fn run_made<Q: AsRef<str>>(&self, make: impl Fn() -> (Q, Vars)) -> Result<IndexedResults, TxError> {
        with_retries(|| {
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

/// The number of the last statement before `COMMIT`, whose answer a transaction of changing length ends with.
pub(crate) fn last_statement(store: &Store, response: &IndexedResults) -> usize {
    let guards = usize::from(store.time_limit().is_some());
    response.num_statements().saturating_sub(2 + guards)
}

/// Takes one statement's answer; NONE is an empty answer where a list is expected.
pub fn take<T: serde::de::DeserializeOwned>(response: &mut IndexedResults, statement: usize) -> Result<T, StoreError> {
    let value: Value = response.take(statement).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    crate::engine::value::read(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::engine::value::{array_id, int, text, text_id};

    /// Words that errors were once recognised by, as users may put them into values.
    const WORDS: [&str; 6] = [
        "Conflict",
        "Transaction conflict: busy",
        "already exists",
        "Database index `x` already contains",
        "Found it",
        "older than the commit oracle",
    ];

    async fn tables() -> Store {
        let store = Store::open(&StoreConfig::new("mem://", "test")).await.unwrap();
        let tables = "DEFINE TABLE word SCHEMAFULL; DEFINE FIELD name ON word TYPE string; DEFINE FIELD number ON word TYPE int ASSERT $value > 0;
            DEFINE INDEX word_name ON word FIELDS name UNIQUE; DEFINE TABLE tally SCHEMALESS; CREATE tally:1 SET n = 0;";
        store.run(tables, vec![]).await.unwrap();
        store
    }

    async fn refused(store: &Store, query: &str, vars: Vars) -> TxError {
        match store.once(&format!("BEGIN; {query} COMMIT;"), vars).await {
            Err(error) => error,
            Ok(_) => panic!("{query} was taken"),
        }
    }

    #[tokio::test]
    async fn errors_are_told_apart_by_their_kind_whatever_users_call_things() {
        let store = tables().await;
        for (at, word) in (1..).zip(WORDS) {
            let vars = || vec![("key", text_id("word", word)), ("name", text(word)), ("n", int(at))];
            store.once("CREATE $key SET name = $name, number = $n", vars()).await.unwrap();
            let exists = refused(&store, "CREATE $key SET name = 'other', number = 1;", vars()).await;
            assert!(exists.exists_in("word") && !exists.exists_in("wor"), "{word}: {exists:?}");
            let unique = refused(&store, "CREATE word SET name = $name, number = 1;", vars()).await;
            assert_eq!(unique, TxError::NotUnique("word_name".into()), "{word}");
            let kind = refused(&store, "CREATE word SET name = 'a', number = $name;", vars()).await;
            assert!(matches!(kind, TxError::Refused(_)), "{word}: {kind:?}");
            let assertion = refused(&store, "UPDATE $key SET number = -1;", vars()).await;
            assert!(matches!(assertion, TxError::Refused(_)), "{word}: {assertion:?}");
            let unknown = refused(&store, "CREATE word SET name = 'b', number = 1, other = $name;", vars()).await;
            assert!(matches!(unknown, TxError::Refused(_)), "{word}: {unknown:?}");
            assert_eq!(refused(&store, "THROW $name;", vars()).await, TxError::Thrown(word.to_owned()));
        }
    }

    #[tokio::test]
    async fn a_record_that_exists_is_named_as_its_id_is_written() {
        use surrealdb::types::ToSql;
        let store = tables().await;
        for key in [array_id("tally", vec![int(7), text("a-1_B")]), array_id("tally", vec![int(0), text("Conflict")])] {
            let vars = || vec![("row", crate::engine::value::object([("id", key.clone())]))];
            store.once("INSERT $row RETURN NONE", vars()).await.unwrap();
            assert_eq!(refused(&store, "INSERT $row RETURN NONE;", vars()).await, TxError::Exists(key.to_sql()));
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn transactions_that_meet_are_a_conflict() {
        let store = tables().await;
        let count = |store: Store| async move { store.once("BEGIN; UPDATE tally:1 SET n += 1; SELECT * FROM word; COMMIT;", vec![]).await };
        let mut met = 0;
        // Until they do: how many it takes depends on the machine.
        for _ in 0..5_000 {
            if met > 2 {
                break;
            }
            let (one, two) = tokio::join!(tokio::spawn(count(store.clone())), tokio::spawn(count(store.clone())));
            for answer in [one.unwrap(), two.unwrap()] {
                match answer {
                    Ok(_) => {}
                    Err(error) => {
                        assert_eq!(error, TxError::Conflict);
                        met += 1;
                    }
                }
            }
        }
        assert!(met > 0, "no two transactions met");
    }

    #[test]
    fn a_server_that_gives_only_text_is_understood_and_no_value_is() {
        assert_eq!(classify_text("Transaction conflict: Resource busy. This transaction can be retried"), TxError::Conflict);
        assert_eq!(classify_text("There was a problem with a transaction: snapshot is older than the commit oracle's window"), TxError::Conflict);
        let odd = "Cannot perform addition with 'Conflict' and 'already contains'";
        assert_eq!(classify_text(odd), TxError::Unknown(odd.into()));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_query_that_takes_too_long_ends_with_its_own_error_and_writes_nothing_later() {
        let store = tables().await;
        let limit = Duration::from_millis(400);
        store.limit_time(limit).await.unwrap();
        store.run("BEGIN; UPDATE tally:1 SET n = 1; COMMIT;", vec![]).await.unwrap();
        let slow = "BEGIN; SLEEP 700ms; UPDATE tally:1 SET n = 2; COMMIT;";
        let error = store.once(slow, vec![]).await.map(|_| ()).unwrap_err();
        assert_eq!(error, TxError::TimedOut(limit));
        let error = StoreError::from(error);
        assert!(matches!(error, StoreError::TimedOut(_)) && error.outcome_unknown());
        assert!(matches!(store.rows::<i64>("SLEEP 700ms; SELECT VALUE n FROM tally:1", vec![]).await, Err(StoreError::TimedOut(_))), "reads as well");
        // By now the database has come to its end.
        tokio::time::sleep(limit).await;
        assert_eq!(store.rows::<i64>("SELECT VALUE n FROM tally:1", vec![]).await.unwrap(), [1]);
    }

    #[tokio::test]
    async fn what_the_database_comes_to_too_late_is_refused_until_the_clocks_are_compared() {
        let store = tables().await;
        store.limit_time(Duration::from_secs(5)).await.unwrap();
        let limit = store.time_limit().unwrap();
        // As if the database had said that it is 1970.
        limit.compare(0, Duration::ZERO);
        let add = || store.once("BEGIN; UPDATE tally:1 SET n += 1; COMMIT;", vec![]);
        assert_eq!(add().await.map(|_| ()).unwrap_err(), TxError::TooLate);
        assert_eq!(store.rows::<i64>("SELECT VALUE n FROM tally:1", vec![]).await.unwrap(), [0]);
        add().await.unwrap();
        assert_eq!(store.rows::<i64>("SELECT VALUE n FROM tally:1", vec![]).await.unwrap(), [1]);
        let mut answer = store.once("BEGIN; UPDATE tally:1 SET n += 1 RETURN NONE; SELECT VALUE n FROM tally:1; COMMIT;", vec![]).await.unwrap();
        let last = last_statement(&store, &answer);
        assert_eq!(take::<Vec<i64>>(&mut answer, last).unwrap(), [2]);
    }

    #[tokio::test]
    async fn a_write_that_stands_alone_is_refused_too_late_as_well() {
        let store = tables().await;
        store.limit_time(Duration::from_secs(5)).await.unwrap();
        let limit = store.time_limit().unwrap();
        store.once("CREATE tally:2 SET n = 7", vec![]).await.unwrap();
        for write in [
            "UPDATE tally:1 SET n += 1",
            "UPDATE tally:1 SET n += 1 RETURN NONE;",
            "UPSERT tally:1 SET n = 5 RETURN VALUE n",
            "CREATE tally:3 SET n = 1",
            "INSERT INTO tally { id: tally:4, n: 1 } RETURN NONE",
            "DELETE tally:2 RETURN BEFORE",
        ] {
            limit.compare(0, Duration::ZERO);
            assert_eq!(store.once(write, vec![]).await.map(|_| ()).unwrap_err(), TxError::TooLate, "{write}");
            assert_eq!(store.rows::<i64>("SELECT VALUE n FROM tally", vec![]).await.unwrap(), [0, 7], "{write}");
        }
        // What is in time answers as it does without a limit.
        assert_eq!(store.rows::<i64>("UPDATE tally:1 SET n += 1 RETURN VALUE n;", vec![]).await.unwrap(), [1]);
        assert_eq!(store.rows::<i64>("UPDATE tally:1 SET n += 1 WHERE n = 9 RETURN VALUE n", vec![]).await.unwrap(), [0_i64; 0]);
        let twice = store.once("CREATE tally:1 SET n = 1 RETURN NONE", vec![]).await.map(|_| ()).unwrap_err();
        assert_eq!(twice, TxError::Exists("tally:1".into()));
        assert_eq!(store.rows::<serde_json::Value>("DELETE tally:2 RETURN BEFORE", vec![]).await.unwrap().len(), 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_may_take_long_has_no_limit() {
        let store = tables().await;
        store.limit_time(Duration::from_millis(300)).await.unwrap();
        let slow = async || store.once("BEGIN; SLEEP 500ms; UPDATE tally:1 SET n = 2 RETURN NONE; COMMIT;", vec![]).await.map(|_| ());
        time_limit::without_limit(slow()).await.unwrap();
        assert_eq!(store.rows::<i64>("SELECT VALUE n FROM tally:1", vec![]).await.unwrap(), [2]);
        assert_eq!(slow().await.unwrap_err(), TxError::TimedOut(Duration::from_millis(300)));
    }
}
