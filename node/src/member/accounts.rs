//! Login and registration of members, and changes of their own account.

use std::sync::Arc;

use actors::clock::SharedClock;
use actors::system::System;
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bus_schemas::live::{Topic, TopicEvent};
use entrepot_store::Store;
use entrepot_store::identity::refresh_tokens::Realm;
use entrepot_store::member::accounts::{Member, MemberName};
use entrepot_store::member::notices::NoticeKind;
use entrepot_store::resource::identity::picture;
use entrepot_store::resource::{Act, Resource, TypedBody, catalogue};
use rand::Rng;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::codes::{self, Channel, Codes, Event};
use super::{Members, forms};
use crate::captcha::{self, Action, Clicks};
use crate::config::services::CaptchaWhen;
use crate::email::is_email;
use crate::error::{ServiceError, too_often};
use crate::http::origin::Origin;
use crate::identity::attempts::{self, Attempts};
use crate::identity::issuer::TokenPair;
use crate::identity::member_rights::FIRST_GROUP;
use crate::identity::member_sessions::MemberCaller;
use crate::rate_limits::{Counted, EVERYBODY, Limits, Network};
use crate::settings;
use crate::settings::service::SiteSettings;

/// What happens to somebody who has just registered.
#[async_trait]
pub trait Welcome: Send + Sync {
    /// Gives a new member what new members get. What fails is logged: nobody is refused an account for it.
    async fn welcome(&self, member: i64);
}

/// What members do with their account needs these. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    pub store: Store,
    pub system: System,
    pub members: Arc<Members>,
    pub limits: Arc<Limits>,
    pub attempts: Attempts,
    pub codes: Codes,
    /// For what new members get.
    /// Gives new members what they get.
    pub welcome: Arc<dyn Welcome>,
    /// Members that may register in a day, in all.
    pub registrations_per_day: u32,
    pub clock: SharedClock,
}

/// Accounts made from one network in an hour.
const REGISTRATIONS: u32 = 10;
/// Seconds a verified address allows its change.
const TICKET_LIVES: i64 = 600;

fn resource() -> Result<&'static Resource, ServiceError> {
    Ok(catalogue::declared("user.User")?)
}

pub(super) fn act(accounts: &Accounts, origin: &Origin) -> Act {
    Act { ip: origin.ip.clone(), agent: origin.agent.clone(), ..Act::system(accounts.clock.now()) }
}

/// Publishes a page event to the back office.
pub(super) fn announce(accounts: &Accounts, member: i64) {
    let topic = Topic::Resource { controller: "user.User".to_owned() };
    accounts.system.publish_topic(TopicEvent { topic, ids: vec![member], more: false });
}

/// Finds an account by name, mail address or mobile number.
async fn find(store: &Store, name: &str) -> Result<Option<Member>, ServiceError> {
    let by = match name {
        name if is_email(name) => MemberName::Email,
        name if forms::is_mobile(name) => MemberName::Mobile,
        _ => MemberName::Username,
    };
    Ok(store.member_by(by, name).await?)
}

/// Logs a member in.
pub async fn login(
    accounts: &Accounts,
    name: &str,
    password: String,
    keep: bool,
    clicks: &Clicks,
    origin: &Origin,
) -> Result<(Member, TokenPair), ServiceError> {
    // Names that differ in case alone may be one mail address: they share their failures.
    let counted = name.to_lowercase();
    let attempt = attempts::login(&accounts.attempts, (Realm::Members, Action::MemberLogin), &counted, clicks, &origin.network).await?;
    let account = find(&accounts.store, name).await?;
    // Of members the last sign-in is known.
    let last = account.as_ref().filter(|member| !member.last_login_ip.is_empty()).map(|member| Network::of_text(&member.last_login_ip));
    let from_here = async { Ok(last.is_some_and(|last| last.wide == origin.network.wide)) };
    let attempt = attempt.bounded(from_here).await?;
    let hash = account.as_ref().filter(|member| member.status == "enable").map(|member| member.password.clone());
    let fits = attempt.verify(password, hash).await?;
    let Some(member) = account.filter(|_| fits) else { return Err(ServiceError::refused("login.wrong")) };
    begin(accounts, member, keep, origin).await
}

async fn begin(accounts: &Accounts, mut member: Member, keep: bool, origin: &Origin) -> Result<(Member, TokenPair), ServiceError> {
    let now = accounts.clock.now();
    let tokens = accounts.members.sessions.begin(member.id, keep, &origin.ip, now).await?;
    member.last_login_time = now;
    member.last_login_ip.clone_from(&origin.ip);
    Ok((member, tokens))
}

/// How somebody who registers proves themselves.
#[derive(Clone, Debug)]
pub enum Proof<'a> {
    /// By a code that was sent to an address, which becomes theirs.
    Address { channel: Channel, address: &'a str, code: &'a str },
    /// By a captcha alone. They have no address then, so only the shop can set a lost password.
    Name { clicks: Clicks },
}

/// A registration.
#[derive(Clone, Debug)]
pub struct Registration<'a> {
    pub username: &'a str,
    pub password: &'a str,
    pub proof: Proof<'a>,
}

