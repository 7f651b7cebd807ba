//! Fetches the next id of a sequence in advance, because taking one is a transaction of its own.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::transaction::take;

/// Delay before the next id is fetched, so that it does not compete with the write that uses the last one.
const FETCHED_AFTER: Duration = Duration::from_millis(100);

/// One prefetched id, or none. One that is left when the node stops is never used.
#[derive(Default)]
pub(crate) struct ReadyId {
    /// 0: none.
    id: AtomicI64,
    fetching: AtomicBool,
}

impl Store {
    /// The next order's id.
    pub(crate) async fn next_order(&self) -> Result<i64, StoreError> {
        let ready = self.ready_order().id.swap(0, Ordering::AcqRel);
        if !self.ready_order().fetching.swap(true, Ordering::AcqRel) {
            self.later(FETCHED_AFTER, async |store: Self| {
                if let Ok(id) = store.new_order().await {
                    store.ready_order().id.store(id, Ordering::Release);
                }
                store.ready_order().fetching.store(false, Ordering::Release);
            });
        }
        if ready == 0 { self.new_order().await } else { Ok(ready) }
    }

    async fn new_order(&self) -> Result<i64, StoreError> {
        self.next_of("stock_order").await
    }

    /// A sequence's next value, in a transaction of its own.
    pub(crate) async fn next_of(&self, sequence: &'static str) -> Result<i64, StoreError> {
        let mut response = self.run(&format!("RETURN sequence::nextval('{sequence}')"), vec![]).await?;
        take(&mut response, 0)
    }
}
