//! Logging in and out, and what the back office needs to begin.

use bus_schemas::ids::AdminId;
use bus_schemas::live::Invalidation;
use entrepot_store::records::identity::picture;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::{Value, json};

use super::address;
use super::body::{Body, switch};
use super::envelope::{Answer, done, ok};
use super::errors::ApiError;
use super::guard::{caller, token};
use super::messages::{self, text};
use crate::captcha;
use crate::identity::issuer::SessionError;
use crate::identity::limits::account_waits;
use crate::identity::sessions::Standing;
use crate::identity::{journal, menu, passwords};
use crate::limits::Counted;
use crate::node::Node;
use crate::resources::settings;

/// Failures of a network within a minute, after which it waits.
const FAILURES_MINUTE: u32 = 30;
/// How long failures of a network are remembered, in seconds.
const FAILURES_SECONDS: i64 = 900;
/// So many failures of a network count as one of an account: many people may share it.
const FAILURES_SHARED: u32 = 4;

/// Endpoints of the session.
pub struct Session(pub Node);

/// What a login sends.
#[derive(Object, Deserialize)]
pub struct Login {
    /// 3 to 30 characters.
    pub username: String,
    /// 6 to 32 characters.
    pub password: String,
    /// Keep me logged in: gives a refresh token.
    #[serde(default, deserialize_with = "switch")]
    #[oai(default)]
    pub keep: bool,
    /// Where a captcha is asked for.
    #[serde(default, rename = "captchaId")]
    #[oai(default, rename = "captchaId")]
    pub captcha_id: String,
    #[serde(default, rename = "captchaInfo")]
    #[oai(default, rename = "captchaInfo")]
    pub captcha_info: String,
}

/// What a logout sends.
#[derive(Object, Deserialize)]
#[serde(rename_all = "camelCase")]
#[oai(rename_all = "camelCase")]
pub struct Logout {
    #[serde(default)]
    #[oai(default)]
    pub refresh_token: Option<String>,
}

/// What a refresh sends; the expired access token stays in the header.
#[derive(Object, Deserialize)]
#[serde(rename_all = "camelCase")]
#[oai(rename_all = "camelCase")]
pub struct Refresh {
    pub refresh_token: String,
    /// The client can take a new refresh token.
    #[serde(default)]
    #[oai(default)]
    pub rotate: bool,
}

impl From<SessionError> for ApiError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Store(error) => error.into(),
            SessionError::Sign(error) => Self::Internal(error.to_string()),
        }
    }
}

impl Session {
    /// Refuses who is logged in already (wire contract 2.1).
    async fn stranger(&self, request: &Request) -> Result<(), ApiError> {
        match token(request) {
            Some(token) => match self.0.sessions().standing(&token, self.0.now()).await? {
                Standing::Valid(_) => Err(ApiError::LoggedIn),
                Standing::Expired | Standing::Unknown => Ok(()),
            },
            None => Ok(()),
        }
    }
}

#[OpenApi]
impl Session {
    /// Whether a login needs a captcha
    #[oai(path = "/admin/Index/login", method = "get", operation_id = "loginForm")]
    async fn login_form(&self, request: &Request) -> Answer {
        self.stranger(request).await?;
        let network = address::origin(request, &self.0).network;
        let failures = i64::from(self.0.limits().counted(Counted::AdminFailure, &network, self.0.now()) / FAILURES_SHARED);
        Ok(ok(json!({ "captcha": captcha::wanted(self.0.config().services.admin_captcha, failures) })))
    }

    /// Log in
    #[oai(path = "/admin/Index/login", method = "post", operation_id = "login")]
    async fn login(&self, request: &Request, body: Body<Login>) -> Answer {
        self.stranger(request).await?;
        let Login { username, password, keep, captcha_id, captcha_info } = body.0;
        if !(3..=30).contains(&username.chars().count()) {
            return Err(ApiError::field("username", "error.required"));
        }
        let node = &self.0;
        let now = node.now();
        journal::is(0, &username);
        let origin = address::origin(request, node);
        let network = origin.network.as_str();
        wait("login.address", node.limits().waits(Counted::AdminMinute, network, FAILURES_MINUTE, now))?;
        let account = node.store().admin_by_username(&username).await?;
        if let Some(admin) = &account {
            journal::is(admin.id, &username);
            wait("login.locked", account_waits(admin.login_failure, admin.login_failed_at, now))?;
        }
        let shared = i64::from(node.limits().counted(Counted::AdminFailure, network, now) / FAILURES_SHARED);
        let failures = account.as_ref().map_or(0, |admin| admin.login_failure).max(shared);
        if captcha::wanted(node.config().services.admin_captcha, failures) {
            // From now on this network's login page shows one.
            node.limits().count_many(Counted::AdminFailure, network, FAILURES_SECONDS, now, FAILURES_SHARED * 5);
            if let Err(refusal) = captcha::demand(node, &captcha_id, &captcha_info).await {
                node.limits().count(Counted::AdminMinute, network, 60, now);
                return Err(refusal);
            }
        }
        let hash = account.as_ref().filter(|admin| admin.status == "enable").map(|admin| admin.password.clone());
        let fits = passwords::verify(password, hash).await;
        let Some(admin) = account.clone().filter(|_| fits) else {
            node.limits().count(Counted::AdminFailure, network, FAILURES_SECONDS, now);
            node.limits().count(Counted::AdminMinute, network, 60, now);
            if let Some(admin) = &account {
                node.store().login_failed(AdminId(admin.id), now).await?;
            }
            return Err(ApiError::refused("login.wrong"));
        };
        let given = node.sessions().begin(AdminId(admin.id), keep, &origin.ip, &node.today(), now).await?;
        if node.config().single_session {
            node.system().invalidate(Invalidation::Session { admin: AdminId(admin.id) });
        }
        let mut info = admin_info(node, &admin);
        info["token"] = given.access.into();
        info["refresh_token"] = given.refresh.into();
        Ok(done("login.welcome", json!({ "userInfo": info, "routePath": "/admin" })))
    }

