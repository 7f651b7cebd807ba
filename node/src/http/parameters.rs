//! Query parameters: those of every list, and typed values. Clients written for BuildAdmin send odd values, so an
//! unreadable one counts as absent, except where a list without the condition would be taken for the answer to it.

use std::borrow::Cow;

use entrepot_store::listing::ListQuery;
use poem::{Request, RequestBody};
use poem_openapi::error::ParseParamError;
use poem_openapi::registry::{MetaOperationParam, MetaParamIn, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromParameter, ParseResult, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::json;

use super::error::ApiError;
use super::listing::{ids, list_query};
use crate::base::Base;

/// The schema whose properties are the parameters of a list. [`super::document`] writes them out.
const LIST: &str = "ListParameters";
const CONDITION: &str = "ListCondition";

/// What the library says of a parameter that has to be there.
const ABSENT: &str = "expects an input value";

/// The refusal of a parameter that is absent or has another type: names it.
#[must_use]
pub fn refusal(error: &ParseParamError) -> ApiError {
    let key = if error.reason.contains(ABSENT) { "error.required" } else { "error.type" };
    ApiError::field(error.name, key)
}

/// Makes a type the extractor of query parameters that belong together: `query_group!(Type, "Schema", register, read)`, where
/// `register` adds the schema whose properties they are. The document writes them out ([`super::document`]).
macro_rules! query_group {
    ($group:ty, $name:expr, $register:expr, $read:expr) => {
        impl<'a> ::poem_openapi::ApiExtractor<'a> for $group {
            const TYPES: &'static [::poem_openapi::ApiExtractorType] = &[::poem_openapi::ApiExtractorType::Parameter];
            type ParamType = ();
            type ParamRawType = ();

            fn register(registry: &mut ::poem_openapi::registry::Registry) {
                $register(registry);
            }

            fn param_in() -> Option<::poem_openapi::registry::MetaParamIn> {
                Some(::poem_openapi::registry::MetaParamIn::Query)
            }

            fn param_schema_ref() -> Option<::poem_openapi::registry::MetaSchemaRef> {
                Some(::poem_openapi::registry::MetaSchemaRef::Reference($name.to_owned()))
            }

            async fn from_request(
                request: &'a ::poem::Request,
                _: &mut ::poem::RequestBody,
                _: ::poem_openapi::ExtractParamOptions<()>,
            ) -> ::poem::Result<Self> {
                let read: fn(&::poem::Request) -> Result<Self, $crate::http::error::ApiError> = $read;
                Ok(read(request)?)
            }
        }
    };
}
pub(crate) use query_group;

/// The list parameters of a request.
pub struct List(pub ListQuery);

fn inline(schema: MetaSchema) -> MetaSchemaRef {
    MetaSchemaRef::Inline(Box::new(schema))
}

fn array(item: MetaSchemaRef) -> MetaSchema {
    MetaSchema { items: Some(Box::new(item)), ..MetaSchema::new("array") }
}

pub(crate) fn object(properties: Vec<(&'static str, MetaSchema, &'static str)>) -> MetaSchema {
    let described = |(name, schema, description)| (name, inline(MetaSchema { description: Some(description), ..schema }));
    MetaSchema { properties: properties.into_iter().map(described).collect(), ..MetaSchema::new("object") }
}

/// Registers the schema of the list parameters.
pub fn register(registry: &mut Registry) {
    let text = || MetaSchema::new("string");
    let number = || MetaSchema::new_with_format("integer", "int64");
    let one_or_more = MetaSchema { one_of: vec![inline(text()), inline(array(inline(text())))], ..MetaSchema::ANY };
    let condition = object(vec![
        ("field", text(), "A column of the list"),
        ("operator", text(), "=, <>, >, >=, <, <=, LIKE, IN, RANGE, FIND_IN_SET, NULL and their opposites"),
        ("val", one_or_more, "What the column is compared with; a range is two values with a comma between"),
        ("render", text(), "datetime: the values are date-times of the site's clock"),
    ]);
    registry.schemas.insert(CONDITION.to_owned(), MetaSchema { required: vec!["field", "val"], ..condition });
    let conditions = array(MetaSchemaRef::Reference(CONDITION.to_owned()));
    let list = object(vec![
        ("page", number(), "From 1"),
        ("limit", number(), "Rows of a page, at most 200"),
        ("order", text(), "field,asc or field,desc"),
        ("quickSearch", text(), "Looks into the list's quick search fields"),
        ("search", conditions, "Conditions, all of which hold: search[0][field], search[0][operator], search[0][val], search[1][field] ..."),
        ("initKey", text(), "The column of initValue"),
        ("initValue", array(inline(text())), "Only rows with these values"),
        ("select", text(), "true: for a remote select"),
        ("isTree", text(), "false: a tree as a flat list"),
    ]);
    registry.schemas.insert(LIST.to_owned(), list);
}

/// The parameters of a list, in the document.
#[must_use]
pub fn list() -> MetaOperationParam {
    MetaOperationParam {
        name: "list".to_owned(),
        schema: MetaSchemaRef::Reference(LIST.to_owned()),
        in_type: MetaParamIn::Query,
        description: None,
        required: false,
        deprecated: false,
        explode: true,
        style: None,
    }
}

query_group!(List, LIST, register, |request| {
    let config = Base::of(request)?.config();
    let ignored = config.services.clients.ignored().to_vec();
    Ok(List(ListQuery { ignored, ..list_query(request, config.time_zone) }))
});

/// The rows that a request names: `ids[]=1&ids[]=2`; none at all where one is no number.
pub struct Ids(pub Vec<i64>);

impl<'a> ApiExtractor<'a> for Ids {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::Parameter];
    type ParamType = ();
    type ParamRawType = ();

    fn register(_: &mut Registry) {}

    fn param_in() -> Option<MetaParamIn> {
        Some(MetaParamIn::Query)
    }

    fn param_schema_ref() -> Option<MetaSchemaRef> {
        Some(inline(array(inline(MetaSchema::new_with_format("integer", "int64")))))
    }

    async fn from_request(request: &'a Request, _: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        Ok(Self(ids(request)))
    }
}

