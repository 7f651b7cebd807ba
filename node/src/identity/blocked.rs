//! Addresses that the site refuses: the setting `no_access_ip`, one address or network a line.

use std::net::IpAddr;

use entrepot_store::cache::{CacheStats, CachedValue};

/// Most lines that are read.
const LINES_MAX: usize = 10_000;

/// An address with how many of its bits count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Network {
    address: u128,
    bits: u32,
}

/// IPv4 as IPv6 has it, so that both are compared alike.
fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(address.to_ipv6_mapped()),
        IpAddr::V6(address) => u128::from(address),
    }
}

impl Network {
    fn parse(line: &str) -> Option<Self> {
        let (address, bits) = line.trim().split_once('/').map_or((line.trim(), None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.trim().parse().ok()?;
        let (own, before) = if address.is_ipv4() { (32, 96) } else { (128, 0) };
        let bits: u32 = bits.map_or(Some(own), |bits| bits.trim().parse().ok()).filter(|bits| *bits <= own)?;
        Some(Self { address: number(address), bits: before + bits })
    }

    fn holds(self, address: IpAddr) -> bool {
        let differ = self.address ^ number(address);
        // A shift by all 128 bits would overflow.
        self.bits == 0 || differ.checked_shr(128 - self.bits).unwrap_or(differ) == 0
    }
}

fn parse(text: &str) -> Vec<Network> {
    text.lines().take(LINES_MAX).filter_map(Network::parse).collect()
}

/// Refuses a list with a line that is no address or network: it would refuse nobody. Notes begin with `#`.
pub fn check(text: &str) -> Result<(), &'static str> {
    if text.lines().nth(LINES_MAX).is_some() {
        return Err("error.text.long");
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    if lines.all(|line| Network::parse(line).is_some()) { Ok(()) } else { Err("error.addresses") }
}

/// The list as last read.
#[derive(Debug)]
pub struct Blocked(CachedValue<Vec<Network>>);

impl Default for Blocked {
    fn default() -> Self {
        Self(CachedValue::new("blocked_addresses"))
    }
}

impl Blocked {
    pub(crate) fn cache_stats(&self) -> CacheStats {
        self.0.stats()
    }

    /// Whether an address is refused; `read` gets the setting when the list is too old. The machine itself never is,
    /// so nobody can lock themselves out.
    pub async fn refuses<E>(&self, read: impl Future<Output = Result<Option<String>, E>>, address: IpAddr) -> bool {
        if address.to_canonical().is_loopback() {
            return false;
        }
        let list = self.0.get(async { read.await.map(|text| parse(&text.unwrap_or_default())) }).await;
        list.iter().any(|network| network.holds(address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_networks_are_refused() {
        let list = parse("203.0.113.7\n 198.51.100.0/24 \nnonsense\n2001:db8::/32\n10.0.0.0/33\n::ffff:192.0.2.1");
        assert_eq!(list.len(), 4);
        let refuses = |text: &str| {
            let address: IpAddr = text.parse().expect("an address");
            list.iter().any(|network| network.holds(address))
        };
        for refused in ["203.0.113.7", "198.51.100.200", "2001:db8:1::5", "192.0.2.1", "::ffff:198.51.100.9"] {
            assert!(refuses(refused), "{refused}");
        }
        for let_in in ["203.0.113.8", "198.51.101.1", "2001:db9::1", "127.0.0.1"] {
            assert!(!refuses(let_in), "{let_in}");
        }
        assert_eq!(check("# office\n203.0.113.7\n\n 198.51.100.0/24 \n2001:db8::/32"), Ok(()));
        for wrong in ["nonsense", "203.0.113.7\n10.0.0.0/33", "203.0.113.7, 203.0.113.8", "203.0.113.7 # office"] {
            assert_eq!(check(wrong), Err("error.addresses"), "{wrong}");
        }
        assert_eq!(check(&"203.0.113.7\n".repeat(LINES_MAX + 1)), Err("error.text.long"));
        assert!(parse("0.0.0.0/0")[0].holds("8.8.8.8".parse().expect("an address")));
    }
}
