//! How often something may be tried: by address, within a minute, in this node's memory.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};

use dashmap::DashMap;

/// Addresses that are remembered at most.
const REMEMBERED_MAX: usize = 50_000;

/// Counts what comes from an address in a window of time.
#[derive(Debug)]
pub struct Limit {
    /// Seconds.
    window: i64,
    most: u32,
    seen: DashMap<IpAddr, (i64, AtomicU32)>,
}

/// The network that one customer of a provider has: an IPv4 address, or the /64 of an IPv6 one.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        v4 => v4,
    }
}

impl Limit {
    /// At most `most` within `window` seconds.
    #[must_use]
    pub fn new(most: u32, window: i64) -> Self {
        Self { window, most, seen: DashMap::new() }
    }

    /// Seconds that an address must wait; 0 when it need not. Counts nothing.
    #[must_use]
    pub fn waits(&self, address: IpAddr, now: i64) -> i64 {
        let Some(seen) = self.seen.get(&network(address)) else { return 0 };
        let left = seen.0 + self.window - now;
        if left > 0 && seen.1.load(Ordering::Relaxed) >= self.most { left } else { 0 }
    }

    /// Counts one try.
    pub fn count(&self, address: IpAddr, now: i64) {
        if self.seen.len() >= REMEMBERED_MAX {
            self.seen.retain(|_, (began, _)| *began + self.window > now);
            if self.seen.len() >= REMEMBERED_MAX {
                self.seen.clear();
            }
        }
        let mut seen = self.seen.entry(network(address)).or_insert_with(|| (now, AtomicU32::new(0)));
        if seen.0 + self.window <= now {
            *seen = (now, AtomicU32::new(0));
        }
        seen.1.fetch_add(1, Ordering::Relaxed);
    }
}

/// Seconds an account waits after failures in a row, from the last of them: none for the first few,
/// then ever longer, never for good.
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
    fn an_address_waits_until_its_minute_is_over() {
        let limit = Limit::new(2, 60);
        let (one, neighbour, other) = ("2001:db8::1", "2001:db8::2", "2001:db8:1::1");
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        limit.count(address(one), 1_000);
        assert_eq!(limit.waits(address(one), 1_000), 0);
        limit.count(address(neighbour), 1_010);
        assert_eq!(limit.waits(address(one), 1_020), 40, "a /64 counts as one");
        assert_eq!(limit.waits(address(other), 1_020), 0);
        assert_eq!(limit.waits(address(one), 1_060), 0);
        limit.count(address(one), 1_061);
        assert_eq!(limit.waits(address(one), 1_061), 0);
    }

    #[test]
    fn an_account_waits_longer_each_time_and_never_for_good() {
        assert_eq!(account_waits(4, 1_000, 1_000), 0);
        assert_eq!(account_waits(5, 1_000, 1_001), 4);
        assert_eq!(account_waits(6, 1_000, 1_000), 10);
        assert_eq!(account_waits(1_000, 1_000, 1_000), 900);
        assert_eq!(account_waits(1_000, 1_000, 2_000), 0);
    }
}
