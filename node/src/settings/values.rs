//! Values of settings between forms and the database, by the type of their setting. Pure.

use actors::dates;
use entrepot_store::resource::declaration::Rule;
use entrepot_store::resource::forms::{check_form, is_blank_html};
use entrepot_store::resource::rich_text;
use serde_json::{Map, Value, json};

use crate::i18n::{Language, text, text_in};
use crate::identity::passwords;

/// Keys of texts that settings of a new site hold: every reader gets them in their language, and what comes back as it
/// was shown stays a key.
const WORDS: &[&str] = &[
    "setting.basics",
    "setting.mail",
    "setting.shop",
    "setting.config_quick_entrance",
    "setting.freight_mode.sum",
    "setting.freight_mode.first",
    "entrance.recycle",
    "entrance.sensitive",
    "setting.member_registration.auto",
    "setting.member_registration.on",
    "setting.member_registration.off",
    "setting.currency_place.before",
    "setting.currency_place.after",
    "setting.home_page.site",
    "setting.home_page.shop",
    "setting.site_entries.shop",
    "setting.site_entries.platform",
    "setting.site_entries.industries",
    "setting.site_entries.cases",
    "setting.site_entries.customs",
    "setting.site_entries.assistant",
    "setting.site_entries.about",
    "setting.site_entries.help",
    "setting.site_entries.trial",
    "setting.site_entries.staff",
];

/// A stored value, as forms know it. One that can't be read is an error: saving the form would clear it.
pub(super) fn decode(kind: &str, stored: &str) -> serde_json::Result<Value> {
    Ok(match kind {
        "array" | "checkbox" | "selects" if stored.is_empty() => json!([]),
        "array" | "checkbox" | "selects" => serde_json::from_str(stored)?,
        "city" | "remoteSelects" | "images" | "files" => stored.split(',').filter(|part| !part.is_empty()).map(|part| json!(part)).collect(),
        "switch" if stored == "1" => json!(true),
        "switch" => json!("0"),
        // Written, never shown.
        "password" => json!(""),
        _ => json!(stored),
    })
}

/// `{"clear": true}` in place of a password takes the stored one away.
pub(super) fn clears(value: &Value) -> bool {
    value.get("clear") == Some(&Value::Bool(true))
}

/// Applies `change` to all texts of a value, at any depth.
fn with_texts(value: &Value, change: &impl Fn(&str) -> Option<String>) -> Value {
    match value {
        Value::String(text) => json!(change(text).unwrap_or_else(|| text.clone())),
        Value::Array(values) => values.iter().map(|value| with_texts(value, change)).collect(),
        Value::Object(fields) => Value::Object(fields.iter().map(|(name, value)| (name.clone(), with_texts(value, change))).collect()),
        other => other.clone(),
    }
}

/// A value with keys replaced by the reader's texts.
pub(super) fn with_labels(value: &Value) -> Value {
    with_texts(value, &|text| WORDS.contains(&text).then(|| self::text(text, &[])))
}

/// A value with texts of either language replaced by keys, if it had these keys before.
pub(super) fn with_keys(value: &Value, stored: &str) -> Value {
    let had = |key: &&str| stored.contains(&format!("\"{key}\""));
    let says = |key: &str, said: &str| [Language::Chinese, Language::English].iter().any(|language| text_in(*language, key, &[]) == said);
    with_texts(value, &|said| WORDS.iter().copied().filter(had).find(|key| says(key, said)).map(str::to_owned))
}

/// The text of a value: a text without the blanks around it, or a number.
fn plain(value: &Value) -> Result<String, &'static str> {
    match value {
        Value::String(text) => Ok(actors::invisible::lines(text)),
        Value::Number(number) => Ok(number.to_string()),
        Value::Null => Ok(String::new()),
        _ => Err("error.type"),
    }
}

/// Whether an item of a dictionary has a key and a value, both texts or numbers.
fn is_pair(item: &Value) -> bool {
    let scalar = |name: &str| item.get(name).is_some_and(|value| plain(value).is_ok());
    item.is_object() && scalar("key") && scalar("value")
}

/// A value as it is stored, by the type of its setting.
pub(super) fn encode(kind: &str, value: &Value) -> Result<String, &'static str> {
    match (kind, value) {
        ("array", Value::Array(items)) if items.iter().all(is_pair) => Ok(value.to_string()),
        ("checkbox" | "selects", Value::Array(chosen)) => {
            chosen.iter().map(plain).collect::<Result<Vec<_>, _>>().map(|chosen| json!(chosen).to_string())
        }
        ("array" | "checkbox" | "selects", Value::Null) => Ok("[]".to_owned()),
        ("array" | "checkbox" | "selects", _) => Err("error.type"),
        ("editor", _) => plain(value).map(|html| rich_text::clean(&html)),
        ("time", _) => moment(value, "error.time", |text| dates::time(text).map(|time| time.to_string())),
        ("date", _) => moment(value, "error.date", |text| dates::typed(text).map(|date| date.to_string())),
        ("datetime", _) => moment(value, "error.datetime", |text| dates::typed_time(text).map(|time| time.to_string())),
        ("password", Value::String(text)) => Ok(text.clone()),
        ("city" | "remoteSelects" | "images" | "files", Value::Array(values)) => {
            Ok(values.iter().map(plain).collect::<Result<Vec<_>, _>>()?.join(","))
        }
        ("switch", Value::Bool(on)) => Ok(i32::from(*on).to_string()),
        ("switch", _) => match plain(value)?.as_str() {
            "1" | "true" => Ok("1".to_owned()),
            "" | "0" | "false" => Ok("0".to_owned()),
            _ => Err("error.choice"),
        },
        _ => plain(value),
    }
}

