//! Middleware of every route: language, path, time limit, size, login and permission. Who may call a route is declared
//! at the route ([`crate::http::routes`]).

use std::sync::Arc;
use std::time::Duration;

use poem::error::ResponseError;
use poem::http::{HeaderValue, StatusCode, Uri, header};
use poem::{Endpoint, IntoResponse, Request, Response};
use poem_openapi::error::ParseParamError;
use poem_openapi::payload::Json;
use serde_json::json;
use tokio::time::timeout;
use tracing::Instrument;

use super::log_line;
use crate::api_log::call::ApiCall;
use crate::audit_log::journal::{self, Notes};
use crate::client;
use crate::client::CLIENT;
use crate::http::access::Access;
use crate::http::envelope::{CLOCK, envelope};
use crate::http::error::ApiError;
use crate::http::language::{asked_language, language_of};
use crate::http::methods::reads;
use crate::http::routes::{Routes, Takes};
use crate::http::{address, ended_token, parameters};
use crate::i18n::{LANGUAGE, current, text};
use crate::identity::admin_request;
use crate::identity::passwords::GIVEN_PASSWORD;
use crate::identity::sessions::{OnBehalf, TokenStatus};
use crate::node::Node;
use crate::resource::added;
use crate::secrets::key_text::concealed;
use crate::server::key_guard::Presented;
use crate::server::{body_limit, key_guard, member_guard};

/// Where one's own password is changed: all that is open to somebody whose password another one has set.
const OWN_PASSWORD: &str = "/admin/routine.admininfo/edit";

/// Routes below `/api/` that are for administrators and their programs.
const OF_PROGRAMS: &[&str] = &["/api/events"];

/// Time limit of an answer, once the request has been read.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Characters of a path that the program's log shows.
const LOGGED_PATH_MAX: usize = 200;

/// See the module.
pub struct Guard<E> {
    pub inner: Arc<E>,
    pub node: Node,
    pub routes: Arc<Routes>,
}

