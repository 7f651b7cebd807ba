//! How often something was done from somewhere: counters over a window of time, in memory and bounded.
//!
//! A network is counted twice: narrowly (an IPv4 address, a /64 of IPv6) and widely (a /24, a /48), so that one
//! customer of a provider can't change addresses until nothing is counted any more.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use entrepot_store::identity::refresh_tokens::Realm;
use poem::Request;

use crate::error::ServiceError;

/// Counters of one kind that are remembered at most; then the ones that end first are forgotten.
const KEPT_MAX: usize = 16_384;
/// How much more the wide network may do than the narrow one.
pub const WIDE: u32 = 8;

/// Who is counted where a limit is one of all strangers together.
pub const EVERYBODY: &str = "everybody";

/// A kind of counted call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Calls without a login.
    PublicCall,
    /// Captchas asked for.
    Captcha,
    /// Captchas answered wrongly.
    WrongCaptcha,
    /// Logins that failed without a captcha, within a minute.
    FailureMinute(Realm),
    /// Logins that failed, for as long as a captcha is asked for.
    Failure(Realm),
    /// Logins that failed although a captcha was solved.
    SolvedFailure(Realm),
    /// Logins of administrators that must wait, or may be tried at once with a captcha.
    LoginWait,
    /// Accounts made.
    Registration,
    /// Codes sent.
    Code,
    /// Messages left.
    Message,
    /// Bytes and files are bounded per call; this bounds the calls of one person.
    Upload,
    /// Wrong codes of coupons that a member has tried.
    CouponCode,
    /// Orders that a member has tried to place.
    Placing,
    /// Baskets whose price a member has asked for, or whose freight a visitor has.
    Quote,
    /// Searches in customs data.
    Customs,
    /// Requests of a member that may change something.
    MemberWrite,
    /// Requests with an API key.
    KeyCall,
    /// Requests for what a page shows in its zones, and what was seen there.
    Placement,
}

/// Kinds, for the tables.
const KINDS: usize = 21;

impl Counted {
    const fn slot(self) -> usize {
        match self {
            Self::PublicCall => 0,
            Self::Captcha => 1,
            Self::FailureMinute(Realm::Admins) => 2,
            Self::FailureMinute(Realm::Members) => 3,
            Self::Failure(Realm::Admins) => 4,
            Self::Failure(Realm::Members) => 5,
            Self::SolvedFailure(Realm::Admins) => 6,
            Self::SolvedFailure(Realm::Members) => 7,
            Self::Registration => 8,
            Self::Code => 9,
            Self::Message => 10,
            Self::Upload => 11,
            Self::CouponCode => 12,
            Self::Placing => 13,
            Self::Quote => 14,
            Self::WrongCaptcha => 15,
            Self::LoginWait => 16,
            Self::MemberWrite => 17,
            Self::Customs => 18,
            Self::KeyCall => 19,
            Self::Placement => 20,
        }
    }
}

/// The network of a call, by which calls are counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    /// An IPv4 address, or a /64 of IPv6.
    pub narrow: String,
    /// A /24 of IPv4, or a /48 of IPv6.
    pub wide: String,
}

impl Network {
    /// The network of an address.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        let wide = match address.to_canonical() {
            IpAddr::V4(address) => {
                let [a, b, c, _] = address.octets();
                format!("{a}.{b}.{c}.0/24")
            }
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}::/48")
            }
        };
        Self { narrow: address_key(address), wide }
    }

    /// The network of an address that is written down; without one, calls are counted together.
    #[must_use]
    pub fn of_text(address: &str) -> Self {
        address.parse().map(Self::of).unwrap_or_default()
    }
}

/// The unit of counting: an IPv4 address, or a /64 of IPv6.
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

#[derive(Clone, Copy)]
struct Window {
    ends: i64,
    count: u32,
}

/// Windows of one kind, also in the order in which they end.
#[derive(Default)]
struct Table {
    windows: HashMap<Arc<str>, Window>,
    by_end: BTreeSet<(i64, Arc<str>)>,
}

impl Table {
    /// The window that is open.
    fn open(&self, who: &str, now: i64) -> Option<Window> {
        self.windows.get(who).copied().filter(|window| window.ends > now)
    }

    fn put(&mut self, who: &str, window: Window) {
        let name = match self.windows.get_key_value(who) {
            Some((name, before)) => {
                let name = name.clone();
                self.by_end.remove(&(before.ends, name.clone()));
                name
            }
            None => {
                if self.windows.len() >= KEPT_MAX
                    && let Some((_, ended)) = self.by_end.pop_first()
                {
                    self.windows.remove(&ended);
                }
                who.into()
            }
        };
        self.by_end.insert((window.ends, name.clone()));
        self.windows.insert(name, window);
    }

