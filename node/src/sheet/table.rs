//! CSV files: encoding and separator are told by what is in them.

use crate::sheet::decode;
use crate::sheet::error::SheetError;
use crate::sheet::limits::Limits;
use crate::sheet::rows::{Budget, Rows};
use crate::sheet::separated::{Cells, separator};
use crate::sheet::write::plain;

/// What a cell means. Some programs write a code as the formula `="00012912"`, so that spreadsheets keep its zeros.
fn meant(cell: &str) -> String {
    let code = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"')).filter(|code| !code.contains('"'));
    code.map_or_else(|| plain(cell), str::to_owned)
}

/// The rows of a file, each in the place that a spreadsheet gives it: blank lines count. Cells are taken one by one, so that
/// neither a long one nor many of them need more than the limits allow.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Vec<Vec<String>>, SheetError> {
    let text = decode::text(bytes)?;
    let (separator, text) = separator(&text);
    let mut rows = Rows::new(limits, Budget(limits.memory));
    let mut cells = Cells::new(text, separator, limits.cell);
    let (mut row, mut column) = (0, 0);
    while let Some(cell) = cells.next()? {
        // A blank line takes no memory unless something stands below it.
        if !cell.is_blank_line {
            rows.put(row, column, meant(&cell.text))?;
        }
        (row, column) = if cell.ends_row { (row + 1, 0) } else { (row, column + 1) };
    }
    Ok(rows.rows)
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
        assert_eq!(rows, [vec!["a", "b"], vec!["x\ny", "\"z\""], vec![], vec!["1"], vec!["2", " 3 "]], "a blank line is a row");
        assert_eq!(read("").expect("rows"), Vec::<Vec<String>>::new());
        assert_eq!(read("a,b,\n").expect("rows"), [["a", "b", ""]]);
    }

    #[test]
    fn other_separators_are_read() {
        for text in ["sep=;\r\na;b\r\n1;2,50\r\n", "a;b\n1;2,50\n", "a\tb\n1\t2,50\n", "a|b\n1|2,50", "\"a\",b\n1,\"2,50\"\n"] {
            assert_eq!(read(text).expect("rows"), [["a", "b"], ["1", "2,50"]], "{text}");
        }
        let wide: Vec<u8> = "\u{feff}编号\t价格\r\nA1\t2,50\r\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(super::read(&wide, &Limits::IMPORT).expect("rows"), [["编号", "价格"], ["A1", "2,50"]]);
        assert_eq!(read("a,b\n\"1\"x,\"2\n").expect("rows"), [["a", "b"], ["1x", "2\n"]], "quotes that are not well placed");
        assert_eq!(read("\r\ra\r1").expect("rows"), [vec![], vec![], vec!["a"], vec!["1"]]);
    }

    #[test]
    fn codes_that_are_written_as_formulas_are_codes() {
        let rows = read("a,b,c\n=\"00012912\",\"=\"\"6901,2\"\"\",'0012\n=1+1,=\"a\"&\"b\",'=\"x\"\n").expect("rows");
        assert_eq!(rows[1..], [["00012912", "6901,2", "0012"], ["=1+1", "=\"a\"&\"b\"", "=\"x\""]]);
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
