//! The open websockets of a node.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use dashmap::DashMap;

use super::session_channel::Ending;
use super::subscribers::Subscribers;
use super::text_cache::TextCache;
use crate::connections::connection::Connections;

/// How sessions end when their node stops.
pub const RESTARTS: Ending = (1012, "the node restarts");

/// See the module.
pub struct Registry {
    per_person: usize,
    open: Arc<DashMap<i64, usize>>,
    total: Arc<AtomicUsize>,
    texts: TextCache,
    connections: Connections,
    closing: AtomicBool,
    subscribers: Arc<Subscribers>,
}

/// Counts one open socket; dropping it counts it out.
pub struct OpenSocket {
    admin: i64,
    open: Arc<DashMap<i64, usize>>,
    total: Arc<AtomicUsize>,
    texts: TextCache,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        if let Some(mut open) = self.open.get_mut(&self.admin) {
            *open = open.saturating_sub(1);
        }
        if self.open.remove_if(&self.admin, |_, open| *open == 0).is_some() {
            self.texts.forget(self.admin);
        }
        let left = self.total.fetch_sub(1, Ordering::Relaxed) - 1;
        metrics::gauge!("entrepot_websocket_sessions").set(left as f64);
    }
}

impl Registry {
    /// At most `per_person` sockets for each person, on these connections.
    #[must_use]
    pub fn new(per_person: usize, connections: Connections) -> Self {
        Self {
            per_person,
            open: Arc::default(),
            total: Arc::default(),
            texts: TextCache::default(),
            connections,
            closing: AtomicBool::new(false),
            subscribers: Arc::default(),
        }
    }

    /// Counts a socket in, if the person has one left.
    #[must_use]
    pub fn admit(&self, admin: i64) -> Option<OpenSocket> {
        let mut open = self.open.entry(admin).or_default();
        if *open >= self.per_person {
            return None;
        }
        *open += 1;
        let total = self.total.fetch_add(1, Ordering::Relaxed) + 1;
        metrics::gauge!("entrepot_websocket_sessions").set(total as f64);
        Some(OpenSocket { admin, open: self.open.clone(), total: self.total.clone(), texts: self.texts.clone() })
    }

    /// Whether the node is stopping: new sessions end at once.
    #[must_use]
    pub fn closing(&self) -> bool {
        self.closing.load(Ordering::Acquire)
    }

    /// Makes every session close.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Release);
        self.subscribers.dismiss(RESTARTS);
    }

    /// The sessions, as subscribers of events.
    #[must_use]
    pub fn subscribers(&self) -> &Arc<Subscribers> {
        &self.subscribers
    }

    /// The texts of notifications.
    #[must_use]
    pub fn texts(&self) -> &TextCache {
        &self.texts
    }

    /// The client connections.
    #[must_use]
    pub fn connections(&self) -> &Connections {
        &self.connections
    }
}
