//! Files that are written, and texts that no spreadsheet takes for a formula.

use std::borrow::Cow;

use rust_xlsxwriter::{Format as CellFormat, Workbook};

use crate::sheet::error::SheetError;
use crate::sheet::format::Format;

/// What a formula begins with, or what a spreadsheet leaves out before one. Those for East Asian languages read the signs of
/// full width as well.
const MARKS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Whether a spreadsheet would take a text for a formula, or for a number of which it keeps less than it has: `+8613800138000`
/// becomes 8.6138E+12. Only a plain negative number is neither.
fn formula_like(text: &str) -> bool {
    text.starts_with(MARKS) && !(text.starts_with('-') && number(text).is_some())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is like a formula, or is what [`neutral`] makes of one, however often; or digits with a mark, which is how other
/// programs say that they are a code.
fn needs_mark(text: &str) -> bool {
    let bare = text.trim_start_matches('\'');
    formula_like(bare) || (bare.len() < text.len() && is_digits(bare))
}

/// A text that no spreadsheet takes for a formula.
#[must_use]
pub fn neutral(text: &str) -> Cow<'_, str> {
    if needs_mark(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Undoes [`neutral`], and takes the mark from digits that another program has marked. Blanks stay: who reads a cell knows whether
/// they belong to it.
pub(super) fn plain(text: &str) -> String {
    match text.strip_prefix('\'') {
        Some(rest) if needs_mark(rest) || is_digits(rest) => rest.to_owned(),
        _ => text.to_owned(),
    }
}

/// Digits of a number that every spreadsheet keeps.
const DIGITS_MAX: usize = 15;

/// The number that a text is, if a spreadsheet keeps all of its digits. Texts such as `007` and `1e5` are codes.
fn number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || (whole.len() > 1 && whole.starts_with('0')) {
        return None;
    }
    let significant = format!("{whole}{}", part.trim_end_matches('0')).trim_start_matches('0').len();
    if significant > DIGITS_MAX { None } else { text.parse().ok() }
}

/// Appends a cell of a CSV file. Whatever could be a separator stands between quotes: readers guess which one it is.
fn append(line: &mut String, cell: &str) {
    let is_plain = !cell.contains([',', ';', '\t', '|', '"', '\r', '\n']) && !cell.to_ascii_lowercase().starts_with("sep=");
    if is_plain && !cell.is_empty() {
        line.push_str(cell);
    } else if !cell.is_empty() {
        line.push('"');
        line.push_str(&cell.replace('"', "\"\""));
        line.push('"');
    }
}

/// A line of a CSV file.
fn line(cells: &[String]) -> String {
    // Without quotes, a row of one empty cell would be no row.
    if let [only] = cells
        && only.is_empty()
    {
        return "\"\"\n".to_owned();
    }
    let mut line = String::new();
    for (at, cell) in cells.iter().enumerate() {
        if at > 0 {
            line.push(',');
        }
        append(&mut line, &neutral(cell));
    }
    line.push('\n');
    line
}

/// A file that is being written.
pub enum Writer {
    /// Its bytes since the last call of `take`.
    Csv(Vec<u8>),
    Xlsx {
        book: Box<Workbook>,
        row: u32,
        /// By column: its cells are numbers.
        numeric: Vec<bool>,
    },
}

impl Writer {
    /// A file with its first row.
    pub fn new(format: Format, names: &[String]) -> Result<Self, SheetError> {
        let mut writer = match format {
            Format::Csv => Self::Csv(vec![0xEF, 0xBB, 0xBF]),
            Format::Xlsx => {
                let mut book = Workbook::new();
                book.add_worksheet();
                Self::Xlsx { book: Box::new(book), row: 0, numeric: Vec::new() }
            }
        };
        writer.row(names, true)?;
        Ok(writer)
    }

    /// Says which columns have numbers: quantities, amounts, prices, counts. The cells of the others are texts, and so are
    /// numbers with more digits than a spreadsheet keeps.
    #[must_use]
    pub fn with_numbers(mut self, columns: Vec<bool>) -> Self {
        if let Self::Xlsx { numeric, .. } = &mut self {
            *numeric = columns;
        }
        self
    }

    /// One more row.
    pub fn row(&mut self, cells: &[String], head: bool) -> Result<(), SheetError> {
        let failed = |error: &dyn std::fmt::Display| SheetError::Write(error.to_string());
        match self {
            Self::Csv(bytes) => {
                bytes.extend_from_slice(line(cells).as_bytes());
                Ok(())
            }
            Self::Xlsx { book, row, numeric } => {
                let sheet = book.worksheet_from_index(0).map_err(|error| failed(&error))?;
                let bold = CellFormat::new().set_bold();
                let numeric = numeric.iter().copied().chain(std::iter::repeat(false));
                for ((column, cell), is_number) in (0_u16..).zip(cells).zip(numeric) {
                    let figure = if is_number && !head { number(cell) } else { None };
                    // All else is typed as text: never a formula, whatever it begins with.
                    let written = match figure {
                        Some(figure) => sheet.write_number(*row, column, figure),
                        None if head => sheet.write_string_with_format(*row, column, cell, &bold),
                        None => sheet.write_string(*row, column, cell),
                    };
                    written.map_err(|error| failed(&error))?;
                }
                *row += 1;
                Ok(())
            }
        }
    }

    /// The bytes since the last call; an XLSX file has none before its end.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        match self {
            Self::Csv(bytes) => std::mem::take(bytes),
            Self::Xlsx { .. } => Vec::new(),
        }
    }

    /// The rest.
    pub fn finish(mut self) -> Result<Vec<u8>, SheetError> {
        match &mut self {
            Self::Csv(_) => Ok(self.take()),
            Self::Xlsx { book, .. } => book.save_to_buffer().map_err(|error| SheetError::Write(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_whose_digits_a_spreadsheet_keeps() {
        for (text, found) in [
            ("0", Some("0")),
            ("12", Some("12")),
            ("-3.50", Some("-3.5")),
            ("0.000001", Some("0.000001")),
            ("123456789012345", Some("123456789012345")),
            ("12345678901.234500", Some("12345678901.2345")),
        ] {
            assert_eq!(number(text).map(|number| number.to_string()).as_deref(), found, "{text}");
        }
        for text in
            ["", "-", ".", ".5", "5.", "007", "1e5", "1,000", "+1", " 1", "NaN", "inf", "1.2.3", "1234567890123456", "1234567890123.456", "１"]
        {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn whatever_could_be_a_separator_is_quoted() {
        let cells = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(line(&cells(&["a", "", "b c"])), "a,,b c\n");
        assert_eq!(
            line(&cells(&["a;b", "1,5", "x\ty", "p|q", "say \"x\"", "two\nlines"])),
            "\"a;b\",\"1,5\",\"x\ty\",\"p|q\",\"say \"\"x\"\"\",\"two\nlines\"\n"
        );
        assert_eq!((line(&cells(&[""])), line(&cells(&["", ""])), line(&cells(&["Sep=!"]))), ("\"\"\n".into(), ",\n".into(), "\"Sep=!\"\n".into()));
    }

    #[test]
    fn what_begins_like_a_formula_gets_a_mark_and_loses_it_again() {
        for text in [
            "+8613800138000",
            "+0.5",
            "-1e5",
            "-inf",
            "-12345678901234567890",
            "=1+1",
            "+A1",
            "-A1",
            "@x",
            "\t=1",
            "\r=1",
            "\n=1",
            "＝1+1",
            "＋A1",
            "－A1",
            "＠x",
            "'=1",
            "''＝1",
            "'12",
        ] {
            let marked = neutral(text);
            assert_eq!(marked, format!("'{text}"));
            assert_eq!(plain(&marked), text);
        }
        for text in ["", "-5", "-0.50", "a=1", "'tis", "1-2"] {
            assert_eq!((neutral(text).as_ref(), plain(text)), (text, text.to_owned()));
        }
        assert_eq!((plain("'00012912").as_str(), neutral("00012912").as_ref()), ("00012912", "00012912"), "a code that another program marks");
    }
}
