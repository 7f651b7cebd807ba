//! Parts that answers of several kinds share.

use std::borrow::Cow;
use std::fmt;

use bus_schemas::number::{Amount, Price, Quantity};
use poem_openapi::Object;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

/// One page of a list.
#[derive(Object)]
pub struct ListPage<T: ParseFromJSON + ToJSON> {
    pub list: Vec<T>,
    /// How many rows there are over all pages.
    pub total: i64,
    /// Always empty; clients written for BuildAdmin show it above the list.
    pub remark: String,
}

impl<T: ParseFromJSON + ToJSON> ListPage<T> {
    /// A page and how many rows there are over all pages.
    #[must_use]
    pub const fn new(list: Vec<T>, total: i64) -> Self {
        Self { list, total, remark: String::new() }
    }
}

/// The row that was added.
#[derive(Object)]
pub struct Added {
    pub id: i64,
}

/// What a row that is referred to is called.
#[derive(Clone, Debug, Object)]
pub struct Named {
    pub name: String,
}

/// What an administrator who is referred to is called.
#[derive(Clone, Debug, Object)]
pub struct Nicknamed {
    pub nickname: String,
}

/// A decimal as text, so that no client reads it as a float.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecimalText(String);

impl fmt::Display for DecimalText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<Quantity> for DecimalText {
    fn from(quantity: Quantity) -> Self {
        Self(quantity.to_string())
    }
}

impl From<Price> for DecimalText {
    fn from(price: Price) -> Self {
        Self(price.to_string())
    }
}

impl From<Amount> for DecimalText {
    fn from(amount: Amount) -> Self {
        Self(amount.to_string())
    }
}

impl Type for DecimalText {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "string_decimal".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema::new_with_format("string", "decimal")))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl ToJSON for DecimalText {
    fn to_json(&self) -> Option<Value> {
        Some(Value::String(self.0.clone()))
    }
}

// `#[derive(Object)]` asks for it of every field, though views are only written.
impl ParseFromJSON for DecimalText {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value.unwrap_or_default() {
            Value::String(text) => Ok(Self(text)),
            other => Err(ParseError::expected_type(other)),
        }
    }
}
