//! Ids from blocks that this process has reserved. A value of a sequence costs a synced transaction of its own, which
//! the rows that are written most can't pay each. A sequence whose ids are taken here is asked once, where the first
//! block begins; from then on the row `id_block` of its name says which ids are given out (decision 53).

use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::reserved_ids::Block;
use crate::engine::transaction::take;
use crate::engine::value::{int, text_id};

/// Most ids of a block, unless more are asked for at once. What is left of it when the process ends is never used.
const BLOCK_MAX: i64 = 256;

impl Store {
    /// The next id of a sequence.
    pub(crate) async fn next_of(&self, sequence: &'static str) -> Result<i64, StoreError> {
        self.next_ids(sequence, 1).await
    }

    /// A sequence's next value, for tables that are written through the resource engine as well.
    pub(crate) async fn sequence_value(&self, sequence: &'static str) -> Result<i64, StoreError> {
        let mut response = self.run(&format!("RETURN sequence::nextval('{sequence}')"), vec![]).await?;
        take(&mut response, 0)
    }

    /// The first of so many ids of a sequence that follow each other. No id is given twice, on whatever node; those that
    /// are not used are lost.
    pub(crate) async fn next_ids(&self, sequence: &'static str, count: i64) -> Result<i64, StoreError> {
        let block = self.id_blocks().of(sequence).await;
        let mut block = block.lock().await;
        if let Some(first) = block.take(count) {
            return Ok(first);
        }
        let size = (block.size * 2).clamp(1, BLOCK_MAX).max(count);
        let query = format!(
            "BEGIN;
             LET $from = (SELECT VALUE next FROM ONLY $block);
             LET $first = IF $from = NONE {{ sequence::nextval('{sequence}') }} ELSE {{ $from }};
             UPSERT $block SET next = $first + $size RETURN NONE;
             $first;
             COMMIT;"
        );
        let mut response = self.run(&query, vec![("block", text_id("id_block", sequence)), ("size", int(size))]).await?;
        let first: i64 = take(&mut response, 4)?;
        *block = Block { next: first + count, end: first + size, size };
        Ok(first)
    }
}
