//! CSV and XLSX files: rows of texts in, rows of cells out.
//!
//! What comes in is bounded while it is read ([`Limits`]); nothing that a file says of itself (counts,
//! sizes, dimensions) reserves memory. One reader looks at the archive ([`archive`]), and only at the
//! parts that are needed; their XML is read as a stream ([`xml`], [`workbook`]). What goes out can't be
//! taken for a formula ([`write`]).

mod archive;
mod dates;
mod table;
mod workbook;
mod write;
mod xml;

pub use self::write::{Writer, neutral};

/// Largest file that is read, in bytes.
pub const FILE_MAX: usize = Limits::IMPORT.file;
/// Most rows of a file.
pub const ROWS_MAX: usize = Limits::IMPORT.rows;

/// How much of a file is read before it is refused.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of the file.
    pub file: usize,
    pub rows: usize,
    pub columns: usize,
    /// Bytes of one cell's text.
    pub cell: usize,
    /// Bytes of memory for all rows and shared texts.
    pub memory: usize,
    /// Parts of an archive.
    pub parts: usize,
    /// Bytes of all parts that are read, unpacked.
    pub unpacked: u64,
    /// How many times larger a part may be unpacked than packed.
    pub ratio: u64,
}

impl Limits {
    /// Those of imports.
    pub const IMPORT: Self = Self {
        file: 32 * 1024 * 1024,
        rows: 200_000,
        columns: 200,
        cell: 65_536,
        memory: 192 * 1024 * 1024,
        parts: 1_000,
        unpacked: 200 * 1024 * 1024,
        ratio: 100,
    };
}

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    #[error("the file is too large, or unpacks to too much")]
    TooLarge,
    #[error("the file has more than {ROWS_MAX} rows or {} columns", Limits::IMPORT.columns)]
    TooMany,
    #[error("the file can't be read: {0}")]
    Broken(String),
    #[error("the file can't be written: {0}")]
    Write(String),
}

impl SheetError {
    fn broken(reason: impl std::fmt::Display) -> Self {
        // A library quotes the file in its reasons.
        Self::Broken(reason.to_string().chars().take(200).collect())
    }
}

/// Reads an import's file into rows of texts; the first row has the columns' names.
pub fn read(bytes: &[u8]) -> Result<Vec<Vec<String>>, SheetError> {
    read_within(bytes, &Limits::IMPORT)
}

/// Reads a file into rows of texts, within limits.
pub fn read_within(bytes: &[u8], limits: &Limits) -> Result<Vec<Vec<String>>, SheetError> {
    if bytes.len() > limits.file {
        return Err(SheetError::TooLarge);
    }
    match Format::sniff(bytes) {
        Format::Csv => table::read(bytes, limits),
        Format::Xlsx => workbook::read(bytes, limits),
    }
}

/// Memory that is still left for texts.
struct Budget(usize);

impl Budget {
    fn take(&mut self, bytes: usize) -> Result<(), SheetError> {
        self.0 = self.0.checked_sub(bytes).ok_or(SheetError::TooLarge)?;
        Ok(())
    }
}

/// Overhead of a text in bytes: its handle and the allocator's.
const TEXT_COST: usize = 40;
/// Bytes of a cell without text.
const CELL_COST: usize = 24;

/// Rows that are being read.
struct Rows<'a> {
    limits: &'a Limits,
    budget: Budget,
    rows: Vec<Vec<String>>,
}

impl<'a> Rows<'a> {
    fn new(limits: &'a Limits, budget: Budget) -> Self {
        Self { limits, budget, rows: Vec::new() }
    }

    /// Puts a text into a cell. Rows and columns count from 0.
    fn put(&mut self, row: usize, column: usize, text: String) -> Result<(), SheetError> {
        // The row of names is not counted.
        if row > self.limits.rows || column >= self.limits.columns {
            return Err(SheetError::TooMany);
        }
        if text.len() > self.limits.cell {
            return Err(SheetError::TooLarge);
        }
        if self.rows.len() <= row {
            self.budget.take((row + 1 - self.rows.len()) * CELL_COST)?;
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            self.budget.take((column + 1 - cells.len()) * CELL_COST)?;
            cells.resize(column + 1, String::new());
        }
        self.budget.take(text.len() + TEXT_COST - CELL_COST)?;
        cells[column] = text;
        Ok(())
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
    fn columns_of_numbers_are_numbers_in_a_workbook() {
        let texts = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<String>>();
        let write = |format| {
            let mut writer = Writer::new(format, &texts(&["code", "price", "count"])).expect("a file").with_numbers(vec![false, true, true]);
            writer.row(&texts(&["0012", "1.50", "1234567890123456"]), false).expect("a row");
            writer.row(&texts(&["7", "-2", "=1+1"]), false).expect("a row");
            writer.finish().expect("bytes")
        };
        let rows = read(&write(Format::Xlsx)).expect("rows");
        assert_eq!(rows[1..], [["0012", "1.5", "1234567890123456"], ["7", "-2", "=1+1"]], "a number has no closing zeros");
        let rows = read(&write(Format::Csv)).expect("rows");
        assert_eq!(rows[1..], [["0012", "1.50", "1234567890123456"], ["7", "-2", "=1+1"]]);
    }

    #[test]
    fn a_cut_file_is_refused_wherever_it_is_cut() {
        let bytes = written(Format::Xlsx);
        for cut in 4..bytes.len() {
            assert!(matches!(read(&bytes[..cut]), Err(SheetError::Broken(_))), "cut at {cut}");
        }
    }

    #[test]
    fn an_empty_cell_far_out_takes_its_share_of_the_memory() {
        let limits = Limits { memory: 1_000, ..Limits::IMPORT };
        let mut rows = Rows::new(&limits, Budget(limits.memory));
        assert_eq!(rows.put(0, 199, "x".into()), Err(SheetError::TooLarge));
        let mut rows = Rows::new(&limits, Budget(limits.memory));
        assert_eq!(rows.put(100, 0, "x".into()), Err(SheetError::TooLarge));
        let mut rows = Rows::new(&Limits::IMPORT, Budget(Limits::IMPORT.memory));
        assert_eq!(rows.put(0, 200, "x".into()), Err(SheetError::TooMany));
        assert_eq!(rows.put(200_001, 0, "x".into()), Err(SheetError::TooMany));
        assert_eq!(rows.put(200_000, 199, "x".into()), Ok(()));
    }
}
