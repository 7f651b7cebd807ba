//! Callers with an API key: where the key stands in a request, how often it may call, and what no key reaches whatever its
//! group grants. A key stands in the header `Authorization: Bearer`, and nowhere else: addresses are written into logs.

use bytes::Bytes;
use entrepot_store::identity::log::LogEntry;
use entrepot_store::identity::rights::key::KeyRefusal;
use entrepot_store::resource::Kind;
use entrepot_store::resource::catalogue::Catalogue;
use poem::Request;
use poem::http::header::AUTHORIZATION;
use serde_json::{Map, Value, json};

use crate::http::access::{Access, named_node, page_node};
use crate::http::address;
use crate::http::error::ApiError;
use crate::http::origin::Origin;
use crate::identity::api_keys::{KeyStatus, RefusedKey};
use crate::identity::sessions::Caller;
use crate::log_pace::LogPace;
use crate::node::Node;
use crate::rate_limits::Counted;
use crate::secrets::key_text::looks_like_key;
use crate::server::member_guard::count_anonymous;

/// Seconds in which a key's requests are counted.
const WINDOW: i64 = 60;

/// Anybody may send keys.
static REFUSED: LogPace = LogPace::new(1);

/// Pages that no key reaches: passwords, keys, groups and rules, secrets, backups and what puts rows back, scheduled tasks, and
/// files that are made or read later with the rights of a person. Some may be looked at.
const NEVER: &[&str] = &[
    "api/key",
    "api/config",
    "auth/admin",
    "auth/group",
    "auth/rule",
    "user/group",
    "user/rule",
    "routine/admininfo",
    "routine/config",
    "routine/crontab",
    "routine/savedfilter",
    "routine/transfer",
    "security",
    "shop/settings",
    "shop/order/export",
    "outside",
    "ding/config",
    "event",
    "crud",
    "design",
    "module",
];
/// The same by a part of a page's or an action's name, so that pages that come later are closed as well.
const NEVER_WORDS: &[&str] =
    &["password", "secret", "token", "backup", "terminal", "oauth", "signin", "loginas", "impersonate", "import", "export", "account"];
/// What may be read of a page in [`NEVER`].
const READABLE: &[&str] = &["auth/admin/index"];
/// Routes for which a login is enough, and that keys may call.
const FOR_EVERYBODY: &[&str] = &[
    "/admin/index/index",
    "/admin/resource/schema",
    "/admin/resource/history",
    "/admin/ajax/area",
    "/admin/ajax/upload",
    "/admin/shop.base/config",
    "/admin/warehouse.barcode/resolve",
    "/api/events",
];

/// The key of a request.
pub enum Presented {
    None,
    Key(String),
    /// Several headers, of which one is a key: none of them is believed.
    Several,
}

/// The key in a request's head. Other ways to prove who calls are none of ours.
#[must_use]
pub fn presented(request: &Request) -> Presented {
    let keys = request.headers().get_all(AUTHORIZATION).iter().map(|value| {
        let (scheme, sent) = value.to_str().ok()?.trim().split_once(' ')?;
        (scheme.eq_ignore_ascii_case("bearer") && looks_like_key(sent.trim())).then(|| sent.trim().to_owned())
    });
    let keys: Vec<Option<String>> = keys.collect();
    match keys.as_slice() {
        [Some(key)] => Presented::Key(key.clone()),
        keys if keys.iter().any(Option::is_some) => Presented::Several,
        _ => Presented::None,
    }
}

