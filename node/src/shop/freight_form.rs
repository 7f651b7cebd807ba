//! The rules of freight templates as they are written down: an area once in a list, whole pieces, nothing below zero.
//! What they cost is counted elsewhere. Pure.

use std::collections::BTreeSet;

use entrepot_store::engine::typed;
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use crate::areas;
use crate::error::ServiceError;

/// Most rules of a list.
const RULES_MAX: usize = 100;
/// Most areas of a rule.
const AREAS_MAX: usize = 4_000;

/// Decimals of what a method counts: pieces, kilograms, cubic metres.
fn decimals(method: i64) -> u32 {
    match method {
        2 => 3,
        3 => 6,
        _ => 0,
    }
}

fn wrong(path: impl Into<String>, key: &str) -> ServiceError {
    ServiceError::field(path, key)
}

/// The entries of a list, which may be nothing.
fn entries<'a>(field: &str, json: &'a Value) -> Result<&'a [Value], ServiceError> {
    match json {
        Value::Null => Ok(&[]),
        Value::String(text) if text.is_empty() => Ok(&[]),
        Value::Array(rows) if rows.len() <= RULES_MAX => Ok(rows),
        Value::Array(_) => Err(wrong(field, "shop.freight.many")),
        _ => Err(wrong(field, "error.type")),
    }
}

/// Ids of areas that the tree has.
pub fn area_ids(path: &str, json: Option<&Value>) -> Result<Vec<i64>, ServiceError> {
    let Some(json) = json.filter(|json| !json.is_null() && *json != "") else { return Ok(Vec::new()) };
    let ids = typed::integers(json).ok_or_else(|| wrong(path, "error.type"))?;
    if ids.len() > AREAS_MAX || !ids.iter().all(|area| areas::is_known(*area)) {
        return Err(wrong(path, "shop.freight.area"));
    }
    let once: BTreeSet<i64> = ids.iter().copied().collect();
    if once.len() == ids.len() { Ok(ids) } else { Err(wrong(path, "shop.freight.area_twice")) }
}

fn figure(row: &Map<String, Value>, path: &str, name: &str, scale: u32) -> Result<Decimal, ServiceError> {
    let path = || format!("{path}.{name}");
    let text = match row.get(name) {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        None | Some(Value::Null) => String::new(),
        Some(_) => return Err(wrong(path(), "error.type")),
    };
    if text.is_empty() {
        return Ok(Decimal::ZERO);
    }
    let figure = typed::decimal_of(&text).ok_or_else(|| wrong(path(), "error.number"))?;
    if figure < Decimal::ZERO {
        return Err(wrong(path(), "error.number.negative"));
    }
    if figure.normalize().scale() > scale {
        return Err(wrong(path(), if scale == 0 { "error.integer" } else { "error.number.precision" }));
    }
    if figure > bus_schemas::number::LINE_MAX { Err(wrong(path(), "error.number.large")) } else { Ok(figure) }
}

/// Areas of the rules of one list: an area once, and one rule at most for everywhere else.
#[derive(Default)]
struct Seen {
    areas: BTreeSet<i64>,
    elsewhere: bool,
}

impl Seen {
    fn take(&mut self, path: &str, row: &Map<String, Value>) -> Result<Vec<i64>, ServiceError> {
        let path = format!("{path}.area_ids");
        let ids = area_ids(&path, row.get("area_ids"))?;
        if ids.is_empty() && std::mem::replace(&mut self.elsewhere, true) {
            return Err(wrong(path, "shop.freight.choose_area"));
        }
        if ids.iter().all(|area| self.areas.insert(*area)) { Ok(ids) } else { Err(wrong(path, "shop.freight.area_twice")) }
    }
}

fn row<'a>(path: &str, json: &'a Value) -> Result<&'a Map<String, Value>, ServiceError> {
    json.as_object().ok_or_else(|| wrong(path, "error.type"))
}

