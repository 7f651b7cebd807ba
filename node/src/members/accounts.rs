//! Logging in, registering, and what a member changes of his own account.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bus_schemas::live::{Topic, TopicEvent};
use entrepot_store::members::accounts::{Member, MemberName};
use entrepot_store::members::notices::NoticeKind;
use entrepot_store::records::{Act, Resource, TypedBody, catalogue};
use rand::Rng;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::codes::{self, Channel, Event, too_often};
use super::forms;
use super::sessions::MemberCaller;
use crate::captcha;
use crate::http::errors::ApiError;
use crate::identity::issuer::Given;
use crate::identity::passwords;
use crate::limits::Counted;
use crate::node::Node;

/// Failures in a row after which an account waits.
const FAILURES_FREE: i64 = 5;
/// Longest wait after failures, in seconds.
const WAIT_MAX: i64 = 900;
/// Failures from one network in the window that [`FAILURES_SECONDS`] is long.
const FAILURES_PER_NETWORK: u32 = 60;
const FAILURES_SECONDS: i64 = 900;
/// Accounts made from one network in an hour.
const REGISTRATIONS: u32 = 10;
/// Seconds a verified address allows its change.
const TICKET_LIVES: i64 = 600;
/// The group of new members.
const FIRST_GROUP: i64 = 1;

/// Where a call comes from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The address.
    pub ip: String,
    /// The network: what is counted together.
    pub network: String,
    pub agent: String,
}

/// Clicks on a captcha.
#[derive(Clone, Debug, Default)]
pub struct Clicks {
    pub id: String,
    pub info: String,
}

fn resource() -> Result<&'static Resource, ApiError> {
    catalogue::find("user.User").ok_or_else(|| ApiError::Internal("user.User is not declared".into()))
}

fn act(node: &Node, origin: &Origin) -> Act {
    Act { ip: origin.ip.clone(), agent: origin.agent.clone(), ..Act::system(node.now()) }
}

/// Tells open pages of the back office.
fn announce(node: &Node, member: i64) {
    let topic = Topic::Resource { controller: "user.User".to_owned() };
    node.system().poke(TopicEvent { topic, ids: vec![member], more: false });
}

/// The account that a name, an address or a number stands for.
async fn find(node: &Node, name: &str) -> Result<Option<Member>, ApiError> {
    let by = match name {
        name if forms::is_email(name) => MemberName::Email,
        name if forms::is_mobile(name) => MemberName::Mobile,
        _ => MemberName::Username,
    };
    Ok(node.store().member_by(by, name).await?)
}

/// Logs a member in.
pub async fn login(node: &Node, name: &str, password: String, keep: bool, clicks: &Clicks, origin: &Origin) -> Result<(Member, Given), ApiError> {
    let now = node.now();
    let failed = node.limits().counted(Counted::MemberFailure, &origin.network, now);
    if failed >= FAILURES_PER_NETWORK {
        return Err(too_often(FAILURES_SECONDS));
    }
    let account = find(node, name).await?;
    let failures = account.as_ref().map_or(0, |member| member.login_failure).max(i64::from(failed / 4));
    if captcha::wanted(node.config().services.member_captcha, failures) {
        captcha::demand(node, &clicks.id, &clicks.info).await?;
    }
    let waits = account.as_ref().map_or(0, |member| node.members().waits(member.id, now));
    if waits > 0 {
        let facts = json!({ "key": "login.locked", "seconds": waits });
        return Err(ApiError::Refused { key: "login.locked", values: vec![("seconds", waits.to_string())], facts });
    }
    let hash = account.as_ref().filter(|member| member.status == "enable").map(|member| member.password.clone());
    if !passwords::verify(password, hash).await {
        node.limits().count(Counted::MemberFailure, &origin.network, FAILURES_SECONDS, now);
        if let Some(member) = &account {
            let failures = node.store().member_failed(member.id).await?;
            if failures >= FAILURES_FREE {
                let over = u32::try_from(failures - FAILURES_FREE).unwrap_or(u32::MAX).min(8);
                node.members().wait_until(member.id, now + (5_i64 << over).min(WAIT_MAX), now);
            }
        }
        return Err(ApiError::refused("login.wrong"));
    }
    let Some(member) = account else { return Err(ApiError::refused("login.wrong")) };
    begin(node, member, keep, origin).await
}

async fn begin(node: &Node, mut member: Member, keep: bool, origin: &Origin) -> Result<(Member, Given), ApiError> {
    let now = node.now();
    let given = node.members().sessions.begin(member.id, keep, &origin.ip, now).await?;
    member.last_login_time = now;
    member.last_login_ip.clone_from(&origin.ip);
    Ok((member, given))
}

/// What a registration says.
#[derive(Clone, Debug)]
pub struct Registration<'a> {
    pub username: &'a str,
    pub password: &'a str,
    pub channel: Channel,
    pub address: &'a str,
    /// The code that was sent to the address.
    pub code: &'a str,
}

/// Makes a member and logs him in.
pub async fn register(node: &Node, new: Registration<'_>, origin: &Origin) -> Result<(Member, Given), ApiError> {
    forms::username(new.username)?;
    forms::password("password", new.password)?;
    new.channel.check(new.address)?;
    if !codes::channels(node).await?.contains(&new.channel.name()) {
        return Err(ApiError::refused("code.not_configured"));
    }
    let now = node.now();
    node.limits().allow(Counted::Registration, &origin.network, REGISTRATIONS, 3_600, now).map_err(too_often)?;
    if node.store().member_by(MemberName::Username, new.username).await?.is_some() {
        return Err(ApiError::field("username", "error.unique"));
    }
    codes::demand(node, new.channel, Event::Register, new.address, new.code).await?;
    let hash = passwords::hash(new.password.to_owned()).await.map_err(|error| ApiError::Internal(error.to_string()))?;
    let body = json!({
        "group_id": FIRST_GROUP, "username": new.username, "nickname": forms::first_nickname(new.username), "password": hash,
        new.channel.name(): new.address, "status": "enable",
    });
    let set = Map::from_iter([("join_time".to_owned(), json!(now)), ("join_ip".to_owned(), json!(origin.ip))]);
    let act = Act { set, ..act(node, origin) };
    let id = node.store().insert_record(resource()?, body.as_object().unwrap_or(&Map::new()), &act).await?;
    announce(node, id);
    let member = node.store().member(id).await?.ok_or_else(|| ApiError::Internal("a new member is not there".into()))?;
    begin(node, member, false, origin).await
}

