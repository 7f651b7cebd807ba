//! Cache of sessions, so that not every call reads the database.

use std::time::{Duration, Instant};

use dashmap::DashMap;

/// How long an account, its session and its rights are cached.
const BELIEVED: Duration = Duration::from_secs(5);
/// Sessions that are remembered at most.
const REMEMBERED_MAX: usize = 20_000;

/// By session: its account, or `None` for an unknown session.
pub struct Believed<T>(DashMap<String, (Instant, Option<T>)>);

impl<T> Default for Believed<T> {
    fn default() -> Self {
        Self(DashMap::new())
    }
}

impl<T: Clone> Believed<T> {
    /// The cached account of a session; the outer `None` means not cached.
    #[must_use]
    pub fn find(&self, session: &str) -> Option<Option<T>> {
        self.0.get(session).filter(|known| known.0.elapsed() < BELIEVED).map(|known| known.1.clone())
    }

    /// Caches a session.
    pub fn keep(&self, session: &str, known: Option<T>) {
        if self.0.len() > REMEMBERED_MAX {
            self.0.clear();
        }
        self.0.insert(session.to_owned(), (Instant::now(), known));
    }

    /// Forgets a session.
    pub fn forget(&self, session: &str) {
        self.0.remove(session);
    }

    /// Invalidates the sessions of an account, and unknown sessions.
    pub fn forget_whose(&self, of_account: impl Fn(&T) -> bool) {
        self.0.retain(|_, (_, known)| known.as_ref().is_some_and(|known| !of_account(known)));
    }

    /// Invalidates everything, as messages may have been lost.
    pub fn forget_all(&self) {
        self.0.clear();
    }
}
