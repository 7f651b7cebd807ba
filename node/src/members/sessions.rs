//! From a token to the member behind it, and what his group may do.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actors::store::StoreError;
use dashmap::DashMap;
use entrepot_store::Store;
use entrepot_store::members::accounts::Member;
use entrepot_store::members::sessions::{MemberRefreshed, NewSession};

use super::rights;
use crate::config::Config;
use crate::identity::sessions::{Given, SessionError};
use crate::identity::tokens::{Tokens, hash_refresh, new_refresh, new_secret};

/// How long an account, its session and its rights are believed without asking the database.
const BELIEVED: Duration = Duration::from_secs(5);
/// Sessions that are remembered at most.
const CACHED_MAX: usize = 20_000;

/// The member who calls.
#[derive(Clone, Debug)]
pub struct MemberCaller {
    pub member: Member,
    pub session: String,
    /// Names of the rules that his group holds, in lower case.
    pub nodes: Arc<HashSet<String>>,
}

/// What a member's token is worth.
#[derive(Clone, Debug)]
pub enum MemberStanding {
    Valid(Box<MemberCaller>),
    /// Known, but too old: it may be refreshed.
    Expired,
    Unknown,
}

#[derive(Clone)]
struct Known {
    member: Member,
    nodes: Arc<HashSet<String>>,
}

/// See the module.
pub struct MemberSessions {
    store: Store,
    tokens: Tokens,
    access_seconds: i64,
    session_seconds: i64,
    refresh_seconds: i64,
    alone: bool,
    cache: DashMap<String, (Instant, Option<Known>)>,
}

impl MemberSessions {
    /// Reads the signing secret, or makes one at the first start.
    pub async fn new(store: Store, config: &Config) -> Result<Self, StoreError> {
        let secret = store.setting_or("member_token_secret", &new_secret()).await?;
        Ok(Self {
            store,
            tokens: Tokens::of_members(&secret),
            access_seconds: config.access_seconds,
            session_seconds: config.session_seconds,
            refresh_seconds: config.refresh_seconds,
            alone: config.services.member_single_session,
            cache: DashMap::new(),
        })
    }

    /// Begins a session after a login.
    pub async fn begin(&self, member: i64, keep: bool, ip: &str, now: i64) -> Result<Given, SessionError> {
        let key = uuid::Uuid::new_v4().simple().to_string();
        let refresh = keep.then(new_refresh);
        let (lives, ends) = if keep { (self.access_seconds, self.refresh_seconds) } else { (self.session_seconds, self.session_seconds) };
        let stored = refresh.as_ref().map(|(_, hash)| (hash.clone(), now + self.refresh_seconds));
        let new = NewSession { key: &key, member, ip, now, expires_at: now + ends, refresh: stored, alone: self.alone };
        self.store.begin_member_session(new).await?;
        if self.alone {
            self.forget(member);
        }
        let access = self.tokens.sign(member, &key, now, now + lives)?;
        Ok(Given { access, refresh: refresh.map(|(token, _)| token).unwrap_or_default() })
    }

    /// What a token is worth now.
    pub async fn standing(&self, token: &str, now: i64) -> Result<MemberStanding, StoreError> {
        let Some(claims) = self.tokens.read(token) else { return Ok(MemberStanding::Unknown) };
        let Some(known) = self.known(&claims.sid, now).await? else { return Ok(MemberStanding::Unknown) };
        if claims.exp <= now {
            return Ok(MemberStanding::Expired);
        }
        Ok(MemberStanding::Valid(Box::new(MemberCaller { member: known.member, session: claims.sid, nodes: known.nodes })))
    }

    async fn known(&self, session: &str, now: i64) -> Result<Option<Known>, StoreError> {
        if let Some(cached) = self.cache.get(session)
            && cached.0.elapsed() < BELIEVED
        {
            return Ok(cached.1.clone());
        }
        let stored = self.store.member_session(session).await?.filter(|stored| !stored.revoked && stored.expires_at > now);
        let member = match stored {
            Some(stored) => self.store.member(stored.member).await?.filter(|member| member.status == "enable"),
            None => None,
        };
        let known = match member {
            Some(member) => {
                let rules = rights::of_group(&self.store, member.group_id).await?;
                let nodes = Arc::new(rules.iter().map(|rule| rule.name.to_lowercase()).collect());
                Some(Known { member, nodes })
            }
            None => None,
        };
        if self.cache.len() > CACHED_MAX {
            self.cache.clear();
        }
        self.cache.insert(session.to_owned(), (Instant::now(), known.clone()));
        Ok(known)
    }

    /// Forgets what was believed of a member.
    pub fn forget(&self, member: i64) {
        self.cache.retain(|_, (_, known)| known.as_ref().is_some_and(|known| known.member.id != member));
    }

    /// Forgets what was believed of everybody.
    pub fn forget_all(&self) {
        self.cache.clear();
    }

    /// Refreshes a session with the expired access token beside the refresh token (wire contract 1.5).
    pub async fn refresh(&self, access: &str, refresh: &str, rotate: bool, now: i64) -> Result<Option<Given>, SessionError> {
        let Some(claims) = self.tokens.read(access) else { return Ok(None) };
        let successor = rotate.then(new_refresh);
        let hash = successor.as_ref().map(|(_, hash)| hash.as_str());
        match self.store.refresh_member(&hash_refresh(refresh), hash, now).await? {
            MemberRefreshed::Valid { session, member } if session == claims.sid => {
                let access = self.tokens.sign(member, &session, now, now + self.access_seconds)?;
                Ok(Some(Given { access, refresh: successor.map(|(token, _)| token).unwrap_or_default() }))
            }
            MemberRefreshed::Reused { member } => {
                tracing::warn!(member, "a member's refresh token was used twice: its session has been ended");
                self.forget(member);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Ends the session of a token.
    pub async fn end(&self, token: &str) -> Result<(), StoreError> {
        if let Some(claims) = self.tokens.read(token) {
            self.store.end_member_session(&claims.sid).await?;
            self.cache.remove(&claims.sid);
        }
        Ok(())
    }

    /// Ends every session of a member.
    pub async fn end_all(&self, member: i64) -> Result<(), StoreError> {
        self.store.end_member_sessions(member).await?;
        self.forget(member);
        Ok(())
    }
}
