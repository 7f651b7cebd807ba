//! Turns one condition of a list into SurrealQL (operators: wire contract 3.2). Names come from declarations,
//! operators from the table below, values are bound. Whole numbers that a column must equal are written: by an index
//! alone the database counts only what is compared with written values.

use std::borrow::Cow;
use std::collections::BTreeSet;

use actors::dates;
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeZone};
use chrono_tz::Tz;
use rust_decimal::Decimal;
use surrealdb::types::{Number, Value};

use super::{Filter, ListError, Sought, VALUES_MAX};
use crate::choice::{Choice, chosen};
use crate::engine::transaction::Vars;
use crate::engine::value::{array, dec, id, int, text};

/// How values of a column are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    /// The record's id.
    Key,
    Int,
    /// Stored in Unix milliseconds, asked for in seconds.
    Millis,
    Decimal,
    Text,
    /// `YYYY-MM-DD`; a time after it is ignored.
    Date,
    /// A time, or nothing.
    Moment,
    Ints,
    Texts,
}

/// A column that may be searched and sorted by.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// The expression in SurrealQL.
    pub expression: Cow<'static, str>,
    pub compare: Compare,
    pub table: &'static str,
    /// The values of a choice and their labels.
    pub choices: &'static [Choice],
    /// A row may have nothing here. Nothing sorts before every value, and is no value below another.
    pub optional: bool,
    /// Where texts are searched in their folded form; else in the expression, in lower case.
    pub sought: Option<Cow<'static, str>>,
}

impl Column {
    /// The expression of its text as it is searched.
    pub(crate) fn sought_text(&self) -> String {
        match &self.sought {
            Some(sought) => sought.clone().into_owned(),
            // What some rows have none of would fail the whole list.
            None => format!("string::lowercase({} ?? '')", self.expression),
        }
    }

    /// `None`: nothing in this column is such a value.
    pub(crate) fn value(&self, value: &str) -> Option<Value> {
        let value = value.trim();
        match self.compare {
            Compare::Text => Some(text(chosen(self.choices, value).unwrap_or(value))),
            Compare::Texts => Some(text(value)),
            Compare::Moment => match (dates::date_time(value).is_some() || dates::date(value).is_some(), dates::time(value)) {
                (true, _) => Some(text(value)),
                (false, time) => time.map(|time| text(&time.to_string())),
            },
            Compare::Date => Some(value.split(' ').next().unwrap_or_default()).filter(|day| dates::date(day).is_some()).map(text),
            Compare::Int | Compare::Ints => value.parse().ok().map(int),
            Compare::Millis => value.parse::<i64>().ok()?.checked_mul(1_000).map(int),
            Compare::Key => value.parse().ok().map(|key| id(self.table, key)),
            Compare::Decimal => value.parse::<Decimal>().ok().map(dec),
        }
    }

    /// The condition that a row has a value here, where it may have none; of a time, 0 is none.
    fn filled(&self, datetime: bool) -> Option<String> {
        let field = self.expression.as_ref();
        match self.compare {
            Compare::Date | Compare::Moment => Some(format!("{field} > ''")),
            Compare::Int if datetime => Some(format!("{field} > 0")),
            _ if self.optional => Some(format!("{field} != NONE")),
            _ => None,
        }
    }

    /// A condition that would also be met by nothing, for rows that have something.
    fn of_filled(&self, condition: String, datetime: bool) -> String {
        match self.filled(datetime) {
            Some(filled) => format!("({filled} AND {condition})"),
            None => condition,
        }
    }

    /// A date-time of the site's clock, as this column stores times; of a day its first moment.
    pub(crate) fn time(&self, value: &str, zone: Tz) -> Option<Value> {
        let first = |date: NaiveDate| date.and_time(NaiveTime::MIN);
        self.moment(value, first, |naive| zone.from_local_datetime(&naive).earliest())
    }

    /// The last moment of a date-time of the site's clock, as this column stores times: of a second, or of a day.
    fn time_end(&self, value: &str, zone: Tz) -> Option<Value> {
        let last = |date: NaiveDate| date.and_hms_opt(23, 59, 59).unwrap_or(date.and_time(NaiveTime::MIN));
        self.moment(value, last, |naive| zone.from_local_datetime(&naive).latest()).map(|end| self.end_of(end))
    }

