//! A PDF file that is being written: pages, text in one font, rectangles and pictures. Lengths are points; places are
//! measured from the page's upper left corner.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, TextRenderingMode, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;
use ttf_parser::{Face, GlyphId, RawFace, Tag};

use crate::error::PrintError;
use crate::font::Font;
use crate::point::Point;
use crate::symbol::Symbol;

const IDENTITY: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
const FONT: Name = Name(b"F");
/// Stroke of letters in bold, for each point of size.
const BOLD: f32 = 0.03;

/// A picture: red, green and blue of each dot, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub rgb: Vec<u8>,
}

/// How text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub size: f32,
    pub bold: bool,
    /// 0 black, 1 white.
    pub grey: f32,
}

impl Style {
    pub const fn of(size: f32) -> Self {
        Self { size, bold: false, grey: 0.0 }
    }

    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    pub const fn pale(mut self) -> Self {
        self.grey = 0.4;
        self
    }
}

struct Glyph {
    /// In the subset.
    new: u16,
    /// In thousandths of the size.
    width: f32,
}

struct Page {
    width: f32,
    height: f32,
    content: Content,
}

/// See the module.
pub(crate) struct Book<'a> {
    font: &'a Font,
    face: Face<'a>,
    remapper: GlyphRemapper,
    glyphs: HashMap<char, Glyph>,
    /// By number in the subset: the letter and the width.
    used: BTreeMap<u16, (char, f32)>,
    pages: Vec<Page>,
    picture: Option<&'a Picture>,
    /// The first text that can't be printed whole.
    lacks: Option<PrintError>,
}

/// Characters that have no look of their own: control characters, those of the direction of writing, joiners, and signs that
/// choose a variant of the letter before.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Letters that are joined, or written from right to left: a line of them in the order of the text can't be read.
const fn is_set_otherwise(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{900}'..='\u{df3}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefe}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

fn zipped(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory can't fail; what could not be packed would be an empty stream.
    let _ = encoder.write_all(data);
    encoder.finish().unwrap_or_default()
}

impl<'a> Book<'a> {
    pub fn new(font: &'a Font, picture: Option<&'a Picture>) -> Result<Self, PrintError> {
        let face = font.face()?;
        let picture =
            picture.filter(|picture| picture.rgb.len() as u64 == u64::from(picture.width) * u64::from(picture.height) * 3 && picture.width > 0);
        Ok(Self { font, face, remapper: GlyphRemapper::new(), glyphs: HashMap::new(), used: BTreeMap::new(), pages: vec![], picture, lacks: None })
    }

    /// Begins a page; answers its number from 0.
    pub fn page(&mut self, width: f32, height: f32) -> usize {
        self.pages.push(Page { width, height, content: Content::new() });
        self.pages.len() - 1
    }

    fn glyph(&mut self, letter: char) -> &Glyph {
        let Self { glyphs, face, remapper, used, .. } = self;
        glyphs.entry(letter).or_insert_with(|| {
            // What the font lacks is its box for lacking letters.
            let old = face.glyph_index(letter).unwrap_or(GlyphId(0));
            let new = remapper.remap(old.0);
            let width = f32::from(face.glyph_hor_advance(old).unwrap_or(0)) * 1_000.0 / f32::from(face.units_per_em());
            used.entry(new).or_insert((letter, width));
            Glyph { new, width }
        })
    }

    /// How wide a letter is.
    pub fn letter_width(&mut self, letter: char, size: f32) -> f32 {
        if is_unseen(letter) {
            return 0.0;
        }
        self.glyph(letter).width * size / 1_000.0
    }

    /// How wide a line of text is.
    pub fn width(&mut self, text: &str, size: f32) -> f32 {
        text.chars().map(|letter| self.letter_width(letter, size)).sum()
    }

