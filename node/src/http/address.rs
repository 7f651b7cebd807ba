//! The address of a caller. Forwarding headers count only from configured proxies.

use std::net::IpAddr;

use poem::Request;

use crate::base::Base;
use crate::http::origin::Origin;
use crate::rate_limits::Network;

/// Longest user agent that is kept, in characters.
const AGENT_MAX: usize = 500;

/// The caller's address, from the connection's `remote` address and its header `X-Forwarded-For`.
fn resolve(remote: IpAddr, forwarded_for: &str, proxies: &[IpAddr]) -> IpAddr {
    let remote = remote.to_canonical();
    if !proxies.contains(&remote) {
        return remote;
    }
    for part in forwarded_for.rsplit(',') {
        match part.trim().parse::<IpAddr>().map(|address| address.to_canonical()) {
            Ok(address) if proxies.contains(&address) => {}
            Ok(address) => return address,
            Err(_) => break,
        }
    }
    remote
}

/// The address of the caller: of the connection, or the last one before the configured proxies.
#[must_use]
pub fn of(request: &Request, proxies: &[IpAddr]) -> Option<IpAddr> {
    let remote = request.remote_addr().as_socket_addr()?.ip();
    let forwarded_for = request.headers().get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join(",");
    Some(resolve(remote, &forwarded_for, proxies))
}

/// The caller's address, network and program.
#[must_use]
pub fn origin(request: &Request, base: &Base) -> Origin {
    origin_behind(request, &base.config().services.trusted_proxies)
}

/// The same, with these proxies in front of the node.
#[must_use]
pub fn origin_behind(request: &Request, proxies: &[IpAddr]) -> Origin {
    let address = of(request, proxies);
    Origin {
        ip: address.map(|address| address.to_string()).unwrap_or_default(),
        network: address.map(Network::of).unwrap_or_default(),
        agent: request.header("user-agent").unwrap_or_default().chars().take(AGENT_MAX).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(remote: &str, forwarded_for: &str, proxies: &[&str]) -> String {
        let proxies: Vec<IpAddr> = proxies.iter().map(|proxy| proxy.parse().expect("an address")).collect();
        resolve(remote.parse().expect("an address"), forwarded_for, &proxies).to_string()
    }

    #[test]
    fn only_configured_proxies_are_believed() {
        assert_eq!(from("9.9.9.9", "1.1.1.1", &[]), "9.9.9.9");
        assert_eq!(from("9.9.9.9", "1.1.1.1", &["9.9.9.9"]), "1.1.1.1");
        assert_eq!(from("9.9.9.9", "6.6.6.6, 1.1.1.1", &["9.9.9.9"]), "1.1.1.1");
        assert_eq!(from("9.9.9.9", "6.6.6.6, 1.1.1.1, 8.8.8.8", &["9.9.9.9", "8.8.8.8"]), "1.1.1.1");
        assert_eq!(from("9.9.9.9", "nonsense", &["9.9.9.9"]), "9.9.9.9");
    }
}
