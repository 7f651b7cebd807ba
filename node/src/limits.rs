//! How often something was done from somewhere: counters over a window of time, in memory and bounded.

use std::net::IpAddr;

use dashmap::DashMap;

/// Counters that are remembered at most.
const KEPT_MAX: usize = 50_000;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Calls of somebody who is not logged in.
    PublicCall,
    /// Captchas asked for.
    Captcha,
    /// Logins of administrators that failed, within a minute.
    AdminMinute,
    /// The same, for as long as a captcha is asked for.
    AdminFailure,
    /// Logins of members that failed.
    MemberFailure,
    /// Accounts made.
    Registration,
    /// Codes sent.
    Code,
    /// Messages left.
    Message,
    /// Bytes and files are bounded per call; this bounds the calls of one person.
    Upload,
}

#[derive(Clone, Copy)]
struct Window {
    ends: i64,
    count: u32,
}

/// See the module.
pub struct Limits {
    windows: DashMap<(Counted, String), Window>,
    /// Nothing is refused for having been done too often.
    off: bool,
}

/// How addresses are told apart: each IPv4 address, each /64 of IPv6.
#[must_use]
pub fn address_key(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::")
        }
    }
}

impl Limits {
    /// Counts and refuses, or neither.
    #[must_use]
    pub fn new(on: bool) -> Self {
        Self { windows: DashMap::new(), off: !on }
    }

    /// Counts one; answers how often within the window, this one included, and the seconds until it ends.
    pub fn count(&self, what: Counted, who: &str, seconds: i64, now: i64) -> (u32, i64) {
        if self.off {
            return (0, 0);
        }
        if self.windows.len() >= KEPT_MAX {
            self.windows.retain(|_, window| window.ends > now);
            if self.windows.len() >= KEPT_MAX {
                self.windows.clear();
            }
        }
        let mut window = self.windows.entry((what, who.to_owned())).or_insert(Window { ends: now + seconds, count: 0 });
        if window.ends <= now {
            *window = Window { ends: now + seconds, count: 0 };
        }
        window.count = window.count.saturating_add(1);
        (window.count, window.ends - now)
    }

    /// Seconds to wait when it was counted so often that no more is let through; 0 when not. Counts nothing.
    #[must_use]
    pub fn waits(&self, what: Counted, who: &str, most: u32, now: i64) -> i64 {
        self.windows.get(&(what, who.to_owned())).filter(|window| window.count >= most).map_or(0, |window| (window.ends - now).max(0))
    }

    /// Lifts a count to at least this.
    pub fn count_many(&self, what: Counted, who: &str, seconds: i64, now: i64, least: u32) {
        self.count(what, who, seconds, now);
        if let Some(mut window) = self.windows.get_mut(&(what, who.to_owned())) {
            window.count = window.count.max(least);
        }
    }

    /// How often it was counted in the window that is open.
    #[must_use]
    pub fn counted(&self, what: Counted, who: &str, now: i64) -> u32 {
        self.windows.get(&(what, who.to_owned())).filter(|window| window.ends > now).map_or(0, |window| window.count)
    }

    /// Counts one, and answers the seconds to wait where it is one too many.
    pub fn allow(&self, what: Counted, who: &str, most: u32, seconds: i64, now: i64) -> Result<(), i64> {
        match self.count(what, who, seconds, now) {
            (count, wait) if count > most => Err(wait.max(1)),
            _ => Ok(()),
        }
    }

    /// Forgets what was counted of somebody.
    pub fn forget(&self, what: Counted, who: &str) {
        self.windows.remove(&(what, who.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_within_a_window_and_forgets() {
        let limits = Limits::new(true);
        for _ in 0..3 {
            assert_eq!(limits.allow(Counted::Code, "a", 3, 60, 100), Ok(()));
        }
        assert_eq!(limits.allow(Counted::Code, "a", 3, 60, 130), Err(30));
        assert_eq!(limits.allow(Counted::Code, "b", 3, 60, 130), Ok(()));
        assert_eq!(limits.allow(Counted::Message, "a", 3, 60, 130), Ok(()));
        assert_eq!(limits.allow(Counted::Code, "a", 3, 60, 160), Ok(()));
        assert_eq!((limits.waits(Counted::Message, "a", 1, 140), limits.waits(Counted::Message, "a", 2, 140)), (50, 0));
        for at in 0..60_000 {
            limits.count(Counted::Captcha, &at.to_string(), 60, 200);
        }
        assert!(limits.windows.len() <= KEPT_MAX);
        let off = Limits::new(false);
        assert!((0..9).all(|_| off.allow(Counted::Code, "a", 3, 60, 100) == Ok(())) && off.waits(Counted::Code, "a", 1, 100) == 0);
    }

    #[test]
    fn neighbours_in_one_network_count_together() {
        let key = |text: &str| address_key(text.parse().expect("an address"));
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:10.0.0.1"), "10.0.0.1");
    }
}
