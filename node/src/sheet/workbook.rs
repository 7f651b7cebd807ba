//! XLSX files: the cells of the first sheet as texts.

use std::collections::HashMap;

use crate::sheet::archive::Archive;
use crate::sheet::error::SheetError;
use crate::sheet::limits::Limits;
use crate::sheet::numbers::Mask;
use crate::sheet::rows::{Budget, Rows, TEXT_COST};
use crate::sheet::write::plain;
use crate::sheet::xml::{Tag, Token, Xml};
use crate::sheet::{dates, numbers};

/// Columns and rows that a spreadsheet can have.
const SHEET_COLUMNS: usize = 16_384;
const SHEET_ROWS: usize = 1_048_576;
/// Styles and formats that a spreadsheet can have.
const STYLES_MAX: usize = 65_536;
/// Parts that one part refers to.
const RELATIONS_MAX: usize = 4_096;

/// What the other parts say about the cells.
struct Book {
    /// The part with the sheet.
    sheet: String,
    since_1904: bool,
    texts: Vec<Box<str>>,
    styles: Vec<Style>,
}

/// How a style shows numbers.
#[derive(Clone, Debug)]
enum Style {
    Number,
    Date,
    /// With zeros in front.
    Padded(Mask),
}

/// The rows of the first sheet.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Vec<Vec<String>>, SheetError> {
    let archive = Archive::open(bytes, limits)?;
    let mut budget = Budget(limits.memory);
    let book = open(&archive, limits, &mut budget)?;
    let part = archive.part(&book.sheet).ok_or_else(|| SheetError::broken("its sheet is missing"))?;
    cells(Xml::new(part), &book, Rows::new(limits, budget))
}

/// A reference from one part to another.
struct Relation {
    id: String,
    kind: String,
    target: String,
}

