//! CSV files, in UTF-8 or GB18030.

use std::borrow::Cow;

use csv_core::{ReadFieldResult, Reader};

use super::error::SheetError;
use super::limits::Limits;
use super::rows::{Budget, Rows};
use super::write::plain;

/// The rows of a file. Fields are taken one by one, so that neither a long one nor many of them need
/// more than the limits allow.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Vec<Vec<String>>, SheetError> {
    let text: Cow<'_, str> = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
        Err(_) => encoding_rs::GB18030.decode(bytes).0,
    };
    let mut rows = Rows::new(limits, Budget(limits.memory));
    let (mut reader, mut input) = (Reader::new(), text.as_bytes());
    let (mut field, mut length) = (vec![0; limits.cell + 1], 0);
    let (mut row, mut column) = (0, 0);
    loop {
        let (result, taken, given) = reader.read_field(input, &mut field[length..]);
        input = &input[taken..];
        length += given;
        match result {
            // The reader is then asked with nothing, which is how it learns of the end.
            ReadFieldResult::InputEmpty => {}
            ReadFieldResult::OutputFull => return Err(SheetError::TooLarge),
            ReadFieldResult::Field { record_end } => {
                let cell = std::str::from_utf8(&field[..length]).map_err(SheetError::broken)?;
                rows.put(row, column, plain(cell))?;
                length = 0;
                (row, column) = if record_end { (row + 1, 0) } else { (row, column + 1) };
            }
            ReadFieldResult::End => return Ok(rows.rows),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Vec<String>>, SheetError> {
        super::read(text.as_bytes(), &Limits::IMPORT)
    }

    #[test]
    fn chinese_spreadsheets_are_read() {
        let bytes = encoding_rs::GB18030.encode("名称,价格\n中性笔,2.5\n").0.into_owned();
        assert_eq!(super::read(&bytes, &Limits::IMPORT).expect("rows"), [["名称", "价格"], ["中性笔", "2.5"]]);
    }

    #[test]
    fn rows_may_be_quoted_short_and_without_an_end() {
        let rows = read("\u{feff}a,b\r\n\"x\ny\",\"\"\"z\"\"\"\r\n\r\n1\n2, 3 ").expect("rows");
        assert_eq!(rows, [vec!["a", "b"], vec!["x\ny", "\"z\""], vec!["1"], vec!["2", " 3 "]]);
        assert_eq!(read("").expect("rows"), Vec::<Vec<String>>::new());
        assert_eq!(read("a,b,\n").expect("rows"), [["a", "b", ""]]);
    }

    #[test]
    fn many_and_long_fields_are_refused() {
        assert_eq!(read(&",".repeat(3_000_000)), Err(SheetError::TooMany));
        assert_eq!(read(&"\n1".repeat(200_002)), Err(SheetError::TooMany));
        assert_eq!(read(&format!("\"{}", "x,\n".repeat(50_000))), Err(SheetError::TooLarge));
        assert_eq!(read(&"x".repeat(65_536)).expect("one cell")[0][0].len(), 65_536);
        assert_eq!(read(&format!("{},", "x".repeat(65_537))), Err(SheetError::TooLarge));
    }
}
