//! SMS in the site's name: through the accounts that are switched on, in their order, and after them through the one in the
//! operator's configuration.

use std::sync::Arc;
use std::time::Instant;

use entrepot_store::resource::sms::{FAILED, SENT, UNKNOWN};
use entrepot_store::resource::{Act, catalogue};
use serde::Deserialize;
use serde_json::{Map, json};

use super::accounts::{AccountRow, Opened, Opener};
use crate::config::services::SmsConfig;
use crate::error::ServiceError;
use crate::outgoing::fault::{Failure, Fault};
use crate::outgoing::sms::{self, Provider, Sms, SmsAccount};

/// An account as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct SmsRow {
    pub id: i64,
    pub name: String,
    pub provider: String,
    pub key: String,
    pub sign: String,
    pub template: String,
    pub app_id: String,
    pub region: String,
    pub day_limit: i64,
    #[serde(default)]
    pub secret_place: String,
}

impl AccountRow for SmsRow {
    const CONTROLLER: &'static str = "outside.Sms";

    fn place(&self) -> &str {
        &self.secret_place
    }
}

/// The controller of templates.
pub const TEMPLATES: &str = "sms.Template";
/// The variable that every message has.
pub const CODE: &str = "code";
/// All variables that a template may have.
pub const VARIABLES: &[&str] = &[CODE, "minutes", "site"];

/// A template as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct TemplateRow {
    pub code: String,
    pub aliyun: String,
    pub tencent: String,
    pub variables: String,
}

impl TemplateRow {
    /// Its number at a provider, if it has one there.
    fn at(&self, provider: Provider) -> Option<&str> {
        let id = match provider {
            Provider::Aliyun => &self.aliyun,
            Provider::Tencent => &self.tencent,
        };
        Some(id.as_str()).filter(|id| !id.is_empty())
    }
}

/// A message of the site: to whom, what for (`user_register`), and the values of its variables.
pub struct Message<'a> {
    pub mobile: &'a str,
    pub purpose: &'a str,
    pub values: &'a [(&'static str, String)],
}

/// What sends SMS in the site's name. Cheap to clone.
#[derive(Clone)]
pub struct SmsSender {
    pub opener: Opener,
    /// The operator's configuration: where providers are, and an account of its own, if any.
    pub config: Arc<SmsConfig>,
}

impl SmsSender {
    /// An account with its secret.
    pub fn account(&self, row: &SmsRow, opened: &Opened) -> Result<SmsAccount, Failure> {
        let provider = Provider::named(&row.provider).ok_or_else(|| Failure::new(Fault::SetUp, format!("no provider is called {}", row.provider)))?;
        let url = match provider {
            Provider::Aliyun => &self.config.aliyun_url,
            Provider::Tencent => &self.config.tencent_url,
        };
        Ok(SmsAccount {
            provider,
            url: url.clone(),
            key: row.key.clone(),
            secret: opened.secret("secret"),
            sign: row.sign.clone(),
            app_id: row.app_id.clone(),
            region: row.region.clone(),
        })
    }

    /// Whether SMS can be sent.
    pub async fn ready(&self) -> Result<bool, ServiceError> {
        Ok(self.config.own.is_some() || self.opener.any::<SmsRow>().await?)
    }

    /// The template of what a message is for, if it is switched on.
    async fn template(&self, purpose: &str) -> Result<Option<TemplateRow>, ServiceError> {
        let rows: Vec<TemplateRow> = self.opener.store.enabled_accounts(catalogue::declared(TEMPLATES)?).await?;
        Ok(rows.into_iter().find(|row| row.code == purpose))
    }

    /// Sends a message by the template of what it is for.
    pub async fn send(&self, message: &Message<'_>, day: &str, now: i64) -> Result<(), Failure> {
        let template = self.template(message.purpose).await.map_err(unread)?;
        self.send_by(template.as_ref(), message, day, now).await
    }

