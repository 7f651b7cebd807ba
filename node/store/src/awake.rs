//! Waits for a small write without letting the processors fall asleep.
//!
//! An idle machine halts its processors while one batch is synced to disk: while the log is written, while the disk
//! empties its cache, and until the caller is woken. To wake them takes longer than the batch's statements (decision
//! 4). So a thread for each processor keeps it awake, stepping aside for whatever else wants to run, and the caller
//! looks for the result instead of sleeping. One batch of a process at a time is waited for so.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// How long at most: a few times what a small batch takes.
const LIMIT: Duration = Duration::from_millis(2);
/// After a batch its caller's next one often comes at once, and to wake a processor takes a tenth of it.
const AFTERWARDS: Duration = Duration::from_micros(300);
/// So long a look-out holds its worker; then the worker's other tasks have a turn.
const TURN: Duration = Duration::from_micros(30);
/// A machine with more processors is left alone: one of them is awake as a rule, and nothing was measured there.
const MOST_PROCESSORS: usize = 4;
/// Between two offers to step aside: without any, the one who shares a processor is slowed down by the offers.
const PAUSES: u32 = 5;

/// A process has its processors once, however many stores it opens.
static PROCESSORS: LazyLock<Processors> = LazyLock::new(Processors::new);

/// The processors' keepers: threads that sleep until they are needed.
struct Processors {
    keepers: Vec<Keeper>,
    /// Somebody waits awake.
    waited: AtomicBool,
    began: Instant,
    /// Until when the processors are kept awake, in microseconds since the beginning.
    until: AtomicU64,
}

struct Keeper {
    thread: Thread,
    asleep: Arc<AtomicBool>,
}

impl Processors {
    fn new() -> Self {
        let processors = thread::available_parallelism().map_or(usize::MAX, usize::from);
        let keepers = if processors > MOST_PROCESSORS { Vec::new() } else { (0..processors).filter_map(|_| Keeper::new().ok()).collect() };
        Self { keepers, waited: AtomicBool::new(false), began: Instant::now(), until: AtomicU64::new(0) }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn keep_for(&self, time: Duration) {
        self.until.store(self.now() + u64::try_from(time.as_micros()).unwrap_or(0), Ordering::SeqCst);
    }

    fn kept(&self) -> bool {
        self.now() < self.until.load(Ordering::SeqCst)
    }

    fn wake(&self) {
        self.keep_for(LIMIT);
        self.keepers.iter().filter(|keeper| keeper.asleep.swap(false, Ordering::SeqCst)).for_each(|keeper| keeper.thread.unpark());
    }
}

impl Keeper {
    fn new() -> std::io::Result<Self> {
        let asleep = Arc::new(AtomicBool::new(true));
        let own = asleep.clone();
        let thread = thread::Builder::new().name("awake".into()).spawn(move || {
            loop {
                while PROCESSORS.kept() {
                    (0..PAUSES).for_each(|_| std::hint::spin_loop());
                    thread::yield_now();
                }
                own.store(true, Ordering::SeqCst);
                // Whoever has just asked may have found it awake.
                if !PROCESSORS.kept() {
                    thread::park();
                }
                own.store(false, Ordering::SeqCst);
            }
        })?;
        Ok(Self { thread: thread.thread().clone(), asleep })
    }
}

/// Ends the wakefulness, also when the waiting is given up.
struct Waiting;

impl Drop for Waiting {
    fn drop(&mut self) {
        PROCESSORS.keep_for(AFTERWARDS);
        PROCESSORS.waited.store(false, Ordering::Release);
    }
}

/// Set when what is waited for can go on.
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Release);
    }
}

/// The result of `what`.
pub(crate) async fn through<F: Future>(what: F) -> F::Output {
    if PROCESSORS.keepers.is_empty() || PROCESSORS.waited.swap(true, Ordering::AcqRel) {
        return what.await;
    }
    let waiting = Waiting;
    PROCESSORS.wake();
    let began = Instant::now();
    let flag = Arc::new(Flag(AtomicBool::new(true)));
    let waker = Waker::from(flag.clone());
    // Within a turn nobody renews the budget of steps that tokio gives a task.
    let mut what = pin!(tokio::task::coop::unconstrained(what));
    while began.elapsed() < LIMIT {
        let turn = Instant::now();
        while turn.elapsed() < TURN {
            if !flag.0.swap(false, Ordering::AcqRel) {
                thread::yield_now();
            } else if let Poll::Ready(done) = what.as_mut().poll(&mut Context::from_waker(&waker)) {
                return done;
            }
        }
        tokio::task::yield_now().await;
    }
    drop(waiting);
    what.await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_result_comes_through_and_a_long_wait_falls_asleep() {
        assert_eq!(through(async { 7 }).await, 7);
        let long = through(async {
            tokio::time::sleep(LIMIT * 3).await;
            PROCESSORS.waited.load(Ordering::Acquire) || PROCESSORS.kept()
        });
        assert!(!long.await, "nobody stays awake longer than the limit");
        // More steps than tokio lets a task take at once.
        let (ask, mut asked) = tokio::sync::mpsc::channel(1);
        let other = tokio::spawn(async move { while ask.send(()).await.is_ok() {} });
        through(async {
            for _ in 0..1_000 {
                asked.recv().await;
            }
        })
        .await;
        drop(asked);
        other.await.unwrap();
        // Given up: the next one may.
        let mut given_up = Box::pin(through(std::future::pending::<()>()));
        assert!(futures::poll!(&mut given_up).is_pending());
        assert_eq!(PROCESSORS.waited.load(Ordering::Acquire), !PROCESSORS.keepers.is_empty());
        drop(given_up);
        assert!(!PROCESSORS.waited.load(Ordering::Acquire));
    }
}
