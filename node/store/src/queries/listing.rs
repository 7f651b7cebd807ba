//! Conditions, sort orders and pages. Names come from a list of columns, values are always bound.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use surrealdb::types::Value;

use crate::transaction::Vars;
use crate::value::{array, dec, int, text};

/// Most conditions of one list.
const FILTERS_MAX: usize = 24;
/// Most values of an IN.
const VALUES_MAX: usize = 500;
/// Longest page.
pub const LIMIT_MAX: i64 = 200;
const NAMES: [&str; FILTERS_MAX] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15", "f16", "f17", "f18", "f19", "f20", "f21",
    "f22", "f23",
];

/// How a column's values are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    Integer,
    Decimal,
    Text,
    /// Stored in Unix milliseconds, asked for in seconds.
    Time,
}

/// A column that may be searched and sorted by.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// As clients say it.
    pub name: &'static str,
    /// As the database says it.
    pub expression: &'static str,
    pub kind: ColumnKind,
}

/// One condition as a client asks for it (wire contract 3.2).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Filter {
    pub field: String,
    pub operator: String,
    pub values: Vec<String>,
}

/// What a client asks of a list.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    /// From 1.
    pub page: i64,
    pub limit: i64,
    /// Field and whether it descends.
    pub order: Option<(String, bool)>,
    pub quick_search: String,
    pub filters: Vec<Filter>,
}

/// One page.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    pub list: Vec<serde_json::Value>,
    pub total: i64,
}

/// A condition that can't be understood.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ListError {
    #[error("{0} can't be searched or sorted by")]
    Column(String),
    #[error("the operator {0} is not known")]
    Operator(String),
    #[error("{0}: the value can't be compared with the field")]
    Value(String),
    #[error("too many conditions")]
    TooMany,
}

impl ListQuery {
    /// How many rows a page has.
    #[must_use]
    pub fn page_size(&self) -> i64 {
        if self.limit <= 0 { 10 } else { self.limit.min(LIMIT_MAX) }
    }

    /// How many rows come before the page.
    #[must_use]
    pub fn start(&self) -> i64 {
        (self.page.clamp(1, 1_000_000) - 1) * self.page_size()
    }

    /// The ORDER BY of the list: what was asked for, or `default`, with the id as tie-breaker.
    pub fn order_by(&self, columns: &[Column], default: &'static str) -> Result<String, ListError> {
        let Some((name, descends)) = &self.order else { return Ok(default.to_owned()) };
        let column = find(columns, name)?;
        let direction = if *descends { "DESC" } else { "ASC" };
        // The selected alias has the client's name; sorting uses it where it is one.
        Ok(format!("{} {direction}, id DESC", column.expression))
    }

    /// The conditions, AND-ed; `base` comes first.
    pub fn conditions(&self, columns: &[Column], search: &[&str], base: &str, vars: &mut Vars) -> Result<String, ListError> {
        let mut all: Vec<String> = Vec::new();
        if !base.is_empty() {
            all.push(base.to_owned());
        }
        if self.filters.len() > FILTERS_MAX {
            return Err(ListError::TooMany);
        }
        for (filter, name) in self.filters.iter().zip(NAMES) {
            if let Some(condition) = condition(filter, find(columns, &filter.field)?, name, vars)? {
                all.push(condition);
            }
        }
        let quick = self.quick_search.trim();
        if !quick.is_empty() && !search.is_empty() {
            let within = search.iter().map(|field| format!("string::lowercase({field}) CONTAINS $quick")).collect::<Vec<_>>();
            all.push(format!("({})", within.join(" OR ")));
            vars.push(("quick", text(&quick.to_lowercase())));
        }
        Ok(if all.is_empty() { String::new() } else { format!("WHERE {}", all.join(" AND ")) })
    }
}

fn find(columns: &[Column], name: &str) -> Result<Column, ListError> {
    columns.iter().find(|column| column.name == name).copied().ok_or_else(|| ListError::Column(name.to_owned()))
}

fn parse(column: Column, value: &str) -> Result<Value, ListError> {
    let wrong = || ListError::Value(column.name.to_owned());
    match column.kind {
        ColumnKind::Text => Ok(text(value)),
        ColumnKind::Integer => value.trim().parse().map(int).map_err(|_| wrong()),
        ColumnKind::Decimal => value.trim().parse::<Decimal>().map(dec).map_err(|_| wrong()),
        ColumnKind::Time => value.trim().parse::<i64>().ok().and_then(|s| s.checked_mul(1_000)).map(int).ok_or_else(wrong),
    }
}

