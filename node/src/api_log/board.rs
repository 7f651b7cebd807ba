//! The figures of the board: counts of some spans, added up.

use std::collections::BTreeMap;

use entrepot_store::Store;
use entrepot_store::api_log::spans::{Counts, HOUR, MINUTE, SpanRow};
use poem_openapi::Object;

use super::call::{Caller, CallerKind, NO_ROUTE};
use super::counting::Tally;
use crate::error::ServiceError;

/// Rows of each list.
const LISTED_MAX: usize = 10;
/// Calls of a route from which on a percentile says something.
const CALLS_MIN: i64 = 5;

/// How far back the board looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Seconds of the rows that are read.
    span: i64,
    /// Seconds of a bar.
    step: i64,
    bars: i64,
}

impl Range {
    /// `hour`, `day`, `week` or `month`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "hour" => Some(Self { span: MINUTE, step: MINUTE, bars: 60 }),
            "day" => Some(Self { span: HOUR, step: HOUR, bars: 24 }),
            "week" => Some(Self { span: HOUR, step: 6 * HOUR, bars: 28 }),
            "month" => Some(Self { span: HOUR, step: 24 * HOUR, bars: 30 }),
            _ => None,
        }
    }
}

/// Counts of a bar. Durations are in microseconds, within 12 %.
#[derive(Clone, Debug, Default, Object)]
pub struct ApiBar {
    /// Unix seconds at which it begins.
    pub at: i64,
    pub calls: i64,
    pub refusals: i64,
    pub errors: i64,
    pub p50: u64,
    pub p99: u64,
}

/// Counts of a route.
#[derive(Clone, Debug, Object)]
pub struct ApiRoute {
    /// Method and path.
    pub route: String,
    pub calls: i64,
    pub refusals: i64,
    pub errors: i64,
    pub p50: u64,
    pub p99: u64,
    pub max: u64,
}

/// Counts of a caller.
#[derive(Clone, Debug, Object)]
pub struct ApiCaller {
    /// `visitor`, `admin`, `member`, `key`; `others` are those that are not counted each for itself.
    pub kind: String,
    pub id: i64,
    pub name: String,
    pub calls: i64,
    pub refusals: i64,
    pub errors: i64,
    pub p99: u64,
}

/// The board.
#[derive(Clone, Debug, Object)]
pub struct ApiBoard {
    /// Whether calls are logged now.
    pub enabled: bool,
    /// Unix seconds.
    pub since: i64,
    pub until: i64,
    /// Seconds of a bar.
    pub step: i64,
    pub calls: i64,
    pub refusals: i64,
    pub errors: i64,
    pub p50: u64,
    pub p99: u64,
    pub max: u64,
    /// Lines that were not written, as too many waited.
    pub dropped: i64,
    /// One for each step, also where nothing was called.
    pub bars: Vec<ApiBar>,
    /// By p99.
    pub slowest: Vec<ApiRoute>,
    /// By errors, then refusals.
    pub failing: Vec<ApiRoute>,
    /// By calls.
    pub callers: Vec<ApiCaller>,
}

/// The rows of each name, added up.
#[must_use]
pub fn by_name(rows: &[SpanRow]) -> BTreeMap<&str, Tally> {
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for row in rows {
        tallies.entry(row.name.as_str()).or_default().merge(&Tally::from(row));
    }
    tallies
}

fn bars(rows: &[SpanRow], range: Range, since: i64) -> Vec<ApiBar> {
    let mut tallies: BTreeMap<i64, Tally> = (0..range.bars).map(|bar| (since + bar * range.step, Tally::default())).collect();
    for row in rows {
        if let Some(tally) = tallies.get_mut(&(row.at - (row.at - since).rem_euclid(range.step))) {
            tally.merge(&Tally::from(row));
        }
    }
    let bar = |(at, tally): (i64, Tally)| ApiBar {
        at,
        calls: tally.calls,
        refusals: tally.refusals,
        errors: tally.errors,
        p50: tally.buckets.percentile(50),
        p99: tally.buckets.percentile(99),
    };
    tallies.into_iter().map(bar).collect()
}

fn route((route, tally): (&str, &Tally)) -> ApiRoute {
    ApiRoute {
        route: route.to_owned(),
        calls: tally.calls,
        refusals: tally.refusals,
        errors: tally.errors,
        p50: tally.buckets.percentile(50),
        p99: tally.buckets.percentile(99),
        max: tally.max_micros,
    }
}

fn caller((name, tally): (&str, &Tally)) -> ApiCaller {
    let (kind, id) = name.split_once(':').unwrap_or((CallerKind::Visitor.name(), "0"));
    let others = name == Caller::OTHERS.written();
    ApiCaller {
        kind: if others { "others".to_owned() } else { kind.to_owned() },
        id: id.parse().unwrap_or(0),
        name: tally.label.clone(),
        calls: tally.calls,
        refusals: tally.refusals,
        errors: tally.errors,
        p99: tally.buckets.percentile(99),
    }
}

/// Reads the board of a range that ends now.
pub async fn read(store: &Store, now: i64, range: Range, enabled: bool) -> Result<ApiBoard, ServiceError> {
    let until = now - now.rem_euclid(range.step) + range.step;
    let since = until - range.step * range.bars;
    let all = store.api_spans(range.span, Counts::All, since, until).await?;
    let routes = store.api_spans(range.span, Counts::Route, since, until).await?;
    let callers = store.api_spans(range.span, Counts::Caller, since, until).await?;
    let muted = store.muted_api_routes().await?;
    let mut total = Tally::default();
    all.iter().for_each(|row| total.merge(&Tally::from(row)));
    let routes = by_name(&routes);
    let shown = || routes.iter().map(|(name, tally)| route((name, tally))).filter(|route| !muted.contains(&route.route) && route.route != NO_ROUTE);
    let mut slowest: Vec<ApiRoute> = shown().filter(|route| route.calls >= CALLS_MIN).collect();
    slowest.sort_by_key(|route| std::cmp::Reverse((route.p99, route.max)));
    slowest.truncate(LISTED_MAX);
    let mut failing: Vec<ApiRoute> = shown().filter(|route| route.errors + route.refusals > 0).collect();
    failing.sort_by_key(|route| std::cmp::Reverse((route.errors, route.refusals)));
    failing.truncate(LISTED_MAX);
    let mut callers: Vec<ApiCaller> = by_name(&callers).iter().map(|(name, tally)| caller((name, tally))).collect();
    callers.sort_by_key(|caller| std::cmp::Reverse(caller.calls));
    callers.truncate(LISTED_MAX);
    Ok(ApiBoard {
        enabled,
        since,
        until,
        step: range.step,
        calls: total.calls,
        refusals: total.refusals,
        errors: total.errors,
        p50: total.buckets.percentile(50),
        p99: total.buckets.percentile(99),
        max: total.max_micros,
        dropped: total.dropped,
        bars: bars(&all, range, since),
        slowest,
        failing,
        callers,
    })
}
