//! The ledger's index: blocks of rows that lists are found by ([`block`]), the tests that they decide ([`filter`]),
//! how far a list is walked ([`walk`]), how often goods moved ([`moves`]), and what places had before ([`before`]).

pub(crate) mod before;
pub(crate) mod block;
pub(crate) mod filter;
pub(crate) mod moves;
mod packed;
pub(crate) mod walk;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use actors::store::StoreError;
use actors::warehouse::port::Batch;
use serde::Deserialize;
use surrealdb::types::{Number, Value};

use self::before::Before;
use self::block::{BLOCK_ROWS, Block, ENTRY, Entry, block_of, bounds};
use self::moves::Counted;
use crate::cache::{Age, Cache, CacheStats, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::take;
use crate::engine::value::{array_id, int, object};

/// The table of blocks, by warehouse and number.
pub(crate) const TABLE: &str = "ledger_block";
/// Blocks read at once.
const READ_AT_ONCE: i64 = 256;

/// Blocks never change.
const BLOCKS: Limits = Limits { name: "ledger_blocks", weight: 64 << 20, entries: 4_096, age: Age::FOREVER };
/// Nor does what of a block meets the conditions of a list.
const SPANS: Limits = Limits { name: "ledger_spans", weight: 16 << 20, entries: 512, age: Age::FOREVER };
/// Nor does what moved by it within some spans of time: those of a day's dashboards, warehouse by warehouse.
const MOVES: Limits = Limits { name: "ledger_moves", weight: 32 << 20, entries: 2_048, age: Age::FOREVER };
/// Where the ledger ends is as it was until a batch is written.
const ENDS: Limits = Limits { name: "ledger_ends", weight: 1, entries: 1, age: Age::sole(Duration::from_secs(60)) };

/// What of a block meets the conditions of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub rows: u32,
    pub oldest: i64,
    pub newest: i64,
}

/// The blocks that have rows of a list, of those before `upto`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    pub upto: i64,
    pub spans: Vec<(i64, Span)>,
}

/// A warehouse's ledger: so many blocks that are full, and the rows after them.
#[derive(Debug)]
pub(crate) struct End {
    pub warehouse: i64,
    pub full: i64,
    pub tail: Arc<Block>,
}

/// What is kept of the index.
#[derive(Debug)]
struct LedgerCaches {
    blocks: Cache<(i64, i64), Arc<Block>>,
    /// Of a list in a warehouse.
    spans: Cache<(i64, String), Arc<Spans>>,
    /// In a warehouse, within spans that begin at these moments.
    moves: Cache<(i64, Vec<i64>), Arc<Counted>>,
    ends: Cache<(), Arc<Vec<Arc<End>>>>,
}

impl Memory for LedgerCaches {
    fn new(sole: bool) -> Self {
        Self { blocks: Cache::new(BLOCKS, sole), spans: Cache::new(SPANS, sole), moves: Cache::new(MOVES, sole), ends: Cache::new(ENDS, sole) }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.blocks.stats(), self.spans.stats(), self.moves.stats(), self.ends.stats()]
    }
}

/// The record of a block.
fn row(warehouse: i64, number: i64, entries: &[Entry]) -> Value {
    object([
        ("id", array_id(TABLE, vec![int(warehouse), int(number)])),
        ("data", Value::Bytes(Block::new(warehouse, entries).encode().into())),
        ("before", Value::Bytes(before::encode(entries).into())),
    ])
}

/// The rows of a statement that answers the number and some bytes of each block.
fn stored<T>(value: Value, decode: impl Fn(&[u8]) -> Option<T>) -> BTreeMap<i64, T> {
    let Value::Array(rows) = value else { return BTreeMap::new() };
    let row = |row: Value| {
        let Value::Array(row) = row else { return None };
        match row.into_vec().as_slice() {
            // A block that this version of the program can't read is built again.
            [Value::Number(Number::Int(number)), Value::Bytes(data)] => Some((*number, decode(data)?)),
            _ => None,
        }
    };
    rows.into_iter().filter_map(row).collect()
}

/// What places had before those rows that moved goods.
fn moved_before(entries: &[Entry]) -> Vec<Before> {
    entries.iter().filter(|entry| entry.operation.is_some()).map(Before::from).collect()
}

/// The last ledger row of a warehouse that moved goods.
#[derive(Deserialize)]
struct Moved {
    warehouse: i64,
    last: i64,
}

impl Store {
    /// Rows of the blocks that a batch fills, to be written with it.
    pub(crate) async fn filled_blocks(&self, batch: &Batch) -> Result<Vec<Value>, StoreError> {
        let (Some(first), Some(last)) = (batch.movements.first(), batch.movements.last()) else { return Ok(Vec::new()) };
        let mut filled = Vec::new();
        for number in block_of(first.sequence)..block_of(last.sequence + 1) {
            let (from, upto) = bounds(number);
            let mut entries = Vec::new();
            if from < first.sequence {
                entries = self.entries(batch.warehouse.0, from, first.sequence - 1).await?;
            }
            let written = batch.movements.iter().filter(|movement| (from..=upto).contains(&movement.sequence));
            entries.extend(written.map(Entry::from));
            filled.push(row(batch.warehouse.0, number, &entries));
        }
        Ok(filled)
    }