/// A date or a time in the form in which it is kept, or nothing.
fn moment(value: &Value, wrong: &'static str, read: impl Fn(&str) -> Option<String>) -> Result<String, &'static str> {
    let text = plain(value)?;
    if text.is_empty() { Ok(text) } else { read(&text).ok_or(wrong) }
}

/// Checks a value by a rule of its setting. An unchanged value passes rules about its form, as clients send back the
/// whole group.
pub(super) fn check(rule: &str, value: &str, as_it_was: bool) -> Result<(), &'static str> {
    match rule {
        "required" if value.is_empty() => Err("error.required"),
        "editorRequired" if is_blank_html(value) => Err("error.content"),
        _ if value.is_empty() || as_it_was => Ok(()),
        "password" => passwords::check_member(value).map_err(|error| error.key()),
        name => Rule::named(name).map_or(Ok(()), |rule| check_form(rule, value)),
    }
}

/// `k=v` lines: `true`, `false` and numbers are taken as such, one dot nests.
pub(super) fn lines(value: Option<&Value>) -> Value {
    let mut made = Map::new();
    for line in value.and_then(Value::as_str).unwrap_or_default().lines() {
        let Some((key, value)) = line.split_once('=') else { continue };
        let value = match value.trim() {
            "true" => json!(true),
            "false" => json!(false),
            text => text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number)),
        };
        match key.trim().split_once('.') {
            Some((outer, inner)) => {
                let nested = made.entry(outer.to_owned()).or_insert_with(|| json!({}));
                if let Some(nested) = nested.as_object_mut() {
                    nested.insert(inner.to_owned(), value);
                }
            }
            None => {
                made.insert(key.trim().to_owned(), value);
            }
        }
    }
    Value::Object(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_objects() {
        let made = lines(Some(&json!("a=1\nb = true\nc.d=x\nc.e=2\nnonsense")));
        assert_eq!(made, json!({ "a": 1, "b": true, "c": { "d": "x", "e": 2 } }));
    }

    #[test]
    fn values_are_checked_by_the_rules_of_their_setting() {
        for (rule, good, bad, key) in [
            ("required", "x", "", "error.required"),
            ("editorRequired", "<p>x</p>", "<p><br></p>", "error.content"),
            ("mobile", "13800138000", "12800138000", "error.mobile"),
            ("idNumber", "11010519491231002X", "110105194912310021", "error.id_number"),
            ("varName", "a_1", "1a", "error.variable"),
            ("password", "six 6 ", "five", "error.password"),
            ("number", "1.5", "x", "error.number"),
            ("integer", "465", "46.5", "error.integer"),
            ("float", "1.5", "1", "error.float"),
        ] {
            assert_eq!((check(rule, good, false), check(rule, bad, false)), (Ok(()), Err(key)), "{rule}");
        }
        assert_eq!(check("integer", "", false), Ok(()));
        assert_eq!(check("integer", "smtp", true), Ok(()));
        assert_eq!(check("of_a_fork", "x", false), Ok(()));
    }

    #[test]
    fn values_are_kept_by_their_type() {
        assert_eq!(encode("switch", &json!(true)), Ok("1".to_owned()));
        assert_eq!(encode("city", &json!(["1", "2"])), Ok("1,2".to_owned()));
        assert_eq!(encode("array", &json!("x")), Err("error.type"));
        assert_eq!(encode("array", &json!([{ "key": "a", "value": "b" }])), Ok(r#"[{"key":"a","value":"b"}]"#.to_owned()));
        assert_eq!(encode("checkbox", &json!(["a", 1])), Ok(r#"["a","1"]"#.to_owned()));
        assert_eq!(encode("string", &json!(" x ")), Ok("x".to_owned()), "as it is stored");
        assert_eq!(encode("password", &json!(" x ")), Ok(" x ".to_owned()));
        for (kind, odd) in
            [("string", json!(true)), ("string", json!(["a"])), ("array", json!([1])), ("checkbox", json!([true])), ("number", json!({}))]
        {
            assert_eq!(encode(kind, &odd), Err("error.type"), "{kind} {odd}");
        }
        assert_eq!(encode("switch", &json!("yes")), Err("error.choice"));
        assert_eq!(encode("time", &json!("9:05")), Ok("09:05:00".to_owned()));
        assert_eq!(encode("time", &json!("25:00")), Err("error.time"));
        let decoded = |kind: &str, stored: &str| decode(kind, stored).expect("readable");
        assert_eq!(decoded("switch", "0"), json!("0"));
        assert_eq!(decoded("password", "secret"), json!(""));
        assert_eq!((decoded("array", ""), decoded("selects", r#"["a"]"#)), (json!([]), json!(["a"])));
        assert!(["array", "checkbox", "selects"].iter().all(|kind| decode(kind, "[{").is_err()));
    }

    #[test]
    fn words_of_either_language_become_the_keys_that_were_there() {
        let had = json!([{ "key": "basics", "value": "setting.basics" }, { "key": "shop", "value": "Our shop" }]);
        for said in ["Basics", "基础配置"] {
            let sent = json!([{ "key": "basics", "value": said }, { "key": "shop", "value": "Our shop" }]);
            assert_eq!(with_keys(&sent, &had.to_string()), had);
        }
        // Words that somebody chose stay theirs, also where the node would say the same of something else.
        let own = json!([{ "key": "basics", "value": "Start" }, { "key": "mail", "value": "Mail" }]);
        assert_eq!(with_keys(&own, &had.to_string()), own);
        assert_eq!(with_labels(&had)[1], had[1]);
    }
}