    fn moment(&self, value: &str, of_day: impl Fn(NaiveDate) -> NaiveDateTime, at: impl Fn(NaiveDateTime) -> Option<DateTime<Tz>>) -> Option<Value> {
        if !matches!(self.compare, Compare::Int | Compare::Millis) {
            return self.value(value);
        }
        let value = value.trim();
        let parsed = dates::date_time(value).or_else(|| dates::date(value).map(of_day));
        match parsed.and_then(at) {
            Some(time) => self.value(&time.timestamp().to_string()),
            None => self.value(value),
        }
    }

    /// The last moment of a second, where moments are finer than seconds.
    fn end_of(&self, second: Value) -> Value {
        match (self.compare, second) {
            (Compare::Millis, Value::Number(Number::Int(begin))) => int(begin.saturating_add(999)),
            (_, other) => other,
        }
    }

    /// The last moment that a value names.
    pub(crate) fn value_end(&self, value: &str) -> Option<Value> {
        self.value(value).map(|end| self.end_of(end))
    }

    /// The first or the last moment that one end of a range names.
    pub(crate) fn bound(&self, value: &str, end: bool, datetime: bool, zone: Tz) -> Option<Value> {
        match (datetime, end) {
            (true, true) => self.time_end(value, zone),
            (true, false) => self.time(value, zone),
            (false, true) => self.value_end(value),
            (false, false) => self.value(value),
        }
    }
}

/// What a condition does, in capitals. One that names several values is met by each of them.
fn operator_of(filter: &Filter) -> String {
    let operator = filter.operator.trim().to_uppercase();
    let several = !filter.datetime && filter.values.len() > 1 && matches!(operator.as_str(), "=" | "EQ" | "" | "LIKE");
    if several { "IN".to_owned() } else { operator }
}

/// The texts of a condition, without empty ones. Each may hold several.
fn texts(filter: &Filter) -> impl Iterator<Item = &str> {
    filter.values.iter().flat_map(|value| value.split(',')).map(str::trim).filter(|value| !value.is_empty())
}

/// The texts of a condition that asks for one of them; `None` of other conditions.
pub(crate) fn one_of(filter: &Filter) -> Option<BTreeSet<&str>> {
    (!filter.datetime && operator_of(filter) == "IN").then(|| texts(filter).collect())
}

/// The condition that a column contains a text, whose forms are bound to `name`.
pub(crate) fn contains(column: &Column, sought: &Sought, name: &str) -> String {
    let expression = column.expression.as_ref();
    match column.compare {
        Compare::Text if column.sought.is_some() => sought.in_folded(&column.sought_text(), name),
        Compare::Text => sought.in_lower_case(&column.sought_text(), name),
        Compare::Date | Compare::Moment => sought.in_folded(&format!("({expression} ?? '')"), name),
        Compare::Key => sought.in_folded(&format!("<string>record::id({expression})"), name),
        Compare::Texts | Compare::Ints => sought.in_lower_case(&format!("string::lowercase(array::join({expression}, ','))"), name),
        Compare::Int | Compare::Millis | Compare::Decimal => sought.in_folded(&format!("<string>{expression}"), name),
    }
}

