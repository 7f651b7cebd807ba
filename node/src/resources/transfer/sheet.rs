//! CSV and XLSX files: rows of texts in, rows of cells out. Whatever comes in is bounded before it is
//! believed; what goes out can't be taken for a formula.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use calamine::{DataRef, Reader, Xlsx};
use flate2::read::DeflateDecoder;
use rust_xlsxwriter::{Format as CellFormat, Workbook};

/// Largest file that is read.
pub const FILE_MAX: usize = 32 * 1024 * 1024;
/// Most rows of a file.
pub const ROWS_MAX: usize = 200_000;
const COLUMNS_MAX: usize = 200;
const CELL_MAX: usize = 65_536;
/// Most bytes of all texts of a file.
const TEXT_MAX: usize = 128 * 1024 * 1024;
/// An XLSX file's parts: how many, how large unpacked in all, and how much larger than packed.
const PARTS_MAX: usize = 1_000;
const UNPACKED_MAX: u64 = 200 * 1024 * 1024;
const RATIO_MAX: u64 = 100;

/// Which kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Csv,
    Xlsx,
}

impl Format {
    /// `csv` or `xlsx`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "xlsx" => Some(Self::Xlsx),
            _ => None,
        }
    }

    /// The end of its files' names.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }

    /// Its content type.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// By content: an XLSX file is a ZIP archive.
    #[must_use]
    pub fn sniff(bytes: &[u8]) -> Self {
        if bytes.starts_with(b"PK\x03\x04") { Self::Xlsx } else { Self::Csv }
    }
}

/// A file that is not read or not written.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    #[error("the file is too large, or unpacks to too much")]
    TooLarge,
    #[error("the file has more than {ROWS_MAX} rows or {COLUMNS_MAX} columns")]
    TooMany,
    #[error("the file can't be read: {0}")]
    Broken(String),
    #[error("the file can't be written: {0}")]
    Write(String),
}

/// A little-endian number within a slice.
fn number(bytes: &[u8], at: usize, length: usize) -> Result<u64, SheetError> {
    let part = bytes.get(at..at + length).ok_or_else(|| SheetError::Broken("it is cut off".into()))?;
    Ok(part.iter().rev().fold(0, |sum, byte| (sum << 8) | u64::from(*byte)))
}

/// Unpacks every part of a ZIP archive into nothing and counts: what the archive says of itself may be a lie.
pub fn guard_archive(bytes: &[u8]) -> Result<(), SheetError> {
    let broken = || SheetError::Broken("it is no archive".into());
    let tail = bytes.len().saturating_sub(65_557);
    let end = bytes[tail..].windows(4).rposition(|four| four == b"PK\x05\x06").map(|at| at + tail).ok_or_else(broken)?;
    let parts = usize::try_from(number(bytes, end + 10, 2)?).map_err(|_| broken())?;
    if parts > PARTS_MAX {
        return Err(SheetError::TooLarge);
    }
    let mut at = usize::try_from(number(bytes, end + 16, 4)?).map_err(|_| broken())?;
    let (mut total, mut buffer) = (0_u64, [0_u8; 16 * 1024]);
    for _ in 0..parts {
        if bytes.get(at..at + 4) != Some(b"PK\x01\x02") {
            return Err(broken());
        }
        let method = number(bytes, at + 10, 2)?;
        let packed = usize::try_from(number(bytes, at + 20, 4)?).map_err(|_| broken())?;
        let skip = number(bytes, at + 28, 2)? + number(bytes, at + 30, 2)? + number(bytes, at + 32, 2)?;
        let local = usize::try_from(number(bytes, at + 42, 4)?).map_err(|_| broken())?;
        let begin = local + 30 + usize::try_from(number(bytes, local + 26, 2)? + number(bytes, local + 28, 2)?).map_err(|_| broken())?;
        let part = bytes.get(begin..begin.checked_add(packed).ok_or_else(broken)?).ok_or_else(broken)?;
        match method {
            0 => total += part.len() as u64,
            8 => {
                let (mut unpacked, mut reader) = (0_u64, DeflateDecoder::new(part));
                loop {
                    let read = reader.read(&mut buffer).map_err(|error| SheetError::Broken(error.to_string()))? as u64;
                    if read == 0 {
                        break;
                    }
                    unpacked += read;
                    let bomb = unpacked > 1024 * 1024 && unpacked / (packed as u64).max(1) > RATIO_MAX;
                    if bomb || total + unpacked > UNPACKED_MAX {
                        return Err(SheetError::TooLarge);
                    }
                }
                total += unpacked;
            }
            _ => return Err(broken()),
        }
        at += 46 + usize::try_from(skip).map_err(|_| broken())?;
    }
    if total > UNPACKED_MAX { Err(SheetError::TooLarge) } else { Ok(()) }
}

