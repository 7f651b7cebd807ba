//! The kinds of fields, a file for each or for a few that are alike: how a value is stored, read, checked, searched, described,
//! and written in files. A new kind is a variant of [`Kind`], its file, its line in [`Kind::behaviour`] and its row in `names.rs`.

mod choice;
mod content;
mod date;
mod facts;
mod media;
mod names;
mod number;
mod password;
mod reference;
mod secret;
pub(super) mod switch;
mod text;

use serde_json::{Value as Json, json};
use surrealdb::types::Value;

pub use self::facts::{Cell, JsonType, KindFacts, Storage};
pub use self::names::KindError;
pub use self::secret::{SecretSent, secret_sent};
use super::declaration::{Field, Kind};
use super::forms::check_form;
use crate::engine::value::{array, dec, int, text};

/// Most values of a field that holds several.
const VALUES_MAX: usize = 500;
/// Longest text of one of several values.
const VALUE_MAX: usize = 500;

/// A checked value, or the key of the message.
pub type Checked = Result<Value, &'static str>;

/// What a kind of field does.
pub trait FieldKind {
    fn facts(&self) -> KindFacts;

    /// Its settings, as declarations that are data have them.
    fn settings(&self) -> Json {
        json!({})
    }

    /// The stored value of what a client sent.
    fn check(&self, field: &Field, sent: &Json) -> Checked {
        let plain = self.plain(sent)?;
        if self.is_empty(&plain) {
            return if field.required { Err("error.required") } else { Ok(self.empty(field)) };
        }
        if let Some(rule) = field.rule {
            check_form(rule, &plain)?;
        }
        self.check_plain(field, &plain)
    }

    /// What a client sent, as text.
    fn plain(&self, sent: &Json) -> Result<String, &'static str> {
        plain(sent)
    }

    fn is_empty(&self, plain: &str) -> bool {
        plain.is_empty()
    }

    /// The stored value of a text that is not empty.
    fn check_plain(&self, _: &Field, _: &str) -> Checked {
        Err("error.type")
    }

    /// The stored value of an empty field.
    fn empty(&self, field: &Field) -> Value {
        let default = field.stored_default().unwrap_or_default();
        match field.database_type() {
            "string" => text(default),
            "int" => int(default.parse().unwrap_or(0)),
            "decimal" => dec(default.parse().unwrap_or_default()),
            "array<string>" => array(default.split(',').filter(|value| !value.is_empty()).map(text).collect()),
            "array<int>" => array(vec![]),
            _ => Value::None,
        }
    }

    /// A stored value in the form of a typed body.
    fn typed(&self, stored: Json) -> Json {
        stored
    }

    /// Brings a value that was read into the form of the wire.
    fn present(&self, _: &Field, _: &mut Json) {}
}

impl Kind {
    /// What the kind does: the only place that tells all kinds apart.
    #[must_use]
    pub fn behaviour(self) -> Box<dyn FieldKind> {
        match self {
            Self::Text(max) => Box::new(text::Text { max, lines: false }),
            Self::TextArea(max) => Box::new(text::Text { max, lines: true }),
            Self::RichText(max) => Box::new(text::RichText(max)),
            Self::Colour => Box::new(text::COLOUR),
            Self::Icon => Box::new(text::ICON),
            Self::Password => Box::new(password::Password),
            Self::Secret => Box::new(secret::Secret),
            Self::Integer(least, most) => Box::new(number::Integer(least, most)),
            Self::Decimal(decimals) => Box::new(number::Decimal(decimals)),
            Self::Money => Box::new(number::Money),
            Self::Year => Box::new(number::YEAR),
            Self::Weigh => Box::new(number::WEIGH),
            Self::Switch => Box::new(switch::SWITCH),
            Self::Status => Box::new(switch::STATUS),
            Self::Choice(picker, choices) => Box::new(choice::One { picker, choices, numbers: false }),
            Self::Code(picker, choices) => Box::new(choice::One { picker, choices, numbers: true }),
            Self::Choices(picking, choices) => Box::new(choice::Several(picking, choices)),
            Self::Date => Box::new(date::DATE),
            Self::Time => Box::new(date::TIME),
            Self::DateTime => Box::new(date::DATE_TIME),
            Self::Timestamp => Box::new(date::TIMESTAMP),
            Self::Image => Box::new(media::Image),
            Self::File => Box::new(media::FILE),
            Self::Images => Box::new(media::IMAGES),
            Self::Files => Box::new(media::FILES),
            Self::City => Box::new(media::CITY),
            Self::Pairs => Box::new(content::Content { pairs: true }),
            Self::Json => Box::new(content::Content { pairs: false }),
            Self::Reference(target) => Box::new(reference::Reference(target)),
            Self::References(target) => Box::new(reference::References(target)),
            Self::Parent => Box::new(reference::PARENT),
        }
    }

    /// What is known of the kind without looking at a value.
    #[must_use]
    pub fn facts(self) -> KindFacts {
        self.behaviour().facts()
    }
}

/// A kind without settings, whose values follow from their text alone.
struct Simple {
    facts: KindFacts,
    check: fn(&str) -> Checked,
}

impl FieldKind for Simple {
    fn facts(&self) -> KindFacts {
        self.facts
    }

    fn check_plain(&self, _: &Field, plain: &str) -> Checked {
        (self.check)(plain)
    }
}

/// The plain text of a scalar.
pub(super) fn plain(sent: &Json) -> Result<String, &'static str> {
    match sent {
        Json::String(value) => Ok(value.trim().to_owned()),
        Json::Number(value) => Ok(value.to_string()),
        Json::Null => Ok(String::new()),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => Err("error.type"),
    }
}

/// The texts of an array or of a comma list.
fn texts(field: &Field, sent: &Json) -> Result<Vec<String>, &'static str> {
    let values = match sent {
        Json::Array(values) => values.iter().map(plain).collect::<Result<Vec<_>, _>>()?,
        other => plain(other)?.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    let values: Vec<String> = values.into_iter().filter(|value| !value.is_empty()).collect();
    if values.len() > VALUES_MAX || values.iter().any(|value| value.chars().count() > VALUE_MAX) {
        return Err("error.text.long");
    }
    if values.is_empty() && field.required { Err("error.required") } else { Ok(values) }
}

/// A text of a limited length.
fn bounded(plain: &str, max: usize) -> Checked {
    if plain.chars().count() > max { Err("error.text.long") } else { Ok(text(plain)) }
}
