//! What stands before every route: language, path, time limit, size, login and permission.
//!
//! Closed by default: whatever is not listed here as public or as open to every administrator
//! needs the permission node that its path names (wire contract 0.1).

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use entrepot_store::scope::Scope;
use poem::http::{HeaderValue, Method, StatusCode, Uri, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response};
use poem_openapi::payload::Json;
use serde_json::json;
use tracing::Instrument;

use super::body::{BODY_MAX, IMPORT_BODY_MAX, ORDER_BODY_MAX};
use super::envelope::envelope;
use super::errors::ApiError;
use super::messages::{LANGUAGE, Language, text};
use super::{address, member_guard, record, upload};
use crate::identity::journal::{self, Notes};
use crate::identity::sessions::{Caller, Standing};
use crate::node::Node;

/// How long an answer may take.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// How long a file may take to come in.
const UPLOAD_TIME_LIMIT: Duration = Duration::from_secs(600);
/// Paths of uploads end like this, in lower case.
const UPLOAD: &str = "/ajax/upload";

/// Who may call a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Public,
    /// Every administrator who is logged in.
    Login,
    /// Whoever holds this node.
    Node(String),
}

/// Open to everybody.
const PUBLIC: &[&str] = &["/admin/index/login", "/admin/index/logout"];
/// Open to every administrator: one's own session and one's own notifications.
const LOGIN: &[&str] = &[
    "/admin/index/index",
    "/admin/resource/schema",
    "/admin/ajax/upload",
    "/admin/ajax/area",
    "/admin/ajax/buildsuffixsvg",
    "/admin/ajax/getdatabaseconnectionlist",
    "/admin/ajax/gettablelist",
    "/admin/ajax/gettablepk",
    "/admin/ajax/gettablefieldlist",
    "/admin/ajax/clearcache",
    // Answer super administrators alone.
    "/admin/ajax/terminal",
    "/admin/module/index",
    // Who began an export has its file, and nobody else.
    "/admin/routine.transfer/download",
    "/admin/notification.index/push",
    "/admin/notification.index/index",
    "/admin/notification.index/read",
    "/admin/notification.index/readall",
    "/admin/notification.index/setup",
    "/admin/notification.index/getsetup",
];

/// Who may call the route with this lower-case path.
#[must_use]
pub fn access(path: &str) -> Access {
    if PUBLIC.contains(&path) {
        Access::Public
    } else if LOGIN.contains(&path) {
        Access::Login
    } else {
        let node = path.trim_start_matches("/admin/").trim_start_matches('/').replace('.', "/");
        Access::Node(match node.rsplit_once('/') {
            // A remote select is a list; the empty file for an import belongs to it.
            Some((page, "select")) => format!("{page}/index"),
            Some((page, "template")) => format!("{page}/import"),
            _ => node,
        })
    }
}

/// Whether an administrator holds a node.
#[must_use]
pub fn holds(caller: &Caller, node: &str) -> bool {
    caller.rights.holds(node)
}

