//! How long an account waits after failures. What is counted by address is in [`crate::rate_limits`].

/// Seconds an account waits after consecutive failures: none at first, then ever longer, with a maximum.
#[must_use]
pub fn account_waits(failures: i64, failed_at: i64, now: i64) -> i64 {
    const FREE: i64 = 5;
    const WAIT_MAX: i64 = 900;
    if failures < FREE {
        return 0;
    }
    let over = u32::try_from(failures - FREE).unwrap_or(u32::MAX).min(8);
    (failed_at + (5_i64 << over).min(WAIT_MAX) - now).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_waits_longer_each_time_and_never_for_good() {
        assert_eq!(account_waits(4, 1_000, 1_000), 0);
        assert_eq!(account_waits(5, 1_000, 1_001), 4);
        assert_eq!(account_waits(6, 1_000, 1_000), 10);
        assert_eq!(account_waits(1_000, 1_000, 1_000), 900);
        assert_eq!(account_waits(1_000, 1_000, 2_000), 0);
    }
}
