//! Logging in and out, and what the back office needs to begin.

use std::net::IpAddr;

use bus_schemas::ids::AdminId;
use bus_schemas::live::Invalidation;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::Body;
use super::envelope::{Answer, done, ok};
use super::errors::ApiError;
use super::guard::{caller, token};
use super::messages::{self, text};
use crate::identity::limits::account_waits;
use crate::identity::sessions::{SessionError, Standing};
use crate::identity::{journal, menu, passwords};
use crate::node::Node;

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
    #[serde(default)]
    #[oai(default)]
    pub keep: bool,
}

/// What a logout sends.
#[derive(Object, Deserialize)]
#[serde(rename_all = "camelCase")]
#[oai(rename_all = "camelCase")]
pub struct Logout {
    #[serde(default)]
    #[oai(default)]
    pub refresh_token: String,
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

#[OpenApi]
impl Session {
    /// Whether a login needs a captcha
    #[oai(path = "/admin/Index/login", method = "get", operation_id = "loginForm")]
    async fn login_form(&self, request: &Request) -> Answer {
        if let Some(token) = token(request)
            && let Standing::Valid(_) = self.0.sessions().standing(&token, self.0.now()).await?
        {
            return Err(ApiError::LoggedIn);
        }
        Ok(ok(json!({ "captcha": false })))
    }

    /// Log in
    #[oai(path = "/admin/Index/login", method = "post", operation_id = "login")]
    async fn login(&self, request: &Request, body: Body<Login>) -> Answer {
        let Login { username, password, keep } = body.0;
        if !(3..=30).contains(&username.chars().count()) {
            return Err(ApiError::field("username", "error.required"));
        }
        let node = &self.0;
        let now = node.now();
        journal::is(0, &username);
        let ip = remote_ip(request);
        let from = ip.unwrap_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED));
        wait("login.address", node.failed_logins().waits(from, now))?;
        let account = node.store().admin_by_username(&username).await?;
        if let Some(admin) = &account {
            journal::is(admin.id, &username);
            wait("login.locked", account_waits(admin.login_failure, admin.login_failed_at, now))?;
        }
        let hash = account.as_ref().filter(|admin| admin.status == "enable").map(|admin| admin.password.clone());
        let fits = passwords::verify(password, hash).await;
        let Some(admin) = account.clone().filter(|_| fits) else {
            node.failed_logins().count(from, now);
            if let Some(admin) = &account {
                node.store().login_failed(AdminId(admin.id), now).await?;
            }
            return Err(ApiError::refused("login.wrong"));
        };
        let ip = ip.map(|ip| ip.to_string()).unwrap_or_default();
        let given = node.sessions().begin(AdminId(admin.id), keep, &ip, &node.today(), now).await?;
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
        Ok(ok(json!({
            "adminInfo": info,
            "menus": menus,
            "siteConfig": {
                "siteName": text("site.name", &[]),
                "version": env!("CARGO_PKG_VERSION"),
                "cdnUrl": format!("//{host}"),
                "cdnUrlParams": "",
                "apiUrl": "",
                "recordNumber": "",
                "timeZone": self.0.config().time_zone.name(),
                "upload": { "mode": "local", "maxSize": 10_485_760, "saveName": "", "allowedSuffixes": "", "allowedMimeTypes": [] },
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

/// The address of the caller; proxies are not believed.
fn remote_ip(request: &Request) -> Option<IpAddr> {
    request.remote_addr().as_socket_addr().map(std::net::SocketAddr::ip)
}

/// What a client knows of an administrator.
pub(super) fn admin_info(node: &Node, admin: &entrepot_store::accounts::Admin) -> Value {
    let last = chrono::DateTime::from_timestamp(admin.last_login_time, 0).filter(|_| admin.last_login_time > 0);
    let last = last.map(|time| time.with_timezone(&node.config().time_zone).format("%Y-%m-%d %H:%M:%S").to_string());
    json!({
        "id": admin.id,
        "username": admin.username,
        "nickname": admin.nickname,
        "avatar": admin.avatar,
        "last_login_time": last.unwrap_or_default(),
    })
}
