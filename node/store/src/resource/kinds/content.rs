//! JSON, kept as text.

use serde_json::Value as Json;
use surrealdb::types::Value;

use super::{Cell, Checked, FieldKind, JsonType, KindFacts, Storage};
use crate::engine::value::text;
use crate::resource::declaration::Field;

/// Deepest JSON.
const DEPTH_MAX: usize = 8;
/// Longest JSON or list of keys and values.
const JSON_MAX: usize = 65_536;

fn depth(json: &Json) -> usize {
    match json {
        Json::Array(values) => 1 + values.iter().map(depth).max().unwrap_or(0),
        Json::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// The text of JSON that was sent as such or as text; empty where there is none.
fn json_text(sent: &Json) -> Result<String, &'static str> {
    let parsed = match sent {
        Json::String(value) if value.trim().is_empty() => return Ok(String::new()),
        Json::String(value) => serde_json::from_str(value).map_err(|_| "error.json")?,
        Json::Null => return Ok(String::new()),
        other => other.clone(),
    };
    let written = parsed.to_string();
    if depth(&parsed) > DEPTH_MAX || written.len() > JSON_MAX { Err("error.json") } else { Ok(written) }
}

/// Whether a text is a list of keys with their values.
fn is_pairs(written: &str) -> bool {
    let pair = |item: &Json| item.as_object().is_some_and(|item| item.len() == 2 && item.contains_key("key") && item.contains_key("value"));
    serde_json::from_str::<Vec<Json>>(written).is_ok_and(|items| items.iter().all(pair))
}

/// Any JSON, or a list of keys with their values.
pub(super) struct Content {
    pub pairs: bool,
}

impl FieldKind for Content {
    fn facts(&self) -> KindFacts {
        let (name, input, json) = match self.pairs {
            true => ("pairs", "array", JsonType { items: Some("object"), ..JsonType::new("array") }),
            false => ("json", "json", JsonType::new("")),
        };
        KindFacts { input, json, on_list: false, cell: Cell::Json, ..KindFacts::new(name, Storage::Text) }
    }

    fn check(&self, field: &Field, sent: &Json) -> Checked {
        let written = json_text(sent)?;
        if written.is_empty() {
            return Ok(if self.pairs { self.empty(field) } else { text("") });
        }
        if self.pairs && !is_pairs(&written) { Err("error.json") } else { Ok(text(&written)) }
    }

    fn empty(&self, field: &Field) -> Value {
        text(if self.pairs { "[]" } else { field.stored_default().unwrap_or_default() })
    }

    /// Objects and lists as they are; what else a text says remains a text.
    fn typed(&self, stored: Json) -> Json {
        let parsed = stored.as_str().and_then(|text| serde_json::from_str(text).ok());
        parsed.filter(|parsed: &Json| parsed.is_object() || parsed.is_array()).unwrap_or(stored)
    }

    fn present(&self, _: &Field, value: &mut Json) {
        if let Some(parsed) = value.as_str().and_then(|text| serde_json::from_str(text).ok()) {
            *value = parsed;
        }
    }
}
