//! The envelope that every answer comes in (wire contract 1.1).

use std::borrow::Cow;
use std::collections::BTreeMap;

use actors::clock::{Clock, SharedClock, SystemClock};
use poem_openapi::payload::Json;
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ToJSON, Type};
use serde_json::Value;

use crate::i18n;

/// `{code, msg, time, data}`, with data of type `T`.
pub struct Envelope<T = Value> {
    pub code: i32,
    pub msg: String,
    pub time: i64,
    pub data: T,
}

/// The schema of a success, and of any other envelope.
const SUCCESS: &str = "Success";
const REFUSAL: &str = "Refusal";

fn inline(schema: MetaSchema) -> MetaSchemaRef {
    MetaSchemaRef::Inline(Box::new(schema))
}

fn reference(name: &str) -> MetaSchemaRef {
    MetaSchemaRef::Reference(name.to_owned())
}

/// `{code, msg, time, data}` with one of these codes.
fn shape(title: &str, description: &'static str, (codes, code): (&[i32], &'static str), data: &'static str) -> MetaSchema {
    let codes = codes.iter().copied().map(Value::from).collect();
    let described = |description, schema: MetaSchema| inline(MetaSchema { description: Some(description), ..schema });
    let properties = vec![
        ("code", described(code, MetaSchema { enum_items: codes, ..MetaSchema::new_with_format("integer", "int32") })),
        ("msg", described("In the language of the request's `think-lang`.", MetaSchema::new("string"))),
        ("time", described("Unix seconds.", MetaSchema::new_with_format("integer", "int64"))),
        ("data", described(data, MetaSchema::ANY)),
    ];
    let required = properties.iter().map(|(name, _)| *name).collect();
    MetaSchema { title: Some(title.to_owned()), description: Some(description), properties, required, ..MetaSchema::new("object") }
}

/// Adds the schemas that every answer refers to.
pub fn register(registry: &mut Registry) {
    let success =
        shape(SUCCESS, "What was asked is done. Each operation names the type of its data.", (&[1], "Success."), "Of the operation's type.");
    let codes = (&[0, 303, 401, 409][..], "0 is a refusal, 303 'log in', 401 'no permission', 409 'the access token is too old: refresh it'.");
    let data = "The `key` of the message, the `field` that is wrong and other facts; null or an empty list where there are none.";
    let refusal = shape(REFUSAL, "What was asked is not done.", codes, data);
    registry.schemas.insert(SUCCESS.to_owned(), success);
    registry.schemas.insert(REFUSAL.to_owned(), refusal);
}

/// An answer whose data is of type `T`.
pub type Answer<T = Value> = Result<Json<Envelope<T>>, crate::error::ServiceError>;

/// The data of an answer that has only a message: null.
pub struct Nothing;

/// Data by names that the document does not list: facts of a refusal, or what a form needs.
pub type Facts = BTreeMap<String, Value>;

/// The schema of an envelope: a success with this data, or a refusal.
#[must_use]
pub fn schema_with(data: MetaSchemaRef) -> MetaSchemaRef {
    let own = MetaSchema { properties: vec![("data", data)], required: vec!["data"], ..MetaSchema::new("object") };
    let success = MetaSchema { all_of: vec![reference(SUCCESS), inline(own)], ..MetaSchema::ANY };
    inline(MetaSchema { one_of: vec![inline(success), reference(REFUSAL)], ..MetaSchema::ANY })
}

/// Refusals that have a status of their own.
#[must_use]
pub fn refusals(statuses: &[u16]) -> Vec<MetaResponse> {
    let content = || vec![MetaMediaType { content_type: "application/json; charset=utf-8", schema: reference(REFUSAL) }];
    let answer =
        |status: &u16| MetaResponse { description: "A refusal", status: Some(*status), status_range: None, content: content(), headers: vec![] };
    statuses.iter().map(answer).collect()
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
        self::register(registry);
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

tokio::task_local! {
    /// The clock of the node that answers; the guard sets it for each request.
    pub static CLOCK: SharedClock;
}

/// Unix seconds, by the clock of the node that answers. Outside of requests, as in tests, by the machine's.
fn now() -> i64 {
    CLOCK.try_with(|clock| clock.now()).unwrap_or_else(|_| SystemClock::UTC.now())
}

/// An envelope of any code.
#[must_use]
pub fn envelope<T>(code: i32, msg: String, data: T) -> Envelope<T> {
    Envelope { code, msg, time: now(), data }
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
    use std::sync::Arc;

    use serde_json::json;

    use super::*;

    #[test]
    fn data_has_its_type_in_the_document() {
        let schema = serde_json::to_value(Envelope::<Vec<i64>>::schema_ref()).expect("a schema");
        let success = &schema["oneOf"][0]["allOf"];
        let data = &success[1]["properties"]["data"];
        assert_eq!((&success[0]["$ref"], &data["type"]), (&json!("#/components/schemas/Success"), &json!("array")), "{schema}");
        assert_eq!(ok(Nothing).0.to_json().expect("JSON")["data"], Value::Null);
    }
    #[derive(Debug)]
    struct Stopped;

    impl Clock for Stopped {
        fn now_ms(&self) -> i64 {
            7_999
        }

        fn today(&self) -> String {
            "1970-01-01".into()
        }
    }

    #[tokio::test]
    async fn the_time_is_that_of_the_clock_of_the_node() {
        let answered = CLOCK.scope(Arc::new(Stopped), async { ok(Nothing).0.time });
        assert_eq!(answered.await, 7);
    }
}
