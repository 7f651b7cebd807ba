//! What a connection waits for and since when, derived from its bytes and its running requests.
//!
//! A head must come in within [`ConnectionLimits::head`] of its first byte, and of the connection's beginning; a
//! client that trickles it gains nothing. Between requests, and while an answer is not taken, a connection may be
//! silent for [`ConnectionLimits::idle`]. Frames that only keep an HTTP/2 connection (PING, SETTINGS) are silence: their
//! answers are no longer than they are. While a request is answered nothing is asked here: bodies and answers have
//! limits of their own (the guard). A websocket's session has its own as well.

use std::time::Instant;

use crate::config::connections::ConnectionLimits;

/// How much more has to go out than came in, in bytes, before it counts as an answer that is taken.
const ANSWER_MIN: u64 = 256;

/// See the module.
#[derive(Debug)]
pub struct Progress {
    /// Number of running handlers.
    running: usize,
    /// Since when the rest of something is waited for that the client has begun to send.
    begun_to_send: Option<Instant>,
    /// When a request began or ended, or an answer was taken, for the last time.
    rested: Instant,
    /// Bytes that came in and went out since then.
    came: u64,
    went: u64,
    is_websocket: bool,
}

impl Progress {
    /// The progress of a new connection.
    #[must_use]
    pub const fn new(now: Instant) -> Self {
        Self { running: 0, begun_to_send: Some(now), rested: now, came: 0, went: 0, is_websocket: false }
    }

    /// The client sent some bytes.
    pub fn received(&mut self, now: Instant, bytes: u64) {
        self.came = self.came.saturating_add(bytes);
        if self.running == 0 && self.begun_to_send.is_none() {
            self.begun_to_send = Some(now);
        }
    }

    /// The client took some bytes.
    pub fn sent(&mut self, now: Instant, bytes: u64) {
        self.went = self.went.saturating_add(bytes);
        self.begun_to_send = None;
        if self.went > self.came.saturating_add(ANSWER_MIN) {
            self.rest(now);
        }
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

    const fn rest(&mut self, now: Instant) {
        (self.begun_to_send, self.rested, self.came, self.went) = (None, now, 0, 0);
    }

    /// It is a websocket from now on.
    pub const fn websocket(&mut self) {
        self.is_websocket = true;
    }

    /// Whether the client has been waited for too long.
    #[must_use]
    pub fn overdue(&self, now: Instant, limits: &ConnectionLimits) -> bool {
        let trickles = self.begun_to_send.is_some_and(|since| now.saturating_duration_since(since) > limits.head);
        let is_silent = now.saturating_duration_since(self.rested) > limits.idle;
        !self.is_websocket && self.running == 0 && (trickles || is_silent)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A part of a request, or a small frame.
    fn came(progress: &mut Progress, now: Instant) {
        progress.received(now, 13);
    }

    /// A part of an answer.
    fn went(progress: &mut Progress, now: Instant) {
        progress.sent(now, 16_384);
    }

    fn ping(progress: &mut Progress, now: Instant) {
        progress.received(now, 17);
        progress.sent(now, 17);
    }

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
            connection.after(3, came);
        }
        assert!(!connection.overdue_after(1) && connection.overdue_after(2), "10 seconds from the beginning on");
        let mut second = Clocked::new();
        second.after(1, Progress::begun);
        second.after(1, Progress::ended);
        second.after(40, came);
        second.after(8, came);
        assert!(!second.overdue_after(2) && second.overdue_after(3), "10 seconds from a later head's first byte on");
    }

    #[test]
    fn a_connection_rests_between_requests_and_while_an_answer_is_taken() {
        let mut connection = Clocked::new();
        connection.after(9, Progress::begun);
        assert!(!connection.overdue_after(1_000), "the handler has limits of its own");
        connection.after(500, came);
        connection.after(500, Progress::ended);
        assert!(!connection.overdue_after(60) && connection.overdue_after(61));
        connection.after(59, went);
        assert!(!connection.overdue_after(60) && connection.overdue_after(61), "whoever takes an answer slowly still takes it");
        // A window update of HTTP/2 while an answer is on its way is not the beginning of a head that never ends.
        connection.after(1, came);
        connection.after(1, went);
        assert!(!connection.overdue_after(60));
    }

    #[test]
    fn pings_of_http2_do_not_keep_a_connection() {
        let mut connection = Clocked::new();
        connection.after(1, Progress::begun);
        connection.after(1, Progress::ended);
        for _ in 0..5 {
            connection.after(10, ping);
        }
        assert!(!connection.overdue_after(10) && connection.overdue_after(11), "60 seconds after the request");
        // A thousand of them at once are no answer either; another request is.
        connection.after(1, |progress, now| (0..1_000).for_each(|_| ping(progress, now)));
        assert!(connection.overdue_after(10));
        connection.after(1, Progress::begun);
        connection.after(1, Progress::ended);
        assert!(!connection.overdue_after(60) && connection.overdue_after(61));
    }

    #[test]
    fn a_websocket_has_limits_of_its_own() {
        let mut connection = Clocked::new();
        connection.after(1, Progress::begun);
        connection.after(0, |progress, _| progress.websocket());
        connection.after(0, Progress::ended);
        connection.after(5, went);
        connection.after(5, came);
        assert!(!connection.overdue_after(100_000));
    }
}
