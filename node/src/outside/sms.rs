//! SMS in the site's name: through the accounts that are switched on, in their order, and after them through the one in the
//! operator's configuration.

use std::sync::Arc;

use serde::Deserialize;

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

    /// Sends a code to a number. The next account is asked only where the one before has clearly not taken it; `day` is today on
    /// the site's clock, `now` in Unix seconds.
    pub async fn send_code(&self, mobile: &str, code: &str, day: &str, now: i64) -> Result<(), Failure> {
        let unread = |error: ServiceError| Failure::new(Fault::Later, format!("the accounts can't be read: {error}"));
        let variables = [("code", code.to_owned())];
        let mut last = Failure::new(Fault::SetUp, "SMS is not set up");
        for (row, opened) in self.opener.enabled::<SmsRow>().await.map_err(unread)? {
            let taken = self.opener.store.take_sms_of_day(row.id, mobile, day, row.day_limit).await;
            if !taken.map_err(|error| unread(error.into()))? {
                last = Failure::new(Fault::Later, format!("the number has had its {} messages of the day", row.day_limit));
                continue;
            }
            let account = self.account(&row, &opened)?;
            match sms::send(&account, now, Sms { mobile, template: &row.template, variables: &variables }).await {
                Ok(_) => return Ok(()),
                Err(failure) if failure.fault.asks_next() => {
                    tracing::warn!(account = row.name, %failure, "a provider has not taken an SMS");
                    last = failure;
                }
                Err(failure) => return Err(failure),
            }
        }
        match &self.config.own {
            Some((account, template)) => sms::send(account, now, Sms { mobile, template, variables: &variables }).await.map(|_| ()),
            None => Err(last),
        }
    }
}
