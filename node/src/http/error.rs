//! The one place where a refusal or a failure becomes an answer.

use actors::store::StoreError;
use bus_schemas::ids::OrderId;
use bus_schemas::order::{OrderKind, OrderRefusal, OrderStatus};
use bus_schemas::warehouse::{AskFailure, StockRefusal};
use entrepot_store::listing::ListError;
use entrepot_store::listing::columns::ListFailure;
use entrepot_store::resource::RecordError;
use poem::error::ResponseError;
use poem::http::StatusCode;
use poem::{IntoResponse, Response};
use poem_openapi::payload::Json;
use serde_json::{Value, json};

use super::envelope::envelope;
use crate::i18n::text;

/// Why a request is not done.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ApiError {
    #[error("log in")]
    NeedLogin,
    #[error("logged in already")]
    LoggedIn,
    #[error("the access token is too old")]
    Expired,
    #[error("no permission")]
    NoPermission,
    /// A field is wrong: its path and the key of the message.
    #[error("{field}: {key}")]
    Field { field: String, key: String },
    /// A rule refuses: the key of the message, what fills it, and facts for programs.
    #[error("{key}")]
    Refused { key: &'static str, values: Vec<(&'static str, String)>, facts: Value },
    #[error("too busy")]
    Busy,
    #[error("outcome unknown: {0}")]
    UnknownOutcome(String),
    #[error("{0}")]
    Internal(String),
}

/// What a wrong field is told as: by its name and the reason, unless the words name it, or say all there is to say.
fn named(field: &str, key: &str, reason: &str) -> String {
    match key {
        "error.required" => text("error.field.required", &[("field", field.to_owned())]),
        "upload.topic" => text("error.field", &[("field", field.to_owned()), ("reason", reason.to_owned())]),
        key if key.starts_with("upload.") => reason.to_owned(),
        _ => text("error.field", &[("field", field.to_owned()), ("reason", reason.to_owned())]),
    }
}

impl ApiError {
    /// A wrong field.
    #[must_use]
    pub fn field(field: impl Into<String>, key: &str) -> Self {
        Self::Field { field: field.into(), key: key.to_owned() }
    }

    /// A refusal without facts.
    #[must_use]
    pub fn refused(key: &'static str) -> Self {
        Self::Refused { key, values: vec![], facts: json!({ "key": key }) }
    }

    /// One of several orders can't be deleted, so none was: which one, and why.
    #[must_use]
    pub fn not_deleted(kind: OrderKind, order: OrderId, number: Option<String>, refusal: OrderRefusal) -> Self {
        let number = number.unwrap_or_else(|| format!("#{order}"));
        let (_, _, reason, mut facts) = Self::from((kind, refusal)).parts();
        facts["id"] = json!(order);
        facts["order_no"] = json!(number);
        Self::Refused { key: "order.not_deleted", values: vec![("number", number), ("reason", reason)], facts }
    }

    fn parts(&self) -> (StatusCode, i32, String, Value) {
        let ok = StatusCode::OK;
        match self {
            Self::NeedLogin => (ok, 303, text("login.need", &[]), json!({ "type": "need login" })),
            Self::LoggedIn => (ok, 303, text("login.already", &[]), json!({ "type": "logged in" })),
            Self::Expired => (ok, 409, text("token.expired", &[]), json!([])),
            Self::NoPermission => (ok, 401, text("permission.denied", &[]), json!([])),
            Self::Field { field, key } => {
                let reason = text(key, &[]);
                let msg = named(field, key, &reason);
                (ok, 0, msg, json!({ "field": field, "key": key, "errors": [{ "field": field, "key": key, "msg": reason }] }))
            }
            Self::Refused { key, values, facts } => (ok, 0, text(key, values), facts.clone()),
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, 0, text("error.busy", &[]), json!({ "key": "error.busy" })),
            Self::UnknownOutcome(reason) => {
                tracing::warn!(reason, "an outcome is not known");
                (StatusCode::SERVICE_UNAVAILABLE, 0, text("error.unknown_outcome", &[]), json!({ "key": "error.unknown_outcome" }))
            }
            Self::Internal(reason) => {
                let id = uuid::Uuid::new_v4().simple().to_string();
                tracing::error!(id, reason, "a request failed");
                (StatusCode::INTERNAL_SERVER_ERROR, 0, text("error.internal", &[("id", id.clone())]), json!({ "key": "error.internal", "id": id }))
            }
        }
    }
}

