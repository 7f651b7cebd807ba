//! Mail over SMTP, as the site's settings say.

use lettre::Address;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;

use crate::error::ServiceError;
use crate::outgoing::{self, Outgoing, Refused};
use crate::settings::{self, SiteSettings};

/// Ports that mail servers listen on; another one only on a host that the operator lists.
const PORTS: &[u16] = &[25, 465, 587, 994, 2525];

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

/// The server and the sender.
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
    Refused(#[from] Refused),
    #[error("the mail server does not answer in time")]
    Late,
    #[error(transparent)]
    Smtp(#[from] lettre::transport::smtp::Error),
    #[error(transparent)]
    Message(#[from] lettre::error::Error),
}

/// An error with its sources, for the log.
#[must_use]
pub fn whole(error: &MailError) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
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

/// What sends mail in the site's name. Cheap to clone.
#[derive(Clone)]
pub struct Mailer {
    pub settings: SiteSettings,
    pub outgoing: Outgoing,
}

/// The site's settings, when they are complete.
pub async fn settings(mailer: &Mailer) -> Result<Option<MailSettings>, ServiceError> {
    let values = settings::values(&mailer.settings).await?;
    Ok(MailSettings::read(|name| values.get(name).cloned().unwrap_or_default()))
}

/// Gives one message to the server. The name of the server is resolved once, by the rules for outgoing
/// calls; TLS still asks for a certificate of that name.
async fn give(outgoing: &Outgoing, settings: &MailSettings, message: &Message) -> Result<(), MailError> {
    let (server, port) = (settings.server.as_str(), settings.port);
    if !PORTS.contains(&port) && !outgoing.lists(server, port) {
        return Err(Refused.into());
    }
    let addresses = outgoing.resolve(server, port).await?;
    let tls = || TlsParameters::new(server.to_owned());
    let wrapped = if settings.secrecy == Secrecy::Ssl { Some(tls()?) } else { None };
    let name = ClientId::default();
    let mut connection = AsyncSmtpConnection::connect_tokio1(addresses.as_slice(), Some(outgoing::CONNECT), &name, wrapped, None).await?;
    if settings.secrecy == Secrecy::Tls {
        connection.starttls(tls()?, &name).await?;
    }
    if !settings.user.is_empty() {
        let credentials = Credentials::new(settings.user.clone(), settings.password.clone());
        connection.auth(DEFAULT_MECHANISMS, &credentials).await?;
    }
    connection.send(message.envelope(), &message.formatted()).await?;
    // The mail is accepted, so an error while closing does not matter.
    let _ = connection.quit().await;
    Ok(())
}

/// Sends one mail with these settings.
pub async fn send_with(
    outgoing: &Outgoing,
    settings: &MailSettings,
    sender_name: String,
    to: &str,
    subject: &str,
    body: String,
) -> Result<(), MailError> {
    let address = |text: &str| text.parse::<Address>().map_err(|_| MailError::Address(text.to_owned()));
    let message = Message::builder()
        .from(Mailbox::new(Some(sender_name).filter(|name| !name.is_empty()), address(&settings.sender)?))
        .to(Mailbox::new(None, address(to)?))
        .subject(subject)
        .header(ContentType::TEXT_PLAIN)
        .body(body)?;
    tokio::time::timeout(outgoing::TOTAL, give(outgoing, settings, &message)).await.unwrap_or(Err(MailError::Late))
}

/// Sends one mail in the site's name.
pub async fn send(mailer: &Mailer, to: &str, subject: &str, body: String) -> Result<(), MailError> {
    let settings_error = |error: ServiceError| MailError::Settings(error.to_string());
    let settings = settings(mailer).await.map_err(settings_error)?.ok_or(MailError::NotConfigured)?;
    let site = settings::value_of(&mailer.settings, "site_name").await.map_err(settings_error)?.unwrap_or_default();
    send_with(&mailer.outgoing, &settings, site, to, subject, body).await
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
