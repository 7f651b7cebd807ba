//! Locks by name. Attempts at one name take turns, so that many at once are no more than as many one after the other.

use std::hash::{BuildHasher, RandomState};

use actors::store::StoreError;
use entrepot_store::Store;
use tokio::sync::{Mutex, MutexGuard};

use crate::rate_limits::{Counted, Limits};

/// All keys share this many locks.
const LOCKS: usize = 256;
/// Windows of networks that are read when the node starts.
const RESTORED_MAX: usize = 10_000;

/// Locks that serialize what is done to a key: attempts at a name, changes of a cart. Keyed by a secret hash, so that nobody
/// can choose a name that shares another one's lock.
pub struct KeyedLocks {
    locks: Vec<Mutex<()>>,
    hasher: RandomState,
}

impl Default for KeyedLocks {
    fn default() -> Self {
        Self { locks: (0..LOCKS).map(|_| Mutex::new(())).collect(), hasher: RandomState::new() }
    }
}

impl KeyedLocks {
    /// Waits for the turn of a key.
    pub async fn lock(&self, key: &str) -> MutexGuard<'_, ()> {
        // The remainder is smaller than the number of locks, which fits.
        self.locks[(self.hasher.hash_one(key) % LOCKS as u64) as usize].lock().await
    }
}

/// Loads the failures that networks had before the node was started.
pub async fn restore(store: &Store, limits: &Limits, now: i64) -> Result<(), StoreError> {
    for one in store.network_failures(now, RESTORED_MAX).await? {
        limits.restore(Counted::Failure(one.realm()), &one.network, one.count, one.ends);
    }
    Ok(())
}
