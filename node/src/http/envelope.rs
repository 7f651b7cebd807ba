//! The envelope that every answer comes in (wire contract 1.1).

use poem_openapi::Object;
use poem_openapi::payload::Json;
use poem_openapi::types::Any;
use serde_json::Value;

use super::messages;

/// `{code, msg, time, data}`.
#[derive(Object)]
pub struct Envelope {
    /// 1 is success, 0 a refusal, 303 'log in', 401 'no permission', 409 'the access token is too old: refresh it'.
    pub code: i32,
    /// In the language of the request's `think-lang`.
    pub msg: String,
    /// Unix seconds.
    pub time: i64,
    pub data: Any<Value>,
}

/// An answer.
pub type Answer = Result<Json<Envelope>, super::errors::ApiError>;

/// An envelope of any code.
#[must_use]
pub fn envelope(code: i32, msg: String, data: Value) -> Envelope {
    Envelope { code, msg, time: chrono::Utc::now().timestamp(), data: Any(data) }
}

/// Success with data and no message.
#[must_use]
pub fn ok(data: Value) -> Json<Envelope> {
    Json(envelope(1, String::new(), data))
}

/// Success with a message.
#[must_use]
pub fn done(key: &str, data: Value) -> Json<Envelope> {
    done_with(key, &[], data)
}

/// Success with a message that has values in it.
#[must_use]
pub fn done_with(key: &str, values: &[(&str, String)], data: Value) -> Json<Envelope> {
    Json(envelope(1, messages::text(key, values), data))
}
