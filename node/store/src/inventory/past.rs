//! What was on hand at a moment of the past: by the balance that every ledger row carries. Only the rows after the
//! moment are read, or those before it where they are fewer; what was found never changes and is kept.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::cache::{Age, Cache, CacheStats, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::take;
use crate::engine::value::int;

/// Ledger rows read together.
const PAGE: i64 = 20_000;

/// Where goods lay.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub struct PastPlace {
    pub area: i64,
    pub shelf: i64,
    pub product: i64,
    pub batch: String,
}

/// What was on hand in one warehouse, place by place; places with nothing are left out.
pub type Past = Vec<(PastPlace, Decimal)>;

/// The past never changes.
const LIMITS: Limits = Limits { name: "ledger_past", weight: 64 << 20, entries: 64, age: Age::FOREVER };

/// What was on hand in a warehouse after a sequence.
struct PastCache(Cache<(i64, i64), Arc<Past>>);

impl Memory for PastCache {
    fn new(sole: bool) -> Self {
        Self(Cache::new(LIMITS, sole))
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.0.stats()]
    }
}

#[derive(Deserialize)]
struct Row {
    #[serde(flatten)]
    place: PastPlace,
    sequence: i64,
    moved: Decimal,
    balance: Decimal,
}

#[derive(Deserialize)]
struct Now {
    #[serde(flatten)]
    place: PastPlace,
    on_hand: Decimal,
}

impl Store {
    /// What was on hand in a warehouse after its last ledger row up to a moment (Unix milliseconds).
    pub async fn stock_at(&self, warehouse: i64, at: i64) -> Result<Arc<Past>, StoreError> {
        let query = "BEGIN; LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807])) ?? 0;
            SELECT area, shelf, product, batch, on_hand FROM place:[$w]..[$w + 1]; COMMIT;";
        let mut response = self.run(query, vec![("w", int(warehouse))]).await?;
        let end: i64 = take(&mut response, 2)?;
        let sequence = self.sequence_at(warehouse, end, at).await?;
        let cache = &self.memory::<PastCache>().0;
        if let Some(known) = cache.get(&(warehouse, sequence), &Stamp::default()) {
            return Ok(known);
        }
        let now: Vec<Now> = take(&mut response, 3)?;
        let places =
            if end - sequence <= sequence { self.undone(warehouse, sequence, end, now).await? } else { self.done(warehouse, sequence).await? };
        let past: Past = places.into_iter().filter(|(_, on_hand)| !on_hand.is_zero()).collect();
        let past = Arc::new(past);
        let weight: usize = past.iter().map(|(place, _)| size_of::<(PastPlace, Decimal)>() + place.batch.len()).sum();
        cache.put_weighing((warehouse, sequence), Stamp::default(), past.clone(), weight as u64);
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

    async fn moved_rows(&self, warehouse: i64, from: i64, upto: i64) -> Result<Vec<Row>, StoreError> {
        let query = "SELECT area, shelf, product, batch, sequence, moved, balance FROM movement:[$w, $from]..=[$w, $upto] WHERE operation != NONE";
        self.rows(query, vec![("w", int(warehouse)), ("from", int(from)), ("upto", int(upto))]).await
    }

    /// From what is there now: what each place had before its first row after the moment.
    async fn undone(&self, warehouse: i64, sequence: i64, end: i64, now: Vec<Now>) -> Result<HashMap<PastPlace, Decimal>, StoreError> {
        let mut places: HashMap<PastPlace, Decimal> = now.into_iter().map(|row| (row.place, row.on_hand)).collect();
        let mut seen: HashSet<PastPlace> = HashSet::new();
        let mut from = sequence + 1;
        while from <= end {
            let upto = end.min(from + PAGE - 1);
            for row in self.moved_rows(warehouse, from, upto).await? {
                if seen.insert(row.place.clone()) {
                    places.insert(row.place, row.balance - row.moved);
                }
            }
            from = upto + 1;
        }
        Ok(places)
    }

    /// From the beginning: the balance that each place had last.
    async fn done(&self, warehouse: i64, sequence: i64) -> Result<HashMap<PastPlace, Decimal>, StoreError> {
        let mut places: HashMap<PastPlace, (i64, Decimal)> = HashMap::new();
        let mut from = 1;
        while from <= sequence {
            let upto = sequence.min(from + PAGE - 1);
            for row in self.moved_rows(warehouse, from, upto).await? {
                let last = places.entry(row.place).or_insert((row.sequence, row.balance));
                if last.0 <= row.sequence {
                    *last = (row.sequence, row.balance);
                }
            }
            from = upto + 1;
        }
        Ok(places.into_iter().map(|(place, (_, balance))| (place, balance)).collect())
    }
}
