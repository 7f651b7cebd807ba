//! Bodies that a type describes in the API document and that a declaration or a rule of their own reads.

use std::borrow::Cow;
use std::marker::PhantomData;

use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// What was sent as it came, in the document a `D`. Clients may send numbers as texts and fields that nobody reads.
pub struct Described<D> {
    pub sent: Value,
    described: PhantomData<fn() -> D>,
}

impl<'de, D> Deserialize<'de> for Described<D> {
    fn deserialize<S: Deserializer<'de>>(deserializer: S) -> Result<Self, S::Error> {
        Ok(Self { sent: Value::deserialize(deserializer)?, described: PhantomData })
    }
}

impl<D: Type> Type for Described<D> {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        D::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        D::schema_ref()
    }

    fn register(registry: &mut Registry) {
        D::register(registry);
    }

    fn as_raw_value(&self) -> Option<&Self::RawValueType> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self::RawElementValueType> + 'a> {
        Box::new(std::iter::once(self))
    }
}
