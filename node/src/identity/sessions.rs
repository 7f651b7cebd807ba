//! Sessions: from a token to the administrator behind it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bus_schemas::ids::AdminId;
use dashmap::DashMap;
use entrepot_store::Store;
use entrepot_store::accounts::{Admin, NewSession, Refreshed};
use entrepot_store::identity::rights::Rights;

use super::tokens::{Claims, SignError, Tokens, hash_refresh, new_refresh, new_secret};
use crate::config::Config;
use actors::store::StoreError;

/// How long an account and its session are believed without asking the database.
const BELIEVED: Duration = Duration::from_secs(5);
/// Sessions that are remembered at most.
const CACHED_MAX: usize = 20_000;

/// Who calls.
#[derive(Clone, Debug)]
pub struct Caller {
    pub admin: Admin,
    pub session: String,
    /// Unix seconds at which the token ends.
    pub expires: i64,
    /// What the caller may do and see.
    pub rights: Arc<Rights>,
}

impl Caller {
    /// The caller's id.
    #[must_use]
    pub fn id(&self) -> AdminId {
        AdminId(self.admin.id)
    }
}

/// What a token is worth.
#[derive(Clone, Debug)]
pub enum Standing {
    Valid(Box<Caller>),
    /// Known, but too old: it may be refreshed.
    Expired,
    /// Missing, wrong, of an ended session or of a disabled account.
    Unknown,
}

/// Tokens given at a login or a refresh.
#[derive(Clone, Debug)]
pub struct Given {
    pub access: String,
    /// Empty when the session can't be refreshed.
    pub refresh: String,
}

/// Why no tokens are given.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Sign(#[from] SignError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// See the module.
pub struct Sessions {
    store: Store,
    tokens: Tokens,
    access_seconds: i64,
    session_seconds: i64,
    refresh_seconds: i64,
    /// A login ends the account's other sessions.
    single_session: bool,
    cache: DashMap<String, (Instant, Option<Admin>)>,
}

impl Sessions {
    /// Reads the signing secret, or makes one at the first start.
    pub async fn new(store: Store, config: &Config) -> Result<Self, StoreError> {
        let secret = store.setting_or("token_secret", &new_secret()).await?;
        Ok(Self {
            store,
            tokens: Tokens::new(&secret),
            access_seconds: config.access_seconds,
            session_seconds: config.session_seconds,
            refresh_seconds: config.refresh_seconds,
            single_session: config.single_session,
            cache: DashMap::new(),
        })
    }

    /// Begins a session after a login.
    pub async fn begin(&self, admin: AdminId, keep: bool, ip: &str, today: &str, now: i64) -> Result<Given, SessionError> {
        let session = uuid::Uuid::new_v4().simple().to_string();
        let (refresh, stored) = if keep {
            let (token, hash) = new_refresh();
            (token, Some((hash, now + self.refresh_seconds)))
        } else {
            (String::new(), None)
        };
        let lives = if keep { self.access_seconds } else { self.session_seconds };
        let expires_at = if keep { now + self.refresh_seconds } else { now + self.session_seconds };
        let begun = NewSession { session: &session, admin, ip, today, now, expires_at, refresh: stored, alone: self.single_session };
        self.store.begin_session(begun).await?;
        if self.single_session {
            self.forget(admin);
        }
        let access = self.tokens.sign(admin.0, &session, now, now + lives)?;
        Ok(Given { access, refresh })
    }

    /// What a token is worth now.
    pub async fn standing(&self, token: &str, now: i64) -> Result<Standing, StoreError> {
        let Some(claims) = self.tokens.read(token) else { return Ok(Standing::Unknown) };
        let Some(admin) = self.account(&claims, now).await? else { return Ok(Standing::Unknown) };
        if claims.exp <= now {
            return Ok(Standing::Expired);
        }
        let rights = self.store.rights(admin.id).await?;
        Ok(Standing::Valid(Box::new(Caller { admin, session: claims.sid, expires: claims.exp, rights })))
    }

    async fn account(&self, claims: &Claims, now: i64) -> Result<Option<Admin>, StoreError> {
        if let Some(cached) = self.cache.get(&claims.sid)
            && cached.0.elapsed() < BELIEVED
        {
            return Ok(cached.1.clone());
        }
        let Ok(account) = claims.sub.parse() else { return Ok(None) };
        let (session, admin) = self.store.session_and_admin(&claims.sid, AdminId(account)).await?;
        let lives = session.is_some_and(|session| session.admin == account && !session.revoked && session.expires_at > now);
        let admin = admin.filter(|admin| lives && admin.status == "enable");
        if self.cache.len() > CACHED_MAX {
            self.cache.clear();
        }
        self.cache.insert(claims.sid.clone(), (Instant::now(), admin.clone()));
        Ok(admin)
    }

    /// Forgets what was believed of an administrator's sessions.
    pub fn forget(&self, admin: AdminId) {
        self.cache.retain(|_, (_, known)| known.as_ref().is_some_and(|known| known.id != admin.0));
    }

    /// Forgets what was believed of every session: word of a change may have been lost.
    pub fn forget_all(&self) {
        self.cache.clear();
    }

    /// Refreshes a session with the expired access token beside the refresh token (wire contract 1.5).
    pub async fn refresh(&self, access: &str, refresh: &str, rotate: bool, now: i64) -> Result<Option<Given>, SessionError> {
        let Some(claims) = self.tokens.read(access) else { return Ok(None) };
        let successor = rotate.then(new_refresh);
        let hash = successor.as_ref().map(|(_, hash)| hash.as_str());
        match self.store.refresh(&hash_refresh(refresh), hash, now).await? {
            Refreshed::Valid { session, admin } if session == claims.sid => {
                let access = self.tokens.sign(admin, &session, now, now + self.access_seconds)?;
                Ok(Some(Given { access, refresh: successor.map(|(token, _)| token).unwrap_or_default() }))
            }
            Refreshed::Reused { admin } => {
                tracing::warn!(admin, "a refresh token was used twice: its session has been ended");
                self.forget(AdminId(admin));
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Ends the session of a token.
    pub async fn end(&self, token: &str) -> Result<(), StoreError> {
        if let Some(claims) = self.tokens.read(token) {
            self.store.end_session(&claims.sid).await?;
            self.cache.remove(&claims.sid);
        }
        Ok(())
    }
}
