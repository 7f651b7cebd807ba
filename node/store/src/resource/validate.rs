//! Turns what a client sent into stored values: each field by its kind. Numbers may be texts; only a switch may be a boolean.

use serde_json::{Map, Value as Json};
use surrealdb::types::Value;

use super::declaration::{Access, Field, Resource};
use super::error::{RecordError, wrong};
use super::kinds::{Checked, plain};

/// Whether a value is unchanged, so that a rule newer than the value does not block the edit.
fn kept(field: &Field, json: &Json, before: Option<&surrealdb::types::Object>) -> bool {
    let unruled = Field { rule: None, ..*field };
    field.rule.is_some()
        && before.and_then(|row| row.get(field.name)).is_some_and(|stored| checked(&unruled, json).is_ok_and(|value| value == *stored))
}

/// Checks one value.
pub fn check(field: &Field, json: &Json) -> Result<Value, RecordError> {
    checked(field, json).map_err(|key| wrong(field.name, key))
}

fn checked(field: &Field, json: &Json) -> Checked {
    field.kind.behaviour().check(field, json)
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
                    values.push((field, field.kind.behaviour().empty(field)));
                }
            }
            (Some(Json::Null), None) | (None, None) if !writable => values.push((field, field.kind.behaviour().empty(field))),
            // It gets the next number of its pattern, or is refused where there is none.
            (json, None) if resource.numbers(field) && json.is_none_or(|json| plain(json).is_ok_and(|text| text.trim().is_empty())) => {}
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

    use super::super::declaration::{Kind, Picker, Picking, Rule, choice};
    use super::super::forms::check_form;
    use super::*;
    use crate::engine::value::{array, dec, int, text};

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
        assert_eq!(of(Kind::RichText(200), json!("<p><br></p>")), Ok(text("")));
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
