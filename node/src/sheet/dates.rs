//! Dates in spreadsheets: numbers of days, recognised by their format alone.

use chrono::{Duration, NaiveDate};

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;
/// 31 December 9999, counted from 1900.
const DAYS_MAX: f64 = 2_958_465.0;

/// Whether one of the formats that every spreadsheet knows shows a date or a time.
#[must_use]
pub const fn is_known_date(format: u32) -> bool {
    matches!(format, 14..=22 | 27..=36 | 45..=47 | 50..=58)
}

/// Whether a format of its own shows a date or a time: a letter of one outside quotes, escapes and
/// brackets, but for `[h]`, `[m]` and `[s]`. Only its part before the first `;` counts.
#[must_use]
pub fn is_date(format: &str) -> bool {
    let mut letters = format.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ';' => return false,
            // The next one is shown as it is.
            '\\' | '_' | '*' => {
                letters.next();
            }
            '"' => {
                letters.by_ref().find(|letter| *letter == '"');
            }
            '[' => {
                let inside: String = letters.by_ref().take_while(|letter| *letter != ']').collect();
                let inside = inside.to_ascii_lowercase();
                if !inside.is_empty() && ['h', 'm', 's'].iter().any(|letter| inside.chars().all(|other| other == *letter)) {
                    return true;
                }
            }
            'd' | 'm' | 'y' | 'h' | 's' | 'D' | 'M' | 'Y' | 'H' | 'S' => return true,
            _ => {}
        }
    }
    false
}

/// `YYYY-MM-DD`, with `HH:MM:SS` when it is not midnight. `since_1904`: the file counts days from there.
#[must_use]
pub fn text(serial: f64, since_1904: bool) -> String {
    let serial = serial.clamp(0.0, DAYS_MAX);
    // At most 2,958,465 days in milliseconds: far below the largest i64.
    #[expect(clippy::cast_possible_truncation, reason = "bounded by the clamp")]
    let whole_ms = (serial * 86_400_000.0).round() as i64;
    let (days, rest) = (whole_ms / DAY_MS, whole_ms % DAY_MS);
    // Spreadsheets have a 29 February 1900, which did not exist.
    let first = match (since_1904, days) {
        (true, _) => NaiveDate::from_ymd_opt(1904, 1, 1),
        (false, ..60) => NaiveDate::from_ymd_opt(1899, 12, 31),
        (false, _) => NaiveDate::from_ymd_opt(1899, 12, 30),
    };
    let day = first.and_then(|first| first.checked_add_signed(Duration::days(days))).unwrap_or(NaiveDate::MAX);
    let seconds = rest / 1_000;
    let day = day.format("%Y-%m-%d");
    if seconds == 0 { day.to_string() } else { format!("{day} {:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_dates_are_told_from_others() {
        for date in ["yyyy-mm-dd", "d/m", "[$-409]h:mm AM/PM", "[h]:mm", "[SS]", "mmm", "\"on\" dd", "yyyy\"年\"m\"月\"d\"日\"", "[Red]yyyy"] {
            assert!(is_date(date), "{date}");
        }
        for other in ["General", "0.00", "#,##0 ;[Red](#,##0)", "\"days\" 0", "0\\d", "_m0", "@", "", "0;yyyy", "\"open", "[", "[]", "[Red]0"] {
            assert!(!is_date(other), "{other}");
        }
        assert!(is_known_date(14) && is_known_date(57) && !is_known_date(0) && !is_known_date(49));
    }

    #[test]
    fn days_become_dates() {
        for (serial, since_1904, shown) in [
            (45_943.541_0, false, "2025-10-13 12:59:02"),
            (45_292.0, false, "2024-01-01"),
            (1.0, false, "1900-01-01"),
            (61.0, false, "1900-03-01"),
            (0.5, false, "1899-12-31 12:00:00"),
            (43_465.0, true, "2023-01-01"),
            (43_464.999_999_999_9, true, "2023-01-01"),
            (-5.0, false, "1899-12-31"),
            (f64::MAX, false, "9999-12-31"),
            (f64::NAN, false, "1899-12-31"),
        ] {
            assert_eq!(text(serial, since_1904), shown, "{serial}");
        }
    }
}
