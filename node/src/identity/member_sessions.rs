//! Sessions of members: from a token to the member and the permissions of their group.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use actors::store::StoreError;
use entrepot_store::Store;
use entrepot_store::cache::{Age, Cache, CacheStats, Limits, Stamp};
use entrepot_store::identity::refresh_tokens::Realm;
use entrepot_store::member::accounts::Member;
use entrepot_store::member::sessions::NewSession;

use crate::config::Config;
use crate::identity::issuer::{IssuedSession, Issuer, RefreshOutcome, SessionError, TokenPair};
use crate::identity::keys::KeyError;
use crate::identity::member_rights;
use crate::secrets::Secrets;

/// The member who calls.
#[derive(Clone, Debug)]
pub struct MemberCaller {
    pub member: Member,
    pub session: String,
    /// Names of the rules that the member's group holds, in lower case.
    pub nodes: Arc<HashSet<String>>,
}

/// The status of a member's token.
#[derive(Clone, Debug)]
pub enum MemberTokenStatus {
    Valid(Box<MemberCaller>),
    /// Expired; it may be refreshed.
    Expired,
    Unknown,
}

/// A member in use, with what their group may.
#[derive(Clone)]
struct ActiveMember {
    member: Member,
    nodes: Arc<HashSet<String>>,
}

/// See the module.
pub struct MemberSessions {
    store: Store,
    issuer: Issuer,
    alone: bool,
    /// The member of a session that has not ended.
    sessions: Cache<String, Option<i64>>,
    members: Cache<i64, Option<ActiveMember>>,
    /// By group.
    nodes: Cache<i64, Arc<HashSet<String>>>,
}

/// As of administrators' sessions.
const fn limits(name: &'static str) -> Limits {
    Limits { name, weight: 20_000, entries: 1_000, age: Age::everywhere(Duration::from_secs(5)) }
}

impl MemberSessions {
    pub(crate) fn cache_stats(&self) -> [CacheStats; 3] {
        [self.sessions.stats(), self.members.stats(), self.nodes.stats()]
    }

    /// Reads the signing keys, or makes one at the first start.
    pub async fn new(store: Store, config: &Config, secrets: &Secrets, now: i64) -> Result<Self, KeyError> {
        let issuer = Issuer::new(Realm::Members, &store, secrets, config, now).await?;
        let (sessions, members) = (Cache::new(limits("member_sessions"), true), Cache::new(limits("members_known"), true));
        let nodes = Cache::new(limits("member_nodes"), true);
        Ok(Self { store, issuer, alone: config.services.member_single_session, sessions, members, nodes })
    }

    /// Reads the signing keys again.
    pub async fn read_keys(&self, secrets: &Secrets, now: i64) -> Result<(), KeyError> {
        self.issuer.read_keys(&self.store, secrets, now).await
    }

    /// Begins a session after a login.
    pub async fn begin(&self, member: i64, keep: bool, ip: &str, now: i64) -> Result<TokenPair, SessionError> {
        let IssuedSession { session, expires_at, refresh, tokens } = self.issuer.begin(member, keep, now)?;
        let new = NewSession { key: &session, member, ip, now, expires_at, refresh, alone: self.alone };
        self.store.begin_member_session(new).await?;
        if self.alone {
            self.forget(member);
        }
        Ok(tokens)
    }

    /// The status of a token now.
    pub async fn token_status(&self, token: &str, now: i64) -> Result<MemberTokenStatus, StoreError> {
        let Some(claims) = self.issuer.read(token) else { return Ok(MemberTokenStatus::Unknown) };
        let Some(active) = self.member_of_session(&claims.sid, now).await? else { return Ok(MemberTokenStatus::Unknown) };
        if claims.exp <= now {
            return Ok(MemberTokenStatus::Expired);
        }
        Ok(MemberTokenStatus::Valid(Box::new(MemberCaller { member: active.member, session: claims.sid, nodes: active.nodes })))
    }

    /// The member of a session that has not ended.
    async fn member_of_session(&self, session: &str, now: i64) -> Result<Option<ActiveMember>, StoreError> {
        let member = match self.sessions.get(&session.to_owned(), &Stamp::default()) {
            Some(known) => known,
            None => {
                let stored = self.store.member_session(session).await?.filter(|stored| !stored.revoked && stored.expires_at > now);
                let member = stored.map(|stored| stored.member);
                self.sessions.put(session.to_owned(), Stamp::default(), member);
                member
            }
        };
        match member {
            Some(member) => self.active_member(member).await,
            None => Ok(None),
        }
    }

    /// A member in use, with what their group may.
    async fn active_member(&self, member: i64) -> Result<Option<ActiveMember>, StoreError> {
        if let Some(known) = self.members.get(&member, &Stamp::default()) {
            return Ok(known);
        }
        let found = self.store.member(member).await?.filter(|member| member.status == "enable");
        let known = match found {
            Some(member) => Some(ActiveMember { nodes: self.nodes_of(member.group_id).await?, member }),
            None => None,
        };
        self.members.put(member, Stamp::default(), known.clone());
        Ok(known)
    }

    async fn nodes_of(&self, group: Option<i64>) -> Result<Arc<HashSet<String>>, StoreError> {
        let key = group.unwrap_or(0);
        if let Some(known) = self.nodes.get(&key, &Stamp::default()) {
            return Ok(known);
        }
        let rules = member_rights::of_group(&self.store, group).await?;
        let nodes: Arc<HashSet<String>> = Arc::new(rules.iter().map(|rule| rule.name.to_lowercase()).collect());
        self.nodes.put(key, Stamp::default(), nodes.clone());
        Ok(nodes)
    }

    /// Invalidates a cached member, and their sessions.
    pub fn forget(&self, member: i64) {
        self.sessions.forget_if(|_, known| known.is_none_or(|known| known == member));
        self.members.forget(&member);
    }

    /// A member's money or score has changed; their sessions have not.
    pub fn forget_balance(&self, member: i64) {
        self.members.forget(&member);
    }

    /// Invalidates all cached members.
    pub fn forget_all(&self) {
        self.sessions.clear();
        self.members.clear();
        self.nodes.clear();
    }

    /// Refreshes a session with a refresh token and the expired access token (wire contract 1.5).
    pub async fn refresh(&self, access: &str, refresh: &str, rotate: bool, now: i64) -> Result<Option<TokenPair>, SessionError> {
        Ok(match self.issuer.refresh(&self.store, access, refresh, rotate, now).await? {
            RefreshOutcome::Issued(tokens) => Some(tokens),
            RefreshOutcome::Ended(member) => {
                self.forget(member);
                None
            }
            RefreshOutcome::Refused => None,
        })
    }

    /// Ends the session of a token.
    pub async fn end(&self, token: &str) -> Result<(), StoreError> {
        if let Some(claims) = self.issuer.read(token) {
            self.store.end_member_session(&claims.sid).await?;
            self.sessions.forget(&claims.sid);
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
