//! Behaviour of accounts beside their declarations: the test, and what a changed account forgets.

use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use serde::Deserialize;
use serde_json::{Value, json};

use super::accounts::{AccountRow, Opener};
use super::finding::Finding;
use super::mailer::{Letter, MailRow, Mailer};
use super::sms::{SmsRow, SmsSender};
use super::tested::Testable;
use crate::error::ServiceError;
use crate::i18n::{current, text};
use crate::outgoing::fault::{Failure, Fault};
use crate::outgoing::mail;
use crate::outgoing::robot::{self, Platform, Robot, RobotUrls};
use crate::outgoing::sms::{self, Sms};
use crate::resource::Call;
use crate::settings;

/// Fields that say nothing of how the service is called.
const NAMES_ONLY: &[&str] = &["id", "version", "name", "remark", "status", "weigh", "day_limit", "sender_name"];

/// A robot as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct RobotRow {
    pub name: String,
    pub status: i64,
    pub platform: String,
    pub word: String,
    #[serde(default)]
    pub secret_place: String,
}

impl AccountRow for RobotRow {
    const CONTROLLER: &'static str = "ding.Config";

    fn place(&self) -> &str {
        &self.secret_place
    }
}

/// The account of a row, tried.
enum Account {
    Mail(Mailer),
    Sms(SmsSender),
    Robot { opener: Opener, urls: RobotUrls },
}

/// Accounts of one kind.
pub struct Accounts(Account);

impl Accounts {
    /// Mail servers.
    #[must_use]
    pub const fn mail(mailer: Mailer) -> Self {
        Self(Account::Mail(mailer))
    }

    /// Accounts at providers of SMS.
    #[must_use]
    pub const fn sms(sender: SmsSender) -> Self {
        Self(Account::Sms(sender))
    }

    /// Robots of groups.
    #[must_use]
    pub const fn robots(opener: Opener, urls: RobotUrls) -> Self {
        Self(Account::Robot { opener, urls })
    }

    /// Refuses what the platform of a robot does not give.
    fn check_address(&self, stored: Option<&Value>, body: &TypedBody) -> Result<(), ServiceError> {
        let Account::Robot { .. } = self.0 else { return Ok(()) };
        let sent = |name: &str| body.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
        let platform = sent("platform").or_else(|| stored.and_then(|row| row["platform"].as_str()));
        match (platform.and_then(Platform::named), sent("url")) {
            (Some(platform), Some(address)) if !platform.gives(address) => Err(ServiceError::field("url", "outside.robot_address")),
            // The address of another platform would stay.
            (Some(_), None) if stored.is_some_and(|row| sent("platform").is_some_and(|name| row["platform"] != name)) => {
                Err(ServiceError::field("url", "outside.robot_address"))
            }
            _ => Ok(()),
        }
    }
}

/// What decides where a password goes: whoever changes it enters the password again.
const LEADS_PASSWORD: &[&str] = &["server", "port", "secrecy", "user"];

#[async_trait]
impl Testable for Accounts {
    /// Tries an account; `to` is whom it writes to, if anybody.
    async fn test(&self, id: i64, to: &str, now: i64) -> Result<Finding, ServiceError> {
        let (done, good) = match &self.0 {
            Account::Mail(mailer) => {
                let (row, opened) = mailer.opener.one::<MailRow>(id).await?;
                let server = row.server(&opened);
                let site = settings::value_of(&mailer.settings, "site_name").await?.unwrap_or_default();
                if to.is_empty() {
                    (mail::try_out(&mailer.outgoing, &server).await, "outside.test.connected")
                } else {
                    let values = [("site", site)];
                    let (subject, body) = (text("mail.test.subject", &values), text("mail.test.body", &values));
                    let letter = Letter { subject: &subject, text: &body, language: current(), id: None, unsubscribe: None };
                    (mailer.hand_over(&server, &row.sender_name, to, &letter).await, "outside.test.sent")
                }
            }
            Account::Sms(sender) => {
                let (row, opened) = sender.opener.one::<SmsRow>(id).await?;
                // A code that opens nothing.
                let variables = [("code", "000000".to_owned())];
                let sms = Sms { mobile: to, template: &row.template, variables: &variables };
                let sent = match sender.account(&row, &opened) {
                    Ok(account) => sms::send(&account, now, sms).await.map(|_| ()),
                    Err(failure) => Err(failure),
                };
                (sent, "outside.test.sent")
            }
            Account::Robot { opener, urls } => {
                let (row, opened) = opener.one::<RobotRow>(id).await?;
                let sent = match Platform::named(&row.platform) {
                    None => Err(Failure::new(Fault::SetUp, format!("no platform is called {}", row.platform))),
                    Some(platform) => {
                        let robot = Robot { platform, address: opened.secret("url"), secret: opened.secret("sign_secret"), word: row.word };
                        let title = text("outside.test.title", &[]);
                        robot::send(&robot, urls, now, &title, &text("outside.test.robot", &[("name", row.name)])).await
                    }
                };
                (sent, "outside.test.written")
            }
        };
        Ok(match done {
            Ok(()) => Finding::good(good, to),
            Err(failure) => Finding::bad(&failure),
        })
    }

    async fn check(&self, _call: &Call, stored: Option<&Value>, body: &TypedBody) -> Result<(), ServiceError> {
        self.check_address(stored, body)
    }

    async fn edit(&self, call: &mut Call, _id: i64, stored: &Value, body: &TypedBody) -> Result<(), ServiceError> {
        let changed = |name: &str| body.get(name).is_some_and(|sent| *sent != stored[name]);
        if let Account::Mail(_) = self.0 {
            let entered = body.get("password").is_some_and(|sent| sent.is_object() || sent.as_str().is_some_and(|text| !text.trim().is_empty()));
            let had = stored["password_set_at"].as_i64().is_some_and(|at| at > 0);
            if had && !entered && LEADS_PASSWORD.iter().any(|name| changed(name)) {
                return Err(ServiceError::field("password", "mail.password_again"));
            }
        }
        let secret = |name: &str| call.resource.secrets().any(|field| field.name == name) && body[name] != "" && !body[name].is_null();
        let called_otherwise =
            body.keys().any(|name| !NAMES_ONLY.contains(&name.as_str()) && (secret(name) || (changed(name) && call.resource.takes(name))));
        if called_otherwise {
            call.act.set.extend([("state".to_owned(), json!("")), ("finding".to_owned(), json!("")), ("checked_at".to_owned(), json!(0))]);
        }
        Ok(())
    }

    /// The account in the operator's configuration is shown, and changed there.
    fn remark(&self) -> Option<String> {
        let Account::Sms(sender) = &self.0 else { return None };
        let (account, template) = sender.config.own.as_ref()?;
        let values = [("key", account.key.clone()), ("sign", account.sign.clone()), ("template", template.clone())];
        Some(text("outside.configured", &values))
    }
}
