//! What clients send to the settings' page, for the API document. Nothing is required by its type: the use cases say
//! what is missing.

use std::collections::BTreeMap;

use poem_openapi::Object;
use poem_openapi::types::Any;
use serde_json::Value;

/// Values by the names of their settings; a password is removed by `{ "clear": true }`.
pub type SettingValues = BTreeMap<String, Value>;

/// A setting of one's own.
#[derive(Object)]
pub struct NewSetting {
    pub group: Option<String>,
    pub name: Option<String>,
    pub title: Option<String>,
    /// Of the form's field: `string`, `select`, `array` ...
    #[oai(rename = "type")]
    pub kind: Option<String>,
    pub tip: Option<String>,
    /// Rules, as a list or with commas between.
    pub rule: Option<Any<Value>>,
    /// What may be chosen: a line each, `key=text`.
    pub content: Option<String>,
    /// Properties of the form's item: a line each, `key=value`.
    pub extend: Option<String>,
    /// Properties of the input: a line each, `key=value`.
    #[oai(rename = "inputExtend")]
    pub input_extend: Option<String>,
    pub weigh: Option<i64>,
}

/// Where a test mail goes and how; empty values are taken from the stored settings. A number may be a text.
#[derive(Object)]
pub struct TestMail {
    #[oai(rename = "testMail")]
    pub to: Option<String>,
    pub smtp_server: Option<Any<Value>>,
    pub smtp_port: Option<Any<Value>>,
    pub smtp_user: Option<Any<Value>>,
    pub smtp_pass: Option<Any<Value>>,
    /// `SSL`, `TLS` or `NONE`.
    pub smtp_verification: Option<Any<Value>>,
    pub smtp_sender_mail: Option<Any<Value>>,
}

/// The scheduled task to run.
#[derive(Object)]
pub struct ScheduledTask {
    pub id: i64,
}
