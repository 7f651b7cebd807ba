//! A request's body, read once: before any hook sees it, every writable field has the form in which it is stored. So
//! a hook decides on exactly what is saved.

use std::ops::{Deref, DerefMut};

use serde_json::{Map, Value as Json};
use surrealdb::types::Value;

use super::declaration::{Access, Field, Kind, Resource};
use super::error::{RecordError, wrong};
use super::kinds::secret_sent;
use super::validate::check;
use crate::engine::typed;

/// What every command takes.
const OF_ANY_COMMAND: &[&str] = &["id", "ids", "version", "command_id"];

/// The fields of a new row or of a change, typed. Made by [`TypedBody::read`] alone.
///
/// Numbers are numbers, decimals their digits as text, texts trimmed, dates in the documented form,
/// several values an array; a reference or a date that is empty is null. Names that no field has, and fields that only the server
/// writes, are as they were sent: they are never stored, and refused unless a hook takes them out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypedBody(Map<String, Json>);

impl TypedBody {
    /// Reads the fields of a new row, or of a change of one; the first that is wrong refuses all.
    /// Whether a required field is there is asked when the row is written: a hook may fill it in.
    pub fn read(resource: &Resource, mut body: Map<String, Json>, new: bool) -> Result<Self, RecordError> {
        for field in resource.fields {
            let writable = field.access == Access::Open || (new && field.access == Access::WriteOnce);
            if let Some(json) = body.get_mut(field.name).filter(|_| writable) {
                // For a change, rules are checked on writing, as an old value may come back unchanged.
                let rule = if new { field.rule } else { None };
                *json = read(&Field { rule, ..*field }, json)?;
            }
        }
        for name in ["id", "version"] {
            match body.get_mut(name) {
                Some(Json::Null) => {
                    body.remove(name);
                }
                Some(Json::String(text)) if text.is_empty() => {
                    body.remove(name);
                }
                Some(json) => *json = typed::integer(json).ok_or_else(|| wrong(name, "error.type"))?.into(),
                None => {}
            }
        }
        Ok(Self(body))
    }

    /// The fields.
    #[must_use]
    pub fn into_fields(self) -> Map<String, Json> {
        self.0
    }
}

