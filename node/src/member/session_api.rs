//! Start of the public site, and members' login and logout (wire contract 5.1 to 5.3).

use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use std::sync::Arc;

use super::accounts::{self, Proof, Registration};
use super::codes::{self, Asked, Channel, Event};
use super::member_info;
use super::views::{CheckInForm, CurrentVisitor, MemberLoggedIn, MemberWithTokens, PublicSite, PublicSiteConfig, Stranger};
use crate::base::Base;
use crate::captcha::{self, Captchas, Clicks};
use crate::client;
use crate::config::services::CaptchaWhen;
use crate::http::address;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::lenient::switch;
use crate::http::routes::Allow;
use crate::identity::issuer::TokenPair;
use crate::identity::member_request::{member, token, token_status, writer};
use crate::identity::member_rights;
use crate::identity::member_sessions::MemberTokenStatus;
use crate::identity::tokens::RefreshedTokens;
use crate::member::Members;
use crate::member::accounts::Accounts;
use crate::member::codes::Codes;
use crate::settings::SiteSettings;
use crate::settings::site::SiteChoices;
use crate::{file, settings};

/// Endpoints that members begin with.
pub struct MemberLogin {
    pub base: Base,
    pub accounts: Accounts,
    pub captchas: Captchas,
    pub codes: Codes,
    pub members: Arc<Members>,
    pub site_settings: SiteSettings,
}

/// A login or a registration.
#[derive(Object, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
#[oai(rename_all = "camelCase", default)]
pub struct CheckIn {
    /// `login` or `register`.
    pub tab: String,
    /// Also an address or a number, at a login.
    pub username: String,
    pub password: String,
    /// Keep me logged in: gives a refresh token.
    #[serde(deserialize_with = "switch")]
    pub keep: bool,
    /// The code that was sent, at a registration.
    pub captcha: String,
    pub captcha_id: String,
    pub captcha_info: String,
    pub email: String,
    pub mobile: String,
    /// `email`, `mobile`, or `name` for a registration with a captcha alone.
    pub register_type: String,
}

/// What a logout sends.
#[derive(Object, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
#[oai(rename_all = "camelCase", default)]
pub struct MemberLogout {
    pub refresh_token: Option<String>,
}

/// A code by mail.
#[derive(Object, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
#[oai(rename_all = "camelCase", default)]
pub struct SendMail {
    pub email: String,
    /// `user_register`, `user_retrieve_pwd`, `user_change_email` or `user_email_verify`.
    pub event: String,
    pub captcha_id: String,
    pub captcha_info: String,
    /// The current password, for `user_email_verify`.
    pub password: String,
}

/// A code by SMS.
#[derive(Object, Deserialize, Default)]
#[serde(default)]
#[oai(default)]
pub struct SendSms {
    pub mobile: String,
    /// `user_register`, `user_retrieve_pwd`, `user_change_mobile` or `user_mobile_verify`.
    pub template_code: String,
    #[serde(rename = "captchaId")]
    #[oai(rename = "captchaId")]
    pub captcha_id: String,
    #[serde(rename = "captchaInfo")]
    #[oai(rename = "captchaInfo")]
    pub captcha_info: String,
    /// The current password, for `user_mobile_verify`.
    pub password: String,
}

/// The answer of a login, a registration.
fn signed_in(member: &entrepot_store::member::accounts::Member, tokens: TokenPair) -> MemberLoggedIn {
    let user_info = MemberWithTokens { member: member_info(member), token: tokens.access, refresh_token: tokens.refresh };
    MemberLoggedIn { user_info, route_path: "/user".to_owned() }
}

impl MemberLogin {
    fn captcha_wanted(&self) -> bool {
        self.base.config().services.member_captcha != CaptchaWhen::Off
    }

    fn open(&self) -> Result<(), ApiError> {
        if self.base.config().services.member_center { Ok(()) } else { Err(ApiError::refused("member.closed")) }
    }

    async fn send(&self, request: &Request, (channel, event): (Channel, &str), address: &str, password: &str, clicks: Clicks) -> Answer<Nothing> {
        let event = Event::parse(channel, event)?;
        let caller = if event.needs_login() { writer(request)? } else { member(request) };
        let from = address::origin(request, &self.base).network;
        if self.captcha_wanted() {
            captcha::require(&self.captchas, event.captcha(), &clicks, &from).await?;
        }
        codes::send(&self.codes, caller, Asked { channel, event, address: address.trim(), password, from: &from }).await?;
        Ok(done("code.sent", Nothing))
    }
}

