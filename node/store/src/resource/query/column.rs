//! The column of a declared field.

use std::borrow::Cow;

use crate::listing::{Column, Compare};
use crate::resource::alike::folded_column;
use crate::resource::declaration::{Access, Kind, Resource};

fn compare_of(kind: Kind) -> Compare {
    match kind {
        Kind::Integer(..)
        | Kind::Switch
        | Kind::Status
        | Kind::Code(..)
        | Kind::Year
        | Kind::Timestamp
        | Kind::Parent
        | Kind::Weigh
        | Kind::Reference(_) => Compare::Int,
        Kind::Decimal(_) | Kind::Money => Compare::Decimal,
        Kind::Choices(..) | Kind::Images | Kind::Files | Kind::City => Compare::Texts,
        Kind::References(_) => Compare::Ints,
        Kind::Date => Compare::Date,
        Kind::Time | Kind::DateTime => Compare::Moment,
        _ => Compare::Text,
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
    let field = resource.field(name).filter(|field| field.access != Access::Hidden && field.kind != Kind::Password)?;
    let choices = if let Kind::Choice(_, choices) = field.kind { choices } else { &[] };
    let optional = field.database_type().starts_with("option");
    let name = quoted(field.name);
    // Rows that were written by something else have their text alone.
    let sought = resource.folds(field).then(|| Cow::Owned(format!("({} ?? string::lowercase({name} ?? ''))", folded_column(field.name))));
    Some(Column { expression: Cow::Owned(name), compare: compare_of(field.kind), table, choices, optional, sought })
}
