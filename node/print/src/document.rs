//! Documents of the trade on A4: the company's head, the document's number as Code 128, facts, a table that goes on
//! over as many pages as it needs, sums, and lines to sign on.

use crate::book::{Book, Picture, Style};
use crate::error::PrintError;
use crate::font::Font;
use crate::point::{MM, Point, at};
use crate::symbol;
use crate::text::wrapped;

const WIDTH: f32 = 210.0 * MM;
const HEIGHT: f32 = 297.0 * MM;
const MARGIN: f32 = 12.0 * MM;
const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// Where a page's content ends, above its footer.
const BOTTOM: f32 = HEIGHT - 16.0 * MM;
const CELL: Style = Style::of(8.0);
const SMALL: Style = Style::of(7.5);
const SUMS: Style = Style::of(9.0);
/// Room within a cell, left and right.
const CELL_PADDING: f32 = 2.5;
/// Most lines of text in a cell.
const CELL_LINES: usize = 5;
/// From one line of text to the next, for each point of size.
const LEADING: f32 = 1.25;
const HEAD_GREY: f32 = 0.92;
const CODE_WIDTH: f32 = 62.0 * MM;
const CODE_HEIGHT: f32 = 10.0 * MM;

/// Who sends the paper.
#[derive(Clone, Debug, Default)]
pub struct Letterhead {
    pub company: String,
    /// Address, telephone ..., a line each.
    pub lines: Vec<String>,
    pub logo: Option<Picture>,
}

/// Where a column's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
    Centre,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    pub title: String,
    /// Its part of the width, beside those of the others.
    pub share: f32,
    pub align: Align,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub enum Cell {
    Text(String),
    /// A box to tick.
    Tick,
    /// Room to write in.
    Blank,
}

/// A document.
#[derive(Clone, Debug)]
pub struct Document {
    pub title: String,
    /// Printed as Code 128 as well.
    pub number: String,
    pub facts: Vec<(String, String)>,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
    pub sums: Vec<(String, String)>,
    /// Below the table.
    pub remark: String,
    /// Who signs: a line for each.
    pub signatures: Vec<String>,
}

/// What is printed at the bottom of each page.
#[derive(Clone, Debug)]
pub struct Footer {
    /// When it was printed, and by whom.
    pub printed: String,
    /// With `{page}` and `{pages}`.
    pub pages: String,
}

/// The documents as one PDF, each with its own page numbers.
pub fn print(font: &Font, letterhead: &Letterhead, footer: &Footer, documents: &[Document]) -> Result<Vec<u8>, PrintError> {
    let mut book = Book::new(font, letterhead.logo.as_ref())?;
    for document in documents {
        Setting { book: &mut book, letterhead, document, page: 0, first: 0, y: 0.0 }.set(footer)?;
    }
    let title = documents.iter().map(|document| format!("{} {}", document.title, document.number)).next().unwrap_or_default();
    book.finish(&title)
}

/// A document that is being laid out.
struct Setting<'b, 'a> {
    book: &'b mut Book<'a>,
    letterhead: &'b Letterhead,
    document: &'b Document,
    page: usize,
    /// Its first page.
    first: usize,
    /// How far down the page is full.
    y: f32,
}

impl Setting<'_, '_> {
    fn set(mut self, footer: &Footer) -> Result<(), PrintError> {
        self.page = self.book.page(WIDTH, HEIGHT);
        self.first = self.page;
        self.head()?;
        self.facts();
        let widths = self.widths();
        self.table_head(&widths);
        for row in &self.document.rows {
            self.row(&widths, row);
        }
        self.sums();
        self.remark();
        self.signatures();
        self.add_footers(footer);
        Ok(())
    }

    fn text(&mut self, spot: Point, style: Style, text: &str) {
        self.book.text(self.page, spot, style, text);
    }

    fn text_right(&mut self, right: f32, y: f32, style: Style, text: &str) {
        let x = right - self.book.width(text, style.size);
        self.text(at(x, y), style, text);
    }

