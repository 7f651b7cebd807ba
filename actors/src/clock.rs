//! Time is passed in, so that tests and the simulation can turn it.

use std::fmt::Debug;
use std::sync::Arc;

use chrono_tz::Tz;

/// Source of the time.
pub trait Clock: Debug + Send + Sync + 'static {
    /// Unix milliseconds.
    fn now_ms(&self) -> i64;

    /// Today in the site's zone, `YYYY-MM-DD`.
    fn today(&self) -> String;
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