async fn write(node: &Node, member: i64, body: &Map<String, Value>, origin: &Origin) -> Result<(), ApiError> {
    let written = node.store().update_record(resource()?, member, body, &act(node, origin)).await?;
    if !written.fields.is_empty() {
        node.members().sessions.forget(member);
        announce(node, member);
    }
    Ok(())
}

/// Saves one's profile. Whatever else the client sends along is not looked at.
pub async fn save_profile(node: &Node, caller: &MemberCaller, sent: &Map<String, Value>, origin: &Origin) -> Result<(), ApiError> {
    let mut body = Map::new();
    for name in ["avatar", "username", "nickname", "gender", "birthday", "motto"] {
        if let Some(value) = sent.get(name) {
            body.insert(name.to_owned(), value.clone());
        }
    }
    // What is looked at here is what is stored.
    let body = TypedBody::read(resource()?, body, false)?;
    if let Some(name) = body.get("username") {
        let name = name.as_str().unwrap_or_default();
        // A name from before the rule may stay.
        if name != caller.member.username {
            forms::username(name)?;
        }
    }
    if let Some(name) = body.get("nickname") {
        forms::nickname(name.as_str().unwrap_or_default())?;
    }
    if let Some(day) = body.get("birthday").and_then(Value::as_str)
        && day > node.today().as_str()
    {
        return Err(ApiError::field("birthday", "error.date.future"));
    }
    write(node, caller.member.id, &body, origin).await
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
pub async fn verify(node: &Node, caller: &MemberCaller, channel: Channel, code: &str) -> Result<String, ApiError> {
    let address = own_address(&caller.member, channel);
    if address.is_empty() {
        return Err(ApiError::field(channel.name(), "code.own"));
    }
    codes::demand(node, channel, Event::Verify, address, code).await?;
    let ticket = URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>());
    node.store().put_ticket(&ticket_hash(&ticket), caller.member.id, ticket_kind(channel), node.now() + TICKET_LIVES).await?;
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

/// Binds another address: with a ticket where one is bound, with the password where none is.
pub async fn bind(node: &Node, caller: &MemberCaller, bind: Bind<'_>, origin: &Origin) -> Result<(), ApiError> {
    bind.channel.check(bind.address)?;
    let bound = !own_address(&caller.member, bind.channel).is_empty();
    if bound {
        let hash = ticket_hash(bind.ticket);
        if !node.store().take_ticket(&hash, caller.member.id, ticket_kind(bind.channel), node.now()).await? {
            return Err(ApiError::field("accountVerificationToken", "code.verify_first"));
        }
    } else if !passwords::verify(bind.password.to_owned(), Some(caller.member.password.clone())).await {
        return Err(ApiError::field("password", "login.password_wrong"));
    }
    codes::demand(node, bind.channel, Event::Change, bind.address, bind.code).await?;
    let (member, channel) = (caller.member.id, bind.channel.name());
    write(node, member, &Map::from_iter([(channel.to_owned(), json!(bind.address))]), origin).await?;
    let told = Map::from_iter([("channel".to_owned(), json!(channel)), ("address".to_owned(), json!(bind.address))]);
    Ok(node.store().add_member_notice(member, NoticeKind::Bind, told, node.now()).await?)
}

async fn set_password(node: &Node, member: i64, password: String) -> Result<(), ApiError> {
    let hash = passwords::hash(password).await.map_err(|error| ApiError::Internal(error.to_string()))?;
    node.store().set_member_password(member, &hash, node.now()).await?;
    node.members().sessions.forget(member);
    announce(node, member);
    Ok(())
}

/// Changes one's password; every session ends.
pub async fn change_password(node: &Node, caller: &MemberCaller, old: String, new: String) -> Result<(), ApiError> {
    forms::password("newPassword", &new)?;
    let id = caller.member.id;
    // The account as it is now, not as it was cached.
    let member = node.store().member(id).await?.ok_or(ApiError::NeedLogin)?;
    let waits = node.members().waits(id, node.now());
    if waits > 0 {
        return Err(too_often(waits));
    }
    if !passwords::verify(old, Some(member.password)).await {
        if node.store().member_failed(id).await? >= FAILURES_FREE {
            node.members().wait_until(id, node.now() + 60, node.now());
        }
        return Err(ApiError::field("oldPassword", "login.password_wrong"));
    }
    set_password(node, id, new).await
}

/// Sets a forgotten password with a code that was sent to the account's address.
pub async fn retrieve_password(node: &Node, channel: Channel, address: &str, code: &str, password: String) -> Result<(), ApiError> {
    channel.check(address).map_err(|error| match error {
        ApiError::Field { key, .. } => ApiError::field("account", &key),
        other => other,
    })?;
    forms::password("password", &password)?;
    codes::demand(node, channel, Event::RetrievePassword, address, code).await?;
    let member = node.store().member_by(channel.lookup(), address).await?.filter(|member| member.status == "enable");
    set_password(node, member.ok_or_else(|| ApiError::refused("login.wrong"))?.id, password).await
}
