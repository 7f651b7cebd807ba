//! Schedules of five fields: minute, hour, day of the month, month, day of the week. `croner` reads them. Pure.

use chrono::{DateTime, TimeZone};
use croner::parser::{CronParser, Seconds, Year};

/// A schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct Cron {
    schedule: croner::Cron,
    /// It fires in every hour, or every so many hours: by the hours that pass, not by what the clock shows.
    of_any_hour: bool,
}

impl Cron {
    /// Reads a schedule. Six fields are accepted when the first, the seconds, is `0`: tasks run once a minute.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        if fields.len() == 6 && fields[0] == "0" {
            fields.remove(0);
        }
        // Refused here, because the parser would accept names such as `@daily` and skip empty items between commas.
        let odd = |field: &&str| field.contains('@') || field.split(',').any(str::is_empty);
        if fields.len() != 5 || fields.iter().any(odd) {
            return None;
        }
        let parser = CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
        let schedule = parser.parse(&fields.join(" ")).ok()?;
        Some(Self { schedule, of_any_hour: fields[1].starts_with('*') })
    }

    /// When it fires next after this time.
    #[must_use]
    pub fn next_after<Tz: TimeZone>(&self, at: &DateTime<Tz>) -> Option<DateTime<Tz>> {
        self.schedule.find_next_occurrence(at, false).ok()
    }

    /// Whether it fires at this time, which is the beginning of a minute. A time that a clock change makes twice fires the first
    /// time, and one that it leaves out at the first minute after it.
    #[must_use]
    pub fn fires<Tz: TimeZone>(&self, at: &DateTime<Tz>) -> bool {
        if self.of_any_hour {
            return self.schedule.is_time_matching(at).unwrap_or(false);
        }
        let before = at.clone() - chrono::Duration::seconds(1);
        self.next_after(&before).is_some_and(|next| next == *at)
    }
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, Utc};

    use super::*;

    /// The minute in UTC; August 2026 begins on a Saturday.
    fn at(day: u32, hour: u32, minute: u32) -> DateTime<Utc> {
        NaiveDate::from_ymd_opt(2026, 8, day).and_then(|date| date.and_hms_opt(hour, minute, 0)).expect("a time").and_utc()
    }

    fn fires(cron: &str, day: u32, hour: u32, minute: u32) -> bool {
        Cron::parse(cron).expect("a schedule").fires(&at(day, hour, minute))
    }

    #[test]
    fn schedules_fire_when_they_should() {
        assert!(fires("* * * * *", 1, 0, 0) && fires("0 * * * * *", 1, 7, 9));
        assert!(fires("*/15 8-18 * * *", 3, 18, 45) && !fires("*/15 8-18 * * *", 3, 19, 0) && !fires("*/15 * * * *", 3, 1, 20));
        assert!(fires("5/20 * * * *", 3, 1, 45) && !fires("5/20 * * * *", 3, 1, 50) && fires("1,2,10-20/5 * * * *", 3, 1, 15));
        assert!(fires("30 2 * * 0", 2, 2, 30) && fires("30 2 * * 7", 2, 2, 30) && !fires("30 2 * * 1-5", 2, 2, 30));
        assert!(fires("0 0 1 * 1", 1, 0, 0) && fires("0 0 1 * 1", 3, 0, 0) && !fires("0 0 1 * 1", 4, 0, 0));
        assert!(!fires("0 0 * 7 *", 1, 0, 0));
    }

    #[test]
    fn hours_are_those_of_the_time_zone() {
        let eight = Cron::parse("0 8 * * *").expect("a schedule");
        assert!(eight.fires(&at(3, 0, 0).with_timezone(&chrono_tz::Asia::Shanghai)));
        assert!(!eight.fires(&at(3, 8, 0).with_timezone(&chrono_tz::Asia::Shanghai)));
    }

    #[test]
    fn clock_changes_neither_double_nor_lose_a_run() {
        use chrono_tz::Europe::Berlin;
        let utc = |month: u32, day: u32, hour: u32, minute: u32| {
            let at = NaiveDate::from_ymd_opt(2027, month, day).and_then(|date| date.and_hms_opt(hour, minute, 0)).expect("a time");
            at.and_utc().with_timezone(&Berlin)
        };
        // On 2027-10-31 the clock goes from 3:00 back to 2:00: 2:20 is at 0:20 and at 1:20 UTC.
        let twice = Cron::parse("20 2 * * *").expect("a schedule");
        assert!(twice.fires(&utc(10, 31, 0, 20)) && !twice.fires(&utc(10, 31, 1, 20)));
        // On 2027-03-28 it goes from 2:00 to 3:00, which is 1:00 UTC.
        let never = Cron::parse("30 2 * * *").expect("a schedule");
        assert!(never.fires(&utc(3, 28, 1, 0)) && !never.fires(&utc(3, 28, 1, 30)) && never.fires(&utc(3, 29, 0, 30)));
        let each = Cron::parse("* * * * *").expect("a schedule");
        assert!(each.fires(&utc(10, 31, 0, 20)) && each.fires(&utc(10, 31, 1, 20)), "a task of each minute goes on");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "* * * *",
            "60 * * * *",
            "*/0 * * * *",
            "5-1 * * * *",
            "a * * * *",
            "* * 0 * *",
            "1 * * * * *",
            "@daily",
            "@daily * * * *",
            ", * * * *",
            "1,,2 * * * *",
            "0 0 * * * *  2026",
            "* * * * * * *",
        ] {
            assert_eq!(Cron::parse(text), None, "{text}");
        }
    }
}
