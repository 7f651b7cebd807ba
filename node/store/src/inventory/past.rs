//! What was on hand at a moment of the past: what is there now, without what the ledger has brought since
//! ([`crate::ledger::index::before`]). What was found never changes and is kept.

use std::sync::Arc;

use actors::store::StoreError;

use crate::cache::{Age, Cache, CacheStats, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::take;
use crate::engine::value::int;
use crate::inventory::read_model::stock::WarehouseStock;
use crate::scope::Scope;

/// The past never changes.
const LIMITS: Limits = Limits { name: "ledger_past", weight: 256 << 20, entries: 64, age: Age::FOREVER };

/// A warehouse after a sequence.
struct PastCache(Cache<(i64, i64), Arc<WarehouseStock>>);

impl Memory for PastCache {
    fn new(sole: bool) -> Self {
        Self(Cache::new(LIMITS, sole))
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.0.stats()]
    }
}

impl Store {
    /// What was on hand in a warehouse after its last ledger row up to a moment (Unix milliseconds).
    async fn stock_at(&self, warehouse: i64, at: i64) -> Result<Arc<WarehouseStock>, StoreError> {
        let kept = self.warehouse_stock(warehouse).await?;
        let end = kept.stock().sequence;
        let sequence = self.sequence_at(warehouse, end, at).await?;
        let cache = &self.memory::<PastCache>().0;
        if let Some(known) = cache.get(&(warehouse, sequence), &Stamp::default()) {
            return Ok(known);
        }
        let mut past = kept.stock().clone();
        let since = (sequence, past.sequence);
        self.walk_back(warehouse, since, |row| past.set_on_hand(row.product, (row.area, row.shelf, &row.batch), row.on_hand)).await?;
        past.keep_on_hand();
        past.sequence = sequence;
        let past = Arc::new(past);
        cache.put_weighing((warehouse, sequence), Stamp::default(), past.clone(), past.weight());
        Ok(past)
    }

    /// What was on hand at a moment (Unix milliseconds) in the warehouses in reach.
    pub(crate) async fn past_stock(&self, at: i64, scope: &Scope) -> Result<Vec<Arc<WarehouseStock>>, StoreError> {
        let seen = |warehouse: &i64| scope.only_warehouses().is_none_or(|only| only.contains(warehouse));
        let mut past = Vec::new();
        for warehouse in self.warehouse_ids().await?.into_iter().filter(seen) {
            past.push(self.stock_at(warehouse, at).await?);
        }
        Ok(past)
    }

    /// The last sequence of a warehouse's ledger, 0 where nothing was written.
    pub(crate) async fn last_sequence(&self, warehouse: i64) -> Result<i64, StoreError> {
        let query = "LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            RETURN [array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807])) ?? 0];";
        let mut response = self.run(query, vec![("w", int(warehouse))]).await?;
        let last: Vec<i64> = take(&mut response, 1)?;
        Ok(last.first().copied().unwrap_or(0))
    }

    /// The last sequence that was written up to a moment; times rise with sequences.
    pub(crate) async fn sequence_at(&self, warehouse: i64, end: i64, at: i64) -> Result<i64, StoreError> {
        let (mut before, mut after) = (0, end + 1);
        while after - before > 1 {
            let middle = before + (after - before) / 2;
            let query = "SELECT VALUE at FROM movement:[$w, $middle]..=[$w, $middle]";
            let times: Vec<i64> = self.rows(query, vec![("w", int(warehouse)), ("middle", int(middle))]).await?;
            if times.first().is_some_and(|time| *time <= at) {
                before = middle;
            } else {
                after = middle;
            }
        }
        Ok(before)
    }
}
