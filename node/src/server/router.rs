//! The router of the node: the API behind its guard, the web app, documents, health and metrics.

use std::io::Write;
use std::sync::Arc;

use bytes::Bytes;
use dashmap::DashMap;
use metrics_exporter_prometheus::PrometheusHandle;
use poem::http::{HeaderValue, StatusCode, Uri, header};
use poem::middleware::Compression;
use poem::{Endpoint, EndpointExt, IntoEndpoint, IntoResponse, Request, Response, Route, get, handler};
use poem_openapi::OpenApiService;

use crate::connections::connection::Connections;
use crate::data_exchange::api::file_route;
use crate::file::serving;
use crate::http::cors::{Cors, host_of};
use crate::http::document::compact;
use crate::http::routes::Routes;
use crate::http::{address, routes};
use crate::i18n::{LANGUAGE, Language};
use crate::node::Node;
use crate::resource::added_api::Added;
use crate::server::blocked::Blocked;
use crate::server::endpoints::Families;
use crate::server::guard::Guard;
use crate::server::secure_headers::{SecureHeaders, is_https};
use crate::server::web_app::WebApp;
use crate::server::{endpoints, entrance, metrics};
use crate::storefront::page_words::PageWords;
use crate::storefront::{head, map};
use crate::ws;

/// Content security policy of the web app: nothing from elsewhere but files of the CDN, no inline script. Other sites
/// appear only in sandboxed frames that menu rules name, which only super administrators make.
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

/// The part of a CDN's address for the policy: scheme, if any, and host.
fn cdn_source(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("//")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = !host.is_empty() && host.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter));
    match scheme {
        "" | "https:" | "http:" if plain => Some(if scheme.is_empty() { host.to_owned() } else { format!("{scheme}//{host}") }),
        _ => None,
    }
}

