//! Times on the site's clock, as texts.

use chrono_tz::Tz;

/// A time in Unix seconds on a clock, `YYYY-MM-DD HH:mm:ss`.
#[must_use]
pub fn time_at(zone: Tz, seconds: i64) -> String {
    chrono::DateTime::from_timestamp(seconds, 0).unwrap_or_default().with_timezone(&zone).format("%Y-%m-%d %H:%M:%S").to_string()
}
