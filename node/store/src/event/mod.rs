//! Events as rows: `event:[stream, number]`, numbered without a gap in the transaction that causes them ([`numbered`]), read by
//! ranges of their numbers ([`read`]), and kept for some weeks ([`tidy`]). Movements of stock have rows already ([`moves`]).
//!
//! What an event is stands in [`bus_schemas::event`]. The last number of a stream is a counter beside those of orders
//! ([`crate::inbox::counters`]).

mod moves;
pub(crate) mod numbered;
pub mod read;
pub(crate) mod rows;
mod tidy;

use std::sync::Arc;

use bus_schemas::event::{EventDraft, Stream};
use serde_json::Value as Json;
use surrealdb::types::Value;

use crate::engine::memory::Memory;
use crate::engine::value::{array, array_id, from_json, int, object, text};

/// Names of the counters of streams begin with it.
pub(crate) const COUNTERS: &str = "event:";

/// The counter of a stream.
pub(crate) fn counter(stream: &Stream) -> String {
    format!("{COUNTERS}{stream}")
}

/// The record of an event.
pub(crate) fn event_id(stream: &Stream, number: i64) -> Value {
    array_id("event", vec![text(&stream.to_string()), int(number)])
}

/// Rings when this process has written events, for whoever hands them on.
#[derive(Default)]
pub(crate) struct Bell(pub(crate) Arc<tokio::sync::Notify>);

impl Memory for Bell {
    fn new(_: bool) -> Self {
        Self::default()
    }
}

/// An event as it is stored.
pub(crate) fn event_row(draft: &EventDraft, number: i64) -> Value {
    // By and subject are plain data.
    let plain = |value: Result<Json, serde_json::Error>| from_json(value.unwrap_or_default(), &[]);
    object([
        ("id", event_id(&draft.stream, number)),
        ("kind", text(&draft.kind)),
        ("at", int(draft.at)),
        ("by", plain(serde_json::to_value(draft.by))),
        ("subject", plain(serde_json::to_value(&draft.subject))),
        ("warehouses", array(draft.warehouses.iter().map(|warehouse| int(warehouse.0)).collect())),
        ("data", from_json(Json::Object(draft.data.clone()), &[])),
    ])
}
