//! Ids that this process has reserved and not given out. How they are reserved: [`super::id_blocks`].

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::Mutex;

/// Reserved ids: from `next` until before `end`.
#[derive(Default)]
pub(super) struct Block {
    pub(super) next: i64,
    pub(super) end: i64,
    /// How many the last block had. Each is twice as large as the one before: who writes little leaves few unused.
    pub(super) size: i64,
}

impl Block {
    /// Takes ids that follow each other, where there are so many.
    pub(super) fn take(&mut self, count: i64) -> Option<i64> {
        let first = self.next;
        (self.end - first >= count).then(|| {
            self.next += count;
            first
        })
    }
}

/// The blocks by the name of their sequence.
#[derive(Default)]
pub(crate) struct IdBlocks(Mutex<HashMap<&'static str, Arc<Mutex<Block>>>>);

impl IdBlocks {
    /// The block of a sequence.
    pub(super) async fn of(&self, sequence: &'static str) -> Arc<Mutex<Block>> {
        self.0.lock().await.entry(sequence).or_default().clone()
    }
}
