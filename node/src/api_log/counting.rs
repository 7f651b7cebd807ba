//! Counts calls by minute while they are answered. The writer takes what was counted, adds it to the minute and the hour, and
//! writes both.

use std::collections::{BTreeMap, HashMap};

use entrepot_store::api_log::spans::{Counts, HOUR, MINUTE, SpanRow};

use super::buckets::Buckets;
use super::call::{Caller, Outcome};

/// Names that are counted each for itself in a span; others are counted as [`OTHERS`].
const NAMES_MAX: usize = 500;
/// What is counted together.
pub const OTHERS: &str = "…";

/// Counts of one route, one caller or all calls.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub label: String,
    pub calls: i64,
    pub refusals: i64,
    pub errors: i64,
    pub max_micros: u64,
    pub last_at: i64,
    pub dropped: i64,
    pub buckets: Buckets,
}

impl Tally {
    fn add(&mut self, outcome: Outcome, micros: u64, at: i64) {
        self.calls += 1;
        self.refusals += i64::from(outcome == Outcome::Refused);
        self.errors += i64::from(outcome == Outcome::Failed);
        self.max_micros = self.max_micros.max(micros);
        self.last_at = self.last_at.max(at);
        self.buckets.add(micros);
    }

    /// Adds the counts of others.
    pub fn merge(&mut self, other: &Self) {
        if self.label.is_empty() {
            self.label.clone_from(&other.label);
        }
        self.calls += other.calls;
        self.refusals += other.refusals;
        self.errors += other.errors;
        self.max_micros = self.max_micros.max(other.max_micros);
        self.last_at = self.last_at.max(other.last_at);
        self.dropped += other.dropped;
        self.buckets.merge(&other.buckets);
    }

    fn row(&self, at: i64, name: &str) -> SpanRow {
        SpanRow {
            at,
            name: name.to_owned(),
            label: self.label.clone(),
            calls: self.calls,
            refusals: self.refusals,
            errors: self.errors,
            max_micros: i64::try_from(self.max_micros).unwrap_or(i64::MAX),
            last_at: self.last_at,
            dropped: self.dropped,
            buckets: self.buckets.write(),
        }
    }
}

impl From<&SpanRow> for Tally {
    fn from(row: &SpanRow) -> Self {
        Self {
            label: row.label.clone(),
            calls: row.calls,
            refusals: row.refusals,
            errors: row.errors,
            max_micros: u64::try_from(row.max_micros).unwrap_or(0),
            last_at: row.last_at,
            dropped: row.dropped,
            buckets: Buckets::read(&row.buckets),
        }
    }
}

/// Counts of one span.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    all: Tally,
    routes: HashMap<String, Tally>,
    callers: HashMap<Caller, Tally>,
}

/// The tally of a name, made where there is room.
fn of<'a, K: std::hash::Hash + Eq + Clone>(tallies: &'a mut HashMap<K, Tally>, name: &K, others: K) -> &'a mut Tally {
    // What is counted together takes the place of no name.
    let named = tallies.len() - usize::from(tallies.contains_key(&others));
    let name = if tallies.contains_key(name) || named < NAMES_MAX { name.clone() } else { others };
    tallies.entry(name).or_default()
}

impl Counted {
    fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        for (name, tally) in &other.routes {
            of(&mut self.routes, name, OTHERS.to_owned()).merge(tally);
        }
        for (caller, tally) in &other.callers {
            of(&mut self.callers, caller, Caller::OTHERS).merge(tally);
        }
    }

    fn rows(&self, span: i64, at: i64) -> impl Iterator<Item = (i64, Counts, SpanRow)> {
        let routes = self.routes.iter().map(move |(name, tally)| (span, Counts::Route, tally.row(at, name)));
        let callers = self.callers.iter().map(move |(caller, tally)| (span, Counts::Caller, tally.row(at, &caller.written())));
        std::iter::once((span, Counts::All, self.all.row(at, ""))).chain(routes).chain(callers)
    }
}

/// What was counted since the writer last took it, by the minute.
#[derive(Debug, Default)]
pub struct Counting(BTreeMap<i64, Counted>);