    fn count(&mut self, who: &str, seconds: i64, now: i64) -> Window {
        let open = self.open(who, now);
        let window = open.unwrap_or(Window { ends: now + seconds, count: 0 });
        let window = Window { count: window.count.saturating_add(1), ..window };
        match self.windows.get_mut(who) {
            Some(known) if open.is_some() => *known = window,
            _ => self.put(who, window),
        }
        window
    }
}

/// See the module.
pub struct Limits {
    tables: [Mutex<Table>; KINDS],
    /// Nothing is refused for having been done too often.
    off: bool,
}

impl Limits {
    /// Those of a request's node.
    pub fn of(request: &Request) -> Result<&Self, ServiceError> {
        request.data::<Arc<Self>>().map(AsRef::as_ref).ok_or_else(|| ServiceError::Internal("the limits are not at hand".into()))
    }

    /// Counts and refuses, or neither.
    #[must_use]
    pub fn new(on: bool) -> Self {
        Self { tables: std::array::from_fn(|_| Mutex::default()), off: !on }
    }

    /// Whether anything is counted.
    #[must_use]
    pub const fn on(&self) -> bool {
        !self.off
    }

    fn table(&self, what: Counted) -> MutexGuard<'_, Table> {
        // A panic can't leave a counter in a bad state.
        self.tables[what.slot()].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one, and answers the seconds to wait where it is one too many.
    pub fn allow(&self, what: Counted, who: &str, most: u32, seconds: i64, now: i64) -> Result<(), i64> {
        if self.off {
            return Ok(());
        }
        let window = self.table(what).count(who, seconds, now);
        if window.count > most { Err((window.ends - now).max(1)) } else { Ok(()) }
    }

    /// The same for a network. If the wide one is over its limit, the narrow one is not counted at all.
    pub fn allow_network(&self, what: Counted, network: &Network, most: u32, seconds: i64, now: i64) -> Result<(), i64> {
        self.allow(what, &network.wide, most.saturating_mul(WIDE), seconds, now)?;
        self.allow(what, &network.narrow, most, seconds, now)
    }

    /// Counts one of a network; refuses nothing.
    pub fn count(&self, what: Counted, network: &Network, seconds: i64, now: i64) {
        if !self.off {
            let mut table = self.table(what);
            table.count(&network.wide, seconds, now);
            table.count(&network.narrow, seconds, now);
        }
    }

    /// Uncounts a call that turned out right.
    pub fn take_back(&self, what: Counted, network: &Network, now: i64) {
        let mut table = self.table(what);
        for who in [&network.wide, &network.narrow] {
            if let Some(window) = table.windows.get_mut(who.as_str()).filter(|window| window.ends > now) {
                window.count = window.count.saturating_sub(1);
            }
        }
    }

    /// Uncounts the last one of somebody that turned out right.
    pub fn allow_again(&self, what: Counted, who: &str, now: i64) {
        if let Some(window) = self.table(what).windows.get_mut(who).filter(|window| window.ends > now) {
            window.count = window.count.saturating_sub(1);
        }
    }

    /// Seconds to wait when a network was counted so often that no more is let through; 0 when not. Counts nothing.
    #[must_use]
    pub fn waits(&self, what: Counted, network: &Network, most: u32, now: i64) -> i64 {
        let table = self.table(what);
        let wait = |who: &str, most: u32| table.open(who, now).filter(|window| window.count >= most).map_or(0, |window| window.ends - now);
        wait(&network.narrow, most).max(wait(&network.wide, most.saturating_mul(WIDE)))
    }

    /// How often a network was counted in the window that is open. The wide one counts as much less as it may do more.
    #[must_use]
    pub fn counted(&self, what: Counted, network: &Network, now: i64) -> u32 {
        let table = self.table(what);
        let count = |who: &str| table.open(who, now).map_or(0, |window| window.count);
        count(&network.narrow).max(count(&network.wide) / WIDE)
    }

    /// Lifts the count of the narrow network to at least this.
    pub fn raise_to(&self, what: Counted, network: &Network, seconds: i64, now: i64, least: u32) {
        if self.off {
            return;
        }
        let mut table = self.table(what);
        let window = table.open(&network.narrow, now).unwrap_or(Window { ends: now + seconds, count: 0 });
        table.put(&network.narrow, Window { count: window.count.max(least), ..window });
    }

    /// The open windows of a network for storing: key, count, end.
    #[must_use]
    pub fn windows(&self, what: Counted, network: &Network, now: i64) -> Vec<(String, u32, i64)> {
        let table = self.table(what);
        let open_window = |who: &String| table.open(who, now).map(|window| (who.clone(), window.count, window.ends));
        [&network.narrow, &network.wide].into_iter().filter_map(open_window).collect()
    }