/// Where a token may stand, in this order (wire contract 1.2): two headers, three parameters, a header.
pub struct TokenNames {
    pub first: [&'static str; 2],
    pub parameters: [&'static str; 3],
    pub last: &'static str,
}

/// An administrator's.
const TOKEN: TokenNames = TokenNames { first: ["batoken", "ba-token"], parameters: ["batoken", "ba-token", "ba_token"], last: "ba_token" };

impl TokenNames {
    /// The token of a request; an empty one is none.
    #[must_use]
    pub fn find(&self, request: &Request) -> Option<String> {
        let some = |token: &String| !token.is_empty();
        let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned).filter(some);
        let parameter = |name: &str| super::listing::parameter(request, name).filter(some);
        let first = self.first.iter().find_map(|name| header(name));
        first.or_else(|| self.parameters.iter().find_map(|name| parameter(name))).or_else(|| header(self.last))
    }

    /// The same, and after that what the body has.
    pub async fn find_or_take(&self, request: &mut Request) -> Option<String> {
        match self.find(request) {
            Some(token) => Some(token),
            None => super::body_token::take(self, request).await,
        }
    }
}

/// The administrator's token of a request, in its head.
#[must_use]
pub fn token(request: &Request) -> Option<String> {
    TOKEN.find(request)
}

/// See the module.
pub struct Guard<E> {
    pub inner: E,
    pub node: Node,
    /// Declared paths by their lower-case form.
    pub paths: Arc<HashMap<String, String>>,
}

impl<E: Endpoint> Guard<E> {
    async fn pass(&self, mut request: Request) -> Result<Response, poem::Error> {
        if let Some(address) = address::of(&request, &self.node.config().services.trusted_proxies)
            && self.node.refuses(address).await
        {
            let mut response = Json(json!({ "msg": text("permission.address", &[]) })).into_response();
            response.set_status(StatusCode::FORBIDDEN);
            return Ok(response);
        }
        let lower = request.uri().path().to_ascii_lowercase();
        let canonical = self.paths.get(&lower).cloned().unwrap_or_else(|| lower.clone());
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        if let Ok(uri) = format!("{canonical}{query}").parse::<Uri>() {
            *request.uri_mut() = uri;
        }
        if lower.starts_with("/api/") {
            member_guard::pass(&self.node, &mut request, &lower).await?;
            limit_body(&self.node, &mut request, &lower).await?;
            return Ok(self.inner.call(request).await?.into_response());
        }
        let access = access(&lower);
        let now = self.node.now();
        let mut line = record::begin(&self.node, &request, &lower);
        let standing = match TOKEN.find_or_take(&mut request).await {
            Some(token) => self.node.sessions().standing(&token, now).await.map_err(ApiError::from)?,
            None => Standing::Unknown,
        };
        if !matches!(standing, Standing::Valid(_)) {
            member_guard::count_stranger(&self.node, &request)?;
        }
        match (standing, access) {
            (Standing::Valid(caller), Access::Node(node)) if !caller.rights.holds_with(&node, &parameters(&request)) => {
                record::end(&self.node, line.map(|line| line.by(&caller)), &Notes::default(), Some("permission denied")).await;
                return Err(ApiError::NoPermission.into());
            }
            (Standing::Valid(caller), _) => {
                line = line.map(|line| line.by(&caller));
                request.extensions_mut().insert(*caller);
            }
            (_, Access::Public) => {}
            (Standing::Expired, _) => return Err(ApiError::Expired.into()),
            (Standing::Unknown, _) => return Err(ApiError::NeedLogin.into()),
        }
        let body = limit_body(&self.node, &mut request, &lower).await?;
        if let Some(line) = &mut line {
            line.body(&request, body);
        }
        let (answer, notes) = journal::noting(self.inner.call(request)).await;
        let refusal = answer.as_ref().err().map(ToString::to_string);
        record::end(&self.node, line, &notes, refusal.as_deref()).await;
        Ok(answer?.into_response())
    }
}

/// The pairs of a request's query.
fn parameters(request: &Request) -> Vec<(String, String)> {
    form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes()).into_owned().collect()
}

/// Reads the body up to the limit of its route.
async fn limit_body(node: &Node, request: &mut Request, path: &str) -> Result<Bytes, poem::Error> {
    if request.method() == Method::GET {
        return Ok(Bytes::new());
    }
    let uploads = path.ends_with(UPLOAD);
    let max = match path {
        _ if uploads => usize::try_from(node.config().services.upload.max_bytes + upload::FORM_EXTRA).unwrap_or(usize::MAX),
        path if path.ends_with("/import") => IMPORT_BODY_MAX,
        path if path.contains("order/") => ORDER_BODY_MAX,
        _ => BODY_MAX,
    };
    let too_large = || poem::Error::from_status(StatusCode::PAYLOAD_TOO_LARGE);
    let told = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()).and_then(|value| value.parse::<usize>().ok());
    if told.is_some_and(|length| length > max) {
        return Err(too_large());
    }
    if uploads {
        // Counted while it streams to disk.
        let body = upload::limited(request.take_body(), max as u64);
        request.set_body(body);
        return Ok(Bytes::new());
    }
    let bytes = request.take_body().into_bytes_limit(max).await.map_err(|_| too_large())?;
    request.set_body(Body::from(bytes.clone()));
    Ok(bytes)
}

