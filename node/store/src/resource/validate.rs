//! Turns what a client sent into stored values, kind by kind. Numbers may be texts; only a switch may be a boolean.

use actors::{dates, invisible};
use serde_json::{Map, Value as Json};
use surrealdb::types::Value;

use super::declaration::{Access, Field, Kind, Resource, chosen};
use super::error::{RecordError, wrong};
use super::forms::{address, check_form, is_blank_html};
use super::rich_text;
use crate::engine::typed::{decimal_of, integer_of};
use crate::engine::value::{array, dec, int, text};

/// Most values of a field that holds several.
const VALUES_MAX: usize = 500;
/// Longest text of one of several values.
const VALUE_MAX: usize = 500;
/// Deepest JSON.
const DEPTH_MAX: usize = 8;
/// Longest JSON or list of keys and values.
const JSON_MAX: usize = 65_536;

/// A checked value, or the key of the message.
type Checked = Result<Value, &'static str>;

/// The plain text of a scalar.
fn plain(json: &Json) -> Result<String, &'static str> {
    match json {
        Json::String(value) => Ok(value.trim().to_owned()),
        Json::Number(value) => Ok(value.to_string()),
        Json::Null => Ok(String::new()),
        Json::Bool(_) | Json::Array(_) | Json::Object(_) => Err("error.type"),
    }
}

/// The texts of an array or of a comma list.
fn texts(json: &Json) -> Result<Vec<String>, &'static str> {
    let values = match json {
        Json::Array(values) => values.iter().map(plain).collect::<Result<Vec<_>, _>>()?,
        other => plain(other)?.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    let values: Vec<String> = values.into_iter().filter(|value| !value.is_empty()).collect();
    if values.len() > VALUES_MAX || values.iter().any(|value| value.chars().count() > VALUE_MAX) { Err("error.text.long") } else { Ok(values) }
}

