//! Keys by which other programs call the API: their text, who they stand for, and when they are refused.
//!
//! A key's text is shown once and never kept: the store has a hash of it under a secret of the installation
//! ([`entrepot_store::identity::api_keys`]). Which routes no key reaches is said in [`crate::server::key_guard`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use actors::store::StoreError;
use entrepot_store::Store;
use entrepot_store::identity::accounts::Admin;
use entrepot_store::identity::api_keys::{FoundKey, StoredKey};
use entrepot_store::identity::rights::key::{KeyRefusal, KeyTerms};
use entrepot_store::resource::api_key::ACTIVE;
use hmac::{Hmac, Mac};
use rand::Rng;
use sha2::Sha256;

use super::keys::new_secret;
use super::sessions::Caller;
use crate::secrets::Secrets;
use crate::secrets::key_text::{START, is_key};
use crate::secrets::stored::{StoredError, installation_secret};

/// The setting of the installation under which keys are hashed.
const SETTING: &str = "api_key_secret";
/// Seconds in which a key's use is noted once, unless it comes from another address.
const NOTED_EVERY: i64 = 60;
/// Keys whose notes are remembered; then all are forgotten.
const NOTED_MAX: usize = 10_000;

/// A new key.
pub struct NewKey {
    /// The whole of it, which nobody sees again.
    pub text: String,
    pub prefix: String,
    pub hash: String,
}

/// The key that a caller has presented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyUsed {
    pub id: i64,
    pub name: String,
    /// Of the text that was presented: all that logs say of it.
    pub prefix: String,
    /// Requests a minute.
    pub rate: u32,
}

/// A key that is not let in.
#[derive(Clone, Debug)]
pub struct RefusedKey {
    pub reason: KeyRefusal,
    /// None where there is no such key.
    pub key: Option<KeyUsed>,
    /// The owner's id and name.
    pub owner: (i64, String),
}

/// What a key's text leads to.
pub enum KeyStatus {
    Valid(Box<Caller>),
    Refused(RefusedKey),
}

/// See the module.
pub struct ApiKeys {
    store: Store,
    hashing: Hmac<Sha256>,
    /// When and from where the use of a key was noted last, by its id.
    noted: Mutex<HashMap<i64, (i64, String)>>,
}

impl ApiKeys {
    /// With the installation's secret, made at the first start.
    pub async fn new(store: Store, secrets: &Secrets) -> Result<Self, StoredError> {
        let secret = installation_secret(&store, secrets, SETTING, &new_secret()).await?;
        let hashing = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
        Ok(Self { store, hashing, noted: Mutex::default() })
    }

    fn hash(&self, text: &str) -> String {
        let mut hashing = self.hashing.clone();
        hashing.update(text.as_bytes());
        hex::encode(hashing.finalize().into_bytes())
    }

    /// Makes the text of a key.
    #[must_use]
    pub fn generate(&self) -> NewKey {
        let prefix = format!("{START}{:08x}", rand::rng().random::<u32>());
        let text = format!("{prefix}_{}", new_secret());
        NewKey { hash: self.hash(&text), text, prefix }
    }

    /// Who calls with a key now, or why it is refused. Reads the key anew each time, so that a revoked one is refused at once.
    pub async fn status(&self, text: &str, now: i64) -> Result<KeyStatus, StoreError> {
        let unknown = || KeyStatus::Refused(RefusedKey { reason: KeyRefusal::Unknown, key: None, owner: (0, String::new()) });
        if !is_key(text) {
            return Ok(unknown());
        }
        let Some(FoundKey { key, prefix, ends_at, owner }) = self.store.api_key_of(&self.hash(text)).await? else { return Ok(unknown()) };
        let terms = KeyTerms { owner: key.admin_id, of_site: key.of_site == 1, group: key.group_id, warehouses: key.warehouses.clone() };
        let rights = if key.state != ACTIVE {
            Err(KeyRefusal::Revoked)
        } else if key.expires <= now {
            Err(KeyRefusal::Expired)
        } else if ends_at != 0 && ends_at <= now {
            Err(KeyRefusal::Replaced)
        } else {
            self.store.directory().await?.key_rights(&terms)
        };
        let used = KeyUsed { id: key.id, name: key.name.clone(), prefix, rate: u32::try_from(key.rate).unwrap_or(1) };
        let admin = owner.unwrap_or_else(|| stand_in(&key, &used));
        Ok(match rights {
            Ok(rights) => KeyStatus::Valid(Box::new(Caller {
                admin,
                session: format!("key:{}", key.id),
                expires: key.expires,
                rights,
                key: Some(Arc::new(used)),
            })),
            Err(reason) => KeyStatus::Refused(RefusedKey { reason, key: Some(used), owner: (key.admin_id, admin.username) }),
        })
    }

    /// Whether a note is due: the first in a while, or from another address.
    fn is_due(&self, key: i64, now: i64, ip: &str) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.get(&key).is_some_and(|(at, from)| now < at + NOTED_EVERY && from == ip) {
            return false;
        }
        if noted.len() >= NOTED_MAX {
            noted.clear();
        }
        noted.insert(key, (now, ip.to_owned()));
        true
    }

    /// Notes a use beside the request, not before it.
    pub fn note_use(&self, key: i64, now: i64, ip: &str) {
        if self.is_due(key, now, ip) {
            let (store, ip) = (self.store.clone(), ip.to_owned());
            tokio::spawn(async move {
                if let Err(error) = store.api_key_used(key, now, &ip).await {
                    tracing::warn!(%error, key, "the use of an API key is not noted; it is next time");
                }
            });
        }
    }

    /// Notes a refusal in the key's row, in the same way.
    pub fn note_refusal(&self, key: i64, now: i64, reason: KeyRefusal) {
        // Refusals and uses are noted apart.
        if self.is_due(-key, now, reason.as_str()) {
            let store = self.store.clone();
            tokio::spawn(async move {
                if let Err(error) = store.api_key_refused(key, now, reason.as_str()).await {
                    tracing::warn!(%error, key, "the refusal of an API key is not noted; it is next time");
                }
            });
        }
    }
}

/// The account of a key of the site whose maker was deleted.
fn stand_in(key: &StoredKey, used: &KeyUsed) -> Admin {
    let empty = String::new;
    Admin {
        id: key.admin_id,
        username: used.prefix.clone(),
        nickname: key.name.clone(),
        avatar: empty(),
        email: empty(),
        mobile: empty(),
        motto: empty(),
        password: empty(),
        status: "disable".to_owned(),
        last_login_time: 0,
        last_login_ip: empty(),
        first_sign_in: empty(),
        first_sign_in_at: 0,
        given_password: 0,
    }
}
