//! Fields as cells and back. Enumerations and references are written as people read them, and read
//! both ways.

use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_store::resource::declaration::{Access, Choice, Field, Label};
use entrepot_store::resource::{Kind, Resource};
use serde_json::{Value, json};

use super::references::parts;
use crate::i18n::Language;

/// A label in a language.
#[must_use]
pub fn label(label: Label, language: Language) -> &'static str {
    label.text(language == Language::English)
}

/// Columns of an export.
pub fn columns(resource: &Resource) -> impl Iterator<Item = &'static Field> + use<> {
    resource.visible_fields()
}

/// Columns of a template.
pub fn writable(resource: &Resource) -> impl Iterator<Item = &'static Field> + use<> {
    resource.fields.iter().filter(|field| matches!(field.access, Access::Open | Access::WriteOnce))
}

/// Whether the cells of a field are figures, which a spreadsheet can add up.
#[must_use]
pub const fn is_figure(field: &Field) -> bool {
    matches!(field.kind, Kind::Integer(..) | Kind::Decimal(_) | Kind::Money | Kind::Weigh)
}

pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// The cell of a field.
#[must_use]
pub fn write(field: &Field, row: &Value, language: Language, zone: Tz) -> String {
    let value = &row[field.name];
    let named = |choices: &[Choice], value: &str| {
        choices.iter().find(|choice| choice.value == value).map_or_else(|| value.to_owned(), |choice| label(choice.label, language).to_owned())
    };
    match field.kind {
        Kind::Choice(_, choices) | Kind::Code(_, choices) => named(choices, &plain(value)),
        // Only declared labels of a status are written; the usual ones stay numbers.
        Kind::Status if field.states.is_some() => named(field.states().unwrap_or_default(), &plain(value)),
        Kind::Choices(_, choices) => value.as_array().into_iter().flatten().map(|value| named(choices, &plain(value))).collect::<Vec<_>>().join(","),
        Kind::Reference(target) => {
            let first = target.shows.first().map(|shown| plain(&row[target.relation][*shown])).unwrap_or_default();
            if first.is_empty() { plain(value) } else { first }
        }
        Kind::References(target) => {
            let names = target.shows.first().and_then(|shown| row[target.relation][*shown].as_array());
            let ids = value.as_array().map(Vec::as_slice).unwrap_or_default();
            // One that is gone has no name.
            let name = |(at, id): (usize, &Value)| {
                names.and_then(|names| names.get(at)).map(plain).filter(|name| !name.is_empty()).unwrap_or_else(|| plain(id))
            };
            ids.iter().enumerate().map(name).collect::<Vec<_>>().join(",")
        }
        Kind::Json | Kind::Pairs if !value.is_null() && value != "" => value.to_string(),
        Kind::Timestamp => match value.as_i64() {
            Some(seconds) if seconds > 0 => {
                zone.timestamp_opt(seconds, 0).single().map(|time| time.format("%Y-%m-%d %H:%M:%S").to_string()).unwrap_or_default()
            }
            Some(_) => String::new(),
            None => plain(value),
        },
        _ => plain(value),
    }
}

/// A cell's value as a client would send it; of fields that refer to rows, [`super::references`] reads it.
pub fn read(field: &Field, cell: &str) -> Result<Value, &'static str> {
    // Blanks belong to a password.
    let cell = if field.kind == Kind::Password { cell } else { cell.trim() };
    let coded = |choices: &[Choice], text: &str| {
        let fits = |choice: &&Choice| choice.value == text || choice.label.zh == text || choice.label.en.eq_ignore_ascii_case(text);
        choices.iter().find(fits).map_or_else(|| text.to_owned(), |choice| choice.value.to_owned())
    };
    Ok(match field.kind {
        Kind::Choice(_, choices) | Kind::Code(_, choices) => json!(coded(choices, cell)),
        Kind::Choices(_, choices) => parts(cell).map(|part| coded(choices, part)).collect(),
        Kind::Status if field.states().is_some_and(|states| coded(states, cell) != cell) => json!(coded(field.states().unwrap_or_default(), cell)),
        Kind::Switch | Kind::Status => match cell.to_lowercase().as_str() {
            "是" | "启用" | "开" | "yes" | "true" | "on" | "enabled" => json!(1),
            "否" | "禁用" | "关" | "no" | "false" | "off" | "disabled" => json!(0),
            _ => json!(cell),
        },
        // Spreadsheets group thousands.
        Kind::Integer(..) | Kind::Decimal(_) | Kind::Money | Kind::Weigh => json!(cell.replace([',', ' '], "")),
        _ => json!(cell),
    })
}
