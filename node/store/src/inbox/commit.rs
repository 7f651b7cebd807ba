//! Commits a transaction with the notifications that it causes: who gets what, under which number.
//!
//! Numbers continue from counters: a recipient's inbox, a day's order numbers. The counters are known before the
//! transaction ([`super::counters`]), all rows are built in [`super::rows`], and the transaction begins with a guard
//! that the counters are unchanged. Letting the database count took several statements per recipient (decision 5).

use std::collections::BTreeSet;

use bus_schemas::notification::{Announcement, NotificationDraft};

use super::counters::Counters;
use super::recipient_drafts::RecipientDrafts;
use super::rows::{COUNTED_ON, transaction};
use crate::engine::connect::Store;
use crate::engine::transaction::{TransactionBody, TxError, with_retries};

/// A transaction that is made once its numbers are known.
pub(crate) struct Counted {
    pub(crate) body: TransactionBody,
    /// How many numbers it takes of each counter.
    pub(crate) taken: Vec<(String, i64)>,
    /// Each goes to the recipients that were named for it, in their order.
    pub(crate) drafts: Vec<NotificationDraft>,
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
        by_recipient: &[RecipientDrafts<'_>],
        counter: Option<&str>,
        make: impl Fn(i64) -> Result<TransactionBody, TxError>,
    ) -> Result<Committed, TxError> {
        if by_recipient.is_empty() && counter.is_none() {
            return with_retries(|| async { self.plain(make(0)?).await }).await.map(|()| Committed::default());
        }
        let recipients: Vec<i64> = by_recipient.iter().map(|drafts| drafts.recipient).collect();
        let names: Vec<String> = counter.into_iter().map(str::to_owned).collect();
        let attempt = || async {
            let _counting = self.counter_cache().counting(&recipients, &names).await;
            let counters = self.current_counters(&recipients, &names).await?;
            let number = counter.map_or(0, |counter| counters.last(counter) + 1);
            let taken: Vec<(String, i64)> = names.iter().map(|name| (name.clone(), 1)).collect();
            let announcements = self.try_commit(by_recipient, &taken, &counters, make(number)?).await?;
            Ok(Committed { number, announcements })
        };
        with_retries(attempt).await
    }

    /// The same with as many numbers of as many counters as it takes; `recipients` are those of each draft.
    pub(crate) async fn commit_counting(
        &self,
        recipients: &[Vec<i64>],
        counters: &[String],
        make: impl Fn(&Counters) -> Result<Counted, TxError>,
    ) -> Result<(Counters, Vec<Announcement>), TxError> {
        let all: Vec<i64> = recipients.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
        if all.is_empty() && counters.is_empty() {
            let before = Counters::default();
            return with_retries(|| async { self.plain(make(&before)?.body).await }).await.map(|()| (before.clone(), Vec::new()));
        }
        let attempt = || async {
            let _counting = self.counter_cache().counting(&all, counters).await;
            let before = self.current_counters(&all, counters).await?;
            let Counted { body, taken, drafts } = make(&before)?;
            let by_recipient = RecipientDrafts::all(&drafts, recipients);
            let announcements = self.try_commit(&by_recipient, &taken, &before, body).await?;
            Ok((before, announcements))
        };
        with_retries(attempt).await
    }

    /// A transaction that counts nothing.
    async fn plain(&self, TransactionBody { query, vars }: TransactionBody) -> Result<(), TxError> {
        self.once(&format!("BEGIN; {query} COMMIT;"), vars).await.map(|_| ())
    }

    async fn try_commit(
        &self,
        by_recipient: &[RecipientDrafts<'_>],
        taken: &[(String, i64)],
        counters: &Counters,
        body: TransactionBody,
    ) -> Result<Vec<Announcement>, TxError> {
        let (query, vars, rows) = transaction(by_recipient, taken, counters, body, self.now_ms());
        match self.once(&query, vars).await {
            Ok(_) => {
                self.keep_counters(rows.after);
                Ok(rows.announcements)
            }
            Err(error) => {
                let names: Vec<String> = taken.iter().map(|(name, _)| name.clone()).collect();
                self.counter_cache().forget(by_recipient.iter().map(|drafts| drafts.recipient), &names);
                // Another transaction incremented the counters first.
                Err(if matches!(&error, TxError::Thrown(code) if code == COUNTED_ON) { TxError::Conflict } else { error })
            }
        }
    }
}