    /// Writes a line of text on a base line.
    pub fn text(&mut self, page: usize, at: Point, style: Style, text: &str) {
        let lacking = |letter: &char| is_set_otherwise(*letter) || self.face.glyph_index(*letter).is_none();
        let text: String = text.chars().map(|letter| if letter == '\t' { ' ' } else { letter }).filter(|letter| !is_unseen(*letter)).collect();
        let letters: String = text.chars().filter(lacking).collect();
        if !letters.is_empty() && self.lacks.is_none() {
            self.lacks = Some(PrintError::Letters { text: text.clone(), letters });
        }
        let bytes: Vec<u8> = text.chars().flat_map(|letter| self.glyph(letter).new.to_be_bytes()).collect();
        let Some(page) = self.pages.get_mut(page) else { return };
        if bytes.is_empty() {
            return;
        }
        let content = &mut page.content;
        content.set_fill_gray(style.grey).begin_text().set_font(FONT, style.size);
        let mode = if style.bold { TextRenderingMode::FillStroke } else { TextRenderingMode::Fill };
        content.set_text_rendering_mode(mode);
        if style.bold {
            content.set_stroke_gray(style.grey).set_line_width(style.size * BOLD);
        }
        content.next_line(at.x, page.height - at.y).show(Str(&bytes)).end_text();
    }

    /// A filled rectangle, `y` at its top. `grey`: 0 black, 1 white.
    pub fn fill(&mut self, page: usize, at: Point, width: f32, height: f32, grey: f32) {
        let Some(page) = self.pages.get_mut(page) else { return };
        page.content.set_fill_gray(grey).rect(at.x, page.height - at.y - height, width, height).fill_nonzero();
    }

    /// The outline of a rectangle.
    pub fn outline(&mut self, page: usize, at: Point, width: f32, height: f32) {
        let Some(page) = self.pages.get_mut(page) else { return };
        page.content.set_stroke_gray(0.0).set_line_width(0.7).rect(at.x, page.height - at.y - height, width, height).stroke();
    }

    /// A horizontal line.
    pub fn rule(&mut self, page: usize, at: Point, width: f32, thick: f32) {
        self.fill(page, at, width, thick, 0.0);
    }

    /// A code within a box; bars fill its height. A square is as large as fits.
    pub fn symbol(&mut self, page: usize, at: Point, width: f32, height: f32, symbol: &Symbol) {
        let Some(page) = self.pages.get_mut(page) else { return };
        let top = page.height - at.y;
        let content = &mut page.content;
        content.set_fill_gray(0.0);
        let mut row = |modules: &[bool], module: f32, low: f32, high: f32| {
            let mut from = 0;
            for run in modules.chunk_by(|a, b| a == b) {
                if run[0] {
                    content.rect(at.x + from as f32 * module, low, run.len() as f32 * module, high);
                }
                from += run.len();
            }
        };
        match symbol {
            Symbol::Bars(modules) => row(modules, width / modules.len().max(1) as f32, top - height, height),
            Symbol::Square { side, modules } => {
                let module = width.min(height) / (*side).max(1) as f32;
                for (line, modules) in modules.chunks((*side).max(1)).enumerate() {
                    row(modules, module, top - (line + 1) as f32 * module, module);
                }
            }
        }
        content.fill_nonzero();
    }

    /// The picture, within a box at its upper left corner; answers how wide it became.
    pub fn picture(&mut self, page: usize, at: Point, width: f32, height: f32) -> f32 {
        let (Some(picture), Some(page)) = (self.picture, self.pages.get_mut(page)) else { return 0.0 };
        let scale = (width / picture.width as f32).min(height / picture.height.max(1) as f32);
        let (wide, high) = (picture.width as f32 * scale, picture.height as f32 * scale);
        page.content.save_state().transform([wide, 0.0, 0.0, high, at.x, page.height - at.y - high]).x_object(Name(b"L")).restore_state();
        wide
    }

