//! Labels in sheets: a code with some lines of text beside or above it, as many to a page as the sheet has.

use crate::book::{Book, Style};
use crate::error::PrintError;
use crate::font::Font;
use crate::point::{MM, Point, at};
use crate::symbol::Symbol;
use crate::text::{cut, wrapped};

/// Narrowest bar that scanners of the hand read, in millimetres.
const BAR_MIN: f32 = 0.19;
/// Widest bar of use.
const BAR_MAX: f32 = 0.5;
/// Empty room that a code needs on each side, in modules.
const QUIET: f32 = 10.0;
/// Most labels of one file.
pub const LABELS_MAX: usize = 5_000;
/// Most labels across or down a sheet.
const GRID_MAX: u32 = 40;
/// Largest paper, in millimetres.
const PAPER_MAX: f32 = 500.0;

/// A sheet of labels, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    pub page_width: f32,
    pub page_height: f32,
    pub columns: u32,
    pub rows: u32,
    pub width: f32,
    pub height: f32,
    /// Of the first label.
    pub left: f32,
    pub top: f32,
    /// Between labels.
    pub gap_x: f32,
    pub gap_y: f32,
}

const fn on_a4(columns: u32, rows: u32, width: f32, height: f32) -> Layout {
    let (page_width, page_height) = (210.0, 297.0);
    let left = (page_width - width * columns as f32) / 2.0;
    let top = (page_height - height * rows as f32) / 2.0;
    Layout { page_width, page_height, columns, rows, width, height, left, top, gap_x: 0.0, gap_y: 0.0 }
}

const fn single(width: f32, height: f32) -> Layout {
    Layout { page_width: width, page_height: height, columns: 1, rows: 1, width, height, left: 0.0, top: 0.0, gap_x: 0.0, gap_y: 0.0 }
}

/// The sheets that are sold, by name: on A4, and for printers of labels.
pub const LAYOUTS: [(&str, Layout); 6] = [
    ("a4-3x8", on_a4(3, 8, 70.0, 37.0)),
    ("a4-4x10", on_a4(4, 10, 52.5, 29.7)),
    ("a4-2x7", Layout { left: 4.65, gap_x: 2.5, ..on_a4(2, 7, 99.1, 38.1) }),
    ("60x40", single(60.0, 40.0)),
    ("50x30", single(50.0, 30.0)),
    ("100x50", single(100.0, 50.0)),
];

impl Layout {
    /// The sheet of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        LAYOUTS.iter().find(|(known, _)| *known == name).map(|(_, layout)| *layout)
    }

    /// Labels of a sheet.
    #[must_use]
    pub const fn count(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// Refuses what does not fit on the paper.
    pub fn check(&self) -> Result<(), PrintError> {
        let lengths = [self.page_width, self.page_height, self.width, self.height, self.left, self.top, self.gap_x, self.gap_y];
        let sane = lengths.iter().all(|length| length.is_finite() && (0.0..=PAPER_MAX).contains(length));
        let grid = (1..=GRID_MAX).contains(&self.columns) && (1..=GRID_MAX).contains(&self.rows);
        let wide = self.left + self.width * self.columns as f32 + self.gap_x * (self.columns.max(1) - 1) as f32;
        let high = self.top + self.height * self.rows as f32 + self.gap_y * (self.rows.max(1) - 1) as f32;
        // A tenth of a millimetre for the rounding of measures.
        let fits = wide <= self.page_width + 0.1 && high <= self.page_height + 0.1;
        if sane && grid && fits && self.width >= 15.0 && self.height >= 10.0 { Ok(()) } else { Err(PrintError::Layout) }
    }

    fn corner(&self, number: usize) -> Point {
        let (columns, number) = (self.columns as usize, number % self.count());
        let (column, row) = ((number % columns) as f32, (number / columns) as f32);
        at((self.left + column * (self.width + self.gap_x)) * MM, (self.top + row * (self.height + self.gap_y)) * MM)
    }
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// In bold, in one or two lines.
    pub title: String,
    /// Below it, a line each.
    pub lines: Vec<String>,
    pub symbol: Symbol,
    /// What the code says, for people.
    pub readable: String,
    pub copies: usize,
}

/// The labels as PDF, from a place of the first sheet on (0 is the first).
pub fn print(font: &Font, title: &str, layout: &Layout, start: usize, labels: &[Label]) -> Result<Vec<u8>, PrintError> {
    layout.check()?;
    let mut book = Book::new(font, None)?;
    let copies = labels.iter().flat_map(|label| std::iter::repeat_n(label, label.copies)).take(LABELS_MAX);
    let mut page = None;
    for (number, label) in copies.enumerate().map(|(number, label)| (number + start % layout.count(), label)) {
        let on = match page {
            Some(page) if number % layout.count() != 0 => page,
            _ => book.page(layout.page_width * MM, layout.page_height * MM),
        };
        page = Some(on);
        draw(&mut book, on, layout, layout.corner(number), label)?;
    }
    if page.is_none() {
        book.page(layout.page_width * MM, layout.page_height * MM);
    }
    book.finish(title)
}

/// The room between a label's edge and what is on it, in points.
fn padding(layout: &Layout) -> f32 {
    if layout.height < 30.0 { 1.5 * MM } else { 2.5 * MM }
}

/// The width of the narrowest bar, in points; none where so many modules would be too narrow to be read.
fn bar(layout: &Layout, modules: usize) -> Option<f32> {
    let count = modules as f32;
    let width = layout.width * MM - 2.0 * padding(layout);
    let bar = (layout.width * MM / (count + 2.0 * QUIET)).min(BAR_MAX * MM).min(width / count);
    (bar >= BAR_MIN * MM).then_some(bar)
}

