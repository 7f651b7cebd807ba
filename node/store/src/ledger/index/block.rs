//! Ledger rows in blocks: what lists filter and sort by, column after column, in one record of the database
//! (decision 0025). A block is written in the transaction that fills it, and never changes.

use bus_schemas::warehouse::{Movement, Operation};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::packed::{Bytes, put, put_signed};

/// Ledger rows of a block, with those that only reserve.
pub(crate) const BLOCK_ROWS: i64 = 512;
/// How a block is written.
const FORMAT: u64 = 1;

/// The block in which a sequence stands, from 0.
pub(crate) const fn block_of(sequence: i64) -> i64 {
    (sequence - 1) / BLOCK_ROWS
}

/// First and last sequence of a block.
pub(crate) const fn bounds(block: i64) -> (i64, i64) {
    (block * BLOCK_ROWS + 1, (block + 1) * BLOCK_ROWS)
}

/// A ledger row's place in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub at: i64,
    pub warehouse: i64,
    pub sequence: i64,
}

/// What is read of a ledger row to put it into a block.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Entry {
    pub sequence: i64,
    pub at: i64,
    /// `None`: the row only reserves, and is in no list.
    pub operation: Option<i64>,
    pub product: i64,
    pub order_no: Option<String>,
    pub batch: String,
    pub area: i64,
    pub shelf: i64,
    /// What was on hand at the place before.
    pub before: Decimal,
}

/// The columns of [`Entry`]. Rows that older programs or people wrote by hand may lack some.
pub(crate) const ENTRY: &str = "sequence, at ?? 0 AS at, operation, product ?? 0 AS product, order_no, batch ?? '' AS batch, \
    area ?? 0 AS area, shelf ?? 0 AS shelf, (balance ?? 0dec) - (moved ?? 0dec) AS before";

impl From<&Movement> for Entry {
    fn from(movement: &Movement) -> Self {
        Self {
            sequence: movement.sequence,
            at: movement.at,
            operation: movement.operation.map(Operation::code),
            product: movement.place.product.0,
            order_no: movement.order.as_ref().map(|order| order.number.clone()),
            batch: movement.place.batch.clone(),
            area: movement.place.area.0,
            shelf: movement.place.shelf.0,
            before: movement.balance.0 - movement.moved.0,
        }
    }
}

/// Where a text stands among a block's texts; added if it is new. Neighbours mostly have the same.
pub(super) fn text_at(texts: &mut Vec<Box<str>>, text: &str) -> u16 {
    let known = texts.iter().rposition(|known| **known == *text).unwrap_or_else(|| {
        texts.push(text.into());
        texts.len() - 1
    });
    // A block has two texts a row at most.
    u16::try_from(known).unwrap_or(u16::MAX)
}

/// A row that moved goods. Texts are places in the block's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub at: i64,
    pub product: i64,
    pub operation: i64,
    pub sequence: i64,
    /// `None`: of no order.
    pub order_no: Option<u16>,
    pub batch: u16,
}

/// Rows of one warehouse, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    pub warehouse: i64,
    pub rows: Vec<Row>,
    pub texts: Vec<Box<str>>,
}

impl Block {
    pub(crate) fn new(warehouse: i64, entries: &[Entry]) -> Self {
        let mut block = Self { warehouse, ..Self::default() };
        for entry in entries {
            let Some(operation) = entry.operation else { continue };
            let order_no = entry.order_no.as_ref().map(|number| block.text(number));
            let batch = block.text(&entry.batch);
            block.rows.push(Row { at: entry.at, product: entry.product, operation, sequence: entry.sequence, order_no, batch });
        }
        block
    }

    fn text(&mut self, text: &str) -> u16 {
        text_at(&mut self.texts, text)
    }

    pub(crate) fn key(&self, row: &Row) -> Key {
        Key { at: row.at, warehouse: self.warehouse, sequence: row.sequence }
    }

    /// How much memory it takes.
    pub(crate) fn weight(&self) -> u64 {
        let texts: usize = self.texts.iter().map(|text| text.len() + size_of::<Box<str>>()).sum();
        (size_of::<Self>() + self.rows.len() * size_of::<Row>() + texts) as u64
    }

    /// As it is stored.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(16 * self.rows.len());
        put(&mut out, FORMAT);
        put(&mut out, self.texts.len() as u64);
        for text in &self.texts {
            put(&mut out, text.len() as u64);
            out.extend_from_slice(text.as_bytes());
        }
        put(&mut out, self.rows.len() as u64);
        let (mut at, mut sequence) = (0, 0);
        for row in &self.rows {
            put_signed(&mut out, row.at.wrapping_sub(at));
            put_signed(&mut out, row.sequence.wrapping_sub(sequence));
            put_signed(&mut out, row.product);
            put_signed(&mut out, row.operation);
            put(&mut out, row.order_no.map_or(0, |text| u64::from(text) + 1));
            put(&mut out, u64::from(row.batch));
            (at, sequence) = (row.at, row.sequence);
        }
        out
    }

    /// `None`: not a block of this format.
    pub(crate) fn decode(warehouse: i64, bytes: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(bytes);
        (bytes.number()? == FORMAT).then_some(())?;
        let texts = bytes.count()?;
        let texts = (0..texts).map(|_| bytes.text()).collect::<Option<Vec<_>>>()?;
        let text = |number: u64| u16::try_from(number).ok().filter(|text| usize::from(*text) < texts.len());
        let count = bytes.count()?;
        let mut rows = Vec::with_capacity(count);
        let (mut at, mut sequence) = (0_i64, 0_i64);
        for _ in 0..count {
            at = at.wrapping_add(bytes.signed()?);
            sequence = sequence.wrapping_add(bytes.signed()?);
            let (product, operation) = (bytes.signed()?, bytes.signed()?);
            let order_no = match bytes.number()? {
                0 => None,
                number => Some(text(number - 1)?),
            };
            rows.push(Row { at, product, operation, sequence, order_no, batch: text(bytes.number()?)? });
        }
        bytes.is_empty().then_some(Self { warehouse, rows, texts })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entries() -> impl Strategy<Value = Vec<Entry>> {
        let entry = (any::<i64>(), proptest::option::of(any::<i64>()), any::<i64>(), proptest::option::of("[A-C]{0,2}"), "[a-c]{0,2}");
        proptest::collection::vec(entry, 0..60).prop_map(|entries| {
            let entry = |((at, operation, product, order_no, batch), sequence)| Entry {
                sequence,
                at,
                operation,
                product,
                order_no,
                batch,
                area: 0,
                shelf: 0,
                before: Decimal::ZERO,
            };
            entries.into_iter().zip(1..).map(entry).collect()
        })
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_was_written(entries in entries()) {
            let block = Block::new(3, &entries);
            prop_assert_eq!(block.rows.len(), entries.iter().filter(|entry| entry.operation.is_some()).count());
            let written = block.encode();
            prop_assert_eq!(Block::decode(3, &written), Some(block));
            for length in 0..written.len() {
                prop_assert_eq!(Block::decode(3, &written[..length]), None);
            }
        }

        #[test]
        fn other_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Some(block) = Block::decode(1, &bytes) {
                prop_assert!(block.rows.len() <= bytes.len());
            }
        }
    }

    #[test]
    fn sequences_stand_in_blocks() {
        assert_eq!((block_of(1), block_of(BLOCK_ROWS), block_of(BLOCK_ROWS + 1)), (0, 0, 1));
        assert_eq!((bounds(0), bounds(1)), ((1, 512), (513, 1_024)));
    }
}
