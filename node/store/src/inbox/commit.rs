//! Commits a transaction with the notifications that it causes: who gets what, under which number.
//!
//! Numbers continue from counters: a recipient's inbox, a day's order numbers. The counters are known before the
//! transaction ([`super::counters`]), all rows are built in [`super::rows`], and the transaction begins with a guard
//! that the counters are unchanged. Letting the database count took several statements per recipient (decision 5).

use bus_schemas::notification::{Announcement, NotificationDraft};
use serde_json::Map;

use super::rows::{COUNTED_ON, transaction};
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars, again};

/// Notifications of one recipient in a transaction.
pub(crate) struct Delivery<'a> {
    pub(crate) recipient: i64,
    pub(super) notices: Vec<Notice<'a>>,
}

/// The notifications of a transaction about one subject: the newest, and how many there are.
pub(super) struct Notice<'a> {
    pub(super) draft: &'a NotificationDraft,
    pub(super) count: i64,
}

impl<'a> Delivery<'a> {
    pub(crate) const fn new(recipient: i64) -> Self {
        Self { recipient, notices: Vec::new() }
    }

    pub(crate) fn add(&mut self, draft: &'a NotificationDraft) {
        match self.notices.iter_mut().find(|notice| notice.draft.kind == draft.kind && notice.draft.subject == draft.subject) {
            Some(notice) => {
                notice.draft = draft;
                notice.count += 1;
            }
            None => self.notices.push(Notice { draft, count: 1 }),
        }
    }
}

/// The statements between BEGIN and COMMIT.
#[derive(Default)]
pub(crate) struct TransactionBody {
    pub(crate) query: String,
    pub(crate) vars: Vars,
    /// Merged into every notification's data: values that are known only with the counter's number.
    pub(crate) data: Map<String, serde_json::Value>,
}

/// The numbers and announcements of a committed transaction.
#[derive(Default)]
pub(crate) struct Committed {
    /// The counter's number, or 0.
    pub(crate) number: i64,
    /// To be announced.
    pub(crate) announcements: Vec<Announcement>,
}

impl Store {
    /// Commits a transaction with its notifications. With a `counter`, `make` gets its next number, otherwise 0.
    pub(crate) async fn commit_notifying(
        &self,
        deliveries: &[Delivery<'_>],
        counter: Option<&str>,
        make: impl Fn(i64) -> TransactionBody,
    ) -> Result<Committed, TxError> {
        if deliveries.is_empty() && counter.is_none() {
            let plain = || {
                let TransactionBody { query, vars, .. } = make(0);
                async move { self.once(&format!("BEGIN; {query} COMMIT;"), vars).await }
            };
            return again(plain).await.map(|_| Committed::default());
        }
        again(|| self.try_commit(deliveries, counter, &make)).await
    }

    async fn try_commit(
        &self,
        deliveries: &[Delivery<'_>],
        counter: Option<&str>,
        make: &impl Fn(i64) -> TransactionBody,
    ) -> Result<Committed, TxError> {
        let _counting = self.counter_cache().counting().await;
        let counters = self.current_counters(deliveries, counter).await?;
        let number = counter.map_or(0, |_| counters.next());
        let (query, vars, rows) = transaction(deliveries, counter, &counters, make(number), self.now_ms());
        match self.once(&query, vars).await {
            Ok(_) => {
                self.keep_counters(rows.after, counter);
                Ok(Committed { number, announcements: rows.announcements })
            }
            Err(error) => {
                self.counter_cache().forget(deliveries.iter().map(|delivery| delivery.recipient), counter);
                // Another transaction incremented the counters first.
                Err(if matches!(&error, TxError::Thrown(code) if code == COUNTED_ON) { TxError::Conflict } else { error })
            }
        }
    }
}