    /// Sends a message. The next account is asked only where the one before has clearly not taken it; `day` is today on the site's
    /// clock, `now` in Unix seconds.
    pub async fn send_by(&self, template: Option<&TemplateRow>, message: &Message<'_>, day: &str, now: i64) -> Result<(), Failure> {
        let mut last = Failure::new(Fault::SetUp, "SMS is not set up");
        for (row, opened) in self.opener.enabled::<SmsRow>().await.map_err(unread)? {
            let taken = self.opener.store.take_sms_of_day(row.id, message.mobile, day, row.day_limit).await;
            if !taken.map_err(|error| unread(error.into()))? {
                last = Failure::new(Fault::Later, format!("the number has had its {} messages of the day", row.day_limit));
                continue;
            }
            let account = self.account(&row, &opened)?;
            match self.call((&account, &row.name, &row.template), template, message, now).await {
                Ok(()) => return Ok(()),
                Err(failure) if failure.fault.asks_next() => {
                    tracing::warn!(account = row.name, %failure, "a provider has not taken an SMS");
                    last = failure;
                }
                Err(failure) => return Err(failure),
            }
        }
        match &self.config.own {
            Some((account, own)) => self.call((account, &account.key, own), template, message, now).await,
            None => Err(last),
        }
    }

    /// Has one account send a message, by the site's template or else by the account's own, whose variable is `code`; notes what
    /// came of it.
    async fn call(
        &self,
        (account, name, own): (&SmsAccount, &str, &str),
        template: Option<&TemplateRow>,
        message: &Message<'_>,
        now: i64,
    ) -> Result<(), Failure> {
        let (template, variables) = match template.and_then(|row| Some((row.at(account.provider)?, row.variables.as_str()))) {
            Some((template, variables)) => (template, variables),
            None => (own, CODE),
        };
        let value = |name| message.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.chars().take(sms::VARIABLE_MAX).collect());
        let variables: Vec<(&str, String)> = names(variables).map(|name| (name, value(name).unwrap_or_default())).collect();
        let began = Instant::now();
        let sent = sms::send(account, now, Sms { mobile: message.mobile, template, variables: &variables }).await;
        let line = Line { purpose: message.purpose, mobile: message.mobile, account: name, template, ms: began.elapsed().as_millis() };
        if let Err(error) = self.note(&line, sent.as_ref(), now).await {
            tracing::warn!(%error, "an SMS is not in the log");
        }
        sent.map(|_| ())
    }

    async fn note(&self, line: &Line<'_>, sent: Result<&String, &Failure>, now: i64) -> Result<(), ServiceError> {
        let (state, answer, outside_id) = match sent {
            Ok(number) => (SENT, String::new(), number.clone()),
            Err(failure) if failure.fault == Fault::Unknown => (UNKNOWN, failure.reason.clone(), String::new()),
            Err(failure) => (FAILED, failure.reason.clone(), String::new()),
        };
        let set = json!({
            "code": line.purpose, "mobile": line.mobile, "account": line.account, "template": line.template, "state": state, "answer": answer,
            "outside_id": outside_id, "ms": i64::try_from(line.ms).unwrap_or(i64::MAX),
        });
        let act = Act { set: set.as_object().cloned().unwrap_or_default(), ..Act::system(now) };
        self.opener.store.insert_record(catalogue::declared("sms.Log")?, &Map::new(), &act).await?;
        Ok(())
    }
}

fn unread(error: ServiceError) -> Failure {
    Failure::new(Fault::Later, format!("the accounts can't be read: {error}"))
}

/// A call of a provider, for the log.
struct Line<'a> {
    purpose: &'a str,
    mobile: &'a str,
    account: &'a str,
    template: &'a str,
    ms: u128,
}

/// The names of a list with commas.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', '\u{ff0c}']).map(str::trim).filter(|name| !name.is_empty())
}

/// Whether a list names variables alone that messages have, the code among them and none twice.
#[must_use]
pub fn are_variables(text: &str) -> bool {
    let named: Vec<&str> = names(text).collect();
    named.contains(&CODE) && named.iter().enumerate().all(|(at, name)| VARIABLES.contains(name) && !named[..at].contains(name))
}

#[cfg(test)]
mod tests {
    use super::are_variables;

    #[test]
    fn variables_are_known_named_once_and_have_the_code() {
        assert!(are_variables("code") && are_variables("site, code\u{ff0c}minutes"));
        assert!(!are_variables("") && !are_variables("site") && !are_variables("code, name") && !are_variables("code, code"));
    }
}
