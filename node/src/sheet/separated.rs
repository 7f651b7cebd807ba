//! Texts with separators between their cells: which separator it is, and the cells. Pure.

use std::borrow::Cow;

use crate::sheet::error::SheetError;

/// Separators, the one that is hardly ever part of a text first.
const SEPARATORS: [u8; 4] = [b'\t', b';', b'|', b','];
/// Bytes and rows by which the separator is told.
const SAMPLE_BYTES: usize = 64 * 1024;
const SAMPLE_ROWS: usize = 50;

/// A cell, and where it stands.
pub(super) struct Cell<'t> {
    pub(super) text: Cow<'t, str>,
    /// It is the last of its row.
    pub(super) ends_row: bool,
    /// It is all that its line has: a blank line.
    pub(super) is_blank_line: bool,
    /// Its quotes stand around it, or it has none.
    is_sound: bool,
}

/// The cells of a text, one by one. A cell that begins with `"` may hold separators and line ends; `""` in it is one `"`.
pub(super) struct Cells<'t> {
    text: &'t str,
    at: usize,
    separator: u8,
    /// A separator was read last: there is one more cell, even at the end.
    goes_on: bool,
    cell_bytes_max: usize,
}

impl<'t> Cells<'t> {
    pub(super) const fn new(text: &'t str, separator: u8, cell_bytes_max: usize) -> Self {
        Self { text, at: 0, separator, goes_on: false, cell_bytes_max }
    }

    /// Position of the next separator or line end, or the end.
    fn end(&self) -> usize {
        let ends = |byte: &u8| *byte == self.separator || matches!(byte, b'\r' | b'\n');
        let rest = &self.text.as_bytes()[self.at..];
        rest.iter().position(ends).map_or(self.text.len(), |length| self.at + length)
    }

    /// What stands between quotes; the first one is read.
    fn quoted(&mut self) -> Result<String, SheetError> {
        let mut cell = String::new();
        loop {
            let rest = &self.text[self.at..];
            let part = rest.split_once('"').map_or(rest, |(part, _)| part);
            if cell.len() + part.len() > self.cell_bytes_max {
                return Err(SheetError::TooLarge);
            }
            cell.push_str(part);
            self.at += part.len();
            match self.text.as_bytes().get(self.at..) {
                Some([b'"', b'"', ..]) => {
                    cell.push('"');
                    self.at += 2;
                }
                Some([b'"', ..]) => {
                    self.at += 1;
                    return Ok(cell);
                }
                // It is never closed.
                Some(_) | None => return Ok(cell),
            }
        }
    }

    pub(super) fn next(&mut self) -> Result<Option<Cell<'t>>, SheetError> {
        let bytes = self.text.as_bytes();
        let begins_row = !self.goes_on;
        let is_quoted = match bytes.get(self.at) {
            None if begins_row => return Ok(None),
            None => false,
            Some(byte) => *byte == b'"',
        };
        let quoted = if is_quoted {
            self.at += 1;
            Some(self.quoted()?)
        } else {
            None
        };
        let end = self.end();
        let rest = &self.text[self.at..end];
        let is_sound = if is_quoted { rest.trim().is_empty() } else { !rest.contains('"') };
        let text = quoted.map_or(Cow::Borrowed(rest), |cell| Cow::Owned(cell + rest));
        self.goes_on = bytes.get(end) == Some(&self.separator);
        self.at = match bytes.get(end..) {
            Some([b'\r', b'\n', ..]) => end + 2,
            Some([_, ..]) => end + 1,
            Some([]) | None => end,
        };
        let is_blank_line = begins_row && !self.goes_on && !is_quoted && text.is_empty();
        Ok(Some(Cell { text, ends_row: !self.goes_on, is_blank_line, is_sound }))
    }
}

/// How many rows of a sample have the most usual number of cells, and that number; nothing for rows of one cell. From a cell on
/// whose quotes stand within it, nothing is told any more: the separator is another one.
fn support(sample: &str, separator: u8) -> (usize, usize) {
    let mut cells = Cells::new(sample, separator, SAMPLE_BYTES);
    let mut widths: Vec<usize> = Vec::new();
    let mut width = 0;
    while widths.len() < SAMPLE_ROWS
        && let Ok(Some(cell)) = cells.next()
        && cell.is_sound
    {
        width += 1;
        if cell.ends_row {
            if width > 1 {
                widths.push(width);
            }
            width = 0;
        }
    }
    let of_width = |width: usize| widths.iter().filter(|other| **other == width).count();
    widths.iter().map(|width| (of_width(*width), *width)).max().unwrap_or((0, 0))
}

/// The separator that a first line `sep=;` names, and the text below it.
fn named(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    match line.trim_end_matches('\r').as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator]
            if separator.is_ascii() && !separator.is_ascii_alphanumeric() && *separator != b'"' =>
        {
            Some((*separator, rest))
        }
        _ => None,
    }
}

/// The separator of a text, and its rows: the one that a first line names, else the one by which most rows have the same
/// number of cells.
pub(super) fn separator(text: &str) -> (u8, &str) {
    if let Some(named) = named(text) {
        return named;
    }
    let mut end = text.len().min(SAMPLE_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let sample = &text[..end];
    let mut best = (b',', (0, 0));
    for separator in SEPARATORS {
        let support = support(sample, separator);
        if support > best.1 {
            best = (separator, support);
        }
    }
    (best.0, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> char {
        separator(text).0.into()
    }

    #[test]
    fn the_separator_is_the_one_that_makes_rows_alike() {
        for (text, found) in [
            ("no,name,price\nA1,Pen,2\n", ','),
            ("no;name;price\nA1;Pen;2,50\nA2;Ink;3,75\n", ';'),
            ("no\tname, long\tprice\nA1\tPen, blue\t1,000\n", '\t'),
            ("no|name\nA1|Pen\n", '|'),
            ("no,name,text\nA1,Pen,a;b;c\nA2,Ink,d;e\n", ','),
            ("\"a;b\",\"c;d\"\n\"1;2\",\"3;4\"\n", ','),
            ("Stock of 2027; all\n\nno;name;price\nA1;Pen;2,50\n", ';'),
            ("name\nPen\n", ','),
            ("", ','),
            ("no;price, net\n1;2,50\n", ';'),
            ("a;\"x\ny;z\";b\n1;2;3\n", ';'),
            ("a,b\n1,\"x;y\nx;y\nx;y\"\n", ','),
            ("no;name;price\n1;pipe of 5\" width;2,50\n", ';'),
        ] {
            assert_eq!(told(text), found, "{text}");
        }
        assert_eq!(separator("sep=;\r\na;b\n"), (b';', "a;b\n"));
        assert_eq!(separator("SEP=^\na^b\n"), (b'^', "a^b\n"));
        assert_eq!(separator("sep=a\nb\n").0, b',', "a letter is none");
    }
}
