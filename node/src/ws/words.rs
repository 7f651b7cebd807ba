//! The channel of a session: what it hears, and who speaks to it.
//!
//! A notification goes past the channel, straight to the socket, when the session has nothing else to do: it must not
//! overtake what waits.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use actors::notification::queue::{Ear, Hearing, QueueEvent};
use tokio::sync::mpsc;

use super::connection::{Connection, Offer};
use super::texts::Texts;
use crate::i18n::Language;

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
    /// The socket did not take the whole of a message that went past the channel.
    Flush,
    /// The session is over.
    End(Ending),
}

/// The code and the reason that a client hears when its session is over.
pub type Ending = (u16, &'static str);

/// The client should connect again and ask for what it missed.
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
    /// Words that wait or are being acted on. The session's beginning is the first, its end the last.
    waiting: AtomicUsize,
    /// The highest notification number that was sent. Written by the session while it has words, and by its
    /// notification queue while it has none.
    sent: AtomicI64,
    connection: Weak<Connection>,
}

/// The channel of a session that begins at `now`, in unix seconds.
pub(super) fn channel(now: i64, connection: Weak<Connection>) -> (Speaker, Words) {
    let (sender, receiver) = mpsc::channel(BEHIND_MAX);
    let marks = Arc::new(Marks { heard: AtomicI64::new(now), waiting: AtomicUsize::new(1), connection, ..Marks::default() });
    (Speaker { sender, marks: marks.clone() }, Words { receiver, marks, acting: true })
}

/// Speaks to a session.
#[derive(Clone)]
pub(super) struct Speaker {
    sender: mpsc::Sender<Word>,
    marks: Arc<Marks>,
}

impl Speaker {
    fn push(&self, word: Word) -> Result<(), mpsc::error::TrySendError<Word>> {
        self.marks.waiting.fetch_add(1, Ordering::AcqRel);
        self.sender.try_send(word).inspect_err(|_| {
            self.marks.waiting.fetch_sub(1, Ordering::AcqRel);
        })
    }

    pub(super) fn tell(&self, word: Word) {
        if self.push(word).is_err() {
            self.marks.behind.store(true, Ordering::Release);
        }
    }

    /// Sends a websocket frame past the channel; answers whether it is on its way.
    fn say(&self, frame: &[u8]) -> bool {
        let offer = self.marks.connection.upgrade().map_or(Offer::Refused, |connection| connection.offer(frame));
        if offer == Offer::Begun {
            self.tell(Word::Flush);
        }
        offer != Offer::Refused
    }

    /// Ends the session. The first reason counts, and the word only wakes.
    pub(super) fn end(&self, ending: Ending) {
        if self.marks.over.set(ending).is_ok() {
            let _ = self.push(Word::End(ending));
        }
    }

    /// When the client was last heard, in unix seconds.
    pub(super) fn heard_at(&self) -> i64 {
        self.marks.heard.load(Ordering::Relaxed)
    }
}

/// The end of a session's channel that the notification queue of its person has.
pub(super) struct QueueEar {
    pub(super) speaker: Speaker,
    pub(super) admin: i64,
    pub(super) language: Language,
    pub(super) texts: Texts,
}

impl Drop for QueueEar {
    fn drop(&mut self) {
        self.speaker.end(AGAIN);
    }
}

impl QueueEar {
    /// Sends the next notification at once if nothing waits before it.
    fn at_once(&self, event: &QueueEvent) -> bool {
        let QueueEvent::Notify { notification, unread } = event else { return false };
        let marks = &self.speaker.marks;
        let next = || notification.number == marks.sent.load(Ordering::Relaxed) + 1;
        if marks.waiting.load(Ordering::Acquire) > 0 || !next() {
            return false;
        }
        let said = self.texts.of(self.admin, self.language, notification, *unread);
        let sent = self.speaker.say(said.frame());
        if sent {
            marks.sent.store(notification.number, Ordering::Relaxed);
        }
        sent
    }
}

impl Ear for QueueEar {
    fn hear(&self, event: QueueEvent) -> Hearing {
        if self.at_once(&event) {
            return Hearing::Heard;
        }
        match self.speaker.push(Word::Queue(event)) {
            Ok(()) => Hearing::Heard,
            Err(mpsc::error::TrySendError::Full(_)) => Hearing::Full,
            Err(mpsc::error::TrySendError::Closed(_)) => Hearing::Gone,
        }
    }

    fn gone(&self) -> bool {
        self.speaker.sender.is_closed()
    }
}

/// The session's own end.
pub(super) struct Words {
    pub(super) receiver: mpsc::Receiver<Word>,
    marks: Arc<Marks>,
    /// The session acts on the last word.
    acting: bool,
}

