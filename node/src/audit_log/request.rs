//! A request's line in the administrators' log: every POST and DELETE of the back office, whether it
//! was done or refused (wire contract 4.4).

use std::net::IpAddr;

use bytes::Bytes;
use entrepot_store::Store;
use entrepot_store::identity::log::LogEntry;
use poem::Request;
use poem::http::{Method, header};
use serde_json::{Map, Value, json};

use super::journal::{CHANGES, Journal, MASK, Notes, is_secret, masked};
use crate::http::address;
use crate::i18n::Language;
use crate::identity::access::Access;
use crate::identity::rule_titles::title_of_node;
use crate::identity::sessions::Caller;

/// Of larger bodies only the size is logged.
const BODY_MAX: usize = 64 * 1024;
/// Characters of an address and of a browser's name.
const URL_MAX: usize = 1_500;

/// A line that is being made.
pub struct Line {
    entry: LogEntry,
    data: Map<String, Value>,
}

/// Begins the line of a request that leaves one.
pub fn begin(store: &Store, now: i64, proxies: &[IpAddr], request: &Request, path: &str, access: &Access) -> Option<Line> {
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let left_out = ["/select", "/index", "/logout"].iter().any(|end| path.ends_with(end));
    if !writes || !path.starts_with("/admin/") || left_out {
        return None;
    }
    let name = match access {
        Access::Node(node) => node.clone(),
        _ => path.trim_start_matches("/admin/").replace('.', "/"),
    };
    let origin = address::origin_behind(request, proxies);
    let query = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes()).into_owned();
    // The address may contain a token.
    let kept: Vec<(String, String)> = query.map(|(name, value)| if is_secret(&name) { (name, MASK.to_owned()) } else { (name, value) }).collect();
    let shown = kept.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&");
    let url = if shown.is_empty() { request.uri().path().to_owned() } else { format!("{}?{shown}", request.uri().path()) };
    let entry = LogEntry {
        title: title_of_node(&store.catalogue(), Language::Chinese, &name),
        url: url.chars().take(URL_MAX).collect(),
        ip: origin.ip,
        agent: origin.agent,
        at: now,
        ..LogEntry::default()
    };
    Some(Line { entry, data: Map::new() })
}

impl Line {
    /// Sets the administrator.
    #[must_use]
    pub fn by(mut self, caller: &Caller) -> Self {
        self.entry.admin = caller.admin.id;
        self.entry.username.clone_from(&caller.admin.username);
        self
    }

    /// Sets the body, with secrets masked.
    pub fn body(&mut self, request: &Request, body: Bytes) {
        if body.is_empty() {
            return;
        }
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let parsed = if body.len() <= BODY_MAX && !kind.starts_with("multipart/") { serde_json::from_slice::<Value>(&body).ok() } else { None };
        match parsed.map(|body| masked(body, 0)) {
            Some(Value::Object(fields)) => self.data = fields,
            Some(value) => {
                self.data.insert("body".into(), value);
            }
            None => {
                self.data.insert("body".into(), json!(format!("{} bytes", body.len())));
            }
        }
    }
}

/// Writes the line into the audit log, with the request's notes and its outcome.
pub async fn end(journal: &Journal, line: Option<Line>, notes: &Notes, refusal: Option<&str>) {
    let Some(Line { mut entry, mut data }) = line else { return };
    if let Some((admin, username)) = &notes.who {
        entry.admin = *admin;
        entry.username.clone_from(username);
    }
    // Calls without a login are not logged, except logins.
    if entry.username.is_empty() {
        return;
    }
    for name in &notes.secrets {
        if let Some(value) = data.get_mut(name) {
            *value = json!(MASK);
        }
    }
    if !notes.changes.is_empty() {
        data.insert(CHANGES.into(), Value::Array(notes.changes.clone()));
    }
    data.insert("_result".into(), json!(refusal.map_or_else(|| "done".to_owned(), |reason| reason.chars().take(300).collect())));
    entry.data = Value::Object(data).to_string();
    journal.add(entry).await;
}
