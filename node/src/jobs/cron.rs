//! Schedules of five fields: minute, hour, day of the month, month, day of the week. Pure.

use chrono::{Datelike, NaiveDateTime, Timelike};

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cron {
    minutes: u64,
    hours: u64,
    days: u64,
    months: u64,
    weekdays: u64,
    /// Both days are given: either fits, as with cron.
    either: bool,
}

/// The bits of `*`, `5`, `1-5`, `*/15`, `1,2,10-20/5`.
fn field(text: &str, low: u32, high: u32) -> Option<u64> {
    let mut bits = 0;
    for part in text.split(',') {
        let (range, step) = part.split_once('/').map_or((part, Some(1)), |(range, step)| (range, step.parse::<u32>().ok()));
        let step = step.filter(|step| *step > 0)?;
        let (from, to) = match range.split_once('-') {
            _ if range == "*" => (low, high),
            Some((from, to)) => (from.parse().ok()?, to.parse().ok()?),
            None if part.contains('/') => (range.parse().ok()?, high),
            None => {
                let only = range.parse().ok()?;
                (only, only)
            }
        };
        if from < low || to > high || from > to {
            return None;
        }
        for value in (from..=to).step_by(usize::try_from(step).ok()?) {
            bits |= 1_u64 << value;
        }
    }
    Some(bits)
}

impl Cron {
    /// Reads a schedule; six fields are taken when the first, the seconds, is `0`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        if fields.len() == 6 && fields[0] == "0" {
            fields.remove(0);
        }
        let [minutes, hours, days, months, weekdays] = fields.as_slice() else { return None };
        let week = field(weekdays, 0, 7)?;
        Some(Self {
            minutes: field(minutes, 0, 59)?,
            hours: field(hours, 0, 23)?,
            days: field(days, 1, 31)?,
            months: field(months, 1, 12)?,
            // 7 is Sunday as well as 0.
            weekdays: week | (week >> 7 & 1),
            either: *days != "*" && *weekdays != "*",
        })
    }

    /// Whether it fires in this minute.
    #[must_use]
    pub fn fires(&self, at: NaiveDateTime) -> bool {
        let has = |bits: u64, value: u32| bits >> value & 1 == 1;
        let (day, weekday) = (has(self.days, at.day()), has(self.weekdays, at.weekday().num_days_from_sunday()));
        let days = if self.either { day || weekday } else { day && weekday };
        has(self.minutes, at.minute()) && has(self.hours, at.hour()) && has(self.months, at.month()) && days
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;

    fn fires(cron: &str, day: u32, hour: u32, minute: u32) -> bool {
        // August 2026 begins on a Saturday.
        let at = NaiveDate::from_ymd_opt(2026, 8, day).and_then(|date| date.and_hms_opt(hour, minute, 0)).expect("a time");
        Cron::parse(cron).expect("a schedule").fires(at)
    }

    #[test]
    fn schedules_fire_when_they_should() {
        assert!(fires("* * * * *", 1, 0, 0) && fires("0 * * * * *", 1, 7, 9));
        assert!(fires("*/15 8-18 * * *", 3, 18, 45) && !fires("*/15 8-18 * * *", 3, 19, 0) && !fires("*/15 * * * *", 3, 1, 20));
        assert!(fires("30 2 * * 0", 2, 2, 30) && fires("30 2 * * 7", 2, 2, 30) && !fires("30 2 * * 1-5", 2, 2, 30));
        assert!(fires("0 0 1 * 1", 1, 0, 0) && fires("0 0 1 * 1", 3, 0, 0) && !fires("0 0 1 * 1", 4, 0, 0));
        assert!(!fires("0 0 * 7 *", 1, 0, 0));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "* * * *", "60 * * * *", "*/0 * * * *", "5-1 * * * *", "a * * * *", "* * 0 * *", "1 * * * * *"] {
            assert_eq!(Cron::parse(text), None, "{text}");
        }
    }
}
