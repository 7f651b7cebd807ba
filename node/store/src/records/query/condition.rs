//! A column, and what one condition on it becomes (operators: wire contract 3.2).

use chrono::{NaiveDateTime, TimeZone};
use chrono_tz::Tz;
use rust_decimal::Decimal;
use surrealdb::types::Value;

use super::Filter;
use crate::records::declaration::{Access, Choice, Kind, Resource, chosen};
use crate::records::error::RecordError;
use crate::transaction::Vars;
use crate::value::{array, dec, id, int, text};

/// Most values of an IN.
pub(super) const VALUES_MAX: usize = 500;

/// How values of a column are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    Key,
    Int,
    Decimal,
    Text,
    /// `YYYY-MM-DD`: a time behind it is not looked at.
    Date,
    /// A time, or nothing.
    Moment,
    Ints,
    Texts,
}

/// A column that may be searched and sorted by.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub expression: String,
    pub compare: Compare,
    table: &'static str,
    choices: &'static [Choice],
}

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

/// A declared name as SurrealQL says it, whatever words the language keeps for itself.
#[must_use]
pub fn quoted(name: &str) -> String {
    format!("`{name}`")
}

pub(super) fn column(resource: &Resource, name: &str) -> Option<Column> {
    let table = resource.table;
    if name == "id" {
        return Some(Column { expression: "id".to_owned(), compare: Compare::Key, table, choices: &[] });
    }
    if resource.stamped && (name == "create_time" || name == "update_time") {
        return Some(Column { expression: name.to_owned(), compare: Compare::Int, table, choices: &[] });
    }
    let field = resource.field(name).filter(|field| field.access != Access::Hidden && field.kind != Kind::Password)?;
    let choices = if let Kind::Choice(_, choices) = field.kind { choices } else { &[] };
    Some(Column { expression: quoted(field.name), compare: compare_of(field.kind), table, choices })
}

impl Column {
    fn value(&self, value: &str) -> Result<Value, RecordError> {
        let wrong = || RecordError::Value(self.expression.replace('`', ""));
        let value = value.trim();
        match self.compare {
            Compare::Text => Ok(text(chosen(self.choices, value).unwrap_or(value))),
            Compare::Texts | Compare::Moment => Ok(text(value)),
            Compare::Date => Ok(text(value.split(' ').next().unwrap_or_default())),
            Compare::Int | Compare::Ints => value.parse().map(int).map_err(|_| wrong()),
            Compare::Key => value.parse().map(|key| id(self.table, key)).map_err(|_| wrong()),
            Compare::Decimal => value.parse::<Decimal>().map(dec).map_err(|_| wrong()),
        }
    }

    /// A date-time of the site's clock, as this column stores times.
    fn time(&self, value: &str, zone: Tz) -> Result<Value, RecordError> {
        if self.compare != Compare::Int {
            return self.value(value);
        }
        let value = value.trim();
        let parsed = NaiveDateTime::parse_from_str(value, "%Y-%m-%d %H:%M:%S")
            .or_else(|_| chrono::NaiveDate::parse_from_str(value, "%Y-%m-%d").map(|date| date.and_time(chrono::NaiveTime::MIN)));
        match parsed.ok().and_then(|naive| zone.from_local_datetime(&naive).earliest()) {
            Some(time) => Ok(int(time.timestamp())),
            None => self.value(value),
        }
    }
}

pub(super) fn contains(expression: &str, compare: Compare, name: &str) -> String {
    match compare {
        Compare::Text => format!("string::lowercase({expression}) CONTAINS ${name}"),
        Compare::Date | Compare::Moment => format!("({expression} ?? '') CONTAINS ${name}"),
        Compare::Key => format!("<string>record::id({expression}) CONTAINS ${name}"),
        Compare::Texts | Compare::Ints => format!("string::lowercase(array::join({expression}, ',')) CONTAINS ${name}"),
        Compare::Int | Compare::Decimal => format!("<string>{expression} CONTAINS ${name}"),
    }
}