/// Where a reference of a part in `folder` leads.
fn resolve(folder: &str, target: &str) -> String {
    let whole = if target.starts_with('/') { target.to_owned() } else { format!("{folder}/{target}") };
    let mut steps: Vec<&str> = Vec::new();
    for step in whole.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// The references of a part.
fn relations(archive: &Archive<'_>, folder: &str, name: &str) -> Result<Vec<Relation>, SheetError> {
    let Some(part) = archive.part(&format!("{folder}/_rels/{name}.rels")) else { return Ok(Vec::new()) };
    let (mut xml, mut found) = (Xml::new(part), Vec::new());
    loop {
        match xml.next()? {
            Token::Begin(tag) if tag.name() == "Relationship" => {
                let [id, kind, target] = ["Id", "Type", "Target"].map(|name| tag.attribute(name));
                let target = resolve(folder, &target?.unwrap_or_default());
                found.push(Relation { id: id?.unwrap_or_default(), kind: kind?.unwrap_or_default(), target });
                if found.len() > RELATIONS_MAX {
                    return Err(SheetError::TooLarge);
                }
            }
            Token::Over => return Ok(found),
            _ => {}
        }
    }
}

/// Reads everything but the cells.
fn open(archive: &Archive<'_>, limits: &Limits, budget: &mut Budget) -> Result<Book, SheetError> {
    let of_kind =
        |relations: &[Relation], kind: &str| relations.iter().find(|relation| relation.kind.ends_with(kind)).map(|found| found.target.clone());
    let main = of_kind(&relations(archive, "", "")?, "/officeDocument").unwrap_or_else(|| "xl/workbook.xml".into());
    let (folder, name) = main.rsplit_once('/').unwrap_or(("", &main));
    let relations = relations(archive, folder, name)?;
    let part = archive.part(&main).ok_or_else(|| SheetError::broken("it is no spreadsheet"))?;
    let (mut xml, mut since_1904, mut id) = (Xml::new(part), false, None);
    loop {
        match xml.next()? {
            Token::Begin(tag) if tag.name() == "workbookPr" => {
                since_1904 = tag.attribute("date1904")?.is_some_and(|value| value == "1" || value == "true")
            }
            Token::Begin(tag) if tag.name() == "sheet" && id.is_none() => id = tag.foreign("id")?,
            Token::Over => break,
            _ => {}
        }
    }
    let id = id.ok_or_else(|| SheetError::broken("it has no sheet"))?;
    let sheet = relations.iter().find(|relation| relation.id == id).map(|relation| relation.target.clone());
    let sheet = sheet.ok_or_else(|| SheetError::broken("its sheet is missing"))?;
    let other = |kind: &str, name: &str| archive.part(&of_kind(&relations, kind).unwrap_or_else(|| resolve(folder, name)));
    let texts = match other("/sharedStrings", "sharedStrings.xml") {
        Some(part) => texts(Xml::new(part), limits, budget)?,
        None => Vec::new(),
    };
    let styles = match other("/styles", "styles.xml") {
        Some(part) => styles(Xml::new(part))?,
        None => Vec::new(),
    };
    Ok(Book { sheet, since_1904, texts, styles })
}

/// A text of several pieces, without the hints how to pronounce it.
#[derive(Default)]
struct Pieces {
    text: String,
    /// Depth of hints.
    hints: usize,
    open: bool,
}

impl Pieces {
    fn begin(&mut self, name: &str) {
        match name {
            "rPh" => self.hints += 1,
            "t" => self.open = self.hints == 0,
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "rPh" => self.hints = self.hints.saturating_sub(1),
            "t" => self.open = false,
            _ => {}
        }
    }

    fn text(&mut self, text: &str, limits: &Limits) -> Result<(), SheetError> {
        if !self.open {
            return Ok(());
        }
        self.text.push_str(text);
        // A text may get shorter yet: `_x000D_` is one letter.
        if self.text.len() > limits.cell * "_x000D_".len() { Err(SheetError::TooLarge) } else { Ok(()) }
    }

    fn take(&mut self) -> String {
        unescape(&std::mem::take(self).text)
    }
}

/// `_x000D_` is how a spreadsheet writes a letter that XML can't have.
fn unescape(text: &str) -> String {
    let unit = |text: &str| {
        let digits = text.strip_prefix("_x")?.get(..4).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        if text.as_bytes().get(6) == Some(&b'_') { u16::from_str_radix(digits, 16).ok() } else { None }
    };
    let (mut made, mut units, mut rest) = (String::new(), Vec::new(), text);
    while let Some(letter) = rest.chars().next() {
        if let Some(unit) = unit(rest) {
            units.push(unit);
            rest = &rest["_x000D_".len()..];
            continue;
        }
        made.extend(char::decode_utf16(units.drain(..)).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)));
        made.push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    made.extend(char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)));
    made
}

/// The texts that cells refer to by their number.
fn texts(mut xml: Xml<'_>, limits: &Limits, budget: &mut Budget) -> Result<Vec<Box<str>>, SheetError> {
    let (mut found, mut pieces, mut within) = (Vec::new(), Pieces::default(), false);
    loop {
        match xml.next()? {
            Token::Begin(tag) => match tag.name().as_str() {
                "si" => within = true,
                name => pieces.begin(name),
            },
            Token::Text(text) if within => pieces.text(&text, limits)?,
            Token::End(name) if name == "si" => {
                let text = pieces.take().into_boxed_str();
                budget.take(text.len() + TEXT_COST)?;
                found.push(text);
                within = false;
            }
            Token::End(name) => pieces.end(&name),
            Token::Over => return Ok(found),
            _ => {}
        }
    }
}

/// How a format of its own shows numbers.
fn style(format: &str) -> Style {
    if dates::is_date(format) { Style::Date } else { Mask::of(format).map_or(Style::Number, Style::Padded) }
}