#[OpenApi]
impl MemberLogin {
    /// What the public site needs to begin: the site, who I am, rules and menus
    #[oai(path = "/api/index/index", method = "get", operation_id = "siteInit", tag = "Allow::Everyone")]
    async fn init(&self, request: &Request, #[oai(name = "requiredLogin")] required: Query<Option<String>>) -> Answer<PublicSite> {
        let wanted = required.0.as_deref().is_some_and(|value| value == "1" || value == "true");
        let caller = match token_status(request) {
            MemberTokenStatus::Valid(caller) => Some(caller),
            MemberTokenStatus::Expired if wanted => return Err(ApiError::Expired),
            MemberTokenStatus::Unknown if wanted => return Err(ApiError::NeedLogin),
            _ => None,
        };
        let base = &self.base;
        let (rules, menus) = match caller {
            Some(caller) => {
                let (client, further) = (client::current(), &base.config().services.clients.pages);
                let mut rules = member_rights::of_group(base.store(), caller.member.group_id).await?;
                rules.retain(|rule| !member_rights::is_own_page(rule) || client.has(&rule.name, further));
                member_rights::menus(&rules)
            }
            None => (member_rights::open(&base.store().member_rules().await?), vec![]),
        };
        let unread = match caller {
            Some(caller) => base.store().unread_member_notices(caller.member.id).await?,
            None => 0,
        };
        let settings = settings::values(&self.site_settings).await?;
        let value = |name: &str| settings.get(name).cloned().unwrap_or_default();
        let choices = SiteChoices::of(&settings);
        let host = request.header("host").unwrap_or_default();
        let (cdn, parameters) = file::cdn(&base.config().services.upload, host);
        Ok(ok(PublicSite {
            site: PublicSiteConfig {
                site_name: value("site_name"),
                record_number: value("record_number"),
                company_address: value("company_address"),
                company_contact: value("company_contact"),
                currency: choices.currency,
                entries: choices.entries,
                shop_name: choices.shop_name,
                home_page: choices.home,
                version: value("version"),
                cdn_url: cdn,
                cdn_url_params: parameters,
                upload: file::member_upload_rules(&base.config().services.upload),
                head_nav: member_rights::head_nav(&rules),
            },
            open_member_center: base.config().services.member_center,
            user_info: caller.map_or(CurrentVisitor::Stranger(Stranger {}), |caller| CurrentVisitor::Member(Box::new(member_info(&caller.member)))),
            rules,
            menus,
            unread_count: unread,
            user_login_captcha_switch: self.captcha_wanted(),
        }))
    }

    /// What the login page needs
    #[oai(path = "/api/user/checkIn", method = "get", operation_id = "memberCheckInForm", tag = "Allow::Everyone")]
    async fn check_in_form(&self, request: &Request) -> Answer<CheckInForm> {
        if member(request).is_some() {
            return Err(ApiError::LoggedIn);
        }
        self.open()?;
        let account_verification_type = codes::channels(&self.codes).await?;
        let registration_by_name = accounts::by_name(&self.site_settings, &account_verification_type).await?;
        Ok(ok(CheckInForm { user_login_captcha_switch: self.captcha_wanted(), account_verification_type, registration_by_name }))
    }

    /// Log in or register
    #[oai(path = "/api/user/checkIn", method = "post", operation_id = "memberCheckIn", tag = "Allow::Everyone")]
    async fn check_in(&self, request: &Request, body: Body<CheckIn>) -> Answer<MemberLoggedIn> {
        self.open()?;
        if member(request).is_some() {
            return Err(ApiError::LoggedIn);
        }
        let body = body.0;
        let origin = address::origin(request, &self.base);
        let name = body.username.trim();
        let (member, tokens) = match body.tab.as_str() {
            "login" if name.is_empty() => return Err(ApiError::field("username", "error.required")),
            "login" => {
                let clicks = Clicks { id: body.captcha_id, info: body.captcha_info };
                accounts::login(&self.accounts, name, body.password, body.keep, &clicks, &origin).await?
            }
            "register" => {
                let by_address = |channel, address| Proof::Address { channel, address, code: &body.captcha };
                let proof = match body.register_type.as_str() {
                    "email" => by_address(Channel::Email, body.email.trim()),
                    "mobile" => by_address(Channel::Mobile, body.mobile.trim()),
                    "name" => Proof::Name { clicks: Clicks { id: body.captcha_id.clone(), info: body.captcha_info.clone() } },
                    _ => return Err(ApiError::field("registerType", "error.choice")),
                };
                accounts::register(&self.accounts, Registration { username: name, password: &body.password, proof }, &origin).await?
            }
            _ => return Err(ApiError::field("tab", "error.choice")),
        };
        Ok(done("login.welcome", signed_in(&member, tokens)))
    }

    /// Log out
    #[oai(path = "/api/user/logout", method = "post", operation_id = "memberLogout", tag = "Allow::Everyone")]
    async fn logout(&self, request: &Request, _body: Body<MemberLogout>) -> Answer<Nothing> {
        if let Some(token) = token(request) {
            self.members.sessions.end(&token).await?;
        }
        Ok(ok(Nothing))
    }

    /// Send a code by mail
    #[oai(path = "/api/Ems/send", method = "post", operation_id = "sendMailCode", tag = "Allow::Everyone")]
    async fn send_mail(&self, request: &Request, body: Body<SendMail>) -> Answer<Nothing> {
        let body = body.0;
        let clicks = Clicks { id: body.captcha_id, info: body.captcha_info };
        self.send(request, (Channel::Email, &body.event), &body.email, &body.password, clicks).await
    }

    /// Send a code by SMS
    #[oai(path = "/api/Sms/send", method = "post", operation_id = "sendSmsCode", tag = "Allow::Everyone")]
    async fn send_sms(&self, request: &Request, body: Body<SendSms>) -> Answer<Nothing> {
        let body = body.0;
        let clicks = Clicks { id: body.captcha_id, info: body.captcha_info };
        self.send(request, (Channel::Mobile, &body.template_code), &body.mobile, &body.password, clicks).await
    }
}

/// Refreshes a member's session, if the request has a member's access token and refresh token.
pub async fn refresh(members: &Members, now: i64, request: &Request, refresh: &str, rotate: bool) -> Result<Option<RefreshedTokens>, ApiError> {
    let Some(access) = token(request) else { return Ok(None) };
    let tokens = members.sessions.refresh(&access, refresh, rotate, now).await?;
    Ok(tokens.map(|tokens| RefreshedTokens::new("user-refresh", tokens)))
}