/// A value that a parameter can't have.
struct Unreadable;

macro_rules! parameter_kind {
    ($(#[$doc:meta])* $name:ident($inner:ty), $schema:expr, $read:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name(pub $inner);

        impl Type for $name {
            const IS_REQUIRED: bool = false;
            type RawValueType = Self;
            type RawElementValueType = Self;

            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_ref() -> MetaSchemaRef {
                inline($schema)
            }

            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }

            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(std::iter::once(self))
            }
        }

        impl ParseFromParameter for $name {
            fn parse_from_parameter(value: &str) -> ParseResult<Self> {
                let read: fn(&str) -> Result<$inner, Unreadable> = $read;
                read(value).map(Self).map_err(|Unreadable| ParseError::custom("the value can't be read"))
            }

            fn parse_from_parameters<I: IntoIterator<Item = A>, A: AsRef<str>>(values: I) -> ParseResult<Self> {
                values.into_iter().next().map_or(Ok(Self::default()), |value| Self::parse_from_parameter(value.as_ref()))
            }
        }
    };
}

parameter_kind!(
    /// A whole number, if one was sent.
    Whole(Option<i64>),
    MetaSchema::new_with_format("integer", "int64"),
    |value| Ok(value.parse().ok())
);

parameter_kind!(
    /// A number of days, if one was sent. Refused when it is no whole number.
    Days(Option<i64>),
    MetaSchema::new_with_format("integer", "int64"),
    |value| match value.trim() {
        "" => Ok(None),
        days => days.parse::<i64>().map(Some).map_err(|_| Unreadable),
    }
);

parameter_kind!(
    /// A switch: on for `1` and `true`.
    Flag(bool),
    MetaSchema { enum_items: vec![json!("0"), json!("1")], ..MetaSchema::new("string") },
    |value| Ok(matches!(value, "1" | "true"))
);

parameter_kind!(
    /// A switch: on for `1` and `true`, off for `0`, `false` and nothing. Refused when it is something else.
    StrictFlag(bool),
    MetaSchema { enum_items: vec![json!("0"), json!("1")], ..MetaSchema::new("string") },
    |value| match value.trim() {
        "1" | "true" => Ok(true),
        "" | "0" | "false" => Ok(false),
        _ => Err(Unreadable),
    }
);

impl Whole {
    /// The number, or a refusal of the field of this name.
    pub fn required(self, name: &str) -> Result<i64, ApiError> {
        self.0.ok_or_else(|| ApiError::field(name, "error.required"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_not_be_read_counts_as_absent() {
        let whole = |values: &[&str]| Whole::parse_from_parameters(values).expect("a number or nothing").0;
        assert_eq!((whole(&["7"]), whole(&["x"]), whole(&[""]), whole(&[])), (Some(7), None, None, None));
        let flag = |values: &[&str]| Flag::parse_from_parameters(values).expect("a switch").0;
        assert_eq!((flag(&["1"]), flag(&["true"]), flag(&["0"]), flag(&["yes"]), flag(&[])), (true, true, false, false, false));
    }

    #[test]
    fn a_condition_that_can_not_be_read_is_refused() {
        let days = |value: &str| Days::parse_from_parameters([value]).ok().map(|days| days.0);
        assert_eq!((days("7"), days(""), days("-1")), (Some(Some(7)), Some(None), Some(Some(-1))));
        assert_eq!(Days::parse_from_parameters(Vec::<&str>::new()).ok(), Some(Days(None)));
        let flag = |value: &str| StrictFlag::parse_from_parameters([value]).ok().map(|flag| flag.0);
        assert_eq!((flag("1"), flag("true"), flag("0"), flag("")), (Some(true), Some(true), Some(false), Some(false)));
        for odd in ["x", "7 days", "1.5", "99999999999999999999"] {
            assert_eq!((days(odd), flag(odd)), (None, None), "{odd}");
        }
        let reason = Days::parse_from_parameters(["x"]).expect_err("no number").into_message();
        let refused = refusal(&ParseParamError { name: "idle_days", reason });
        assert!(matches!(refused, ApiError::Field { field, key } if field == "idle_days" && key == "error.type"));
    }

    #[test]
    fn a_refusal_names_the_parameter_and_why() {
        let absent = String::parse_from_parameters(Vec::<&str>::new()).expect_err("nothing was sent").into_message();
        let wrong = Option::<i64>::parse_from_parameters(["99999999999999999999"]).expect_err("too large").into_message();
        for (reason, wanted) in [(absent, "error.required"), (wrong, "error.type")] {
            let refused = refusal(&ParseParamError { name: "page", reason });
            assert!(matches!(refused, ApiError::Field { field, key } if field == "page" && key == wanted), "{wanted}");
        }
    }
}
