//! Passwords: argon2id with the parameters OWASP names (19 MiB, 2 passes, 1 lane).

use std::sync::{Arc, LazyLock};

use argon2::password_hash::rand_core::OsRng;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use rand::Rng;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use super::common;

/// Refuses somebody whose password another one has set, until they choose one: the key of the message.
pub const GIVEN_PASSWORD: &str = "password.given";

/// Concurrent hashes. Each takes 19 MiB and a core.
const AT_ONCE: usize = 2;
static HASHING: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(AT_ONCE)));
/// Hash of a random password, so that an unknown account costs the same work as a known one.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_now(&generate()).unwrap_or_default());

/// A password that can't be used or hashed.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("a password has 6 to 32 characters, none of & < > \" ' or a line break")]
    Form,
    #[error("an administrator's password has 12 to 32 characters, none of & < > \" ' or a line break")]
    AdminForm,
    #[error("the password is one of those that are tried first: choose another one")]
    Common,
    #[error("the password could not be hashed: {0}")]
    Hash(String),
}

impl PasswordError {
    /// The key of the message.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Form => "error.password",
            Self::AdminForm => "error.password.admin",
            Self::Common => "error.password.common",
            Self::Hash(_) => "error.internal",
        }
    }
}

fn argon2() -> Argon2<'static> {
    // The parameters are constants within the bounds that `Params::new` checks.
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(19 * 1024, 2, 1, None).unwrap_or_default())
}

fn hash_now(password: &str) -> Result<String, PasswordError> {
    let salt = SaltString::generate(&mut OsRng);
    argon2().hash_password(password.as_bytes(), &salt).map(|hash| hash.to_string()).map_err(|error| PasswordError::Hash(error.to_string()))
}

fn has_form(password: &str, length: std::ops::RangeInclusive<usize>) -> bool {
    let forbidden = |c: char| "&<>\"'\r\n".contains(c);
    length.contains(&password.chars().count()) && !password.contains(forbidden)
}

/// Checks a member's new password: its form (wire contract 10.2), and that it is not a common one.
pub fn check_member(password: &str) -> Result<(), PasswordError> {
    if !has_form(password, 6..=32) {
        return Err(PasswordError::Form);
    }
    if common::is_listed(password) { Err(PasswordError::Common) } else { Ok(()) }
}

/// Whether an administrator may take this password: 12 characters or more, and not easy to guess.
pub fn check_admin(password: &str, username: &str) -> Result<(), PasswordError> {
    if !has_form(password, 12..=32) {
        return Err(PasswordError::AdminForm);
    }
    if common::is_guessable(password, username) { Err(PasswordError::Common) } else { Ok(()) }
}

async fn permit() -> Result<OwnedSemaphorePermit, AcquireError> {
    HASHING.clone().acquire_owned().await
}

/// The PHC string of a password.
pub async fn hash(password: String) -> Result<String, PasswordError> {
    hash_holding(password, ()).await
}

/// The same; `held` is dropped when the work is done, also after a cancelled call.
pub async fn hash_holding(password: String, held: impl Send + 'static) -> Result<String, PasswordError> {
    let permit = permit().await.map_err(|error| PasswordError::Hash(error.to_string()))?;
    let hashed = tokio::task::spawn_blocking(move || {
        let hashed = hash_now(&password);
        drop((held, permit));
        hashed
    });
    hashed.await.map_err(|error| PasswordError::Hash(error.to_string()))?
}

/// Verifies a password; without a hash it does the same work and returns `false`. `held` is dropped when the work is
/// done, also after a cancelled call.
pub async fn verify_holding(password: String, hash: Option<String>, held: impl Send + 'static) -> bool {
    let Ok(permit) = permit().await else { return false };
    let verified = tokio::task::spawn_blocking(move || {
        let nobody: &str = &NOBODY;
        let stored = PasswordHash::new(hash.as_deref().unwrap_or(nobody));
        if let (Err(error), Some(_)) = (&stored, hash.as_deref().filter(|hash| !hash.is_empty())) {
            tracing::error!(%error, "a stored password can't be read: nobody can log in with it");
        }
        let fits = stored.is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok());
        drop((held, permit));
        hash.is_some() && fits
    });
    verified.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a password was not compared");
        false
    })
}

/// A random password of 16 characters that can't be mistaken for each other.
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
        assert!(verify_holding("correct horse".into(), Some(hashed.clone()), ()).await);
        assert!(!verify_holding("correct Horse".into(), Some(hashed), ()).await);
        assert!(!verify_holding("anything".into(), None, ()).await);
    }

    #[test]
    fn members_and_administrators_have_their_forms() {
        for wrong in ["12345", "a<b>cdef", "with'quote", "with\nline", &"x".repeat(33)] {
            assert!(matches!(check_member(wrong), Err(PasswordError::Form)), "{wrong}");
        }
        assert!(matches!(check_member("123456"), Err(PasswordError::Common)));
        assert!(check_member("a word").is_ok() && check_member(&generate()).is_ok());
        for short in ["123456", "elevenchars", "twelve<chars>", &"y".repeat(33)] {
            assert!(matches!(check_admin(short, "ann"), Err(PasswordError::AdminForm)), "{short}");
        }
        assert!(matches!(check_admin("password1234", "ann"), Err(PasswordError::Common)));
        for _ in 0..200 {
            assert!(check_admin(&generate(), "admin").is_ok());
        }
    }
}