fn condition(filter: &Filter, column: Column, name: &'static str, vars: &mut Vars) -> Result<Option<String>, ListError> {
    let field = column.expression;
    let operator = filter.operator.trim().to_uppercase();
    let first = filter.values.first().map(String::as_str).unwrap_or_default();
    let compare = |symbol: &str, vars: &mut Vars| {
        vars.push((name, parse(column, first)?));
        Ok(Some(format!("{field} {symbol} ${name}")))
    };
    match operator.as_str() {
        "=" | "EQ" | "" => compare("=", vars),
        "<>" | "NE" | "!=" => compare("!=", vars),
        ">" | "GT" => compare(">", vars),
        ">=" | "EGT" => compare(">=", vars),
        "<" | "LT" => compare("<", vars),
        "<=" | "ELT" => compare("<=", vars),
        "LIKE" | "NOT LIKE" => {
            let not = if operator == "LIKE" { "" } else { "!" };
            vars.push((name, text(&first.to_lowercase())));
            Ok(Some(format!("{not}(string::lowercase(<string>{field}) CONTAINS ${name})")))
        }
        "IN" | "NOT IN" => {
            let values = filter.values.iter().flat_map(|value| value.split(',')).filter(|value| !value.is_empty());
            let values = values.map(|value| parse(column, value)).collect::<Result<Vec<_>, _>>()?;
            if values.len() > VALUES_MAX {
                return Err(ListError::TooMany);
            }
            vars.push((name, array(values)));
            Ok(Some(format!("{field} {operator} ${name}")))
        }
        "RANGE" | "NOT RANGE" => {
            let (low, high) = first.split_once(',').ok_or_else(|| ListError::Value(column.name.to_owned()))?;
            let bound = |value: &str| if value.trim().is_empty() { Ok(None) } else { parse(column, value).map(Some) };
            let (low, high) = (bound(low)?, bound(high)?);
            let within = match (&low, &high) {
                (Some(_), Some(_)) => format!("({field} >= ${name}[0] AND {field} <= ${name}[1])"),
                (Some(_), None) => format!("({field} >= ${name}[0])"),
                (None, Some(_)) => format!("({field} <= ${name}[1])"),
                (None, None) => return Ok(None),
            };
            vars.push((name, array(vec![low.unwrap_or(Value::Null), high.unwrap_or(Value::Null)])));
            Ok(Some(if operator == "RANGE" { within } else { format!("!{within}") }))
        }
        "NULL" => Ok(Some(format!("{field} = NONE"))),
        "NOT NULL" => Ok(Some(format!("{field} != NONE"))),
        _ => Err(ListError::Operator(filter.operator.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[Column] = &[
        Column { name: "id", expression: "id", kind: ColumnKind::Integer },
        Column { name: "create_time", expression: "created_at", kind: ColumnKind::Time },
    ];

    fn ask(field: &str, operator: &str, value: &str) -> Result<(String, Vars), ListError> {
        let filter = Filter { field: field.into(), operator: operator.into(), values: vec![value.into()] };
        let query = ListQuery { filters: vec![filter], ..ListQuery::default() };
        let mut vars = Vars::new();
        query.conditions(COLUMNS, &[], "", &mut vars).map(|text| (text, vars))
    }

    #[test]
    fn names_come_from_the_columns_only() {
        assert_eq!(ask("password", "=", "x").unwrap_err(), ListError::Column("password".into()));
        assert_eq!(ask("id; REMOVE TABLE admin", "=", "1").unwrap_err(), ListError::Column("id; REMOVE TABLE admin".into()));
        assert_eq!(ask("id", "OR 1=1 --", "1").unwrap_err(), ListError::Operator("OR 1=1 --".into()));
    }

    #[test]
    fn values_are_bound_and_typed() {
        let (text, vars) = ask("create_time", "RANGE", "5,").expect("a condition");
        assert_eq!(text, "WHERE (created_at >= $f0[0])");
        assert_eq!(vars[0].1, array(vec![int(5_000), Value::Null]));
        assert_eq!(ask("id", "=", "abc").unwrap_err(), ListError::Value("id".into()));
    }
}
