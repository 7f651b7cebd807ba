//! Days and times as people and programs write them in files, and as spreadsheets give them: the one place that reads them, for all
//! imports. Pasted rows are read by the same rules in the browser (`web/src/shared/number/day.ts`). Pure.
//!
//! The year comes first, or the month has its name: `5/1/2027` means two days, so it is refused.

use actors::dates;
use chrono::{NaiveDate, Timelike};

use super::figures::usual;

const MONTHS: [&str; 12] = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// The number of one or two digits that a text begins with, and what follows.
fn short(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=2).contains(&digits) {
        return None;
    }
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// The year of four digits that a text begins with, and what follows.
fn year(text: &str) -> Option<(i32, &str)> {
    let (year, rest) = (text.get(..4)?, text.get(4..)?);
    let is_year = year.bytes().all(|byte| byte.is_ascii_digit()) && !rest.starts_with(|letter: char| letter.is_ascii_digit());
    if is_year { Some((year.parse().ok()?, rest)) } else { None }
}

/// The month whose English name, or its first three letters, a text begins with, and what follows.
fn named_month(text: &str) -> Option<(u32, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = text[..length].to_ascii_lowercase();
    let fits = |month: &&str| name.len() >= 3 && (month[..3] == name || **month == name || (name == "sept" && month.starts_with("sept")));
    let (month, _) = (1..).zip(MONTHS).find(|(_, month)| fits(month))?;
    Some((month, text[length..].strip_prefix('.').unwrap_or(&text[length..])))
}

/// `2027-1-5`, `2027/1/5`, `2027.1.5`, `2027年1月5日`, and what follows.
fn in_parts(text: &str) -> Option<(NaiveDate, &str)> {
    let (year, rest) = year(text)?;
    let rest = rest.trim_start();
    let separator = rest.chars().next().filter(|letter| matches!(letter, '-' | '/' | '.' | '年'))?;
    let (month, rest) = short(rest[separator.len_utf8()..].trim_start())?;
    let second = if separator == '年' { '月' } else { separator };
    let (day, rest) = short(rest.trim_start().strip_prefix(second)?.trim_start())?;
    let rest = if separator == '年' { rest.trim_start().strip_prefix(['日', '号']).unwrap_or(rest) } else { rest };
    Some((NaiveDate::from_ymd_opt(year, month, day)?, rest))
}

/// `20270105`, and what follows.
fn compact(text: &str) -> Option<(NaiveDate, &str)> {
    let (digits, rest) = (text.get(..8)?, text.get(8..)?);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || rest.starts_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    Some((NaiveDate::from_ymd_opt(digits[..4].parse().ok()?, digits[4..6].parse().ok()?, digits[6..].parse().ok()?)?, rest))
}

/// `5-Jan-2027`, `5 January 2027`, `Jan 5, 2027`, and what follows.
fn with_name(text: &str) -> Option<(NaiveDate, &str)> {
    let between = |text: &'_ str| -> Option<usize> {
        let signs = text.bytes().take_while(|byte| matches!(byte, b' ' | b'-' | b'/' | b',')).count();
        (signs > 0).then_some(signs)
    };
    let (month, day, rest) = match short(text) {
        Some((day, rest)) => {
            let (month, rest) = named_month(&rest[between(rest)?..])?;
            (month, day, rest)
        }
        None => {
            let (month, rest) = named_month(text)?;
            let (day, rest) = short(&rest[between(rest)?..])?;
            (month, day, rest)
        }
    };
    let (year, rest) = year(&rest[between(rest)?..])?;
    Some((NaiveDate::from_ymd_opt(year, month, day)?, rest))
}

/// The day that a text begins with, and what follows.
fn split(text: &str) -> Option<(NaiveDate, &str)> {
    let found = in_parts(text).or_else(|| compact(text)).or_else(|| with_name(text));
    // Of another year, a number of eight digits is something else.
    found.filter(|(day, _)| dates::typed(&day.to_string()).is_some())
}

