//! Dates and times as texts: the one place that reads them. Pure.
//!
//! Exactly the documented forms are read. chrono alone takes signs, years of any length, single
//! digits, missing blanks and leap seconds; none of these can be stored and compared as a text.

use chrono::{Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime};

/// First and last year that a date may have.
const YEARS: std::ops::RangeInclusive<i32> = 1..=9999;

/// First and last year of a date that somebody types: another one is a slip of the finger.
const TYPED_YEARS: std::ops::RangeInclusive<i32> = 1900..=2999;
/// What stands for 'never' where a date must be given.
const NEVER: &str = "9999-12-31";

/// A number of exactly `count` digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// A calendar date `YYYY-MM-DD`, years 1 to 9999.
#[must_use]
pub fn date(text: &str) -> Option<NaiveDate> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let year = i32::try_from(digits(year, 4)?).ok().filter(|year| YEARS.contains(year))?;
    let date = NaiveDate::from_ymd_opt(year, digits(month, 2)?, digits(day, 2)?)?;
    parts.next().is_none().then_some(date)
}

/// A date that somebody types: one of the years 1900 to 2999, or 9999-12-31 for 'never'.
#[must_use]
pub fn typed(text: &str) -> Option<NaiveDate> {
    date(text).filter(|date| TYPED_YEARS.contains(&date.year()) || text == NEVER)
}

/// The same with a time.
#[must_use]
pub fn typed_time(text: &str) -> Option<NaiveDateTime> {
    let (day, _) = text.split_once(' ')?;
    typed(day).and_then(|_| date_time(text))
}

/// A time of the day `HH:MM:SS` or `HH:MM`; an hour before ten may have one digit.
#[must_use]
pub fn time(text: &str) -> Option<NaiveTime> {
    let mut parts = text.split(':');
    let (hour, minute) = (parts.next()?, parts.next()?);
    let second = parts.next().unwrap_or("00");
    let hour = digits(hour, 2).or_else(|| digits(hour, 1))?;
    let time = NaiveTime::from_hms_opt(hour, digits(minute, 2)?, digits(second, 2)?)?;
    parts.next().is_none().then_some(time)
}

/// A date and a time `YYYY-MM-DD HH:MM:SS`.
#[must_use]
pub fn date_time(text: &str) -> Option<NaiveDateTime> {
    let (day, rest) = text.split_once(' ')?;
    let time = if rest.len() == 8 { time(rest)? } else { return None };
    Some(date(day)?.and_time(time))
}

/// The earlier of two dates `YYYY-MM-DD`, of which either may not be known.
#[must_use]
pub fn earlier(one: Option<String>, other: Option<&String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if *other < one { other.clone() } else { one }),
        (one, other) => one.or_else(|| other.cloned()),
    }
}

/// A calendar month. Months compare by their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    year: i32,
    month: u32,
}

impl Month {
    /// Reads `YYYY-MM`.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        date(&format!("{text}-01")).map(|date| Self { year: date.year(), month: date.month() })
    }

    /// The month of a date `YYYY-MM-DD`.
    #[must_use]
    pub fn of_date(text: &str) -> Option<Self> {
        date(text).map(|date| Self { year: date.year(), month: date.month() })
    }

    /// The month before it.
    #[must_use]
    pub const fn before(self) -> Self {
        if self.month == 1 { Self { year: self.year - 1, month: 12 } } else { Self { year: self.year, month: self.month - 1 } }
    }
}

