//! JSON bodies: documented by their type, read with errors that name the field.

use std::borrow::Cow;

use poem::{FromRequest, Request, RequestBody};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchemaRef, Registry};
use poem_openapi::types::Type;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use super::error::ApiError;
use crate::base::Base;

/// Largest body of most routes, in bytes.
pub const BODY_MAX: usize = 1024 * 1024;
/// Largest body of an order with the most lines.
pub const ORDER_BODY_MAX: usize = 4 * 1024 * 1024;
/// Largest body with a file to import.
pub const IMPORT_BODY_MAX: usize = crate::sheet::FILE_MAX + 64 * 1024;

/// A JSON body.
pub struct Body<T>(pub T);

/// Why a body can't be read, and where.
type Unreadable = serde_path_to_error::Error<serde_json::Error>;

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unreadable> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(bytes))
}

/// The backquoted text after a marker.
fn quoted<'a>(reason: &'a str, marker: &str) -> Option<&'a str> {
    reason.split_once(marker).and_then(|(_, rest)| rest.split('`').next())
}

/// The beginning of serde's message about an unknown field.
const UNKNOWN: &str = "unknown field `";

/// The name of the whole body, where it is no object.
const WHOLE: &str = "body";

fn refusal(error: &Unreadable) -> ApiError {
    let path = error.path().to_string();
    let reason = error.inner().to_string();
    let syntax = error.inner().is_syntax() || error.inner().is_eof();
    if syntax {
        return ApiError::Refused { key: "error.body", values: vec![("reason", reason)], facts: serde_json::json!({ "key": "error.body" }) };
    }
    let within = |name: &str| if path == "." || path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    if let Some(name) = quoted(&reason, "missing field `") {
        ApiError::field(within(name), "error.required")
    } else if reason.contains("unknown field") {
        ApiError::field(if path == "." { quoted(&reason, UNKNOWN).unwrap_or(&path).to_owned() } else { path }, "error.field.unknown")
    } else {
        ApiError::field(if path == "." { WHOLE.to_owned() } else { path }, "error.type")
    }
}

/// Refuses a list in place of an object: serde would take its elements for the fields in their order, and an empty one for
/// an object without fields.
fn no_list(bytes: &[u8]) -> Result<(), ApiError> {
    if bytes.trim_ascii_start().first() == Some(&b'[') { Err(ApiError::field(WHOLE, "error.type")) } else { Ok(()) }
}

/// Reads a body; a refusal names the path of the field.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    no_list(bytes)?;
    read(bytes).map_err(|error| refusal(&error))
}

/// Takes a name out of the object at a path; out of every element of the lists on the way.
fn remove_field(value: &mut Value, path: &[&Segment], name: &str) -> bool {
    match path.split_first() {
        None => value.as_object_mut().is_some_and(|fields| fields.remove(name).is_some()),
        Some((Segment::Seq { .. }, rest)) => {
            // All elements: several may have the name.
            let found = value.as_array_mut().into_iter().flatten().filter_map(|element| remove_field(element, rest, name).then_some(())).count();
            found > 0
        }
        Some((Segment::Map { key }, rest)) => value.get_mut(key).is_some_and(|inner| remove_field(inner, rest, name)),
        Some(_) => false,
    }
}