/// A condition on a column, its values bound to `name`; `None` where it does not restrict anything.
pub(crate) fn condition(filter: &Filter, column: &Column, name: &'static str, zone: Tz, vars: &mut Vars) -> Result<Option<String>, ListError> {
    let field = column.expression.as_ref();
    let wrong = || ListError::Value(filter.field.clone());
    let operator = operator_of(filter);
    let first = filter.values.first().map(String::as_str).unwrap_or_default();
    if matches!(operator.as_str(), "NULL" | "NOT NULL") {
        return Ok(Some(format!("{field} {} NONE", if operator == "NULL" { "=" } else { "!=" })));
    }
    let within = |first: Value, last: Value, vars: &mut Vars| {
        vars.push((name, array(vec![first, last])));
        Ok(Some(format!("({field} >= ${name}[0] AND {field} <= ${name}[1])")))
    };
    if filter.datetime && operator != "RANGE" {
        let moment = column.time(first, zone).ok_or_else(wrong)?;
        if matches!(column.compare, Compare::Int | Compare::Millis) {
            let last = column.time_end(first, zone).ok_or_else(wrong)?;
            return within(moment, last, vars);
        }
        vars.push((name, moment));
        return Ok(Some(format!("{field} = ${name}")));
    }
    // Of a second that has several moments, the last one counts where it is left behind or taken along.
    let compare = |symbol: &str, vars: &mut Vars| {
        let value = if matches!(symbol, ">" | "<=") { column.value_end(first) } else { column.value(first) };
        vars.push((name, value.ok_or_else(wrong)?));
        Ok(Some(format!("{field} {symbol} ${name}")))
    };
    if column.compare == Compare::Millis && matches!(operator.as_str(), "=" | "EQ" | "") {
        return match (column.value(first), column.value_end(first)) {
            (Some(first), Some(last)) => within(first, last, vars),
            _ => Ok(Some("false".to_owned())),
        };
    }
    // A text that the column can't hold is equal to none of its values.
    let equal = |symbol: &str, vars: &mut Vars| match column.value(first) {
        Some(Value::Number(Number::Int(number))) if symbol == "=" => Ok(Some(format!("{field} = {number}"))),
        Some(_) => compare(symbol, vars),
        None => Ok(Some((symbol == "!=").to_string())),
    };
    let several = matches!(column.compare, Compare::Ints | Compare::Texts);
    let member = |vars: &mut Vars| {
        let values = texts(filter).take(VALUES_MAX).map(|value| column.value(value)).collect::<Option<Vec<_>>>();
        // One value is found by an index, with what else the index has; of several, rows with any of them are read.
        let (operator, value) = match <[Value; 1]>::try_from(values.ok_or_else(wrong)?) {
            Ok([one]) => ("CONTAINS", one),
            Err(all) => ("CONTAINSALL", array(all)),
        };
        vars.push((name, value));
        Ok(Some(format!("{field} {operator} ${name}")))
    };
    match operator.as_str() {
        "=" | "EQ" | "" | "FIND_IN_SET" if several => member(vars),
        "=" | "EQ" | "" => equal("=", vars),
        "<>" | "NE" | "!=" => equal("!=", vars),
        ">" | "GT" => compare(">", vars),
        ">=" | "EGT" => compare(">=", vars),
        "<" | "LT" => Ok(compare("<", vars)?.map(|condition| column.of_filled(condition, false))),
        "<=" | "ELT" => Ok(compare("<=", vars)?.map(|condition| column.of_filled(condition, false))),
        "LIKE" | "NOT LIKE" => {
            let sought = Sought::new(first);
            vars.push((name, sought.bound()));
            let within = contains(column, &sought, name);
            Ok(Some(if operator == "LIKE" { within } else { format!("!({within})") }))
        }
        "IN" | "NOT IN" => {
            let values: Vec<Value> = texts(filter).filter_map(|value| column.value(value)).collect();
            if values.len() > VALUES_MAX {
                return Err(ListError::TooMany);
            }
            vars.push((name, array(values)));
            Ok(Some(if several {
                format!("{field} {} ${name}", if operator == "IN" { "CONTAINSANY" } else { "CONTAINSNONE" })
            } else {
                format!("{field} {operator} ${name}")
            }))
        }
        // A comma list in a text column.
        "FIND_IN_SET" => {
            let wanted: Vec<Value> = texts(filter).take(VALUES_MAX).map(text).collect();
            vars.push((name, array(wanted)));
            Ok(Some(format!("string::split(<string>{field}, ',') CONTAINSALL ${name}")))
        }
        "RANGE" | "NOT RANGE" => range(filter, column, operator == "RANGE", name, zone, vars),
        _ => Err(ListError::Operator { field: filter.field.clone(), operator: filter.operator.clone() }),
    }
}