fn within(node: &str, page: &str) -> bool {
    node.strip_prefix(page).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether no key reaches a node.
fn is_closed(node: &str) -> bool {
    let by_word = || NEVER_WORDS.iter().any(|word| node.contains(word));
    !READABLE.contains(&node) && (NEVER.iter().any(|page| within(node, page)) || by_word())
}

/// Whether no key reaches a route, by its lower-case path.
#[must_use]
pub fn never(lower: &str, access: &Access) -> bool {
    match access {
        Access::Public => false,
        Access::Login => !FOR_EVERYBODY.contains(&lower),
        // A route may share the node of another one.
        Access::Node(node) => is_closed(node) || is_closed(&named_node(lower)),
    }
}

/// Refuses a body that sets a password.
pub fn refuse_passwords(catalogue: &Catalogue, lower: &str, body: &Bytes) -> Result<(), ApiError> {
    let Some(resource) = catalogue.of_path(&page_node(lower)) else { return Ok(()) };
    let mut passwords = resource.fields.iter().filter(|field| field.kind == Kind::Password).map(|field| field.name).peekable();
    if passwords.peek().is_none() {
        return Ok(());
    }
    let sent: Map<String, Value> = serde_json::from_slice(body).unwrap_or_default();
    let set = |name: &&str| sent.get(*name).is_some_and(|value| !value.is_null() && *value != "");
    passwords.find(set).map_or(Ok(()), |name| Err(ApiError::field(name, "key.never")))
}

/// Whether a request reads the history of a page that no key reaches.
#[must_use]
pub fn reads_closed_history(request: &Request, lower: &str) -> bool {
    let query = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
    let closed = |value: &str| is_closed(&value.to_ascii_lowercase().replace('.', "/"));
    lower == "/admin/resource/history" && query.into_iter().any(|(_, value)| closed(&value))
}

/// Writes down why a key is refused: into the program's log, the administrators' log and the key's row.
async fn note(node: &Node, request: &Request, origin: &Origin, refused: &RefusedKey) {
    let RefusedKey { reason, key, owner } = refused;
    let prefix = key.as_ref().map_or("", |key| key.prefix.as_str());
    if let Some(more) = REFUSED.due() {
        tracing::warn!(prefix, reason = reason.as_str(), ip = origin.ip, more, "an API key was refused");
    }
    let Some(key) = key else { return };
    let now = node.now();
    node.api_keys().note_refusal(key.id, now, *reason);
    let entry = LogEntry {
        admin: owner.0,
        username: owner.1.clone(),
        title: crate::i18n::text_in(crate::i18n::Language::Chinese, "key.refused.title", &[]),
        url: request.uri().path().chars().take(200).collect(),
        data: json!({ "_key": prefix, "_result": reason.as_str() }).to_string(),
        ip: origin.ip.clone(),
        agent: origin.agent.clone(),
        at: now,
    };
    // Gathered with others of the same reason only, so that each reason has its line.
    node.journal().refused(entry, &format!("{} {prefix} {}", origin.network.narrow, reason.as_str()));
}

/// Who calls with a key; refuses keys that are not to be let in, and those that call too often.
pub async fn admit(node: &Node, request: &Request, key: &str) -> Result<Box<Caller>, ApiError> {
    let now = node.now();
    let origin = address::origin(request, node.base());
    let caller = match node.api_keys().status(key, now).await? {
        KeyStatus::Valid(caller) => caller,
        KeyStatus::Refused(refused) => {
            if refused.reason == KeyRefusal::Unknown {
                count_anonymous(node, request)?;
            }
            note(node, request, &origin, &refused).await;
            return Err(ApiError::KeyRefused);
        }
    };
    if let Some(used) = &caller.key {
        node.limits().allow(Counted::KeyCall, &used.id.to_string(), used.rate, WINDOW, now).map_err(ApiError::KeyRate)?;
        node.api_keys().note_use(used.id, now, &origin.ip);
    }
    Ok(caller)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::routes::Routes;
    use crate::server::endpoints::Families;

    const KEY: &str = "ek_0123abcd_aZ-_9aZ-_9aZ-_9aZ-_9aZ-_9aZ-_9aZ-_9aZ-_9aZ-_9aZ";

    fn found(headers: &[&str]) -> Option<String> {
        let request = headers.iter().fold(Request::builder(), |request, value| request.header("authorization", *value)).finish();
        match presented(&request) {
            Presented::Key(key) => Some(key),
            Presented::None => None,
            Presented::Several => Some("several".into()),
        }
    }

    #[test]
    fn a_key_stands_in_one_header() {
        for good in [format!("Bearer {KEY}"), format!("bearer  {KEY} "), format!("BEARER {KEY}")] {
            assert_eq!(found(&[&good]).as_deref(), Some(KEY), "{good}");
        }
        for none in ["", "Bearer", "Bearer x", "Basic ek_x", KEY, "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x"] {
            assert_eq!(found(&[none]), None, "{none}");
        }
        let good = format!("Bearer {KEY}");
        assert_eq!(found(&[&good, &good]).as_deref(), Some("several"));
        assert_eq!(found(&["Basic x", &good]).as_deref(), Some("several"));
    }

    #[test]
    fn no_key_reaches_what_makes_other_rights() {
        let routes = Routes::of::<Families>();
        for path in [
            "/admin/api.key/index",
            "/admin/api.key/make",
            "/admin/api.key/rotate",
            "/admin/api.key/revoke",
            "/admin/auth.admin/edit",
            "/admin/auth.admin/add",
            "/admin/auth.group/index",
            "/admin/auth.rule/edit",
            "/admin/user.group/edit",
            "/admin/routine.config/edit",
            "/admin/routine.admininfo/edit",
            "/admin/routine.crontab/run",
            "/admin/routine.transfer/index",
            "/admin/routine.backup/download",
            "/admin/security.datarecyclelog/restore",
            "/admin/security.databackup/index",
            "/admin/ajax/terminal",
            "/admin/ajax/changeterminalconfig",
            "/admin/ajax/clearcache",
            "/admin/warehouse.product/import",
            "/admin/warehouse.product/export",
            "/admin/user.user/loginas",
            "/admin/whatever.oauthconfig/index",
        ] {
            assert!(never(path, &routes.access(path)), "{path}");
        }
        for path in [
            "/admin/warehouse.product/index",
            "/admin/warehouse.product/select",
            "/admin/warehouse.inboundorder/add",
            "/admin/warehouse.inboundorder/stock",
            "/admin/shop.order.order/delivery",
            "/admin/auth.admin/select",
            "/admin/index/index",
            "/admin/index/login",
        ] {
            assert!(!never(path, &routes.access(path)), "{path}");
        }
    }

    #[test]
    fn no_key_sets_a_password() {
        let refused = |path: &str, body: &str| refuse_passwords(&Catalogue::compiled(), path, &Bytes::copy_from_slice(body.as_bytes())).is_err();
        assert!(refused("/admin/user.user/edit", r#"{"id":1,"password":"x"}"#) && refused("/admin/user.user/add", r#"{"password":["x"]}"#));
        assert!(!refused("/admin/user.user/edit", r#"{"id":1,"password":"","nickname":"x"}"#) && !refused("/admin/user.user/edit", "no JSON"));
        assert!(!refused("/admin/warehouse.brand/edit", r#"{"password":"x"}"#));
    }
}
