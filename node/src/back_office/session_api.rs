//! Login and logout, and the start of the back office.

use bus_schemas::live::Invalidation;
use entrepot_store::resource::identity::picture;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use std::sync::Arc;

use crate::back_office::views::{AdminInfo, AdminWithTokens, BackOffice, CurrentAdmin, LoggedIn, LoginForm, NarrowedNodes, SiteConfig, Terminal};
use crate::base::Base;
use crate::buildadmin_compat::{market_api, vendor_api};
use crate::captcha::Clicks;
use crate::client::{self, Client};
use crate::http::address;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::lenient::switch;
use crate::http::routes::Allow;
use crate::i18n::{self, text};
use crate::identity::admin_request::{caller, token};
use crate::identity::attempts::Attempts;
use crate::identity::login::{Credentials, Logins};
use crate::identity::sessions::{Sessions, TokenStatus};
use crate::identity::tokens::RefreshedTokens;
use crate::identity::{attempts, login, member_rights, menu};
use crate::member::Members;
use crate::settings;
use crate::settings::SiteSettings;
use crate::settings::site::SiteChoices;

/// Endpoints of the session.
pub struct Session {
    pub base: Base,
    pub attempts: Attempts,
    pub logins: Logins,
    pub members: Arc<Members>,
    pub sessions: Arc<Sessions>,
    pub site_settings: SiteSettings,
}

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

impl Session {
    /// Refuses callers who are logged in already (wire contract 2.1).
    async fn refuse_logged_in(&self, request: &Request) -> Result<(), ApiError> {
        match token(request) {
            Some(token) => match self.sessions.token_status(&token, self.base.now()).await? {
                TokenStatus::Valid(_) => Err(ApiError::LoggedIn),
                TokenStatus::GivenPassword(_) | TokenStatus::Expired | TokenStatus::Unknown => Ok(()),
            },
            None => Ok(()),
        }
    }
}

#[OpenApi]
impl Session {
    /// Whether a login needs a captcha
    #[oai(path = "/admin/Index/login", method = "get", operation_id = "loginForm", tag = "Allow::Everyone")]
    async fn login_form(&self, request: &Request) -> Answer<LoginForm> {
        self.refuse_logged_in(request).await?;
        let network = address::origin(request, &self.base).network;
        Ok(ok(LoginForm { captcha: attempts::page_shows_captcha(&self.attempts, &network) }))
    }

    /// Log in
    #[oai(path = "/admin/Index/login", method = "post", operation_id = "login", tag = "Allow::Everyone")]
    async fn login(&self, request: &Request, body: Body<Login>) -> Answer<LoggedIn> {
        self.refuse_logged_in(request).await?;
        let Login { username, password, keep, captcha_id, captcha_info } = body.0;
        let credentials = Credentials { username, password, keep, clicks: Clicks { id: captcha_id, info: captcha_info } };
        let (admin, tokens) = login::login(&self.logins, credentials, &address::origin(request, &self.base)).await?;
        let info = AdminWithTokens { admin: admin_info(&self.base, &admin), token: tokens.access, refresh_token: tokens.refresh };
        let change_password = self.sessions.must_change(&admin);
        Ok(done("login.welcome", LoggedIn { user_info: info, route_path: "/admin".to_owned(), change_password }))
    }

    /// Log out
    #[oai(path = "/admin/Index/logout", method = "post", operation_id = "logout", tag = "Allow::Everyone")]
    async fn logout(&self, request: &Request, _body: Body<Logout>) -> Answer<Nothing> {
        if let Some(token) = token(request) {
            if let TokenStatus::Valid(caller) = self.sessions.token_status(&token, self.base.now()).await? {
                self.base.system().invalidate(Invalidation::Session { admin: caller.id() });
            }
            self.sessions.end(&token).await?;
        }
        Ok(ok(Nothing))
    }

