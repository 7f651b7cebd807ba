//! Texts, and what is stored as one.

use actors::invisible;
use serde_json::{Value as Json, json};

use super::{Cell, Checked, FieldKind, KindFacts, Simple, Storage, bounded, plain};
use crate::engine::value::text;
use crate::resource::declaration::Field;
use crate::resource::forms::is_blank_html;
use crate::resource::rich_text;

/// Longest name of an icon.
const ICON_MAX: usize = 50;
/// Longest colour that is no hexadecimal number.
const COLOUR_MAX: usize = 50;

/// In one line, or in several.
pub(super) struct Text {
    pub max: usize,
    pub lines: bool,
}

impl FieldKind for Text {
    fn facts(&self) -> KindFacts {
        let facts = |name| KindFacts { length: Some(self.max), ..KindFacts::new(name, Storage::Text) };
        if self.lines {
            return KindFacts { input: "textarea", on_list: false, ..facts("text_area") };
        }
        KindFacts { input: "string", operator: Some("LIKE"), names_rows: true, cell: Cell::Text, ..facts("text") }
    }

    fn settings(&self) -> Json {
        json!({ "length": self.max })
    }

    fn plain(&self, sent: &Json) -> Result<String, &'static str> {
        let plain = plain(sent)?;
        Ok(if self.lines { invisible::lines(&plain) } else { invisible::one_line(&plain) })
    }

    fn check_plain(&self, _: &Field, plain: &str) -> Checked {
        bounded(plain, self.max)
    }
}

/// HTML without scripts.
pub(super) struct RichText(pub usize);

impl FieldKind for RichText {
    fn facts(&self) -> KindFacts {
        KindFacts { input: "editor", length: Some(self.0), on_list: false, ..KindFacts::new("rich_text", Storage::Text) }
    }

    fn settings(&self) -> Json {
        json!({ "length": self.0 })
    }

    fn check_plain(&self, field: &Field, plain: &str) -> Checked {
        match rich_text::clean(plain) {
            // An editor that was emptied sends `<p><br></p>`.
            html if is_blank_html(&html) => {
                if field.required {
                    Err("error.content")
                } else {
                    Ok(text(""))
                }
            }
            html => bounded(html.trim(), self.0),
        }
    }
}

pub(super) const COLOUR: Simple = Simple {
    facts: KindFacts { input: "color", ..KindFacts::new("colour", Storage::Text) },
    check: |plain| if is_colour(plain) { Ok(text(plain)) } else { Err("error.colour") },
};

fn is_colour(plain: &str) -> bool {
    let known = |letter: char| letter.is_ascii_alphanumeric() || "(),.% ".contains(letter);
    match plain.strip_prefix('#') {
        Some(digits) => matches!(digits.len(), 3 | 4 | 6 | 8) && digits.chars().all(|letter| letter.is_ascii_hexdigit()),
        None => plain.len() <= COLOUR_MAX && plain.starts_with("rgb") && plain.chars().all(known),
    }
}

pub(super) const ICON: Simple = Simple { facts: KindFacts::new("icon", Storage::Text), check: |plain| bounded(plain, ICON_MAX) };