    /// The file; refused where a letter of it can't be printed.
    pub fn finish(mut self, title: &str) -> Result<Vec<u8>, PrintError> {
        if let Some(lacks) = self.lacks.take() {
            return Err(lacks);
        }
        let mut refs = 1..;
        let mut next = || Ref::new(refs.next().unwrap_or(i32::MAX));
        let (catalog, tree, info, font, picture) = (next(), next(), next(), FontRefs::new(&mut next), next());
        let kids: Vec<(Ref, Ref)> = self.pages.iter().map(|_| (next(), next())).collect();
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree);
        pdf.document_info(info).title(TextStr(title)).producer(TextStr("Entrepot"));
        pdf.pages(tree).kids(kids.iter().map(|(page, _)| *page)).count(i32::try_from(kids.len()).unwrap_or(i32::MAX));
        self.write_font(&mut pdf, &font)?;
        if let Some(image) = self.picture {
            let data = zipped(&image.rgb);
            let mut object = pdf.image_xobject(picture, &data);
            let size = |dots: u32| i32::try_from(dots).unwrap_or(i32::MAX);
            object.filter(Filter::FlateDecode);
            object.width(size(image.width)).height(size(image.height)).bits_per_component(8);
            object.color_space().device_rgb();
        }
        for (page, (id, content)) in self.pages.into_iter().zip(&kids) {
            let mut object = pdf.page(*id);
            object.parent(tree).media_box(Rect::new(0.0, 0.0, page.width, page.height)).contents(*content);
            let mut resources = object.resources();
            resources.fonts().pair(FONT, font.whole);
            if self.picture.is_some() {
                resources.x_objects().pair(Name(b"L"), picture);
            }
            resources.finish();
            object.finish();
            pdf.stream(*content, &zipped(&page.content.finish())).filter(Filter::FlateDecode);
        }
        Ok(pdf.finish())
    }

    fn write_font(&self, pdf: &mut Pdf, refs: &FontRefs) -> Result<(), PrintError> {
        let (data, index) = self.font.data();
        let subset = subsetter::subset(data, index, &self.remapper).map_err(|error| self.font.failed(&error))?;
        let raw = RawFace::parse(&subset, 0).map_err(|error| self.font.failed(&error))?;
        let outlines = raw.table(Tag::from_bytes(b"CFF "));
        let base = Name(b"ENTREP+Print");
        pdf.type0_font(refs.whole)
            .base_font(base)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(refs.descendant)
            .to_unicode(refs.to_unicode);
        let mut cid = pdf.cid_font(refs.descendant);
        cid.subtype(if outlines.is_some() { CidFontType::Type0 } else { CidFontType::Type2 });
        cid.base_font(base).system_info(IDENTITY).font_descriptor(refs.descriptor).default_width(1_000.0);
        if outlines.is_none() {
            cid.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        let mut widths = cid.widths();
        for (glyph, (_, width)) in &self.used {
            widths.consecutive(*glyph, [*width]);
        }
        widths.finish();
        cid.finish();
        let scale = |units: i16| f32::from(units) * 1_000.0 / f32::from(self.face.units_per_em());
        let bbox = self.face.global_bounding_box();
        let mut descriptor = pdf.font_descriptor(refs.descriptor);
        descriptor.name(base).flags(FontFlags::SYMBOLIC).italic_angle(0.0).stem_v(80.0);
        descriptor.bbox(Rect::new(scale(bbox.x_min), scale(bbox.y_min), scale(bbox.x_max), scale(bbox.y_max)));
        descriptor.ascent(scale(self.face.ascender())).descent(scale(self.face.descender()));
        descriptor.cap_height(scale(self.face.capital_height().unwrap_or(self.face.ascender())));
        if outlines.is_some() {
            descriptor.font_file3(refs.file)
        } else {
            descriptor.font_file2(refs.file)
        };
        descriptor.finish();
        let packed = zipped(outlines.unwrap_or(&subset));
        let mut file = pdf.stream(refs.file, &packed);
        file.filter(Filter::FlateDecode);
        if outlines.is_some() {
            file.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
        }
        file.finish();
        let mut map = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
        for (glyph, (letter, _)) in &self.used {
            map.pair(*glyph, *letter);
        }
        pdf.stream(refs.to_unicode, &zipped(&map.finish())).filter(Filter::FlateDecode);
        Ok(())
    }
}

struct FontRefs {
    whole: Ref,
    descendant: Ref,
    descriptor: Ref,
    file: Ref,
    to_unicode: Ref,
}

impl FontRefs {
    fn new(next: &mut impl FnMut() -> Ref) -> Self {
        Self { whole: next(), descendant: next(), descriptor: next(), file: next(), to_unicode: next() }
    }
}