    /// Log out
    #[oai(path = "/admin/Index/logout", method = "post", operation_id = "logout")]
    async fn logout(&self, request: &Request, _body: Body<Logout>) -> Answer {
        if let Some(token) = token(request) {
            if let Standing::Valid(caller) = self.0.sessions().standing(&token, self.0.now()).await? {
                self.0.system().invalidate(Invalidation::Session { admin: caller.id() });
            }
            self.0.sessions().end(&token).await?;
        }
        Ok(ok(Value::Null))
    }

    /// Refresh the access token
    #[oai(path = "/api/common/refreshToken", method = "post", operation_id = "refreshToken")]
    async fn refresh(&self, request: &Request, body: Body<Refresh>) -> Answer {
        if let Some(data) = super::member::refresh(&self.0, request, &body.0.refresh_token, body.0.rotate).await? {
            return Ok(ok(data));
        }
        let Some(access) = token(request) else { return Err(ApiError::refused("token.invalid")) };
        let given = self.0.sessions().refresh(&access, &body.0.refresh_token, body.0.rotate, self.0.now()).await?;
        let Some(given) = given else { return Err(ApiError::refused("login.expired")) };
        let mut data = json!({ "type": "admin-refresh", "token": given.access });
        if !given.refresh.is_empty() {
            data["refresh_token"] = given.refresh.into();
        }
        Ok(ok(data))
    }

    /// What the back office needs to begin: who I am, my menu, the site
    #[oai(path = "/admin/Index/index", method = "get", operation_id = "init")]
    async fn init(&self, request: &Request) -> Answer {
        let caller = caller(request)?;
        let mut info = admin_info(&self.0, &caller.admin);
        info["super"] = caller.rights.everything.into();
        let menus = menu::tree(&self.0.store().directory().await?.rules, &caller.rights, messages::current());
        if menus.is_empty() {
            return Err(ApiError::refused("menu.none"));
        }
        let host = request.header("host").unwrap_or_default();
        let (cdn, parameters) = crate::storage::cdn(&self.0.config().services.upload, host);
        let setting = async |name: &str| Ok::<_, ApiError>(settings::value_of(&self.0, name).await?.filter(|value| !value.is_empty()));
        Ok(ok(json!({
            "adminInfo": info,
            "menus": menus,
            "siteConfig": {
                "siteName": setting("site_name").await?.unwrap_or_else(|| text("site.name", &[])),
                "version": setting("version").await?.unwrap_or_default(),
                "cdnUrl": cdn,
                "cdnUrlParams": parameters,
                "apiUrl": "",
                "recordNumber": setting("record_number").await?.unwrap_or_default(),
                "timeZone": self.0.config().time_zone.name(),
                "upload": crate::storage::told(&self.0.config().services.upload),
            },
            "terminal": { "phpDevelopmentServer": false, "npmPackageManager": "none" },
        })))
    }
}

/// Refuses for so many seconds.
fn wait(key: &'static str, seconds: i64) -> Result<(), ApiError> {
    if seconds <= 0 {
        return Ok(());
    }
    Err(ApiError::Refused { key, values: vec![("seconds", seconds.to_string())], facts: json!({ "key": key, "seconds": seconds }) })
}

/// What a client knows of an administrator.
pub(super) fn admin_info(node: &Node, admin: &entrepot_store::accounts::Admin) -> Value {
    let last = chrono::DateTime::from_timestamp(admin.last_login_time, 0).filter(|_| admin.last_login_time > 0);
    let last = last.map(|time| time.with_timezone(&node.config().time_zone).format("%Y-%m-%d %H:%M:%S").to_string());
    json!({
        "id": admin.id,
        "username": admin.username,
        "nickname": admin.nickname,
        "avatar": picture(&admin.avatar),
        "last_login_time": last.unwrap_or_default(),
    })
}
