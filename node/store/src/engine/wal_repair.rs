//! The tail of RocksDB's newest log after a power cut.
//!
//! What was not synced may be anything. RocksDB drops a tail that it can't read, but for one kind: where a
//! byte says "recycled record" in a log that is not a recycled one, its reader (11.0.0, `ReadPhysicalRecord`)
//! calls the record bad without passing over it, and reads it again for ever. A node would start and never be
//! ready. So that tail is cut off before RocksDB looks; it holds nothing that was ever acknowledged.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The format (RocksDB's `db/log_format.h`): blocks of records; a record is checksum (4), length (2), kind (1), data.
const BLOCK: usize = 32_768;
const HEADER: usize = 7;
const ZERO: u8 = 0;
const WHOLE: u8 = 1;
const FIRST: u8 = 2;
const LAST: u8 = 4;
/// Of recycled logs, which this database never writes.
const RECYCLED: [u8; 6] = [5, 6, 7, 8, 11, 131];
/// Checksums are kept rotated and shifted.
const MASK_DELTA: u32 = 0xa282_ead8;

/// What was found at a position of a block.
enum Found {
    Record {
        length: usize,
        kind: u8,
    },
    Recycled,
    /// Preallocated, never written.
    Nothing,
    Bad,
}

fn read_record(rest: &[u8]) -> Found {
    let (kind, length) = (rest[6], usize::from(u16::from_le_bytes([rest[4], rest[5]])));
    if RECYCLED.contains(&kind) {
        return Found::Recycled;
    }
    if kind == ZERO && length == 0 {
        return Found::Nothing;
    }
    let Some(checked) = rest.get(6..HEADER + length) else { return Found::Bad };
    let expected = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]).wrapping_sub(MASK_DELTA).rotate_left(15);
    if crc32c::crc32c(checked) == expected { Found::Record { length, kind } } else { Found::Bad }
}

/// Where the tail begins that RocksDB would read for ever; nothing in a log that it can read.
fn unreadable_tail(log: impl Read) -> io::Result<Option<u64>> {
    let mut log = BufReader::with_capacity(4 * BLOCK, log);
    let mut block = Vec::with_capacity(BLOCK);
    let (mut begin, mut bad) = (0_u64, None);
    let (mut in_parts, mut read_one) = (false, false);
    loop {
        block.clear();
        log.by_ref().take(BLOCK as u64).read_to_end(&mut block)?;
        let mut at = 0;
        while block.len() - at >= HEADER {
            let here = begin + at as u64;
            match read_record(&block[at..]) {
                Found::Record { length, kind } => {
                    if kind == WHOLE || (kind == LAST && in_parts) {
                        if bad.is_some() {
                            // RocksDB stops here by itself.
                            return Ok(None);
                        }
                        read_one = true;
                    }
                    in_parts = kind == FIRST || (in_parts && kind != WHOLE && kind != LAST);
                    at += HEADER + length;
                }
                Found::Recycled if read_one => return Ok(Some(bad.unwrap_or(here))),
                // A recycled log from its beginning: not ours to judge.
                Found::Recycled => return Ok(None),
                Found::Nothing => break,
                Found::Bad => {
                    in_parts = false;
                    bad.get_or_insert(here);
                    break;
                }
            }
        }
        if block.len() < BLOCK {
            return Ok(None);
        }
        begin += BLOCK as u64;
    }
}

/// The newest log of a database; RocksDB numbers them.
fn newest(database: &Path) -> io::Result<Option<PathBuf>> {
    let number = |path: &PathBuf| path.file_stem()?.to_str()?.parse::<u64>().ok();
    let mut logs = Vec::new();
    for entry in fs::read_dir(database)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "log") {
            logs.extend(number(&path).map(|number| (number, path)));
        }
    }
    Ok(logs.into_iter().max().map(|(_, path)| path))
}