fn range(filter: &Filter, column: &Column, inside: bool, name: &'static str, zone: Tz, vars: &mut Vars) -> Result<Option<String>, ListError> {
    let field = column.expression.as_ref();
    let wrong = || ListError::Value(filter.field.clone());
    let joined = filter.values.join(",");
    let Some((low, high)) = joined.split_once(',') else {
        return if filter.datetime { Ok(None) } else { Err(wrong()) };
    };
    let bound = |value: &str, end: bool| match value.trim() {
        "" => Ok(None),
        value => column.bound(value, end, filter.datetime, zone).map(Some).ok_or_else(wrong),
    };
    let (low, high) = (bound(low, false)?, bound(high, true)?);
    let below = |condition: String| column.of_filled(condition, filter.datetime);
    let condition = match (&low, &high, inside) {
        (Some(_), Some(_), true) => format!("({field} >= ${name}[0] AND {field} <= ${name}[1])"),
        (Some(_), Some(_), false) => below(format!("({field} < ${name}[0] OR {field} > ${name}[1])")),
        (Some(_), None, true) => format!("{field} >= ${name}[0]"),
        (Some(_), None, false) => below(format!("{field} < ${name}[0]")),
        (None, Some(_), true) => below(format!("{field} <= ${name}[1]")),
        (None, Some(_), false) => format!("{field} > ${name}[1]"),
        (None, None, _) => return Ok(None),
    };
    vars.push((name, array(vec![low.unwrap_or(Value::Null), high.unwrap_or(Value::Null)])));
    Ok(Some(condition))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(compare: Compare, optional: bool, operator: &str, value: &str, datetime: bool) -> Option<String> {
        let column = Column { expression: Cow::Borrowed("x"), compare, table: "", choices: &[], optional, sought: None };
        let filter = Filter { field: "x".into(), operator: operator.into(), values: vec![value.into()], datetime };
        condition(&filter, &column, "f0", Tz::UTC, &mut Vars::new()).ok().flatten()
    }

    #[test]
    fn nothing_is_below_no_value() {
        for (operator, value) in [("RANGE", ",2026-01-01"), ("NOT RANGE", "2026-01-01,"), ("NOT RANGE", "2026-01-01,2026-02-01"), ("<", "2026-01-01")]
        {
            let made = made(Compare::Date, true, operator, value, false).expect("a condition");
            assert!(made.starts_with("(x > '' AND "), "{operator} {value}: {made}");
        }
        assert_eq!(made(Compare::Date, true, "RANGE", "2026-01-01,", false).as_deref(), Some("x >= $f0[0]"));
        assert_eq!(made(Compare::Int, true, "<=", "5", false).as_deref(), Some("(x != NONE AND x <= $f0)"));
        assert_eq!(made(Compare::Int, false, "<=", "5", false).as_deref(), Some("x <= $f0"));
        assert_eq!(made(Compare::Int, false, "=", " -5 ", false).as_deref(), Some("x = -5"));
        assert_eq!(made(Compare::Int, false, "=", "5 OR true", false).as_deref(), Some("false"));
        // A time of 0 is none; a number of 0 is one.
        assert_eq!(made(Compare::Int, false, "RANGE", ",2026-01-01", true).as_deref(), Some("(x > 0 AND x <= $f0[1])"));
        assert_eq!(made(Compare::Int, false, "RANGE", ",5", false).as_deref(), Some("x <= $f0[1]"));
    }

    #[test]
    fn a_text_is_looked_for_in_rows_without_one() {
        assert_eq!(made(Compare::Text, false, "LIKE", "PD", false).as_deref(), Some("string::lowercase(x ?? '') CONTAINS $f0[0]"));
    }

    #[test]
    fn a_list_contains_one_value_or_all_of_several() {
        assert_eq!(made(Compare::Ints, false, "=", "7", false).as_deref(), Some("x CONTAINS $f0"));
        assert_eq!(made(Compare::Ints, false, "FIND_IN_SET", "7,8", false).as_deref(), Some("x CONTAINSALL $f0"));
        assert_eq!(made(Compare::Ints, false, "IN", "7", false).as_deref(), Some("x CONTAINSANY $f0"));
        assert_eq!(made(Compare::Ints, false, "=", "pen", false), None);
    }

    #[test]
    fn dates_are_dates() {
        for odd in ["+2099-1-01", "2026-1-01", "soon", "20260101"] {
            assert_eq!(made(Compare::Date, true, ">=", odd, false), None, "{odd}");
            assert_eq!(made(Compare::Date, true, "=", odd, false).as_deref(), Some("false"), "{odd}");
            assert_eq!(made(Compare::Moment, true, ">=", odd, false), None, "{odd}");
            assert_eq!(made(Compare::Int, false, "RANGE", &format!("{odd},"), true).is_some(), odd == "20260101", "{odd}");
        }
        for good in ["2026-01-01", "2026-01-01 10:00:00", "09:05:00", "9:05"] {
            assert!(made(Compare::Moment, true, ">=", good, false).is_some(), "{good}");
        }
    }
}
