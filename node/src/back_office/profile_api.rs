//! One's own profile (wire contract 4.11).

use std::sync::Arc;

use entrepot_store::resource::catalogue;
use entrepot_store::scope::Scope;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde_json::Value;

use crate::back_office::session_api::admin_info;
use crate::back_office::views::AdminInfo;
use crate::base::Base;
use crate::http::body::Body;
use crate::http::described::Described;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::routes::Allow;
use crate::identity::admin_request::caller;
use crate::identity::passwords::GIVEN_PASSWORD;
use crate::identity::sessions::Sessions;
use crate::resource::Call;
use crate::resource::request::call;
use crate::resource::writing::OLD_PASSWORD;

/// Fields of their own profile that administrators may change.
const FIELDS: &[&str] = &["nickname", "avatar", "email", "mobile", "motto", "password", OLD_PASSWORD];

/// One's own profile.
#[derive(Object)]
pub struct OwnProfile {
    pub info: OwnInfo,
}

/// An administrator, as they see themselves.
#[derive(Object)]
pub struct OwnInfo {
    #[oai(flatten)]
    pub admin: AdminInfo,
    pub email: String,
    pub mobile: String,
    pub motto: String,
    /// Always empty: tokens are given at a login.
    pub token: String,
    /// Always empty.
    pub refresh_token: String,
}

/// A change of one's own profile; what else the form sends back is passed over.
#[derive(Object)]
pub struct OwnChange {
    pub nickname: Option<String>,
    /// Address of a picture.
    pub avatar: Option<String>,
    pub email: Option<String>,
    pub mobile: Option<String>,
    pub motto: Option<String>,
    /// A new one; empty leaves it as it is.
    #[oai(write_only)]
    pub password: Option<String>,
    /// The old one, with a new one.
    #[oai(rename = "oldPassword", write_only)]
    pub old_password: Option<String>,
}

/// Endpoints of one's own profile.
pub struct Profile {
    pub base: Base,
    pub sessions: Arc<Sessions>,
}

impl Profile {
    /// A use of the administrators' table that reaches the caller's own row and no other.
    fn own(&self, request: &Request) -> Result<(Call, i64), ApiError> {
        let resource = catalogue::declared("auth.Admin")?;
        let me = caller(request)?.admin.id;
        let mut call = call(resource, request)?;
        call.act.scope = Scope { admin: me, rows: Some(vec![me]), ..Scope::default() };
        Ok((call, me))
    }
}

#[OpenApi]
impl Profile {
    /// My profile
    #[oai(path = "/admin/routine.AdminInfo/index", method = "get", operation_id = "profileIndex", tag = "Allow::LoggedIn")]
    async fn index(&self, request: &Request) -> Answer<OwnProfile> {
        let admin = &caller(request)?.admin;
        let info = OwnInfo {
            admin: admin_info(&self.base, admin),
            email: admin.email.clone(),
            mobile: admin.mobile.clone(),
            motto: admin.motto.clone(),
            token: String::new(),
            refresh_token: String::new(),
        };
        Ok(ok(OwnProfile { info }))
    }

    /// Change my profile or my password, with the old one as `oldPassword`; a new password ends every session
    #[oai(path = "/admin/routine.AdminInfo/edit", method = "post", operation_id = "profileEdit", tag = "Allow::LoggedIn")]
    async fn edit(&self, request: &Request, body: Body<Described<OwnChange>>) -> Answer<Nothing> {
        let (mut call, me) = self.own(request)?;
        let Value::Object(mut body) = body.0.sent else { return Err(ApiError::refused("error.parameter")) };
        if self.sessions.must_change(&caller(request)?.admin) {
            // Nothing else before that.
            body.retain(|name, _| name == "password" || name == OLD_PASSWORD);
            if body.get("password").and_then(Value::as_str).is_none_or(str::is_empty) {
                return Err(ApiError::refused(GIVEN_PASSWORD));
            }
        }
        // The form sends everything back that it was given.
        body.retain(|name, _| FIELDS.contains(&name.as_str()));
        if body.is_empty() {
            return Err(ApiError::refused("error.parameter"));
        }
        if body.get("nickname").is_some_and(|name| name.as_str().is_none_or(|name| name.trim().is_empty())) {
            return Err(ApiError::field("nickname", "error.required"));
        }
        let written = call.edit(me, body).await?;
        Ok(done(if written.fields.contains(&"password") { "profile.password" } else { "saved" }, Nothing))
    }
}
