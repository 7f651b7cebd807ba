//! Mail over SMTP.

use lettre::Address;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart, SinglePart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;

use super::fault::{Failure, Fault};
use super::{CONNECT, Outgoing, TOTAL};

/// Ports that mail servers listen on; another one only on a host that the operator lists.
const PORTS: &[u16] = &[25, 465, 587, 994, 2525];

/// How the connection is kept secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// TLS from the first byte.
    Ssl,
    /// STARTTLS, and nothing without it.
    Tls,
    /// In the clear: for a server on the same machine.
    None,
}

impl Secrecy {
    /// `TLS`, `NONE` or, as otherwise, `SSL`.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "TLS" => Self::Tls,
            "NONE" => Self::None,
            _ => Self::Ssl,
        }
    }
}

/// A server, and who sends through it.
#[derive(Clone)]
pub struct MailServer {
    pub server: String,
    pub port: u16,
    /// Empty where nobody signs in.
    pub user: String,
    pub password: String,
    pub secrecy: Secrecy,
    /// The sender's address.
    pub sender: String,
}

// Secrets stay out of logs.
impl std::fmt::Debug for MailServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MailServer({}:{})", self.server, self.port)
    }
}

/// A mail.
#[derive(Clone, Copy, Debug)]
pub struct Mail<'a> {
    /// What stands before the sender's address.
    pub sender_name: &'a str,
    pub to: &'a str,
    pub subject: &'a str,
    pub text: &'a str,
    /// The same in HTML, if it has it.
    pub html: Option<&'a str>,
    /// A number of its own, for receivers that get it twice; one is made where there is none.
    pub id: Option<&'a str>,
    /// Where a POST stops mails like it (RFC 8058).
    pub unsubscribe: Option<&'a str>,
}

