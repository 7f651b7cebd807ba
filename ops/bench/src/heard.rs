//! Which sessions have heard the notification of a round, and after how long. Those of another cause do not count.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use tokio::sync::Notify;

type Failure = Box<dyn std::error::Error>;

/// How long a notification may take to reach everybody.
const ROUND_LIMIT: Duration = Duration::from_secs(20);

/// What the sessions have heard of the notification that was sent last.
pub struct Heard {
    round: Mutex<Round>,
    all: Notify,
}

pub struct Round {
    sent: Instant,
    /// What the text of this round's notification has within it, once it is known: the server answers the request that causes
    /// it after sessions may have heard.
    mark: Option<Vec<u8>>,
    /// Session, microseconds and text of what was heard before the mark was known.
    unsorted: Vec<(usize, u64, Vec<u8>)>,
    /// Whether each session has heard it.
    heard: Vec<bool>,
    missing: usize,
    /// Notifications of another cause, over all rounds.
    pub others: u64,
    pub text: Vec<u8>,
    pub times: Histogram<u64>,
}

impl Round {
    fn sort(&mut self, session: usize, time: u64, text: &[u8]) {
        match &self.mark {
            None => self.unsorted.push((session, time, text.to_vec())),
            Some(mark) if memchr::memmem::find(text, mark).is_none() => self.others += 1,
            Some(_) => self.count(session, time, text),
        }
    }

    fn count(&mut self, session: usize, time: u64, text: &[u8]) {
        if std::mem::replace(&mut self.heard[session], true) {
            return;
        }
        self.times.saturating_record(time);
        self.missing -= 1;
        if self.text.is_empty() {
            self.text.extend_from_slice(text);
        }
    }
}

impl Heard {
    pub fn new(sessions: usize) -> Result<Self, Failure> {
        let round = Round {
            sent: Instant::now(),
            mark: None,
            unsorted: Vec::new(),
            heard: vec![false; sessions],
            missing: sessions,
            others: 0,
            text: Vec::new(),
            times: Histogram::new_with_bounds(1, 60_000_000, 3)?,
        };
        Ok(Self { round: Mutex::new(round), all: Notify::new() })
    }

    pub fn round(&self) -> MutexGuard<'_, Round> {
        self.round.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn begin(&self) {
        let mut round = self.round();
        round.mark = None;
        round.unsorted.clear();
        round.heard.fill(false);
        round.missing = round.heard.len();
        round.text.clear();
        round.sent = Instant::now();
    }

    /// Counts what was heard before the mark was known, and sorts by it from now on.
    pub fn expect(&self, mark: Vec<u8>) {
        let mut round = self.round();
        round.mark = Some(mark);
        for (session, time, text) in std::mem::take(&mut round.unsorted) {
            round.sort(session, time, &text);
        }
        self.wake_if_all(&round);
    }

    pub fn note(&self, session: usize, text: &[u8]) {
        let mut round = self.round();
        let time = round.sent.elapsed().as_micros() as u64;
        round.sort(session, time, text);
        self.wake_if_all(&round);
    }

    fn wake_if_all(&self, round: &Round) {
        if round.missing == 0 {
            self.all.notify_one();
        }
    }

    /// How many sessions have not heard it when all have, or the time is over.
    pub async fn missing(&self) -> usize {
        let all = async {
            // A permit may be left of the round before.
            while self.round().missing > 0 {
                self.all.notified().await;
            }
        };
        let _ = tokio::time::timeout(ROUND_LIMIT, all).await;
        self.round().missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_notification_of_the_round_counts_and_once_a_session() {
        let heard = Heard::new(2).expect("bounds");
        heard.begin();
        // Before the mark is known: one of another cause, and the right one.
        heard.note(0, b"RK1");
        heard.note(0, b"RK2");
        heard.expect(b"RK2".to_vec());
        heard.note(0, b"RK2");
        let figures = || {
            let round = heard.round();
            (round.missing, round.others)
        };
        assert_eq!(figures(), (1, 1));
        heard.note(1, b"RK3");
        assert_eq!(figures(), (1, 2));
        heard.note(1, b"RK2");
        assert_eq!(heard.missing().await, 0);
        assert_eq!(heard.round().times.len(), 2);
        // What is late from the round before does not end the next one.
        heard.begin();
        heard.expect(b"RK4".to_vec());
        heard.note(0, b"RK2");
        heard.note(1, b"RK2");
        assert_eq!(heard.round().missing, 2);
    }
}
