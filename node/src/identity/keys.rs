//! The keys that access tokens are signed with: one that signs, and those before it, which are read until every token
//! of theirs is out. Each realm has its own, kept as a setting of the installation, sealed.

use actors::store::StoreError;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use entrepot_store::Store;
use entrepot_store::identity::refresh_tokens::Realm;
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::secrets::stored::{StoredError, installation_secret};
use crate::secrets::{SecretError, SecretLocation, Secrets};

/// Seconds from a key's making to its first signature: every node has read it by then.
pub const PUBLISHED_BEFORE: i64 = 60;
/// How often a node reads the keys, in seconds.
pub const READ_EVERY: u64 = 20;
/// Keys that are kept at most; then the oldest ends early.
const KEYS_MAX: usize = 16;

/// A new secret for signing, 32 random bytes in base64.
#[must_use]
pub fn new_secret() -> String {
    URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 32]>())
}

/// A key. Its secret stays out of logs.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// As tokens name it (`kid`); empty for the key of tokens that name none.
    pub id: String,
    /// 32 random bytes in base64.
    pub secret: String,
    /// Unix seconds from which it signs.
    pub since: i64,
    /// Unix seconds until which it is read, when another one has taken its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Key({:?}, since {}, until {:?})", self.id, self.since, self.until)
    }
}

/// A realm's keys, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyRing(Vec<Key>);

/// How keys are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// The previous keys stay valid for this many seconds.
    Gentle { read_for: i64 },
    /// They end now, and with them every session.
    EndSessions,
}

/// Why keys can't be had.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Secret(#[from] StoredError),
    #[error("the signing keys in the database can't be read: {0}")]
    Damaged(String),
    #[error("the signing keys were changed by somebody else meanwhile: try again")]
    Changed,
}

impl KeyRing {
    fn first(secret: String, id: String) -> Self {
        Self(vec![Key { id, secret, since: 0, until: None }])
    }

    fn read(text: &str) -> Result<Self, KeyError> {
        let key_ring: Self = serde_json::from_str(text).map_err(|error| KeyError::Damaged(error.to_string()))?;
        if key_ring.0.is_empty() { Err(KeyError::Damaged("there are none".into())) } else { Ok(key_ring) }
    }

    fn written(&self) -> Result<String, KeyError> {
        serde_json::to_string(self).map_err(|error| KeyError::Damaged(error.to_string()))
    }

    /// Those that are read at a time.
    #[must_use]
    pub fn alive(&self, now: i64) -> Vec<Key> {
        self.0.iter().filter(|key| key.until.is_none_or(|until| until > now)).cloned().collect()
    }

    fn rotated(&self, rotation: Rotation, now: i64) -> Self {
        let id = uuid::Uuid::new_v4().simple().to_string();
        let (mut keys, since) = match rotation {
            Rotation::EndSessions => (vec![], now),
            Rotation::Gentle { read_for } => {
                let since = now + PUBLISHED_BEFORE;
                let ended = |key: Key| Key { until: key.until.or(Some(since + read_for)), ..key };
                (self.alive(now).into_iter().map(ended).collect(), since)
            }
        };
        keys.push(Key { id, secret: new_secret(), since, until: None });
        let over = keys.len().saturating_sub(KEYS_MAX);
        Self(keys.split_off(over))
    }
}

/// The setting that holds a realm's keys, and the one that held its only secret in earlier versions.
const fn settings(realm: Realm) -> (&'static str, &'static str) {
    match realm {
        Realm::Admins => ("token_keys", "token_secret"),
        Realm::Members => ("member_token_keys", "member_token_secret"),
    }
}

/// A realm's keys; made at the first start.
pub async fn load(store: &Store, secrets: &Secrets, realm: Realm) -> Result<KeyRing, KeyError> {
    let (name, former) = settings(realm);
    let earlier = match store.setting(former).await? {
        Some(_) => Some(installation_secret(store, secrets, former, &new_secret()).await?),
        None => None,
    };
    let fresh = match &earlier {
        Some(secret) => KeyRing::first(secret.clone(), String::new()),
        None => KeyRing::first(new_secret(), uuid::Uuid::new_v4().simple().to_string()),
    };
    // Another node may have been quicker: its keys are the ones.
    let kept = installation_secret(store, secrets, name, &fresh.written()?).await?;
    if earlier.is_some() {
        store.drop_setting(former).await?;
    }
    KeyRing::read(&kept)
}

