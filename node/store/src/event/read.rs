//! Events as they are read: by the numbers of their stream.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use actors::store::StoreError;
use bus_schemas::event::{By, ByKind, Event, Stream, Subject};
use bus_schemas::ids::WarehouseId;
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use surrealdb::types::{Array, RecordId, RecordIdKey, RecordIdKeyRange, Value};

use super::{Bell, COUNTERS, counter};
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, id, int, text, text_id};

/// Most events of one answer.
pub const PAGE_MAX: i64 = 1_000;

/// Events of a stream, and which of it there are.
#[derive(Clone, Debug, PartialEq)]
pub struct EventPage {
    pub events: Vec<Event>,
    /// The oldest that is kept; above `last` where none is.
    pub first: i64,
    /// The newest; 0 where there was none yet.
    pub last: i64,
}

#[derive(Deserialize)]
struct Row {
    number: i64,
    kind: String,
    at: i64,
    by: By,
    subject: Subject,
    warehouses: Vec<WarehouseId>,
    data: Map<String, Json>,
}

/// The records of a stream's events from one number to another.
pub(crate) fn between(stream: &Stream, from: i64, to: i64) -> Value {
    let key = |number: i64| RecordIdKey::Array(Array::from(vec![text(&stream.to_string()), int(number)]));
    let range = RecordIdKeyRange { start: Bound::Included(key(from)), end: Bound::Included(key(to)) };
    Value::RecordId(RecordId { table: "event".into(), key: RecordIdKey::Range(Box::new(range)) })
}

/// What an event's people and warehouses are called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventNames {
    /// Empty for the system, and for somebody who is gone.
    pub by: String,
    pub warehouses: Vec<String>,
}

impl Store {
    /// What the people and warehouses of an event are called now.
    pub async fn event_names(&self, event: &Event) -> Result<EventNames, StoreError> {
        let by = match event.by.kind {
            ByKind::Admin => id("admin", event.by.id),
            // Who a member is, is not told outside.
            ByKind::Member | ByKind::System => Value::None,
        };
        let warehouses = event.warehouses.iter().map(|warehouse| id("warehouse", warehouse.0)).collect();
        let query = "SELECT VALUE IF (nickname ?? '') = '' { username } ELSE { nickname } FROM $by; SELECT VALUE name FROM $warehouses;";
        let mut response = self
            .run(query, vec![("by", array(if matches!(by, Value::None) { vec![] } else { vec![by] })), ("warehouses", array(warehouses))])
            .await?;
        let (by, warehouses): (Vec<String>, Vec<String>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        Ok(EventNames { by: by.into_iter().next().unwrap_or_default(), warehouses })
    }

    /// The constants of texts, by their names.
    pub async fn notice_constants(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.rows("SELECT VALUE [name, value] FROM notice_variable WHERE source = 'constant'", vec![]).await
    }

    /// Whether a text of a notice item has a variable.
    pub async fn is_variable_used(&self, name: &str) -> Result<bool, StoreError> {
        let query = "SELECT VALUE true FROM notice_item WHERE title CONTAINS $name OR body CONTAINS $name LIMIT 1";
        let found: Vec<bool> = self.rows(query, vec![("name", text(&format!("{{{name}}}")))]).await?;
        Ok(!found.is_empty())
    }

    /// Events after a number, in their order, at most `limit`. Numbers have no gaps, so a range of them has no more rows than it is
    /// long; of events that are gone, those after them follow.
    pub async fn events_after(&self, stream: &Stream, after: i64, limit: i64) -> Result<EventPage, StoreError> {
        if let Stream::Ledger(warehouse) = stream {
            let last = self.last_move(*warehouse).await?;
            let from = after.saturating_add(1).max(1);
            let events = if from > last { Vec::new() } else { self.moves_between(*warehouse, from, from + limit.clamp(1, PAGE_MAX) - 1).await? };
            return Ok(EventPage { events, first: 1, last });
        }
        let vars = vec![("counter", text_id("counter", &counter(stream))), ("first", text_id("event_first", &stream.to_string()))];
        let mut response = self.run("SELECT VALUE last FROM $counter; SELECT VALUE number FROM $first;", vars).await?;
        let (last, first): (Vec<i64>, Vec<i64>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        let (last, first) = (last.first().copied().unwrap_or(0), first.first().copied().unwrap_or(1));
        let from = after.saturating_add(1).max(first);
        let events = if from > last { Vec::new() } else { self.events_between(stream, from, from + limit.clamp(1, PAGE_MAX) - 1).await? };
        Ok(EventPage { events, first, last })
    }

    /// The events that are kept of these numbers.
    pub(crate) async fn events_between(&self, stream: &Stream, from: i64, to: i64) -> Result<Vec<Event>, StoreError> {
        let query = "SELECT *, record::id(id)[1] AS number OMIT id FROM $range";
        let rows: Vec<Row> = self.rows(query, vec![("range", between(stream, from, to))]).await?;
        let event = |Row { number, kind, at, by, subject, warehouses, data }: Row| {
            let stream = stream.clone();
            Event { stream, number, kind, at, by, subject, warehouses, data }
        };
        Ok(rows.into_iter().map(event).collect())
    }

    /// One event, while it is kept.
    pub async fn event(&self, stream: &Stream, number: i64) -> Result<Option<Event>, StoreError> {
        let found = match stream {
            Stream::Ledger(warehouse) => self.moves_between(*warehouse, number, number).await?,
            Stream::Warehouse(_) | Stream::Shop | Stream::Members | Stream::Table(_) => self.events_between(stream, number, number).await?,
        };
        Ok(found.into_iter().next())
    }

    /// The streams that have events, with their last numbers.
    pub async fn event_streams(&self) -> Result<BTreeMap<Stream, i64>, StoreError> {
        let key = |text: &str| RecordIdKey::String(text.to_owned());
        // `;` comes after `:`.
        let range = RecordIdKeyRange { start: Bound::Included(key(COUNTERS)), end: Bound::Excluded(key("event;")) };
        let range = Value::RecordId(RecordId { table: "counter".into(), key: RecordIdKey::Range(Box::new(range)) });
        let rows: Vec<(String, i64)> = self.rows("SELECT VALUE [record::id(id), last] FROM $range", vec![("range", range)]).await?;
        let stream = |(name, last): (String, i64)| Some((name.strip_prefix(COUNTERS)?.parse().ok()?, last));
        Ok(rows.into_iter().filter_map(stream).collect())
    }

    /// Rings when this process has written events; those of other nodes ring nobody here.
    #[must_use]
    pub fn event_bell(&self) -> Arc<tokio::sync::Notify> {
        self.memory::<Bell>().0.clone()
    }
}