/// A time as it follows a day, as `HH:MM:SS`: with or without seconds and their fractions, `AM` or `PM`.
fn time(text: &str) -> Option<String> {
    let lower = text.trim().to_ascii_lowercase();
    let (bare, afternoon) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(rest), _) => (rest.trim(), Some(false)),
        (None, Some(rest)) => (rest.trim(), Some(true)),
        (None, None) => (lower.as_str(), None),
    };
    let bare = match bare.split_once('.') {
        Some((bare, fraction)) if bare.matches(':').count() == 2 && !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit()) => {
            bare
        }
        Some(_) => return None,
        None => bare,
    };
    let time = dates::time(bare)?;
    let (hour, rest) = (time.hour(), time.format(":%M:%S"));
    let hour = match afternoon {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(afternoon) => hour % 12 + if afternoon { 12 } else { 0 },
    };
    Some(format!("{hour:02}{rest}"))
}

/// The offset of a time zone at the end of a text is left out: `Z`, `UTC`, `+0800`, `+08:00`.
fn without_zone(text: &str) -> &str {
    let text = text.trim();
    if let Some(bare) = text.strip_suffix(['Z', 'z']).or_else(|| text.strip_suffix("UTC")).or_else(|| text.strip_suffix("GMT")) {
        return bare.trim_end();
    }
    let Some((bare, offset)) = text.rsplit_once(['+', '-']) else { return text };
    let digits = offset.replacen(':', "", 1);
    if digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()) { bare.trim_end() } else { text }
}

/// What follows a day: nothing, or a time after a blank or a `T`.
fn time_of(rest: &str) -> Option<&str> {
    if rest.trim().is_empty() {
        return Some("");
    }
    rest.strip_prefix([' ', 'T', 't'])
}

/// The day `YYYY-MM-DD` of a text; the time that a cell may have as well is left out.
#[must_use]
pub fn day(text: &str) -> Option<String> {
    let text = usual(text);
    let (day, rest) = split(&text)?;
    let rest = without_zone(time_of(rest)?);
    (rest.is_empty() || time(rest).is_some()).then(|| day.to_string())
}

/// The day and the time `YYYY-MM-DD HH:MM:SS` of a text; midnight where it has none. A time of another zone is refused.
#[must_use]
pub fn moment(text: &str) -> Option<String> {
    let text = usual(text);
    let (day, rest) = split(&text)?;
    let rest = time_of(rest)?;
    let time = if rest.is_empty() { Some("00:00:00".to_owned()) } else { time(rest) };
    Some(format!("{day} {}", time?))
}

/// The time `HH:MM:SS` of a text, which may have a day as well: a cell with a time alone counts from the first day.
#[must_use]
pub fn clock(text: &str) -> Option<String> {
    let text = usual(text);
    let of_day = text.strip_prefix("1899-12-31 ").or_else(|| text.strip_prefix("1904-01-01 "));
    time(of_day.unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// What pasted rows are tried with as well.
    const CASES: &str = include_str!("../../../web/src/shared/number/days.json");

    #[test]
    fn days_are_read_as_they_are_written() {
        let cases: Value = serde_json::from_str(CASES).expect("JSON");
        for (text, day_of) in cases.as_object().expect("cases") {
            assert_eq!(day(text).as_deref(), day_of.as_str(), "{text}");
        }
    }

    #[test]
    fn times_go_with_days() {
        for (text, found) in [
            ("2027/1/5", Some("2027-01-05 00:00:00")),
            ("2027-01-05 9:30", Some("2027-01-05 09:30:00")),
            ("2027-01-05T09:30:15", Some("2027-01-05 09:30:15")),
            ("2027年1月5日 21:30", Some("2027-01-05 21:30:00")),
            ("Jan 5, 2027 12:05 AM", Some("2027-01-05 00:05:00")),
            ("2027-01-05 09:30:15+08:00", None),
            ("2027-01-05 25:00", None),
            ("9:30", None),
        ] {
            assert_eq!(moment(text).as_deref(), found, "{text}");
        }
        for (text, found) in [
            ("1899-12-31 12:00:00", Some("12:00:00")),
            ("9:30", Some("09:30:00")),
            ("9:30 pm", Some("21:30:00")),
            ("13:00 pm", None),
            ("0.5", None),
            ("2027-01-05", None),
        ] {
            assert_eq!(clock(text).as_deref(), found, "{text}");
        }
    }
}
