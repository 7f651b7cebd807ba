//! The one place where a refusal or a failure becomes an answer: its status, code and text.

use actors::count::rules::CountRefusal;
use actors::shop::payment::NoticeError;
use actors::store::StoreError;
use bus_schemas::ids::OrderId;
use bus_schemas::order::{OrderKind, OrderRefusal};
use bus_schemas::warehouse::{Blocked, Obstacle, Shortage, StockRefusal};
use entrepot_store::order::rows::OrderDetail;
use poem::error::ResponseError;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;
use serde_json::{Value, json};

use super::envelope::envelope;
use super::field_words::field_words;
use super::usages;
use crate::captcha::CaptchaError;
use crate::count::error::CountError;
use crate::error::ServiceError;
pub use crate::error::too_often;
use crate::file::StorageError;
use crate::file::decoding::FULL_SECONDS;
use crate::file::error::FileError;
use crate::i18n::{current, find_text, text};
use crate::identity::issuer::SessionError;
use crate::log_pace::LogPace;
use crate::order::service::OrderError;
use crate::order::views::OrderView;
use crate::shop::pay::service::NotTaken;

/// What programs read of a number that is out of its range.
const RANGE: &str = "error.number.range";
/// Most lines that a message names.
const NAMED_MAX: usize = 10;

/// What handlers answer instead of data: a use case's error, which this file turns into HTTP.
pub type ApiError = ServiceError;

/// What is wrong with a field, where the reason has a text for this field: that names it.
fn own_reason(field: &str, key: &str) -> Option<String> {
    find_text(current(), &format!("{key}.{field}"))
}

/// The message about a wrong field: what people call it and the reason, unless the text names it already.
fn named(field: &str, key: &str, reason: &str) -> String {
    // Whoever names it in a configuration, or in a program, needs its own name: none of ours is meant.
    let words = if key == "error.field.unknown" { field.to_owned() } else { field_words(field) };
    match key {
        key if own_reason(field, key).is_some() => reason.to_owned(),
        "error.required" => text("error.field.required", &[("field", words)]),
        "upload.topic" => text("error.field", &[("field", words), ("reason", reason.to_owned())]),
        key if key.starts_with("upload.") || key.starts_with("shop.") => reason.to_owned(),
        _ => text("error.field", &[("field", words), ("reason", reason.to_owned())]),
    }
}

impl ApiError {
    /// One of several orders can't be deleted, so none was: which one, and why.
    #[must_use]
    pub fn not_deleted(kind: OrderKind, order: OrderId, number: Option<String>, refusal: OrderRefusal) -> Self {
        let number = number.unwrap_or_else(|| format!("#{order}"));
        let (_, _, reason, mut facts) = Self::from((kind, refusal)).parts();
        facts["id"] = json!(order);
        facts["order_no"] = json!(number);
        Self::Refused { key: "order.not_deleted", values: vec![("number", number), ("reason", reason)], facts }
    }

    /// What a log keeps of it: the code of the answer, and the key of the message or what stands for it.
    #[must_use]
    pub fn logged(&self) -> (i32, &str) {
        match self {
            Self::NeedLogin => (303, "login.need"),
            Self::LoggedIn => (303, "login.already"),
            Self::Expired => (409, "token.expired"),
            Self::NoPermission => (401, "permission.denied"),
            Self::Field { key, .. } => (0, key),
            Self::Range { .. } => (0, RANGE),
            Self::Refused { key, .. } | Self::Rows { key, .. } => (0, key),
            Self::InUse(_) => (0, "error.in_use"),
            Self::Busy => (0, "error.busy"),
            Self::KeyRefused => (401, "key.refused"),
            Self::KeyRate(_) => (0, "error.rate"),
            Self::UnknownOutcome(_) => (0, "error.unknown_outcome"),
            Self::TimedOut(_) => (0, "error.database_late"),
            Self::Internal(_) => (0, "error.internal"),
        }
    }

