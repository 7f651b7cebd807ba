//! Waits for a small write without letting the processors fall asleep.
//!
//! An idle machine halts its processors while one batch is synced to disk, and to wake them takes about as long as
//! the batch's statements (decision 4). One batch of a process at a time is waited for awake; all others just wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

/// How long at most: a few times what a small batch takes.
const LIMIT: Duration = Duration::from_millis(2);

/// See the module.
#[derive(Clone, Default)]
pub(crate) struct Awake {
    /// Somebody waits awake.
    kept: Arc<AtomicBool>,
}

/// Ends the wakefulness, also when the waiting is given up.
struct Kept<'a>(&'a AtomicBool);

impl Drop for Kept<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Lets other threads and other tasks go first.
async fn step_aside() {
    std::thread::yield_now();
    tokio::task::yield_now().await;
}

impl Awake {
    /// The result of `what`.
    pub(crate) async fn through<F: Future>(&self, what: F) -> F::Output {
        if self.kept.swap(true, Ordering::AcqRel) {
            return what.await;
        }
        let kept = Kept(&self.kept);
        let began = Instant::now();
        // The write goes on on a second processor: that one is kept awake as well.
        let second = self.kept.clone();
        tokio::spawn(async move {
            while second.load(Ordering::Acquire) && began.elapsed() < LIMIT {
                step_aside().await;
            }
        });
        tokio::pin!(what);
        while began.elapsed() < LIMIT {
            if let Poll::Ready(done) = futures::poll!(&mut what) {
                return done;
            }
            step_aside().await;
        }
        drop(kept);
        what.await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_result_comes_through_and_a_long_wait_falls_asleep() {
        let awake = Awake::default();
        assert_eq!(awake.through(async { 7 }).await, 7);
        let long = awake.through(async {
            tokio::time::sleep(LIMIT * 3).await;
            awake.kept.load(Ordering::Acquire)
        });
        assert!(!long.await, "nobody stays awake longer than the limit");
        // Given up: the next one may.
        let mut given_up = Box::pin(awake.through(std::future::pending::<()>()));
        assert!(futures::poll!(&mut given_up).is_pending());
        assert!(awake.kept.load(Ordering::Acquire));
        drop(given_up);
        assert!(!awake.kept.load(Ordering::Acquire));
    }
}
