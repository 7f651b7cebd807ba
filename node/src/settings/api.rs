//! The site's settings (wire contract 4.9).

use entrepot_store::resource::catalogue;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use serde_json::{Map, Value};
use std::sync::Arc;

use crate::base::Base;
use crate::email::is_email;
use crate::http::body::Body;
use crate::http::described::Described;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::listing;
use crate::http::views::Added;
use crate::i18n::text;
use crate::outgoing::mail::{self, Mail, MailServer};
use crate::resource::Call;
use crate::resource::request::call;
use crate::secrets::Secrets;
use crate::settings;
use crate::settings::SiteSettings;
use crate::settings::bodies::{NewSetting, SettingValues, TestMail};
use crate::settings::views::SettingsView;

/// Endpoints of the settings.
pub struct Settings {
    pub base: Base,
    pub secrets: Arc<Secrets>,
    pub site_settings: SiteSettings,
}

pub(crate) fn fields<D>(body: Body<Described<D>>) -> Result<Map<String, Value>, ApiError> {
    match body.0.sent {
        Value::Object(fields) if !fields.is_empty() => Ok(fields),
        _ => Err(ApiError::refused("error.parameter")),
    }
}

impl Settings {
    fn call(&self, request: &Request, controller: &str) -> Result<Call, ApiError> {
        let resource = catalogue::declared(controller)?;
        call(resource, request)
    }
}

#[OpenApi]
impl Settings {
    /// Settings by groups
    #[oai(path = "/admin/routine.Config/index", method = "get", operation_id = "settingIndex")]
    async fn index(&self) -> Answer<SettingsView> {
        Ok(ok(settings::index(self.base.store()).await?))
    }

    /// Save settings by name
    #[oai(path = "/admin/routine.Config/edit", method = "post", operation_id = "settingEdit")]
    async fn edit(&self, request: &Request, body: Body<Described<SettingValues>>) -> Answer<Nothing> {
        settings::edit(&mut self.call(request, "routine.Config")?, &self.secrets, &fields(body)?).await?;
        Ok(done("saved", Nothing))
    }

    /// Add a setting
    #[oai(path = "/admin/routine.Config/add", method = "post", operation_id = "settingAdd")]
    async fn add(&self, request: &Request, body: Body<Described<NewSetting>>) -> Answer<Added> {
        let id = settings::add(&mut self.call(request, "routine.Config")?, &fields(body)?).await?;
        Ok(done("added", Added { id }))
    }

    /// Delete settings that somebody added
    #[oai(path = "/admin/routine.Config/del", method = "delete", operation_id = "settingDel")]
    async fn del(
        &self,
        request: &Request,
        /// The settings.
        #[oai(name = "ids[]")]
        _named: Query<Vec<String>>,
    ) -> Answer<Nothing> {
        let ids = listing::ids(request);
        if ids.is_empty() || ids.len() > 200 {
            return Err(ApiError::field("ids", "error.required"));
        }
        settings::delete(&mut self.call(request, "routine.Config")?, ids).await?;
        Ok(done("deleted", Nothing))
    }

    /// Send a test mail with the values of the form, saved or not
    #[oai(path = "/admin/routine.Config/sendTestMail", method = "post", operation_id = "settingSendTestMail")]
    async fn send_test_mail(&self, body: Body<Described<TestMail>>) -> Answer<Nothing> {
        let body = fields(body)?;
        let to = body.get("testMail").and_then(Value::as_str).unwrap_or_default().trim().to_owned();
        if !is_email(&to) {
            return Err(ApiError::field("testMail", "error.email"));
        }
        let stored = settings::values(&self.site_settings).await?;
        // Empty values are taken from the stored settings.
        let sent = |name: &str| {
            let sent = body.get(name).map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            sent.filter(|value| !value.is_empty())
        };
        if settings::takes_mail_password_elsewhere(&stored, sent) {
            return Err(ApiError::field("smtp_pass", "mail.password_again"));
        }
        let value = |name: &str| sent(name).or_else(|| stored.get(name).cloned()).unwrap_or_default();
        let mail = MailServer::read(value).ok_or_else(|| ApiError::refused("code.not_configured"))?;
        let site = stored.get("site_name").cloned().unwrap_or_default();
        let values = [("site", site.clone())];
        let outgoing = &self.base.config().services.outgoing;
        let (subject, body) = (text("mail.test.subject", &values), text("mail.test.body", &values));
        match mail::send(
            outgoing,
            &mail,
            Mail { sender_name: &site, to: &to, subject: &subject, text: &body, html: None, id: None, unsubscribe: None },
        )
        .await
        {
            Ok(()) => Ok(done("mail.test.sent", Nothing)),
            Err(failure) => {
                // All failures have the same answer, as these clients expect; the pages of accounts say more.
                tracing::warn!(server = value("smtp_server"), port = value("smtp_port"), %failure, "a test mail was not sent");
                Err(ApiError::refused("mail.test.failed"))
            }
        }
    }
}
