//! Days and times.

use actors::dates;

use super::number::{ranged, whole};
use super::{Cell, JsonType, KindFacts, Simple, Storage};
use crate::engine::value::{int, text};

/// Up to the last second of the year 9999.
const TIMESTAMPS: (i64, i64) = (0, 253_402_300_799);

pub(super) const DATE: Simple = Simple {
    facts: KindFacts {
        json: JsonType { format: Some("date"), ..JsonType::new("string") },
        operator: Some("RANGE"),
        sortable: true,
        cell: Cell::Date,
        ..KindFacts::new("date", Storage::Date)
    },
    check: |plain| dates::typed(plain).map(|date| text(&date.to_string())).ok_or("error.date"),
};

pub(super) const TIME: Simple = Simple {
    facts: KindFacts { operator: Some("RANGE"), cell: Cell::Time, ..KindFacts::new("time", Storage::Moment) },
    check: |plain| dates::time(plain).map(|time| text(&time.to_string())).ok_or("error.time"),
};

pub(super) const DATE_TIME: Simple = Simple {
    facts: KindFacts { input: "datetime", operator: Some("RANGE"), cell: Cell::DateTime, ..KindFacts::new("date_time", Storage::Moment) },
    check: |plain| dates::typed_time(plain).map(|time| text(&time.to_string())).ok_or("error.datetime"),
};

/// Unix seconds.
pub(super) const TIMESTAMP: Simple = Simple {
    facts: KindFacts { cell: Cell::Timestamp, ..ranged("timestamp", Storage::Integer, TIMESTAMPS) },
    check: |plain| match dates::typed_time(plain) {
        Some(time) => Ok(int(time.and_utc().timestamp())),
        None => whole(plain, TIMESTAMPS),
    },
};
