//! The channel of a session: one bounded queue, from which its task sends everything in order.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use actors::notification::queue::{EventSink, Offered, QueueEvent};
use tokio::sync::mpsc;

/// Most events that wait for a session; beyond that it gets `Resync`.
pub(super) const BEHIND_MAX: usize = 64;

/// What happens to a session.
#[derive(Clone, Debug)]
pub enum SessionEvent {
    /// A message, ready to be sent.
    Text(Arc<str>),
    /// Something may have been missed: pages read again.
    Resync,
    /// The account or its session has changed.
    Recheck,
    /// Rights have changed.
    Rights,
    /// Something in the person's notification queue.
    Queue(QueueEvent),
    /// The session is over.
    End(Ending),
}

/// The close code and reason that a client gets when its session is over.
pub type Ending = (u16, &'static str);

/// The client should connect again and ask for what it missed.
pub const AGAIN: Ending = (1012, "again");

/// What both ends of a channel see.
#[derive(Default)]
struct Shared {
    /// An event was dropped because the channel was full.
    lagged: AtomicBool,
    /// The session is over: seen with the next event, whatever it is, so a full channel does not hide it.
    over: OnceLock<Ending>,
    /// When the client last sent something, in unix seconds.
    last_received: AtomicI64,
}

/// The channel of a session that begins at `now`, in unix seconds.
pub(super) fn channel(now: i64) -> (SessionSender, SessionReceiver) {
    let (sender, receiver) = mpsc::channel(BEHIND_MAX);
    let shared = Arc::new(Shared { last_received: AtomicI64::new(now), ..Shared::default() });
    (SessionSender { sender, shared: shared.clone() }, SessionReceiver { receiver, shared })
}

/// Sends events to a session. Never waits.
#[derive(Clone)]
pub(super) struct SessionSender {
    sender: mpsc::Sender<SessionEvent>,
    shared: Arc<Shared>,
}

impl SessionSender {
    /// Sends an event. If there is no room, the session has to reload everything.
    pub(super) fn send(&self, event: SessionEvent) {
        if self.sender.try_send(event).is_err() {
            self.shared.lagged.store(true, Ordering::Release);
        }
    }

    /// Ends the session. The first reason counts; the event only wakes its task.
    pub(super) fn end(&self, ending: Ending) {
        if self.shared.over.set(ending).is_ok() {
            let _ = self.sender.try_send(SessionEvent::End(ending));
        }
    }

    /// When the client last sent something, in unix seconds.
    pub(super) fn last_received(&self) -> i64 {
        self.shared.last_received.load(Ordering::Relaxed)
    }
}

/// Passes a person's notification queue on to one of their sessions; the session ends with it.
pub(super) struct QueueSubscriber(pub(super) SessionSender);

impl Drop for QueueSubscriber {
    fn drop(&mut self) {
        self.0.end(AGAIN);
    }
}

impl EventSink for QueueSubscriber {
    fn offer(&self, event: QueueEvent) -> Offered {
        match self.0.sender.try_send(SessionEvent::Queue(event)) {
            Ok(()) => Offered::Taken,
            Err(mpsc::error::TrySendError::Full(_)) => Offered::Full,
            Err(mpsc::error::TrySendError::Closed(_)) => Offered::Gone,
        }
    }

    fn is_closed(&self) -> bool {
        self.0.sender.is_closed()
    }
}

/// The receiving end of a session.
pub(super) struct SessionReceiver {
    pub(super) receiver: mpsc::Receiver<SessionEvent>,
    shared: Arc<Shared>,
}

impl SessionReceiver {
    /// The next event; nothing when the node ends.
    pub(super) async fn next(&mut self) -> Option<SessionEvent> {
        let event = self.receiver.recv().await?;
        if let Some(ending) = self.shared.over.get() {
            return Some(SessionEvent::End(*ending));
        }
        let lagged = !matches!(event, SessionEvent::Queue(_)) && self.shared.lagged.swap(false, Ordering::AcqRel);
        // What did not fit was dropped: then everything is read again, whatever this event was.
        Some(if lagged { SessionEvent::Resync } else { event })
    }

    /// The client sent something at this time, in unix seconds.
    pub(super) fn received(&self, now: i64) {
        self.shared.last_received.store(now, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_queue_learns_that_a_session_is_full_and_that_it_has_ended() {
        let (sender, mut receiver) = channel(0);
        let subscriber = QueueSubscriber(sender);
        for _ in 0..BEHIND_MAX {
            assert_eq!(subscriber.offer(QueueEvent::Resync), Offered::Taken);
        }
        assert_eq!(subscriber.offer(QueueEvent::Resync), Offered::Full);
        assert!(matches!(receiver.next().await, Some(SessionEvent::Queue(QueueEvent::Resync))));
        assert_eq!(subscriber.offer(QueueEvent::Resync), Offered::Taken);
        assert!(!subscriber.is_closed());
        drop(receiver);
        assert_eq!(subscriber.offer(QueueEvent::Resync), Offered::Gone);
        assert!(subscriber.is_closed());
    }

    #[tokio::test]
    async fn a_session_without_its_queue_ends() {
        let (sender, mut receiver) = channel(0);
        drop(QueueSubscriber(sender));
        assert!(matches!(receiver.next().await, Some(SessionEvent::End(AGAIN))));
    }
}