impl ResponseError for ApiError {
    fn status(&self) -> StatusCode {
        StatusCode::OK
    }

    fn as_response(&self) -> Response {
        let (status, code, msg, data) = self.parts();
        let mut response = Json(envelope(code, msg, data)).into_response();
        response.set_status(status);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert("retry-after", poem::http::HeaderValue::from_static("1"));
        }
        response
    }
}

/// A refusal that says how long to wait.
#[must_use]
pub fn too_often(seconds: i64) -> ApiError {
    let facts = json!({ "key": "error.rate", "seconds": seconds });
    ApiError::Refused { key: "error.rate", values: vec![("seconds", seconds.to_string())], facts }
}

// poem-openapi asks for it where an error is declared in a handler's type; the envelope is documented with the successes.
impl poem_openapi::ApiResponse for ApiError {
    fn meta() -> poem_openapi::registry::MetaResponses {
        poem_openapi::registry::MetaResponses { responses: vec![] }
    }

    fn register(_: &mut poem_openapi::registry::Registry) {}
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            error @ (StoreError::Conflict | StoreError::Unavailable(_)) => {
                tracing::warn!(%error, "the store is busy");
                Self::Busy
            }
            StoreError::Unknown(reason) => Self::UnknownOutcome(reason),
            StoreError::Corrupt(reason) => Self::Internal(reason),
        }
    }
}

impl From<AskFailure> for ApiError {
    fn from(failure: AskFailure) -> Self {
        match failure {
            failure @ (AskFailure::Busy | AskFailure::Expired | AskFailure::Stopping) => {
                tracing::warn!(?failure, "a command was not admitted");
                Self::Busy
            }
            AskFailure::Unknown { reason } => Self::UnknownOutcome(reason),
        }
    }
}

impl From<ListError> for ApiError {
    fn from(error: ListError) -> Self {
        let reason = error.to_string();
        Self::Refused { key: "error.list", values: vec![("reason", reason)], facts: json!({ "key": "error.list" }) }
    }
}

impl From<ListFailure> for ApiError {
    fn from(error: ListFailure) -> Self {
        match error {
            ListFailure::List(error) => error.into(),
            ListFailure::Store(error) => error.into(),
        }
    }
}

impl From<RecordError> for ApiError {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Field { field, key } => Self::field(field, key),
            RecordError::NotFound => Self::refused("error.not_found"),
            RecordError::OutOfScope => Self::NoPermission,
            RecordError::Changed(conflict) => {
                let who = conflict.changes.iter().rev().map(|change| change.admin_name.as_str()).find(|name| !name.is_empty());
                let key = if who.is_some() { "error.changed.by" } else { "error.changed" };
                let values = vec![("who", who.unwrap_or_default().to_owned())];
                let mut facts = serde_json::to_value(&*conflict).unwrap_or_default();
                facts["key"] = json!("error.changed");
                Self::Refused { key, values, facts }
            }
            RecordError::HasChildren(ids) => {
                Self::Refused { key: "error.has_children", values: vec![], facts: json!({ "key": "error.has_children", "ids": ids }) }
            }
            RecordError::NotByWeight => Self::refused("error.not_by_weight"),
            RecordError::NotRestorable => Self::refused("error.not_restorable"),
            RecordError::InUse(ids) => {
                let named = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                Self::Refused { key: "error.in_use", values: vec![("ids", named)], facts: json!({ "key": "error.in_use", "ids": ids }) }
            }
            RecordError::List(error) => error.into(),
            RecordError::Store(error) => error.into(),
        }
    }
}