/// Adds tags for the files of the page's side (back office or public site), so that a browser loads them before the
/// first script has run. `None` if the page names another entrance: then that script decides. A page that has its first
/// content already (`drawn`) only preloads the scripts: the first one starts them once that content is painted.
fn with_side(page: &str, path: &str, drawn: bool) -> Option<String> {
    if page.contains(r#"<meta name="admin-base""#) {
        return None;
    }
    let side = if path == "/admin" || path.starts_with("/admin/") { "desk" } else { "site" };
    let (mut made, mut tags, mut left) = (String::with_capacity(2 * page.len()), String::new(), page);
    while let Some((before, meta)) = left.split_once(r#"<meta name="side:"#) {
        let (meta, after) = meta.split_once('>')?;
        let (name, files) = meta.split_once(r#"" content=""#)?;
        if name == side {
            let files = || files.trim_end_matches('"').split_whitespace();
            tags.extend(files().map(|file| match file.strip_suffix(".css") {
                Some(_) => format!(r#"<link href="{file}" rel="stylesheet">"#),
                None if drawn => format!(r#"<link href="{file}" rel="preload" as="script" fetchpriority="low">"#),
                None => format!(r#"<script defer src="{file}"></script>"#),
            }));
            if drawn {
                let scripts: Vec<&str> = files().filter(|file| !file.ends_with(".css")).collect();
                tags.push_str(&format!(r#"<meta name="side:{name}" content="{}">"#, scripts.join(" ")));
            }
        }
        made.push_str(before);
        left = after;
    }
    let (head, body) = left.split_once("</head>")?;
    (!tags.is_empty()).then(|| made + head + &tags + "</head>" + body)
}

/// The OpenAPI document.
#[must_use]
pub fn document(service: &OpenApiService<Families, ()>) -> serde_json::Value {
    let mut document = serde_json::from_str(&service.spec()).unwrap_or_else(|error| {
        tracing::error!(%error, "the API document is not JSON");
        serde_json::Value::Null
    });
    routes::hide(&mut document);
    compact(document)
}

/// Whether a request is an API call rather than a page navigation (wire contract 0.1).
fn is_api_call(request: &Request) -> bool {
    let marked = request.header("server").is_some() || request.uri().query().is_some_and(|query| query.split('&').any(|pair| pair == "server=1"));
    let page = request.header("accept").is_some_and(|accept| accept.contains("text/html"));
    marked || !page || request.method() != poem::http::Method::GET
}

/// Marks a request's connection as busy while its handler runs.
struct Running<E> {
    inner: E,
    connections: Connections,
}

impl<E: Endpoint> Endpoint for Running<E> {
    type Output = E::Output;

    async fn call(&self, request: Request) -> poem::Result<E::Output> {
        let _running = self.connections.runs(&request);
        self.inner.call(request).await
    }
}

/// The map of the site for search engines.
const SITEMAP: &str = "sitemap.xml";
/// Seconds after which search engines may look at a closed shop again.
const CLOSED_SECONDS: u64 = 3_600;
/// Addresses below which the app has pages that search engines don't read.
const ADMIN: &str = "/admin";
const USER: &str = "/user";

/// A `Host` header that is believed: its host is one of `origins`. This machine's own names are believed of programs on this
/// machine alone.
fn believed<'a>(host: &'a str, origins: &[String], is_local: bool) -> Option<&'a str> {
    let plain = host.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter));
    let name = host_of(host);
    let known = || origins.iter().any(|origin| host_of(origin).eq_ignore_ascii_case(name));
    let of_machine = || matches!(name.to_ascii_lowercase().as_str(), "localhost" | "127.0.0.1" | "[::1]");
    (plain && known() && (is_local || !of_machine())).then_some(host)
}

/// Where this installation is, as the configuration says it, or else the request by a host that the configuration names. What
/// a stranger claims in their `Host` header would be kept by search engines and caches.
fn origin(request: &Request, node: &Node) -> Option<String> {
    let config = node.config();
    if let Some(url) = &config.connections.public_url {
        return Some(url.clone());
    }
    let is_local = address::of(request, &config.services.trusted_proxies).is_some_and(|address| address.to_canonical().is_loopback());
    let host = believed(request.header("host")?, &config.allowed_origins, is_local)?;
    let secure = is_https(request, &config.services.trusted_proxies);
    Some(format!("{}://{host}", if secure { "https" } else { "http" }))
}

/// Language and darkness that a reader has chosen, which the app keeps in a cookie for this; else the browser's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    language: Language,
    dark: bool,
}

/// Name of the cookie.
const LOOK: &str = "look";

impl Look {
    fn of(request: &Request) -> Self {
        Self::read(request.header("cookie").unwrap_or_default(), request.header("accept-language").unwrap_or_default())
    }

    /// `look=en.dark` among the cookies.
    fn read(cookies: &str, languages: &str) -> Self {
        let chosen = cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(LOOK)?.strip_prefix('='));
        let (language, shade) = chosen.and_then(|look| look.split_once('.')).unwrap_or((languages, ""));
        Self { language: Language::parse(language), dark: shade == "dark" }
    }
}

struct Site<A> {
    node: Node,
    api: A,
    files: WebApp,
    packed: DashMap<String, Bytes>,
    policy: HeaderValue,
}

/// Pages of fewer bytes fit into one packet as they are.
const PACKED_MIN: usize = 1_000;

/// Whether a caller reads gzip: it names it, and does not give it the quality of zero.
fn reads_gzip(request: &Request) -> bool {
    let refused = |quality: &str| quality.trim().strip_prefix("q=").and_then(|number| number.parse().ok()) == Some(0.0_f32);
    let accepted = request.header("accept-encoding").unwrap_or_default().to_ascii_lowercase();
    accepted.split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "gzip" && !refused(quality)
    })
}

fn gzip(bytes: &[u8], level: flate2::Compression) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
    encoder.write_all(bytes)?;
    encoder.finish()
}

