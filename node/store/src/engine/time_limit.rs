//! The time limit of a database that is reached over a network.
//!
//! A query that is sent can't be called back: the database may come to it long after its caller has given up. So each
//! transaction, and each write that stands alone, carries the time until which it may commit, and the database refuses it later.
//! That time is the database's own: how far its clock is from ours is measured when the store connects. What reads all there is,
//! or fills an empty database, takes as long as it takes ([`without_limit`]).

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::int;

/// What a transaction throws that came too late.
pub(crate) const TOO_LATE: &str = "entrepot:too_late";
/// The end of every transaction.
const END: &str = "COMMIT;";
/// Refuses what comes too late.
const GUARD: &str = "IF time::millis(time::now()) > $commit_until { THROW 'entrepot:too_late' };";
/// How writes begin that are transactions by themselves.
const WRITES: [&str; 5] = ["CREATE ", "DELETE ", "INSERT ", "UPDATE ", "UPSERT "];

tokio::task_local! {
    static UNLIMITED: ();
}

/// Does something whose queries have no time limit.
pub(crate) async fn without_limit<F: Future>(work: F) -> F::Output {
    UNLIMITED.scope((), work).await
}

/// Whether queries have no time limit here.
pub(crate) fn is_unlimited() -> bool {
    UNLIMITED.try_with(|()| ()).is_ok()
}

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

    /// A text that writes nothing too late, and the value that it needs; `None` where the query is neither a transaction nor one
    /// write. Answers keep their numbers.
    pub(crate) fn guarded(&self, query: &str, vars: &mut Vars) -> Option<String> {
        let text = query.trim();
        let guarded = match text.strip_suffix(END) {
            Some(body) => format!("{body}{GUARD} {END}"),
            None => {
                let write = text.strip_suffix(';').unwrap_or(text);
                if write.contains(';') || !WRITES.iter().any(|begins| write.starts_with(begins)) {
                    return None;
                }
                format!("{{ LET $written = ({write}); {GUARD} RETURN $written }}")
            }
        };
        let until = own_ms().saturating_add(self.ahead_ms.load(Ordering::Relaxed)).saturating_add(millis(self.limit));
        vars.push(("commit_until", int(until)));
        Some(guarded)
    }

    /// Waits for an answer no longer than the limit.
    pub(crate) async fn within<F: Future>(&self, asked: F) -> Result<F::Output, TxError> {
        tokio::time::timeout(self.limit, asked).await.map_err(|_| {
            tracing::warn!(seconds = self.limit.as_secs(), "the database did not answer in time");
            TxError::TimedOut(self.limit)
        })
    }
}
