//! What the settings' page is answered.

use std::collections::BTreeMap;

use poem_openapi::Object;
use serde_json::Value;

/// A setting as its form shows it.
#[derive(Object)]
pub struct SettingView {
    pub id: i64,
    pub name: String,
    pub group: String,
    /// In the request's language.
    pub title: String,
    pub tip: String,
    /// Of the form's field: `string`, `select`, `array` ...
    #[oai(rename = "type")]
    pub kind: String,
    /// Of a form that follows from the type; empty for a password.
    pub value: Value,
    /// Of a password: whether there is one.
    #[oai(skip_serializing_if_is_none)]
    pub has_value: Option<bool>,
    /// What may be chosen.
    pub content: BTreeMap<String, Value>,
    /// Rules with commas between.
    pub rule: String,
    /// Properties of the form's item.
    pub extend: BTreeMap<String, Value>,
    /// Properties of the form's input.
    pub input_extend: BTreeMap<String, Value>,
    /// 1: somebody added it, so it may be deleted.
    pub allow_del: i64,
    pub weigh: i64,
    /// Unix seconds.
    pub create_time: i64,
    /// Unix seconds.
    pub update_time: i64,
    pub version: i64,
}

/// A group of settings.
#[derive(Object)]
pub struct SettingGroup {
    pub name: String,
    /// In the request's language.
    pub title: String,
    pub list: Vec<SettingView>,
}

/// A page that the settings' page leads to.
#[derive(Object)]
pub struct QuickEntrance {
    /// Its title in the request's language.
    pub key: String,
    /// The page; a text or a number.
    pub value: Value,
}

/// The settings by groups.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct SettingsView {
    /// By the group's name.
    pub list: BTreeMap<String, SettingGroup>,
    /// Always empty.
    pub remark: String,
    /// Titles of the groups by their names.
    pub config_group: BTreeMap<String, String>,
    pub quick_entrance: Vec<QuickEntrance>,
}
