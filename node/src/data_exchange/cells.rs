//! Fields as cells and back. Enumerations and references are written as people read them, and read
//! both ways.

use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_store::resource::Resource;
use entrepot_store::resource::declaration::{Access, Choice, Field, Label};
use entrepot_store::resource::kinds::Cell;
use serde_json::{Value, json};

use super::figures::FigureError;
use super::references::parts;
use super::{days, figures};
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
pub fn is_figure(field: &Field) -> bool {
    matches!(field.kind.facts().cell, Cell::Integer | Cell::Decimal)
}

/// A value as a cell has it.
#[must_use]
pub fn plain(value: &Value) -> String {
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
    match field.kind.facts().cell {
        Cell::Choice(choices) => named(choices, &plain(value)),
        // Only declared labels of a status are written; the usual ones stay numbers.
        Cell::Switch if field.states.is_some() => named(field.choices(), &plain(value)),
        Cell::Choices(choices) => value.as_array().into_iter().flatten().map(|value| named(choices, &plain(value))).collect::<Vec<_>>().join(","),
        Cell::Reference(target) => {
            let first = target.shows.first().map(|shown| plain(&row[target.relation][*shown])).unwrap_or_default();
            if first.is_empty() { plain(value) } else { first }
        }
        Cell::References(target) => {
            let names = target.shows.first().and_then(|shown| row[target.relation][*shown].as_array());
            let ids = value.as_array().map(Vec::as_slice).unwrap_or_default();
            // One that is gone has no name.
            let name = |(at, id): (usize, &Value)| {
                names.and_then(|names| names.get(at)).map(plain).filter(|name| !name.is_empty()).unwrap_or_else(|| plain(id))
            };
            ids.iter().enumerate().map(name).collect::<Vec<_>>().join(",")
        }
        Cell::Json if !value.is_null() && value != "" => value.to_string(),
        Cell::Timestamp => match value.as_i64() {
            Some(seconds) if seconds > 0 => {
                zone.timestamp_opt(seconds, 0).single().map_or_else(|| plain(value), |time| time.format("%Y-%m-%d %H:%M:%S").to_string())
            }
            Some(_) => String::new(),
            None => plain(value),
        },
        _ => plain(value),
    }
}

/// A cell's value as a client would send it; of fields that refer to rows, [`super::references`] reads it.
pub fn read(field: &Field, cell: &str) -> Result<Value, &'static str> {
    let form = field.kind.facts().cell;
    let cell = if form == Cell::Verbatim { cell } else { cell.trim() };
    let coded = |choices: &[Choice], text: &str| {
        let fits = |choice: &&Choice| choice.value == text || choice.label.zh == text || choice.label.en.eq_ignore_ascii_case(text);
        choices.iter().find(fits).map_or_else(|| text.to_owned(), |choice| choice.value.to_owned())
    };
    Ok(match form {
        Cell::Choice(choices) => json!(coded(choices, cell)),
        Cell::Choices(choices) => parts(cell).map(|part| coded(choices, part)).collect(),
        Cell::Switch if coded(field.choices(), cell) != cell => json!(coded(field.choices(), cell)),
        Cell::Switch => match cell.to_lowercase().as_str() {
            "是" | "启用" | "开" | "yes" | "true" | "on" | "enabled" => json!(1),
            "否" | "禁用" | "关" | "no" | "false" | "off" | "disabled" => json!(0),
            _ => json!(cell),
        },
        Cell::Decimal => json!(figures::read(cell).map_err(FigureError::key)?),
        Cell::Integer => json!(figures::read_whole(cell).map_err(|error| match error {
            FigureError::NoNumber => "error.integer",
            FigureError::Separators | FigureError::Exponent => error.key(),
        })?),
        // What is no day is refused as the text that it is.
        Cell::Date => json!(days::day(cell).unwrap_or_else(|| cell.to_owned())),
        Cell::Time => json!(days::clock(cell).unwrap_or_else(|| cell.to_owned())),
        Cell::DateTime | Cell::Timestamp => json!(days::moment(cell).unwrap_or_else(|| cell.to_owned())),
        Cell::Text if figures::has_lost_digits(cell) => return Err("error.import.lost_digits"),
        _ => json!(cell),
    })
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::catalogue;

    use super::*;

    fn of(field: &str, cell: &str) -> Result<Value, &'static str> {
        let product = catalogue::find("warehouse.Product").expect("declared");
        read(product.field(field).unwrap_or_else(|| panic!("{field}")), cell)
    }

    #[test]
    fn figures_and_codes_are_read_as_they_are_written() {
        assert_eq!(of("price", " 2,50 "), Ok(json!("2.50")));
        assert_eq!(of("price", "1,000.50"), Ok(json!("1000.50")));
        assert_eq!(of("price", ""), Ok(json!("")));
        assert_eq!(of("price", "1,2,3"), Err("error.number.separators"));
        assert_eq!(of("price", "1e5"), Err("error.number.exponent"));
        assert_eq!(of("weigh", "1,000.00"), Ok(json!("1000")));
        assert_eq!(of("weigh", "x"), Err("error.integer"));
        assert_eq!(of("barcode", "6.90123E+12"), Err("error.import.lost_digits"));
        assert_eq!(of("barcode", "00012912"), Ok(json!("00012912")));
    }
}
