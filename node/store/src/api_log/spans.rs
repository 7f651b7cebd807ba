//! Counts of API calls by minute and by hour, for all calls, each route and each caller. Every node writes rows of its own, which
//! readers add up.

use actors::store::StoreError;
use serde::{Deserialize, Serialize};
use surrealdb::types::Value;

use super::milliseconds;
use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, dec, id, int, object, text};

/// Seconds of a span.
pub const MINUTE: i64 = 60;
pub const HOUR: i64 = 3_600;
/// Seconds that the rows of each span are kept.
const KEPT: [(i64, i64); 2] = [(MINUTE, 2 * 86_400), (HOUR, 90 * 86_400)];

/// What a row counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counts {
    All,
    Route,
    Caller,
}

impl Counts {
    const EACH: [Self; 3] = [Self::All, Self::Route, Self::Caller];

    const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Route => "route",
            Self::Caller => "caller",
        }
    }
}

/// Counts of a span. Of a route or a caller, `name` says which; `buckets` is text that the node reads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct SpanRow {
    /// Unix seconds at which it begins.
    pub at: i64,
    pub name: String,
    /// What people call it.
    pub label: String,
    pub calls: i64,
    pub refusals: i64,
    pub errors: i64,
    pub max_micros: i64,
    /// Unix seconds of the last call.
    pub last_at: i64,
    /// Lines that found no room in the queue.
    pub dropped: i64,
    pub buckets: String,
}

/// A route's figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteFigures {
    pub route: String,
    pub calls: i64,
    pub refusals: i64,
    pub errors: i64,
    /// Microseconds.
    pub p50: u64,
    pub p90: u64,
    pub p99: u64,
    pub max: u64,
    /// Unix seconds.
    pub last_at: i64,
}

#[derive(Deserialize)]
struct KnownRoute {
    id: i64,
    route: String,
}

fn row(node: &str, (span, counts, row): &(i64, Counts, SpanRow)) -> Value {
    let key = vec![int(*span), text(counts.name()), int(row.at), text(&row.name), text(node)];
    object([
        ("id", array_id("api_minute", key)),
        ("at", int(row.at)),
        ("name", text(&row.name)),
        ("label", text(&row.label)),
        ("calls", int(row.calls)),
        ("refusals", int(row.refusals)),
        ("errors", int(row.errors)),
        ("max_micros", int(row.max_micros)),
        ("last_at", int(row.last_at)),
        ("dropped", int(row.dropped)),
        ("buckets", text(&row.buckets)),
    ])
}

fn figures(key: i64, route: &RouteFigures) -> Value {
    object([
        ("id", id("api_url", key)),
        ("route", text(&route.route)),
        ("calls", int(route.calls)),
        ("refusals", int(route.refusals)),
        ("errors", int(route.errors)),
        ("p50", dec(milliseconds(route.p50))),
        ("p90", dec(milliseconds(route.p90))),
        ("p99", dec(milliseconds(route.p99))),
        ("max", dec(milliseconds(route.max))),
        ("last_time", int(route.last_at)),
    ])
}

impl Store {
    /// Writes a node's rows in place of what it wrote of the same spans before.
    pub async fn write_api_spans(&self, node: &str, rows: &[(i64, Counts, SpanRow)]) -> Result<(), StoreError> {
        let query = "INSERT INTO api_minute $rows ON DUPLICATE KEY UPDATE label = $input.label, calls = $input.calls, refusals = $input.refusals, \
            errors = $input.errors, max_micros = $input.max_micros, last_at = $input.last_at, dropped = $input.dropped, \
            buckets = $input.buckets RETURN NONE";
        self.run(query, vec![("rows", array(rows.iter().map(|each| row(node, each)).collect()))]).await?;
        Ok(())
    }

    /// The rows of spans that begin at `since` or later and before `until`, of every node, oldest first.
    pub async fn api_spans(&self, span: i64, counts: Counts, since: i64, until: i64) -> Result<Vec<SpanRow>, StoreError> {
        let query = "SELECT at, name, label, calls, refusals, errors, max_micros, last_at, dropped, buckets \
            FROM api_minute:[$span, $counts, $since]..[$span, $counts, $until]";
        self.rows(query, vec![("span", int(span)), ("counts", text(counts.name())), ("since", int(since)), ("until", int(until))]).await
    }

    /// Deletes rows whose time is over.
    pub async fn trim_api_spans(&self, now: i64) -> Result<(), StoreError> {
        for (span, kept) in KEPT {
            for counts in Counts::EACH {
                let query = "DELETE api_minute:[$span, $counts, 0]..[$span, $counts, $until] RETURN NONE";
                self.run(query, vec![("span", int(span)), ("counts", text(counts.name())), ("until", int(now - kept))]).await?;
            }
        }
        Ok(())
    }

    /// Writes the figures of the routes that were called; of others they are 0. Notes stay.
    pub async fn write_api_routes(&self, routes: &[RouteFigures]) -> Result<(), StoreError> {
        let known: Vec<KnownRoute> = self.rows("SELECT record::id(id) AS id, route FROM api_url", vec![]).await?;
        let key_of = |route: &RouteFigures| known.iter().find(|known| known.route == route.route).map(|known| known.id);
        let new = routes.iter().filter(|route| key_of(route).is_none()).count();
        let mut next = if new == 0 { 0 } else { self.next_ids("api_url", i64::try_from(new).unwrap_or(i64::MAX)).await? };
        let mut rows = Vec::with_capacity(routes.len());
        for route in routes {
            let key = key_of(route).unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            rows.push(figures(key, route));
        }
        if routes.is_empty() {
            return Ok(());
        }
        let query = "UPDATE api_url SET calls = 0, refusals = 0, errors = 0, p50 = 0dec, p90 = 0dec, p99 = 0dec, max = 0dec \
                WHERE calls > 0 AND route NOT IN $routes RETURN NONE;
            INSERT INTO api_url $rows ON DUPLICATE KEY UPDATE calls = $input.calls, refusals = $input.refusals, errors = $input.errors, \
                p50 = $input.p50, p90 = $input.p90, p99 = $input.p99, max = $input.max, last_time = $input.last_time RETURN NONE";
        let named = array(routes.iter().map(|route| text(&route.route)).collect());
        self.run(query, vec![("routes", named), ("rows", array(rows))]).await?;
        Ok(())
    }

    /// Routes that the board's lists leave out.
    pub async fn muted_api_routes(&self) -> Result<Vec<String>, StoreError> {
        self.rows("SELECT VALUE route FROM api_url WHERE muted = 1", vec![]).await
    }
}
