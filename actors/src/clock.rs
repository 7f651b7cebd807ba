//! Time is passed in, so that tests and the simulation can turn it.

use std::sync::Arc;

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// Unix milliseconds.
    fn now_ms(&self) -> i64;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        chrono::Utc::now().timestamp_millis()
    }
}

/// A clock that several parts share.
pub type SharedClock = Arc<dyn Clock>;