impl<E: Endpoint + 'static> Guard<E> {
    /// Authenticates and authorises the caller and reads the body. Returns the audit log line of the request, if it
    /// gets one.
    async fn admit(
        &self,
        request: &mut Request,
        lower: &str,
        takes: Option<Takes>,
        mut call: Option<&mut ApiCall>,
    ) -> Result<Option<log_line::Line>, poem::Error> {
        let access = self.routes.access(lower);
        if lower.starts_with("/api/") && !OF_PROGRAMS.contains(&lower) {
            if self.routes.get(lower).is_none() {
                // There is no such route, with or without a login; the API document is public anyway.
                member_guard::count_anonymous(&self.node, request)?;
                return Err(poem::Error::from_status(StatusCode::NOT_FOUND));
            }
            member_guard::authorise(&self.node, request, access).await?;
            if let Some(call) = call.as_mut() {
                call.member(request);
            }
            let body = body_limit::read(&self.node, request, takes).await?;
            if let Some(call) = call {
                call.body(request, &body);
            }
            return Ok(None);
        }
        let now = self.node.now();
        let mut line = log_line::begin(self.node.store(), now, &self.node.config().services.trusted_proxies, request, lower, &access);
        let fields = self.routes.get(lower).map_or(&[][..], |route| route.fields.as_slice());
        let status = self.status(request, &access, now).await?;
        if let TokenStatus::Valid(caller) = &status
            && caller.key.is_some()
            && (key_guard::never(lower, &access) || key_guard::reads_closed_history(request, lower))
        {
            let refusal = ApiError::refused("key.never");
            let line = line.map(|line| line.by(caller));
            log_line::end(self.node.journal(), line, &Notes::default(), Some("key.never")).await;
            return Err(refusal.into());
        }
        if matches!(status, TokenStatus::Expired | TokenStatus::Unknown) {
            member_guard::count_anonymous(&self.node, request)?;
        }
        if let (TokenStatus::Valid(caller), Some(language)) = (&status, asked_language(request))
            && caller.key.is_none()
        {
            self.node.sessions().speaks(&caller.session, language);
        }
        if let (TokenStatus::Valid(caller), Some(call)) = (&status, call.as_mut()) {
            call.admin(caller);
        }
        match (status, access) {
            (TokenStatus::Valid(caller), Access::Node(node)) => {
                line = line.map(|line| line.by(&caller));
                let held = if caller.rights.holds_with(&node, &parameters(request)) {
                    Some(node)
                } else {
                    self.routes.substitute(lower).filter(|node| caller.rights.holds(node))
                };
                let Some(node) = held else {
                    log_line::end(self.node.journal(), line, &Notes::default(), Some("permission denied")).await;
                    return Err(ApiError::NoPermission.into());
                };
                request.extensions_mut().insert(*caller);
                request.extensions_mut().insert(admin_request::AskedNode(node));
            }
            (TokenStatus::Valid(caller), _) => {
                line = line.map(|line| line.by(&caller));
                request.extensions_mut().insert(*caller);
            }
            (TokenStatus::GivenPassword(caller), Access::Login | Access::Node(_)) => {
                line = line.map(|line| line.by(&caller));
                if lower != OWN_PASSWORD {
                    log_line::end(self.node.journal(), line, &Notes::default(), Some(GIVEN_PASSWORD)).await;
                    return Err(ApiError::refused(GIVEN_PASSWORD).into());
                }
                request.extensions_mut().insert(*caller);
            }
            (status, Access::Public) => {
                if matches!(status, TokenStatus::Expired) {
                    ended_token::note(request);
                }
                line = line.map(|line| line.by_a_stranger(fields));
            }
            (TokenStatus::Expired, _) => return Err(ApiError::Expired.into()),
            (TokenStatus::Unknown, _) => return Err(ApiError::NeedLogin.into()),
        }
        let body = body_limit::read(&self.node, request, takes).await?;
        if admin_request::caller(request).is_ok_and(|caller| caller.key.is_some()) {
            key_guard::refuse_passwords(&self.node.store().catalogue(), lower, &body)?;
        }
        if let Some(call) = call {
            call.body(request, &body);
        }
        if let Some(line) = &mut line {
            line.body(request, body);
        }
        Ok(line)
    }

    /// Who calls: the program for somebody, with a key, or in a session. Where nobody needs to be known, a key is not looked at.
    async fn status(&self, request: &mut Request, access: &Access, now: i64) -> Result<TokenStatus, ApiError> {
        if let Some(OnBehalf(caller)) = request.extensions_mut().remove() {
            return Ok(TokenStatus::Valid(caller));
        }
        match key_guard::presented(request) {
            Presented::Key(key) if *access != Access::Public => Ok(TokenStatus::Valid(key_guard::admit(&self.node, request, &key).await?)),
            Presented::Several if *access != Access::Public => Err(ApiError::KeyRefused),
            _ => match admin_request::TOKEN.find_or_take(request).await {
                Some(token) => Ok(self.node.sessions().token_status(&token, now).await?),
                None => Ok(TokenStatus::Unknown),
            },
        }
    }

    /// Runs the handler and completes the audit log line. A request that may change something runs to its end,
    /// although the caller hangs up or gets a time-out, so that everything committed has its log line and its
    /// consequences.
    async fn run(&self, request: Request, line: Option<log_line::Line>) -> Result<Response, poem::Error> {
        let (inner, node) = (self.inner.clone(), self.node.clone());
        let reads = reads(request.method());
        let work = async move {
            let (answer, notes) = journal::noting(inner.call(request)).await;
            let refusal = answer.as_ref().err().map(ToString::to_string);
            log_line::end(node.journal(), line, &notes, refusal.as_deref()).await;
            answer.map(IntoResponse::into_response)
        };
        if reads {
            return work.await;
        }
        let work = LANGUAGE.scope(current(), CLIENT.scope(client::current(), CLOCK.scope(self.node.clock(), work))).in_current_span();
        self.node.running_work().complete(work).await.unwrap_or_else(|error| {
            tracing::error!(%error, "a handler broke off");
            Err(poem::Error::from_status(StatusCode::INTERNAL_SERVER_ERROR))
        })
    }

    /// Notes the route of a call by its declaration: paths that nobody declared would be endlessly many.
    fn note_route(&self, call: &mut ApiCall, lower: &str) {
        if let Some(route) = self.routes.get(lower) {
            call.route(&route.path);
        } else if let Some((resource, action)) = added::found(&self.node.store().catalogue(), lower) {
            call.route(&format!("/admin/{}/{action}", resource.controller));
        }
    }

    async fn handle(&self, mut request: Request, mut call: Option<&mut ApiCall>) -> Result<Response, poem::Error> {
        let lower = request.uri().path().to_ascii_lowercase();
        if let Some(call) = call.as_mut() {
            self.note_route(call, &lower);
        }
        let canonical = self.routes.spelling(&lower).unwrap_or(&lower);
        let takes = self.routes.get(&lower).map_or_else(|| added::takes(&self.node.store().catalogue(), &lower), |route| route.takes);
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        if let Ok(uri) = format!("{canonical}{query}").parse::<Uri>() {
            *request.uri_mut() = uri;
        }
        let late = |_| poem::Error::from_status(StatusCode::REQUEST_TIMEOUT);
        let body = body_limit::time(&self.node, &request, takes);
        let line = timeout(TIME_LIMIT + body, self.admit(&mut request, &lower, takes, call)).await.map_err(late)??;
        // An upload's file is still to be read; every other body has been.
        let streams = if takes == Some(Takes::File) { body } else { Duration::ZERO };
        let ended = ended_token::noted(&request);
        let mut response = timeout(TIME_LIMIT + streams, self.run(request, line)).await.map_err(late)??;
        if ended {
            ended_token::mark(&mut response);
        }
        Ok(response)
    }
}

