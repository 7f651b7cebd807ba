//! The outside of the node: the API behind its guard, the web app, documents, health and metrics.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;
use poem::http::{HeaderValue, StatusCode, Uri, header};
use poem::middleware::Compression;
use poem::{Endpoint, EndpointExt, IntoEndpoint, IntoResponse, Request, Response, Route, get, handler};
use poem_openapi::OpenApiService;
use rust_embed::RustEmbed;

use super::cors::Cors;
use super::guard::Guard;
use super::{Families, entrance};
use crate::node::Node;
use crate::ws;

/// What the app may load and do: nothing from elsewhere but files of the CDN, no inline script. Another site
/// stands only in a sandboxed frame, and only if a menu rule names it, which super administrators alone make.
fn security_policy(cdn_url: &str) -> HeaderValue {
    let cdn = cdn_source(cdn_url).map(|source| format!(" {source}")).unwrap_or_default();
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:{cdn}; \
         connect-src 'self' ws: wss:; media-src 'self' data: blob:{cdn}; font-src 'self' data:; \
         frame-src 'self' http: https:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; form-action 'self'"
    );
    // Made of the text above and of a source in plain letters.
    HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"))
}

/// The part of a CDN's address that a policy names: scheme, where there is one, and host.
fn cdn_source(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("//")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = !host.is_empty() && host.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter));
    match scheme {
        "" | "https:" | "http:" if plain => Some(if scheme.is_empty() { host.to_owned() } else { format!("{scheme}//{host}") }),
        _ => None,
    }
}

#[derive(RustEmbed)]
#[folder = "../web/dist"]
struct WebApp;

/// Where the web app is read from.
#[derive(Clone)]
enum Files {
    Within,
    Dir(PathBuf),
}

impl Files {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let plain = !path.split('/').any(|part| part.is_empty() || part.starts_with('.')) && !path.contains('\\');
        match self {
            _ if !plain => None,
            Self::Within => WebApp::get(path).map(|file| file.data.into_owned()),
            Self::Dir(dir) => std::fs::read(dir.join(path)).ok(),
        }
    }
}

/// The lower-case form of every declared path, so that clients may write them as they like.
fn declared_paths(spec: &serde_json::Value) -> HashMap<String, String> {
    let paths = spec["paths"].as_object().into_iter().flat_map(|paths| paths.keys());
    paths.filter(|path| !path.contains('{')).map(|path| (path.to_ascii_lowercase(), path.clone())).collect()
}

/// The OpenAPI document.
#[must_use]
pub fn document(service: &OpenApiService<Families, ()>) -> serde_json::Value {
    serde_json::from_str(&service.spec()).unwrap_or_default()
}

/// Whether a request comes from a program rather than from a browser that opens a page (design, HTTP).
fn is_api_call(request: &Request) -> bool {
    let marked = request.header("server").is_some() || request.uri().query().is_some_and(|query| query.split('&').any(|pair| pair == "server=1"));
    let page = request.header("accept").is_some_and(|accept| accept.contains("text/html"));
    marked || !page || request.method() != poem::http::Method::GET
}

struct Site<A> {
    node: Node,
    api: A,
    files: Files,
    policy: HeaderValue,
}

impl<A: Endpoint<Output = Response>> Site<A> {
    fn page(&self, path: &str) -> Response {
        let name = path.trim_start_matches('/');
        let hashed = name.starts_with("static/");
        let (name, bytes) = match self.files.read(name) {
            Some(bytes) => (name, bytes),
            None if hashed || name.contains('.') => return StatusCode::NOT_FOUND.into_response(),
            None => match self.files.read("index.html") {
                Some(bytes) => ("index.html", bytes),
                None => return (StatusCode::NOT_FOUND, "the web app has not been built: run ops/up").into_response(),
            },
        };
        let kind = mime_guess::from_path(name).first_or_octet_stream();
        let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
        Response::builder().content_type(kind.essence_str()).header(header::CACHE_CONTROL, cache).body(bytes)
    }
}

