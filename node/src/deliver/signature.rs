//! The signature of webhooks: `t=<Unix seconds>,v1=<hex>`, HMAC-SHA256 by the secret over the seconds, a dot and the body. While a
//! secret is being changed there are two `v1=`, one by each.

use hmac::{Hmac, Mac};
use sha2::Sha256;

/// The header that carries it.
pub const HEADER: &str = "Entrepot-Signature";

/// The value of the header.
#[must_use]
pub fn signature(secrets: &[&str], at: i64, body: &[u8]) -> String {
    let signed = secrets.iter().map(|secret| {
        let mut hashing = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
        hashing.update(format!("{at}.").as_bytes());
        hashing.update(body);
        format!(",v1={}", hex::encode(hashing.finalize().into_bytes()))
    });
    std::iter::once(format!("t={at}")).chain(signed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_formula() {
        // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_0123456789abcdef
        let expected = "9f5e37cdc7ea587c7c02062d93283cad000d66a831b2a1676418696db47ed6c2";
        assert_eq!(signature(&["whsec_0123456789abcdef"], 1_700_000_000, br#"{"a":1}"#), format!("t=1700000000,v1={expected}"));
        let both = signature(&["one", "two"], 5, b"x");
        assert_eq!(both.matches(",v1=").count(), 2);
    }
}
