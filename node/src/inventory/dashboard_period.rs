//! The period of the dashboard, and what moved in it.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Timelike};
use chrono_tz::Tz;
use entrepot_store::inventory::moved::{self, Moved, Period};
use poem_openapi::Object;

/// A period that ends with today or with this month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    Days { name: &'static str, count: u32 },
    Months { name: &'static str, count: u32 },
}

const CHOICES: [Chosen; 3] =
    [Chosen::Days { name: "7d", count: 7 }, Chosen::Days { name: "30d", count: 30 }, Chosen::Months { name: "12m", count: 12 }];
/// Where none is named.
const USUAL: Chosen = CHOICES[1];

impl Chosen {
    /// The period of a name; `None`: there is none.
    #[must_use]
    pub fn named(name: Option<&str>) -> Option<Self> {
        match name.unwrap_or_default() {
            "" => Some(USUAL),
            name => CHOICES.into_iter().find(|chosen| chosen.name() == name),
        }
    }

    const fn name(self) -> &'static str {
        let (Self::Days { name, .. } | Self::Months { name, .. }) = self;
        name
    }

    const fn count(self) -> u32 {
        let (Self::Days { count, .. } | Self::Months { count, .. }) = self;
        count
    }

    /// The first day of the day or month so many before the one of today.
    fn first_day(self, today: NaiveDate, back: u32) -> NaiveDate {
        let day = match self {
            Self::Days { .. } => today.checked_sub_days(Days::new(back.into())),
            Self::Months { .. } => today.with_day(1).and_then(|first| first.checked_sub_months(Months::new(back))),
        };
        day.unwrap_or(today)
    }

    /// The first days of its days or months, oldest first.
    fn first_days(self, today: NaiveDate) -> impl Iterator<Item = NaiveDate> {
        (0..self.count()).rev().map(move |back| self.first_day(today, back))
    }

    /// The first day of the period before.
    fn before(self, today: NaiveDate) -> NaiveDate {
        self.first_day(today, 2 * self.count() - 1)
    }

    /// When it and its days or months began, on the site's clock.
    #[must_use]
    pub fn period(self, now: NaiveDateTime, zone: Tz) -> Period {
        let today = now.date();
        let back = Days::new(self.count().into());
        // By the hour or the day, so that the store counts the same spans for as long.
        let until = match self {
            Self::Days { .. } => today.and_hms_opt(now.hour(), 0, 0).and_then(|hour| hour.checked_sub_days(back)),
            Self::Months { count, .. } => today.succ_opt().and_then(|day| day.checked_sub_months(Months::new(count))).map(NaiveDateTime::from),
        };
        let midnight = |day: NaiveDate| moment(day.and_time(NaiveTime::MIN), zone);
        Period {
            before: midnight(self.before(today)),
            until: moment(until.unwrap_or(now), zone),
            starts: self.first_days(today).map(midnight).collect(),
        }
    }
}

/// A moment of the site's clock, Unix milliseconds. One that the clock skips, as where summer time begins at midnight,
/// is the one an hour later.
fn moment(local: NaiveDateTime, zone: Tz) -> i64 {
    let found = zone.from_local_datetime(&local).earliest().or_else(|| zone.from_local_datetime(&(local + TimeDelta::hours(1))).earliest());
    found.map_or_else(|| local.and_utc().timestamp_millis(), |time| time.timestamp_millis())
}

/// How often in the period, and in the one before it.
#[derive(Object)]
pub struct Compared {
    pub now: i64,
    pub before: i64,
}

impl From<moved::Compared> for Compared {
    fn from(moved::Compared { now, before }: moved::Compared) -> Self {
        Self { now, before }
    }
}

/// How often goods moved in a period: ledger records, without those that take back others or were taken back.
#[derive(Object)]
pub struct MovesView {
    /// `7d`, `30d` or `12m`.
    pub period: String,
    /// Its first day, YYYY-MM-DD.
    pub since: String,
    /// The first day of the period before it, YYYY-MM-DD.
    pub since_before: String,
    /// Inbound records.
    pub received: Compared,
    /// Outbound records.
    pub shipped: Compared,
    /// Products that moved at all.
    pub products: Compared,
    /// Its days or months, oldest first.
    pub points: Vec<MovePoint>,
    /// Those in use in which goods moved, the busiest first.
    pub warehouses: Vec<WarehouseMoves>,
    /// By what goods moved, the most frequent first.
    pub operations: Vec<OperationMoves>,
}

/// How often goods moved in a day or month.
#[derive(Object)]
pub struct MovePoint {
    /// Its first day, YYYY-MM-DD.
    pub since: String,
    pub received: i64,
    pub shipped: i64,
}

/// How often goods moved in a warehouse.
#[derive(Object)]
pub struct WarehouseMoves {
    pub warehouses_id: i64,
    pub name: String,
    pub moves: Compared,
}

/// How often goods moved by an operation.
#[derive(Object)]
pub struct OperationMoves {
    /// As in `operation_type` of ledger records.
    pub operation_type: i64,
    pub moves: Compared,
}