/// The key of a status' name.
#[must_use]
pub const fn status_key(kind: OrderKind, status: OrderStatus) -> &'static str {
    match (status, kind) {
        (OrderStatus::Pending, _) => "status.pending",
        (OrderStatus::Reviewed, _) => "status.reviewed",
        (OrderStatus::Stocked, OrderKind::Inbound) => "status.stocked.inbound",
        (OrderStatus::Stocked, OrderKind::Outbound) => "status.stocked.outbound",
        (OrderStatus::Voided, _) => "status.voided",
    }
}

impl From<(OrderKind, OrderRefusal)> for ApiError {
    fn from((kind, refusal): (OrderKind, OrderRefusal)) -> Self {
        match refusal {
            OrderRefusal::NotFound => Self::refused("error.not_found"),
            OrderRefusal::CommandReused => Self::refused("error.command_reused"),
            OrderRefusal::FourEyes => Self::refused("order.four_eyes"),
            OrderRefusal::Invalid { field, key } => Self::Field { field, key },
            OrderRefusal::Stock { refusal } => refusal.into(),
            OrderRefusal::DuplicateReference { reference } => {
                let facts = json!({ "key": "order.duplicate", "field": "order_no" });
                Self::Refused { key: "order.duplicate", values: vec![("number", reference)], facts }
            }
            OrderRefusal::Version { current, changed_by } => {
                let facts = json!({ "key": "order.version_conflict", "version": current, "changed_by": changed_by });
                Self::Refused { key: "order.version_conflict", values: vec![], facts }
            }
            OrderRefusal::Transition { status, allowed } => {
                let facts = json!({ "key": "order.transition", "status": status.code(), "allowed": allowed });
                let mut named = allowed.iter().map(|action| text(&format!("action.{action}"), &[])).collect::<Vec<_>>().join(", ");
                if named.is_empty() {
                    named = text("order.nothing", &[]);
                }
                Self::Refused { key: "order.transition", values: vec![("status", text(status_key(kind, status), &[])), ("allowed", named)], facts }
            }
        }
    }
}

impl From<StockRefusal> for ApiError {
    fn from(refusal: StockRefusal) -> Self {
        match refusal {
            StockRefusal::NotInUse => Self::refused("stock.not_in_use"),
            StockRefusal::CommandReused => Self::refused("error.command_reused"),
            StockRefusal::OrderChanged => Self::refused("order.version_conflict"),
            StockRefusal::Overflow { line } => {
                let facts = json!({ "key": "stock.overflow", "line": line });
                Self::Refused { key: "stock.overflow", values: vec![("line", line.to_string())], facts }
            }
            StockRefusal::Line { line, reason } => {
                let facts = json!({ "key": "stock.line", "line": line });
                Self::Refused { key: "stock.line", values: vec![("line", line.to_string()), ("reason", reason)], facts }
            }
            StockRefusal::BatchDates { line, batch, produce_date, expiry_date } => {
                let facts =
                    json!({ "key": "stock.batch_dates", "line": line, "batch": batch, "produce_date": produce_date, "expiry_date": expiry_date });
                Self::Refused { key: "stock.batch_dates", values: vec![("line", line.to_string()), ("batch", batch)], facts }
            }
            StockRefusal::Short { lines } => {
                let told = |short: &bus_schemas::warehouse::Shortage| {
                    let values = [("line", short.line.to_string()), ("wanted", short.wanted.to_string()), ("available", short.available.to_string())];
                    text("stock.short.line", &values)
                };
                let named = lines.iter().take(5).map(told).collect::<Vec<_>>().join("; ");
                let short = |short: &bus_schemas::warehouse::Shortage| json!({ "line": short.line, "product_id": short.product, "wanted": short.wanted.to_string(), "available": short.available.to_string() });
                let facts = json!({ "key": "stock.short", "lines": lines.iter().map(short).collect::<Vec<_>>() });
                Self::Refused { key: "stock.short", values: vec![("lines", named)], facts }
            }
        }
    }
}
