//! Security headers of every answer: no content sniffing, no referrer for other sites, and HTTPS only after a visit
//! by HTTPS.

use std::net::IpAddr;

use poem::http::{HeaderValue, header};
use poem::{Endpoint, IntoResponse, Request, Response};

use crate::config::Config;

/// A year, for this host alone, as others of its domain may lack HTTPS.
const KEEP_TO_HTTPS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// See the module.
pub struct SecureHeaders<E> {
    inner: E,
    proxies: Vec<IpAddr>,
    https: bool,
}

impl<E> SecureHeaders<E> {
    #[must_use]
    pub fn new(inner: E, config: &Config) -> Self {
        Self { inner, proxies: config.services.trusted_proxies.clone(), https: config.connections.https }
    }
}

/// Whether a trusted proxy says that the request came by HTTPS.
pub(super) fn is_https(request: &Request, proxies: &[IpAddr]) -> bool {
    let remote = request.remote_addr().as_socket_addr().map(|address| address.ip().to_canonical());
    let scheme = request.header("x-forwarded-proto").and_then(|value| value.rsplit(',').next());
    remote.is_some_and(|remote| proxies.contains(&remote)) && scheme.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

impl<E: Endpoint> Endpoint for SecureHeaders<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let https = self.https || is_https(&request, &self.proxies);
        // Also for requests that were refused before a handler ran.
        let mut response = self.inner.call(request).await.map_or_else(poem::Error::into_response, IntoResponse::into_response);
        let headers = response.headers_mut();
        headers.entry(header::X_CONTENT_TYPE_OPTIONS).or_insert(HeaderValue::from_static("nosniff"));
        headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("same-origin"));
        // Nothing that is not a page may be framed or run.
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
        if https {
            headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(KEEP_TO_HTTPS);
        }
        Ok(response)
    }
}