/// Reads a file into rows of texts; the first row has the columns' names.
pub fn read(bytes: &[u8]) -> Result<Vec<Vec<String>>, SheetError> {
    if bytes.len() > FILE_MAX {
        return Err(SheetError::TooLarge);
    }
    match Format::sniff(bytes) {
        Format::Csv => read_csv(bytes),
        Format::Xlsx => read_xlsx(bytes),
    }
}

struct Rows {
    rows: Vec<Vec<String>>,
    bytes: usize,
}

impl Rows {
    fn put(&mut self, row: usize, column: usize, text: String) -> Result<(), SheetError> {
        self.bytes += text.len() + 24;
        if row > ROWS_MAX || column >= COLUMNS_MAX {
            return Err(SheetError::TooMany);
        }
        if text.len() > CELL_MAX || self.bytes > TEXT_MAX {
            return Err(SheetError::TooLarge);
        }
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, String::new());
        }
        cells[column] = text;
        Ok(())
    }
}

fn read_csv(bytes: &[u8]) -> Result<Vec<Vec<String>>, SheetError> {
    let text: Cow<'_, str> = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
        Err(_) => encoding_rs::GB18030.decode(bytes).0,
    };
    let mut rows = Rows { rows: Vec::new(), bytes: 0 };
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    for (row, record) in reader.records().enumerate() {
        let record = record.map_err(|error| SheetError::Broken(error.to_string()))?;
        for (column, cell) in record.iter().enumerate() {
            rows.put(row, column, plain(cell))?;
        }
    }
    Ok(rows.rows)
}

fn read_xlsx(bytes: &[u8]) -> Result<Vec<Vec<String>>, SheetError> {
    guard_archive(bytes)?;
    let broken = |error: calamine::XlsxError| SheetError::Broken(error.to_string());
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(broken)?;
    let sheet = book.sheet_names().first().cloned().ok_or_else(|| SheetError::Broken("it has no sheet".into()))?;
    let mut cells = book.worksheet_cells_reader(&sheet).map_err(broken)?;
    let mut rows = Rows { rows: Vec::new(), bytes: 0 };
    while let Some(cell) = cells.next_cell().map_err(broken)? {
        let (row, column) = cell.get_position();
        let text = match cell.get_value() {
            DataRef::Int(value) => value.to_string(),
            DataRef::Float(value) => value.to_string(),
            DataRef::String(text) => plain(text),
            DataRef::SharedString(text) => plain(text),
            DataRef::Bool(value) => i32::from(*value).to_string(),
            DataRef::DateTime(time) => {
                let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
                if (hour, minute, second) == (0, 0, 0) {
                    format!("{year:04}-{month:02}-{day:02}")
                } else {
                    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
                }
            }
            DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
            DataRef::Error(_) | DataRef::Empty => String::new(),
        };
        if !text.is_empty() {
            rows.put(row as usize, column as usize, text)?;
        }
    }
    Ok(rows.rows)
}

/// Whether a spreadsheet would take a text for a formula.
fn formula_like(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err()
}

