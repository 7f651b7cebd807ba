//! The time limit of a database that is reached over a network.
//!
//! A query that is sent can't be called back: the database may come to it long after its caller has given up. So each
//! transaction carries the time until which it may commit, and the database refuses it later. That time is the database's own:
//! how far its clock is from ours is measured when the store connects.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::int;

/// What a transaction throws that came too late.
pub(crate) const TOO_LATE: &str = "entrepot:too_late";
/// The end of every transaction.
const END: &str = "COMMIT;";
/// Its end with a limit.
const GUARDED_END: &str = "IF time::millis(time::now()) > $commit_until { THROW 'entrepot:too_late' }; COMMIT;";

/// See the module.
#[derive(Debug)]
pub(crate) struct TimeLimit {
    limit: Duration,
    /// Milliseconds that the database's clock is before ours.
    ahead_ms: AtomicI64,
}

fn own_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

impl TimeLimit {
    pub(crate) const fn new(limit: Duration) -> Self {
        Self { limit, ahead_ms: AtomicI64::new(0) }
    }

    /// Notes the database's time, which it gave between now and `took` ago.
    pub(crate) fn compare(&self, database_ms: i64, took: Duration) {
        self.ahead_ms.store(database_ms - (own_ms() - millis(took) / 2), Ordering::Relaxed);
    }

    /// A transaction's text with the guard at its end, and the guard's value; `None` where the query is no transaction.
    pub(crate) fn guarded(&self, query: &str, vars: &mut Vars) -> Option<String> {
        let body = query.trim_end().strip_suffix(END)?;
        let until = own_ms().saturating_add(self.ahead_ms.load(Ordering::Relaxed)).saturating_add(millis(self.limit));
        vars.push(("commit_until", int(until)));
        Some(format!("{body}{GUARDED_END}"))
    }

    /// Waits for an answer no longer than the limit.
    pub(crate) async fn within<F: Future>(&self, asked: F) -> Result<F::Output, TxError> {
        tokio::time::timeout(self.limit, asked).await.map_err(|_| {
            tracing::warn!(seconds = self.limit.as_secs(), "the database did not answer in time");
            TxError::TimedOut(self.limit)
        })
    }
}
