//! What clients send about count sheets. The book figure is not among it: the server takes it.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::http::lenient::{decimal, integer, some_decimal, some_integer, switch};

/// A new sheet. Empty lists do not limit it.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountBody {
    /// Names this intention: sent twice, it is done once.
    #[serde(default)]
    pub command_id: Option<String>,
    #[serde(deserialize_with = "integer")]
    pub warehouses_id: i64,
    /// Only these areas.
    #[serde(default)]
    pub area_ids: Vec<i64>,
    /// Only products of these categories and of those below them.
    #[serde(default)]
    pub category_ids: Vec<i64>,
    /// Only these products.
    #[serde(default)]
    pub product_ids: Vec<i64>,
    /// Only places whose figures changed in so many days: 1 to 366.
    #[serde(default, deserialize_with = "some_integer")]
    pub moved_days: Option<i64>,
    /// Counters see the book figures. Otherwise the sheet is blind.
    #[serde(default, deserialize_with = "switch")]
    pub open: bool,
    #[serde(default)]
    pub remark: String,
    /// The person in charge; empty: the sheet's author.
    #[serde(default, deserialize_with = "some_integer")]
    pub admin_id: Option<i64>,
}

/// A reason for a line's difference.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountReason {
    #[serde(deserialize_with = "integer")]
    pub line: i64,
    /// Empty: none.
    #[serde(default)]
    pub reason: String,
}

/// A change of a sheet. What it leaves out stays.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountEdit {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    #[serde(default, deserialize_with = "some_integer")]
    pub version: Option<i64>,
    #[serde(default)]
    pub command_id: Option<String>,
    #[serde(default)]
    pub remark: Option<String>,
    #[serde(default, deserialize_with = "some_integer")]
    pub admin_id: Option<i64>,
    #[serde(default)]
    pub lines: Vec<CountReason>,
}

/// A part of what somebody counted.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountPart {
    /// The unit that it is counted in, one of its product; empty: the product's own.
    #[serde(default, deserialize_with = "some_integer")]
    pub unit_id: Option<i64>,
    /// In that unit.
    #[serde(deserialize_with = "decimal")]
    pub quantity: Decimal,
}

/// What somebody counted: a line of the sheet, or goods at a place that has no line.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultBody {
    /// The sheet.
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    /// Names this result: sent twice, it is saved once.
    #[serde(default)]
    pub command_id: Option<String>,
    /// The line; without it the place is named.
    #[serde(default, deserialize_with = "some_integer")]
    pub line: Option<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    pub product_id: Option<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_areas_id: Option<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_shelves_id: Option<i64>,
    #[serde(default)]
    pub batch_number: Option<String>,
    /// Of found goods. `YYYY-MM-DD`
    #[serde(default)]
    pub produce_date: Option<String>,
    /// Of found goods. `YYYY-MM-DD`
    #[serde(default)]
    pub expiry_date: Option<String>,
    /// What lies there, in the product's own unit. Left out where `parts` say it.
    #[serde(default, deserialize_with = "some_decimal")]
    pub quantity: Option<Decimal>,
    /// What lies there, counted in other units as well: 3 boxes and 4 pieces. Their sum is kept in the product's own unit, and
    /// the parts as they were typed; at most 20.
    #[serde(default)]
    pub parts: Option<Vec<CountPart>>,
    #[serde(default)]
    pub reason: Option<String>,
    /// How long ago it was counted, where it could not be sent at once: up to a day. The book figure is that of then.
    #[serde(default, deserialize_with = "some_integer")]
    pub age_seconds: Option<i64>,
}

/// A step of a sheet.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountStep {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    #[serde(default, deserialize_with = "some_integer")]
    pub version: Option<i64>,
    /// Names this intention: sent twice, it is done once.
    #[serde(default)]
    pub command_id: Option<String>,
    /// Of `void`; of `post` by a super administrator who counted themselves.
    #[serde(default)]
    pub reason: Option<String>,
    /// Of `recount`: the lines that are to be counted again.
    #[serde(default)]
    pub lines: Vec<i64>,
    /// Of `zeroRest`: how many lines are not counted, as the person has confirmed.
    #[serde(default, deserialize_with = "some_integer")]
    pub confirmed: Option<i64>,
}
