//! JSON bodies: documented by their type, read with errors that name the field.

use poem::{FromRequest, Request, RequestBody};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use super::errors::ApiError;

/// Largest body of most routes, in bytes.
pub const BODY_MAX: usize = 1024 * 1024;
/// Largest body of an order with the most lines.
pub const ORDER_BODY_MAX: usize = 4 * 1024 * 1024;
/// Largest body with a file to import.
pub const IMPORT_BODY_MAX: usize = crate::resources::transfer::sheet::FILE_MAX + 64 * 1024;

/// A JSON body.
pub struct Body<T>(pub T);

/// Reads a body; what can't be read is refused with the path of the field.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        let reason = error.inner().to_string();
        let syntax = error.inner().is_syntax() || error.inner().is_eof();
        if syntax {
            return ApiError::Refused { key: "error.body", values: vec![("reason", reason)], facts: serde_json::json!({ "key": "error.body" }) };
        }
        let quoted = |marker: &str| reason.split_once(marker).and_then(|(_, rest)| rest.split('`').next()).map(str::to_owned);
        let within = |name: String| if path == "." || path.is_empty() { name } else { format!("{path}.{name}") };
        if let Some(name) = quoted("missing field `") {
            ApiError::field(within(name), "error.required")
        } else if reason.contains("unknown field") {
            ApiError::field(if path == "." { quoted("unknown field `").unwrap_or(path) } else { path }, "error.field.unknown")
        } else {
            ApiError::field(path, "error.type")
        }
    })
}

impl<'a, T: Type + DeserializeOwned> ApiExtractor<'a> for Body<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        T::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let schema: MetaSchemaRef = T::schema_ref();
        Some(MetaRequest { description: None, content: vec![MetaMediaType { content_type: "application/json", schema }], required: true })
    }

    async fn from_request(request: &'a Request, body: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        let bytes = <Vec<u8> as FromRequest>::from_request(request, body).await?;
        Ok(Self(parse(&bytes)?))
    }
}

/// A number or the text of one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Loose {
    Integer(i64),
    Float(f64),
    Boolean(bool),
    Text(String),
}

impl Loose {
    fn text(self) -> String {
        match self {
            Self::Integer(value) => value.to_string(),
            Self::Float(value) => value.to_string(),
            Self::Boolean(value) => i64::from(value).to_string(),
            Self::Text(text) => text.trim().to_owned(),
        }
    }
}

/// A switch, also as number or text.
pub fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let text = Option::<Loose>::deserialize(deserializer)?.map(Loose::text).unwrap_or_default();
    Ok(matches!(text.as_str(), "1" | "true"))
}

/// An integer, also as text.
pub fn integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    Loose::deserialize(deserializer)?.text().parse().map_err(|_| serde::de::Error::custom("not an integer"))
}

/// An integer, also as text; absent, null, empty and 0 are nothing.
pub fn some_integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let Some(loose) = Option::<Loose>::deserialize(deserializer)? else { return Ok(None) };
    let text = loose.text();
    if text.is_empty() {
        return Ok(None);
    }
    let value: i64 = text.parse().map_err(|_| serde::de::Error::custom("not an integer"))?;
    Ok(Some(value).filter(|value| *value != 0))
}

/// A decimal, as number or as text.
pub fn decimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
    let text = Loose::deserialize(deserializer)?.text();
    text.parse().or_else(|_| Decimal::from_scientific(&text)).map_err(|_| serde::de::Error::custom("not a decimal"))
}