/// A header that lettre has no type for.
macro_rules! header {
    ($(#[$doc:meta])* $type:ident, $name:literal) => {
        $(#[$doc])*
        #[derive(Clone)]
        struct $type(String);

        impl Header for $type {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok(Self(text.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                HeaderValue::new(Self::name(), self.0.clone())
            }
        }
    };
}

header!(
    /// Nobody wrote it: no absence note should answer it (RFC 3834).
    AutoSubmitted,
    "Auto-Submitted"
);
header!(ListUnsubscribe, "List-Unsubscribe");
header!(ListUnsubscribePost, "List-Unsubscribe-Post");

impl MailServer {
    /// From settings by name; nothing when one that is needed is missing.
    pub fn read(value: impl Fn(&str) -> String) -> Option<Self> {
        let needed = |name: &str| Some(value(name).trim().to_owned()).filter(|value| !value.is_empty());
        let secrecy = Secrecy::named(&value("smtp_verification"));
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

/// An error with its sources.
fn whole(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}

/// What an answer of a mail server means, by its code (RFC 5321) and its enhanced code (RFC 3463).
fn meaning(code: Option<u16>, words: &str) -> Fault {
    match code {
        Some(530 | 534 | 535 | 538) => Fault::SetUp,
        Some(code) if code < 500 => Fault::Later,
        Some(_) if words.contains("5.1.") => Fault::Address,
        Some(_) if words.contains("5.7.") => Fault::SetUp,
        Some(550 | 551 | 553) => Fault::Address,
        Some(_) => Fault::Refused,
        // A closed connection, or none in time: it may have been taken.
        None => Fault::Unknown,
    }
}

/// What an error after the connection was made means.
fn answered(error: &SmtpError) -> Failure {
    let words = whole(error);
    Failure::new(meaning(error.status().map(u16::from), &words), words)
}

/// Before anything was handed over, silence means that nothing was sent.
fn before_sending(error: &SmtpError) -> Failure {
    let failure = answered(error);
    if failure.fault == Fault::Unknown { Failure { fault: Fault::Unreachable, ..failure } } else { failure }
}

/// Connects and signs in. The name of the server is resolved once, by the rules for outgoing calls; TLS still asks for a
/// certificate of that name.
async fn connect(outgoing: &Outgoing, to: &MailServer) -> Result<AsyncSmtpConnection, Failure> {
    let refused = || Failure::new(Fault::SetUp, super::Refused);
    if !PORTS.contains(&to.port) && !outgoing.lists(&to.server, to.port) {
        return Err(refused());
    }
    let addresses = outgoing.resolve(&to.server, to.port).await.map_err(|_| refused())?;
    let tls = || TlsParameters::new(to.server.clone()).map_err(|error| Failure::new(Fault::SetUp, whole(&error)));
    let wrapped = if to.secrecy == Secrecy::Ssl { Some(tls()?) } else { None };
    let name = ClientId::default();
    let connected = AsyncSmtpConnection::connect_tokio1(addresses.as_slice(), Some(CONNECT), &name, wrapped, None).await;
    let mut connection = connected.map_err(|error| before_sending(&error))?;
    if to.secrecy == Secrecy::Tls {
        connection.starttls(tls()?, &name).await.map_err(|error| before_sending(&error))?;
    }
    if !to.user.is_empty() {
        let credentials = Credentials::new(to.user.clone(), to.password.clone());
        connection.auth(DEFAULT_MECHANISMS, &credentials).await.map_err(|error| before_sending(&error))?;
    }
    Ok(connection)
}

async fn give(outgoing: &Outgoing, to: &MailServer, message: &Message) -> Result<(), Failure> {
    let mut connection = connect(outgoing, to).await?;
    connection.send(message.envelope(), &message.formatted()).await.map_err(|error| answered(&error))?;
    // The mail is accepted, so an error while closing does not matter.
    let _ = connection.quit().await;
    Ok(())
}

/// Within the time that a call may take; what is late may have been sent.
async fn in_time<T>(done: impl Future<Output = Result<T, Failure>>, late: Fault) -> Result<T, Failure> {
    tokio::time::timeout(TOTAL, done).await.unwrap_or_else(|_| Err(Failure::new(late, "the mail server does not answer in time")))
}

/// Connects and signs in, and sends nothing.
pub async fn try_out(outgoing: &Outgoing, server: &MailServer) -> Result<(), Failure> {
    let tried = async {
        let mut connection = connect(outgoing, server).await?;
        let _ = connection.quit().await;
        Ok(())
    };
    in_time(tried, Fault::Unreachable).await
}

/// Sends one mail.
pub async fn send(outgoing: &Outgoing, server: &MailServer, mail: Mail<'_>) -> Result<(), Failure> {
    let address = |text: &str, fault: Fault| text.parse::<Address>().map_err(|_| Failure::new(fault, format!("{text} is no address")));
    let sender = address(&server.sender, Fault::SetUp)?;
    let mut builder = Message::builder();
    if let Some(url) = mail.unsubscribe {
        builder = builder.header(ListUnsubscribe(format!("<{url}>"))).header(ListUnsubscribePost("List-Unsubscribe=One-Click".to_owned()));
    }
    let builder = builder
        .from(Mailbox::new(Some(mail.sender_name.to_owned()).filter(|name| !name.is_empty()), sender.clone()))
        .to(Mailbox::new(None, address(mail.to, Fault::Address)?))
        .subject(mail.subject)
        .header(AutoSubmitted("auto-generated".to_owned()))
        .message_id(mail.id.map(|id| format!("<{id}@{}>", sender.domain())));
    let message = match mail.html {
        Some(html) => builder.multipart(MultiPart::alternative_plain_html(mail.text.to_owned(), html.to_owned())),
        None => builder.singlepart(SinglePart::plain(mail.text.to_owned())),
    };
    let message = message.map_err(|error| Failure::new(Fault::Refused, whole(&error)))?;
    in_time(give(outgoing, server, &message), Fault::Unknown).await
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
        assert!(MailServer::read(with("SSL", "a")).is_some());
        assert!(MailServer::read(with("SSL", "")).is_none());
        assert!(MailServer::read(with("NONE", "")).is_some());
        assert!(MailServer::read(|_| String::new()).is_none());
    }

    #[test]
    fn answers_have_meanings() {
        for (code, words, meant) in [
            (Some(421), "4.7.0 try again", Fault::Later),
            (Some(451), "greylisted", Fault::Later),
            (Some(535), "5.7.8 bad credentials", Fault::SetUp),
            (Some(550), "5.1.1 no such user", Fault::Address),
            (Some(550), "5.7.1 relaying denied", Fault::SetUp),
            (Some(550), "mailbox unavailable", Fault::Address),
            (Some(552), "5.3.4 too big", Fault::Refused),
            (None, "connection closed", Fault::Unknown),
        ] {
            assert_eq!(meaning(code, words), meant, "{code:?} {words}");
        }
    }
}
