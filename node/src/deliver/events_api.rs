//! Events for other programs, which read on from the last number that they have seen.

use bus_schemas::event::{ByKind, Event, Stream};
use entrepot_store::event::read::PAGE_MAX;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::types::Any;
use poem_openapi::{Enum, Object, OpenApi};
use serde_json::{Map, Value};

use super::visible::may_know;
use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::identity::admin_request::caller;

/// Events of an answer, where nothing else is asked for.
const PAGE: i64 = 100;

/// Endpoints of events.
pub struct Events(pub Base);

/// Who caused an event.
#[derive(Enum)]
#[oai(rename_all = "snake_case")]
pub enum CausedBy {
    Admin,
    Member,
    System,
}

/// An event.
#[derive(Object)]
pub struct EventView {
    /// From 1, rising by one in its stream. Numbers that are left out are of events that the caller may not see.
    pub number: i64,
    /// `order.stock`, `stock.inbound`, `shop.pay`, `row.edited`.
    pub kind: String,
    /// Unix milliseconds.
    pub at: i64,
    pub by: CausedBy,
    /// Of the administrator or the member; 0 for the system.
    pub by_id: i64,
    /// The page of the thing: `warehouse/inboundOrder`.
    pub page: String,
    pub id: i64,
    /// Its number, or what it is called; may be empty.
    pub name: String,
    /// The warehouses that it is about.
    pub warehouses: Vec<i64>,
    /// What happened, by the kind.
    pub data: Any<Map<String, Value>>,
}

/// Events of a stream, in the order of their numbers.
#[derive(Object)]
pub struct EventList {
    pub stream: String,
    pub list: Vec<EventView>,
    /// The oldest event that is kept: of those before, nobody learns any more.
    pub first: i64,
    /// The newest event.
    pub last: i64,
    /// What to ask after next.
    pub next: i64,
}

impl From<Event> for EventView {
    fn from(event: Event) -> Self {
        let by = match event.by.kind {
            ByKind::Admin => CausedBy::Admin,
            ByKind::Member => CausedBy::Member,
            ByKind::System => CausedBy::System,
        };
        Self {
            number: event.number,
            kind: event.kind,
            at: event.at,
            by,
            by_id: event.by.id,
            page: event.subject.page,
            id: event.subject.id,
            name: event.subject.name,
            warehouses: event.warehouses.iter().map(|warehouse| warehouse.0).collect(),
            data: Any(event.data),
        }
    }
}

#[OpenApi]
impl Events {
    /// Events of a stream after a number, in their order: those that the caller may see. For programs, by their key
    #[oai(path = "/api/events", method = "get", operation_id = "events", tag = "Allow::LoggedIn")]
    async fn index(
        &self,
        request: &Request,
        /// `warehouse:<id>`, `ledger:<id>` of its movements of stock, `shop`, `members`, or `table:<controller>` such as
        /// `table:warehouse.Brand`.
        stream: Query<String>,
        /// The last number that is known; 0 from the beginning.
        after: Query<Whole>,
        /// At most so many; 1,000 at most.
        limit: Query<Whole>,
    ) -> Answer<EventList> {
        let rights = &caller(request)?.rights;
        let stream: Stream = stream.0.parse().map_err(|_| ApiError::field("stream", "deliver.stream"))?;
        let after = after.0.0.unwrap_or(0).max(0);
        let limit = limit.0.0.unwrap_or(PAGE).clamp(1, PAGE_MAX);
        let page = self.0.store().events_after(&stream, after, limit).await?;
        let next = page.events.last().map_or(after.min(page.last), |event| event.number);
        let list = page.events.into_iter().filter(|event| may_know(rights, event)).map(EventView::from).collect();
        Ok(ok(EventList { stream: stream.to_string(), list, first: page.first, last: page.last, next }))
    }
}
