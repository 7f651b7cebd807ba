//! Mail in the site's name: through the mail servers that are switched on, in their order, and after them through the one in the
//! site's settings, which clients written for BuildAdmin know.

use std::sync::Arc;

use serde::Deserialize;

use super::accounts::{AccountRow, Opened, Opener};
use super::letter::{Frame, html};
use crate::error::ServiceError;
use crate::i18n::{Language, text_in};
use crate::outgoing::Outgoing;
use crate::outgoing::fault::{Failure, Fault};
use crate::outgoing::mail::{self, Mail, MailServer, Secrecy};
use crate::settings::{self, SiteSettings};

/// A mail server as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct MailRow {
    pub name: String,
    pub server: String,
    pub port: u16,
    pub secrecy: String,
    pub user: String,
    pub sender: String,
    pub sender_name: String,
    #[serde(default)]
    pub secret_place: String,
}

impl AccountRow for MailRow {
    const CONTROLLER: &'static str = "outside.Mail";

    fn place(&self) -> &str {
        &self.secret_place
    }
}

impl MailRow {
    /// The server, with its password.
    #[must_use]
    pub fn server(&self, opened: &Opened) -> MailServer {
        MailServer {
            server: self.server.clone(),
            port: self.port,
            user: self.user.clone(),
            password: opened.secret("password"),
            secrecy: Secrecy::named(&self.secrecy),
            sender: self.sender.clone(),
        }
    }
}

/// What is mailed: a text, which is shown in the site's look as well.
pub struct Letter<'a> {
    pub subject: &'a str,
    pub text: &'a str,
    /// Of the text.
    pub language: Language,
    /// A number of its own, for receivers that get it twice.
    pub id: Option<&'a str>,
    /// Where a POST stops mails like it.
    pub unsubscribe: Option<&'a str>,
}

/// What sends mail in the site's name. Cheap to clone.
#[derive(Clone)]
pub struct Mailer {
    pub opener: Opener,
    pub settings: SiteSettings,
    pub outgoing: Outgoing,
    /// Where the site is; empty where the configuration does not say.
    pub public_url: Arc<str>,
}

/// Why the settings can't be read, as a failure.
fn unread(error: &ServiceError) -> Failure {
    Failure::new(Fault::Later, format!("the settings can't be read: {error}"))
}

impl Mailer {
    /// The mail server of the site's settings, when they are complete.
    async fn of_settings(&self) -> Result<Option<MailServer>, ServiceError> {
        let values = settings::values(&self.settings).await?;
        Ok(MailServer::read(|name| values.get(name).cloned().unwrap_or_default()))
    }

    /// Whether mail can be sent.
    pub async fn ready(&self) -> Result<bool, ServiceError> {
        Ok(self.opener.any::<MailRow>().await? || self.of_settings().await?.is_some())
    }

    /// Every server with the name that it sends under, the first to be asked first.
    async fn servers(&self) -> Result<Vec<(MailServer, String)>, ServiceError> {
        let rows = self.opener.enabled::<MailRow>().await?;
        let mut servers: Vec<_> = rows.iter().map(|(row, opened)| (row.server(opened), row.sender_name.clone())).collect();
        servers.extend(self.of_settings().await?.map(|server| (server, String::new())));
        Ok(servers)
    }

    /// A letter with the HTML that belongs to its text, handed to one server.
    pub async fn hand_over(&self, server: &MailServer, name: &str, to: &str, letter: &Letter<'_>) -> Result<(), Failure> {
        let site = settings::value_of(&self.settings, "site_name").await.map_err(|error| unread(&error))?.unwrap_or_default();
        let foot = text_in(letter.language, "mail.foot", &[("site", site.clone())]);
        let html = html(&Frame { site: &site, url: &self.public_url, foot: &foot }, letter.subject, letter.text);
        let sender_name = if name.is_empty() { site.as_str() } else { name };
        let mail =
            Mail { sender_name, to, subject: letter.subject, text: letter.text, html: Some(&html), id: letter.id, unsubscribe: letter.unsubscribe };
        mail::send(&self.outgoing, server, mail).await
    }

    /// Sends one mail. The next server is asked only where the one before has clearly not taken it.
    pub async fn send(&self, to: &str, letter: &Letter<'_>) -> Result<(), Failure> {
        let mut last = Failure::new(Fault::SetUp, "mail is not set up");
        for (server, name) in self.servers().await.map_err(|error| unread(&error))? {
            match self.hand_over(&server, &name, to, letter).await {
                Ok(()) => return Ok(()),
                Err(failure) if failure.fault.asks_next() => {
                    tracing::warn!(server = server.server, %failure, "a mail server has not taken a mail");
                    last = failure;
                }
                Err(failure) => return Err(failure),
            }
        }
        Err(last)
    }
}