/// Cuts off a tail that RocksDB would read for ever, and keeps it beside the log as `*.log.torn`.
pub(crate) fn repair(database: &Path) -> io::Result<()> {
    if !database.is_dir() {
        return Ok(());
    }
    let Some(path) = newest(database)? else { return Ok(()) };
    let Some(begin) = unreadable_tail(File::open(&path)?)? else { return Ok(()) };
    let mut log = OpenOptions::new().read(true).write(true).open(&path)?;
    let bytes = log.metadata()?.len() - begin;
    let kept = path.with_extension("log.torn");
    log.seek(SeekFrom::Start(begin))?;
    let mut tail = File::create(&kept)?;
    io::copy(&mut log, &mut tail)?;
    tail.sync_all()?;
    log.set_len(begin)?;
    log.sync_all()?;
    tracing::warn!(log = %path.display(), bytes, kept = %kept.display(), "the newest log ended in what was never synced: cut off");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: u8, data: &[u8]) -> Vec<u8> {
        let mut checked = vec![kind];
        checked.extend_from_slice(data);
        let masked = crc32c::crc32c(&checked).rotate_right(15).wrapping_add(MASK_DELTA);
        let mut bytes = masked.to_le_bytes().to_vec();
        bytes.extend_from_slice(&u16::try_from(data.len()).expect("short").to_le_bytes());
        bytes.extend_from_slice(&checked);
        bytes
    }

    /// A header whose checksum is wrong.
    fn garbage(kind: u8) -> Vec<u8> {
        vec![9, 9, 9, 9, 3, 0, kind, 1, 2, 3, 4, 5]
    }

    fn endless_of(parts: &[&[u8]]) -> Option<u64> {
        unreadable_tail(parts.concat().as_slice()).expect("bytes")
    }

    #[test]
    fn a_recycled_record_after_one_that_is_not_begins_the_tail() {
        let first = record(1, b"kept");
        for kind in RECYCLED {
            assert_eq!(endless_of(&[&first, &garbage(kind)]), Some(first.len() as u64), "{kind}");
            assert_eq!(endless_of(&[&garbage(kind)]), None, "{kind}: nothing was read before");
        }
        assert_eq!(endless_of(&[&first, &record(2, b"half"), &garbage(7)]), Some((first.len() + 11) as u64));
        assert_eq!(endless_of(&[&record(2, b"half"), &garbage(7)]), None, "no whole record was read before");
    }

    #[test]
    fn what_rocksdb_can_read_is_left_to_it() {
        let first = record(1, b"kept");
        for tail in [&[][..], &[0; 40], &first, &first[..5], &first[..9], &garbage(1), &garbage(200)] {
            assert_eq!(endless_of(&[&first, tail]), None, "{tail:?}");
        }
    }

    #[test]
    fn blocks_are_passed_over_as_rocksdb_does() {
        let first = record(1, b"kept");
        let fill = |bytes: &[u8]| [bytes, &vec![0; BLOCK - bytes.len()]].concat();
        // The rest of a block whose record is bad is not looked at; the next block is.
        let bad = fill(&[first.clone(), garbage(1), garbage(5)].concat());
        assert_eq!(endless_of(&[&bad]), None);
        assert_eq!(endless_of(&[&bad, &garbage(5)]), Some(first.len() as u64));
        assert_eq!(endless_of(&[&bad, &first, &garbage(5)]), None, "it stops at the record");
        assert_eq!(endless_of(&[&bad, &record(4, b"rest"), &garbage(5)]), Some(first.len() as u64), "half a record is none");
        let parts = [record(2, b"a"), record(3, b"b"), record(4, b"c")].concat();
        assert_eq!(endless_of(&[&bad, &parts, &garbage(5)]), None, "it stops at the record in parts");
        assert_eq!(endless_of(&[&parts, &garbage(5)]), Some(parts.len() as u64));
        assert_eq!(endless_of(&[&fill(&first), &garbage(6)]), Some(BLOCK as u64));
        // Fewer bytes than a header at a block's end are nothing.
        let long = record(1, &vec![1; BLOCK - HEADER - 3]);
        assert_eq!(endless_of(&[&long, &[7, 7, 7], &first, &garbage(8)]), Some((BLOCK + first.len()) as u64));
    }
}
