//! The way of a request to its actor.

use std::sync::Arc;

use ractor::{Actor, ActorCell};

use super::local::LocalActors;
use super::registry::{Location, Registry};
use super::request::{Received, Request};
use crate::clock::SharedClock;

/// Reaches the actors of one kind, wherever they live. Cheap to clone.
pub struct Route<R: Request, M> {
    registry: Registry,
    local: LocalActors<R::Key, M>,
}

impl<R: Request, M> Clone for Route<R, M> {
    fn clone(&self) -> Self {
        Self { registry: self.registry, local: self.local.clone() }
    }
}

impl<R: Request, M: ractor::Message + From<Received<R>>> Route<R, M> {
    /// Those that live here run under `root`, each with at most `waiting_max` requests waiting.
    #[must_use]
    pub fn new(root: ActorCell, clock: SharedClock, waiting_max: usize) -> Self {
        Self { registry: Registry, local: LocalActors::new(root, clock, waiting_max) }
    }

    /// Sends a request to its actor, which `start` makes when none runs, and waits for the answer.
    pub async fn ask<A: Actor<Msg = M, Arguments = ()>>(&self, request: R, start: impl Fn(R::Key) -> A) -> R::Reply {
        let key = request.key();
        match self.registry.locate(&key) {
            Location::Here => self.local.ask(Arc::new(request), start).await.unwrap_or_else(R::Reply::from),
        }
    }

    /// Sends a message to an actor, if it runs here.
    pub async fn send(&self, key: R::Key, message: M) {
        self.local.send(key, message).await;
    }

    /// Removes an actor that stops because it is idle; the next question starts it again.
    pub fn remove_idle(&self, key: R::Key) {
        self.local.remove_idle(key);
    }

    /// Refuses new requests, waits until all waiting ones are answered, then stops every actor.
    pub async fn drain(&self) {
        self.local.drain().await;
    }
}
