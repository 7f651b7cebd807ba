//! Codes sent by mail or SMS: who may get one, sending and checking (wire contract 5.3).

use std::sync::Arc;
use std::time::Duration;

use actors::clock::SharedClock;
use entrepot_store::Store;
use entrepot_store::identity::refresh_tokens::Realm;
use entrepot_store::member::accounts::MemberName;
use entrepot_store::member::codes::{CodeError, CodeLimits};
use rand::Rng;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;

use super::forms;
use crate::captcha::Action;
use crate::email::is_email;
use crate::error::{ServiceError, too_often};
use crate::i18n::{Language, current, text};
use crate::identity::attempts::{self, Attempts};
use crate::identity::member_sessions::MemberCaller;
use crate::outside::mailer::{Letter, Mailer};
use crate::outside::sms::{CODE, Message, SmsSender};
use crate::rate_limits::{Counted, Limits, Network};

/// Limits of one address and event.
const LIMITS: CodeLimits = CodeLimits { pause: 60, per_day: 10, lives: 600 };
/// Codes that one network may ask for in an hour.
const PER_NETWORK: u32 = 30;
/// After which everybody who has forgotten a password is answered: mostly the code has been sent by then.
const ANSWER_AFTER: Duration = Duration::from_millis(400);
/// Codes that are sent at the same time while nobody waits for them. How many wait follows from the limits of addresses.
static SENDING: Semaphore = Semaphore::const_new(8);

/// How a code travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    Email,
    Mobile,
}

impl Channel {
    /// `email` or `mobile`.
    pub fn parse(text: &str) -> Result<Self, ServiceError> {
        match text {
            "email" => Ok(Self::Email),
            "mobile" => Ok(Self::Mobile),
            _ => Err(ServiceError::field("type", "error.choice")),
        }
    }

    /// As on the wire and as the member's field is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Mobile => "mobile",
        }
    }

    /// How a member is looked up by such an address.
    #[must_use]
    pub const fn lookup(self) -> MemberName {
        match self {
            Self::Email => MemberName::Email,
            Self::Mobile => MemberName::Mobile,
        }
    }

    /// The address as it is kept: upper and lower case make no other address, as they make no other code.
    #[must_use]
    pub fn kept(self, address: &str) -> String {
        match self {
            Self::Email => address.to_lowercase(),
            Self::Mobile => address.to_owned(),
        }
    }

    /// Refuses a malformed address.
    pub fn check(self, address: &str) -> Result<(), ServiceError> {
        match self {
            Self::Email if is_email(address) => Ok(()),
            Self::Mobile if forms::is_mobile(address) => Ok(()),
            Self::Email => Err(ServiceError::field("email", "error.email")),
            Self::Mobile => Err(ServiceError::field("mobile", "error.mobile")),
        }
    }
}

/// The purpose of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Register,
    RetrievePassword,
    Change,
    Verify,
}

impl Event {
    /// As on the wire.
    #[must_use]
    pub const fn code(self, channel: Channel) -> &'static str {
        match (self, channel) {
            (Self::Register, _) => "user_register",
            (Self::RetrievePassword, _) => "user_retrieve_pwd",
            (Self::Change, Channel::Email) => "user_change_email",
            (Self::Change, Channel::Mobile) => "user_change_mobile",
            (Self::Verify, Channel::Email) => "user_email_verify",
            (Self::Verify, Channel::Mobile) => "user_mobile_verify",
        }
    }

    /// The event of that name, which must be one of the channel.
    pub fn parse(channel: Channel, text: &str) -> Result<Self, ServiceError> {
        let all = [Self::Register, Self::RetrievePassword, Self::Change, Self::Verify];
        all.into_iter().find(|event| event.code(channel) == text).ok_or_else(|| ServiceError::field("event", "error.choice"))
    }

    /// Only a member may ask for it.
    #[must_use]
    pub const fn needs_login(self) -> bool {
        match self {
            Self::Change | Self::Verify => true,
            Self::Register | Self::RetrievePassword => false,
        }
    }

    /// The captcha action before such a code is sent.
    #[must_use]
    pub const fn captcha(self) -> Action {
        match self {
            Self::Register => Action::Register,
            Self::RetrievePassword => Action::Retrieve,
            Self::Change => Action::ChangeAddress,
            Self::Verify => Action::VerifyAddress,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Register => "register",
            Self::RetrievePassword => "retrieve",
            Self::Change => "change",
            Self::Verify => "verify",
        }
    }
}

