//! The column of a declared field.

use std::borrow::Cow;

use crate::listing::{Column, Compare};
use crate::resource::alike::folded_column;
use crate::resource::declaration::{Access, Resource};
use crate::resource::kinds::Storage;

fn compare_of(storage: Storage) -> Compare {
    match storage {
        Storage::Text => Compare::Text,
        Storage::Integer | Storage::OptionalInteger => Compare::Int,
        Storage::Decimal => Compare::Decimal,
        Storage::Date => Compare::Date,
        Storage::Moment => Compare::Moment,
        Storage::Texts => Compare::Texts,
        Storage::Integers => Compare::Ints,
    }
}

/// A declared name, quoted for SurrealQL.
#[must_use]
pub fn quoted(name: &str) -> String {
    format!("`{name}`")
}

pub(super) fn column(resource: &Resource, name: &str) -> Option<Column> {
    let table = resource.table;
    if name == "id" {
        return Some(Column { expression: Cow::Borrowed("id"), compare: Compare::Key, table, choices: &[], optional: false, sought: None });
    }
    if let Some(stamp) = resource.stamp(name) {
        return Some(Column { expression: Cow::Borrowed(stamp), compare: Compare::Int, table, choices: &[], optional: false, sought: None });
    }
    let field = resource.field(name)?;
    let facts = field.kind.facts();
    if field.access == Access::Hidden || facts.write_only {
        return None;
    }
    // Numbers and lists are compared as they are sent.
    let choices = if facts.storage == Storage::Text { facts.choices } else { &[] };
    let optional = field.database_type().starts_with("option");
    let name = quoted(field.name);
    // Rows that were written by something else have their text alone.
    let sought = resource.folds(field).then(|| Cow::Owned(format!("({} ?? string::lowercase({name} ?? ''))", folded_column(field.name))));
    Some(Column { expression: Cow::Owned(name), compare: compare_of(facts.storage), table, choices, optional, sought })
}
