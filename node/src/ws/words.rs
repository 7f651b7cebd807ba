//! The channel of a session: what it hears, and who speaks to it.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use actors::notification::queue::{Ear, Hearing, QueueEvent};
use tokio::sync::mpsc;

/// Words a session may be behind before it is told to read the store again.
pub(super) const BEHIND_MAX: usize = 64;

/// What a session hears.
#[derive(Clone, Debug)]
pub enum Word {
    /// A message, ready to be sent.
    Text(Arc<str>),
    /// Something may have been missed: the pages read again.
    Resync,
    /// The account or its session has changed.
    Recheck,
    /// Somebody's rights have changed.
    Rights,
    /// Something in the person's notification queue.
    Queue(QueueEvent),
    /// The session is over.
    End(Ending),
}

/// The code and the reason that a client hears when its session is over.
pub type Ending = (u16, &'static str);

/// The client connects again and asks for what it missed.
pub const AGAIN: Ending = (1012, "again");

/// What a session and those who speak to it both see.
#[derive(Default)]
struct Marks {
    /// A word was dropped.
    behind: AtomicBool,
    /// The session is over: seen with the next word, whatever it is, so that a full channel hides it from nobody.
    over: OnceLock<Ending>,
    /// When the client was last heard, in unix seconds.
    heard: AtomicI64,
}

/// A session's channel; it begins at `now`, in unix seconds.
pub(super) fn channel(now: i64) -> (Speaker, Words) {
    let (sender, receiver) = mpsc::channel(BEHIND_MAX);
    let marks = Arc::new(Marks { heard: AtomicI64::new(now), ..Marks::default() });
    (Speaker { sender, marks: marks.clone() }, Words { receiver, marks })
}

/// Speaks to a session.
#[derive(Clone)]
pub(super) struct Speaker {
    sender: mpsc::Sender<Word>,
    marks: Arc<Marks>,
}

impl Speaker {
    pub(super) fn tell(&self, word: Word) {
        if self.sender.try_send(word).is_err() {
            self.marks.behind.store(true, Ordering::Release);
        }
    }

    /// Ends the session. The first reason counts, and the word only wakes.
    pub(super) fn end(&self, ending: Ending) {
        if self.marks.over.set(ending).is_ok() {
            let _ = self.sender.try_send(Word::End(ending));
        }
    }

    /// When the client was last heard, in unix seconds.
    pub(super) fn heard_at(&self) -> i64 {
        self.marks.heard.load(Ordering::Relaxed)
    }
}

/// The end of a session's channel that its notification queue has.
pub(super) struct QueueEar(pub(super) Speaker);

impl Drop for QueueEar {
    fn drop(&mut self) {
        self.0.end(AGAIN);
    }
}

impl Ear for QueueEar {
    fn hear(&self, event: QueueEvent) -> Hearing {
        match self.0.sender.try_send(Word::Queue(event)) {
            Ok(()) => Hearing::Heard,
            Err(mpsc::error::TrySendError::Full(_)) => Hearing::Full,
            Err(mpsc::error::TrySendError::Closed(_)) => Hearing::Gone,
        }
    }

    fn gone(&self) -> bool {
        self.0.sender.is_closed()
    }
}

/// The session's own end.
pub(super) struct Words {
    pub(super) receiver: mpsc::Receiver<Word>,
    marks: Arc<Marks>,
}

impl Words {
    /// The next word; nothing when the node ends.
    pub(super) async fn next(&mut self) -> Option<Word> {
        let word = self.receiver.recv().await?;
        if let Some(ending) = self.marks.over.get() {
            return Some(Word::End(*ending));
        }
        let behind = !matches!(word, Word::Queue(_)) && self.marks.behind.swap(false, Ordering::AcqRel);
        // What did not fit was dropped: then everything is read again, whatever this word was.
        Some(if behind { Word::Resync } else { word })
    }

    /// The client was heard at this time, in unix seconds.
    pub(super) fn heard(&self, now: i64) {
        self.marks.heard.store(now, Ordering::Relaxed);
    }
}