    /// Why, in the reader's language, as the message without the name of a field.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Field { field, key } => own_reason(field, key).unwrap_or_else(|| text(key, &[])),
            Self::Range { least, most: i64::MAX, .. } => text("error.number.least", &[("least", least.to_string())]),
            Self::Range { least, most, .. } => text("error.number.between", &[("least", least.to_string()), ("most", most.to_string())]),
            other => other.parts().2,
        }
    }

    /// The whole message in the reader's language.
    #[must_use]
    pub fn message(&self) -> String {
        self.parts().2
    }

    fn of_field(&self, field: &str, key: &str) -> (StatusCode, i32, String, Value) {
        let reason = self.reason();
        let msg = named(field, key, &reason);
        (StatusCode::OK, 0, msg, json!({ "field": field, "key": key, "errors": [{ "field": field, "key": key, "msg": reason }] }))
    }

    fn parts(&self) -> (StatusCode, i32, String, Value) {
        let ok = StatusCode::OK;
        match self {
            Self::NeedLogin => (ok, 303, text("login.need", &[]), json!({ "type": "need login" })),
            Self::LoggedIn => (ok, 303, text("login.already", &[]), json!({ "type": "logged in" })),
            Self::Expired => (ok, 409, text("token.expired", &[]), json!([])),
            Self::NoPermission => (ok, 401, text("permission.denied", &[]), json!([])),
            Self::KeyRefused => (StatusCode::UNAUTHORIZED, 401, text("key.refused", &[]), json!({ "key": "key.refused" })),
            Self::KeyRate(seconds) => {
                let facts = json!({ "key": "error.rate", "seconds": seconds });
                (StatusCode::TOO_MANY_REQUESTS, 0, text("error.rate", &[("seconds", seconds.to_string())]), facts)
            }
            Self::Field { field, key } => self.of_field(field, key),
            Self::Range { field, .. } => self.of_field(field, RANGE),
            Self::Refused { key, values, facts } => (ok, 0, text(key, values), facts.clone()),
            Self::Rows { key, ids } => (ok, 0, text(key, &[]), json!({ "key": key, "ids": ids })),
            Self::InUse(usages) => {
                let (message, facts) = usages::answer(usages);
                (ok, 0, message, facts)
            }
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, 0, text("error.busy", &[]), json!({ "key": "error.busy" })),
            Self::UnknownOutcome(reason) => {
                tracing::warn!(reason, "an outcome is not known");
                (StatusCode::SERVICE_UNAVAILABLE, 0, text("error.unknown_outcome", &[]), json!({ "key": "error.unknown_outcome" }))
            }
            Self::TimedOut(reason) => {
                tracing::warn!(reason, "the database did not answer in time");
                (StatusCode::SERVICE_UNAVAILABLE, 0, text("error.database_late", &[]), json!({ "key": "error.database_late" }))
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
        let wait = match self {
            Self::KeyRate(seconds) => Some(*seconds),
            _ => (status == StatusCode::SERVICE_UNAVAILABLE).then_some(1),
        };
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if matches!(self, Self::KeyRefused) {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Anybody may send notices.
static UNBELIEVED: LogPace = LogPace::new(60);

/// The answer to a provider whose notice of a payment was not taken: its status says whether to send it again.
#[must_use]
pub fn not_taken(error: NotTaken) -> Response {
    let (status, error) = match error {
        NotTaken::Nobody => (StatusCode::NOT_FOUND, ApiError::refused("shop.pay.nobody")),
        NotTaken::Notice(NoticeError::Form) => (StatusCode::BAD_REQUEST, ApiError::refused("shop.pay.form")),
        NotTaken::Notice(error) => {
            if let Some(more) = UNBELIEVED.due() {
                tracing::warn!(%error, more, "a notice of a payment is not believed");
            }
            (StatusCode::UNAUTHORIZED, ApiError::refused("shop.pay.signature"))
        }
        NotTaken::Service(error) => {
            tracing::warn!(%error, "a notice of a payment is not booked; it comes again");
            (StatusCode::SERVICE_UNAVAILABLE, error)
        }
    };
    let mut response = error.as_response();
    response.set_status(status);
    response
}

// poem-openapi requires it of a handler's error type; the envelope is documented with the successful answers.
impl poem_openapi::ApiResponse for ApiError {
    fn meta() -> poem_openapi::registry::MetaResponses {
        poem_openapi::registry::MetaResponses { responses: vec![] }
    }

    fn register(_: &mut poem_openapi::registry::Registry) {}
}

impl From<OrderError> for ApiError {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::NotFound => Self::refused("error.not_found"),
            OrderError::Right(missing) => missing.into(),
            OrderError::OtherSide => Self::refused("order.other_side"),
            OrderError::Field { field, key } => Self::field(field, key),
            OrderError::Refused { kind, refusal } => (kind, refusal).into(),
            OrderError::Changed { kind, version, changed_by, current, scope } => {
                let shown = |order: Box<OrderDetail>| {
                    let mut row = OrderView::new(kind, &order)?;
                    row.hide_other_side(&order.head, &scope);
                    row.hide_prices(kind, &order.head, false);
                    Ok::<_, StoreError>(row)
                };
                let row = match current.map(shown).transpose() {
                    // Who may take which action, and see what it cost, is asked of the order itself.
                    Ok(row) => row.and_then(|mut row| {
                        row.fields.allowed.clear();
                        row.to_json()
                    }),
                    Err(error) => return error.into(),
                };
                let facts = json!({ "key": "order.version_conflict", "version": version, "changed_by": changed_by, "current": { "row": row } });
                Self::Refused { key: "order.version_conflict", values: vec![], facts }
            }
            OrderError::NotDeleted { kind, order, number, refusal } => Self::not_deleted(kind, order, number, refusal),
            OrderError::Failed(failure) => failure.into(),
            OrderError::List(error) => error.into(),
            OrderError::Store(error) => error.into(),
        }
    }
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Missing | StorageError::Path(_) => Self::refused("error.not_found"),
            StorageError::Full(_) => too_often(FULL_SECONDS),
            error => Self::Internal(error.to_string()),
        }
    }
}

