//! What happened to rows of declared tables: the statements that tell it, in the transaction that writes them. Rows are told of
//! where their changes are kept as well (`Resource::history`); members too, but not by their names.

use bus_schemas::event::Stream;
use surrealdb::IndexedResults;
use surrealdb::types::Value;

use super::counter;
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array, int, object, text, text_id};
use crate::resource::declaration::{Kind, Resource, page_of};
use crate::resource::history::Author;
use crate::resource::query::quoted;

/// The table of members, and their page.
const MEMBERS: &str = "user";
const MEMBERS_PAGE: &str = "user/user";

/// The stream that rows of a resource are told in; nothing where nobody is told of them.
fn stream_of(resource: &Resource) -> Option<Stream> {
    if resource.table == MEMBERS {
        return Some(Stream::Members);
    }
    resource.history.then(|| Stream::Table(resource.controller.to_owned()))
}

/// What became of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowEvent {
    Added,
    Edited,
    Deleted,
    Restored,
}

impl RowEvent {
    const fn kind(self, members: bool) -> &'static str {
        match (self, members) {
            (Self::Added, false) => "row.added",
            (Self::Edited, false) => "row.edited",
            (Self::Deleted, false) => "row.deleted",
            (Self::Restored, false) => "row.restored",
            (Self::Added, true) => "member.added",
            (Self::Edited, true) => "member.edited",
            (Self::Deleted, true) => "member.deleted",
            (Self::Restored, true) => "member.restored",
        }
    }
}

/// The statement that looks at rows before they are told of: `$row_events`, each with its id, name and warehouse. `records` is an
/// expression of their records. Rows that are deleted are looked at before.
pub(crate) fn seen(resource: &Resource, records: &str) -> String {
    let Some(stream) = stream_of(resource) else { return String::new() };
    let named = resource.fields.iter().find(|field| field.name == "name" && stream != Stream::Members && matches!(field.kind, Kind::Text(_)));
    let name = named.map_or("''".to_owned(), |field| format!("({} ?? '')", quoted(field.name)));
    let at = match resource.warehouse {
        Some("id") => "[record::id(id)]".to_owned(),
        Some(column) => format!("IF ({column} ?? 0) = 0 {{ [] }} ELSE {{ [{column}] }}", column = quoted(column)),
        None => "[]".to_owned(),
    };
    format!("LET $row_events = (SELECT record::id(id) AS id, {name} AS name, {at} AS warehouses FROM {records});")
}

/// The statements that tell of `$row_events`, numbered on in the stream of their table.
pub(crate) fn told(resource: &Resource) -> &'static str {
    if stream_of(resource).is_none() {
        return "";
    }
    "IF array::len($row_events) > 0 { \
       LET $row_event_last = (UPSERT ONLY $row_event_counter SET last = (last ?? 0) + array::len($row_events) RETURN VALUE last); \
       LET $row_event_first = $row_event_last - array::len($row_events) + 1; \
       INSERT $row_events.map(|$one, $at| { id: type::record('event', [$row_event_stream, $row_event_first + $at]), kind: $row_event_kind, at: $row_event_now, \
         by: $row_event_by, subject: { page: $row_event_page, id: $one.id, name: $one.name }, warehouses: $one.warehouses, data: $row_event_data }) RETURN NONE };"
}

/// The values of both. `fields` are the names of those that were changed.
pub(crate) fn vars(resource: &Resource, event: RowEvent, author: Author, fields: impl Iterator<Item = &'static str>) -> Vars {
    let Some(stream) = stream_of(resource) else { return Vars::new() };
    let page = if stream == Stream::Members { MEMBERS_PAGE.to_owned() } else { page_of(resource.controller) };
    let by = object([("kind", text(if author.admin > 0 { "admin" } else { "system" })), ("id", int(author.admin.max(0)))]);
    let fields: Vec<Value> = fields.map(text).collect();
    let data = if fields.is_empty() { object([]) } else { object([("fields", array(fields))]) };
    vec![
        ("row_event_counter", text_id("counter", &counter(&stream))),
        ("row_event_stream", text(&stream.to_string())),
        ("row_event_kind", text(event.kind(stream == Stream::Members))),
        ("row_event_now", int(author.at * 1_000)),
        ("row_event_by", by),
        ("row_event_page", text(&page)),
        ("row_event_data", data),
    ]
}

impl Store {
    /// Runs a transaction that tells of rows. Within this process one stream counts on in one of them at a time: of those that meet, all
    /// but one would be tried again.
    pub(crate) async fn run_telling(&self, resource: &Resource, query: &str, vars: Vars) -> Result<IndexedResults, TxError> {
        let counters: Vec<String> = stream_of(resource).iter().map(counter).collect();
        let _held = self.counter_cache().counting(&[], &counters).await;
        self.run(query, vars).await
    }
}
