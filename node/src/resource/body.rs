//! A JSON object that is checked by a declaration rather than by a type.

use poem_openapi::types::Any;
use serde_json::Value;

/// A JSON object whose fields the resource's declaration knows.
#[derive(serde::Deserialize)]
#[serde(transparent)]
pub struct AnyJson(#[serde(with = "any")] pub Any<Value>);

mod any {
    use poem_openapi::types::Any;
    use serde::Deserialize;

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Any<serde_json::Value>, D::Error> {
        serde_json::Value::deserialize(deserializer).map(Any)
    }
}

impl poem_openapi::types::Type for AnyJson {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> std::borrow::Cow<'static, str> {
        "object".into()
    }

    fn schema_ref() -> poem_openapi::registry::MetaSchemaRef {
        <Any<Value> as poem_openapi::types::Type>::schema_ref()
    }

    fn as_raw_value(&self) -> Option<&Self::RawValueType> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self::RawElementValueType> + 'a> {
        Box::new(std::iter::once(self))
    }
}