    async fn entries(&self, warehouse: i64, from: i64, upto: i64) -> Result<Vec<Entry>, StoreError> {
        let query = format!("SELECT {ENTRY} FROM movement:[$w, $from]..=[$w, $upto]");
        self.rows(&query, vec![("w", int(warehouse)), ("from", int(from)), ("upto", int(upto))]).await
    }

    /// Warehouses whose ledger has rows that moved goods, and the last such row of each. The months' sums know it; the
    /// database would read a warehouse's whole ledger to find its newest row.
    pub(crate) async fn moved_warehouses(&self) -> Result<Vec<(i64, i64)>, StoreError> {
        let moved: Vec<Moved> = self.rows("SELECT warehouse, math::max(last) AS last FROM flow GROUP BY warehouse", vec![]).await?;
        Ok(moved.into_iter().map(|moved| (moved.warehouse, moved.last)).collect())
    }

    /// Writes the blocks that are missing: of a ledger that an older program wrote, or a restored one.
    pub(crate) async fn write_missing_blocks(&self) -> Result<(), StoreError> {
        for end in self.read_ends().await? {
            let query = "RETURN count(SELECT VALUE id FROM ledger_block:[$w, 0]..[$w, $full])";
            let mut response = self.run(query, vec![("w", int(end.warehouse)), ("full", int(end.full))]).await?;
            if take::<i64>(&mut response, 0)? == end.full {
                continue;
            }
            tracing::info!(warehouse = end.warehouse, blocks = end.full, "the ledger's index is written");
            for first in (0..end.full).step_by(usize::try_from(READ_AT_ONCE).unwrap_or(1)) {
                let numbers = first..(first + READ_AT_ONCE).min(end.full);
                let known = self.stored_blocks(end.warehouse, numbers.clone()).await?;
                for number in numbers.filter(|number| !known.contains_key(number)) {
                    let (from, upto) = bounds(number);
                    let block = row(end.warehouse, number, &self.entries(end.warehouse, from, upto).await?);
                    self.run("INSERT IGNORE INTO ledger_block $block RETURN NONE", vec![("block", block)]).await?;
                }
            }
        }
        Ok(())
    }

    /// Numbers of stored blocks that are not what the ledger says up to `last`.
    pub(crate) async fn wrong_blocks(&self, warehouse: i64, last: i64) -> Result<Vec<i64>, StoreError> {
        let mut wrong = Vec::new();
        let full = last / BLOCK_ROWS;
        for first in (0..full).step_by(usize::try_from(READ_AT_ONCE).unwrap_or(1)) {
            let numbers = first..(first + READ_AT_ONCE).min(full);
            let before = self.stored_before(warehouse, numbers.clone()).await?;
            for (number, stored) in self.stored_blocks(warehouse, numbers).await? {
                let (from, upto) = bounds(number);
                let entries = self.entries(warehouse, from, upto).await?;
                let right = before.get(&number).is_none_or(|before| before.iter().eq(&moved_before(&entries)));
                if stored != Block::new(warehouse, &entries) || !right {
                    wrong.push(number);
                }
            }
        }
        Ok(wrong)
    }

    async fn stored_blocks(&self, warehouse: i64, numbers: Range<i64>) -> Result<BTreeMap<i64, Block>, StoreError> {
        Ok(stored(self.stored_bytes(warehouse, numbers, "data").await?, |data| Block::decode(warehouse, data)))
    }

    async fn stored_before(&self, warehouse: i64, numbers: Range<i64>) -> Result<BTreeMap<i64, Vec<Before>>, StoreError> {
        Ok(stored(self.stored_bytes(warehouse, numbers, "before").await?, before::decode))
    }

    async fn stored_bytes(&self, warehouse: i64, numbers: Range<i64>, column: &str) -> Result<Value, StoreError> {
        let query = format!("SELECT VALUE [record::id(id)[1], {column}] FROM ledger_block:[$w, $from]..[$w, $upto]");
        let vars = vec![("w", int(warehouse)), ("from", int(numbers.start)), ("upto", int(numbers.end))];
        let mut response = self.run(&query, vars).await?;
        response.take(0).map_err(|error| StoreError::Corrupt(error.to_string()))
    }

    async fn built_block(&self, warehouse: i64, number: i64) -> Result<Block, StoreError> {
        let (from, upto) = bounds(number);
        Ok(Block::new(warehouse, &self.entries(warehouse, from, upto).await?))
    }

