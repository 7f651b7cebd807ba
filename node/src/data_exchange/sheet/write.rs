//! Files that are written, and texts that no spreadsheet takes for a formula.

use std::borrow::Cow;

use rust_xlsxwriter::{Format as CellFormat, Workbook};

use super::{Format, SheetError};

/// Whether a spreadsheet would take a text for a formula.
fn formula_like(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err()
}

/// Whether a text is like a formula, or is what [`neutral`] makes of one, however often.
fn needs_mark(text: &str) -> bool {
    formula_like(text.trim_start_matches('\''))
}

/// A text that no spreadsheet takes for a formula.
#[must_use]
pub fn neutral(text: &str) -> Cow<'_, str> {
    if needs_mark(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Undoes [`neutral`]. Blanks stay: who reads a cell knows whether they belong to it.
pub(super) fn plain(text: &str) -> String {
    match text.strip_prefix('\'') {
        Some(rest) if needs_mark(rest) => rest.to_owned(),
        _ => text.to_owned(),
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
