//! Which backups stay: seven days, four weeks, twelve months. A rule without I/O.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike, TimeZone};
use chrono_tz::Tz;

const DAYS: usize = 7;
const WEEKS: usize = 4;
const MONTHS: usize = 12;
const DAY_SECONDS: i64 = 86_400;

/// A backup whose file is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    pub id: i64,
    /// Unix seconds.
    pub at: i64,
    /// It was restored and found right.
    pub verified: bool,
}

/// The newest of each of the last `many` periods in which there is one.
fn newest_of<K: Ord>(newest_first: &[(Made, DateTime<Tz>)], many: usize, period: impl Fn(&DateTime<Tz>) -> K) -> Vec<i64> {
    let mut seen = BTreeSet::new();
    newest_first.iter().filter(|(_, at)| seen.len() < many && seen.insert(period(at))).map(|(made, _)| made.id).collect()
}

/// The backups that may go. Those that were verified stay as the newest of their day, week or month, and the last of them always.
/// Others take no place of these: they stay as long as the days do, and where none was verified yet, the newest of each day stays.
#[must_use]
pub fn superfluous(made: &[Made], now: i64, zone: Tz) -> Vec<i64> {
    let dated = |made: &Made| zone.timestamp_opt(made.at, 0).single().map(|at| (*made, at));
    let mut dated: Vec<(Made, DateTime<Tz>)> = made.iter().filter_map(dated).collect();
    dated.sort_by_key(|(made, _)| std::cmp::Reverse((made.at, made.id)));
    let verified: Vec<_> = dated.iter().filter(|(made, _)| made.verified).copied().collect();
    let day = |at: &DateTime<Tz>| (at.year(), at.ordinal());
    let mut stay: BTreeSet<i64> = newest_of(&verified, DAYS, day).into_iter().collect();
    stay.extend(newest_of(&verified, WEEKS, |at| (at.iso_week().year(), at.iso_week().week())));
    stay.extend(newest_of(&verified, MONTHS, |at| (at.year(), at.month())));
    let others: Vec<_> = dated.iter().filter(|(made, _)| !made.verified).copied().collect();
    let days_seconds = i64::try_from(DAYS).unwrap_or(i64::MAX) * DAY_SECONDS;
    let recent: Vec<_> = others.iter().filter(|(made, _)| verified.is_empty() || made.at > now - days_seconds).copied().collect();
    stay.extend(newest_of(&recent, DAYS, day));
    dated.iter().map(|(made, _)| made.id).filter(|id| !stay.contains(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZONE: Tz = Tz::Asia__Shanghai;

    fn at(month: u32, day: u32, hour: u32) -> i64 {
        ZONE.with_ymd_and_hms(2026, month, day, hour, 0, 0).single().expect("a time").timestamp()
    }

    fn stay(made: &[Made], now: i64) -> Vec<i64> {
        let gone = superfluous(made, now, ZONE);
        made.iter().map(|made| made.id).filter(|id| !gone.contains(id)).collect()
    }

    #[test]
    fn a_year_of_verified_nights_leaves_days_weeks_and_months() {
        let nights: Vec<Made> = (0..365).map(|night| Made { id: night, at: at(1, 1, 1) + night * DAY_SECONDS, verified: true }).collect();
        let kept = stay(&nights, nights[364].at);
        // Seven days; of four weeks the newest day of each, the first of which is a day that stays already; the newest of twelve months.
        assert_eq!(kept, [30, 58, 89, 119, 150, 180, 211, 242, 272, 303, 333, 346, 353, 358, 359, 360, 361, 362, 363, 364]);
    }

    #[test]
    fn what_is_not_verified_takes_no_place_of_what_is() {
        let verified = Made { id: 1, at: at(3, 1, 4), verified: true };
        let later: Vec<Made> = (2..40).map(|id| Made { id, at: at(3, 1, 4) + id * DAY_SECONDS, verified: false }).collect();
        let all: Vec<Made> = std::iter::once(verified).chain(later).collect();
        assert_eq!(stay(&all, all[38].at), [1, 33, 34, 35, 36, 37, 38, 39], "the last verified one stays, however old");
        let twice = [Made { id: 1, at: at(3, 1, 4), verified: true }, Made { id: 2, at: at(3, 1, 9), verified: true }];
        assert_eq!(stay(&twice, at(3, 1, 10)), [2], "of a day the later one");
    }

    #[test]
    fn where_nothing_was_verified_the_last_days_stay() {
        let made: Vec<Made> = (0..20).map(|id| Made { id, at: at(1, 1, 1) + id * DAY_SECONDS, verified: false }).collect();
        assert_eq!(stay(&made, at(12, 1, 1)), [13, 14, 15, 16, 17, 18, 19]);
    }
}
