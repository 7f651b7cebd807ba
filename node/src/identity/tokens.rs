//! Access tokens (JWT, HS256) and refresh tokens (random, stored as a hash).

use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use entrepot_store::identity::refresh_tokens::Realm;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use poem_openapi::Object;
use rand::Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::issuer::TokenPair;
use super::keys::Key;

const ISSUER: &str = "entrepot";
/// Administrators and members are two realms.
const ADMINS: &str = "admin";
const MEMBERS: &str = "member";

/// The claims of an access token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    pub aud: String,
    /// The account's id.
    pub sub: String,
    /// The session.
    pub sid: String,
    /// Unix seconds.
    pub iat: i64,
    pub exp: i64,
}

/// A key, ready to be used.
struct Ready {
    id: String,
    /// Unix seconds from which it signs.
    since: i64,
    encoding: EncodingKey,
    decoding: DecodingKey,
}

/// Signs and reads access tokens.
pub struct Tokens {
    /// Oldest first.
    keys: RwLock<Arc<Vec<Ready>>>,
    validation: Validation,
    audience: &'static str,
}

/// Signing failed: a fault of the platform.
#[derive(Debug, thiserror::Error)]
#[error("a token could not be signed: {0}")]
pub struct SignError(String);

/// A new refresh token and the hash that is stored of it.
#[must_use]
pub fn new_refresh() -> (String, String) {
    let token = URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>());
    let hash = hash_refresh(&token);
    (token, hash)
}

/// The successor of a refresh token, derived from it and a nonce. So two tabs with the same token get the same
/// successor, of which only the hash is stored.
#[must_use]
pub fn successor(token: &str, nonce: &str) -> (String, String) {
    let made = Sha256::new().chain_update(b"entrepot refresh\0").chain_update(nonce.as_bytes()).chain_update(b"\0").chain_update(token.as_bytes());
    let token = URL_SAFE_NO_PAD.encode(made.finalize());
    let hash = hash_refresh(&token);
    (token, hash)
}

/// The stored hash of a refresh token.
#[must_use]
pub fn hash_refresh(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

impl Tokens {
    /// Tokens of one realm, signed with the newest of these keys that signs already.
    #[must_use]
    pub fn new(realm: Realm, keys: &[Key]) -> Self {
        let audience = match realm {
            Realm::Admins => ADMINS,
            Realm::Members => MEMBERS,
        };
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // The caller checks the expiry, as expired and wrong tokens get different answers.
        validation.validate_exp = false;
        let tokens = Self { keys: RwLock::default(), validation, audience };
        tokens.set_keys(keys);
        tokens
    }

    /// Signs and reads with these keys from now on.
    pub fn set_keys(&self, keys: &[Key]) {
        let ready = |key: &Key| Ready {
            id: key.id.clone(),
            since: key.since,
            encoding: EncodingKey::from_secret(key.secret.as_bytes()),
            decoding: DecodingKey::from_secret(key.secret.as_bytes()),
        };
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys.iter().map(ready).collect());
    }

    fn keys(&self) -> Arc<Vec<Ready>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A token for a session.
    pub fn sign(&self, account: i64, session: &str, now: i64, expires: i64) -> Result<String, SignError> {
        let claims =
            Claims { iss: ISSUER.into(), aud: self.audience.into(), sub: account.to_string(), sid: session.to_owned(), iat: now, exp: expires };
        let keys = self.keys();
        let key = keys.iter().rev().find(|key| key.since <= now).or(keys.first()).ok_or_else(|| SignError("there is no key".into()))?;
        let header = Header { kid: Some(key.id.clone()).filter(|id| !id.is_empty()), ..Header::new(Algorithm::HS256) };
        encode(&header, &claims, &key.encoding).map_err(|error| SignError(error.to_string()))
    }

    /// The claims of a token, expired or not, if its signature and realm are right.
    #[must_use]
    pub fn read(&self, token: &str) -> Option<Claims> {
        let id = decode_header(token).ok()?.kid.unwrap_or_default();
        let keys = self.keys();
        let key = keys.iter().find(|key| key.id == id)?;
        decode::<Claims>(token, &key.decoding, &self.validation).ok().map(|data| data.claims)
    }
}

