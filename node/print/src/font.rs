//! The font that is printed with: one file with Chinese and Latin letters, of the operator's choice or the first that
//! is found where systems keep them.

use std::path::{Path, PathBuf};

use ttf_parser::{Face, name_id};

use crate::error::PrintError;

/// Largest file of a font.
const FILE_MAX: u64 = 64 * 1024 * 1024;

/// Where well-known fonts with Chinese characters are, best first: Debian and Ubuntu, Fedora, Arch, Alpine, macOS,
/// Windows.
pub const FONT_FILES: [&str; 14] = [
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/opentype/source-han-sans/SourceHanSansCN-Regular.otf",
    "/usr/share/fonts/adobe-source-han-sans/SourceHanSansCN-Regular.otf",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/truetype/arphic/uming.ttc",
    "/System/Library/Fonts/STHeiti Light.ttc",
    "/Library/Fonts/Arial Unicode.ttf",
    "C:\\Windows\\Fonts\\msyh.ttc",
];
/// A letter that the font must have.
const CHINESE: char = '库';

/// A font's file, read.
pub struct Font {
    file: PathBuf,
    data: Vec<u8>,
    /// Of the face within a collection.
    index: u32,
}

impl Font {
    /// Reads the configured file, or else the first of [`FONT_FILES`] that can be used.
    pub fn find(configured: Option<&Path>) -> Result<Self, PrintError> {
        match configured {
            Some(file) => Self::load(file),
            None => FONT_FILES.iter().find_map(|file| Self::load(Path::new(file)).ok()).ok_or(PrintError::NoFont),
        }
    }

    /// Reads a file.
    pub fn load(file: &Path) -> Result<Self, PrintError> {
        let failed = |reason: String| PrintError::Font { file: file.to_owned(), reason };
        let size = std::fs::metadata(file).map_err(|error| failed(error.to_string()))?.len();
        if size > FILE_MAX {
            return Err(failed("larger than 64 MB".into()));
        }
        let data = std::fs::read(file).map_err(|error| failed(error.to_string()))?;
        let faces = ttf_parser::fonts_in_collection(&data).unwrap_or(1);
        let index = (0..faces).find(|index| is_simplified(&data, *index)).unwrap_or(0);
        let font = Self { file: file.to_owned(), data, index };
        let lacks = font.face().map(|face| lack(&face))?;
        match lacks {
            Some(reason) => Err(failed(reason.to_owned())),
            None => Ok(font),
        }
    }

    /// The face, parsed: cheap, as tables are read where they lie.
    pub(crate) fn face(&self) -> Result<Face<'_>, PrintError> {
        Face::parse(&self.data, self.index).map_err(|error| self.failed(&error))
    }

    pub(crate) fn failed(&self, reason: &dyn std::fmt::Display) -> PrintError {
        PrintError::Font { file: self.file.clone(), reason: reason.to_string() }
    }

    pub(crate) fn data(&self) -> (&[u8], u32) {
        (&self.data, self.index)
    }
}

/// Why a face can't be printed with.
fn lack(face: &Face<'_>) -> Option<&'static str> {
    if face.glyph_index(CHINESE).is_none() {
        Some("it has no Chinese characters")
    } else if face.tables().cff.is_none() && face.tables().glyf.is_none() {
        Some("its outlines are neither TrueType nor CFF")
    } else {
        None
    }
}

/// Whether a face of a collection has the forms of the mainland: `Noto Sans CJK SC`.
fn is_simplified(data: &[u8], index: u32) -> bool {
    Face::parse(data, index).is_ok_and(|face| {
        let family = face.names().into_iter().filter(|name| name.name_id == name_id::FAMILY).find_map(|name| name.to_string());
        family.is_some_and(|family| family.ends_with(" SC") || family.ends_with(" CN"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_font_is_named() {
        let error = Font::find(Some(Path::new("/nowhere/font.ttc"))).err().expect("an error");
        assert!(error.to_string().starts_with("/nowhere/font.ttc is no font"), "{error}");
        let error = Font::load(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))).err().expect("an error");
        assert!(matches!(error, PrintError::Font { .. }), "{error}");
    }

    #[test]
    fn the_mainland_s_forms_are_chosen_of_a_collection() {
        let font = Font::find(None).expect("a font with Chinese characters, such as the package fonts-noto-cjk");
        let face = font.face().expect("a face");
        assert!("中文 ABC 123 ¥".chars().all(|letter| face.glyph_index(letter).is_some()));
        if font.file.ends_with("NotoSansCJK-Regular.ttc") {
            assert!(is_simplified(&font.data, font.index));
        }
    }
}
