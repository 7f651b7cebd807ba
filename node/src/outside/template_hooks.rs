//! Behaviour of templates of SMS beside their declaration.

use actors::clock::SharedClock;
use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::catalogue;
use serde_json::Value;

use super::finding::Finding;
use super::sms::{CODE, Message, SmsSender, TEMPLATES, TemplateRow, VARIABLES, are_variables};
use super::tested::Testable;
use crate::error::ServiceError;
use crate::placeholders::unknown;
use crate::resource::Call;
use crate::settings::{self, SiteSettings};

/// Templates of SMS.
pub struct Templates {
    pub sender: SmsSender,
    pub settings: SiteSettings,
    pub clock: SharedClock,
}

#[async_trait]
impl Testable for Templates {
    /// Refuses what providers would: variables that no message has, and a template without a number.
    async fn check(&self, _call: &Call, stored: Option<&Value>, body: &TypedBody) -> Result<(), ServiceError> {
        let text_of = |name: &str| body.get(name).or_else(|| stored.map(|row| &row[name])).and_then(Value::as_str).unwrap_or_default();
        if !are_variables(text_of("variables")) {
            return Err(ServiceError::field("variables", "outside.sms.variables"));
        }
        if unknown(text_of("preview"), |name| VARIABLES.contains(&name)).is_some() {
            return Err(ServiceError::field("preview", "outside.sms.preview"));
        }
        if text_of("aliyun").is_empty() && text_of("tencent").is_empty() {
            return Err(ServiceError::field("aliyun", "outside.sms.number"));
        }
        Ok(())
    }

    /// Sends the template with a code that opens nothing.
    async fn test(&self, id: i64, to: &str, now: i64) -> Result<Finding, ServiceError> {
        let resource = catalogue::declared(TEMPLATES)?;
        let row: Option<TemplateRow> = self.sender.opener.store.account(resource, id).await?;
        let row = row.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        let site = settings::value_of(&self.settings, "site_name").await?.unwrap_or_default();
        let values = [(CODE, "000000".to_owned()), ("minutes", "10".to_owned()), ("site", site)];
        let message = Message { mobile: to, purpose: &row.code, values: &values };
        Ok(match self.sender.send_by(Some(&row), &message, &self.clock.today(), now).await {
            Ok(()) => Finding::good("outside.test.sent", to),
            Err(failure) => Finding::bad(&failure),
        })
    }
}