/// Rules of a template in the form in which they are stored: figures as text.
pub fn rules(method: i64, json: &Value) -> Result<Value, ServiceError> {
    let list = entries("rules", json)?;
    if list.is_empty() {
        return Err(wrong("rules", "error.required"));
    }
    let mut seen = Seen::default();
    let mut read = Vec::with_capacity(list.len());
    for (place, json) in list.iter().enumerate() {
        let path = format!("rules[{place}]");
        let fields = row(&path, json)?;
        let ids = seen.take(&path, fields)?;
        let measure = |name: &str| match figure(fields, &path, name, decimals(method))? {
            none if none.is_zero() => Err(wrong(format!("{path}.{name}"), "error.number.positive")),
            figure => Ok(figure.normalize().to_string()),
        };
        let money = |name: &str| figure(fields, &path, name, 2).map(|amount| format!("{amount:.2}"));
        read.push(json!({
            "area_ids": ids, "first": measure("first")?, "freight": money("freight")?, "continue": measure("continue")?,
            "continue_freight": money("continue_freight")?,
        }));
    }
    Ok(Value::Array(read))
}

/// Rules for free freight in the form in which they are stored: from a number, from an amount, or both.
pub fn free_rules(method: i64, json: &Value) -> Result<Value, ServiceError> {
    let mut seen = Seen::default();
    let mut read = Vec::new();
    for (place, json) in entries("free_rules", json)?.iter().enumerate() {
        let path = format!("free_rules[{place}]");
        let fields = row(&path, json)?;
        let ids = seen.take(&path, fields)?;
        let (num, amount) = (figure(fields, &path, "num", decimals(method))?, figure(fields, &path, "amount", 2)?);
        if num.is_zero() && amount.is_zero() {
            return Err(wrong(format!("{path}.num"), "shop.freight.free"));
        }
        read.push(json!({ "area_ids": ids, "num": num.normalize().to_string(), "amount": format!("{amount:.2}") }));
    }
    Ok(Value::Array(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(result: Result<Value, ServiceError>) -> (String, String) {
        match result.expect_err("refused") {
            ServiceError::Field { field, key } => (field, key),
            other => panic!("{other}"),
        }
    }

    fn rule(areas: Value) -> Value {
        json!({ "area_ids": areas, "first": 1, "freight": 8, "continue": "1", "continue_freight": "2" })
    }

    #[test]
    fn rules_are_stored_in_one_form() {
        let stored = rules(1, &json!([rule(json!([])), rule(json!(["650000"]))])).expect("rules");
        assert_eq!(stored[1], json!({ "area_ids": [650_000], "first": "1", "freight": "8.00", "continue": "1", "continue_freight": "2.00" }));
        assert_eq!(rules(1, &stored).ok(), Some(stored), "read again it is the same");
        assert_eq!(free_rules(1, &json!([{ "area_ids": [440_000], "amount": 99 }])).expect("rules")[0], {
            json!({ "area_ids": [440_000], "num": "0", "amount": "99.00" })
        });
        assert_eq!(free_rules(1, &Value::Null).ok(), Some(json!([])));
    }

    #[test]
    fn what_is_wrong_is_refused_where_it_is() {
        let with = |name: &str, value: Value| {
            let mut rule = rule(json!([]));
            rule[name] = value;
            json!([rule])
        };
        for (method, list, field, key) in [
            (1, json!([]), "rules", "error.required"),
            (1, json!([1]), "rules[0]", "error.type"),
            (1, json!([rule(json!([])), rule(json!(null))]), "rules[1].area_ids", "shop.freight.choose_area"),
            (1, json!([rule(json!([650_000])), rule(json!([540_000, 650_000]))]), "rules[1].area_ids", "shop.freight.area_twice"),
            (1, json!([rule(json!([650_000, 650_000]))]), "rules[0].area_ids", "shop.freight.area_twice"),
            (1, json!([rule(json!([1]))]), "rules[0].area_ids", "shop.freight.area"),
            (1, with("first", json!(0)), "rules[0].first", "error.number.positive"),
            (1, with("first", json!("1.5")), "rules[0].first", "error.integer"),
            (2, with("continue", json!("0.0001")), "rules[0].continue", "error.number.precision"),
            (3, with("continue", json!(null)), "rules[0].continue", "error.number.positive"),
            (1, with("freight", json!(-1)), "rules[0].freight", "error.number.negative"),
            (1, with("continue_freight", json!("1.001")), "rules[0].continue_freight", "error.number.precision"),
        ] {
            assert_eq!(refusal(rules(method, &list)), (field.to_owned(), key.to_owned()));
        }
        assert_eq!(refusal(free_rules(1, &json!([{}]))), ("free_rules[0].num".to_owned(), "shop.freight.free".to_owned()));
        assert!(rules(2, &with("first", json!("0.5"))).is_ok());
    }
}
