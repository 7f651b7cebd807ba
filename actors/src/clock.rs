//! Time is passed in, so that tests and the simulation can turn it.

use std::fmt::Debug;
use std::sync::Arc;

use chrono_tz::Tz;

/// Source of the time.
pub trait Clock: Debug + Send + Sync + 'static {
    /// Unix milliseconds.
    fn now_ms(&self) -> i64;

    /// Unix seconds.
    fn now(&self) -> i64 {
        self.now_ms() / 1_000
    }

    /// Today in the site's zone, `YYYY-MM-DD`.
    fn today(&self) -> String;

    /// Today where a zone of its own may be named: in a warehouse. Without one it is the site's.
    fn today_in(&self, zone: Option<Tz>) -> String {
        zone.map_or_else(|| self.today(), |zone| day_in(zone, self.now_ms()))
    }
}

/// The zone of an IANA name; nothing for a name that there is not, such as the empty one.
#[must_use]
pub fn zone_named(name: &str) -> Option<Tz> {
    name.parse().ok()
}

/// The day in a zone at a moment in Unix milliseconds, `YYYY-MM-DD`.
#[must_use]
pub fn day_in(zone: Tz, now_ms: i64) -> String {
    let moment = chrono::DateTime::from_timestamp_millis(now_ms).unwrap_or_default();
    moment.with_timezone(&zone).format("%Y-%m-%d").to_string()
}

/// The machine's clock, with the site's time zone.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(pub Tz);

impl SystemClock {
    /// For what needs no days of a site, only moments.
    pub const UTC: Self = Self(Tz::UTC);
}

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        chrono::Utc::now().timestamp_millis()
    }

    fn today(&self) -> String {
        chrono::Utc::now().with_timezone(&self.0).format("%Y-%m-%d").to_string()
    }
}

/// A clock that several parts share.
pub type SharedClock = Arc<dyn Clock>;