impl<A: Endpoint<Output = Response>> Site<A> {
    /// A file whose name contains a hash of its content; compressed on first use and cached.
    async fn lasting(&self, request: &Request, name: &str) -> Result<Response, std::io::Error> {
        let kind = mime_guess::from_path(name).first_or_octet_stream();
        let response = Response::builder().content_type(kind.essence_str()).header(header::CACHE_CONTROL, "public, max-age=31536000, immutable");
        let packs = name.ends_with(".js") || name.ends_with(".css");
        let response = if packs { response.header(header::VARY, "accept-encoding") } else { response };
        let pack = packs && reads_gzip(request);
        if pack && let Some(packed) = self.packed.get(name) {
            return Ok(response.header(header::CONTENT_ENCODING, "gzip").body(packed.clone()));
        }
        let Some(bytes) = self.files.read(name) else { return Ok(StatusCode::NOT_FOUND.into_response()) };
        if !pack {
            return Ok(response.body(bytes));
        }
        let packed = Bytes::from(tokio::task::spawn_blocking(move || gzip(&bytes, flate2::Compression::best())).await??);
        self.packed.insert(name.to_owned(), packed.clone());
        Ok(response.header(header::CONTENT_ENCODING, "gzip").body(packed))
    }

    async fn page(&self, request: &Request) -> Response {
        let path = request.uri().path();
        let name = path.trim_start_matches('/');
        if name.starts_with("static/") {
            return self.lasting(request, name).await.unwrap_or_else(|error| {
                tracing::error!(name, %error, "a file could not be packed");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            });
        }
        let (name, bytes, status) = match self.files.read(name) {
            Some(bytes) => (name, self.own_file(request, name, bytes), StatusCode::OK),
            None if name.contains('.') => match map::File::named(name) {
                Some(file) => return self.sitemap(request, file).await,
                None => return StatusCode::NOT_FOUND.into_response(),
            },
            None => match self.files.read("index.html") {
                Some(bytes) => {
                    let (bytes, status) = self.with_head(request, bytes).await;
                    ("index.html", bytes, status)
                }
                None => return (StatusCode::NOT_FOUND, "the web app has not been built: run ops/up").into_response(),
            },
        };
        let kind = mime_guess::from_path(name).first_or_octet_stream();
        let response = Response::builder().status(status).content_type(kind.essence_str()).header(header::CACHE_CONTROL, "no-cache");
        if name != "index.html" {
            return response.body(bytes);
        }
        let response = response.header(header::VARY, "accept-encoding, accept-language, cookie");
        // Search engines keep the pages of a shop that is closed, and come again.
        let response = if status == StatusCode::SERVICE_UNAVAILABLE { response.header(header::RETRY_AFTER, CLOSED_SECONDS) } else { response };
        match (bytes.len() >= PACKED_MIN && reads_gzip(request)).then(|| gzip(&bytes, flate2::Compression::fast())) {
            Some(Ok(packed)) => response.header(header::CONTENT_ENCODING, "gzip").body(packed),
            _ => response.body(bytes),
        }
    }