impl From<CodeError> for ServiceError {
    fn from(error: CodeError) -> Self {
        match error {
            CodeError::TooSoon => Self::refused("code.too_soon"),
            CodeError::TooMany => Self::refused("code.too_many"),
            CodeError::Store(error) => error.into(),
        }
    }
}

/// What codes need. Cheap to clone.
#[derive(Clone)]
pub struct Codes {
    pub store: Store,
    pub limits: Arc<Limits>,
    pub attempts: Attempts,
    pub mailer: Mailer,
    pub sms: SmsSender,
    pub clock: SharedClock,
}

/// The configured channels.
pub async fn channels(codes: &Codes) -> Result<Vec<String>, ServiceError> {
    let mut names = vec![];
    if codes.mailer.ready().await? {
        names.push(Channel::Email.name().to_owned());
    }
    if codes.sms.ready().await? {
        names.push(Channel::Mobile.name().to_owned());
    }
    Ok(names)
}

fn hashed(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hex::encode(hash.finalize())
}

fn key_of(channel: Channel, address: &str, event: Event) -> String {
    hashed(&[channel.name(), &address.to_lowercase(), event.name()])
}

/// Whether the address may get a code; `false` where the caller must not learn that it may not.
async fn may_have(
    codes: &Codes,
    caller: Option<&MemberCaller>,
    (channel, event): (Channel, Event),
    address: &str,
    (password, from): (&str, &Network),
) -> Result<bool, ServiceError> {
    let owner = codes.store.member_by(channel.lookup(), address).await?;
    match event {
        Event::Register | Event::Change => {
            if event == Event::Change && caller.is_none() {
                return Err(ServiceError::NeedLogin);
            }
            if owner.is_some() { Err(ServiceError::field(channel.name(), "error.unique")) } else { Ok(true) }
        }
        Event::RetrievePassword => Ok(owner.is_some_and(|member| member.status == "enable")),
        Event::Verify => {
            let caller = caller.ok_or(ServiceError::NeedLogin)?;
            if owner.is_none_or(|member| member.id != caller.member.id) {
                return Err(ServiceError::field(channel.name(), "code.own"));
            }
            let attempt = attempts::confirm(&codes.attempts, Realm::Members, caller.member.id, from).await?;
            if attempt.verify(password.to_owned(), Some(caller.member.password.clone())).await? {
                Ok(true)
            } else {
                Err(ServiceError::field("password", "login.password_wrong"))
            }
        }
    }
}

/// A code that is asked for.
pub struct Asked<'a> {
    pub channel: Channel,
    pub event: Event,
    pub address: &'a str,
    pub password: &'a str,
    /// The network it is asked for from.
    pub from: &'a Network,
}

/// Sends a code.
pub async fn send(codes: &Codes, caller: Option<&MemberCaller>, asked: Asked<'_>) -> Result<(), ServiceError> {
    let Asked { channel, event, address, password, from } = asked;
    channel.check(address)?;
    if !channels(codes).await?.iter().any(|known| known == channel.name()) {
        return Err(ServiceError::refused("code.not_configured"));
    }
    let now = codes.clock.now();
    codes.limits.allow_network(Counted::Code, from, PER_NETWORK, 3_600, now).map_err(too_often)?;
    let known = may_have(codes, caller, (channel, event), address, (password, from)).await?;
    let key = key_of(channel, address, event);
    let code = format!("{:06}", rand::rng().random_range(0..1_000_000));
    codes.store.put_code(&key, &hashed(&[&key, &code]), LIMITS, now).await?;
    let message = in_words(codes, (channel, event), address, code).await?;
    if event == Event::RetrievePassword {
        // Neither the answer nor its time may reveal whether the account exists, nor whether sending to it fails.
        let codes = codes.clone();
        tokio::spawn(async move { deliver_unseen(&codes, known.then_some(message), &key).await });
        tokio::time::sleep(ANSWER_AFTER).await;
        return Ok(());
    }
    deliver(codes, message, &key).await
}

