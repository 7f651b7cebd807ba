//! Fields as cells and back. Enumerations and references are written as people read them, and read
//! both ways.

use std::collections::HashMap;

use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::resource::declaration::{Access, Choice, Field, Label};
use entrepot_store::resource::{Kind, RecordError, Resource};
use serde_json::{Value, json};

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

/// Rows of other resources by the name that people know them by.
#[derive(Default)]
pub struct Lookups(HashMap<&'static str, HashMap<String, Option<i64>>>);

impl Lookups {
    /// Reads the names of the rows that the columns refer to.
    pub async fn load(store: &Store, fields: &[&'static Field]) -> Result<Self, RecordError> {
        let catalogue = store.catalogue();
        let mut all = HashMap::new();
        for target in fields.iter().filter_map(|field| field.target()) {
            let Some(other) = catalogue.of_table(target.table) else { continue };
            let mut names: HashMap<String, Option<i64>> = HashMap::new();
            for (name, id) in store.keys_of(other.table, other.title_field()).await? {
                // Two rows of one name: neither is meant.
                names.entry(name.trim().to_lowercase()).and_modify(|known| *known = None).or_insert(Some(id));
            }
            all.insert(target.table, names);
        }
        Ok(Self(all))
    }

    fn find(&self, table: &str, text: &str) -> Option<i64> {
        let by_name = self.0.get(table).and_then(|names| names.get(&text.to_lowercase()).copied().flatten());
        by_name.or_else(|| text.parse().ok())
    }

    /// Whether a name is that of no row, nor of several, and no id.
    #[must_use]
    pub fn is_unknown(&self, table: &str, name: &str) -> bool {
        self.0.get(table).is_some_and(|names| !names.contains_key(&name.to_lowercase())) && name.parse::<i64>().is_err()
    }

    /// From now on a name means a row.
    pub fn learn(&mut self, table: &'static str, name: &str, id: i64) {
        self.0.entry(table).or_default().insert(name.to_lowercase(), Some(id));
    }
}

/// The parts of a cell with several values.
fn parts(cell: &str) -> impl Iterator<Item = &str> {
    cell.split([',', '，', ';']).map(str::trim).filter(|part| !part.is_empty())
}

/// The names by which a cell refers to rows.
#[must_use]
pub fn referred<'a>(field: &Field, cell: &'a str) -> Vec<&'a str> {
    match field.kind {
        Kind::Reference(_) => Some(cell.trim()).filter(|name| !name.is_empty()).into_iter().collect(),
        Kind::References(_) => parts(cell).collect(),
        _ => Vec::new(),
    }
}

/// A cell's value as a client would send it.
pub fn read(field: &Field, cell: &str, lookups: &Lookups) -> Result<Value, &'static str> {
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
        Kind::Reference(_) if cell.is_empty() => Value::Null,
        Kind::Reference(target) => json!(lookups.find(target.table, cell).ok_or("error.reference")?),
        Kind::References(target) => parts(cell)
            .map(|part| lookups.find(target.table, part).map(|id| json!(id)).ok_or("error.reference"))
            .collect::<Result<Vec<_>, _>>()?
            .into(),
        // Spreadsheets group thousands.
        Kind::Integer(..) | Kind::Decimal(_) | Kind::Money | Kind::Weigh => json!(cell.replace([',', ' '], "")),
        _ => json!(cell),
    })
}
