//! Dates and times as texts: the one place that reads them. Pure.
//!
//! Exactly the documented forms are read. chrono alone takes signs, years of any length, single
//! digits, missing blanks and leap seconds; none of these can be stored and compared as a text.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};

/// First and last year that a date may have.
const YEARS: std::ops::RangeInclusive<i32> = 1..=9999;

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

#[cfg(test)]
mod tests {
    use super::*;

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
