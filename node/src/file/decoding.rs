//! The queues before pictures are decoded. Decoding takes a core and much memory, so few run at a time, uploads apart from
//! thumbnails. Of one person, and of one network, one picture runs or stands in line: the rest of theirs wait behind it, so
//! that many pictures of one are no delay of more than one picture to another.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedMutexGuard, Semaphore, SemaphorePermit};

/// Seconds after which somebody may ask again whose pictures are too many.
pub const FULL_SECONDS: i64 = 2;

/// Too many pictures wait, of all or of this person or network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many pictures are waiting to be decoded")]
pub struct Full;

/// Somebody whose pictures take turns: a person, a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    pub name: String,
    /// Pictures of theirs that may run or wait.
    pub share: u32,
}

impl Party {
    /// By a name that no other kind of party has.
    #[must_use]
    pub fn new(name: impl Into<String>, share: u32) -> Self {
        Self { name: name.into(), share }
    }
}

/// Held while a picture of a party is decoded.
type TurnLock = Arc<tokio::sync::Mutex<()>>;

/// Pictures of one party.
#[derive(Debug, Default)]
struct Share {
    waiting: u32,
    turn: TurnLock,
}

#[derive(Debug, Default)]
struct Waiting {
    all: u32,
    shares: HashMap<String, Share>,
}

/// A queue.
#[derive(Debug)]
pub struct Lane {
    running: Semaphore,
    waiting: Mutex<Waiting>,
    all_max: u32,
}

/// The turn to decode a picture; given back when it is dropped.
#[derive(Debug)]
pub struct Turn<'a> {
    // In the order in which they are given back.
    _running: SemaphorePermit<'a>,
    _turns: Vec<OwnedMutexGuard<()>>,
    _place: Place<'a>,
}

/// A place in the queue; given back when it is dropped.
#[derive(Debug)]
struct Place<'a> {
    lane: &'a Lane,
    who: Vec<Party>,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut waiting = self.lane.waiting();
        waiting.all = waiting.all.saturating_sub(1);
        for Party { name, .. } in &self.who {
            if let Some(share) = waiting.shares.get_mut(name) {
                share.waiting = share.waiting.saturating_sub(1);
                if share.waiting == 0 {
                    waiting.shares.remove(name);
                }
            }
        }
    }
}

impl Lane {
    /// `at_once` pictures run; at most `all_max` run or wait.
    #[must_use]
    pub fn new(at_once: usize, all_max: u32) -> Self {
        Self { running: Semaphore::new(at_once), waiting: Mutex::default(), all_max }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Nothing panics while it is held.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Pictures that run or wait.
    #[must_use]
    pub fn in_line(&self) -> u32 {
        self.waiting().all
    }

    /// Takes a place, and the turns that it waits for.
    fn enter(&self, who: &[Party]) -> Result<(Place<'_>, Vec<TurnLock>), Full> {
        // Nobody waits for themselves.
        let mut who = who.to_vec();
        who.dedup_by(|one, other| one.name == other.name);
        let mut waiting = self.waiting();
        let is_full = |party: &Party| waiting.shares.get(&party.name).is_some_and(|share| share.waiting >= party.share);
        if waiting.all >= self.all_max || who.iter().any(is_full) {
            metrics::counter!("entrepot_pictures_refused_total").increment(1);
            return Err(Full);
        }
        waiting.all += 1;
        let mut turns = Vec::with_capacity(who.len());
        for party in &who {
            let share = waiting.shares.entry(party.name.clone()).or_default();
            share.waiting += 1;
            turns.push(share.turn.clone());
        }
        drop(waiting);
        Ok((Place { lane: self, who }, turns))
    }

    /// Waits for the turn of somebody's picture. `who` names them from the narrowest to the widest: a person, a network.
    pub async fn turn(&self, who: &[Party]) -> Result<Turn<'_>, Full> {
        let (place, shares) = self.enter(who)?;
        let mut turns = Vec::with_capacity(shares.len());
        // Everybody takes them in this order, so none waits for another in a circle.
        for share in shares {
            turns.push(share.lock_owned().await);
        }
        // It is never closed.
        let running = self.running.acquire().await.map_err(|_| Full)?;
        Ok(Turn { _running: running, _turns: turns, _place: place })
    }
}

/// The queues of a node.
#[derive(Debug)]
pub struct Decoding {
    pub uploads: Lane,
    pub thumbnails: Lane,
}

impl Default for Decoding {
    fn default() -> Self {
        Self { uploads: Lane::new(1, 128), thumbnails: Lane::new(1, 1_024) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(person: &str, network: &str) -> Vec<Party> {
        vec![Party::new(format!("person {person}"), 16), Party::new(format!("network {network}"), 32)]
    }

    #[tokio::test]
    async fn many_pictures_of_one_delay_another_by_one() {
        let lane = Arc::new(Lane::new(1, 128));
        let order = Arc::new(Mutex::new(Vec::new()));
        let gate = lane.turn(&who("first", "0")).await.expect("a turn");
        let ask = |person: &'static str, network: &'static str| {
            let (lane, order) = (lane.clone(), order.clone());
            tokio::spawn(async move {
                let turn = lane.turn(&who(person, network)).await;
                order.lock().expect("the order").push(if turn.is_ok() { person } else { "full" });
            })
        };
        let mut asked: Vec<_> = (0..60).map(|_| ask("flood", "1")).collect();
        while lane.waiting().all < 17 {
            tokio::task::yield_now().await;
        }
        asked.extend([ask("same network", "1"), ask("elsewhere", "2")]);
        while lane.waiting().all < 19 {
            tokio::task::yield_now().await;
        }
        // Until all have got as far as they get.
        for _ in 0..200 {
            tokio::task::yield_now().await;
        }
        drop(gate);
        for one in asked {
            one.await.expect("it ends");
        }
        let order: Vec<&str> = order.lock().expect("the order").iter().copied().filter(|one| *one != "full").collect();
        let place = |name: &str| order.iter().position(|one| *one == name).expect(name);
        assert!(place("elsewhere") <= 2 && place("same network") <= 3, "{order:?}");
        assert!(lane.waiting().all == 0 && lane.waiting().shares.is_empty());
    }

    #[tokio::test]
    async fn shares_are_bounded_and_given_back() {
        let lane = Lane::new(1, 5);
        let who = |person: &str, network: &str| vec![Party::new(person, 1), Party::new(format!("network {network}"), 2)];
        let first = lane.enter(&who("a", "1")).expect("a place");
        let second = lane.enter(&who("b", "1")).expect("a place");
        assert!(lane.enter(&who("c", "1")).is_err(), "the network has had its share");
        assert!(lane.enter(&who("a", "2")).is_err(), "the person has had theirs");
        assert!(lane.enter(&who("c", "2")).is_ok(), "given back at once");
        drop(first);
        assert!(lane.enter(&who("c", "1")).is_ok());
        drop(second);
        assert_eq!(lane.enter(&[Party::new("", 1), Party::new("", 2)]).expect("a place").1.len(), 1, "nobody waits for themselves");
        let held: Vec<_> = (0..5).map(|at| lane.enter(&who(&at.to_string(), &at.to_string())).expect("a place")).collect();
        assert!(lane.enter(&who("x", "x")).is_err(), "all places are taken");
        drop(held);
        assert!(lane.waiting().shares.is_empty());
    }
}
