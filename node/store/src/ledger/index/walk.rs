//! A page of a list of the ledger: counted and walked block by block.

use std::cmp::Ordering;
use std::sync::Arc;

use actors::store::StoreError;

use super::block::{Block, Key};
use super::filter::matching;
use super::{End, LedgerCaches, READ_AT_ONCE, Span, Spans};
use crate::cache::Stamp;
use crate::engine::connect::Store;
use crate::listing::row_test::Test;

/// A part of a list: a block, and what of it is in the list.
struct Section {
    end: Arc<End>,
    /// `None`: the rows after the full blocks.
    number: Option<i64>,
    rows: i64,
    /// Where its first and last row come, by time, in the list's direction.
    first: i64,
    last: i64,
}

/// The list's direction.
#[derive(Clone, Copy, Debug)]
struct Order {
    descends: bool,
}

impl Order {
    /// Small comes first.
    fn rank(self, at: i64) -> i64 {
        if self.descends { at.saturating_neg() } else { at }
    }

    /// Of two rows of one moment the newer comes first, in both directions.
    fn compare(self, one: &Key, other: &Key) -> Ordering {
        let by_time = self.rank(one.at).cmp(&self.rank(other.at));
        by_time.then_with(|| (other.warehouse, other.sequence).cmp(&(one.warehouse, one.sequence)))
    }
}

/// Which part of a list is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub start: i64,
    pub limit: i64,
    pub descends: bool,
}

fn span(keys: &[Key]) -> Span {
    let (oldest, newest) = keys.iter().fold((i64::MAX, i64::MIN), |(oldest, newest), key| (oldest.min(key.at), newest.max(key.at)));
    Span { rows: u32::try_from(keys.len()).unwrap_or(u32::MAX), oldest, newest }
}

impl Store {
    /// How many rows of these warehouses meet the tests, and the keys of a page of them, by time.
    pub(crate) async fn ledger_page(&self, ends: Vec<Arc<End>>, tests: &[Test], wanted: Wanted) -> Result<(Vec<Key>, i64), StoreError> {
        let order = Order { descends: wanted.descends };
        let mut sections = Vec::new();
        for end in ends {
            let mut add = |number, span: &Span| {
                let (first, last) = if order.descends { (span.newest, span.oldest) } else { (span.oldest, span.newest) };
                if span.rows > 0 {
                    let (first, last) = (order.rank(first), order.rank(last));
                    sections.push(Section { end: end.clone(), number, rows: i64::from(span.rows), first, last });
                }
            };
            let found = self.spans(&end, tests).await?;
            found.spans.iter().filter(|(number, _)| *number < end.full).for_each(|(number, span)| add(Some(*number), span));
            add(None, &span(&matching(&end.tail, tests)));
        }
        let total = sections.iter().map(|section| section.rows).sum();
        let keys = if wanted.start < total { self.walk(sections, tests, wanted, order).await? } else { Vec::new() };
        Ok((keys, total))
    }

    /// What of the full blocks meets the tests; of more blocks than these it may be known.
    async fn spans(&self, end: &End, tests: &[Test]) -> Result<Arc<Spans>, StoreError> {
        let cache = &self.memory::<LedgerCaches>().spans;
        let name = (end.warehouse, format!("{tests:?}"));
        let known = cache.get(&name, &Stamp::default()).unwrap_or_default();
        if known.upto >= end.full {
            return Ok(known);
        }
        let mut found = Spans::clone(&known);
        while found.upto < end.full {
            let numbers = found.upto..(found.upto + READ_AT_ONCE).min(end.full);
            let blocks = self.blocks(end.warehouse, numbers.clone()).await?;
            let spans = blocks.iter().map(|block| span(&matching(block, tests)));
            found.spans.extend(numbers.clone().zip(spans).filter(|(_, span)| span.rows > 0));
            found.upto = numbers.end;
        }
        let found = Arc::new(found);
        let weight = name.1.len() + found.spans.len() * size_of::<(i64, Span)>();
        cache.put_weighing(name, Stamp::default(), found.clone(), weight as u64);
        Ok(found)
    }

    async fn block_of_section(&self, section: &Section) -> Result<Arc<Block>, StoreError> {
        let Some(number) = section.number else { return Ok(section.end.tail.clone()) };
        let blocks = self.blocks(section.end.warehouse, number..number + 1).await?;
        blocks.into_iter().next().ok_or_else(|| StoreError::Corrupt(format!("block {number} of the ledger is gone")))
    }

    async fn walk(&self, mut sections: Vec<Section>, tests: &[Test], wanted: Wanted, order: Order) -> Result<Vec<Key>, StoreError> {
        sections.sort_by_key(|section| section.first);
        // Sections that are before the page however their rows mix.
        let (mut begin, mut passed) = (0, 0);
        while begin + 1 < sections.len() && passed + sections[begin].rows <= wanted.start {
            passed += sections[begin].rows;
            begin += 1;
        }
        // Of these, some rows may come after the next section's first.
        let cut = sections[begin].first;
        let mut pending: Vec<Key> = Vec::new();
        for section in sections[..begin].iter().filter(|section| section.last >= cut) {
            let block = self.block_of_section(section).await?;
            let keys = matching(&block, tests);
            let known = pending.len();
            pending.extend(keys.into_iter().filter(|key| order.rank(key.at) >= cut));
            passed -= i64::try_from(pending.len() - known).unwrap_or(0);
        }
        let mut skip = wanted.start - passed;
        let limit = usize::try_from(wanted.limit).unwrap_or(0);
        let mut page = Vec::with_capacity(limit.min(1_024));
        // What is pending and comes before `upto` has its final place.
        let mut flush = |pending: &mut Vec<Key>, upto: Option<i64>| {
            pending.sort_unstable_by(|one, other| order.compare(one, other));
            let count = upto.map_or(pending.len(), |upto| pending.partition_point(|key| order.rank(key.at) < upto));
            for key in pending.drain(..count) {
                if skip > 0 {
                    skip -= 1;
                } else if page.len() < limit {
                    page.push(key);
                }
            }
            page.len() == limit
        };
        for section in &sections[begin..] {
            if flush(&mut pending, Some(section.first)) {
                break;
            }
            let block = self.block_of_section(section).await?;
            pending.extend(matching(&block, tests));
        }
        flush(&mut pending, None);
        Ok(page)
    }
}