/// How the styles show numbers.
fn styles(mut xml: Xml<'_>) -> Result<Vec<Style>, SheetError> {
    let number = |tag: &Tag<'_>, name: &str| Ok::<_, SheetError>(tag.attribute(name)?.and_then(|value| value.parse::<u32>().ok()).unwrap_or(0));
    let (mut own, mut used): (HashMap<u32, Style>, Vec<u32>) = (HashMap::new(), Vec::new());
    let mut within = String::new();
    loop {
        match xml.next()? {
            Token::Begin(tag) => match tag.name().as_str() {
                name @ ("numFmts" | "cellXfs") => within = name.to_owned(),
                "numFmt" if within == "numFmts" => {
                    own.insert(number(&tag, "numFmtId")?, style(&tag.attribute("formatCode")?.unwrap_or_default()));
                }
                "xf" if within == "cellXfs" => used.push(number(&tag, "numFmtId")?),
                _ => {}
            },
            Token::End(name) if name == within => within.clear(),
            Token::Over => break,
            _ => {}
        }
        if own.len() > STYLES_MAX || used.len() > STYLES_MAX {
            return Err(SheetError::TooLarge);
        }
    }
    let known = |format: u32| if dates::is_known_date(format) { Style::Date } else { Style::Number };
    Ok(used.into_iter().map(|format| own.get(&format).cloned().unwrap_or_else(|| known(format))).collect())
}

/// Row and column of a cell such as `B12`, from 0.
fn position(reference: &str) -> Option<(usize, usize)> {
    let letters = reference.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (column, row) = reference.split_at(letters);
    if !(1..=3).contains(&letters) || !(1..=7).contains(&row.len()) || !row.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let column = column.bytes().fold(0, |sum, letter| sum * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1);
    let row: usize = row.parse().ok()?;
    ((1..=SHEET_ROWS).contains(&row) && column <= SHEET_COLUMNS).then(|| (row - 1, column - 1))
}

/// A cell that is being read.
#[derive(Default)]
struct Cell {
    row: usize,
    column: usize,
    kind: Option<String>,
    style: Option<usize>,
    value: Pieces,
}

impl Cell {
    /// `at` is its position unless it has its own.
    fn begin(tag: &Tag<'_>, at: (usize, usize)) -> Result<Self, SheetError> {
        let outside = || SheetError::broken("a cell lies outside of the sheet");
        let (row, column) = match tag.attribute("r")? {
            Some(reference) => position(&reference).ok_or_else(outside)?,
            None if at.1 < SHEET_COLUMNS => at,
            None => return Err(outside()),
        };
        let style = tag.attribute("s")?.and_then(|style| style.parse().ok());
        Ok(Self { row, column, kind: tag.attribute("t")?, style, value: Pieces::default() })
    }

    /// Its text.
    fn finish(mut self, book: &Book) -> Result<String, SheetError> {
        let kind = self.kind.as_deref();
        let value = match kind {
            Some("str" | "inlineStr" | "is") => return Ok(plain(&self.value.take())),
            _ => self.value.text.trim(),
        };
        if value.is_empty() {
            return Ok(String::new());
        }
        match kind {
            Some("s") => {
                let text = value.parse::<usize>().ok().and_then(|number| book.texts.get(number));
                text.map(|text| plain(text)).ok_or_else(|| SheetError::broken("a cell refers to a text that is not there"))
            }
            Some("b") => Ok(if matches!(value, "1" | "true") { "1" } else { "0" }.to_owned()),
            Some("e") => Ok(String::new()),
            Some("d") => Ok(value.to_owned()),
            Some("n") | None => match value.parse::<f64>().ok().filter(|number| number.is_finite()) {
                Some(number) => Ok(match self.style.and_then(|style| book.styles.get(style)) {
                    Some(Style::Date) => dates::text(number, book.since_1904),
                    Some(Style::Padded(mask)) => mask.fill(value).unwrap_or_else(|| numbers::text(value, number)),
                    Some(Style::Number) | None => numbers::text(value, number),
                }),
                None if kind.is_none() => Ok(plain(value)),
                None => Err(SheetError::broken("a number is none")),
            },
            Some(_) => Err(SheetError::broken("a cell is of an unknown kind")),
        }
    }
}