impl Counting {
    /// Counts a call. `at` is in Unix seconds.
    pub fn add(&mut self, at: i64, (route, caller, label): (&str, Caller, &str), outcome: Outcome, micros: u64) {
        let counted = self.0.entry(at - at.rem_euclid(MINUTE)).or_default();
        counted.all.add(outcome, micros, at);
        match counted.routes.get_mut(route) {
            Some(tally) => tally.add(outcome, micros, at),
            None => of(&mut counted.routes, &route.to_owned(), OTHERS.to_owned()).add(outcome, micros, at),
        }
        let tally = of(&mut counted.callers, &caller, Caller::OTHERS);
        if tally.label.is_empty() {
            label.clone_into(&mut tally.label);
        }
        tally.add(outcome, micros, at);
    }

    /// Counts a line that found no room.
    pub fn drop_line(&mut self, at: i64) {
        self.0.entry(at - at.rem_euclid(MINUTE)).or_default().all.dropped += 1;
    }

    /// Takes everything.
    pub fn take(&mut self) -> Self {
        std::mem::take(self)
    }
}

/// The spans that are still counted into, of which this node's rows are written again and again.
#[derive(Debug, Default)]
pub struct OpenSpans(BTreeMap<(i64, i64), Counted>);

impl OpenSpans {
    /// Adds what was counted; answers the rows that have changed. Spans that ended before `now` are forgotten.
    pub fn add(&mut self, counting: &Counting, now: i64) -> Vec<(i64, Counts, SpanRow)> {
        let mut changed = Vec::new();
        for (minute, counted) in &counting.0 {
            for span in [MINUTE, HOUR] {
                let key = (span, minute - minute.rem_euclid(span));
                self.0.entry(key).or_default().merge(counted);
                if !changed.contains(&key) {
                    changed.push(key);
                }
            }
        }
        let rows = changed.iter().filter_map(|key| Some(self.0.get(key)?.rows(key.0, key.1))).flatten().collect();
        // A request may end a little after its minute.
        self.0.retain(|(span, at), _| at + span + MINUTE > now);
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::super::call::CallerKind;
    use super::*;

    #[test]
    fn calls_are_counted_by_minute_and_hour_and_names_are_limited() {
        let (mut counting, mut open) = (Counting::default(), OpenSpans::default());
        let caller = Caller { kind: CallerKind::Admin, id: 7 };
        for number in 0..2 * NAMES_MAX {
            counting.add(7_205, (&format!("/admin/{number}"), caller, "root"), Outcome::Done, 1_000);
        }
        counting.add(7_265, ("/admin/0", caller, "root"), Outcome::Failed, 9_000);
        counting.drop_line(7_265);
        let rows = open.add(&counting.take(), 7_270);
        let find = |span, counts, at, name: &str| {
            rows.iter().find(|row| row.0 == span && row.1 == counts && row.2.at == at && row.2.name == name).map(|row| row.2.clone())
        };
        let hour = find(HOUR, Counts::All, 7_200, "").expect("the hour");
        assert_eq!((hour.calls, hour.errors, hour.dropped, hour.max_micros), (2 * 500 + 1, 1, 1, 9_000));
        assert_eq!(find(MINUTE, Counts::Route, 7_200, OTHERS).expect("the others").calls, 500);
        assert_eq!(find(MINUTE, Counts::Caller, 7_260, "admin:7").expect("the caller").label, "root");
        // The next time only what has changed is written, with all that was counted.
        counting.add(7_290, ("/admin/0", caller, "root"), Outcome::Refused, 2_000);
        let rows = open.add(&counting.take(), 7_300);
        assert!(rows.iter().all(|row| row.2.at != 7_200 || row.0 == HOUR));
        let minute = rows.iter().find(|row| row.0 == MINUTE && row.1 == Counts::All).expect("the minute");
        assert_eq!((minute.2.calls, minute.2.refusals, minute.2.errors), (2, 1, 1));
        assert!(open.add(&counting.take(), 7_300 + 2 * HOUR).is_empty() && open.0.is_empty());
    }
}