/// Who calls, in a handler behind the guard.
pub fn caller(request: &Request) -> Result<&Caller, ApiError> {
    request.extensions().get::<Caller>().ok_or(ApiError::NeedLogin)
}

/// What the caller may reach of rows that know a warehouse or an owner: for every query of a handler.
pub fn scope(request: &Request) -> Result<Scope, ApiError> {
    let caller = caller(request)?;
    Ok(caller.rights.scope(caller.admin.id))
}

/// Whatever went wrong, as an envelope.
fn answer(error: poem::Error, path: &str) -> Response {
    if error.is::<ApiError>() {
        return error.into_response();
    }
    let status = error.status();
    let (key, values): (_, Vec<(&str, String)>) = match status {
        StatusCode::NOT_FOUND => ("error.route", vec![("path", path.to_owned())]),
        StatusCode::METHOD_NOT_ALLOWED => ("error.method", vec![]),
        StatusCode::PAYLOAD_TOO_LARGE => ("error.too_large", vec![]),
        StatusCode::BAD_REQUEST => ("error.body", vec![("reason", error.to_string())]),
        _ => {
            tracing::error!(%error, "a request failed");
            ("error.internal", vec![("id", String::new())])
        }
    };
    let mut response = Json(envelope(0, text(key, &values), json!({ "key": key }))).into_response();
    response.set_status(if status == StatusCode::BAD_REQUEST { StatusCode::OK } else { status });
    response
}

impl<E: Endpoint> Endpoint for Guard<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let asked = request.header("think-lang").map(str::to_owned).or_else(|| super::listing::parameter(&request, "lang"));
        let language = asked.as_deref().map(Language::parse).unwrap_or_default();
        let path = request.uri().path().to_owned();
        let id = uuid::Uuid::new_v4().simple().to_string();
        let span = tracing::info_span!("request", id, method = %request.method(), path);
        let began = std::time::Instant::now();
        let answered = LANGUAGE.scope(language, async {
            let limit = if path.to_ascii_lowercase().ends_with(UPLOAD) { UPLOAD_TIME_LIMIT } else { TIME_LIMIT };
            match tokio::time::timeout(limit, self.pass(request)).await {
                Ok(Ok(response)) => response,
                Ok(Err(error)) => answer(error, &path),
                Err(_) => {
                    let mut response = Json(envelope(0, text("error.timeout", &[]), json!({ "key": "error.timeout" }))).into_response();
                    response.set_status(StatusCode::REQUEST_TIMEOUT);
                    response
                }
            }
        });
        let mut response = answered.instrument(span).await;
        metrics::histogram!("entrepot_request_seconds").record(began.elapsed().as_secs_f64());
        metrics::counter!("entrepot_requests_total", "status" => response.status().as_str().to_owned()).increment(1);
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", value);
        }
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_its_node() {
        assert_eq!(access("/admin/warehouse.inboundorder/audit"), Access::Node("warehouse/inboundorder/audit".into()));
        assert_eq!(access("/admin/index/login"), Access::Public);
        assert_eq!(access("/admin/whatever.new/thing"), Access::Node("whatever/new/thing".into()));
        assert_eq!(access("/admin/warehouse.product/select"), Access::Node("warehouse/product/index".into()));
        assert_eq!(access("/admin/warehouse.product/template"), Access::Node("warehouse/product/import".into()));
    }
}