/// What is sent, in the reader's language.
struct CodeMessage {
    channel: Channel,
    event: Event,
    address: String,
    /// The site, the code, and how long it is valid.
    values: [(&'static str, String); 3],
    subject: String,
    body: String,
    language: Language,
}

async fn in_words(codes: &Codes, (channel, event): (Channel, Event), address: &str, code: String) -> Result<CodeMessage, ServiceError> {
    let site = crate::settings::value_of(&codes.mailer.settings, "site_name").await?.unwrap_or_default();
    let values = [("site", site), (CODE, code), ("minutes", (LIMITS.lives / 60).to_string())];
    let (subject, body) = (text("mail.code.subject", &values), text("mail.code.body", &values));
    Ok(CodeMessage { channel, event, address: address.to_owned(), values, subject, body, language: current() })
}

/// Sends a code; one that is not sent is void.
async fn deliver(codes: &Codes, message: CodeMessage, key: &str) -> Result<(), ServiceError> {
    let CodeMessage { channel, event, address, values, subject, body, language } = message;
    let sent = match channel {
        Channel::Email => {
            let letter = Letter { subject: &subject, text: &body, language, id: None, unsubscribe: None };
            codes.mailer.send(&address, &letter).await
        }
        Channel::Mobile => {
            let sms = Message { mobile: &address, purpose: event.code(channel), values: &values };
            codes.sms.send(&sms, &codes.clock.today(), codes.clock.now()).await
        }
    };
    if let Err(failure) = sent {
        tracing::warn!(%failure, channel = channel.name(), "a code was not sent");
        codes.store.void_code(key).await?;
        return Err(ServiceError::refused("code.not_sent"));
    }
    Ok(())
}

/// Sends a code that nobody waits for, to an account that is there.
async fn deliver_unseen(codes: &Codes, message: Option<CodeMessage>, key: &str) {
    let done = match message {
        Some(message) => {
            // The semaphore is never closed.
            let Ok(_turn) = SENDING.acquire().await else { return };
            deliver(codes, message, key).await
        }
        None => codes.store.void_code(key).await.map_err(ServiceError::from),
    };
    // That it was not sent is logged already.
    if let Err(error @ (ServiceError::Internal(_) | ServiceError::UnknownOutcome(_) | ServiceError::Busy)) = done {
        tracing::warn!(%error, "a code that was not sent is not void");
    }
}

/// Refuses a code that is not the one sent to the address for this event; the right one is used up.
pub async fn require(codes: &Codes, channel: Channel, event: Event, address: &str, code: &str) -> Result<(), ServiceError> {
    let key = key_of(channel, address, event);
    let hash = hashed(&[&key, code.trim()]);
    if !code.trim().is_empty() && codes.store.use_code(&key, &hash, codes.clock.now()).await? {
        return Ok(());
    }
    Err(ServiceError::field("captcha", "code.wrong"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_belong_to_their_channel() {
        assert_eq!(Event::parse(Channel::Email, "user_change_email").ok(), Some(Event::Change));
        assert!(Event::parse(Channel::Email, "user_change_mobile").is_err());
        assert_ne!(key_of(Channel::Email, "a@b.cn", Event::Register), key_of(Channel::Email, "a@b.cn", Event::Change));
        assert_eq!(key_of(Channel::Email, "A@b.cn", Event::Register), key_of(Channel::Email, "a@B.cn", Event::Register));
        assert_ne!(hashed(&["ab", "c"]), hashed(&["a", "bc"]));
    }
}
