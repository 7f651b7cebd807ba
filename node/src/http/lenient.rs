//! Numbers and switches in bodies, as clients send them: also as text.

use entrepot_store::engine::typed;
use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer};

/// A number or the text of one. A boolean is none.
#[derive(Deserialize)]
#[serde(untagged)]
enum LenientNumber {
    Integer(i64),
    Float(f64),
    Text(String),
}

impl LenientNumber {
    fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            Self::Float(_) => None,
            Self::Text(text) => typed::integer_of(text),
        }
    }

    fn decimal(&self) -> Option<Decimal> {
        match self {
            Self::Integer(value) => Some(Decimal::from(*value)),
            Self::Float(value) => value.to_string().parse().ok(),
            Self::Text(text) => typed::decimal_of(text),
        }
    }
}

/// A switch: a boolean, or 1 and 0 as number or text; absent, null and empty are off.
pub fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Switch {
        Boolean(bool),
        Integer(i64),
        Text(String),
    }
    match Option::<Switch>::deserialize(deserializer)? {
        None => Ok(false),
        Some(Switch::Boolean(on)) => Ok(on),
        Some(Switch::Integer(number @ (0 | 1))) => Ok(number == 1),
        Some(Switch::Text(text)) if matches!(text.as_str(), "1" | "true") => Ok(true),
        Some(Switch::Text(text)) if matches!(text.as_str(), "" | "0" | "false") => Ok(false),
        Some(_) => Err(serde::de::Error::custom("not a switch")),
    }
}

/// The same as a number, 1 or 0.
pub fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    switch(deserializer).map(i64::from)
}

/// An integer, also as text.
pub fn integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    LenientNumber::deserialize(deserializer)?.integer().ok_or_else(|| serde::de::Error::custom("not an integer"))
}

/// An integer, also as text; absent, null and empty are nothing, 0 is a number as any other.
pub fn given_integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let Some(lenient) = Option::<LenientNumber>::deserialize(deserializer)? else { return Ok(None) };
    if matches!(&lenient, LenientNumber::Text(text) if text.trim().is_empty()) {
        return Ok(None);
    }
    lenient.integer().map(Some).ok_or_else(|| serde::de::Error::custom("not an integer"))
}

/// The same, where 0 is nothing as well.
pub fn some_integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    given_integer(deserializer).map(|value| value.filter(|value| *value != 0))
}

/// An integer of a field that can be cleared: null, empty and 0 are 0. A field that is left out stays, by `default`.
pub fn clearing_integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    some_integer(deserializer).map(|value| value.or(Some(0)))
}

/// A decimal, as number or as text.
pub fn decimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
    LenientNumber::deserialize(deserializer)?.decimal().ok_or_else(|| serde::de::Error::custom("not a decimal"))
}

/// The same, or nothing.
pub fn some_decimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Decimal>, D::Error> {
    let Some(lenient) = Option::<LenientNumber>::deserialize(deserializer)? else { return Ok(None) };
    if matches!(&lenient, LenientNumber::Text(text) if text.trim().is_empty()) {
        return Ok(None);
    }
    lenient.decimal().map(Some).ok_or_else(|| serde::de::Error::custom("not a decimal"))
}
