//! Issues tokens at login and refresh: lifetimes, and what ends a session.

use actors::store::StoreError;
use entrepot_store::Store;
use entrepot_store::identity::refresh_tokens::{Realm, Refreshed, Successor};

use super::keys::{self, KeyError, new_secret};
use super::tokens::{Claims, SignError, Tokens, hash_refresh, new_refresh, successor};
use crate::config::Config;
use crate::error::ServiceError;
use crate::secrets::Secrets;

/// An access token and a refresh token, issued at a login or a refresh.
#[derive(Clone, Debug)]
pub struct TokenPair {
    pub access: String,
    /// Empty when the session can't be refreshed.
    pub refresh: String,
}

/// Why no tokens are issued.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Sign(#[from] SignError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A session that is to begin.
pub struct IssuedSession {
    pub session: String,
    /// Unix seconds at which it ends, refreshed or not.
    pub expires_at: i64,
    /// Hash of the refresh token and its end.
    pub refresh: Option<(String, i64)>,
    /// The tokens for the client, once the session is stored.
    pub tokens: TokenPair,
}

/// A refresh token's outcome.
pub enum RefreshOutcome {
    Issued(TokenPair),
    /// A replaced token was used again, so the session was ended; invalidate the cache of this account.
    Ended(i64),
    Refused,
}

/// Issues tokens to the accounts of one realm.
pub struct Issuer {
    realm: Realm,
    tokens: Tokens,
    access_seconds: i64,
    session_seconds: i64,
    refresh_seconds: i64,
}

impl Issuer {
    /// With the keys of the store, made at the first start, and the lifetimes of the configuration.
    pub async fn new(realm: Realm, store: &Store, secrets: &Secrets, config: &Config, now: i64) -> Result<Self, KeyError> {
        Ok(Self {
            realm,
            tokens: Tokens::new(realm, &keys::load(store, secrets, realm).await?.alive(now)),
            access_seconds: config.access_seconds,
            session_seconds: config.session_seconds,
            refresh_seconds: config.refresh_seconds,
        })
    }

    /// Reads the keys again: they may have been changed.
    pub async fn read_keys(&self, store: &Store, secrets: &Secrets, now: i64) -> Result<(), KeyError> {
        self.tokens.set_keys(&keys::load(store, secrets, self.realm).await?.alive(now));
        Ok(())
    }

    /// The claims of a token, expired or not.
    #[must_use]
    pub fn read(&self, token: &str) -> Option<Claims> {
        self.tokens.read(token)
    }

    /// A new session; with `keep` it can be refreshed.
    pub fn begin(&self, account: i64, keep: bool, now: i64) -> Result<IssuedSession, SignError> {
        let session = uuid::Uuid::new_v4().simple().to_string();
        let token = keep.then(new_refresh);
        let (lives, ends) = if keep { (self.access_seconds, self.refresh_seconds) } else { (self.session_seconds, self.session_seconds) };
        let refresh = token.as_ref().map(|(_, hash)| (hash.clone(), now + self.refresh_seconds));
        let access = self.tokens.sign(account, &session, now, now + lives)?;
        let tokens = TokenPair { access, refresh: token.map(|(token, _)| token).unwrap_or_default() };
        Ok(IssuedSession { session, expires_at: now + ends, refresh, tokens })
    }

    /// Refreshes a session with a refresh token and the expired access token (wire contract 1.5).
    pub async fn refresh(&self, store: &Store, access: &str, refresh: &str, rotate: bool, now: i64) -> Result<RefreshOutcome, SessionError> {
        let Some(claims) = self.tokens.read(access) else { return Ok(RefreshOutcome::Refused) };
        // The stored nonce is useless without the token.
        let offered = rotate.then(|| {
            let nonce = new_secret();
            Successor { hash: successor(refresh, &nonce).1, nonce }
        });
        match store.refresh(self.realm, &claims.sid, &hash_refresh(refresh), offered.as_ref(), now).await? {
            Refreshed::Valid { account, nonce } => {
                let access = self.tokens.sign(account, &claims.sid, now, now + self.access_seconds)?;
                // The one that is stored: another tab may have been quicker.
                let refresh = nonce.filter(|_| rotate).map(|nonce| successor(refresh, &nonce).0).unwrap_or_default();
                Ok(RefreshOutcome::Issued(TokenPair { access, refresh }))
            }
            Refreshed::Ended { account } => {
                tracing::warn!(account, realm = ?self.realm, "a refresh token was used after it had been replaced: its session has been ended");
                Ok(RefreshOutcome::Ended(account))
            }
            Refreshed::Unknown => Ok(RefreshOutcome::Refused),
        }
    }
}

impl From<SessionError> for ServiceError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Store(error) => error.into(),
            SessionError::Sign(error) => Self::Internal(error.to_string()),
        }
    }
}
