//! Passwords: argon2id with the parameters OWASP names (19 MiB, 2 passes, 1 lane).

use std::sync::LazyLock;

use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use rand::Rng;
use tokio::sync::Semaphore;

/// Hashes made at once: each takes 19 MiB and a core.
const AT_ONCE: usize = 2;
static HASHING: Semaphore = Semaphore::const_new(AT_ONCE);
/// A hash of nothing anybody knows: an unknown account costs the same work as a known one.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_now(&generate()).unwrap_or_default());

/// A password that can't be used or hashed.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("a password has 6 to 32 characters, none of & < > \" ' or a line break")]
    Form,
    #[error("the password could not be hashed: {0}")]
    Hash(String),
}

fn argon2() -> Argon2<'static> {
    // The parameters are constants within the bounds that `Params::new` checks.
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(19 * 1024, 2, 1, None).unwrap_or_default())
}

fn hash_now(password: &str) -> Result<String, PasswordError> {
    let salt = SaltString::generate(&mut OsRng);
    argon2().hash_password(password.as_bytes(), &salt).map(|hash| hash.to_string()).map_err(|error| PasswordError::Hash(error.to_string()))
}

/// Whether a password has the form that the specification asks for.
pub fn check_form(password: &str) -> Result<(), PasswordError> {
    let length = password.chars().count();
    let forbidden = |c: char| "&<>\"'\r\n".contains(c);
    if (6..=32).contains(&length) && !password.contains(forbidden) { Ok(()) } else { Err(PasswordError::Form) }
}

/// The PHC string of a password.
pub async fn hash(password: String) -> Result<String, PasswordError> {
    let _permit = HASHING.acquire().await.map_err(|error| PasswordError::Hash(error.to_string()))?;
    tokio::task::spawn_blocking(move || hash_now(&password)).await.map_err(|error| PasswordError::Hash(error.to_string()))?
}

/// Whether a password is the one that was hashed; without a hash, the same work and `false`.
pub async fn verify(password: String, hash: Option<String>) -> bool {
    let Ok(_permit) = HASHING.acquire().await else { return false };
    let verified = tokio::task::spawn_blocking(move || {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODY.clone());
        let fits = PasswordHash::new(&hash).is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok());
        known && fits
    });
    verified.await.unwrap_or(false)
}

/// A password made for somebody: 16 characters that can't be mistaken for each other.
#[must_use]
pub fn generate() -> String {
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let mut rng = rand::rng();
    (0..16).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn verifies_only_the_right_password() {
        let hashed = hash("correct horse".into()).await.expect("a hash");
        assert!(hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(verify("correct horse".into(), Some(hashed.clone())).await);
        assert!(!verify("correct Horse".into(), Some(hashed)).await);
        assert!(!verify("anything".into(), None).await);
    }

    #[test]
    fn form() {
        assert!(check_form("12345").is_err());
        assert!(check_form("a<b>cdef").is_err());
        assert!(check_form(&generate()).is_ok());
    }
}