pub(super) fn condition(filter: &Filter, column: &Column, name: &'static str, zone: Tz, vars: &mut Vars) -> Result<Option<String>, RecordError> {
    let field = column.expression.as_str();
    let mut operator = filter.operator.trim().to_uppercase();
    let values = || filter.values.iter().flat_map(|value| value.split(',')).map(str::trim).filter(|value| !value.is_empty());
    let first = filter.values.first().map(String::as_str).unwrap_or_default();
    if matches!(operator.as_str(), "NULL" | "NOT NULL") {
        return Ok(Some(format!("{field} {} NONE", if operator == "NULL" { "=" } else { "!=" })));
    }
    if filter.datetime {
        let parts: Vec<&str> = first.split(',').collect();
        match (operator.as_str(), parts.as_slice()) {
            ("RANGE", [low, high]) if !low.trim().is_empty() && !high.trim().is_empty() => {
                vars.push((name, array(vec![column.time(low, zone)?, column.time(high, zone)?])));
                return Ok(Some(format!("({field} >= ${name}[0] AND {field} <= ${name}[1])")));
            }
            ("RANGE", _) => return Ok(None),
            _ => {
                vars.push((name, column.time(first, zone)?));
                return Ok(Some(format!("{field} = ${name}")));
            }
        }
    }
    if filter.values.len() > 1 && matches!(operator.as_str(), "=" | "EQ" | "" | "LIKE") {
        "IN".clone_into(&mut operator);
    }
    let compare = |symbol: &str, vars: &mut Vars| {
        vars.push((name, column.value(first)?));
        Ok(Some(format!("{field} {symbol} ${name}")))
    };
    // A text that the column can't hold is equal to none of its values.
    let equal = |symbol: &str, vars: &mut Vars| match column.value(first) {
        Ok(_) => compare(symbol, vars),
        Err(_) => Ok(Some((symbol == "!=").to_string())),
    };
    let several = matches!(column.compare, Compare::Ints | Compare::Texts);
    match operator.as_str() {
        "=" | "EQ" | "" if several => member(field, name, column, values(), vars),
        "=" | "EQ" | "" => equal("=", vars),
        "<>" | "NE" | "!=" => equal("!=", vars),
        ">" | "GT" => compare(">", vars),
        ">=" | "EGT" => compare(">=", vars),
        "<" | "LT" => compare("<", vars),
        "<=" | "ELT" => compare("<=", vars),
        "LIKE" | "NOT LIKE" => {
            vars.push((name, text(&first.to_lowercase())));
            let within = contains(field, column.compare, name);
            Ok(Some(if operator == "LIKE" { within } else { format!("!({within})") }))
        }
        "IN" | "NOT IN" => {
            let values: Vec<Value> = values().filter_map(|value| column.value(value).ok()).collect();
            if values.len() > VALUES_MAX {
                return Err(RecordError::TooMany);
            }
            vars.push((name, array(values)));
            Ok(Some(if several {
                format!("{field} {} ${name}", if operator == "IN" { "CONTAINSANY" } else { "CONTAINSNONE" })
            } else {
                format!("{field} {operator} ${name}")
            }))
        }
        "FIND_IN_SET" if several => member(field, name, column, values(), vars),
        // A comma list in a text column.
        "FIND_IN_SET" => {
            let wanted: Vec<Value> = values().take(VALUES_MAX).map(text).collect();
            vars.push((name, array(wanted)));
            Ok(Some(format!("string::split(<string>{field}, ',') CONTAINSALL ${name}")))
        }
        "RANGE" | "NOT RANGE" => range(filter, column, operator == "RANGE", name, vars),
        _ => Err(RecordError::Operator(filter.operator.clone())),
    }
}

fn member<'a>(
    field: &str,
    name: &'static str,
    column: &Column,
    values: impl Iterator<Item = &'a str>,
    vars: &mut Vars,
) -> Result<Option<String>, RecordError> {
    let values = values.take(VALUES_MAX).map(|value| column.value(value)).collect::<Result<Vec<_>, _>>()?;
    vars.push((name, array(values)));
    Ok(Some(format!("{field} CONTAINSALL ${name}")))
}

fn range(filter: &Filter, column: &Column, inside: bool, name: &'static str, vars: &mut Vars) -> Result<Option<String>, RecordError> {
    let field = column.expression.as_str();
    let joined = filter.values.join(",");
    let (low, high) = joined.split_once(',').ok_or_else(|| RecordError::Value(filter.field.clone()))?;
    let bound = |value: &str| if value.trim().is_empty() { Ok(None) } else { column.value(value).map(Some) };
    let (low, high) = (bound(low)?, bound(high)?);
    let condition = match (&low, &high, inside) {
        (Some(_), Some(_), true) => format!("({field} >= ${name}[0] AND {field} <= ${name}[1])"),
        (Some(_), Some(_), false) => format!("({field} < ${name}[0] OR {field} > ${name}[1])"),
        (Some(_), None, true) => format!("{field} >= ${name}[0]"),
        (Some(_), None, false) => format!("{field} < ${name}[0]"),
        (None, Some(_), true) => format!("{field} <= ${name}[1]"),
        (None, Some(_), false) => format!("{field} > ${name}[1]"),
        (None, None, _) => return Ok(None),
    };
    vars.push((name, array(vec![low.unwrap_or(Value::Null), high.unwrap_or(Value::Null)])));
    Ok(Some(condition))
}
