//! Secrets at rest: AES-256-GCM under a key outside the database.
//!
//! A sealed secret is `v1.{kid}.{base64url(nonce ‖ ciphertext ‖ tag)}`. The key id `kid` is the first eight
//! hexadecimal digits of the key's SHA-256. The place of a secret (`table|id|field`) is authenticated with it, so
//! that a sealed secret can't be moved to a place where it would be shown or sent elsewhere.
//!
//! The key file has one key a line, 32 random bytes in base64. The first key seals, all of them open.
//! A node makes the file at its first start. After that a database whose check value does not open
//! under the file's keys is refused: without them its secrets are lost.

pub mod key_file;
pub mod key_text;
pub mod stored;

use std::fmt;

use aws_lc_rs::aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::Rng;
use sha2::{Digest, Sha256};

pub use self::key_file::KeyFileError;

/// Bytes of a key.
const KEY_LENGTH: usize = 32;
/// Bytes of a nonce.
const NONCE_LENGTH: usize = 12;
/// Bytes of a tag.
const TAG_LENGTH: usize = 16;
const VERSION: &str = "v1";

/// Where a secret is in the database.
#[derive(Clone, Copy, Debug)]
pub struct SecretLocation<'a> {
    pub table: &'a str,
    pub id: &'a str,
    pub field: &'a str,
}

impl<'a> SecretLocation<'a> {
    /// A value of the table `setting`.
    #[must_use]
    pub const fn setting(name: &'a str) -> Self {
        Self { table: "setting", id: name, field: "value" }
    }

    /// A setting of the type `password`, by its id in the table `config`.
    #[must_use]
    pub const fn password(id: &'a str) -> Self {
        Self { table: "config", id, field: "value" }
    }

    fn bytes(&self) -> Vec<u8> {
        format!("{}|{}|{}", self.table, self.id, self.field).into_bytes()
    }
}

/// Why a secret can't be sealed or opened. Says nothing of the secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    #[error("it is not a sealed secret")]
    Form,
    #[error("it is sealed under the key {0}, which is not in the key file")]
    UnknownKey(String),
    #[error("it was changed, or moved from another place")]
    Changed,
    #[error("the encryption failed")]
    Platform,
}

struct Key {
    id: String,
    key: RandomizedNonceKey,
}

impl Key {
    fn new(bytes: &[u8; KEY_LENGTH]) -> Result<Self, SecretError> {
        let key = RandomizedNonceKey::new(&AES_256_GCM, bytes).map_err(|_| SecretError::Platform)?;
        Ok(Self { id: hex::encode(&Sha256::digest(bytes)[..4]), key })
    }
}

/// Seals and opens secrets.
pub struct Secrets {
    /// Never empty: the first one seals.
    keys: Vec<Key>,
}

// Keys stay out of logs.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys.iter().map(|key| &key.id)).finish()
    }
}

/// Whether a stored text has the form of a sealed secret.
#[must_use]
pub fn is_sealed(text: &str) -> bool {
    parts(text).is_some()
}

fn parts(text: &str) -> Option<(&str, Vec<u8>)> {
    let (id, rest) = text.strip_prefix(VERSION)?.strip_prefix('.')?.split_once('.')?;
    let form = id.len() == 8 && id.bytes().all(|digit| digit.is_ascii_hexdigit() && !digit.is_ascii_uppercase());
    let bytes = URL_SAFE_NO_PAD.decode(rest).ok().filter(|bytes| form && bytes.len() >= NONCE_LENGTH + TAG_LENGTH)?;
    Some((id, bytes))
}

impl Secrets {
    /// With these keys; the first one seals.
    pub fn new(keys: &[[u8; KEY_LENGTH]]) -> Result<Self, SecretError> {
        let keys = keys.iter().map(Key::new).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() { Err(SecretError::Platform) } else { Ok(Self { keys }) }
    }

    /// A key that is gone with the process, for a database in memory.
    pub fn ephemeral() -> Result<Self, SecretError> {
        Self::new(&[rand::rng().random()])
    }