/// The pairs of a request's query.
fn parameters(request: &Request) -> Vec<(String, String)> {
    form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes()).into_owned().collect()
}

/// An error as an envelope.
fn answer(error: poem::Error, path: &str) -> Response {
    if error.is::<ApiError>() {
        return error.into_response();
    }
    if let Some(unread) = error.downcast_ref::<ParseParamError>() {
        return parameters::refusal(unread).as_response();
    }
    let status = error.status();
    let (key, values): (_, Vec<(&str, String)>) = match status {
        StatusCode::NOT_FOUND => ("error.route", vec![("path", path.to_owned())]),
        StatusCode::METHOD_NOT_ALLOWED => ("error.method", vec![]),
        StatusCode::PAYLOAD_TOO_LARGE => ("error.too_large", vec![]),
        StatusCode::REQUEST_TIMEOUT => ("error.timeout", vec![]),
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

impl<E: Endpoint + 'static> Endpoint for Guard<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let language = language_of(&request);
        let path = request.uri().path().to_owned();
        let id = uuid::Uuid::new_v4().simple().to_string();
        // Strangers choose it, and lines of the log repeat it.
        let shown: String = concealed(&path).chars().take(LOGGED_PATH_MAX).collect();
        let span = tracing::info_span!("request", id, method = %request.method(), path = shown);
        let began = std::time::Instant::now();
        let client = client::of(&request, self.node.config().services.clients.assumed);
        let mut call = self.node.api_log().call(&request, || address::origin(&request, self.node.base()));
        let answered = CLIENT.scope(client, async {
            self.handle(request, call.as_deref_mut()).await.unwrap_or_else(|error| {
                if let Some(call) = &mut call {
                    call.refused(&error);
                }
                answer(error, &path)
            })
        });
        let mut response = LANGUAGE.scope(language, CLOCK.scope(self.node.clock(), answered)).instrument(span).await;
        if let Some(call) = call {
            self.node.api_log().answered(call, &mut response, &id);
        }
        metrics::histogram!("entrepot_request_seconds").record(began.elapsed().as_secs_f64());
        metrics::counter!("entrepot_requests_total", "status" => response.status().as_str().to_owned()).increment(1);
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", value);
        }
        response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        Ok(response)
    }
}