    /// Company on the left, number on the right, title below.
    fn head(&mut self) -> Result<(), PrintError> {
        let top = MARGIN;
        let logo = self.book.picture(self.page, at(MARGIN, top), 30.0 * MM, 14.0 * MM);
        let left = if logo > 0.0 { MARGIN + logo + 4.0 * MM } else { MARGIN };
        let room = INNER - CODE_WIDTH - (left - MARGIN) - 4.0 * MM;
        let mut y = top + 12.0;
        for line in wrapped(self.book, &self.letterhead.company, 13.0, room, 2) {
            self.text(at(left, y), Style::of(13.0).bold(), &line);
            y += 15.0;
        }
        for line in &self.letterhead.lines {
            for line in wrapped(self.book, line, SMALL.size, room, 2) {
                self.text(at(left, y), SMALL.pale(), &line);
                y += SMALL.size * LEADING;
            }
        }
        let right = WIDTH - MARGIN;
        let number = self.document.number.clone();
        if !number.is_empty() {
            let code = symbol::code_128(&number)?;
            let symbol::Symbol::Bars(modules) = &code else { return Err(PrintError::Code { text: number }) };
            let width = CODE_WIDTH.min(modules.len() as f32 * 0.4 * MM);
            self.book.symbol(self.page, at(right - width, top), width, CODE_HEIGHT, &code);
            let x = right - width + (width - self.book.width(&number, 9.0)) / 2.0;
            self.text(at(x, top + CODE_HEIGHT + 10.0), Style::of(9.0), &number);
        }
        y = y.max(top + CODE_HEIGHT + 12.0).max(if logo > 0.0 { top + 15.0 * MM } else { 0.0 }) + 18.0;
        let title = self.document.title.clone();
        let x = (WIDTH - self.book.width(&title, 16.0)) / 2.0;
        self.text(at(x, y), Style::of(16.0).bold(), &title);
        self.y = y + 14.0;
        Ok(())
    }

    /// Label and value, three to a line.
    fn facts(&mut self) {
        let width = INNER / 3.0;
        for facts in self.document.facts.chunks(3) {
            let mut lowest = self.y;
            for (column, (name, value)) in facts.iter().enumerate() {
                let x = MARGIN + width * column as f32;
                let name = format!("{name}: ");
                let wide = self.book.width(&name, CELL.size);
                self.text(at(x, self.y), CELL.pale(), &name);
                let mut y = self.y;
                for line in wrapped(self.book, value, CELL.size, width - wide - 6.0, 3) {
                    self.text(at(x + wide, y), CELL, &line);
                    y += CELL.size * LEADING;
                }
                lowest = lowest.max(y);
            }
            self.y = lowest.max(self.y + CELL.size * LEADING) + 2.0;
        }
        self.y += 2.0;
    }

    fn widths(&self) -> Vec<f32> {
        let all: f32 = self.document.columns.iter().map(|column| column.share).sum();
        self.document.columns.iter().map(|column| INNER * column.share / all.max(f32::EPSILON)).collect()
    }

    fn cell_text(&mut self, x: f32, width: f32, y: f32, align: Align, style: Style, line: &str) {
        let wide = self.book.width(line, style.size);
        let x = match align {
            Align::Left => x + CELL_PADDING,
            Align::Right => x + width - CELL_PADDING - wide,
            Align::Centre => x + (width - wide) / 2.0,
        };
        self.text(at(x, y), style, line);
    }

    fn table_head(&mut self, widths: &[f32]) {
        let columns = &self.document.columns;
        let titles: Vec<Vec<String>> =
            columns.iter().zip(widths).map(|(column, width)| wrapped(self.book, &column.title, CELL.size, width - 2.0 * CELL_PADDING, 2)).collect();
        let lines = titles.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let height = lines as f32 * CELL.size * LEADING + 5.0;
        self.book.fill(self.page, at(MARGIN, self.y), INNER, height, HEAD_GREY);
        self.book.rule(self.page, at(MARGIN, self.y), INNER, 0.8);
        let mut x = MARGIN;
        for ((column, width), lines) in columns.iter().zip(widths).zip(&titles) {
            for (number, line) in lines.iter().enumerate() {
                let y = self.y + 2.5 + CELL.size * (number as f32).mul_add(LEADING, 1.0);
                self.cell_text(x, *width, y, column.align, CELL.bold(), line);
            }
            x += width;
        }
        self.y += height;
        self.book.rule(self.page, at(MARGIN, self.y), INNER, 0.5);
    }

    /// A page more, with the title and the number above the table's head.
    fn next_page(&mut self) {
        self.page = self.book.page(WIDTH, HEIGHT);
        let title = format!("{}  {}", self.document.title, self.document.number);
        self.text(at(MARGIN, MARGIN + 8.0), CELL.bold(), &title);
        let company = self.letterhead.company.clone();
        self.text_right(WIDTH - MARGIN, MARGIN + 8.0, SMALL.pale(), &company);
        self.y = MARGIN + 14.0;
    }