impl From<FileError> for ApiError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Fault(fault) => Self::field("file", fault.key()),
            FileError::Storage(error) => error.into(),
            FileError::Store(error) => error.into(),
            FileError::Full(_) => too_often(FULL_SECONDS),
            FileError::Disk => Self::refused("upload.disk"),
            FileError::Day => Self::refused("upload.day"),
            FileError::Members => Self::refused("upload.members"),
            error @ (FileError::Inspection(_) | FileError::Time(_)) => Self::Internal(error.to_string()),
        }
    }
}

impl From<SessionError> for ApiError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Store(error) => error.into(),
            SessionError::Sign(error) => Self::Internal(error.to_string()),
        }
    }
}

impl From<CaptchaError> for ApiError {
    fn from(error: CaptchaError) -> Self {
        let key = match error {
            CaptchaError::Id => return Self::field("id", "captcha.id"),
            CaptchaError::Store(error) => return error.into(),
            CaptchaError::TooOften(seconds) => return too_often(seconds),
            CaptchaError::Picture(reason) => return Self::Internal(reason),
            CaptchaError::Required => "captcha.required",
            CaptchaError::Wrong => "captcha.wrong",
        };
        Self::Refused { key, values: vec![], facts: json!({ "key": key, "field": "captchaInfo", "captcha": true }) }
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
                let facts = json!({ "key": "order.transition", "status": kind.status_code(status), "allowed": allowed });
                let mut named = allowed.iter().map(|action| text(&format!("action.{action}"), &[])).collect::<Vec<_>>().join(", ");
                if named.is_empty() {
                    named = text("order.nothing", &[]);
                }
                Self::Refused {
                    key: "order.transition",
                    values: vec![("status", text(kind.state(status).map_or("error.internal", |state| state.text), &[])), ("allowed", named)],
                    facts,
                }
            }
        }
    }
}

