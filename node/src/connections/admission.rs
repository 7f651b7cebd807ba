//! How many connections there may be: in all, and from one network. Without this one client could take every
//! file that the process may open.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::rate_limits::address_key;

/// Why a connection is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("there are as many connections as may be")]
    Full,
    #[error("the network has as many connections as it may have")]
    Network,
}

#[derive(Default)]
struct Counts {
    total: usize,
    /// Only networks that have connections, so never more than `total`.
    networks: HashMap<String, usize>,
}

struct Inner {
    most: usize,
    per_network: usize,
    proxies: Vec<IpAddr>,
    counts: Mutex<Counts>,
}

/// See the module. Cheap to clone.
#[derive(Clone)]
pub struct Admission(Arc<Inner>);

/// Counts one connection; dropping it counts it out.
pub struct Ticket {
    admission: Admission,
    network: Option<String>,
}

impl Admission {
    /// The network of a proxy is that of all its clients: it is counted in the total alone, like this machine's own.
    #[must_use]
    pub fn new(most: usize, per_network: usize, proxies: Vec<IpAddr>) -> Self {
        Self(Arc::new(Inner { most, per_network, proxies, counts: Mutex::default() }))
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        // Nothing panics while it is held.
        self.0.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection from this address in, or refuses it.
    pub fn admit(&self, client: IpAddr) -> Result<Ticket, Refusal> {
        let client = client.to_canonical();
        let network = (!client.is_loopback() && !self.0.proxies.contains(&client)).then(|| address_key(client));
        let mut counts = self.counts();
        if counts.total >= self.0.most {
            return Err(Refusal::Full);
        }
        if let Some(network) = &network {
            let open = counts.networks.get(network).copied().unwrap_or_default();
            if open >= self.0.per_network {
                return Err(Refusal::Network);
            }
            counts.networks.insert(network.clone(), open + 1);
        }
        counts.total += 1;
        metrics::gauge!("entrepot_connections").set(counts.total as f64);
        Ok(Ticket { admission: self.clone(), network })
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut counts = self.admission.counts();
        counts.total = counts.total.saturating_sub(1);
        metrics::gauge!("entrepot_connections").set(counts.total as f64);
        let Some(network) = &self.network else { return };
        match counts.networks.get_mut(network) {
            Some(open) if *open > 1 => *open -= 1,
            _ => drop(counts.networks.remove(network)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_network_has_its_share_and_leaves_it() {
        let admission = Admission::new(100, 2, vec![]);
        let held: Vec<Ticket> = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"].iter().map(|one| admission.admit(ip(one)).expect("let in")).collect();
        assert_eq!(admission.admit(ip("2001:db8:1:2::3")).err(), Some(Refusal::Network));
        let _other = admission.admit(ip("198.51.100.7")).expect("another network");
        drop(held);
        assert_eq!(admission.counts().networks.len(), 1, "what has left is not remembered");
        assert!(admission.admit(ip("2001:db8:1:2::3")).is_ok());
    }

    #[test]
    fn the_machine_and_its_proxies_are_bounded_by_the_total_alone() {
        let admission = Admission::new(6, 1, vec![ip("10.0.0.5")]);
        let mut held = Vec::new();
        for client in ["127.0.0.1", "127.0.0.1", "::1", "10.0.0.5", "::ffff:10.0.0.5", "198.51.100.7"] {
            held.push(admission.admit(ip(client)).unwrap_or_else(|refusal| panic!("{client}: {refusal}")));
        }
        assert_eq!(admission.admit(ip("127.0.0.1")).err(), Some(Refusal::Full));
        held.pop();
        assert!(admission.admit(ip("127.0.0.1")).is_ok());
    }
}