    /// The app's page with the files of its side and, of the site, its head; and its status.
    async fn with_head(&self, request: &Request, bytes: Vec<u8>) -> (Vec<u8>, StatusCode) {
        let path = request.uri().path();
        let Ok(page) = std::str::from_utf8(&bytes) else { return (bytes, StatusCode::OK) };
        let lower = path.to_ascii_lowercase();
        let within = |own: &str| !own.is_empty() && (lower == own || lower.strip_prefix(own).is_some_and(|rest| rest.starts_with('/')));
        let entrance = page.split_once(r#"<meta name="admin-base" content=""#).and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
        if within(ADMIN) || within(USER) || within(&entrance.to_ascii_lowercase()) {
            let page = with_side(page, path, false).map_or(bytes.clone(), String::into_bytes);
            return (page, StatusCode::OK);
        }
        // Without one, addresses are relative to the page.
        let origin = origin(request, &self.node).unwrap_or_default();
        let look = Look::of(request);
        let asked =
            head::Asked { path: &lower, query: request.uri().query().unwrap_or_default(), origin: &origin, language: look.language, dark: look.dark };
        let shown = LANGUAGE.scope(look.language, head::page(self.node.storefront(), &asked)).await;
        let page = with_side(page, path, shown.head.is_some()).unwrap_or_else(|| page.to_owned());
        let page = match shown.head {
            Some(head) => head.in_page(&page),
            None => PageWords::of(self.node.storefront(), &asked, shown.presence).await.in_page(&page),
        };
        let status = match shown.presence {
            head::Presence::Found => StatusCode::OK,
            head::Presence::Missing => StatusCode::NOT_FOUND,
            head::Presence::Closed => StatusCode::SERVICE_UNAVAILABLE,
        };
        (page.into_bytes(), status)
    }

    /// A file of the app; `robots.txt` says where the map of the site is.
    fn own_file(&self, request: &Request, name: &str, mut bytes: Vec<u8>) -> Vec<u8> {
        if name == "robots.txt"
            && let Some(origin) = origin(request, &self.node)
        {
            bytes.extend(format!("\nSitemap: {origin}/{SITEMAP}\n").into_bytes());
        }
        bytes
    }

    async fn sitemap(&self, request: &Request, file: map::File) -> Response {
        // A map has whole addresses.
        let Some(origin) = origin(request, &self.node) else { return StatusCode::NOT_FOUND.into_response() };
        match map::sitemap(self.node.storefront(), &origin, file).await {
            Ok(None) => StatusCode::NOT_FOUND.into_response(),
            Ok(Some(map)) => Response::builder().content_type("application/xml").header(header::CACHE_CONTROL, "no-cache").body(map),
            Err(error) => {
                tracing::error!(%error, "the map of the site could not be made");
                StatusCode::SERVICE_UNAVAILABLE.into_response()
            }
        }
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
        let lower = request.uri().path().to_ascii_lowercase();
        if lower.starts_with("/storage/") {
            let network = address::origin(&request, self.node.base()).network;
            return Ok(serving::serve(self.node.storage(), &request, &network).await);
        }
        let shared = lower.starts_with("/admin") || lower.starts_with("/api/") || lower == "/user" || lower.starts_with("/user/");
        let mut response = if shared && is_api_call(&request) { self.api.call(request).await? } else { self.page(&request).await };
        let headers = response.headers_mut();
        headers.insert("content-security-policy", self.policy.clone());
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
        Ok(()) if !node.system().ready() => Some("the node is stopping, or its actors keep failing".into()),
        Ok(()) => None,
    };
    reason.map_or_else(|| "ready".into_response(), |reason| (StatusCode::SERVICE_UNAVAILABLE, reason).into_response())
}

/// Gives requests what extractors and handlers take out of them, also those that the program sends to itself.
fn with_parts<E: Endpoint<Output = Response> + 'static>(node: &Node, api: E) -> impl Endpoint<Output = Response> + 'static {
    let (parts, services) = (node.parts(), node.services());
    api.data(node.base().clone())
        .data(parts.storage.clone())
        .data(parts.limits.clone())
        .data(services.resources.clone())
        .data(services.exchange.clone())
}

/// Everything the main port serves.
#[must_use]
pub fn site(node: &Node, handle: PrometheusHandle) -> impl Endpoint + 'static {
    let service = endpoints::service(node);
    let document = document(&service);
    let routes = Arc::new(Routes::of::<Families>());
    let text = document.to_string();
    let inner = Arc::new(Added { inner: service.into_endpoint(), base: node.base().clone(), of_files: file_route });
    let api = Arc::new(with_parts(node, Guard { inner, node: node.clone(), routes }).boxed());
    node.services().export_templates.api.is(&api);
    let api = api.with(Compression::new());
    let files = WebApp::of(node.config());
    let origins = node.config().allowed_origins.clone();
    let openapi = move || {
        let text = text.clone();
        poem::endpoint::make_sync(move |_| Response::builder().content_type("application/json").body(text.clone()))
    };
    let policy = security_policy(&node.config().services.upload.cdn_url);
    let site = Site { node: node.clone(), api, files, packed: DashMap::new(), policy };
    let site = Cors { inner: site, origins };
    // Health checks are not subject to blocked addresses.
    let clients = Route::new().at("/openapi.json", openapi()).at("/ws", get(ws::session::open)).nest_no_strip("/", site);
    let all = Route::new()
        .at("/healthz", get(healthy))
        .at("/readyz", get(ready))
        .at("/metrics", get(metrics::page))
        .nest_no_strip("/", Blocked { inner: clients, node: node.clone() })
        .data(node.clone())
        .data(node.socket_service())
        .data(handle);
    outside(node, all)
}

