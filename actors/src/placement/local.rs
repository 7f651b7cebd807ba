//! The actors of one kind on this node. An actor is found or started when it is asked, and asked again under the same
//! command id when it stops before it has answered.

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bus_schemas::warehouse::AskFailure;
use dashmap::DashMap;
use ractor::{Actor, ActorCell, ActorRef};
use tokio::sync::{Mutex, Semaphore, oneshot};

use super::reply::ReplyTo;
use super::request::{Received, Request};
use crate::clock::SharedClock;

/// How long a caller waits to be let in.
const ADMISSION: Duration = Duration::from_millis(50);
/// First and longest pause before an actor that failed is started again.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(2));

struct Entry<M> {
    permits: Arc<Semaphore>,
    actor: Mutex<Option<ActorRef<M>>>,
}

/// See the module. Cheap to clone.
pub struct LocalActors<K, M> {
    root: ActorCell,
    clock: SharedClock,
    waiting_max: usize,
    closed: Arc<AtomicBool>,
    entries: Arc<DashMap<K, Arc<Entry<M>>>>,
}

impl<K: Eq + Hash, M> Clone for LocalActors<K, M> {
    fn clone(&self) -> Self {
        Self {
            root: self.root.clone(),
            clock: self.clock.clone(),
            waiting_max: self.waiting_max,
            closed: self.closed.clone(),
            entries: self.entries.clone(),
        }
    }
}

impl<K: Copy + Eq + Hash + std::fmt::Debug, M: ractor::Message> LocalActors<K, M> {
    /// Actors under `root`, each with at most `waiting_max` requests waiting.
    #[must_use]
    pub fn new(root: ActorCell, clock: SharedClock, waiting_max: usize) -> Self {
        Self { root, clock, waiting_max, closed: Arc::default(), entries: Arc::default() }
    }

    /// Hands a request to its actor, which `start` makes when none runs, and waits for the answer until the deadline.
    pub async fn ask<R, A>(&self, request: Arc<R>, start: impl Fn(K) -> A) -> Result<R::Reply, AskFailure>
    where
        R: Request<Key = K>,
        M: From<Received<R>>,
        A: Actor<Msg = M, Arguments = ()>,
    {
        let (key, deadline) = (request.key(), request.deadline());
        let mut pause = BACKOFF.0;
        loop {
            if self.closed.load(Ordering::Acquire) {
                return Err(AskFailure::Stopping);
            }
            let entry = self.entry(key);
            let Ok(admitted) = tokio::time::timeout(ADMISSION, entry.permits.clone().acquire_owned()).await else {
                return Err(AskFailure::Busy);
            };
            let Ok(permit) = admitted else { return Err(AskFailure::Stopping) };
            match self.actor(&entry, || start(key)).await {
                Ok(actor) => {
                    let (reply, answer) = oneshot::channel();
                    let received = Received { request: request.clone(), reply_to: ReplyTo::new(reply, permit) };
                    if actor.send_message(received.into()).is_ok() {
                        match tokio::time::timeout(self.left(deadline), answer).await {
                            Ok(Ok(reply)) => return Ok(reply),
                            Ok(Err(_)) => {}
                            Err(_) => return Err(AskFailure::Unknown { reason: "no answer in time".into() }),
                        }
                    }
                    forget(&entry, &actor).await;
                }
                Err(error) => tracing::warn!(?key, %error, "an actor did not start"),
            }
            if self.clock.now_ms() > deadline {
                return Err(AskFailure::Unknown { reason: "no answer in time".into() });
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(BACKOFF.1);
        }
    }

    /// The time until a deadline, at least a little and at most an hour.
    fn left(&self, deadline: i64) -> Duration {
        let left = deadline.saturating_sub(self.clock.now_ms()).clamp(1, 3_600_000);
        Duration::from_millis(left.unsigned_abs())
    }

    /// Sends a message to the actor of `key`, if it runs.
    pub async fn send(&self, key: K, message: M) {
        let Some(entry) = self.entries.get(&key).map(|entry| entry.clone()) else { return };
        if let Some(actor) = entry.actor.lock().await.as_ref() {
            let _ = actor.send_message(message);
        }
    }

    /// Removes an actor that stops because it is idle; the next question starts it again.
    pub fn remove_idle(&self, key: K) {
        self.entries.remove(&key);
    }

    /// Refuses new requests, waits until all open ones are answered, then stops every actor.
    pub async fn drain(&self) {
        self.closed.store(true, Ordering::Release);
        let entries: Vec<_> = self.entries.iter().map(|entry| entry.value().clone()).collect();
        for entry in entries {
            let all = u32::try_from(self.waiting_max).unwrap_or(u32::MAX);
            let _idle = entry.permits.acquire_many(all).await;
            entry.permits.close();
            if let Some(actor) = entry.actor.lock().await.take() {
                let _ = actor.stop_and_wait(None, None).await;
            }
        }
    }

    fn entry(&self, key: K) -> Arc<Entry<M>> {
        self.entries
            .entry(key)
            .or_insert_with(|| Arc::new(Entry { permits: Arc::new(Semaphore::new(self.waiting_max)), actor: Mutex::new(None) }))
            .clone()
    }

    async fn actor<A>(&self, entry: &Entry<M>, start: impl Fn() -> A) -> Result<ActorRef<M>, ractor::SpawnErr>
    where
        A: Actor<Msg = M, Arguments = ()>,
    {
        let mut slot = entry.actor.lock().await;
        if let Some(actor) = slot.as_ref() {
            return Ok(actor.clone());
        }
        let (actor, _) = Actor::spawn_linked(None, start(), (), self.root.clone()).await?;
        *slot = Some(actor.clone());
        Ok(actor)
    }
}

async fn forget<M: ractor::Message>(entry: &Entry<M>, gone: &ActorRef<M>) {
    let mut slot = entry.actor.lock().await;
    if slot.as_ref().is_some_and(|actor| actor.get_id() == gone.get_id()) {
        *slot = None;
    }
}