/// The cells of a sheet. What it says of its own size is not asked for.
fn cells(mut xml: Xml<'_>, book: &Book, mut rows: Rows<'_>) -> Result<Vec<Vec<String>>, SheetError> {
    // Position of the next cell unless it has its own.
    let mut next = (0, 0);
    let (mut first_row, mut within, mut cell) = (true, false, None::<Cell>);
    loop {
        match xml.next()? {
            Token::Begin(tag) => match (tag.name().as_str(), &mut cell) {
                ("sheetData", None) => within = true,
                ("row", None) if within => {
                    let said = tag.attribute("r")?.map(|row| row.parse::<usize>().ok().filter(|row| (1..=SHEET_ROWS).contains(row)));
                    let row = match said {
                        Some(row) => row.ok_or_else(|| SheetError::broken("a row lies outside of the sheet"))? - 1,
                        None => next.0 + usize::from(!first_row),
                    };
                    (next, first_row) = ((row, 0), false);
                }
                ("c", None) if within => {
                    let begun = Cell::begin(&tag, next)?;
                    next = (begun.row, begun.column + 1);
                    cell = Some(begun);
                }
                ("v", Some(cell)) => cell.value.open = !matches!(cell.kind.as_deref(), Some("inlineStr" | "is")),
                (name, Some(cell)) if matches!(cell.kind.as_deref(), Some("inlineStr" | "is")) => cell.value.begin(name),
                _ => {}
            },
            Token::Text(text) => {
                if let Some(cell) = &mut cell {
                    cell.value.text(&text, rows.limits)?;
                }
            }
            Token::End(name) => match name.as_str() {
                "c" => {
                    if let Some(cell) = cell.take() {
                        let (row, column) = (cell.row, cell.column);
                        let text = cell.finish(book)?;
                        if !text.is_empty() {
                            rows.put(row, column, text)?;
                        }
                    }
                }
                "sheetData" => return Ok(rows.rows),
                "v" => {
                    if let Some(cell) = &mut cell {
                        cell.value.open = false;
                    }
                }
                name => {
                    if let Some(cell) = &mut cell {
                        cell.value.end(name);
                    }
                }
            },
            Token::Over => return Ok(rows.rows),
            Token::Other => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_within_a_sheet() {
        for (reference, found) in [("A1", Some((0, 0))), ("b12", Some((11, 1))), ("XFD1048576", Some((1_048_575, 16_383))), ("AA10", Some((9, 26)))] {
            assert_eq!(position(reference), found, "{reference}");
        }
        for bad in ["", "A", "1", "A0", "XFE1", "A1048577", "AAAA1", "A-1", "A1B", "A99999999999999999999", "Ä1", "$A$1"] {
            assert_eq!(position(bad), None, "{bad}");
        }
    }

    #[test]
    fn letters_that_xml_lacks_are_read() {
        for (written, read) in [
            ("a_x000D_b", "a\rb"),
            ("_x005F_x000D_", "_x000D_"),
            ("_xD83D__xDCF7_", "📷"),
            ("_xD83D_ alone", "\u{FFFD} alone"),
            ("_x00 _xZZZZ_ _x000D", "_x00 _xZZZZ_ _x000D"),
            ("_x汉字_", "_x汉字_"),
        ] {
            assert_eq!(unescape(written), read);
        }
    }

    #[test]
    fn references_stay_within_the_archive() {
        assert_eq!(resolve("xl", "worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(resolve("xl", "/xl/a.xml"), "xl/a.xml");
        assert_eq!(resolve("xl", "../../../etc/passwd"), "etc/passwd");
        assert_eq!(resolve("", "xl/./workbook.xml"), "xl/workbook.xml");
    }
}
