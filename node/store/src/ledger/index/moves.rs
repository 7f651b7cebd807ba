//! How often goods moved, by the ledger's index. What was taken back has not moved, and what takes it back is no move of
//! its own.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actors::store::StoreError;

use super::block::Block;
use super::{End, LedgerCaches, READ_AT_ONCE};
use crate::cache::Stamp;
use crate::engine::connect::Store;

/// Moves of a product in a warehouse, by one operation, within one of several spans of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub warehouse: i64,
    pub product: i64,
    /// The code of its operation.
    pub operation: i64,
    /// Which span, from 0.
    pub span: usize,
}

/// The span of a moment: each begins at one of `starts` and ends where the next begins.
fn span_of(starts: &[i64], at: i64) -> Option<usize> {
    starts.partition_point(|start| *start <= at).checked_sub(1)
}

/// What moved by the full blocks of a warehouse before `upto`.
#[derive(Debug, Default)]
pub(super) struct Counted {
    upto: i64,
    moves: HashMap<Move, i64>,
}

fn count(moves: &mut HashMap<Move, i64>, warehouse: i64, block: &Block, starts: &[i64]) {
    for row in &block.rows {
        if let Some(span) = span_of(starts, row.at) {
            *moves.entry(Move { warehouse, product: row.product, operation: row.operation, span }).or_default() += 1;
        }
    }
}

impl Store {
    /// Warehouses and products of which an operation has moved something from one moment to another, both with it.
    pub(crate) async fn moved_between(&self, operation: i64, since: i64, until: i64) -> Result<HashSet<(i64, i64)>, StoreError> {
        let moves = self.moves_in(&[since, until.saturating_add(1)]).await?;
        let of = moves.into_keys().filter(|of| of.operation == operation && of.span == 0);
        Ok(of.map(|of| (of.warehouse, of.product)).collect())
    }

    /// How often goods moved since the first of these moments, which rise: each begins a span, the last one has no end.
    pub(crate) async fn moves_in(&self, starts: &[i64]) -> Result<HashMap<Move, i64>, StoreError> {
        let mut found = HashMap::new();
        let Some(since) = starts.first().copied() else { return Ok(found) };
        for end in self.ledger_ends().await?.iter() {
            let full = self.counted(end, starts, since).await?;
            found.extend(full.moves.iter().map(|(of, moves)| (*of, *moves)));
            count(&mut found, end.warehouse, &end.tail, starts);
        }
        for undone in self.undone_moves(since, i64::MAX).await? {
            let Some(span) = span_of(starts, undone.at) else { continue };
            let of = Move { warehouse: undone.warehouse, product: undone.product, operation: undone.operation, span };
            if let Some(moves) = found.get_mut(&of) {
                *moves -= 1;
            }
        }
        found.retain(|_, moves| *moves > 0);
        Ok(found)
    }

    /// What moved by the full blocks. Those that were counted before are not read again.
    async fn counted(&self, end: &End, starts: &[i64], since: i64) -> Result<Arc<Counted>, StoreError> {
        let cache = &self.memory::<LedgerCaches>().moves;
        let name = (end.warehouse, starts.to_vec());
        // Somebody who read the ledger's end later may have counted rows that are in this one's tail.
        let known = cache.get(&name, &Stamp::default()).filter(|known| known.upto <= end.full).unwrap_or_default();
        if known.upto == end.full {
            return Ok(known);
        }
        let mut moves = known.moves.clone();
        // Times rise with sequences, so blocks before one that reaches back far enough have nothing.
        let (mut reached, mut upto) = (false, end.full);
        while upto > known.upto && !reached {
            let from = (upto - READ_AT_ONCE).max(known.upto);
            for block in self.blocks(end.warehouse, from..upto).await? {
                count(&mut moves, end.warehouse, &block, starts);
                reached |= block.rows.first().is_some_and(|oldest| oldest.at < since);
            }
            upto = from;
        }
        let weight = size_of_val(starts) + moves.len() * size_of::<(Move, i64)>();
        let counted = Arc::new(Counted { upto: end.full, moves });
        cache.put_weighing(name, Stamp::default(), counted.clone(), weight as u64);
        Ok(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_begins_with_its_moment_and_ends_before_the_next() {
        let starts = [10, 20, 30];
        assert_eq!([9, 10, 19, 20, 30, 99].map(|at| span_of(&starts, at)), [None, Some(0), Some(0), Some(1), Some(2), Some(2)]);
        assert_eq!(span_of(&[], 5), None);
    }
}