impl From<StockRefusal> for ApiError {
    fn from(refusal: StockRefusal) -> Self {
        match refusal {
            StockRefusal::NotInUse => Self::refused("stock.not_in_use"),
            StockRefusal::NoSuchGoods => Self::refused("stock.no_such_goods"),
            StockRefusal::CommandReused => Self::refused("error.command_reused"),
            StockRefusal::OrderChanged => Self::refused("order.version_conflict"),
            StockRefusal::CountedSince { lines } => {
                let facts = json!({ "key": "stock.counted_since", "lines": lines });
                Self::Refused { key: "stock.counted_since", values: vec![("lines", numbers(&lines))], facts }
            }
            StockRefusal::PickReason { .. } => Self::field("reason", "error.pick.reason"),
            StockRefusal::Closed { .. } => Self::field("business_date", "error.date.closed"),
            StockRefusal::Blocked { lines } => {
                let line_text = |blocked: &Blocked| {
                    let key = match blocked.obstacle {
                        Obstacle::Gone => "stock.blocked.gone",
                        Obstacle::Reserved => "stock.blocked.reserved",
                        Obstacle::Held => "stock.blocked.held",
                    };
                    let values =
                        [("line", blocked.line.to_string()), ("wanted", blocked.wanted.to_string()), ("available", blocked.available.to_string())];
                    text(key, &values)
                };
                let named = lines.iter().take(5).map(line_text).collect::<Vec<_>>().join("; ");
                let fact = |blocked: &Blocked| json!({ "line": blocked.line, "product_id": blocked.product, "reason": blocked.obstacle, "msg": line_text(blocked), "wanted": blocked.wanted.to_string(), "available": blocked.available.to_string() });
                let facts = json!({ "key": "stock.blocked", "lines": lines.iter().map(fact).collect::<Vec<_>>() });
                Self::Refused { key: "stock.blocked", values: vec![("lines", named)], facts }
            }
            StockRefusal::Overflow { line } => {
                let facts = json!({ "key": "stock.overflow", "line": line });
                Self::Refused { key: "stock.overflow", values: vec![("line", line.to_string())], facts }
            }
            StockRefusal::NotReserved { line, reserved } => {
                let facts = json!({ "key": "stock.not_reserved", "line": line, "reserved": reserved.to_string() });
                Self::Refused { key: "stock.not_reserved", values: vec![("line", line.to_string()), ("reserved", reserved.to_string())], facts }
            }
            StockRefusal::Lacks { line, lacks } => {
                let facts = json!({ "key": "stock.lacks", "line": line, "lacks": lacks.to_string() });
                Self::Refused { key: "stock.lacks", values: vec![("line", line.to_string()), ("lacks", lacks.to_string())], facts }
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
                let line_text = |short: &Shortage| {
                    let values = [("line", short.line.to_string()), ("wanted", short.wanted.to_string()), ("available", short.available.to_string())];
                    let available_text = text("stock.short.line", &values);
                    if short.expired.is_zero() {
                        available_text
                    } else {
                        format!("{available_text} {}", text("stock.short.expired", &[("expired", short.expired.to_string())]))
                    }
                };
                let named = lines.iter().take(5).map(line_text).collect::<Vec<_>>().join("; ");
                let short = |short: &Shortage| {
                    let mut fact = json!({ "line": short.line, "product_id": short.product, "wanted": short.wanted.to_string(), "available": short.available.to_string() });
                    if !short.expired.is_zero() {
                        fact["expired"] = json!(short.expired.to_string());
                    }
                    fact
                };
                let facts = json!({ "key": "stock.short", "lines": lines.iter().map(short).collect::<Vec<_>>() });
                Self::Refused { key: "stock.short", values: vec![("lines", named)], facts }
            }
        }
    }
}

/// The first of some lines, for a message.
fn numbers(lines: &[u32]) -> String {
    let more = if lines.len() > NAMED_MAX { " ..." } else { "" };
    lines.iter().take(NAMED_MAX).map(ToString::to_string).collect::<Vec<_>>().join(", ") + more
}

impl From<CountError> for ApiError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Refused(refusal) => refusal.into(),
            CountError::Failed(failure) => failure.into(),
            CountError::List(error) => error.into(),
            CountError::Store(error) => error.into(),
            CountError::Service(error) => error,
        }
    }
}

