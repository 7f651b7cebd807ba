//! The queue before password hashing. A hash takes a core and 19 MiB for tens of milliseconds, so waiting callers are
//! limited, in all and per network.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::passwords::{self, PasswordError};
use crate::rate_limits::Network;

/// Hashes that wait or are being made, in all.
const WAITING_MAX: u32 = 128;
/// The same of one narrow network (an address, a /64), and of one wide network (a /24, a /48).
const SHARE: u32 = 16;
const SHARE_WIDE: u32 = 32;
/// Hashes in all where nothing is refused for being too often.
const WAITING_UNLIMITED: u32 = 4_096;
/// Seconds after which a refused caller may retry.
pub const FULL_SECONDS: i64 = 2;

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords are waiting to be hashed")]
pub struct Full;

#[derive(Debug, Default)]
struct Taken {
    all: u32,
    by_network: HashMap<String, u32>,
}

/// See the module. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Queue {
    taken: Arc<Mutex<Taken>>,
    /// Each network has its share.
    shared: bool,
}

/// A slot in the queue; given back when it is dropped.
#[derive(Debug)]
pub struct Slot {
    queue: Queue,
    network: Network,
}

impl Queue {
    /// With a share for each network, or without.
    #[must_use]
    pub fn new(shared: bool) -> Self {
        Self { taken: Arc::default(), shared }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        // Nothing panics while it is held.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for a network.
    pub fn enter(&self, network: &Network) -> Result<Slot, Full> {
        let mut taken = self.taken();
        let of = |who: &str| taken.by_network.get(who).copied().unwrap_or(0);
        let full = if self.shared {
            taken.all >= WAITING_MAX || of(&network.narrow) >= SHARE || of(&network.wide) >= SHARE_WIDE
        } else {
            taken.all >= WAITING_UNLIMITED
        };
        if full {
            metrics::counter!("entrepot_hashes_refused_total").increment(1);
            return Err(Full);
        }
        taken.all += 1;
        for who in [&network.narrow, &network.wide] {
            *taken.by_network.entry(who.clone()).or_default() += 1;
        }
        drop(taken);
        Ok(Slot { queue: self.clone(), network: network.clone() })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.queue.taken();
        taken.all = taken.all.saturating_sub(1);
        for who in [&self.network.narrow, &self.network.wide] {
            if let Some(count) = taken.by_network.get_mut(who) {
                *count -= 1;
                if *count == 0 {
                    taken.by_network.remove(who);
                }
            }
        }
    }
}

impl Slot {
    /// The PHC string of a password.
    pub async fn hash(self, password: String) -> Result<String, PasswordError> {
        passwords::hash_holding(password, self).await
    }

    /// Whether a password is the one that was hashed; without a hash, the same work and `false`.
    pub async fn verify(self, password: String, hash: Option<String>) -> bool {
        passwords::verify_holding(password, hash, self).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        Network::of_text(text)
    }

    #[test]
    fn a_network_has_its_share_and_gives_it_back() {
        let queue = Queue::new(true);
        let enter = |text: &str| queue.enter(&network(text));
        let mine: Vec<_> = (0..SHARE).map(|_| enter("10.0.0.1").expect("a slot")).collect();
        assert_eq!(enter("10.0.0.1").err(), Some(Full));
        let near: Vec<_> = (0..SHARE_WIDE - SHARE).map(|_| enter("10.0.0.2").expect("a slot")).collect();
        assert_eq!(enter("10.0.0.3").err(), Some(Full), "the /24 has had its share");
        let other = enter("10.0.1.1").expect("others have theirs");
        drop((mine, near, other));
        assert!(enter("10.0.0.1").is_ok());
        assert!(queue.taken().by_network.is_empty() && queue.taken().all == 0);
    }

    #[test]
    fn the_queue_is_bounded() {
        let queue = Queue::new(true);
        let held: Vec<_> = (0..WAITING_MAX).map(|at| queue.enter(&network(&format!("10.0.{at}.1"))).expect("a slot")).collect();
        assert_eq!(queue.enter(&network("10.1.0.1")).err(), Some(Full));
        drop(held);
        let queue = Queue::new(false);
        let held: Vec<_> = (0..WAITING_UNLIMITED).map(|_| queue.enter(&network("10.0.0.1")).expect("a slot")).collect();
        assert_eq!((held.len(), queue.enter(&network("10.0.0.2")).err()), (WAITING_UNLIMITED as usize, Some(Full)));
    }
}