/// Whether a code can be read from a label of this size.
#[must_use]
pub fn fits(layout: &Layout, symbol: &Symbol) -> bool {
    match symbol {
        Symbol::Square { .. } => true,
        Symbol::Bars(modules) => bar(layout, modules.len()).is_some(),
    }
}

fn draw(book: &mut Book<'_>, page: usize, layout: &Layout, corner: Point, label: &Label) -> Result<(), PrintError> {
    let padding = padding(layout);
    let (left, top) = (corner.x + padding, corner.y + padding);
    let (width, height) = (layout.width * MM - 2.0 * padding, layout.height * MM - 2.0 * padding);
    let size = (layout.height / 4.0).clamp(6.5, 10.0);
    match &label.symbol {
        Symbol::Square { .. } => {
            // The code on the left, text on the right; a border of its own, as large as four modules of a small code.
            let side = height.min(width * 0.45);
            book.symbol(page, at(left, top + (height - side) / 2.0), side, side, &label.symbol);
            let from = left + side + 2.0 * MM;
            text(book, page, at(from, top), (width - side - 2.0 * MM, height), size, label, true);
        }
        Symbol::Bars(modules) => {
            let Some(bar) = bar(layout, modules.len()) else {
                return Err(PrintError::TooLong { text: label.readable.clone() });
            };
            let wide = bar * modules.len() as f32;
            let under = size * 0.85;
            let high = (height * 0.42).min(15.0 * MM);
            let below = top + height - under * 1.2;
            book.symbol(page, at(corner.x + (layout.width * MM - wide) / 2.0, below - high), wide, high, &label.symbol);
            let shown = cut(book, &label.readable, under, width);
            let x = corner.x + (layout.width * MM - book.width(&shown, under)) / 2.0;
            book.text(page, at(x, top + height - under * 0.15), Style::of(under), &shown);
            text(book, page, at(left, top), (width, height - high - under * 1.3), size, label, false);
        }
    }
    Ok(())
}

/// Title and lines from a corner down, as many as there is room for.
fn text(book: &mut Book<'_>, page: usize, corner: Point, (width, height): (f32, f32), size: f32, label: &Label, readable: bool) {
    let mut y = corner.y + size;
    let small = size * 0.82;
    let lines = label.lines.iter().chain(readable.then_some(&label.readable)).filter(|line| !line.is_empty());
    let title_lines = if height > size * 1.2 * 2.0 + small * 1.3 * label.lines.len() as f32 { 2 } else { 1 };
    for line in wrapped(book, &label.title, size, width, title_lines) {
        book.text(page, at(corner.x, y), Style::of(size).bold(), &line);
        y += size * 1.2;
    }
    for line in lines {
        for line in wrapped(book, line, small, width, if readable { 3 } else { 1 }) {
            if y - small > corner.y + height - small * 0.6 {
                return;
            }
            book.text(page, at(corner.x, y), Style::of(small), &line);
            y += small * 1.3;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::PdfFile;
    use crate::symbol;

    fn font() -> Font {
        Font::find(None).expect("a font with Chinese characters, such as the package fonts-noto-cjk")
    }

    fn label(copies: usize) -> Label {
        let symbol = symbol::product("6901234567892").expect("a code");
        Label { title: "阿拉比卡咖啡豆 1 kg".into(), lines: vec!["P-0001".into()], symbol, readable: "6901234567892".into(), copies }
    }

    #[test]
    fn every_sheet_fits_on_its_paper() {
        for (name, layout) in LAYOUTS {
            assert_eq!(layout.check(), Ok(()), "{name}");
            assert_eq!(Layout::named(name), Some(layout));
        }
        let a4 = Layout::named("a4-3x8").expect("a sheet");
        for wrong in [
            Layout { columns: 4, ..a4 },
            Layout { rows: 0, ..a4 },
            Layout { width: f32::NAN, ..a4 },
            Layout { height: 2.0, ..a4 },
            Layout { top: 20.0, ..a4 },
            Layout { page_width: 9_000.0, ..a4 },
        ] {
            assert_eq!(wrong.check(), Err(PrintError::Layout), "{wrong:?}");
        }
    }

    #[test]
    fn copies_fill_sheets_from_the_starting_place() {
        let (font, layout) = (font(), Layout::named("a4-3x8").expect("a sheet"));
        let pages = |start, copies| PdfFile::new(&print(&font, "Labels", &layout, start, &[label(copies)]).expect("a file")).text();
        assert_eq!(pages(0, 24).len(), 1);
        assert_eq!(pages(0, 25).len(), 2);
        let text = pages(20, 5);
        assert_eq!(text.iter().map(|page| page.iter().filter(|line| *line == "P-0001").count()).collect::<Vec<_>>(), [4, 1]);
        assert!(text[0].contains(&"阿拉比卡咖啡豆 1 kg".to_owned()) && text[0].contains(&"6901234567892".to_owned()), "{text:?}");
        assert_eq!(pages(0, 0).len(), 1);
    }

    #[test]
    fn a_code_that_is_too_long_for_its_label_is_refused() {
        let long = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0A1B2C3D4E5F";
        let long = Label { symbol: symbol::code_128(long).expect("a code"), readable: long.into(), ..label(1) };
        let font = font();
        let printed = |name| print(&font, "", &Layout::named(name).expect("a sheet"), 0, std::slice::from_ref(&long));
        assert!(matches!(printed("50x30"), Err(PrintError::TooLong { .. })));
        assert!(printed("100x50").is_ok());
    }
}