/// New tokens.
#[derive(Object)]
pub struct RefreshedTokens {
    /// `admin-refresh` or `user-refresh`.
    #[oai(rename = "type")]
    pub kind: String,
    /// The access token.
    pub token: String,
    /// Only where the client asked for a new one.
    #[oai(skip_serializing_if_is_none)]
    pub refresh_token: Option<String>,
}

impl RefreshedTokens {
    /// Of the tokens that were issued to this kind of account.
    #[must_use]
    pub fn new(kind: &str, tokens: TokenPair) -> Self {
        Self { kind: kind.to_owned(), token: tokens.access, refresh_token: Some(tokens.refresh).filter(|token| !token.is_empty()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: &str, secret: &str, since: i64) -> Key {
        Key { id: id.into(), secret: secret.into(), since, until: None }
    }

    fn tokens(realm: Realm, id: &str, secret: &str) -> Tokens {
        Tokens::new(realm, &[key(id, secret, 0)])
    }

    #[test]
    fn reads_only_its_own() {
        const SECRET: &str = "one secret of thirty-two bytes...";
        let own = tokens(Realm::Admins, "k1", SECRET);
        let token = own.sign(7, "s1", 1_000, 2_000).expect("a token");
        assert_eq!(own.read(&token).map(|claims| (claims.sub, claims.exp)), Some(("7".into(), 2_000)));
        assert!(tokens(Realm::Admins, "k1", "another secret").read(&token).is_none());
        assert!(tokens(Realm::Admins, "k2", SECRET).read(&token).is_none());
        assert!(tokens(Realm::Members, "k1", SECRET).read(&token).is_none());
        let (_, rest) = token.split_once('.').expect("a dot");
        for header in [r#"{"alg":"none","typ":"JWT"}"#, r#"{"alg":"none","typ":"JWT","kid":"k1"}"#, r#"{"alg":"HS512","typ":"JWT","kid":"k1"}"#] {
            assert!(own.read(&format!("{}.{rest}", URL_SAFE_NO_PAD.encode(header))).is_none(), "{header}");
        }
        let (body, _) = rest.split_once('.').expect("a signature");
        assert!(own.read(&format!("{}.{body}.", URL_SAFE_NO_PAD.encode(r#"{"alg":"none","kid":"k1"}"#))).is_none());
    }

    #[test]
    fn a_new_key_signs_when_every_node_knows_it_and_the_old_one_is_read() {
        let (old, new) = (key("", "the secret of an earlier version", 0), key("k2", "a new secret", 1_060));
        let tokens = Tokens::new(Realm::Admins, std::slice::from_ref(&old));
        let before = tokens.sign(7, "s1", 1_000, 2_000).expect("a token");
        assert_eq!(decode_header(&before).expect("a header").kid, None);
        tokens.set_keys(&[old, new.clone()]);
        let kid = |now| decode_header(tokens.sign(7, "s1", now, 2_000).expect("a token")).expect("a header").kid;
        assert_eq!((kid(1_059), kid(1_060)), (None, Some("k2".into())));
        let after = tokens.sign(7, "s1", 1_060, 2_000).expect("a token");
        assert!(tokens.read(&before).is_some() && tokens.read(&after).is_some());
        tokens.set_keys(&[new]);
        assert!(tokens.read(&before).is_none() && tokens.read(&after).is_some());
    }

    #[test]
    fn a_successor_follows_from_the_token_and_the_nonce() {
        let (one, hash) = successor("token", "nonce");
        assert_eq!((one.len(), hash_refresh(&one)), (43, hash.clone()));
        assert_eq!(successor("token", "nonce").1, hash);
        assert!(successor("token", "other").1 != hash && successor("other", "nonce").1 != hash);
    }
}
