//! What a client asks of a list, and the SurrealQL it becomes. Names come from the declaration,
//! operators from the table below, values are always bound.

use chrono::{NaiveDateTime, TimeZone};
use chrono_tz::Tz;
use rust_decimal::Decimal;
use surrealdb::types::Value;

use super::catalogue;
use super::declaration::{Access, Choice, Kind, Resource, chosen};
use super::error::RecordError;
use crate::scope::Scope;
use crate::transaction::Vars;
use crate::value::{array, dec, id, int, text};

/// Most conditions of one list.
const FILTERS_MAX: usize = 24;
/// Most values of an IN.
const VALUES_MAX: usize = 500;
/// Longest page.
pub const LIMIT_MAX: i64 = 200;
/// Names of bound values, one for a condition.
const NAMES: [&str; FILTERS_MAX] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15", "f16", "f17", "f18", "f19", "f20", "f21",
    "f22", "f23",
];

/// Names of the bound words of a quick search.
const WORDS: [&str; 5] = ["q0", "q1", "q2", "q3", "q4"];

/// One condition as a client asks for it (wire contract 3.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    pub field: String,
    pub operator: String,
    pub values: Vec<String>,
    /// `render` is `datetime`: the values are date-times of the site's clock.
    pub datetime: bool,
}

/// What a client asks of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordQuery {
    /// From 1.
    pub page: i64,
    pub limit: i64,
    /// Field and whether it descends.
    pub order: Option<(String, bool)>,
    pub quick: String,
    pub filters: Vec<Filter>,
    /// The values of a remote select that are to be shown.
    pub init: Option<Filter>,
    /// The answer is for a remote select.
    pub select: bool,
    /// A tree is asked for as a tree.
    pub tree: bool,
    /// The site's clock.
    pub zone: Tz,
}

impl Default for RecordQuery {
    fn default() -> Self {
        Self { page: 1, limit: 10, order: None, quick: String::new(), filters: vec![], init: None, select: false, tree: true, zone: Tz::UTC }
    }
}

impl RecordQuery {
    /// The words of the quick search: a row has each of them.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        self.quick.split_whitespace().take(WORDS.len()).map(str::to_lowercase).collect()
    }

    /// How many rows a page has.
    #[must_use]
    pub fn page_size(&self) -> i64 {
        match self.limit {
            _ if self.init.is_some() => VALUES_MAX as i64,
            limit if limit <= 0 => 10,
            limit => limit.min(LIMIT_MAX),
        }
    }

    /// How many rows come before the page.
    #[must_use]
    pub fn start(&self) -> i64 {
        if self.init.is_some() { 0 } else { (self.page.clamp(1, 1_000_000) - 1) * self.page_size() }
    }
}