    /// A secret as it is stored at its place.
    pub fn seal(&self, location: SecretLocation<'_>, secret: &str) -> Result<String, SecretError> {
        let key = self.keys.first().ok_or(SecretError::Platform)?;
        let mut text = secret.as_bytes().to_vec();
        let nonce = key.key.seal_in_place_append_tag(Aad::from(location.bytes()), &mut text).map_err(|_| SecretError::Platform)?;
        let bytes = [nonce.as_ref().as_slice(), &text].concat();
        Ok(format!("{VERSION}.{}.{}", key.id, URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The secret of what is stored at a place.
    pub fn open(&self, location: SecretLocation<'_>, sealed: &str) -> Result<String, SecretError> {
        let (id, bytes) = parts(sealed).ok_or(SecretError::Form)?;
        let key = self.keys.iter().find(|key| key.id == id).ok_or_else(|| SecretError::UnknownKey(id.to_owned()))?;
        let (nonce, text) = bytes.split_at_checked(NONCE_LENGTH).ok_or(SecretError::Form)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| SecretError::Form)?;
        let mut text = text.to_vec();
        let plain = key.key.open_in_place(nonce, Aad::from(location.bytes()), &mut text).map_err(|_| SecretError::Changed)?;
        String::from_utf8(plain.to_vec()).map_err(|_| SecretError::Changed)
    }

    /// Whether a stored secret is sealed under the key that seals now.
    #[must_use]
    pub fn is_current(&self, sealed: &str) -> bool {
        matches!((parts(sealed), self.keys.first()), (Some((id, _)), Some(key)) if key.id == id)
    }

    /// The replacement of `stored`: plain text gets sealed, a secret under an older key gets resealed. `None` when it
    /// may stay.
    pub fn resealed(&self, location: SecretLocation<'_>, stored: &str) -> Result<Option<String>, SecretError> {
        if stored.is_empty() || self.is_current(stored) {
            return Ok(None);
        }
        let secret = if is_sealed(stored) { self.open(location, stored)? } else { stored.to_owned() };
        self.seal(location, &secret).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: [u8; 32] = [1; 32];
    const TWO: [u8; 32] = [2; 32];
    const PASSWORD: SecretLocation<'_> = SecretLocation { table: "config", id: "9", field: "value" };

    fn secrets(keys: &[[u8; 32]]) -> Secrets {
        Secrets::new(keys).expect("keys")
    }

    #[test]
    fn a_secret_opens_only_at_its_place_and_unchanged() {
        let own = secrets(&[ONE]);
        let sealed = own.seal(PASSWORD, "päss").expect("sealed");
        assert!(is_sealed(&sealed) && !sealed.contains("päss"));
        assert_eq!(own.open(PASSWORD, &sealed).as_deref(), Ok("päss"));
        assert_ne!(own.seal(PASSWORD, "päss").expect("sealed"), sealed, "the same text is not seen to be the same");
        for location in
            [SecretLocation { id: "8", ..PASSWORD }, SecretLocation { table: "setting", ..PASSWORD }, SecretLocation { field: "tip", ..PASSWORD }]
        {
            assert_eq!(own.open(location, &sealed), Err(SecretError::Changed), "{location:?}");
        }
        for at in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).expect("text");
            assert!(own.open(PASSWORD, &changed).is_err(), "changed at {at}");
        }
        assert!((0..sealed.len()).all(|cut| own.open(PASSWORD, &sealed[..cut]).is_err()));
    }

    #[test]
    fn what_was_sealed_elsewhere_is_opened_here() {
        // Made by Python's `cryptography`: AESGCM(bytes([1]*32)).encrypt(bytes(range(12)), b"secret", b"config|9|value").
        let own = secrets(&[ONE]);
        assert_eq!(own.open(PASSWORD, VECTOR).as_deref(), Ok("secret"));
    }
    const VECTOR: &str = "v1.72cd6e84.AAECAwQFBgcICQoLyMP2VEWKszHT3Ehpj1TQwUEqp3wbcw";

    #[test]
    fn the_first_key_seals_and_all_open() {
        let (old, both, new) = (secrets(&[ONE]), secrets(&[TWO, ONE]), secrets(&[TWO]));
        let sealed = old.seal(PASSWORD, "x").expect("sealed");
        assert_eq!(both.open(PASSWORD, &sealed).as_deref(), Ok("x"));
        assert!(matches!(new.open(PASSWORD, &sealed), Err(SecretError::UnknownKey(_))));
        let again = both.resealed(PASSWORD, &sealed).expect("opened").expect("sealed anew");
        assert_eq!(new.open(PASSWORD, &again).as_deref(), Ok("x"));
        assert_eq!(both.resealed(PASSWORD, &again), Ok(None));
        assert_eq!(both.resealed(PASSWORD, ""), Ok(None));
        let plain = new.resealed(PASSWORD, "in the clear").expect("sealed").expect("sealed");
        assert_eq!(new.open(PASSWORD, &plain).as_deref(), Ok("in the clear"));
    }
}
