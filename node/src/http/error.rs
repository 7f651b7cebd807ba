//! The one place where a refusal or a failure becomes an answer: its status, code and text.

use poem::error::ResponseError;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::payload::Json;
use serde_json::{Value, json};

use super::envelope::envelope;
use super::field_words::field_words;
use super::usages;
use crate::error::ServiceError;
pub use crate::error::too_often;
use crate::i18n::{current, find_text, text};

/// What programs read of a number that is out of its range.
const RANGE: &str = "error.number.range";

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

    pub(crate) fn parts(&self) -> (StatusCode, i32, String, Value) {
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

// poem-openapi requires it of a handler's error type; the envelope is documented with the successful answers.
impl poem_openapi::ApiResponse for ApiError {
    fn meta() -> poem_openapi::registry::MetaResponses {
        poem_openapi::registry::MetaResponses { responses: vec![] }
    }

    fn register(_: &mut poem_openapi::registry::Registry) {}
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
            [(Language::English, "This user name is taken", "Code: already exists"), (Language::Chinese, "该用户名已被占用", "编码：已存在相同的值")]
        {
            LANGUAGE.sync_scope(language, || {
                let (_, _, msg, data) = ApiError::field("username", "error.unique").parts();
                assert_eq!((msg.as_str(), &data["key"], &data["errors"][0]["msg"]), (taken, &json!("error.unique"), &json!(taken)));
                assert_eq!(ApiError::field("code", "error.unique").parts().2, other);
            });
        }
    }
}
