//! Mail over SMTP, as the site's settings say.

use std::time::Duration;

use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::Credentials;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::http::errors::ApiError;
use crate::node::Node;
use crate::resources::settings;

/// How long a server may take: shorter than a request may.
const TIME_LIMIT: Duration = Duration::from_secs(8);

/// How the connection is kept secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Secrecy {
    /// TLS from the first byte.
    Ssl,
    /// STARTTLS, and nothing without it.
    Tls,
    /// In the clear: for a server on the same machine.
    None,
}

/// The server and who sends.
#[derive(Clone)]
pub struct MailSettings {
    server: String,
    port: u16,
    user: String,
    password: String,
    secrecy: Secrecy,
    sender: String,
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("mail is not set up")]
    NotConfigured,
    #[error("{0} is no address")]
    Address(String),
    #[error("the settings can't be read: {0}")]
    Settings(String),
    #[error(transparent)]
    Smtp(#[from] lettre::transport::smtp::Error),
    #[error(transparent)]
    Message(#[from] lettre::error::Error),
}

impl MailSettings {
    /// From settings by name; nothing when one that is needed is missing.
    pub fn read(value: impl Fn(&str) -> String) -> Option<Self> {
        let needed = |name: &str| Some(value(name).trim().to_owned()).filter(|value| !value.is_empty());
        let secrecy = match value("smtp_verification").as_str() {
            "TLS" => Secrecy::Tls,
            "NONE" => Secrecy::None,
            _ => Secrecy::Ssl,
        };
        let user = value("smtp_user").trim().to_owned();
        let password = value("smtp_pass");
        if secrecy != Secrecy::None && (user.is_empty() || password.is_empty()) {
            return None;
        }
        Some(Self {
            server: needed("smtp_server")?,
            port: needed("smtp_port")?.parse().ok()?,
            sender: needed("smtp_sender_mail")?,
            user,
            password,
            secrecy,
        })
    }
}

/// The site's settings, when they are complete.
pub async fn settings(node: &Node) -> Result<Option<MailSettings>, ApiError> {
    let values = settings::values(node).await?;
    Ok(MailSettings::read(|name| values.get(name).cloned().unwrap_or_default()))
}

/// Sends one mail with these settings.
pub async fn send_with(settings: &MailSettings, sender_name: String, to: &str, subject: &str, body: String) -> Result<(), MailError> {
    let address = |text: &str| text.parse::<Address>().map_err(|_| MailError::Address(text.to_owned()));
    let message = Message::builder()
        .from(Mailbox::new(Some(sender_name).filter(|name| !name.is_empty()), address(&settings.sender)?))
        .to(Mailbox::new(None, address(to)?))
        .subject(subject)
        .header(ContentType::TEXT_PLAIN)
        .body(body)?;
    let transport = match settings.secrecy {
        Secrecy::Ssl => AsyncSmtpTransport::<Tokio1Executor>::relay(&settings.server)?,
        Secrecy::Tls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(&settings.server)?,
        Secrecy::None => AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&settings.server),
    };
    let mut transport = transport.port(settings.port).timeout(Some(TIME_LIMIT));
    if !settings.user.is_empty() {
        transport = transport.credentials(Credentials::new(settings.user.clone(), settings.password.clone()));
    }
    let send = async { transport.build().send(message).await.map(|_| ()).map_err(MailError::from) };
    tokio::time::timeout(TIME_LIMIT, send).await.unwrap_or_else(|_| Err(MailError::Settings("the mail server does not answer in time".into())))
}

/// Sends one mail in the site's name.
pub async fn send(node: &Node, to: &str, subject: &str, body: String) -> Result<(), MailError> {
    let told = |error: ApiError| MailError::Settings(error.to_string());
    let settings = settings(node).await.map_err(told)?.ok_or(MailError::NotConfigured)?;
    let site = settings::value_of(node, "site_name").await.map_err(told)?.unwrap_or_default();
    send_with(&settings, site, to, subject, body).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_setup_is_none() {
        let with = |verification: &'static str, user: &'static str| {
            move |name: &str| {
                match name {
                    "smtp_server" => "mail.example.com",
                    "smtp_port" => "465",
                    "smtp_sender_mail" => "a@example.com",
                    "smtp_verification" => verification,
                    "smtp_user" => user,
                    "smtp_pass" => "secret",
                    _ => "",
                }
                .to_owned()
            }
        };
        assert!(MailSettings::read(with("SSL", "a")).is_some());
        assert!(MailSettings::read(with("SSL", "")).is_none());
        assert!(MailSettings::read(with("NONE", "")).is_some());
        assert!(MailSettings::read(|_| String::new()).is_none());
    }
}
