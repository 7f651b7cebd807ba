//! The demo company's clock: what it did long ago is written with the time at which it was done.

use std::sync::atomic::{AtomicI64, Ordering};

use actors::clock::Clock;
use chrono::{DateTime, NaiveDate, TimeZone, Utc};
use chrono_tz::Tz;

/// A clock that is set by hand, and never runs ahead of the machine's.
#[derive(Debug)]
pub struct Calendar {
    zone: Tz,
    now_ms: AtomicI64,
}

impl Calendar {
    /// A clock that shows the present.
    #[must_use]
    pub fn new(zone: Tz) -> Self {
        Self { zone, now_ms: AtomicI64::new(Utc::now().timestamp_millis()) }
    }

    fn at(&self, day: NaiveDate, minutes: u32) -> i64 {
        let present = Utc::now().timestamp_millis();
        let local = day.and_hms_opt(minutes / 60 % 24, minutes % 60, 0).and_then(|time| self.zone.from_local_datetime(&time).earliest());
        local.map_or(present, |time| time.timestamp_millis().min(present))
    }

    /// Sets the clock to a number of minutes after midnight of a day, or to the present if that is in the future.
    pub fn set(&self, day: NaiveDate, minutes: u32) {
        self.now_ms.store(self.at(day, minutes), Ordering::Release);
    }

    /// Advances the clock to a number of minutes after midnight of a day, unless that is in the past.
    pub fn advance_to(&self, day: NaiveDate, minutes: u32) {
        self.now_ms.fetch_max(self.at(day, minutes), Ordering::AcqRel);
    }

    /// Shows the present.
    pub fn set_to_present(&self) {
        self.now_ms.store(Utc::now().timestamp_millis(), Ordering::Release);
    }

    /// Advances the clock by a number of minutes, at most to the present.
    pub fn advance(&self, minutes: i64) {
        let later = (self.now_ms() + minutes * 60_000).min(Utc::now().timestamp_millis());
        self.now_ms.store(later, Ordering::Release);
    }
}

impl Clock for Calendar {
    fn now_ms(&self) -> i64 {
        self.now_ms.load(Ordering::Acquire)
    }

    fn today(&self) -> String {
        let now = DateTime::<Utc>::from_timestamp_millis(self.now_ms()).unwrap_or_default();
        now.with_timezone(&self.zone).format("%Y-%m-%d").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_day_that_it_is_set_to_and_never_the_future() {
        let calendar = Calendar::new(Tz::Asia__Shanghai);
        calendar.set(NaiveDate::from_ymd_opt(2026, 3, 9).unwrap(), 9 * 60 + 30);
        assert_eq!(calendar.today(), "2026-03-09");
        assert_eq!(calendar.now_ms(), 1_773_019_800_000);
        calendar.advance(60 * 15);
        assert_eq!(calendar.today(), "2026-03-10");
        calendar.advance_to(NaiveDate::from_ymd_opt(2026, 3, 9).unwrap(), 0);
        assert_eq!(calendar.today(), "2026-03-10");
        calendar.advance_to(NaiveDate::from_ymd_opt(2026, 3, 12).unwrap(), 60);
        assert_eq!(calendar.today(), "2026-03-12");
        calendar.set(NaiveDate::from_ymd_opt(9999, 1, 1).unwrap(), 0);
        assert!(calendar.now_ms() <= Utc::now().timestamp_millis());
    }
}
