//! What each place had before the ledger rows of a block moved goods there: by it stock of the past is found. Stored
//! beside the block, in the same record.

use std::sync::Arc;

use rust_decimal::Decimal;

use super::block::{Entry, text_at};
use super::packed::{Bytes, put, put_decimal, put_signed};

/// How it is written.
const FORMAT: u64 = 1;

/// A ledger row, and what its place had before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Before {
    pub sequence: i64,
    pub area: i64,
    pub shelf: i64,
    pub product: i64,
    pub batch: Arc<str>,
    pub on_hand: Decimal,
}

impl From<&Entry> for Before {
    fn from(entry: &Entry) -> Self {
        let Entry { sequence, area, shelf, product, .. } = *entry;
        Self { sequence, area, shelf, product, batch: entry.batch.as_str().into(), on_hand: entry.before }
    }
}

/// Of the rows that moved goods, oldest first.
pub(super) fn encode(entries: &[Entry]) -> Vec<u8> {
    let mut texts = Vec::new();
    let moved: Vec<(&Entry, u16)> =
        entries.iter().filter(|entry| entry.operation.is_some()).map(|entry| (entry, text_at(&mut texts, &entry.batch))).collect();
    let mut out = Vec::with_capacity(16 * moved.len());
    put(&mut out, FORMAT);
    put(&mut out, texts.len() as u64);
    for text in &texts {
        put(&mut out, text.len() as u64);
        out.extend_from_slice(text.as_bytes());
    }
    put(&mut out, moved.len() as u64);
    let mut sequence = 0;
    for (entry, batch) in moved {
        put_signed(&mut out, entry.sequence.wrapping_sub(sequence));
        put_signed(&mut out, entry.product);
        put_signed(&mut out, entry.area);
        put_signed(&mut out, entry.shelf);
        put(&mut out, u64::from(batch));
        put_decimal(&mut out, entry.before);
        sequence = entry.sequence;
    }
    out
}

/// `None`: not of this format.
pub(super) fn decode(bytes: &[u8]) -> Option<Vec<Before>> {
    let mut bytes = Bytes::new(bytes);
    (bytes.number()? == FORMAT).then_some(())?;
    let texts = bytes.count()?;
    let texts = (0..texts).map(|_| bytes.text().map(Arc::from)).collect::<Option<Vec<Arc<str>>>>()?;
    let count = bytes.count()?;
    let mut rows = Vec::with_capacity(count);
    let mut sequence = 0_i64;
    for _ in 0..count {
        sequence = sequence.wrapping_add(bytes.signed()?);
        let (product, area, shelf) = (bytes.signed()?, bytes.signed()?, bytes.signed()?);
        let batch = texts.get(usize::try_from(bytes.number()?).ok()?)?.clone();
        rows.push(Before { sequence, area, shelf, product, batch, on_hand: bytes.decimal()? });
    }
    bytes.is_empty().then_some(rows)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entries() -> impl Strategy<Value = Vec<Entry>> {
        let place = (any::<i64>(), any::<i64>(), any::<i64>(), "[a-c]{0,2}");
        let entry = (place, proptest::option::of(any::<i64>()), any::<i64>(), 0_u32..9);
        proptest::collection::vec(entry, 0..60).prop_map(|entries| {
            let entry = |(((area, shelf, product, batch), operation, before, scale), sequence)| Entry {
                sequence,
                at: 0,
                operation,
                product,
                order_no: None,
                batch,
                area,
                shelf,
                before: Decimal::new(before, scale),
            };
            entries.into_iter().zip(1..).map(entry).collect()
        })
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_was_written(entries in entries()) {
            let expected: Vec<Before> = entries.iter().filter(|entry| entry.operation.is_some()).map(Before::from).collect();
            let written = encode(&entries);
            prop_assert_eq!(decode(&written), Some(expected));
            for length in 0..written.len() {
                prop_assert_eq!(decode(&written[..length]), None);
            }
        }

        #[test]
        fn other_bytes_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Some(rows) = decode(&bytes) {
                prop_assert!(rows.len() <= bytes.len());
            }
        }
    }
}