/// The setting of registration by name: `auto`, `on` or `off`.
const BY_NAME: &str = "member_registration";

/// Whether members come in by name and password: as the setting says, or else where no code can be sent.
pub async fn by_name(settings: &SiteSettings, channels: &[String]) -> Result<bool, ServiceError> {
    Ok(match settings::value_of(settings, BY_NAME).await?.as_deref() {
        Some("on") => true,
        Some("off") => false,
        _ => channels.is_empty(),
    })
}

async fn admit(accounts: &Accounts, proof: &Proof<'_>, network: &Network) -> Result<(), ServiceError> {
    let channels = codes::channels(&accounts.codes).await?;
    match proof {
        Proof::Address { channel, address, .. } => {
            channel.check(address)?;
            if channels.iter().any(|known| known == channel.name()) { Ok(()) } else { Err(ServiceError::refused("code.not_configured")) }
        }
        Proof::Name { clicks } => {
            if !by_name(&accounts.codes.mailer.settings, &channels).await? {
                return Err(ServiceError::field("registerType", "member.registration_closed"));
            }
            if accounts.attempts.member_captcha != CaptchaWhen::Off {
                captcha::require(&accounts.attempts.captchas, Action::Register, clicks, network).await?;
            }
            Ok(())
        }
    }
}

/// Creates a member and logs them in.
pub async fn register(accounts: &Accounts, new: Registration<'_>, origin: &Origin) -> Result<(Member, TokenPair), ServiceError> {
    forms::username(new.username)?;
    forms::password("password", new.password)?;
    admit(accounts, &new.proof, &origin.network).await?;
    let now = accounts.clock.now();
    accounts.limits.allow_network(Counted::Registration, &origin.network, REGISTRATIONS, 3_600, now).map_err(too_often)?;
    accounts.limits.allow(Counted::Registration, EVERYBODY, accounts.registrations_per_day, 86_400, now).map_err(too_often)?;
    if accounts.store.member_by(MemberName::Username, new.username).await?.is_some() {
        return Err(ServiceError::field("username", "error.unique"));
    }
    let mut body = json!({
        "group_id": FIRST_GROUP, "username": new.username, "nickname": forms::first_nickname(new.username), "status": "enable",
    });
    if let Proof::Address { channel, address, code } = new.proof {
        codes::require(&accounts.codes, channel, Event::Register, address, code).await?;
        body[channel.name()] = json!(channel.kept(address));
    }
    body["password"] = json!(attempts::hash(&accounts.attempts, &origin.network, new.password.to_owned()).await?);
    let set = Map::from_iter([("join_time".to_owned(), json!(now)), ("join_ip".to_owned(), json!(origin.ip))]);
    let act = Act { set, ..act(accounts, origin) };
    let id = accounts.store.insert_record(resource()?, body.as_object().unwrap_or(&Map::new()), &act).await?;
    announce(accounts, id);
    accounts.welcome.welcome(id).await;
    let member = accounts.store.member(id).await?.ok_or_else(|| ServiceError::Internal("a new member is not there".into()))?;
    begin(accounts, member, false, origin).await
}

async fn write(accounts: &Accounts, member: i64, body: &Map<String, Value>, origin: &Origin) -> Result<(), ServiceError> {
    let written = accounts.store.update_record(resource()?, member, body, &act(accounts, origin)).await?;
    if !written.fields.is_empty() {
        accounts.members.sessions.forget(member);
        announce(accounts, member);
    }
    Ok(())
}

/// Saves one's own profile; other fields are ignored.
pub async fn save_profile(accounts: &Accounts, caller: &MemberCaller, sent: &Map<String, Value>, origin: &Origin) -> Result<(), ServiceError> {
    let mut body = Map::new();
    for name in ["avatar", "username", "nickname", "gender", "birthday", "motto"] {
        if let Some(value) = sent.get(name) {
            body.insert(name.to_owned(), value.clone());
        }
    }
    // Check the values as they are stored.
    let body = TypedBody::read(resource()?, body, false)?;
    if let Some(name) = body.get("username") {
        let name = name.as_str().unwrap_or_default();
        // A name from before the rule may stay.
        if name != caller.member.username {
            forms::username(name)?;
        }
    }
    if let Some(name) = body.get("nickname") {
        let name = name.as_str().unwrap_or_default();
        // So may one that the back office gave.
        if name != caller.member.nickname {
            forms::nickname(name)?;
        }
    }
    if let Some(day) = body.get("birthday").and_then(Value::as_str)
        && day > accounts.clock.today().as_str()
    {
        return Err(ServiceError::field("birthday", "error.date.future"));
    }
    if let Some(avatar) = body.get("avatar").and_then(Value::as_str) {
        let own = avatar.is_empty() || avatar == caller.member.avatar || avatar == picture(&caller.member.avatar);
        // Others see it: nothing is fetched from elsewhere.
        if !own && accounts.store.own_pictures(caller.member.id, &[avatar.to_owned()]).await?.is_empty() {
            return Err(ServiceError::field("avatar", "error.reference"));
        }
    }
    write(accounts, caller.member.id, &body, origin).await
}