/// Reads a body. `ignores`: unknown names are ignored, not refused.
fn parse_ignoring<T: DeserializeOwned>(bytes: &[u8], ignores: impl Fn(&str) -> bool) -> Result<T, ApiError> {
    no_list(bytes)?;
    let mut bytes = Cow::Borrowed(bytes);
    loop {
        let error = match read(&bytes) {
            Ok(body) => return Ok(body),
            Err(error) => error,
        };
        let reason = error.inner().to_string();
        let Some(name) = quoted(&reason, UNKNOWN).filter(|name| ignores(name)) else { return Err(refusal(&error)) };
        let mut path: Vec<&Segment> = error.path().iter().collect();
        path.pop_if(|last| matches!(last, Segment::Map { key } if key == name));
        let mut value: Value = serde_json::from_slice(&bytes).map_err(|_| refusal(&error))?;
        // Ends: every round takes something out.
        if !remove_field(&mut value, &path, name) {
            return Err(refusal(&error));
        }
        bytes = Cow::Owned(value.to_string().into_bytes());
    }
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
        let clients = request.data::<Base>().map(|base| &base.config().services.clients).filter(|clients| clients.ignores_any());
        Ok(Self(match clients {
            Some(clients) => parse_ignoring(&bytes, |name| clients.ignores(name))?,
            None => parse(&bytes)?,
        }))
    }
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;
    use crate::http::lenient::{decimal, given_integer, integer, some_integer, switch};

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Numbers {
        #[serde(deserialize_with = "integer")]
        whole: i64,
        #[serde(deserialize_with = "some_integer")]
        perhaps: Option<i64>,
        #[serde(deserialize_with = "given_integer")]
        given: Option<i64>,
        #[serde(deserialize_with = "decimal")]
        figure: Decimal,
        #[serde(deserialize_with = "switch")]
        on: bool,
    }

    fn read(body: &Value) -> Result<Numbers, ApiError> {
        parse(body.to_string().as_bytes())
    }

    #[test]
    fn numbers_are_numbers_and_switches_switches() {
        let read_well = read(&json!({ "whole": " 5 ", "perhaps": "0", "figure": "2.50", "on": "1" })).expect("read");
        assert_eq!(read_well, Numbers { whole: 5, figure: Decimal::new(250, 2), on: true, ..Numbers::default() });
        let read_well = read(&json!({ "whole": 5, "perhaps": 7, "figure": 2.5, "on": true })).expect("read");
        assert_eq!(read_well, Numbers { whole: 5, perhaps: Some(7), figure: Decimal::new(25, 1), on: true, ..Numbers::default() });
        for (sent, given) in [(json!(0), Some(0)), (json!("0"), Some(0)), (json!("7"), Some(7)), (json!(""), None), (json!(null), None)] {
            assert_eq!(read(&json!({ "given": sent })).expect("read").given, given, "{sent}");
        }
        for (name, odd) in [
            ("whole", json!(true)),
            ("whole", json!("+5")),
            ("whole", json!(5.5)),
            ("perhaps", json!(false)),
            ("perhaps", json!([1])),
            ("figure", json!(true)),
            ("figure", json!("1_000")),
            ("figure", json!("1e3")),
            ("on", json!("yes")),
            ("on", json!(2)),
        ] {
            let body = Value::Object([(name.to_owned(), odd)].into_iter().collect());
            assert!(matches!(read(&body), Err(ApiError::Field { field, .. }) if field == name), "{body}");
        }
    }

    #[test]
    fn a_body_that_is_no_object_is_called_the_body() {
        let whole =
            |refused: &Result<Numbers, ApiError>| matches!(refused, Err(ApiError::Field { field, key }) if field == "body" && key == "error.type");
        for odd in [json!(7), json!("text"), json!(null), json!([]), json!([5, 7]), json!([{ "whole": 5 }])] {
            assert!(whole(&read(&odd)), "{odd}");
            let ignoring = parse_ignoring(odd.to_string().as_bytes(), |_| true);
            assert!(whole(&ignoring), "{odd}");
        }
        assert!(whole(&parse(b" \n[]")));
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Line {
        product: i64,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Order {
        remark: String,
        lines: Vec<Line>,
    }

    #[test]
    fn names_to_ignore_are_passed_over_where_they_are_not_known() {
        let sent = json!({
            "remark": "kept", "own_a": 1,
            "lines": [{ "product": 1, "remark": "of a line" }, { "product": 2, "own_a": { "b": 1 } }, { "product": 3, "remark": "" }],
        });
        let bytes = sent.to_string().into_bytes();
        let ignores = |name: &str| ["own_a", "remark"].contains(&name);
        let read: Order = parse_ignoring(&bytes, ignores).expect("an order");
        assert_eq!(read, Order { remark: "kept".into(), lines: vec![Line { product: 1 }, Line { product: 2 }, Line { product: 3 }] });
        // What is not named is refused as ever, by the same name.
        let of = |refused: Result<Order, ApiError>| match refused {
            Err(ApiError::Field { field, key }) => (field, key),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            of(parse_ignoring(&bytes, |name| name == "own_a")),
            of(parse(json!({ "remark": "", "lines": [{ "product": 1, "remark": "" }] }).to_string().as_bytes()))
        );
        assert_eq!(of(parse_ignoring(b"{\"other\":1}", ignores)), ("other".into(), "error.field.unknown".into()));
    }
}