impl From<CountRefusal> for ApiError {
    fn from(refusal: CountRefusal) -> Self {
        let lines = |key: &'static str, lines: u32| Self::Refused {
            key,
            values: vec![("lines", lines.to_string())],
            facts: json!({ "key": key, "lines": lines }),
        };
        match refusal {
            CountRefusal::NotFound => Self::refused("error.not_found"),
            CountRefusal::CommandReused => Self::refused("error.command_reused"),
            CountRefusal::Reviewer => Self::refused("count.reviewer"),
            CountRefusal::NothingCovered => Self::refused("count.nothing_covered"),
            CountRefusal::NothingCounted => Self::refused("count.nothing"),
            CountRefusal::RecountFirst { lines: count } => lines("count.recount_first", count),
            CountRefusal::RestChanged { lines: count } => lines("count.rest", count),
            CountRefusal::Invalid { field, key } => Self::field(field, key),
            CountRefusal::Version { current, changed_by } => {
                let facts = json!({ "key": "count.version_conflict", "version": current, "changed_by": changed_by });
                Self::Refused { key: "count.version_conflict", values: vec![], facts }
            }
            CountRefusal::Transition { status, allowed } => {
                let facts = json!({ "key": "count.transition", "status": status.code(), "allowed": allowed });
                let mut named = allowed.iter().map(|action| text(&format!("action.{action}"), &[])).collect::<Vec<_>>().join(", ");
                if named.is_empty() {
                    named = text("order.nothing", &[]);
                }
                let status = text(&format!("count.status.{}", status.as_str()), &[]);
                Self::Refused { key: "count.transition", values: vec![("status", status), ("allowed", named)], facts }
            }
            CountRefusal::Stock { refusal: StockRefusal::Short { lines } } => {
                let line_text = |short: &Shortage| {
                    let values = [("line", short.line.to_string()), ("less", short.wanted.to_string()), ("there", short.available.to_string())];
                    text("count.moved_out.line", &values)
                };
                let more = if lines.len() > NAMED_MAX { " ..." } else { "" };
                let named = lines.iter().take(NAMED_MAX).map(line_text).collect::<Vec<_>>().join("; ") + more;
                let fact = |short: &Shortage| json!({ "line": short.line, "product_id": short.product, "less": short.wanted.to_string(), "there": short.available.to_string(), "msg": line_text(short) });
                let numbers: Vec<u32> = lines.iter().map(|line| line.line).collect();
                let facts = json!({ "key": "count.moved_out", "lines": numbers, "short": lines.iter().map(fact).collect::<Vec<_>>() });
                Self::Refused { key: "count.moved_out", values: vec![("lines", named)], facts }
            }
            CountRefusal::Stock { refusal } => refusal.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::{LANGUAGE, Language};

    #[test]
    fn a_number_out_of_its_range_is_told_the_range() {
        for (language, between, least) in [
            (Language::English, "Quantity: must be from 1 to 99", "Quantity: must be at least 0"),
            (Language::Chinese, "数量：须在 1 到 99 之间", "数量：不能小于 0"),
        ] {
            LANGUAGE.sync_scope(language, || {
                let (_, _, msg, data) = ApiError::range("quantity", 1, 99).parts();
                assert_eq!((msg.as_str(), &data["key"], &data["field"]), (between, &json!("error.number.range"), &json!("quantity")));
                assert_eq!(ApiError::range("quantity", 0, i64::MAX).parts().2, least);
            });
        }
    }

    #[test]
    fn a_figure_that_is_too_large_is_told_the_most() {
        let most = bus_schemas::number::LINE_MAX.to_string();
        for (language, weight, first) in [
            (Language::English, "SKU 2 · Weight (kg): must be at most", "Rule 1 · First: must be at most"),
            (Language::Chinese, "第 2 个 SKU · 重量（kg）：不能大于", "第 1 条规则 · 首件（重、体积）：不能大于"),
        ] {
            let told = |path: &str| LANGUAGE.sync_scope(language, || ApiError::field(path, "error.number.large").parts().2);
            assert_eq!(told("skus[1].weight"), format!("{weight} {most}"));
            assert_eq!(told("rules[0].first"), format!("{first} {most}"));
        }
    }

    #[test]
    fn a_name_that_is_taken_is_called_so() {
        for (language, taken, other) in
            [(Language::English, "This user name is taken", "Code: exists already"), (Language::Chinese, "该用户名已被占用", "编码：已存在相同的值")]
        {
            LANGUAGE.sync_scope(language, || {
                let (_, _, msg, data) = ApiError::field("username", "error.unique").parts();
                assert_eq!((msg.as_str(), &data["key"], &data["errors"][0]["msg"]), (taken, &json!("error.unique"), &json!(taken)));
                assert_eq!(ApiError::field("code", "error.unique").parts().2, other);
            });
        }
    }
}
