//! CSV and XLSX files: rows of texts in, rows of cells out.
//!
//! What comes in is bounded while it is read ([`Limits`]); nothing that a file says of itself (counts,
//! sizes, dimensions) reserves memory. One reader looks at the archive ([`archive`]), and only at the
//! parts that are needed; their XML is read as a stream ([`xml`], [`workbook`]). Of a text, encoding and separator are told by
//! what is in it ([`decode`], [`separated`]). What goes out can't be taken for a formula ([`write`]).

mod archive;
mod dates;
mod decode;
mod error;
mod format;
mod limits;
mod numbers;
mod rows;
mod separated;
mod table;
mod workbook;
mod write;
mod xml;

pub use self::error::SheetError;
pub use self::format::Format;
pub use self::limits::{FILE_MAX, Limits, ROWS_MAX};
pub use self::write::{Writer, neutral};

/// What old Excel files, and those with a password, begin with.
const OLD_EXCEL: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Reads an import's file into rows of texts, each in its place: the row at 0 is the first of the sheet, blank rows are empty.
pub fn read(bytes: &[u8]) -> Result<Vec<Vec<String>>, SheetError> {
    read_within(bytes, &Limits::IMPORT)
}

/// Reads a file into rows of texts, within limits.
pub fn read_within(bytes: &[u8], limits: &Limits) -> Result<Vec<Vec<String>>, SheetError> {
    if bytes.len() > limits.file {
        return Err(SheetError::TooLarge);
    }
    if bytes.starts_with(OLD_EXCEL) {
        return Err(SheetError::OldExcel);
    }
    match Format::sniff(bytes) {
        Format::Csv => table::read(bytes, limits),
        Format::Xlsx => workbook::read(bytes, limits),
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
    fn old_excel_files_are_told_from_others() {
        assert_eq!(read(&[OLD_EXCEL, &[0; 600]].concat()), Err(SheetError::OldExcel));
    }

    #[test]
    fn a_cut_file_is_refused_wherever_it_is_cut() {
        let bytes = written(Format::Xlsx);
        for cut in 4..bytes.len() {
            assert!(matches!(read(&bytes[..cut]), Err(SheetError::Broken(_))), "cut at {cut}");
        }
    }
}
