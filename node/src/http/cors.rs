//! Calls from pages of other origins (wire contract 1.3): those of the configuration. What else is served on this host
//! under another port is another site. Tokens travel in headers, so no cookie is at stake.

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};

const METHODS: &str = "GET, POST, PATCH, PUT, DELETE, OPTIONS";
const HEADERS: &str = "think-lang, server, ba_user_token, ba-user-token, bausertoken, ba_token, ba-token, batoken, Authorization, Content-Type, If-Match, \
     If-Modified-Since, If-None-Match, If-Unmodified-Since, X-CSRF-TOKEN, X-Requested-With, entrepot-client";
/// Those of ours that a page of another origin may read.
const EXPOSED: &str = crate::http::ended_token::HEADER;
/// Seconds a browser may remember it.
const MAX_AGE: &str = "1800";

/// See the module.
pub struct Cors<E> {
    pub inner: E,
    /// Whole origins or hosts; `*` is all of them.
    pub origins: Vec<String>,
}

/// Host and port of an origin or of a `Host` header; no port where it is the usual one.
fn authority(text: &str) -> (&str, Option<&str>) {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    match rest.rsplit_once(':') {
        Some((host, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => {
            (host, Some(port).filter(|port| !matches!(*port, "80" | "443")))
        }
        _ => (rest, None),
    }
}

/// The host of an origin or of a `Host` header.
pub(crate) fn host_of(text: &str) -> &str {
    authority(text).0
}

/// Whether a page of this origin may call: one of the same host and port, or of the configuration.
pub(crate) fn allowed(origin: &str, own: &str, origins: &[String]) -> bool {
    let (host, port) = authority(origin);
    let (own_host, own_port) = authority(own);
    origin != "null"
        && !host.is_empty()
        && ((host.eq_ignore_ascii_case(own_host) && port == own_port)
            || origins.iter().any(|known| known == "*" || known == origin || known.eq_ignore_ascii_case(host)))
}

/// Whether a page of this origin may open a socket on a port of its own: one of the site itself, which `public_url` names or
/// which is on the port where the node serves pages.
pub(crate) fn is_own_page(origin: &str, own: &str, listen: &str, public_url: Option<&str>) -> bool {
    let (host, port) = authority(origin);
    public_url.is_some_and(|url| url.eq_ignore_ascii_case(origin))
        || (!host.is_empty() && host.eq_ignore_ascii_case(host_of(own)) && port == authority(listen).1)
}

impl<E: Endpoint> Endpoint for Cors<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let origin = request.header("origin").map(str::to_owned);
        let own = request.header("host").unwrap_or_default().to_owned();
        let preflight = request.method() == Method::OPTIONS;
        let mut response = if preflight { StatusCode::NO_CONTENT.into_response() } else { self.inner.call(request).await?.into_response() };
        let Some(origin) = origin else { return Ok(response) };
        let headers = response.headers_mut();
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
        if !allowed(&origin, &own, &self.origins) {
            return Ok(response);
        }
        if let Ok(value) = HeaderValue::from_str(&origin) {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, value);
            if !self.origins.iter().any(|known| known == "*") {
                headers.insert(header::ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
            }
        }
        if preflight {
            headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(HEADERS));
            headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(MAX_AGE));
        } else {
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
        }
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_origins_may_call() {
        let known = ["https://app.example.com".to_owned(), "admin.example.com".to_owned()];
        for good in ["https://app.example.com", "http://admin.example.com:8080", "http://shop.local:8080", "http://SHOP.local:8080"] {
            assert!(allowed(good, "shop.local:8080", &known), "{good}");
        }
        for bad in ["http://app.example.com", "https://evil.example.com", "https://app.example.com.evil.com", "null", "", "http://"] {
            assert!(!allowed(bad, "shop.local:8080", &known), "{bad}");
        }
        for other_port in ["http://shop.local:1818", "http://shop.local", "https://shop.local:443", "http://shop.local:80800"] {
            assert!(!allowed(other_port, "shop.local:8080", &known), "{other_port}");
        }
        assert!(allowed("https://shop.local", "shop.local:443", &known) && allowed("http://[::1]:8080", "[::1]:8080", &known));
        assert!(allowed("https://anybody.example", "shop.local", &["*".to_owned()]));
    }

    #[test]
    fn a_socket_on_its_own_port_is_opened_by_pages_of_the_site() {
        let own = |origin: &str, public: Option<&str>| is_own_page(origin, "shop.local:2828", "0.0.0.0:8080", public);
        assert!(own("http://shop.local:8080", None) && own("https://shop.example.com", Some("https://shop.example.com")));
        for other in ["http://shop.local:9000", "http://shop.local", "https://evil.example:8080", "null", "https://shop.example.com"] {
            assert!(!own(other, None), "{other}");
        }
    }
}
