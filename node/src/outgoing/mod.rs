//! Calls to servers that were named in the back office or by a remote answer: a mail server, a login provider, a
//! webhook. None may lead to this machine or an internal network, unless the operator lists the host
//! (`outgoing_private_hosts`).
//!
//! [`mail`], [`aliyun`], [`tencent`] and [`robot`] speak to those who send for the site; [`fault`] says what their refusals mean.
//!
//! Start at [`Outgoing`]: [`Outgoing::request`] for HTTP, [`Outgoing::resolve`] for everything else.
//! Hosts that the configuration itself names (SMS, S3, the database, the bus) are the operator's own
//! and are not asked about here.

pub mod address;
pub mod aliyun;
pub mod fault;
mod http;
pub mod mail;
pub mod robot;
pub mod sms;
pub mod tencent;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

pub use self::http::{AnswerError, OutgoingClient};

/// How long a name may take to be resolved and a connection to be made.
pub const CONNECT: Duration = Duration::from_secs(3);
/// How long a call may take in all: shorter than a request to this node may.
pub const TOTAL: Duration = Duration::from_secs(8);
/// Addresses of one host that are tried.
const ADDRESSES_MAX: usize = 4;

/// A refused call. It has one text for all reasons, which reveals nothing about the internal network; the reason is
/// logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this address can't be called")]
pub struct Refused;

/// A host that may be in a private network.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PrivateHost {
    host: String,
    /// Every port without it.
    port: Option<u16>,
}

/// A text in the list of private hosts that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is neither a host nor host:port")]
pub struct HostError(pub String);

/// A host as it is compared.
fn plain_host(host: &str) -> String {
    host.trim().trim_start_matches('[').trim_end_matches(']').trim_end_matches('.').to_ascii_lowercase()
}

impl PrivateHost {
    /// `host`, `host:port`, `[v6]:port`, or an address.
    fn parse(text: &str) -> Result<Self, HostError> {
        let failed = || HostError(text.to_owned());
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) if text.parse::<IpAddr>().is_err() && !text.ends_with(']') => (host, Some(port.parse().map_err(|_| failed())?)),
            _ => (text, None),
        };
        let host = plain_host(host);
        let named = host.parse::<IpAddr>().is_ok() || (!host.is_empty() && !host.contains([':', '/', '@', ' ', '*']));
        if named { Ok(Self { host, port }) } else { Err(failed()) }
    }
}

/// The rules for outgoing calls. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Outgoing {
    private: Arc<[PrivateHost]>,
}

impl Outgoing {
    /// With the hosts that the operator lists.
    pub fn new(private_hosts: &[String]) -> Result<Self, HostError> {
        Ok(Self { private: private_hosts.iter().map(|text| PrivateHost::parse(text)).collect::<Result<_, _>>()? })
    }

    /// Whether the operator lists this host for this port.
    #[must_use]
    pub fn lists(&self, host: &str, port: u16) -> bool {
        let host = plain_host(host);
        self.private.iter().any(|listed| listed.host == host && listed.port.is_none_or(|listed| listed == port))
    }

    /// The addresses of a host that may be called. Connect to exactly these: resolving the name again may give
    /// others.
    pub async fn resolve(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, Refused> {
        let found = lookup(&plain_host(host), port).await?;
        let listed = self.lists(host, port);
        let allowed: Vec<SocketAddr> = found.into_iter().filter(|found| listed || address::is_public(found.ip())).take(ADDRESSES_MAX).collect();
        if allowed.is_empty() {
            tracing::warn!(host, port, "a call was refused: the host has no public address, and outgoing_private_hosts does not list it");
            return Err(Refused);
        }
        Ok(allowed)
    }
}

async fn lookup(host: &str, port: u16) -> Result<Vec<SocketAddr>, Refused> {
    if let Ok(address) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(address, port)]);
    }
    match tokio::time::timeout(CONNECT, tokio::net::lookup_host((host, port))).await {
        Ok(Ok(found)) => Ok(found.collect()),
        Ok(Err(error)) => {
            tracing::warn!(host, %error, "a host was not found");
            Err(Refused)
        }
        Err(_) => {
            tracing::warn!(host, "a host was not found in time");
            Err(Refused)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outgoing(hosts: &[&str]) -> Outgoing {
        Outgoing::new(&hosts.iter().map(|host| (*host).to_owned()).collect::<Vec<_>>()).expect("hosts")
    }

    #[test]
    fn the_operator_lists_hosts_with_and_without_ports() {
        let rules = outgoing(&["Mail.Lan", "10.0.0.5:2525", "[fd00::1]:25", "fd00::2"]);
        for (host, port, listed) in [
            ("mail.lan", 25, true),
            ("MAIL.lan.", 9, true),
            ("sub.mail.lan", 25, false),
            ("10.0.0.5", 2525, true),
            ("10.0.0.5", 25, false),
            ("fd00::1", 25, true),
            ("[fd00::1]", 25, true),
            ("fd00::1", 26, false),
            ("fd00::2", 1, true),
        ] {
            assert_eq!(rules.lists(host, port), listed, "{host} {port}");
        }
        for bad in ["", "a:b", "http://a", "a@b", "*.lan", "a:70000", "a b"] {
            assert!(Outgoing::new(&[bad.to_owned()]).is_err(), "{bad}");
        }
    }

    #[tokio::test]
    async fn private_addresses_are_called_only_when_they_are_listed() {
        let rules = outgoing(&["127.0.0.1:2525"]);
        // `0x7f.1` and `2130706433` are 127.0.0.1 to the system's resolver.
        for host in [
            "localhost",
            "127.0.0.1",
            "::1",
            "[::1]",
            "::ffff:127.0.0.1",
            "10.1.2.3",
            "169.254.169.254",
            "0.0.0.0",
            "0x7f.1",
            "2130706433",
            "localhost.",
        ] {
            assert_eq!(rules.resolve(host, 25).await, Err(Refused), "{host}");
        }
        assert_eq!(rules.resolve("127.0.0.1", 2525).await, Ok(vec![SocketAddr::from(([127, 0, 0, 1], 2525))]));
        assert_eq!(rules.resolve("8.8.8.8", 25).await, Ok(vec![SocketAddr::from(([8, 8, 8, 8], 25))]));
        assert_eq!(rules.resolve("no such host", 25).await, Err(Refused));
    }
}