/// A product that goes out often.
#[derive(Object)]
pub struct MoverView {
    pub product_id: i64,
    pub product_no: String,
    pub name: String,
    /// How often it went out: outbound records.
    pub records: i64,
    /// How often it went out in the period before.
    pub records_before: i64,
}

/// Shows what moved, with the names of warehouses.
#[must_use]
pub fn moves_view(chosen: Chosen, today: NaiveDate, moved: Moved, names: &BTreeMap<i64, String>) -> (MovesView, Vec<MoverView>) {
    let points = chosen.first_days(today).zip(&moved.points);
    let points = points.map(|(day, point)| MovePoint { since: day.to_string(), received: point.received, shipped: point.shipped }).collect();
    let named = |(id, moves): (i64, moved::Compared)| {
        names.get(&id).map(|name| WarehouseMoves { warehouses_id: id, name: name.clone(), moves: moves.into() })
    };
    let mut warehouses: Vec<WarehouseMoves> = moved.warehouses.into_iter().filter_map(named).collect();
    warehouses.sort_by_key(|row| -row.moves.now);
    let counted = |(operation_type, moves): (i64, moved::Compared)| OperationMoves { operation_type, moves: moves.into() };
    let mut operations: Vec<OperationMoves> = moved.operations.into_iter().map(counted).collect();
    operations.sort_by_key(|row| -row.moves.now);
    let mover = |mover: moved::Mover| MoverView {
        product_id: mover.product,
        product_no: mover.product_no,
        name: mover.name,
        records: mover.records.now,
        records_before: mover.records.before,
    };
    let view = MovesView {
        period: chosen.name().to_owned(),
        since: chosen.first_day(today, chosen.count() - 1).to_string(),
        since_before: chosen.before(today).to_string(),
        received: moved.received.into(),
        shipped: moved.shipped.into(),
        products: moved.products.into(),
        points,
        warehouses,
        operations,
    };
    (view, moved.movers.into_iter().map(mover).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(name: &str) -> (String, Vec<String>) {
        let today = NaiveDate::from_ymd_opt(2026, 3, 31).unwrap();
        let chosen = Chosen::named(Some(name)).unwrap();
        (chosen.before(today).to_string(), chosen.first_days(today).map(|day| day.to_string()).collect())
    }

    #[test]
    fn a_period_ends_with_today_and_follows_one_as_long() {
        let (before, week) = days("7d");
        assert_eq!((before.as_str(), week[0].as_str(), week[6].as_str(), week.len()), ("2026-03-18", "2026-03-25", "2026-03-31", 7));
        let (before, month) = days("30d");
        assert_eq!((before.as_str(), month[0].as_str(), month.len()), ("2026-01-31", "2026-03-02", 30));
        let (before, year) = days("12m");
        assert_eq!((before.as_str(), year[0].as_str(), year[11].as_str(), year.len()), ("2024-04-01", "2025-04-01", "2026-03-01", 12));
    }

    #[test]
    fn thirty_days_are_usual_and_others_are_no_period() {
        assert_eq!((Chosen::named(None), Chosen::named(Some(""))), (Some(USUAL), Some(USUAL)));
        assert_eq!(Chosen::named(Some("5y")), None);
    }

    fn at(day: (i32, u32, u32), hour: u32) -> NaiveDateTime {
        NaiveDate::from_ymd_opt(day.0, day.1, day.2).unwrap().and_hms_opt(hour, 40, 0).unwrap()
    }

    #[test]
    fn a_day_begins_at_the_midnight_of_the_site() {
        let period = Chosen::named(Some("7d")).unwrap().period(at((2026, 3, 31), 9), chrono_tz::Asia::Shanghai);
        // 2026-03-30T16:00:00Z
        assert_eq!((period.starts.len(), period.starts[6]), (7, 1_774_886_400_000));
    }

    #[test]
    fn the_period_before_counts_up_to_the_same_hour_or_day() {
        let hours = |name: &str, day| {
            let period = Chosen::named(Some(name)).unwrap().period(at(day, 9), chrono_tz::Asia::Shanghai);
            (period.until - period.before) / 3_600_000
        };
        assert_eq!((hours("7d", (2026, 3, 31)), hours("30d", (2026, 3, 31))), (6 * 24 + 9, 29 * 24 + 9));
        // April 2024 with March 2025, or with its first day.
        assert_eq!((hours("12m", (2026, 3, 31)), hours("12m", (2026, 3, 1))), (365 * 24, 335 * 24));
    }

    #[test]
    fn a_day_without_a_midnight_begins_an_hour_later() {
        let period = Chosen::named(Some("7d")).unwrap().period(at((2026, 4, 25), 9), chrono_tz::Africa::Cairo);
        // 24 April 2026 begins at one o'clock, 2026-04-23T22:00:00Z.
        assert_eq!(period.starts[5], 1_776_981_600_000);
        assert!(period.starts.is_sorted() && period.before < period.until && period.until < period.starts[0]);
    }
}