impl std::fmt::Display for Month {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

/// The date so many days before a date `YYYY-MM-DD`.
#[must_use]
pub fn days_before(text: &str, days: u32) -> Option<String> {
    date(text)?.checked_sub_days(Days::new(days.into())).map(|date| date.to_string())
}

/// The date so many days after a date `YYYY-MM-DD`, at most the last one that a date may be.
#[must_use]
pub fn days_after(text: &str, days: u32) -> Option<String> {
    let last = || NaiveDate::from_ymd_opt(*YEARS.end(), 12, 31);
    let after = date(text)?.checked_add_days(Days::new(days.into())).filter(|date| YEARS.contains(&date.year()));
    after.or_else(last).map(|date| date.to_string())
}

/// Days from a date `YYYY-MM-DD` to a later one; none where it is not later.
#[must_use]
pub fn days_between(from: &str, until: &str) -> Option<u32> {
    let days = date(until)?.signed_duration_since(date(from)?).num_days();
    u32::try_from(days).ok().filter(|days| *days > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_days_are_counted_over_the_turn_of_a_year() {
        let month = |text| Month::of(text).expect("a month");
        assert_eq!(month("2026-01").before(), month("2025-12"));
        assert_eq!(Month::of_date("2026-03-31").map(|month| month.to_string()).as_deref(), Some("2026-03"));
        assert!(month("2025-12") < month("2026-01"));
        for bad in ["2026", "2026-13", "2026-1", "2026-01-01", ""] {
            assert_eq!(Month::of(bad), None, "{bad}");
        }
        assert_eq!(days_before("2026-01-03", 7).as_deref(), Some("2025-12-27"));
        assert_eq!(days_after("2026-02-20", 10).as_deref(), Some("2026-03-02"));
        assert_eq!(days_after("9999-12-30", 10).as_deref(), Some("9999-12-31"));
        assert_eq!(days_after("2026-02-30", 1), None);
        assert_eq!(days_between("2026-02-20", "2026-03-02"), Some(10));
        for (from, until) in [("2026-03-02", "2026-03-02"), ("2026-03-02", "2026-02-20"), ("", "2026-02-20")] {
            assert_eq!(days_between(from, until), None, "{from} {until}");
        }
    }

    #[test]
    fn typed_dates_are_of_years_that_somebody_means() {
        for text in ["1900-01-01", "2026-02-28", "2999-12-31", "9999-12-31"] {
            assert!(typed(text).is_some() && typed_time(&format!("{text} 10:00:00")).is_some(), "{text}");
        }
        for text in ["0069-01-01", "0001-01-01", "1066-10-14", "1899-12-31", "3000-01-01", "3026-01-01", "9999-12-30", "2026-02-30", "2026-1-1"] {
            assert!(typed(text).is_none() && typed_time(&format!("{text} 10:00:00")).is_none(), "{text}");
        }
    }

    #[test]
    fn only_the_documented_forms_are_read() {
        for text in ["2026-02-28", "0001-01-01", "9999-12-31", "2024-02-29"] {
            assert_eq!(date(text).map(|date| date.to_string()).as_deref(), Some(text));
        }
        for text in ["+2099-1-01", "+2099-01-01", "-001-01-01", "0000-01-01", "12026-01-01", "2026-1-01", "2026-01-1", "2026-02-30", "2026-02-29", ""]
            .into_iter()
            .chain([
                "2026-01-01 ",
                " 2026-01-01",
                "2026-01-01-",
                "2026/01/01",
                "20260101",
                "2026-01",
                "٢٠٢٦-01-01",
                "2026-+1-01",
                "2026-01-01T00:00:00",
            ])
        {
            assert_eq!(date(text), None, "{text:?}");
        }
        for (text, read) in [("09:05:00", "09:05:00"), ("9:05", "09:05:00"), ("23:59:59", "23:59:59"), ("00:00", "00:00:00")] {
            assert_eq!(time(text).map(|time| time.to_string()).as_deref(), Some(read));
        }
        for text in ["24:00:00", "23:59:60", "9:5", "+9:05", "09:05:00.5", "09:05:00:00", "9", "", " 9:05", "009:05", "9:05:1"] {
            assert_eq!(time(text), None, "{text:?}");
        }
        assert_eq!(date_time("2026-02-28 09:05:01").map(|time| time.to_string()).as_deref(), Some("2026-02-28 09:05:01"));
        for text in ["2026-02-28", "2026-02-28T09:05:01", "2026-02-28  09:05:01", "2026-02-28 9:05:01", "2026-02-28 09:05", "+2099-1-01 00:00:00"] {
            assert_eq!(date_time(text), None, "{text:?}");
        }
    }
}
