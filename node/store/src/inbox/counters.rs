//! The counters that a transaction increments: inboxes (last number, unread) and daily order numbers, as last read or
//! written.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use actors::store::StoreError;
use bus_schemas::notification::kinds::merged_within_ms;
use bus_schemas::notification::{NotificationKind, NotifiedThing};
use serde::Deserialize;

use crate::cache::{Age, Cache, CacheStats, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{array, id, int, text_id};

/// How many of a recipient's newest notifications are searched for one to merge with.
pub(super) const MERGED_AMONG: i64 = 50;
/// Most inboxes and counters that are remembered, each.
const REMEMBERED_MAX: u64 = 1_000;

/// Locks that counters share.
const LOCKS: usize = 64;

/// The lock of an inbox or a counter.
fn lock_of(name: &impl Hash) -> usize {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    // A remainder below 64.
    usize::try_from(hasher.finish() % LOCKS as u64).unwrap_or(0)
}

/// A recipient's inbox.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Inbox {
    pub(super) recipient: i64,
    pub(super) last: i64,
    pub(super) unread: i64,
    /// Unread notifications that may merge with a new one, or older ones.
    pub(super) recent: Vec<Recent>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Recent {
    pub(super) number: i64,
    pub(super) kind: NotificationKind,
    pub(super) subject: String,
    pub(super) count: i64,
    pub(super) created_at: i64,
    /// What it stands for.
    pub(super) things: Vec<NotifiedThing>,
}

/// The counters of a transaction; one that is not stored yet is not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    pub(super) inboxes: HashMap<i64, Inbox>,
    /// Last numbers by the names of their counters.
    pub(super) numbers: HashMap<String, i64>,
}

impl Counters {
    /// The last number that a counter has given.
    pub(crate) fn last(&self, counter: &str) -> i64 {
        self.numbers.get(counter).copied().unwrap_or(0)
    }
}

/// Cached counters of an embedded database, which only this process writes. They may be out of date, as reading a
/// notification changes the inbox: then the guard fails and they are read again.
pub(crate) struct CounterCache {
    inboxes: Cache<i64, Inbox>,
    counters: Cache<String, i64>,
    /// Of one counter, one transaction of this process counts on at a time: of those that meet, all but one would be tried again.
    counting: [tokio::sync::Mutex<()>; LOCKS],
}

impl Memory for CounterCache {
    fn new(sole: bool) -> Self {
        let limits = |name| Limits { name, weight: REMEMBERED_MAX, entries: 256, age: Age::sole(Duration::MAX) };
        Self {
            inboxes: Cache::new(limits("inboxes"), sole),
            counters: Cache::new(limits("counters"), sole),
            counting: std::array::from_fn(|_| tokio::sync::Mutex::default()),
        }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.inboxes.stats(), self.counters.stats()]
    }
}

impl CounterCache {
    /// Locks these counters within this process.
    pub(crate) async fn counting(&self, recipients: &[i64], counters: &[String]) -> Vec<tokio::sync::MutexGuard<'_, ()>> {
        let of_inboxes = recipients.iter().map(lock_of);
        // Everybody takes them in the same order, so nobody waits for somebody who waits for them.
        let locks: BTreeSet<usize> = of_inboxes.chain(counters.iter().map(lock_of)).collect();
        let mut held = Vec::with_capacity(locks.len());
        for lock in locks {
            held.push(self.counting[lock].lock().await);
        }
        held
    }

    /// All of these, or nothing.
    fn find(&self, recipients: &[i64], counters: &[String]) -> Option<Counters> {
        let inbox = |recipient: &i64| Some((*recipient, self.inboxes.get(recipient, &Stamp::default())?));
        let number = |counter: &String| Some((counter.clone(), self.counters.get(counter, &Stamp::default())?));
        Some(Counters { inboxes: recipients.iter().map(inbox).collect::<Option<_>>()?, numbers: counters.iter().map(number).collect::<Option<_>>()? })
    }

    fn keep(&self, counters: Counters) {
        counters.inboxes.into_iter().for_each(|(recipient, inbox)| self.inboxes.put(recipient, Stamp::default(), inbox));
        counters.numbers.into_iter().for_each(|(counter, last)| self.counters.put(counter, Stamp::default(), last));
    }

    /// Invalidates these counters.
    pub(super) fn forget(&self, recipients: impl IntoIterator<Item = i64>, counters: &[String]) {
        recipients.into_iter().for_each(|recipient| self.inboxes.forget(&recipient));
        counters.iter().for_each(|counter| self.counters.forget(counter));
    }
}

impl Store {
    /// What notifications and orders are numbered from.
    pub(crate) fn counter_cache(&self) -> &CounterCache {
        self.memory()
    }

    pub(super) fn keep_counters(&self, counters: Counters) {
        self.counter_cache().keep(counters);
    }

    /// The cached counters.
    pub(super) async fn current_counters(&self, recipients: &[i64], counters: &[String]) -> Result<Counters, TxError> {
        if let Some(known) = self.counter_cache().find(recipients, counters) {
            return Ok(known);
        }
        let query = "SELECT VALUE [record::id(id), last] FROM $counters;
            SELECT record::id(id) AS recipient, last, unread,
              (SELECT number, kind, subject, count, created_at, things ?? [] AS things
                FROM notification:[record::id($parent.id), $parent.last - $among]..=[record::id($parent.id), $parent.last]
                WHERE read_at = NONE AND created_at > $since) AS recent
            FROM $inboxes;";
        let vars = vec![
            ("counters", array(counters.iter().map(|counter| text_id("counter", counter)).collect())),
            ("inboxes", array(recipients.iter().map(|recipient| id("inbox", *recipient)).collect())),
            ("among", int(MERGED_AMONG - 1)),
            ("since", int(self.now_ms() - merged_within_ms())),
        ];
        let mut response = self.run(query, vars).await?;
        let broken = |error: StoreError| TxError::Refused(error.to_string());
        let numbers: Vec<(String, i64)> = take(&mut response, 0).map_err(broken)?;
        let inboxes: Vec<Inbox> = take(&mut response, 1).map_err(broken)?;
        let inboxes = inboxes.into_iter().map(|inbox| (inbox.recipient, inbox)).collect();
        Ok(Counters { inboxes, numbers: numbers.into_iter().collect() })
    }
}