    fn row(&mut self, widths: &[f32], row: &[Cell]) {
        let columns = &self.document.columns;
        let texts: Vec<Vec<String>> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| match cell {
                Cell::Text(text) => wrapped(self.book, text, CELL.size, width - 2.0 * CELL_PADDING, CELL_LINES),
                Cell::Tick | Cell::Blank => vec![],
            })
            .collect();
        let lines = texts.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let height = (lines as f32).mul_add(CELL.size * LEADING, 5.0).max(16.0);
        if self.y + height > BOTTOM {
            self.next_page();
            self.table_head(widths);
        }
        let mut x = MARGIN;
        for (((column, width), cell), lines) in columns.iter().zip(widths).zip(row).zip(&texts) {
            match cell {
                Cell::Tick => self.book.outline(self.page, at(x + (width - 9.0) / 2.0, self.y + (height - 9.0) / 2.0), 9.0, 9.0),
                Cell::Blank => self.book.rule(self.page, at(x + 3.0, self.y + height - 3.5), width - 6.0, 0.3),
                Cell::Text(_) => {}
            }
            for (number, line) in lines.iter().enumerate() {
                let y = self.y + 3.0 + CELL.size * (number as f32).mul_add(LEADING, 1.0);
                self.cell_text(x, *width, y, column.align, CELL, line);
            }
            x += width;
        }
        self.y += height;
        self.book.rule(self.page, at(MARGIN, self.y), INNER, 0.25);
    }

    /// Goes to the next page where there is no room.
    fn need(&mut self, height: f32) {
        if self.y + height > BOTTOM {
            self.next_page();
        }
    }

    fn sums(&mut self) {
        if self.document.sums.is_empty() {
            return;
        }
        let text = self.document.sums.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("      ");
        let lines = wrapped(self.book, &text, SUMS.size, INNER - 2.0 * CELL_PADDING, CELL_LINES);
        self.need((lines.len() as f32).mul_add(SUMS.size * LEADING, 7.0));
        self.y += 3.0;
        for line in lines {
            self.y += SUMS.size * LEADING;
            self.text_right(WIDTH - MARGIN - CELL_PADDING, self.y, SUMS.bold(), &line);
        }
        self.y += 4.0;
    }

    fn remark(&mut self) {
        let lines = wrapped(self.book, &self.document.remark, CELL.size, INNER, 12);
        if self.document.remark.trim().is_empty() {
            return;
        }
        self.need(lines.len() as f32 * CELL.size * LEADING + 12.0);
        self.y += 14.0;
        for line in lines {
            self.text(at(MARGIN, self.y), CELL, &line);
            self.y += CELL.size * LEADING;
        }
    }

    fn signatures(&mut self) {
        let count = self.document.signatures.len();
        if count == 0 {
            return;
        }
        self.need(46.0);
        self.y += 38.0;
        let width = INNER / count as f32;
        for (place, name) in self.document.signatures.iter().enumerate() {
            let x = width.mul_add(place as f32, MARGIN);
            let name = format!("{name}: ");
            let wide = self.book.width(&name, CELL.size);
            self.text(at(x, self.y), CELL, &name);
            self.book.rule(self.page, at(x + wide, self.y + 1.5), (width - wide - 10.0).max(0.0), 0.5);
        }
        self.y += 8.0;
    }

    fn add_footers(&mut self, footer: &Footer) {
        let pages = self.page - self.first + 1;
        for number in 1..=pages {
            self.page = self.first + number - 1;
            let text = footer.pages.replace("{pages}", &pages.to_string()).replace("{page}", &number.to_string());
            let y = HEIGHT - 9.0 * MM;
            self.book.rule(self.page, at(MARGIN, y - 10.0), INNER, 0.25);
            let printed = footer.printed.clone();
            self.text(at(MARGIN, y), SMALL.pale(), &printed);
            self.text_right(WIDTH - MARGIN, y, SMALL.pale(), &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::PdfFile;

    fn font() -> Font {
        Font::find(None).expect("a font with Chinese characters, such as the package fonts-noto-cjk")
    }

    fn column(title: &str, share: f32, align: Align) -> Column {
        Column { title: title.into(), share, align }
    }

    fn pick_list(lines: usize) -> Document {
        let row = |line: usize| {
            let text = |text: String| Cell::Text(text);
            let name = format!("阿拉比卡咖啡豆 Arabica coffee beans, medium roast, washed, {line} kg");
            vec![text(line.to_string()), text(format!("P-{line:04}")), text(name), text(line.to_string()), Cell::Tick, Cell::Blank]
        };
        Document {
            title: "拣货单".into(),
            number: "CK202611230001".into(),
            facts: vec![("仓库".into(), "上海一号仓".into()), ("客户".into(), "Café Löwe & Söhne".into()), ("日期".into(), "2026-11-23".into())],
            columns: vec![
                column("行", 1.0, Align::Right),
                column("商品编号", 3.0, Align::Left),
                column("名称", 8.0, Align::Left),
                column("数量", 2.0, Align::Right),
                column("拣", 1.0, Align::Centre),
                column("备注", 2.0, Align::Left),
            ],
            rows: (1..=lines).map(row).collect(),
            sums: vec![("合计".into(), "12".into())],
            remark: "小心轻放".into(),
            signatures: vec!["拣货".into(), "复核".into()],
        }
    }

    fn printed(documents: &[Document]) -> Vec<u8> {
        let letterhead = Letterhead {
            company: "恒通商贸".into(),
            lines: vec!["上海市浦东新区".into()],
            logo: Some(Picture { width: 2, height: 1, rgb: vec![255, 0, 0, 0, 0, 255] }),
        };
        let footer = Footer { printed: "2026-11-23 08:00 王".into(), pages: "第 {page} 页, 共 {pages} 页".into() };
        print(&font(), &letterhead, &footer, documents).expect("a file")
    }

    #[test]
    fn letters_that_the_font_lacks_are_told_with_their_text() {
        let letterhead = Letterhead { company: "恒通商贸".into(), lines: vec![], logo: None };
        let footer = Footer { printed: "2026-11-23".into(), pages: "{page}".into() };
        let with = |remark: &str| {
            let document = Document { remark: remark.into(), ..pick_list(1) };
            print(&font(), &letterhead, &footer, &[document])
        };
        for (remark, lacking) in [("مرحبا", 'م'), ("שלום", 'ש'), ("हिन्दी", 'ह'), ("to 😀 you", '😀')] {
            match with(remark) {
                Err(PrintError::Letters { text, letters }) => assert!(remark.contains(text.trim()) && letters.contains(lacking), "{text} {letters}"),
                other => panic!("{remark}: {:?}", other.map(|file| file.len())),
            }
        }
        // What nobody sees is not missed.
        assert!(with("小心\u{200d}轻\u{fe0f}放\tonce\r").is_ok());
    }

    #[test]
    fn a_document_says_everything_and_is_the_same_twice() {
        let file = printed(&[pick_list(3)]);
        assert!(file == printed(&[pick_list(3)]), "two files differ");
        assert!(file.len() < 60_000, "{} bytes: the font is no subset", file.len());
        let read = PdfFile::new(&file);
        let text = read.text();
        assert_eq!(text.len(), 1);
        for expected in [
            "恒通商贸",
            "上海市浦东新区",
            "拣货单",
            "CK202611230001",
            "Café Löwe & Söhne",
            "P-0003",
            "合计: 12",
            "小心轻放",
            "拣货: ",
            "第 1 页, 共 1 页",
        ] {
            assert!(text[0].iter().any(|line| line == expected), "{expected} is not in {text:?}");
        }
        assert!(read.boxes(0) > 30, "no bars");
    }

    #[test]
    fn long_tables_repeat_their_heads_on_every_page() {
        let read = PdfFile::new(&printed(&[pick_list(5_000), pick_list(1)]));
        let text = read.text();
        assert_eq!(text.len(), read.page_count());
        let (last, long) = text.split_last().expect("pages");
        assert!(long.len() > 100, "{}", long.len());
        for (number, page) in long.iter().enumerate() {
            assert_eq!(page.iter().filter(|line| *line == "商品编号").count(), 1, "page {number}");
            assert!(page.contains(&format!("第 {} 页, 共 {} 页", number + 1, long.len())), "page {number}");
        }
        let found: Vec<&String> = long.iter().flatten().filter(|line| line.starts_with("P-")).collect();
        assert_eq!(found.len(), 5_000);
        assert_eq!(found.last().map(|line| line.as_str()), Some("P-5000"));
        assert!(last.contains(&"第 1 页, 共 1 页".to_owned()));
    }
}
