//! Typed reading of stored columns: what is absent is nothing, what can't be read is an error and never nothing.

use actors::clock::zone_named;
use actors::dates::{Month, date};
use chrono::NaiveDate;
use chrono_tz::Tz;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;

/// What a text says; nothing where there is none or it is empty.
fn said<'de, D: Deserializer<'de>, T>(deserializer: D, what: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)?.filter(|text| !text.is_empty()) else { return Ok(None) };
    read(&text).map(Some).ok_or_else(|| D::Error::custom(format_args!("{text:?} is no {what}")))
}

/// A calendar month.
pub(crate) fn month<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Month>, D::Error> {
    said(deserializer, "month", Month::of)
}

/// A time zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Zone(#[serde(deserialize_with = "zone")] pub(crate) Option<Tz>);

fn zone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Tz>, D::Error> {
    said(deserializer, "time zone", zone_named)
}

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Day(#[serde(deserialize_with = "day")] pub(crate) Option<NaiveDate>);

fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
    said(deserializer, "day", date)
}

/// JSON that may be kept as text; empty where there is none.
pub fn read_json<T: DeserializeOwned + Default>(kept: Json) -> serde_json::Result<T> {
    match kept {
        Json::Null => Ok(T::default()),
        Json::String(text) if text.is_empty() => Ok(T::default()),
        Json::String(text) => serde_json::from_str(&text),
        other => serde_json::from_value(other),
    }
}

/// A column of such JSON.
pub(crate) fn json_text<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(deserializer: D) -> Result<T, D::Error> {
    read_json(Json::deserialize(deserializer)?).map_err(|error| D::Error::custom(format_args!("JSON that can't be read: {error}")))
}

/// The same of what a page of the shop only shows: what can't be read is empty and logged, as one odd row must not hide the
/// others.
pub(crate) fn shown_json_text<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(deserializer: D) -> Result<T, D::Error> {
    Ok(json_text(deserializer).unwrap_or_else(|error: D::Error| {
        tracing::warn!(%error, "a stored row shows less than it should");
        T::default()
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Row {
        #[serde(deserialize_with = "month")]
        closed: Option<Month>,
        zone: Zone,
        day: Day,
        #[serde(deserialize_with = "json_text")]
        ids: Vec<i64>,
    }

    #[test]
    fn what_is_absent_is_nothing_and_what_cannot_be_read_is_an_error() {
        let whole = json!({ "closed": "2026-01", "zone": "Asia/Shanghai", "day": "2026-02-03", "ids": "[1,2]" });
        let row: Row = serde_json::from_value(whole.clone()).unwrap();
        assert_eq!((row.closed, row.zone, row.ids), (Month::of("2026-01"), Zone(Some(chrono_tz::Asia::Shanghai)), vec![1, 2]));
        assert_eq!(row.day, Day(date("2026-02-03")));
        for absent in [Json::Null, json!("")] {
            let row: Row = serde_json::from_value(json!({ "closed": absent, "zone": absent, "day": absent, "ids": absent })).unwrap();
            assert_eq!((row.closed, row.zone, row.day, row.ids), (None, Zone(None), Day(None), vec![]));
        }
        for (column, odd) in [
            ("closed", json!("2026-13")),
            ("closed", json!(202_601)),
            ("zone", json!("Nowhere/Here")),
            ("day", json!("soon")),
            ("ids", json!("[1,")),
            ("ids", json!({ "a": 1 })),
        ] {
            let mut row = whole.clone();
            row[column] = odd.clone();
            assert!(serde_json::from_value::<Row>(row).is_err(), "{column}: {odd}");
        }
    }
}
