//! What a connection waits for and since when, derived from its bytes and its running requests.
//!
//! A head must come in within [`ConnectionLimits::head`] of its first byte, and of the connection's beginning; a
//! client that trickles it gains nothing. Between requests, and while an answer is not taken, a connection may be
//! silent for [`ConnectionLimits::idle`]. While a request is answered nothing is asked here: bodies and answers have
//! limits of their own (the guard). A websocket's session has its own as well.

use std::time::Instant;

use crate::config::connections::ConnectionLimits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    /// For the rest of a request's head.
    ForHead,
    /// For the next request, or for the client to take an answer.
    Idle,
    /// Not at all: it became a websocket.
    Never,
}

/// See the module.
#[derive(Debug)]
pub struct Progress {
    /// Number of running handlers.
    running: usize,
    waits: Waits,
    since: Instant,
}

impl Progress {
    /// The progress of a new connection.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        Self { running: 0, waits: Waits::ForHead, since: now }
    }

    /// The client sent something.
    pub fn received(&mut self, now: Instant) {
        if self.running == 0 && self.waits == Waits::Idle {
            (self.waits, self.since) = (Waits::ForHead, now);
        }
    }

    /// The client took something.
    pub fn sent(&mut self, now: Instant) {
        self.rest(now);
    }

    /// A request's head is complete: its handler begins.
    pub fn begun(&mut self, now: Instant) {
        self.running += 1;
        self.rest(now);
    }

    /// A handler has ended; its answer may still be being sent.
    pub fn ended(&mut self, now: Instant) {
        self.running = self.running.saturating_sub(1);
        self.rest(now);
    }

    fn rest(&mut self, now: Instant) {
        if self.waits != Waits::Never {
            (self.waits, self.since) = (Waits::Idle, now);
        }
    }

    /// It is a websocket from now on.
    pub fn websocket(&mut self) {
        self.waits = Waits::Never;
    }

    /// Whether the client has been waited for too long.
    #[must_use]
    pub fn overdue(&self, now: Instant, limits: &ConnectionLimits) -> bool {
        let limit = match self.waits {
            Waits::ForHead => limits.head,
            Waits::Idle => limits.idle,
            Waits::Never => return false,
        };
        self.running == 0 && now.saturating_duration_since(self.since) > limit
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    struct Clocked(Instant, Progress, ConnectionLimits);

    impl Clocked {
        fn new() -> Self {
            let now = Instant::now();
            Self(now, Progress::new(now), ConnectionLimits::default())
        }

        fn after(&mut self, seconds: u64, happens: fn(&mut Progress, Instant)) {
            self.0 += Duration::from_secs(seconds);
            happens(&mut self.1, self.0);
        }

        fn overdue_after(&self, seconds: u64) -> bool {
            self.1.overdue(self.0 + Duration::from_secs(seconds), &self.2)
        }
    }

    #[test]
    fn a_head_that_trickles_is_overdue_all_the_same() {
        let mut connection = Clocked::new();
        for _ in 0..3 {
            connection.after(3, Progress::received);
        }
        assert!(!connection.overdue_after(1) && connection.overdue_after(2), "10 seconds from the beginning on");
        let mut second = Clocked::new();
        second.after(1, Progress::begun);
        second.after(1, Progress::ended);
        second.after(40, Progress::received);
        second.after(8, Progress::received);
        assert!(!second.overdue_after(2) && second.overdue_after(3), "10 seconds from a later head's first byte on");
    }

    #[test]
    fn a_connection_rests_between_requests_and_while_an_answer_is_taken() {
        let mut connection = Clocked::new();
        connection.after(9, Progress::begun);
        assert!(!connection.overdue_after(1_000), "the handler has limits of its own");
        connection.after(500, Progress::received);
        connection.after(500, Progress::ended);
        assert!(!connection.overdue_after(60) && connection.overdue_after(61));
        connection.after(59, Progress::sent);
        assert!(!connection.overdue_after(60) && connection.overdue_after(61), "whoever takes an answer slowly still takes it");
        // A window update of HTTP/2 while an answer is on its way is not the beginning of a head that never ends.
        connection.after(1, Progress::received);
        connection.after(1, Progress::sent);
        assert!(!connection.overdue_after(60));
    }

    #[test]
    fn a_websocket_has_limits_of_its_own() {
        let mut connection = Clocked::new();
        connection.after(1, Progress::begun);
        connection.after(0, |progress, _| progress.websocket());
        connection.after(0, Progress::ended);
        connection.after(5, Progress::sent);
        connection.after(5, Progress::received);
        assert!(!connection.overdue_after(100_000));
    }
}