/// A text that no spreadsheet takes for a formula.
#[must_use]
pub fn neutral(text: &str) -> Cow<'_, str> {
    if formula_like(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Undoes [`neutral`].
fn plain(text: &str) -> String {
    match text.strip_prefix('\'') {
        Some(rest) if formula_like(rest) => rest.to_owned(),
        _ => text.trim().to_owned(),
    }
}

/// A file that is being written.
pub enum Writer {
    Csv(Box<csv::Writer<Vec<u8>>>),
    Xlsx { book: Box<Workbook>, row: u32 },
}

impl Writer {
    /// A file with its first row.
    pub fn new(format: Format, names: &[String]) -> Result<Self, SheetError> {
        let mut writer = match format {
            Format::Csv => Self::Csv(Box::new(csv::Writer::from_writer(vec![0xEF, 0xBB, 0xBF]))),
            Format::Xlsx => {
                let mut book = Workbook::new();
                book.add_worksheet();
                Self::Xlsx { book: Box::new(book), row: 0 }
            }
        };
        writer.row(names, true)?;
        Ok(writer)
    }

    /// One more row.
    pub fn row(&mut self, cells: &[String], head: bool) -> Result<(), SheetError> {
        let failed = |error: &dyn std::fmt::Display| SheetError::Write(error.to_string());
        match self {
            Self::Csv(writer) => writer.write_record(cells.iter().map(|cell| neutral(cell).into_owned())).map_err(|error| failed(&error)),
            Self::Xlsx { book, row } => {
                let sheet = book.worksheet_from_index(0).map_err(|error| failed(&error))?;
                let bold = CellFormat::new().set_bold();
                for (column, cell) in (0_u16..).zip(cells) {
                    // Typed as text: never a formula, whatever it begins with.
                    let written =
                        if head { sheet.write_string_with_format(*row, column, cell, &bold) } else { sheet.write_string(*row, column, cell) };
                    written.map_err(|error| failed(&error))?;
                }
                *row += 1;
                Ok(())
            }
        }
    }

    /// The bytes since the last call; an XLSX file has none before its end.
    pub fn take(&mut self) -> Result<Vec<u8>, SheetError> {
        match self {
            Self::Csv(writer) => {
                let done = std::mem::replace(&mut **writer, csv::Writer::from_writer(Vec::new()));
                done.into_inner().map_err(|error| SheetError::Write(error.to_string()))
            }
            Self::Xlsx { .. } => Ok(Vec::new()),
        }
    }

    /// The rest.
    pub fn finish(mut self) -> Result<Vec<u8>, SheetError> {
        match &mut self {
            Self::Csv(_) => self.take(),
            Self::Xlsx { book, .. } => book.save_to_buffer().map_err(|error| SheetError::Write(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(format: Format) -> Vec<u8> {
        let names = vec!["name".to_owned(), "formula".to_owned()];
        let mut writer = Writer::new(format, &names).expect("a file");
        writer.row(&["一,\"二\"".to_owned(), "=1+1".to_owned()], false).expect("a row");
        writer.row(&["-5".to_owned(), "@x".to_owned()], false).expect("a row");
        writer.finish().expect("bytes")
    }

    #[test]
    fn what_is_written_is_read_again_and_is_no_formula() {
        for format in [Format::Csv, Format::Xlsx] {
            let bytes = written(format);
            assert_eq!(Format::sniff(&bytes), format);
            let rows = read(&bytes).expect("rows");
            assert_eq!(rows, [["name", "formula"], ["一,\"二\"", "=1+1"], ["-5", "@x"]]);
        }
        let text = String::from_utf8(written(Format::Csv)).expect("text");
        assert!(text.contains("'=1+1") && text.contains("'@x") && text.contains("\n-5,"), "{text}");
    }

    #[test]
    fn chinese_spreadsheets_are_read() {
        let bytes = encoding_rs::GB18030.encode("名称,价格\n中性笔,2.5\n").0.into_owned();
        assert_eq!(read(&bytes).expect("rows"), [["名称", "价格"], ["中性笔", "2.5"]]);
    }

    #[test]
    fn a_bomb_is_refused_whatever_it_says_of_itself() {
        use std::io::Write;
        let mut packed = Vec::new();
        let mut encoder = flate2::write::DeflateEncoder::new(&mut packed, flate2::Compression::best());
        encoder.write_all(&vec![b' '; 8 * 1024 * 1024]).expect("packed");
        encoder.finish().expect("packed");
        let mut file = b"PK\x03\x04".to_vec();
        file.extend_from_slice(&[0; 26]);
        let length = u32::try_from(packed.len()).expect("short").to_le_bytes();
        file.extend_from_slice(&packed);
        let directory = u32::try_from(file.len()).expect("short").to_le_bytes();
        let mut entry = b"PK\x01\x02".to_vec();
        entry.extend_from_slice(&[0; 42]);
        entry[10] = 8;
        entry[20..24].copy_from_slice(&length);
        // It says that it unpacks to ten bytes.
        entry[24] = 10;
        file.extend_from_slice(&entry);
        file.extend_from_slice(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
        file.extend_from_slice(&[0; 4]);
        file.extend_from_slice(&directory);
        file.extend_from_slice(&[0; 2]);
        assert!(matches!(guard_archive(&file), Err(SheetError::TooLarge)));
        assert!(matches!(read(b"PK\x03\x04 and nothing else"), Err(SheetError::Broken(_))));
    }
}
