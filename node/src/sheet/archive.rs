//! ZIP archives, as far as spreadsheets need them: parts that are stored or deflated, with or without
//! ZIP64. An archive that could be read in two ways is refused: there is one directory, it lies right
//! before its end record, no two parts have one name, and no two share bytes.

use std::cell::Cell;
use std::io::{self, Read};
use std::ops::Range;

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::sheet::error::SheetError;
use crate::sheet::limits::Limits;

/// Most bytes of one XML token (a tag, a text): a cell's text with every letter written as a reference.
const TOKEN_MAX: u64 = 1024 * 1024;
/// Bytes of a part from which on it may be a bomb.
const RATIO_FROM: u64 = 1024 * 1024;
/// Bytes of an end record without its comment.
const END: usize = 22;
/// Placeholder of a size or an offset that is in the ZIP64 record.
const IN_ZIP64: u64 = 0xFFFF_FFFF;

/// One entry of the directory.
struct Entry {
    name: String,
    deflated: bool,
    packed: Range<usize>,
    size: u64,
    crc: u32,
}

/// See the module.
pub struct Archive<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry>,
    ratio: u64,
    /// Bytes that may still be unpacked.
    left: Cell<u64>,
}

fn broken() -> SheetError {
    SheetError::broken("it is no archive, or a damaged one")
}

/// Fields of a record, little-endian.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn at(bytes: &'a [u8], at: usize, signature: &[u8; 4]) -> Result<Self, SheetError> {
        let fields = Self(bytes.get(at..).ok_or_else(broken)?);
        if fields.0.starts_with(signature) { Ok(fields) } else { Err(broken()) }
    }

    fn number(&self, at: usize, length: usize) -> Result<u64, SheetError> {
        let part = self.0.get(at..at + length).ok_or_else(broken)?;
        Ok(part.iter().rev().fold(0, |sum, byte| (sum << 8) | u64::from(*byte)))
    }

    fn as_usize(&self, at: usize, length: usize) -> Result<usize, SheetError> {
        usize::try_from(self.number(at, length)?).map_err(|_| broken())
    }
}

/// Position of the directory, and its number of entries.
fn directory(bytes: &[u8]) -> Result<(Range<usize>, u64), SheetError> {
    let from = bytes.len().saturating_sub(END + usize::from(u16::MAX));
    let ends = |at: &usize| {
        bytes[*at..].starts_with(b"PK\x05\x06")
            && bytes.get(at + 20..at + 22).is_some_and(|two| at + END + usize::from(u16::from_le_bytes([two[0], two[1]])) == bytes.len())
    };
    let end = (from..bytes.len().saturating_sub(END - 1)).rev().find(ends).ok_or_else(broken)?;
    let record = Fields::at(bytes, end, b"PK\x05\x06")?;
    let plain = [(10, 2), (12, 4), (16, 4)].map(|(at, length)| record.number(at, length));
    let [count, size, offset] = plain;
    let (mut count, mut size, mut offset) = (count?, size?, offset?);
    let mut until = end;
    let locator = end.checked_sub(20).filter(|at| bytes[*at..].starts_with(b"PK\x06\x07"));
    if let Some(locator) = locator {
        let at = Fields::at(bytes, locator, b"PK\x06\x07")?.as_usize(8, 8)?;
        let wide = Fields::at(bytes, at, b"PK\x06\x06")?;
        let length = wide.as_usize(4, 8)?;
        if at.checked_add(12).and_then(|at| at.checked_add(length)) != Some(locator) {
            return Err(broken());
        }
        // Both records must agree, as readers differ in which one they use.
        let agreed = |plain: u64, hidden: u64, wide: u64| if plain == hidden || plain == wide { Ok(wide) } else { Err(broken()) };
        count = agreed(count, 0xFFFF, wide.number(32, 8)?)?;
        size = agreed(size, IN_ZIP64, wide.number(40, 8)?)?;
        offset = agreed(offset, IN_ZIP64, wide.number(48, 8)?)?;
        until = at;
    }
    let range = usize::try_from(offset).ok().zip(usize::try_from(size).ok());
    let range = range.and_then(|(offset, size)| Some(offset..offset.checked_add(size)?)).ok_or_else(broken)?;
    if range.end == until { Ok((range, count)) } else { Err(broken()) }
}

/// Unpacked size, packed size and position of an entry, which may be in its ZIP64 field.
fn sizes(record: &Fields<'_>, extra: &[u8]) -> Result<[u64; 3], SheetError> {
    let mut sizes = [record.number(24, 4)?, record.number(20, 4)?, record.number(42, 4)?];
    let mut rest = extra;
    while rest.len() >= 4 {
        let field = Fields(rest);
        let (id, length) = (field.number(0, 2)?, field.as_usize(2, 2)?);
        let content = rest.get(4..4 + length).ok_or_else(broken)?;
        if id == 1 {
            let mut at = 0;
            for size in sizes.iter_mut().filter(|size| **size == IN_ZIP64) {
                *size = Fields(content).number(at, 8)?;
                at += 8;
            }
            break;
        }
        rest = &rest[4 + length..];
    }
    Ok(sizes)
}