impl Drop for Words {
    fn drop(&mut self) {
        self.marks.waiting.fetch_add(1, Ordering::AcqRel);
    }
}

impl Words {
    /// The next word; nothing when the node ends. Whoever asks has done with the last one.
    pub(super) async fn next(&mut self) -> Option<Word> {
        if std::mem::take(&mut self.acting) {
            self.marks.waiting.fetch_sub(1, Ordering::AcqRel);
        }
        let word = self.receiver.recv().await?;
        self.acting = true;
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

    /// The highest notification number that was sent. Only for who acts on a word.
    pub(super) fn sent(&self) -> i64 {
        self.marks.sent.load(Ordering::Relaxed)
    }

    /// Everything up to this notification was sent. Only for who acts on a word.
    pub(super) fn sent_upto(&self, number: i64) {
        self.marks.sent.store(number, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::AdminId;
    use bus_schemas::notification::{Notification, NotificationKind};
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpStream;

    use super::super::connection::{Served, connected};
    use super::*;

    fn notify(number: i64) -> QueueEvent {
        let notification = Notification {
            recipient: AdminId(1),
            number,
            kind: NotificationKind::OrderReview,
            data: serde_json::Map::new(),
            link: String::new(),
            count: 1,
            created_at: 0,
            read_at: None,
        };
        QueueEvent::Notify { notification: Arc::new(notification), unread: 1 }
    }

    /// A session that has begun and has sent everything up to number 1, with its connection.
    async fn session() -> (QueueEar, Words, Served, TcpStream) {
        let (served, _, client) = connected().await;
        served.connection.share();
        let (speaker, words) = channel(0, Arc::downgrade(&served.connection));
        words.sent_upto(1);
        (QueueEar { speaker, admin: 1, language: Language::default(), texts: Texts::default() }, words, served, client)
    }

    /// Whether a notification goes straight to the socket.
    fn straight(ear: &QueueEar, words: &Words, number: i64) -> bool {
        let waiting = words.receiver.len();
        assert_eq!(ear.hear(notify(number)), Hearing::Heard);
        words.receiver.len() == waiting
    }

    #[tokio::test]
    async fn a_notification_goes_straight_to_the_socket_of_a_session_at_rest() {
        let (ear, mut words, _served, mut client) = session().await;
        assert!(futures::poll!(std::pin::pin!(words.next())).is_pending());
        assert!(straight(&ear, &words, 2));
        assert_eq!(words.sent(), 2);
        let mut head = [0; 4];
        client.read_exact(&mut head).await.unwrap();
        assert_eq!(head[..2], [0x81, 126], "a whole text frame, its length in two bytes");
        let mut text = vec![0; usize::from(u16::from_be_bytes([head[2], head[3]]))];
        client.read_exact(&mut text).await.unwrap();
        let text: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!((&text["type"], &text["data"]["seq"]), (&"notify".into(), &2.into()));
    }

    #[tokio::test]
    async fn a_notification_overtakes_nothing() {
        let (ear, mut words, _served, _client) = session().await;
        assert!(!straight(&ear, &words, 2), "the session has only begun");
        assert!(matches!(words.next().await, Some(Word::Queue(_))));
        assert!(!straight(&ear, &words, 3), "the session acts on the one before");
        assert!(matches!(words.next().await, Some(Word::Queue(_))));
        words.sent_upto(3);
        assert!(futures::poll!(std::pin::pin!(words.next())).is_pending());
        assert!(!straight(&ear, &words, 5), "one is missing: the session sees to it");
        assert!(!straight(&ear, &words, 4), "another waits before it");
    }

    #[tokio::test]
    async fn a_session_that_has_ended_or_lost_its_connection_hears_nothing_past_its_channel() {
        let (ear, mut words, served, _client) = session().await;
        assert!(futures::poll!(std::pin::pin!(words.next())).is_pending());
        drop(served);
        assert!(!straight(&ear, &words, 2));
        let (ear, mut words, _served, _client) = session().await;
        assert!(futures::poll!(std::pin::pin!(words.next())).is_pending());
        drop(words);
        assert_eq!(ear.hear(notify(2)), Hearing::Gone);
    }

    #[tokio::test]
    async fn what_the_socket_did_not_take_is_the_sessions_to_flush() {
        let (ear, mut words, _served, _client) = session().await;
        assert!(futures::poll!(std::pin::pin!(words.next())).is_pending());
        let mut number = 2;
        while straight(&ear, &words, number) {
            number += 1;
        }
        // Its beginning was sent, or there was no room for that either and it waits itself.
        let begun = words.sent() == number;
        match words.next().await {
            Some(Word::Flush) => assert!(begun),
            Some(Word::Queue(_)) => assert!(!begun),
            other => panic!("{other:?}"),
        }
    }
}