    /// Refresh the access token
    #[oai(path = "/api/common/refreshToken", method = "post", operation_id = "refreshToken", tag = "Allow::Everyone")]
    async fn refresh(&self, request: &Request, body: Body<Refresh>) -> Answer<RefreshedTokens> {
        if let Some(data) = crate::member::session_api::refresh(&self.members, self.base.now(), request, &body.0.refresh_token, body.0.rotate).await?
        {
            return Ok(ok(data));
        }
        let Some(access) = token(request) else { return Err(ApiError::refused("token.invalid")) };
        let tokens = self.sessions.refresh(&access, &body.0.refresh_token, body.0.rotate, self.base.now()).await?;
        let Some(tokens) = tokens else { return Err(ApiError::refused("login.expired")) };
        Ok(ok(RefreshedTokens::new("admin-refresh", tokens)))
    }

    /// What the back office needs to begin: who I am, my menu, the site
    #[oai(path = "/admin/Index/index", method = "get", operation_id = "init", tag = "Allow::LoggedIn")]
    async fn init(&self, request: &Request) -> Answer<BackOffice> {
        let caller = caller(request)?;
        let (client, further) = (client::current(), &self.base.config().services.clients.pages);
        let has = |page: &str| client.has(page, further);
        let menus = menu::tree(&self.base.store().catalogue(), &self.base.store().directory().await?.rules, &caller.rights, i18n::current(), has);
        // Clients written for BuildAdmin can show nothing then; ours has one's own pages.
        if menus.is_empty() && client != Client::Entrepot {
            return Err(ApiError::refused("menu.none"));
        }
        let host = request.header("host").unwrap_or_default();
        let (cdn, parameters) = crate::file::cdn(&self.base.config().services.upload, host);
        let catalogue = self.base.store().catalogue();
        let setting = async |name: &str| Ok::<_, ApiError>(settings::value_of(&self.site_settings, name).await?.filter(|value| !value.is_empty()));
        let super_admin = caller.rights.everything.then_some(caller.admin.id);
        let manager = match super_admin {
            Some(admin) => vendor_api::manager_of(&self.base, admin).await?,
            None => vendor_api::NO_MANAGER.to_owned(),
        };
        Ok(ok(BackOffice {
            admin_info: CurrentAdmin { admin: admin_info(&self.base, &caller.admin), is_super: caller.rights.everything },
            menus,
            site_config: SiteConfig {
                site_name: setting("site_name").await?.unwrap_or_else(|| text("site.name", &[])),
                version: setting("version").await?.unwrap_or_default(),
                cdn_url: cdn,
                cdn_url_params: parameters,
                api_url: market_api::SITE.to_owned(),
                record_number: setting("record_number").await?.unwrap_or_default(),
                time_zone: self.base.config().time_zone.name().to_owned(),
                currency: SiteChoices::read(&self.site_settings).await?.currency,
                upload: crate::file::upload_rules(&self.base.config().services.upload),
                head_nav: member_rights::head_nav(&member_rights::open(&self.base.store().member_rules().await?)),
            },
            terminal: Terminal { php_development_server: false, npm_package_manager: manager },
            unusable_nodes: caller.rights.unusable_nodes(&catalogue),
            narrowed_nodes: caller.rights.narrowed_nodes(&catalogue).into_iter().map(NarrowedNodes::new).collect(),
        }))
    }
}

/// An administrator as clients know them.
pub(super) fn admin_info(base: &Base, admin: &entrepot_store::identity::accounts::Admin) -> AdminInfo {
    let last = chrono::DateTime::from_timestamp(admin.last_login_time, 0).filter(|_| admin.last_login_time > 0);
    let last = last.map(|time| time.with_timezone(&base.config().time_zone).format("%Y-%m-%d %H:%M:%S").to_string());
    AdminInfo {
        id: admin.id,
        username: admin.username.clone(),
        nickname: admin.nickname.clone(),
        avatar: picture(&admin.avatar).to_owned(),
        last_login_time: last.unwrap_or_default(),
    }
}