impl Deref for TypedBody {
    type Target = Map<String, Json>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for TypedBody {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// The answers to what a command asks, typed; anything else that was sent refuses it, but for what every command takes.
/// References are asked for when the row is written, or by the hook.
pub fn read_answers(fields: &'static [Field], body: &Map<String, Json>) -> Result<Map<String, Json>, RecordError> {
    if let Some(name) = body.keys().find(|name| !OF_ANY_COMMAND.contains(&name.as_str()) && fields.iter().all(|field| field.name != **name)) {
        return Err(wrong(name, "error.field.unknown"));
    }
    let answer = |field: &'static Field| {
        let value = check(field, body.get(field.name).unwrap_or(&Json::Null))?;
        Ok((field.name.to_owned(), typed_json(field, &value)))
    };
    fields.iter().map(answer).collect()
}

fn read(field: &Field, json: &Json) -> Result<Json, RecordError> {
    match (field.kind, json) {
        // Hashed later, as it is: blanks belong to it.
        (Kind::Password, Json::Null | Json::String(_)) => Ok(json.clone()),
        (Kind::Password, _) => Err(wrong(field.name, "error.type")),
        // Sealed and taken out before the row is written.
        (Kind::Secret, _) => secret_sent(json).map(|_| json.clone()).map_err(|key| wrong(field.name, key)),
        _ => {
            let value = check(&Field { required: false, ..*field }, json)?;
            // An empty number is no 0 where a number is required: the write refuses it.
            let number = matches!(field.database_type(), "int" | "decimal");
            let missing = field.required && number && check(&Field { rule: None, ..*field }, json).is_err();
            Ok(if missing { Json::Null } else { typed_json(field, &value) })
        }
    }
}

/// A stored value in the form of a typed body. Read again, it is the same value.
#[must_use]
pub fn typed_json(field: &Field, value: &Value) -> Json {
    field.kind.behaviour().typed(value.clone().into_json_value())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::catalogue;
    use super::super::validate::check_body;
    use super::*;

    /// Values of every JSON type, and texts that some reader or other takes for a value.
    fn odd() -> Vec<Json> {
        let texts = [
            "",
            " ",
            "0",
            "1",
            " 1 ",
            "01",
            "+1",
            "-1",
            "1.0",
            "1e3",
            "1_0",
            "true",
            "false",
            "all",
            " all ",
            "own",
            "enable",
            "disable ",
            "menu",
            "*",
            "1,2",
            " 2 , 1 ",
            "1,x",
            "a,b",
            "2026-02-28",
            " 2026-02-28",
            "+2099-1-01",
            "2026-02-30",
            "09:05",
            "9:05:00",
            "23:59:60",
            "2026-02-28 09:05:00",
            "#fff",
            "rgb(1,2,3)",
            "/storage/a.png",
            "javascript:x",
            "[]",
            "[1]",
            "{\"a\":1}",
            "\"x\"",
            "null",
            "5",
            "<p onclick=x>a<b>c</p>",
            "13800138000",
            "a@b.cn",
            "abc",
            "name.x",
            "fa fa-x",
            "\u{a0}x\u{2003}",
            "999999999999999999999",
        ];
        let others = json!([
            null, true, false, 0, 1, 2, -1, 5, 1.0, 1.5, 1e300, 1_999, 9_223_372_036_854_775_807_i64, [], [1], [2, true], ["1", "2"], [1.5], [null], [[1]],
            ["a", "b"], ["/storage/a.png"], {}, { "a": 1 }, [{ "key": "a", "value": 1 }], [{ "key": "a" }], [" x "], ["*"], ["all"]
        ]);
        texts.into_iter().map(Json::from).chain(others.as_array().cloned().unwrap_or_default()).collect()
    }

    /// The stored value of a field.
    fn stored(resource: &Resource, name: &str, body: &Map<String, Json>) -> Option<Value> {
        let before = surrealdb::types::Object::new();
        let checks = check_body(resource, body, Some(&before)).ok()?;
        checks.into_iter().find(|(field, _)| field.name == name).map(|(_, value)| value)
    }

    /// What a hook sees is what is stored, and what it sees is what the engine made of what was sent.
    fn agree(resource: &Resource, field: &Field, sent: &Json) {
        let body = Map::from_iter([(field.name.to_owned(), sent.clone())]);
        let shown = |value: &Option<Value>| value.as_ref().map(|value| typed_json(field, value));
        let Ok(seen) = TypedBody::read(resource, body.clone(), false) else {
            assert_eq!(stored(resource, field.name, &body), None, "{} {}: refused, and yet stored: {sent}", resource.controller, field.name);
            return;
        };
        let value = stored(resource, field.name, &seen);
        if value.is_none() {
            assert!(field.required || field.rule.is_some(), "{} {}: seen and not stored: {sent}", resource.controller, field.name);
            return;
        }
        assert_eq!(value, stored(resource, field.name, &body), "{} {}: {sent}", resource.controller, field.name);
        if field.kind != Kind::Password {
            assert_eq!(shown(&value).as_ref(), seen.get(field.name), "{} {}: {sent}", resource.controller, field.name);
            assert_eq!(TypedBody::read(resource, seen.clone().into_fields(), false).ok(), Some(seen), "read again: {sent}");
        }
        if sent.is_boolean() {
            assert!(matches!(field.kind, Kind::Switch | Kind::Status | Kind::Json), "{} {}: a boolean", resource.controller, field.name);
        }
    }

    fn writable() -> impl Iterator<Item = (&'static Resource, &'static Field)> {
        catalogue::compiled()
            .flat_map(|resource| resource.fields.iter().filter(|field| field.access == Access::Open).map(move |field| (resource, field)))
            // A secret is never in the row.
            .filter(|(_, field)| field.kind != Kind::Secret)
    }

    #[test]
    fn hooks_see_what_is_stored() {
        let odd = odd();
        for (resource, field) in writable() {
            odd.iter().for_each(|sent| agree(resource, field, sent));
        }
    }

    fn any_json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<i64>().prop_map(Json::from),
            (-3_i64..20).prop_map(Json::from),
            "[ 0-9a-z+\\-:.,_*<>/\"]{0,12}".prop_map(Json::from),
            "\\PC{0,12}".prop_map(Json::from),
            "[ +]?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}( [0-9]{1,2}:[0-9]{2}(:[0-9]{2})?)?".prop_map(Json::from),
        ];
        leaf.prop_recursive(2, 12, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
                prop::collection::hash_map("[a-z]{1,4}", inner, 0..3).prop_map(|map| Json::Object(map.into_iter().collect()))
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn hooks_see_what_is_stored_of_anything(sent in any_json()) {
            for (resource, field) in writable() {
                agree(resource, field, &sent);
            }
        }
    }

    #[test]
    fn versions_and_ids_are_numbers() {
        let brand = catalogue::find("warehouse.Brand").expect("a resource");
        let read = |body: Json| TypedBody::read(brand, body.as_object().cloned().unwrap_or_default(), false);
        assert_eq!(read(json!({ "id": "5", "version": null, "name": " x ", "status": true })).map(TypedBody::into_fields).ok(), {
            json!({ "id": 5, "name": "x", "status": 1 }).as_object().cloned()
        });
        for body in [json!({ "version": true }), json!({ "version": "x" }), json!({ "id": [5] }), json!({ "id": 5.5 }), json!({ "name": false })] {
            assert!(read(body.clone()).is_err(), "{body}");
        }
    }
}
