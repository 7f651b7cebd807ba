//! The envelope that every answer comes in (wire contract 1.1).

use std::borrow::Cow;
use std::collections::BTreeMap;

use poem_openapi::Object;
use poem_openapi::payload::Json;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{Any, ToJSON, Type};
use serde_json::Value;

use crate::i18n;

/// `{code, msg, time, data}`, with data of type `T`.
pub struct Envelope<T = Value> {
    pub code: i32,
    pub msg: String,
    pub time: i64,
    pub data: T,
}

/// `{code, msg, time, data}`. Each operation names the type of its data.
#[derive(Object)]
#[oai(rename = "Envelope")]
struct AnyEnvelope {
    /// 1 is success, 0 a refusal, 303 'log in', 401 'no permission', 409 'the access token is too old: refresh it'.
    code: i32,
    /// In the language of the request's `think-lang`.
    msg: String,
    /// Unix seconds.
    time: i64,
    /// Of the operation's type on success; facts about a refusal otherwise.
    data: Any<Value>,
}

/// An answer whose data is of type `T`.
pub type Answer<T = Value> = Result<Json<Envelope<T>>, crate::error::ServiceError>;

/// Data of an answer that says nothing but its message: null.
pub struct Nothing;

/// Data by names that the document does not list: facts of a refusal, or what a form needs.
pub type Facts = BTreeMap<String, Value>;

/// The schema of an envelope with this data: the common part and what `data` is.
#[must_use]
pub fn schema_with(data: MetaSchemaRef) -> MetaSchemaRef {
    let common = MetaSchemaRef::Reference(AnyEnvelope::name().into_owned());
    if matches!(&data, MetaSchemaRef::Inline(schema) if schema.is_empty()) {
        return common;
    }
    let own = MetaSchema { properties: vec![("data", data)], required: vec!["data"], ..MetaSchema::new("object") };
    MetaSchemaRef::Inline(Box::new(MetaSchema { all_of: vec![common, MetaSchemaRef::Inline(Box::new(own))], ..MetaSchema::ANY }))
}

impl<T: Type> Type for Envelope<T> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        format!("Envelope_{}", T::name()).into()
    }

    fn schema_ref() -> MetaSchemaRef {
        schema_with(T::schema_ref())
    }

    fn register(registry: &mut Registry) {
        AnyEnvelope::register(registry);
        T::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl<T: ToJSON> ToJSON for Envelope<T> {
    fn to_json(&self) -> Option<Value> {
        let parts = [
            ("code", self.code.into()),
            ("msg", self.msg.as_str().into()),
            ("time", self.time.into()),
            ("data", self.data.to_json().unwrap_or_default()),
        ];
        Some(parts.into_iter().map(|(name, value): (_, Value)| (name.to_owned(), value)).collect())
    }
}

impl Type for Nothing {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "Nothing".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema { nullable: true, enum_items: vec![Value::Null], ..MetaSchema::ANY }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl ToJSON for Nothing {
    fn to_json(&self) -> Option<Value> {
        Some(Value::Null)
    }
}

/// An envelope of any code.
#[must_use]
pub fn envelope<T>(code: i32, msg: String, data: T) -> Envelope<T> {
    Envelope { code, msg, time: chrono::Utc::now().timestamp(), data }
}

/// Success with data and no message.
#[must_use]
pub fn ok<T>(data: T) -> Json<Envelope<T>> {
    Json(envelope(1, String::new(), data))
}

/// Success with a message.
#[must_use]
pub fn done<T>(key: &str, data: T) -> Json<Envelope<T>> {
    done_with(key, &[], data)
}

/// Success with a message that has values in it.
#[must_use]
pub fn done_with<T>(key: &str, values: &[(&str, String)], data: T) -> Json<Envelope<T>> {
    Json(envelope(1, i18n::text(key, values), data))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn data_has_its_type_in_the_document() {
        let schema = serde_json::to_value(Envelope::<Vec<i64>>::schema_ref()).expect("a schema");
        let data = &schema["allOf"][1]["properties"]["data"];
        assert_eq!((&schema["allOf"][0]["$ref"], &data["type"]), (&json!("#/components/schemas/Envelope"), &json!("array")), "{schema}");
        let any = serde_json::to_value(Envelope::<Value>::schema_ref()).expect("a schema");
        assert_eq!(any, json!({ "$ref": "#/components/schemas/Envelope" }));
        assert_eq!(ok(Nothing).0.to_json().expect("JSON")["data"], Value::Null);
    }
}
