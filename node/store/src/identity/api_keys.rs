//! What proves keys for other programs: keyed hashes, apart from the keys' rows (`api_key`, a declared resource), so that no
//! reading of a row carries one. A record's id is the hash: the key's text finds it, and nothing leads back.

use actors::store::StoreError;
use serde::Deserialize;

use super::accounts::Admin;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{id, int, text, text_id};
use crate::resource::write::ExtraStatements;

/// The table of hashes: the key's id, the prefix, and the end in Unix seconds, 0 while it is the newest.
const SECRETS: &str = "api_key_secret";
/// Keys of a person that are in use, at most.
pub const KEYS_MAX: i64 = 50;
/// The path of the refusal by [`first_secret`] when there are as many as there may be.
pub const FULL: &str = "keys_full";

/// A key as it is stored, beside what proves it.
#[derive(Clone, Debug, Deserialize)]
pub struct StoredKey {
    pub id: i64,
    pub name: String,
    pub admin_id: i64,
    /// 1: of the site.
    pub of_site: i64,
    pub group_id: i64,
    #[serde(default)]
    pub warehouses: Vec<i64>,
    /// Requests a minute.
    pub rate: i64,
    /// Unix seconds.
    pub expires: i64,
    pub state: String,
}

/// What a hash leads to.
#[derive(Clone, Debug)]
pub struct FoundKey {
    pub key: StoredKey,
    /// The beginning of the text that was presented.
    pub prefix: String,
    /// Unix seconds; 0: with the key.
    pub ends_at: i64,
    pub owner: Option<Admin>,
}

#[derive(Deserialize)]
struct Secret {
    prefix: String,
    ends_at: i64,
}

#[derive(Deserialize)]
struct Found {
    secret: Option<Secret>,
    key: Option<StoredKey>,
}

/// Beside a new key: what proves it. Refuses, as [`FULL`], more keys of its owner than [`KEYS_MAX`].
#[must_use]
pub fn first_secret(hash: &str, prefix: &str, owner: i64, now: i64) -> ExtraStatements {
    // Two at once write the same counter, so that the later one sees the other.
    let query = format!(
        "UPSERT type::record('counter', $secret_counter) SET last = (last ?? 0) + 1 RETURN NONE; \
         IF array::len((SELECT VALUE id FROM api_key WHERE admin_id = $secret_admin AND state = 'active')) > {KEYS_MAX} {{ THROW 'BESIDE:{FULL}' }}; \
         CREATE $secret SET key = $owner, prefix = $secret_prefix, ends_at = 0, create_time = $secret_now RETURN NONE;"
    );
    let vars = vec![
        ("secret_counter", text(&format!("api_keys_{owner}"))),
        ("secret_admin", int(owner)),
        ("secret", text_id(SECRETS, hash)),
        ("secret_prefix", text(prefix)),
        ("secret_now", int(now)),
    ];
    ExtraStatements { query, vars, tables: vec![SECRETS], only_guards: false }
}

/// Beside a key that is rotated: what proves it from now on. Those before are good until a time at the latest.
#[must_use]
pub fn next_secret(hash: &str, prefix: &str, until: i64, now: i64) -> ExtraStatements {
    let query = format!(
        "DELETE {SECRETS} WHERE key = $owner AND ends_at > 0 AND ends_at <= $secret_now RETURN NONE; \
         UPDATE {SECRETS} SET ends_at = $secret_until WHERE key = $owner AND (ends_at = 0 OR ends_at > $secret_until) RETURN NONE; \
         CREATE $secret SET key = $owner, prefix = $secret_prefix, ends_at = 0, create_time = $secret_now RETURN NONE;"
    );
    let vars = vec![("secret", text_id(SECRETS, hash)), ("secret_prefix", text(prefix)), ("secret_until", int(until)), ("secret_now", int(now))];
    ExtraStatements { query, vars, tables: vec![SECRETS], only_guards: false }
}

/// Beside the deletion of keys: what proved them goes as well.
#[must_use]
pub fn without_secrets() -> ExtraStatements {
    let query = format!("DELETE {SECRETS} WHERE key IN $keys RETURN NONE;");
    ExtraStatements { query, vars: vec![], tables: vec![SECRETS], only_guards: false }
}

impl Store {
    /// The key that a hash proves, as it is at this moment: it is never cached, so that a revoked one is refused at once.
    pub async fn api_key_of(&self, hash: &str) -> Result<Option<FoundKey>, StoreError> {
        let query = "LET $secret = (SELECT key, prefix, ends_at FROM ONLY $hash);
            LET $key = IF $secret = NONE { NONE } ELSE { (SELECT *, record::id(id) AS id FROM ONLY type::record('api_key', $secret.key)) };
            SELECT VALUE { secret: $secret, key: $key } FROM ONLY [1];
            SELECT *, record::id(id) AS id FROM type::record('admin', $key.admin_id ?? 0);";
        let mut response = self.run(query, vec![("hash", text_id(SECRETS, hash))]).await?;
        let Found { secret: Some(secret), key: Some(key) } = take(&mut response, 2)? else { return Ok(None) };
        let owners: Vec<Admin> = take(&mut response, 3)?;
        Ok(Some(FoundKey { key, prefix: secret.prefix, ends_at: secret.ends_at, owner: owners.into_iter().next() }))
    }

    /// Notes when and from where a key was used.
    pub async fn api_key_used(&self, key: i64, at: i64, ip: &str) -> Result<(), StoreError> {
        let vars = vec![("key", id("api_key", key)), ("at", int(at)), ("ip", text(ip))];
        self.run("UPDATE $key SET last_used_at = $at, last_used_ip = $ip RETURN NONE", vars).await?;
        Ok(())
    }

    /// Notes when and why a key was refused.
    pub async fn api_key_refused(&self, key: i64, at: i64, reason: &str) -> Result<(), StoreError> {
        let vars = vec![("key", id("api_key", key)), ("at", int(at)), ("reason", text(reason))];
        self.run("UPDATE $key SET refused_at = $at, refusal = $reason RETURN NONE", vars).await?;
        Ok(())
    }
}
