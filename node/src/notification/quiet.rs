//! Quiet hours, in which nobody is sent mail. Pure.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entrepot_store::inbox::mails::MailChoice;

/// A time of the day: `07:30`.
#[must_use]
pub fn time_of_day(text: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text, "%H:%M").ok()
}

/// When the quiet hours end that `now` is in, in Unix seconds; nothing outside them. They may go past midnight.
#[must_use]
pub fn quiet_until(choice: &MailChoice, zone: Tz, now: i64) -> Option<i64> {
    let (from, to) = (time_of_day(&choice.quiet_from)?, time_of_day(&choice.quiet_to)?);
    let here = DateTime::<Utc>::from_timestamp(now, 0)?.with_timezone(&zone);
    let at = here.time();
    let quiet = if from <= to { from <= at && at < to } else { at >= from || at < to };
    if !quiet {
        return None;
    }
    let day = if at < to { here.date_naive() } else { here.date_naive() + TimeDelta::days(1) };
    // A time that the clock skips is taken as the moment an hour later.
    let end = day.and_time(to);
    let end = end.and_local_timezone(zone).earliest().or_else(|| (end + TimeDelta::hours(1)).and_local_timezone(zone).earliest())?;
    Some(end.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_end_in_the_morning_of_the_site() {
        let choice = |from: &str, to: &str| MailChoice { quiet_from: from.into(), quiet_to: to.into(), ..MailChoice::default() };
        let zone = Tz::Asia__Shanghai;
        // 2026-01-01 23:30 and, seven hours later, 06:30 there.
        let night = 1_767_281_400;
        assert_eq!(quiet_until(&choice("22:00", "07:00"), zone, night), Some(night + 27_000));
        assert_eq!(quiet_until(&choice("22:00", "07:00"), zone, night + 25_200), Some(night + 27_000));
        assert_eq!(quiet_until(&choice("22:00", "07:00"), zone, night + 27_000), None);
        assert_eq!(quiet_until(&choice("23:00", "23:45"), zone, night), Some(night + 900));
        for (from, to) in [("", ""), ("22:00", ""), ("07:00", "22:00"), ("08:00", "08:00")] {
            assert_eq!(quiet_until(&choice(from, to), zone, night), None, "{from} {to}");
        }
    }
}