impl<A: Endpoint<Output = Response>> Endpoint for Site<A> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> poem::Result<Response> {
        if let Some(path) = entrance::resolve(&self.node, request.uri().path()).await {
            let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
            let meant = format!("{path}{query}");
            if !is_api_call(&request) {
                return Ok(poem::web::Redirect::temporary(meant).into_response());
            }
            if let Ok(uri) = meant.parse::<Uri>() {
                *request.uri_mut() = uri;
            }
        }
        let path = request.uri().path().to_owned();
        let lower = path.to_ascii_lowercase();
        if lower.starts_with("/storage/") {
            return Ok(super::files::serve(&self.node, &request).await);
        }
        let shared = lower.starts_with("/admin") || lower.starts_with("/api/") || lower == "/user" || lower.starts_with("/user/");
        let mut response = if shared && is_api_call(&request) { self.api.call(request).await? } else { self.page(&path) };
        let headers = response.headers_mut();
        headers.insert("content-security-policy", self.policy.clone());
        headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
        headers.insert("referrer-policy", HeaderValue::from_static("same-origin"));
        headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
        headers.insert("permissions-policy", HeaderValue::from_static("camera=(self), geolocation=(), microphone=(), payment=()"));
        headers.insert("x-frame-options", HeaderValue::from_static("SAMEORIGIN"));
        Ok(response)
    }
}

#[handler]
fn healthy() -> &'static str {
    "ok"
}

#[handler]
async fn ready(node: poem::web::Data<&Node>) -> Response {
    let reason = match node.store().healthy().await {
        Err(error) => Some(error.to_string()),
        Ok(()) if !node.system().ready() => Some("the actors are stopping or the bus is away".into()),
        Ok(()) => None,
    };
    reason.map_or_else(|| "ready".into_response(), |reason| (StatusCode::SERVICE_UNAVAILABLE, reason).into_response())
}

#[handler]
fn metrics_page(request: &Request, node: poem::web::Data<&Node>, handle: poem::web::Data<&PrometheusHandle>) -> Response {
    let local = request.remote_addr().as_socket_addr().is_some_and(|address| address.ip().is_loopback());
    if local || node.config().public_metrics { handle.render().into_response() } else { StatusCode::FORBIDDEN.into_response() }
}

/// Everything the main port serves.
#[must_use]
pub fn site(node: &Node, metrics: PrometheusHandle) -> impl Endpoint + 'static {
    let service = super::service(node);
    let document = document(&service);
    let paths = Arc::new(declared_paths(&document));
    let text = document.to_string();
    let api = Guard { inner: service.into_endpoint(), node: node.clone(), paths };
    let files = node.config().web_dir.clone().map_or(Files::Within, Files::Dir);
    let origins = node.config().allowed_origins.clone();
    let openapi = move || {
        let text = text.clone();
        poem::endpoint::make_sync(move |_| Response::builder().content_type("application/json").body(text.clone()))
    };
    let policy = security_policy(&node.config().services.upload.cdn_url);
    let site = Site { node: node.clone(), api, files, policy };
    let site = Cors { inner: site, origins }.with(Compression::new());
    Route::new()
        .at("/healthz", get(healthy))
        .at("/readyz", get(ready))
        .at("/metrics", get(metrics_page))
        .at("/openapi.json", openapi())
        .at("/ws", get(ws::session::open))
        .nest_no_strip("/", site)
        .data(node.clone())
        .data(metrics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_may_come_from_the_cdn() {
        assert_eq!(cdn_source("https://cdn.example.com/files?x=1").as_deref(), Some("https://cdn.example.com"));
        assert_eq!(cdn_source("//cdn.example.com:8443").as_deref(), Some("cdn.example.com:8443"));
        for bad in ["", "cdn", "https://", "javascript://x", "https://a;script-src *", "https://a b"] {
            assert_eq!(cdn_source(bad), None, "{bad}");
        }
        let policy = security_policy("https://cdn.example.com");
        assert!(policy.to_str().is_ok_and(|text| text.contains("img-src 'self' data: blob: https://cdn.example.com;") && !text.contains("  ")));
        assert!(security_policy("").to_str().is_ok_and(|text| text.contains("blob:;")));
    }
}
