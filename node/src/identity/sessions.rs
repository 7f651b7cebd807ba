//! Sessions: from a token to the administrator behind it.

use std::sync::Arc;
use std::time::Duration;

use actors::system::System;
use bus_schemas::ids::AdminId;
use bus_schemas::live::Invalidation;
use entrepot_store::Store;
use entrepot_store::cache::{Age, Cache, CacheStats, Limits, Stamp};
use entrepot_store::identity::accounts::{Admin, NewSession};
use entrepot_store::identity::refresh_tokens::Realm;
use entrepot_store::identity::rights::Rights;

use super::api_keys::KeyUsed;
use super::issuer::{IssuedSession, Issuer, RefreshOutcome, SessionError, TokenPair};
use super::keys::KeyError;
use super::tokens::Claims;
use crate::config::Config;
use crate::i18n::Language;
use crate::secrets::Secrets;
use actors::store::StoreError;

/// Who calls.
#[derive(Clone, Debug)]
pub struct Caller {
    pub admin: Admin,
    pub session: String,
    /// Unix seconds at which the token ends.
    pub expires: i64,
    /// The caller's rights; of a key those of the key.
    pub rights: Arc<Rights>,
    /// The key that another program calls with in the administrator's name; none in a session.
    pub key: Option<Arc<KeyUsed>>,
}

/// In whose name the program itself asks its API. No request from outside has it.
#[derive(Clone)]
pub struct OnBehalf(pub Box<Caller>);

impl Caller {
    /// The caller's id.
    #[must_use]
    pub fn id(&self) -> AdminId {
        AdminId(self.admin.id)
    }
}

/// The status of a token.
#[derive(Clone, Debug)]
pub enum TokenStatus {
    Valid(Box<Caller>),
    /// Of somebody whose password another one has set: they may only choose a new one.
    GivenPassword(Box<Caller>),
    /// Expired; it may be refreshed.
    Expired,
    /// Missing, wrong, of an ended session or of a disabled account.
    Unknown,
}

/// See the module.
pub struct Sessions {
    store: Store,
    issuer: Issuer,
    /// A login ends the account's other sessions.
    single_session: bool,
    /// Passwords that another one has set are changed first.
    change_given: bool,
    known: Cache<String, Option<Admin>>,
    /// In which language a session has called last.
    languages: Cache<String, Language>,
}

/// How long an account and its session are cached. Every node is notified of a change at once, but that message may be
/// lost.
const LIMITS: Limits = Limits { name: "admin_sessions", weight: 20_000, entries: 1_000, age: Age::everywhere(Duration::from_secs(5)) };

/// A language is forgotten with its session's day.
const LANGUAGES: Limits = Limits { name: "admin_languages", weight: 20_000, entries: 1_000, age: Age::everywhere(Duration::from_secs(86_400)) };

/// Groups, rules or memberships have changed: every node computes rights again.
pub fn rights_changed(store: &Store, system: &System) {
    store.forget_directory();
    system.invalidate(Invalidation::Rights);
}

impl Sessions {
    pub(crate) fn cache_stats(&self) -> CacheStats {
        self.known.stats()
    }

    /// Reads the signing keys, or makes one at the first start.
    pub async fn new(store: Store, config: &Config, secrets: &Secrets, now: i64) -> Result<Self, KeyError> {
        let issuer = Issuer::new(Realm::Admins, &store, secrets, config, now).await?;
        let (single_session, change_given) = (config.single_session, config.change_given_passwords);
        Ok(Self { store, issuer, single_session, change_given, known: Cache::new(LIMITS, true), languages: Cache::new(LANGUAGES, true) })
    }

    /// Reads the signing keys again.
    pub async fn read_keys(&self, secrets: &Secrets, now: i64) -> Result<(), KeyError> {
        self.issuer.read_keys(&self.store, secrets, now).await
    }

    /// Begins a session after a login.
    pub async fn begin(&self, admin: AdminId, keep: bool, ip: &str, today: &str, now: i64) -> Result<TokenPair, SessionError> {
        let IssuedSession { session, expires_at, refresh, tokens } = self.issuer.begin(admin.0, keep, now)?;
        let begun = NewSession { session: &session, admin, ip, today, now, expires_at, refresh, alone: self.single_session };
        self.store.begin_session(begun).await?;
        if self.single_session {
            self.forget(admin);
        }
        Ok(tokens)
    }

    /// Notes in which language a session calls.
    pub fn speaks(&self, session: &str, language: Language) {
        if self.language_of(session) != Some(language) {
            self.languages.put(session.to_owned(), Stamp::default(), language);
        }
    }

    /// The language in which a session has called last.
    #[must_use]
    pub fn language_of(&self, session: &str) -> Option<Language> {
        self.languages.get(&session.to_owned(), &Stamp::default())
    }

    /// The status of a token now.
    pub async fn token_status(&self, token: &str, now: i64) -> Result<TokenStatus, StoreError> {
        let Some(claims) = self.issuer.read(token) else { return Ok(TokenStatus::Unknown) };
        let Some(admin) = self.account(&claims, now).await? else { return Ok(TokenStatus::Unknown) };
        if claims.exp <= now {
            return Ok(TokenStatus::Expired);
        }
        let rights = self.store.rights(admin.id).await?;
        let given = self.must_change(&admin);
        let caller = Box::new(Caller { admin, session: claims.sid, expires: claims.exp, rights, key: None });
        Ok(if given { TokenStatus::GivenPassword(caller) } else { TokenStatus::Valid(caller) })
    }

    /// Whether somebody chooses a new password before anything else.
    #[must_use]
    pub fn must_change(&self, admin: &Admin) -> bool {
        self.change_given && admin.given_password == 1
    }

    async fn account(&self, claims: &Claims, now: i64) -> Result<Option<Admin>, StoreError> {
        if let Some(known) = self.known.get(&claims.sid, &Stamp::default()) {
            return Ok(known);
        }
        let Ok(account) = claims.sub.parse() else { return Ok(None) };
        let (session, admin) = self.store.session_and_admin(&claims.sid, AdminId(account)).await?;
        let lives = session.is_some_and(|session| session.admin == account && !session.revoked && session.expires_at > now);
        let admin = admin.filter(|admin| lives && admin.status == "enable");
        self.known.put(claims.sid.clone(), Stamp::default(), admin.clone());
        Ok(admin)
    }

    /// Invalidates the cached sessions of an administrator.
    pub fn forget(&self, admin: AdminId) {
        self.known.forget_if(|_, known| known.as_ref().is_none_or(|known| known.id == admin.0));
    }

    /// Invalidates all cached sessions, as messages may have been lost.
    pub fn forget_all(&self) {
        self.known.clear();
    }

    /// Refreshes a session with a refresh token and the expired access token (wire contract 1.5).
    pub async fn refresh(&self, access: &str, refresh: &str, rotate: bool, now: i64) -> Result<Option<TokenPair>, SessionError> {
        Ok(match self.issuer.refresh(&self.store, access, refresh, rotate, now).await? {
            RefreshOutcome::Issued(tokens) => Some(tokens),
            RefreshOutcome::Ended(admin) => {
                self.forget(AdminId(admin));
                None
            }
            RefreshOutcome::Refused => None,
        })
    }

    /// Ends the session of a token.
    pub async fn end(&self, token: &str) -> Result<(), StoreError> {
        if let Some(claims) = self.issuer.read(token) {
            self.store.end_session(&claims.sid).await?;
            self.known.forget(&claims.sid);
        }
        Ok(())
    }
}