/// The websocket's own port.
#[must_use]
pub fn websocket(node: &Node) -> impl Endpoint + 'static {
    let routes = Route::new().at("/", get(ws::session::open)).at("/ws", get(ws::session::open));
    outside(node, Blocked { inner: routes, node: node.clone() }.data(node.socket_service()))
}

/// The outermost middleware of every port.
fn outside<E: Endpoint + 'static>(node: &Node, inner: E) -> impl Endpoint + 'static {
    let connections = node.sockets().connections().clone();
    Running { inner: SecureHeaders::new(inner, node.config()), connections }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_believed_that_the_configuration_names() {
        let origins = ["localhost", "127.0.0.1", "shop.example.com", "https://desk.example.com"].map(str::to_owned);
        for (host, is_local, expected) in [
            ("127.0.0.1:8080", true, true),
            ("localhost", true, true),
            ("localhost", false, false),
            ("shop.example.com", false, true),
            ("Shop.Example.com:8443", false, true),
            ("desk.example.com", false, true),
            ("evil.example", true, false),
            ("shop.example.com.evil.example", false, false),
            ("shop.example.com/evil", false, false),
            ("", true, false),
        ] {
            assert_eq!(believed(host, &origins, is_local).is_some(), expected, "{host}");
        }
        assert_eq!(believed("evil.example", &["*".to_owned()], true), None);
    }

    #[test]
    fn a_page_names_the_files_of_its_side() {
        let page = "<head><meta name=\"side:site\" content=\"/a.js /a.css\"><meta name=\"side:desk\" content=\"/lib.js /d.js\">\
            <script defer src=\"/index.js\"></script></head><body></body>";
        let first = "<head><script defer src=\"/index.js\"></script>";
        let desk = format!("{first}<script defer src=\"/lib.js\"></script><script defer src=\"/d.js\"></script></head><body></body>");
        for path in ["/admin", "/admin/warehouse/product"] {
            assert_eq!(with_side(page, path, false).as_deref(), Some(desk.as_str()), "{path}");
        }
        let site = format!("{first}<script defer src=\"/a.js\"></script><link href=\"/a.css\" rel=\"stylesheet\"></head><body></body>");
        for path in ["/", "/user", "/administrator", "/Admin"] {
            assert_eq!(with_side(page, path, false).as_deref(), Some(site.as_str()), "{path}");
        }
        assert_eq!(with_side("<head></head>", "/", false), None);
        assert_eq!(with_side(&page.replace("<head>", "<head><meta name=\"admin-base\" content=\"/manage\">"), "/manage", false), None);
    }

    #[test]
    fn a_page_that_is_drawn_only_asks_for_its_scripts() {
        let page = "<head><meta name=\"side:site\" content=\"/a.js /a.css /b.js\"></head><body></body>";
        let drawn = "<head><link href=\"/a.js\" rel=\"preload\" as=\"script\" fetchpriority=\"low\"><link href=\"/a.css\" rel=\"stylesheet\">\
            <link href=\"/b.js\" rel=\"preload\" as=\"script\" fetchpriority=\"low\"><meta name=\"side:site\" content=\"/a.js /b.js\"></head><body></body>";
        assert_eq!(with_side(page, "/shop", true).as_deref(), Some(drawn));
    }

    #[test]
    fn a_reader_has_chosen_language_and_darkness_or_their_browser_has_the_language() {
        let look = |language, dark| Look { language, dark };
        assert_eq!(Look::read("a=1; look=en.dark; b=2", "zh-CN"), look(Language::English, true));
        assert_eq!(Look::read("look=zh-CN.light", "en"), look(Language::Chinese, false));
        assert_eq!(Look::read("overlook=en.dark; looks=en.dark", "en-GB,en"), look(Language::English, false));
        assert_eq!(Look::read("look=", ""), look(Language::Chinese, false));
    }

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
