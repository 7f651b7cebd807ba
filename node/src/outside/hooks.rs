//! Behaviour of accounts beside their declarations: the test, and what a changed account forgets.

use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::outside::TEST;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::accounts::{AccountRow, Opener};
use super::finding::Finding;
use super::mailer::{Letter, MailRow, Mailer};
use super::sms::{SmsRow, SmsSender};
use crate::error::ServiceError;
use crate::i18n::{current, text};
use crate::outgoing::fault::{Failure, Fault};
use crate::outgoing::mail;
use crate::outgoing::robot::{self, Platform, Robot, RobotUrls};
use crate::outgoing::sms::{self, Sms};
use crate::resource::Call;
use crate::resource::call::Hook;
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
impl Hook for Accounts {
    async fn prepare_rows(&self, _call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        rows.iter_mut().for_each(Finding::put_in_words);
        Ok(())
    }

    async fn extend_list(&self, _call: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        let Account::Sms(sender) = &self.0 else { return Ok(()) };
        if let Some((account, template)) = &sender.config.own {
            let values = [("key", account.key.clone()), ("sign", account.sign.clone()), ("template", template.clone())];
            answer.insert("remark".to_owned(), json!(text("outside.configured", &values)));
        }
        Ok(())
    }

    async fn before_add(&self, _call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        self.check_address(None, body)
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        // Shown in words, and kept otherwise.
        body.remove("finding");
        let stored = call.store().record(call.resource, id, &call.act.scope).await?;
        self.check_address(Some(&stored), body)?;
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

    async fn before_command(
        &self,
        call: &mut Call,
        command: &'static Command,
        row: &Value,
        answers: &mut Map<String, Value>,
    ) -> Result<(), ServiceError> {
        if command.name != TEST {
            return Ok(());
        }
        let to = answers.get("to").and_then(Value::as_str).unwrap_or_default().to_owned();
        let id = row["id"].as_i64().unwrap_or_default();
        self.test(id, &to, call.now()).await?.answer(answers);
        Ok(())
    }

    async fn after_command(&self, call: &Call, command: &'static Command, row: &Value) -> Result<(), ServiceError> {
        refuse_bad(call, command, row).await
    }
}

/// Tells whoever has tested an account what was bad. The result is kept by then.
pub async fn refuse_bad(call: &Call, command: &'static Command, row: &Value) -> Result<(), ServiceError> {
    if command.name != TEST {
        return Ok(());
    }
    let after = call.store().record(call.resource, row["id"].as_i64().unwrap_or_default(), &call.act.scope).await?;
    let finding: Option<Finding> = after["finding"].as_str().and_then(|stored| serde_json::from_str(stored).ok());
    match finding {
        Some(finding) if !finding.good => Err(finding.refusal()),
        _ => Ok(()),
    }
}