/// Makes a new key for a realm.
pub async fn rotate(store: &Store, secrets: &Secrets, realm: Realm, rotation: Rotation, now: i64) -> Result<(), KeyError> {
    let (name, _) = settings(realm);
    // Also where an earlier version kept one secret, or nothing is sealed yet.
    load(store, secrets, realm).await?;
    let failed = |error: SecretError| KeyError::Damaged(error.to_string());
    let before = store.setting(name).await?.ok_or(KeyError::Changed)?;
    let key_ring = KeyRing::read(&secrets.open(SecretLocation::setting(name), &before).map_err(failed)?)?.rotated(rotation, now);
    let after = secrets.seal(SecretLocation::setting(name), &key_ring.written()?).map_err(failed)?;
    if store.replace_setting(name, &before, &after).await? { Ok(()) } else { Err(KeyError::Changed) }
}

/// Makes new keys for both realms. The former ones are read for as long as a session may be refreshed.
pub async fn rotate_all(store: &Store, secrets: &Secrets, config: &Config, end_sessions: bool, now: i64) -> Result<(), KeyError> {
    let read_for = config.refresh_seconds.max(config.session_seconds).max(config.access_seconds);
    let rotation = if end_sessions { Rotation::EndSessions } else { Rotation::Gentle { read_for } };
    rotate(store, secrets, Realm::Admins, rotation, now).await?;
    rotate(store, secrets, Realm::Members, rotation, now).await
}

#[cfg(test)]
mod tests {
    use entrepot_store::StoreConfig;

    use super::*;

    async fn store() -> Store {
        Store::connect(&StoreConfig::new("mem://", "test")).await.expect("a store")
    }

    #[tokio::test]
    async fn an_old_key_is_read_until_its_tokens_are_out() {
        let (store, secrets) = (store().await, Secrets::ephemeral().expect("keys"));
        let first = load(&store, &secrets, Realm::Admins).await.expect("keys");
        assert_eq!(load(&store, &secrets, Realm::Admins).await.expect("keys"), first);
        assert_ne!(load(&store, &secrets, Realm::Members).await.expect("keys"), first);
        rotate(&store, &secrets, Realm::Admins, Rotation::Gentle { read_for: 100 }, 1_000).await.expect("a new key");
        let second = load(&store, &secrets, Realm::Admins).await.expect("keys");
        assert_eq!(second.alive(1_159).len(), 2);
        assert_eq!(second.alive(1_160).len(), 1);
        assert_eq!(second.0[0].secret, first.0[0].secret);
        rotate(&store, &secrets, Realm::Admins, Rotation::EndSessions, 1_001).await.expect("a new key");
        let third = load(&store, &secrets, Realm::Admins).await.expect("keys");
        assert_eq!((third.0.len(), third.0[0].since), (1, 1_001));
        for _ in 0..2 * KEYS_MAX {
            rotate(&store, &secrets, Realm::Admins, Rotation::Gentle { read_for: 100 }, 1_002).await.expect("a new key");
        }
        assert_eq!(load(&store, &secrets, Realm::Admins).await.expect("keys").0.len(), KEYS_MAX);
        assert!(!format!("{first:?}").contains(&first.0[0].secret));
    }

    #[tokio::test]
    async fn the_secret_of_an_earlier_version_goes_on_and_is_no_longer_kept_beside() {
        let (store, secrets) = (store().await, Secrets::ephemeral().expect("keys"));
        store.setting_or("token_secret", "an old secret").await.expect("written");
        let key_ring = load(&store, &secrets, Realm::Admins).await.expect("keys");
        assert_eq!((key_ring.0[0].id.as_str(), key_ring.0[0].secret.as_str()), ("", "an old secret"));
        assert_eq!(store.setting("token_secret").await.expect("read"), None);
    }
}
