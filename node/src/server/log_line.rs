//! A request's line in the administrators' log: every POST and DELETE of the back office, and every download of a file
//! that an export or an import has made, whether it was done or refused (wire contract 4.4).

use std::net::IpAddr;

use bytes::Bytes;
use entrepot_store::Store;
use entrepot_store::identity::log::LogEntry;
use poem::Request;
use poem::http::{Method, header};
use serde_json::{Map, Value, json};

use crate::audit_log::journal::{CHANGES, Journal, MASK, Notes, is_secret, masked};
use crate::http::access::Access;
use crate::http::address;
use crate::i18n::Language;
use crate::identity::rule_titles::title_of_node;
use crate::identity::sessions::Caller;
use crate::rate_limits::Network;
use crate::secrets::key_text::concealed;

/// Of larger bodies only the size is logged.
const BODY_MAX: usize = 64 * 1024;
/// Characters of an address.
const URL_MAX: usize = 1_500;
/// Characters of a stranger's browser, and of each value that they send.
const STRANGER_AGENT_MAX: usize = 200;
const STRANGER_VALUE_MAX: usize = 100;

/// A line that is being made.
pub struct Line {
    entry: LogEntry,
    data: Map<String, Value>,
    network: Network,
    /// The prefix of the key that it was called with.
    key: Option<String>,
    /// Of a caller without a login: the fields of the body that are kept.
    stranger: Option<Vec<&'static str>>,
}

/// Begins the line of a request that leaves one.
pub fn begin(store: &Store, now: i64, proxies: &[IpAddr], request: &Request, path: &str, access: &Access) -> Option<Line> {
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // What is taken out of the house, though it changes nothing here.
    let downloads = ["/download", "/report"].iter().any(|end| path.ends_with(end));
    let left_out = ["/select", "/index", "/logout"].iter().any(|end| path.ends_with(end));
    if !(writes || downloads) || !path.starts_with("/admin/") || left_out {
        return None;
    }
    let name = node_of(path, access);
    let origin = address::origin_behind(request, proxies);
    let query = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes()).into_owned();
    // The address may contain a token.
    let kept: Vec<(String, String)> =
        query.map(|(name, value)| if is_secret(&name) { (name, MASK.to_owned()) } else { (name, concealed(&value).into_owned()) }).collect();
    let shown = kept.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&");
    let url = if shown.is_empty() { request.uri().path().to_owned() } else { format!("{}?{shown}", request.uri().path()) };
    let url = concealed(&url);
    let entry = LogEntry {
        title: title_of_node(&store.catalogue(), Language::Chinese, &name),
        url: url.chars().take(URL_MAX).collect(),
        ip: origin.ip,
        agent: origin.agent,
        at: now,
        ..LogEntry::default()
    };
    Some(Line { entry, data: Map::new(), network: origin.network, key: None, stranger: None })
}

/// The node that a line is called by.
fn node_of(path: &str, access: &Access) -> String {
    match access {
        Access::Node(node) => node.clone(),
        Access::Public | Access::Login => path.trim_start_matches("/admin/").replace('.', "/"),
    }
}

impl Line {
    /// Sets the administrator.
    #[must_use]
    pub fn by(mut self, caller: &Caller) -> Self {
        self.entry.admin = caller.admin.id;
        self.entry.username.clone_from(&caller.admin.username);
        self.key = caller.key.as_ref().map(|key| key.prefix.clone());
        self
    }

