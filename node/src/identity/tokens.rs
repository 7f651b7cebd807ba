//! Access tokens (JWT, HS256) and refresh tokens (random, stored as a hash).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use entrepot_store::rotation::World;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use rand::Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const ISSUER: &str = "entrepot";
/// Administrators and members are two worlds.
const ADMINS: &str = "admin";
const MEMBERS: &str = "member";

/// What an access token says.
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

/// Signs and reads access tokens.
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    audience: &'static str,
}

/// Signing failed: a fault of the platform.
#[derive(Debug, thiserror::Error)]
#[error("a token could not be signed: {0}")]
pub struct SignError(String);

/// A new secret for signing, 32 random bytes in base64.
#[must_use]
pub fn new_secret() -> String {
    URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>())
}

/// A new refresh token and the hash that is stored of it.
#[must_use]
pub fn new_refresh() -> (String, String) {
    let token = URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>());
    let hash = hash_refresh(&token);
    (token, hash)
}

/// What is stored of a refresh token.
#[must_use]
pub fn hash_refresh(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

impl Tokens {
    /// Tokens of one world, signed with this secret.
    #[must_use]
    pub fn new(world: World, secret: &str) -> Self {
        let audience = match world {
            World::Admins => ADMINS,
            World::Members => MEMBERS,
        };
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Expiry is looked at by the caller: an expired token is another answer than a wrong one.
        validation.validate_exp = false;
        Self { encoding: EncodingKey::from_secret(secret.as_bytes()), decoding: DecodingKey::from_secret(secret.as_bytes()), validation, audience }
    }

    /// A token for a session.
    pub fn sign(&self, account: i64, session: &str, now: i64, expires: i64) -> Result<String, SignError> {
        let claims =
            Claims { iss: ISSUER.into(), aud: self.audience.into(), sub: account.to_string(), sid: session.to_owned(), iat: now, exp: expires };
        encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(|error| SignError(error.to_string()))
    }

    /// What a token says, expired or not, if the signature and its world are right.
    #[must_use]
    pub fn read(&self, token: &str) -> Option<Claims> {
        decode::<Claims>(token, &self.decoding, &self.validation).ok().map(|data| data.claims)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_only_its_own() {
        let tokens = Tokens::new(World::Admins, "one secret of thirty-two bytes...");
        let token = tokens.sign(7, "s1", 1_000, 2_000).expect("a token");
        assert_eq!(tokens.read(&token).map(|claims| (claims.sub, claims.exp)), Some(("7".into(), 2_000)));
        assert!(Tokens::new(World::Admins, "another secret").read(&token).is_none());
        assert!(Tokens::new(World::Members, "one secret of thirty-two bytes...").read(&token).is_none());
        let (_, rest) = token.split_once('.').expect("a dot");
        let unsigned = format!("{}.{}", URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#), rest);
        assert!(tokens.read(&unsigned).is_none());
    }
}