    /// Restores a stored window.
    pub fn restore(&self, what: Counted, who: &str, count: u32, ends: i64) {
        if !self.off {
            self.table(what).put(who, Window { ends, count });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        Network::of(text.parse().expect("an address"))
    }

    #[test]
    fn counts_within_a_window() {
        let limits = Limits::new(true);
        for _ in 0..3 {
            assert_eq!(limits.allow(Counted::Code, "a", 3, 60, 100), Ok(()));
        }
        assert_eq!(limits.allow(Counted::Code, "a", 3, 60, 130), Err(30));
        assert_eq!(limits.allow(Counted::Code, "b", 3, 60, 130), Ok(()));
        assert_eq!(limits.allow(Counted::Message, "a", 3, 60, 130), Ok(()));
        assert_eq!(limits.allow(Counted::Code, "a", 3, 60, 160), Ok(()));
        let here = network("10.0.0.1");
        limits.count(Counted::Message, &here, 60, 130);
        assert_eq!((limits.waits(Counted::Message, &here, 1, 140), limits.waits(Counted::Message, &here, 2, 140)), (50, 0));
        limits.take_back(Counted::Message, &here, 140);
        assert_eq!(limits.waits(Counted::Message, &here, 1, 140), 0);
        let off = Limits::new(false);
        assert!((0..9).all(|_| off.allow(Counted::Code, "a", 3, 60, 100) == Ok(())));
        off.count(Counted::Code, &here, 60, 100);
        assert_eq!(off.waits(Counted::Code, &here, 1, 100), 0);
    }

    #[test]
    fn what_ends_first_is_forgotten_and_nothing_else() {
        let limits = Limits::new(true);
        for _ in 0..9 {
            assert!(limits.allow(Counted::Captcha, "the one", 9, 600, 100).is_ok());
            assert!(limits.allow(Counted::Code, "the one", 9, 600, 100).is_ok());
        }
        for at in 0..60_000 {
            limits.allow(Counted::Captcha, &at.to_string(), 9, 60, 101).ok();
            limits.allow(Counted::PublicCall, &at.to_string(), 9, 600, 200).ok();
        }
        for what in [Counted::Captcha, Counted::PublicCall] {
            let table = limits.table(what);
            assert_eq!((table.windows.len(), table.by_end.len()), (KEPT_MAX, KEPT_MAX));
        }
        assert!(limits.allow(Counted::Captcha, "the one", 9, 600, 202).is_err(), "a flood of short windows pushes no long one out");
        assert!(limits.allow(Counted::Code, "the one", 9, 600, 202).is_err(), "nor does a flood of another kind");
    }

    #[test]
    fn a_wide_network_is_counted_as_well() {
        let limits = Limits::new(true);
        let at = |number: u32| network(&format!("2001:db8:1:{number:x}::1"));
        let passed = (0..10_000).filter(|number| limits.allow_network(Counted::PublicCall, &at(*number), 5, 60, 100).is_ok()).count();
        assert_eq!(passed, 5 * WIDE as usize);
        assert!(limits.table(Counted::PublicCall).windows.len() <= passed + 1, "what is refused leaves nothing behind");
        assert!(limits.allow_network(Counted::PublicCall, &network("2001:db8:2:1::1"), 5, 60, 100).is_ok());
        assert!(limits.waits(Counted::PublicCall, &at(60_000), 5, 100) > 0);
        assert!(limits.counted(Counted::PublicCall, &at(60_000), 100) >= 5, "what was refused is counted as well");
        limits.raise_to(Counted::PublicCall, &network("9.9.9.9"), 60, 100, 20);
        assert_eq!(
            (limits.counted(Counted::PublicCall, &network("9.9.9.9"), 100), limits.counted(Counted::PublicCall, &network("9.9.9.8"), 100)),
            (20, 0)
        );
    }

    #[test]
    fn what_was_stored_goes_on() {
        let (limits, here) = (Limits::new(true), network("10.0.0.1"));
        (0..4).for_each(|_| limits.count(Counted::Failure(Realm::Admins), &here, 900, 100));
        let later = Limits::new(true);
        for (who, count, ends) in limits.windows(Counted::Failure(Realm::Admins), &here, 200) {
            later.restore(Counted::Failure(Realm::Admins), &who, count, ends);
        }
        assert_eq!(later.waits(Counted::Failure(Realm::Admins), &here, 4, 300), 700);
        assert_eq!(later.counted(Counted::Failure(Realm::Members), &here, 300), 0);
    }

    #[test]
    fn neighbours_in_one_network_count_together() {
        let key = |text: &str| address_key(text.parse().expect("an address"));
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:10.0.0.1"), "10.0.0.1");
        assert_eq!(network("2001:db8:1:2::1").wide, network("2001:db8:1:ffff::9").wide);
        assert_eq!(network("::ffff:10.0.0.1"), Network { narrow: "10.0.0.1".into(), wide: "10.0.0.0/24".into() });
        assert_ne!(network("10.0.0.1").narrow, network("10.0.0.2").narrow);
    }
}
