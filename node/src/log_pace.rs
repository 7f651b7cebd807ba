//! Lines of the program's log that strangers cause: one in a while, with how many were left out.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// See the module.
pub struct LogPace {
    seconds: i64,
    /// Unix seconds of the last line.
    last: AtomicI64,
    left_out: AtomicU64,
}

impl LogPace {
    /// One line in so many seconds.
    #[must_use]
    pub const fn new(seconds: i64) -> Self {
        Self { seconds, last: AtomicI64::new(i64::MIN), left_out: AtomicU64::new(0) }
    }

    fn due_at(&self, now: i64) -> Option<u64> {
        let last = self.last.load(Ordering::Relaxed);
        let is_due = now.saturating_sub(last) >= self.seconds || now < last;
        if is_due && self.last.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            return Some(self.left_out.swap(0, Ordering::Relaxed));
        }
        self.left_out.fetch_add(1, Ordering::Relaxed);
        None
    }

    /// Whether a line is due, and how many were left out since the last one.
    pub fn due(&self) -> Option<u64> {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        self.due_at(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_in_a_while_says_how_many_were_left_out() {
        let pace = LogPace::new(60);
        assert_eq!(pace.due_at(1_000), Some(0));
        for second in 0..59 {
            assert_eq!(pace.due_at(1_001 + second), None);
        }
        assert_eq!((pace.due_at(1_060), pace.due_at(1_061)), (Some(59), None));
        assert_eq!(pace.due_at(500), Some(1), "a clock that was set back stops nothing");
    }
}