    /// Of somebody without a login only these fields are kept, and of each the beginning: what strangers send costs them
    /// nothing.
    #[must_use]
    pub fn by_a_stranger(mut self, fields: &[&'static str]) -> Self {
        self.entry.url = self.entry.url.split('?').next().unwrap_or_default().to_owned();
        self.entry.agent = cut(&self.entry.agent, STRANGER_AGENT_MAX);
        self.stranger = Some(fields.to_vec());
        self
    }

    /// Sets the body, with secrets masked.
    pub fn body(&mut self, request: &Request, body: Bytes) {
        if body.is_empty() {
            return;
        }
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let parsed = if body.len() <= BODY_MAX && !kind.starts_with("multipart/") { serde_json::from_slice::<Value>(&body).ok() } else { None };
        if let Some(fields) = &self.stranger {
            self.data = parsed.map(|body| declared(&body, fields)).unwrap_or_default();
            return;
        }
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

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// The declared fields of a stranger's body: plain values, and of texts the beginning.
fn declared(body: &Value, fields: &[&'static str]) -> Map<String, Value> {
    let kept = fields.iter().filter_map(|name| {
        let value = match body.get(name)? {
            Value::Null => return None,
            _ if is_secret(name) => json!(MASK),
            Value::String(text) => json!(cut(text, STRANGER_VALUE_MAX)),
            Value::Array(_) | Value::Object(_) => json!("…"),
            Value::Number(number) => json!(cut(&number.to_string(), STRANGER_VALUE_MAX)),
            plain @ Value::Bool(_) => plain.clone(),
        };
        Some(((*name).to_owned(), value))
    });
    kept.collect()
}

/// Writes the line into the audit log, with the request's notes and its outcome.
pub async fn end(journal: &Journal, line: Option<Line>, notes: &Notes, refusal: Option<&str>) {
    let Some(Line { mut entry, mut data, network, key, stranger }) = line else { return };
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
    data.extend(notes.facts.clone());
    if let Some(prefix) = key {
        data.insert("_key".into(), json!(prefix));
    }
    if !notes.changes.is_empty() {
        data.insert(CHANGES.into(), Value::Array(notes.changes.clone()));
    }
    data.insert("_result".into(), json!(refusal.map_or_else(|| "done".to_owned(), |reason| reason.chars().take(300).collect())));
    entry.data = Value::Object(data).to_string();
    if stranger.is_some() && refusal.is_some() {
        journal.refused(entry, &network.narrow);
    } else {
        journal.add(entry).await;
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::catalogue::Catalogue;

    use super::*;
    use crate::http::routes::Routes;
    use crate::server::endpoints::Families;

    #[test]
    fn every_line_is_called_by_words() {
        let document: Value = serde_json::from_str(include_str!("../../../web/openapi.json")).expect("JSON");
        let paths = document["paths"].as_object().expect("paths");
        let written = paths.iter().filter(|(_, methods)| methods.get("post").is_some()).map(|(path, _)| path.to_lowercase());
        let written: Vec<String> = written.filter(|path| path.starts_with("/admin/") && !path.ends_with("/select")).collect();
        assert!(written.len() > 100, "{written:?}");
        let routes = Routes::of::<Families>();
        for path in written {
            let name = node_of(&path, &routes.access(&path));
            for language in [Language::Chinese, Language::English] {
                let title = title_of_node(&Catalogue::compiled(), language, &name);
                assert!(!title.contains('/'), "{path} is logged as {title}");
            }
        }
    }

    #[test]
    fn of_a_stranger_only_declared_fields_are_kept_and_of_each_the_beginning() {
        let long = "x".repeat(60_000);
        let body = json!({ "username": long, "password": long, "keep": true, "captchaId": { "a": long }, "captchaInfo": [long], long.clone(): 1, "junk": long });
        let kept = declared(&body, &["username", "password", "keep", "captchaId", "captchaInfo", "missing"]);
        let expected = json!({ "username": "x".repeat(STRANGER_VALUE_MAX), "password": MASK, "keep": true, "captchaId": "…", "captchaInfo": "…" });
        assert_eq!(Value::Object(kept), expected);
        for odd in [json!([long]), json!(long), json!(null), json!(7)] {
            assert!(declared(&odd, &["username"]).is_empty(), "{odd}");
        }
        let number: Value = serde_json::from_str(&format!("{{\"username\":1{}}}", "0".repeat(300))).expect("JSON");
        assert!(Value::Object(declared(&number, &["username"])).to_string().len() < 2 * STRANGER_VALUE_MAX);
    }
}