/// How values of a column are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compare {
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
struct Column {
    expression: String,
    compare: Compare,
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

fn column(resource: &Resource, name: &str) -> Option<Column> {
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

/// The parts of a list's query.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// LET statements that come first, in this order.
    pub before: Vec<String>,
    /// `WHERE ...`, or empty.
    pub conditions: String,
    /// Only these rows come into question.
    pub among: Option<Vec<Value>>,
    pub vars: Vars,
}

/// The conditions of a list: what the client asks, what the caller may see.
pub fn compile(resource: &Resource, query: &RecordQuery, scope: &Scope) -> Result<Compiled, RecordError> {
    let mut made = Compiled::default();
    let mut all = scoped(resource, scope, &mut made.vars);
    let asked = query.filters.iter().chain(&query.init);
    if asked.clone().count() > FILTERS_MAX {
        return Err(RecordError::TooMany);
    }
    for (filter, name) in asked.zip(NAMES) {
        if let Some(condition) = filtered(resource, filter, name, query.zone, &mut made)? {
            all.push(condition);
        }
    }
    // Several words: each of them.
    for (word, name) in query.words().into_iter().zip(WORDS) {
        let within = resource.quick.iter().filter_map(|field| quick(resource, field, name)).collect::<Vec<_>>();
        if within.is_empty() {
            break;
        }
        all.push(format!("({})", within.join(" OR ")));
        made.vars.push((name, text(&word)));
    }
    if !all.is_empty() {
        made.conditions = format!("WHERE {}", all.join(" AND "));
    }
    Ok(made)
}

/// What a caller may see.
pub fn scoped(resource: &Resource, scope: &Scope, vars: &mut Vars) -> Vec<String> {
    let mut all = Vec::new();
    let list = |keys: &[i64], column: &str| array(keys.iter().map(|key| if column == "id" { id(resource.table, *key) } else { int(*key) }).collect());
    if let (Some(column), Some(warehouses)) = (resource.warehouse, scope.only_warehouses()) {
        all.push(format!("{column} IN $scope_warehouses"));
        vars.push(("scope_warehouses", list(warehouses, column)));
    }
    if let (Some(column), Some(owners)) = (resource.owner, scope.only_owners()) {
        all.push(format!("{column} IN $scope_owners"));
        vars.push(("scope_owners", list(owners, column)));
    }
    if let Some(rows) = scope.only_rows() {
        all.push("id IN $scope_rows".to_owned());
        vars.push(("scope_rows", list(rows, "id")));
    }
    all
}

fn contains(expression: &str, compare: Compare, name: &str) -> String {
    match compare {
        Compare::Text => format!("string::lowercase({expression}) CONTAINS ${name}"),
        Compare::Date | Compare::Moment => format!("({expression} ?? '') CONTAINS ${name}"),
        Compare::Key => format!("<string>record::id({expression}) CONTAINS ${name}"),
        Compare::Texts | Compare::Ints => format!("string::lowercase(array::join({expression}, ',')) CONTAINS ${name}"),
        Compare::Int | Compare::Decimal => format!("<string>{expression} CONTAINS ${name}"),
    }
}

fn quick(resource: &Resource, name: &str, bound: &str) -> Option<String> {
    if let Some((relation, field)) = name.split_once('.') {
        let (key, target) = resource.relation(relation)?;
        let other = catalogue::of_table(target.table)?;
        let column = column(other, field)?;
        let condition = contains(&column.expression, column.compare, bound);
        return Some(format!("{} IN (SELECT VALUE record::id(id) FROM {} WHERE {condition})", quoted(key.name), target.table));
    }
    let column = column(resource, name)?;
    Some(contains(&column.expression, column.compare, bound))
}

fn filtered(resource: &Resource, filter: &Filter, name: &'static str, zone: Tz, made: &mut Compiled) -> Result<Option<String>, RecordError> {
    let unknown = || RecordError::Column(filter.field.clone());
    // The main table's own name may stand before a field.
    let path = filter.field.strip_prefix(&format!("{}.", resource.table)).unwrap_or(&filter.field);
    let Some((relation, field)) = path.rsplit_once('.') else {
        return condition(filter, &column(resource, path).ok_or_else(unknown)?, name, zone, &mut made.vars);
    };
    let (key, target) = resource.relation(relation).ok_or_else(unknown)?;
    let other = catalogue::of_table(target.table).ok_or_else(unknown)?;
    let shown = field == "id" || target.shows.contains(&field);
    let column = column(other, field).filter(|_| shown).ok_or_else(unknown)?;
    let Some(condition) = condition(filter, &column, name, zone, &mut made.vars)? else { return Ok(None) };
    // Bound first, so that the planner sees values and takes the index of the key.
    made.before.push(format!("LET $r{name} = (SELECT VALUE record::id(id) FROM {} WHERE {condition})", target.table));
    let within = if matches!(key.kind, Kind::References(_)) { "CONTAINSANY" } else { "IN" };
    Ok(Some(format!("{} {within} $r{name}", quoted(key.name))))
}

fn condition(filter: &Filter, column: &Column, name: &'static str, zone: Tz, vars: &mut Vars) -> Result<Option<String>, RecordError> {
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

/// The order of a list: its ORDER BY, and a further column that it needs.
pub fn order(resource: &Resource, query: &RecordQuery) -> Result<(String, Option<String>), RecordError> {
    let (name, descends) = match &query.order {
        Some((name, descends)) => (name.as_str(), *descends),
        None => resource.order,
    };
    let direction = if descends { "DESC" } else { "ASC" };
    let unknown = || RecordError::Column(name.to_owned());
    let path = name.strip_prefix(&format!("{}.", resource.table)).unwrap_or(name);
    if path == "id" {
        return Ok((format!("id {direction}"), None));
    }
    if let Some((relation, field)) = path.rsplit_once('.') {
        let (key, target) = resource.relation(relation).filter(|(_, target)| target.shows.contains(&field)).ok_or_else(unknown)?;
        let shown = target.shows.iter().find(|shown| **shown == field).ok_or_else(unknown)?;
        let extra =
            format!("(IF {0} {{ type::record('{1}', {0}).{2} }} ELSE {{ NONE }}) AS sorted_by", quoted(key.name), target.table, quoted(shown));
        return Ok((format!("sorted_by {direction}, id DESC"), Some(extra)));
    }
    let column = column(resource, path).ok_or_else(unknown)?;
    Ok((format!("{} {direction}, id DESC", column.expression), None))
}
