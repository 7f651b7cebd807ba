//! Tokens of adverts that were served. A browser shows one when the advert was seen or followed, so that only what was served
//! is counted.

use entrepot_store::Store;
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::identity::keys::new_secret;
use crate::secrets::Secrets;
use crate::secrets::stored::{StoredError, installation_secret};

/// The setting of the installation under which tokens are signed: every node reads those of the others.
const SETTING: &str = "placement_secret";
/// Bytes of the advert, the zone, the hour and the number of the answer.
const SERVED: usize = 28;
/// Bytes of the signature that a token carries.
const SIGNATURE: usize = 16;
/// Characters of a token: hexadecimal, as paths are read without regard to case.
pub const TOKEN_LENGTH: usize = (SERVED + SIGNATURE) * 2;

/// What was served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    pub ad: i64,
    pub zone: i64,
    /// Hours since 1970.
    pub hour: u32,
    /// Of the answer, by chance: two answers have two tokens for the same advert.
    pub number: u64,
}

/// A genuine token, with the number by which it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Genuine {
    pub served: Served,
    pub key: u64,
}

impl Served {
    fn write(self) -> [u8; SERVED] {
        let mut bytes = [0; SERVED];
        let parts = [&self.ad.to_be_bytes()[..], &self.zone.to_be_bytes(), &self.hour.to_be_bytes(), &self.number.to_be_bytes()];
        for (place, byte) in bytes.iter_mut().zip(parts.into_iter().flatten()) {
            *place = *byte;
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (ad, rest) = bytes.split_first_chunk()?;
        let (zone, rest) = rest.split_first_chunk()?;
        let (hour, rest) = rest.split_first_chunk()?;
        let (number, _) = rest.split_first_chunk()?;
        Some(Self {
            ad: i64::from_be_bytes(*ad),
            zone: i64::from_be_bytes(*zone),
            hour: u32::from_be_bytes(*hour),
            number: u64::from_be_bytes(*number),
        })
    }
}

/// Signs and opens tokens.
#[derive(Clone)]
pub struct Tokens(Hmac<Sha256>);

impl Tokens {
    /// With the installation's secret, made at the first start.
    pub async fn new(store: &Store, secrets: &Secrets) -> Result<Self, StoredError> {
        Ok(Self::with(installation_secret(store, secrets, SETTING, &new_secret()).await?.as_bytes()))
    }

    /// With a secret.
    #[must_use]
    pub fn with(secret: &[u8]) -> Self {
        Self(Hmac::<Sha256>::new_from_slice(secret).unwrap_or_else(|_| unreachable!("HMAC takes keys of any length")))
    }

    /// The token of what was served.
    #[must_use]
    pub fn sign(&self, served: Served) -> String {
        let written = served.write();
        let signature = self.0.clone().chain_update(written).finalize().into_bytes();
        let bytes: Vec<u8> = written.iter().chain(signature.iter().take(SIGNATURE)).copied().collect();
        hex::encode(bytes)
    }

    /// What was served, if the token is one of this installation.
    #[must_use]
    pub fn open(&self, token: &str) -> Option<Genuine> {
        if token.len() != TOKEN_LENGTH {
            return None;
        }
        let bytes = hex::decode(token).ok()?;
        let (written, signature) = bytes.split_at_checked(SERVED)?;
        self.0.clone().chain_update(written).verify_truncated_left(signature).ok()?;
        let (key, _) = signature.split_first_chunk()?;
        Some(Genuine { served: Served::read(written)?, key: u64::from_be_bytes(*key) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_as_it_was_signed_and_no_other_does() {
        let tokens = Tokens::with(b"secret");
        let served = Served { ad: 7, zone: 3, hour: 493_000, number: u64::MAX - 1 };
        let token = tokens.sign(served);
        assert_eq!((token.len(), tokens.open(&token).map(|genuine| genuine.served)), (TOKEN_LENGTH, Some(served)));
        assert!(Tokens::with(b"another").open(&token).is_none());
        for at in 0..token.len() {
            let mut forged = token.clone().into_bytes();
            forged[at] = if forged[at] == b'a' { b'b' } else { b'a' };
            assert!(tokens.open(&String::from_utf8(forged).expect("ASCII")).is_none(), "{at}");
        }
        for odd in ["", "x", &token[1..], &format!("{token}a"), &"€".repeat(TOKEN_LENGTH / 3), &"x".repeat(TOKEN_LENGTH)] {
            assert!(tokens.open(odd).is_none(), "{odd}");
        }
        let other = tokens.sign(Served { number: 1, ..served });
        assert_ne!(tokens.open(&other).map(|genuine| genuine.key), tokens.open(&token).map(|genuine| genuine.key));
    }
}