    /// Gives `undo` what places had before the ledger rows after one sequence up to another moved goods there, newest
    /// first.
    pub(crate) async fn walk_back(&self, warehouse: i64, (after, last): (i64, i64), mut undo: impl FnMut(&Before) + Send) -> Result<(), StoreError> {
        let mut within = |rows: &[Before]| rows.iter().rev().filter(|row| row.sequence > after && row.sequence <= last).for_each(&mut undo);
        let full = last / BLOCK_ROWS;
        let (tail, _) = bounds(full);
        if tail <= last {
            within(&moved_before(&self.entries(warehouse, tail.max(after + 1), last).await?));
        }
        let first = block_of(after + 1);
        let mut upto = full;
        while upto > first {
            let from = (upto - READ_AT_ONCE).max(first);
            let stored = self.stored_before(warehouse, from..upto).await?;
            for number in (from..upto).rev() {
                match stored.get(&number) {
                    Some(rows) => within(rows),
                    None => {
                        let (from, upto) = bounds(number);
                        within(&moved_before(&self.entries(warehouse, from, upto).await?));
                    }
                }
            }
            upto = from;
        }
        Ok(())
    }

    /// Sequences of the ledger rows after one sequence up to another that concern some products of a warehouse, by product.
    pub(crate) async fn rows_of_products(
        &self,
        warehouse: i64,
        (after, last): (i64, i64),
        products: &HashSet<i64>,
    ) -> Result<HashMap<i64, Vec<i64>>, StoreError> {
        let mut found: HashMap<i64, Vec<i64>> = HashMap::new();
        let mut add = |block: &Block| {
            let rows = block.rows.iter().filter(|row| row.sequence > after && row.sequence <= last && products.contains(&row.product));
            rows.for_each(|row| found.entry(row.product).or_default().push(row.sequence));
        };
        let ends = self.ledger_ends().await?;
        if let Some(end) = ends.iter().find(|end| end.warehouse == warehouse) {
            add(&end.tail);
            let first = block_of(after + 1);
            let mut upto = end.full;
            while upto > first {
                let from = (upto - READ_AT_ONCE).max(first);
                self.blocks(warehouse, from..upto).await?.iter().for_each(|block| add(block));
                upto = from;
            }
        }
        Ok(found)
    }

    /// Full blocks of a warehouse: a few, as they are all held at once.
    async fn blocks(&self, warehouse: i64, numbers: Range<i64>) -> Result<Vec<Arc<Block>>, StoreError> {
        let cache = &self.memory::<LedgerCaches>().blocks;
        let mut found: BTreeMap<i64, Arc<Block>> =
            numbers.clone().filter_map(|number| Some((number, cache.get(&(warehouse, number), &Stamp::default())?))).collect();
        let missing = || numbers.clone().filter(|number| !found.contains_key(number));
        if let (Some(first), Some(last)) = (missing().min(), missing().max()) {
            let mut stored = self.stored_blocks(warehouse, first..last + 1).await?;
            for number in missing().collect::<Vec<_>>() {
                let block = match stored.remove(&number) {
                    Some(block) => block,
                    None => self.built_block(warehouse, number).await?,
                };
                let block = Arc::new(block);
                cache.put_weighing((warehouse, number), Stamp::default(), block.clone(), block.weight());
                found.insert(number, block);
            }
        }
        Ok(found.into_values().collect())
    }

    /// Where the ledger of each warehouse ends.
    pub(crate) async fn ledger_ends(&self) -> Result<Arc<Vec<Arc<End>>>, StoreError> {
        let stamp = self.writes().stamp(["movement"]);
        if let Some(known) = self.memory::<LedgerCaches>().ends.get(&(), &stamp) {
            return Ok(known);
        }
        let ends = Arc::new(self.read_ends().await?);
        self.memory::<LedgerCaches>().ends.put((), stamp, ends.clone());
        Ok(ends)
    }

    async fn read_ends(&self) -> Result<Vec<Arc<End>>, StoreError> {
        let warehouses = self.moved_warehouses().await?;
        if warehouses.is_empty() {
            return Ok(Vec::new());
        }
        let (warehouses, full): (Vec<i64>, Vec<i64>) = warehouses.into_iter().map(|(warehouse, last)| (warehouse, last / BLOCK_ROWS)).unzip();
        let tail = |(warehouse, full): (&i64, &i64)| {
            let (from, _) = bounds(*full);
            format!("SELECT {ENTRY} FROM movement:[{warehouse}, {from}]..[{}, 0]", warehouse + 1)
        };
        let mut response = self.run(&warehouses.iter().zip(&full).map(tail).collect::<Vec<_>>().join(";"), vec![]).await?;
        let end = |(statement, (warehouse, full))| {
            let entries: Vec<Entry> = take(&mut response, statement)?;
            Ok(Arc::new(End { warehouse, full, tail: Arc::new(Block::new(warehouse, &entries)) }))
        };
        warehouses.into_iter().zip(full).enumerate().map(end).collect()
    }
}
