//! Signatures of the sandbox: HMAC-SHA256 with the merchant's secret over method, path with query, time, nonce and body,
//! each ended by a line feed; in hexadecimal digits. An answer is signed with `ANSWER` in place of the method and with
//! the nonce of its request.

use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Headers of a signed call or answer.
pub const MERCHANT: &str = "pay-merchant";
pub const TIMESTAMP: &str = "pay-timestamp";
pub const NONCE: &str = "pay-nonce";
pub const SIGNATURE: &str = "pay-signature";
/// In place of the method of an answer.
pub const ANSWER: &str = "ANSWER";
/// Seconds that clocks may differ, either way.
pub const CLOCK_MAX: i64 = 300;

/// What is signed.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    pub method: &'a str,
    /// With the query.
    pub path: &'a str,
    /// Unix seconds.
    pub timestamp: i64,
    pub nonce: &'a str,
    pub body: &'a [u8],
}

impl Signed<'_> {
    fn mac(&self, secret: &str) -> Option<Hmac<Sha256>> {
        // HMAC takes keys of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
        mac.update(format!("{}\n{}\n{}\n{}\n", self.method, self.path, self.timestamp, self.nonce).as_bytes());
        mac.update(self.body);
        mac.update(b"\n");
        Some(mac)
    }

    /// The signature.
    #[must_use]
    pub fn signature(&self, secret: &str) -> String {
        self.mac(secret).map(|mac| hex::encode(mac.finalize().into_bytes())).unwrap_or_default()
    }

    /// Whether a signature is the right one; compared in constant time.
    #[must_use]
    pub fn fits(&self, secret: &str, signature: &str) -> bool {
        let Ok(given) = hex::decode(signature) else { return false };
        self.mac(secret).is_some_and(|mac| mac.verify_slice(&given).is_ok())
    }

    /// Whether it was signed about now.
    #[must_use]
    pub const fn is_of(&self, now: i64) -> bool {
        now.abs_diff(self.timestamp) <= CLOCK_MAX.unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNED: Signed<'_> = Signed { method: "POST", path: "/payments", timestamp: 1_700_000_000, nonce: "n1", body: br#"{"a":1}"# };

    #[test]
    fn the_signature_is_that_of_openssl() {
        // printf 'POST\n/payments\n1700000000\nn1\n{"a":1}\n' | openssl dgst -sha256 -hmac secret
        assert_eq!(SIGNED.signature("secret"), "76974a985a156a32f25518e26a77e52ffe3d98da161ff526a86ec49296d3660a");
    }

    #[test]
    fn whatever_is_changed_breaks_it() {
        let good = SIGNED.signature("secret");
        assert!(SIGNED.fits("secret", &good));
        let changed = [
            Signed { method: "GET", ..SIGNED },
            Signed { path: "/payments?x=1", ..SIGNED },
            Signed { timestamp: 1_700_000_001, ..SIGNED },
            Signed { nonce: "n2", ..SIGNED },
            Signed { body: br#"{"a":2}"#, ..SIGNED },
        ];
        for other in changed {
            assert!(!other.fits("secret", &good), "{other:?}");
        }
        for (secret, signature) in [("Secret", good.as_str()), ("secret", ""), ("secret", "no digits"), ("secret", &good[2..])] {
            assert!(!SIGNED.fits(secret, signature), "{secret} {signature}");
        }
    }

    #[test]
    fn clocks_may_differ_by_five_minutes() {
        for (now, is) in [(0, true), (300, true), (-300, true), (301, false), (-301, false)] {
            assert_eq!(SIGNED.is_of(1_700_000_000 + now), is, "{now}");
        }
        for timestamp in [i64::MIN, i64::MIN + 1, -1, i64::MAX] {
            assert!(!Signed { timestamp, ..SIGNED }.is_of(1_700_000_000), "{timestamp}");
        }
    }
}