fn depth(json: &Json) -> usize {
    match json {
        Json::Array(values) => 1 + values.iter().map(depth).max().unwrap_or(0),
        Json::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn json_text(json: &Json) -> Checked {
    let parsed = match json {
        Json::String(value) if value.trim().is_empty() => return Ok(text("")),
        Json::String(value) => serde_json::from_str(value).map_err(|_| "error.json")?,
        Json::Null => return Ok(text("")),
        other => other.clone(),
    };
    let written = parsed.to_string();
    if depth(&parsed) > DEPTH_MAX || written.len() > JSON_MAX { Err("error.json") } else { Ok(text(&written)) }
}

fn pairs(json: &Json) -> Checked {
    let Value::String(written) = json_text(json)? else { return Err("error.json") };
    if written.is_empty() {
        return Ok(text("[]"));
    }
    let items: Vec<Json> = serde_json::from_str(&written).map_err(|_| "error.json")?;
    let pair = |item: &Json| item.as_object().is_some_and(|item| item.len() == 2 && item.contains_key("key") && item.contains_key("value"));
    if items.iter().all(pair) { Ok(text(&written)) } else { Err("error.json") }
}

/// Whether a text is a whole number, however many digits it has.
fn is_whole(plain: &str) -> bool {
    let digits = plain.strip_prefix('-').unwrap_or(plain);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn decimal(plain: &str, scale: u32) -> Checked {
    match decimal_of(plain) {
        Some(value) if value.is_sign_negative() && !value.is_zero() => Err("error.number.negative"),
        Some(value) if value.normalize().scale() > scale => Err("error.number.precision"),
        Some(value) if value > bus_schemas::number::LINE_MAX => Err("error.number.large"),
        Some(value) => Ok(dec(value)),
        None if is_whole(plain) => Err(if plain.starts_with('-') { "error.number.negative" } else { "error.number.large" }),
        None => Err("error.number"),
    }
}

/// A whole number within the range of its field.
fn whole(field: &Field, plain: &str) -> Checked {
    let (least, most) = field.range().unwrap_or((i64::MIN, i64::MAX));
    integer(plain, least, most)
}

fn integer(plain: &str, min: i64, max: i64) -> Checked {
    match integer_of(plain) {
        Some(value) if (min..=max).contains(&value) => Ok(int(value)),
        Some(_) => Err("error.number.range"),
        None if is_whole(plain) => Err("error.number.range"),
        None => Err("error.integer"),
    }
}

fn colour(plain: &str) -> bool {
    let hex = |rest: &str| matches!(rest.len(), 3 | 4 | 6 | 8) && rest.chars().all(|letter| letter.is_ascii_hexdigit());
    plain.strip_prefix('#').map_or_else(
        || plain.len() <= 50 && plain.starts_with("rgb") && plain.chars().all(|letter| letter.is_ascii_alphanumeric() || "(),.% ".contains(letter)),
        hex,
    )
}

fn bounded(plain: &str, max: usize) -> Checked {
    if plain.chars().count() > max { Err("error.text.long") } else { Ok(text(plain)) }
}

/// Whether a value is unchanged, so that a rule newer than the value does not block the edit.
fn kept(field: &Field, json: &Json, before: Option<&surrealdb::types::Object>) -> bool {
    let unruled = Field { rule: None, ..*field };
    field.rule.is_some()
        && before.and_then(|row| row.get(field.name)).is_some_and(|stored| checked(&unruled, json).is_ok_and(|value| value == *stored))
}

/// The stored value of an empty field.
#[must_use]
pub fn empty(field: &Field) -> Value {
    match field.database_type() {
        "string" if matches!(field.kind, Kind::Pairs) => text("[]"),
        "string" if matches!(field.kind, Kind::Image) => text(""),
        "string" => text(field.default.unwrap_or_default()),
        "int" => int(field.default.and_then(|value| value.parse().ok()).unwrap_or(0)),
        "decimal" => dec(field.default.and_then(|value| value.parse().ok()).unwrap_or_default()),
        "array<string>" => {
            let values = field.default.unwrap_or_default().split(',').filter(|value| !value.is_empty());
            array(values.map(text).collect())
        }
        "array<int>" => array(vec![]),
        _ => Value::None,
    }
}

/// Checks one value.
pub fn check(field: &Field, json: &Json) -> Result<Value, RecordError> {
    checked(field, json).map_err(|key| wrong(field.name, key))
}

fn checked(field: &Field, json: &Json) -> Checked {
    let several = |values: Vec<String>| if values.is_empty() && field.required { Err("error.required") } else { Ok(values) };
    match field.kind {
        Kind::Pairs => return pairs(json),
        Kind::Json => return json_text(json),
        Kind::Choices(_, choices) => {
            let values = several(texts(json)?)?;
            let known = values.iter().all(|value| choices.iter().any(|choice| choice.value == value));
            return if known { Ok(array(values.iter().map(|value| text(value)).collect())) } else { Err("error.choice") };
        }
        Kind::Images | Kind::Files | Kind::City => {
            let values = several(texts(json)?)?;
            return if values.iter().all(|value| address(value)) {
                Ok(array(values.iter().map(|value| text(value)).collect()))
            } else {
                Err("error.url")
            };
        }
        Kind::References(_) => {
            let ids = several(texts(json)?)?.iter().map(|id| integer_of(id).filter(|id| *id > 0)).collect::<Option<Vec<_>>>();
            return ids.map(|ids| array(ids.into_iter().map(int).collect())).ok_or("error.reference");
        }
        _ => {}
    }
    let plain = match (field.kind, json) {
        (Kind::Switch | Kind::Status, Json::Bool(on)) => i32::from(*on).to_string(),
        (Kind::Password, Json::Number(_)) => return Err("error.type"),
        (Kind::Text(_), _) => invisible::one_line(&plain(json)?),
        (Kind::TextArea(_), _) => invisible::lines(&plain(json)?),
        _ => plain(json)?,
    };
    // The client clears a reference with 0 as well as with null.
    if plain.is_empty() || (plain == "0" && matches!(field.kind, Kind::Reference(_))) {
        return if field.required { Err("error.required") } else { Ok(empty(field)) };
    }
    if let Some(rule) = field.rule {
        check_form(rule, &plain)?;
    }
    match field.kind {
        Kind::Text(max) | Kind::TextArea(max) => bounded(&plain, max),
        Kind::RichText(max) => match rich_text::clean(&plain) {
            // An editor that was emptied sends `<p><br></p>`.
            html if field.required && is_blank_html(&html) => Err("error.content"),
            html => bounded(html.trim(), max),
        },
        Kind::Password => bounded(&plain, 255),
        Kind::Icon => bounded(&plain, 50),
        Kind::Colour if colour(&plain) => Ok(text(&plain)),
        Kind::Colour => Err("error.colour"),
        Kind::Image if field.default == Some(&plain) => Ok(text("")),
        Kind::Image | Kind::File if address(&plain) => Ok(text(&plain)),
        Kind::Image | Kind::File => Err("error.url"),
        Kind::Choice(_, choices) => chosen(choices, &plain).map(text).ok_or("error.choice"),
        Kind::Code(_, choices) if choices.iter().any(|choice| choice.value == plain) => integer(&plain, i64::MIN, i64::MAX),
        Kind::Switch | Kind::Status if plain == "0" || plain == "1" => integer(&plain, 0, 1),
        Kind::Code(..) | Kind::Switch | Kind::Status => Err("error.choice"),
        Kind::Integer(..) | Kind::Weigh | Kind::Year => whole(field, &plain),
        Kind::Timestamp => match dates::typed_time(&plain) {
            Some(time) => Ok(int(time.and_utc().timestamp())),
            None => whole(field, &plain),
        },
        Kind::Decimal(scale) => decimal(&plain, scale),
        Kind::Money => decimal(&plain, 2),
        Kind::Reference(_) => integer(&plain, 1, i64::MAX).map_err(|_| "error.reference"),
        Kind::Parent => integer(&plain, 0, i64::MAX).map_err(|_| "error.reference"),
        Kind::Date => dates::typed(&plain).map(|date| text(&date.to_string())).ok_or("error.date"),
        Kind::Time => dates::time(&plain).map(|time| text(&time.to_string())).ok_or("error.time"),
        Kind::DateTime => dates::typed_time(&plain).map(|time| text(&time.to_string())).ok_or("error.datetime"),
        Kind::Pairs | Kind::Json | Kind::Choices(..) | Kind::Images | Kind::Files | Kind::City | Kind::References(_) => Err("error.type"),
    }
}

/// Names that clients send along and that no row is written by.
const PASSED_OVER: &[&str] = &["id", "version", "create_time", "update_time", "command_id"];

/// Checked values of a body by field.
pub type Checks = Vec<(&'static Field, Value)>;

/// Checks a body. For an edit, `before` is the stored row and only present fields are checked. A field the caller may
/// not write is refused by name, unless it is unchanged.
pub fn check_body(resource: &Resource, body: &Map<String, Json>, before: Option<&surrealdb::types::Object>) -> Result<Checks, RecordError> {
    for name in body.keys() {
        if resource.field(name).is_none() && !PASSED_OVER.contains(&name.as_str()) && resource.stamp(name).is_none() {
            return Err(wrong(name, "error.field.unknown"));
        }
    }
    let null = Json::Null;
    let mut values = Vec::new();
    for field in resource.fields {
        let sent = body.get(field.name);
        let writable = match field.access {
            Access::Open => true,
            Access::WriteOnce => before.is_none(),
            Access::ReadOnly | Access::Hidden => false,
        };
        match (sent, before) {
            (Some(json), _) if !writable => {
                let kept = match before {
                    Some(row) => {
                        let stored = row.get(field.name).unwrap_or(&Value::None);
                        // A text from before invisible characters were dropped is sent back as it was shown.
                        let as_stored = matches!((json, stored), (Json::String(sent), Value::String(kept)) if sent == kept);
                        as_stored || checked(&Field { required: false, rule: None, ..*field }, json).is_ok_and(|value| value == *stored)
                    }
                    None => matches!(json, Json::Null) || plain(json).is_ok_and(|text| text.is_empty() || text == "0" || text == "0.00"),
                };
                if !kept {
                    return Err(wrong(field.name, "error.field.read_only"));
                }
                if before.is_none() {
                    values.push((field, empty(field)));
                }
            }
            (Some(Json::Null), None) | (None, None) if !writable => values.push((field, empty(field))),
            (Some(json), _) if kept(field, json, before) => {}
            (Some(json), _) => values.push((field, check(field, json)?)),
            (None, None) => values.push((field, check(field, &null)?)),
            (None, Some(_)) => {}
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use rust_decimal::Decimal;

    use super::super::declaration::{Picker, Picking, Rule, choice};
    use super::*;

    fn of(kind: Kind, json: Json) -> Checked {
        checked(&Field::new("x", kind), &json)
    }

    #[test]
    fn every_kind_takes_what_it_should_and_nothing_else() {
        assert_eq!(of(Kind::Switch, json!(true)), Ok(int(1)));
        assert_eq!(of(Kind::Switch, json!("0")), Ok(int(0)));
        assert_eq!(of(Kind::Switch, json!(2)), Err("error.choice"));
        for kind in [Kind::Text(9), Kind::Integer(0, 4), Kind::Money, Kind::Parent, Kind::Weigh, Kind::Date, Kind::Images] {
            assert_eq!(of(kind, json!(true)), Err("error.type"), "{kind:?}");
        }
        assert_eq!(of(Kind::Integer(0, 4), json!("+1")), Err("error.integer"));
        assert_eq!(of(Kind::Date, json!("+2099-1-01")), Err("error.date"));
        assert_eq!(of(Kind::Date, json!("0069-01-05")), Err("error.date"));
        assert_eq!(of(Kind::DateTime, json!("1899-12-31 10:00:00")), Err("error.datetime"));
        assert_eq!(of(Kind::Money, json!("12.5")), Ok(dec(Decimal::new(125, 1))));
        assert_eq!(of(Kind::Money, json!("12.505")), Err("error.number.precision"));
        assert_eq!(of(Kind::Money, json!(-1)), Err("error.number.negative"));
        assert_eq!(of(Kind::Integer(0, 4), json!(5)), Err("error.number.range"));
        assert_eq!(of(Kind::Integer(0, 4), json!({})), Err("error.type"));
        assert_eq!(of(Kind::Date, json!("2026-02-30")), Err("error.date"));
        assert_eq!(of(Kind::Date, json!("")), Ok(Value::None));
        assert_eq!(of(Kind::Time, json!("9:05")), Ok(text("09:05:00")));
        assert_eq!(of(Kind::Colour, json!("#12ab9f")), Ok(text("#12ab9f")));
        assert_eq!(of(Kind::Colour, json!("url(x)")), Err("error.colour"));
        assert_eq!(of(Kind::Image, json!("javascript:alert(1)")), Err("error.url"));
        assert_eq!(of(Kind::Image, json!("/storage/a.png")), Ok(text("/storage/a.png")));
        assert_eq!(of(Kind::RichText(200), json!("<p onclick=x>a<script>1</script></p>")), Ok(text("<p>a</p>")));
        assert_eq!(of(Kind::Pairs, json!([{ "key": "a", "value": 1 }])), Ok(text(r#"[{"key":"a","value":1}]"#)));
        assert_eq!(of(Kind::Pairs, json!([1])), Err("error.json"));
        assert_eq!(of(Kind::Json, json!([[[[[[[[[1]]]]]]]]])), Err("error.json"));
        const CHOICES: &[Choice] = &[choice("a", "a", "a"), choice("b", "b", "b")];
        use super::super::declaration::Choice;
        const ENABLED: &[Choice] = &[choice("enable", "e", "e"), choice("disable", "d", "d")];
        assert_eq!(of(Kind::Choice(Picker::Radio, ENABLED), json!(0)), Ok(text("disable")));
        assert_eq!(of(Kind::Choice(Picker::Radio, ENABLED), json!("enable")), Ok(text("enable")));
        assert_eq!(of(Kind::Choice(Picker::Radio, ENABLED), json!("2")), Err("error.choice"));
        assert_eq!(of(Kind::Choice(Picker::Radio, CHOICES), json!("1")), Err("error.choice"));
        assert_eq!(of(Kind::Choices(Picking::Checkbox, CHOICES), json!("a,b")), Ok(array(vec![text("a"), text("b")])));
        assert_eq!(of(Kind::Choices(Picking::Checkbox, CHOICES), json!(["c"])), Err("error.choice"));
        assert!(check_form(Rule::Mobile, "13800138000").is_ok() && check_form(Rule::Mobile, "12800138000").is_err());
        assert!(check_form(Rule::Email, "a@b.cn").is_ok() && check_form(Rule::Email, "a@b").is_err());
        assert!(check_form(Rule::Account, "ab1").is_ok() && check_form(Rule::Account, "1ab").is_err());
    }

    #[test]
    fn numbers_lie_in_the_range_of_their_field() {
        for (kind, below, above) in [
            (Kind::Integer(2, 9), "error.number.range", "error.number.range"),
            (Kind::Year, "error.number.range", "error.number.range"),
            (Kind::Weigh, "error.number.range", "error.number.range"),
            (Kind::Timestamp, "error.number.range", "error.number.range"),
            (Kind::Decimal(3), "error.number.negative", "error.number.large"),
            (Kind::Money, "error.number.negative", "error.number.large"),
        ] {
            let (least, most) = Field::new("x", kind).range().expect("a range");
            assert!(of(kind, json!(least)).is_ok() && of(kind, json!(most)).is_ok(), "{kind:?}");
            assert_eq!((of(kind, json!(least - 1)), of(kind, json!(most + 1))), (Err(below), Err(above)), "{kind:?}");
            let endless = "9".repeat(40);
            assert_eq!((of(kind, json!(format!("-{endless}"))), of(kind, json!(endless))), (Err(below), Err(above)), "{kind:?}");
        }
        let most = Field::new("x", Kind::Money).range().map(|(_, most)| Decimal::from(most));
        assert_eq!(most, Some(bus_schemas::number::LINE_MAX));
        assert_eq!(Field::new("x", Kind::Text(9)).range(), None);
    }

    #[test]
    fn what_is_no_number_is_told_by_what_the_field_holds() {
        assert_eq!(of(Kind::Integer(0, 9), json!("1.5")), Err("error.integer"));
        assert_eq!(of(Kind::Decimal(2), json!("x")), Err("error.number"));
    }

    #[test]
    fn texts_have_no_characters_that_nobody_sees() {
        assert_eq!(of(Kind::Text(4), json!("\u{200B}Ro\u{0}pe\u{FEFF} ")), Ok(text("Rope")));
        assert_eq!(of(Kind::TextArea(9), json!("a\r\n\tb\u{200B}")), Ok(text("a\n\tb")));
        assert_eq!(of(Kind::Text(9), json!("A\u{202E}B")), Ok(text("AB")));
        assert_eq!(of(Kind::Text(9), json!("👨\u{200D}👩\u{200D}👧")), Ok(text("👨\u{200D}👩\u{200D}👧")));
        let name = Field::new("name", Kind::Text(9)).required();
        assert_eq!(checked(&name, &json!("\u{200B}\u{1}")), Err("error.required"));
    }

    #[test]
    fn an_editor_that_was_emptied_is_empty() {
        let required = Field::new("x", Kind::RichText(200)).required();
        for blank in ["<p><br></p>", "<p> &nbsp;</p>", "<script>1</script>"] {
            assert_eq!(checked(&required, &json!(blank)), Err("error.content"), "{blank}");
        }
        for seen in ["<p>a</p>", "a", "<p><img src=\"/storage/a.png\"></p>", "1 < 2"] {
            assert!(checked(&required, &json!(seen)).is_ok(), "{seen}");
        }
        assert_eq!(of(Kind::RichText(200), json!("<p><br></p>")), Ok(text("<p><br></p>")));
    }

    #[test]
    fn a_value_from_before_its_rule_stays_while_it_is_as_it_was() {
        static FIELDS: &[Field] = &[Field::new("username", Kind::Text(32)).required().rule(Rule::Account)];
        static RESOURCE: Resource = Resource::new("x.Person", "person", super::super::declaration::label("x", "x"), FIELDS);
        let before = surrealdb::types::Object::from_iter([("username".to_owned(), text("张三"))]);
        let sent = |name: &str| json!({ "username": name }).as_object().cloned().unwrap_or_default();
        let checked = |name: &str, before: Option<&surrealdb::types::Object>| check_body(&RESOURCE, &sent(name), before).map(|values| values.len());
        assert!(matches!(checked("张三", Some(&before)), Ok(0)));
        assert!(matches!(checked("zhang_3", Some(&before)), Ok(1)));
        assert!(matches!(checked("李四", Some(&before)), Err(RecordError::Field { key: "error.account", .. })));
        assert!(matches!(checked("张三", None), Err(RecordError::Field { key: "error.account", .. })));
    }
}
