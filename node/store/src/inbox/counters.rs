//! The counters that a transaction increments: inboxes (last number, unread) and daily order numbers, as last read or
//! written.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use actors::store::StoreError;
use bus_schemas::notification::NotificationKind;
use serde::Deserialize;

use super::commit::Delivery;
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{array, id, int, text_id};

/// Unread notifications about the same thing within this time are merged (domain rules 11), in milliseconds.
pub(super) const MERGED_WITHIN: i64 = 60_000;
/// How many of a recipient's newest notifications are searched for one to merge with.
pub(super) const MERGED_AMONG: i64 = 50;
/// Most inboxes and counters that are remembered, each.
const REMEMBERED_MAX: usize = 1_000;

/// A recipient's inbox.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Inbox {
    pub(super) recipient: i64,
    pub(super) last: i64,
    pub(super) unread: i64,
    /// Unread notifications of the last minute, or older ones.
    pub(super) recent: Vec<Recent>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Recent {
    pub(super) number: i64,
    pub(super) kind: NotificationKind,
    pub(super) subject: String,
    pub(super) count: i64,
    pub(super) created_at: i64,
}

/// The heads of a transaction; one that is not stored yet is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Heads {
    pub(super) inboxes: HashMap<i64, Inbox>,
    pub(super) counter: Option<i64>,
}

impl Heads {
    /// The counter's next number.
    pub(super) fn next(&self) -> i64 {
        self.counter.unwrap_or(0) + 1
    }
}

/// Cached counters of an embedded database, which only this process writes. They may be out of date, as reading a
/// notification changes the inbox: then the guard fails and they are read again.
#[derive(Default)]
pub(crate) struct HeadMemory {
    known: Mutex<Known>,
    /// One transaction of this process counts on at a time: of those that meet, all but one would be tried again.
    counting: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Known {
    inboxes: HashMap<i64, Inbox>,
    counters: HashMap<String, i64>,
}

impl HeadMemory {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the counters within this process.
    pub(super) async fn counting(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.counting.lock().await
    }

    /// All of these, or nothing.
    fn find(&self, deliveries: &[Delivery<'_>], counter: Option<&str>) -> Option<Heads> {
        let known = self.known();
        let inbox = |delivery: &Delivery| known.inboxes.get(&delivery.recipient).map(|inbox| (delivery.recipient, inbox.clone()));
        let inboxes = deliveries.iter().map(inbox).collect::<Option<_>>()?;
        let counter = counter.map(|counter| known.counters.get(counter).copied().ok_or(())).transpose().ok()?;
        Some(Heads { inboxes, counter })
    }

    fn keep(&self, heads: Heads, counter: Option<&str>) {
        let mut known = self.known();
        if known.inboxes.len() + heads.inboxes.len() > REMEMBERED_MAX {
            known.inboxes.clear();
        }
        if known.counters.len() >= REMEMBERED_MAX {
            known.counters.clear();
        }
        known.inboxes.extend(heads.inboxes);
        known.counters.extend(counter.map(str::to_owned).zip(heads.counter));
    }

    /// Invalidates these counters.
    pub(crate) fn forget(&self, recipients: impl IntoIterator<Item = i64>, counter: Option<&str>) {
        let mut known = self.known();
        for recipient in recipients {
            known.inboxes.remove(&recipient);
        }
        if let Some(counter) = counter {
            known.counters.remove(counter);
        }
    }
}

impl Store {
    pub(super) fn keep_heads(&self, heads: Heads, counter: Option<&str>) {
        if self.embedded() {
            self.heads().keep(heads, counter);
        }
    }

    /// The cached counters.
    pub(super) async fn current_heads(&self, deliveries: &[Delivery<'_>], counter: Option<&str>) -> Result<Heads, TxError> {
        if let Some(known) = self.heads().find(deliveries, counter) {
            return Ok(known);
        }
        let query = "SELECT VALUE last FROM $counter;
            SELECT record::id(id) AS recipient, last, unread,
              (SELECT number, kind, subject, count, created_at
                FROM notification:[record::id($parent.id), $parent.last - $among]..=[record::id($parent.id), $parent.last]
                WHERE read_at = NONE AND created_at > $since) AS recent
            FROM $inboxes;";
        let vars = vec![
            ("counter", array(counter.into_iter().map(|counter| text_id("counter", counter)).collect())),
            ("inboxes", array(deliveries.iter().map(|delivery| id("inbox", delivery.recipient)).collect())),
            ("among", int(MERGED_AMONG - 1)),
            ("since", int(self.now_ms() - MERGED_WITHIN)),
        ];
        let mut response = self.run(query, vars).await?;
        let broken = |error: StoreError| TxError::Refused(error.to_string());
        let counters: Vec<i64> = take(&mut response, 0).map_err(broken)?;
        let inboxes: Vec<Inbox> = take(&mut response, 1).map_err(broken)?;
        let inboxes = inboxes.into_iter().map(|inbox| (inbox.recipient, inbox)).collect();
        Ok(Heads { inboxes, counter: counters.first().copied() })
    }
}
