//! What is noted of a call while it is answered. Nothing is masked here: that is done behind the answer.

use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body::Body as _;
use http_body_util::combinators::BoxBody;
use poem::http::{Method, StatusCode, header};
use poem::{Body, Request, Response};

use super::masking::READ_MAX;
use crate::error::ServiceError;
use crate::http::origin::Origin;
use crate::identity::{member_request, sessions};

/// Characters of a browser's name.
const AGENT_MAX: usize = 300;
/// The route of calls that none takes.
pub const NO_ROUTE: &str = "—";

/// Who calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CallerKind {
    #[default]
    Visitor,
    Admin,
    Member,
    Key,
}

impl CallerKind {
    /// As it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Visitor => "visitor",
            Self::Admin => "admin",
            Self::Member => "member",
            Self::Key => "key",
        }
    }
}

/// A caller by kind and id; visitors are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Caller {
    pub kind: CallerKind,
    pub id: i64,
}

impl Caller {
    /// Callers that are not counted each for itself.
    pub const OTHERS: Self = Self { kind: CallerKind::Visitor, id: -1 };

    /// As the counts name it: `admin:7`.
    #[must_use]
    pub fn written(self) -> String {
        format!("{}:{}", self.kind.name(), self.id)
    }
}

/// What came of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    #[default]
    Done,
    /// The caller's fault, or a rule.
    Refused,
    /// The node's fault.
    Failed,
}

/// A call that is being answered.
#[derive(Clone, Debug)]
pub struct ApiCall {
    pub began: Instant,
    pub request_id: String,
    /// Unix seconds of the answer.
    pub at: i64,
    pub method: &'static str,
    /// As it was asked for.
    pub path: String,
    pub query: String,
    /// Method and path as they are declared; [`NO_ROUTE`] where they are not.
    pub route: String,
    pub caller: Caller,
    /// The caller's name.
    pub name: String,
    pub ip: String,
    pub agent: String,
    pub body: Bytes,
    /// Bytes of a body that is too large to be kept.
    pub size: usize,
    pub content_type: String,
    pub code: i32,
    pub key: String,
    pub outcome: Outcome,
    pub status: u16,
    pub bytes: u64,
    pub took: Duration,
}

fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "OTHER",
    }
}

impl ApiCall {
    /// Begins with what a request says of itself.
    #[must_use]
    pub fn begin(request: &Request, origin: Origin) -> Self {
        Self {
            began: Instant::now(),
            request_id: String::new(),
            at: 0,
            method: method(request.method()),
            path: request.uri().path().to_owned(),
            query: request.uri().query().unwrap_or_default().to_owned(),
            route: NO_ROUTE.to_owned(),
            caller: Caller::default(),
            name: String::new(),
            ip: origin.ip,
            agent: origin.agent.chars().take(AGENT_MAX).collect(),
            body: Bytes::new(),
            size: 0,
            content_type: String::new(),
            code: 1,
            key: String::new(),
            outcome: Outcome::Done,
            status: 200,
            bytes: 0,
            took: Duration::ZERO,
        }
    }

    /// Notes the route that takes it, by its declared path.
    pub fn route(&mut self, declared: &str) {
        self.route = format!("{} {declared}", self.method);
    }

    /// Notes the administrator who calls.
    pub fn admin(&mut self, caller: &sessions::Caller) {
        match &caller.key {
            Some(key) => self.by(CallerKind::Key, key.id, &key.prefix),
            None => self.by(CallerKind::Admin, caller.admin.id, &caller.admin.username),
        }
    }

    /// Notes who calls.
    pub fn by(&mut self, kind: CallerKind, id: i64, name: &str) {
        self.caller = Caller { kind, id };
        name.clone_into(&mut self.name);
    }

    /// Notes the member who calls, if one does.
    pub fn member(&mut self, request: &Request) {
        if let Some(caller) = member_request::member(request) {
            self.by(CallerKind::Member, caller.member.id, &caller.member.username);
        }
    }

    /// Notes the body that was read.
    pub fn body(&mut self, request: &Request, body: &Bytes) {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        self.content_type = kind.chars().take(100).collect();
        self.size = body.len();
        if body.len() <= READ_MAX {
            self.body = body.clone();
        }
    }

    /// Notes why it was not done.
    pub fn refused(&mut self, error: &poem::Error) {
        self.outcome = Outcome::Refused;
        match error.downcast_ref::<ServiceError>() {
            Some(error) => {
                let (code, key) = error.logged();
                self.code = code;
                self.key = key.chars().take(100).collect();
            }
            None => {
                self.code = 0;
                self.key = format!("http.{}", error.status().as_u16());
            }
        }
    }

    /// Notes the answer.
    pub fn answered(&mut self, response: &mut Response) {
        let body: BoxBody<Bytes, std::io::Error> = response.take_body().into();
        self.bytes = body.size_hint().exact().unwrap_or(0);
        response.set_body(Body::from(body));
        let status = response.status();
        self.status = status.as_u16();
        if status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT {
            self.outcome = Outcome::Failed;
        }
        self.took = self.began.elapsed();
    }
}
