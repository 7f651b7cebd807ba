//! Sessions of members: from a token to the member and the permissions of their group.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use actors::store::StoreError;
use entrepot_store::Store;
use entrepot_store::cache::{Age, Cache, CacheStats, Limits, Stamp};
use entrepot_store::identity::refresh_tokens::World;
use entrepot_store::member::accounts::Member;
use entrepot_store::member::sessions::NewSession;

use super::rights;
use crate::config::Config;
use crate::identity::issuer::{Beginning, Exchange, Given, Issuer, SessionError};
use crate::identity::keys::KeyError;
use crate::secrets::Secrets;

/// The member who calls.
#[derive(Clone, Debug)]
pub struct MemberCaller {
    pub member: Member,
    pub session: String,
    /// Names of the rules that the member's group holds, in lower case.
    pub nodes: Arc<HashSet<String>>,
}

/// The standing of a member's token.
#[derive(Clone, Debug)]
pub enum MemberStanding {
    Valid(Box<MemberCaller>),
    /// Expired; it may be refreshed.
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
    issuer: Issuer,
    alone: bool,
    known: Cache<String, Option<Known>>,
}

/// As of administrators' sessions.
const LIMITS: Limits = Limits { name: "member_sessions", weight: 20_000, entries: 1_000, age: Age::everywhere(Duration::from_secs(5)) };

impl MemberSessions {
    pub(crate) fn cache_stats(&self) -> CacheStats {
        self.known.stats()
    }

    /// Reads the signing keys, or makes one at the first start.
    pub async fn new(store: Store, config: &Config, secrets: &Secrets, now: i64) -> Result<Self, KeyError> {
        let issuer = Issuer::new(World::Members, &store, secrets, config, now).await?;
        Ok(Self { store, issuer, alone: config.services.member_single_session, known: Cache::new(LIMITS, true) })
    }

    /// Reads the signing keys again.
    pub async fn read_keys(&self, secrets: &Secrets, now: i64) -> Result<(), KeyError> {
        self.issuer.read_keys(&self.store, secrets, now).await
    }

    /// Begins a session after a login.
    pub async fn begin(&self, member: i64, keep: bool, ip: &str, now: i64) -> Result<Given, SessionError> {
        let Beginning { session, expires_at, refresh, given } = self.issuer.begin(member, keep, now)?;
        let new = NewSession { key: &session, member, ip, now, expires_at, refresh, alone: self.alone };
        self.store.begin_member_session(new).await?;
        if self.alone {
            self.forget(member);
        }
        Ok(given)
    }

    /// The standing of a token now.
    pub async fn standing(&self, token: &str, now: i64) -> Result<MemberStanding, StoreError> {
        let Some(claims) = self.issuer.read(token) else { return Ok(MemberStanding::Unknown) };
        let Some(known) = self.known(&claims.sid, now).await? else { return Ok(MemberStanding::Unknown) };
        if claims.exp <= now {
            return Ok(MemberStanding::Expired);
        }
        Ok(MemberStanding::Valid(Box::new(MemberCaller { member: known.member, session: claims.sid, nodes: known.nodes })))
    }

    async fn known(&self, session: &str, now: i64) -> Result<Option<Known>, StoreError> {
        if let Some(known) = self.known.get(&session.to_owned(), &Stamp::default()) {
            return Ok(known);
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
        self.known.put(session.to_owned(), Stamp::default(), known.clone());
        Ok(known)
    }

    /// Invalidates a cached member.
    pub fn forget(&self, member: i64) {
        self.known.forget_if(|_, known| known.as_ref().is_none_or(|known| known.member.id == member));
    }

    /// Invalidates all cached members.
    pub fn forget_all(&self) {
        self.known.clear();
    }

    /// Refreshes a session with a refresh token and the expired access token (wire contract 1.5).
    pub async fn refresh(&self, access: &str, refresh: &str, rotate: bool, now: i64) -> Result<Option<Given>, SessionError> {
        Ok(match self.issuer.refresh(&self.store, access, refresh, rotate, now).await? {
            Exchange::Given(given) => Some(given),
            Exchange::Ended(member) => {
                self.forget(member);
                None
            }
            Exchange::Refused => None,
        })
    }

    /// Ends the session of a token.
    pub async fn end(&self, token: &str) -> Result<(), StoreError> {
        if let Some(claims) = self.issuer.read(token) {
            self.store.end_member_session(&claims.sid).await?;
            self.known.forget(&claims.sid);
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
