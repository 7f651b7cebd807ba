//! `/metrics`, and who may read it: it reveals what a company does all day.

use std::net::IpAddr;

use entrepot_store::cache::CacheStats;
use metrics_exporter_prometheus::PrometheusHandle;
use poem::http::{HeaderMap, StatusCode, header};
use poem::web::Data;
use poem::{IntoResponse, Request, Response, handler};
use sha2::{Digest, Sha256};

use crate::config::connections::MetricsAccess;
use crate::node::Node;

/// Headers that proxies add.
const FORWARDING: &[&str] = &["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/// Compares in constant time.
fn same(one: &str, other: &str) -> bool {
    let (one, other) = (Sha256::digest(one), Sha256::digest(other));
    one.iter().zip(other).fold(0, |differ, (one, other)| differ | (one ^ other)) == 0
}

/// The host of a `Host` header, without its port.
fn host(headers: &HeaderMap) -> &str {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let named = if host.starts_with('[') { host.split_inclusive(']').next() } else { host.split(':').next() };
    named.unwrap_or_default()
}

fn may_read(access: &MetricsAccess, remote: Option<IpAddr>, headers: &HeaderMap, proxies: &[IpAddr]) -> bool {
    match access {
        MetricsAccess::Everybody => true,
        MetricsAccess::Token(token) => {
            let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.split_once(' '));
            authorization.is_some_and(|(scheme, sent)| scheme.eq_ignore_ascii_case("bearer") && same(sent.trim(), token))
        }
        // Requests through a proxy on this machine seem to come from this machine.
        MetricsAccess::Machine => {
            let passed_on = FORWARDING.iter().any(|name| headers.contains_key(*name));
            let by_own_name = matches!(host(headers), "localhost" | "127.0.0.1" | "[::1]");
            remote.is_some_and(|remote| remote.to_canonical().is_loopback()) && proxies.is_empty() && !passed_on && by_own_name
        }
    }
}

/// Sets what is known of the caches at this moment.
fn show_caches(node: &Node) {
    for CacheStats { name, entries, weight, hits, misses } in node.cache_stats() {
        metrics::gauge!("entrepot_cache_entries", "cache" => name).set(entries as f64);
        metrics::gauge!("entrepot_cache_weight", "cache" => name).set(weight as f64);
        metrics::counter!("entrepot_cache_hits", "cache" => name).absolute(hits);
        metrics::counter!("entrepot_cache_misses", "cache" => name).absolute(misses);
    }
}

/// Sets whether the bus carries messages; a node that is alone has none.
fn show_bus(node: &Node) {
    if let Some(connected) = node.system().bus_connected() {
        metrics::gauge!("entrepot_bus_connected").set(if connected { 1.0 } else { 0.0 });
    }
}

#[handler]
pub fn page(request: &Request, node: Data<&Node>, handle: Data<&PrometheusHandle>) -> Response {
    let remote = request.remote_addr().as_socket_addr().map(|address| address.ip());
    let config = node.config();
    if may_read(&config.connections.metrics, remote, request.headers(), &config.services.trusted_proxies) {
        show_caches(&node);
        show_bus(&node);
        handle.render().into_response()
    } else {
        StatusCode::FORBIDDEN.into_response()
    }
}

#[cfg(test)]
mod tests {
    use poem::http::{HeaderName, HeaderValue};

    use super::*;

    fn reads(access: &MetricsAccess, remote: &str, headers: &[(&'static str, &'static str)], proxies: &[&str]) -> bool {
        let headers = headers.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect();
        let ip = |text: &str| text.parse::<IpAddr>().expect("an address");
        may_read(access, Some(ip(remote)), &headers, &proxies.iter().map(|proxy| ip(proxy)).collect::<Vec<_>>())
    }

    #[test]
    fn without_a_token_only_programs_of_this_machine_read() {
        let machine = MetricsAccess::Machine;
        for own in ["localhost:8080", "127.0.0.1", "[::1]:8080"] {
            assert!(reads(&machine, "127.0.0.1", &[("host", own)], &[]), "{own}");
        }
        let local = ("host", "localhost:8080");
        assert!(!reads(&machine, "198.51.100.7", &[local], &[]));
        assert!(!reads(&machine, "127.0.0.1", &[local], &["127.0.0.1"]), "whoever is behind that proxy");
        assert!(!reads(&machine, "127.0.0.1", &[local, ("x-forwarded-for", "198.51.100.7")], &[]));
        assert!(!reads(&machine, "127.0.0.1", &[local, ("via", "1.1 proxy")], &[]));
        assert!(!reads(&machine, "127.0.0.1", &[("host", "stock.example.com")], &[]), "a proxy that tells nothing, or another site's page");
        assert!(!reads(&machine, "127.0.0.1", &[("host", "127.0.0.1.example.com")], &[]));
    }

    #[test]
    fn a_token_opens_from_anywhere_and_nothing_else_does() {
        let token = MetricsAccess::Token("sesame".into());
        assert!(reads(&token, "198.51.100.7", &[("authorization", "Bearer sesame"), ("x-forwarded-for", "1.2.3.4")], &["198.51.100.7"]));
        for wrong in ["Bearer sesam", "Bearer sesame2", "Basic sesame", "sesame", "Bearer ", "Bearer"] {
            assert!(!reads(&token, "127.0.0.1", &[("host", "localhost"), ("authorization", wrong)], &[]), "{wrong}");
        }
        assert!(!reads(&token, "127.0.0.1", &[("host", "localhost")], &[]), "not even this machine");
        assert!(reads(&MetricsAccess::Everybody, "198.51.100.7", &[], &["198.51.100.7"]));
    }
}