/// A part's name as others refer to it: letters count alike in both cases, and some write `\`.
fn plain_name(name: &str) -> String {
    name.replace('\\', "/").trim_start_matches('/').to_ascii_lowercase()
}

impl<'a> Archive<'a> {
    /// Reads the directory.
    pub fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, SheetError> {
        let (directory, count) = directory(bytes)?;
        let count = usize::try_from(count).ok().filter(|count| *count <= limits.parts).ok_or(SheetError::TooLarge)?;
        let mut entries: Vec<Entry> = Vec::new();
        let mut at = directory.start;
        for _ in 0..count {
            let record = Fields::at(&bytes[..directory.end], at, b"PK\x01\x02")?;
            let [name, extra, comment] = [record.as_usize(28, 2)?, record.as_usize(30, 2)?, record.as_usize(32, 2)?];
            let text = record.0.get(46..46 + name).ok_or_else(broken)?;
            let field = record.0.get(46 + name..46 + name + extra).ok_or_else(broken)?;
            let [size, packed, local] = sizes(&record, field)?;
            at += 46 + name + extra + comment;
            if record.number(8, 2)? & 1 != 0 {
                return Err(SheetError::broken("it is encrypted"));
            }
            let deflated = match record.number(10, 2)? {
                0 => false,
                8 => true,
                _ => return Err(SheetError::broken("it is packed in an unusual way")),
            };
            let local = usize::try_from(local).map_err(|_| broken())?;
            let head = Fields::at(bytes, local, b"PK\x03\x04")?;
            let begin = local + 30 + head.as_usize(26, 2)? + head.as_usize(28, 2)?;
            let end = usize::try_from(packed).ok().and_then(|packed| begin.checked_add(packed)).ok_or_else(broken)?;
            if end > directory.start {
                return Err(broken());
            }
            let crc = u32::try_from(record.number(16, 4)?).map_err(|_| broken())?;
            entries.push(Entry { name: plain_name(&String::from_utf8_lossy(text)), deflated, packed: begin..end, size, crc });
        }
        if at != directory.end {
            return Err(broken());
        }
        let mut order: Vec<&Entry> = entries.iter().collect();
        order.sort_by_key(|entry| (entry.packed.start, entry.packed.end));
        if order.windows(2).any(|two| two[0].packed.end > two[1].packed.start) {
            return Err(SheetError::broken("its parts overlap"));
        }
        order.sort_by(|one, other| one.name.cmp(&other.name));
        if order.windows(2).any(|two| two[0].name == two[1].name) {
            return Err(SheetError::broken("two of its parts have one name"));
        }
        Ok(Self { bytes, entries, ratio: limits.ratio, left: Cell::new(limits.unpacked) })
    }

    /// A part to be read, if there is one of that name.
    pub fn part(&self, name: &str) -> Option<Part<'_>> {
        let name = plain_name(name);
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        let packed = self.bytes.get(entry.packed.clone())?;
        let content = if entry.deflated { Content::Deflated(DeflateDecoder::new(packed)) } else { Content::Stored(packed) };
        let largest = RATIO_FROM.max((packed.len() as u64).saturating_mul(self.ratio));
        Some(Part { content, size: entry.size, crc: entry.crc, seen: Crc::new(), unpacked: 0, largest, left: &self.left, token: 0 })
    }
}

enum Content<'a> {
    Stored(&'a [u8]),
    Deflated(DeflateDecoder<&'a [u8]>),
}

/// A part as it is unpacked. Its checksum is compared at its end.
pub struct Part<'a> {
    content: Content<'a>,
    size: u64,
    crc: u32,
    seen: Crc,
    unpacked: u64,
    /// Bytes from which on it is a bomb.
    largest: u64,
    left: &'a Cell<u64>,
    /// Bytes since the current token began.
    token: u64,
}

impl Part<'_> {
    /// A token of the XML within begins.
    pub const fn begin_token(&mut self) {
        self.token = 0;
    }
}

impl Read for Part<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.content {
            Content::Stored(bytes) => bytes.read(buffer),
            Content::Deflated(decoder) => decoder.read(buffer),
        }
        .map_err(|error| io::Error::other(SheetError::broken(error)))?;
        let bytes = read as u64;
        self.unpacked += bytes;
        self.token += bytes;
        let whole = self.unpacked == self.size && self.seen.sum() == self.crc;
        if read == 0 && !buffer.is_empty() && !whole {
            return Err(io::Error::other(SheetError::broken("a part of it is damaged")));
        }
        self.seen.update(&buffer[..read]);
        let left = self.left.get().checked_sub(bytes);
        self.left.set(left.unwrap_or(0));
        if left.is_none() || self.unpacked > self.largest || self.token > TOKEN_MAX {
            return Err(io::Error::other(SheetError::TooLarge));
        }
        Ok(read)
    }
}
