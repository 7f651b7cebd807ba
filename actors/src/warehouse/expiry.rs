//! When people are notified that a batch nears its expiry date. Pure.
//!
//! A batch is usable through the end of its expiry date, so one has as many days left as lie between today and that
//! date, and has expired when there are fewer than none.

use chrono::NaiveDate;

/// Days before the expiry date on which people are notified, if the product's category does not set them.
pub const ALERT_DAYS: &[i64] = &[30, 7, 0];
/// Most days that a category may name, and the farthest.
const DAYS_MAX: usize = 8;
const FARTHEST: i64 = 3_650;
/// The stage of a batch that has expired. The others are days before the expiry date.
pub const EXPIRED: i64 = -1;

/// Parses a category's setting such as `60, 30, 7`. `None` for anything but whole numbers between commas; an empty list
/// for an empty text.
#[must_use]
pub fn alert_days(text: &str) -> Option<Vec<i64>> {
    let text = text.trim();
    if text.is_empty() {
        return Some(Vec::new());
    }
    let days: Option<Vec<i64>> = text.split([',', '，']).map(|part| part.trim().parse().ok().filter(|day| (0..=FARTHEST).contains(day))).collect();
    days.filter(|days| days.len() <= DAYS_MAX)
}

/// How many days a batch can still be used, today not counted.
#[must_use]
pub fn days_left(today: &str, expiry_date: &str) -> Option<i64> {
    let day = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
    Some((day(expiry_date)? - day(today)?).num_days())
}

/// The stage of a batch: the least of these days that it has reached, or [`EXPIRED`]; nothing before the first.
#[must_use]
pub fn stage(days_left: i64, alert_days: &[i64]) -> Option<i64> {
    if days_left < 0 {
        return Some(EXPIRED);
    }
    alert_days.iter().copied().filter(|day| days_left <= *day).min()
}

/// The last alert about a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alerted<'a> {
    pub stage: i64,
    pub expiry_date: &'a str,
}

/// Whether a batch needs an alert: one at each stage, and another one when its date was corrected.
#[must_use]
pub fn needs_alert(stage: i64, expiry_date: &str, last: Option<&Alerted>) -> bool {
    last.is_none_or(|last| last.expiry_date != expiry_date || last.stage > stage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_says_days_between_commas() {
        assert_eq!(alert_days(" 60, 30，7,0 "), Some(vec![60, 30, 7, 0]));
        assert_eq!(alert_days("  "), Some(vec![]));
        for odd in ["a", "30,", "-1", "1.5", "3651", "30;7", "1,2,3,4,5,6,7,8,9"] {
            assert_eq!(alert_days(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_batch_is_usable_through_its_expiry_date() {
        let stage_on = |today: &str| stage(days_left(today, "2026-03-01").unwrap(), ALERT_DAYS);
        assert_eq!(stage_on("2026-01-29"), None);
        assert_eq!(stage_on("2026-01-30"), Some(30));
        assert_eq!(stage_on("2026-02-21"), Some(30));
        assert_eq!(stage_on("2026-02-22"), Some(7));
        assert_eq!(stage_on("2026-02-28"), Some(7));
        assert_eq!(stage_on("2026-03-01"), Some(0));
        assert_eq!(stage_on("2026-03-02"), Some(EXPIRED));
        assert_eq!(stage(3, &[]), None);
        assert_eq!(days_left("2026-01-01", "soon"), None);
    }

    #[test]
    fn each_stage_is_news_once() {
        let last = Alerted { stage: 30, expiry_date: "2026-03-01" };
        assert!(needs_alert(30, "2026-03-01", None));
        assert!(!needs_alert(30, "2026-03-01", Some(&last)));
        assert!(needs_alert(7, "2026-03-01", Some(&last)) && needs_alert(EXPIRED, "2026-03-01", Some(&last)));
        assert!(needs_alert(30, "2026-03-02", Some(&last)), "the date was corrected");
    }
}
