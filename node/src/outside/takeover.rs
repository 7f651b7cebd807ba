//! The mail server of an older installation's settings becomes an account, once.

use serde_json::json;

use super::accounts::AccountRow;
use super::mailer::{MailRow, Mailer};
use crate::error::ServiceError;
use crate::outgoing::mail::MailServer;
use crate::settings;

/// The installation's note that it was done.
const DONE: &str = "mail_taken_over";

/// Makes an account of the settings' mail server, unless that was done before or there is an account. The settings stay as they
/// are: clients written for BuildAdmin read and write them.
pub async fn run(mailer: &Mailer, now: i64) -> Result<bool, ServiceError> {
    let store = &mailer.opener.store;
    if store.setting(DONE).await?.is_some() {
        return Ok(false);
    }
    let values = settings::values(&mailer.settings).await?;
    let value = |name: &str| values.get(name).cloned().unwrap_or_default();
    let complete = MailServer::read(value).is_some();
    let taken = complete && !mailer.opener.any::<MailRow>().await?;
    if taken {
        let row = json!({
            "name": value("smtp_server"), "server": value("smtp_server"), "port": value("smtp_port"), "secrecy": value("smtp_verification"),
            "user": value("smtp_user"), "sender": value("smtp_sender_mail"), "status": 1,
        });
        let password = value("smtp_pass");
        let secrets: &[(&str, &str)] = if password.is_empty() { &[] } else { &[("password", &password)] };
        mailer.opener.add(MailRow::CONTROLLER, &row, secrets, now).await?;
    }
    store.setting_or(DONE, "1").await?;
    Ok(taken)
}