fn ticket_hash(ticket: &str) -> String {
    hex::encode(Sha256::digest(ticket.as_bytes()))
}

const fn ticket_kind(channel: Channel) -> &'static str {
    match channel {
        Channel::Email => "email-pass",
        Channel::Mobile => "mobile-pass",
    }
}

fn own_address(member: &Member, channel: Channel) -> &str {
    match channel {
        Channel::Email => &member.email,
        Channel::Mobile => &member.mobile,
    }
}

/// Proves that the bound address is one's own: gives a ticket for changing it.
pub async fn verify(accounts: &Accounts, caller: &MemberCaller, channel: Channel, code: &str) -> Result<String, ServiceError> {
    let address = own_address(&caller.member, channel);
    if address.is_empty() {
        return Err(ServiceError::field(channel.name(), "code.own"));
    }
    codes::require(&accounts.codes, channel, Event::Verify, address, code).await?;
    let ticket = URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>());
    accounts.store.put_ticket(&ticket_hash(&ticket), caller.member.id, ticket_kind(channel), accounts.clock.now() + TICKET_LIVES).await?;
    Ok(ticket)
}

/// A change of the bound address.
#[derive(Clone, Debug)]
pub struct Bind<'a> {
    pub channel: Channel,
    pub address: &'a str,
    /// The code that was sent to the new address.
    pub code: &'a str,
    pub ticket: &'a str,
    pub password: &'a str,
}

/// Binds another address. It needs a ticket if an address is bound already, or else the password.
pub async fn bind(accounts: &Accounts, caller: &MemberCaller, bind: Bind<'_>, origin: &Origin) -> Result<(), ServiceError> {
    bind.channel.check(bind.address)?;
    let bound = !own_address(&caller.member, bind.channel).is_empty();
    if bound {
        let hash = ticket_hash(bind.ticket);
        if !accounts.store.take_ticket(&hash, caller.member.id, ticket_kind(bind.channel), accounts.clock.now()).await? {
            return Err(ServiceError::field("accountVerificationToken", "code.verify_first"));
        }
    } else {
        let attempt = attempts::confirm(&accounts.attempts, Realm::Members, caller.member.id, &origin.network).await?;
        if !attempt.verify(bind.password.to_owned(), Some(caller.member.password.clone())).await? {
            return Err(ServiceError::field("password", "login.password_wrong"));
        }
    }
    codes::require(&accounts.codes, bind.channel, Event::Change, bind.address, bind.code).await?;
    let (member, channel, address) = (caller.member.id, bind.channel.name(), bind.channel.kept(bind.address));
    write(accounts, member, &Map::from_iter([(channel.to_owned(), json!(address))]), origin).await?;
    let facts = Map::from_iter([("channel".to_owned(), json!(channel)), ("address".to_owned(), json!(address))]);
    Ok(accounts.store.add_member_notice(member, NoticeKind::Bind, facts, accounts.clock.now()).await?)
}

async fn set_password(accounts: &Accounts, member: i64, password: String, network: &Network) -> Result<(), ServiceError> {
    let hash = attempts::hash(&accounts.attempts, network, password).await?;
    accounts.store.set_member_password(member, &hash, accounts.clock.now()).await?;
    accounts.members.sessions.forget(member);
    announce(accounts, member);
    Ok(())
}

/// Changes one's password; every session ends.
pub async fn change_password(
    accounts: &Accounts,
    caller: &MemberCaller,
    (old, new): (String, String),
    network: &Network,
) -> Result<(), ServiceError> {
    forms::password("newPassword", &new)?;
    let id = caller.member.id;
    let attempt = attempts::confirm(&accounts.attempts, Realm::Members, id, network).await?;
    // The current account, not the cached one.
    let member = accounts.store.member(id).await?.ok_or(ServiceError::NeedLogin)?;
    if !attempt.verify(old, Some(member.password)).await? {
        return Err(ServiceError::field("oldPassword", "login.password_wrong"));
    }
    set_password(accounts, id, new, network).await
}

/// A forgotten password.
#[derive(Clone, Debug)]
pub struct Retrieval<'a> {
    pub channel: Channel,
    pub address: &'a str,
    /// The code that was sent to the address.
    pub code: &'a str,
    /// The new password.
    pub password: String,
}

/// Sets a forgotten password with a code that was sent to the account's address.
pub async fn retrieve_password(accounts: &Accounts, retrieval: Retrieval<'_>, network: &Network) -> Result<(), ServiceError> {
    let Retrieval { channel, address, code, password } = retrieval;
    channel.check(address).map_err(|error| match error {
        ServiceError::Field { key, .. } => ServiceError::field("account", &key),
        other => other,
    })?;
    forms::password("password", &password)?;
    codes::require(&accounts.codes, channel, Event::RetrievePassword, address, code).await?;
    let member = accounts.store.member_by(channel.lookup(), address).await?.filter(|member| member.status == "enable");
    set_password(accounts, member.ok_or_else(|| ServiceError::refused("login.wrong"))?.id, password, network).await
}
